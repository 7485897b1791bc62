"""Promises of a byte-order mark that comes or goes alone: a hunk of its own, which is seen and decided like others."""

import pytest

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.parts import part_of
from guillemet.engine.review import Decision, Part
from guillemet.engine.workspace import Workspace
from guillemet.settings import WhiteSpace
from tests.engine.workspace.parts import opened
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

MARK = b"\xef\xbb\xbf"
REPLY = edit("a.txt", "one", "\ufeffone")


def content_of(workspace: Workspace, white_space: WhiteSpace = WhiteSpace.ALL) -> DiffContent:
    return prepare(workspace.texts("a.txt"), white_space=white_space)


def mark_of(workspace: Workspace) -> Part:
    content = content_of(workspace)
    return part_of(content.hunks, content.texts.identity)


@pytest.mark.parametrize("white_space", list(WhiteSpace))
def test_the_first_line_shows_the_mark_as_a_change_whatever_white_space_counts(
    repository: RepositoryBuilder, white_space: WhiteSpace
) -> None:
    content = content_of(opened(repository, {"a.txt": b"one\ntwo\n"}, REPLY), white_space)

    assert (content.old.shown, content.new.shown) == (("one", "two"), ("‹BOM›one", "two"))
    assert [str(number) for number in content.numbers] == ["hunk 1 of 1"]
    assert (content.added, content.removed, content.new.marks(0)) == (1, 1, ((0, 5),))
    assert [content.new.copied(0, *span) for span in ((0, None), (2, 6), (6, 8))] == ["one", "o", "ne"]


@pytest.mark.parametrize("accepts", [True, False])
def test_the_hunk_of_a_mark_is_decided_and_reset(repository: RepositoryBuilder, *, accepts: bool) -> None:
    workspace = opened(repository, {"a.txt": b"one\ntwo\n"}, REPLY)
    decide = workspace.accept_part if accepts else workspace.reject_part

    done = decide("a.txt", mark_of(workspace))

    assert done.refusals == ()
    assert [file.decision for file in done.review.files] == [Decision.ACCEPTED if accepts else Decision.REJECTED]
    assert repository.read("a.txt") == (MARK if accepts else b"") + b"one\ntwo\n"

    done = workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity)

    assert done.refusals == ()
    assert [file.decision for file in done.review.files] == [Decision.UNDECIDED]
    assert repository.read("a.txt") == b"one\ntwo\n"
    assert content_of(workspace).new.shown[0] == "‹BOM›one"
