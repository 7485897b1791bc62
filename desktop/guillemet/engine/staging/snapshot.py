"""One state of the staging area, and the replies it was made from, as values and as JSON.

Contents are named by blob id; the bytes lie in git's object store.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct, convert, field
from msgspec.structs import asdict, replace

from guillemet.engine.applying import ApplyOptions, ReadReply
from guillemet.engine.applying.options import Choice
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision
from guillemet.engine.staging.steps import IndexSides, from_json, to_json
from guillemet.engine.suggested_commands import SuggestedCommand, read_suggestion

T = TypeVar("T")

MOST_EDITED = 20
"""Files with lines of the user's that are known after they left the proposal."""


class Counts(Struct, frozen=True, array_like=True):
    """How much a proposal changes."""

    added: int = 0
    removed: int = 0
    hunks: int = 0


class ProposalChange(Struct, frozen=True, array_like=True):
    """What the user made of the proposal for a file: rejected parts, or an edit."""

    reply_count: int
    """How many replies were applied before; when they are applied again, the change is merged in after them."""
    before: TreeFile | None
    after: TreeFile | None
    is_edit: bool = False
    is_rebase: bool = False
    """Whether it is what another program changed of the file meanwhile."""
    left: "ProposalChange | None" = None
    """What later replies leave of a rejection, as one after them; None where it is all of it."""
    is_whole: bool = False
    """Whether it rejects all that these replies made of the file, whose blocks keep their outcome."""

    @property
    def now(self) -> "ProposalChange":
        """The change as it is to be shown, and taken back."""
        return self.left or self

    @property
    def is_rejection(self) -> bool:
        """Whether it rejects lines that no later reply replaced."""
        return not self.is_lasting and self.now.before != self.now.after

    @property
    def contents(self) -> tuple[TreeFile | None, ...]:
        """All texts that may be needed again."""
        return (self.before, self.after, *(self.left.contents if self.left else ()))

    @property
    def is_lasting(self) -> bool:
        """Whether it stays when the decisions on the parts are taken back."""
        return self.is_edit or self.is_rebase


class SettledConflict(Struct, frozen=True, array_like=True):
    """A conflict that was settled for other lines than the user's: the base of the proposal, with three texts there."""

    before: TreeFile
    """With the lines that both sides had changed."""
    mine: TreeFile
    """With the user's lines."""
    taken: TreeFile
    """With those the user took or typed."""


class OtherLines(Struct, frozen=True, array_like=True):
    """What a reply has in the place of lines of the user's that were kept."""

    before: TreeFile
    """What both were made from; where the user kept their lines with the reply's in view, it has the reply's."""
    proposed: TreeFile
    """With the reply's lines."""
    reply_count: int
    """How many replies there were with this one."""
    is_whole: bool
    """Whether the reply gives the file as a whole: the same is found when the replies are applied again."""


class PartDecisions(Struct, frozen=True, array_like=True):
    """What the user decided on parts of the proposal for a file, and changed of it."""

    source: TreeFile | None
    """What the replies are applied to."""
    base: TreeFile | None
    """The base of the proposal without the accepted parts, but for those that are committed."""
    changes: tuple[ProposalChange, ...] = ()
    """Oldest first."""
    accepted: int = 0
    """Hunks, as they were cut when they were chosen; what is shown is counted by `engine.diff.hunk_numbers`."""
    rejected: int = 0
    is_behind: bool = False
    """Whether a reply changed the same lines as the user, whose version was kept."""
    settled: tuple[SettledConflict, ...] = ()
    """Oldest first."""
    committed: tuple[tuple[TreeFile | None, TreeFile | None], ...] = ()
    """The base before and after each commit of accepted parts, oldest first."""
    source_path: str = ""
    """Where the replies find that source, of a file that was moved with an accepted part."""
    others: OtherLines | None = None
    """What the reply has in the place of the user's version, the latest one; None for a deletion."""

    @property
    def is_edited(self) -> bool:
        """Whether the user edited what is proposed."""
        return any(change.is_edit for change in self.changes)

    @property
    def contents(self) -> frozenset[str]:
        """Ids of the blobs that may be needed again."""
        sides = [self.source, self.base, *(side for one in self.changes for side in one.contents)]
        sides += [side for one in self.settled for side in (one.before, one.mine, one.taken)]
        sides += [side for one in self.committed for side in one]
        sides += [self.others.before, self.others.proposed] if self.others else []
        return frozenset(side.oid for side in sides if side)


class ProposalEntry(Struct, frozen=True, array_like=True):
    """The proposal for one file."""

    path: str
    base: TreeFile | None
    """What the worktree held when the first block was applied, with the parts accepted since; None: no such file."""
    staged: TreeFile | None
    """What is proposed; None: deletion."""
    decision: Decision = Decision.UNDECIDED
    asks: bool = False
    """A block of this file waits for its own decision."""
    link: str = ""
    """The link by which the reply named the file."""
    counts: Counts = Counts()
    moved_from: str = ""
    """The former path of a file that is to be moved; that path has an entry of its own, to be deleted."""
    parts: PartDecisions | None = None
    """What was decided on parts of it; None when nothing was."""

    @property
    def part_decisions(self) -> PartDecisions:
        """The decisions on parts, or none of them."""
        return self.parts or PartDecisions(self.base, self.base)

    @property
    def has_accepted_parts(self) -> bool:
        """Whether parts were accepted that are not committed, while the rest waits for a decision."""
        return self.decision is Decision.UNDECIDED and self.part_decisions.base != self.base

    @property
    def contents(self) -> frozenset[str]:
        """Ids of the blobs of both sides, and of what was decided on parts."""
        sides = frozenset(side.oid for side in (self.base, self.staged) if side)
        return sides | (self.parts.contents if self.parts else frozenset())

    def with_parts_committed(self) -> "ProposalEntry":
        """Return the entry with its accepted parts committed."""
        parts = self.part_decisions
        committed = (*parts.committed, (parts.base, self.base))
        return replace(self, parts=replace(parts, base=self.base, committed=committed))

    def is_wholly(self, decision: Decision) -> bool:
        """Whether the user decided so, and on nothing of it otherwise."""
        changes = self.part_decisions.changes
        is_divided = any(change.is_rejection for change in changes)
        return self.decision is decision and not is_divided and self.undivided(self.staged, changes) == self

    def undivided(self, staged: TreeFile | None, changes: tuple[ProposalChange, ...]) -> "ProposalEntry":
        """Return the entry without its decisions on parts, with what is proposed then; counts are to be renewed."""
        parts = self.part_decisions
        kept = replace(parts, changes=changes, accepted=0, rejected=0)
        if self.moved_from:  # then nothing lies at its path
            kept = replace(kept, source=None, base=None, source_path="")
        is_needed = changes or kept.settled or kept.source != kept.base
        return replace(self, base=kept.base, staged=staged, parts=kept if is_needed else None)


class LeftOutHunk(Struct, frozen=True, array_like=True):
    """Names a hunk of what a commit takes of a file by its lines, so that it is found again wherever these stand."""

    digest: str
    """Of the removed and the added lines, in hex."""
    number: int
    """Which of the hunks with these lines it is, from 1."""
    count: int
    """How many of them there are; where it is another number by now, it is unknown which one was meant."""


class AcceptedFile(Struct, frozen=True, array_like=True):
    """A file the user accepted and has not committed yet."""

    path: str
    before: TreeFile | None
    written: TreeFile | None
    """What accepting wrote; None: the file was deleted."""
    moved_from: str = ""
    staging: IndexSides | None = None
    """What staging it changed in the index; None while it is not staged."""
    under: "AcceptedFile | None" = None
    """An earlier signature of the same file that this one was written over."""
    head: TreeFile | None = None
    """What HEAD held when the file was accepted, so that a change it gets meanwhile is not taken back by the commit."""
    made_from: TreeFile | None = None
    """What was written is this with the proposal's changes: the file as it lay there, unless that was written over."""
    is_part: bool = False
    """Whether more of the proposal for the file waits for a decision; what is accepted of it is signed as one."""
    with_own: bool = False
    """Whether the user chose to commit the file as it lies on the disk, their own lines included."""
    is_left_out: bool = False
    """Whether the user left the file out of commits until they say otherwise."""
    left_out: tuple[LeftOutHunk, ...] = ()
    """The hunks that the user left out of commits, while others of the file are included."""
    folders: tuple[str, ...] = ()
    """Those above the file that were made for accepted ones, outermost first; they go with it when they are empty."""

    @property
    def has_left_out(self) -> bool:
        """Whether the user left the file, or hunks of it, out of commits."""
        return self.is_left_out or bool(self.left_out)


class Snapshot(Struct, frozen=True):
    """All of the staging area at one moment, but for what came before."""

    entries: Mapping[str, ProposalEntry] = field(default_factory=dict)
    signed: Mapping[str, AcceptedFile] = field(default_factory=dict)
    replies: tuple[str, ...] = ()
    """Ids of the blobs that say what each reply asked for and what became of it."""
    done: frozenset[str] = frozenset()
    """Texts of the suggestions that were carried out."""
    has_commit: bool = False
    """Whether a commit took files of this proposal."""
    dismissed: frozenset[str] = frozenset()
    """Texts of the suggestions that the user dismissed."""
    edited: tuple[ProposalEntry, ...] = ()
    """Accepted files that left the proposal with lines that the user had edited, oldest first: a later reply may still
    mean the lines that it had proposed there."""

    @property
    def bases(self) -> dict[str, TreeFile]:
        """What the proposals were made from, by path."""
        return {entry.path: entry.base for entry in self.entries.values() if entry.base}

    @property
    def staged(self) -> dict[str, TreeFile]:
        """What is proposed, by path."""
        return {entry.path: entry.staged for entry in self.entries.values() if entry.staged}

    @property
    def sources(self) -> frozenset[str]:
        """Former paths of files that are to be moved: decided with the file, never by themselves."""
        return frozenset(entry.moved_from for entry in self.entries.values() if entry.moved_from)

    def origin(self, entry: ProposalEntry) -> TreeFile | None:
        """Return what is changed by what waits of an entry: of a file to be moved, what lies at its former path."""
        source = self.entries.get(entry.moved_from)
        return entry.base or (source.base if source else None)

    def is_to_move(self, entry: ProposalEntry) -> bool:
        """Whether accepting anything of a file moves it."""
        return bool(entry.moved_from) and not self.is_moved_already(entry)

    def is_moved_already(self, entry: ProposalEntry) -> bool:
        """Whether the move of a file was accepted: with all of it, or with a part of its changes while others wait."""
        source = self.entries.get(entry.moved_from)
        return source is not None and source.decision is Decision.ACCEPTED

    @property
    def undecided(self) -> tuple[ProposalEntry, ...]:
        """What waits for a decision; a move once, by its new path."""
        sources = self.sources
        entries = self.entries.values()
        return tuple(one for one in entries if one.decision is Decision.UNDECIDED and one.path not in sources)

    @property
    def is_decided(self) -> bool:
        """Whether no file waits for a decision."""
        return all(entry.decision is not Decision.UNDECIDED for entry in self.entries.values())

    def with_entries(self, entries: Iterable[ProposalEntry]) -> "Snapshot":
        """Return the snapshot with these entries put in or replaced, order kept."""
        return replace(self, entries={**self.entries, **{entry.path: entry for entry in entries}})

    def with_signed(self, signed: Iterable[AcceptedFile]) -> "Snapshot":
        """Return the snapshot with these signed files put in or replaced."""
        return replace(self, signed={**self.signed, **{one.path: one for one in signed}})

    def without_signed(self, paths: Iterable[str]) -> "Snapshot":
        """Return the snapshot without these signed files."""
        gone = set(paths)
        return replace(self, signed={path: one for path, one in self.signed.items() if path not in gone})

    def with_edits_of(self, left: Iterable[ProposalEntry]) -> "Snapshot":
        """Return the snapshot that knows what the user edited in these files, which leave the proposal."""
        accepted = [one for one in left if one.decision is Decision.ACCEPTED and one.staged]
        found = [replace(one, base=self.origin(one)) for one in accepted if one.part_decisions.is_edited]
        return replace(self, edited=(*self.edited, *found)[-MOST_EDITED:])

    def with_taken_back(self, signed: Iterable[AcceptedFile]) -> "Snapshot":
        """Return the snapshot with these files as they were signed before, or not at all."""
        gone = tuple(signed)
        return self.without_signed(one.path for one in gone).with_signed(one.under for one in gone if one.under)

    def with_parts_committed(self, paths: Collection[str]) -> "Snapshot":
        """Return the snapshot with the accepted parts of these files committed: they are not taken back any more."""
        found = [entry for entry in self.undecided if entry.has_accepted_parts and entry.path in paths]
        return replace(
            self.with_entries(entry.with_parts_committed() for entry in found),
            has_commit=self.has_commit or bool(found),
        )

    def paths_of(self, decision: Decision) -> set[str]:
        """Return the paths of the files on which the user decided so."""
        return {path for path, entry in self.entries.items() if entry.decision is decision}

    def where(self, paths: frozenset[str], *, otherwise: "Snapshot") -> "Snapshot":
        """Return this snapshot, but with the other's say about these paths: they did not come about."""
        if not paths:
            return self
        entries = _with_those_of(self.entries, otherwise.entries, paths)
        signed = _with_those_of(self.signed, otherwise.signed, paths)
        order = self.entries if entries.keys() <= self.entries.keys() else otherwise.entries
        return replace(self, entries=_in_order(entries, order), signed=signed)

    @property
    def kept(self) -> frozenset[str]:
        """Ids of the blobs that signed files and divided proposals may need again."""
        kept = {oid for entry in self.entries.values() if entry.parts for oid in entry.parts.contents}
        kept |= {oid for entry in self.edited for oid in entry.contents}
        for top in self.signed.values():
            one: AcceptedFile | None = top
            while one:
                sides = (one.before, one.written, one.head, one.made_from, one.staging and one.staging.before)
                kept |= {side.oid for side in sides if side}
                one = one.under
        return frozenset(kept)


def _with_those_of(own: Mapping[str, T], other: Mapping[str, T], paths: frozenset[str]) -> dict[str, T]:
    """Return these values, but the other ones for these paths."""
    kept = {path: value for path, value in own.items() if path not in paths}
    return kept | {path: value for path, value in other.items() if path in paths}


class _StoredSnapshot(Struct, frozen=True):
    """A snapshot as JSON holds it."""

    version: Literal[1]
    entries: tuple[ProposalEntry, ...]
    signed: tuple[AcceptedFile, ...]
    replies: tuple[str, ...]
    done: frozenset[str]
    has_commit: bool = False
    dismissed: frozenset[str] = frozenset()
    edited: tuple[ProposalEntry, ...] = ()


def snapshot_to_json(now: Snapshot) -> bytes:
    """Return the snapshot as JSON."""
    entries, signed = tuple(now.entries.values()), tuple(now.signed.values())
    stored = _StoredSnapshot(1, entries, signed, now.replies, now.done, now.has_commit, now.dismissed, now.edited)
    return to_json(stored)


def snapshot_from_json(data: bytes) -> Snapshot:
    """Return the snapshot that `snapshot_to_json` wrote; raises ValueError for a version this program does not know."""
    stored = from_json(data, _StoredSnapshot)
    entries = {one.path: one for one in stored.entries}
    signed = {one.path: one for one in stored.signed}
    rest = (stored.replies, stored.done, stored.has_commit, stored.dismissed, stored.edited)
    return Snapshot(entries, signed, *rest)


def _in_order(entries: dict[str, ProposalEntry], like: Mapping[str, ProposalEntry]) -> dict[str, ProposalEntry]:
    first = {path: entries[path] for path in like if path in entries}
    return first | entries


class TakenReply(Struct, frozen=True):
    """One reply after it was read and staged."""

    outcomes: tuple[Outcome, ...]
    suggestions: tuple[SuggestedCommand, ...]
    """In reply order."""
    text: str = ""
    """The reply itself, so that another window can show it and choices can be made."""
    options: ApplyOptions = field(default_factory=ApplyOptions)
    """How it was read."""
    choices: Mapping[int, Choice] = field(default_factory=dict)
    """What the user decided about single blocks, by their index in `outcomes`."""
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole."""
    flow: str = ""
    """Names a reply that came piece by piece, the same however long it is; empty for one that came whole."""
    id: str = ""
    """Names the reply for as long as the proposal has it, however its text grows or its blocks are chosen for."""
    settled: frozenset[int] = frozenset()
    """Which of `outcomes`, by index, stay as they are: their file was accepted, and then committed or put away."""
    finished: int | None = None
    """Of a reply that still comes, the length of its part that ends with a finished block; stored nowhere."""
    read: ReadReply | None = None
    """How it was read, for applying and showing it; known only right after that, and stored nowhere."""


def reply_to_json(reply: TakenReply) -> bytes:
    """Return the reply as JSON."""
    record = asdict(reply) | {
        "suggestions": [(one.text, one.why_not, one.line_number) for one in reply.suggestions],
        "choices": list(reply.choices.items()),
    }
    del record["read"], record["finished"]
    return to_json(record)


def reply_from_json(data: bytes) -> TakenReply:
    """Return the reply that `reply_to_json` wrote; raises ValueError or LookupError when it is none."""
    record = from_json(data, dict[str, Any])
    return TakenReply(
        outcomes=convert([_ended(one) for one in record["outcomes"]], tuple[Outcome, ...]),
        suggestions=tuple(_suggestion(*one) for one in record["suggestions"]),
        text=convert(record["text"], str),
        options=convert(record["options"], ApplyOptions),
        choices=convert(dict(record["choices"]), dict[int, Choice]),
        warnings=convert(record["warnings"], tuple[str, ...]),
        flow=convert(record.get("flow", ""), str),
        id=convert(record.get("id") or record.get("flow", ""), str),
        settled=convert(record.get("settled", ()), frozenset[int]),
    )


def _ended(outcome: dict[str, Any]) -> dict[str, Any]:
    """Return a stored outcome as it is named now: a dismissed block was stored as a skipped one."""
    is_dismissed = outcome["reason"] == "left out"
    return outcome | {"status": "dismissed", "reason": "by you", "message": ""} if is_dismissed else outcome


def _suggestion(text: str, why_not: str, line_number: int) -> SuggestedCommand:
    # Read once more rather than believed: what runs is only ever what the reader makes of the text.
    if why_not:
        return SuggestedCommand(text, None, why_not, line_number)
    return read_suggestion(text, line_number=line_number)
