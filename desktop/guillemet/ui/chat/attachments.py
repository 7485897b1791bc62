"""The pictures and PDFs that go with a message, as chips over the box."""

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from guillemet.llm.messages import Picture
from guillemet.ui.chat.chip import Chip
from guillemet.ui.style import style
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.wording import seen


class Attachments(QWidget):
    """Shown only while there are any.

    detach_requested(number): one is to be taken away, counted from 0.
    """

    detach_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, gap=style.TIGHT)
        self.hide()

    def set_pictures(self, pictures: Sequence[Picture]) -> None:
        """Show these."""
        while (item := self._flow.takeAt(0)) is not None:
            if (chip := item.widget()) is not None:
                chip.hide()
                chip.deleteLater()
        for number, picture in enumerate(pictures):
            self._flow.addWidget(self._chip(number, picture))
        self.setVisible(bool(pictures))

    def _chip(self, number: int, picture: Picture) -> Chip:
        chip = Chip(self)
        kind = "PDF" if picture.media_type == "application/pdf" else "Picture"
        name = seen(PurePath(picture.path).name or f"{kind} {number + 1}")
        size = f"{max(1, len(picture.data) // 1000):,} kB" if picture.data else "not read yet"
        tip = f"{seen(picture.path) or 'From the clipboard'}\n{kind}, {size}"
        chip.set_name(name, spoken=f"Attached: {name}", removes=f"Take {name} away", tip=tip)
        chip.removed.connect(lambda: self.detach_requested.emit(number))
        return chip
