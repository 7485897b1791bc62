"""Promises of the window to those who never touch the mouse: everything is reached, and the focus is never lost."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.main_window import MainWindow
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT
from tests.kit.replies import edit
from tests.ui.window.hands import decisions, paste, review, shown

CTRL_ALT = CTRL | Qt.KeyboardModifier.AltModifier


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key as the keyboard does, wherever the focus is."""
    QTest.keyClick(window.windowHandle(), key, modifiers)


def focused() -> QWidget:
    """Return what has the focus, which something has."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def walked(desk: WindowController, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Return where the Tab key leads from the list, all the way round."""
    press(desk.window, Qt.Key.Key_1, CTRL)
    stops = [focused()]
    for _ in range(200):
        press(desk.window, key)
        if focused() is stops[0]:
            return stops
        stops.append(focused())
    raise AssertionError(stops)


def reachable(desk: WindowController) -> set[QWidget]:
    """Return everything that takes the focus now."""
    stops = (one for one in desk.window.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return {stop for stop in stops if stop.isVisible() and stop.isEnabled()}


def test_the_tab_key_leads_round_all_that_can_be_reached_pane_by_pane_and_back_the_same_way(
    proposed: WindowController, qtbot: QtBot
) -> None:
    paste(proposed, edit("a.py", "nowhere", "x"))
    qtbot.waitUntil(lambda: any(not outcome.is_success for outcome in review(proposed).outcomes))
    qtbot.waitUntil(lambda: "Dismiss" in [stop.accessibleName() for stop in walked(proposed)])

    def is_whole() -> bool:
        stops = walked(proposed)
        return set(stops) == reachable(proposed) and walked(proposed, Qt.Key.Key_Backtab)[1:] == stops[:0:-1]

    qtbot.waitUntil(is_whole)  # what is still being weighed and told comes and goes

    stops = walked(proposed)
    window = proposed.window
    panes = (
        proposed.proposal.decisions,
        proposed.proposal,
        proposed.commit,
        proposed.diff,
        proposed.talk,
        window.status,
        window.top,
        proposed.notices,
    )
    order = [next(number for number, pane in enumerate(panes) if pane.isAncestorOf(stop)) for stop in stops]
    names = [stop.accessibleName() for stop in stops]
    lines = names.index("After")
    assert [order[0], *(now for before, now in pairwise(order) if before != now)] == [
        *(1, 2, 3, 0),
        *(4, 5, 6, 7),
        1,
    ]
    assert "Dismiss" in names[lines + 1 : lines + 8]  # from the lines into their places


def test_from_the_message_the_tab_key_goes_back_to_the_lists_and_meets_nothing_that_rejects(
    proposed: WindowController, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: bool(review(proposed).commit) and proposed.session.tasks.is_quiet)
    press(proposed.window, Qt.Key.Key_G, CTRL)
    met = [focused().accessibleName()]
    while met[-1] != "Proposed files":
        press(proposed.window, Qt.Key.Key_Backtab)
        met.append(focused().accessibleName())

    assert met == ["Commit message", "Accept 2 files", "Proposed files"]

    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy" and proposed.session.tasks.is_quiet)
    assert [stop.accessibleName() for stop in walked(proposed)][:2] == ["Proposed files", "Finish review"]


def test_accepting_all_with_the_button_and_a_diff_that_goes_leave_the_focus_where_letters_decide(
    proposed: WindowController, qtbot: QtBot
) -> None:
    press(proposed.window, Qt.Key.Key_2, CTRL)
    press(proposed.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: review(proposed).files == () and shown(proposed) == "")
    assert proposed.diff.isAncestorOf(focused())
    press(proposed.window, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")
    press(proposed.window, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")

    press(proposed.window, Qt.Key.Key_1, CTRL)
    press(proposed.window, Qt.Key.Key_Tab)
    assert focused().accessibleName() == "Accept 2 files"
    press(proposed.window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    press(proposed.window, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: decisions(proposed).count(".") == 1)
    assert proposed.commit.draft == ""


def test_a_key_that_leads_into_a_folded_pane_unfolds_it(proposed: WindowController, qtbot: QtBot) -> None:
    keys = (
        (Qt.Key.Key_L, CTRL, "Message"),
        (Qt.Key.Key_H, CTRL, "Search conversations"),
        (Qt.Key.Key_F, CTRL_ALT, "Filter the files by some of their letters"),
        (Qt.Key.Key_F, CTRL, "Find in the files of the proposal"),
    )
    for width, height in ((800, 600), (1024, 700), (1400, 900)):
        proposed.window.resize(width, height)
        qtbot.waitUntil(lambda wanted=width: proposed.window.width() == wanted)
        for key, modifiers, name in keys:
            proposed.talk.close_history()
            proposed.window.show_conversation(is_shown=name == "Find in the files of the proposal")
            press(proposed.window, key, modifiers)

            assert focused().accessibleName() == name, width
            assert focused().isVisible(), (name, width)


def test_the_tab_key_stays_in_a_panel_that_covers_what_is_behind_it_until_another_key_puts_it_away(
    proposed: WindowController,
) -> None:
    proposed.window.show_conversation(is_shown=True)
    for panel, key, modifiers in (
        (proposed.talk.history, Qt.Key.Key_H, CTRL),
        (proposed.talk.files, Qt.Key.Key_F, CTRL_ALT),
    ):
        for tab in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            press(proposed.window, key, modifiers)
            assert panel.isAncestorOf(focused())
            stops = set()
            for _ in range(12):
                press(proposed.window, tab)
                assert panel.isAncestorOf(focused()), (panel, tab)
                stops.add(focused())
            assert len(stops) > 2

        press(proposed.window, Qt.Key.Key_L, CTRL)
        assert focused().accessibleName() == "Message"
        assert not panel.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
def test_shift_and_f10_open_the_menu_of_what_has_the_focus_and_return_those_of_the_buttons_on_top(
    proposed: WindowController, qtbot: QtBot
) -> None:
    press(proposed.window, Qt.Key.Key_2, CTRL)
    press(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert any("Comment" in action.text() for action in menu.actions())
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert proposed.diff.isAncestorOf(focused())

    repository = next(stop for stop in walked(proposed) if stop.accessibleName().startswith("Repository:"))
    shown_menus: list[str] = []
    close_soon = QTimer(proposed, interval=20)

    def note_and_close() -> None:
        menu = QApplication.activePopupWidget()
        # Offscreen activates a menu like a window, somewhat later: one that is closed by then would keep the focus.
        if isinstance(menu, QMenu) and menu.windowHandle() is QApplication.focusWindow():
            shown_menus.append(menu.actions()[0].text())
            close_soon.stop()
            menu.close()

    close_soon.timeout.connect(note_and_close)
    close_soon.start()
    repository.setFocus()
    press(proposed.window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown_menus != [])
    assert "Open repository" in shown_menus[0]
    qtbot.waitUntil(repository.hasFocus)  # given back once the menu is gone

    undo = next(stop for stop in walked(proposed) if stop.accessibleName() == "Undo")
    undo.setFocus()
    press(proposed.window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: review(proposed).files == ())
