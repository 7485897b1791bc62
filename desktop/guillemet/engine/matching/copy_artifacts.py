"""Lines that were changed by being copied, taken back to what they were: a place found so is never sure.

    12 | def f():      numbers a listing put before them: one a line, counting on, with the same sign after each
    if (a &lt; b)     characters escaped for HTML
    print(“a”)        typographic quotes in the place of straight ones, or the other way round
    +    return 1     the signs of a diff
    ```python         the fence of a listing, around one part alone
    raise Error("too  a line that a terminal broke in two
    small")

Lines are taken back only where they do not stand as written, so numbers and escapes that are the file's own stay. Each
of them is tried alone, then together; what is left must stand in one place, and with numbers near its number.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import islice

from msgspec import Struct

from guillemet.engine.languages import is_prose
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import Found, Lines, Place, straight
from guillemet.engine.matching.sure_rungs import shared_indentation
from guillemet.engine.matching.wraps import unwrapped, unwrapped_new
from guillemet.engine.outcomes import Flag
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import ESCAPE, unescaped

NEAR = 100
"""Lines by which a number may be off its line: blocks and people change the file above it."""
_NUMBERED = lazy_pattern(r"[ \t]*L?(\d{1,7})(?:[ \t]?([|│:→]|[.)](?=[ \t]|\Z))|([ \t])|[ \t]*\Z)")
_UNNUMBERED = lazy_pattern(r"[ \t]*[|│→](?= |\Z)")
_LONE_SIGNS = "|│→"
"""Signs that may stand before a line without its number."""
_LISTING_SIGNS = frozenset("|│→:\t")
"""Signs that lists have seldom, so that a line with a number and one of them has it from a listing too."""
_FENCE = lazy_pattern(r"[ \t]*(?P<run>`{3,}|~{3,})[ \t]*(?P<info>[\w+#.-]*)[ \t]*")
_FENCE_END = lazy_pattern(r"[ \t]*(?P<run>`{3,}|~{3,})[ \t]*")
_LEAST_FENCED = 2
_LEAST_DOUBLED = 4
_MOST_FENCES = 8
"""Lines at an end of a part that may be fences around it."""
_PAGES = frozenset(("markdown", "md", "mdx", "text", "txt", "rst"))
"""What a fence around text for people says that it holds."""
_BULLET = lazy_pattern(r"\+[ \t]\S")
_DIFFS = (".diff", ".patch")
_QUOTES = frozenset("\"'“”„‟‘’‚‛")


class Copied(Struct, frozen=True):
    """The lines of a block as they were before they were copied."""

    slips: tuple[Flag, ...]
    """What the copying did."""
    searched: tuple[str, ...]
    new: tuple[str, ...]
    number: int | None = None
    """Line of the file, from 1, where the first searched line says it stands."""


class Numbered(Struct, frozen=True):
    """Lines without the numbers before them."""

    lines: tuple[str, ...]
    first: int
    sign: str
    """What stands between each number and its line; one blank where nothing else does."""


def find_copied(
    lines: Lines, searched: Sequence[str], new: Sequence[str], *, is_telling: bool
) -> tuple[Copied, Found] | None:
    """Return the lines taken back to where they stand in one place only, and that place; None where there is none.

    Lines with numbers that say next to nothing must stand at that very number.
    """
    every = list(taken_back(lines, searched, new))
    for strict in (True, False):
        for one in every:
            found = find(lines, one.searched, strict=strict)
            place = _meant(one, found.places, is_telling=is_telling) if found else None
            if found and place:
                return one, Found(found.rung, (place,))
    return None


def without_copying(lines: Lines, old: Sequence[str], new: Sequence[str], *, path: str) -> Copied:
    """Return the new part of a block without fence, signs of a diff and blank lines that the old part does not have.

    In files that are written for people both may be intended. What both parts have is found where the old one is
    searched.
    """
    slips: list[Flag] = []
    is_page = is_prose(path)
    fence = _inside_fence(new) if _inside_fence(old) is None else None
    if fence is not None and not (is_page and fence.info not in _PAGES):
        slips.append(Flag.FENCE)
        new = fence.lines
    signed = None if path.endswith(_DIFFS) else _without_signs_of(new, old, is_page=is_page)
    if signed is not None and not _has_signs(old, lines):
        slips.append(Flag.SIGNS)
        new = signed
    if not is_page and _is_double_spaced(new, old):
        slips.append(Flag.WRAPPED)
        new = new[::2]
    return Copied(tuple(slips), tuple(old), tuple(new))


def _is_double_spaced(new: Sequence[str], old: Sequence[str]) -> bool:
    """Whether every second new line is blank, as where line ends were copied twice, and no old one."""
    is_apart = len(new) > _LEAST_DOUBLED and all(map(str.strip, new[::2])) and all(map(str.strip, old))
    return is_apart and not any(map(str.strip, new[1::2]))


def _has_signs(old: Sequence[str], lines: Lines) -> bool:
    """Whether lines of the old part begin with a minus that the file does not have."""
    return any(line.startswith("-") for line in old) and not find(lines, old, strict=True)


def slips_in(lines: Lines, searched: Sequence[str]) -> tuple[Flag, ...]:
    """Return what copying seems to have done to lines that are not in the file."""
    numbered = read_numbers(searched)
    slips: list[Flag] = []
    is_telling = numbered is not None and (len(searched) > 1 or numbered.sign in f"{_LONE_SIGNS}\t")
    if numbered and is_telling and not _has_numbers(lines, numbered.sign):
        slips.append(Flag.LINE_NUMBERS)
    escapes = frozenset(ESCAPE.findall("\n".join(searched)))
    if escapes and not _has_any(lines, escapes):
        slips.append(Flag.ESCAPES)
    return tuple(slips)


def read_numbers(lines: Sequence[str]) -> Numbered | None:
    """Return the lines without the numbers before them; None when not every line that says something has the next."""
    found: dict[int, re.Match[str]] = {}
    for at, line in enumerate(lines):
        number = _NUMBERED.match(line)
        if number:
            found[at] = number
        elif line.strip():
            return None
    firsts = {int(number[1]) - at for at, number in found.items()}
    signs = {_sign_of(number) for number in found.values()} - {""}
    if len(firsts) != 1 or len(signs) != 1:
        return None
    remaining = tuple(line[found[at].end() :] if at in found else "" for at, line in enumerate(lines))
    return Numbered(remaining, firsts.pop(), signs.pop())


def taken_back(lines: Lines, searched: Sequence[str], new: Sequence[str]) -> Iterator[Copied]:
    """Yield the lines without what copying may have done to them: one slip first, then several."""
    every = [Copied((), tuple(searched), tuple(new))]
    characters = (partial(_mapped, Flag.ESCAPES, unescaped), partial(_mapped, Flag.QUOTES, straight))
    for way in (_without_fences, _without_signs, _without_numbers, *characters):
        every += [one for before in every for one in way(before)]
    for by_file in (_as_the_file_quotes, _as_the_file_breaks):
        every += [one for before in every for one in by_file(before, lines)]
    yield from every[1:]


def _meant(one: Copied, places: Sequence[Place], *, is_telling: bool) -> Place | None:
    at_number = [place for place in places if one.number == place.start + 1]
    if len(at_number) == 1:
        return at_number[0]
    if len(places) != 1:
        return None
    is_near = one.number is None or (is_telling and abs(places[0].start + 1 - one.number) <= NEAR)
    return places[0] if is_near else None


def _without_numbers(before: Copied) -> Iterator[Copied]:
    """Yield the lines without their numbers; the blank after a sign may be the listing's or the line's own."""
    old = read_numbers(before.searched)
    if old is None or not any(map(str.strip, old.lines)):
        return
    ends = _ends_of_numbers(before.new, before.searched, old.sign)
    unnumbered = [*old.lines, *(line[end:] for line, end in ends.items())]
    has_blank = old.sign not in " \t" and all(line[0] == " " for line in filter(None, unnumbered))
    for blank in range(1 + has_blank):
        searched = tuple(line[blank:] for line in old.lines)
        new = tuple(line[ends[line] + blank :] if line in ends else line for line in before.new)
        yield Copied((*before.slips, Flag.LINE_NUMBERS), searched, new, old.first)


def _ends_of_numbers(new: Sequence[str], searched: Sequence[str], sign: str) -> dict[str, int]:
    """Return the new lines that have a number, or its sign alone, from the listing, and the column where that ends."""
    ends = {line: number.end() for line in new if (number := _number_of(line, sign))}
    if sign not in _LISTING_SIGNS and not ends.keys() >= set(filter(str.strip, new)):
        # Some lines have no number, so it may be a list's: only those of the old part are known to be a listing's.
        return {line: ends[line] for line in ends.keys() & frozenset(searched)}
    if ends and sign in _LONE_SIGNS:
        # A new line among numbered ones may have the sign alone.
        ends = {line: mark.end() for line in new if (mark := _UNNUMBERED.match(line))} | ends
    return ends


def _number_of(line: str, sign: str) -> re.Match[str] | None:
    """Return the number before the line, if this sign follows it or the line ends with it."""
    found = _NUMBERED.match(line)
    return found if found and (_sign_of(found) or sign) == sign else None


class _Fenced(Struct, frozen=True):
    """The lines inside of a fence, and what the fence says of them."""

    lines: tuple[str, ...]
    info: str


def _inside_fence(lines: Sequence[str]) -> _Fenced | None:
    """Return the lines without the fences around all of them; None where there are none.

    One of the two ends may be missing: the other one is not a line of code either. There are several where the markers
    of the block stood in fences of their own.
    """
    head = _fences_at(lines)
    tail = _fences_at(lines[head:][::-1])
    inner, below = lines[head : len(lines) - tail], lines[len(lines) - tail :]
    fences = [found for line in (*lines[:head], *below) if (found := _FENCE.fullmatch(line))]
    is_alike = len({fence["run"][0] for fence in fences}) == 1
    is_closed = not below or _FENCE_END.fullmatch(below[0]) is not None
    is_one = not any(map(_FENCE.fullmatch, inner)) and len(fences) + len(inner) >= _LEAST_FENCED
    infos = [fence["info"] for fence in fences]
    return _Fenced(tuple(inner), max(infos)) if is_alike and is_closed and is_one else None


def _fences_at(lines: Sequence[str]) -> int:
    """Return how many lines from the start on are fences, or blank lines between or above those."""
    count = 0
    for at, line in enumerate(lines[:_MOST_FENCES]):
        if _FENCE.fullmatch(line):
            count = at + 1
        elif line.strip():
            break
    return count


def _without_fences(before: Copied) -> Iterator[Copied]:
    old, new = _inside_fence(before.searched), _inside_fence(before.new)
    if old is not None:
        lines = before.new if new is None else new.lines
        yield Copied((*before.slips, Flag.FENCE), old.lines, lines, before.number)


def _without_signs_of(new: Sequence[str], old: Sequence[str], *, is_page: bool) -> tuple[str, ...] | None:
    """Return the new lines of a hunk of a diff, or of lines that have a plus each; None where they are neither."""
    added = [line for line in new if line.startswith("+")]
    if all(line.startswith("++") for line in added) or any(line.startswith("+") for line in old):
        return None
    return _new_side_of_hunk(new, old) or _without_pluses(new, old, added, is_page=is_page)


def _new_side_of_hunk(new: Sequence[str], old: Sequence[str]) -> tuple[str, ...] | None:
    """Return the context and the added lines of a hunk whose old side is the old part; None for any other lines."""
    wanted = [line.rstrip() for line in old]
    old_side = [line for line in new if not line.startswith("+")]
    # The context may have lost the blank that is its sign.
    for signs in ("- ", "-") if any(old_side) else ():
        if [_unsigned(line, signs).rstrip() for line in old_side] == wanted:
            return tuple(_unsigned(line, f"+{signs}") for line in new if not line.startswith("-"))
    return None


def _unsigned(line: str, signs: str) -> str:
    return line[1:] if line[:1] in signs else line


def _without_pluses(
    new: Sequence[str], old: Sequence[str], added: Sequence[str], *, is_page: bool
) -> tuple[str, ...] | None:
    """Return the lines without the plus before the added ones; None where others are new too, or it is code."""
    others = [line for line in filter(str.strip, new) if not line.startswith("+")]
    if not frozenset(map(str.rstrip, old)).issuperset(map(str.rstrip, others)):
        return None
    bullets = list(map(_BULLET.match, added))
    # In a page these are bullets of a list; beside lines without a sign an operator, with which a line goes on.
    if (is_page and all(bullets)) or (others and any(bullets)):
        return None
    width = 1 + _is_one_deeper(added, old)
    return tuple(line[width:] if line.startswith("+") else line for line in new)


def _is_one_deeper(signed: Sequence[str], old: Sequence[str]) -> bool:
    """Whether a blank that stood beside the sign is before every line."""
    return len(shared_indentation([line[1:] for line in signed])) == len(shared_indentation(old)) + 1


def _without_signs(before: Copied) -> Iterator[Copied]:
    """Yield the lines without the signs of a diff before those that go and those that come."""
    if not _are_signed(before.searched, "-"):
        return
    is_new_signed = _are_signed(before.new, "+")
    # Beside the sign there may be a blank, as a list has it.
    has_blank = all(line[:2] in ("- ", "") for line in before.searched)
    for width in range(1, 2 + has_blank):
        searched = tuple(line[width:] for line in before.searched)
        new = tuple(line[width:] for line in before.new) if is_new_signed else before.new
        yield Copied((*before.slips, Flag.SIGNS), searched, new, before.number)


def _are_signed(lines: Sequence[str], sign: str) -> bool:
    """Whether every line has this sign or a blank before it, and one of them the sign."""
    signs = {line[:1] for line in lines}
    return sign in signs and signs <= {sign, " ", ""}


def _mapped(flag: Flag, mapping: Callable[[str], str], before: Copied) -> Iterator[Copied]:
    """Yield the lines with other characters, if that changes the old ones."""
    searched = tuple(map(mapping, before.searched))
    if searched != before.searched:
        yield Copied((*before.slips, flag), searched, tuple(map(mapping, before.new)), before.number)


def _as_the_file_quotes(before: Copied, lines: Lines) -> Iterator[Copied]:
    """Yield the lines with the quotes of the only place where they stand but for those."""
    if Flag.QUOTES in before.slips or not any(map(_QUOTES.intersection, before.searched)):
        return
    wanted = tuple(map(straight, before.searched))
    starts = list(islice(lines.straight.runs(wanted), 2))
    standing = tuple(lines.plain[starts[0] : starts[0] + len(wanted)]) if len(starts) == 1 else wanted
    if standing == wanted:
        return
    as_standing = dict(zip(wanted, standing, strict=True))
    is_typographic = wanted != before.searched
    new = tuple(as_standing.get(straight(line)) or (straight(line) if is_typographic else line) for line in before.new)
    yield Copied((*before.slips, Flag.QUOTES), standing, new, before.number)


def _as_the_file_breaks(before: Copied, lines: Lines) -> Iterator[Copied]:
    """Yield the lines without the breaks that the lines of the file do not have."""
    found = unwrapped(before.searched, lines)
    if found is not None:
        new = unwrapped_new(before.new, before.searched, found, lines)
        yield Copied((*before.slips, Flag.WRAPPED), found.lines, new, before.number)


def _sign_of(found: re.Match[str] | None) -> str:
    """Return what stands between a number and its line; nothing where the line says nothing, or has no number."""
    return (found[2] or found[3] or "") if found else ""


def _has_any(lines: Lines, escapes: frozenset[str]) -> bool:
    return _known(lines, escapes, lambda line: any(one in line for one in escapes))


def _has_numbers(lines: Lines, sign: str) -> bool:
    """Whether lines of the file begin with a number and that sign themselves."""
    return _known(lines, ("numbered by", sign), lambda line: _sign_of(_NUMBERED.match(line)) == sign)


def _known(lines: Lines, key: Hashable, holds: Callable[[str], bool]) -> bool:
    """Whether it holds for any line; looked at once until the text changes."""
    if key not in lines.kept:
        lines.kept[key] = any(map(holds, lines.plain))
    known: bool = lines.kept[key]
    return known
