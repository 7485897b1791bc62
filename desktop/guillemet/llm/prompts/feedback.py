"""What a model is sent about its edits: what failed, what the user decided, what the user says of lines.

Nothing here is sent by itself; the user sees each message in the composer first. All of them are bounded in size.
Line numbers count from 1, and stand outside the code, so that no model copies them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from guillemet.engine.applying.outcome_factory import FOR_THE_USER
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.diff.unified import PatchEntry, unified
from guillemet.engine.outcomes import Flag, Missing, Nearest, Outcome, Reason, Status
from guillemet.engine.outline.reading import enclosing
from guillemet.llm.prompts.fencing import cut_middle, fenced, shown_path

MOST_CHARACTERS = 24_000
"""About how long a message here gets, that is 8,000 tokens of code at the most."""

_MOST_OF_ONE = 5_000
"""Characters of one block or one diff."""
_MOST_OF_WHOLE = 16_000
"""Characters of a file that is asked for as a whole."""
_AROUND = 10
"""Lines shown above and below a place that no definition of a moderate size encloses."""
_SHORT = 60
"""Lines of a file that is shown whole."""
_MOST_PLACES = 3

BLOCKS_MESSAGE = (
    "Your last answer holds no edit block that can be applied. Write the changes it proposes once more as edit blocks, "
    "in the format you were told, each under the path of its file, and nothing else. Copy the old lines from the files "
    "as they are, letter by letter."
)
"""Asks for the edits of an answer again that was read as prose."""
_RETRY = (
    "{count} of your last answer could not be applied. Everything else was, so write only {these} once more, in the "
    "same format, against the present contents shown here. Copy the old lines from them, letter by letter."
)

_WHOLE_INSTEAD = (
    "Edits of `{path}` failed twice. Give the whole file instead: its path alone on a line, directly below it a fence, "
    "and in the fence every line that the file is to hold. Write no edits of it."
)

_UNDECIDED = (
    "`{path}` has other changes of yours that I have not decided yet. It is shown here with them, and your blocks are "
    "put into this text, not into the one without them."
)


_MISSING = {
    Missing.REJECTED: "The searched lines are not in the file: you proposed them, and I rejected them. I do not want "
    "them.",
    Missing.EDITED: "The searched lines are not in the file any more: I edited them. Keep my lines, and change only "
    "what this block is about.",
    Missing.CHANGED: "The searched lines are not in the file any more: an edit of yours changes them already.",
}
"""What a model is told of lines that it searched for in vain, instead of what the user can do about them."""


def needs_retry(outcome: Outcome) -> bool:
    """Whether the model should write the block again: it failed, waited for one that failed, or leaves code out.

    No model can write a block for a binary file, or for what is not an edit.
    """
    if outcome.status is Status.SKIPPED:
        return outcome.reason is Reason.PREVIOUS_FAILED
    return outcome.can_be_retried or Flag.PLACEHOLDER in outcome.flags


def retry_message(
    outcomes: Sequence[Outcome],
    present: Mapping[str, str],
    *,
    undecided: Collection[str] = frozenset(),
    failed_twice: Collection[str] = frozenset(),
) -> str:
    """Return the message that asks for the failed blocks again; empty when none failed.

    It holds those blocks, why each failed, and what the files contain now around the nearest places. `present` maps the
    paths of outcomes and of their nearest places to texts; a path that is missing there does not exist. The texts of
    `undecided` paths are those that are proposed. Of paths that `failed_twice` the whole file is asked for, unless too
    long to be shown.
    """
    by_path: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if needs_retry(outcome):
            by_path.setdefault(outcome.path, []).append(outcome)
    count = sum(map(len, by_path.values()))
    if not count:
        return ""
    reported = "One block" if count == 1 else f"{count} blocks"
    head = _RETRY.format(count=reported, these="this one" if count == 1 else "these")
    whole = {path for path in failed_twice if len(present.get(path, "")) in range(1, _MOST_OF_WHOLE)}
    pieces = [piece for path, failed in by_path.items() for piece in _retried(path, failed, present, undecided, whole)]
    return _bounded(head, pieces, "There is more that failed; it comes in a later message.")


class UserDecision(StrEnum):
    """What the user did with a proposal."""

    REJECTED = "rejected"
    CHANGED = "changed by hand"


class DecidedFile(Struct, frozen=True):
    """A file whose proposal did not stay as the model made it."""

    path: str
    what: UserDecision
    proposed: str | None
    """The text as the model proposed it; None where it was to be deleted."""
    present: str | None
    """The text as it is now; None where there is no such file."""


def decisions_message(decided: Iterable[DecidedFile]) -> str:
    """Return what the user rejected or changed by hand, as diffs; empty when there is nothing to tell."""
    pieces = [piece for one in decided if (piece := _decision(one))]
    head = "Not all of your changes stayed as you proposed them. Take this into account, and do not propose it again."
    return _bounded(head, pieces, "There were more such files.") if pieces else ""


class CommentedVersion(StrEnum):
    """Which text the lines of a comment belong to, as the model reads it."""

    NOW = ""
    BEFORE = " (before your changes)"
    GONE = " (no longer there)"


class LineComment(Struct, frozen=True):
    """What the user says of some lines."""

    path: str
    first: int
    last: int
    code: str
    """The lines it is about, as the user saw them."""
    comment: str
    seen: CommentedVersion = CommentedVersion.NOW


def comments_message(comments: Iterable[LineComment]) -> str:
    """Return all comments in one message, file by file in the order of their lines; empty when there are none."""
    by_path: dict[str, list[LineComment]] = {}
    for comment in comments:
        by_path.setdefault(comment.path, []).append(comment)
    pieces = [
        f"{comment_heading(one)}:\n{fenced(_cut(one.code))}\n{one.comment.strip()}"
        for of_file in by_path.values()
        for one in sorted(of_file, key=lambda one: (one.first, one.last))
    ]
    return "\n\n".join(("I have looked at your changes. This is what I think of them:", *pieces)) if pieces else ""


def comment_heading(one: LineComment) -> str:
    """Return how the message names the lines of a comment, by which it can be found there again."""
    return f"{_lines(one.first, one.last)} of `{shown_path(one.path)}`{one.seen}"


def _retried(
    path: str,
    failed: Sequence[Outcome],
    present: Mapping[str, str],
    undecided: Collection[str],
    whole: Collection[str],
) -> Iterator[str]:
    shown = shown_path(path) if path else "no path that could be known"
    for outcome in failed:
        yield f"Block {outcome.block.number}, `{shown}`: {_why(outcome)}\n{fenced(_cut(outcome.block.raw))}"
    for place, spans in _spans_of_files(path, failed, present).items():
        if place in undecided:
            yield _UNDECIDED.format(path=shown_path(place))
        lines = split_lines(present[place])
        is_whole = place == path and path in whole
        yield from (_whole_of(path, lines),) if is_whole else _excerpts(place, lines, spans)


def _spans_of_files(
    path: str, failed: Sequence[Outcome], present: Mapping[str, str]
) -> dict[str, list[tuple[int, int]]]:
    """Return the nearest places, a line and a count, by the files they are in; the file of the blocks is the first."""
    spans: dict[str, list[tuple[int, int]]] = {path: []} if path in present else {}
    for outcome in failed:
        for place, line, count in _places(outcome):
            if place in present:
                spans.setdefault(place, []).append((line, count))
    return spans


def _why(outcome: Outcome) -> str:
    why = _reason(outcome)
    if not outcome.nearest or outcome.status is not Status.FAILED:
        return why
    nearest = outcome.nearest[0]
    shown, percent = shown_path(nearest.path), nearest.percent
    if not nearest.count:
        return f"{why} The nearest path is `{shown}` ({percent} %)."
    is_one = nearest.line == _last(nearest)
    there = f"{_lines(nearest.line, _last(nearest))} of `{shown}`"
    if nearest.is_known:
        alike = f"In their place {'stands' if is_one else 'stand'} {there[0].lower()}{there[1:]}"
    else:
        alike = f"{there} {'resembles' if is_one else 'resemble'} it most ({percent} %)"
    return f"{why} {alike}: {'; '.join(nearest.differences)}." if nearest.differences else f"{why} {alike}."


def _reason(outcome: Outcome) -> str:
    """Return why it failed, without what is said to the user alone."""
    if outcome.missing is not None:
        return _MISSING[outcome.missing]
    why = outcome.message
    for sentence in FOR_THE_USER:
        why = why.replace(sentence, "").strip()
    return why or (outcome.reason.value.capitalize() + "." if outcome.reason else "It leaves code out.")


def _places(outcome: Outcome) -> Iterator[tuple[str, int, int]]:
    """Yield path, first line and number of lines of every place worth showing."""
    for line in outcome.lines[:_MOST_PLACES]:
        yield outcome.path, line, 1
    for nearest in outcome.nearest[: 1 if outcome.lines else 2]:
        yield nearest.path, nearest.line, nearest.count


def _excerpts(path: str, lines: Sequence[str], spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    shown = shown_path(path)
    if len(lines) <= _SHORT:
        yield _all_of(path, lines)
        return
    windows: list[list[int]] = []
    for first, last in sorted(_shown_around(path, lines, spans)):
        if windows and first <= windows[-1][1] + 1:
            windows[-1][1] = max(windows[-1][1], last)
        elif first <= last:
            windows.append([first, last])
    if not windows:
        yield f"`{shown}` has {len(lines)} lines, and none of them resemble the block. Ask for the part you need."
    for first, last in windows:
        yield f"{_lines(first, last)} of `{shown}` as they are now:\n{fenced(_cut(_joined(lines[first - 1 : last])))}"


def _whole_of(path: str, lines: Sequence[str]) -> str:
    return f"{_all_of(path, lines)}\n{_WHOLE_INSTEAD.format(path=shown_path(path))}"


def _all_of(path: str, lines: Sequence[str]) -> str:
    return f"All of `{shown_path(path)}` as it is now:\n{fenced(_joined(lines))}"


def _shown_around(path: str, lines: Sequence[str], spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield for each place the lines shown: its definition, or some lines around it where that is none or too long."""
    places = [(line, min(len(lines), line + max(count, 1) - 1)) for line, count in spans]
    for (first, last), definition in zip(places, enclosing(path, lines, places), strict=True):
        if definition is not None and sum(map(len, lines[definition[0] - 1 : definition[1]])) <= _MOST_OF_ONE:
            yield definition
        else:
            yield max(1, first - _AROUND), min(len(lines), last + _AROUND)


def _decision(one: DecidedFile) -> str:
    if one.proposed == one.present:
        return ""
    before, after = (one.proposed, one.present) if one.what is UserDecision.CHANGED else (one.present, one.proposed)
    patch = unified(_entry(one.path, before), _entry(one.path, after)).decode("utf-8", "replace")
    reported = (
        "I changed what you proposed by hand" if one.what is UserDecision.CHANGED else "I rejected this change of yours"
    )
    return f"`{shown_path(one.path)}`: {reported}:\n{fenced(_cut(patch), 'diff')}"


def _entry(path: str, text: str | None) -> PatchEntry:
    return PatchEntry(path, None if text is None else text.encode("utf-8", "replace"))


def _bounded(head: str, pieces: Sequence[str], and_more: str) -> str:
    """Return the pieces that fit, at least one, with a sentence when some did not."""
    taken, room = [head], MOST_CHARACTERS - len(head)
    for index, piece in enumerate(pieces):
        if index and len(piece) > room:
            taken.append(and_more)
            break
        taken.append(piece)
        room -= len(piece)
    return "\n\n".join(taken)


def _cut(text: str) -> str:
    return cut_middle(text, _MOST_OF_ONE)


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines)


def _last(nearest: Nearest) -> int:
    return nearest.line + max(nearest.count, 1) - 1


def _lines(first: int, last: int) -> str:
    return f"Line {first}" if first == last else f"Lines {first} to {last}"
