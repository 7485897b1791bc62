"""The proposal that replies result in: on the files as they are, or rebuilt from the bases.

A reply is applied to the files as proposed so far, else as they lie in the worktree. More of a reply that is streamed
goes on from there: it is read from where it ended, and its new blocks find the files as the earlier ones left them.
All replies are applied again, from the bases, when the user chooses another place for one of their blocks, when a step
is undone or redone that contains a shorter version of a reply, and when more of a reply comes after anything else
happened: a decision, another reply, a change of a file that was read, another way to read it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate

from msgspec.structs import replace

from guillemet.engine.applying import ApplyOptions, ReadReply, ReplyApplier, ReplyReading
from guillemet.engine.applying.options import Choice, InFile
from guillemet.engine.blocks import FileAction
from guillemet.engine.errors import FileError, NotTextError, RepositoryError
from guillemet.engine.git.trees import FILE, TreeFile
from guillemet.engine.outcomes import Change, Outcome, Status
from guillemet.engine.paths import guard_path
from guillemet.engine.review import Decision
from guillemet.engine.staging import ProposalEntry, Snapshot
from guillemet.engine.staging.snapshot import OtherLines, PartDecisions, ProposalChange, TakenReply, reply_to_json
from guillemet.engine.workspace.context import OTHER, WorkspaceContext
from guillemet.engine.workspace.file_views import count, opened_again, recounted, whole_text
from guillemet.engine.workspace.former_paths import (
    first_path,
    former_paths,
    is_applied_move,
    is_move_to,
    moved_already,
    moved_files,
)
from guillemet.engine.workspace.kept_lines import known_others, to_be_found_again
from guillemet.engine.workspace.line_mapping import OwnChanges, as_shown, changes_between
from guillemet.engine.workspace.missing_lines import WHOLE, edited_paths, with_own_marked, with_own_replaced
from guillemet.engine.workspace.proposed_files import ProposedFiles, explained, modes_of
from guillemet.engine.workspace.user_changes import (
    bytes_of,
    merged_change,
    moved_changes,
    rejected_elsewhere,
    still_rejected,
)

_KEPT = "A reply changes {} in the same lines as you did, or next to them. Your version is kept. Look at it again."


class ProposalBuilder:
    """The proposal that replies make of a snapshot, one after the other; more of the last one can be appended."""

    _applier: ReplyApplier
    """Of the last reply."""

    def __init__(
        self, context: WorkspaceContext, now: Snapshot, reply: TakenReply, *, is_rebuilt: bool = False
    ) -> None:
        """Begin with replies that follow those of the snapshot or, rebuilt from the bases, take their place.

        `reply` is the last of them, by which it is known what the model was shown.
        """
        self._context, self._now, self._is_rebuilt = context, now, is_rebuilt
        self._earlier = open_entries(now)
        if is_rebuilt:
            self._earlier = {path: to_be_found_again(entry) for path, entry in self._earlier.items()}
        shown = shown_since(context, reply)
        known = {
            path: entry.part_decisions.source if is_rebuilt else entry.staged for path, entry in self._earlier.items()
        }
        self._places: dict[str, str] = {}
        """Where the file of each entry lies after the replies before the last one, where that is not at its path."""
        self._lies_at: dict[str, str] = {}
        """Where each file lies that was moved with a part, by the path at which the replies find it."""
        if is_rebuilt:  # what was moved with a part lies where the replies find it, and they move it again
            moved = [one for one in self._earlier.values() if one.part_decisions.source_path]
            known |= {one.path: None for one in moved}
            known |= {one.part_decisions.source_path: one.part_decisions.source for one in moved}
            self._lies_at = {one.part_decisions.source_path: one.path for one in moved}
            self._places = {path: first_path(now, entry) for path, entry in self._earlier.items()}
        self._files = ProposedFiles(context, {**shown, **known}, shown=shown)
        self._contents: dict[str, bytes | None] = {}
        self._moves: dict[str, str] = {}
        """Former path by new path."""
        self._opened: set[str] = set()
        """Decided files for which more is proposed: what they hold already is what the user made of earlier blocks."""
        self._modes: dict[str, int] = {}
        """What the replies say of the modes of files."""
        self._made: dict[str, tuple[bytes | None, ProposalEntry | None]] = {}
        """The entry of each changed path, with the content it was made of."""
        self._fixed: list[Collection[int]] = []
        """Of each reply, the blocks that keep their outcome."""
        self._owners: dict[str, str] = {}
        """The path of the entry of each file that lies at a path by now."""
        self._by_user: dict[str, PartDecisions] = {}
        """What the user changed of each path, merged into what the replies make of it now."""
        self.replies: list[TakenReply] = []
        self.after = now
        """What the replies make of the snapshot."""

    @property
    def changed(self) -> dict[str, bytes | None]:
        """What each file becomes that these replies change; None means deleted or moved away."""
        changed = self._contents | self._applier.changed
        for path, _ in modes_of(self.replies[-1].outcomes):
            if path not in changed and (data := self._files.read(path)) is not None:
                changed[path] = data
        return changed

    def _content(self, path: str) -> bytes | None:
        """Return a file as the blocks so far leave it."""
        changed = self._applier.changed
        return changed[path] if path in changed else self._files.read(path)

    def add(
        self,
        reply: TakenReply,
        *,
        settled: Mapping[int, Outcome],
        moving: Collection[int] = (),
        rejected: Mapping[int, Outcome] | None = None,
        until: int | None = None,
    ) -> None:
        """Apply a reply to the files as the earlier ones left them; settled blocks keep their outcome.

        Those that are `moving` a file are applied all the same; `until` is the index of the first that is not. Blocks
        that were rejected with their whole file keep their outcome where they fail now.
        """
        if self.replies:
            self._contents = self._with_user_changes()
            self._moves |= self._applier.moves
            self._places = self._places_now()
            self._files.proposed |= self._contents
        options = replace(reply.options, root=reply.options.root or str(self._context.repository.root))
        self._applier = ReplyApplier(self._files, options=options, check=self._context.checkpoint.check)
        self._settled, self._moving, self._rejected = settled, moving, rejected or {}
        self._fixed.append(settled)
        self.replies.append(replace(reply, outcomes=()))
        # A line names a file where there is one: blocks, which are known by number, are read as when it was there.
        were_there = {one.block.path for one in settled.values() if one.action is not FileAction.CREATE}
        read = reply.read or self.read(reply, were_there=were_there)
        self._apply(read, reply.text, reply.finished, until=until)

    def tried(self, position: int, choice: Choice | None) -> Outcome:
        """Return what the block of this index in the last reply would come to with a choice; nothing changes."""
        read = self.replies[-1].read
        if read is None or position >= len(read.blocks):
            raise RepositoryError("The block is no longer part of the proposal. Look at the list of blocks.")
        outcome = self._applier.tried(read.blocks[position], choice=choice)
        return with_own_marked(self._context, self._now, outcome, self._content)

    @property
    def is_current(self) -> bool:
        """Whether the worktree still holds what was read of it."""
        return self._files.are_unchanged

    def read(self, reply: TakenReply, *, were_there: Collection[str] = ()) -> ReadReply:
        """Return what a reply to these files asks for, and to others that were there when it came."""
        check = self._context.checkpoint.check

        def exists(path: str) -> bool:
            return path in were_there or self._files.is_there(path)

        self._reading = ReplyReading(self._files, options=reply.options, exists=exists, check=check)
        self._text = ""
        return self._read_on(reply.text, reply.finished)

    def extend(self, text: str, *, finished: int | None) -> None:
        """Apply what is new in the longer text of the last reply, of which more may come when `finished` is given."""
        self._apply(self._read_on(text, finished), text, finished)

    def may_extend(self, now: Snapshot, longer: TakenReply, options: ApplyOptions | None) -> bool:
        """Whether this is more of the last reply, to be read the same way, and nothing else happened since."""
        last = self.replies[-1]
        is_more = longer.id == last.id and longer.text.startswith(self._text)
        return is_more and options in (None, last.options) and self.after is now and self.is_current

    def build(self) -> Snapshot:
        """Return what the replies make of the snapshot; what is decided stays, unless more of it is proposed."""
        now, entries = self._now, self._entries()
        waiting = open_entries(now)
        decided, replaced = now.entries.keys() - waiting.keys(), waiting if self._is_rebuilt else self.changed
        left_out = replaced.keys() - entries.keys()
        kept = {path: one for path, one in now.entries.items() if path not in left_out}
        entries = self._with_moves_as_git_has_them(kept | entries)
        again = decided & open_entries(replace(now, entries=entries)).keys()
        signed = [replace(now.signed[path], is_part=True) for path in again & self._earlier.keys() & now.signed.keys()]
        begun = again - self._earlier.keys()
        begun |= {one.path for one in now.entries.values() if one.moved_from in begun}
        records = self._records(begun)
        # A reply that grows is written again with every piece of it, and each is longer than the one before.
        for old in set(self.after.replies).difference(records):
            self._context.repository.let_go(old)
        dismissed = now.dismissed - self._suggested_again()
        self.after = replace(now, entries=entries, replies=records, dismissed=dismissed).with_signed(signed)
        return self.after

    def _suggested_again(self) -> set[str]:
        """Return the commands that more replies suggest than before: one that was dismissed is offered again."""
        before = replies_of(self._context, self._now.replies) if self._is_rebuilt and self._now.dismissed else ()
        now, then = (Counter(one.text for of in all_of for one in of.suggestions) for all_of in (self.replies, before))
        return set(now - then)

    def _records(self, begun_again: Collection[str]) -> tuple[str, ...]:
        """Return how the replies are kept; blocks of files that are begun again keep their outcome."""
        context, now, replies, earlier = self._context, self._now, self.replies, self._now.replies
        if self._is_rebuilt:
            replies, earlier = _with_fixed(context, now, replies, self._fixed, begun_again), ()
        elif begun_again:
            old = replies_of(context, earlier)
            fixed = _with_fixed(context, now, old, [range(len(one.outcomes)) for one in old], begun_again)
            earlier = tuple(record_of(context, one) for one in fixed)
        return (*earlier, *(record_of(context, one) for one in replies))

    def _open_decided(self, over: Collection[str]) -> None:
        """Let decided files for which more is proposed go on from there, where they lie as that left them.

        A rejected one that is given as a whole, such as one of these, is proposed again.
        """
        changed = self._applier.changed.keys() - (self._now.paths_of(Decision.REJECTED) & set(over))
        found = {path: opened_again(self._context, self._now, path) for path in changed - self._earlier.keys()}
        opened = {path: one for path, one in found.items() if one}
        self._opened |= opened.keys()
        self._earlier = opened | self._earlier

    def _with_moves_as_git_has_them(self, entries: Mapping[str, ProposalEntry]) -> dict[str, ProposalEntry]:
        """Return the entries with a move only from a path where nothing is to be left, to one where nothing was.

        Else one of both files would be shown nowhere: the one that is replaced, or the one that takes the old place.
        They are changed, added and deleted, each for itself, and what a move wrote over asks at both ends. So they are
        where a move was rejected and more is proposed for its file.
        """
        found, now = dict(entries), replace(self._now, entries=entries)
        for path, entry in entries.items():
            source = entries.get(entry.moved_from)
            is_move = entry.base is None or now.is_moved_already(entry)
            if source is not None and entry.decision is Decision.REJECTED:
                is_move = source.decision is Decision.REJECTED
            if not entry.moved_from or (is_move and source is not None and source.staged is None):
                continue
            found[path] = recounted(self._context, self._now, replace(entry, moved_from=""))
            if source is not None and entry.asks and source.staged is None:
                found[source.path] = replace(found[source.path], asks=True)
        return found

    def _read_on(self, text: str, finished: int | None) -> ReadReply:
        self._reading.feed(text[len(self._text) :])
        self._text = text
        if finished is None:
            self._reading.finish()
        return self._reading.read

    def _apply(self, read: ReadReply, text: str, finished: int | None, *, until: int | None = None) -> None:
        """Apply the blocks of the last reply that were not applied yet."""
        reply = self.replies[-1]
        outcomes, edited = list(reply.outcomes), edited_paths(self._now)
        for at, block in enumerate(read.blocks[len(outcomes) : until], len(outcomes)):
            self._context.checkpoint.check()
            settled = self._settled.get(at)
            if settled is None or at in self._moving:
                before = {path: self._content(path) for path in edited}
                outcome = self._applier.apply(block, choice=reply.choices.get(at))
                if outcome.status is Status.FAILED:
                    outcome = self._rejected.get(at, outcome)
                if outcome.path in edited:
                    sides = before[outcome.path], self._content(outcome.path)
                    outcome = with_own_replaced(self._context, self._now, outcome, *sides)
            outcomes.append(settled or explained(self._context, self._now, outcome, self._content))
        self.replies[-1] = replace(
            reply,
            text=text[:finished],
            finished=finished,
            outcomes=tuple(outcomes),
            suggestions=read.suggestions,
            warnings=read.warnings if finished is None else (),
            read=read,
        )

    def _entries(self) -> dict[str, ProposalEntry]:
        """Return the entries of the changed paths; those that came back to their base are left out."""
        outcomes = [outcome for reply in self.replies for outcome in reply.outcomes]
        asking = {outcome.path for outcome in outcomes if outcome.asks and outcome.status is Status.APPLIED}
        moves = self._moves | self._applier.moves
        self._modes = dict(modes_of(outcomes))
        for path in moves.keys() - self._modes.keys():
            said = [self._modes[one] for one in former_paths(self.replies, path) if one in self._modes]
            self._modes |= {path: said[0]} if said else {}
        entries: dict[str, ProposalEntry] = {}
        contents = self._with_user_changes()
        for path in self._lies_at:
            if contents.get(path) is None:
                contents.pop(path, None)
        for path, data in contents.items():
            if entry := self._made_entry(path, data, self._former_path(path, moves)):
                former = {path, entry.moved_from, *(former_paths(self.replies, path) if path in moves else ())}
                owner = self._earlier.get(self._owners.get(path, ""))
                asks = entry.asks or not asking.isdisjoint(former) or (owner is not None and owner.asks)
                entries[path] = replace(entry, asks=asks)
        return entries | self._accepted_in_part(contents) if self._is_rebuilt else entries

    def _accepted_in_part(self, contents: Collection[str]) -> dict[str, ProposalEntry]:
        """Return the entries of files of which parts were accepted, and for which nothing is proposed any more."""
        left = (self._with_accepted_parts(one) for path, one in self._earlier.items() if path not in contents)
        return {entry.path: entry for entry in left if entry}

    def _made_entry(self, path: str, data: bytes | None, source: str) -> ProposalEntry | None:
        """Return the entry of a path, made once as long as its content stays."""
        made = self._made.get(path)
        if made is None or made[0] is not data or self._owners.get(path) in self._by_user:
            made = self._made[path] = data, self._entry(path, data, source)
        return made[1]

    def _entry(self, path: str, data: bytes | None, source: str) -> ProposalEntry | None:
        context, files = self._context, self._files
        old = self._earlier.get(path) or ProposalEntry(path, files.shown.get(path) or context.keep(path), None)
        if data is not None and path in self._now.sources:  # no file is moved from there any more
            old = replace(old, base=old.part_decisions.source, parts=None)
        source = source or old.moved_from
        is_moved = self._now.is_moved_already(old)
        origin = self._origin(source) if source and not is_moved else old.base
        waiting = None if self._is_rebuilt else self._earlier.get(self._owners.get(path, ""))
        like = (waiting and waiting.staged) or origin
        mode = self._modes.get(path) or (like.mode if like else FILE)
        staged = None if data is None else TreeFile(context.write(path, data), mode)
        parts, link = self._parts(old), files.links.get(path, old.link)
        entry = replace(old, staged=staged, link=link, moved_from=source, parts=parts)
        if staged == old.base:
            return self._with_accepted_parts(entry)
        return replace(entry, counts=count(context.content(origin) if origin else None, data))

    def _former_path(self, path: str, moves: Mapping[str, str]) -> str:
        """Return where a file is to be moved from, over all moves that wait; empty when it is not."""
        source = self._lies_at.get(moves.get(path, ""), moves.get(path, ""))
        seen = {path}
        while source and source not in seen:
            seen.add(source)
            entry = self._earlier.get(source)
            if entry is None:
                further = moves.get(source, "")
            else:
                further = entry.moved_from if self._now.is_to_move(entry) else ""
            source = self._lies_at.get(further, further) or source
        return "" if source == path else source

    def _parts(self, old: ProposalEntry) -> PartDecisions | None:
        """Return the decisions on parts of an entry: what the user changed of the proposal goes with a moved file."""
        owner = self._owners.get(old.path)
        user = self._by_user.get(owner, self._earlier[owner].parts) if owner else None
        return user if owner == old.path else moved_changes(old.part_decisions, user)

    def _places_now(self) -> dict[str, str]:
        """Return where the file of each entry lies after the replies, but for those moved to the path of another."""
        moved = {former: path for path, former in self._applier.moves.items()}
        gone = {entry.moved_from for entry in self._earlier.values()} if self._is_rebuilt else set[str]()
        places = {path: self._places.get(path, path) for path in self._earlier if path not in gone}
        return {path: moved.get(place, place) for path, place in places.items()}

    def _origin(self, source: str) -> TreeFile | None:
        """Return what a moved file was before."""
        return self._earlier[source].base if source in self._earlier else self._context.keep(source)

    def _with_accepted_parts(self, entry: ProposalEntry) -> ProposalEntry | None:
        """Return the entry of a file of which nothing else is proposed any more; None when nothing was accepted."""
        if not entry.has_accepted_parts:
            return None
        accepted = replace(entry, base=entry.part_decisions.base, staged=entry.base, decision=Decision.ACCEPTED)
        return recounted(self._context, self._now, accepted)

    def _with_user_changes(self) -> dict[str, bytes | None]:
        """Return what the replies so far make of the files, with what the user changed of them.

        That is merged in after the reply that it followed, and again after one that gives the file as a whole. What was
        rejected, and is proposed again by an edit, is proposed.
        """
        over = self._written_over()
        self._open_decided(over)
        contents = self.changed
        so_far = len(self.replies) if self._is_rebuilt else len(self._now.replies) + len(self.replies)
        places = self._places_now()
        # The file of an entry that is moved now goes before one at its new path that it replaces.
        self._owners = {path: path for path, place in places.items() if path == place}
        self._owners |= {place: path for path, place in places.items() if path != place}
        for path, place in places.items():
            parts = self._by_user.get(path, self._earlier[path].parts)
            # What followed earlier replies is in what is proposed already, unless all is applied again.
            if parts is None or not (self._is_rebuilt or place in contents):
                continue
            if place in over and contents[place] is None:
                if parts.is_edited:
                    why = f"A reply deletes {place}, which you edited. Look at it again."
                    self._by_user[path] = self._behind(parts, why)
                continue
            self._by_user[path] = self._with_changes(place, parts, contents, so_far, is_over=place in over)
        return contents

    def _with_changes(
        self, path: str, parts: PartDecisions, contents: dict[str, bytes | None], so_far: int, *, is_over: bool
    ) -> PartDecisions:
        """Put what the user changed of a file into its content after so many replies; return what is left of that."""
        changes = list[ProposalChange]()
        others: OtherLines | None = None
        for change in parts.changes:
            is_opened = path in self._opened
            is_again = is_over and (is_opened or change.reply_count < so_far) and not change.is_rebase
            if (is_opened or change.reply_count != so_far) and not is_again:
                is_known = (self._is_rebuilt and so_far < change.reply_count) or change.is_lasting
                data = contents[path] if path in contents else self._files.read(path)
                changes.append(change if is_known else still_rejected(self._context, path, change, data, so_far))
                continue
            data = contents[path] if path in contents else self._files.read(path)
            moved, is_kept = merged_change(self._context, path, change, data, parts.source)
            left: ProposalChange | None = None
            if is_kept and is_again and not change.is_edit:  # the reply has other lines there by now: they are proposed
                left = moved = rejected_elsewhere(self._context, path, change, data, so_far)
                is_kept = False
            contents[path] = bytes_of(self._context, moved.after)
            if is_kept and others is None and change.before and moved.before:
                others = OtherLines(change.before, moved.before, so_far, is_whole=is_again)
            if is_kept:
                parts = self._behind(parts, _KEPT.format(path), others)
            if is_again:
                changes.append(replace(change, left=left))  # as it was: the reply may be dismissed
            elif moved.before != moved.after:
                changes.append(moved)
        if is_over and others is None and parts.others:  # this reply has no other lines than the user any more
            parts = replace(parts, is_behind=False, others=None)
        return replace(parts, changes=tuple(changes))

    def _written_over(self) -> set[str]:
        """Return the files that the last reply deletes, or gives as a whole, whatever they were."""
        changed, moved = self._applier.changed, self._applier.moves.values()
        gone = {path for path, data in changed.items() if data is None and path not in moved}
        wholes = (one for one in self.replies[-1].outcomes if one.is_success and one.flags & WHOLE)
        return gone | {one.path for one in wholes if one.path in changed}

    def _behind(self, parts: PartDecisions, why: str, others: OtherLines | None = None) -> PartDecisions:
        """Return what the user did with a file that asks to be looked at again, which is said once.

        What was settled of these other lines of a reply stays so when it is applied again.
        """
        if known := known_others(self._now, others):
            return replace(parts, is_behind=known.is_behind, others=known.others)
        if not parts.is_behind:
            self._context.area.notes.append(why)
        return replace(parts, is_behind=True, others=others)


def caught_up(context: WorkspaceContext, then: Snapshot, now: Snapshot, *, but: str = "") -> Snapshot:
    """Return another snapshot with its replies as long as they are now: what came since belongs to no step.

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
    return then if replies == before else rebuilt(context, then, replies).build()


def rebuilt(
    context: WorkspaceContext, now: Snapshot, replies: Sequence[TakenReply], *, before: tuple[int, int] | None = None
) -> ProposalBuilder:
    """Apply these replies to the bases; what is decided stays, and its outcomes with it.

    `before` is the index of a reply, and that of one of its blocks: what comes before that block is applied.
    """
    builder = ProposalBuilder(context, now, replies[-1], is_rebuilt=True)
    decided, made = now.entries.keys() - open_entries(now).keys(), moved_already(now)
    moved = moved_files(now, replies)
    changes = ((one.path, change) for one in now.entries.values() for change in one.part_decisions.changes)
    counts = {path: change.reply_count for path, change in changes if change.is_whole}
    last, until = before or (len(replies) - 1, None)
    for at, reply in enumerate(replies[: last + 1]):
        settled_outcomes = _settled_outcomes(reply, moved[at], decided, made)
        moving = {
            position
            for position, path in moved[at].items()
            if path not in decided and is_applied_move(reply.outcomes[position])
        }
        rejected = {
            position: one
            for position, one in enumerate(reply.outcomes)
            if one.is_success and at < counts.get(moved[at].get(position, one.path), 0)
        }
        stop = until if at == last else None
        builder.add(reply, settled=settled_outcomes, moving=moving, rejected=rejected, until=stop)
    return builder


def _settled_outcomes(
    reply: TakenReply, moved: Mapping[int, str], decided: Collection[str], made: Collection[str]
) -> dict[int, Outcome]:
    """Return by number the outcomes of blocks that are not applied again.

    They are those of files decided on, those that moved a file which was moved already, and those fixed.
    """

    def is_decided(at: int, one: Outcome) -> bool:
        path = _chosen_path(one, reply.choices.get(at))
        return (moved.get(at, path) if path == one.path else path) in decided

    return {
        at: one
        for at, one in enumerate(reply.outcomes)
        if at in reply.settled or is_decided(at, one) or is_move_to(one, made)
    }


def _chosen_path(outcome: Outcome, choice: Choice | None) -> str:
    """Return the file of a block: of one that failed, the one that was chosen for it since."""
    return choice.path if isinstance(choice, InFile) and not outcome.is_success else outcome.path


def replies_of(context: WorkspaceContext, records: Sequence[str]) -> list[TakenReply]:
    """Return these kept replies."""
    return [context.area.reply(record) for record in records]


def record_of(context: WorkspaceContext, reply: TakenReply) -> str:
    """Keep a reply, privately when it may quote a file that git ignores; return how it is named."""
    options, is_private = reply.options, False
    paths = {*options.chat_files, *options.read_only, *(path for path, _ in options.shown)}
    for path in paths.union(*((one.path, one.block.path) for one in reply.outcomes)):
        with suppress(FileError):  # no path of this worktree
            is_private = is_private or context.repository.is_ignored(guard_path(path))
    return context.repository.write_blob(reply_to_json(reply), is_private=is_private)


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
    settled_outcomes = (reply.outcomes[at] for at in reply.settled)
    committed = {path for one in settled_outcomes for path in (one.path, one.block.path)}
    return {path: oid for path, oid in reply.options.shown if path not in committed}


def changes_by_user(
    context: WorkspaceContext, replies: Sequence[TakenReply], entries: Iterable[ProposalEntry]
) -> OwnChanges:
    """Return what the user changed of the proposal for these files, between the blocks of the replies."""
    counts = tuple(accumulate((len(reply.outcomes) for reply in replies), initial=0))
    found: defaultdict[int, list[tuple[str, Change]]] = defaultdict(list)
    for entry in entries:
        for change in entry.part_decisions.changes:
            sides = (bytes_of(context, change.before), bytes_of(context, change.after))
            with suppress(NotTextError):
                changes = changes_between(*(whole_text(side or b"") for side in sides))
                found[counts[change.reply_count]] += [(entry.path, one) for one in changes]
    return found


def settled(
    now: Snapshot,
    replies: Sequence[TakenReply],
    taken: Collection[str],
    own: OwnChanges,
    *,
    moved: Collection[str] = (),
) -> list[TakenReply]:
    """Return the replies with what became of the blocks of these files fixed: they are not applied once more.

    All lines of these files are from now on those of the file as it was proposed, which now lies there. Of those that
    were only moved, the move is fixed.
    """
    shown = iter(as_shown(tuple(outcome for reply in replies for outcome in reply.outcomes), own))
    fixed_replies = []
    for reply, of in zip(replies, moved_files(now, replies), strict=True):
        pairs = [(one, next(shown)) for one in reply.outcomes]
        is_taken = [of.get(at, one.path) in taken for at, one in enumerate(reply.outcomes)]
        outcomes = tuple(
            replace(seen, change=None) if is_so else one for (one, seen), is_so in zip(pairs, is_taken, strict=True)
        )
        fixed = {at for at, one in enumerate(outcomes) if one.is_success and is_taken[at]}
        fixed |= {at for at, one in enumerate(outcomes) if is_move_to(one, moved)}
        fixed_replies.append(replace(reply, outcomes=outcomes, settled=reply.settled | fixed))
    return fixed_replies


def _with_fixed(
    context: WorkspaceContext,
    now: Snapshot,
    replies: Sequence[TakenReply],
    known: Sequence[Collection[int]],
    paths: Collection[str],
) -> list[TakenReply]:
    """Return the replies with what became of those of these blocks fixed that are of these files."""
    places = [sorted(positions) for positions in known]
    old = [
        replace(reply, outcomes=tuple(reply.outcomes[at] for at in of_reply), settled=frozenset())
        for reply, of_reply in zip(replies, places, strict=True)
    ]
    own = changes_by_user(context, old, (now.entries[path] for path in paths))
    found = list[TakenReply]()
    for reply, of_reply, one in zip(replies, places, settled(now, old, paths, own), strict=True):
        fixed = {of_reply[at]: one.outcomes[at] for at in one.settled}
        outcomes = tuple(fixed.get(at, outcome) for at, outcome in enumerate(reply.outcomes))
        found.append(replace(reply, outcomes=outcomes, settled=reply.settled | fixed.keys()))
    return found


def continued(context: WorkspaceContext, now: Snapshot, path: str) -> Snapshot | None:
    """Return the snapshot with an accepted file of which more can be proposed; None where it cannot."""
    if path not in now.paths_of(Decision.ACCEPTED) or not (again := opened_again(context, now, path)):
        return None
    signed = [replace(now.signed[path], is_part=True)] if path in now.signed else []
    return now.with_entries([again]).with_signed(signed)
