"""Searching the contents of a diff beside the GUI thread."""

from threading import Event

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from guillemet.app.review.text_search import Portion, TextSearch, search_some
from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.finding import Query
from guillemet.engine.review import FileTexts


def content(after: str, path: str = "a") -> DiffContent:
    return prepare(FileTexts(path, "", after))


def spans(query: Query, text: str) -> list[tuple[int, int, int]]:
    portion = search_some(query, (content(text),), Event())
    assert not portion.failure
    return [(place.line, place.start, place.end) for place in portion.files[0].found]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("w[a-z]+d", "x\na Word wd wild\n", [(1, 2, 6), (1, 10, 14)]),
        ("W[a-z]+d", "a Word word\n", [(0, 2, 6)]),
        (r"^\s+$", "a\n  \nb\n", [(1, 0, 2)]),
        (r"a\s+b", "a\nb\n", []),
        ("x*", "axxb\n", [(0, 1, 3)]),
        ("b+", "😀😀bb😀b\n", [(0, 2, 4), (0, 5, 6)]),
    ],
)
def test_a_pattern_finds_places_in_single_lines(pattern: str, text: str, found: list[tuple[int, int, int]]) -> None:
    assert spans(Query(pattern, is_pattern=True), text) == found


def test_a_pattern_that_takes_too_long_ends_the_search_and_says_so() -> None:
    contents = (content("fine\n", "a"), content("a" * 50 + "!\n", "b"), content("fine\n", "c"))

    portion = search_some(Query("(a+)+$|fine", is_pattern=True), contents, Event())

    assert [file.content.path for file in portion.files] == ["a"]
    assert portion.failure == "the expression takes too long; make it simpler"
    assert portion.rest == ()


def test_what_is_no_pattern_is_said() -> None:
    portion = search_some(Query("(", is_pattern=True), (content("a\n"),), Event())

    assert portion.failure == "not a regular expression: missing closing parenthesis"


def test_a_search_that_is_cancelled_leaves_the_rest(qtbot: QtBot) -> None:
    owner = QObject()
    search = TextSearch(owner)
    portions: list[Portion] = []
    search.found.connect(portions.append)

    search.start(Query("old"), [content("old\n", str(number)) for number in range(100)])
    search.start(Query("new"), [content("new\n", "b")])

    qtbot.waitUntil(lambda: bool(portions) and not search.is_running)
    assert [file.content.path for portion in portions for file in portion.files] == ["b"]


def test_portions_hold_all_files_in_their_order(qtbot: QtBot) -> None:
    owner = QObject()
    search = TextSearch(owner)
    paths: list[str] = []
    search.found.connect(lambda portion: paths.extend(file.content.path for file in portion.files))
    contents = [content("word\n" * 2_000, str(number)) for number in range(4)]

    search.start(Query("nowhere"), contents)

    qtbot.waitUntil(lambda: not search.is_running)
    assert paths == ["0", "1", "2", "3"]
