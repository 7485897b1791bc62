"""The files a reply is applied to: as proposed so far, else as they lie in the worktree."""

from collections.abc import Collection, Mapping

from msgspec import Struct, field

from guillemet.engine.errors import FileError
from guillemet.engine.git.configured_files import ConfiguredFile, configured_files, why_it_runs_here
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.workspace.context import WorkspaceContext


class ProposedFiles(Struct):
    """What blocks read; whatever is proposed hides the worktree's file."""

    desk: WorkspaceContext
    proposed: dict[str, TreeFile | bytes | None]
    """Content by path, kept in git's store or given as bytes; None for a file that is to go."""
    shown: Mapping[str, TreeFile] = field(default_factory=dict)
    """Files as a model saw them that are others by now."""
    links: dict[str, str] = field(default_factory=dict)
    """Real path by the link that named it."""
    _configured: tuple[ConfiguredFile, ...] | None = None
    """What git's configuration names, once it was looked up."""

    def read(self, path: str) -> bytes | None:
        """Return the proposed bytes, else the worktree's; None when there is no such file."""
        if path in self.proposed:
            content = self.proposed[path]
            return self.desk.content(content) if isinstance(content, TreeFile) else content
        self._refuse_a_file_for_a_folder(path)
        return self.desk.worktree.read(path)

    def names(self) -> Collection[str]:
        """Return every path of the index and of the proposal."""
        return self.desk.repository.tracked() | self.proposed.keys()

    def new_file_ending(self, path: str) -> str:
        """Return the line ending a new file at this path takes."""
        return self.desk.repository.new_file_ending(path)

    def real_path(self, path: str) -> str:
        """Return the path without links; raises UnsafePathError when it leads out of the repository."""
        real = self.desk.worktree.real_path(path)
        if real != path:
            self.links[real] = path
        return real

    def is_same(self, path: str, other: str) -> bool:
        """Whether both paths lead to one file of the worktree."""
        found = self.desk.worktree.fingerprint(path)
        return found is not None and found == self.desk.worktree.fingerprint(other)

    def is_there(self, path: str) -> bool:
        """Whether such a file is proposed or lies in the worktree, tracked or not."""
        return path in self.proposed or (".." not in path and self.desk.worktree.exists_on_disk(path))

    def why_it_can_run(self, path: str) -> str | None:
        """Return in a sentence what of this repository runs or obeys the file; None when nothing does."""
        if self._configured is None:
            self._configured = configured_files(self.desk.repository)
        return why_it_runs_here(path, self._configured, exists=self.is_there)

    def _refuse_a_file_for_a_folder(self, path: str) -> None:
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = "/".join(parts[:depth])
            if self.proposed.get(above) is not None:
                raise FileError(path, f"{above} is a file of this proposal, so it cannot hold {path}.")
        folder = path + "/"
        if any(other.startswith(folder) and content is not None for other, content in self.proposed.items()):
            raise FileError(path, f"{path} is a folder of this proposal, so no file of that name can be made.")
