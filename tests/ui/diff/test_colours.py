"""Syntax colours: worked out beside the GUI thread, for the file that is shown."""

from collections.abc import Iterable
from typing import Any

import pytest
from pygments.lexers import get_lexer_for_filename
from pygments.token import Token
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.document import document_of
from guillemet.engine.review import FileTexts
from guillemet.ui.diff import highlighter
from guillemet.ui.diff.formatting import Formats, RowLook
from guillemet.ui.diff.highlighter import (
    SLICE,
    DocumentColours,
    Highlighter,
    HighlightWorker,
    Slice,
    Window,
    lexer_of_file,
)
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style.theme import DARK, LIGHT

KEYWORD = Formats(LIGHT).syntax(Token.Keyword).foreground().color().name()
SOURCE = 'def total(values):\n    """Add them."""\n    return sum(values)\n'


def taken(qtbot: QtBot, run: Highlighter) -> list[Slice]:
    qtbot.waitUntil(lambda: not run.is_running)
    return run.take()


def words(line: str, part: Slice, at: int) -> list[str]:
    return [line[start:end] for start, end, _ in part.lines[at]]


def test_the_keywords_of_a_line_are_told(qtbot: QtBot) -> None:
    lines = SOURCE.splitlines()
    new = taken(qtbot, Highlighter("a.py", (), lines))[0]

    assert words(lines[0], new, 0) == ["def", "total"]


def test_every_line_is_given_once_and_in_order(qtbot: QtBot) -> None:
    lines = SOURCE.splitlines() * 700
    parts = [part for part in taken(qtbot, Highlighter("a.py", (), lines)) if not part.is_old]

    assert [part.first for part in parts] == list(range(0, len(lines) + 1, SLICE))
    assert sum(len(part.lines) for part in parts) == len(lines)


def test_a_text_over_several_lines_is_told_on_each_of_them(qtbot: QtBot) -> None:
    lines = ['x = """one', "two", 'three"""']
    new = taken(qtbot, Highlighter("a.py", (), lines))[0]

    assert words(lines[1], new, 1) == ["two"]


def test_what_is_on_the_screen_comes_first(qtbot: QtBot) -> None:
    lines = SOURCE.splitlines() * 1_000
    parts = taken(qtbot, Highlighter("a.py", (), lines, windows=[Window(is_old=False, first=2_500, last=2_540)]))

    assert set(range(2_500, 2_541)) <= set(range(parts[0].first, parts[0].first + len(parts[0].lines)))


def test_lines_folded_between_those_on_the_screen_wait_unless_a_text_begins_there(qtbot: QtBot) -> None:
    lines = SOURCE.splitlines() * 30
    windows = [Window(is_old, first, first + 2) for is_old in (False, True) for first in (0, 60)]
    parts = taken(qtbot, Highlighter("a.py", lines, lines, windows=windows))
    in_view = [(False, 0, 3), (False, 60, 3), (True, 0, 3), (True, 60, 3)]
    assert [(part.is_old, part.first, len(part.lines)) for part in parts[:4]] == in_view
    assert words(lines[60], parts[1], 0) == ["def", "total"]

    begun = [*lines[:20], 'x = """', *lines[21:40], "# don't", *lines[41:]]
    of_text = taken(qtbot, Highlighter("a.py", (), begun, windows=windows[:2]))[1]
    assert words(lines[60], of_text, 0) == [lines[60]]


def test_a_cancelled_run_ends(qtbot: QtBot) -> None:
    run = Highlighter("a.py", (), SOURCE.splitlines() * 6_000)
    run.cancel()

    qtbot.waitUntil(lambda: not run.is_running)

    assert sum(len(part.lines) for part in run.take()) < 18_000


def test_a_file_of_no_known_language_has_no_colours(qtbot: QtBot) -> None:
    assert taken(qtbot, Highlighter("notes.unheard", (), ["def x():"])) == []


@pytest.mark.parametrize(
    "name",
    [
        "a.py",
        "SConstruct",
        "a.h",
        "a.php5",
        "index.html",
        "a.S",
        "CMakeLists.txt",
        "Makefile.am",
        "a.json",
        "a.sh",
        "a.m",
    ],
)
def test_a_file_has_the_language_that_pygments_finds_for_its_name(name: str) -> None:
    assert type(lexer_of_file(name)) is type(get_lexer_for_filename(name))


def test_lines_that_are_left_keep_their_colours_until_the_side_is_read_to_its_end() -> None:
    lines = SOURCE.splitlines()
    first = document_of(content("a.py", "\n".join([*lines, "x = 1", *lines]), SOURCE))
    known = DocumentColours(first)
    known.of_file[0].add(Slice(is_old=True, first=0, lines=tuple(((0, at + 1, Token.Name),) for at in range(7))))
    known.of_file[0].add(Slice(is_old=False, first=0, lines=(((0, 3, Token.Keyword),),)))
    known.of_file[0].complete.update((True, False))

    changed = document_of(content("a.py", "\n".join([*lines, "y = 2", "z = 3", *lines]), SOURCE))
    now = DocumentColours(changed, known)

    ends = [spans and spans[0][1] for line in range(8) for spans in [now.spans(True, line)]]  # noqa: FBT003  a side
    assert ends == [1, 2, 3, None, None, 5, 6, 7]
    assert now.spans(False, 0) == ((0, 3, Token.Keyword),)  # noqa: FBT003  a side
    assert now.begin(0) == [True]
    assert DocumentColours(changed, now).begin(0) == [True]


def content(path: str, before: str, after: str) -> DiffContent:
    return prepare(FileTexts(path, before, after))


def colours_of(pane: DiffPane, row: int) -> set[str]:
    block = pane.splitter.main.document().findBlockByNumber(row)
    return {made.format.foreground().color().name() for made in block.layout().formats()}


def backs_of(pane: DiffPane, row: int) -> dict[tuple[int, int], str]:
    block = pane.splitter.main.document().findBlockByNumber(row)
    return {
        (made.start, made.length): made.format.background().color().name()
        for made in block.layout().formats()
        if made.format.hasProperty(made.format.Property.BackgroundBrush)
    }


def test_lines_that_are_being_coloured_are_not_coloured_twice(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Window] = []

    class Counted(Highlighter):
        def __init__(self, *args: Any, windows: Iterable[Window] = (), **kinds: Any) -> None:
            begun.extend(windows)
            super().__init__(*args, windows=windows, **kinds)

    monkeypatch.setattr(highlighter, "Highlighter", Counted)
    parent = QObject()
    colours = HighlightWorker(parent)
    document = document_of(content("a.py", SOURCE * 500, SOURCE * 501))
    window = Window(is_old=False, first=400, last=440)
    below = Window(is_old=False, first=430, last=470)
    colours.start(document, [window])
    qtbot.waitUntil(lambda: bool(begun))

    colours.want([window])
    colours.want([below])

    assert begun == [window, below]
    colours.stop()


def test_a_side_of_which_colours_are_known_is_read_whole_once_no_other_document_follows(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, spans_by_line = list[str](), highlighter._spans_by_line
    monkeypatch.setattr(
        highlighter, "_spans_by_line", lambda lexer, text: read.append(text) or spans_by_line(lexer, text)
    )
    parent = QObject()
    colours = HighlightWorker(parent)
    colours.start(document_of(content("a.py", SOURCE * 100, SOURCE * 101)), [Window(is_old=True, first=0, last=0)])
    qtbot.waitUntil(lambda: not colours.is_running)
    read.clear()

    for number in range(3):  # as hunks of the file are accepted
        before = f"{SOURCE * 100}x = {number}\n"
        colours.start(document_of(content("a.py", before, SOURCE * 101)), [Window(is_old=True, first=300, last=300)])
        qtbot.waitUntil(lambda: colours.colours.spans(True, 300) is not None)  # noqa: FBT003  a side
    qtbot.waitUntil(lambda: not colours.is_running)

    assert [text[-5:] for text in read if text.count("\n") > 250] == ["x = 2"]


def test_lines_in_view_get_their_colours(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(content("a.py", "", SOURCE))

    qtbot.waitUntil(lambda: KEYWORD in colours_of(pane, 1))


def test_colours_of_a_file_no_longer_shown_do_not_arrive(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(content("a.py", "", SOURCE * 2_000))
    pane.show_content(content("b.unheard", "", SOURCE))
    pane.show_content(content("c.py", "", "x\n" + SOURCE))

    qtbot.waitUntil(lambda: KEYWORD in colours_of(pane, 2))
    assert colours_of(pane, 1) == set()


def test_lines_scrolled_to_get_their_colours_in_a_long_file(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(content("a.py", "", SOURCE * 8_000))
    row = 20_001
    pane.splitter.go_to(row)

    qtbot.waitUntil(lambda: len(colours_of(pane, row)) > 0, timeout=10_000)


def test_changed_words_are_marked_on_both_sides(pane: DiffPane) -> None:
    pane.show_content(content("a.txt", "one old three\n", "one fresh three\n"))

    old = pane.splitter.editors[0].document().findBlockByNumber(1).layout().formats()
    assert [(made.start, made.length) for made in old] == [(4, 3)]
    assert backs_of(pane, 1) == {(4, 5): LIGHT.added_word}


def test_marks_stand_right_behind_signs_that_take_two_units(pane: DiffPane) -> None:
    pane.show_content(content("a.txt", "😀 😀 old\n", "😀 😀 new\n"))

    assert list(backs_of(pane, 1)) == [(6, 3)]


def test_another_theme_dresses_the_same_words_anew(pane: DiffPane) -> None:
    pane.show_content(content("a.txt", "one old three\n", "one fresh three\n"))
    pane.set_theme(DARK)

    assert backs_of(pane, 1) == {(4, 5): DARK.added_word}


def test_old_lines_get_their_colours_too(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(content("a.py", SOURCE, SOURCE.replace("sum", "max")))
    old = pane.splitter.editors[0].document().findBlockByNumber(1).layout()

    qtbot.waitUntil(lambda: len(old.formats()) > 0)


def test_only_the_rows_of_a_decided_hunk_are_formatted_anew(pane: DiffPane, monkeypatch: pytest.MonkeyPatch) -> None:
    between = "".join(f"line {number}\n" for number in range(3))
    after = f"first = two\n{between}last = two\n"
    pane.show_content(content("notes.unheard", f"first = one\n{between}last = one\n", after))
    assert backs_of(pane, 1) == {(8, 3): LIGHT.added_word}
    formatted, formats = list[str](), RowLook.formats
    monkeypatch.setattr(
        RowLook, "formats", lambda look, text, made: formatted.append(text) or formats(look, text, made)
    )

    pane.show_content(content("notes.unheard", f"first = two\n{between}last = one\n", after))

    rows = [pane.splitter.main.document().findBlockByNumber(row).text() for row in range(len(pane.splitter.rows))]
    assert "last = two" not in formatted, "rows that only move were formatted"
    assert backs_of(pane, rows.index("first = two")) == {}
    assert backs_of(pane, rows.index("last = two")) == {(7, 3): LIGHT.added_word}
