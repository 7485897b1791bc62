"""One state of the staging area as values, and as JSON.

Contents are named by blob id; the bytes lie in git's object store.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from guillemet.engine.git.trees import TreeFile
from guillemet.engine.review import Decision
from guillemet.engine.staging.steps import IndexEffect, pack, unpack


class Counts(Struct, frozen=True):
    """How much a proposal changes."""

    added: int = 0
    removed: int = 0
    hunks: int = 0


class ProposalEntry(Struct, frozen=True):
    """The proposal for one file."""

    path: str
    base: TreeFile | None
    """What the worktree held when the first block was applied; None: no such file."""
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


class Signed(Struct, frozen=True):
    """A file the user accepted and has not committed yet."""

    path: str
    before: TreeFile | None
    written: TreeFile | None
    """What accepting wrote; None: the file was deleted."""
    moved_from: str = ""
    staging: IndexEffect | None = None
    """What staging it changed in the index; None while it is not staged."""
    under: "Signed | None" = None
    """An earlier signature of the same file that this one was written over."""
    head: TreeFile | None = None
    """What HEAD held when the file was accepted, so that a change it gets meanwhile is not taken back by the commit."""
    made_from: TreeFile | None = None
    """What was written is this with the proposal's changes: the file as it lay there, unless that was written over."""


class ReplyRecord(Struct, frozen=True):
    """A reply that was taken in: the blob that says what it asked for and what became of it."""

    oid: str


class Snapshot(Struct, frozen=True):
    """All of the staging area at one moment, but for what came before."""

    entries: Mapping[str, ProposalEntry] = field(default_factory=dict)
    signed: Mapping[str, Signed] = field(default_factory=dict)
    replies: tuple[ReplyRecord, ...] = ()
    done: frozenset[str] = frozenset()
    """Texts of the suggestions that were carried out."""
    has_commit: bool = False
    """Whether a commit took files of this proposal."""

    @property
    def sources(self) -> frozenset[str]:
        """Former paths of files that are to be moved: decided with the file, never by themselves."""
        return frozenset(entry.moved_from for entry in self.entries.values() if entry.moved_from)

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

    def with_signed(self, signed: Iterable[Signed]) -> "Snapshot":
        """Return the snapshot with these signed files put in or replaced."""
        return replace(self, signed={**self.signed, **{one.path: one for one in signed}})

    def without_signed(self, paths: Iterable[str]) -> "Snapshot":
        """Return the snapshot without these signed files."""
        gone = set(paths)
        return replace(self, signed={path: one for path, one in self.signed.items() if path not in gone})

    def with_taken_back(self, signed: Iterable[Signed]) -> "Snapshot":
        """Return the snapshot with these files as they were signed before, or not at all."""
        gone = tuple(signed)
        return self.without_signed(one.path for one in gone).with_signed(one.under for one in gone if one.under)

    def paths_of(self, decision: Decision) -> set[str]:
        """Return the paths of the files on which the user decided so."""
        return {path for path, entry in self.entries.items() if entry.decision is decision}

    def where(self, paths: frozenset[str], *, otherwise: "Snapshot") -> "Snapshot":
        """Return this snapshot, but with the other's say about these paths: they did not come about."""
        entries = {p: e for p, e in self.entries.items() if p not in paths}
        signed = {p: s for p, s in self.signed.items() if p not in paths}
        entries |= {p: e for p, e in otherwise.entries.items() if p in paths}
        signed |= {p: s for p, s in otherwise.signed.items() if p in paths}
        order = self.entries if entries.keys() <= self.entries.keys() else otherwise.entries
        return replace(self, entries=_in_order(entries, order), signed=signed)

    @property
    def kept(self) -> frozenset[str]:
        """Ids of the blobs signed files may need again."""
        kept: set[str] = set()
        for top in self.signed.values():
            one: Signed | None = top
            while one:
                sides = (one.before, one.written, one.head, one.made_from, one.staging and one.staging.before)
                kept |= {side.oid for side in sides if side}
                one = one.under
        return frozenset(kept)


def snapshot_to_json(snapshot: Snapshot) -> bytes:
    """Return the snapshot as UTF-8 JSON."""
    record = {
        "version": 1,
        "entries": [
            [e.path, pack(e.base), pack(e.staged), e.decision, e.asks, e.link, astuple(e.counts), e.moved_from]
            for e in snapshot.entries.values()
        ],
        "signed": [_pack_signed(one) for one in snapshot.signed.values()],
        "replies": [reply.oid for reply in snapshot.replies],
        "done": sorted(snapshot.done),
        "has_commit": snapshot.has_commit,
    }
    return json.dumps(record, ensure_ascii=True).encode()


def snapshot_from_json(data: bytes) -> Snapshot:
    """Return the snapshot that `snapshot_to_json` wrote; raises ValueError for a version this program does not know."""
    record = json.loads(data)
    if record["version"] != 1:
        message = f"version {record['version']}"
        raise ValueError(message)
    entries = [
        ProposalEntry(path, unpack(base), unpack(staged), Decision(decision), asks, link, Counts(*counts), moved_from)
        for path, base, staged, decision, asks, link, counts, moved_from in record["entries"]
    ]
    signed = [_unpack_signed(one) for one in record["signed"]]
    return Snapshot(
        entries={entry.path: entry for entry in entries},
        signed={one.path: one for one in signed},
        replies=tuple(ReplyRecord(oid) for oid in record["replies"]),
        done=frozenset(record["done"]),
        has_commit=record.get("has_commit", False),
    )


def _pack_signed(one: Signed) -> list[Any]:
    staging = [pack(one.staging.before), pack(one.staging.after)] if one.staging else None
    under = _pack_signed(one.under) if one.under else None
    sides = [pack(one.before), pack(one.written)]
    return [one.path, *sides, one.moved_from, staging, under, pack(one.head), pack(one.made_from)]


def _unpack_signed(record: list[Any]) -> Signed:
    path, before, written, moved_from, staging, under, *later = record
    effect = IndexEffect(path, unpack(staging[0]), unpack(staging[1])) if staging else None
    earlier = _unpack_signed(under) if under else None
    sides = (unpack(before), unpack(written))
    return Signed(path, *sides, moved_from, effect, earlier, *map(unpack, later))


def _in_order(entries: dict[str, ProposalEntry], like: Mapping[str, ProposalEntry]) -> dict[str, ProposalEntry]:
    first = {path: entries[path] for path in like if path in entries}
    return first | entries
