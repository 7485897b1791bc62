"""Promises of branches: which there are, where they are pushed to, and what git is trusted to run meanwhile."""

from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import RepositoryError, StoppedError, UntrustedRepositoryError
from guillemet.engine.git import branches
from guillemet.engine.git.git_command import RunMonitor
from guillemet.engine.git.repository import Repository
from tests.engine.git.conftest import needs_git
from tests.kit.repositories import AUTHOR, RepositoryBuilder

pytestmark = needs_git


@pytest.fixture
def remote(repository: RepositoryBuilder, tmp_path: Path) -> pygit2.Repository:
    """Return a bare repository that is the only remote of the other one."""
    place = str(tmp_path / "bare.git")
    repository.git.remotes.create("origin", place)
    return pygit2.init_repository(place, bare=True, initial_head="main")


def opened(repository: RepositoryBuilder) -> Repository:
    return Repository.open(repository.root)


def test_the_first_push_of_a_branch_sets_where_it_goes(
    repository: RepositoryBuilder, remote: pygit2.Repository
) -> None:
    assert branches.upstream(opened(repository)) == branches.Upstream("origin", "main", is_new=True)

    target = branches.push(opened(repository), trust=False)

    assert str(target) == "origin/main"
    assert str(remote.branches.local["main"].target) == repository.head
    assert branches.upstream(opened(repository)) == branches.Upstream("origin", "main")


def test_a_branch_is_pushed_to_the_one_that_it_follows(
    repository: RepositoryBuilder, remote: pygit2.Repository
) -> None:
    branches.push(opened(repository), trust=False)
    repository.git.config["branch.main.merge"] = "refs/heads/other"

    assert str(branches.push(opened(repository), trust=False)) == "origin/other"
    assert set(remote.branches.local) == {"main", "other"}


def test_nothing_is_forced(repository: RepositoryBuilder, remote: pygit2.Repository) -> None:
    branches.push(opened(repository), trust=False)
    pushed = repository.head
    who = pygit2.Signature(*AUTHOR)
    other = repository.git.create_commit(None, who, who, "Other", repository.git[pushed].tree_id, [])
    repository.git.references["refs/heads/main"].set_target(other)

    with pytest.raises(RepositoryError, match=r"(?s)did not push to origin/main.*rejected.*Pull"):
        branches.push(opened(repository), trust=False)

    assert str(remote.branches.local["main"].target) == pushed


def test_a_repository_without_a_remote_says_how_to_add_one(repository: RepositoryBuilder) -> None:
    with pytest.raises(RepositoryError, match="git remote add"):
        branches.push(opened(repository), trust=False)


def test_a_remote_that_is_not_there_is_told_in_gits_words(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.git.remotes.create("origin", str(tmp_path / "missing.git"))

    with pytest.raises(RepositoryError, match=r"missing\.git"):
        branches.push(opened(repository), trust=False)


@pytest.mark.parametrize("kind", ["hook", "setting"])
def test_programs_of_the_repository_are_trusted_first(
    repository: RepositoryBuilder, remote: pygit2.Repository, kind: str
) -> None:
    if kind == "hook":
        repository.add_hook("pre-push", "echo checked >&2; touch pushed")
    else:
        repository.git.config["core.sshCommand"] = "touch pushed; ssh"

    with pytest.raises(UntrustedRepositoryError, match=r"pre-push hook|core\.sshcommand"):
        branches.push(opened(repository), trust=False)
    assert not (repository.root / "pushed").exists()

    branches.push(opened(repository), trust=True)
    assert str(remote.branches.local["main"].target) == repository.head


def test_a_push_that_a_hook_refuses_tells_all_the_hook_printed(
    repository: RepositoryBuilder, remote: pygit2.Repository
) -> None:
    repository.add_hook("pre-push", "echo 12 tests ran; echo 3 failed >&2; exit 1")
    said: list[str] = []

    with pytest.raises(RepositoryError) as refused:
        branches.push(opened(repository), trust=True, monitor=RunMonitor(said.append, lambda: False))

    what, _, details = str(refused.value).partition("\n")
    assert "did not push to origin/main" in what
    assert "pre-push hook" in what
    assert "12 tests ran\n3 failed" in details
    assert "12 tests ran\n3 failed" in said[-1]
    assert list(remote.branches.local) == []


def test_a_hook_that_runs_on_is_stopped_with_all_it_started(
    repository: RepositoryBuilder, remote: pygit2.Repository
) -> None:
    repository.add_hook("pre-push", "echo waiting >&2; sleep 600")
    said: list[str] = []

    with pytest.raises(StoppedError, match="stopped"):
        branches.push(
            opened(repository), trust=True, monitor=RunMonitor(said.append, lambda: "waiting" in "".join(said))
        )

    assert list(remote.branches.local) == []


def test_a_checkout_hook_is_trusted_first(repository: RepositoryBuilder) -> None:
    repository.git.branches.local.create("topic", repository.git.head.peel())
    repository.add_hook("post-checkout", "touch checked-out")

    with pytest.raises(UntrustedRepositoryError, match="post-checkout hook"):
        branches.switch(opened(repository), "topic", trust=False)
    assert repository.git.head.shorthand == "main"

    branches.switch(opened(repository), "topic", trust=True)
    assert (repository.git.head.shorthand, (repository.root / "checked-out").exists()) == ("topic", True)


def test_the_branch_with_the_latest_commit_is_the_first(repository: RepositoryBuilder) -> None:
    who = pygit2.Signature(*AUTHOR, 1_600_000_000, 0)
    old = repository.git.create_commit(None, who, who, "Old", repository.git.head.peel().tree_id, [])
    repository.git.references.create("refs/heads/a", old)

    assert branches.local_branches(opened(repository)) == ("main", "a")
