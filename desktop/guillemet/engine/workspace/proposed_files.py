"""The files that the blocks of a reply are applied to, and what their state says of an outcome."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.applying.outcome_factory import flagged
from guillemet.engine.blocks import EditBlock, FileAction, MoveFile, WholeFile
from guillemet.engine.errors import FileError
from guillemet.engine.git.commit_requirements import ConfiguredFile, configured_files, why_it_runs_here
from guillemet.engine.git.index import Uncommitted, uncommitted
from guillemet.engine.git.listing import WIDE_MARKS, texts
from guillemet.engine.git.trees import EXECUTABLE, FILE, TreeFile
from guillemet.engine.git.worktree import Fingerprint
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.outcomes import Flag, Outcome, Status
from guillemet.engine.staging import Snapshot
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.missing_lines import with_own_marked, with_why_missing

_MOST_KEPT = 64 * 2**20
"""Bytes of the worktree's texts that are held in memory while a reply is applied."""
_WIDE = ("utf-16-le", "utf-16-be")
_STEPS_A_FILE = 40_000
"""What reading one takes, besides its bytes."""
_SEARCHED_A_STEP = 4
"""Bytes that are searched in a step."""


class ProposedFiles(Struct):
    """What blocks read; whatever is proposed hides the worktree's file."""

    context: WorkspaceContext
    proposed: dict[str, TreeFile | bytes | None]
    """Content by path, kept in git's store or given as bytes; None for a file that is to go."""
    shown: Mapping[str, TreeFile] = field(default_factory=dict)
    """Files as a model saw them that are others by now."""
    links: dict[str, str] = field(default_factory=dict)
    """Real path by the link that named it."""
    _read: dict[str, Fingerprint | None] = field(default_factory=dict)
    """What was read of the worktree."""
    _texts: dict[str, bytes] = field(default_factory=dict)
    """Files of the worktree that were searched, as far as there is room."""
    _are_texts_read: bool = False
    """Whether those are all that are to be searched."""
    _configured: tuple[ConfiguredFile, ...] | None = None
    """What git's configuration names, once it was looked up."""

    @property
    def are_unchanged(self) -> bool:
        """Whether the worktree still holds what was read of it."""
        return all(self.context.worktree.fingerprint(path) == found for path, found in self._read.items())

    def read(self, path: str) -> bytes | None:
        """Return the proposed bytes, else the worktree's; None when there is no such file."""
        if path in self.proposed:
            content = self.proposed[path]
            return self.context.content(content) if isinstance(content, TreeFile) else content
        self._refuse_a_file_for_a_folder(path)
        self._read[path] = self.context.worktree.fingerprint(path)
        return self.context.worktree.read(path)

    def names(self) -> Collection[str]:
        """Return every path of the index and of the files that are proposed."""
        return self.context.repository.tracked() | {path for path, one in self.proposed.items() if one is not None}

    def holding(self, parts: Sequence[str], *, effort: WorkBudget) -> Iterable[str]:
        """Yield the files in which the parts stand as UTF-8, or as UTF-16 where a mark says so: tracked or not."""
        needles = {one: [part.encode(one, errors="replace") for part in parts] for one in ("utf-8", *_WIDE)}
        for path, content in self.proposed.items():
            data = self.context.content(content) if isinstance(content, TreeFile) else content or b""
            effort.spend(_STEPS_A_FILE + len(data))
            if _holds(data, needles):
                yield path
        for path, data in self._searched_texts(effort):
            if _holds(data, needles) and path not in self.proposed:
                yield path

    def _searched_texts(self, effort: WorkBudget) -> Iterator[tuple[str, bytes]]:
        if self._are_texts_read:
            effort.spend(sum(map(len, self._texts.values())) // _SEARCHED_A_STEP)
            yield from self._texts.items()
            return
        room = _MOST_KEPT
        for path, data in texts(self.context.repository, self.context.worktree):
            effort.spend(_STEPS_A_FILE + len(data))
            room -= len(data)
            if room >= 0:
                self._texts[path] = data
            yield path, data
        # Many blocks of one reply may be looked for; what has no room is read again for each.
        self._are_texts_read = room >= 0
        if not self._are_texts_read:
            self._texts.clear()

    def new_file_ending(self, path: str) -> str:
        """Return the line ending a new file at this path takes."""
        return self.context.repository.new_file_ending(path)

    def real_path(self, path: str) -> str:
        """Return the path without links; raises UnsafePathError when it leads out of the repository."""
        real = self.context.worktree.real_path(path)
        if real != path:
            self.links[real] = path
        return real

    def is_same(self, path: str, other: str) -> bool:
        """Whether both paths lead to one file of the worktree."""
        found = self.context.worktree.fingerprint(path)
        return found is not None and found == self.context.worktree.fingerprint(other)

    def is_there(self, path: str) -> bool:
        """Whether such a file is proposed or lies in the worktree, tracked or not."""
        if path in self.proposed:
            return self.proposed[path] is not None
        return ".." not in path and self.context.worktree.exists_on_disk(path)

    def why_it_can_run(self, path: str) -> str | None:
        """Return in a sentence what of this repository runs or obeys the file; None when nothing does."""
        if self._configured is None:
            self._configured = configured_files(self.context.repository)
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


def _holds(data: bytes, needles: Mapping[str, Sequence[bytes]]) -> bool:
    """Whether all needles of an encoding are in the data: of UTF-16 where a mark says that it is that."""
    wide = _WIDE if data.startswith(WIDE_MARKS) else ()
    return any(all(needle in data for needle in needles[one]) for one in ("utf-8", *wide))


def explained(
    context: WorkspaceContext, now: Snapshot, outcome: Outcome, content: Callable[[str], bytes | None]
) -> Outcome:
    """Return an outcome with what the state of its file says of it: what is lost, or why its lines are not there.

    `content` gives a file as the blocks before left it.
    """
    if outcome.action is FileAction.DELETE and outcome.status is Status.APPLIED:
        return _with_loss(context, outcome)
    block = outcome.block
    if isinstance(block, MoveFile) and block.is_mode_alone and outcome.path not in now.entries:
        present = context.present(outcome.path)
        is_done = present is not None and present.mode == block.mode and outcome.is_success
        return replace(outcome, status=Status.ALREADY_APPLIED) if is_done else outcome
    return with_own_marked(context, now, with_why_missing(context, now, outcome, content), content)


def modes_of(outcomes: Iterable[Outcome]) -> Iterator[tuple[str, int]]:
    """Yield the mode that each file gets by blocks that say it."""
    for outcome in outcomes:
        block = outcome.block
        if (
            outcome.is_success
            and isinstance(block, EditBlock | WholeFile | MoveFile)
            and block.mode in (FILE, EXECUTABLE)
        ):
            yield outcome.path, block.mode


def _with_loss(context: WorkspaceContext, outcome: Outcome) -> Outcome:
    """Return the outcome with a flag where it deletes a file of which something is in no commit."""
    path = outcome.path
    if outcome.action is not FileAction.DELETE or outcome.status is not Status.APPLIED or not context.present(path):
        return outcome
    if path not in context.repository.tracked():
        why = f"Git does not know {path}: what it holds is in no commit, and goes with it."
    elif uncommitted(context.repository, path) == Uncommitted(is_edited=False, is_staged=False):
        return outcome
    else:
        why = f"{path} holds changes that are in no commit, which go with it."
    return flagged(outcome, Flag.NOT_COMMITTED, why)
