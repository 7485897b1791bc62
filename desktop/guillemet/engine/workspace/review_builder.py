"""Build the review that is shown: what is proposed, and how it differs from the files as they are now."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, chain

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.applying.outcome_factory import flagged
from guillemet.engine.blocks import Block, BrokenBlock
from guillemet.engine.diff.hunk_numbers import is_decided, lines_of_block
from guillemet.engine.errors import FileError, RepositoryError
from guillemet.engine.git import commit_requirements, commits
from guillemet.engine.git.trees import LINK, TreeFile
from guillemet.engine.git.worktree import Fingerprint
from guillemet.engine.outcomes import Flag, Outcome, Reason, Status
from guillemet.engine.review import (
    Badge,
    Decision,
    FileReview,
    FileTexts,
    KeptLines,
    Kind,
    Review,
    SuggestionReview,
    SuggestionState,
)
from guillemet.engine.staging import AcceptedFile, Ledger, ProposalEntry, Snapshot
from guillemet.engine.staging.snapshot import TakenReply
from guillemet.engine.suggested_commands import SuggestedCommand
from guillemet.engine.workspace import commit_selection, step_log
from guillemet.engine.workspace.apply import StagedReply
from guillemet.engine.workspace.commit_selection import CommitList
from guillemet.engine.workspace.context import OTHER, WorkspaceContext, is_text
from guillemet.engine.workspace.file_views import (
    RebasedProposal,
    ShownFile,
    count,
    counted_whole,
    decided_runs,
    divided_hunks,
    hunks_since_commit,
    mode_words,
    own_line_words,
    own_lines,
    rebase,
    with_sides,
    written_over,
)
from guillemet.engine.workspace.kept_lines import edited_lines, is_behind, kept_lines, lines_of_user, without_lines
from guillemet.engine.workspace.line_mapping import OwnChanges, as_shown
from guillemet.engine.workspace.proposal import changes_by_user
from guillemet.engine.workspace.run_commands import operands, why_needless
from guillemet.engine.workspace.settled_later import outcomes_of

_OTHERS = "Your lines were kept: the reply has others there."
_SAME_LINES = "The file has changed on disk in lines that the proposal changes, too, or next to them."


class _ShownBlocks(Struct, frozen=True):
    """What became of the blocks, with what of it matters to their files."""

    outcomes: tuple[Outcome, ...]
    failed: frozenset[str]
    """Files of which a block is to be settled."""
    asking: Mapping[str, tuple[Outcome, ...]]
    """Those that wait for the user's own decision, by their files."""
    brought: Mapping[str, tuple[tuple[int, int], ...]]
    """The lines that the last reply changed of files that earlier ones change, too."""


_SEARCHED = frozenset(
    {
        Reason.NOT_FOUND,
        Reason.ANCHOR_NOT_FOUND,
        Reason.OLD_LINES_DIFFER,
        Reason.TRAILING_NOT_FOUND,
        Reason.CONFLICT,
        Reason.AMBIGUOUS,
    }
)
"""Reasons of blocks whose file was read."""


class Reviewer(Struct):
    """Builds reviews; remembers what it read, by fingerprint and id, so that only what changed is read again.

    What it says of a file that did not change is the same object as in the review before.
    """

    context: WorkspaceContext
    commit_list: CommitList
    _replies: dict[str, TakenReply] = field(default_factory=dict)
    _present: dict[str, tuple[Fingerprint, TreeFile | None]] = field(default_factory=dict)
    _rebased: dict[str, tuple[Hashable, RebasedProposal | None]] = field(default_factory=dict)
    """By path, with what it was made of."""
    _files: dict[str, tuple[Hashable, FileReview]] = field(default_factory=dict)
    """By path, with what it was made of."""
    _outcomes: dict[Hashable, _ShownBlocks] = field(default_factory=dict)
    """Of the replies shown last, with what the user changed of the proposal."""
    _not_in_index: dict[Hashable, frozenset[str]] = field(default_factory=dict)
    """The files that the index does not hold, by all that are proposed and the state of the index."""

    def review(self, ledger: Ledger, *, notes: tuple[str, ...] = ()) -> Review:
        """Return the review of this ledger and of the files as they are now."""
        repository, now = self.context.repository, ledger.now
        head = repository.head()
        sources = now.sources
        replies = [self.reply(oid) for oid in ledger.now.replies]
        # Each piece of a reply that grows makes it another one: kept, they took a hundred times the room of the last.
        self._replies = dict(zip(ledger.now.replies, replies, strict=True))
        listed = self.commit_list.listed(ledger.now)
        taken = tuple(one.signed.path for one in listed if not one.is_left_out)
        shown = {path: self._shown_file(now, entry) for path, entry in now.entries.items()}
        blocks = self._shown(now.replies, shown.values())
        untracked = self._untracked(tuple(shown))
        filters = self.commit_list.filters
        needed, details = commit_requirements.commit_needs(repository, taken, filters) if taken else (frozenset(), ())
        moved = commit_selection.moved_paths(now.signed)
        edited = {one.signed.path for one in listed if one.is_edited}
        # Of parts of a file, its hunks say that they were accepted.
        before = {one.signed.path for one in listed if not one.signed.is_part and one.signed.written}
        return Review(
            root=str(repository.root),
            head=head,
            last_message=commits.message_if_readable(repository, head.commit),
            files=tuple(
                self._file(
                    now.entries[path],
                    one,
                    _moved_to(now, now.entries[path], moved),
                    blocks,
                    is_tracked=path not in untracked or _is_made_here(now.signed.get(path)),
                    is_edited=path in edited,
                    is_accepted_before=path in before,
                )
                for path, one in shown.items()
                if path not in sources
            ),
            outcomes=blocks.outcomes,
            settled=_settled(replies),
            warnings=tuple(warning for reply in replies for warning in reply.warnings),
            suggestions=tuple(  # those that were dismissed are shown no more
                _shown(self.context, one, is_done=one.text in ledger.now.done)
                for one in self._suggested(ledger).values()
                if one.text not in ledger.now.dismissed
            ),
            commit=commit_selection.lines(listed),
            needs=needed,
            need_details=details,
            undo=step_log.title(self.context, ledger.undo),
            redo=step_log.title(self.context, ledger.redo),
            last_step=(len(ledger.undo), ledger.undo[-1] if ledger.undo else ""),
            notes=notes,
        )

    def remember(self, taken: StagedReply) -> None:
        """Remember the replies that were stored just now, so that they are not read back."""
        replies = taken.builder.replies if taken.builder else ()
        for oid, reply in zip(reversed(taken.plan.after.replies), reversed(replies), strict=False):
            self._replies[oid] = replace(reply, finished=None, read=None)

    def reply(self, oid: str) -> TakenReply:
        """Return a kept reply."""
        if oid not in self._replies:
            self._replies[oid] = self.context.area.reply(oid)
        return self._replies[oid]

    def with_other_blocks(self, now: Snapshot, paths: Collection[str], seen: Review) -> list[str]:
        """Return those of these files into which other blocks went than in this review."""
        there = _applied_in(paths, (outcome for oid in now.replies for outcome in self.reply(oid).outcomes))
        shown = _applied_in(paths, seen.outcomes)
        return [path for path in paths if there.get(path) != shown.get(path)]

    def with_other_texts(self, now: Snapshot, paths: Collection[str], seen: Review) -> list[str]:
        """Return those of these files whose sides, that on the disk or the proposed one, are others than there."""
        shown = {file.path: file.identity for file in seen.files}
        return [path for path in paths if path in now.entries and self.shown(now, path).identity != shown.get(path)]

    def shown(self, now: Snapshot, path: str) -> ShownFile:
        """Return what is shown of a file of the proposal; raises RepositoryError for others."""
        entry = now.entries.get(path)
        if entry is None:
            message = f"{path} is no longer part of the proposal. Pick another file from the list."
            raise RepositoryError(message)
        return self._shown_file(now, entry)

    def _shown_file(self, now: Snapshot, entry: ProposalEntry) -> ShownFile:
        """Return a file of the proposal, with what was accepted of it and written over since."""
        shown = self._shown_as_it_lies(now, entry)
        signed = now.signed.get(entry.path)
        source = now.signed.get(signed.moved_from) if signed else None
        over = written_over(self.context, signed, shown, moved_from=source)
        return replace(shown, written_over=over) if over else shown

    def _shown_as_it_lies(self, now: Snapshot, entry: ProposalEntry) -> ShownFile:
        """Return a file of the proposal, re-based on what lies there when that is not what it was made from.

        A rejected one that would be in conflict there stays as it is: nothing of it is to be settled.
        """
        base, lies_at, source = entry.base, entry.path, now.entries.get(entry.moved_from)
        is_drifting = self._is_drifting(entry)
        if not is_drifting and source and now.is_to_move(entry):
            base, lies_at = now.origin(entry), source.path
            is_drifting = source.decision is Decision.UNDECIDED and self._is_drifting(source)
            is_drifting = is_drifting and is_text(self._lies(lies_at))
        present = self._lies(lies_at) if is_drifting else None
        rebased = self._rebase(now, entry, base, lies_at, present) if is_drifting else None
        is_rejected = entry.decision is Decision.REJECTED
        if not is_drifting or (is_rejected and (rebased is None or rebased.regions)):
            return ShownFile(entry, now.origin(entry), lies_at)
        if rebased is None:
            return ShownFile(entry, present, lies_at, _why_in_conflict(entry, base, present))
        conflict = _why_in_conflict(entry, base, present) if rebased.regions else ""
        return ShownFile(rebased.entry, rebased.present, lies_at, conflict, rebased.regions)

    def texts(self, now: Snapshot, path: str) -> FileTexts:
        """Return both sides of one file for showing; raises RepositoryError for what is not proposed."""
        shown = self.shown(now, path)
        is_gone = bool(shown.conflict) and shown.before is None
        texts = FileTexts(
            path, "", "", conflict=shown.conflict, is_gone=is_gone, identity=shown.identity, conflicts=shown.regions
        )
        named = (f"named by the link {shown.entry.link}",) if shown.entry.link else ()
        own = own_line_words(self.context, now.signed.get(path), shown)
        remarks = (*named, *mode_words(shown.before, shown.entry.staged), *own)
        hunks = divided_hunks(self.context, shown)
        texts = replace(texts, remarks=remarks, hunks=hunks, decided=decided_runs(self.context, shown, hunks))
        if shown.is_kept and shown.entry.decision is Decision.UNDECIDED:
            texts = replace(texts, kept=kept_lines(self.context, shown.entry))
        is_whole = shown.conflict and not shown.regions
        if not is_whole:
            texts = replace(texts, own_lines=own_lines(self.context, now.origin(now.entries[path]), shown))
        try:
            before = self.context.worktree.read(shown.lies_at) if is_whole else self._content(shown.before)
        except FileError as error:
            return replace(texts, note=str(error))
        after = self._content(shown.entry.staged)
        edited = edited_lines(self.context, now, path, after) if after is not None else ()
        return with_sides(replace(texts, edited=tuple(sorted(edited))), before, after)

    def changes_by_user(self, now: Snapshot) -> OwnChanges:
        """Return what the user changed of the proposal, and other programs of the files, between the blocks."""
        entries = [self._shown_file(now, entry).entry for entry in now.entries.values()]
        return changes_by_user(self.context, [self.reply(oid) for oid in now.replies], entries)

    def _shown(self, records: tuple[str, ...], files: Iterable[ShownFile]) -> _ShownBlocks:
        changed = [file.entry for file in files if file.entry.part_decisions.changes]
        # Not accepted hunks, as this is kept for the many steps that change nothing of it.
        key = (
            records,
            tuple(
                (
                    one.path,
                    one.decision,
                    one.part_decisions.changes,
                    one.part_decisions.others,
                    one.part_decisions.is_behind,
                )
                for one in changed
            ),
        )
        if key not in self._outcomes:
            replies = [self.reply(oid) for oid in records]
            outcomes = as_shown(outcomes_of(replies), changes_by_user(self.context, replies, changed))
            kept = {entry.path: found for entry in changed if (found := self._kept_from(entry))}
            outcomes = _with_yours_kept(replies, outcomes, kept)
            failed, asking = set[str](), dict[str, tuple[Outcome, ...]]()
            for outcome in outcomes:
                if not outcome.is_settled:
                    failed.add(outcome.path)
                elif outcome.asks:
                    asking[outcome.path] = (*asking.get(outcome.path, ()), outcome)
            brought = _brought(replies, outcomes)
            for entry in changed:
                if entry.path in brought and entry.staged:
                    own = lines_of_user(self.context, entry, self.context.content(entry.staged))
                    lines = without_lines(brought[entry.path], own)
                    brought[entry.path] = tuple(lines)
            self._outcomes = {key: _ShownBlocks(outcomes, frozenset(failed), asking, brought)}
        return self._outcomes[key]

    def _kept_from(self, entry: ProposalEntry) -> tuple[int, tuple[KeptLines, ...]] | None:
        """Return the lines that were kept of an open file, with the index of the reply that has others there."""
        others, is_open = entry.part_decisions.others, entry.decision is Decision.UNDECIDED
        return (others.reply_count - 1, kept_lines(self.context, entry)) if others and is_open else None

    def _untracked(self, paths: tuple[str, ...]) -> frozenset[str]:
        key = self.context.repository.index_stamp(), paths
        if key not in self._not_in_index:
            self._not_in_index = {key: self.context.repository.untracked(paths)}
        return self._not_in_index[key]

    def _file(
        self,
        entry: ProposalEntry,
        shown: ShownFile,
        moved_to: str,
        blocks: _ShownBlocks,
        *,
        is_tracked: bool,
        is_edited: bool,
        is_accepted_before: bool,
    ) -> FileReview:
        others = set() if is_tracked or moved_to else self._untracked_badges(entry)
        if entry.path in blocks.failed:
            others.add(Badge.FAILED)
        if self._asks(entry, shown, blocks.asking.get(entry.path, ())):
            others.add(Badge.ASKS)
        if is_edited and entry.decision is Decision.ACCEPTED:
            others.add(Badge.EDITED_SINCE)
        if is_accepted_before and entry.decision is not Decision.ACCEPTED:
            others.add(Badge.ACCEPTED_BEFORE)
        key = entry, shown, frozenset(others), moved_to, self._kind(entry), blocks.brought.get(entry.path, ())
        known = self._files.get(entry.path)
        if known is None or known[0] != key:
            known = self._files[entry.path] = key, self._reviewed(*key)
        return known[1]

    def _kind(self, entry: ProposalEntry) -> Kind:
        """Return what the proposal does with a file; it makes no new one where another lies by now."""
        if entry.staged is None:
            return Kind.DELETED
        if entry.moved_from:
            return Kind.MOVED
        is_new = entry.part_decisions.base is None  # also once a part was accepted, and is not committed
        return Kind.ADDED if is_new and not self._is_drifting(entry) else Kind.CHANGED

    def _reviewed(
        self,
        entry: ProposalEntry,
        shown: ShownFile,
        others: frozenset[Badge],
        moved_to: str,
        kind: Kind,
        brought: tuple[tuple[int, int], ...],
    ) -> FileReview:
        counts, hunks = shown.entry.counts, divided_hunks(self.context, shown)
        if entry.decision is Decision.UNDECIDED and shown.entry.has_accepted_parts:
            counts = replace(counted_whole(self.context, shown.entry), hunks=counts.hunks)
        if shown.conflict and shown.before is None and shown.entry.staged is not None:  # gone: all lines are new again
            counts = count(None, self.context.content(shown.entry.staged))
        return FileReview(
            entry.path,
            kind,
            entry.decision,
            counts.added,
            counts.removed,
            len(hunks) or counts.hunks,
            self._badges(entry, shown) | others,
            entry.moved_from,
            shown.identity,
            divided=hunks,
            since_commit=hunks_since_commit(self.context, shown),
            is_edited=entry.staged is not None and entry.part_decisions.is_edited,
            conflicts=len(shown.regions),
            moved_to=moved_to,
            brought=brought,
            waits_at="" if shown.lies_at == entry.path else shown.lies_at,
        )

    def _badges(self, entry: ProposalEntry, shown: ShownFile) -> frozenset[Badge]:
        badges = set()
        is_open = entry.decision is Decision.UNDECIDED
        changes = shown.entry.part_decisions.changes
        if shown.conflict and not shown.regions:
            badges.add(Badge.CHANGED_SINCE)
        elif is_open and (shown.entry is not entry or any(one.is_rebase for one in changes)):
            badges.add(Badge.REBASED)
        if is_open and entry.staged is not None and is_behind(self.context, shown.entry):
            badges.add(Badge.YOURS_KEPT)
        if shown.conflict:
            badges.add(Badge.CONFLICT)
        if entry.link:
            badges.add(Badge.LINK)
        return frozenset(badges)

    def _asks(self, entry: ProposalEntry, shown: ShownFile, asking: Sequence[Outcome]) -> bool:
        """Whether the file waits for a decision of its own, as long as the lines of a block that asks do."""
        if entry.decision is not Decision.UNDECIDED:
            return False
        if is_behind(self.context, shown.entry) or (entry.asks and (not asking or entry.parts is None)):
            return True
        if not entry.asks:
            return False
        hunks = hunks_since_commit(self.context, shown) or divided_hunks(self.context, shown)
        return not all(is_decided(outcome, hunks) for outcome in asking)

    def _untracked_badges(self, entry: ProposalEntry) -> set[Badge]:
        if self.context.repository.ignores(entry.path):
            return {Badge.IGNORED}
        is_there = entry.part_decisions.base is not None and self._lies(entry.path) is not None
        return {Badge.UNTRACKED} if is_there else set()

    def _is_drifting(self, entry: ProposalEntry) -> bool:
        """Whether the file is no longer the base, nor what accepting made of it."""
        if entry.decision is Decision.ACCEPTED:
            return False
        present, base, staged = self._lies(entry.path), entry.base, entry.staged
        now = present.oid if present else None
        return now not in (base.oid if base else None, staged.oid if staged else None)

    def _rebase(
        self, now: Snapshot, entry: ProposalEntry, base: TreeFile | None, lies_at: str, present: TreeFile | None
    ) -> RebasedProposal | None:
        if base is None or entry.staged is None or not is_text(present):
            return None
        key = (entry, base, present, len(now.replies))
        known = self._rebased.get(entry.path)
        has = self.context.repository.has
        if known is None or known[0] != key or (known[1] and not all(map(has, known[1].contents))):
            known = self._rebased[entry.path] = key, rebase(self.context, now, entry, base, lies_at)
        return known[1]

    def _lies(self, path: str) -> TreeFile | None:
        """Return what lies at the path, read again only when its fingerprint changed."""
        mark = self.context.worktree.fingerprint(path)
        if mark is None:
            return None
        known = self._present.get(path)
        if known is None or known[0] != mark:
            known = self._present[path] = (mark, self.context.present_or_other(path))
        return known[1]

    def _content(self, file: TreeFile | None) -> bytes | None:
        return self.context.content(file) if file else None

    def suggestion(self, ledger: Ledger, text: str) -> SuggestedCommand:
        """Return what a command of this proposal means; one that no reply suggested is not an operation."""
        unknown = SuggestedCommand(text, None, "It is not a suggestion of this proposal. Pick one from the list.", 0)
        return self._suggested(ledger).get(text, unknown)

    def existing_operands(self, ledger: Ledger) -> tuple[str, ...]:
        """Return the files and folders that suggested commands name and that exist."""
        operations = (one.operation for one in self._suggested(ledger).values())
        paths = chain.from_iterable(operands(self.context, one) for one in operations if one)
        return tuple(filter(self.context.worktree.exists_on_disk, paths))

    def searched_in_vain(self, ledger: Ledger) -> tuple[str, ...]:
        """Return the files in which the lines of a block were looked for and not found, or found more than once."""
        outcomes = (one for oid in ledger.now.replies for one in self.reply(oid).outcomes)
        return tuple(dict.fromkeys(one.path for one in outcomes if one.reason in _SEARCHED))

    def _suggested(self, ledger: Ledger) -> dict[str, SuggestedCommand]:
        every = [one for oid in ledger.now.replies for one in self.reply(oid).suggestions]
        found = {one.text: one for one in reversed(every)}
        return dict(reversed(found.items()))


def _settled(replies: Sequence[TakenReply]) -> frozenset[int]:
    """Return the numbers of the blocks that stay as they are, among those of all replies."""
    starts = accumulate((len(reply.outcomes) for reply in replies), initial=1)
    return frozenset(start + at for start, reply in zip(starts, replies, strict=False) for at in reply.settled)


def _with_yours_kept(
    replies: Sequence[TakenReply],
    shown: Sequence[Outcome],
    kept: Mapping[str, tuple[int, tuple[KeptLines, ...]]],
) -> tuple[Outcome, ...]:
    """Return the outcomes of all replies, those marked whose lines gave way to the user's."""
    indices = (at for at, reply in enumerate(replies) for _ in reply.outcomes)
    return tuple(
        flagged(one, Flag.YOURS_KEPT, _OTHERS)
        if one.status is Status.APPLIED and at == index and any(_is_at(one, place.mine) for place in places)
        else one
        for at, one, (index, places) in (
            (at, one, kept.get(one.path, (-1, ()))) for at, one in zip(indices, shown, strict=True)
        )
    )


def _is_at(outcome: Outcome, lines: tuple[int, int]) -> bool:
    """Whether a block is about some of these lines, or stands where they were deleted."""
    return any(start <= lines[1] and lines[0] <= stop for start, stop in lines_of_block(outcome))


def _brought(replies: Sequence[TakenReply], shown: Sequence[Outcome]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return which lines the last of several replies changed of files that earlier ones change, by path."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    latest = len(shown) - len(replies[-1].outcomes) if replies else 0
    settled = _settled(replies)
    known = {one.path for at, one in enumerate(shown[:latest], 1) if one.status is Status.APPLIED and at not in settled}
    for outcome in shown[latest:]:
        if outcome.path in known and outcome.status is Status.APPLIED:
            found[outcome.path] = (*found.get(outcome.path, ()), *lines_of_block(outcome))
    return found


def _moved_to(now: Snapshot, entry: ProposalEntry, moved: Mapping[str, str]) -> str:
    """Return where commands moved a file after it was decided; empty when it lies at its path."""
    signed = now.signed.get(entry.path)
    is_open = entry.decision is Decision.UNDECIDED
    return "" if is_open or signed is None or signed.written else moved.get(entry.path, "")


def _is_made_here(signed: AcceptedFile | None) -> bool:
    """Whether accepting made the file, which git is to know with the commit."""
    return signed is not None and signed.before is None


def _why_in_conflict(entry: ProposalEntry, base: TreeFile | None, present: TreeFile | None) -> str:
    """Return what happened to a file whose proposal cannot be merged with what lies there."""
    if present is None:
        return "The file was deleted or moved since the proposal was made."
    if present.mode == LINK:
        return "A symbolic link was put in the place of the file since the proposal was made."
    if present == OTHER:
        return "What lies in the place of the file is no file, or cannot be read, since the proposal was made."
    if base is None:
        return "A file of this name was made since the proposal was."
    if entry.staged is None:
        return "The file that is to be deleted was changed since."
    return _SAME_LINES


def _shown(context: WorkspaceContext, suggestion: SuggestedCommand, *, is_done: bool) -> SuggestionReview:
    if suggestion.operation is None:
        return SuggestionReview(suggestion.text, SuggestionState.TEXT, suggestion.why_not)
    if is_done:
        return SuggestionReview(suggestion.text, SuggestionState.DONE)
    why = why_needless(context, suggestion.operation)
    return SuggestionReview(suggestion.text, SuggestionState.NEEDLESS if why else SuggestionState.OPEN, why)


def _applied_in(paths: Collection[str], outcomes: Iterable[Outcome]) -> dict[str, list[Block | BrokenBlock]]:
    """Return the blocks that went into each of these files."""
    wanted, found = frozenset(paths), dict[str, list[Block | BrokenBlock]]()
    for outcome in outcomes:
        if outcome.path in wanted and outcome.status is Status.APPLIED:
            found.setdefault(outcome.path, []).append(outcome.block)
    return found
