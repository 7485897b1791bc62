"""Lists the files a model may see: those of one repository, but for what the user's rules leave out."""

from pathlib import Path
from time import sleep

from msgspec import Struct, field

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile
from guillemet.engine.git.listing import FoundFile
from guillemet.engine.workspace import Workspace
from guillemet.llm.ignore_rules import IGNORE_FILE, IgnoreRules

_REST = 0.0005
"""Seconds, now and then, for the thread that paints."""


class ListedFiles(Struct, frozen=True):
    """What was listed, in all the shapes it is asked for; made where nobody waits for it."""

    files: tuple[FoundFile, ...] = ()
    known: frozenset[str] = frozenset()
    listing: FileListing = field(default_factory=FileListing)
    """All files are out of the conversation in it."""


class FileLister:
    """Lists the files of one repository, in a lane of its own."""

    def __init__(self) -> None:
        self._workspace: Workspace | None = None
        self._ignoring = IgnoreRules("")
        self._last = ListedFiles()

    def list(self, root: str) -> ListedFiles:
        """Return the files a model may see; the very same value as long as they are the same."""
        workspace = self.workspace(root)
        (rules,) = workspace.present([IGNORE_FILE])
        self._ignoring = IgnoreRules(rules.text)
        found = workspace.files(rest=lambda: sleep(_REST))
        seen = tuple(file for file in found if not self._ignoring.ignores(file.path))
        if seen != self._last.files:
            listing = FileListing(ListedFile(file.path, file.status) for file in seen)
            self._last = ListedFiles(seen, frozenset(listing.paths), listing)
        return self._last

    def workspace(self, root: str) -> Workspace:
        """Return the lane's own workspace."""
        if self._workspace is None:
            self._workspace = Workspace.open(Path(root))
        return self._workspace

    def ignores(self, path: str) -> bool:
        """Whether the user's rules keep a file from every model."""
        return self._ignoring.ignores(path)
