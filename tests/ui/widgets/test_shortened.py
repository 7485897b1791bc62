"""Promises of words that have no room: a path keeps the name of its file, a button its count."""

import pytest
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.diff.header import FileDecision
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.widgets.controls import ToolButton, button, elided_path
from guillemet.ui.widgets.shortened import ShortenedSummary
from tests.kit.hands import named

PATH = "src/parcel/network/hosts.py"


@pytest.fixture
def metrics(qtbot: QtBot) -> QFontMetrics:  # noqa: ARG001  Qt measures only while an application is there
    return QFontMetrics(QApplication.font())


@pytest.mark.parametrize("kept", ["…/hosts.py", "sr…rk/hosts.py"])
def test_a_path_loses_of_its_folders_first(metrics: QFontMetrics, kept: str) -> None:
    shown = elided_path(metrics, PATH, metrics.horizontalAdvance(kept) + 2)

    assert shown.endswith("/hosts.py")
    assert metrics.horizontalAdvance(shown) <= metrics.horizontalAdvance(kept) + 2


def test_a_path_loses_of_its_name_only_where_that_alone_has_no_room(metrics: QFontMetrics) -> None:
    room = metrics.horizontalAdvance("hos…")

    assert elided_path(metrics, PATH, metrics.horizontalAdvance(PATH)) == PATH
    assert elided_path(metrics, PATH, room).startswith("h")
    assert "…" in elided_path(metrics, PATH, room)


def test_a_summary_loses_its_last_parts_first(metrics: QFontMetrics) -> None:
    text = "new file · 1 hunk · +1 −2"

    assert ShortenedSummary.elided(metrics, text, metrics.horizontalAdvance(text)) == text
    assert ShortenedSummary.elided(metrics, text, metrics.horizontalAdvance(text) - 1) == "new file · 1 hunk"
    assert ShortenedSummary.elided(metrics, text, metrics.horizontalAdvance("new file") + 2) == "new file"


def test_the_buttons_of_a_file_keep_the_count_of_its_comments_in_any_room(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    decision = FileDecision(host, DiffRequests(host))
    decision.show_file("a.py", None, comments=2)
    comments = named(decision, ToolButton, "2 comments on a.py")

    for width in (decision.sizeHint().width(), decision.minimumSizeHint().width()):
        decision.resize(width, 28)
        QApplication.sendEvent(decision, QResizeEvent(decision.size(), decision.size()))
        assert not comments.isHidden()
        assert comments.width() >= comments.minimumSizeHint().width()


def test_a_button_says_less_before_its_words_are_cut(qtbot: QtBot) -> None:
    shown = button("Accept 1,204 files")
    qtbot.addWidget(shown)
    shown.set_shorter("Accept 1,204", "Accept")
    whole = shown.sizeHint().width()
    assert [shown.width_within(room) for room in (whole, whole - 1)] == [whole, shown.width_within(whole - 2)]
    assert shown.width_within(10) == 0
    said = []
    for width in range(whole, 0, -1):
        shown.resize(width, 28)
        said.append(shown.words_shown)

    assert [words for words in dict.fromkeys(said) if "…" not in words][:3] == [
        "Accept 1,204 files",
        "Accept 1,204",
        "Accept",
    ]
