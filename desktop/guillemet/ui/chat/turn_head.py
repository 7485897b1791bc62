"""Who speaks: the user with what was said, or a model.

You                                    Edit and send again  Copy
Let `total` take a tax rate.

anthropic/claude-…   Ask   recorded                         Copy
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from guillemet.app.turns import Mode, Turn
from guillemet.ui.chat.hover_button import HoverButton, HoverFrame
from guillemet.ui.chat.markdown_view import MarkdownView, with_line_breaks
from guillemet.ui.chat.transcript_signals import TranscriptSignals
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, copy_text
from guillemet.ui.wording import counted, seen

SHORT = 2_400
"""Characters of a message that is shown whole."""
_FEW = 12
"""Lines of a longer one that are shown before it is unfolded."""
_MOST = 60_000
"""Characters shown at most; copying takes all."""
_LETTER = 7
_LINE = 17


class UserItem:
    """A message of the user."""

    def __init__(self, turn: Turn, wishes: TranscriptSignals) -> None:
        self.turn = turn
        self.wishes = wishes
        self.is_open = False

    @property
    def is_short(self) -> bool:
        """Whether all of it is shown at once."""
        return len(self.turn.text) <= SHORT

    @property
    def shown(self) -> str:
        """The text, or its first lines."""
        text = self.turn.text
        if self.is_short or self.is_open:
            return text[:_MOST]
        return "\n".join(text[:SHORT].split("\n")[:_FEW])

    def estimate(self, width: int) -> int:
        """Return roughly how high the message will be."""
        lines = sum(1 + len(line) // max(width // _LETTER, 1) for line in self.shown.split("\n"))
        return 54 + _LINE * lines

    def build(self, parent: QWidget) -> QWidget:
        """Return the frame."""
        return UserCard(self, parent)


class UserCard(HoverFrame):
    """Shows a message of the user."""

    def __init__(self, row: UserItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self.setProperty("role", "said")
        self.setAccessibleName(f"You, message {row.turn.number}")
        self._text = MarkdownView(self)
        self._text.setAccessibleName("Your message")
        self._text.link_requested.connect(row.wishes.open_link)
        self._fold = button("", "fold", parent=self)
        self._fold.setVisible(not row.is_short)
        self._fold.clicked.connect(self._turn)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.WIDE, style.TIGHT, style.TIGHT, style.GAP)
        column.setSpacing(style.TIGHT)
        column.addLayout(self._heading())
        column.addWidget(self._text)
        column.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill()

    def _heading(self) -> QHBoxLayout:
        turn, wishes = self._row.turn, self._row.wishes
        again = HoverButton("Edit and send again", self, name=f"Edit and send again, message {turn.number}")
        again.clicked.connect(lambda: wishes.resend(turn.number))
        copy = HoverButton("Copy", self, name=f"Copy message {turn.number}")
        copy.clicked.connect(lambda: copy_text(turn.text))
        row = QHBoxLayout()
        row.setSpacing(style.TIGHT)
        row.addWidget(_short("You", "title", tip=_time(turn)))
        if turn.mode is not Mode.EDIT:
            row.addWidget(_short(turn.mode.value.capitalize(), "dim"))
        row.addStretch(1)
        row.addWidget(again)
        row.addWidget(copy)
        return row

    def _fill(self) -> None:
        row = self._row
        if row.is_open:
            self._text.set_plain(row.shown)
        else:
            self._text.set_markdown(with_line_breaks(row.shown))
        words = "Show fewer lines" if row.is_open else f"Show all {counted(row.turn.text.count(chr(10)) + 1, 'line')}"
        self._fold.setText(words)
        self._fold.setAccessibleName(words)

    def _turn(self) -> None:
        self._row.wishes.hold()
        self._row.is_open = not self._row.is_open
        self._fill()


class ModelItem:
    """The head of a model's turn."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return the height of a line."""
        return 26

    def build(self, parent: QWidget) -> QWidget:
        """Return the head."""
        return ModelHead(self, parent)


class ModelHead(HoverFrame):
    """Names the model."""

    def __init__(self, row: ModelItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row, turn = row, row.turn
        line = QHBoxLayout(self)
        line.setContentsMargins(0, style.TIGHT, style.TIGHT, 0)
        line.setSpacing(style.GAP)
        self._name = _Name("")
        line.addWidget(self._name)
        if turn.mode is not Mode.EDIT:
            line.addWidget(_short(turn.mode.value.capitalize(), "dim"))
        self._tag = _short("recorded", "tag", tip="Comes from the demo's recordings, not from a model")
        line.addWidget(self._tag)
        line.addStretch(1)
        self._copy = HoverButton("Copy", self, name=f"Copy answer {turn.number}")
        self._copy.clicked.connect(lambda: copy_text(row.turn.text))
        place = self._copy.sizePolicy()
        place.setRetainSizeWhenHidden(True)  # else the head would grow when the answer comes
        self._copy.setSizePolicy(place)
        line.addWidget(self._copy)
        self.refresh()

    def refresh(self) -> None:
        """Show who answers, for another model may have been asked again, and offer to copy what it said."""
        turn = self._row.turn
        name = "No model" if turn.is_recorded else seen(turn.model) or "Model"
        self.setAccessibleName(f"{name}, answer {turn.number}")
        self._name.setText(name)
        self._name.setToolTip(" · ".join(filter(None, (name, _time(turn)))))
        self._tag.setVisible(turn.is_recorded)
        self._copy.setVisible(bool(turn.text.strip()))


class _Name(QLabel):
    """A name, shortened in the middle where there is no room for it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "title")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()


def _short(text: str, role: str, *, tip: str = "") -> QLabel:
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setToolTip(tip)
    return made


def _time(turn: Turn) -> str:
    return f"{turn.said_at.astimezone():%Y-%m-%d %H:%M}" if turn.said_at else ""
