"""Promises of noticing what a commit would need beyond libgit2."""

from pathlib import Path

import pytest

from guillemet.engine.git.commit_requirements import HOOKS, commit_needs, filters
from guillemet.engine.git.repository import Repository
from guillemet.engine.review import Need
from tests.engine.git.conftest import needs_git
from tests.kit.repositories import RepositoryBuilder


def needs(repository: RepositoryBuilder, *paths: str) -> tuple[frozenset[Need], tuple[str, ...]]:
    return commit_needs(Repository.open(repository.root), paths)


def hook(folder: Path, name: str, *, mode: int = 0o755) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("#!/bin/sh\n")
    (folder / name).chmod(mode)


def test_a_plain_repository_needs_nothing(repository: RepositoryBuilder) -> None:
    assert needs(repository, "README.md") == (frozenset(), ())


@pytest.mark.parametrize("name", HOOKS)
def test_an_executable_hook_is_noticed(repository: RepositoryBuilder, name: str) -> None:
    hook(repository.root / ".git" / "hooks", name)

    assert needs(repository) == ({Need.HOOKS}, (f"{name} hook",))


def test_samples_other_hooks_and_what_cannot_run_do_not_count(repository: RepositoryBuilder) -> None:
    hook(repository.root / ".git" / "hooks", "pre-commit.sample")
    hook(repository.root / ".git" / "hooks", "pre-push")
    hook(repository.root / ".git" / "hooks", "commit-msg", mode=0o644)
    (repository.root / ".git" / "hooks" / "post-commit").mkdir()

    assert needs(repository) == (frozenset(), ())


@pytest.mark.parametrize("configured", [".husky", "{root}/.husky"])
def test_hooks_are_looked_for_where_the_configuration_says(repository: RepositoryBuilder, configured: str) -> None:
    hook(repository.root / ".husky", "pre-commit")
    hook(repository.root / ".git" / "hooks", "commit-msg")
    repository.git.config["core.hooksPath"] = configured.format(root=repository.root)

    assert needs(repository) == ({Need.HOOKS}, ("pre-commit hook",))


def test_a_linked_worktree_has_the_hooks_of_the_repository(repository: RepositoryBuilder, tmp_path: Path) -> None:
    hook(repository.root / ".git" / "hooks", "pre-commit")
    repository.git.add_worktree("side", str(tmp_path / "side"))

    assert commit_needs(Repository.open(tmp_path / "side"), []) == ({Need.HOOKS}, ("pre-commit hook",))


@pytest.mark.parametrize(("value", "signs"), [("true", True), ("false", False), ("1", True)])
def test_signing_is_noticed_when_it_is_on(repository: RepositoryBuilder, value: str, *, signs: bool) -> None:
    repository.git.config["commit.gpgSign"] = value

    assert (needs(repository) == ({Need.SIGNING}, ("commit.gpgsign",))) is signs


@pytest.mark.parametrize("kind", ["clean", "process"])
def test_a_filter_counts_for_the_paths_it_is_set_for(repository: RepositoryBuilder, kind: str) -> None:
    repository.git.config[f"filter.lfs.{kind}"] = "git-lfs filter"
    repository.write({".gitattributes": "*.bin filter=lfs -text\n"})

    assert needs(repository, "a.txt") == (frozenset(), ())
    assert needs(repository, "deep/a.bin", "b.bin") == ({Need.FILTERS}, ("filter lfs",))


def test_a_filter_that_is_not_configured_changes_nothing(repository: RepositoryBuilder) -> None:
    repository.write({".gitattributes": "*.bin filter=lfs\n"})

    assert needs(repository, "b.bin") == (frozenset(), ())


def test_an_encoding_only_git_converts_counts_as_a_filter(repository: RepositoryBuilder) -> None:
    repository.write({".gitattributes": "*.rc working-tree-encoding=UTF-16LE\n"})

    assert needs(repository, "a.rc") == ({Need.FILTERS}, ("working-tree-encoding UTF-16LE",))


def test_looking_runs_nothing(repository: RepositoryBuilder) -> None:
    witness = repository.root.parent / "it-ran"
    hook(repository.root / ".git" / "hooks", "pre-commit")
    (repository.root / ".git" / "hooks" / "pre-commit").write_text(f"#!/bin/sh\ntouch '{witness}'\n")
    repository.git.config["filter.bad.clean"] = f"touch '{witness}'"
    repository.write({".gitattributes": "* filter=bad\n"})
    needs(repository, "README.md")

    assert not witness.exists()


@needs_git
def test_a_conversion_that_only_git_knows_of_is_one_of_the_files_that_are_committed(
    opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"COUNT": "1", "KEY_0": "core.autocrlf", "VALUE_0": "true"}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)

    assert filters(opened, ["README.md"]) == ("core.autocrlf",)
    assert filters(opened, []) == ()
