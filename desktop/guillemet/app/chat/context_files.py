"""The files of the conversation: which are sent along, and for what."""

import re
from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.context_requests import (
    Change,
    Chosen,
    ContextRequest,
    Entries,
    Tells,
    carried_out,
    entries_of,
    with_looks,
    with_use,
)
from guillemet.app.chat.dropped_files import Dropped, find_dropped
from guillemet.app.chat.file_lister import FileLister, ListedFiles
from guillemet.app.repository_service import RepositoryService
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import ContextEntry, Use
from guillemet.engine.git.listing import FoundFile
from guillemet.engine.workspace import Workspace
from guillemet.llm.ignore_rules import IGNORE_FILE
from guillemet.llm.repo_map import RepositoryMap

LANE = "files"
"""The lane with a workspace of its own, so that listing a large repository holds no decision up."""
_AT_ONCE = 2_000
"""Files up to which a wish is carried out at once; more of them would hold the thread that paints."""
_MOST_TOLD = 3
"""Refusals that are told one by one."""
_MENTION = re.compile(r"""@(?<![^\s(\[{"'`,;]@)(?:"([^"]+)"|([^\s@"]+))""")
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

    def __init__(self, lanes: TaskRunner, workplace: RepositoryService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._workplace = workplace
        self._entries: Entries = {}
        self._wishes: deque[ContextRequest] = deque()
        """Wishes that are carried out beside the thread that paints, and those that wait for them."""
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
        self._change(lambda _: entries_of(uses), len(uses), tells=Tells.ALL)

    def take_looks(self, looks: Mapping[str, ContextEntry]) -> None:
        """Take what was found out about files when they were read; told only when it is anything new."""
        self._change(partial(with_looks, looks=looks), len(looks), tells=Tells.WHAT_IS_NEW)

    def once_settled(self, then: Callable[[], None]) -> None:
        """Go on when all that was wished until now is so: at once, but after a wish about very many files."""
        if self._wishes:
            self._wishes[-1].then.append(then)
        else:
            then()

    def outline(self, how: Callable[[Workspace], RepositoryMap], then: Callable[[RepositoryMap], None]) -> None:
        """Make the outline of the other files, in the lane that lists them."""
        root, lister = self._workplace.root, self._lister
        if root:
            self._lanes.apart(LANE, lambda: how(lister.workspace(root)), then, otherwise=self.failed.emit)

    def list_files(self) -> None:
        """Look through the repository for files, once more after the look that is under way."""
        lister, root = self._lister, self._workplace.root
        if not root or lister is self._at_work:
            self._looks_again = bool(root)
            return
        self._at_work, self._looks_again = lister, False

        def go_on() -> None:
            if lister is self._lister:
                self._at_work = None
                if self._looks_again:
                    self.list_files()

        def take(found: ListedFiles) -> None:
            if lister is self._lister and found is not self._found:
                self._take_list(found)
            go_on()

        def fail(error: Exception) -> None:
            self.failed.emit(error)
            go_on()

        self._lanes.apart(LANE, partial(lister.list, root), take, otherwise=fail)

    def begin(self) -> None:
        """Forget everything, for another repository was opened."""
        self._wishes = deque()
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
        self._change(partial(with_use, paths=wanted, use=use), len(wanted), tells=Tells.ALL)
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

    def _take_list(self, found: ListedFiles) -> None:
        self._found = found
        self._change(lambda entries: entries, 0, tells=Tells.LISTING)

    def _change(self, change: Change, size: int, *, tells: Tells) -> None:
        """Carry out a wish about so many files after all earlier ones, beside the thread that paints if it is large."""
        if self._wishes or size + len(self._entries) > _AT_ONCE:
            self._wishes.append(ContextRequest(change, tells))
            if len(self._wishes) == 1:
                self._carry_out()
        else:
            self._take(carried_out(change, self._entries, self._found, tells))

    def _carry_out(self) -> None:
        wishes, wish = self._wishes, self._wishes[0]

        def take(chosen: Chosen) -> None:
            if wishes is self._wishes:  # no other repository was opened meanwhile
                self._take(chosen)
                go_on()

        def fail(error: Exception) -> None:
            self.failed.emit(error)
            if wishes is self._wishes:
                go_on()

        def go_on() -> None:
            wishes.popleft()
            for then in wish.then:
                then()
            if wishes and wishes is self._wishes:
                self._carry_out()

        job = partial(carried_out, wish.change, self._entries, self._found, wish.tells)
        self._lanes.aside(job, take, otherwise=fail)

    def _take(self, chosen: Chosen) -> None:
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
