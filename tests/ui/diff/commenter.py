"""A user who comments on lines, and what keeps the comments."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import Comment, CommentedLines, CommentList
from guillemet.ui.diff.gutter import Gutter
from guillemet.ui.diff.pane import DiffPane
from tests.kit.hands import CTRL

SHIFT = Qt.KeyboardModifier.ShiftModifier
LINE_40 = CommentedLines("src/app.txt", 40, 40, ("LINE 40 is new",))
LINE_41 = CommentedLines("src/app.txt", 41, 41, ("line 41",))


class Keeper:
    """Keeps what the pane wishes, as the session does."""

    def __init__(self, pane: DiffPane) -> None:
        self.wished: list[tuple[CommentedLines, str]] = []
        self.comments: dict[CommentedLines, str] = {}
        self.unfinished: dict[CommentedLines, str] = {}
        self.removed: dict[CommentedLines, str] = {}
        self._pane = pane
        pane.commenting.keep_requested.connect(self.keep)
        pane.commenting.typed.connect(self._leave_unfinished)
        pane.commenting.bring_back_requested.connect(self._bring_back)

    def keep(self, spot: CommentedLines, text: str) -> None:
        """Say this of the lines."""
        self.wished.append((spot, text))
        self.unfinished.pop(spot, None)
        before = self.comments.pop(spot, None)
        if text:
            self.comments[spot] = text
        self.removed = self.removed | {spot: before} if before is not None and not text else {}
        self._show()

    def _leave_unfinished(self, spot: CommentedLines, text: str) -> None:
        self.unfinished.pop(spot, None)
        if text:
            self.unfinished[spot] = text
        self._show()

    def _bring_back(self, comments: tuple[Comment, ...]) -> None:
        for comment in comments:
            self.comments[comment.spot] = self.removed.pop(comment.spot)
        self._show()

    def _show(self) -> None:
        of_all = (
            tuple(Comment(spot, text) for spot, text in some.items())
            for some in (self.comments, self.removed, self.unfinished)
        )
        self._pane.commenting.set_tray(CommentList(*of_all))


def field(pane: DiffPane) -> QPlainTextEdit:
    focused = QApplication.focusWidget()
    assert isinstance(focused, QPlainTextEdit)
    assert not focused.isReadOnly(), "the field has the focus"
    assert pane.isAncestorOf(focused)
    return focused


def say(qtbot: QtBot, pane: DiffPane, text: str) -> None:
    qtbot.keyClicks(field(pane), text)
    qtbot.keyClick(field(pane), Qt.Key.Key_Return, CTRL)


def put_on(pane: DiffPane, line: int, *, to: int | None = None, is_old: bool = False) -> None:
    """Put the text cursor on a line, counted from 1, or select whole lines up to another one."""
    splitter = pane.splitter
    sheet = splitter.editors[0] if is_old else splitter.main
    first = splitter.rows.row_of(line - 1, is_old=is_old)
    last = first if to is None else splitter.rows.row_of(to - 1, is_old=is_old)
    assert first is not None
    assert last is not None
    cursor = QTextCursor(sheet.document().findBlockByNumber(first))
    if to is not None:
        cursor.setPosition(sheet.document().findBlockByNumber(last).position(), QTextCursor.MoveMode.KeepAnchor)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    sheet.setFocus()
    sheet.setTextCursor(cursor)


def marks(pane: DiffPane) -> str:
    """Return what the gutters say to screen readers."""
    gutters = pane.splitter.findChildren(Gutter)
    return " | ".join(gutter.accessibleDescription() for gutter in gutters if gutter.accessibleDescription())
