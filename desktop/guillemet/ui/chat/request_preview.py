"""The look before sending: the exact request, what it costs, and the secrets that were found in it.

What is sent to anthropic/claude-…
3,120 tokens, about $0.01
! AWS access key in src/a.py, line 3
┌ Instructions   1,204 ┐ ┌ … ┐
└ Message           12 ┘ └   ┘
Send although it contains 1 secret   Copy   Cancel
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, field
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHeaderView,
    QSplitter,
    QTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from guillemet.app.turns import Estimate, short_model_name
from guillemet.engine.text import counted
from guillemet.llm.prompts.layout import PartName, PromptParts, RequestSection, sections, text_of_file
from guillemet.llm.secrets import FoundSecret
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import PathButton, Remark, button, label, read_only_text
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.wording import estimated, plain_tip, seen

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
    above: int = 0
    """Lines above the text of the file."""


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
            item.setToolTip(0, plain_tip(seen(part.name)))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{seen(part.name)}, {tokens or 'unknown'} tokens")
            item.setSizeHint(0, QSize(0, self.fontMetrics().height() + 2 * style.TIGHT))
            self._items.append(item)
        self._list.addTopLevelItems(self._items)
        if self._items:
            self._list.setCurrentItem(self._items[-1])

    def show_secret(self, secret: FoundSecret) -> None:
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
        self._text = read_only_text("Text of the request")
        self._text.setFont(style.current().code_font())
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._split = QSplitter()
        self._split.setProperty("role", "gap")
        self._split.setHandleWidth(style.GAP)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._list)
        self._split.addWidget(self._text)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 3)
        fill(QVBoxLayout(self), self._split, margins=0)

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


def find_line(parts: Sequence[RequestPart], secret: FoundSecret) -> tuple[int, int] | None:
    """Return in which part a secret stands and in which line of its text, counted from 0."""
    for number, part in enumerate(parts):
        if part.path == secret.path:
            return number, part.above + secret.line - 1
    for number, part in enumerate(parts):
        lines = part.text.split("\n") if part.path is None and secret.path in part.text else []
        for at, line in enumerate(lines[:-1]):
            if secret.path in line and lines[at + 1].startswith(_FENCES):
                return number, at + 1 + secret.line
    return None


_MOST_SECRETS = 6
"""Secrets named one by one; more are counted."""
_WIDTH, _HEIGHT = 860, 620


Count = Callable[[str], int]


class RequestDetails(Struct, frozen=True):
    """All that the look before sending shows."""

    parts: tuple[RequestPart, ...]
    model: str
    """Service and model as shown."""
    estimate: Estimate = field(default_factory=Estimate)
    secrets: tuple[FoundSecret, ...] = ()
    is_empty: bool = False
    """Whether there is no message, so that nothing can be done but look."""


class RequestPreview(QDialog):
    """Shows a request until the user has decided; open it with `open`, which does not wait.

    send_requested: send it as it is. copy_requested: put it on the clipboard instead.
    """

    send_requested = Signal()
    copy_requested = Signal()

    def __init__(self, view: RequestDetails, window: QWidget) -> None:
        super().__init__(window)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Before sending")
        self.resize(min(_WIDTH, max(window.width() - 48, 300)), min(_HEIGHT, max(window.height() - 48, 360)))
        self._text = RequestView(view.parts)
        column = fill(QVBoxLayout(self), *self._heading(), margins=style.WIDE, gap=style.GAP)
        if view.secrets:
            column.addWidget(self._secrets())
        column.addWidget(self._text, 1)
        column.addLayout(self._buttons())
        self._text.setFocus()  # to be read; what sends is pressed

    def _heading(self) -> list[QWidget]:
        view = self._view
        does = "would be" if view.estimate.over_limit or view.is_empty else "is"
        whom = (
            f"This {does} sent to {seen(short_model_name(view.model))}" if view.model else "This is what would be sent"
        )
        how = "as the service counted" if view.estimate.is_counted else "estimated from the length of the texts"
        title = label(whom, "title")
        title.setToolTip(plain_tip(seen(view.model)))
        parts: list[QWidget] = [
            title,
            label(f"{estimated(view.estimate)} for reading it, {how}", "dim"),
        ]
        if view.is_empty:
            parts.append(label("There is no message yet. Write one to send or copy this.", "warn"))
        if view.estimate.over_limit:
            parts.append(label(seen(view.estimate.over_limit), "bad"))
        return parts

    def _secrets(self) -> QWidget:
        """Return a card that names what was found; pressing one shows its line."""
        secrets = self._view.secrets
        card = QFrame()
        card.setProperty("role", "card")
        column = fill(
            QVBoxLayout(card),
            Remark("warn", "warn", f"{counted(len(secrets), 'secret')} would be sent:"),
            margins=(style.WIDE, style.GAP),
            gap=2,
        )
        for secret in secrets[:_MOST_SECRETS]:
            place = f"{secret.path}, line {secret.line:,}" if secret.path else f"the message, line {secret.line:,}"
            link = PathButton(place, lead=f"{secret.kind} in ")
            link.setAccessibleDescription("Shows the line")
            link.clicked.connect(lambda *_, secret=secret: self._text.show_secret(secret))
            column.addWidget(link)
        if len(secrets) > _MOST_SECRETS:
            column.addWidget(label(f"and {len(secrets) - _MOST_SECRETS:,} more", "dim"))
        return card

    def _buttons(self) -> FlowLayout:
        count = len(self._view.secrets)
        words = f"Send although it contains {counted(count, 'secret')}" if count else "Send"
        send = button(words, "" if count else "primary", clicked=self._send)
        send.setVisible(not self._view.estimate.over_limit and not self._view.is_empty)
        copy = button("Copy", tip="Puts all of it on the clipboard, for a web chat", clicked=self._copy)
        copy.setVisible(not self._view.is_empty)
        cancel = button("Close" if self._view.is_empty else "Cancel", clicked=self.reject)
        row = FlowLayout(copy, cancel, gap=style.GAP)
        row.end_with(send)
        return row

    def _send(self) -> None:
        self.accept()
        self.send_requested.emit()

    def _copy(self) -> None:
        self.accept()
        self.copy_requested.emit()


_ABOVE = 2
"""Lines: the path, and the fence."""


def parts_of(request: PromptParts, count: Count) -> tuple[RequestPart, ...]:
    """Return the parts, named for what each holds; `count` estimates the tokens of a text."""
    return tuple(part for section in sections(request) for part in _parts(section, request, count))


def _parts(section: RequestSection, request: PromptParts, count: Count) -> Iterator[RequestPart]:
    text = section.text
    if section.name is PartName.MESSAGE:
        yield RequestPart(str(section.name), text, count(text), path="")
        return
    if section.name not in (PartName.PROJECT, PartName.FILES):
        yield RequestPart(str(section.name), text, count(text))
        return
    title, start = section.title or str(section.name), 0
    shown = ((text_of_file(file), file.path) for file in request.files)
    for place, of_file, path in sorted((text.find(of_file), of_file, path) for of_file, path in shown):
        if place >= start:
            if head := text[start:place].strip():
                yield RequestPart(f"{title}: introduction", head, count(head))
            yield RequestPart(path, of_file, count(of_file), path=path, above=_ABOVE)
            start = place + len(of_file)
    if answer := text[start:].strip():
        yield RequestPart(f"{title}: answer", answer, count(answer))
