"""Lines that were changed by being copied, taken back to what they were: a place found so is never sure.

    12 | def f():      numbers a listing put before them: one a line, counting on, with the same sign after each
    if (a &lt; b)     characters escaped for HTML
    print(“a”)        typographic quotes in the place of straight ones, or the other way round
    +    return 1     the signs of a diff
    ```python         the fence of a listing, around one part alone

Lines are taken back only where they do not stand as written, so numbers and escapes that are the file's own stay. Each
of them is tried alone, then together; what is left must stand in one place, and with numbers near its number.
"""

import html
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from guillemet.engine.languages import is_prose
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import Found, Lines, Place, runs, straight
from guillemet.engine.matching.sure_rungs import shared_indentation
from guillemet.engine.outcomes import Flag

NEAR = 100
"""Lines by which a number may be off its line: blocks and people change the file above it."""
_NUMBERED = re.compile(r"[ \t]*L?(\d{1,7})(?:[ \t]?([|│:→]|[.)](?=[ \t]|\Z))|([ \t])|[ \t]*\Z)")
_UNNUMBERED = re.compile(r"[ \t]*[|│→](?: |\Z)")
_LISTING_SIGNS = frozenset("|│→:\t")
"""Signs that lists have seldom, so that a line with a number and one of them has it from a listing too."""
_ESCAPE = re.compile(r"&(?:lt|gt|amp|quot|apos|nbsp|#0?39|#x27|#34|#x22|#60|#x3c|#62|#x3e|#38|#x26);", re.IGNORECASE)
_FENCE = re.compile(r"[ \t]*(?P<run>`{3,}|~{3,})[ \t]*(?P<info>[\w+#.-]*)[ \t]*")
_PAGES = frozenset(("markdown", "md", "mdx", "text", "txt", "rst"))
"""What a fence around text for people says that it holds."""
_BULLET = re.compile(r"\+[ \t]\S")
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
    """Return the new part of a block without a fence around it or the signs of a diff that the old part does not have.

    Both may be meant in files that are written for people. What both parts have is found where the old one is searched.
    """
    slips: list[Flag] = []
    is_page = is_prose(path)
    fence = _inside_fence(new) if _inside_fence(old) is None else None
    if fence is not None and (not is_page or fence.info in _PAGES):
        slips.append(Flag.FENCE)
        new = fence.lines
    signed = None if path.endswith(_DIFFS) else _without_signs_of(new, old, is_page=is_page)
    has_both = signed is not None and any(line.startswith("-") for line in old) and not find(lines, old, strict=True)
    if signed is not None and not has_both:
        slips.append(Flag.SIGNS)
        new = signed
    return Copied(tuple(slips), tuple(old), tuple(new))


def slips_in(lines: Lines, searched: Sequence[str]) -> tuple[Flag, ...]:
    """Return what copying seems to have done to lines that are not in the file."""
    numbered = read_numbers(searched)
    slips: list[Flag] = []
    if numbered and not _has_numbers(lines, numbered.sign) and (len(searched) > 1 or numbered.sign in "|│→\t"):
        slips.append(Flag.LINE_NUMBERS)
    escapes = frozenset(_ESCAPE.findall("\n".join(searched)))
    if escapes and not _has_any(lines, escapes):
        slips.append(Flag.ESCAPES)
    return tuple(slips)


def read_numbers(lines: Sequence[str]) -> Numbered | None:
    """Return the lines without the numbers before them; None when not every line that says something has the next."""
    found = [_NUMBERED.match(line) for line in lines]
    if not any(found) or any(one is None and line.strip() for one, line in zip(found, lines, strict=True)):
        return None
    counted = [int(one[1]) - at for at, one in enumerate(found) if one]
    signs = {sign for one in found if (sign := _sign_of(one))}
    if len(set(counted)) != 1 or len(signs) != 1:
        return None
    sign = signs.pop()
    rests = tuple(line[one.end() :] if one else "" for one, line in zip(found, lines, strict=True))
    return Numbered(rests, counted[0], sign)


def unescaped(line: str) -> str:
    """Return the line with what was escaped for HTML as the characters themselves, one level of it."""
    return _ESCAPE.sub(_character, line) if "&" in line else line


def _character(found: re.Match[str]) -> str:
    return html.unescape(found[0].lower()).replace("\u00a0", " ")


def taken_back(lines: Lines, searched: Sequence[str], new: Sequence[str]) -> Iterator[Copied]:
    """Yield the lines without what copying may have done to them: one slip first, then several."""
    every = [Copied((), tuple(searched), tuple(new))]
    for way in (_without_fences, _without_signs, _without_numbers, _unescaped, _straightened):
        every += [one for before in every for one in way(before)]
    every += [one for before in every for one in _as_the_file_quotes(before, lines)]
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
    if old is None or not any(line.strip() for line in old.lines):
        return
    new, taken = _new_without_numbers(before, old.sign)
    lines = [*old.lines, *(line for line, is_taken in zip(new, taken, strict=True) if is_taken)]
    has_blank = old.sign not in " \t" and all(line[:1] == " " for line in lines if line)
    for cut in (0, 1) if has_blank else (0,):
        searched = tuple(line[cut:] for line in old.lines)
        wanted = tuple(line[cut * is_taken :] for line, is_taken in zip(new, taken, strict=True))
        yield Copied((*before.slips, Flag.LINE_NUMBERS), searched, wanted, old.first)


def _new_without_numbers(before: Copied, sign: str) -> tuple[list[str], list[bool]]:
    """Return the new lines without the numbers they have from the listing, and which of them had one."""
    found = [_NUMBERED.match(line) for line in before.new]
    matched = [one if one and (_sign_of(one) or sign) == sign else None for one in found]
    are_all = all(one or not line.strip() for one, line in zip(matched, before.new, strict=True))
    old, lines, taken = frozenset(before.searched), list[str](), list[bool]()
    for line, one in zip(before.new, matched, strict=True):
        is_number = one and (are_all or line in old or sign in _LISTING_SIGNS)
        # A new line among numbered ones may have the sign alone.
        marker = one if is_number else any(matched) and sign in "|│→" and _UNNUMBERED.match(line)
        end = marker.end() - (not is_number and line[marker.end() - 1] == " ") if marker else 0
        lines.append(line[end:])
        taken.append(bool(marker))
    return lines, taken


class _Fenced(Struct, frozen=True):
    """The lines inside of a fence, and what the fence says of them."""

    lines: tuple[str, ...]
    info: str


def _inside_fence(lines: Sequence[str]) -> _Fenced | None:
    """Return the lines without the fence around all of them; None where there is none.

    One of its two ends may be missing: the other one is no line of code either.
    """
    spoken = [at for at, line in enumerate(lines) if line.strip()]
    if not spoken:
        return None
    first, last = _FENCE.fullmatch(lines[spoken[0]]), _FENCE.fullmatch(lines[spoken[-1]])
    inner = [line for line in (lines[at] for at in spoken[1:-1]) if _FENCE.fullmatch(line)]
    if inner or not (first or last) or (len(spoken) > 1 and last and last["info"]):
        return None
    if len(spoken) == 1 or (first and last and first["run"][0] != last["run"][0]):
        return None
    start, end = spoken[0] + bool(first), spoken[-1] + (not last)
    return _Fenced(tuple(lines[start:end]), first["info"] if first else "")


def _without_fences(before: Copied) -> Iterator[Copied]:
    old, new = _inside_fence(before.searched), _inside_fence(before.new)
    if old is not None:
        lines = before.new if new is None else new.lines
        yield Copied((*before.slips, Flag.FENCE), old.lines, lines, before.number)


def _without_signs_of(new: Sequence[str], old: Sequence[str], *, is_page: bool) -> tuple[str, ...] | None:
    """Return the new lines of a hunk of a diff, or of lines that have a plus each; None where they are neither."""
    plain = [line.rstrip() for line in old]
    signed = [line for line in new if line.startswith("+")]
    if all(line.startswith("++") for line in signed) or any(line.startswith("+") for line in old):
        return None
    hunk = [line for line in new if line[:1] != "+"]
    for cut in ("- ", "-"):
        if any(hunk) and [line[line[:1] in cut and bool(line) :].rstrip() for line in hunk] == plain:
            return tuple(line[line[:1] in f"+{cut}" and bool(line) :] for line in new if line[:1] != "-")
    known = frozenset(plain)
    added = [line for line in new if line.strip() and line.rstrip() not in known]
    is_list = is_page and all(_BULLET.match(line) for line in added)
    if is_list or not all(line.startswith("+") for line in added):
        return None
    are_mixed = len(added) < len([line for line in new if line.strip()])
    if are_mixed and any(_BULLET.match(line) for line in added):
        # Beside lines without a sign this is an operator, with which a line goes on.
        return None
    width = 2 if _is_one_deeper([line[1:] for line in added], old) else 1
    return tuple(line[width:] if line.startswith("+") else line for line in new)


def _is_one_deeper(lines: Sequence[str], old: Sequence[str]) -> bool:
    """Whether a blank that stood beside the sign is left before every line."""
    return len(shared_indentation(lines)) == len(shared_indentation(old)) + 1


def _without_signs(before: Copied) -> Iterator[Copied]:
    """Yield the lines without the signs of a diff before those that go and those that come."""
    if not any(line.startswith("-") for line in before.searched):
        return
    if all(line[:1] in "- " for line in before.searched):
        searched = tuple(line[1:] for line in before.searched)
        has_signs = all(line[:1] in "+ " for line in before.new) and any(line[:1] == "+" for line in before.new)
        new = tuple(line[1:] for line in before.new) if has_signs else before.new
        yield Copied((*before.slips, Flag.SIGNS), searched, new, before.number)
        if all(line[:2] in ("- ", "") for line in before.searched):
            # A blank beside the sign, as a list has it.
            new = tuple(line[1:] for line in new) if has_signs else new
            yield Copied((*before.slips, Flag.SIGNS), tuple(line[1:] for line in searched), new, before.number)


def _unescaped(before: Copied) -> Iterator[Copied]:
    searched = tuple(map(unescaped, before.searched))
    if searched != before.searched:
        yield Copied((*before.slips, Flag.ESCAPES), searched, tuple(map(unescaped, before.new)), before.number)


def _straightened(before: Copied) -> Iterator[Copied]:
    searched = tuple(map(straight, before.searched))
    if searched != before.searched:
        yield Copied((*before.slips, Flag.QUOTES), searched, tuple(map(straight, before.new)), before.number)


def _as_the_file_quotes(before: Copied, lines: Lines) -> Iterator[Copied]:
    """Yield the lines with the quotes of the only place where they stand but for those."""
    if Flag.QUOTES in before.slips or not any(map(_QUOTES.intersection, before.searched)):
        return
    wanted = tuple(map(straight, before.searched))
    starts = list(islice(runs(lines.straight, wanted), 2))
    standing = tuple(lines.plain[starts[0] : starts[0] + len(wanted)]) if len(starts) == 1 else wanted
    if standing == wanted:
        return
    as_standing = dict(zip(wanted, standing, strict=True))
    is_typographic = wanted != before.searched
    new = tuple(as_standing.get(straight(line)) or (straight(line) if is_typographic else line) for line in before.new)
    yield Copied((*before.slips, Flag.QUOTES), standing, new, before.number)


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
