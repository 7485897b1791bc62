"""Promises of the window's sizes, panes and theme."""

import struct
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPlainTextEdit,
    QSplitter,
    QWidget,
)
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.engine.review import Head
from guillemet.settings import Look, Settings, ThemeChoice, load
from guillemet.ui.actions import Act
from guillemet.ui.main_window import WindowState
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, press


def test_the_theme_is_applied_at_once_and_kept(desk: WindowController, settings_file: Path, qtbot: QtBot) -> None:
    assert style.current().theme == LIGHT
    QTest.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)
    page = desk.window.findChild(SettingsPage)
    page.changed.emit(Settings(theme=ThemeChoice.DARK, diff_look=Look.UNIFIED, font_size=13))
    page.close()

    assert style.current().theme == DARK
    assert desk.diff.splitter.main.font().pointSize() == 13
    assert desk.diff.splitter.main.font().family() == style.current().code_font().family()
    qtbot.waitUntil(lambda: load(settings_file).font_size == 13)


def test_another_theme_reaches_the_paper_of_the_diff(proposed: WindowController) -> None:
    for theme, choice in ((DARK, ThemeChoice.DARK), (LIGHT, ThemeChoice.LIGHT)):
        QTest.keyClick(proposed.window, Qt.Key.Key_Comma, CTRL)
        page = proposed.window.findChildren(SettingsPage)[-1]
        page.changed.emit(Settings(theme=choice))
        page.close()

        paper = proposed.diff.splitter.main.viewport()
        assert paper.grab().toImage().pixelColor(paper.rect().center()).name() == theme.pane


def test_the_look_chosen_in_the_diff_is_kept(proposed: WindowController, settings_file: Path, qtbot: QtBot) -> None:
    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_U)
    qtbot.waitUntil(lambda: load(settings_file).diff_look is Look.UNIFIED)


def test_a_window_nobody_sized_fits_on_the_screen(desk: WindowController) -> None:
    desk.window.restore("")

    room = desk.window.screen().availableSize()
    assert desk.window.width() < room.width()
    assert desk.window.height() < room.height()


def test_a_narrow_window_folds_the_conversation_until_asked(desk: WindowController) -> None:
    desk.window.expect_repository()
    assert desk.conversation.isVisible()
    desk.window.resize(1000, 700)
    assert not desk.conversation.isVisible()
    QTest.keyClick(desk.window, Qt.Key.Key_F9)
    assert desk.conversation.isVisible()
    desk.window.resize(1400, 900)
    assert desk.conversation.isVisible()


def test_in_a_cramped_window_conversation_and_diff_take_turns(proposed: WindowController) -> None:
    proposed.window.resize(640, 600)
    assert proposed.window.width() == 640
    assert proposed.diff.isVisible()
    QTest.keyClick(proposed.window, Qt.Key.Key_F9)
    assert proposed.conversation.isVisible()
    assert not proposed.diff.isVisible()
    QTest.keyClick(proposed.window, Qt.Key.Key_2, CTRL)
    assert proposed.diff.isVisible()


def test_what_does_not_fit_on_top_is_in_the_menu_at_the_end(proposed: WindowController) -> None:
    proposed.window.resize(640, 600)

    menu = buttons(proposed.window)["More actions"].menu()
    assert Act.SETTINGS in [action.text() for action in menu.actions()]
    assert "Settings" not in buttons(proposed.window)


def test_the_branch_is_never_cut_off_by_the_buttons_beside_it(desk: WindowController) -> None:
    desk.window.resize(780, 600)
    branch = desk.window.top.findChild(QLabel)
    QApplication.processEvents()

    desk.window.top.set_head(Head(branch="main"))
    QApplication.processEvents()

    assert branch.text() == "main (no commit yet)"
    assert branch.width() >= branch.sizeHint().width()


def test_the_window_remembers_its_size_and_its_panes(desk: WindowController, settings_file: Path, qtbot: QtBot) -> None:
    desk.window.expect_repository()
    desk.window.resize(780, 640)  # as wide as fits the screen of a test
    columns = next(one for one in desk.window.findChildren(QSplitter) if one.isAncestorOf(desk.commit))
    columns.setSizes([0, 310, 469])
    sizes = columns.sizes()
    desk.window.close()
    qtbot.waitUntil(lambda: load(settings_file).window != "")
    desk.window.resize(780, 700)
    columns.setSizes([0, 280, 499])
    desk.window.restore(load(settings_file).window)
    desk.window.show()

    assert desk.window.height() == 640
    assert columns.sizes()[1] == sizes[1]


def geometry(frame: QRect, *, screen: int) -> bytes:
    """Return what Qt writes of a window's geometry (its version 3.0): its frame, and how wide its screen was."""
    inner = frame.adjusted(8, 40, -8, -8)
    rects = [(each.left(), each.top(), each.right(), each.bottom()) for each in (frame, inner, inner)]
    head = struct.pack(">IHH", 0x1D9D0CB, 3, 0)
    return head + struct.pack(">4i4iiBBi4i", *rects[0], *rects[1], 1, 0, 0, screen, *rects[2])


@pytest.mark.parametrize(
    ("frame", "screen"),
    [
        (QRect(60, 40, 1440, 900), 1600),
        (QRect(60, 40, 1440, 900), 800),
        (QRect(-1900, -700, 700, 500), 800),
        (QRect(-1900, -700, 700, 500), 1920),
        (QRect(3000, 2000, 1440, 900), 3840),
    ],
    ids=["at twice the scale", "too large", "left of the screen", "on a screen that is gone", "far out, and too large"],
)
def test_a_window_comes_back_on_the_screen_there_is(desk: WindowController, frame: QRect, screen: int) -> None:
    kept = WindowState(geometry(frame, screen=screen), b"", shows_conversation=True)

    desk.window.restore(kept.to_text())

    assert desk.window.screen().availableGeometry().contains(desk.window.geometry())


def test_a_window_that_fits_comes_back_where_it_was(desk: WindowController) -> None:
    kept = WindowState(geometry(QRect(40, 20, 716, 548), screen=800), b"", shows_conversation=True)

    desk.window.restore(kept.to_text())

    assert desk.window.geometry() == QRect(48, 60, 700, 500)


def test_nonsense_for_a_window_state_is_ignored(desk: WindowController) -> None:
    desk.window.restore("bm9uc2Vuc2U=")

    assert desk.window.isVisible()


NOTICE = Notice(
    Level.ERROR, "The commit was not made. " * 6, details="line\n" * 30, offer=Offer.RUN_AND_COMMIT, subject="a"
)


@pytest.mark.parametrize("size", [(820, 560), (1024, 700), (1440, 900), (2200, 1200)])
def test_a_notice_covers_no_heading_and_no_button(
    proposed: WindowController, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window, bar = proposed.window, proposed.notices
    window.resize(*size)
    proposed.diff.open_find()
    QApplication.processEvents()  # the bars below the diff are laid out
    before = controls_around(proposed)
    assert {"Accept file", "Reject file", "Close find"} <= {name.partition(" (")[0] for name in before}

    bar.show_notice(NOTICE)
    press(qtbot, bar, "Details")
    qtbot.waitUntil(lambda: bar.findChild(QPlainTextEdit).height() > 20)

    assert controls_around(proposed) == before
    body = place_of(window, proposed.diff.body)
    assert body.contains(bar.geometry())
    assert body.right() - bar.geometry().right() < 30
    assert not [name for name, place in before.items() if place.intersects(bar.geometry())]


def test_where_the_conversation_has_the_place_of_the_diff_a_notice_lies_above_the_message(
    proposed: WindowController, qtbot: QtBot
) -> None:
    window, bar = proposed.window, proposed.notices
    window.resize(820, 640)
    window.show_conversation(is_shown=True)

    bar.show_notice(NOTICE)

    qtbot.waitUntil(lambda: place_of(window, proposed.conversation).contains(bar.geometry()))
    assert not place_of(window, proposed.talk.composer).intersects(bar.geometry())


def place_of(window: QWidget, widget: QWidget) -> QRect:
    """Return where the widget is in the window."""
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def controls_around(desk: WindowController) -> dict[str, QRect]:
    """Return where the buttons in the window are, those of the notice bar apart."""
    of_notice = buttons(desk.notices).values()
    return {name: place_of(desk.window, each) for name, each in buttons(desk.window).items() if each not in of_notice}
