"""The list of proposed files, with a key for each decision, and the delegate that draws its rows.

M  src/parcel/total.py              +12 −4   ✓ ✗      hovered or selected: two buttons
   changed since   fuzzy 91 %
A  src/…/ReservationListener.java      +48    ·       other rows: the decision
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from time import perf_counter
from typing import Any

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Badge, Decision, FileReview, Kind
from guillemet.ui import badges
from guillemet.ui.badges import BadgeLabel
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.tab_order import go_to_row
from guillemet.ui.wording import LETTERS, MINUS, counted, seen

FILE_ROLE = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex
_BUTTON = 24
_PAD = 6
_LONGEST = 0.005
"""Seconds of drawing in one turn of the event loop; the remaining rows are drawn in the next."""
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
_FOCUSED = QStyle.StateFlag.State_HasFocus.value
_KEPT = 200
"""Cached pictures of rows: repainting the list because something beside it moved then needs no drawing."""


class FilesModel(QAbstractListModel):
    """Rows of `FileReview`; replacing them by the same paths keeps every index valid."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: tuple[FileReview, ...] = ()
        self._marks: dict[str, tuple[BadgeLabel, ...]] = {}

    def marks(self, file: FileReview) -> tuple[BadgeLabel, ...]:
        """Return the badges of a file."""
        return self._marks.get(file.path, ())

    def set_files(self, files: Sequence[FileReview], outcomes: Mapping[str, Sequence[Outcome]]) -> bool:
        """Show these files with the badges of their blocks; return whether the model was reset for other paths."""
        before, self_files = self.files, tuple(files)
        old_marks = self._marks
        self._marks = {file.path: badges.of_file(file, outcomes.get(file.path, ())) for file in self_files}
        if [file.path for file in before] != [file.path for file in self_files]:
            self.beginResetModel()
            self.files = self_files
            self.endResetModel()
            return True
        self.files = self_files
        changed = [row for row, (old, new) in enumerate(zip(before, self_files, strict=True)) if old != new]
        changed += [row for row, file in enumerate(self_files) if self.marks(file) != old_marks.get(file.path)]
        if changed:
            self.dataChanged.emit(self.index(min(changed)), self.index(max(changed)))
        return False

    def row_of(self, path: str) -> int:
        """Return the row of a path, or -1."""
        return next((row for row, file in enumerate(self.files) if file.path == path), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.files)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.files):
            return None
        file = self.files[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return seen(file.path)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(file, self.marks(file))
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(file, self.marks(file))
            case _:
                return file if role == FILE_ROLE else None


def spoken(file: FileReview, known: Sequence[BadgeLabel]) -> str:
    """Return the text of the row for screen readers."""
    moved = f", moved from {seen(file.moved_from)}" if file.kind is Kind.MOVED else f", {file.kind}"
    counts = f"{counted(file.added, 'line')} added, {file.removed:,} removed"
    return ", ".join((seen(file.path) + moved, counts, file.decision, *(mark.word for mark in known)))


def tooltip(file: FileReview, known: Sequence[BadgeLabel]) -> str:
    """Return the tooltip: whole path, decision, meaning of each badge, and why Accept all leaves the file out."""
    decision = "not decided yet" if file.decision is Decision.UNDECIDED else str(file.decision)
    lines = [seen(file.path), f"{file.kind} · {counted(file.hunks, 'hunk')} · {decision}"]
    if file.moved_from:
        lines.insert(1, f"from {seen(file.moved_from)}")
    lines += [f"{mark.word}: {mark.why}" for mark in known]
    return "\n".join((*lines, badges.LEFT_OUT) if Badge.ASKS in file.badges else lines)


class _RowPicture(Struct, frozen=True):
    """All that a row's picture depends on."""

    file: FileReview
    marks: tuple[BadgeLabel, ...]
    is_selected: bool
    is_hovered: bool
    has_focus: bool
    size: tuple[int, int]
    scale: float
    font: str
    theme: Theme


class _Places(Struct, frozen=True):
    letter: QRect
    path: QRect
    counts: QRect
    chips: QRect
    accept: QRect
    reject: QRect


class FileDelegate(QStyledItemDelegate):
    """Draws the rows, each a `FileReview`, and finds the button at a point.

    Signals: `rows_left()` when there was no time to draw all rows in this turn: the view has to be painted again.
    """

    rows_left = Signal()

    def __init__(self, model: FilesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._drawn_for = 0.0
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._begin_turn)
        self._sizes: dict[tuple[str, bool], QSize] = {}
        self._pictures: dict[_RowPicture, QPixmap] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        has_badges = bool(self._model.marks(self._model.files[index.row()]))
        key = (option.font.key(), has_badges)
        if key not in self._sizes:  # called for every row at once, so the result is cached
            line = QFontMetrics(option.font).height()
            chips = style.TIGHT + _chip_height(option.font.toString()) if has_badges else 0
            self._sizes[key] = QSize(120, max(line, _BUTTON - 4) + 2 * _PAD + chips)
        return self._sizes[key]

    def hit(self, option: QStyleOptionViewItem, file: FileReview, point: QPoint) -> Decision | None:
        """Return the decision of the button at this point; None when there is no button."""
        places = _places(option, file)
        if places.accept.contains(point):
            return Decision.ACCEPTED
        return Decision.REJECTED if places.reject.contains(point) else None

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        file: FileReview = index.data(FILE_ROLE)
        state, size = option.state.value, option.rect.size()
        seen_row = _RowPicture(
            file,
            self._model.marks(file),
            is_selected=bool(state & _SELECTED),
            is_hovered=bool(state & _HOVERED),
            has_focus=bool(state & _FOCUSED),
            size=(size.width(), size.height()),
            scale=painter.device().devicePixelRatio(),
            font=option.font.key(),
            theme=style.current().theme,
        )
        picture = self._pictures.pop(seen_row, None) or self._drawn(seen_row, option)
        if picture is None:
            painter.fillRect(option.rect, QColor(seen_row.theme.pane))
            return
        self._pictures[seen_row] = picture
        if len(self._pictures) > _KEPT:
            del self._pictures[next(iter(self._pictures))]
        painter.drawPixmap(option.rect.topLeft(), picture)

    def _drawn(self, row: _RowPicture, option: QStyleOptionViewItem) -> QPixmap | None:
        """Return a new picture; None when the time for drawing in this turn is used up."""
        if self._drawn_for > _LONGEST:
            return None
        start = perf_counter()
        picture = _picture(row, option)
        self._drawn_for += perf_counter() - start
        if not self._turn.isActive():
            self._turn.start()
        return picture

    def _begin_turn(self) -> None:
        was_long, self._drawn_for = self._drawn_for > _LONGEST, 0.0
        if was_long:
            self.rows_left.emit()


def _picture(row: _RowPicture, option: QStyleOptionViewItem) -> QPixmap:
    picture = QPixmap(QSize(*row.size) * row.scale)
    picture.setDevicePixelRatio(row.scale)
    whole = QStyleOptionViewItem(option)
    whole.rect = QRect(QPoint(0, 0), QSize(*row.size))
    theme, file = row.theme, row.file
    back = theme.selection if row.is_selected else theme.pane
    if row.is_hovered and not row.is_selected:
        back = style.blend(theme.accent, theme.pane, 0.07).name()
    picture.fill(QColor(back))
    painter = QPainter(picture)
    painter.setFont(option.font)
    if row.has_focus:
        painter.fillRect(QRect(QPoint(0, 0), QSize(3, row.size[1])), QColor(theme.accent))
    places = _places(whole, file)
    _draw_path(painter, whole, places, file, theme)
    _draw_counts(painter, places.counts, file, theme)
    if row.marks:
        _draw_chips(painter, places.chips, row.marks, theme)
    if row.is_hovered or row.is_selected:
        _draw_button(painter, places.accept, file, Decision.ACCEPTED, theme)
        _draw_button(painter, places.reject, file, Decision.REJECTED, theme)
    else:
        box = places.accept.united(places.reject)
        style.draw_mark(painter, box, file.decision, QColor(style.decision_colour(file.decision, theme)))
    painter.end()
    return picture


def _draw_path(
    painter: QPainter, option: QStyleOptionViewItem, places: _Places, file: FileReview, theme: Theme
) -> None:
    bold = QFont(option.font)
    bold.setWeight(QFont.Weight.DemiBold)
    painter.setFont(bold)
    painter.setPen(QColor(theme.accent if file.kind != "deleted" else theme.bad))
    painter.drawText(places.letter, Qt.AlignmentFlag.AlignCenter, LETTERS[file.kind])
    font = QFont(option.font)
    font.setStrikeOut(file.decision is Decision.REJECTED)
    painter.setFont(font)
    painter.setPen(QColor(theme.dim if file.decision is Decision.REJECTED else theme.text))
    text = QFontMetrics(font).elidedText(seen(file.path), Qt.TextElideMode.ElideMiddle, places.path.width())
    painter.drawText(places.path, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def _places(option: QStyleOptionViewItem, file: FileReview) -> _Places:
    metrics = QFontMetrics(option.font)
    area = option.rect.adjusted(style.TIGHT + 2, _PAD, -style.GAP, -_PAD)
    height = max(metrics.height(), _BUTTON - 4)
    line = QRect(area.left(), area.top(), area.width(), height)
    reject = QRect(line.right() - _BUTTON + 1, line.center().y() - _BUTTON // 2 + 1, _BUTTON, _BUTTON)
    accept = reject.translated(-_BUTTON - 2, 0)
    counts_width = sum(metrics.horizontalAdvance(text) for text, _ in _counts(file)) + style.TIGHT
    counts = QRect(accept.left() - style.GAP - counts_width, line.top(), counts_width, height)
    letter = QRect(line.left(), line.top(), metrics.horizontalAdvance("M") + style.GAP, height)
    path = QRect(letter.right() + style.TIGHT, line.top(), counts.left() - letter.right() - 2 * style.TIGHT - 2, height)
    chip_height = _chip_height(option.font.toString())
    chips = QRect(path.left(), line.bottom() + style.TIGHT, area.right() - path.left(), chip_height)
    return _Places(letter, path, counts, chips, accept, reject)


def _counts(file: FileReview) -> list[tuple[str, str]]:
    texts = []
    if file.added:
        texts.append((f"+{file.added:,}", "good"))
    if file.removed:
        texts.append((f" {MINUS}{file.removed:,}" if texts else f"{MINUS}{file.removed:,}", "bad"))
    return texts


def _draw_counts(painter: QPainter, box: QRect, file: FileReview, theme: Theme) -> None:
    painter.setFont(painter.font())
    font = QFont(painter.font())
    font.setStrikeOut(False)
    painter.setFont(font)
    right = box.right()
    for text, colour in reversed(_counts(file)):
        width = painter.fontMetrics().horizontalAdvance(text)
        painter.setPen(QColor(theme.good if colour == "good" else theme.bad))
        painter.drawText(QRect(right - width, box.top(), width + 1, box.height()), Qt.AlignmentFlag.AlignVCenter, text)
        right -= width


def _draw_chips(painter: QPainter, box: QRect, marks: Sequence[BadgeLabel], theme: Theme) -> None:
    font = _small(painter.font())
    painter.setFont(font)
    left = box.left()
    for place, mark in enumerate(marks):
        rest = f"+{len(marks) - place}"
        size = style.chip_size(mark.word, font)
        room = (
            box.right() - left - (0 if place == len(marks) - 1 else style.chip_size(rest, font).width() + style.TIGHT)
        )
        if size.width() > room:
            chip = QRect(left, box.top(), style.chip_size(rest, font).width(), size.height())
            style.draw_chip(painter, chip, rest, colour=theme.dim, back=theme.pane)
            return
        chip = QRect(left, box.top(), size.width(), size.height())
        style.draw_chip(painter, chip, mark.word, colour=mark.colour(theme), back=theme.pane)
        left += size.width() + style.TIGHT


def _draw_button(painter: QPainter, box: QRect, file: FileReview, decision: Decision, theme: Theme) -> None:
    colour, is_chosen = style.decision_colour(decision, theme), file.decision is decision
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(colour if is_chosen else theme.border))
    painter.setBrush(QColor(colour) if is_chosen else QColor(theme.raised))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), style.RADIUS, style.RADIUS)
    style.draw_mark(painter, box, decision, QColor(theme.pane if is_chosen else colour))
    painter.restore()


@cache
def _chip_height(font_description: str) -> int:
    """Return the height of a chip for this font, given by `QFont.toString`; cached, for every painted row needs it."""
    font = QFont()
    font.fromString(font_description)
    return style.chip_size("x", _small(font)).height()


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(max(6.0, font.pointSizeF() * 0.85))
    small.setStrikeOut(False)
    return small


class FileList(QListView):
    """Lists the files to decide: Space accepts, Delete rejects, Return opens, n finds the next undecided, ] and [ step.

    Signals: `file_picked(str)` with the path of the new current file; `file_opened(str)` when its diff should get the
    focus; `accept_requested(tuple[str, ...])`, `reject_requested(…)`; `reconsider_requested(…)` to reset decisions.
    """

    file_picked = Signal(str)
    file_opened = Signal(str)
    accept_requested = Signal(tuple)
    reject_requested = Signal(tuple)
    reconsider_requested = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = FilesModel(self)
        self._delegate = FileDelegate(self._files, self)
        self._picked = ""
        self._is_restoring = False
        self._is_elsewhere = False
        plain, alt, keys = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier, Qt.Key
        accept, reject = partial(self.decide, Decision.ACCEPTED), partial(self.decide, Decision.REJECTED)
        self._keys: dict[tuple[Qt.KeyboardModifier, int], Callable[[], None]] = {
            (plain, keys.Key_Space): accept,
            (plain, keys.Key_Delete): reject,
            (plain, keys.Key_Backspace): reject,
            (plain, keys.Key_Return): self._open_current,
            (plain, keys.Key_Enter): self._open_current,
            (plain, keys.Key_N): self.pick_next_undecided,
            (alt, keys.Key_Down): self.pick_next,
            (alt, keys.Key_Up): partial(self.pick_next, -1),
        }
        self._signs: dict[str, Callable[[], None]] = {"]": self.pick_next, "[": partial(self.pick_next, -1)}
        self.setModel(self._files)
        self.setItemDelegate(self._delegate)
        self._delegate.rows_left.connect(self.viewport().update)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setAccessibleName("Proposed files")
        self.setAccessibleDescription(
            "Space accepts, Delete rejects, Return opens the diff, n goes to the next undecided"
        )
        self.clicked.connect(self._go_back)
        self.doubleClicked.connect(lambda index: self.file_opened.emit(self._path(index)))

    @property
    def current_path(self) -> str:
        """The path of the current file, or an empty string."""
        return self._path(self.currentIndex())

    def set_files(self, files: Sequence[FileReview], outcomes: Mapping[str, Sequence[Outcome]]) -> None:
        """Show these files with the badges of their blocks; keep selection, current file and scroll position."""
        row, path, scroll = self.currentIndex().row(), self.current_path, self.verticalScrollBar().value()
        selected = set(self._selected_paths())
        if self._files.set_files(files, outcomes):
            self._restore(row, path, selected)
            if scroll:
                self.doItemsLayout()
                self.verticalScrollBar().setValue(scroll)
            if path and self._files.row_of(path) < 0:
                self.scrollTo(self.currentIndex())
        if self.current_path != self._picked:
            self._picked = self.current_path
            if self._picked:
                self.file_picked.emit(self._picked)

    def pick(self, path: str) -> None:
        """Make this file the current one.

        If it is not listed, clear the selection; a click on the current row then emits `file_picked` again.
        """
        row = self._files.row_of(path)
        self._is_elsewhere = bool(path) and row < 0
        if row >= 0:
            go_to_row(self, self._files.index(row))
        elif path:
            self.clearSelection()

    def pick_next(self, step: int = 1) -> None:
        """Go this many files down, or up when negative, and stop at the ends."""
        if self._files.files:
            row = min(max(self.currentIndex().row() + step, 0), len(self._files.files) - 1)
            go_to_row(self, self._files.index(row))

    def pick_next_undecided(self, *, leaving_out: Sequence[str] = ()) -> None:
        """Go to the next file without a decision, wrapping around at the end; stay when there is none."""
        self._pick_undecided(lambda file: file.path not in leaving_out)

    def pick_next_asking(self) -> None:
        """Go to the next undecided file that Accept all leaves out."""
        self._pick_undecided(lambda file: not file.is_sure)

    def content_height(self) -> int:
        """Return the height of the whole list without scrolling, in pixels."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        return sum(
            self._delegate.sizeHint(option, self._files.index(n)).height() for n in range(len(self._files.files))
        )

    def decide(self, decision: Decision) -> None:
        """Request this decision for the selected files; where all have it already, request to reset it."""
        self._decide([file for file in self._files.files if file.path in set(self._selected_paths())], decision)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        action = self._signs.get(event.text()) or self._keys.get((modifiers, event.key()))
        if action is not None:
            action()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        was_seen = self.viewport().rect().intersects(self.visualRect(self.currentIndex()))
        super().resizeEvent(event)
        if was_seen:
            self.scrollTo(self.currentIndex())

    def keyboardSearch(self, search: str) -> None:
        """Disable Qt's search by typing: letters are commands here."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._press(event):
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self._press(event):
            super().mouseDoubleClickEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        path = self._path(current)
        if path and path != self._picked and not self._is_restoring:
            self._picked = path
            self.file_picked.emit(path)

    def _pick_undecided(self, fits: Callable[[FileReview], bool]) -> None:
        files, start = self._files.files, self.currentIndex().row() + 1
        rows = (*range(start, len(files)), *range(start))
        row = next((row for row in rows if files[row].decision is Decision.UNDECIDED and fits(files[row])), None)
        if row is not None:
            go_to_row(self, self._files.index(row))

    def _open_current(self) -> None:
        if self.current_path:
            self.file_opened.emit(self.current_path)

    def _go_back(self, index: Index) -> None:
        if self._is_elsewhere:
            self.file_picked.emit(self._path(index))

    def _restore(self, row: int, path: str, selected: set[str]) -> None:
        """Restore current file and selection after the model was reset."""
        if not self._files.files:
            return
        self._is_restoring = True
        try:
            known = self._files.row_of(path) if path else 0
            at = known if known >= 0 else min(max(row, 0), len(self._files.files) - 1)
            go_to_row(self, self._files.index(at))
            for number, file in enumerate(self._files.files):
                if file.path in selected:
                    chosen = QItemSelectionModel.SelectionFlag.Select
                    self.selectionModel().select(self._files.index(number), chosen)
        finally:
            self._is_restoring = False

    def _press(self, event: QMouseEvent) -> bool:
        """Decide the file whose button is under the pointer; return whether there was one."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return False
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        file: FileReview = index.data(FILE_ROLE)
        decision = self._delegate.hit(option, file, event.position().toPoint())
        if decision is None:
            return False
        go_to_row(self, index)
        self._decide([file], decision)
        return True

    def _decide(self, files: Sequence[FileReview], decision: Decision) -> None:
        if not files:
            return
        paths = tuple(file.path for file in files if file.decision is not decision)
        if not paths:
            self.reconsider_requested.emit(tuple(file.path for file in files))
            return
        (self.accept_requested if decision is Decision.ACCEPTED else self.reject_requested).emit(paths)
        if decision is Decision.ACCEPTED and all(Badge.CONFLICT in file.badges for file in files):
            return  # will be refused because of the conflict: stay, so that the user can resolve it
        self.pick_next_undecided(leaving_out=paths)

    def _selected_paths(self) -> list[str]:
        return [self._path(index) for index in self.selectedIndexes()]

    @staticmethod
    def _path(index: Index) -> str:
        file = index.data(FILE_ROLE) if index.isValid() else None
        return file.path if isinstance(file, FileReview) else ""
