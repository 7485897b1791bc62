"""Promises of the searched text of a block: compared with what stands in the file, and changed in a field."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from guillemet.engine.applying.options import SearchFor
from guillemet.engine.outcomes import Flag, Rung, Status
from guillemet.engine.review import (
    Decision,
    FileReview,
    Kind,
)
from guillemet.ui.diff.insets.searched_text import searched_against
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.unresolved_block import open_blocks
from guillemet.ui.widgets.code_box import CodeBox
from tests.kit import reviews
from tests.kit.hands import buttons, named, press, quick_presses, words
from tests.ui.diff.hands import resize, says, settle, show_blocks
from tests.ui.diff.test_block_places import PROBLEM


def test_a_line_end_behind_the_searched_text_is_no_line_of_its_own() -> None:
    assert len(searched_against("one\ntwo\n", "one\ntwo")) == 2
    assert len(searched_against("one\n\n", "one\n")) == 2


def test_another_text_is_searched_for_while_it_is_typed_and_tried_again(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)
    press(qtbot, pane, "Edit…")
    field = named(pane, QPlainTextEdit, "Searched text")
    qtbot.waitUntil(field.hasFocus)
    with qtbot.waitSignal(pane.blocks.search_requested) as typed:
        qtbot.keyClick(field, Qt.Key.Key_X)
    assert typed.args == [1, f"x{PROBLEM.outcomes[0].block.searched[0]}\n{PROBLEM.outcomes[0].block.searched[1]}"]

    found = replace(reviews.applied("src/x.py"), lines=(7,), message="")
    pane.blocks.show_preview(1, typed.args[1], found)
    assert "found at line 7, exact." in says(pane)
    pane.blocks.show_preview(1, typed.args[1], replace(found, how=Rung.WHITESPACE))
    assert "found at line 7. Medium certainty: the place equals the old lines but for white space" in says(pane)

    wishes: list[object] = []
    pane.blocks.choice_requested.connect(lambda *wish: wishes.append(wish))
    use = next(one for one in pane.findChildren(QPushButton) if one.text() == "Use this text")
    quick_presses(use, use.rect().center(), 90_000, 90_100)
    assert wishes == [(1, SearchFor(typed.args[1]))]

    qtbot.keyClick(field, Qt.Key.Key_X)
    assert "Try again" in buttons(pane)
    assert "Use this text" not in buttons(pane)


@pytest.mark.parametrize("height", [480, 360])
def test_what_a_typed_text_comes_to_stays_in_view_while_it_is_typed(qtbot: QtBot, pane: DiffPane, height: int) -> None:
    resize(pane, 1000, height)
    show_blocks(pane, PROBLEM)
    press(qtbot, pane, "Edit…")
    field = named(pane, QPlainTextEdit, "Searched text")
    qtbot.waitUntil(field.hasFocus)
    view = pane.splitter.main.viewport()

    for line in range(1, 8):
        qtbot.keyClicks(field, f"line {line}")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        nearest = replace(PROBLEM.outcomes[0].nearest[0], line=line, text=field.toPlainText())
        pane.blocks.show_preview(1, field.toPlainText(), replace(PROBLEM.outcomes[0], nearest=(nearest,)))
        settle()
        result = next(one for one in pane.findChildren(QLabel) if f"Nearest: line {line} " in one.text())
        for part in (field, result):
            top = view.mapFromGlobal(part.mapToGlobal(part.rect().topLeft())).y()
            assert 0 <= top <= view.height() - part.height()


def test_while_another_text_is_typed_that_is_compared_and_no_other(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    def compared() -> list[str]:
        names = [box.accessibleName() for box in pane.findChildren(CodeBox) if box.isVisible()]
        return [name for name in names if name != "Place here puts in:"]

    before, placing = compared(), [words for words in says(pane).split(" | ") if "Place here replaces" in words]
    press(qtbot, pane, "Edit…")
    assert compared() == ["Typed text against the file"]
    assert [words for words in says(pane).split(" | ") if "Place here replaces" in words] == placing
    qtbot.keyClick(named(pane, QPlainTextEdit, "Searched text"), Qt.Key.Key_X)
    show_blocks(pane, PROBLEM)
    assert compared() == ["Typed text against the file"]
    press(qtbot, pane, "Cancel")

    assert compared() == before


def test_another_file_and_another_text_are_asked_for_one_at_a_time(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)
    press(qtbot, pane, "Other file…")

    press(qtbot, pane, "Edit…")

    captions = [one.text() for one in pane.findChildren(QPushButton) if one.isVisible()]
    assert captions.count("Cancel") == 1
    assert "Other file…" in captions
    qtbot.waitUntil(named(pane, QPlainTextEdit, "Searched text").hasFocus)


def test_the_field_for_another_text_is_closed_when_the_text_was_found(qtbot: QtBot, pane: DiffPane) -> None:
    file = FileReview("src/x.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)
    show_blocks(pane, replace(PROBLEM, files=(file,)))
    press(qtbot, pane, "Edit…")
    failed = PROBLEM.outcomes[0]
    found = replace(failed, status=Status.APPLIED, reason=None, lines=(7,), flags=frozenset({Flag.SEARCHED_BY_HAND}))
    found = replace(found, message="You changed the searched text.")
    assert "Cancel" in buttons(pane)

    show_blocks(pane, replace(PROBLEM, files=(file,), outcomes=(found,)))

    assert "Edit…" in buttons(pane)
    assert "Try again" not in buttons(pane)
    assert "placed · line 7 · You changed the searched text." in words(pane)  # which is said once


def test_a_preview_of_a_text_that_is_not_typed_any_more_is_not_shown(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)
    press(qtbot, pane, "Edit…")

    pane.blocks.show_preview(1, "something else", replace(reviews.applied("src/x.py"), lines=(7,)))

    assert "found at line 7" not in says(pane)


@pytest.mark.parametrize("is_settled", [True, False], ids=["the block is settled", "the block is another one"])
def test_letters_that_were_meant_for_the_searched_text_decide_nothing_once_the_field_is_gone(
    qtbot: QtBot, pane: DiffPane, *, is_settled: bool
) -> None:
    file = FileReview("src/x.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)
    review = replace(PROBLEM, files=(file,))
    show_blocks(pane, review)
    press(qtbot, pane, "Edit…")
    field = named(pane, QPlainTextEdit, "Searched text")
    qtbot.waitUntil(field.hasFocus)
    asked = list[str]()
    pane.accept_requested.connect(asked.append)
    pane.decisions.accept_part_requested.connect(lambda path, _: asked.append(path))

    outcome = reviews.applied("src/x.py", number=4) if is_settled else reviews.ambiguous("src/x.py", number=4)
    pane.set_files(review.files, open_blocks(replace(review, outcomes=(outcome,))))
    settle()
    if (focused := QApplication.focusWidget()) is not None:
        qtbot.keyClick(focused, Qt.Key.Key_Y)

    assert asked == []
