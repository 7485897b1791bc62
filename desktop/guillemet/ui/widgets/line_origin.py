"""A popup that says which commit a line comes from."""

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QHideEvent, QShowEvent, QSinglePointEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from guillemet.engine.git.commits import LineOrigin
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import announce, label
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import seen

WIDTH = 420


class LineOriginPopup(QFrame):
    """Lies over the pane it is in, whose focus it leaves alone.

    A press or a wheel beside it puts it away; the pane hides it when its user goes on by keys.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._pane = parent
        self.setProperty("role", "floating")
        self.setAccessibleName("Who changed this line")
        self._which = label("The line it replaces:", "dim", parent=self)
        self._subject, self._rest = label("", "title", parent=self), label("", "dim", parent=self)
        self._column = fill(
            QVBoxLayout(self), self._which, self._subject, self._rest, margins=style.WIDE, gap=style.TIGHT
        )
        self.setFixedWidth(WIDTH)
        self.hide()

    def wait_at(self, place: QPoint, *, is_replaced: bool = False) -> None:
        """Say that it is looked for, at this place of the screen; of a proposed line for the one it replaces."""
        self._which.setVisible(is_replaced)
        self._say("Looking through the history…", "")
        spot, room = self._pane.mapFromGlobal(place), self._pane.rect()
        self.move(max(0, min(spot.x(), room.width() - WIDTH)), max(0, min(spot.y(), room.height() - 2 * self.height())))
        self.show()
        self.raise_()

    def show_origin(self, origin: LineOrigin | str | None) -> None:
        """Say where the line comes from, None for no commit yet, or why that is not known."""
        if not self.isVisible():
            return  # the user went on meanwhile
        if isinstance(origin, LineOrigin):
            self._say(seen(origin.subject) or "(no message)", origin_words(origin))
        else:
            self._say("Nothing is known of this line" if origin else "This line is not committed yet", origin or "")

    def _say(self, subject: str, rest: str) -> None:
        self._subject.setText(subject)
        self._rest.setText(rest)
        self._rest.setVisible(bool(rest))
        # The labels wrap: `adjustSize` would take the height they have in a narrow column.
        self.setFixedHeight(self._column.totalHeightForWidth(WIDTH))
        which = "" if self._which.isHidden() else self._which.text()
        announce(self, f"{which} {subject} {rest}".strip())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (application := QApplication.instance()) is not None:
            application.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if (application := QApplication.instance()) is not None:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_press = event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel)
        # One on it goes on to the pane below it.
        if (
            is_press
            and isinstance(event, QSinglePointEvent)
            and not self.rect().contains(self.mapFromGlobal(event.globalPosition()).toPoint())
        ):
            self.hide()
        return super().eventFilter(watched, event)


def origin_words(origin: LineOrigin) -> str:
    """Return author, date and commit of a line, and what the file was called."""
    who = f"{seen(origin.author)} <{seen(origin.address)}>"
    return f"{who}\n{origin.when:%Y-%m-%d %H:%M %z} · {origin.commit[:10]} · {seen(origin.path)}"
