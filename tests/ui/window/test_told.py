"""Promises of what the window tells: in the order it was told, and all of it in the log."""

import logging

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice
from guillemet.ui.actions import Act
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import words


def test_notices_show_in_the_order_in_which_they_were_told(desk: WindowController, qtbot: QtBot) -> None:
    desk.session.notifications.noticed.emit(Notice(Level.WARN, "This was told first."))
    desk.commenting.noticed.emit(Notice(Level.WARN, "This was told later."))

    qtbot.waitUntil(lambda: "1 more" in words(desk.notices))
    assert "This was told later." in words(desk.notices)


def test_what_a_pane_tells_stands_in_the_log(
    desk: WindowController, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "guillemet")
    desk.do(Act.WATCH_CLIPBOARD)

    qtbot.waitUntil(lambda: "on the clipboard are offered" in words(desk.notices))
    assert "on the clipboard are offered" in caplog.text
