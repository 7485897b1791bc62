"""The files of the conversation: which are sent along, and for what."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import sleep

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.conversation.dropping import Dropped, find_dropped
from guillemet.app.lanes import Lanes
from guillemet.app.listing import Listing
from guillemet.app.turns import ContextEntry, ListedFile, Use
from guillemet.app.workplace import Workplace
from guillemet.engine.git.listing import FoundFile
from guillemet.engine.workspace import Workspace
from guillemet.llm.ignoring import IGNORE_FILE, Ignoring
from guillemet.llm.map import RepositoryMap

LANE = "files"
"""The lane with a workspace of its own, so that listing a large repository holds no decision up."""
_REST = 0.0005
_MOST_TOLD = 3
"""Refusals that are told one by one."""
_ONLY_OURS = "Only files of the open repository can be put into the conversation."


class ContextFiles(QObject):
    """Holds the files that were added, in the order they were.

    Signals: `changed(tuple[ContextEntry, ...])`; `listed(Listing)`; `refused(str)` with a sentence;
    `failed(Exception)`.
    """

    changed = Signal(object)
    listed = Signal(object)
    refused = Signal(str)
    failed = Signal(object)

    def __init__(self, lanes: Lanes, workplace: Workplace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._workplace = workplace
        self._entries: dict[str, ContextEntry] = {}
        self._lister = Lister()
        self._found = Found()

    @property
    def found(self) -> tuple[FoundFile, ...]:
        """The repository's files, as they were listed last."""
        return self._found.files

    @property
    def known(self) -> frozenset[str]:
        """Their paths."""
        return self._found.known

    @property
    def entries(self) -> tuple[ContextEntry, ...]:
        """The files that are sent along."""
        return tuple(self._entries.values())

    @property
    def editable(self) -> tuple[str, ...]:
        """The paths a model may edit unasked."""
        return self._paths(Use.IN)

    @property
    def read_only(self) -> tuple[str, ...]:
        """The paths a model may only read."""
        return self._paths(Use.READ_ONLY)

    def set_use(self, paths: Iterable[str], use: Use) -> None:
        """Put these files into the conversation, or take them out."""
        self._refuse(self._use(paths, use))

    def take_dropped(self, paths: Sequence[str]) -> None:
        """Put files into the conversation by their absolute paths, and of folders all files that are listed."""
        job = partial(find_dropped, self._workplace.root, paths)
        self._lanes.apart(LANE, job, self._take_dropped, otherwise=self.failed.emit)

    def replace_all(self, uses: Mapping[str, Use]) -> None:
        """Begin with these files alone."""
        self._entries = {path: ContextEntry(path, use) for path, use in uses.items() if use is not Use.OUT}
        self._tell()

    def take_looks(self, looks: Mapping[str, ContextEntry]) -> None:
        """Take what was found out about files when they were read; told only when it is anything new."""
        before = self.entries
        for path, look in looks.items():
            old = self._entries.get(path)
            if old is not None:
                self._entries[path] = replace(look, use=old.use)
        if self.entries != before:
            self.changed.emit(self.entries)

    def outline(self, how: Callable[[Workspace], RepositoryMap], then: Callable[[RepositoryMap], None]) -> None:
        """Make the outline of the other files, in the lane that lists them."""
        root, lister = self._workplace.root, self._lister
        if root:
            self._lanes.apart(LANE, lambda: how(lister.workspace(root)), then, otherwise=self.failed.emit)

    def list_files(self) -> None:
        """Look through the repository for files."""
        if self._workplace.root:
            job = partial(self._lister.list, self._workplace.root)
            self._lanes.apart(LANE, job, self._take_list, otherwise=self.failed.emit)

    def begin(self) -> None:
        """Forget everything, for another repository was opened."""
        self._entries = {}
        self._found = Found()
        self._lister = Lister()
        self._tell()
        self.list_files()

    def _paths(self, use: Use) -> tuple[str, ...]:
        return tuple(entry.path for entry in self._entries.values() if entry.use is use)

    def _use(self, paths: Iterable[str], use: Use) -> list[str]:
        """Do it, and return a sentence for each file that must not be sent."""
        refusals = []
        for path in paths:
            if use is Use.OUT:
                self._entries.pop(path, None)
            elif path not in self.known and self._lister.ignores(path):
                refusals.append(f"{path} is named in {IGNORE_FILE}, so it is not sent to any model.")
            else:
                old = self._entries.get(path)
                self._entries[path] = replace(old, use=use) if old else ContextEntry(path, use)
        self._tell()
        return refusals

    def _take_dropped(self, dropped: Dropped) -> None:
        if dropped.root != self._workplace.root:
            return  # another repository was opened meanwhile
        refusals = [_ONLY_OURS] if dropped.has_others else []
        wanted = list(dropped.files)
        for folder in dropped.folders:
            inside = [path for path in self._found.listing.paths if path.startswith(folder)]
            wanted += inside
            if not inside:
                refusals.append(f"{folder or 'The repository'} holds no file that may be sent.")
        self._refuse([*refusals, *self._use(wanted, Use.IN)])

    def _refuse(self, sentences: Sequence[str]) -> None:
        if sentences:
            more = [f"So it is with {len(sentences) - _MOST_TOLD:,} more."] if len(sentences) > _MOST_TOLD else []
            self.refused.emit(" ".join((*sentences[:_MOST_TOLD], *more)))

    def _take_list(self, found: "Found") -> None:
        self._found = found
        self._tell_list()

    def _tell(self) -> None:
        self.changed.emit(self.entries)
        self._tell_list()

    def _tell_list(self) -> None:
        uses = {path: entry.use for path, entry in self._entries.items()}
        self.listed.emit(self._found.listing.with_uses(uses))


class Found(Struct, frozen=True):
    """What was listed, in all the shapes it is asked for; made where nobody waits for it."""

    files: tuple[FoundFile, ...] = ()
    known: frozenset[str] = frozenset()
    listing: Listing = field(default_factory=Listing)
    """All files are out of the conversation in it."""


class Lister:
    """Lists the files of one repository, in a lane of its own."""

    def __init__(self) -> None:
        self._workspace: Workspace | None = None
        self._ignoring = Ignoring("")

    def list(self, root: str) -> Found:
        """Return the files a model may see."""
        workspace = self.workspace(root)
        (rules,) = workspace.present([IGNORE_FILE])
        self._ignoring = Ignoring(rules.text)
        found = workspace.files(rest=lambda: sleep(_REST))
        seen = tuple(file for file in found if not self._ignoring.ignores(file.path))
        listing = Listing(ListedFile(file.path, file.status) for file in seen)
        return Found(seen, frozenset(listing.paths), listing)

    def workspace(self, root: str) -> Workspace:
        """Return the lane's own workspace."""
        if self._workspace is None:
            self._workspace = Workspace.open(Path(root))
        return self._workspace

    def ignores(self, path: str) -> bool:
        """Whether the user's rules keep a file from every model."""
        return self._ignoring.ignores(path)


def context_of(entries: Sequence[ContextEntry]) -> dict[str, Use]:
    """Return what each file is to the conversation."""
    return {entry.path: entry.use for entry in entries}
