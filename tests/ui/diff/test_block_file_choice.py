"""Promises of choosing another file for a block, at its place in the diff."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile
from guillemet.engine.applying.options import InFile
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Status
from guillemet.engine.review import (
    Review,
)
from guillemet.ui import file_search
from guillemet.ui.changes.file_chooser import FileChooser
from guillemet.ui.diff.pane import DiffPane
from tests.kit import reviews
from tests.kit.hands import buttons, press, words
from tests.ui.diff.hands import show_blocks


def missing(*nearest: Nearest) -> Review:
    """Return a review of one block whose file is missing, with these files that may be meant."""
    outcome = replace(reviews.not_found("src/shp.py"), reason=Reason.FILE_NOT_FOUND, nearest=nearest)
    return replace(reviews.EMPTY, outcomes=(outcome,))


NEAR_PATH = Nearest("src/shop.py", line=1, count=0, similarity=0.87)
WITH_TEXT = Nearest("lib/other.py", line=12, count=2, similarity=1)


def listing(*paths: str) -> FileListing:
    return FileListing(ListedFile(path) for path in paths)


def test_the_nearest_path_can_be_used_with_one_press(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, missing(NEAR_PATH))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Use this file: src/shop.py")

    assert wish.args == [1, InFile("src/shop.py")]


def test_a_file_that_may_be_meant_can_be_looked_at(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, missing(NEAR_PATH, WITH_TEXT))

    with qtbot.waitSignal(pane.blocks.file_requested) as wish:
        press(qtbot, pane, "line 12 in lib/other.py")

    assert wish.args == ["lib/other.py", 12]


def test_the_only_file_with_the_text_can_be_used_with_one_press(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, missing(NEAR_PATH, WITH_TEXT))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "File with this text")

    assert wish.args == [1, InFile("lib/other.py")]


@pytest.mark.parametrize("found", [(), (NEAR_PATH,), (WITH_TEXT, replace(WITH_TEXT, path="lib/more.py"))])
def test_no_file_with_the_text_is_offered_unless_it_is_the_only_one_and_it_is_said_why(
    qtbot: QtBot, pane: DiffPane, found: tuple[Nearest, ...]
) -> None:
    show_blocks(pane, missing(*found))

    why = "2 files have these lines: use one of them" if len(found) > 1 else "No other file has these lines"
    qtbot.waitUntil(lambda: why in words(pane))
    assert "File with this text" not in buttons(pane)
    said = next(one for one in pane.findChildren(QLabel) if one.isVisible() and why in one.text())
    below = said.mapTo(pane, said.rect().bottomLeft()).y()
    for name in ("Other file…", "Dismiss", "Copy block"):
        assert buttons(pane)[name].mapTo(pane, QPoint()).y() > below  # words stand among no buttons


def _begin_choosing(qtbot: QtBot, pane: DiffPane, review: Review) -> QLineEdit:
    pane.blocks.set_files(listing("src/total.py", "src/tax.py", "tests/test_total.py"))
    show_blocks(pane, review)
    press(qtbot, pane, "Other file…")
    qtbot.waitUntil(lambda: pane.findChild(FileChooser) is not None)
    field: QLineEdit = pane.findChild(FileChooser).findChild(QLineEdit)
    qtbot.waitUntil(field.hasFocus)
    return field


def test_another_file_is_found_by_some_letters_and_chosen_by_return(qtbot: QtBot, pane: DiffPane) -> None:
    field = _begin_choosing(qtbot, pane, missing())
    qtbot.keyClicks(field, "ttl")
    qtbot.keyClick(field, Qt.Key.Key_Down)

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert wish.args == [1, InFile("tests/test_total.py")]


def test_a_path_that_no_file_has_is_taken_as_it_is_typed(qtbot: QtBot, pane: DiffPane) -> None:
    field = _begin_choosing(qtbot, pane, missing())
    qtbot.keyClicks(field, "src/brand_new.py")

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert wish.args == [1, InFile("src/brand_new.py")]


def test_files_that_are_listed_meanwhile_are_offered(
    qtbot: QtBot, pane: DiffPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_search, "SLICE", -1)  # as if the search took long
    field = _begin_choosing(qtbot, pane, missing())
    qtbot.keyClicks(field, "late")
    pane.blocks.set_files(listing("src/late_one.py"))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert wish.args == [1, InFile("src/late_one.py")]


def test_choosing_a_file_asks_for_their_list(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, missing())

    with qtbot.waitSignal(pane.blocks.files_requested):
        press(qtbot, pane, "Other file…")


def test_escape_leads_from_the_empty_field_back_to_other_file(qtbot: QtBot, pane: DiffPane) -> None:
    field = _begin_choosing(qtbot, pane, missing())

    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert not field.isVisible()
    assert buttons(pane)["Other file…"].hasFocus()


def test_a_block_that_cannot_be_read_gets_no_other_file(qtbot: QtBot, pane: DiffPane) -> None:
    broken = Outcome(reviews.broken("a.py"), Status.FAILED, "a.py", reason=Reason.BROKEN, message="It never ended.")
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(broken,)))

    qtbot.waitUntil(lambda: "Dismiss" in buttons(pane))
    assert "Other file…" not in buttons(pane)


def test_a_block_found_by_its_text_can_get_another_file(qtbot: QtBot, pane: DiffPane) -> None:
    outcome = replace(reviews.not_found(reviews.ONE.files[0].path), status=Status.APPLIED, reason=None, nearest=())
    found = replace(outcome, flags=frozenset({Flag.FOUND_BY_TEXT}))
    show_blocks(pane, replace(reviews.ONE, outcomes=(found,)))

    qtbot.waitUntil(lambda: "Other file…" in buttons(pane))
    assert "File with this text" not in buttons(pane)
