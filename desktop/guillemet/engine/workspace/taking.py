"""Taking a reply in: its blocks are applied to the staged bytes, or the worktree's where nothing is staged yet."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from guillemet.engine.applying import ApplyOptions, ReplyApplier, read_reply
from guillemet.engine.errors import FileError
from guillemet.engine.git.trees import FILE, TreeFile
from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision
from guillemet.engine.staging import Entry, Ledger, ReplyRecord, Snapshot, Step
from guillemet.engine.staging.replies import TakenReply, reply_from_json, reply_to_json
from guillemet.engine.workspace.counting import count
from guillemet.engine.workspace.desk import Desk
from guillemet.engine.workspace.journal import Plan


@dataclass(slots=True)
class ProposedFiles:
    """The files a reply is applied to: as proposed so far, else as they lie in the worktree."""

    desk: Desk
    entries: dict[str, Entry]
    links: dict[str, str] = field(default_factory=dict)
    """Real path by the link that named it."""

    def read(self, path: str) -> bytes | None:
        """Return the proposed bytes, else the worktree's; None when there is no such file."""
        entry = self.entries.get(path)
        if entry:
            return self.desk.content(entry.staged) if entry.staged else None
        self._refuse_a_file_for_a_folder(path)
        return self.desk.worktree.read(path)

    def names(self) -> Collection[str]:
        """Return every path of the index and of the proposal."""
        return self.desk.repository.tracked() | self.entries.keys()

    def new_file_ending(self, path: str) -> str:
        """Return the line ending a new file at this path takes."""
        return self.desk.repository.new_file_ending(path)

    def real_path(self, path: str) -> str:
        """Return the path without links; raises UnsafePathError when it leads out of the repository."""
        real = self.desk.worktree.real_path(path)
        if real != path:
            self.links[real] = path
        return real

    def is_there(self, path: str) -> bool:
        """Whether such a file is proposed or lies in the worktree, tracked or not."""
        return path in self.entries or (".." not in path and self.desk.worktree.exists_on_disk(path))

    def _refuse_a_file_for_a_folder(self, path: str) -> None:
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = self.entries.get("/".join(parts[:depth]))
            if above and above.staged:
                raise FileError(path, f"{above.path} is a file of this proposal, so it cannot hold {path}.")
        folder = path + "/"
        if any(other.startswith(folder) and entry.staged for other, entry in self.entries.items()):
            raise FileError(path, f"{path} is a folder of this proposal, so no file of that name can be made.")


@dataclass(frozen=True, slots=True)
class Taken:
    """A reply applied to the staging area: its outcomes, and the plan that keeps them."""

    reply: TakenReply
    plan: Plan
    modified: tuple[str, ...] = ()
    """The paths whose proposal changed."""


def take(desk: Desk, ledger: Ledger, reply: str, *, options: ApplyOptions) -> Taken:
    """Apply every block of the reply in order; nothing is written but blobs."""
    now = ledger.now
    if _is_closed(desk, now):
        # What was signed stays for the commit.
        now = Snapshot(signed=now.signed)
    open_entries = {path: e for path, e in now.entries.items() if e.decision is Decision.UNDECIDED}
    files = ProposedFiles(desk, dict(open_entries))
    chosen = replace(options, root=options.root or str(desk.repository.root))
    applier = ReplyApplier(files, options=chosen)
    read = read_reply(reply, files, options=chosen, exists=files.is_there)
    outcomes = tuple(applier.apply(block) for block in read.blocks)
    taken = TakenReply(outcomes, read.suggestions, reply)
    entries = _entries(desk, open_entries, applier.changed, outcomes, files.links)
    if not outcomes and not taken.suggestions:
        return Taken(taken, Plan(Step(title=""), ledger.now))
    after = replace(
        now,
        entries=_merged(now, entries, applier.changed),
        replies=(*now.replies, ReplyRecord(desk.repository.write_blob(reply_to_json(taken)))),
    )
    count = len(outcomes)
    return Taken(
        taken,
        Plan(Step(title=f"Take in a reply ({count} block{'' if count == 1 else 's'})"), after),
        tuple(applier.changed),
    )


def _is_closed(desk: Desk, now: Snapshot) -> bool:
    """Whether the proposal is settled: every file decided or, without files, every operation done."""
    if now.entries:
        return now.is_decided
    replies = (reply_from_json(desk.repository.read_blob(reply.oid)) for reply in now.replies)
    return all(one.operation is None or one.text in now.done for reply in replies for one in reply.suggestions)


def _entries(
    desk: Desk,
    earlier: dict[str, Entry],
    changed: dict[str, bytes | None],
    outcomes: tuple[Outcome, ...],
    links: dict[str, str],
) -> dict[str, Entry]:
    """Return the entries of the changed paths; those that came back to their base are left out."""
    asking = {outcome.path for outcome in outcomes if outcome.asks}
    entries: dict[str, Entry] = {}
    for path, data in changed.items():
        old = earlier.get(path)
        base = old.base if old else desk.keep(path)
        staged = None if data is None else TreeFile(desk.repository.write_blob(data), base.mode if base else FILE)
        if staged == base:
            continue
        entries[path] = Entry(
            path,
            base,
            staged,
            asks=path in asking or bool(old and old.asks),
            link=links.get(path, old.link if old else ""),
            counts=count(desk.content(base) if base else None, data),
        )
    return entries


def _merged(now: Snapshot, entries: dict[str, Entry], changed: dict[str, bytes | None]) -> dict[str, Entry]:
    kept = {path: entry for path, entry in now.entries.items() if path in entries or path not in changed}
    return kept | entries
