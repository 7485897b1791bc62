"""A block as the few lines of a unified diff, changed characters marked."""

from collections.abc import Sequence

from guillemet.engine.blocks import EditBlock
from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.pairing import pair_lines
from guillemet.engine.diff.words import Span, changed_spans
from guillemet.ui.widgets.code_box import LONGEST, MOST_LINES, CodeLine
from guillemet.ui.wording import MINUS, seen

CONTEXT = 3


def mini_diff(block: EditBlock) -> tuple[CodeLine, ...]:
    """Return the block's lines: the last of its anchor, what goes, what comes; long blocks cut where a card ends."""
    context = [CodeLine(_shown(line)) for line in block.anchor[-CONTEXT:]]
    old = [_shown(line) for line in block.old[:MOST_LINES]]
    new = [_shown(line) for line in block.new[:MOST_LINES]]
    lines = context
    at_old = 0
    for hunk in changed(_text(old), _text(new)) if old and new else ():
        lines += _kept(old[at_old : hunk.old_start], is_first=at_old == 0 and not context)
        removed = old[hunk.old_start : hunk.old_start + hunk.old_count]
        added = new[hunk.new_start : hunk.new_start + hunk.new_count]
        lines += _hunk(removed, added)
        at_old = hunk.old_start + hunk.old_count
    if old and new:
        return (*lines, *(CodeLine(line) for line in old[at_old:][:CONTEXT]))
    return (*lines, *_hunk(old, new))


def counts(block: EditBlock) -> tuple[int, int]:
    """Return how many lines come and how many go."""
    if not block.old or not block.new:
        return len(block.new), len(block.old)
    hunks = changed(_text(block.old), _text(block.new))
    return sum(hunk.new_count for hunk in hunks), sum(hunk.old_count for hunk in hunks)


def _hunk(removed: Sequence[str], added: Sequence[str]) -> list[CodeLine]:
    of_removed: dict[int, tuple[Span, ...]] = {}
    of_added: dict[int, tuple[Span, ...]] = {}
    for old, new in pair_lines(removed, added):
        if old is not None and new is not None:
            of_removed[old], of_added[new] = changed_spans(removed[old], added[new])
    return [
        *(CodeLine(line, MINUS, of_removed.get(number, ())) for number, line in enumerate(removed)),
        *(CodeLine(line, "+", of_added.get(number, ())) for number, line in enumerate(added)),
    ]


def _kept(lines: Sequence[str], *, is_first: bool) -> list[CodeLine]:
    """Return unchanged lines, with a sign where most of them are left out."""
    if is_first:
        return [CodeLine(line) for line in lines[-CONTEXT:]]
    if len(lines) <= 2 * CONTEXT:
        return [CodeLine(line) for line in lines]
    return [*map(CodeLine, lines[:CONTEXT]), CodeLine("⋯"), *map(CodeLine, lines[-CONTEXT:])]


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _shown(line: str) -> str:
    """Return the line as it is drawn, a little more than a card shows of it."""
    return seen(line[: LONGEST + 1]).replace("\t", "    ")
