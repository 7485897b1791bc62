"""Promises of trust: it is given to the programs a repository has now, not to the place where it lies."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.git.needs import trust_key
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


@pytest.mark.parametrize("change", [other_script, other_folder, another_hook, other_signer, other_filter])
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
