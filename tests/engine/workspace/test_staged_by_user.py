"""Promises about what the user staged beside, before and after accepting."""

import pygit2
import pytest
from pygit2.enums import FileMode

from guillemet.engine.workspace import Workspace
from tests.engine.workspace.test_commit import accepted
from tests.kit.replies import edit
from tests.kit.repositories import AUTHOR, RepositoryBuilder


def test_what_else_the_user_staged_stays_staged(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.stage({"mine.txt": "mine, staged\n"})

    workspace.commit("Only mine is left out")

    assert repository.committed("mine.txt") == b"mine\n"
    assert repository.staged("mine.txt") == b"mine, staged\n"


def test_what_the_user_staged_of_an_accepted_file_since_is_part_of_the_commit(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.stage({"a.txt": "A\nmine\n"})

    assert workspace.review().commit[0].note == "what you staged of it yourself is committed, too"
    workspace.commit("Both")

    assert repository.committed("a.txt") == repository.staged("a.txt") == b"A\nmine\n"
    workspace.undo()
    assert repository.staged("a.txt") == b"A\nmine\n"


def test_the_list_says_that_what_the_user_did_not_stage_is_left_out(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\nb\nc\nd\ne\nf\ng\nh\n"})
    repository.stage({"a.txt": "a\nb\nc\nd\nstaged\nf\ng\nh\n"})
    repository.write({"a.txt": "a\nb\nc\nd\nstaged\nf\ng\nnot staged\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A"))

    note = workspace.accept_all().review.commit[0].note

    assert note == (
        "what you staged of it yourself is committed, too. What you did not stage is left out; it stays in the file"
    )
    workspace.commit("A part")
    assert repository.committed("a.txt") == b"A\nb\nc\nd\nstaged\nf\ng\nh\n"
    assert repository.read("a.txt") == b"A\nb\nc\nd\nstaged\nf\ng\nnot staged\n"


def test_what_was_staged_before_accepting_is_part_of_the_commit(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\nb\n"})
    repository.stage({"a.txt": "a\nmine\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()

    workspace.commit("Both")

    assert repository.committed("a.txt") == repository.staged("a.txt") == b"A\nmine\n"


def test_a_part_of_a_file_that_the_user_staged_after_us_is_part_of_the_commit(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.stage()
    repository.stage({"a.txt": "A\nmine\n"})
    repository.write({"a.txt": "A\nmine\nmore\n"})

    workspace.commit("Both")

    assert repository.committed("a.txt") == repository.staged("a.txt") == b"A\nmine\n"
    assert repository.read("a.txt") == b"A\nmine\nmore\n"


@pytest.mark.parametrize("in_index", ["theirs", "ours"])
def test_what_was_staged_is_staged_with_what_head_got_since(repository: RepositoryBuilder, in_index: str) -> None:
    theirs, both = "first\n\n\n\n\nTHEIRS\n", "FIRST\n\n\n\n\nTHEIRS\n"
    repository.commit({"far.txt": "first\n\n\n\n\nlast\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("far.txt", "first", "FIRST"))
    workspace.accept_all(stage=True)
    if in_index == "theirs":
        repository.commit({"far.txt": theirs})
    else:
        tree = repository.git.TreeBuilder(repository.git.head.peel(pygit2.Tree))
        tree.insert("far.txt", repository.git.create_blob(theirs.encode()), FileMode.BLOB)
        who = pygit2.Signature(*AUTHOR)
        repository.git.create_commit("HEAD", who, who, "Theirs", tree.write(), [repository.git.head.target])
    repository.write({"far.txt": both})

    workspace.commit("Ours")

    assert repository.committed("far.txt") == repository.staged("far.txt") == both.encode()
