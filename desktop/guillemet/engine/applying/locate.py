"""Where a block's lines go in one text, or why they go nowhere; pure.

old lines stand there   ──▶ Placed, unless the new ones stand there already
old lines do not        ──▶ Done when the new ones stand there once and say something
they were copied badly  ──▶ Placed where they stand as they were before, with what the copying did to them
they are nearly there   ──▶ Placed by a likely rung, for the formats that allow it; else Missed, with a diagnosis
one is a part of a line ──▶ Placed in that line, if it stands in no other; the user is asked

Before that, blocks whose lines were split or indented wrongly when they were written are corrected by what stands in
the file. A hunk whose context lines lost the blank before them gets it back, where the file has them so. The added and
removed lines have their signs, so only the context is too shallow, by one blank; a line without indentation stays.

    hunk                    as it was read           in the file
    "    total = 0"         "   total = 0"           "    total = 0"
    "-    return total"     "    return total"       "    return total"

A search-replace block whose first separator is a line of the file is cut at a later one, where all lines above that
one stand in the file as written.

    first separator:   old  Title                  new  (blank), text, =======, Title, =======, (blank), other text
    the right one:     old  Title, =======, text   new  Title, =======, (blank), other text
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice, pairwise

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.blocks import EditBlock
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.formats.search_replace import SEPARATOR, has_further_separator
from guillemet.engine.matching.copy_artifacts import Copied, find_copied, slips_in, taken_back
from guillemet.engine.matching.disambiguation import Picked, pick, pick_among_twins
from guillemet.engine.matching.ladder import CutShort, find, find_likely
from guillemet.engine.matching.lines import (
    Found,
    LineIndex,
    Lines,
    Place,
    can_be_aligned,
    parts_of_lines,
    single_spaced,
    starts_of,
    straight,
    without_blank_ends,
)
from guillemet.engine.matching.nearest import likeness
from guillemet.engine.matching.quotes import has_typographic, straightened_at
from guillemet.engine.matching.replacement_fit import Fitted, fit
from guillemet.engine.matching.sure_rungs import exact_places
from guillemet.engine.matching.work_budget import UNLIMITED, WorkBudget
from guillemet.engine.matching.wraps import unwrapped
from guillemet.engine.outcomes import Flag, Reason, Rung
from guillemet.engine.patterns import lazy_pattern

_MOST_READ = 20_000
"""Lines above a place that are read for a head that is shortened."""
_HEAD_END = " \t:{(;,…."
_COPIED = {
    Flag.LINE_NUMBERS: "The lines of the block have line numbers before them, which are no part of the file.",
    Flag.ESCAPES: "The lines of the block have characters escaped for HTML, which the file has as they are.",
    Flag.QUOTES: "The lines of the block have other quotes than the file.",
    Flag.FENCE: "The lines of the block have a fence around them.",
    Flag.SIGNS: "The lines of the block have the signs of a diff before them.",
    Flag.WRAPPED: "Lines of the block are broken in two, as a terminal breaks them.",
}
"""What is said of lines that are not in the file as they were copied."""
_CLOSING = lazy_pattern(r"\W*|</[^<>]*>\W*|(?:end|fi|done|esac)\W*")
_HARD_BLANK = "\u00a0"
_MOST_CUTS = 8
"""Separators at which a block is cut instead of its first one, to see whether the lines above stand in the file."""
_MOST_FITTED = 100
"""Places that are looked at for the new lines standing there already."""
_PLACES_NAMED = 8
_LEAST_IN_LINE = 6
"""Letters and digits of a part of a line that says where it stands."""
_TELLING_LETTERS = 8
"""Letters and digits of a single line that is more than trivial."""


class Placed(Struct, frozen=True):
    """The lines to put in, and every place where the old ones stand; the first is taken."""

    found: Found
    new: tuple[str, ...]
    is_clear: bool = True
    """Whether the block leaves no doubt which of the places it means."""
    slips: tuple[Flag, ...] = ()
    """What copying did to the lines, which was taken back."""

    @property
    def place(self) -> Place:
        """The place that is taken."""
        return self.found.places[0]


class AlreadyDone(Struct, frozen=True):
    """The text already says what the block wants."""

    lines: tuple[int, ...]
    """Where, counted from 1."""
    rung: Rung | None = None


class Missed(Struct, frozen=True):
    """The block has no place, or more than one."""

    reason: Reason
    message: str
    lines: tuple[int, ...] = ()
    """Where the searched lines, or their anchor, stand; counted from 1."""


def place(
    block: EditBlock, lines: Lines, *, strict: bool, path: str = "", effort: WorkBudget = UNLIMITED
) -> Placed | AlreadyDone | Missed:
    """Return where the block goes in the text.

    The path tells the language of the text; effort is spent on likely places and skips them when it has run out.
    """
    answer = _answer(block, lines, strict=strict, path=path or block.path, effort=effort)
    if not isinstance(answer, Placed) or not any(map(has_typographic, answer.new)):
        return answer
    new = straightened_at(answer.place, answer.new, lines.plain, path=path or block.path, effort=effort)
    if new == list(answer.new):
        return answer
    if new == answer.place.standing(lines.plain) or _stands_around(new, lines, answer.place):
        return AlreadyDone(numbers(answer.found.places), answer.found.rung)
    return replace(answer, new=tuple(new), slips=tuple(dict.fromkeys((*answer.slips, Flag.QUOTES))))


def _answer(
    block: EditBlock, lines: Lines, *, strict: bool, path: str, effort: WorkBudget
) -> Placed | AlreadyDone | Missed:
    found = find(lines, block.searched, strict=strict)
    if found is None:
        # Before any guess: a block applied twice must not find another place by likeness.
        done = _done_elsewhere(block.replacement, block.searched, lines, strict=strict)
        if done or strict:
            return done or _missed(block, lines)
        copied = _copied(block, lines)
        if copied:
            return copied
        likely = find_likely(lines, block.searched, new=block.replacement, path=path, effort=effort)
        if not isinstance(likely, Found):
            is_cut_short = isinstance(likely, CutShort)
            return _in_line(block, lines) or _missed(block, lines, is_cut_short=is_cut_short)
        found = likely
    if format_named(block.format).is_exact:
        found = _at_start(block, found)
        if len(found.places) > 1:
            lines_found = numbers(found.places)
            return Missed(Reason.AMBIGUOUS, ambiguous_at(lines_found), lines_found)
    return _picked(block, lines, found, is_strict=strict)


def numbers(places: Sequence[Place]) -> tuple[int, ...]:
    """Return the line numbers of the places, counted from 1."""
    return tuple(start + 1 for start in starts_of(places))


def is_telling(lines: Sequence[str]) -> bool:
    """Whether the lines say more than one trivial line does, such as a brace or a lone word."""
    non_blank = [line for line in lines if line.strip()]
    if len(non_blank) != 1:
        return bool(non_blank)
    return len(non_blank[0].split()) > 1 and sum(map(str.isalnum, non_blank[0])) >= _TELLING_LETTERS


def _picked(block: EditBlock, lines: Lines, found: Found, *, is_strict: bool) -> Placed | AlreadyDone | Missed:
    """Return the new lines at the place the block means; of several, none around which they stand already."""
    is_loose = not is_strict and _has_loose_end(block)
    found, wanted = _loosened(found, block) if is_loose else (found, block.replacement)
    picked = pick(found.places, lines, hint=block.hint, within=block.within, at_end=block.at_end)
    found = replace(found, places=picked.places)
    chosen = _first_without_new(block, wanted, lines, found)
    if chosen is None or chosen[0] != found.places[0]:
        at = numbers(found.places)
        if picked.is_clear or _is_inserted(block, lines, found):
            return AlreadyDone(at, found.rung)
        if chosen is None:
            return Missed(Reason.AMBIGUOUS, ambiguous_at(at), at)
        others = (one for one in picked.places if one != chosen[0])
        picked = replace(picked, places=(chosen[0], *others))
        found = replace(found, places=picked.places)
    return _placed(block, lines, found, picked, chosen[1], is_strict=is_strict, is_loose=is_loose)


def _placed(
    block: EditBlock, lines: Lines, found: Found, picked: Picked, fitted: Fitted, *, is_strict: bool, is_loose: bool
) -> Placed | AlreadyDone | Missed:
    """Return the new lines at the first place, unless they stand there already."""
    standing = found.places[0].standing(lines.plain)
    if standing == fitted.lines or _is_inserted(block, lines, found) or _is_around_already(block, lines, found):
        # Lines that are only like the searched ones do not say that the change was made.
        is_likeness = found.rung in (Rung.SYNTAX, Rung.FUZZY)
        return _missed(block, lines) if is_likeness else AlreadyDone(numbers(found.places), found.rung)
    if not is_strict and found.rung in (Rung.EXACT, Rung.WHITESPACE):
        picked = pick_among_twins(picked, lines, block)
    found = _as_reported(replace(found, places=picked.places), block, standing, is_loose=is_loose)
    return Placed(found, tuple(fitted.lines), picked.is_clear, _shaping(fitted))


def _shaping(fitted: Fitted) -> tuple[Flag, ...]:
    """Return what is said of how the new lines were shaped to their place."""
    merged = (Flag.MERGED_WORDS,) if fitted.has_merged else ()
    return merged if fitted.is_sure else (*merged, Flag.INDENTATION)


def _as_reported(found: Found, block: EditBlock, standing: Sequence[str], *, is_loose: bool) -> Found:
    """Return what was found with the rung that says how much was overlooked."""
    if is_loose and found.rung is Rung.EXACT:
        return replace(found, rung=Rung.WHITESPACE)
    if found.rung is Rung.REINDENTED and _only_closes(block.searched):
        return replace(found, rung=Rung.FUZZY, score=likeness(block.searched, standing))
    return found


def _only_closes(lines: Sequence[str]) -> bool:
    """Whether one line alone is searched, one that closes, which of another depth is another one."""
    non_blank = [line.strip() for line in lines if line.strip()]
    return len(non_blank) == 1 and _CLOSING.fullmatch(non_blank[0]) is not None


def _copied(block: EditBlock, lines: Lines) -> Placed | AlreadyDone | None:
    """Return where the lines stand as they were before they were copied, or that the new ones do already."""
    searched = block.searched
    if found := find_copied(lines, searched, block.replacement, is_telling=is_telling(searched)):
        copied, there = found
        first = there.places[0]
        standing = first.standing(lines.plain)
        fitted = fit(copied.new, searched=copied.searched, lines=lines.plain, place=first, rung=there.rung)
        if standing == fitted.lines:
            return AlreadyDone(numbers(there.places), Rung.FUZZY)
        likely = Found(Rung.FUZZY, there.places, likeness(searched, standing))
        return Placed(likely, tuple(fitted.lines), slips=(*copied.slips, *_shaping(fitted)))
    before = list(taken_back(lines, searched, block.replacement))
    if any(map(has_typographic, block.new)):
        # Where they were put in before, the quotes of code became straight.
        before.append(Copied((Flag.QUOTES,), searched, tuple(map(straight, block.replacement))))
    if joined := unwrapped(block.replacement, lines):
        before.append(Copied((Flag.WRAPPED,), searched, joined.lines))
    every = (_done_elsewhere(one.new, one.searched, lines, strict=False) for one in before)
    return next(filter(None, every), None)


def _in_line(block: EditBlock, lines: Lines) -> Placed | None:
    """Return the only line that holds the one searched line, with the new one in its place; None where none does."""
    old, new = (list(filter(None, map(str.strip, part))) for part in (block.searched, block.replacement))
    is_short = len(old) != 1 or len(new) != 1 or sum(map(str.isalnum, old[0])) < _LEAST_IN_LINE
    if is_short or format_named(block.format).is_diff:
        return None
    found = list(islice(parts_of_lines(lines.plain, old[0]), 2))
    if len(found) != 1:
        return None
    (row, column), line = found[0], lines.plain[found[0][0]]
    changed = line[:column] + new[0] + line[column + len(old[0]) :]
    there = Found(Rung.FUZZY, (Place(row, 1),), likeness(old, [line]))
    return Placed(there, (changed,), slips=(Flag.PART_OF_LINE,))


def _first_without_new(
    block: EditBlock, wanted: Sequence[str], lines: Lines, found: Found
) -> tuple[Place, Fitted] | None:
    """Return the first place around which the new lines do not stand yet, with the lines to put in there."""
    first, left = found.places[0], found.places[1:_MOST_FITTED]
    fitted = _fitted(block, wanted, lines, first, found.rung)
    # Of a single place it is reported later, by the lines as they are written.
    if (len(found.places) == 1 and fitted.is_sure) or not _stands_around(fitted.lines, lines, first):
        return first, fitted
    if found.rung is Rung.EXACT:
        # The same lines stand at all places, and the same come.
        free = _places_without(fitted.lines, found.places, lines)
        return (free, _fitted(block, wanted, lines, free, found.rung)) if free else None
    others = ((one, _fitted(block, wanted, lines, one, found.rung)) for one in left)
    return next(((one, fitted) for one, fitted in others if not _stands_around(fitted.lines, lines, one)), None)


def _places_without(new: list[str], places: Sequence[Place], lines: Lines) -> Place | None:
    """Return the first of the places around which the new lines do not stand yet."""
    count, standing = places[0].count, places[0].standing(lines.plain)
    offsets = [at for at in range(len(new) - count + 1) if new[at : at + count] == standing]
    starts = frozenset(lines.plain.runs(new))
    return next((one for one in places if not any(one.start - at in starts for at in offsets)), None)


def _stands_around(new: list[str], lines: Lines, place: Place) -> bool:
    """Whether the new lines stand around the place already, where they only add to the lines there."""
    standing = place.standing(lines.plain)
    for at in range(len(new) - place.count + 1 if len(new) > place.count else 0):
        added = (*new[:at], *new[at + place.count :])
        if new[at : at + place.count] == standing and any(map(str.isalnum, "".join(added))):
            start = place.start - at
            if start >= 0 and lines.plain[start : start + len(new)] == new:
                return True
    return False


def _fitted(block: EditBlock, wanted: Sequence[str], lines: Lines, place: Place, rung: Rung) -> Fitted:
    """Return the new lines for the place; lines that anchor the others say nothing of their indentation."""
    head, tail = len(block.anchor), len(block.trailing)
    is_hunk = format_named(block.format).is_diff
    if rung is Rung.EXACT and (head or tail) and not is_hunk:
        inner = Place(place.start + head, len(block.old))
        fitted = fit(block.new, searched=block.old, lines=lines.plain, place=inner, rung=rung)
        return replace(fitted, lines=[*block.anchor, *fitted.lines, *block.trailing])
    searched = block.searched
    fitted = fit(
        wanted, searched=searched, lines=lines.plain, place=place, rung=rung, context=(head, tail) if is_hunk else None
    )
    if rung is Rung.EXACT:
        return fitted
    return replace(fitted, lines=_with_plain_blanks(fitted.lines, searched, place.standing(lines.plain)))


def _at_start(block: EditBlock, found: Found) -> Found:
    """Return the place at the start of the file alone, where a block without anchor inserts before what it names."""
    is_before = not block.anchor and not block.old and bool(block.trailing)
    at_start = tuple(one for one in found.places if one.start == 0)
    return Found(found.rung, at_start) if is_before and at_start else found


def _with_plain_blanks(new: list[str], searched: Sequence[str], standing: Sequence[str]) -> list[str]:
    """Return the lines with plain blanks for non-breaking ones, when the file has plain ones for the searched."""
    if not any(_HARD_BLANK in line for line in searched) or any(_HARD_BLANK in line for line in standing):
        return new
    return [line.replace(_HARD_BLANK, " ") for line in new]


def _has_loose_end(block: EditBlock) -> bool:
    """Whether one of the two parts, but not both, ends in one blank line beside other changes.

    Models put a blank line before a marker, or leave it out, to please the eye; the tools they write this format for
    keep the file's own blank lines there. A block that changes nothing else, or names more of them, means them; so does
    one whose new part ends with a blank line that stood in the old part below the same line.
    """
    old, new = block.searched, block.replacement
    if not format_named(block.format).has_loose_blanks or _ends_in_blank(old) == _ends_in_blank(new):
        return False
    longer, shorter = (old, new) if _ends_in_blank(old) else (new, old)
    is_loose = len(longer) > 1 and bool(longer[-2].strip()) and longer[:-1] != shorter
    return is_loose and (longer is old or (longer[-2], longer[-1]) not in pairwise(old))


def _ends_in_blank(lines: Sequence[str]) -> bool:
    return bool(lines) and lines[-1] == ""


def _loosened(found: Found, block: EditBlock) -> tuple[Found, Sequence[str]]:
    """Return the places and the new lines without the blank line at the end that only one of the two parts has."""
    wanted = block.replacement[:-1] if _ends_in_blank(block.replacement) else block.replacement
    if found.rung not in (Rung.EXACT, Rung.WHITESPACE, Rung.REINDENTED) or not _ends_in_blank(block.searched):
        return found, wanted
    kept = (one if one.skipped_tail else replace(one, count=one.count - 1, skipped_tail=1) for one in found.places)
    return replace(found, places=tuple(kept)), wanted


def _is_inserted(block: EditBlock, lines: Lines, found: Found) -> bool:
    """Whether lines that are only added around the searched ones stand there already.

    The wanted lines then stand once, and the searched ones nowhere but in them.
    """
    searched, wanted = block.searched, block.replacement
    added = len(wanted) - len(searched)
    if added <= 0 or found.rung is not Rung.EXACT:
        return False
    starts = starts_of(found.places)
    if len(starts) > added + 1:
        # Some of so many places lie farther from each other than the wanted lines reach.
        return False
    # The place that is taken comes first, wherever it stands.
    first, last = min(starts), max(starts)
    if last - first > added or not any(_is_around(wanted, searched, at) for at in range(added + 1)):
        return False
    standing = tuple(islice(lines.plain.runs(wanted), 2))
    return len(standing) == 1 and standing[0] <= first and last + len(searched) <= standing[0] + len(wanted)


def _is_around_already(block: EditBlock, lines: Lines, found: Found) -> bool:
    """Whether the new lines stand there as written, around a place where the old ones do not quite."""
    if found.rung not in (Rung.WHITESPACE, Rung.REINDENTED) or not is_telling(block.replacement):
        return False
    there = find(lines, block.replacement, strict=False)
    if not there or len(there.places) > 1:
        return False
    around = there.places[0]
    return any(around.start <= one.start and one.end <= around.end for one in found.places)


def _is_around(wanted: Sequence[str], searched: Sequence[str], at: int) -> bool:
    """Whether the searched lines stand there in the wanted ones, with lines around them that do more than close."""
    end = at + len(searched)
    added = (*wanted[:at], *wanted[end:])
    return tuple(wanted[at:end]) == tuple(searched) and any(_CLOSING.fullmatch(line.strip()) is None for line in added)


def _done_elsewhere(
    wanted: Sequence[str], searched: Sequence[str], lines: Lines, *, strict: bool
) -> AlreadyDone | None:
    """Return where the new lines stand, when they do so once, say something, and the old ones cannot hide them."""
    if not is_telling(wanted) or next(LineIndex(searched).runs(wanted), None) is not None:
        return None
    found = find(lines, wanted, strict=strict)
    if not found or len(found.places) > 1 or (not strict and _stands_besides(searched, found.places[0], lines)):
        return None
    return AlreadyDone(numbers(found.places), found.rung)


def _stands_besides(searched: Sequence[str], there: Place, lines: Lines) -> bool:
    """Whether the lines stand outside of the place, however they are indented: in several places they are not found."""
    wanted = list(map(single_spaced, without_blank_ends(searched)))
    starts = lines.spaced.runs(wanted) if wanted else ()
    return any(not 0 <= start - there.start < there.count for start in starts)


def _missed(block: EditBlock, lines: Lines, *, is_cut_short: bool = False) -> Missed:
    """Return which part is not there, and what copying did to the lines if that is why."""
    if format_named(block.format).is_exact and (block.anchor or block.trailing):
        missed = _missed_part(block, lines)
    else:
        short = " The search took too much work and was cut short." if is_cut_short else ""
        missed = Missed(Reason.NOT_FOUND, f"The searched lines are not in the file.{short}")
    why = " ".join(_COPIED[slip] for slip in _slips(block, lines))
    return replace(missed, message=f"{missed.message.removesuffix('.')}. {why}") if why else missed


def _slips(block: EditBlock, lines: Lines) -> tuple[Flag, ...]:
    found = find_copied(lines, block.searched, block.replacement, is_telling=is_telling(block.searched))
    return found[0].slips if found else slips_in(lines, block.searched)


def _missed_part(block: EditBlock, lines: Lines) -> Missed:
    """Return which part of a block with anchors is not there."""
    anchored = _starts(lines, block.anchor)
    if block.anchor and not anchored:
        return Missed(Reason.ANCHOR_NOT_FOUND, "Leading anchor not found")
    if not block.trailing:
        return Missed(Reason.OLD_LINES_DIFFER, "Old lines don't match content after anchor", anchored)
    before = _starts(lines, block.anchor + block.old)
    if block.old and not before:
        message = "Old lines don't match content after anchor" if block.anchor else "Content sequence not found in file"
        return Missed(Reason.OLD_LINES_DIFFER, message, anchored)
    return Missed(Reason.TRAILING_NOT_FOUND, "Trailing anchor not found after old lines", before)


def _starts(lines: Lines, searched: Sequence[str]) -> tuple[int, ...]:
    return tuple(start + 1 for start in lines.plain.runs(searched))


def ambiguous_at(lines: Sequence[int]) -> str:
    """Return what is said of a block that stands at these lines, two at least, and says not which it means."""
    at = [str(number) for number in lines]
    if len(at) > _PLACES_NAMED:
        named = f"{', '.join(at[:_PLACES_NAMED])} and {len(at) - _PLACES_NAMED:,} more"
    else:
        named = f"{', '.join(at[:-1])} and {at[-1]}"
    return f"Edit location is ambiguous (matches at lines {named})"


def recut(block: EditBlock, lines: Lines) -> EditBlock:
    """Return the block with the longest old part up to one of its separators that stands in the file as written."""
    if not block.old or not has_further_separator(block):
        return block
    cuts = [one for one in _cuts(block) if find(lines, one.searched, strict=True)]
    return cuts[-1] if cuts else block


def _cuts(block: EditBlock) -> Iterator[EditBlock]:
    new = block.new
    at = [index for index, line in enumerate(new) if line == SEPARATOR]
    for index in at[:_MOST_CUTS]:
        yield replace(block, old=(*block.old, SEPARATOR, *new[:index]), new=new[index + 1 :])


def with_signs(block: EditBlock, lines: Lines) -> EditBlock:
    """Return the block with a blank before its lines that stay, where the file has them so and not as they are."""
    if not format_named(block.format).is_diff or exact_places(lines, block.searched):
        return block
    signed = _signed(block)
    return signed if signed != block and exact_places(lines, signed.searched) else block


def _signed(block: EditBlock) -> EditBlock:
    old, new = list(block.old), list(block.new)
    if can_be_aligned(old, new):
        for at, to, count in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
            old[at : at + count] = new[to : to + count] = _deeper(old[at : at + count])
    anchor, trailing = tuple(_deeper(block.anchor)), tuple(_deeper(block.trailing))
    return replace(block, anchor=anchor, old=tuple(old), new=tuple(new), trailing=trailing)


def _deeper(lines: Sequence[str]) -> list[str]:
    return [f" {line}" if line[:1] == " " else line for line in lines]


def missing_head(block: EditBlock, texts: Sequence[Lines], start: int) -> str:
    """Return the first head that is in none of a file's texts, now and before, for a place that starts there."""
    if not format_named(block.format).needs_heads:
        return ""
    heads = (head.strip() for head in block.within)
    return next((head for head in heads if not any(_has_head(head, lines, start) for lines in texts)), "")


def _has_head(head: str, lines: Lines, start: int) -> bool:
    if next(lines.stripped.positions(head), None) is not None:
        return True
    bare = head.rstrip(_HEAD_END)
    above = lines.plain[max(0, start - _MOST_READ) : start + 1]
    return bool(bare) and any(line.lstrip().startswith(bare) for line in above)
