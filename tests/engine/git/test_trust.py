"""Promises of trust: it is given to the programs a repository has now, not to the place where it lies."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.git.commit_requirements import trust_key
from guillemet.engine.git.repository import Repository
from tests.kit.repositories import RepositoryBuilder


def hook(root: Path, script: str, folder: str = ".git/hooks") -> None:
    place = root / folder / "pre-commit"
    place.parent.mkdir(exist_ok=True)
    place.write_text(script)
    place.chmod(0o755)


def key(root: Path) -> str:
    return trust_key(Repository.open(root))


def other_script(root: Path) -> None:
    hook(root, "#!/bin/sh\necho other\n")


def other_folder(root: Path) -> None:
    hook(root, "#!/bin/sh\n", ".hooks")
    pygit2.Repository(root).config["core.hooksPath"] = ".hooks"


def another_hook(root: Path) -> None:
    (root / ".git/hooks/commit-msg").write_text("#!/bin/sh\n")
    (root / ".git/hooks/commit-msg").chmod(0o755)


def other_signer(root: Path) -> None:
    pygit2.Repository(root).config["gpg.program"] = "./sign"


def other_filter(root: Path) -> None:
    pygit2.Repository(root).config["filter.x.clean"] = "./clean"


def a_rarer_hook(root: Path) -> None:
    (root / ".git/hooks/post-index-change").write_text("#!/bin/sh\n")
    (root / ".git/hooks/post-index-change").chmod(0o755)


def a_file_beside_the_hooks(root: Path) -> None:
    (root / ".git/hooks/lib").mkdir()
    (root / ".git/hooks/lib/run.py").write_text("print()\n")


@pytest.mark.parametrize(
    "change",
    [a_rarer_hook, a_file_beside_the_hooks, other_script, other_folder, another_hook, other_signer, other_filter],
)
def test_what_would_run_is_a_part_of_the_trust(repository: RepositoryBuilder, change: Callable[[Path], None]) -> None:
    hook(repository.root, "#!/bin/sh\n")
    before = key(repository.root)

    change(repository.root)

    assert key(repository.root) != before


def test_work_in_the_repository_leaves_the_trust_as_it_is(repository: RepositoryBuilder) -> None:
    hook(repository.root, "#!/bin/sh\n")
    before = key(repository.root)

    repository.commit({"a.txt": "a\n", "hooks/pre-commit": "x\n"})
    pygit2.Repository(repository.root).config["user.name"] = "Other"
    hook(repository.root, "#!/bin/sh\n")

    assert key(repository.root) == before


def test_another_repository_in_the_same_place_is_another_one(repository: RepositoryBuilder, tmp_path: Path) -> None:
    hook(repository.root, "#!/bin/sh\n")
    before = key(repository.root)

    shutil.copytree(repository.root / ".git", tmp_path / "copied")
    (repository.root / ".git").rename(tmp_path / "old")
    (tmp_path / "copied").rename(repository.root / ".git")

    assert key(repository.root) != before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("filter.x.clean", "tools/x.py --clean %f"),
        ("filter.x.process", "sh -c 'exec python3 \"./tools/x.py\"'"),
        ("gpg.program", "./tools/x.py"),
        ("gpg.ssh.defaultKeyCommand", "{root}/tools/x.py"),
        ("hook.x.command", "FLAGS=1 tools/x.py"),
        ("core.hooksPath", "tools"),
        ("core.hooksPath", "tools/_"),
        ("include.path", "../tools/x.py"),
        ("filter.x.clean", "tools/link"),
    ],
)
def test_the_content_of_a_program_that_the_configuration_names_is_a_part_of_the_trust(
    repository: RepositoryBuilder, name: str, value: str
) -> None:
    repository.write({"tools/x.py": "# [one]\n", "tools/_/h": "h\n", "tools/y.py": "1\n"})
    (repository.root / "tools" / "link").symlink_to("x.py")
    repository.git.config[name] = value.format(root=repository.root)
    before = key(repository.root)
    same = key(repository.root)

    repository.write({"tools/x.py": "# [two]\n"})

    assert same == before
    assert key(repository.root) != before


def test_a_program_that_the_configuration_does_not_name_is_no_part_of_the_trust(repository: RepositoryBuilder) -> None:
    repository.write({"tools/x.py": "1\n", "tools/y.py": "1\n"})
    repository.git.config["filter.x.clean"] = "tools/x.py"
    before = key(repository.root)

    repository.write({"tools/y.py": "2\n"})

    assert key(repository.root) == before
