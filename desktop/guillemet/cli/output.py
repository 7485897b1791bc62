"""How the command line prints outcomes, reviews and steps: as lines of text, or as values for JSON."""

import shlex
from collections.abc import Container, Iterable, Sequence
from typing import Any

from guillemet.cli.terminal import Colour, columns
from guillemet.engine.batch import outcome_record
from guillemet.engine.diff.hunk_numbers import with_waiting_lines
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Status
from guillemet.engine.review import (
    CommitLine,
    Decision,
    FileReview,
    FileTexts,
    HunkState,
    OperationPreview,
    Refusal,
    Review,
    SuggestionReview,
    SuggestionState,
)
from guillemet.engine.suggested_commands import read_suggestion
from guillemet.engine.text import counted
from guillemet.engine.workspace import Applied

NEAREST_LINES = 8
"""Lines of a nearest place that are printed."""
_STATUS_COLOURS = {
    Status.APPLIED: Colour.GOOD,
    Status.ALREADY_APPLIED: Colour.GOOD,
    Status.FAILED: Colour.BAD,
    Status.SKIPPED: Colour.WARN,
    Status.DISMISSED: Colour.DIM,
}
_DECISION_COLOURS = {
    Decision.ACCEPTED: Colour.GOOD,
    Decision.REJECTED: Colour.DIM,
    Decision.UNDECIDED: Colour.WARN,
}


def outcome_lines(
    outcomes: Sequence[Outcome],
    *,
    proposed: Container[str],
    numbered_from: int | None = None,
    review: Review | None = None,
) -> list[str]:
    """Return the table of blocks, then a paragraph for each that was not applied or asks.

    Lines of the files with a proposal are counted with that, and named so. With the review, blocks of files that are
    decided or committed ask for nothing any more.
    The first column is the number by which `guillemet place` knows a block; None where nothing is staged.
    """
    numbers = [""] * len(outcomes)
    if numbered_from is not None:
        numbers = list(map(str, range(numbered_from, numbered_from + len(outcomes))))
    table = columns(
        [
            (outcome.status.word, number, _how(outcome), _place(outcome), ", ".join(sorted(outcome.flags)))
            for outcome, number in zip(outcomes, numbers, strict=True)
        ],
        colours=[_STATUS_COLOURS[outcome.status] for outcome in outcomes],
    )
    undecided = {file.path for file in review.decided(Decision.UNDECIDED)} if review else None
    for outcome, number in zip(outcomes, numbers, strict=True):
        if _is_unsettled(outcome, undecided):
            table += ["", *_explained(outcome, number, proposed)]
    return table


def _is_unsettled(outcome: Outcome, undecided: Container[str] | None) -> bool:
    return not outcome.is_settled or (outcome.asks and (undecided is None or outcome.path in undecided))


def count_line(outcomes: Sequence[Outcome]) -> str:
    """Return how many blocks came to which end."""
    counts = {status: sum(outcome.status is status for outcome in outcomes) for status in Status}
    return ", ".join(f"{count} {status.word}" for status, count in counts.items() if count) or "no edit blocks"


def file_lines(files: Sequence[FileReview]) -> list[str]:
    """Return the table of files."""
    return columns(
        [
            (
                file.decision,
                file.kind,
                _moved(file.path, file.moved_from),
                f"+{file.added}",
                f"−{file.removed}",
                ", ".join((*sorted(file.badges), *_parts(file))),
            )
            for file in files
        ],
        colours=[_DECISION_COLOURS[file.decision] for file in files],
    )


def _parts(file: FileReview) -> list[str]:
    """Return what the user decided on parts of a file, and whether the proposal was edited."""
    accepted = file.accepted_hunks if file.decision is Decision.UNDECIDED else 0
    counts = {"accepted": accepted, "rejected": file.rejected_hunks, "decided in part": file.hunks_in_part}
    edited = ["edited by you"] if file.is_edited else []
    return [f"{counted(count, 'hunk')} {verb}" for verb, count in counts.items() if count] + edited


_DECIDED = {HunkState.ACCEPTED: "accepted", HunkState.REJECTED: "rejected"}


def hunk_lines(every: Iterable[FileTexts]) -> list[str]:
    """Return the hunks of these files by number, with the lines that go and come."""
    lines: list[str] = []
    for texts in every:
        lines += [texts.path, *([f"  {texts.note}"] if texts.note else [])]
        old, new = split_lines(texts.before), split_lines(texts.after)
        for number, (hunk, waiting) in enumerate(with_waiting_lines(texts), start=1):
            decided = " and ".join(word for state, word in _DECIDED.items() if state in hunk.state)
            words = f": {decided}{' in part' * bool(waiting)}" if decided else ""
            lines.append(f"  hunk {number}, {_span(hunk.new[0] + 1, hunk.new[1] - hunk.new[0])}{words}")
            for run in waiting:
                lines += [f"    -{line}" for line in old[run.old]]
                lines += [f"    +{line}" for line in new[run.new]]
    return lines


def _span(first: int, count: int) -> str:
    return f"lines {first} to {first + count - 1}" if count > 1 else f"line {first}"


def suggestion_lines(suggestions: Sequence[SuggestionReview]) -> list[str]:
    """Return what the replies suggest to run, and why some of it is text only."""
    return columns([(_suggestion_state(each), each.text, each.why) for each in suggestions])


def command_lines(applied: Applied) -> list[str]:
    """Return what one reply suggests to run; after a dry run the review does not know of it."""
    known = {each.text: each for each in applied.review.suggestions}
    return suggestion_lines([known.get(text) or _unknown_suggestion(text) for text in applied.suggestions])


def warning_lines(warnings: Sequence[str]) -> list[str]:
    """Return what is odd about whole replies, below a blank line; nothing when nothing is."""
    lines = columns([("warning", each) for each in warnings], colours=[Colour.WARN] * len(warnings))
    return ["", *lines] if lines else []


def commit_lines(lines: Sequence[CommitLine]) -> list[str]:
    """Return what the next commit holds."""
    return columns(
        [
            ("left out" if line.is_left_out else line.kind, _moved(line.path, line.moved_from), _commit_note(line))
            for line in lines
        ]
    )


def _commit_note(line: CommitLine) -> str:
    included, count = line.hunks
    return "; ".join(filter(None, (f"{included:,} of {count:,} hunks" * bool(count), line.note)))


def preview_lines(preview: OperationPreview) -> list[str]:
    """Return what an operation would touch."""
    if preview.refusal:
        return [f"  cannot be done: {preview.refusal}"]
    return columns([(touched.does, touched.path, touched.note) for touched in preview.touched])


def refusal_lines(refusals: Iterable[Refusal]) -> list[str]:
    """Return what could not be done and why."""
    reported = [("refused", refusal.reported) for refusal in refusals]
    return columns(reported, colours=[Colour.BAD] * len(reported))


def undecided_line(review: Review) -> str:
    """Return how much still waits for a decision; empty when nothing does."""
    count = len(review.decided(Decision.UNDECIDED))
    return f"{counted(count, 'file')} {'waits' if count == 1 else 'wait'} for your decision." if count else ""


def applied_json(applied: Applied) -> dict[str, Any]:
    """Return what became of one reply."""
    return {
        "results": [outcome_record(outcome) for outcome in applied.outcomes],
        "files_modified": list(applied.files_modified),
        "shell_suggestions": list(applied.suggestions),
        "warnings": list(applied.warnings),
    }


def review_json(review: Review) -> dict[str, Any]:
    """Return all that is proposed and decided."""
    return {
        "root": review.root,
        "head": {"branch": review.head.branch, "commit": review.head.commit},
        "files": [
            {
                "path": file.path,
                "kind": file.kind,
                "decision": file.decision,
                "changed_since": file.changed_since,
                "added": file.added,
                "removed": file.removed,
                "hunks": file.hunks,
                "accepted_hunks": file.accepted_hunks,
                "rejected_hunks": file.rejected_hunks,
                "hunks_in_part": file.hunks_in_part,
                "edited": file.is_edited,
                "badges": sorted(file.badges),
                "moved_from": file.moved_from,
            }
            for file in review.files
        ],
        "results": [outcome_record(outcome) for outcome in review.outcomes],
        "suggestions": [{"text": s.text, "state": s.state, "why": s.why} for s in review.suggestions],
        "commit": [{"path": c.path, "kind": c.kind, "staged": c.is_staged, "note": c.note} for c in review.commit],
        "undo": review.undo,
        "redo": review.redo,
        "notes": list(review.notes),
        "warnings": list(review.warnings),
    }


def refusals_json(refusals: Iterable[Refusal]) -> list[dict[str, str]]:
    """Return what could not be done and why."""
    return [{"path": refusal.path, "message": refusal.message} for refusal in refusals]


def _how(outcome: Outcome) -> str:
    if outcome.reason is not None:
        return outcome.reason
    if Flag.SEVERAL_PLACES in outcome.flags:
        return f"{outcome.how or 'found'}, 1 of {len(outcome.lines)} places"
    return outcome.how or ("" if outcome.status is Status.ALREADY_APPLIED else outcome.action)


def _place(outcome: Outcome) -> str:
    path = outcome.path or "(no path)"
    return f"{path}:{outcome.lines[0]}" if outcome.lines else path


def _explained(outcome: Outcome, number: str, proposed: Container[str]) -> list[str]:
    where = (
        f"  block {number or outcome.block.number}, line {outcome.block.line_number} of the reply, {_place(outcome)}"
    )
    lines = [where]
    if outcome.message:
        lines += [f"    {line}" for line in outcome.message.splitlines()]
    if Flag.SEVERAL_PLACES in outcome.flags:
        listed = f"{_listed(outcome.lines)}{_of_proposed(outcome.path, proposed)}"
        lines.append(f"    They are lines {listed}. Accept the file if the first is right.")
    elif outcome.asks:
        lines.append("    It waits for your own decision. Accept the file if it is right.")
    return [*lines, *_elsewhere_lines(outcome, number, proposed)]


def _of_proposed(path: str, proposed: Container[str]) -> str:
    """Return which file it is whose lines are counted, where they may not be those of the file as it lies there."""
    return " of the proposed file" if path in proposed else ""


def _elsewhere_lines(outcome: Outcome, number: str, proposed: Container[str]) -> list[str]:
    """Return what is said of the nearest place, and of another file that has one."""
    lines = [line for nearest in outcome.nearest[:1] for line in _nearest_lines(nearest, proposed)]
    other = next((near.path for near in outcome.nearest if near.path != outcome.path), "")
    if number and other and outcome.status is Status.FAILED:
        lines.append(f"    To put it into another file: guillemet place {number} --path {shlex.quote(other)}")
    return lines


def _nearest_lines(nearest: Nearest, proposed: Container[str]) -> list[str]:
    span = f"{_span(nearest.line, nearest.count)}{_of_proposed(nearest.path, proposed)}"
    text = nearest.text.split("\n") if nearest.text else []
    lines = [f"    nearest: {nearest.path}, {span}, {nearest.percent} % alike"]
    lines += [f"      │ {line}" for line in text[:NEAREST_LINES]]
    if len(text) > NEAREST_LINES:
        lines.append(f"      │ … {len(text) - NEAREST_LINES} more lines")
    return lines


def _listed(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def _moved(path: str, moved_from: str) -> str:
    return f"{moved_from} → {path}" if moved_from else path


def _unknown_suggestion(text: str) -> SuggestionReview:
    read = read_suggestion(text)
    return SuggestionReview(read.text, SuggestionState.OPEN if read.operation else SuggestionState.TEXT, read.why_not)


def _suggestion_state(suggestion: SuggestionReview) -> str:
    return "text only" if suggestion.state is SuggestionState.TEXT else suggestion.state
