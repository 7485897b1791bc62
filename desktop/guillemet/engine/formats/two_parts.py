"""Blocks of two sections: a start marker, old lines, a separator, new lines, an end marker; compared after strip."""

from collections.abc import Callable

from msgspec import Struct

from guillemet.engine.blocks import Breakage
from guillemet.engine.formats.format import OpenBlock, Parts, Step, Trouble, unescape


class Markers(Struct, frozen=True):
    """The three markers of such a format."""

    start: str
    separator: str
    end: str


class TwoParts(OpenBlock):
    """A block of two sections being read."""

    def __init__(self, markers: Markers, is_marker: Callable[[str], bool]) -> None:
        self.old: list[str] = []
        self.new: list[str] = []
        self.part = self.old
        self.awaits = markers.separator
        self._markers = markers
        self._is_marker = is_marker
        self._trouble: Trouble | None = None

    def take(self, line: str, line_number: int) -> Step:
        """Read a line that may be a marker."""
        text, markers = line.strip(), self._markers
        if text == markers.start:
            return Step.RESTART
        if text == markers.end:
            if self.part is self.old:
                message = f"Line {line_number} of the reply is `{text}`, and no `{markers.separator}` came before."
                self._trouble = Trouble(Breakage.NO_SEPARATOR, message)
            return Step.DONE
        if text != markers.separator:
            self.part.append(unescape(line, self._is_marker))
        elif self.part is self.old:
            self.part = self.new
            self.awaits = markers.end
        else:
            message = f"Line {line_number} of the reply is a second `{text}` in one block."
            self._trouble = Trouble(Breakage.STRAY_MARKER, message)
        return Step.MORE

    def end(self) -> Parts | Trouble:
        """Return the two sections."""
        return self._trouble or Parts((), tuple(self.old), tuple(self.new))
