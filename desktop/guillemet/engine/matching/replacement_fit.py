"""The new lines of a block, shaped to the place where its old lines were found.

A line that stays is taken as the file has it, so that an edit found past white space changes only what it means to. All
other lines are shifted as the old ones were: together when the shift is even, else like the nearest line that stays.
Where the block is written in another unit than the file, the depths are moved by that scale.

An edit of lines that the file has differently is transferred as a merge does it: what only the edit changes becomes
new, what only the file has differently stays, and where both touch one line they are merged inside it, word by word, if
they do not meet there. Where they do, or where that would make a line that neither side meant, the edit wins.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz

from guillemet.engine.matching.ellipsis import cut
from guillemet.engine.matching.frames import framed, in_unit_of_file
from guillemet.engine.matching.lines import Place, blank_ends, can_be_aligned, only_closes, single_spaced
from guillemet.engine.matching.reindent import (
    Shift,
    common_shift,
    levels_of,
    scale_around,
    scale_of,
    shifted,
    unit_around,
)
from guillemet.engine.matching.sure_rungs import even_shift, indentation
from guillemet.engine.outcomes import Rung
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import common_ends

_WORD = lazy_pattern(r"\w+|\s+|[^\w\s]")
_LONGEST_LINE = 2_000
_ALIKE = 60
"""Percent of likeness from which one line may stand for another."""
_MOST_COMPARED = 1_000
"""Pairs of lines of a run that are compared."""
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_QUOTES = ('"', "'", "`")
_CLOSING = (";", ",")
"""What ends a line below which none is deeper."""


def carry(written: Sequence[str], wanted: Sequence[str], standing: Sequence[str]) -> list[str]:
    """Return the standing lines with the change from the written lines to the wanted ones made in them."""
    return _carried(written, wanted, standing)[0]


def _carried(written: Sequence[str], wanted: Sequence[str], standing: Sequence[str]) -> tuple[list[str], bool]:
    """Return the carried lines, and whether words of a line of the file were merged with those of a new one."""
    old, new = [line.rstrip() for line in written], [line.rstrip() for line in wanted]
    merge = _Merge(old, new, [single_spaced(line) for line in old], [single_spaced(line) for line in standing])
    shifts = _Shifts(written, standing, merge.partners)
    carried: list[str] = []
    has_merged = False
    for part in merge.parts():
        if not part.is_edited:
            carried += standing[part.standing]
            continue
        lines = [shifted(line, shifts.near(part.base.start, line)) for line in wanted[part.new]]
        base = written[part.base]
        if part.is_found and len(lines) == len(base) == len(standing[part.standing]) == 1:
            inside = _inside(base[0], lines[0], standing[part.standing][0])
            has_merged |= inside != lines[0]
            lines = [inside]
        carried += lines
    return carried, has_merged


class _Change(Struct, frozen=True):
    """A run of the base, and the run that stands for it."""

    start: int
    end: int
    other_start: int
    other_end: int


class _Part(Struct, frozen=True):
    """A run of the base with its two other versions, and which of them differ from it."""

    base: slice
    new: slice
    standing: slice
    is_edited: bool
    is_found: bool


class _Merge:
    """The changes from one base to two others, kept apart where they do not overlap."""

    def __init__(self, old: Sequence[str], new: Sequence[str], base: Sequence[str], standing: Sequence[str]) -> None:
        self._size = len(old)
        self.edited = list(_changes(old, new))
        self.found = [part for one in _changes(base, standing) for part in _paired(one, base, standing)]

    def parts(self) -> Iterator[_Part]:
        """Yield the base from its start to its end, cut where changes begin and end."""
        events = sorted(
            [(one.start, one.end, True, one) for one in self.edited]
            + [(one.start, one.end, False, one) for one in self.found],
            key=lambda event: event[:3],
        )
        at = to_new = to_standing = index = 0
        while index < len(events):
            start, end, is_edited, change = events[index]
            # Changes of both sides that overlap belong together; those that only meet stay apart.
            cluster: dict[bool, list[_Change]] = {True: [], False: []}
            cluster[is_edited].append(change)
            index += 1
            while index < len(events) and events[index][0] < end:
                end = max(end, events[index][1])
                cluster[events[index][2]].append(events[index][3])
                index += 1
            yield _Part(
                slice(at, start),
                slice(at + to_new, start + to_new),
                slice(at + to_standing, start + to_standing),
                is_edited=False,
                is_found=False,
            )
            new_start, standing_start = start + to_new, start + to_standing
            to_new += _growth(cluster[True])
            to_standing += _growth(cluster[False])
            yield _Part(
                slice(start, end),
                slice(new_start, end + to_new),
                slice(standing_start, end + to_standing),
                is_edited=bool(cluster[True]),
                is_found=bool(cluster[False]),
            )
            at = end
        rest = slice(at, self._size)
        standing = slice(at + to_standing, self._size + to_standing)
        yield _Part(rest, slice(at + to_new, self._size + to_new), standing, is_edited=False, is_found=False)

    @property
    def partners(self) -> dict[int, int]:
        """Which line of the base stands for which of the standing ones, one to one."""
        partners: dict[int, int] = {}
        at = other = 0
        for change in self.found:
            partners |= zip(range(at, change.start), range(other, change.other_start), strict=True)
            if change.end - change.start == change.other_end - change.other_start:
                partners |= zip(
                    range(change.start, change.end), range(change.other_start, change.other_end), strict=True
                )
            at, other = change.end, change.other_end
        return partners | dict(zip(range(at, self._size), range(other, other + self._size - at), strict=True))


class _Shifts:
    """How the indentation of new lines moves: all alike if the old ones do, else like the nearest old line."""

    def __init__(self, written: Sequence[str], standing: Sequence[str], partners: dict[int, int]) -> None:
        pairs = {at: (written[at], standing[to]) for at, to in partners.items()}
        non_blank = {at: pair for at, pair in pairs.items() if pair[0].strip() and pair[1].strip()}
        self._common = common_shift(non_blank.values())
        self._moved = {at: (indentation(a), indentation(b)) for at, (a, b) in non_blank.items()}

    def near(self, at: int, line: str) -> Shift:
        """Return how a line moves that takes its place at this index of the old lines."""
        if self._common is not None or not self._moved:
            return self._common or ("", "")
        return _nearest(self._moved, at, indentation(line))


def _growth(changes: Sequence[_Change]) -> int:
    return sum((one.other_end - one.other_start) - (one.end - one.start) for one in changes)


def _changes(base: Sequence[str], other: Sequence[str]) -> Iterator[_Change]:
    """Yield what differs, in order; runs of one length are taken line by line."""
    head, tail = common_ends(base, other)
    before, after = base[head : len(base) - tail], other[head : len(other) - tail]
    if not can_be_aligned(before, after):
        yield _Change(head, len(base) - tail, head, len(other) - tail)
        return
    for tag, start, end, other_start, other_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if end - start == other_end - other_start:
            for offset in range(end - start):
                at, to = head + start + offset, head + other_start + offset
                yield _Change(at, at + 1, to, to + 1)
        else:
            yield _Change(head + start, head + end, head + other_start, head + other_end)


def _paired(change: _Change, base: Sequence[str], standing: Sequence[str]) -> list[_Change]:
    """Return the change in parts, each line of the base that one of the others resembles in a part of its own.

    Without that, an edit of one line would win over all lines of a run that came or went beside it.
    """
    old, new = base[change.start : change.end], standing[change.other_start : change.other_end]
    pairs = _alike(old, new) if len(old) != len(new) and len(old) * len(new) <= _MOST_COMPARED else []
    if not pairs:
        return _without_closers(change, base)
    parts: list[_Change] = []
    at, to = change.start, change.other_start
    for row, column in [*pairs, (len(old), len(new))]:
        start, other_start = change.start + row, change.other_start + column
        if at < start or to < other_start:
            parts.append(_Change(at, start, to, other_start))
        at, to = start + 1, other_start + 1
        if row < len(old):
            parts.append(_Change(start, at, other_start, to))
    return parts


def _alike(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of lines, in the order of both texts, that are the most alike in sum."""
    best: list[list[tuple[float, list[tuple[int, int]]]]]
    best = [[(0.0, [])] * (len(new) + 1) for _ in range(len(old) + 1)]
    for row, line in enumerate(old):
        for column, other in enumerate(new):
            skipped = max(best[row][column + 1], best[row + 1][column], key=lambda one: one[0])
            ratio = fuzz.ratio(line.strip(), other.strip(), score_cutoff=_ALIKE)
            total, pairs = best[row][column]
            is_pair = ratio and total + ratio > skipped[0]
            best[row + 1][column + 1] = (total + ratio, [*pairs, (row, column)]) if is_pair else skipped
    return best[-1][-1][1]


def _without_closers(change: _Change, base: Sequence[str]) -> list[_Change]:
    """Return the change in parts, the closing lines at its end that the other text does not have as one of their own.

    Without that, an edit of the line above them would bring them into a place that goes on where they close.
    """
    middle = change.start + change.other_end - change.other_start
    if change.other_start == change.other_end or not change.start < middle < change.end:
        return [change]
    if not all(map(only_closes, base[middle : change.end])):
        return [change]
    by = change.other_start - change.start
    pairs = [_Change(at, at + 1, at + by, at + by + 1) for at in range(change.start, middle)]
    return [*pairs, _Change(middle, change.end, change.other_end, change.other_end)]


def _inside(old: str, new: str, standing: str) -> str:
    """Return the standing line with the change made in it, or the new line where both changed the same words.

    It is the new line, too, where the merged one would be broken: where code came into a comment or behind it, where
    brackets did not close any more, or where a word went that the edit keeps.
    """
    if max(map(len, (old, new, standing))) > _LONGEST_LINE:
        return new
    base, edited, found = (_WORD.findall(line.strip()) for line in (old, new, standing))
    in_edited, in_found = _comments_in(edited), _comments_in(found)
    merge = _Merge(base, edited, base, found)
    words, in_comment, gone = list[str](), list[int](), Counter[str]()
    for part in merge.parts():
        if part.is_edited and part.is_found:
            return new
        side, comments, at = (edited, in_edited, part.new) if part.is_edited else (found, in_found, part.standing)
        if part.is_found and not any(map(_is_word, side[at])):
            gone.update(base[part.base])
        words += side[at]
        in_comment += comments[at]
    is_kept = not any(_is_word(word) and words.count(word) < edited.count(word) for word in gone)
    is_closed = _is_closed(words) or not _is_closed(edited)
    if _is_contested(merge) or not is_kept or not is_closed or _comments_in(words) != in_comment:
        return new
    return indentation(new) + "".join(words)


def _is_word(word: str) -> bool:
    return word[0].isalnum() or word[0] == "_"


def _comments_in(words: Sequence[str]) -> list[int]:
    """Return for each word how many comments have begun, by the usual signs, if it is in one; else 0."""
    begun: list[int] = []
    count, quote, comment = 0, "", ""
    for at, word in enumerate(words):
        is_apart = at == 0 or words[at - 1].isspace()
        if comment == "/*":
            comment = "" if words[at - 2 : at] == ["*", "/"] else comment
        if quote:
            quote = "" if word == quote else quote
        elif not comment and word in _QUOTES and word in words[at + 1 :]:
            quote = word
        elif (sign := _comment_sign(words, at)) and (is_apart or sign in ("/*", "//")):
            # One within another is counted, too: two sides may each have had one.
            count, comment = count + 1, comment or sign
        begun.append(count if comment else 0)
    return begun


def _comment_sign(words: Sequence[str], at: int) -> str:
    """Return the sign of a comment that begins at this word; empty when none does."""
    if words[at] == "#":
        return "#"
    two = "".join(words[at : at + 2])
    if two == "//" and at > 0 and words[at - 1] == ":":
        return ""  # of an address
    if two == "--" and not "".join(words[at + 2 : at + 3]).isspace():
        return ""  # of an option, or an operator
    return two if two in ("/*", "//", "--", "<!") else ""


def _is_closed(words: Sequence[str]) -> bool:
    """Whether each bracket is closed by its own, in their order."""
    open_: list[str] = []
    for word in words:
        if word in _BRACKETS:
            open_.append(_BRACKETS[word])
        elif word in _BRACKETS.values() and (not open_ or open_.pop() != word):
            return False
    return not open_


def _is_contested(merge: "_Merge") -> bool:
    """Whether both changes touch at one point, where their order is anyone's guess.

    Words that one side adds beside a word that the other side replaces are in order.
    """
    found = {(one.start, one.end) for one in merge.found}
    return any(
        start <= one.end and one.start <= end and (one.start == one.end) is (start == end)
        for one in merge.edited
        for start, end in found
    )


class Fitted(Struct, frozen=True):
    """The lines to put in the place of those found there."""

    lines: list[str]
    is_sure: bool = True
    """Whether old and new part are indented alike, and in the unit of the file."""
    has_merged: bool = False
    """Whether words of a new line were merged with those of the line of the file that it takes the place of."""


Context = tuple[int, int]
"""How many lines at the start and at the end of the searched ones are those of the new ones."""


class _Site(Struct, frozen=True):
    """A place in the lines of a file, and the lines that were found there by a rung of the ladder."""

    searched: Sequence[str]
    written: Sequence[str]
    """The searched lines, without blank ones at the ends that the file does not have here."""
    standing: Sequence[str]
    """The lines of the file that are in the place."""
    lines: Sequence[str]
    """All lines of the file."""
    place: Place
    rung: Rung

    @property
    def even_shift(self) -> Shift | None:
        """How all lines are indented otherwise in the file; None where they are not so alike."""
        return ("", "") if self.rung is Rung.WHITESPACE else even_shift(self.written, self.standing)


def fit(
    new: Sequence[str],
    *,
    searched: Sequence[str],
    lines: Sequence[str],
    place: Place,
    rung: Rung,
    context: Context | None = None,
) -> Fitted:
    """Return the lines to put in the place of those found there.

    With a context, old and new lines were written as one text, as in a hunk, and so are indented alike.
    """
    site = _Site(searched, place.found(searched), place.standing(lines), lines, place, rung)
    if context:
        return _fitted_hunk(new, site, context)
    is_line_by_line = rung in (Rung.EXACT, Rung.WHITESPACE, Rung.REINDENTED)
    frame = framed(new, old=site.written, standing=site.standing if is_line_by_line else ())
    if frame.is_as_file:
        head, tail = searched[: place.skipped_head], searched[len(searched) - place.skipped_tail :]
        pairs = zip(site.written, site.standing, strict=True)
        as_deep = (indentation(b) + a.lstrip() if a.strip() else a for a, b in pairs)
        written = tuple(as_deep)
        site = replace(site, searched=(*head, *written, *tail), written=written, rung=Rung.WHITESPACE)
    shaped, has_merged = _shaped(frame.lines, site)
    united = in_unit_of_file(shaped, standing=site.standing, lines=lines, start=place.start)
    is_sure = frame.is_sure and united.is_sure and not _is_depth_lost(frame.lines, site)
    return Fitted(list(united.lines), is_sure, has_merged)


def _is_depth_lost(new: Sequence[str], site: _Site) -> bool:
    """Whether the old lines are all as deep, unlike those of the file, so that nothing tells how deep a new one is."""
    written, standing = ({indentation(line) for line in part if line.strip()} for part in (site.written, site.standing))
    if site.rung is not Rung.REINDENTED or len(written) > 1 or len(standing) == 1:
        return False
    kinship = _kinship(site.written, new, context=(0, 0))
    known = kinship.stays | kinship.replaces
    return any(line.strip() and at not in known for at, line in enumerate(new))


def _fitted_hunk(new: Sequence[str], site: _Site, context: Context) -> Fitted:
    is_line_by_line = site.rung in (Rung.WHITESPACE, Rung.REINDENTED)
    shaped, has_merged = (_line_by_line(new, site, context), False) if is_line_by_line else _shaped(new, site)
    # Where every line was moved by its own shift, which one a new line needs is a guess.
    is_even = site.rung is not Rung.REINDENTED or site.even_shift is not None
    united = in_unit_of_file(shaped, standing=site.standing, lines=site.lines, start=site.place.start)
    return Fitted(shaped, is_even and united.is_sure, has_merged)


def _shaped(new: Sequence[str], site: _Site) -> tuple[list[str], bool]:
    """Return the lines as the place wants them, and whether words were merged in one."""
    match site.rung:
        case Rung.EXACT:
            return list(new), False
        case Rung.ELIDED:
            return _between_elisions(new, site), False
        case Rung.SYNTAX | Rung.FUZZY | Rung.MERGED:
            return _carried(site.written, _without_missing_blanks(new, site.place), site.standing)
        case Rung.WHITESPACE | Rung.REINDENTED:
            return _line_by_line(new, site), False


def _line_by_line(new: Sequence[str], site: _Site, context: Context | None = None) -> list[str]:
    """Return the lines for a place where every searched line stands for one of the file."""
    written, standing, even = site.written, site.standing, site.even_shift
    wanted = _without_missing_blanks(new, site.place)
    kinship = _kinship(written, wanted, context=_context_here(context, site, len(wanted)))
    shifts = _even_shifts(even, site, wanted) if even else _shifts(site, wanted, kinship)
    fitted = [shifted(line, shift) for line, shift in zip(wanted, shifts, strict=True)]
    has_own_blanks = context is None and site.rung is Rung.REINDENTED and even is not None
    for index, at in kinship.stays.items():
        # Two parts are not a hunk: a blank line that both write with blanks is put in as the new part has it.
        if has_own_blanks and written[at].isspace():
            continue
        # A change of the blanks at the end of a line is requested, unless the file has others than were searched.
        is_changed = wanted[index] != written[at] and shifted(written[at], shifts[index]) == standing[at]
        fitted[index] = fitted[index] if is_changed else standing[at]
    return fitted


def _context_here(context: Context | None, site: _Site, count: int) -> Context:
    """Return how much of the context is in the file, where so many lines are wanted."""
    above, below = context or (0, 0)
    shorter = min(len(site.written), count)
    head = min(shorter, max(0, above - site.place.skipped_head))
    return head, min(shorter - head, max(0, below - site.place.skipped_tail))


def _between_elisions(new: Sequence[str], site: _Site) -> list[str]:
    """Return the lines piece by piece, with what was left out between them as the file has it."""
    fitted: list[str] = []
    at = site.place.start
    for old_piece, new_piece, piece in zip(cut(site.searched).pieces, cut(new).pieces, site.place.pieces, strict=True):
        fitted += site.lines[at : piece.start]
        if piece.count:
            parts = piece.found(old_piece), piece.standing(site.lines)
            inner = _Site(old_piece, *parts, site.lines, piece, Rung.REINDENTED)
            fitted += _line_by_line(new_piece, inner)
        at = piece.end
    return fitted


def _without_missing_blanks(new: Sequence[str], place: Place) -> Sequence[str]:
    """Leave out the blank lines at both ends that the file does not have here either."""
    start, end = 0, len(new)
    while start < min(place.skipped_head, end) and not new[start].strip():
        start += 1
    while len(new) - end < place.skipped_tail and end > start and not new[end - 1].strip():
        end -= 1
    return new[start:end]


class _Kinship(Struct, frozen=True):
    """How the new lines relate to the old ones, as indexes of new lines to those of old lines."""

    stays: dict[int, int]
    """New lines that stood in the old part."""
    replaces: dict[int, int]
    """New lines that stand for one old line each, written with the same indentation."""


def _kinship(written: Sequence[str], wanted: Sequence[str], *, context: Context) -> _Kinship:
    old, new = list(map(str.rstrip, written)), list(map(str.rstrip, wanted))
    head, tail = context
    stays = {at: at for at in range(head)} | {len(new) - at: len(old) - at for at in range(1, tail + 1)}
    replaces: dict[int, int] = {}
    for is_equal, offset, to in _aligned(old[head : len(old) - tail], new[head : len(new) - tail]):
        at, index = head + offset, head + to
        if is_equal:
            stays[index] = at
        elif indentation(new[index]) == indentation(old[at]):
            replaces[index] = at
    # Lines may have changed their order, too.
    only = _only_once(old)
    stays |= {index: only[line] for index, line in enumerate(new) if line in only and index not in stays}
    return _Kinship(stays, replaces)


def _aligned(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[bool, int, int]]:
    """Yield the indexes of lines that stand for each other, and whether they are equal.

    Where lines differ, that is only known of runs with as many old as new ones.
    """
    if not can_be_aligned(old, new):
        yield from ((True, at, at) for at, (a, b) in enumerate(zip(old, new, strict=False)) if a == b)
        return
    for tag, a, b, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if b - a == end - start:
            yield from ((tag == "equal", at, to) for at, to in zip(range(a, b), range(start, end), strict=True))


def _only_once(lines: Sequence[str]) -> dict[str, int]:
    """Return where each line that is not blank stands, if it stands in one place."""
    counted = Counter(lines)
    return {line: at for at, line in enumerate(lines) if line and counted[line] == 1}


def _even_shifts(even: Shift, site: _Site, wanted: Sequence[str]) -> list[Shift]:
    """Return for each new line how its indentation moves where the old ones moved together."""
    before, after = even
    if before == after or len({indentation(line) for line in site.written if line.strip()}) > 1:
        return [even] * len(wanted)
    if _is_first_lost(even, wanted, unit=unit_around(site.lines, site.place.start)):
        return [even, *[("", "")] * (len(wanted) - 1)]
    scale = scale_around(even, (site.written, wanted), site.lines, site.place.start)
    return [(scale and scale.shift(indentation(line))) or even for line in wanted]


def _is_first_lost(even: Shift, wanted: Sequence[str], *, unit: str) -> bool:
    """Whether the first line alone lost its indentation: the others are as deep as the file, and not below it."""
    before, after = even
    deeper = [indentation(line) for line in wanted[1:] if line.strip()]
    if before or not deeper or not all(one.startswith(after) for one in deeper):
        return False
    return after != unit or wanted[0].rstrip().endswith(_CLOSING)


def _shifts(site: _Site, wanted: Sequence[str], kinship: _Kinship) -> list[Shift]:
    """Return for each new line how its indentation moves where the old ones moved unevenly."""
    written, standing = site.written, site.standing
    moved = [(indentation(a), indentation(b)) for a, b in zip(written, standing, strict=True)]
    non_blank = [shift for shift, line in zip(moved, written, strict=True) if line.strip()]
    below = _below_first(written, standing)
    if below is not None:
        return _shifts_below_first(below, non_blank[0], site, wanted, kinship)
    levels, scale = levels_of(non_blank), scale_of(non_blank)
    nearest = zip(map(indentation, wanted), _nearest_shifts(moved, non_blank, site, wanted, kinship), strict=True)
    return [levels.shift(depth) or (scale and scale.shift(depth)) or shift for depth, shift in nearest]


def _nearest_shifts(
    moved: Sequence[Shift], non_blank: Sequence[Shift], site: _Site, wanted: Sequence[str], kinship: _Kinship
) -> list[Shift]:
    """Return for each new line how the old one moves that it replaces, else the nearest line that stays."""
    known = {index: moved[at] for index, at in kinship.stays.items() if site.written[at].strip()}
    if known:
        shifts = [_nearest(known, index, indentation(line)) for index, line in enumerate(wanted)]
    else:
        shifts = [non_blank[min(index, len(non_blank) - 1)] for index in range(len(wanted))]
    for index, at in kinship.replaces.items():
        shifts[index] = moved[at]
    return shifts


def _nearest(known: dict[int, Shift], index: int, own: str) -> Shift:
    """Return how the nearest line moves; one as deep says more than the one next to it."""
    return known[min(known, key=lambda other: (known[other][0] != own, abs(other - index), other))]


def _below_first(written: Sequence[str], standing: Sequence[str]) -> Shift | None:
    """Return the shift of all old lines but the first, where only that one lost its indentation; None elsewhere."""
    pairs = [(a, b) for a, b in zip(written, standing, strict=True) if a.strip() and b.strip()]
    below = common_shift(pairs[1:])
    if below is None or indentation(pairs[0][0]) or not indentation(pairs[0][1]):
        return None
    # Any other shift of one line may be a level of its own.
    is_sure = below[0] == below[1] or not levels_of([(indentation(a), indentation(b)) for a, b in pairs]).is_known
    return below if is_sure else None


def _shifts_below_first(
    below: Shift, first: Shift, site: _Site, wanted: Sequence[str], kinship: _Kinship
) -> list[Shift]:
    """Return for each new line how it moves: up to the one that stands for the first old line as that one did."""
    partners = {at: index for index, at in (kinship.replaces | kinship.stays).items()}
    last = partners.get(blank_ends(site.written)[0], 0)
    return [below if index > last or indentation(line) else first for index, line in enumerate(wanted)]
