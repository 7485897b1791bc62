"""The notice bar: what happened and what to do, with details to unfold; never a box in the way.

The newest shows. Errors, warnings and offers stay until they are dismissed, and are counted while they lie beneath a
newer one; all others go by themselves, or with newer news, but not while the pointer is over what would
move. A newer offer does not cover the one without which nothing goes on. The focus goes on to the next notice, and back
to where it came from after the last.

The bar lies above the panes, which make room for it once no click in them is likely: a bar that pushed the panes down
or let them up under the mouse would let a press fall on another button than was meant. So it lies over their upper edge
at first. They move when the pointer is not over them, or when a key is pressed.
"""

from collections.abc import Callable, Container
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QResizeEvent,
    QWindow,
)
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from guillemet.app.notices import Level, Notice, Offer
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import ToolButton, announce, button, label, on_escape, read_only_text, set_caption
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.wording import seen

_MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
"""Keys that may be held for a press of the mouse."""
_LOOKS_AFTER = 150
"""Milliseconds after the pointer moved: by then it has come where it was going."""
_NOT_YET = 500
"""Milliseconds for which a bar that came to lie over the panes takes no press, which was meant for what is there."""


STAYS = 8_000
"""Milliseconds for which a notice that asks for nothing is shown."""
_ASKS_AGAIN = 250
"""Milliseconds after which one that has to stay tries to go again."""

_NARROW = 560
"""Pixels of width below which the buttons stand under the text."""

_MOST_OTHERS = 2
"""Further offers that a notice has at the most."""

_SIGNS = {Level.INFO: "ⓘ", Level.DONE: "✓", Level.WARN: "!", Level.ERROR: "✗"}
_SPOKEN = {Level.INFO: "note", Level.DONE: "done", Level.WARN: "warning", Level.ERROR: "error"}
_ROLES = {Level.INFO: "dim", Level.DONE: "good", Level.WARN: "warn", Level.ERROR: "bad"}


class NoticeBar(QFrame):
    """Shows notices one at a time, hidden while there are none.

    action_requested(notice): the user took the notice's offer.
    """

    action_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pile: list[Notice] = []
        self._shown: Notice | None = None
        self._before: QWidget | None = None
        self._leave = QTimer(self, singleShot=True, interval=STAYS)
        self._leave.timeout.connect(self._go)
        self.holds: Callable[[], bool] = lambda: False
        """Whether the bar has to stay because what would move must not move now."""
        self.setProperty("role", "banner")
        self._build()
        self.hide()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)

    @property
    def current(self) -> Notice | None:
        return self._shown

    def show_notice(self, notice: Notice) -> None:
        """Show the notice on top of what is not dismissed yet; one that is reported again is not reported twice."""
        kept = [one for one in self._pile if one != notice and not _passes(one)]
        above = [one for one in kept if _is_needed(one)] if _merely_offers(notice) else []
        self._pile = [*above, notice, *(one for one in kept if one not in above)]
        self._fill()
        if _passes(notice):
            self._leave.start(STAYS)

    def dismiss(self) -> None:
        """Put the shown notice away and show the next."""
        if self._shown is not None:
            self._pile.remove(self._shown)
            self._fill()

    def withdraw(self, offers: Container[Offer], *, subject: str | None = None) -> None:
        """Put away the notices whose offer is outdated; with a `subject` those about it only."""
        self._pile = [
            one
            for one in self._pile
            if one.offer is None or one.offer not in offers or subject not in (None, one.subject)
        ]
        self._fill()

    def withdraw_settled(self, conflicts: Container[str]) -> None:
        """Dismiss the notices about conflicts of files that are not in `conflicts`."""
        self._pile = [one for one in self._pile if not one.conflict or one.conflict in conflicts]
        self._fill()

    def focus(self) -> None:
        """Give the focus to what the shown notice offers, if one is shown."""
        if self._shown is not None:
            (self._close if self._shown.offer is None else self._offer).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        self._sides.setDirection(direction)

    def _build(self) -> None:
        self._sign = label("")
        self._sign.setWordWrap(False)
        self._sign.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._text = label("")
        self._more = label("", "dim")
        self._more.setWordWrap(False)
        self._more.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._close = ToolButton()
        self._close.setText("✕")
        self._close.setAccessibleName("Dismiss notice")
        self._close.setToolTip("Dismiss (Esc)")
        self._close.clicked.connect(self.dismiss)
        self._offer = button("", clicked=self._take)
        self._others = [button("", "quiet", clicked=partial(self._take_other, at)) for at in range(_MOST_OTHERS)]
        self._unfold = button("Details", "quiet")
        self._unfold.setCheckable(True)
        self._unfold.toggled.connect(self._show_details)
        self._actions = QWidget()
        fill(QHBoxLayout(self._actions), self._unfold, self._offer, *self._others, 1, margins=0, gap=style.TIGHT)
        self._sides = fill(
            QBoxLayout(QBoxLayout.Direction.LeftToRight), (self._text, 1), self._actions, gap=style.TIGHT
        )
        top = Qt.AlignmentFlag.AlignTop
        row = fill(QHBoxLayout(), self._sign, (self._sides, 1), self._more, (self._close, 0, top), gap=style.GAP)
        self._details = read_only_text("Details of the notice")
        self._details.setProperty("role", "input")
        fill(
            QVBoxLayout(self),
            row,
            self._details,
            margins=(style.WIDE, style.TIGHT + 2, style.TIGHT, style.TIGHT + 2),
            gap=style.TIGHT,
        )
        on_escape(self, self.dismiss)

    def _fill(self) -> None:
        had_focus, before = holds_focus(self), self._shown
        notice = self._pile[0] if self._pile else None
        waiting = len(self._pile) - 1
        self._more.setText(f"{waiting:,} more")
        self._more.setVisible(waiting > 0)
        if notice is not self._shown:
            self._shown = notice
            self._leave.stop()
            if notice is not None:
                self._fill_with(notice)
        if had_focus and notice is None:
            self._give_focus_back()
        self.setVisible(notice is not None)  # last, so that the window is laid out once
        if had_focus and notice is before:
            self.focus()
        elif had_focus and notice is not None:
            self._close.setFocus(Qt.FocusReason.OtherFocusReason)  # what this one offers was not read yet

    def _fill_with(self, notice: Notice) -> None:
        self._sign.setText(_SIGNS[notice.level])
        self._sign.setAccessibleName(_SPOKEN[notice.level])
        style.set_role(self._sign, _ROLES[notice.level])
        self._text.setText(seen(notice.text))
        spoken = f"{_SPOKEN[notice.level]}: {seen(notice.text)}"
        self.setAccessibleName(spoken)
        announce(self, spoken, at_once=notice.level in (Level.WARN, Level.ERROR))
        self._offer.setVisible(notice.offer is not None)
        if notice.offer is not None:
            set_caption(self._offer, str(notice.offer))
        for at, other in enumerate(self._others):
            other.setVisible(at < len(notice.also))
            if at < len(notice.also):
                set_caption(other, str(notice.also[at]))
        self._unfold.setChecked(False)
        self._unfold.setVisible(bool(notice.details))
        self._actions.setVisible(notice.offer is not None or bool(notice.details))
        self._details.setPlainText(seen(notice.details))
        self._details.hide()
        lines = min(notice.details.count("\n") + 1, 8)
        self._details.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 3 * style.GAP)

    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and now is not None and self.isAncestorOf(now) and not self.isAncestorOf(before):
            self._before = before

    def _give_focus_back(self) -> None:
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_details(self, is_open: bool) -> None:
        self._details.setVisible(is_open)
        if is_open:
            self._leave.stop()

    def _go(self) -> None:
        if self.holds():
            self._leave.start(_ASKS_AGAIN)
        else:
            self.dismiss()

    def _take(self) -> None:
        notice = self._shown
        self.dismiss()
        if notice is not None:
            self.action_requested.emit(notice)

    def _take_other(self, at: int) -> None:
        notice = self._shown
        self.dismiss()
        if notice is not None:
            self.action_requested.emit(replace(notice, offer=notice.also[at], also=()))


def _is_needed(notice: Notice) -> bool:
    """Whether nothing goes on before the user takes what the notice offers."""
    return notice.offer is Offer.MAKE_REPOSITORY


def _merely_offers(notice: Notice) -> bool:
    return notice.level is Level.INFO and notice.offer is not None


def _passes(notice: Notice) -> bool:
    """Whether the notice goes by itself."""
    return notice.level in (Level.INFO, Level.DONE) and notice.offer is None


class NoticePlace(QWidget):
    """The room for the bar in the window's column: as high as the bar, or as it was before the panes could move."""

    def __init__(self, bar: NoticeBar, below: QWidget, parent: QWidget) -> None:
        """Lay the bar over `below`, which moves when the room becomes higher or lower."""
        super().__init__(parent)
        self._bar, self._below = bar, below
        self._watched: QWindow | None = None
        self._look = QTimer(self, singleShot=True, interval=_LOOKS_AFTER)
        self._look.timeout.connect(self._settle)
        self._is_new = QTimer(self, singleShot=True, interval=_NOT_YET)
        bar.setParent(parent)
        bar.holds = lambda: self.height() > 0 and self._keeps_still()
        bar.installEventFilter(self)
        self.setFixedHeight(0)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._lie()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lie()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._bar:
            self._follow_bar(kind)
        elif isinstance(event, QKeyEvent):
            if kind is QEvent.Type.KeyPress and event.key() not in _MODIFIERS:
                self._make_room()
        elif isinstance(event, QMouseEvent):
            self._look.start()
            is_early = kind is QEvent.Type.MouseButtonPress and self._is_new.isActive()
            return is_early and self._is_over_bar(event.globalPosition().toPoint())
        elif kind is QEvent.Type.Leave:
            self._look.start()
        return False

    def _follow_bar(self, kind: QEvent.Type) -> None:
        if kind is QEvent.Type.Resize and not self._bar.isVisible():
            return  # about to be shown: a size that is given now would never reach what is in it
        if kind in (QEvent.Type.ShowToParent, QEvent.Type.LayoutRequest):
            self._lie()
            self._bar.raise_()
        if kind is QEvent.Type.ShowToParent and self._keeps_still():
            self._is_new.start()
        if kind in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent, QEvent.Type.Resize):
            self._settle()

    def _lie(self) -> None:
        if layout := self._bar.layout():
            layout.activate()
        self._bar.setGeometry(self.x(), self.y(), self.width(), self._bar.heightForWidth(self.width()))

    def _settle(self) -> None:
        """Make room, or give it back, unless that has to wait; look out for the moment until then."""
        if not self._keeps_still():
            self._make_room()
        wanted = self.window().windowHandle() if self._wanted != self.height() or self._bar.isVisible() else None
        if wanted is not self._watched:
            if self._watched is not None:
                self._watched.removeEventFilter(self)
            if wanted is not None:
                wanted.installEventFilter(self)
            self._watched = wanted

    @property
    def _wanted(self) -> int:
        return 0 if self._bar.isHidden() else self._bar.height()

    def _make_room(self) -> None:
        if self._wanted != self.height():
            self.setFixedHeight(self._wanted)

    def _keeps_still(self) -> bool:
        """Whether the pointer may be about to press something in what would move."""
        return self._below.underMouse() or bool(QGuiApplication.mouseButtons().value)

    def _is_over_bar(self, spot: QPoint) -> bool:
        return self._bar.isVisible() and self._bar.rect().contains(self._bar.mapFromGlobal(spot))
