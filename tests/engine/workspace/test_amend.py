"""Promises of amending the last commit, and of committing to a new branch."""

import pytest

from guillemet.engine.errors import RepositoryError
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.test_commit import accepted, needs_git
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def parents(repository: RepositoryBuilder) -> list[str]:
    return [str(one) for one in repository.git[repository.head].parent_ids]


@pytest.mark.parametrize("hook", ["", pytest.param("exit 0", marks=needs_git)])
def test_amending_puts_what_is_listed_into_the_last_commit(repository: RepositoryBuilder, hook: str) -> None:
    workspace = accepted(repository)
    if hook:
        repository.add_hook("pre-commit", hook)
    old, before = repository.head, parents(repository)

    done = workspace.commit("Better words", amend=True, trust=True)

    assert (done.commit, parents(repository)) == (repository.head, before)
    assert repository.git[repository.head].message == "Better words\n"
    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (b"A\n", b"b\n")
    assert [line.path for line in done.committed] == ["a.txt", "c.txt"]
    assert (done.review.undo, repository.status()) == ("Amend “Better words”", {})
    amended = repository.head
    workspace.undo()
    assert (repository.head, [line.path for line in workspace.review().commit]) == (old, ["a.txt", "c.txt"])
    assert repository.staged("a.txt") == b"a\n"
    workspace.redo()
    assert (repository.head, repository.status()) == (amended, {})


def test_an_amended_commit_keeps_its_author_and_without_another_one_its_message(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.git.config["user.name"] = "Grace Example"

    workspace.commit("", amend=True)

    commit = repository.git[repository.head]
    assert (commit.message, commit.author.name, commit.committer.name) == ("A step\n", "Ada Example", "Grace Example")
    assert workspace.undo().message == ""  # nothing to write again: the commit before has it


def test_a_message_alone_can_be_amended(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)
    repository.commit({"a.txt": "a\n"})

    with pytest.raises(RepositoryError, match="nothing to amend"):
        workspace.commit("", amend=True)
    with pytest.raises(RepositoryError, match="no longer the last commit"):
        workspace.commit("Other words", amend=str(repository.git.head.peel().parent_ids[0]))
    workspace.commit("Other words", amend=repository.head)

    assert (repository.git[repository.head].message, repository.status()) == ("Other words\n", {})
    assert workspace.undo().message == "Other words\n"


def test_a_commit_that_was_pushed_is_not_amended(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.git.references.create("refs/remotes/origin/main", repository.head)
    before = repository.state()

    with pytest.raises(RepositoryError, match="was pushed"):
        workspace.commit("Better", amend=True)

    assert repository.state() == before


def test_there_must_be_a_commit_to_amend(empty_repository: RepositoryBuilder) -> None:
    with pytest.raises(RepositoryError, match="no commit to amend"):
        Workspace.open(empty_repository.root).commit("First", amend=True)


@needs_git
def test_an_amendment_that_was_cut_off_is_settled(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "echo made > made.txt && git add made.txt && touch .git/index.lock")
    with pytest.raises(RepositoryError):
        workspace.commit("Better", amend=True, trust=True)
    (repository.root / ".git" / "index.lock").unlink()

    review = Workspace.open(repository.root).review()

    assert (review.undo, review.commit, repository.status()) == ("Amend “Better”", (), {})


def test_a_commit_to_a_new_branch_leaves_the_old_one(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    old = repository.head

    workspace.commit("On its own", branch="topic/one")

    assert repository.git.head.shorthand == "topic/one"
    assert (str(repository.git.branches.local["main"].target), parents(repository)) == (old, [old])
    workspace.undo()
    assert (repository.git.head.shorthand, repository.head) == ("main", old)


@pytest.mark.parametrize("name", ["main", "a..b", "-f", "with blank", ""])
def test_a_branch_that_cannot_be_made_leaves_everything_as_it_was(repository: RepositoryBuilder, name: str) -> None:
    workspace = accepted(repository)
    before, refs = repository.state(), repository.refs()

    if name:
        with pytest.raises(RepositoryError, match=r"already|cannot be the name"):
            workspace.commit("Why", branch=name)
    with pytest.raises(RepositoryError, match=r"already|cannot be the name"):
        workspace.switch_branch(name, create=True)

    after = {key: value for key, value in repository.refs().items() if "guillemet" not in key}
    assert (repository.state(), after) == (before, {k: v for k, v in refs.items() if "guillemet" not in k})


@needs_git
def test_a_commit_that_a_hook_refuses_makes_no_branch(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "exit 1")

    with pytest.raises(RepositoryError):
        workspace.commit("Why", branch="topic", trust=True)

    assert (repository.git.head.shorthand, list(repository.git.branches.local)) == ("main", ["main"])


@needs_git
def test_a_proposal_stays_when_another_branch_is_checked_out(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "1\n2\n3\n4\n5\n"})
    repository.git.branches.local.create("topic", repository.git.head.peel())
    repository.commit({"a.txt": "1\n2\n3\n4\nFIVE\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "1", "ONE"))

    done = workspace.switch_branch("topic")

    assert (repository.git.head.shorthand, repository.read("a.txt")) == ("topic", b"1\n2\n3\n4\n5\n")
    texts = workspace.texts(done.review.files[0].path)
    assert (texts.before, texts.after) == ("1\n2\n3\n4\n5\n", "ONE\n2\n3\n4\n5\n")


@needs_git
def test_a_branch_is_not_switched_to_when_that_would_lose_something(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n"})
    repository.git.branches.local.create("topic", repository.git.head.peel())
    repository.commit({"a.txt": "b\n"})
    repository.write({"a.txt": "mine\n"})
    before = repository.state()

    with pytest.raises(RepositoryError, match=r"does not switch to topic.* would be overwritten: a\.txt\. Commit"):
        Workspace.open(repository.root).switch_branch("topic")

    assert repository.state() == before
