"""What a reply asked for and what became of it, as the JSON blob the staging area keeps."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from guillemet.engine.blocks import Action, Breakage, BrokenBlock, EditBlock, FormatName
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Rung, Status
from guillemet.engine.suggestions import Suggestion, read_suggestion


@dataclass(frozen=True, slots=True)
class TakenReply:
    """One reply after it was read and staged."""

    outcomes: tuple[Outcome, ...]
    suggestions: tuple[Suggestion, ...]
    """In reply order."""
    text: str = ""
    """The reply itself, so that another window can show it."""


def reply_to_json(reply: TakenReply) -> bytes:
    """Return the reply as UTF-8 JSON."""
    record = {
        "outcomes": [_outcome(outcome) for outcome in reply.outcomes],
        "suggestions": [[one.text, one.why_not, one.line_number] for one in reply.suggestions],
        "text": reply.text,
    }
    return json.dumps(record, ensure_ascii=True).encode()


def reply_from_json(data: bytes) -> TakenReply:
    """Return the reply that `reply_to_json` wrote."""
    record = json.loads(data)
    return TakenReply(
        outcomes=tuple(_read_outcome(outcome) for outcome in record["outcomes"]),
        suggestions=tuple(_read_suggestion(*one) for one in record["suggestions"]),
        text=record["text"],
    )


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "block": _block(outcome.block),
        "status": outcome.status,
        "path": outcome.path,
        "action": outcome.action,
        "how": outcome.how,
        "score": outcome.score,
        "reason": outcome.reason,
        "message": outcome.message,
        "lines": outcome.lines,
        "nearest": [[n.path, n.line, n.count, n.similarity, n.text] for n in outcome.nearest],
        "flags": sorted(outcome.flags),
    }


def _read_outcome(record: dict[str, Any]) -> Outcome:
    return Outcome(
        block=_read_block(record["block"]),
        status=Status(record["status"]),
        path=record["path"],
        action=Action(record["action"]),
        how=Rung(record["how"]) if record["how"] else None,
        score=record["score"],
        reason=Reason(record["reason"]) if record["reason"] else None,
        message=record["message"],
        lines=tuple(record["lines"]),
        nearest=tuple(Nearest(*nearest) for nearest in record["nearest"]),
        flags=frozenset(Flag(flag) for flag in record["flags"]),
    )


def _block(block: EditBlock | BrokenBlock) -> dict[str, Any]:
    shared = {
        "path": block.path,
        "format": block.format,
        "number": block.number,
        "line_number": block.line_number,
        "written": block.written,
    }
    if isinstance(block, EditBlock):
        return shared | {"anchor": block.anchor, "old": block.old, "new": block.new}
    return shared | {"breakage": block.breakage, "message": block.message}


def _read_block(record: dict[str, Any]) -> EditBlock | BrokenBlock:
    shared: dict[str, Any] = {
        "path": record["path"],
        "format": FormatName(record["format"]),
        "number": record["number"],
        "line_number": record["line_number"],
        "written": _lines(record["written"]),
    }
    if "breakage" in record:
        return BrokenBlock(**shared, breakage=Breakage(record["breakage"]), message=record["message"])
    return EditBlock(**shared, anchor=_lines(record["anchor"]), old=_lines(record["old"]), new=_lines(record["new"]))


def _read_suggestion(text: str, why_not: str, line_number: int) -> Suggestion:
    # Read once more rather than believed: what runs is only ever what the reader makes of the text.
    if why_not:
        return Suggestion(text, None, why_not, line_number)
    return read_suggestion(text, line_number=line_number)


def _lines(record: Iterable[str]) -> tuple[str, ...]:
    return tuple(record)
