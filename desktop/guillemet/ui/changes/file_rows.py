"""The rows of the list of changes: groups by decision, in them files, flat or as a tree; then suggested commands.

Files of the next commit of which nothing is under review any more, or by themselves, stand in the group Accepted.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.outcomes import Outcome, Reason, Status
from guillemet.engine.review import (
    Badge,
    CommitLine,
    Decision,
    FileReview,
    Kind,
    Review,
    SuggestionReview,
    SuggestionState,
)
from guillemet.engine.text import counted
from guillemet.ui import badges
from guillemet.ui.badges import BadgeLabel
from guillemet.ui.unresolved_block import ReviewBlock, needs_work
from guillemet.ui.wording import (
    LINES_COUNTED,
    decided_as,
    hunk_decisions,
    hunks_accepted,
    hunks_decided,
    seen,
)


class Group(StrEnum):
    """A group of the list, in the order of the list."""

    TO_SETTLE = "To settle"
    """Undecided files that Accept all leaves out, and files whose blocks are in no file."""
    PROPOSED = "Proposed"
    ACCEPTED = "Accepted"
    REJECTED = "Rejected"
    SUGGESTED = "Suggested commands"


_BY_DECISION = {
    Decision.UNDECIDED: Group.PROPOSED,
    Decision.ACCEPTED: Group.ACCEPTED,
    Decision.REJECTED: Group.REJECTED,
}


class GroupRow(Struct, frozen=True):
    """The head of a group."""

    group: Group
    count: int
    """Of the files in it, or of the commands that can be run."""
    is_open: bool
    in_commit: int = 0
    """Of its files, how many the next commit holds."""

    @property
    def of_commit(self) -> str:
        """How many the next commit holds, unless that is what the group is for: all that was accepted, and no other."""
        if self.in_commit == (self.count if self.group is Group.ACCEPTED else 0):
            return ""
        return f"{self.in_commit:,} in the commit" if self.in_commit else "none in the commit"

    @property
    def key(self) -> str:
        """What the row is known by from one review to the next; no path begins with a null character."""
        return f"\0{self.group}"


class FolderRow(Struct, frozen=True):
    """A folder, in the tree; chains of folders with nothing else in them are one row."""

    group: Group
    path: str
    """Ends with a slash."""
    title: str
    depth: int
    is_open: bool

    @property
    def key(self) -> str:
        """What the row is known by from one review to the next."""
        return f"\0{self.group}\0{self.path}"


class FileRow(Struct, frozen=True):
    """A file that is proposed, one in which blocks were to be put and could not, or one that waits for the commit."""

    path: str
    group: Group
    file: FileReview | None = None
    """None when nothing is proposed for it."""
    marks: tuple[BadgeLabel, ...] = ()
    blocks: tuple[int, ...] = ()
    """The numbers of its blocks that are in no file."""
    is_stopped: bool = False
    """Whether nothing failed but what the user stopped."""
    is_doubtful: bool = False
    """Whether the place of a block is likely rather than sure."""
    is_flagged: bool = False
    """Whether a block should be looked at for another reason."""
    is_reviewed: bool = False
    """Whether the user marked it as reviewed."""
    line: CommitLine | None = None
    """What the next commit takes of it, which its box says; None where it is no part of what is to be committed."""
    is_of_blocks: bool = False
    """Whether it is about these blocks only, and an accepted file has a row of its own."""
    stands_first: bool = False
    """Whether it is, or was when it came, in the first group."""
    depth: int = 0
    title: str = ""
    """What stands first."""
    folder: str = ""
    """What stands behind it, dimmed."""

    @property
    def key(self) -> str:
        """What the row is known by from one review to the next."""
        return f"\0{self.group}\0\0{self.path}" if self.is_of_blocks else self.path or "\0\0"

    @property
    def lies_at(self) -> str:
        """The path that names it to the user."""
        return self.file.lies_at if self.file else self.path

    @property
    def kind(self) -> Kind | None:
        """What is done to it; None for one in which blocks were to be put."""
        of = self.file or (self.line if self.is_of_commit_only else None)
        return of.kind if of else None

    @property
    def is_of_commit_only(self) -> bool:
        """Whether nothing of it is under review: it waits for the commit."""
        return self.file is None and not self.blocks

    @property
    def decision(self) -> Decision:
        return self.file.decision if self.file else Decision.UNDECIDED

    @property
    def is_undecided(self) -> bool:
        """Whether it is proposed, and waits for a decision."""
        return self.file is not None and self.decision is Decision.UNDECIDED

    @property
    def is_committed_in_part(self) -> bool:
        """Whether the next commit takes some of its hunks: others are left out of it, or wait for a decision."""
        line = self.line
        return line is not None and not line.is_left_out and (bool(line.hunks[1]) or self.is_undecided)

    @property
    def has_blocks_to_settle(self) -> bool:
        """Whether blocks are to be settled here; those of an accepted file are in the row of these."""
        return bool(self.blocks) and self.decision is not Decision.ACCEPTED

    def can_be(self, decision: Decision) -> bool:
        """Whether it can be decided so: a conflict is settled before its file is accepted."""
        is_in_conflict = self.file is not None and Badge.CONFLICT in self.file.badges
        return not (is_in_conflict and decision is Decision.ACCEPTED)


class CommandRow(Struct, frozen=True):
    """A suggested command."""

    suggestion: SuggestionReview
    group: Group = Group.SUGGESTED

    @property
    def key(self) -> str:
        """What the row is known by from one review to the next."""
        return f"\0$\0{self.suggestion.text}"

    @property
    def is_open(self) -> bool:
        """Whether it can be run."""
        return self.suggestion.state is SuggestionState.OPEN

    @property
    def can_be_dismissed(self) -> bool:
        return self.suggestion.state is not SuggestionState.DONE


Row = GroupRow | FolderRow | FileRow | CommandRow


def beside_command(commands: Sequence[CommandRow], row: CommandRow) -> CommandRow | None:
    """Return the command below this one, else the one above; None where it is the only one."""
    others = [*commands[commands.index(row) + 1 :], *reversed(commands[: commands.index(row)])]
    return next(iter(others), None)


class RowsOfFiles:
    """Makes a row for each file of a review; those of files of which nothing changed are taken over.

    Until another block comes, as with the next reply, a file keeps its place among the others and in the diff, also
    when its blocks are placed, its conflicts settled, or it goes and comes back, alone or with a finished review.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[Hashable, FileRow]] = {}
        """By path, with what it was made of."""
        self._first: dict[str, bool] = {}
        """Whether each file was among the first of the diff when it came, in the order of the files."""
        self._of: tuple[str, Sequence[Outcome]] = "", ()
        """What the files keep their places in: a repository, and its blocks."""
        self._is_away = False
        """Whether these blocks are gone, and may come back."""

    def of(
        self,
        review: Review,
        blocks: Iterable[ReviewBlock],
        reviewed: Collection[str] = (),
        *,
        comments: Mapping[str, int] | None = None,
        unfinished: Collection[str] = (),
    ) -> tuple[FileRow, ...]:
        """Return the rows of the files of a review, and of those that blocks to be shown name, at first behind these.

        Behind them come those that only wait for the commit; behind an accepted one comes the row of its open blocks.

        `reviewed` are those that are marked so, `comments` says how many there are on each, `unfinished` are those of
        which an edit is.
        """
        outcomes, unplaced = review.outcomes_at, _unplaced(blocks)
        proposed, counts = review.file_at, comments or {}
        lines = {line.path: line for line in review.commit}
        of_files = {file.path: lines.get(file.on_disk) or lines.get(file.lies_at) for file in review.files}
        taken = {line.path for line in of_files.values() if line is not None}
        waiting = [path for path in lines if path not in taken]
        known, self._known = self._known, {}
        for path in dict.fromkeys((*proposed, *unplaced, *waiting)):
            line = of_files[path] if path in of_files else lines.get(path)
            own = outcomes.get(path, ())
            of_user = path in reviewed, counts.get(path, 0), path in unfinished
            made_of = proposed.get(path), own, unplaced.get(path, ()), line, of_user
            before = known.get(path)
            self._known[path] = before if before and before[0] == made_of else (made_of, _row(path, *made_of))
        rows = self._in_place(review, {path: row for path, (_, row) in self._known.items()})
        return tuple(one for row in rows for one in _with_blocks(row, outcomes.get(row.path, ())))

    def _in_place(self, review: Review, rows: Mapping[str, FileRow]) -> tuple[FileRow, ...]:
        """Return the rows in the order that they were in, new ones behind those that they came behind."""
        if not self._goes_on(review):
            self._first = {}
        if rows.keys() - self._first.keys():
            order, before = list(self._first or rows), None
            for path in rows:
                if path not in self._first and self._first:
                    order.insert(order.index(before) + 1 if before else 0, path)
                before = path
            self._first = {path: self._first.get(path, path in rows and rows[path].stands_first) for path in order}
        kept = [(rows[path], is_first) for path, is_first in self._first.items() if path in rows]
        kept.sort(key=lambda one: not one[1])  # within each group, as in the diff
        return tuple(
            row if row.stands_first is is_first else replace(row, stands_first=is_first) for row, is_first in kept
        )

    def _goes_on(self, review: Review) -> bool:
        """Whether no other block came: all are those of the review before, gone, or back again."""
        (root, before), was_away, outcomes = self._of, self._is_away, review.outcomes
        self._is_away = not outcomes and root == review.root
        if self._is_away:
            return True
        self._of = review.root, outcomes
        if root != review.root or len(before) != len(outcomes):
            return False
        # The text of a block changes where the user searches for another one, but not while it is away.
        return not was_away or [one.block for one in before] == [one.block for one in outcomes]


def _unplaced(blocks: Iterable[ReviewBlock]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the blocks that are in no file, by their paths."""
    unplaced: dict[str, tuple[int, ...]] = {}
    for block in blocks:
        if not block.outcome.is_success:
            unplaced[block.outcome.path] = (*unplaced.get(block.outcome.path, ()), block.number)
    return unplaced


def _row(
    path: str,
    file: FileReview | None,
    outcomes: Sequence[Outcome],
    blocks: tuple[int, ...],
    line: CommitLine | None,
    of_user: tuple[bool, int, bool],
) -> FileRow:
    is_reviewed, comments, is_unfinished = of_user
    if file is not None:
        row = _of_file(file, outcomes, blocks, is_reviewed=is_reviewed)
    elif blocks:
        row = _of_unplaced(path, outcomes, blocks)
    else:
        title, folder = _split(path)
        row = FileRow(path, Group.ACCEPTED, title=title, folder=folder)
    row = replace(row, line=line) if line is not None else row
    marks_of_user = [badges.UNFINISHED] * is_unfinished + [badges.of_comments(comments)] * bool(comments)
    if not marks_of_user:
        return row
    # Unfinished edits stand first: in a narrow list the last badges are only counted.
    marks = (*marks_of_user[:is_unfinished], *row.marks, *marks_of_user[is_unfinished:])
    return replace(row, marks=marks)


def arranged(
    files: Sequence[FileRow], commands: Sequence[CommandRow] = (), *, folded: Collection[str], as_tree: bool
) -> list[Row]:
    """Return the rows to show, group by group; what is in a folded head or folder is left out."""
    rows: list[Row] = []
    for group in Group:
        own = [file for file in files if file.group is group]
        inside: Sequence[Row] = commands if group is Group.SUGGESTED else own
        if not inside:
            continue
        in_commit = sum(file.line is not None and not file.line.is_left_out for file in own)
        count = sum(one.is_open for one in commands) if group is Group.SUGGESTED else len(inside)
        head = GroupRow(group, count, is_open=True, in_commit=in_commit)
        if head.key in folded:
            rows.append(replace(head, is_open=False))
            continue
        rows.append(head)
        rows += _in_tree(own, folded) if as_tree and own else inside
    return rows


def files_in(row: GroupRow | FolderRow, files: Sequence[FileRow]) -> list[FileRow]:
    """Return which of these files are in a group, or of it in a folder, folded away or not."""
    folder = row.path if isinstance(row, FolderRow) else ""
    return [one for one in files if one.group is row.group and one.lies_at.startswith(folder)]


def row_of(
    files: Iterable[FileRow],
    path: str,
    here: Row | None = None,
    *,
    in_commit: bool = False,
    at_block: bool | None = None,
) -> FileRow | None:
    """Return the row of a file, or of what the commit has at the path, where a file may have been moved to.

    Of two rows of a file, return that of its blocks if the keys are `at_block`; if None, where it is `here` already.
    """
    there = (row for row in files if in_commit and row.line is not None and row.line.path == path)
    if (found := next(there, None)) is not None:
        return found
    is_there = isinstance(here, FileRow) and here.is_of_blocks and here.path == path
    rows = {row.is_of_blocks: row for row in files if row.path == path}
    return rows.get(is_there if at_block is None else at_block, rows.get(False))


def files_of_key(files: Sequence[FileRow], key: str) -> list[FileRow]:
    """Return the row of the file that the row of this key is about; none where there is none."""
    found = (row_of(files, file.path) for file in files if file.key == key)
    return [row for row in found if row is not None]


def in_order(files: Sequence[FileRow], *, as_tree: bool) -> list[FileRow]:
    """Return the files as the diff shows them: as the list does, except that a decision moves none."""
    ordered: list[FileRow] = []
    for is_first in (True, False):
        own = [file for file in files if file.stands_first is is_first]
        ordered += [row for row in _in_tree(own, ()) if isinstance(row, FileRow)] if as_tree else own
    return ordered


def next_fitting(
    rows: Sequence[FileRow], here: Row | None, fits: Callable[[FileRow], bool]
) -> tuple[FileRow | None, bool]:
    """Return the next file behind this row for which this is so, going round, and whether it is above that."""
    keys = [row.key for row in rows]
    start = keys.index(here.key) + 1 if isinstance(here, FileRow) and here.key in keys else 0
    found = next((at for at in (*range(start, len(rows)), *range(start)) if fits(rows[at])), None)
    return (None, False) if found is None else (rows[found], found < start - 1)


def place_above(rows: Sequence[Row], place: int) -> int:
    """Return where the head or folder is in which the row at this place stands; -1 for none."""
    row = rows[place] if place >= 0 else None
    depth = row.depth if isinstance(row, FileRow | FolderRow) else 0
    above = reversed(range(max(place, 0)))
    return next((at for at in above if _is_above(rows[at], depth)), -1)


def _is_above(row: Row, depth: int) -> bool:
    return isinstance(row, GroupRow) or (isinstance(row, FolderRow) and row.depth < depth)


def key_of_head(row: Row) -> str:
    """Return the key of the head under which a row stands."""
    return f"\0{row.group}"


def keys_above(file: FileRow, *, as_tree: bool) -> Iterator[str]:
    """Yield the keys of all rows that could be folded over a file."""
    yield key_of_head(file)
    if as_tree:
        parts = file.lies_at.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            yield FolderRow(file.group, "/".join(parts[:count]) + "/", "", 0, is_open=True).key


def spoken(row: Row) -> str:
    """Return the text of a row for screen readers."""
    if isinstance(row, GroupRow):
        return ", ".join((row.group, *_counts_of_group(row), "unfolded" if row.is_open else "folded"))
    if isinstance(row, CommandRow):
        return f"{seen(row.suggestion.text)}, suggested command, {_STATES[row.suggestion.state]}"
    if isinstance(row, FolderRow):
        return f"folder {seen(row.path)}, {'unfolded' if row.is_open else 'folded'}"
    return _spoken_file(row)


def _counts_of_group(row: GroupRow) -> list[str]:
    if row.group is Group.SUGGESTED:
        return [f"{counted(row.count, 'command')} to run" if row.count else "nothing to run"]
    return [counted(row.count, "file"), *[row.of_commit] * bool(row.of_commit)]


def _spoken_file(row: FileRow) -> str:
    words = [*(["reviewed"] if row.is_reviewed else []), *(mark.word for mark in row.marks)]
    file, words = row.file, [*_said_of_commit(row), *words]
    if file is None:
        return ", ".join(filter(None, (seen(row.path) or "no path given", _kind_in_commit(row), *words)))
    moved = f", moved from {seen(file.moved_from)}" if file.kind is Kind.MOVED else f", {file.kind}"
    moved += f", moved here from {seen(file.path)} by a command" if file.moved_to else ""
    counts = f"{counted(file.added, 'line')} added, {file.removed:,} removed"
    hunks = _hunks(file) if file.divided else ""
    decision = decided_as(file) or file.decision
    return ", ".join(filter(None, (seen(file.lies_at) + moved, counts, decision, hunks, *words)))


def tooltip(row: Row) -> str:
    """Return the tooltip: whole path, decision, meaning of each badge, and why Accept all leaves the file out."""
    if isinstance(row, GroupRow):
        counts = ", ".join(_counts_of_group(row))
        return f"{counts}\n{_MEANINGS[row.group]}\nClick to {'fold' if row.is_open else 'unfold'}"
    if isinstance(row, FolderRow):
        return seen(row.path)
    if isinstance(row, CommandRow):
        state = seen(row.suggestion.why) or _STATES[row.suggestion.state]
        return f"{seen(row.suggestion.text)}\n{state[:1].upper()}{state[1:]}"
    return _tooltip_of_file(row)


def _tooltip_of_file(row: FileRow) -> str:
    meanings = [f"{mark.word}: {mark.why}" for mark in row.marks]
    file = row.file
    of_commit = ", ".join(_said_of_commit(row))
    meanings = [*([of_commit[0].upper() + of_commit[1:]] if of_commit else []), *meanings]
    if file is None:
        return "\n".join(filter(None, (seen(row.path) or "no path given", _kind_in_commit(row), *meanings)))
    said = str(file.kind), decided_as(file) or "not decided yet", _hunks(file)
    lines = [seen(file.lies_at), " · ".join(filter(None, said)), *meanings]
    if file.divided:
        lines.append(LINES_COUNTED)
    if file.of_rest:
        lines.append("Accepting or rejecting the file decides the rest of it: what is decided stays so")
    if file.moved_from:
        lines.insert(1, f"from {seen(file.moved_from)}")
    if file.moved_to:
        lines.insert(1, f"moved here from {seen(file.path)} by a command")
    return "\n".join((*lines, badges.LEFT_OUT) if row.group is Group.TO_SETTLE else lines)


_MEANINGS = {
    Group.TO_SETTLE: "What Accept all leaves out, and files whose edits could not be placed",
    Group.PROPOSED: "What is not decided yet",
    Group.ACCEPTED: "What was written to your files; what is ticked is committed",
    Group.REJECTED: "What you refused",
    Group.SUGGESTED: "Commands of the reply; nothing runs before you say so",
}
_STATES = {
    SuggestionState.OPEN: "Return shows what it touches before it is run",
    SuggestionState.DONE: "done",
    SuggestionState.NEEDLESS: "not needed, Return says why",
    SuggestionState.TEXT: "not run from here, Return says why",
}


def words_of_commit(row: FileRow) -> tuple[str, ...]:
    """Return what stands behind a name on what is committed of it, the longest first; often its box says all."""
    line = row.line
    if line is None:
        return ()
    if line.is_left_out:
        return ("left out",)
    included, count = line.hunks
    words = [f"{included:,} of {count:,} included"] if count else []
    words += ["own lines"] * line.with_own + ["staged"] * line.is_staged
    return (" · ".join(words), words[0]) if words else ()


def _said_of_commit(row: FileRow) -> list[str]:
    """Return all that is known of what is committed of a file."""
    line, file = row.line, row.file
    if line is None:
        return []
    if line.is_left_out:
        return ["left out of the commit", *([seen(line.note)] if line.note else [])]
    included, count = line.hunks
    said = ["in the commit"]
    if count:
        said[0] += f" with {included:,} of {counted(count, 'hunk')}"
    elif file is not None and file.divided and row.group is not Group.ACCEPTED:
        said[0] += f" with what is accepted, {hunks_accepted(file)}"
    return [*said, *["staged"] * line.is_staged, *([seen(line.note)] if line.note else [])]


def _kind_in_commit(row: FileRow) -> str:
    """Return what the commit does to a file of which nothing is under review."""
    line = row.line
    if line is None or not row.is_of_commit_only:
        return ""
    return f"{line.kind} from {seen(line.moved_from)}" if line.kind is Kind.MOVED else str(line.kind)


def _hunks(file: FileReview) -> str:
    return ": ".join(filter(None, (hunks_decided(file), hunk_decisions(file))))


def _of_file(file: FileReview, outcomes: Sequence[Outcome], blocks: tuple[int, ...], *, is_reviewed: bool) -> FileRow:
    group = _BY_DECISION[file.decision]
    if group is Group.PROPOSED and not file.is_sure:
        group = Group.TO_SETTLE
    title, folder = _split(file.lies_at)
    marks = badges.of_file(file, outcomes)
    asking = [one for one in outcomes if one.asks and needs_work(one, file)]
    stands_first = group is Group.TO_SETTLE or (
        file.decision is not Decision.UNDECIDED and any(one.asks or not one.is_settled for one in outcomes)
    )
    doubtful = [outcome for outcome in asking if badges.is_doubtful(outcome)]
    return FileRow(
        file.path,
        group,
        file,
        marks,
        blocks,
        is_doubtful=bool(doubtful),
        is_flagged=len(doubtful) < len(asking),
        is_reviewed=is_reviewed,
        stands_first=stands_first,
        title=title,
        folder=folder,
    )


def _of_unplaced(path: str, outcomes: Sequence[Outcome], blocks: tuple[int, ...]) -> FileRow:
    failed = [outcome for outcome in outcomes if not outcome.is_settled]
    is_stopped = all(outcome.reason is Reason.STOPPED for outcome in failed)  # also where all were dismissed
    title, folder = _split(path)
    dismissed = [outcome for outcome in outcomes if outcome.status is Status.DISMISSED]
    marks = (badges.of_unplaced(failed or dismissed),)
    return FileRow(
        path,
        Group.TO_SETTLE,
        marks=marks,
        blocks=blocks,
        is_stopped=is_stopped,
        stands_first=True,
        title=title or "no path given",
        folder=folder,
    )


def _with_blocks(row: FileRow, outcomes: Sequence[Outcome]) -> Iterator[FileRow]:
    """Yield the row, and one of its blocks that are in no file where these would be lost among what was accepted."""
    yield row
    if row.blocks and row.decision is Decision.ACCEPTED and not all(one.is_settled for one in outcomes):
        of_blocks = _of_unplaced(row.path, outcomes, row.blocks)
        marks = (*of_blocks.marks, badges.FILE_ACCEPTED)
        yield replace(of_blocks, marks=marks, is_of_blocks=True, stands_first=row.stands_first)


@lru_cache(maxsize=4_096)
def _split(path: str) -> tuple[str, str]:
    folder, _, name = path.rpartition("/")
    return seen(name), seen(folder)


class _Folder(Struct):
    folders: dict[str, "_Folder"] = field(default_factory=dict)
    files: list[FileRow] = field(default_factory=list)


def _in_tree(files: Sequence[FileRow], folded: Collection[str]) -> list[Row]:
    root = _Folder()
    for file in files:
        folder = root
        for part in file.lies_at.split("/")[:-1]:
            folder = folder.folders.setdefault(part, _Folder())
        folder.files.append(file)
    return list(_rows_in(root, "", 0, folded, files[0].group)) if files else []


def _rows_in(folder: _Folder, path: str, depth: int, folded: Collection[str], group: Group) -> Iterator[Row]:
    for name, inner in sorted(folder.folders.items(), key=lambda one: (one[0].casefold(), one[0])):
        title, at = name, inner
        while len(at.folders) == 1 and not at.files:
            ((only, at),) = at.folders.items()
            title = f"{title}/{only}"
        row = FolderRow(group, f"{path}{title}/", seen(title), depth, is_open=True)
        if row.key in folded:
            yield replace(row, is_open=False)
            continue
        yield row
        yield from _rows_in(at, row.path, depth + 1, folded, group)
    for file in sorted(folder.files, key=lambda file: (file.lies_at.casefold(), file.lies_at)):
        yield replace(file, depth=depth, folder="")
