"""The context menus of the list of changes: what can be done with files, with what a head or a folder holds."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.engine.review import Decision
from guillemet.engine.text import counted
from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.changes.commit_boxes import CommitBoxes
from guillemet.ui.changes.file_rows import FileRow, FolderRow, GroupRow
from guillemet.ui.widgets.context_menu import Entry, PathAction, path_entries, with_key
from guillemet.ui.wording import files_of


class FileMenus(QObject):
    """Makes the entries; those on what is committed are the `boxes`'.

    Signals: `decided(Sequence[FileRow], Decision)`; `reconsider_requested(tuple[str, ...])` to reset decisions;
    `dismiss_requested(tuple[int, ...])` with blocks that are in no file; `reviewed_requested(tuple[str, ...])` to mark
    files as reviewed, or not; `path_action_requested(PathAction, tuple[str, ...])`; `fold_requested(str, bool)` with
    the key of a head or a folder, and whether it is to be unfolded.
    """

    decided = Signal(object, object)
    reconsider_requested = Signal(tuple)
    dismiss_requested = Signal(tuple)
    reviewed_requested = Signal(tuple)
    path_action_requested = Signal(object, tuple)
    fold_requested = Signal(str, bool)

    def __init__(self, boxes: CommitBoxes, parent: QObject) -> None:
        super().__init__(parent)
        self._boxes = boxes

    def of_files(self, rows: Sequence[FileRow], where: KeyScope | None = KeyScope.LIST) -> list[Entry]:
        """Return what can be done with these files, with the keys for it in a place."""
        paths = [row.path for row in rows]
        entries = self._decisions(rows, where)
        proposed = tuple(row.path for row in rows if row.file is not None)
        if proposed:
            is_reviewed = all(row.is_reviewed for row in rows if row.file is not None)
            words = "Mark as not reviewed" if is_reviewed else "Mark as reviewed"
            entries.append((with_key(words, Act.MARK_REVIEWED, where), partial(self.reviewed_requested.emit, proposed)))
        if of_commit := self._boxes.entries(rows, where):
            entries += [*[None] * bool(entries), *of_commit]
        actions = [PathAction.COMMENT, PathAction.ADD, PathAction.OPEN, PathAction.REVEAL, PathAction.COPY]
        if any(row.is_of_commit_only for row in rows):
            actions.remove(PathAction.COMMENT)
        elif all(row.is_undecided for row in rows):
            actions.append(PathAction.COPY_PATCH)
        return [*entries, None, *path_entries(actions, paths, self.path_action_requested.emit, where)]

    def of_unlisted(self, path: str, where: KeyScope | None) -> list[Entry]:
        """Return what can be done with a file that is no part of the review."""
        actions = (PathAction.ADD, PathAction.OPEN, PathAction.REVEAL, PathAction.COPY)
        return path_entries(actions, [path], self.path_action_requested.emit, where)

    def of_head(self, head: GroupRow | FolderRow, rows: Sequence[FileRow]) -> list[Entry]:
        """Return what can be done with a head or a folder that has these files."""
        decisions = self._decisions(rows)
        fold = "Fold" if head.is_open else "Unfold", partial(self.fold_requested.emit, head.key, not head.is_open)
        return [*decisions, *[None] * bool(decisions), fold]

    def _decisions(self, rows: Sequence[FileRow], where: KeyScope | None = None) -> list[Entry]:
        """Return what can be decided about these files, with how many it is about, and the key for it in a place."""
        proposed = [row for row in rows if row.file is not None]
        ways = (("Accept", Decision.ACCEPTED, Act.ACCEPT_FILE), ("Reject", Decision.REJECTED, Act.REJECT_FILE))
        entries: list[Entry] = [
            (with_key(f"{verb} {_which(some, rows, way)}", act, where), partial(self.decided.emit, some, way))
            for verb, way, act in ways
            if (some := [row for row in proposed if row.decision is not way and row.can_be(way)])
        ]
        decided = tuple(row.path for row in proposed if row.file and (row.file.divided or not row.is_undecided))
        if decided:
            words = f"Reset the decision{'s' * (len(decided) > 1)} on {counted(len(decided), 'file')}"
            words = with_key("Reset the decision" if len(rows) == 1 else words, Act.RECONSIDER_FILE, where)
            entries.append((words, partial(self.reconsider_requested.emit, decided)))
        if blocks := tuple(dict.fromkeys(number for row in rows for number in row.blocks)):
            words = f"Dismiss {counted(len(blocks), 'failed block')}"
            entries.append((words, partial(self.dismiss_requested.emit, blocks)))
        return entries


def _which(some: Sequence[FileRow], rows: Sequence[FileRow], way: Decision) -> str:
    """Return how a menu of these files names some of them: one of which hunks were decided as its head does."""
    file = rows[0].file
    return "rest" if len(rows) == 1 and file is not None and way in file.of_rest else files_of(len(some), len(rows))
