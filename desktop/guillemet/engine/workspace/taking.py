"""Taking replies in: blocks are applied to what is proposed so far, else to the worktree's files; nothing is written.

A choice of the user (another place, a skip) changes what one block of a reply comes to, and so what later ones find:
all replies of the proposal are then taken in again, from the bases, with every choice made so far. A reply that grows
while it streams in is taken in again likewise.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying import ApplyOptions, ReplyApplier, read_reply
from guillemet.engine.applying.choices import Choice
from guillemet.engine.errors import RepositoryError
from guillemet.engine.git.trees import FILE, TreeFile
from guillemet.engine.outcomes import Outcome, Status
from guillemet.engine.review import Decision
from guillemet.engine.staging import Entry, Ledger, ReplyRecord, Snapshot, Step
from guillemet.engine.staging.replies import TakenReply, reply_from_json, reply_to_json
from guillemet.engine.workspace.counting import count
from guillemet.engine.workspace.desk import OTHER, Desk
from guillemet.engine.workspace.journal import Plan
from guillemet.engine.workspace.proposed import ProposedFiles


class Taken(Struct, frozen=True):
    """A reply applied to the staging area: its outcomes, and the plan that keeps them."""

    reply: TakenReply
    plan: Plan
    modified: tuple[str, ...] = ()
    """The paths whose proposal changed."""
    grown_from: str = ""
    """Id of the record of the reply, as it was before it grew."""


class _Changes(Struct):
    """What replies made of the files they were applied to."""

    contents: dict[str, bytes | None]
    moves: dict[str, str]
    """Former path by new path."""


def take(desk: Desk, ledger: Ledger, reply: str, *, options: ApplyOptions) -> Taken:
    """Apply every block of the reply in order; nothing is written but blobs."""
    now = ledger.now
    if _is_closed(desk, now):
        # What was signed stays for the commit.
        now = Snapshot(signed=now.signed)
    earlier = _open_entries(now)
    staged = {path: entry.staged for path, entry in earlier.items()}
    shown = _shown(desk, options)
    files = ProposedFiles(desk, {**shown, **staged}, shown=shown)
    changes = _Changes({}, {})
    taken = _applied(desk, files, TakenReply((), (), reply, options=options), changes, settled={})
    if not taken.outcomes and not taken.suggestions:
        return Taken(taken, Plan(Step(title=""), ledger.now))
    entries = _entries(desk, earlier, changes, taken.outcomes, files)
    record = ReplyRecord(desk.repository.write_blob(reply_to_json(taken)))
    after = replace(now, entries=_merged(now, entries, changes.contents), replies=(*now.replies, record))
    return Taken(taken, Plan(_step(taken, record), after), tuple(changes.contents))


def grow(desk: Desk, ledger: Ledger, before: str, reply: str, *, options: ApplyOptions) -> Taken:
    """Take in a longer text of a reply, whose text was `before` until now.

    Others may have come meanwhile. Files that are decided meanwhile stay as they are. A reply that was undone meanwhile
    stays undone.
    """
    now = ledger.now
    replies = _replies(desk, now)
    if not before:
        return take(desk, ledger, reply, options=options)
    at = next((at for at in reversed(range(len(replies))) if replies[at].text == before), None)
    if at is None and _proposes_nothing(desk, before, options):
        return take(desk, ledger, reply, options=options)
    if at is None:
        return Taken(TakenReply((), ()), Plan(Step(title=""), now))
    replies[at] = replace(replies[at], text=reply, options=options)
    after, again = _taken_again(desk, now, replies)
    plan = Plan(_step(again[at], after.replies[at]), after)
    return Taken(again[at], plan, tuple(after.entries), grown_from=now.replies[at].oid)


def choose(desk: Desk, ledger: Ledger, number: int, choice: Choice | None) -> Plan:
    """Plan what the proposal becomes when the user decides on the block of this number, from 1, over all replies.

    None takes an earlier choice back. Files that are decided stay as they are, and so do the outcomes of their blocks.
    """
    now = ledger.now
    replies = _replies(desk, now)
    which, position = _block(replies, number)
    chosen = replies[which].outcomes[position]
    entry = now.entries.get(chosen.path)
    if entry is not None and entry.decision is not Decision.UNDECIDED:
        raise RepositoryError(f"{chosen.path} is decided already. Make it undecided again, then choose the place.")
    replies[which] = _with_choice(replies[which], position, choice)
    after, _ = _taken_again(desk, now, replies)
    return Plan(Step(f"Choose for block {number}, {chosen.path}"), after)


def _taken_again(desk: Desk, now: Snapshot, replies: Sequence[TakenReply]) -> tuple[Snapshot, list[TakenReply]]:
    """Return the proposal that these replies make from the bases; what is decided stays, and its outcomes with it."""
    earlier = _open_entries(now)
    decided = now.entries.keys() - earlier.keys()
    bases = {path: entry.base for path, entry in earlier.items()}
    shown = _shown(desk, replies[-1].options)
    files = ProposedFiles(desk, {**shown, **bases}, shown=shown)
    changes, again = _Changes({}, {}), list[TakenReply]()
    for reply in replies:
        settled = {at: one for at, one in enumerate(reply.outcomes) if one.path in decided}
        again.append(_applied(desk, files, reply, changes, settled=settled))
        files.proposed |= changes.contents
    outcomes = tuple(outcome for reply in again for outcome in reply.outcomes)
    fresh = {path: replace(entry, asks=False) for path, entry in earlier.items()}
    entries = _entries(desk, fresh, changes, outcomes, files)
    kept = {path: one for path, one in now.entries.items() if path in decided or path in entries}
    records = tuple(ReplyRecord(desk.repository.write_blob(reply_to_json(reply))) for reply in again)
    return replace(now, entries=kept | entries, replies=records), again


def _step(taken: TakenReply, record: ReplyRecord) -> Step:
    count = len(taken.outcomes)
    return Step(f"Take in a reply ({count} block{'' if count == 1 else 's'})", reply=record.oid)


def _proposes_nothing(desk: Desk, text: str, options: ApplyOptions) -> bool:
    files = ProposedFiles(desk, {}, shown={})
    read = read_reply(text, files, options=options, exists=files.is_there)
    return not read.blocks and not read.suggestions


def _replies(desk: Desk, now: Snapshot) -> list[TakenReply]:
    return [reply_from_json(desk.repository.read_blob(reply.oid)) for reply in now.replies]


def _shown(desk: Desk, options: ApplyOptions) -> dict[str, TreeFile]:
    """Return the files that changed since the model was shown them, as it was shown them."""
    found: dict[str, TreeFile] = {}
    for path, oid in options.shown:
        present = desk.present_or_other(path)
        mode = present.mode if present else FILE
        if (present is None or present.oid != oid) and present is not OTHER and desk.repository.has(oid):
            found[path] = TreeFile(oid, mode)
    return found


def _applied(
    desk: Desk, files: ProposedFiles, reply: TakenReply, changes: _Changes, *, settled: Mapping[int, Outcome]
) -> TakenReply:
    """Return the reply with what its blocks come to on these files; settled blocks keep their outcome."""
    options = replace(reply.options, root=reply.options.root or str(desk.repository.root))
    applier = ReplyApplier(files, options=options)
    read = read_reply(reply.text, files, options=options, exists=files.is_there)
    outcomes = tuple(
        settled.get(at) or applier.apply(block, choice=reply.choices.get(at)) for at, block in enumerate(read.blocks)
    )
    changes.contents |= applier.changed
    changes.moves |= applier.moves
    return replace(reply, outcomes=outcomes, suggestions=read.suggestions, warnings=read.warnings)


def _is_closed(desk: Desk, now: Snapshot) -> bool:
    """Whether the proposal is settled: every file decided or, without files, every operation done."""
    if now.entries:
        return now.is_decided
    replies = (reply_from_json(desk.repository.read_blob(reply.oid)) for reply in now.replies)
    return all(one.operation is None or one.text in now.done for reply in replies for one in reply.suggestions)


def _open_entries(now: Snapshot) -> dict[str, Entry]:
    return {path: entry for path, entry in now.entries.items() if entry.decision is Decision.UNDECIDED}


def _block(replies: Iterable[TakenReply], number: int) -> tuple[int, int]:
    """Return the reply's index and the block's index in it; raises RepositoryError when there is no such block."""
    left = number
    for which, reply in enumerate(replies):
        if 1 <= left <= len(reply.outcomes):
            return which, left - 1
        left -= len(reply.outcomes)
    raise RepositoryError(f"There is no block {number} in this proposal. Look at the list of blocks.")


def _with_choice(reply: TakenReply, position: int, choice: Choice | None) -> TakenReply:
    choices = {at: one for at, one in reply.choices.items() if at != position}
    return replace(reply, choices=choices if choice is None else choices | {position: choice})


def _entries(
    desk: Desk,
    earlier: Mapping[str, Entry],
    changes: _Changes,
    outcomes: tuple[Outcome, ...],
    files: ProposedFiles,
) -> dict[str, Entry]:
    """Return the entries of the changed paths; those that came back to their base are left out."""
    asking = {outcome.path for outcome in outcomes if outcome.asks and outcome.status is Status.APPLIED}
    sources = {**{e.path: e.moved_from for e in earlier.values() if e.moved_from}, **changes.moves}
    entries: dict[str, Entry] = {}
    for path, data in changes.contents.items():
        old = earlier.get(path)
        base = old.base if old else files.shown.get(path) or desk.keep(path)
        source = sources.get(path, "")
        origin = _origin(desk, earlier, source) if source else base
        staged = None if data is None else TreeFile(desk.repository.write_blob(data), origin.mode if origin else FILE)
        if staged == base:
            continue
        entries[path] = Entry(
            path,
            base,
            staged,
            asks=path in asking or bool(old and old.asks),
            link=files.links.get(path, old.link if old else ""),
            counts=count(desk.content(origin) if origin else None, data),
            moved_from=source,
        )
    return entries


def _origin(desk: Desk, earlier: Mapping[str, Entry], source: str) -> TreeFile | None:
    """Return what a moved file was before."""
    return earlier[source].base if source in earlier else desk.keep(source)


def _merged(now: Snapshot, entries: dict[str, Entry], changed: Mapping[str, object]) -> dict[str, Entry]:
    kept = {path: entry for path, entry in now.entries.items() if path in entries or path not in changed}
    return kept | entries
