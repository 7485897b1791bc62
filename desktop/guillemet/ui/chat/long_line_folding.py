"""Lines too long for a text box, folded: a short note stands for each until the text is asked for.

{"a":1,"b":2,…                         2,000,000 characters
«{"a":1,"b":2,… 2,000,000 characters»  as it stands in the box

Qt lays a whole line out anew at every key, which for a megabyte takes a quarter of a second.
"""

import re

LONGEST = 30_000
"""Characters of a line that is not folded."""
_BEGINNING = 30


class LongLineFolding:
    """The lines that were folded, by their notes."""

    def __init__(self) -> None:
        self._lines: dict[str, str] = {}
        self._notes: re.Pattern[str] | None = None

    def fold(self, text: str) -> str:
        """Return the text with a note for every line that is too long."""
        if not _has_long_line(text):
            return text
        return "\n".join(self._short(line) for line in text.split("\n"))

    def unfold(self, text: str) -> str:
        """Return the text with every line in the place of its note."""
        return self._notes.sub(lambda found: self._lines[found[0]], text) if self._notes else text

    def note_around(self, line: str, place: int) -> tuple[int, int] | None:
        """Return where the note begins and ends in or at whose ends this place of a line is, if there is one."""
        spans = (found.span() for found in self._notes.finditer(line)) if self._notes else ()
        return next((span for span in spans if span[0] <= place <= span[1]), None)

    def forget(self) -> None:
        """Forget every line: its note is a text like any other from now on."""
        self._lines.clear()
        self._notes = None

    def _short(self, line: str) -> str:
        if len(line) <= LONGEST:
            return line
        return f"{self._note(line[:-1])}\r" if line.endswith("\r") else self._note(line)

    def _note(self, line: str) -> str:
        number, note = 1, ""
        while not note or self._lines.get(note, line) != line:
            which = f", number {number}" if number > 1 else ""
            note = f"«{line[:_BEGINNING].strip()}… {len(line):,} characters{which}»"
            number += 1
        self._lines[note] = line
        self._notes = re.compile("|".join(map(re.escape, self._lines)))
        return note


def _has_long_line(text: str) -> bool:
    start = 0
    while start + LONGEST < len(text):
        start = text.rfind("\n", start, start + LONGEST + 1) + 1
        if not start:
            return True
    return False
