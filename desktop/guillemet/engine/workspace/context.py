"""What every verb works with: the repository, its worktree and its staging area."""

from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct, field

from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.errors import FileError, StoppedError
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import LINK, TreeFile
from guillemet.engine.git.worktree import FileState, Worktree
from guillemet.engine.staging import StagingArea

MOST_COMPARED = 16
"""Pairs of files whose changed lines are kept."""
OTHER = TreeFile("")
"""Stands for something that exists but cannot be read as a file; it equals no content."""


class Checkpoint(Struct):
    """Where long work looks whether it is to go on."""

    is_stopped: Callable[[], bool] = lambda: False

    def check(self) -> None:
        """Raise StoppedError once the work is to be stopped."""
        if self.is_stopped():
            raise StoppedError("It was stopped, and nothing of it was kept.")


def is_text(present: TreeFile | None) -> bool:
    """Whether an ordinary file that can be read lies there: neither a link nor what cannot be known."""
    return present is not None and present != OTHER and present.mode != LINK


class ChangedFiles(Struct):
    """The changed lines of the pairs of files compared last: one decision asks for the same ones several times."""

    _known: OrderedDict[tuple[str | None, str | None], tuple[ChangedLines, ...]] = field(default_factory=OrderedDict)

    def between(
        self, before: str | None, after: str | None, compare: Callable[[], tuple[ChangedLines, ...]]
    ) -> tuple[ChangedLines, ...]:
        """Return what `compare` says of the blobs of these ids, None for no file; asked once."""
        key = before, after
        if key not in self._known:
            self._known[key] = compare()
            if len(self._known) > MOST_COMPARED:
                self._known.popitem(last=False)
        return self._known[key]


class WorkspaceContext(Struct, frozen=True):
    """Repository, worktree and staging area, opened for one worktree."""

    repository: Repository
    worktree: Worktree
    area: StagingArea
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    changed: ChangedFiles = field(default_factory=ChangedFiles)

    def present(self, path: str) -> TreeFile | None:
        """Return what lies at the path now, without keeping its bytes; None when nothing does."""
        return self.file_of(self.worktree.read_state(path))

    def present_or_other(self, path: str) -> TreeFile | None:
        """Return what lies at the path now: OTHER for a folder, a pipe, or a file that cannot be reached or read."""
        try:
            return self.present(path)
        except FileError:
            return OTHER

    def keep(self, path: str) -> TreeFile | None:
        """Return what lies at the path now, its bytes kept; None when nothing does."""
        disk = self.worktree.read_state(path)
        if disk.data is None:
            return None
        return TreeFile(self.write(path, disk.data), disk.mode)

    def write(self, path: str, data: bytes) -> str:
        """Keep the bytes of a file at this path, privately when git ignores it; return their blob id."""
        return self.repository.write_blob(data, is_private=self.repository.is_ignored(path))

    def file_of(self, disk: FileState) -> TreeFile | None:
        """Return what lies on the disk as git would name it; None when nothing does."""
        return None if disk.data is None else TreeFile(self.repository.blob_id(disk.data), disk.mode)

    def content(self, file: TreeFile) -> bytes:
        """Return the bytes of a kept file."""
        return self.repository.read_blob(file.oid)

    def bytes_of(self, file: TreeFile | None) -> bytes:
        """Return the bytes of a kept file, none for no file."""
        return self.content(file) if file else b""
