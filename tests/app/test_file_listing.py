"""Promises of the listing: the order people expect, folders as spans, and what is in the conversation laid over it."""

import pytest

from guillemet.app.file_listing import FileListing, FolderSpan
from guillemet.app.turns import ListedFile, Use


def listing(*paths: str) -> FileListing:
    return FileListing(ListedFile(path) for path in paths)


def test_folders_come_before_files_and_capital_letters_do_not_count() -> None:
    assert listing("b.py", "a/z", "B/y", "A.py", "a/b/x", "_.py").paths == [
        "a/b/x",
        "a/z",
        "B/y",
        "_.py",
        "A.py",
        "b.py",
    ]


@pytest.mark.parametrize("name", ["a.py", "a", "A", "ä", "a\tb", "a\x01", "İ", "ﬁ"])
def test_a_folder_is_a_span_whatever_it_and_its_neighbours_are_called(name: str) -> None:
    others = ("a-b/x", "a.py2", "a0", "aa/y", "b/a/x", "A1/x")
    made = listing(f"{name}/x", f"{name}/b/y", *others)
    (folder,) = (span for span in made.folders(made.top) if span.path == f"{name}/")

    assert made.paths[folder.start : folder.end] == [f"{name}/b/y", f"{name}/x"]
    assert made.folders(folder) == [FolderSpan(f"{name}/b/", folder.start, folder.start + 1)]


def test_uses_are_counted_for_folders_and_files_that_are_gone_do_not_count() -> None:
    made = listing("a/x", "a/y", "b").with_uses({"a/y": Use.IN, "b": Use.READ_ONLY, "gone": Use.IN})
    (folder,) = made.folders(made.top)

    assert [made.count(made.top, use) for use in (Use.IN, Use.READ_ONLY, Use.OUT)] == [1, 1, 1]
    assert (made.use(folder), made.use(FolderSpan("a/y", 1, 2)), made.use_of("a/x")) == (None, Use.IN, Use.OUT)
    assert made.used == ("a/y", "b")


def test_another_use_leaves_the_listing_as_it_was() -> None:
    made = FileListing([ListedFile("a", "M", Use.IN)])

    assert made.with_uses({}).file(0) == ListedFile("a", "M")
    assert made.file(0) == ListedFile("a", "M", Use.IN)
