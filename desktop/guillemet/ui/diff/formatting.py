"""What is painted behind and over the letters of a row, such as bands and changed words, and what is copied of them."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QTextBlock, QTextCharFormat, QTextCursor, QTextLayout
from PySide6.QtWidgets import QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import TextMatch
from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.diff.rows import DiffRow, DiffRows, RowKind, Run
from guillemet.engine.diff.words import changed_spans
from guillemet.engine.text import python_column, utf16_column
from guillemet.ui.diff.highlighter import Span
from guillemet.ui.diff.visible_rows import VisibleRow
from guillemet.ui.style import style
from guillemet.ui.style.style import blend
from guillemet.ui.style.theme import Theme

if TYPE_CHECKING:
    from pygments.token import _TokenType

MOST_BLANKS = 500
"""Blanks of one line that are drawn."""
ENOUGH = 4.5
"""For text of the usual size."""
_STEPS = 20
_VEIL = 0.3
"""How much of the pane's colour lies over what is left out; the letters can still be read."""


def contrast(front: str, back: str) -> float:
    """Return the ratio of the two colours' luminances."""
    low, high = sorted((_luminance(front), _luminance(back)))
    return (high + 0.05) / (low + 0.05)


def legible(colour: str, backs: Sequence[str], *, text: str) -> str:
    """Return the colour, moved towards that of `text` until it can be read on each of these."""
    for step in range(_STEPS):
        moved = blend(text, colour, step / _STEPS).name()
        if all(contrast(moved, back) >= ENOUGH for back in backs):
            return moved
    return text


@lru_cache(maxsize=8)
def blank_colour(theme: Theme) -> str:
    """Return the colour of the signs for changed blanks."""
    backs = (theme.added, theme.removed, theme.added_word, theme.removed_word)
    return legible(theme.dim, backs, text=theme.text)


def _luminance(colour: str) -> float:
    seen = QColor(colour)
    parts = (seen.redF(), seen.greenF(), seen.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Columns = Mapping[tuple[bool, int], Sequence[tuple[int, int]]]
"""Columns of lines, by (is old, line)."""
_words = lru_cache(maxsize=2_048)(changed_spans)


class Shows(StrEnum):
    """Which lines an editor holds; the words name it to screen readers."""

    OLD = "Before"
    NEW = "After"
    BOTH = "Before and after"

    @property
    def sides(self) -> tuple[bool, ...]:
        """The sides whose line numbers stand beside it, from the left: whether each is the old one."""
        return {Shows.OLD: (True,), Shows.NEW: (False,), Shows.BOTH: (True, False)}[self]

    def place(self, row: DiffRow) -> tuple[bool, int] | None:
        """Return whose line stands in this row, as (is old, line); None for folds, bars and empty sides."""
        if not row.has_line:
            return None
        is_old = self is Shows.OLD or (self is Shows.BOTH and row.new is None)
        line = row.old if is_old else row.new
        return None if line is None else (is_old, line)

    def band(self, row: DiffRow, theme: Theme, *, filler: str = "") -> str:
        """Return the colour behind the row, empty for none; a side without a line has the filler's."""
        if row.kind is RowKind.FOLD:
            return theme.fold
        if row.kind in (RowKind.BAR, RowKind.HEAD):
            return theme.raised
        if row.kind in (RowKind.SAME, RowKind.INSET):
            return ""
        place = self.place(row)
        if place is None:
            return filler
        return theme.removed if place[0] else theme.added


class Formats:
    """The character formats of one theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._colours = dict(theme.syntax)
        self._syntax: dict[_TokenType, QTextCharFormat] = {}
        self.added_word = _back(theme.added_word)
        self.removed_word = _back(theme.removed_word)
        self.fold = _front(theme.dim)
        self.mark = _front(theme.bad)
        self.mark.setBackground(style.blend(theme.bad, theme.pane, 0.16))
        self.found, self.found_now = _back(theme.found), _back(theme.found_now)
        for place in (self.found, self.found_now):
            place.setForeground(QColor(theme.text))  # which can be read on it, as not all colours of code can

    def has(self, kind: "_TokenType") -> bool:
        """Return whether this kind of token looks other than plain text."""
        return not self.syntax(kind).isEmpty()

    def syntax(self, kind: "_TokenType") -> QTextCharFormat:
        known = self._syntax.get(kind)
        if known is None:
            kinds = (".".join(kind[:depth]) for depth in range(len(kind), 0, -1))
            colour = next((self._colours[name] for name in kinds if name in self._colours), "")
            known = self._syntax[kind] = _front(self._readable(colour)) if colour else QTextCharFormat()
        return known

    def _readable(self, colour: str) -> str:
        """Return the colour so that it can be read on changed words, too; selected letters have the colour of text."""
        theme = self._theme
        changed = (theme.added, theme.removed, theme.added_word, theme.removed_word, theme.moved_from, theme.moved_to)
        backs = (theme.pane, *changed)
        return legible(colour, backs, text=theme.text)


def changed_words(content: DiffContent, row: DiffRow, *, is_old: bool) -> Sequence[tuple[int, int]]:
    """Return the columns of the row's changed words on this side."""
    old, new = _pair_of(row)
    if old is None or new is None or not row.is_changed:
        return ()
    return _words(content.old.shown[old], content.new.shown[new])[0 if is_old else 1]


def _pair_of(row: DiffRow) -> tuple[int | None, int | None]:
    """Return the old and the new line that are compared in this row."""
    if row.partner is None:
        return row.old, row.new
    return (row.old, row.partner) if row.new is None else (row.partner, row.new)


def changed_blanks(content: DiffContent, row: DiffRow, *, is_old: bool) -> list[int]:
    """Return the columns of the blanks and tabs that changed by themselves, or that a new line ends in."""
    line = row.old if is_old else row.new
    if line is None or not row.is_changed:
        return []
    text = (content.old if is_old else content.new).shown[line]
    words = changed_words(content, row, is_old=is_old)
    end = (len(text) if is_old else len(text.rstrip()), len(text))
    return _blank_columns(text, (*words, end))


def _blank_columns(text: str, spans: Iterable[tuple[int, int]]) -> list[int]:
    """Return the columns of blanks and tabs in those of these spans that hold nothing else."""
    blank = (range(start, end) for start, end in spans if text[start:end].isspace())
    columns = dict.fromkeys(chain.from_iterable(blank))
    return [column for column in columns if text[column] in " \t"][:MOST_BLANKS]


class RowLook(NamedTuple):
    """What the letters of one row's line are to look like, by its columns: two that are equal get equal formats."""

    is_old: bool
    spans: tuple[Span, ...] | None
    words: Sequence[tuple[int, int]]
    marks: Sequence[tuple[int, int]]
    found: Sequence[tuple[int, int]]

    def formats(self, text: str, formats: Formats) -> list[QTextLayout.FormatRange]:
        """Return the formats of this text; later ones lie over earlier ones."""
        column, made = _columns(text), syntax_ranges(text, self.spans or (), formats)
        word = formats.removed_word if self.is_old else formats.added_word
        for columns, kind in ((self.words, word), (self.marks, formats.mark), (self.found, formats.found)):
            made += [_range(column, *span, kind) for span in columns]
        return made


def row_look(
    content: DiffContent,
    row: DiffRow,
    *,
    place: tuple[bool, int],
    spans: tuple[Span, ...] | None,
    found: Sequence[tuple[int, int]],
    moved: Container[tuple[bool, int | None]],
) -> RowLook:
    """Return the look of one row's line.

    A line that was moved did not become the one beside it, so no words of the two are marked as changed.
    """
    is_old, line = place
    old, new = _pair_of(row)
    is_moved = (True, old) in moved or (False, new) in moved
    words = () if is_moved else changed_words(content, row, is_old=is_old)
    return RowLook(is_old, spans, words, (content.old if is_old else content.new).marks(line), found)


def syntax_ranges(text: str, spans: Iterable[Span], formats: Formats) -> list[QTextLayout.FormatRange]:
    """Return the formats of the syntax of a text."""
    column, has = _columns(text), formats.has
    return [_range(column, start, end, formats.syntax(kind)) for start, end, kind in spans if has(kind)]


def found_by_line(found: Sequence[TextMatch]) -> Columns:
    """Return the columns of the places of each line of the file."""
    by_line: dict[tuple[bool, int], list[tuple[int, int]]] = {}
    for place in (place for place in found if not place.row):
        by_line.setdefault((place.is_old, place.line), []).append((place.start, place.end))
    return by_line


def _columns(line: str) -> Callable[[int], int]:
    if line.isascii() or max(line) <= "\uffff":
        return int
    return lambda column: utf16_column(line, column)


def _range(column: Callable[[int], int], start: int, end: int, kind: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = column(start)
    made.length = column(end) - made.start
    made.format = kind
    return made


def _front(colour: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(colour))
    return made


def _back(colour: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setBackground(QColor(colour))
    return made


def selected_text(cursor: QTextCursor, content: DiffContent, rows: DiffRows, shows: Shows) -> str:
    """Return the selected lines, also those of a fold: no gutter, no empty sides, nothing written out or in pieces."""
    parts: list[str] = []
    end: tuple[bool, int] | None = None
    has_pieces = {True: content.old.has_pieces, False: content.new.has_pieces}
    for (is_old, first), texts in _selected_texts(cursor, content, rows, shows):
        if not has_pieces[is_old]:
            parts += ("\n", "\n".join(texts))  # tens of thousands of lines at once
            continue
        side = content.old if is_old else content.new
        goes_on = end == (is_old, first)
        for line, text in enumerate(texts, first):
            if not (goes_on and not side.number(line)):
                parts.append("\n")
            parts.append(text)
            goes_on = True
        end = is_old, first + len(texts)
    return "".join(parts[1:])


def _selected_texts(
    cursor: QTextCursor, content: DiffContent, rows: DiffRows, shows: Shows
) -> Iterator[tuple[tuple[bool, int], Sequence[str]]]:
    """Yield what is selected of lines and pieces that follow each other, with the place of the first."""
    first, last = (cursor.document().findBlock(at) for at in (cursor.selectionStart(), cursor.selectionEnd()))
    top, bottom = first.blockNumber(), last.blockNumber()
    start, end = cursor.selectionStart() - first.position(), cursor.selectionEnd() - last.position()
    whole = range(top + bool(start), bottom + (end == last.length() - 1))
    if start and (place := shows.place(rows[top])) is not None:
        yield place, [_selected(content, place, start, end if top == bottom else None)]
    for run, lines in rows.lines_in(whole):
        yield from _whole_texts(run, lines, content, shows)
    is_cut = bottom >= whole.stop and (bottom > top or not start)
    if is_cut and (place := shows.place(rows[bottom])) is not None:
        yield place, [_selected(content, place, 0, end)]


def _whole_texts(
    run: Run, lines: ChangedLines, content: DiffContent, shows: Shows
) -> Iterator[tuple[tuple[bool, int], Sequence[str]]]:
    """Yield these lines of the run as they stand in the file."""
    has_both = shows is Shows.BOTH and run.is_hunk and not run.folded
    for is_old in (True, False) if has_both else (shows is Shows.OLD,):
        side, of_side = (content.old, lines.old) if is_old else (content.new, lines.new)
        shown = range(of_side.start, of_side.stop)
        if shown:
            yield (is_old, shown.start), side.lines[shown.start : shown.stop]


def _selected(content: DiffContent, place: tuple[bool, int], start: int, end: int | None) -> str:
    """Return the line between these columns of Qt's, which are those of the shown line."""
    is_old, line = place
    side = content.old if is_old else content.new
    text = side.shown[line]
    last = None if end is None else python_column(text, end)
    return side.copied(line, python_column(text, start), None if last is None or last >= len(text) else last)


def fade(on: QWidget, seen: Iterable[VisibleRow], hunks: Collection[int], colour: str, *, left: int = 0) -> None:
    """Let the lines of these hunks stand back behind a veil of this colour, and what stands beside them."""
    if not hunks:
        return
    painter, veil = QPainter(on), QColor(colour)
    veil.setAlphaF(_VEIL)
    for visible in seen:
        if visible.shown.hunk in hunks and visible.shown.has_line:
            painter.fillRect(QRect(left, visible.top, on.width() - left, visible.height), veil)
    painter.end()


def row_formats(
    block: QTextBlock, row: DiffRow, look: RowLook | None, formats: Formats
) -> list[QTextLayout.FormatRange]:
    """Return the formats of the text that stands in a row."""
    if look is not None:
        return look.formats(block.text(), formats)
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = 0, block.length() - 1, formats.fold
    return [] if row.has_line else [made]
