"""What the boxes of the list of changes ask for: files are included in the next commit, or left out of it."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.engine.review import CommitLine
from guillemet.engine.text import counted
from guillemet.ui.actions import KeyScope
from guillemet.ui.changes.file_rows import FileRow, Group
from guillemet.ui.widgets.context_menu import Entry, PathAction

_LEAVE_OUT, _INCLUDE = _TOGGLED = "Leave out of the commit", "Include in the commit"
"""What the box does, and its key."""


class CommitBoxes(QObject):
    """Asks for what a press on a box, or the menu of its row, means.

    Signals: `inclusion_requested(tuple[str, ...], included)`; `own_lines_requested(tuple[str, ...], included)`, also
    when a file is ticked that is left out for them; `look_requested(str)` to show what the commit holds of a file.
    """

    inclusion_requested = Signal(tuple, bool)
    own_lines_requested = Signal(tuple, bool)
    look_requested = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: tuple[CommitLine, ...] = ()
        """All that the next commit may hold, whatever the filter hides."""

    def toggle(self, rows: Sequence[FileRow]) -> bool:
        """Ask to include files, or to leave them out if all are included whole; return whether there is such a one."""
        lines = [row.line for row in rows if row.line is not None and row.line.can_be_ticked]
        if not lines:
            return False
        if not any(line.is_left_out or line.hunks[1] for line in lines):
            self.inclusion_requested.emit(_paths(lines, lambda _line: True), False)  # noqa: FBT003
            return True
        ways = (
            (self.own_lines_requested, _paths(lines, lambda line: line.needs_own_lines)),
            (self.inclusion_requested, _paths(lines, _has_left_out)),
        )
        for signal, paths in ways:
            if paths:
                signal.emit(paths, True)  # noqa: FBT003  a signal's argument
        return True

    def entries(self, rows: Sequence[FileRow], where: KeyScope | None) -> list[Entry]:
        """Return what a menu offers on what is committed of these files, with the key, and of all others."""
        lines = [row.line for row in rows if row.line is not None]
        if not lines:
            return []
        entries: list[Entry] = []
        if len(rows) == 1 and (rows[0].is_of_commit_only or not lines[0].is_left_out):
            words = PathAction.SHOW if rows[0].is_of_commit_only else "Show what will be committed"
            entries.append((words, partial(self.look_requested.emit, lines[0].path)))
        others = [line for line in self.lines if line not in lines]
        is_in_list = where is KeyScope.LIST and all(row.group is Group.ACCEPTED for row in rows)
        are_optional = all(line.is_optional for line in lines)
        left_out = _paths((*others, *lines), _has_left_out)
        own, inclusion = self.own_lines_requested, self.inclusion_requested
        every = left_out if len(left_out) > 1 or not {line.path for line in lines}.issuperset(left_out) else ()
        ways = (
            (("Leave my own lines out", "Leave my own lines of {} out"), own, _paths(lines, _has_own), False),
            (("Include my own lines", "Include my own lines of {}"), own, _paths(lines, _could_have_own), True),
            ((_LEAVE_OUT, "Leave {} out of the commit"), inclusion, _paths(lines, _is_taken), False),
            ((_INCLUDE, "Include {} in the commit"), inclusion, _paths(lines, _is_by_choice), True),
            (
                ("Include all hunks in the commit", "Include all hunks of {}"),
                inclusion,
                _paths(lines, _is_in_part),
                True,
            ),
            (("Leave all others out of the commit",) * 2, inclusion, _paths(others, _is_taken) * are_optional, False),
            (("Include all in the commit",) * 2, inclusion, every, True),
        )
        for (of_one, of_many), signal, paths, included in ways:
            if paths:
                words = of_one if len(rows) == 1 else of_many.format(counted(len(paths), "file"))
                key = "\tSpace" if is_in_list and of_one in _TOGGLED else ""
                entries.append((f"{words}{key}", partial(signal.emit, paths, included)))
        return entries


def _has_own(line: CommitLine) -> bool:
    return line.holds_own and line.with_own


def _could_have_own(line: CommitLine) -> bool:
    return line.holds_own and not line.with_own


def _has_left_out(line: CommitLine) -> bool:
    return line.has_left_out


def _is_by_choice(line: CommitLine) -> bool:
    return line.is_by_choice


def _is_in_part(line: CommitLine) -> bool:
    return bool(line.hunks[1])


def _is_taken(line: CommitLine) -> bool:
    return line.is_optional and not line.is_left_out


def _paths(lines: Sequence[CommitLine], applies: Callable[[CommitLine], bool]) -> tuple[str, ...]:
    return tuple(line.path for line in lines if applies(line))
