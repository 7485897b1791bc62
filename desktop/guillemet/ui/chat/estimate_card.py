"""What the next message would cost, part by part, and the ways to see or take the request as it would be sent."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QVBoxLayout, QWidget

from guillemet.app.turns import Estimate
from guillemet.ui.chat import cost_wording
from guillemet.ui.chat.popup import Popup
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label

_WIDTH = 300


class EstimateCard(Popup):
    """Floats above its owner until Escape, or until the focus goes elsewhere.

    preview_requested: show the exact request.
    copy_prompt_requested: put the request on the clipboard.
    count_requested: let the service count.
    """

    preview_requested = Signal()
    copy_prompt_requested = Signal()
    count_requested = Signal()

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._opener = self._back = owner
        self._counter = ""
        self._is_counted = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("What the next message would cost")
        self._parts = QWidget(self)
        self._grid = QGridLayout(self._parts)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(0, 1)
        self._note = label("", "dim")
        self._limit = label("", "bad")
        self._count = button("", name="Let the service count")
        self._count.setToolTip("Sends the whole request to be counted; the model does not answer it")
        self._count.clicked.connect(self.count_requested)
        self._preview = button("See the exact request")
        self._preview.clicked.connect(self._see)
        self._copy = button("Copy prompt")
        self._copy.setToolTip("For a web chat: instructions, files and message go to the clipboard")
        self._copy.clicked.connect(self._take_copy)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(style.WIDE, style.WIDE, style.WIDE, style.WIDE)
        column.setSpacing(style.GAP)
        for part in (self._parts, self._note, self._limit, self._count, self._preview, self._copy):
            column.addWidget(part)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)

    def set_counter(self, service: str) -> None:
        """Offer to let this service count; empty for one that does not."""
        self._counter = service
        self._offer_count()

    def set_estimate(self, estimate: Estimate) -> None:
        """Show these parts."""
        self._is_counted = estimate.is_counted
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        lines = [(part.name, f"{part.tokens:,}") for part in estimate.parts]
        if estimate.is_weighed:
            lines.append(("Tokens together", f"{estimate.tokens:,}"))
        for row, (name, figure) in enumerate(lines):
            is_sum = row == len(lines) - 1
            self._write(row, 0, name, role="title" if is_sum else "dim")
            self._write(row, 1, figure, role="title" if is_sum else "")
        guess = "Estimated from text length and image size."
        how = "As the service counted." if estimate.is_counted else guess
        self._note.setText(f"{_sentence(cost_wording.about(estimate.money))} for reading all of it. {how}")
        self._note.setVisible(estimate.is_weighed)
        self._limit.setText(estimate.over_limit)
        self._limit.setVisible(bool(estimate.over_limit))
        self._offer_count()
        if self.isVisible():
            self._place()

    def open(self, back: QWidget | None = None) -> None:
        """Show the card above its owner; the focus goes `back` from it, to the owner when None."""
        self._back = back or self._opener
        self._place()
        self.show()
        self._preview.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        width = min(_WIDTH, self._opener.window().width() - 2 * style.TIGHT)
        self.resize(width, self.height())
        self._grid.activate()
        self._column.activate()
        frame = self.contentsMargins()  # the column knows nothing of it
        height = self._column.heightForWidth(width - frame.left() - frame.right()) + frame.top() + frame.bottom()
        self.place_at(self._opener.rect(), QSize(width, height))

    def _offer_count(self) -> None:
        is_offered = bool(self._counter) and not self._is_counted
        if not is_offered and self._count.hasFocus():
            # Else it goes to another widget, and the card hides.
            self._preview.setFocus(Qt.FocusReason.OtherFocusReason)
        self._count.setText(f"Let {self._counter} count".replace("&", "&&"))
        self._count.setVisible(is_offered)

    def event(self, event: QEvent) -> bool:
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # before the window takes the key for something else
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    def _write(self, row: int, column: int, text: str, *, role: str) -> None:
        made = QLabel(text, self._parts)
        made.setTextFormat(Qt.TextFormat.PlainText)
        style.set_role(made, role)
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(made, row, column, side)
        made.show()  # at once, so that the open card knows its height

    def _see(self) -> None:
        self._leave()
        self.preview_requested.emit()

    def _take_copy(self) -> None:
        self._leave()
        self.copy_prompt_requested.emit()

    def _leave(self) -> None:
        self.hide()
        self._back.setFocus(Qt.FocusReason.PopupFocusReason)

    def _follow_focus(self, old: QWidget | None, new: QWidget | None) -> None:  # noqa: ARG002
        if self.isVisible() and new is not None and new is not self and not self.isAncestorOf(new):
            self.hide()


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
