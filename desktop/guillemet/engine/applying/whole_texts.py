"""What a block does to a file when it searches for nothing: create, fill, replace everything, append.

A listing given as the whole file may be something else: a part of the file (`excerpt`), a diff of it, another edit, or
lines with their numbers (`why_no_file`). It may also stand in a second fence, which is removed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying.locate import ambiguous_at, is_telling
from guillemet.engine.applying.outcome_factory import failed, flagged
from guillemet.engine.applying.working_file import WorkingFile, count_non_blank
from guillemet.engine.blocks import EditBlock, FileAction, WholeFile
from guillemet.engine.diff.lines import ChangedLines, changed_lines
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.formats.fences import Fence, read_fence
from guillemet.engine.formats.path_line import PROSE
from guillemet.engine.formats.whole_file import PAGES
from guillemet.engine.matching.lines import LineIndex, blank_ends, single_spaced, without_blank_ends
from guillemet.engine.matching.nearest import likeness
from guillemet.engine.matching.reindent import levels_of
from guillemet.engine.matching.sure_rungs import even_shift, indentation
from guillemet.engine.outcomes import Flag, Outcome, Reason, Status
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.reply.checks import is_edit_of_no_format
from guillemet.engine.text import FileText, counted

_ALIKE = 0.7
"""How much the last line of a listing resembles the one it was, at least."""
_LEAST_LETTERS = 4
_MOST_COMPARED = 2_000
_LEAST_HEAD = 2
"""Lines that say something which a listing leaves out at the start, at least: one import that goes is an edit."""
_FEW = 8
"""Lines of a file so short that it must also become shorter for its share to say anything."""
_TOO_FEW = 4
"""Lines of a file so short that its share says nothing."""
_NUMBERED = lazy_pattern(r"\s*(\d{1,7})(?:[ \t]?[|│:](?:[ \t]|\Z)|\t|\Z)")
_HUNK = lazy_pattern(r"@@(?: |\Z)")
_REMOVED = lazy_pattern(r"-(?!-- )\s*\S")
_LEAST_NUMBERED = 3
_LEAST_FENCES = 2
_QUOTED = "The listing is a part of {} as it is, from line {:,} on"


class Excerpt(Struct, frozen=True):
    """What a listing leaves out at the two ends of a file."""

    head: int = 0
    """Lines of the file above the first one of the listing."""
    tail: int = 0
    """Lines of the file below the last one of the listing."""
    is_open: bool = False
    """Whether the listing ends otherwise than the file and with less, and where the file goes on is not known."""


def create(block: EditBlock | WholeFile, file: WorkingFile, lines: Sequence[str], *, ending: str) -> Outcome:
    """Make the file of the lines, with a final newline."""
    file.create(FileText.new(lines, ending), number=block.number)
    return Outcome(block, Status.APPLIED, file.path, action=FileAction.CREATE)


def replace_whole(block: EditBlock | WholeFile, file: WorkingFile, text: FileText, lines: Sequence[str]) -> Outcome:
    """Make the lines all there is in the file; its encoding, mark and line endings stay."""
    if text.lines == tuple(lines):
        return Outcome(block, Status.ALREADY_APPLIED, file.path)
    file.splice(0, len(text.lines), lines, number=block.number)
    if not text.lines:
        return Outcome(block, Status.APPLIED, file.path)
    replaced = Outcome(block, Status.APPLIED, file.path, changed=ranges_changed(text.lines, lines))
    return flagged(replaced, Flag.REPLACED_WHOLE, "The block replaces the whole file.")


def ranges_changed(before: Sequence[str], after: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return which of the new lines are other ones, as `Outcome.changed` has them."""
    return tuple((run.new.start, run.new.stop) for run in changed_lines(before, after))


def append(block: EditBlock | WholeFile, file: WorkingFile, text: FileText, lines: Sequence[str]) -> Outcome:
    """Put the lines at the end of the file, unless they stand there already."""
    end = len(text.lines)
    if text.lines[-len(lines) :] == tuple(lines) and is_telling(lines):
        return Outcome(block, Status.ALREADY_APPLIED, file.path, lines=(end - len(lines) + 1,))
    file.splice(end, 0, lines, number=block.number)
    appended = Outcome(block, Status.APPLIED, file.path, lines=(end + 1,), changed=((end, end + len(lines)),))
    message = "The block searches for nothing, so its lines were put at the end of the file."
    return flagged(appended, Flag.APPENDED, message)


def refuse_existing(block: EditBlock | WholeFile, file: WorkingFile) -> Outcome:
    """Return the failure of a block that may only make a file."""
    message = f"{file.path} exists already with other content. Replace the whole file, or append to it."
    return failed(block, file.path, Reason.FILE_EXISTS, message)


def settle(block: EditBlock, file: WorkingFile, text: FileText) -> Outcome:
    """Settle what an empty old part means where there is a file."""
    lines = block.replacement
    if text.lines == lines or not lines:
        return Outcome(block, Status.ALREADY_APPLIED, file.path)
    if not text.lines:
        # An empty file holds no line an edit could name, so filling it is the only edit it can have.
        return replace_whole(block, file, text, lines)
    form = format_named(block.format)
    if form.is_diff and (block.searched or not form.appends):
        message = "The hunk only adds lines and shows none of those around them, so its place is not certain."
        return failed(block, file.path, Reason.NOT_FOUND, message)
    if form.appends:
        return _after_heads(block, file) if block.within else _append(block, file, text)
    is_numbered = form.matches_parts_of_lines and block.hint is not None
    return _insert(block, file, text) if is_numbered else refuse_existing(block, file)


def _append(block: EditBlock, file: WorkingFile, text: FileText) -> Outcome:
    """Put the lines at the end of the file, and note when they repeat it."""
    lines = block.replacement
    appended = append(block, file, text, lines)
    again = repeated(text.lines, lines) if appended.status is Status.APPLIED else ""
    return flagged(appended, Flag.REPEATS, again) if again else appended


def _insert(block: EditBlock, file: WorkingFile, text: FileText) -> Outcome:
    """Put the lines where their number says, unless they stand there already."""
    row = (block.hint or 1) - 1
    if row > len(text.lines):
        message = f"The block inserts lines below line {row:,}, and {file.path} has only {len(text.lines):,}."
        return failed(block, file.path, Reason.NOT_FOUND, message)
    if text.lines[row : row + len(block.new)] == block.new and is_telling(block.new):
        return Outcome(block, Status.ALREADY_APPLIED, file.path, lines=(row + 1,))
    file.splice(row, 0, block.new, number=block.number)
    placed = Outcome(block, Status.APPLIED, file.path, lines=(row + 1,))
    return flagged(placed, Flag.BY_NUMBER, "Nothing but a line number says where the new lines belong.")


def settle_whole(block: WholeFile, file: WorkingFile, text: FileText, *, is_requested: bool) -> Outcome:
    """Settle what a file given whole means where there is one; `is_requested` where the prompt wants whole files."""
    if block.must_be_new and text.lines not in ((), block.new):
        return refuse_existing(block, file)
    if why := why_no_whole(block, file, text):
        return failed(block, file.path, Reason.FILE_EXISTS, f"{why} Replace the whole file if so meant.")
    cut = excerpt(text.lines, block.new)
    may_be_part = format_named(block.format).is_fenced_file and not is_requested
    if may_be_part and (part := _settle_part(block, file, text, cut)):
        return part
    outcome = replace_whole(block, file, text, block.new)
    if Flag.REPLACED_WHOLE not in outcome.flags:
        return outcome
    if cut:
        outcome = flagged(outcome, Flag.CUT_SHORT, cut_at(cut, is_kept=False))
    if block.is_path_guessed:
        return flagged(outcome, Flag.GUESSED_PATH, "The reply does not say which file it is, so it may be an excerpt.")
    return outcome


def why_no_whole(block: WholeFile, file: WorkingFile, text: FileText) -> str:
    """Return in a sentence why the block cannot be what the file is to become; nothing when it can."""
    if not block.new and text.lines:
        return f"The block holds no line, and taking it would empty {file.path}."
    return why_no_file(text.lines, block.new)


def _settle_part(block: WholeFile, file: WorkingFile, text: FileText, cut: Excerpt | None) -> Outcome | None:
    """Settle a listing that is a part of the file; None for any other."""
    at = quoted_at(text.lines, block.new)
    if at is not None:
        return _quoted(block, file, text, at)
    return keep_around(block, file, text, cut) if cut and (cut.head or cut.tail) else None


def keep_around(block: WholeFile, file: WorkingFile, text: FileText, cut: Excerpt) -> Outcome:
    """Put a listing between the lines that it leaves out at the ends of the file."""
    end = len(text.lines) - cut.tail
    lines = with_ends(text.lines, block.new, cut)
    new = lines[cut.head : len(lines) - cut.tail]
    if text.lines[cut.head : end] == new:
        return Outcome(block, Status.ALREADY_APPLIED, file.path, lines=(cut.head + 1,))
    file.splice(cut.head, end - cut.head, new, number=block.number)
    runs = ranges_changed(text.lines, lines)
    placed = Outcome(block, Status.APPLIED, file.path, lines=(cut.head + 1,), changed=runs)
    return flagged(placed, Flag.CUT_SHORT, cut_at(cut, is_kept=True))


def _quoted(block: WholeFile, file: WorkingFile, text: FileText, at: int) -> Outcome:
    """Return the outcome of a listing that stands in the file as it is, with other lines around it."""
    if dropped_by_whole(text.lines, block.new):
        return quotation(block, file, at)
    message = f"{_QUOTED.format(file.path, at + 1)}. Replace the whole file if all other lines are to go."
    return failed(block, file.path, Reason.FILE_EXISTS, message)


def quotation(block: WholeFile, file: WorkingFile, at: int) -> Outcome:
    """Return the outcome of a listing that only shows lines of the file, from the index on."""
    message = f"{_QUOTED.format(file.path, at + 1)}: a quotation, which changes nothing."
    return Outcome(block, Status.ALREADY_APPLIED, file.path, lines=(at + 1,), message=message)


def _after_heads(block: EditBlock, file: WorkingFile) -> Outcome:
    """Put the lines after the head they belong to, when it stands in one place only."""
    stripped = file.lines.stripped
    at, wanted = 0, ""
    for head in block.within:
        wanted = head.strip()
        row = next(stripped.positions(wanted, first=at), None)
        if row is None:
            return failed(block, file.path, Reason.NOT_FOUND, f"The head {wanted!r} is not in the file.")
        at = row + 1
    again = next(stripped.positions(wanted, first=at), None)
    if again is not None:
        lines = (at, again + 1)
        return replace(failed(block, file.path, Reason.AMBIGUOUS, ambiguous_at(lines)), lines=lines)
    file.splice(at, 0, block.replacement, number=block.number)
    return Outcome(block, Status.APPLIED, file.path, lines=(at + 1,))


def quoted_at(old: Sequence[str], new: Sequence[str]) -> int | None:
    """Return where the listing stands as a part of the file, counted from 0; None otherwise.

    Blank lines do not count, nor does an indentation that is otherwise in all of its lines alike.
    """
    rows, wanted = [row for row, line in enumerate(old) if line.strip()], list(filter(str.strip, new))
    if not 0 < len(wanted) < len(rows):
        return None
    standing = [old[row] for row in rows]
    starts = LineIndex(map(str.strip, standing)).runs(list(map(str.strip, wanted)))
    return next((rows[at] for at in starts if _are_alike_deep(wanted, standing[at : at + len(wanted)])), None)


def _are_alike_deep(lines: Sequence[str], standing: Sequence[str]) -> bool:
    """Whether the lines are indented as those that stand there, but for one shift or one unit."""
    pairs = zip(map(indentation, lines), map(indentation, standing), strict=True)
    return even_shift(lines, standing) is not None or levels_of(list(pairs)).is_known


def excerpt(old: Sequence[str], new: Sequence[str]) -> Excerpt | None:
    """Return what a listing leaves out at the ends of the file it was given for; None where it begins and ends so.

    An end is left out when nothing comes in its place; when the last line of the listing is like one above others that
    go; or when parts of the file begin there, such as functions, and the listing has the part next to them but none of
    these.
    """
    listed = without_blank_ends(new)
    hunks = changed_lines(old, listed)
    if not hunks or not listed:
        return None
    head = _head_left_out(old, listed, hunks[0])
    tail = _tail_left_out(old, listed, hunks[-1])
    if head + tail >= len(old):
        return None
    lost = _telling(old) - _telling(listed)
    head = head if _are_lost(old[:head], lost) else 0
    tail = tail if _are_lost(old[len(old) - tail :], lost) else 0
    is_less = _ends_with_less(old, listed, hunks[-1]) and _are_lost(old[hunks[-1].old_start :], lost)
    is_open = not tail and (is_less or _ends_inside(old, listed))
    found = Excerpt(head, tail, is_open)
    return found if found != Excerpt() else None


def with_ends(old: Sequence[str], new: Sequence[str], found: Excerpt) -> tuple[str, ...]:
    """Return the listing with the lines of the file that it leaves out at its ends."""
    above, below = old[: found.head], old[len(old) - found.tail :]
    head, tail = blank_ends(new)
    return (*above, *new[head if above else 0 : len(new) - (tail if below else 0)], *below)


def cut_at(found: Excerpt, *, is_kept: bool) -> str:
    """Return in a sentence where the listing is cut, and what became of the lines it leaves out."""
    if found.is_open:
        return "The listing ends otherwise than the file, and with less: the end of the file may be missing."
    where = "ends where the file goes on"
    if found.head:
        where = "begins and ends inside of the file" if found.tail else "begins inside of the file"
    count = found.head + found.tail
    lines = counted(count, "line")
    if is_kept:
        return f"The listing {where}, so {lines} of it stay. Replace the whole file if they are to go."
    return f"The listing {where}, and drops {lines}: it may be a part of the file."


def _tail_left_out(old: Sequence[str], new: Sequence[str], last: ChangedLines) -> int:
    if last.old.stop < len(old) or not any(map(str.strip, old[last.old])):
        return 0
    if not last.new_count:
        return last.old_count
    alike = _last_alike(new[-1], old[last.old])
    if alike is None:
        return _parts_left_out(old, new)
    below = last.old_start + alike + 1
    return len(old) - below if any(map(str.strip, old[below:])) else 0


def _parts_left_out(old: Sequence[str], new: Sequence[str]) -> int:
    """Return the lines from the part on that follows the last one of the listing, if that has none of them."""
    rows = _parts(old)
    at = _row_of(next(filter(_begins_part, reversed(new)), ""), old, reversed(rows))
    further = [] if at is None else [row for row in rows if row > at]
    if not further or not frozenset(old[row] for row in further).isdisjoint(new):
        return 0
    start = further[0]
    while not old[start - 1].strip():
        start -= 1
    return len(old) - start


def _head_left_out(old: Sequence[str], new: Sequence[str], first: ChangedLines) -> int:
    if first.old_start:
        return 0
    count = first.old_count
    if first.new_count:
        rows = _parts(old)
        at = _row_of(next(filter(_begins_part, new), ""), old, rows) or 0
        count = at if frozenset(old[row] for row in rows if row < at).isdisjoint(new) else 0
    return count if count_non_blank(old[:count]) >= _LEAST_HEAD else 0


def _last_alike(line: str, gone: Sequence[str]) -> int | None:
    """Return the last of the lines that resembles this one most, counted from 0; None when none does much."""
    scores = [_likeness(line.strip(), one.strip()) for one in gone[:_MOST_COMPARED]]
    best = max(scores, default=0.0)
    return len(scores) - 1 - scores[::-1].index(best) if best >= _ALIKE else None


def _likeness(line: str, other: str) -> float:
    """Return how alike two lines are, 0 to 1; one that only grew or shrank is alike."""
    shorter = min(line, other, key=len)
    if len(shorter) >= _LEAST_LETTERS and line.startswith(shorter) and other.startswith(shorter):
        return max(_ALIKE, likeness([line], [other]))
    return likeness([line], [other]) if other else 0.0


def _ends_inside(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the last line of the listing is indented, and that of the file only closes, at the margin."""
    last = "".join(without_blank_ends(old)[-1:])
    return last != "" and new[-1][:1].isspace() and not last[:1].isspace() and not any(map(str.isalnum, last))


def _ends_with_less(old: Sequence[str], new: Sequence[str], last: ChangedLines) -> bool:
    """Whether the last change takes more lines from the end of the file than it brings; a new text is none."""
    if last.old_start + last.old_count < len(old):
        return False
    stays = not frozenset(filter(str.strip, old[: last.old_start])).isdisjoint(new[: last.new_start])
    return stays and count_non_blank(old[last.old_start :]) > count_non_blank(new[last.new_start :])


def _telling(lines: Sequence[str]) -> Counter[str]:
    """Return the lines that say more than a bracket does, however indented."""
    return Counter(line.strip() for line in lines if any(map(str.isalnum, line)))


def _are_lost(gone: Sequence[str], lost: Counter[str]) -> bool:
    """Whether the listing has them nowhere else; brackets stand everywhere."""
    telling = _telling(gone)
    return not telling or not telling.keys().isdisjoint(lost)


def _parts(lines: Sequence[str]) -> list[int]:
    return [row for row, line in enumerate(lines) if _begins_part(line)]


def _row_of(line: str, lines: Sequence[str], rows: Iterable[int]) -> int | None:
    return next((row for row in rows if lines[row] == line), None)


def _begins_part(line: str) -> bool:
    """Whether a line begins at the margin and says more than a bracket does."""
    return line[:1].strip() != "" and any(map(str.isalnum, line))


def dropped_by_whole(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence how many lines vanish when new ones take the place of all; "" when half of them stay.

    Blank lines do not count, nor does where a line stands, nor its indentation.
    """
    before, after = _non_blank(old), _non_blank(new)
    count = before.total()
    dropped = (before - after).total()
    is_short = count < _TOO_FEW or (count < _FEW and after.total() >= count)
    if is_short or 2 * dropped <= count:
        return ""
    return f"The block gives a whole file, and drops {dropped:,} of {count:,} lines: it may be a part of the file."


def emptied(dropped: int) -> str:
    """Return in a sentence that an edit leaves nothing of a file that said something in so many lines."""
    return f"The block drops all {dropped:,} lines and leaves an empty file: maybe it is meant to be deleted."


def repeated(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence how much of the file lines at its end say again; "" when it is less than half."""
    if len(new) < _TOO_FEW or 2 * len(new) < len(old):
        return ""
    before = _non_blank(old)
    again = (before & _non_blank(new)).total()
    if 2 * again <= before.total():
        return ""
    return f"They repeat {again:,} of its {before.total():,} lines: maybe they are to replace it."


def _non_blank(lines: Sequence[str]) -> Counter[str]:
    return Counter(filter(None, map(single_spaced, lines)))


def why_no_file(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence why the new lines cannot be what the old ones are to become; nothing when they can."""
    if _is_numbered(new) and not _is_numbered(old):
        return "Every line of the listing has its number before it, so it is not what the file is to hold."
    if _is_diff(old, new):
        return "The listing is a diff of the file, not the file: it shows lines that go, with a sign before them."
    if _only_adds(old, new):
        return "The listing is a diff of the file, not the file: it shows lines that come, with a sign before them."
    if is_edit_of_no_format(new) and not is_edit_of_no_format(old):
        return "The listing is an edit in a format that is not read, and not what the file is to hold."
    return ""


def without_fence(lines: tuple[str, ...], path: str) -> tuple[str, ...]:
    """Return the lines of a file without the fence around all of them; one of code may be all that a page holds."""
    fences = _fences(lines)
    non_blank = [row for row, line in enumerate(lines) if line.strip()]
    if len(fences) < _LEAST_FENCES or (fences[0][0], fences[-1][0]) != (non_blank[0], non_blank[-1]):
        return lines
    (start, opened), (end, last) = fences[0], fences[-1]
    is_page = path.lower().endswith(PROSE)
    is_around = opened.language in PAGES if is_page else len(fences) == _LEAST_FENCES
    return lines[start + 1 : end] if is_around and last.closes(opened) else lines


def stray_fence(new: Sequence[str], *, old: Sequence[str], path: str) -> str:
    """Return a new line at the margin that is a fence, where a file of code, or half of a page, cannot have one."""
    fences = _fences(new)
    if not fences or _fences(old):
        return ""
    non_blank = [row for row, line in enumerate(new) if line.strip()]
    at_ends = {row for row, _ in fences} & {non_blank[0], non_blank[-1]}
    is_page = path.lower().endswith(PROSE)
    is_stray = len(fences) % 2 or (len(at_ends) == _LEAST_FENCES == len(fences) if is_page else at_ends)
    return new[min(at_ends, default=fences[0][0])].strip() if is_stray else ""


def _fences(lines: Sequence[str]) -> list[tuple[int, Fence]]:
    """Return the lines at the margin that are fences of back-ticks or tildes."""
    found = ((row, read_fence(line.rstrip())) for row, line in enumerate(lines) if line.startswith(("```", "~~~")))
    return [(row, fence) for row, fence in found if fence is not None]


def _is_numbered(lines: Sequence[str]) -> bool:
    found = [_NUMBERED.match(line) for line in lines]
    numbers = [int(one[1]) for one in found if one]
    in_order = all(after == before + 1 for before, after in pairwise(numbers))
    return len(lines) == len(numbers) >= _LEAST_NUMBERED and in_order


def _is_diff(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether hunks begin among the lines, or some come, and all that have a minus before them stand in the file."""
    if any(map(_HUNK.match, new)) and not any(map(_HUNK.match, old)):
        return any(line.startswith(("+", "-")) for line in new)
    removed = list(filter(_REMOVED.match, new))
    if not removed or not any(line.startswith("+") for line in new):
        return False
    standing = frozenset(map(str.strip, old))
    return all(line[1:].strip() in standing and line.strip() not in standing for line in removed)


def _only_adds(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether every line has a plus or a blank before it, and all that have a blank stand in the file without it."""
    signed = [line for line in new if line.strip()]
    if {line[0] for line in signed} != {" ", "+"} or any(line.startswith("+") for line in old):
        return False
    standing = frozenset(old)
    return all(line[1:] in standing for line in signed if line[0] == " ")
