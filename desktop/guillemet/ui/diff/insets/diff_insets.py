"""The widgets of insets: made for those in view, placed over their rows, and measured so that the rows fit them."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QRegion
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QScrollBar, QVBoxLayout, QWidget

from guillemet.engine.diff.insets import Inset
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.diff.visible_rows import VisibleRow
from guillemet.ui.style import style
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import chain, holds_focus, on_focus_change, stops_in, types_in
from guillemet.ui.widgets.text_box import TextBox

SPARE = 20
"""Widgets that are kept out of view, for when their rows come into view again."""
_PASSES = 4
"""Rows that take another height bring others into view."""


class InsetSource(QObject):
    """The insets of one kind, and how their widgets are made.

    Signals: `changed()` when there are others.
    """

    changed = Signal()

    def __init__(
        self, make: Callable[[Inset, QWidget], QWidget], parent: QObject, *, are_of_files: bool = False
    ) -> None:
        """Let `make` return the widget of an inset, as a child of the widget it is given."""
        super().__init__(parent)
        self.make = make
        self.are_of_files = are_of_files
        """Whether files bring these insets along: there are rows for them whenever the files are shown."""
        self.insets: tuple[Inset, ...] = ()
        self.widgets: dict[str, QWidget] = {}
        """Those there are, the one longest out of view first."""
        self.finished: set[str] = set()
        """The keys of those with which the user is done: with them the focus goes back to the lines."""

    def set_insets(self, insets: Iterable[Inset]) -> None:
        """Show these and no others; the widget of a key that stays is kept as it is."""
        insets = tuple(insets)
        if insets != self.insets:
            self.insets = insets
            self.changed.emit()

    def widget(self, key: str) -> QWidget | None:
        """Return the widget of an inset, if there is one now."""
        return self.widgets.get(key)


class InsetCard(QFrame):
    """A card between the rows; `card` is what is framed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.card = QFrame(self)
        self.card.setProperty("role", "card")
        self.setProperty("role", "inset")
        fill(QVBoxLayout(self), self.card, 1, margins=(style.GAP, style.TIGHT, style.GAP, style.TIGHT))

    def set_current(self, *, is_current: bool) -> None:
        """Show whether it is where the keys of the diff are."""
        style.set_role(self.card, "current" if is_current else "card")


class DiffInsets(QObject):
    """All insets of a diff.

    Signals: `changed()` when there are others, and rows are to be made for them; `outdated()` when they are to be
    placed again; `current_changed(key)` when another one is where the keys of the diff are, empty for none;
    `entered(key)` when the focus comes into one; `left()` when the focus is to go back to the lines; `grown(key)` when
    the one that is worked in became higher.
    """

    changed = Signal()
    outdated = Signal()
    current_changed = Signal(str)
    entered = Signal(str)
    left = Signal()
    grown = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._sources: list[InsetSource] = []
        self._source_of: dict[str, InsetSource] = {}
        """By the keys of their insets."""
        self._heights: dict[str, int] = {}
        """In lines, of those that were measured."""
        self._needed: dict[str, int] = {}
        """The pixels that they needed."""
        self._current = ""
        self._grown = ""
        self._is_placing = False
        # A layout says several times that it is another one.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._notice_heights)
        on_focus_change(self._notice_focus)

    def add(self, source: InsetSource) -> None:
        """Show the insets of this source, below those of the earlier ones where they stand at the same line."""
        self._sources.append(source)
        source.changed.connect(lambda: self._take_over(source))
        self._take_over(source)

    @property
    def insets(self) -> tuple[Inset, ...]:
        """The insets of all sources, but for those that files bring along."""
        return tuple(inset for source in self._sources if not source.are_of_files for inset in source.insets)

    @property
    def has_focus(self) -> bool:
        """Whether the focus is in an inset."""
        return any(holds_focus(widget) for source in self._sources for widget in source.widgets.values())

    def set_current(self, key: str) -> None:
        """Set the inset where the keys of the diff are, empty for none."""
        if key != self._current:
            self._current = key
            for source in self._sources:
                for other, widget in source.widgets.items():
                    if isinstance(widget, InsetCard):
                        widget.set_current(is_current=other == key)
            self.current_changed.emit(key)

    def height(self, inset: Inset) -> int:
        """Return how many lines high the row of an inset is, as far as that is known."""
        return self._heights.get(inset.key, inset.height)

    def widget(self, key: str) -> QWidget | None:
        """Return the widget of an inset, if there is one now."""
        return self._source_of[key].widget(key) if key in self._source_of else None

    def inset_of(self, widget: QWidget) -> Inset | None:
        """Return the inset that a widget is of."""
        key = self._key_of(widget)
        return next((inset for source in self._sources for inset in source.insets if inset.key == key), None)

    def part_in_use(self, key: str, room: int) -> QRect | None:
        """Return what of an inset is to be in view, of the height `room`; None for the whole of it.

        Where one types, and the whole is too high, that is as much around the field as fits, or what stands below it.
        """
        widget, field = self.widget(key), QApplication.focusWidget()
        if widget is None or field is None or widget.height() <= room or not types_in(widget):
            return None
        part, around = field, field.parentWidget()
        while around is not None and around is not widget and around.height() <= room:
            part, around = around, around.parentWidget()
        last = around if around is not None and part is field else part
        top, bottom = part.mapTo(widget, part.rect().topLeft()).y(), last.mapTo(widget, last.rect().bottomLeft()).y()
        return QRect(0, top, widget.width(), bottom - top + 1)

    def focus(self, key: str) -> bool:
        """Give the focus to the first control of an inset in view; return whether there is one."""
        widget = self.widget(key)
        if widget is None or widget.isHidden():
            return False
        stop = next((stop for stop in stops_in([widget]) if stop.isVisible() and stop.isEnabled()), None)
        if stop is not None:
            stop.setFocus(Qt.FocusReason.TabFocusReason)
        return stop is not None

    def place(self, around: QWidget, editors: Sequence[DiffEditor], bar: QScrollBar) -> None:
        """Put the widgets of the insets in view over their rows, as children of `around`.

        The last of these editors has the rows; where a row takes another height, the place of the reader is kept.
        """
        if self._is_placing or not self._source_of:
            return
        self._is_placing = True
        in_view = self._in_view(editors[-1])
        for _ in range(_PASSES):
            fitted = [self._fit(visible, inset, around, editors, bar) for visible, inset in in_view]
            if not any(fitted):
                break
            in_view = self._in_view(editors[-1])
        for visible, inset in in_view:
            self._put(visible, inset, around, editors)
        self._put_away({inset.key for _, inset in in_view})
        self._is_placing = False
        if grown := self._grown:
            self._grown = ""
            self.grown.emit(grown)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and isinstance(watched, QWidget):
            _leave_menus(watched)
            self._soon.start()
        key = event.key() if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress else None
        if key == Qt.Key.Key_Escape:
            self.left.emit()
            return True
        return super().eventFilter(watched, event)

    def _notice_heights(self) -> None:
        """Place the widgets again if one of them needs another height: most layouts that change do not."""
        widgets = [pair for source in self._sources for pair in source.widgets.items() if not pair[1].isHidden()]
        if any(_height(widget, widget.width()) != self._needed.get(key) for key, widget in widgets):
            self.outdated.emit()

    def _fit(
        self, visible: VisibleRow, inset: Inset, around: QWidget, editors: Sequence[DiffEditor], bar: QScrollBar
    ) -> bool:
        """Give the row the height that its widget needs; return whether it had another one."""
        main = editors[-1]
        before = main.document().findBlockByNumber(visible.row).length()
        widget = self._widget(inset, around, main)
        width = self._box(visible, inset, around, editors).width()
        needed = self._needed[inset.key] = _height(widget, width)
        lines = max(ceil(needed * before / visible.height), 1)
        is_first_time = inset.key not in self._heights
        self._heights[inset.key] = lines
        if lines == before:
            return False
        for editor in editors:
            editor.set_height(visible.row, lines)
        if is_first_time and visible.top < 0:
            # It comes into view from above: what is below it is being read, and stays.
            bar.setValue(bar.value() + lines - before)
        if lines > before and (inset.key == self._current or holds_focus(widget)):
            self._grown = inset.key
        return True

    def _put(self, visible: VisibleRow, inset: Inset, around: QWidget, editors: Sequence[DiffEditor]) -> None:
        widget = self._widget(inset, around, editors[-1])
        box = self._box(visible, inset, around, editors)
        if not inset.is_wide:  # a wide one hides all that is between the editors
            box.setHeight(_height(widget, box.width()))
        view = editors[-1].viewport()
        area = QRect(view.mapTo(around, view.rect().topLeft()), view.size())
        part = box & QRect(0, area.top(), around.width(), area.height())
        if inset.is_in_line:
            first = editors[0].viewport()
            widget.setContentsMargins(first.mapTo(around, first.rect().topLeft()).x(), 0, 0, 0)
        if widget.geometry() != box:
            widget.setGeometry(box)
        if part == box:
            widget.clearMask()
        else:
            widget.setMask(QRegion(part.translated(-box.topLeft())))
        widget.setVisible(not part.isEmpty() or holds_focus(widget))

    def _box(self, visible: VisibleRow, inset: Inset, around: QWidget, editors: Sequence[DiffEditor]) -> QRect:
        """Return where the row is around the editors, over the width of the inset."""
        editor = editors[0] if inset.place.is_old else editors[-1]
        view = editor.viewport()
        corner = view.mapTo(around, view.rect().topLeft())
        left, right = corner.x(), corner.x() + view.width()
        if inset.is_wide:
            left, right = 0, editors[-1].mapTo(around, editors[-1].rect().topRight()).x() + 1
        return QRect(left, corner.y() + visible.top, right - left, visible.height)

    def _widget(self, inset: Inset, around: QWidget, editor: DiffEditor) -> QWidget:
        """Return the widget of an inset, made if it has to be, and as one that was in view last."""
        source = self._source_of[inset.key]
        widget = source.widgets.pop(inset.key, None)
        if widget is None:
            widget = source.make(inset, around)
            if isinstance(widget, InsetCard):
                widget.set_current(is_current=inset.key == self._current)
            widget.setCursor(Qt.CursorShape.ArrowCursor)
            widget.installEventFilter(self)
            _leave_menus(widget)
            chain([widget], after=editor)
            widget.ensurePolished()
            _put_below_heads(widget, around)
        elif widget.parentWidget() is not around:
            focused = QApplication.focusWidget() if holds_focus(widget) else None
            widget.setParent(around)
            chain([widget], after=editor)
            _put_below_heads(widget, around)
            if focused is not None:
                widget.show()
                focused.setFocus()
        source.widgets[inset.key] = widget
        return widget

    def _put_away(self, in_view: set[str]) -> None:
        """Hide the widgets that are out of view, and drop those that were for long."""
        for source in self._sources:
            kept = {inset.key for inset in source.insets if inset.is_kept}
            free = []
            for key, widget in source.widgets.items():
                if key in in_view:
                    continue
                if holds_focus(widget):
                    widget.move(0, -2 * widget.height())  # hidden, it would lose the focus
                else:
                    widget.hide()
                    free.append(key)
            for key in [key for key in free if key not in kept][:-SPARE]:
                source.widgets.pop(key).deleteLater()

    def _take_over(self, source: InsetSource) -> None:
        """Take the insets that a source has now, and drop the widgets of those that are gone."""
        keys = {inset.key for inset in source.insets}
        gone = [(key, widget) for key, widget in source.widgets.items() if key not in keys]
        source.widgets = {key: widget for key, widget in source.widgets.items() if key in keys}
        self._source_of = {inset.key: source for source in self._sources for inset in source.insets}
        for key, widget in gone:
            self.leave(source, key, widget)
            widget.hide()
            widget.deleteLater()
        if not source.are_of_files:
            self.changed.emit()

    def leave(self, source: InsetSource, key: str, widget: QWidget) -> None:
        """Take the focus out of the widget of an inset that goes or is made again; Qt would hand it to what comes next.

        Letters that are typed there just now would mean decisions in the lines: then nothing gets it.
        """
        focused = QApplication.focusWidget()
        if types_in(widget) and key not in source.finished and focused is not None:
            focused.clearFocus()
        elif holds_focus(widget):
            self.left.emit()
        source.finished.discard(key)

    def _notice_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        while now is not None and (key := self._key_of(now)) is None:
            now = now.parentWidget()
        if now is not None and key is not None:
            self.entered.emit(key)

    def _in_view(self, editor: DiffEditor) -> list[tuple[VisibleRow, Inset]]:
        """Return the rows in view that are for an inset; those of one that just went are about to go, too."""
        rows = ((visible, visible.shown.inset) for visible in editor.visible_rows())
        return [(visible, inset) for visible, inset in rows if inset is not None and inset.key in self._source_of]

    def _key_of(self, widget: QObject) -> str | None:
        widgets = (pair for source in self._sources for pair in source.widgets.items())
        return next((key for key, shown in widgets if shown is widget), None)


def _height(widget: QWidget, width: int) -> int:
    """Return the height in pixels that a widget needs at this width."""
    return max(widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height(), 1)


def _leave_menus(widget: QWidget) -> None:
    """Let the texts that can only be read leave their menu to the card they are on, which has more to offer."""
    for text in (*widget.findChildren(TextBox), *widget.findChildren(QLabel)):
        text.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)


def _put_below_heads(widget: QWidget, around: QWidget) -> None:
    """Let the upper edge of a head, which lies over the row above it, be seen over this widget there."""
    head = around.findChild(FileHead, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if head is not None:
        widget.stackUnder(head)
