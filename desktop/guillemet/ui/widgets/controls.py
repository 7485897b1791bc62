"""Small controls that several panes share: they wrap or shorten their text instead of widening the pane."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    QUrl,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QDesktopServices,
    QEnterEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from guillemet.ui.style import icons, style
from guillemet.ui.widgets.fold_state import show_fold_state
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import chain, leave
from guillemet.ui.wording import plain_tip, seen


def announce(where: QWidget, words: str, *, at_once: bool = False) -> None:
    """Let a screen reader say this of the widget, if one listens; `at_once` cuts short what it is saying."""
    if words and QAccessible.isActive():
        said = QAccessibleAnnouncementEvent(where, words)
        manners = QAccessible.AnnouncementPoliteness
        said.setPoliteness(manners.Assertive if at_once else manners.Polite)
        QAccessible.updateAccessibility(said)


_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def label(text: str, role: str = "", *, parent: QWidget | None = None) -> QLabel:
    """Return a wrapping label of plain text that can be selected with the mouse."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setSizePolicy(_wrapping())
    if role:
        made.setProperty("role", role)
    return made


def line_label(text: str, role: str = "", *, parent: QWidget | None = None) -> QLabel:
    """Return a label that stays on one line and keeps its width, for a row in which other widgets stand."""
    made = label(text, role, parent=parent)
    made.setWordWrap(False)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    return made


def _wrapping() -> QSizePolicy:
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    return policy


def read_only_text(name: str, text: str = "", *, parent: QWidget | None = None) -> QPlainTextEdit:
    """Return a field of text that can be selected and copied; the Tab key leaves it."""
    made = QPlainTextEdit(text, parent)
    made.setAccessibleName(name)
    made.setProperty("role", "input")
    made.setReadOnly(True)
    made.setTabChangesFocus(True)
    return made


def button(
    text: str,
    role: str = "",
    *,
    name: str = "",
    tip: str = "",
    parent: QWidget | None = None,
    clicked: Callable[..., object] | SignalInstance | None = None,
) -> "PushButton":
    """Return a button with an accessible name; the text is shown as it is, ampersands included."""
    made = PushButton(text.replace("&", "&&"), parent)
    made.setAccessibleName(name or text)
    made.setAutoDefault(False)
    made.setToolTip(plain_tip(tip))
    if role:
        made.setProperty("role", role)
    if clicked is not None:
        made.clicked.connect(clicked)
    return made


def set_caption(control: QAbstractButton, text: str) -> None:
    """Show this text on a button, and let it be its accessible name."""
    control.setText(text.replace("&", "&&"))
    control.setAccessibleName(text)


def claims_escape(event: QEvent) -> bool:
    """Accept Escape before the window takes the key for a shortcut; return whether it was that."""
    is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
    if is_escape and event.type() is QEvent.Type.ShortcutOverride:
        event.accept()
        return True
    return False


def on_escape(pane: QWidget, leave: Callable[[], object]) -> QShortcut:
    """Call `leave` when Escape is pressed in the pane, and return the shortcut.

    Not for what stands in the editor of the proposal: that takes the key before shortcuts get it.
    """
    # Given to the constructor with a slot, the context is ignored: Escape would work in the whole window.
    shortcut = QShortcut(QKeySequence(Qt.Key.Key_Escape), pane)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(leave)
    return shortcut


def open_by_desktop(path: str) -> bool:
    """Open a file or a folder with the program the desktop has for it; return whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def copy_text(text: str) -> None:
    """Put the text on the clipboard."""
    QGuiApplication.clipboard().setText(text)


_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class QuickPresses:
    """Finds presses that follow another one in its place as quickly as in a double click: the third one and more.

    To Qt, a third press is a first one again. What the presses were on may be another thing each time.
    """

    _time = 0
    _place = QPoint()
    what: Hashable = None
    """What the first press was on, where the one who noted it said so."""

    @classmethod
    def note(cls, event: QMouseEvent, what: Hashable = None) -> bool:
        """Note a press, and return whether it is one of these: as long as they go on, the pointer did not move away."""
        hints, place = QGuiApplication.styleHints(), event.globalPosition().toPoint()
        passed, moved = event.timestamp() - cls._time, (place - cls._place).manhattanLength()
        cls._time, cls._place, cls.what = event.timestamp(), place, what
        return 0 < passed < hints.mouseDoubleClickInterval() and moved <= hints.mouseDoubleClickDistance()


class SecondPressFilter(QObject):
    """Drops the second press of a double click in the whole application: what the first one was on closes with it."""

    def __init__(self, parent: QObject | None) -> None:
        """Begin with the press that was noted last; end when no double click can be meant any more."""
        super().__init__(parent)
        app = QCoreApplication.instance()
        if app is not None:
            app.installEventFilter(self)
        QTimer.singleShot(QGuiApplication.styleHints().mouseDoubleClickInterval(), self, self.deleteLater)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() in _PRESSES:
            return QuickPresses.note(event)
        return super().eventFilter(watched, event)


class _Leaving(QAbstractButton if TYPE_CHECKING else object):  # type: ignore[misc]
    """Mixed into buttons: Return presses; hidden or disabled while it has the focus, a button gives that to its pane.

    Qt would give it to what the Tab key comes to next, which may reject, delete or spend.
    """

    takes_double_clicks = True
    """Whether quick presses after a first one count: not where the button is about something else by then.

    They never do on another button than the first one, or one that has other words since.
    """
    _drops = False
    """Whether the press that is under way does not count."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _RETURN:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():  # a key that is still held must not press what comes under the focus meanwhile
            self.click()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._counts(event):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._counts(event, is_second=True):
            super().mouseDoubleClickEvent(event)

    def _counts(self, event: QMouseEvent, *, is_second: bool = False) -> bool:
        """Note a press, which may be the second of a double click, and return whether it counts."""
        before, now = QuickPresses.what, (id(self), self.text())
        is_quick = QuickPresses.note(event, now)
        # A second press that follows none of those noted comes after one on something else.
        is_first = not (is_quick or is_second)
        self._drops = not (is_first or (is_quick and before == now and self.takes_double_clicks))
        if self._drops:
            QuickPresses.what = before if is_quick else None  # or one more quick press would count
        return not self._drops

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._drops:
            event.accept()  # or it would be one on what is around the button

    def focusNextPrevChild(self, next: bool) -> bool:
        # Of one that can still be pressed, a key moves the focus on.
        is_gone = self.isHidden() or not self.isEnabled()
        return (is_gone and leave(self)) or super().focusNextPrevChild(next)


_MARK = 13
"""Pixels that the words of a button leave to the icon beside them."""
_DRAWN = 8
"""Pixels of an icon that its drawing takes; around it is nothing."""
_PADDING = 9
"""Pixels between the edge of a tool button and what is in it."""


def beside_mark(box: QRect, *, leads: bool) -> QRect:
    """Return what an icon before or behind the words leaves of a box."""
    return box.adjusted(_MARK, 0, 0, 0) if leads else box.adjusted(0, 0, -_MARK, 0)


def draw_mark(
    painter: QPainter, control: QWidget, inside: QRect, words: str, mark: tuple[str, str], *, leads: bool
) -> QRect:
    """Draw an icon in a colour before or behind words in the middle of a control, and return what it leaves them."""
    width = min(control.fontMetrics().horizontalAdvance(words.replace("&&", "&")), inside.width() - _MARK)
    spare = (inside.width() - _MARK - width) // 2
    blank = (icons.SIZE - _DRAWN) // 2
    place = QRect(0, 0, icons.SIZE, icons.SIZE)
    place.moveCenter(inside.center())
    right = inside.right() + 1 - spare + blank - icons.SIZE
    place.moveLeft(inside.left() + spare - blank if leads else right)
    painter.drawPixmap(place.topLeft(), icons.pixmap(*mark, control.devicePixelRatioF()))
    return beside_mark(inside, leads=leads)


def elided_path(metrics: QFontMetrics, path: str, width: int) -> str:
    """Return a path as it fits: first of its folders something is left out, of the name only where it must be."""
    if metrics.horizontalAdvance(path) <= width:
        return path
    folder, slash, name = path.rpartition("/")
    room = width - metrics.horizontalAdvance(slash + name)
    shortened = metrics.elidedText(folder, Qt.TextElideMode.ElideMiddle, room) if room > 0 else ""
    if shortened:
        return shortened + slash + name
    return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, width)


class _Marked(QAbstractButton if TYPE_CHECKING else object):  # type: ignore[misc]
    """Mixed into buttons with words: an icon before them, or behind them, such as the arrow of a menu."""

    _mark = ""
    _leads = False
    _role = "dim"

    def set_mark(self, name: str, *, leads: bool = False, role: str = "dim") -> None:
        """Show this icon behind the words, or before them, in a colour of the theme."""
        if (name, leads, role) != (self._mark, self._leads, self._role):
            self._mark, self._leads, self._role = name, leads, role
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        size: QSize = super().sizeHint()
        return size + QSize(_MARK if self._mark else 0, 0)

    def _draw_mark(self, painter: QPainter, inside: QRect, words: str) -> QRect:
        """Draw the icon beside these words, and return what is left within `inside`: they stand in its middle."""
        if not self._mark:
            return inside
        theme = style.current().theme
        colour = getattr(theme, self._role) if self.isEnabled() else style.faded(theme)
        return draw_mark(painter, self, inside, words, (self._mark, colour), leads=self._leads)


class PushButton(_Leaving, _Marked, QPushButton):
    """A button that Return presses as well as Space; it shortens words it has no room for, and its tooltip has them."""

    _shorter: tuple[str, ...] = ()

    def set_shorter(self, *words: str) -> None:
        """Show the first of these words that fits, where the text does not."""
        self._shorter = words
        self.update()

    def width_within(self, room: int) -> int:
        """Return the width of the longest of its words for which there is room; 0 for none."""
        whole, metrics = self.sizeHint().width(), self.fontMetrics()
        around = whole - metrics.horizontalAdvance(self.text().replace("&&", "&"))
        widths = [around + metrics.horizontalAdvance(words) for words in self._shorter]
        return next((width for width in (whole, *widths) if width <= room), 0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = words = self.words_shown
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        inside = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        option.rect = self._draw_mark(painter, inside, words)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and self.words_shown != self.text():
            words = "\n".join(filter(None, (self.text().replace("&&", "&"), self.toolTip())))
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), words, self)
            return True
        return super().event(event)

    @property
    def words_shown(self) -> str:
        """What stands on the button, ampersands doubled."""
        missing = self.sizeHint().width() - self.width()
        if missing <= 0:
            return self.text()
        metrics = self.fontMetrics()
        words = self.text().replace("&&", "&")
        room = max(metrics.horizontalAdvance(words) - missing, 0)
        for shorter in self._shorter:
            if metrics.horizontalAdvance(shorter) <= room:
                return shorter.replace("&", "&&")
        return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room).replace("&", "&&")


class ToolButton(_Leaving, _Marked, QToolButton):
    """A small button that Return presses as well as Space; one with a menu opens it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._mark:
            super().paintEvent(event)
            return
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        words, option.text = option.text, ""
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        self._draw_mark(painter, self.rect().adjusted(_PADDING, 0, -_PADDING, 0), words)
        option.text, option.rect = words, beside_mark(option.rect, leads=self._leads)
        painter.drawControl(QStyle.ControlElement.CE_ToolButtonLabel, option)
        painter.end()


def banner(title: QWidget, *controls: QWidget) -> QFrame:
    """Return the head of a pane: its title, and the controls at the right."""
    made = QFrame()
    made.setProperty("role", "banner")
    margins = (style.WIDE, style.TIGHT, style.GAP, style.TIGHT)
    fill(QHBoxLayout(made), (title, 1), *controls, margins=margins, gap=style.TIGHT)
    return made


class IconButton(ToolButton):
    """A small button that shows an icon alone; its name is its tooltip and what screen readers say.

    The icon is drawn with the button, never before: the first frame of the window must not wait for what draws icons.
    """

    def __init__(self, icon: str, name: str = "", parent: QWidget | None = None, *, role: str = "icon") -> None:
        super().__init__(parent)
        self.icon_name = icon
        self.is_dim = False
        self.setIconSize(QSize(icons.SIZE, icons.SIZE))
        self.setProperty("role", role)
        self.setToolTip(plain_tip(name))
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        look = style.current().theme
        colour = style.faded(look) if not self.isEnabled() else look.dim if self.is_dim else look.text
        painter = QPainter(self)
        place = QRect(0, 0, icons.SIZE, icons.SIZE)
        place.moveCenter(self.rect().center())
        painter.drawPixmap(place.topLeft(), icons.pixmap(self.icon_name, colour, self.devicePixelRatioF()))
        painter.end()


class LinkLabel(QLabel):
    """Words that lead somewhere when they are pressed; a button beside them leads there by the keyboard.

    Signals: `pressed()`.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None, *, wraps: bool = False) -> None:
        super().__init__(parent)
        if wraps:
            self.setWordWrap(True)
            self.setSizePolicy(_wrapping())
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._underline(is_so=True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._underline(is_so=False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # or the release does not come here

    def _underline(self, *, is_so: bool) -> None:
        font = self.font()
        font.setUnderline(is_so)
        self.setFont(font)


class StatusSign(QWidget):
    """A small icon that stands before the words it goes with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._role = "", "dim"
        self.setFixedSize(icons.SIZE, icons.SIZE)

    def show_sign(self, icon: str, role: str) -> None:
        """Show this icon in a colour of the theme; an empty name hides it."""
        self._icon, self._role = icon, role or "dim"
        self.setVisible(bool(icon))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        colour = getattr(style.current().theme, self._role)
        painter.drawPixmap(0, 0, icons.pixmap(self._icon, colour, self.devicePixelRatioF()))
        painter.end()


class Remark(QWidget):
    """Words behind a small icon, in the colour of their role."""

    def __init__(self, icon: str, role: str, text: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = StatusSign(self)
        self._sign.show_sign(icon, role)
        self.words = label(text, role, parent=self)
        sign = self._sign, 0, Qt.AlignmentFlag.AlignTop
        fill(QHBoxLayout(self), sign, (self.words, 1), margins=0, gap=style.TIGHT)

    def say(self, text: str) -> None:
        """Show these words."""
        self.words.setText(text)


class PathButton(PushButton):
    """A path to press, shortened in the middle, after words that are not; tooltip and name tell it whole."""

    def __init__(self, path: str, parent: QWidget | None = None, *, lead: str = "") -> None:
        super().__init__(parent)
        self._lead = lead
        self._path = ""
        self.setProperty("role", "link")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_path(path)

    def set_path(self, path: str) -> None:
        self._path = seen(path)
        self.setToolTip(plain_tip(self._lead + self._path))
        self.setAccessibleName(self._lead + self._path)
        self._shorten()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._lead + self._path) + 10, metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():  # a frame would touch the letters, for they stand in one line with what is above and below
            painter = QPainter(self)
            width = min(self.fontMetrics().horizontalAdvance(self.text().replace("&&", "&")), self.width())
            painter.fillRect(0, self.height() - 2, width, 2, QColor(style.current().theme.accent))
            painter.end()

    @property
    def words_shown(self) -> str:
        return self.text()

    def _shorten(self) -> None:
        metrics = self.fontMetrics()
        room = max(self.width() - 8 - metrics.horizontalAdvance(self._lead), 20)
        shown = self._lead + elided_path(metrics, self._path, room)
        self.setText(shown.replace("&", "&&"))


class FoldButton(PushButton):
    """Shows and hides a part below it, which is built when it is first shown.

    folded(is_open): the user unfolded or folded it.
    """

    folded = Signal(bool)

    def __init__(self, thing: str, build: Callable[[], QWidget], *, place: QVBoxLayout, is_open: bool = False) -> None:
        super().__init__()
        self._texts = (f"Show {thing}", f"Hide {thing}")
        self._build = build
        self._place = place
        self._body: QWidget | None = None
        self._is_open = False
        self.setProperty("role", "fold")
        self.setAutoDefault(False)
        self.clicked.connect(lambda: self._turn(is_open=not self._is_open))
        self._turn(is_open=is_open)

    def set_texts(self, shows: str, hides: str) -> None:
        """Call the button otherwise while the part is hidden, and while it is shown."""
        self._texts = (shows, hides)
        self._caption(is_open=self._is_open)

    def _caption(self, *, is_open: bool) -> None:
        self.setText(self._texts[is_open])
        self.setAccessibleName(self._texts[is_open])
        show_fold_state(self, is_open=is_open)

    def _turn(self, *, is_open: bool) -> None:
        if is_open and self._body is None:
            self._body = self._build()
            self._place.addWidget(self._body)
            if self._body.window() is self.window():  # else the button is only being made
                chain([self._body], after=self)
        if self._body is not None:
            self._body.setVisible(is_open)
        self._caption(is_open=is_open)
        if is_open is not self._is_open:
            self._is_open = is_open
            self.folded.emit(is_open)


LONGEST = 220
"""Pixels of a name; the tooltip has all of it."""


class Chip(QFrame):
    """A short name with a cross that takes it away.

    Its two buttons are one for the Tab key: Delete on the name is the cross.

    pressed: the name was pressed.
    removed: the cross was pressed, or Delete on the name.
    """

    pressed = Signal()
    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.name = _ChipName(self)
        self.name.clicked.connect(self.pressed)
        self.name.removed.connect(self.removed)
        self._cross = IconButton("close", parent=self)
        self._cross.setFixedSize(icons.SIZE + style.GAP, icons.SIZE + 2)
        self._cross.clicked.connect(self.removed)
        self._cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        fill(QHBoxLayout(self), self.name, self._cross, margins=1, gap=0)

    def set_name(self, text: str, *, spoken: str, removes: str, tip: str) -> None:
        """Show the text; `spoken` and `removes` are what a screen reader calls the name and the cross."""
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, LONGEST)
        self.name.setText(shown.replace("&", "&&"))
        self.name.setAccessibleName(spoken)
        self.name.setToolTip(plain_tip(tip))
        self._cross.setAccessibleName(removes)
        self._cross.setToolTip(plain_tip(removes))

    def set_tone(self, tone: str) -> None:
        """Look plain (""), only read ("reads") or in trouble ("bad")."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)
            style.set_role(self.name, "chip")


class _ChipName(PushButton):
    removed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAutoDefault(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)
