"""Promises of the marks of reviewed files: they go when what is proposed changes, not when it is decided."""

from msgspec.structs import replace

from guillemet.app.review.reviewed_files import ReviewedFiles
from guillemet.engine.review import Decision, FileReview, Kind
from tests.kit.reviews import EMPTY

FILES = tuple(FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 2, identity="one") for path in ("a.py", "b.py"))
REVIEW = replace(EMPTY, files=FILES)


def marked() -> ReviewedFiles:
    marks = ReviewedFiles()
    marks.follow(REVIEW)
    marks.toggle(["a.py"])
    return marks


def test_a_mark_goes_when_the_proposal_of_the_file_changes() -> None:
    marks = marked()

    marks.follow(replace(REVIEW, files=(replace(FILES[0], identity="two", added=2), FILES[1])))

    assert marks.paths == frozenset()


def test_a_mark_stays_when_the_file_or_a_hunk_of_it_is_decided() -> None:
    marks = marked()

    marks.follow(replace(REVIEW, files=(replace(FILES[0], identity="two", accepted_hunks=1, hunks=1), FILES[1])))
    marks.follow(replace(REVIEW, files=(replace(FILES[0], identity="three", decision=Decision.ACCEPTED), FILES[1])))

    assert marks.paths == {"a.py"}


def test_files_are_marked_together_and_unmarked_only_where_all_are() -> None:
    marks = marked()

    marks.toggle(["a.py", "b.py"])
    assert marks.paths == {"a.py", "b.py"}
    marks.toggle(["a.py", "b.py"])
    assert marks.paths == frozenset()
