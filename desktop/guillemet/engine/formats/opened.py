"""The block a reply is inside of: what was written of it so far, and what becomes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from guillemet.engine.blocks import BlockGrew, Breakage, BrokenBlock, EditBlock
from guillemet.engine.formats.format import Format, OpenBlock, Parts


@dataclass(slots=True)
class Opened:
    """A block whose end has not come."""

    number: int
    path: str
    format: Format
    line_number: int
    reading: OpenBlock
    lines: list[str]
    """As written, head included, without line endings."""
    head: int
    """How many of the lines are the head."""
    seen: dict[str, BlockGrew] = field(default_factory=dict)
    """The events of its lines, each once: old and new lines are mostly the same."""

    def grow(self, lines: Sequence[str]) -> list[BlockGrew]:
        """Take plain lines of content; return their events."""
        seen = self.seen
        for line in lines:
            if line not in seen:
                seen[line] = BlockGrew(self.number, line)
        grew = [seen[line] for line in lines]
        texts = [one.text for one in grew]
        self.reading.part += texts
        self.lines += texts
        return grew

    def finished(self, parts: Parts) -> EditBlock:
        """Return the block with the lines it came to."""
        return EditBlock(
            path=self.path,
            anchor=parts.anchor,
            old=parts.old,
            new=parts.new,
            format=self.format.name,
            number=self.number,
            line_number=self.line_number,
            raw="\n".join(self.lines),
        )

    def broken(self, breakage: Breakage, message: str) -> BrokenBlock:
        """Return the report of a block that cannot be used."""
        return BrokenBlock(
            path=self.path,
            format=self.format.name,
            number=self.number,
            line_number=self.line_number,
            raw="\n".join(self.lines),
            breakage=breakage,
            message=message,
        )
