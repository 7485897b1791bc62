"""What a reply asked for and what became of it, as the JSON blob the staging area keeps."""

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from guillemet.engine.applying import ApplyOptions, Match, Others, ReadReply
from guillemet.engine.applying.options import Append, Choice, PlaceAt, ReplaceFile, Skip
from guillemet.engine.blocks import (
    Action,
    Block,
    Breakage,
    BrokenBlock,
    DeleteFile,
    EditBlock,
    FormatName,
    MoveFile,
    WholeFile,
)
from guillemet.engine.commands import SuggestedCommand, read_suggestion
from guillemet.engine.outcomes import Change, Flag, Nearest, Outcome, Reason, Rung, Status

_BLOCKS = {kind.__name__: kind for kind in (EditBlock, WholeFile, DeleteFile, MoveFile, BrokenBlock)}
_CHOICES = {kind.__name__: kind for kind in (PlaceAt, Skip, ReplaceFile, Append)}


class TakenReply(Struct, frozen=True):
    """One reply after it was read and staged."""

    outcomes: tuple[Outcome, ...]
    suggestions: tuple[SuggestedCommand, ...]
    """In reply order."""
    text: str = ""
    """The reply itself, so that another window can show it and choices can be made."""
    options: ApplyOptions = field(default_factory=ApplyOptions)
    """How it was read."""
    choices: Mapping[int, Choice] = field(default_factory=dict)
    """What the user decided about single blocks, by their index in `outcomes`."""
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole."""
    flow: str = ""
    """Names a reply that came piece by piece, the same however long it is; empty for one that came whole."""
    id: str = ""
    """Names the reply for as long as the proposal has it, however its text grows or its blocks are chosen for."""
    settled: frozenset[int] = frozenset()
    """Which of `outcomes`, by index, stay as they are: their file was accepted, and then committed or put away."""
    finished: int | None = None
    """Of a reply that still comes, the length of its part that ends with a finished block; stored nowhere."""
    read: ReadReply | None = None
    """How it was read, for applying and showing it; known only right after that, and stored nowhere."""

    @property
    def committed_paths(self) -> frozenset[str]:
        """The files, by every name, that were accepted as this reply wanted them, and are not proposed any more."""
        blocks = (self.outcomes[at] for at in self.settled)
        return frozenset(path for one in blocks for path in (one.path, one.block.path))


def reply_to_json(reply: TakenReply) -> bytes:
    """Return the reply as UTF-8 JSON."""
    record = {
        "outcomes": [asdict(one) | {"block": _named(one.block)} for one in reply.outcomes],
        "suggestions": [[one.text, one.why_not, one.line_number] for one in reply.suggestions],
        "text": reply.text,
        "options": asdict(reply.options),
        "choices": [[at, _named(choice)] for at, choice in reply.choices.items()],
        "warnings": reply.warnings,
        "flow": reply.flow,
        "id": reply.id,
        "settled": sorted(reply.settled),
    }
    return json.dumps(record, ensure_ascii=True, default=_plain).encode()


def reply_from_json(data: bytes) -> TakenReply:
    """Return the reply that `reply_to_json` wrote."""
    record = json.loads(data)
    return TakenReply(
        outcomes=tuple(_outcome(outcome) for outcome in record["outcomes"]),
        suggestions=tuple(_suggestion(*one) for one in record["suggestions"]),
        text=record["text"],
        options=_options(record["options"]),
        choices={at: _CHOICES[choice.pop("kind")](**choice) for at, choice in record["choices"]},
        warnings=tuple(record["warnings"]),
        flow=record.get("flow", ""),
        id=record.get("id") or record.get("flow", ""),
        settled=frozenset(record.get("settled", ())),
    )


def _named(value: Block | BrokenBlock | Choice) -> dict[str, Any]:
    return {"kind": type(value).__name__} | asdict(value)


def _plain(value: object) -> object:
    """Return what JSON can hold for values it knows nothing of."""
    if isinstance(value, Nearest | Change):
        return asdict(value)
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is kept in no reply")


def _outcome(record: dict[str, Any]) -> Outcome:
    record |= {
        "block": _block(record["block"]),
        "status": Status(record["status"]),
        "action": Action(record["action"]),
        "how": Rung(record["how"]) if record["how"] else None,
        "reason": Reason(record["reason"]) if record["reason"] else None,
        "lines": tuple(record["lines"]),
        "nearest": tuple(Nearest(**_frozen(nearest)) for nearest in record["nearest"]),
        "flags": frozenset(Flag(flag) for flag in record["flags"]),
        "change": Change(**record["change"]) if record.get("change") else None,
    }
    return Outcome(**_frozen(record))


def _block(record: dict[str, Any]) -> Block | BrokenBlock:
    kind = _BLOCKS[record.pop("kind")]
    record["format"] = FormatName(record["format"])
    if "breakage" in record:
        record["breakage"] = Breakage(record["breakage"])
    made: Block | BrokenBlock = kind(**_frozen(record))
    return made


def _options(record: dict[str, Any]) -> ApplyOptions:
    only = FormatName(record["only"]) if record["only"] else None
    asked = FormatName(record["asked"]) if record.get("asked") else None
    others = Others(record["others"]) if record.get("others") else None
    shown = tuple((path, oid) for path, oid in record.get("shown", ()))
    match = Match(record["match"])
    typed = {"match": match, "only": only, "asked": asked, "others": others, "shown": shown}
    return ApplyOptions(**_frozen(record | typed))


def _suggestion(text: str, why_not: str, line_number: int) -> SuggestedCommand:
    # Read once more rather than believed: what runs is only ever what the reader makes of the text.
    if why_not:
        return SuggestedCommand(text, None, why_not, line_number)
    return read_suggestion(text, line_number=line_number)


def _frozen(record: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}
