"""The look before sending: the exact request, what it costs, and the secrets that were found in it.

What is sent to anthropic/claude-…
3,120 tokens, about $0.01
! AWS access key in src/a.py, line 3
┌ Instructions   1,204 ┐ ┌ … ┐
└ Message           12 ┘ └   ┘
Send although it holds 1 secret   Copy   Cancel
"""

from msgspec import Struct, field
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QVBoxLayout, QWidget

from guillemet.app.turns import Estimate, Secret
from guillemet.ui.chat import cost_wording
from guillemet.ui.chat.request_view import RequestPart, RequestView
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import PathButton, button, label
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.wording import counted, seen

_MOST_SECRETS = 6
"""Secrets named one by one; more are counted."""
_WIDTH, _HEIGHT = 860, 620


class RequestDetails(Struct, frozen=True):
    """All that the look before sending shows."""

    parts: tuple[RequestPart, ...]
    model: str
    """Service and model as shown."""
    estimate: Estimate = field(default_factory=Estimate)
    secrets: tuple[Secret, ...] = ()
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
        self.setSizeGripEnabled(True)
        self.resize(min(_WIDTH, max(window.width() - 48, 300)), min(_HEIGHT, max(window.height() - 48, 360)))
        self._text = RequestView(view.parts)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.WIDE, style.WIDE, style.WIDE, style.WIDE)
        column.setSpacing(style.GAP)
        for part in self._heading():
            column.addWidget(part)
        if view.secrets:
            column.addWidget(self._secrets())
        column.addWidget(self._text, 1)
        column.addLayout(self._buttons())
        self._text.setFocus()  # to be read; what sends is pressed

    def _heading(self) -> list[QWidget]:
        view = self._view
        does = "would be" if view.estimate.over_limit or view.is_empty else "is"
        whom = f"This {does} sent to {seen(view.model)}" if view.model else "This is what would be sent"
        how = "as the service counted" if view.estimate.is_counted else "a guess from the length of the texts"
        parts: list[QWidget] = [
            label(whom, "title"),
            label(f"{cost_wording.estimate(view.estimate)} for reading it, {how}", "dim"),
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
        column = QVBoxLayout(card)
        column.setContentsMargins(style.WIDE, style.GAP, style.WIDE, style.GAP)
        column.setSpacing(2)
        column.addWidget(label(f"! {counted(len(secrets), 'secret')} would be sent:", "warn"))
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
        words = f"Send although it holds {counted(count, 'secret')}" if count else "Send"
        send = button(words, "" if count else "primary")
        send.setVisible(not self._view.estimate.over_limit and not self._view.is_empty)
        send.clicked.connect(self._send)
        copy = button("Copy")
        copy.setToolTip("Puts all of it on the clipboard, for a web chat")
        copy.setVisible(not self._view.is_empty)
        copy.clicked.connect(self._copy)
        cancel = button("Close" if self._view.is_empty else "Cancel")
        cancel.clicked.connect(self.reject)
        row = FlowLayout(gap=style.GAP)
        for control in (send, copy, cancel):
            row.addWidget(control)
        return row

    def _send(self) -> None:
        self.accept()
        self.send_requested.emit()

    def _copy(self) -> None:
        self.accept()
        self.copy_requested.emit()
