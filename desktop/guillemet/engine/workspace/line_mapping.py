"""Lines of blocks as the window shows them: in the file as it is proposed, after all blocks of all replies.

A block finds its lines in the file as the blocks before left it, and that is what is kept. What is shown is followed
through the later blocks of that file, and what the user chooses there is traced back, so that a line is one place
wherever it is read, clicked or typed.
"""

from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from guillemet.engine.applying.line_shift import LineMap, traced
from guillemet.engine.applying.locate import ambiguous_at
from guillemet.engine.applying.options import Choice, PlaceAt
from guillemet.engine.outcomes import Nearest, Outcome, Reason


def as_shown(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes of all replies with their lines in the file as they leave it together."""
    later: defaultdict[str, LineMap] = defaultdict(LineMap)
    shown: list[Outcome] = []
    for outcome in reversed(outcomes):
        is_moved = outcome.path in later or outcome.change is not None
        shown.append(_shown(outcome, later[outcome.path]) if is_moved else outcome)
    return tuple(reversed(shown))


def as_found(outcomes: Sequence[Outcome], number: int, choice: Choice | None) -> Choice | None:
    """Return the choice for the block of this number, from 1, with its lines in the file as that block found it."""
    if not isinstance(choice, PlaceAt) or not 1 <= number <= len(outcomes):
        return choice
    outcome, rest = outcomes[number - 1], outcomes[number:]
    changes = [one.change for one in rest if one.change and one.path == outcome.path]
    own = [outcome.change] if outcome.change else []
    shown = _shown(outcome, LineMap(changes))
    for found, there in zip(outcome.nearest, shown.nearest, strict=True):
        if there.line == choice.line and choice.count in (None, there.count):
            return PlaceAt(found.line, None if choice.count is None else found.count)
    if choice.count is None and choice.line in shown.lines:
        return PlaceAt(outcome.lines[shown.lines.index(choice.line)])
    back = [*reversed(changes), *own]
    line = traced(choice.line, back)
    count = choice.count
    if count:
        count = max(1, traced(choice.line + count - 1, back) + 1 - line)
    return PlaceAt(line, count)


def _shown(outcome: Outcome, since: LineMap) -> Outcome:
    """Return the outcome with its lines after the changes since; from then on those include its own."""
    first = tuple(map(since.followed, outcome.lines[:1]))
    nearest = tuple(_followed(near, since) if near.path == outcome.path else near for near in outcome.nearest)
    if outcome.change:
        since.prepend(outcome.change)
    lines = (*first, *map(since.followed, outcome.lines[1:]))
    message = outcome.message
    if outcome.reason is Reason.AMBIGUOUS and message == ambiguous_at(outcome.lines):
        message = ambiguous_at(lines)
    return replace(outcome, lines=lines, message=message, nearest=nearest)


def _followed(near: Nearest, since: LineMap) -> Nearest:
    line = since.followed(near.line)
    last = since.followed(near.line + near.count - 1) if near.count else line
    return replace(near, line=line, count=max(last + 1 - line, 1) if near.count else 0)
