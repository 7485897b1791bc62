"""The notice bar: what happened and what to do, with details to unfold; never a box in the way.

The newest shows, but not before the pointer is off the one that it was moved to, or a key was pressed since: a press is
meant for what is seen there. Errors, warnings, and offers that are made nowhere else stay until they are dismissed, and
are counted while they lie beneath a newer one; all others go by themselves, those with a button later, or with newer
news, and those that merely report something once the user decides the next thing. A newer offer does not cover the one
without which nothing goes on. The focus goes on to the next notice, and back to where it came from after the last.

The bar lies at the lower right over what can be scrolled, so that it covers no heading and no button, and no pane moves
for it. Presses that follow its appearance at once pass through it: they were meant for what is beneath.
"""

from collections.abc import Callable, Container, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from shiboken6 import isValid

from guillemet.app.notices import Level, Notice, Offer, Topic
from guillemet.ui.style import icons, style
from guillemet.ui.widgets.controls import (
    IconButton,
    announce,
    button,
    line_label,
    on_escape,
    read_only_text,
    set_caption,
)
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import holds_focus, on_focus_change
from guillemet.ui.widgets.text_box import TextBox
from guillemet.ui.wording import seen

STAYS, _STAYS_WITH_OFFER = 8_000, 25_000
"""Milliseconds for which a notice that goes by itself is shown at the most: as long as it takes to be read, and one
with an offer as long as it takes to be decided."""
_AT_FIRST, _FOR_EACH = 2_000, 60
"""Milliseconds to look there, and for each letter."""
_ASKS_AGAIN = 250
"""Milliseconds after which one that has to stay tries to go again."""
_NOT_YET = 500
"""Milliseconds for which a bar that appeared takes no press."""

_WIDTH, _NARROW = 420, 260
"""Pixels of the bar where there is room for it, and beside buttons that it would cover else."""
_AT_REST = 400
"""Milliseconds after which a bar leaves buttons that were scrolled beneath it: it does not jump meanwhile."""
_AWAY = 20
"""Pixels between the bar and the edges of what it lies over, for the scroll bars."""
_POINTED = (QEvent.Type.Enter, QEvent.Type.HoverMove)
_PLACED = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.ShowToParent, QEvent.Type.HideToParent)
_LEAST_LINES = 2
"""Lines of the details that are shown where there is little room."""
_MOST_LINES = 8

_MOST_OTHERS = 2
"""Further offers that a notice has at the most."""

_LASTING = (
    Offer.MAKE_REPOSITORY,
    Offer.OPEN_OTHER,
    Offer.READ_FILES,
    Offer.PLACE_LISTINGS,
    Offer.ASK_FOR_BLOCKS,
    Offer.RESTORE_CONVERSATION,
    Offer.STOP_AND_CLOSE,
)
"""What the user may miss that is offered nowhere else."""

_SPOKEN = {Level.INFO: "note", Level.DONE: "done", Level.WARN: "warning", Level.ERROR: "error"}


class NoticeBar(QFrame):
    """Shows notices one at a time, hidden while there are none.

    action_requested(notice): the user took the notice's offer.
    refilled(): another notice is shown, which may need another height.
    """

    action_requested = Signal(object)
    refilled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pile: list[Notice] = []
        self._shown: Notice | None = None
        self._before: QWidget | None = None
        self.is_pointed_at = False
        """Whether the pointer was moved here."""
        self._leave = QTimer(self, singleShot=True, interval=STAYS)
        self._leave.timeout.connect(self._go)
        self.setProperty("role", "floating")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._build()
        self.hide()
        on_focus_change(self._follow_focus)

    @property
    def current(self) -> Notice | None:
        return self._shown

    def show_notice(self, notice: Notice) -> None:
        """Show the notice on top of what is not dismissed yet; one that is reported again is not reported twice."""
        kept = [one for one in self._pile if one != notice and (one is self._pointed_at or not _passes(one))]
        above = [one for one in kept if _is_needed(one)] if _merely_offers(notice) else []
        self._pile = [*above, notice, *(one for one in kept if one not in above)]
        self._fill()

    def dismiss(self) -> None:
        """Put the shown notice away and show the next."""
        if self._shown is not None:
            self._pile.remove(self._shown)
            self._fill()

    def withdraw(
        self, offers: Container[Offer], *, subject: str | None = None, paths: tuple[str, ...] | None = None
    ) -> None:
        """Put away the notices whose offer is outdated; with a `subject`, or `paths`, those about just these only."""
        self._pile = [
            one
            for one in self._pile
            if one.offer is None
            or one.offer not in offers
            or subject not in (None, one.subject)
            or paths not in (None, one.paths)
        ]
        self._fill()

    def settle(self, topic: Topic) -> None:
        """Put away what is said to have failed, and succeeded since."""
        if any(one.topic is topic for one in self._pile):
            self._pile = [one for one in self._pile if one.topic is not topic]
            self._fill()

    def follow(self, true_of: Callable[[Notice], Notice | None]) -> None:
        """Put away the notices of which nothing is true any more, and correct those that say too much."""
        followed = [(one, true_of(one)) for one in self._pile]
        self._pile = [one if now == one else now for one, now in followed if now is not None]
        self._fill()

    def leave_reports(self) -> None:
        """Put away what merely reports something: the user read it, or goes on without."""
        self._pile = [one for one in self._pile if one.offer is not None or not _passes(one)]
        self._fill()

    def offers(self, *offers: Offer) -> bool:
        """Whether one of these is offered, by what is shown or beneath it."""
        return any(one.offer in offers for one in self._pile)

    def focus(self) -> None:
        """Give the focus to what the shown notice offers, if one is shown."""
        if self._shown is not None:
            (self._close if self._shown.offer is None else self._offer).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.DevicePixelRatioChange):
            self._draw_icons()
        elif event.type() in _POINTED or event.type() in (QEvent.Type.Leave, QEvent.Type.ShowToParent):
            # A pointer that rests where the bar comes up, entered just before this, keeps nothing from being shown.
            self._set_pointed_at(is_so=event.type() in _POINTED)
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a key be answered in front of what the pointer merely rests on, until that moves again."""
        if event.type() is QEvent.Type.KeyPress:
            self._set_pointed_at(is_so=False)
        return super().eventFilter(watched, event)

    def _set_pointed_at(self, *, is_so: bool) -> None:
        app = QCoreApplication.instance()
        if is_so is not self.is_pointed_at and app is not None:
            self.is_pointed_at = is_so
            app.installEventFilter(self) if is_so else app.removeEventFilter(self)

    def leaveEvent(self, event: QEvent) -> None:
        """Show what was reported while the pointer was here."""
        super().leaveEvent(event)
        if self._pile and self._shown is not self._pile[0]:
            newest, *others = self._pile
            self._pile = [newest, *(one for one in others if not _passes(one))]
            self._fill()

    @property
    def _pointed_at(self) -> Notice | None:
        """The notice under the pointer, as long as it is true; it is not replaced."""
        is_true = any(one is self._shown for one in self._pile)
        return self._shown if self.is_pointed_at and is_true else None

    def _build(self) -> None:
        self._sign = QLabel()
        self._sign.setFixedSize(icons.SIZE, icons.SIZE)
        self._text = TextBox()
        self._text.setAccessibleName("Notice")
        self._more = line_label("", "dim")
        self._close = IconButton("close", "Dismiss notice")
        self._close.is_dim = True
        self._close.setFixedSize(icons.SIZE + style.TIGHT, icons.SIZE + style.TIGHT)
        self._close.setToolTip("Dismiss (Esc)")
        self._close.clicked.connect(self.dismiss)
        self._offer = button("", clicked=self._take)
        self._others = [button("", "quiet", clicked=partial(self._take_other, at)) for at in range(_MOST_OTHERS)]
        self._unfold = button("Details", "quiet")
        self._unfold.setCheckable(True)
        self._unfold.toggled.connect(self._show_details)
        self._actions = QWidget()
        FlowLayout(self._unfold, *self._others, parent=self._actions, gap=style.TIGHT).end_with(self._offer)
        top = Qt.AlignmentFlag.AlignTop
        # The first line stands in the middle of the height of the button beside it.
        below = max(0, self._close.height() - self.fontMetrics().height()) // 2
        words = fill(QHBoxLayout(), (self._sign, 0, top), (self._text, 1), (self._more, 0, top), gap=style.GAP)
        words.setContentsMargins(0, below, 0, 0)
        row = fill(
            QHBoxLayout(),
            (words, 1),
            (self._close, 0, top),
            margins=0,
            gap=style.GAP,
        )
        self._details = read_only_text("Details of the notice")
        fill(QVBoxLayout(self), row, self._details, self._actions, margins=style.WIDE, gap=style.GAP)
        on_escape(self, self.dismiss)

    def _fill(self) -> None:
        had_focus, before = holds_focus(self), self._shown
        notice = self._pointed_at or (self._pile[0] if self._pile else None)
        waiting = len(self._pile) - 1
        self._more.setText(f"{waiting:,} more")
        self._more.setVisible(waiting > 0)
        if notice is not self._shown:
            self._shown = notice
            self._leave.stop()
            if notice is not None:
                self._fill_with(notice)
                if _passes(notice):
                    read = min(_AT_FIRST + _FOR_EACH * len(notice.text), STAYS)
                    self._leave.start(read if notice.offer is None else _STAYS_WITH_OFFER)
        if had_focus and notice is None:
            self._give_focus_back()
        self.setVisible(notice is not None)  # last, so that the window is laid out once
        if notice is not None and notice is not before:
            self.refilled.emit()
        if had_focus and notice is before:
            self.focus()
        elif had_focus and notice is not None:
            self._close.setFocus(Qt.FocusReason.OtherFocusReason)  # what this one offers was not read yet

    def _fill_with(self, notice: Notice) -> None:
        self._draw_icons()
        self._sign.setAccessibleName(_SPOKEN[notice.level])
        self._text.setPlainText(seen(notice.text))
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
        lines, line = min(notice.details.count("\n") + 1, _MOST_LINES), self.fontMetrics().lineSpacing()
        self._details.setMinimumHeight(min(lines, _LEAST_LINES) * line + 3 * style.GAP)
        self._details.setMaximumHeight(lines * line + 3 * style.GAP)

    def _draw_icons(self) -> None:
        """Draw them in the colours and for the screen of now; without a notice nothing is drawn, nor loaded for it."""
        if self._shown is not None:
            theme, ratio = style.current().theme, self.devicePixelRatioF()
            colours = {Level.INFO: theme.dim, Level.DONE: theme.good, Level.WARN: theme.warn, Level.ERROR: theme.bad}
            level = self._shown.level
            self._sign.setPixmap(icons.pixmap(level, colours[level], ratio))

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
        if self.is_pointed_at:
            self._leave.start(_ASKS_AGAIN)
        else:
            self.dismiss()

    def _take(self) -> None:
        notice = self._shown
        self._set_pointed_at(is_so=False)  # the pointer is where the button was: what comes up there is not pointed at
        self.dismiss()
        if notice is not None:
            self.action_requested.emit(notice)

    def _take_other(self, at: int) -> None:
        notice = self._shown
        if notice is None:
            return
        if notice.also[at] not in (Offer.SHOW_HOOKS, Offer.SHOW_FILE):  # after a look, this notice is answered
            self._set_pointed_at(is_so=False)
            self.dismiss()
        self.action_requested.emit(replace(notice, offer=notice.also[at], also=()))


def _is_needed(notice: Notice) -> bool:
    """Whether nothing goes on before the user takes what the notice offers."""
    return notice.offer is Offer.MAKE_REPOSITORY


def _merely_offers(notice: Notice) -> bool:
    return notice.level is Level.INFO and notice.offer is not None


def _passes(notice: Notice) -> bool:
    """Whether the notice goes by itself."""
    return notice.level in (Level.INFO, Level.DONE) and notice.offer not in _LASTING


class NoticePlace(QObject):
    """Keeps the bar at the lower right of the first of some areas that is shown, in front of what is there.

    Where what is being decided is there, the heading of a file or the buttons of a hunk, the bar lies above it or
    beside it, if there is room. It stays there until it would cover what is being decided or a heading, until the rest
    has come to rest beneath it, or another notice is shown.
    """

    def __init__(self, bar: NoticeBar, areas: Sequence[QWidget], window: QWidget) -> None:
        """Put the bar into `window`, in which the areas are."""
        super().__init__(bar)
        self._bar, self._areas, self._window = bar, areas, window
        self._decided = QRect()
        """What is being decided in the first of the areas, on the screen."""
        self._headings: Sequence[QRect] = ()
        self._buttons: Sequence[QRect] = ()
        """Where there are some."""
        self._room = QRect()
        """Where there was room for the bar when it was placed."""
        self._is_new = QTimer(self, singleShot=True, interval=_NOT_YET)
        self._is_new.timeout.connect(lambda: self._let_through(is_so=False))
        self._rest = QTimer(self, singleShot=True, interval=_AT_REST)
        self._rest.timeout.connect(self._leave_buttons)
        bar.setParent(window)
        bar.installEventFilter(self)
        bar.refilled.connect(
            partial(self._place, is_new=True)
        )  # at once, or it would be painted with the height of the notice before
        for area in areas:
            each: QWidget | None = area
            while each is not None and each is not window:  # an area moves with what it is in
                each.installEventFilter(self)
                each = each.parentWidget()

    def spare(self, decided: QRect, headings: Sequence[QRect] = (), buttons: Sequence[QRect] = ()) -> None:
        """Keep off these places on the screen, in the first of the areas; off what is decided before all."""
        if (decided, headings, buttons) == (self._decided, self._headings, self._buttons):
            return
        self._decided, self._headings, self._buttons = decided, headings, buttons
        if self._bar.isVisible() and not self._bar.is_pointed_at:
            self._place()
            self._rest.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._bar:
            if kind is QEvent.Type.ShowToParent:
                self._let_through(is_so=True)
                self._is_new.start()
                self._bar.raise_()
            if kind in (QEvent.Type.ShowToParent, QEvent.Type.LayoutRequest, QEvent.Type.Leave):
                self._place()  # under the pointer it was not moved
        elif kind in _PLACED and self._bar.isVisible():
            self._place()
        return False

    def _let_through(self, *, is_so: bool) -> None:
        self._bar.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, is_so)

    def _leave_buttons(self) -> None:
        if self._bar.isVisible() and not self._bar.is_pointed_at:
            self._place(is_at_rest=True)

    def _place(self, *, is_new: bool = False, is_at_rest: bool = False) -> None:
        area = next((each for each in self._areas if each.isVisibleTo(self._window)), self._window)
        room = QRect(area.mapTo(self._window, QPoint()), area.size()).adjusted(_AWAY, _AWAY, -_AWAY, -_AWAY)
        if layout := self._bar.layout():
            layout.activate()
        lowest = self._lowest(room, _WIDTH)
        place = lowest
        if area is self._areas[0]:
            narrow = self._lowest(room, _NARROW)
            is_placed = room == self._room and not is_new and self._bar.size() in (lowest.size(), narrow.size())
            now = self._bar.geometry() if is_placed else None
            place = self._free(lowest, narrow, room, now=now, is_at_rest=is_at_rest)
        self._room = room
        self._bar.setGeometry(place)

    def _lowest(self, room: QRect, width: int) -> QRect:
        """Return the place in the lower right corner, of at most this width."""
        width, height = min(width, room.width()), room.height()
        if layout := self._bar.layout():
            height = min(layout.totalHeightForWidth(width), max(height, layout.totalMinimumHeightForWidth(width)))
        return QRect(room.right() + 1 - width, room.bottom() + 1 - height, width, height)

    def _free(self, lowest: QRect, narrow: QRect, room: QRect, *, now: QRect | None, is_at_rest: bool) -> QRect:
        """Return the lowest place, from the `lowest` upwards, that covers nothing to be spared, if there is one.

        The buttons of hunks are spared in the lower half only, as long as what is being decided leaves room there.

        Where the bar is `now` will do as well. Where there is room beside the buttons only, the bar is narrow.
        """
        decided, headings, buttons = map(self._in_window, ((self._decided,), self._headings, self._buttons))
        if now is not None and not any(map(now.intersects, (*decided, *headings, *(buttons if is_at_rest else ())))):
            return now
        tops = sorted((each.top() for each in (*decided, *headings, *buttons)), reverse=True)
        middle, top = (
            room.center().y(),
            room.top(),
        )  # it is looked for at the lower right: it goes no higher than it must
        for place, spared, highest in (
            (lowest, (*decided, *headings, *buttons), middle),
            (narrow, (*decided, *headings, *buttons), middle),
            (lowest, (*decided, *headings), middle),
            (lowest, (*decided, *headings), top),
            (lowest, decided, top),
            (lowest, (*headings, *buttons), top),  # what is being decided fills the area
            (lowest, buttons, top),
        ):
            others = [place.translated(0, above - 1 - place.bottom()) for above in tops if above <= place.bottom()]
            tried = [place, *(other for other in others if other.top() >= highest)]
            if (free := next((one for one in tried if not any(map(one.intersects, spared))), None)) is not None:
                return free
        return lowest

    def _in_window(self, places: Sequence[QRect]) -> tuple[QRect, ...]:
        return tuple(QRect(self._window.mapFromGlobal(each.topLeft()), each.size()) for each in places)
