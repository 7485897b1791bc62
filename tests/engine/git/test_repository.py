"""Promises of opening a repository and asking it."""

import os
import subprocess
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import (
    BareRepositoryError,
    NoIdentityError,
    NoRepositoryError,
    RepositoryError,
    UntrustedRepositoryError,
)
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import FILE
from guillemet.engine.review import Head
from tests.engine.git.conftest import needs_git
from tests.kit.repositories import AUTHOR, RepositoryBuilder


def test_a_folder_inside_leads_up_to_the_root(repository: RepositoryBuilder) -> None:
    repository.write({"deep/er/x.py": "x\n"})

    assert Repository.open(repository.root / "deep" / "er").root == repository.root


def test_a_root_behind_a_link_is_named_without_it(repository: RepositoryBuilder, tmp_path: Path) -> None:
    (tmp_path / "short").symlink_to(repository.root)

    assert Repository.open(tmp_path / "short").root == repository.root


def test_a_folder_without_repository_is_refused_and_can_be_made_one(tmp_path: Path) -> None:
    with pytest.raises(NoRepositoryError, match="no git repository"):
        Repository.open(tmp_path)

    assert Repository.create(tmp_path / "fresh").head().commit == ""


def test_making_a_repository_keeps_the_files_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_bytes(b"kept")
    Repository.create(tmp_path)

    assert (tmp_path / "kept.txt").read_bytes() == b"kept"


def test_a_bare_repository_is_refused(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path), bare=True)

    with pytest.raises(BareRepositoryError, match="without files"):
        Repository.open(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("extensions.objectFormat", "sha256", "SHA-256"),
        ("extensions.refStorage", "reftable", "reftable"),
        ("extensions.partialClone", "origin", "partial clone"),
    ],
)
def test_a_kind_libgit2_cannot_use_is_refused_by_name(
    repository: RepositoryBuilder, name: str, value: str, says: str
) -> None:
    repository.git.config["core.repositoryFormatVersion"] = 1
    repository.git.config[name] = value

    with pytest.raises(RepositoryError, match=says):
        Repository.open(repository.root)


@needs_git
def test_a_split_index_is_refused_when_opening(repository: RepositoryBuilder) -> None:
    subprocess.run(["git", "update-index", "--split-index"], cwd=repository.root, check=True)

    with pytest.raises(RepositoryError, match="index cannot be read"):
        Repository.open(repository.root)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_another_users_repository_is_refused_with_how_to_trust_it(repository: RepositoryBuilder) -> None:
    for place in (repository.root, repository.root / ".git"):
        os.chown(place, 12345, 12345)

    with pytest.raises(UntrustedRepositoryError, match=r"safe\.directory"):
        Repository.open(repository.root)


def test_a_configuration_that_puts_the_worktree_elsewhere_is_refused(
    repository: RepositoryBuilder, outside: Path
) -> None:
    repository.git.config["core.worktree"] = str(outside)

    with pytest.raises(UntrustedRepositoryError, match=r"core\.worktree"):
        Repository.open(repository.root)


@needs_git
def test_a_hostile_fsmonitor_never_runs(repository: RepositoryBuilder) -> None:
    witness = repository.root.parent / "it-ran"
    program = repository.root.parent / "monitor"
    program.write_text(f"#!/bin/sh\ntouch '{witness}'\n")
    program.chmod(0o755)
    repository.git.config["core.fsmonitor"] = str(program)

    opened = Repository.open(repository.root)
    opened.head()
    opened.tracked()
    opened.is_ignored("x")
    opened.new_file_ending("x.py")

    assert not witness.exists()


def test_head_names_branch_and_commit(repository: RepositoryBuilder) -> None:
    assert Repository.open(repository.root).head() == Head(branch="main", commit=repository.head)


def test_head_before_the_first_commit_names_the_branch(unborn: Repository) -> None:
    assert unborn.head() == Head(branch="main", commit="")


def test_a_detached_head_names_no_branch(repository: RepositoryBuilder) -> None:
    repository.git.set_head(repository.git.head.target)

    assert Repository.open(repository.root).head() == Head(branch="", commit=repository.head)


def test_head_is_read_anew_each_time(repository: RepositoryBuilder) -> None:
    opened = Repository.open(repository.root)
    opened.head()
    commit = repository.commit({"b.txt": "b\n"})

    assert opened.head().commit == commit


def test_the_main_worktree_is_called_main(opened: Repository) -> None:
    assert opened.worktree_name == "main"


@pytest.mark.parametrize("name", ["side", "main", "with space", "dots..", "ünï"])
def test_linked_worktrees_have_names_of_their_own_that_refs_can_hold(
    repository: RepositoryBuilder, tmp_path: Path, name: str
) -> None:
    repository.git.branches.create("b", repository.git[repository.git.head.target])
    repository.git.add_worktree(name, str(tmp_path / "linked"), repository.git.references["refs/heads/b"])
    linked = Repository.open(tmp_path / "linked")

    assert linked.worktree_name != "main"
    assert pygit2.reference_is_valid_name(f"refs/guillemet/{linked.worktree_name}/review")
    assert linked.common_dir == repository.root / ".git"
    assert linked.git_dir != linked.common_dir


def test_the_identity_comes_from_the_configuration(opened: Repository) -> None:
    assert opened.identity() == AUTHOR


def test_the_identity_of_the_environment_wins(opened: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Bo")

    assert opened.identity() == ("Bo", AUTHOR[1])


def test_the_identity_of_the_author_wins_over_that_of_the_user(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.git.config["author.name"], repository.git.config["author.email"] = "Cy", "cy@example.org"
    opened = Repository.open(repository.root)

    assert opened.identity() == ("Cy", "cy@example.org")
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Bo")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "bo@example.org")
    assert opened.identity() == ("Bo", "bo@example.org")


def test_the_address_of_the_environment_is_the_last_resort(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMAIL", "host@example.org")
    opened = Repository.open(repository.root)

    assert opened.identity() == AUTHOR
    del repository.git.config["user.email"]
    assert opened.identity() == (AUTHOR[0], "host@example.org")


def test_a_missing_identity_says_how_to_set_one(tmp_path: Path) -> None:
    nobody = Repository.open(RepositoryBuilder(tmp_path / "n", author=None).root)

    with pytest.raises(NoIdentityError, match=r"user\.email"):
        nobody.identity()


def test_what_another_program_stages_is_tracked_at_once(repository: RepositoryBuilder) -> None:
    opened = Repository.open(repository.root)
    assert not opened.is_tracked("new.txt")
    repository.stage({"new.txt": "n\n"})

    assert opened.tracked() == {"README.md", "new.txt"}


def test_ignored_is_what_the_rules_name_and_git_does_not_track(repository: RepositoryBuilder) -> None:
    repository.commit({"kept.log": "k\n"})
    repository.write({".gitignore": "*.log\n"})
    opened = Repository.open(repository.root)

    assert opened.is_ignored("other.log")
    assert not opened.is_ignored("kept.log")
    assert not opened.is_ignored("a.py")


def test_a_blob_is_read_back_as_written(opened: Repository) -> None:
    oid = opened.write_blob(b"\0\xff\r\n")

    assert opened.read_blob(oid) == b"\0\xff\r\n"
    assert opened.blob_id(b"\0\xff\r\n") == oid


def test_the_id_of_bytes_is_told_without_writing_them(opened: Repository) -> None:
    oid = opened.blob_id(b"never written")

    with pytest.raises(RepositoryError, match="cannot be read"):
        opened.read_blob(oid)


def test_a_file_that_is_not_in_the_index_has_no_mode_there(opened: Repository) -> None:
    assert opened.mode_in_index("README.md") == FILE
    assert opened.mode_in_index("missing.txt") == 0
