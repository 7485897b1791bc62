"""Which lines a sheet holds, and what one row is to it: whose line stands there, and on which colour."""

from enum import StrEnum

from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.ui.style.theme import Theme


class Shows(StrEnum):
    """Which lines a sheet holds; the words name it to screen readers."""

    OLD = "Before"
    NEW = "After"
    BOTH = "Before and after"

    @property
    def sides(self) -> tuple[bool, ...]:
        """The sides whose line numbers stand beside it, from the left: whether each is the old one."""
        return {Shows.OLD: (True,), Shows.NEW: (False,), Shows.BOTH: (True, False)}[self]

    def place(self, row: DiffRow) -> tuple[bool, int] | None:
        """Return whose line stands in this row, as (is old, line); None for folds and empty sides."""
        if row.kind is RowKind.FOLD:
            return None
        is_old = self is Shows.OLD or (self is Shows.BOTH and row.new is None)
        line = row.old if is_old else row.new
        return None if line is None else (is_old, line)

    def band(self, row: DiffRow, theme: Theme, *, filler: str = "") -> str:
        """Return the colour behind the row, empty for none; a side without a line has the filler's."""
        if row.kind is RowKind.FOLD:
            return theme.fold
        if row.kind is RowKind.SAME:
            return ""
        place = self.place(row)
        if place is None:
            return filler
        return theme.removed if place[0] else theme.added
