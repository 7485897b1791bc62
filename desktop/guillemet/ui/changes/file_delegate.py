"""Draws the rows of the list of changes, and finds the button at a point.

▾ Proposed 2                                  Accept 2 files
  M  total.py  src/parcel               +12 −4   ✓ ✗      hovered or selected: two buttons
     changed since   fuzzy 91 %
  A  ReservationListener.java  src/…/reservation     +48
▾ Accepted 2 · 1 in the commit                 Include all
☑ M  sum.py  src/parcel                staged    +2 −2
☐ D  old.py  src/parcel              left out       −9
▾ Suggested commands 1
  $ git rm old.py                                     Run
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from time import thread_time

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from guillemet.engine.review import Decision, Kind, SuggestionState
from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.badges import BadgeLabel
from guillemet.ui.changes.file_rows import CommandRow, FileRow, FolderRow, Group, GroupRow, Row, words_of_commit
from guillemet.ui.shortcuts import key_in
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.fields import draw_check_box
from guillemet.ui.wording import LETTERS, MINUS, hunks_in_short, plain_tip, seen

_BUTTON = 22
_PAD = 4
_INDENT = 14
_BOX = 14
"""Pixels of the box of a file of the next commit; it stands in the indentation."""
_ARROW = 14
"""Pixels of the arrow of a row that can be folded."""
_BEHIND_ARROW = style.TIGHT + _ARROW + style.TIGHT
"""Pixels from the arrow's left to the text behind it."""
_RUN = "Run…"
_MOST_LINES = 5
"""Lines of a command; what is longer lacks its middle, and is shown whole before it is run."""
_ENOUGH = 20
"""Letters of a name that are shown before anything gets room beside it: the head of the diff says all the rest, too."""
_FEWEST_LETTERS = 4
"""Letters of a folder, with the ellipsis, that are not worth showing."""
_LONGEST = 0.008
"""Seconds of drawing in one turn of the event loop; the remaining rows are drawn in the next. Only those of this
thread count: while other programs are at work, one row would take all of them."""
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
_FOCUSED = QStyle.StateFlag.State_HasFocus.value
_KEPT = 200
"""Cached pictures of rows: repainting the list because something beside it moved then needs no drawing."""


class _RowPicture(Struct, frozen=True):
    """All that a row's picture depends on."""

    row: Row
    is_selected: bool
    is_hovered: bool
    has_focus: bool
    size: tuple[int, int]
    scale: float
    end: int
    """Where the button of a head begins, from the left."""
    font: str
    theme: Theme


_Count = tuple[str, str]
"""A text, and the role of its colour."""


class _Places(Struct, frozen=True):
    box: QRect
    letter: QRect
    name: QRect
    of_commit: QRect
    words: str
    """What stands there."""
    counts: QRect
    counted: Sequence[_Count]
    """What stands there."""
    chips: QRect
    accept: QRect
    reject: QRect


class FileDelegate(QStyledItemDelegate):
    """Draws each row, which `row_at` returns: `QModelIndex.data` takes several times as long, for a thousand rows.

    Signals: `rows_left()` when there was no time to draw all rows in this turn: the view has to be painted again.
    """

    rows_left = Signal()

    def __init__(
        self, row_at: Callable[[QModelIndex | QPersistentModelIndex], Row], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._row_at = row_at
        self._drawn_for = 0.0
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._begin_turn)
        self._sizes: dict[tuple[str, bool], QSize] = {}
        self._pictures: dict[_RowPicture, QPixmap] = {}
        self._ends: dict[Group, int] = {}

    def set_end_of_head(self, group: Group, end: int) -> bool:
        """Let the words on the head of a group end here, in pixels from its left; return whether that is elsewhere."""
        before = self._ends.get(group)
        self._ends[group] = end
        return end != before

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return self.size_of(option, self._row_at(index))

    def size_of(self, option: QStyleOptionViewItem, row: Row) -> QSize:
        """Return the size of a row."""
        if isinstance(row, CommandRow):
            return _size_of_command(option, row)
        has_badges = isinstance(row, FileRow) and bool(row.marks)
        key = (option.font.key(), has_badges)
        if key not in self._sizes:  # called for every row at once, so the result is cached
            line = QFontMetrics(option.font).height()
            chips = style.TIGHT + _chip_height(option.font.toString()) if has_badges else 0
            self._sizes[key] = QSize(120, max(line, _BUTTON) + 2 * _PAD + chips)
        return self._sizes[key]

    def hit(self, option: QStyleOptionViewItem, row: FileRow, point: QPoint) -> Decision | None:
        """Return the decision of the button at this point; None where there is none, or it is disabled."""
        if row.file is None:
            return None
        places = _places(option, row, has_buttons=True)
        if places.accept.contains(point):
            return Decision.ACCEPTED if row.can_be(Decision.ACCEPTED) else None
        return Decision.REJECTED if places.reject.contains(point) else None

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Say what the button under the pointer does, else what the row of a file is; beside the list.

        Below the pointer, where Qt puts it, it would lie on the buttons of the next row.
        """
        row = self._row_at(index) if index.isValid() else None
        if event.type() is not QEvent.Type.ToolTip or not isinstance(row, FileRow):
            return super().helpEvent(event, view, option, index)
        words, area = str(index.data(Qt.ItemDataRole.ToolTipRole)), option.rect
        if (decision := self.hit(option, row, event.pos())) not in (None, row.decision):
            places, is_accept = _places(option, row, has_buttons=True), decision is Decision.ACCEPTED
            words, area = _words_of_button(row, decision), places.accept if is_accept else places.reject
        beside = QPoint(view.viewport().width(), option.rect.top() - option.rect.height() // 2)
        QToolTip.showText(view.viewport().mapToGlobal(beside), words, view.viewport(), area)
        return True

    def hits_box(self, option: QStyleOptionViewItem, row: FileRow, point: QPoint) -> bool:
        """Whether a box that can be ticked is at this point, or what is around it."""
        if row.line is None or not row.line.can_be_ticked:
            return False
        places = _places(option, row, has_buttons=False)
        around = QRect(places.box.left() - 4, option.rect.top(), 0, places.letter.bottom() - option.rect.top())
        around.setRight(places.letter.left())
        return around.contains(point)

    def editorEvent(
        self,
        event: QEvent,  # noqa: ARG002
        model: QAbstractItemModel,  # noqa: ARG002
        option: QStyleOptionViewItem,  # noqa: ARG002
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002
    ) -> bool:
        """Leave all presses to the list: Qt finds the box elsewhere."""
        return False

    def mark_at(self, option: QStyleOptionViewItem, row: FileRow, point: QPoint) -> BadgeLabel | None:
        """Return the badge at this point."""
        box = _places(option, row, has_buttons=row.file is not None).chips
        chips = _chips(box, row.marks, _small(option.font))
        return next((mark for chip, _, mark in chips if mark is not None and chip.contains(point)), None)

    def hits_run(self, option: QStyleOptionViewItem, row: CommandRow, point: QPoint) -> bool:
        """Whether the button that runs the command is at this point."""
        return row.is_open and _run_place(option).contains(point)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        state, size = option.state.value, option.rect.size()
        row = self._row_at(index)
        seen_row = _RowPicture(
            row,
            is_selected=bool(state & _SELECTED),
            is_hovered=bool(state & _HOVERED),
            has_focus=bool(state & _FOCUSED),
            size=(size.width(), size.height()),
            scale=painter.device().devicePixelRatio(),
            end=self._ends.get(row.group, size.width()) if isinstance(row, GroupRow) else 0,
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
        start = thread_time()
        picture = _picture(row, option)
        self._drawn_for += thread_time() - start
        if not self._turn.isActive():
            self._turn.start()
        return picture

    def _begin_turn(self) -> None:
        was_long, self._drawn_for = self._drawn_for > _LONGEST, 0.0
        if was_long:
            self.rows_left.emit()


def _picture(seen_row: _RowPicture, option: QStyleOptionViewItem) -> QPixmap:
    picture = QPixmap(QSize(*seen_row.size) * seen_row.scale)
    picture.setDevicePixelRatio(seen_row.scale)
    whole = QStyleOptionViewItem(option)
    whole.rect = QRect(QPoint(0, 0), QSize(*seen_row.size))
    theme, row = seen_row.theme, seen_row.row
    back = theme.selection if seen_row.is_selected else theme.pane
    if seen_row.is_hovered and not seen_row.is_selected:
        back = style.blend(theme.accent, theme.pane, 0.07).name()
    picture.fill(QColor(back))
    painter = QPainter(picture)
    painter.setFont(option.font)
    if seen_row.has_focus:
        painter.fillRect(QRect(QPoint(0, 0), QSize(style.BAR, seen_row.size[1])), QColor(theme.accent))
    match row:
        case GroupRow():
            _draw_head(painter, whole, row, seen_row.end, theme)
        case FolderRow():
            _draw_folder(painter, whole, row, theme)
        case CommandRow():
            _draw_command(painter, whole, row, theme)
        case _:
            _draw_file(painter, whole, row, theme, has_buttons=seen_row.is_hovered or seen_row.is_selected)
    painter.end()
    return picture


def _draw_head(painter: QPainter, option: QStyleOptionViewItem, row: GroupRow, end: int, theme: Theme) -> None:
    left = _draw_arrow(painter, option.rect, 0, theme, is_open=row.is_open)
    painter.setFont(_bold(option.font))
    painter.setPen(QColor(theme.text))
    box = option.rect.adjusted(left, 0, -style.GAP, 0)
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, str(row.group))
    box.setLeft(box.left() + painter.fontMetrics().horizontalAdvance(str(row.group)) + style.GAP)
    painter.setFont(option.font)
    painter.setPen(QColor(theme.dim))
    count = f"{row.count:,}" if row.count else ""
    ways = [f"{count} · {row.of_commit}"] * bool(row.of_commit)
    if row.of_commit and row.group is Group.ACCEPTED:
        ways += [f"{row.in_commit:,} of {count} in commit", f"{row.in_commit or 'none'} in commit"]
    room = end - style.GAP - box.left()
    words = next((one for one in ways if painter.fontMetrics().horizontalAdvance(one) <= room), count)
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)


def head_widths(row: GroupRow, font: QFont) -> tuple[int, int]:
    """Return how much the arrow and the name of a group take, with the gap behind them, and how much its count."""
    name = _BEHIND_ARROW + QFontMetrics(_bold(font)).horizontalAdvance(str(row.group)) + style.GAP
    return name, QFontMetrics(font).horizontalAdvance(f"{row.count:,}") + style.GAP


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _draw_folder(painter: QPainter, option: QStyleOptionViewItem, row: FolderRow, theme: Theme) -> None:
    left = _draw_arrow(painter, option.rect, (row.depth + 1) * _INDENT, theme, is_open=row.is_open)
    box = option.rect.adjusted(left, 0, -style.GAP, 0)
    painter.setPen(QColor(theme.dim))
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, elided_folder(painter.fontMetrics(), row.title, box.width()))


def elided_folder(metrics: QFontMetrics, folder: str, width: int) -> str:
    """Return a folder as it fits: whole names as long as there is room, the last ones before all.

    Empty where so few letters are left that they say nothing.
    """
    names = folder.split("/")
    ways = [folder]
    for first in range(1, len(names)):
        rest = "/".join(names[first:])
        ways += [f"{names[0]}/…/{rest}"] * (first > 1) + [f"…/{rest}"]
    if (found := next((one for one in ways if metrics.horizontalAdvance(one) <= width), "")) or width <= 0:
        return found
    shortened = metrics.elidedText(names[-1], Qt.TextElideMode.ElideRight, width)
    return shortened if len(shortened) > _FEWEST_LETTERS else ""


def _draw_command(painter: QPainter, option: QStyleOptionViewItem, row: CommandRow, theme: Theme) -> None:
    """Draw a command as at a prompt; a tick before one that is done, and a button behind one that can be run."""
    box = _place_of_command(option, row)
    sign = QRect(style.TIGHT + _INDENT, box.top(), box.left() - 2 * style.TIGHT - _INDENT, box.height())
    if row.is_open:
        _draw_run(painter, option, theme)
    painter.setFont(_command_font(option))
    sign.setHeight(painter.fontMetrics().height())
    painter.setPen(QColor(theme.dim))
    if row.suggestion.state is SuggestionState.DONE:
        style.draw_mark(painter, sign, Decision.ACCEPTED, QColor(theme.good))
    else:
        painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, "$")
    painter.setPen(QColor(theme.text if row.is_open else theme.dim))
    text, metrics = seen(row.suggestion.text), painter.fontMetrics()
    wrap, height = _wrapped_command(text, box.width(), metrics)
    if height > box.height():
        wrap, space = Qt.TextFlag.TextWrapAnywhere, box.width() * _MOST_LINES * 9 // 10
        text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, space)
    painter.drawText(box, Qt.AlignmentFlag.AlignTop.value | wrap.value, text)


def _size_of_command(option: QStyleOptionViewItem, row: CommandRow) -> QSize:
    whole = QStyleOptionViewItem(option)
    if isinstance(option.widget, QAbstractScrollArea):  # when sizes are asked for, the rectangle is not known yet
        whole.rect = option.widget.viewport().rect()
    metrics = QFontMetrics(_command_font(option))
    line = metrics.height()
    _, height = _wrapped_command(seen(row.suggestion.text), _place_of_command(whole, row).width(), metrics)
    return QSize(120, min(height, _MOST_LINES * line) + max(_BUTTON - line, 0) + 2 * _PAD)


def _command_font(option: QStyleOptionViewItem) -> QFont:
    """Return the font of code in the size of the list, which is not zoomed with the code."""
    return style.current().code_font(option.font.pointSize())


def _wrapped_command(text: str, width: int, metrics: QFontMetrics) -> tuple[Qt.TextFlag, int]:
    """Return how a command is wrapped, and its height: between words and folders where each of them has room."""
    room = QRect(0, 0, max(width, 1), 0)
    found = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text)
    if found.width() <= room.width():
        return Qt.TextFlag.TextWordWrap, found.height()
    return Qt.TextFlag.TextWrapAnywhere, metrics.boundingRect(room, Qt.TextFlag.TextWrapAnywhere, text).height()


def _place_of_command(option: QStyleOptionViewItem, row: CommandRow) -> QRect:
    """Return where the text of a command stands; the first of its lines is at the height of the button."""
    code, letter = QFontMetrics(_command_font(option)), QFontMetrics(option.font).horizontalAdvance("M")
    left = style.TIGHT + _INDENT + max(letter, code.horizontalAdvance("$")) + 2 * style.TIGHT
    right = _run_place(option).left() - style.GAP if row.is_open else option.rect.right() - style.GAP
    line = code.height()
    above = _PAD + max(_BUTTON - line, 0) // 2
    return QRect(left, option.rect.top() + above, right - left, option.rect.height() - above - _PAD)


def _run_place(option: QStyleOptionViewItem) -> QRect:
    width = QFontMetrics(option.font).horizontalAdvance(_RUN) + 2 * style.GAP
    return QRect(option.rect.right() - style.GAP - width + 1, option.rect.top() + _PAD, width, _BUTTON)


def _draw_run(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
    box = _run_place(option)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(theme.border))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), style.RADIUS, style.RADIUS)
    painter.setPen(QColor(theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _RUN)
    painter.restore()


def _draw_arrow(painter: QPainter, box: QRect, left: int, theme: Theme, *, is_open: bool) -> int:
    """Draw the arrow of a row that can be folded; return where its text begins."""
    centre = QPointF(left + style.TIGHT + _ARROW / 2, QRectF(box).center().y())
    down = (QPointF(-4, -2), QPointF(4, -2), QPointF(0, 3))
    right = (QPointF(-2, -4), QPointF(3, 0), QPointF(-2, 4))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.dim))
    painter.drawPolygon(QPolygonF([centre + point for point in (down if is_open else right)]))
    painter.restore()
    return left + _BEHIND_ARROW


def _draw_file(
    painter: QPainter, option: QStyleOptionViewItem, row: FileRow, theme: Theme, *, has_buttons: bool
) -> None:
    has_buttons = has_buttons and row.file is not None
    places = _places(option, row, has_buttons=has_buttons)
    if row.line is not None:
        is_checked, is_in_part, is_enabled = not row.line.is_left_out, row.is_committed_in_part, row.line.can_be_ticked
        draw_check_box(painter, places.box, is_checked=is_checked, is_enabled=is_enabled, is_in_part=is_in_part)
    elif row.is_reviewed:
        box = QRect(option.rect.left() + 3, places.letter.top(), _INDENT, places.letter.height())
        style.draw_mark(painter, box, Decision.ACCEPTED, QColor(theme.dim))
    _draw_letter(painter, places.letter, row, theme)
    painter.setFont(option.font)
    _draw_name(painter, places.name, row, theme)
    _draw_counts(painter, places.counts, places.counted, theme)
    if row.line is not None and places.words:
        painter.setFont(_small(option.font))
        colour = theme.good if row.line.is_staged and not row.line.is_left_out else theme.dim
        style.draw_chip(painter, places.of_commit, places.words, colour=colour, back=theme.pane)
        painter.setFont(option.font)
    if row.marks:
        _draw_chips(painter, places.chips, row.marks, theme)
    if has_buttons:
        for box, decision in ((places.accept, Decision.ACCEPTED), (places.reject, Decision.REJECTED)):
            if not box.isNull():
                _draw_button(painter, box, row, decision, theme)


def letter_colour(kind: Kind, theme: Theme) -> QColor:
    """Return the colour of the letter of a kind of change."""
    colours = {Kind.ADDED: theme.added_text, Kind.DELETED: theme.removed_text, Kind.MOVED: theme.warn}
    return QColor(colours.get(kind, theme.accent))


def _draw_letter(painter: QPainter, box: QRect, row: FileRow, theme: Theme) -> None:
    """Draw how git calls the kind of change; a cross where all failed, a dash where the user stopped it."""
    if row.kind is None and row.is_stopped:
        middle = box.center()
        painter.fillRect(QRect(middle.x() - 4, middle.y(), 9, 2), QColor(theme.dim))
    elif row.kind is None:
        style.draw_mark(painter, box, Decision.REJECTED, QColor(theme.bad))
    else:
        bold = QFont(painter.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(letter_colour(row.kind, theme))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, LETTERS[row.kind])


def _draw_name(painter: QPainter, box: QRect, row: FileRow, theme: Theme) -> None:
    is_rejected, line = row.decision is Decision.REJECTED, row.line
    is_left_out = line is not None and line.is_left_out and row.group is Group.ACCEPTED
    font = QFont(painter.font())
    font.setStrikeOut(is_rejected or (is_left_out and line is not None and not line.is_optional))
    painter.setFont(font)
    metrics = QFontMetrics(font)
    name = metrics.elidedText(row.title, Qt.TextElideMode.ElideMiddle, box.width())
    painter.setPen(QColor(theme.dim if is_rejected or is_left_out or row.is_stopped else theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
    font.setStrikeOut(False)
    painter.setFont(font)
    rest = box.adjusted(metrics.horizontalAdvance(name) + style.GAP, 0, 0, 0)
    if row.folder:
        painter.setPen(QColor(theme.dim))
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, elided_folder(metrics, row.folder, rest.width()))


def _places(option: QStyleOptionViewItem, row: FileRow, *, has_buttons: bool) -> _Places:
    metrics = QFontMetrics(option.font)
    left = 2 * style.TIGHT + _INDENT * (row.depth + 1)
    area = option.rect.adjusted(left, _PAD, -style.GAP, -_PAD)
    line = QRect(area.left(), area.top(), area.width(), max(metrics.height(), _BUTTON))
    reject = QRect(line.right() - _BUTTON + 1, line.center().y() - _BUTTON // 2 + 1, _BUTTON, _BUTTON)
    # Of an accepted file there is nothing to accept: beside the box, a second tick would be in the way.
    accept = QRect() if row.group is Group.ACCEPTED else reject.translated(-_BUTTON - 2, 0)
    letter = QRect(line.left(), line.top(), metrics.horizontalAdvance("M") + style.TIGHT, line.height())
    end = (reject if accept.isNull() else accept).left() - style.TIGHT if has_buttons else line.right() + 1
    name_left = letter.right() + style.TIGHT
    room = end - style.GAP - name_left
    room -= min(metrics.horizontalAdvance(row.title), metrics.averageCharWidth() * _ENOUGH)
    words, counted = _fitting_words(row, room, metrics, _small(option.font))
    width, chips_end = _width_of(counted, metrics), area.right()
    chip_height = _chip_height(option.font.toString())
    counts = QRect(end - width, line.top(), width, line.height())
    name_end = end - width - style.GAP * bool(width)
    if row.marks and not counted:
        counted = _counts_below(row, area.right() - name_left - style.GAP, metrics, _small(option.font))
        width = _width_of(counted, metrics)
        counts = QRect(line.right() + 1 - width, line.bottom() + style.TIGHT, width, chip_height)
        chips_end -= width + style.GAP if width else 0
    chips = QRect(name_left, line.bottom() + style.TIGHT, chips_end - name_left, chip_height)
    of_commit = QRect()
    if words:
        size = style.chip_size(words, _small(option.font))
        of_commit = QRect(name_end - size.width(), line.center().y() - size.height() // 2 + 1, *size.toTuple())
        name_end = of_commit.left() - style.GAP
    box = QRect(left - _BOX - 2, line.center().y() - _BOX // 2 + 1, _BOX, _BOX)
    name = QRect(name_left, line.top(), name_end - name_left, line.height())
    return _Places(box, letter, name, of_commit, words, counts, counted, chips, accept, reject)


def _fitting_words(row: FileRow, room: int, metrics: QFontMetrics, small: QFont) -> tuple[str, Sequence[_Count]]:
    """Return what of `words_of_commit` and of the counts fits beside a name: the longest words, first of all these."""
    hunks = hunks_in_short(row.file) if row.file else ()
    of_commit = words_of_commit(row)
    with_lines = [(one, _counts(row, of_hunks)) for one in of_commit for of_hunks in hunks or ("",)]
    ways = [
        *with_lines,
        *((one, ()) for one in of_commit),
        *(("", _counts(row, of_hunks)) for of_hunks in hunks or ("",)),
    ]
    if not row.marks:  # else there is room for the counts below the name
        ways += [("", _counts(row, of_hunks)[:1]) for of_hunks in hunks]
    for words, counted in ways:
        chip = style.chip_size(words, small).width() + style.GAP if words else 0
        if chip + _width_of(counted, metrics) <= room:
            return words, counted
    return "", ()


def _counts_below(row: FileRow, room: int, metrics: QFontMetrics, small: QFont) -> Sequence[_Count]:
    """Return those of the counts for which the badges leave room: what these warn of is nowhere else in the list."""
    room -= sum(style.chip_size(mark.word, small).width() + style.TIGHT for mark in row.marks)
    hunks = hunks_in_short(row.file) if row.file else ()
    ways = [
        *(_counts(row, of_hunks) for of_hunks in hunks or ("",)),
        *(_counts(row, of_hunks)[:1] for of_hunks in hunks),
    ]
    return next((counted for counted in ways if _width_of(counted, metrics) <= room), ())


def _width_of(counted: Sequence[_Count], metrics: QFontMetrics) -> int:
    return sum(metrics.horizontalAdvance(text) for text, _ in counted)


def _counts(row: FileRow, of_hunks: str) -> Sequence[_Count]:
    """Return the words on the hunks, and the lines added and removed."""
    texts, file = [(f"{of_hunks} ", "dim")] * bool(of_hunks), row.file
    if file is not None and file.added:
        texts.append((f"+{file.added:,}", "added"))
    if file is not None and file.removed:
        texts.append((f" {MINUS}{file.removed:,}" if texts else f"{MINUS}{file.removed:,}", "removed"))
    return texts


def _draw_counts(painter: QPainter, box: QRect, counted: Sequence[_Count], theme: Theme) -> None:
    right = box.right() + 1
    for text, colour in reversed(counted):
        width = painter.fontMetrics().horizontalAdvance(text)
        painter.setPen(QColor({"added": theme.added_text, "removed": theme.removed_text}.get(colour, theme.dim)))
        painter.drawText(QRect(right - width, box.top(), width + 1, box.height()), Qt.AlignmentFlag.AlignVCenter, text)
        right -= width


def _draw_chips(painter: QPainter, box: QRect, marks: Sequence[BadgeLabel], theme: Theme) -> None:
    font = _small(painter.font())
    painter.setFont(font)
    for chip, text, mark in _chips(box, marks, font):
        style.draw_chip(painter, chip, text, colour=mark.colour(theme) if mark else theme.dim, back=theme.pane)


def _chips(box: QRect, marks: Sequence[BadgeLabel], font: QFont) -> Iterator[tuple[QRect, str, BadgeLabel | None]]:
    """Yield place and text of each badge for which there is room; then how many more there are, which is none."""
    left = box.left()
    for place, mark in enumerate(marks):
        rest, size = f"+{len(marks) - place}", style.chip_size(mark.word, font)
        more = style.chip_size(rest, font).width()
        room = box.right() - left - (0 if place == len(marks) - 1 else more + style.TIGHT)
        if size.width() > room:
            yield QRect(left, box.top(), more, size.height()), rest, None
            return
        yield QRect(left, box.top(), size.width(), size.height()), mark.word, mark
        left += size.width() + style.TIGHT


def _draw_button(painter: QPainter, box: QRect, row: FileRow, decision: Decision, theme: Theme) -> None:
    colour = theme.good if decision is Decision.ACCEPTED else theme.bad
    colour = colour if row.can_be(decision) else theme.border
    is_chosen = row.decision is decision
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(colour if is_chosen else theme.border))
    painter.setBrush(QColor(colour) if is_chosen else QColor(theme.raised))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), style.RADIUS, style.RADIUS)
    style.draw_mark(painter, box, decision, QColor(theme.pane if is_chosen else colour))
    painter.restore()


def _words_of_button(row: FileRow, decision: Decision) -> str:
    """Return such as "Accept the rest of app.py (Space)"."""
    is_accept = decision is Decision.ACCEPTED
    key = key_in(Act.ACCEPT_FILE if is_accept else Act.REJECT_FILE, KeyScope.LIST)
    rest = "the rest of " * (row.file is not None and decision in row.file.of_rest)
    return plain_tip(f"{'Accept' if is_accept else 'Reject'} {rest}{seen(row.title)}{f' ({key})' * bool(key)}")


@cache
def _chip_height(font_description: str) -> int:
    """Return the height of a chip for this font, given by `QFont.toString`; cached, for every painted row needs it."""
    font = QFont()
    font.fromString(font_description)
    return style.chip_size("x", _small(font)).height()


def _small(font: QFont) -> QFont:
    small = style.small_font(font)
    small.setStrikeOut(False)
    return small
