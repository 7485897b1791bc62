"""The proposal that replies result in: on the files as they are, or rebuilt from the bases.

A reply is applied to the files as proposed so far, else as they lie in the worktree. All replies are applied again when
the user chooses another place for one of their blocks, when one of them grew, and when a step is undone or redone that
contains a shorter version of a reply.

A proposal ends with the step after which nothing of it is open, or with the next reply once it was committed. A file
that is committed leaves the proposal; a block without a place and a suggested command that was not run stay.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.applying import ReadReply, ReplyApplier, read_reply
from guillemet.engine.errors import FileError
from guillemet.engine.git.commit_requirements import ConfiguredFile, configured_files, why_it_runs_here
from guillemet.engine.git.trees import FILE, TreeFile
from guillemet.engine.outcomes import Outcome, Status
from guillemet.engine.paths import guard_path
from guillemet.engine.review import Decision
from guillemet.engine.staging import ProposalEntry, ReplyRecord, Snapshot
from guillemet.engine.staging.replies import TakenReply, reply_to_json
from guillemet.engine.workspace.context import OTHER, WorkspaceContext
from guillemet.engine.workspace.file_views import count
from guillemet.engine.workspace.line_mapping import as_shown


class ProposedFiles(Struct):
    """What blocks read; whatever is proposed hides the worktree's file."""

    context: WorkspaceContext
    proposed: dict[str, TreeFile | bytes | None]
    """Content by path, kept in git's store or given as bytes; None for a file that is to go."""
    shown: Mapping[str, TreeFile] = field(default_factory=dict)
    """Files as a model saw them that are others by now."""
    links: dict[str, str] = field(default_factory=dict)
    """Real path by the link that named it."""
    _configured: tuple[ConfiguredFile, ...] | None = None
    """What git's configuration names, once it was looked up."""

    def read(self, path: str) -> bytes | None:
        """Return the proposed bytes, else the worktree's; None when there is no such file."""
        if path in self.proposed:
            content = self.proposed[path]
            return self.context.content(content) if isinstance(content, TreeFile) else content
        self._refuse_a_file_for_a_folder(path)
        return self.context.worktree.read(path)

    def names(self) -> Collection[str]:
        """Return every path of the index and of the files that are proposed."""
        return self.context.repository.tracked() | {path for path, one in self.proposed.items() if one is not None}

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


class RebuiltProposal(Struct):
    """What replies made of the files they were applied to."""

    contents: dict[str, bytes | None]
    moves: dict[str, str]
    """Former path by new path."""


def caught_up(context: WorkspaceContext, then: Snapshot, now: Snapshot, *, but: str = "") -> Snapshot:
    """Return another snapshot with its replies as long as they are now: what came since is nobody's step.

    `but` names a flow that is left as it was, since its own step is taken back.
    """
    grown = replies_of(context, [record for record in now.replies if record not in then.replies])
    longer = {reply.flow: reply for reply in grown if reply.flow and reply.flow != but}
    if not longer:
        return then
    before = replies_of(context, then.replies)
    replies = [
        replace(reply, text=one.text, options=one.options) if (one := longer.get(reply.flow)) else reply
        for reply in before
    ]
    return then if replies == before else taken_again(context, then, replies)[0]


def taken_again(
    context: WorkspaceContext, now: Snapshot, replies: Sequence[TakenReply]
) -> tuple[Snapshot, list[TakenReply]]:
    """Return the proposal that these replies make from the bases; what is decided stays, and its outcomes with it."""
    earlier = open_entries(now)
    decided = now.entries.keys() - earlier.keys()
    bases = {path: entry.base for path, entry in earlier.items()}
    since = shown_since(context, replies[-1])
    files = ProposedFiles(context, {**since, **bases}, shown=since)
    changes, again = RebuiltProposal({}, {}), list[TakenReply]()
    for reply in replies:
        again.append(applied(context, files, reply, changes, settled=_settled_outcomes(reply, decided)))
        files.proposed |= changes.contents
    outcomes = tuple(chain.from_iterable(reply.outcomes for reply in again))
    fresh = {path: replace(entry, asks=False) for path, entry in earlier.items()}
    entries = entries_of(context, fresh, changes, outcomes, files)
    kept = {path: one for path, one in now.entries.items() if path in decided or path in entries}
    records = tuple(record_of(context, reply) for reply in again)
    # A reply that grows is written again with every piece of it, and each is longer than the one before.
    for old in set(now.replies).difference(records):
        context.repository.let_go(old.oid)
    return replace(now, entries=kept | entries, replies=records), again


def _settled_outcomes(reply: TakenReply, decided: Collection[str]) -> dict[int, Outcome]:
    """Return by number the outcomes of blocks that are not applied again: of files decided on, and those fixed."""
    return {at: one for at, one in enumerate(reply.outcomes) if one.path in decided or at in reply.settled}


def replies_of(context: WorkspaceContext, records: Sequence[ReplyRecord]) -> list[TakenReply]:
    """Return these kept replies."""
    return [context.area.reply(record) for record in records]


def record_of(context: WorkspaceContext, reply: TakenReply) -> ReplyRecord:
    """Keep a reply, privately when it may quote a file that git ignores; return how it is named."""
    return ReplyRecord(
        context.repository.write_blob(reply_to_json(reply), is_private=_is_about_ignored(context, reply))
    )


def open_entries(now: Snapshot) -> dict[str, ProposalEntry]:
    """Return what waits for a decision."""
    return {path: entry for path, entry in now.entries.items() if entry.decision is Decision.UNDECIDED}


def shown_since(context: WorkspaceContext, reply: TakenReply) -> dict[str, TreeFile]:
    """Return the files that others changed since the model was shown them, as it was shown them."""
    found: dict[str, TreeFile] = {}
    for path, oid in shown(reply).items():
        present = context.present_or_other(path)
        mode = present.mode if present else FILE
        if (present is None or present.oid != oid) and present is not OTHER and context.repository.has(oid):
            found[path] = TreeFile(oid, mode)
    return found


def shown(reply: TakenReply) -> dict[str, str]:
    """Return what the reply's blocks are put into, by blob id; a file committed since is taken as it lies there."""
    committed = reply.committed_paths
    return {path: oid for path, oid in reply.options.shown if path not in committed}


def applied(
    context: WorkspaceContext,
    files: ProposedFiles,
    reply: TakenReply,
    changes: RebuiltProposal,
    *,
    settled: Mapping[int, Outcome],
) -> TakenReply:
    """Return the reply with what its blocks come to on these files; settled blocks keep their outcome."""
    options = replace(reply.options, root=reply.options.root or str(context.repository.root))
    applier = ReplyApplier(files, options=options)
    read = reply.read or read_on(files, reply)
    outcomes = tuple(
        settled.get(at) or applier.apply(block, choice=reply.choices.get(at)) for at, block in enumerate(read.blocks)
    )
    changes.contents |= applier.changed
    changes.moves |= applier.moves
    return replace(reply, outcomes=outcomes, suggestions=read.suggestions, warnings=read.warnings, read=read)


def read_on(files: ProposedFiles, reply: TakenReply) -> ReadReply:
    """Return what a reply to these files asks for."""
    return read_reply(reply.text, files, options=reply.options, exists=files.is_there)


def entries_of(
    context: WorkspaceContext,
    earlier: Mapping[str, ProposalEntry],
    changes: RebuiltProposal,
    outcomes: tuple[Outcome, ...],
    files: ProposedFiles,
) -> dict[str, ProposalEntry]:
    """Return the entries of the changed paths; those that came back to their base are left out."""
    asking = {outcome.path for outcome in outcomes if outcome.asks and outcome.status is Status.APPLIED}
    entries: dict[str, ProposalEntry] = {}
    for path, data in changes.contents.items():
        old = earlier.get(path) or ProposalEntry(path, files.shown.get(path) or context.keep(path), None)
        source = changes.moves.get(path, old.moved_from)
        origin = _origin(context, earlier, source) if source else old.base
        staged = _staged(context, path, data, origin)
        if staged == old.base:
            continue
        entries[path] = ProposalEntry(
            path,
            old.base,
            staged,
            asks=path in asking or old.asks,
            link=files.links.get(path, old.link),
            counts=count(context.content(origin) if origin else None, data),
            moved_from=source,
        )
    return entries


def _staged(context: WorkspaceContext, path: str, data: bytes | None, origin: TreeFile | None) -> TreeFile | None:
    """Keep the proposed bytes of a file; return it with the mode of the file that it was made from."""
    return None if data is None else TreeFile(context.write(path, data), origin.mode if origin else FILE)


def _is_about_ignored(context: WorkspaceContext, reply: TakenReply) -> bool:
    """Whether a block is for a file that git ignores, or the model was shown one."""
    options = reply.options
    paths = {*options.chat_files, *options.read_only, *(path for path, _ in options.shown)}
    paths |= {path for one in reply.outcomes for path in (one.path, one.block.path)}
    for path in paths:
        with suppress(FileError):  # no path of this worktree
            if context.repository.is_ignored(guard_path(path)):
                return True
    return False


def _origin(context: WorkspaceContext, earlier: Mapping[str, ProposalEntry], source: str) -> TreeFile | None:
    """Return what a moved file was before."""
    return earlier[source].base if source in earlier else context.keep(source)


def committed(context: WorkspaceContext, now: Snapshot, paths: Collection[str]) -> Snapshot:
    """Return what a commit of these signed files leaves: the files not decided, and what else is open."""
    taken = now.paths_of(Decision.ACCEPTED).intersection(paths)
    replies = settled(replies_of(context, now.replies), taken)
    left = replace(
        now.without_signed(paths),
        entries={path: entry for path, entry in now.entries.items() if path not in taken},
        replies=tuple(record_of(context, one) for one in replies) if taken else now.replies,
        has_commit=now.has_commit or bool(taken),
    )
    is_open = not left.is_decided or _has_rest(left, replies_of(context, left.replies))
    return left if is_open else without_proposal(left)


def ended(context: WorkspaceContext, now: Snapshot) -> Snapshot:
    """Return the snapshot without its proposal when that was committed and nothing of it is open any more."""
    if not now.has_commit or any(entry.decision is not Decision.REJECTED for entry in now.entries.values()):
        return now
    return now if _has_rest(now, replies_of(context, now.replies)) else without_proposal(now)


def is_over(context: WorkspaceContext, now: Snapshot) -> bool:
    """Whether the next reply begins a proposal of its own.

    It does when every file is decided, whatever else is open; without files, when every suggested operation is done.
    """
    if now.entries or now.has_commit:
        return now.is_decided
    return not _has_suggestion(now, replies_of(context, now.replies))


def without_proposal(now: Snapshot) -> Snapshot:
    """Return the snapshot with nothing proposed; what was signed stays for the commit."""
    return Snapshot(signed=now.signed)


def settled(replies: Sequence[TakenReply], taken: Collection[str]) -> list[TakenReply]:
    """Return the replies with what became of the blocks of these files fixed: they are not applied once more.

    All lines of these files are from now on those of the file as it was proposed, which now lies there.
    """
    shown = iter(as_shown(tuple(outcome for reply in replies for outcome in reply.outcomes)))
    fixed_replies = []
    for reply in replies:
        pairs = [(one, next(shown)) for one in reply.outcomes]
        outcomes = tuple(replace(seen, change=None) if one.path in taken else one for one, seen in pairs)
        fixed = {at for at, one in enumerate(outcomes) if one.is_success and one.path in taken}
        fixed_replies.append(replace(reply, outcomes=outcomes, settled=reply.settled | fixed))
    return fixed_replies


def _has_rest(now: Snapshot, replies: Sequence[TakenReply]) -> bool:
    """Whether a block has no place yet, or a suggested command was not run."""
    return _has_suggestion(now, replies) or any(_is_open(now, one) for reply in replies for one in reply.outcomes)


def _is_open(now: Snapshot, outcome: Outcome) -> bool:
    if outcome.is_settled:
        return False
    # Who rejects a file wants none of its blocks.
    entry = now.entries.get(outcome.path)
    return entry is None or entry.decision is not Decision.REJECTED


def _has_suggestion(now: Snapshot, replies: Collection[TakenReply]) -> bool:
    return any(one.operation and one.text not in now.done for reply in replies for one in reply.suggestions)
