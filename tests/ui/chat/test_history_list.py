"""Promises of the kept conversations: they are searched, opened, renamed, exported, deleted, by keys and by mouse."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QMenu
from pytestqt.qtbot import QtBot

from guillemet.app.turns import ConversationHead
from guillemet.ui.chat.history_list import HistoryList, when
from tests.kit.hands import named, press, show, words

NOW = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)
HEADS = (
    ConversationHead(7, "Tax rates for totals", "/home/me/parcel", NOW, 12, "…the «rate» of the country…"),
    ConversationHead(5, "Why is the build slow?", "/home/me/parcel", NOW - timedelta(days=1), 2),
    ConversationHead(3, "Rename the module", "/home/me/other", NOW - timedelta(days=40), 1),
)


@pytest.fixture
def kept(qtbot: QtBot) -> HistoryList:
    kept = show(qtbot, HistoryList(), height=500)
    kept.set_heads(HEADS)
    kept.start()
    return kept


def field(kept: HistoryList) -> QLineEdit:
    return named(kept, QLineEdit, "Search conversations")


def entries(kept: HistoryList) -> QListView:
    return kept.findChild(QListView)


def spoken(kept: HistoryList, row: int) -> str:
    return str(entries(kept).model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))


def test_starting_asks_for_the_conversations_of_this_repository(qtbot: QtBot) -> None:
    kept = show(qtbot, HistoryList())

    with qtbot.waitSignal(kept.search_requested) as wish:
        kept.start()

    assert wish.args == ["", False]


def test_typing_searches(qtbot: QtBot, kept: HistoryList) -> None:
    with qtbot.waitSignal(kept.search_requested) as wish:
        qtbot.keyClicks(field(kept), "tax rate")

    assert wish.args == ["tax rate", False]


def test_all_repositories_can_be_searched(qtbot: QtBot, kept: HistoryList) -> None:
    with qtbot.waitSignal(kept.search_requested) as wish:
        press(qtbot, kept, "All")
    kept.set_heads(HEADS)

    assert wish.args == ["", True]
    assert "other" in spoken(kept, 2)


def test_return_opens_the_chosen_conversation(qtbot: QtBot, kept: HistoryList) -> None:
    qtbot.keyClick(field(kept), Qt.Key.Key_Down)

    with qtbot.waitSignal(kept.open_requested) as wish:
        qtbot.keyClick(field(kept), Qt.Key.Key_Return)

    assert wish.args == [5]


def test_a_press_opens(qtbot: QtBot, kept: HistoryList) -> None:
    listed = entries(kept)
    spot = listed.visualRect(listed.model().index(2, 0)).center()

    with qtbot.waitSignal(kept.open_requested) as wish:
        qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    assert wish.args == [3]


def test_a_conversation_is_renamed_in_place(qtbot: QtBot, kept: HistoryList) -> None:
    listed = entries(kept)
    listed.setFocus()
    qtbot.keyClick(listed, Qt.Key.Key_F2)
    editor = next(one for one in listed.findChildren(QLineEdit) if one.isVisible())
    editor.selectAll()
    qtbot.keyClicks(editor, "Taxes")

    with qtbot.waitSignal(kept.rename_requested) as wish:
        qtbot.keyClick(editor, Qt.Key.Key_Return)

    assert wish.args == [7, "Taxes"]


def test_a_conversation_is_renamed_from_the_search(qtbot: QtBot, kept: HistoryList) -> None:
    qtbot.keyClick(field(kept), Qt.Key.Key_Down)
    qtbot.keyClick(field(kept), Qt.Key.Key_F2)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "Why is the build slow?"
    qtbot.keyClicks(editor, "Slow builds")

    with qtbot.waitSignal(kept.rename_requested) as wish:
        qtbot.keyClick(editor, Qt.Key.Key_Return)

    assert wish.args == [5, "Slow builds"]


def test_the_field_for_a_title_covers_all_of_its_entry(qtbot: QtBot, kept: HistoryList) -> None:
    qtbot.keyClick(field(kept), Qt.Key.Key_F2)
    editor = QApplication.focusWidget()

    assert editor is not None
    assert editor.geometry().bottom() >= entries(kept).visualRect(entries(kept).currentIndex()).bottom() - 2


def test_delete_deletes_the_chosen_one(qtbot: QtBot, kept: HistoryList) -> None:
    entries(kept).setFocus()

    with qtbot.waitSignal(kept.delete_requested) as wish:
        qtbot.keyClick(entries(kept), Qt.Key.Key_Delete)

    assert wish.args == [7]


def test_the_foot_says_where_delete_deletes_a_conversation(qtbot: QtBot, kept: HistoryList) -> None:
    field(kept).setText("rate")
    kept.delete_requested.connect(pytest.fail)

    qtbot.keyClick(field(kept), Qt.Key.Key_Delete)

    assert "in the list, F2 renames and Delete deletes" in words(kept)


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
@pytest.mark.parametrize(
    ("words_of", "signal"),
    [
        ("Copy as Markdown", "copy_requested"),
        ("Save as Markdown…", "save_requested"),
        ("Show its next branch", "branch_requested"),
        ("Delete", "delete_requested"),
    ],
)
def test_the_menu_at_the_end_of_an_entry(qtbot: QtBot, kept: HistoryList, words_of: str, signal: str) -> None:
    listed = entries(kept)
    box = listed.visualRect(listed.model().index(1, 0))
    spot = box.center()
    spot.setX(box.right() - 10)
    qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    qtbot.waitUntil(lambda: kept.findChild(QMenu) is not None)
    menu = kept.findChild(QMenu)
    action = next(one for one in menu.actions() if one.text() == words_of)

    with qtbot.waitSignal(getattr(kept, signal)) as wish:
        action.trigger()

    menu.close()
    assert wish.args == [5]


def test_escape_empties_the_search_and_then_closes(qtbot: QtBot, kept: HistoryList) -> None:
    qtbot.keyClicks(field(kept), "tax")
    qtbot.keyClick(field(kept), Qt.Key.Key_Escape)
    emptied = field(kept).text()

    with qtbot.waitSignal(kept.close_requested):
        qtbot.keyClick(field(kept), Qt.Key.Key_Escape)

    assert emptied == ""


def test_what_is_missing_is_said(qtbot: QtBot, kept: HistoryList) -> None:
    kept.set_heads(())
    nothing_kept = words(kept)
    qtbot.keyClicks(field(kept), "zebra")
    kept.set_heads(())

    assert "No conversation yet" in nothing_kept
    assert "Nothing was said like that" in words(kept)


def test_an_entry_speaks_its_title_time_and_excerpt(kept: HistoryList) -> None:
    kept.set_open(5)

    assert spoken(kept, 0).endswith("12 turns. …the «rate» of the country…")
    assert "open · " in spoken(kept, 1)


def test_a_conversation_stays_chosen_when_others_come(kept: HistoryList) -> None:
    entries(kept).setCurrentIndex(entries(kept).model().index(1, 0))

    kept.set_heads((ConversationHead(9, "New", "/home/me/parcel", NOW, 1), *HEADS))

    assert entries(kept).currentIndex().row() == 2


def test_times_are_worded_as_people_look_back() -> None:
    now = datetime.now().astimezone().replace(month=5, day=20, hour=12, minute=0)

    assert when(now.replace(hour=9, minute=5), now) == "today 09:05"
    assert when(now - timedelta(days=1), now) == "yesterday 12:00"
    assert when(now - timedelta(days=40), now) == "10 April"
    assert when(now - timedelta(days=400), now).startswith(f"15 April {now.year - 1}")


def test_it_is_seen_whether_the_entries_or_the_search_have_the_focus(kept: HistoryList) -> None:
    box = entries(kept).visualRect(entries(kept).currentIndex())
    field(kept).setFocus()
    without = entries(kept).viewport().grab(box).toImage()

    entries(kept).setFocus()

    assert entries(kept).hasFocus()
    assert entries(kept).viewport().grab(box).toImage() != without
