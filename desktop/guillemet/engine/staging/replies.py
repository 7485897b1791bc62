"""What a reply asked for and what became of it, as the JSON blob the staging area keeps."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, convert, field
from msgspec.structs import asdict

from guillemet.engine.applying import ApplyOptions, ReadReply
from guillemet.engine.applying.options import Choice
from guillemet.engine.commands import SuggestedCommand, read_suggestion
from guillemet.engine.outcomes import Outcome
from guillemet.engine.staging.steps import from_json, to_json


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
    """Return the reply as ASCII JSON."""
    record = asdict(reply) | {
        "suggestions": [(one.text, one.why_not, one.line_number) for one in reply.suggestions],
        "choices": list(reply.choices.items()),
    }
    del record["read"], record["finished"]
    return to_json(record)


def reply_from_json(data: bytes) -> TakenReply:
    """Return the reply that `reply_to_json` wrote; raises ValueError or LookupError when it is none."""
    record = from_json(data, dict[str, Any])
    return TakenReply(
        outcomes=convert(record["outcomes"], tuple[Outcome, ...]),
        suggestions=tuple(_suggestion(*one) for one in record["suggestions"]),
        text=convert(record["text"], str),
        options=convert(record["options"], ApplyOptions),
        choices=convert(dict(record["choices"]), dict[int, Choice]),
        warnings=convert(record["warnings"], tuple[str, ...]),
        flow=convert(record.get("flow", ""), str),
        id=convert(record.get("id") or record.get("flow", ""), str),
        settled=convert(record.get("settled", ()), frozenset[int]),
    )


def _suggestion(text: str, why_not: str, line_number: int) -> SuggestedCommand:
    # Read once more rather than believed: what runs is only ever what the reader makes of the text.
    if why_not:
        return SuggestedCommand(text, None, why_not, line_number)
    return read_suggestion(text, line_number=line_number)
