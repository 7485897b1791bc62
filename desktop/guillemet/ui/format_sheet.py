"""The formats that are read, each as a model is told of it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QPlainTextEdit, QVBoxLayout, QWidget

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.catalogue import format_named
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label

_WORDS = (
    "Guillemet recognises these formats by itself, mixed in one reply if need be. "
    "Each is shown as the instructions describe it to a model."
)


class FormatSheet(QDialog):
    """Lists the formats beside the instructions of the chosen one.

    Signals: `instructions_requested(FormatName)` when they are to be copied.
    """

    instructions_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Formats of edits")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._list = QListWidget(self)
        self._list.setAccessibleName("Formats")
        self._list.setProperty("role", "list")
        self._list.setSpacing(style.TIGHT // 2)
        self._list.addItems([str(name) for name in FormatName])
        self._text = QPlainTextEdit(self)
        self._text.setAccessibleName("Instructions of the format")
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setFont(style.current().code_font())
        self._list.currentRowChanged.connect(self._show)
        self._arrange()
        self._list.setCurrentRow(0)
        self._list.setFocus()
        self.resize(960, 620)

    def _arrange(self) -> None:
        copy = button("Copy the instructions", parent=self)
        copy.clicked.connect(lambda: self.instructions_requested.emit(self._chosen()))
        close = button("Close", parent=self)
        close.clicked.connect(self.close)
        self._list.setFixedWidth(self._list.sizeHintForColumn(0) + 4 * style.WIDE)
        body, foot = QHBoxLayout(), QHBoxLayout()
        body.setSpacing(style.GAP)
        body.addWidget(self._list)
        body.addWidget(self._text, 1)
        foot.addStretch()
        foot.addWidget(copy)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.WIDE, style.WIDE, style.WIDE, style.WIDE)
        layout.setSpacing(style.GAP)
        layout.addWidget(label(_WORDS, parent=self))
        layout.addLayout(body, 1)
        layout.addLayout(foot)

    def _chosen(self) -> FormatName:
        return tuple(FormatName)[self._list.currentRow()]

    def _show(self) -> None:
        self._text.setPlainText(format_named(self._chosen()).prompt())
