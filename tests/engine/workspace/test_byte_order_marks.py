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


LINES = b"one\ntwo\nthree\nfour\n"
BOTH = REPLY + edit("a.txt", "four", "FOUR")


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("is_mark_first", [True, False])
@pytest.mark.parametrize("accepts_mark", [True, False])
def test_a_mark_beside_other_hunks_is_a_hunk_of_its_own_and_written_only_with_that(
    repository: RepositoryBuilder, ending: bytes, *, is_mark_first: bool, accepts_mark: bool
) -> None:
    workspace = opened(repository, {"a.txt": LINES.replace(b"\n", ending)}, BOTH)
    content = content_of(workspace)
    assert [str(number) for number in content.numbers] == ["hunk 1 of 2", "hunk 2 of 2"]
    assert workspace.review().files[0].hunks == 2
    assert (content.old.shown[0], content.new.shown[0]) == ("one", "‹BOM›one")

    def decide(hunk: int, *, accepts: bool) -> bytes:
        found = content_of(workspace)
        part = part_of(found.hunks[hunk:][:1], found.texts.identity)
        assert (workspace.accept_part if accepts else workspace.reject_part)("a.txt", part).refusals == ()
        return repository.read("a.txt")

    if is_mark_first:
        assert decide(0, accepts=accepts_mark).startswith(MARK) is accepts_mark
        written = decide(-1, accepts=True)
    else:
        assert not decide(1, accepts=True).startswith(MARK)
        assert content_of(workspace).new.shown[0] == "‹BOM›one"
        written = decide(0, accepts=accepts_mark)

    assert written == MARK * accepts_mark + LINES.replace(b"four", b"FOUR").replace(b"\n", ending)
    assert workspace.review().files[0].decision is not Decision.UNDECIDED


def test_a_mark_is_part_of_the_hunk_that_changes_the_first_line_too(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LINES}, edit("a.txt", "one\ntwo", "\ufeffone\nTWO"))
    content = content_of(workspace)
    assert ([str(number) for number in content.numbers], content.new.shown[:2]) == (
        ["hunk 1 of 1"],
        ("‹BOM›one", "TWO"),
    )

    workspace.accept_part("a.txt", Part(((1, 2),), ((1, 2),), content.texts.identity))

    assert repository.read("a.txt") == LINES.replace(b"two", b"TWO")
    assert content_of(workspace).new.shown[:2] == ("‹BOM›one", "TWO")


def test_a_mark_is_left_out_of_the_commit_by_itself(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LINES}, BOTH)
    workspace.accept(["a.txt"])
    content = prepare(*workspace.commit_texts(["a.txt"]), is_proposed=False, is_of_commit=True)
    assert ([str(number) for number in content.numbers], content.new.shown[0]) == (
        ["hunk 1 of 2 in the commit", "hunk 2 of 2 in the commit"],
        "‹BOM›one",
    )

    workspace.include_hunks("a.txt", part_of(content.hunks[:1], content.texts.identity), included=False)
    workspace.commit("All but the mark")

    after = LINES.replace(b"four", b"FOUR")
    assert (repository.committed("a.txt"), repository.read("a.txt")) == (after, MARK + after)
    assert [line.path for line in workspace.review().commit] == ["a.txt"]
