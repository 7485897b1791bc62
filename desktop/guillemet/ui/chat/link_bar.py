"""The question before an address is opened: the whole address, as it would be asked for."""

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.controls import button, copy_text, label
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.widgets.tab_order import give_back, holds_focus

_OPENED = ("http", "https")
"""Every other scheme may run a program on this machine, so it is only copied."""


class LinkBar(QFrame):
    """Asks whether to open an address; hidden, and not even built, until one was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._address = ""
        self._before: QWidget | None = None
        self.setProperty("role", "footer")
        self.setAccessibleName("Open an address")
        self.hide()

    def ask(self, address: str) -> None:
        """Show the address and ask."""
        self._address = address
        if self.layout() is None:
            self._build()
        is_opened = QUrl(address).scheme().lower() in _OPENED
        question = (
            "Open this address in the browser?" if is_opened else "An address of this kind is not opened from here."
        )
        self._question.setText(question)
        self._shown.setPlainText(address)
        self._open.setVisible(is_opened)
        if not holds_focus(self):
            self._before = QApplication.focusWidget()
        self.show()
        (self._cancel if not is_opened else self._open).setFocus()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(style.WIDE, style.GAP, style.WIDE, style.GAP)
        column.setSpacing(style.TIGHT)
        self._question = label("")
        self._shown = CodeBox(name="Address")
        self._open = button("Open", "primary")
        self._open.clicked.connect(self._go)
        self._copy = button("Copy")
        self._copy.clicked.connect(self._take_copy)
        self._cancel = button("Cancel")
        self._cancel.clicked.connect(self._put_away)
        row = FlowLayout(gap=style.GAP)
        for control in (self._open, self._copy, self._cancel):
            row.addWidget(control)
        column.addWidget(self._question)
        column.addWidget(self._shown)
        column.addLayout(row)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self._put_away)

    def _take_copy(self) -> None:
        copy_text(self._address)
        self._put_away()

    def _put_away(self) -> None:
        """Hide, and let who came from a text go on in it."""
        had_focus = holds_focus(self)
        self.hide()
        if had_focus and (parent := self.parentWidget()) is not None:
            give_back(self._before, otherwise=parent)

    def _go(self) -> None:
        self._put_away()
        QDesktopServices.openUrl(QUrl.fromEncoded(self._address.encode("ascii")))
