"""Which file a reply spoke of last, for the blocks that name none."""

from collections.abc import Callable, Sequence

from guillemet.engine.formats.path_line import files_named_in, undecorate_head


class LastPath:
    """What was named so far."""

    def __init__(self, exists: Callable[[str], bool]) -> None:
        self._exists = exists
        self._last = ""
        self._spoken_of: frozenset[str] = frozenset()
        """The files of which the last section head speaks, if it names none."""

    @property
    def last(self) -> str:
        """The last file the reply named."""
        return self._last

    def note(self, path: str | None) -> None:
        """Note that a file was named, if one was."""
        self._last = path or self._last

    def note_head(self, text: str) -> None:
        """Note a line without outer blanks that may be the head of a section."""
        path = undecorate_head(text, self._exists)
        self.note(path)
        if path or text[:1] in "#*":
            self._spoken_of = frozenset() if path else files_named_in(text, self._exists)

    def end_section(self) -> None:
        """Forget of what the section head speaks, for a block below it named its file."""
        self._spoken_of = frozenset()

    def speaks_of_another(self, path: str, above: Sequence[str]) -> bool:
        """Whether the line above a block, or its section head, speaks of other files than this one."""
        spoken = next((line for line in reversed(above) if line.strip()), "")
        files = files_named_in(spoken, self._exists) or self._spoken_of
        return path != "" and bool(files) and path not in files
