"""What is held back outside blocks, since it may be the head of one."""

from msgspec import Struct, field


class Lookahead(Struct):
    """The lines, and which of them is what; -1 where none is."""

    lines: list[str] = field(default_factory=list)
    """With their endings."""
    name_at: int = -1
    """The last one that says something: it may name a file."""
    lead: str = ""
    lead_at: int = -1
    is_below_fence: bool = False
    """Whether the last one that says something is a fence, or the path below it."""
    file_at: int = -1
    """A fence that may hold a file."""
    diff_at: int = -1
    """A fence that may hold a diff without heads."""
    diff_start: int = -1
    """The first one in that fence that says something."""

    def hold_name(self, line: str) -> None:
        """Hold back a line that may name a file."""
        self.name_at = len(self.lines)
        self.is_below_fence = False
        self.lines.append(line)

    def hold_lead(self, line: str) -> None:
        """Hold back a line that belongs to the start marker it may stand above."""
        self.lead_at = len(self.lines)
        self.lead = line.removesuffix("\n")
        self.lines.append(line)
