"""The files of the conversation, and what is known of the repository around them: its file list and its outline.

Large changes of the entries, listing and outlining run on plain values in the background: on the thread that paints
they would hold it up.
"""

import re
from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from time import sleep

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.file_listing import FileListing
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import ContextEntry, ListedFile, Use
from guillemet.engine.git.listing import FoundFile
from guillemet.engine.workspace import Workspace
from guillemet.llm.ignore_rules import IGNORE_FILE, IgnoreRules
from guillemet.llm.repo_map import MapOptions, OutlineCache, RepositoryMap, make_map

_PAUSE = 330
"""Milliseconds without a change before the outline is made.

Not as many as between two looks of `RepositoryWatcher`: each try would meet one of them, and find the worker busy.
"""
_WORD = re.compile(r"[^\W\d]\w{2,}")
Entries = dict[str, ContextEntry]
"""The files of the conversation by path, in the order they were added."""
Change = Callable[[Entries], Entries]
_REST = 0.0005
"""Seconds, now and then, for the thread that paints."""
WORKER = "files"
"""The worker with a workspace of its own, so that listing a large repository holds no decision up."""
_AT_ONCE = 2_000
"""Files up to which a request is carried out at once; more of them would hold the thread that paints."""
_MOST_REPORTED = 3
"""Refusals that are reported one by one."""
_MENTION = re.compile(r"""@(?<![^\s(\[{"'`,;]@)(?:"([^"]+)"|([^\s@"]+))""")
_ONLY_OURS = "Only files of the open repository can be put into the conversation."


class ListedFiles(Struct, frozen=True):
    """What was listed, in all the shapes it is asked for; made on a worker."""

    files: tuple[FoundFile, ...] = ()
    known: frozenset[str] = frozenset()
    listing: FileListing = field(default_factory=FileListing)
    """All files are out of the conversation in it."""


class FileLister:
    """Lists the files of one repository, in a worker of its own."""

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
        """Return the worker's own workspace."""
        if self._workspace is None:
            self._workspace = Workspace.open(Path(root))
        return self._workspace

    def ignores(self, path: str) -> bool:
        """Whether the user's rules keep a file from every model."""
        return self._ignoring.ignores(path)


class ReportScope(Enum):
    """What is emitted when a request was carried out."""

    ALL = "all"
    WHAT_IS_NEW = "what is new"
    LISTING = "listing"


class ContextRequest(Struct, frozen=True):
    """A change of the entries."""

    change: Change
    reports: ReportScope
    then: list[Callable[[], None]] = field(default_factory=list)
    """Who waits for it."""


class ContextChange(Struct, frozen=True):
    """What came of a request."""

    entries: Entries
    found: ListedFiles
    is_new: bool
    """Whether it is to be reported."""
    listing: FileListing | None
    """None where it is as before."""


def carried_out(change: Change, entries: Entries, found: ListedFiles, reports: ReportScope) -> ContextChange:
    """Return what comes of this change."""
    after = change(entries)
    is_new = reports is ReportScope.ALL or (reports is ReportScope.WHAT_IS_NEW and after != entries)
    has_listing = reports is not ReportScope.WHAT_IS_NEW
    listing = found.listing.with_uses({path: one.use for path, one in after.items()}) if has_listing else None
    return ContextChange(after, found, is_new, listing)


def entries_of(uses: Mapping[str, Use]) -> Entries:
    """Return these files alone."""
    return {path: ContextEntry(path, use) for path, use in uses.items() if use is not Use.OUT}


def with_use(entries: Entries, *, paths: Sequence[str], use: Use) -> Entries:
    """Return the entries with these files in this use."""
    if use is Use.OUT:
        gone = frozenset(paths)
        return {path: entry for path, entry in entries.items() if path not in gone}
    return entries | {
        path: replace(old, use=use) if (old := entries.get(path)) else ContextEntry(path, use) for path in paths
    }


def with_looks(entries: Entries, *, looks: Mapping[str, ContextEntry]) -> Entries:
    """Return the entries with what was found out about files when they were read."""
    found = {path: replace(look, use=entries[path].use) for path, look in looks.items() if path in entries}
    return entries | found


class DroppedPaths(Struct, frozen=True):
    """What was dropped, as paths in the repository."""

    root: str
    files: tuple[str, ...]
    folders: tuple[str, ...]
    """Each ends with a slash; the top folder's is empty."""
    has_others: bool
    """Whether something lies elsewhere."""


def find_dropped(root: str, paths: Iterable[str]) -> DroppedPaths:
    """Return what lies in the repository of these absolute paths, by whatever links they lead there."""
    files, folders, has_others = [], [], False
    for path in paths:
        place = Path(path)
        by_links = place.parent.resolve() / place.name
        home = next((one for one in (place, by_links) if root and one.is_relative_to(root)), None)
        if home is None:
            has_others = True
        elif home.is_dir():
            inside = home.relative_to(root).as_posix()
            folders.append("" if inside == "." else f"{inside}/")
        else:
            files.append(home.relative_to(root).as_posix())
    return DroppedPaths(root, tuple(files), tuple(folders), has_others)


class ContextFiles(QObject):
    """Holds the files that were added, in the order they were.

    Signals: `changed(tuple[ContextEntry, ...])`; `listed(Listing)`; `refused(str)` with a sentence.
    """

    changed = Signal(object)
    listed = Signal(object)
    refused = Signal(str)

    def __init__(self, tasks: TaskRunner, workplace: RepositoryService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._workplace = workplace
        self._entries: Entries = {}
        self._requests: deque[ContextRequest] = deque()
        """Requests that are carried out on a worker, and those that wait for them."""
        self._lister = FileLister()
        self._at_work: FileLister | None = None
        """Who looks through the repository just now."""
        self._looks_again = False
        self._found = ListedFiles()

    @property
    def found(self) -> tuple[FoundFile, ...]:
        """The repository's files, as they were listed last."""
        return self._found.files

    @property
    def listing(self) -> FileListing:
        """The same, as they are shown."""
        return self._found.listing

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
        self._tasks.apart(WORKER, job, self._take_dropped)

    def replace_all(self, uses: Mapping[str, Use]) -> None:
        """Begin with these files alone."""
        self._change(lambda _: entries_of(uses), len(uses), reports=ReportScope.ALL)

    def take_looks(self, looks: Mapping[str, ContextEntry]) -> None:
        """Take what was found out about files when they were read; emitted only when it is anything new."""
        self._change(partial(with_looks, looks=looks), len(looks), reports=ReportScope.WHAT_IS_NEW)

    def once_settled(self, then: Callable[[], None]) -> None:
        """Go on when all that was requested until now is so: at once, but after a request about very many files."""
        if self._requests:
            self._requests[-1].then.append(then)
        else:
            then()

    def outline(self, how: Callable[[Workspace], RepositoryMap], then: Callable[[RepositoryMap], None]) -> None:
        """Make the outline of the other files, in the worker that lists them."""
        root, lister = self._workplace.root, self._lister
        self._tasks.apart(WORKER, lambda: how(lister.workspace(root)), then)

    def list_files(self) -> None:
        """Look through the repository for files, once more after the look that is under way."""
        lister, root = self._lister, self._workplace.root
        if not root or lister is self._at_work:
            self._looks_again = True
            return
        self._at_work, self._looks_again = lister, False

        def take(found: ListedFiles) -> None:
            if lister is not self._lister:
                return  # another repository was opened meanwhile
            self._at_work = None
            if found is not self._found:
                self._take_list(found)
            if self._looks_again:
                self.list_files()

        def fail(error: Exception) -> None:
            self._tasks.report_failure(error)
            take(self._found)

        self._tasks.apart(WORKER, partial(lister.list, root), take, otherwise=fail)

    def begin(self) -> None:
        """Forget everything, for another repository was opened."""
        self._requests = deque()
        self._entries = {}
        self._found = ListedFiles()
        self._lister = FileLister()
        self.replace_all({})
        self.list_files()

    def _paths(self, use: Use) -> tuple[str, ...]:
        return tuple(entry.path for entry in self._entries.values() if entry.use is use)

    def _use(self, paths: Iterable[str], use: Use) -> list[str]:
        """Do it, and return a sentence for each file that must not be sent."""
        wanted, refusals = list[str](), list[str]()
        for path in paths:
            if use is not Use.OUT and path not in self.known and self._lister.ignores(path):
                refusals.append(f"{path} is named in {IGNORE_FILE}, so it is not sent to any model.")
            else:
                wanted.append(path)
        self._change(partial(with_use, paths=wanted, use=use), len(wanted), reports=ReportScope.ALL)
        return refusals

    def _take_dropped(self, dropped: DroppedPaths) -> None:
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
            more = (
                [f"So it is with {len(sentences) - _MOST_REPORTED:,} more."] if len(sentences) > _MOST_REPORTED else []
            )
            self.refused.emit(" ".join((*sentences[:_MOST_REPORTED], *more)))

    def _take_list(self, found: ListedFiles) -> None:
        self._found = found
        self._change(lambda entries: entries, 0, reports=ReportScope.LISTING)

    def _change(self, change: Change, size: int, *, reports: ReportScope) -> None:
        """Carry out a request about so many files after all earlier ones, beside the GUI thread if it is large."""
        if self._requests or size + len(self._entries) > _AT_ONCE:
            self._requests.append(ContextRequest(change, reports))
            if len(self._requests) == 1:
                self._carry_out()
        else:
            self._take(carried_out(change, self._entries, self._found, reports))

    def _carry_out(self) -> None:
        requests, request = self._requests, self._requests[0]

        def take(chosen: ContextChange) -> None:
            if requests is self._requests:  # no other repository was opened meanwhile
                self._take(chosen)
                go_on()

        def fail(error: Exception) -> None:
            self._tasks.report_failure(error)
            if requests is self._requests:
                go_on()

        def go_on() -> None:
            requests.popleft()
            for then in request.then:
                then()
            if requests:
                self._carry_out()

        job = partial(carried_out, request.change, self._entries, self._found, request.reports)
        self._tasks.aside(job, take, otherwise=fail)

    def _take(self, chosen: ContextChange) -> None:
        self._entries = chosen.entries
        if chosen.is_new:
            self.changed.emit(self.entries)
        if chosen.listing is not None and chosen.found is self._found:  # else another one follows
            self.listed.emit(chosen.listing)


def mentioned(text: str, known: Container[str]) -> tuple[str, ...]:
    """Return the known files that a message mentions as `@path`, in the order of the text, each once."""
    words = (quoted or plain for quoted, plain in _MENTION.findall(text))
    found = (word if word in known else word.rstrip(".,;:!?)]}'`") for word in words)
    return tuple(dict.fromkeys(path for path in found if path in known))


def context_of(entries: Sequence[ContextEntry]) -> dict[str, Use]:
    """Return what each file is to the conversation."""
    return {entry.path: entry.use for entry in entries}


class RepoMapBuilder(QObject):
    """Makes the outline.

    Signals: `made(RepositoryMap)`.
    """

    made = Signal(object)

    def __init__(
        self,
        files: ContextFiles,
        preferences: Preferences,
        is_quiet: Callable[[], bool],
        *,
        folder: Path | None,
        parent: QObject | None = None,
    ) -> None:
        """Keep outlines in `folder` from one start of the program to the next, if one is given.

        Work that the user waits for goes first: nothing is made unless `is_quiet`.
        """
        super().__init__(parent)
        self._is_quiet = is_quiet
        self._files = files
        self._preferences = preferences
        self._folder = folder
        self._cache: OutlineCache | None = None
        self._message = ""
        self._asked = 0
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._make)
        files.listed.connect(lambda _: self._pause.start())

    def begin(self) -> None:
        """Drop the outline, also the one that is being made: another repository was opened."""
        self._asked += 1
        self.made.emit(RepositoryMap())

    def take_message(self, message: str) -> None:
        """Make it for this message too."""
        if message != self._message:
            self._message = message
            self._pause.start()

    def end(self) -> None:
        """Stop what is being made, and keep what was learned."""
        self._asked += 1
        self._pause.stop()
        if self._cache is not None:
            self._files.outline(self._close, lambda _: None)

    def _make(self) -> None:
        budget = self._preferences.now.map_tokens
        if not budget or not self._files.found:
            self.made.emit(RepositoryMap())
            return
        if not self._is_quiet():
            self._pause.start()
            return
        self._asked += 1
        asked, message, files = self._asked, self._message, self._files.found
        # What the message mentions comes into the conversation with it.
        inside = (entry.path for entry in self._files.entries)
        focus = tuple(dict.fromkeys((*inside, *mentioned(message, self._files.known))))
        # A later request takes the place of an earlier one: what was read for that is kept.
        options = MapOptions(
            stop=lambda: asked != self._asked or not self._is_quiet(),
            even_if_huge=self._preferences.now.maps_huge,
        )

        def make(workspace: Workspace) -> RepositoryMap:
            words = frozenset(found[0] for found in _WORD.finditer(message))
            blobs = {file.path: file.oid for file in files if file.oid}
            return make_map(
                blobs, workspace.read, focus=focus, words=words, budget=budget, cache=self._opened(), options=options
            )

        self._files.outline(make, partial(self._take_made, asked))

    def _take_made(self, asked: int, made: RepositoryMap) -> None:
        if asked == self._asked:
            self.made.emit(made)
            if not made.is_whole and not made.too_many:
                self._pause.start()  # other work went first: what was read is kept, the rest follows

    def _opened(self) -> OutlineCache:
        if self._cache is None:
            self._cache = OutlineCache(self._folder)
        return self._cache

    def _close(self, _: Workspace) -> RepositoryMap:
        if self._cache is not None:
            self._cache.close()
        return RepositoryMap()
