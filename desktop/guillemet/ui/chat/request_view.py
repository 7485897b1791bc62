"""The exact request, part by part: a list of its parts, and the text of the one that is chosen."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QResizeEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPlainTextEdit,
    QSplitter,
    QTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from guillemet.app.turns import Secret
from guillemet.ui.style import style
from guillemet.ui.wording import seen

_NARROW = 560
"""Pixels of width below which the parts stand above the text."""
_FENCES = ("```", "~~~")


class RequestPart(Struct, frozen=True):
    """One part of a request, as it is sent."""

    name: str
    """As shown: `Instructions`, a path, `Message`."""
    text: str
    tokens: int | None = None
    path: str | None = None
    """The file whose text this is, `""` for the message itself; None for what is made of several things."""


class RequestView(QWidget):
    """Shows a request; nothing in it can be changed."""

    def __init__(self, parts: Sequence[RequestPart], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = tuple(parts)
        self._items: list[QTreeWidgetItem] = []
        self._build()
        for part in self._parts:
            tokens = "" if part.tokens is None else f"{part.tokens:,}"
            item = QTreeWidgetItem([seen(part.name), tokens])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(0, seen(part.name))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{seen(part.name)}, {tokens or 'unknown'} tokens")
            item.setSizeHint(0, QSize(0, self.fontMetrics().height() + 2 * style.TIGHT))
            self._items.append(item)
        self._list.addTopLevelItems(self._items)
        if self._items:
            self._list.setCurrentItem(self._items[-1])

    def show_secret(self, secret: Secret) -> None:
        """Show the line in which it stands."""
        found = find_line(self._parts, secret)
        if found is not None:
            number, line = found
            self._list.setCurrentItem(self._items[number])
            self._mark(line)
            self._text.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW
        self._split.setOrientation(Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal)

    def _build(self) -> None:
        self._list = QTreeWidget()
        self.setFocusProxy(self._list)
        self._list.setAccessibleName("Parts of the request")
        self._list.setColumnCount(2)
        self._list.setHeaderHidden(True)
        self._list.setRootIsDecorated(False)
        self._list.setUniformRowHeights(True)
        self._list.setProperty("role", "list")
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.header().setStretchLastSection(False)
        self._list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._list.currentItemChanged.connect(lambda now, _: self._show(self._list.indexOfTopLevelItem(now)))
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setFont(style.current().code_font())
        self._text.setProperty("role", "input")
        self._text.setTabChangesFocus(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._split = QSplitter()
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._list)
        self._split.addWidget(self._text)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 3)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._split)

    def _show(self, number: int) -> None:
        part = self._parts[number]
        self._text.setExtraSelections([])
        self._text.setPlainText(seen(part.text))
        self._text.setAccessibleName(f"Text of {seen(part.name)}")

    def _mark(self, line: int) -> None:
        """Go to a line, counted from 0, and give it a ground of its own."""
        theme = style.current().theme
        cursor = QTextCursor(self._text.document().findBlockByNumber(line))
        selection = QTextEdit.ExtraSelection()
        ground = QTextCharFormat()
        ground.setBackground(style.blend(theme.warn, theme.pane, 0.25))
        ground.setForeground(QColor(theme.text))
        ground.setProperty(QTextFormat.Property.FullWidthSelection, True)  # noqa: FBT003
        selection.cursor, selection.format = cursor, ground
        self._text.setExtraSelections([selection])
        self._text.setTextCursor(cursor)
        self._text.centerCursor()


def find_line(parts: Sequence[RequestPart], secret: Secret) -> tuple[int, int] | None:
    """Return in which part a secret stands and in which line of its text, counted from 0."""
    for number, part in enumerate(parts):
        if part.path == secret.path:
            return number, secret.line - 1
    for number, part in enumerate(parts):
        lines = part.text.split("\n") if part.path is None and secret.path in part.text else []
        for at, line in enumerate(lines[:-1]):
            if secret.path in line and lines[at + 1].startswith(_FENCES):
                return number, at + 1 + secret.line
    return None
