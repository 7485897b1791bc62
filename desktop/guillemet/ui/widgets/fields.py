"""Fields for text and numbers: drafts of a few lines, searches, numbers, choices."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from guillemet.engine.review import Decision
from guillemet.ui.actions import Act
from guillemet.ui.shortcuts import claims, is_pressed
from guillemet.ui.style import icons, style
from guillemet.ui.widgets.controls import claims_escape

_TRAVEL = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class SearchField(QLineEdit):
    """The field above a list that is searched: keys that mean the list work in it too. Escape empties it.

    left: Escape in the empty field, or, unless Escape `empties`, in any.
    taken: Return was pressed.
    travelled(QKeyEvent): a key that goes up or down.
    """

    left = Signal()
    taken = Signal()
    travelled = Signal(object)
    empties = True

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        if (clear := self.findChild(QToolButton)) is not None:
            clear.setAccessibleName(f"Clear: {name}")
        self._draw_sign()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._draw_sign()

    def _draw_sign(self) -> None:
        """Draw our own sign on Qt's button that empties the field."""
        clear = self.findChild(QAction, "_q_qlineeditclearaction")
        if clear is not None:
            clear.setIcon(icons.pixmap("close", style.current().theme.dim, self.devicePixelRatioF()))

    def start(self) -> None:
        """Take the focus, with what is in it selected."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape if self.text() and self.empties:
                self.clear()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.taken.emit()
            case key if key in _TRAVEL:
                self.travelled.emit(event)
            case _:
                super().keyPressEvent(event)


def draw_arrows(box: QWidget, *names: str) -> None:
    """Draw these icons below each other at the end of a field, where the style sheet leaves room for them."""
    theme, height = style.current().theme, box.height() // len(names)
    colour = theme.dim if box.isEnabled() else style.faded(theme)
    painter = QPainter(box)
    for at, name in enumerate(names):
        size = min(icons.SIZE, height)
        room = QRect(box.width() - style.ARROW_ROOM, at * height, style.ARROW_ROOM, height)
        place = QRect(0, 0, size, size)
        place.moveCenter(room.center())
        painter.drawPixmap(place, icons.pixmap(name, colour, box.devicePixelRatioF()))
    painter.end()


_INDENT = 7
"""Pixels before a number, with which it begins where the text of other fields does; a style sheet does not reach it."""


class _Number(QAbstractSpinBox if TYPE_CHECKING else object):  # type: ignore[misc]
    """Mixed into fields for numbers: typing replaces what the keyboard came to; our own arrows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_arrows(self, "chevron-up", "chevron-down")


class NumberBox(_Number, QSpinBox):
    """A field for a whole number."""


class AmountBox(_Number, QDoubleSpinBox):
    """A field for a number with decimals."""


class CheckBox(QCheckBox):
    """A box to tick; the style's own tick has no frame on dark ground."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        painter = QPainter(self)
        draw_check_box(painter, box, is_checked=True, is_enabled=self.isEnabled())
        painter.end()


def draw_check_box(
    painter: QPainter, box: QRect, *, is_checked: bool, is_enabled: bool, is_in_part: bool = False
) -> None:
    """Draw a box to tick, of a list too; where only a part of it is ticked, with a dash."""
    theme = style.current().theme
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if is_checked:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent if is_enabled else style.faded(theme)))
        painter.drawRoundedRect(box, 3, 3)
        if is_in_part:
            dash = QRectF(box.left() + 3, box.center().y(), box.width() - 6, 2)
            painter.fillRect(dash, QColor(theme.accent_text))
        else:
            style.draw_mark(painter, box, Decision.ACCEPTED, QColor(theme.accent_text))
    else:
        painter.setPen(QColor(theme.dim if is_enabled else style.faded(theme)))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.restore()


class ChoiceBox(QComboBox):
    """A box to choose from."""

    kind: type[str] = str
    """Of what the data of its items are: Qt keeps the text of an enum only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(QStyledItemDelegate(self))  # the box's own one draws its rows without the style sheet

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_arrows(self, "chevron-down")


_MOST_LINES = 8


class DraftBox(QPlainTextEdit):
    """A few lines of plain text, as high as its lines up to a few; Tab leaves.

    submitted: the key was pressed that keeps or sends what is written.
    escaped: Escape was pressed.
    """

    submitted = Signal()
    escaped = Signal()

    def __init__(
        self, name: str, *, submit: Act = Act.KEEP_COMMENT, least: int = 1, parent: QWidget | None = None
    ) -> None:
        """Be called by this name, and at least this many lines high; the keys of `submit` are this field's."""
        super().__init__(parent)
        self._submit = submit
        self.setProperty("role", "input")
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self._least = least
        self._most = _MOST_LINES
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def set_least(self, lines: int) -> None:
        self._least = lines
        self._fit()

    def set_most(self, lines: int) -> None:
        self._most = lines
        self._fit()

    def replace_all(self, text: str) -> None:
        """Put text in the place of everything, so that Ctrl+Z brings back what was there."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text + " ")
        cursor.deletePreviousChar()  # without it Qt joins what is typed next to this step
        cursor.endEditBlock()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_pressed(self._submit, event):
            self.submitted.emit()
            return
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()

    def event(self, event: QEvent) -> bool:
        return claims(event, self._submit) or super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _lines(self) -> int:
        """Return how many lines the text takes, up to the most that are shown."""
        layout, block, lines = self.document().documentLayout(), self.document().firstBlock(), 0
        while block.isValid() and lines < self._most:
            layout.blockBoundingRect(block)  # by itself Qt counts one line for a block that did not come into view
            lines += block.lineCount()
            block = block.next()
        return min(lines, self._most)

    def _fit(self) -> None:
        lines = max(min(self._least, self._most), self._lines())
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * style.GAP + 4)
