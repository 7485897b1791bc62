"""Promises of what the window tells: in the order it was told, and all of it in the log."""

import logging

import pygit2
import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QTextDocumentFragment
from PySide6.QtWidgets import QAbstractItemView, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice
from guillemet.app.turns import Use
from guillemet.ui.actions import Act
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, paste, shown


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


def test_no_tooltip_takes_what_a_reply_or_a_repository_names_for_html(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    path = "a<b>c/n.py"
    project.commit({path: "x = 1\n"})
    project.git.checkout(project.git.branches.create("<b>main", project.git.head.peel(pygit2.Commit)))
    paste(opened, edit(path, "x = 1", "x = 2") + edit(path, "<b>", "x = 3") + "```sh\nrm -rf '<b>'\n```\n")
    qtbot.waitUntil(lambda: shown(opened) == path)
    opened.session.talk.conversation.files.set_use((path,), Use.IN)
    opened.session.decisions.accept([path])
    qtbot.waitUntil(lambda: decisions(opened) == "y")

    tips = [widget.toolTip() for widget in opened.window.findChildren(QWidget)]
    tips += [action.toolTip() for action in opened.window.findChildren(QAction)]
    for view in opened.window.findChildren(QAbstractItemView):
        rows = (view.model().index(row, 0) for row in range(view.model().rowCount())) if view.model() else ()
        tips += [row.data(Qt.ItemDataRole.ToolTipRole) or "" for row in rows]
    hostile = [tip for tip in tips if "b>" in tip or "b&gt;" in tip]
    is_rich = QtGui.Qt.mightBeRichText
    read = [QTextDocumentFragment.fromHtml(tip).toPlainText() if is_rich(tip) else tip for tip in hostile]

    assert len(hostile) > 5
    assert [tip for tip in read if "<b>" not in tip] == []


def test_what_was_told_of_a_reply_goes_with_the_next_decision(proposed: WindowController, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "Pasted text: 3 placed" in words(proposed.notices))

    proposed.session.decisions.accept(["b.py"])

    qtbot.waitUntil(lambda: decisions(proposed) == ".y.")
    assert "Pasted text" not in words(proposed.notices)
