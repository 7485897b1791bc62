"""The verbs of the job. Each reads what is, does one thing, and returns a new frozen review."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying import ApplyOptions, ReadReply
from guillemet.engine.applying.options import Choice, PlaceAt
from guillemet.engine.diff.lines import changed_bytes
from guillemet.engine.errors import FileError, IndexLockedError, RepositoryError
from guillemet.engine.git import branches, commit_requirements, commits, index, refs
from guillemet.engine.git.branches import Upstream
from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.git_command import UNWATCHED, RunMonitor
from guillemet.engine.git.listing import FoundFile, WorktreeListing
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.worktree import Worktree
from guillemet.engine.paths import guard_path
from guillemet.engine.review import (
    CommitLine,
    ConflictChoice,
    FileTexts,
    Head,
    OperationPreview,
    OwnLines,
    Part,
    Refusal,
    Review,
)
from guillemet.engine.staging import Ledger, StagingArea, StagingStep
from guillemet.engine.staging.snapshot import TakenReply
from guillemet.engine.workspace import apply, commit, decide, recovery, reset_hunk, run_commands, step_log
from guillemet.engine.workspace.apply import (
    Applied,
    KeptReply,
    ReplyState,
    SearchPreview,
    SearchTrial,
    StagedReply,
    kept,
)
from guillemet.engine.workspace.commit import CommitOptions
from guillemet.engine.workspace.commit_selection import CommitList
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.file_views import PresentFile, present_files, unproposed
from guillemet.engine.workspace.line_mapping import as_shown
from guillemet.engine.workspace.patch import commit_patch, commit_texts, proposal_patch
from guillemet.engine.workspace.proposal import ProposalBuilder, shown
from guillemet.engine.workspace.proposal_end import committed, committed_elsewhere
from guillemet.engine.workspace.review_builder import Reviewer

LARGEST_HOOK = 200_000
"""Bytes of a hook that are shown."""


class Done(Struct, frozen=True):
    """What a verb came to."""

    review: Review
    refusals: tuple[Refusal, ...] = ()
    """The paths it could not serve; the rest was done."""
    commit: str = ""
    """Hex id, when a commit was made."""
    committed: tuple[CommitLine, ...] = ()
    """What that commit holds, and what was left out of it."""
    message: str = ""
    """Of the commit that was taken back, or made again, whole."""
    is_amend: bool = False
    """Whether a commit that was taken back had amended the one before it."""


class Workspace:
    """One worktree and its proposal. Belongs to the thread that opened it."""

    def __init__(self, repository: Repository, *, only_looks: bool = False) -> None:
        area = StagingArea(repository, only_looks=only_looks)
        self._context = WorkspaceContext(repository, Worktree(repository), area)
        self._reviewer = Reviewer(self._context, CommitList(self._context))
        self._listing = WorktreeListing(repository, self._context.worktree)
        self._growing: ProposalBuilder | None = None
        """What the reply that is streamed was taken in by."""
        self._trial: SearchTrial | None = None
        """The block for which a searched text was tried last."""
        self._head: Head | None = None
        """That for which it was looked last whether other programs committed accepted files."""
        self.root = repository.root

    @staticmethod
    def open(folder: Path, *, only_looks: bool = False) -> "Workspace":
        """Return the workspace of the repository this folder belongs to; raises RepositoryError, nothing is run.

        What is kept for worktrees that were removed goes; a review that is not ours stays for who `only_looks`.
        """
        repository = Repository.open(folder)
        refs.drop_removed(repository)
        return Workspace(repository, only_looks=only_looks)

    @staticmethod
    def create(folder: Path) -> "Workspace":
        """Make the folder a repository and return its workspace."""
        return Workspace(Repository.create(folder))

    def review(self) -> Review:
        """Return what is proposed and decided now; a step that a crash cut off is settled first."""
        try:
            return self._review(self.settle())
        except RepositoryError:
            # A gc of another program may have come between looking for all of it and reading it.
            if not self._context.area.has_lost_a_part():
                raise
            return self._review(self.settle())

    def settle(self) -> tuple[str, ...]:
        """Settle a step that a crash cut off, put aside a review that is not ours; return sentences about it.

        The lock on the index that the crash left goes, too.
        """
        index.drop_stale_lock(self._context.repository)
        area = self._context.area
        if area.load().pending is not None:
            with area.locked():
                try:
                    self._settled()
                except IndexLockedError as error:
                    area.notes.append(f"A step that was interrupted cannot be settled yet. {error}")
        return self._take_notes()

    def replies(self) -> tuple[str, ...]:
        """Return the texts of the replies the proposal was made from, in the order they came."""
        return tuple(reply.text for reply in self.kept_replies())

    def kept_replies(self) -> tuple[KeptReply, ...]:
        """Return the replies the proposal was made from, each with how it was read, in the order they came."""
        return tuple(kept(self._reviewer.reply(oid), oid) for oid in self._context.area.load().now.replies)

    @contextmanager
    def stoppable(self, is_stopped: Callable[[], bool]) -> Iterator[None]:
        """Let what runs inside end with StoppedError once this is so; all is then as it was before.

        Files that are being written by then stay written; those that were not reached are refused.
        """
        checkpoint = self._context.checkpoint
        checkpoint.is_stopped = is_stopped
        try:
            yield
        finally:
            checkpoint.is_stopped = lambda: False

    def read_reply(self, reply: str, *, options: ApplyOptions | None = None) -> ReadReply:
        """Read a reply as `apply` would now, and apply nothing."""
        return apply.read_reply(self._context, self._context.area.load(), _streamed("", reply, options))

    def apply(
        self,
        reply: str,
        *,
        options: ApplyOptions | None = None,
        dry_run: bool = False,
        reply_id: str = "",
        finished: int | None = None,
        read: ReadReply | None = None,
    ) -> Applied:
        """Read a reply and put what it proposes into the staging area; no file of the user changes.

        A reply of which more may come is given an id, by which it grows; its part of the length `finished` ends with a
        finished block. `read` is what `read_reply` returned for the same reply and options.
        """
        given = replace(_streamed(reply_id, reply, options, finished), read=read)
        return self._take(partial(apply.take, self._context, reply=given), dry_run=dry_run)

    def grow(
        self, reply_id: str, text: str, *, options: ApplyOptions | None = None, finished: int | None = None
    ) -> Applied:
        """Put more of a reply that was applied into the staging area while it streams in, as one undoable step in all.

        `text` is all that has arrived; while more may come, a part of the length `finished` ends with a finished block.
        What the user does meanwhile are later steps, and taken back first. When the user took the reply itself back,
        nothing more of it is proposed until that is done again.
        """
        reply, builder = _streamed(reply_id, text, options, finished), self._growing
        return self._take(partial(apply.grow, self._context, reply=reply, options=options, builder=builder))

    def go_on(
        self,
        reply_id: str,
        text: str,
        *,
        options: ApplyOptions | None = None,
        otherwise: ApplyOptions | None = None,
        finished: int | None = None,
    ) -> Applied:
        """Take in what is missing of a reply that broke off, in a crash perhaps: its rest, or all of it.

        Without options it is read as its beginning was; `otherwise` is how, when nothing of it was taken in.
        """
        reply = _streamed(reply_id, text, options or otherwise, finished)
        return self._take(partial(apply.go_on, self._context, reply=reply, options=options))

    def choose(self, number: int, choice: Choice | None, *, seen: Review | None = None) -> Done:
        """Put one block where the user says, and try the blocks after it again; None forgets an earlier choice.

        `number` counts `Review.outcomes` from 1; a place is a line of the file as it is proposed, as theirs are. No
        file of the user changes; decided files stay as they are. Where it is said which review was `seen`, raises
        RepositoryError for a number that is another block's by now, and for a line of a file with other blocks.
        """
        shown = seen.outcomes[number - 1] if seen and 0 < number <= len(seen.outcomes) else None

        def plan(ledger: Ledger) -> step_log.Plan:
            if seen and shown and isinstance(choice, PlaceAt):
                for path in self._reviewer.with_other_blocks(ledger.now, [shown.path], seen):
                    raise RepositoryError(f"{path} changed meanwhile. Look at it again.")
            own = self._reviewer.changes_by_user(ledger.now)
            return apply.choose(self._context, ledger, number, choice, own=own, of=shown.block if shown else None)

        return self._run(plan)

    def preview_search(self, number: int, text: str) -> SearchPreview:
        """Return what `choose` would come to with `SearchFor` this text; nothing is written.

        Only the first preview for a block applies what comes before it. Raises RepositoryError for a block that
        searches for no text.
        """
        now = self._context.area.load().now
        if self._trial is None or not self._trial.is_of(now, number):
            self._trial = None
            self._trial = SearchTrial(self._context, now, number, self._reviewer.changes_by_user(now))
        return self._trial.preview(text)

    def accept(
        self,
        paths: Collection[str],
        *,
        stage: bool = False,
        seen: Review | None = None,
        overwrites: bool = False,
    ) -> Done:
        """Write the proposal of these files, merged with what changed since; conflicts are refused.

        So are files into which other blocks went than in the review that was `seen`, if it is given. `overwrites`
        writes over what changed since in the same lines, as it was seen; undo brings it back.
        """

        def plan(ledger: Ledger) -> step_log.Plan:
            find = self._reviewer.with_other_texts if overwrites else self._reviewer.with_other_blocks
            unseen = find(ledger.now, paths, seen) if seen is not None else ()
            return decide.accept(self._context, ledger, paths, unseen=unseen, stage=stage, overwrites=overwrites)

        return self._run(plan)

    def accept_part(self, path: str, part: Part, *, stage: bool = False) -> Done:
        """Write these changes of a file, merged with what changed since; the others stay proposed."""

        def plan(ledger: Ledger) -> step_log.Plan:
            shown = self._reviewer.shown(ledger.now, path)
            return decide.accept_part(self._context, ledger, shown, part, stage=stage)

        return self._run(plan)

    def reject_part(self, path: str, part: Part) -> Done:
        """Take these changes of a file out of the proposal; no file of the user changes."""

        def plan(ledger: Ledger) -> step_log.Plan:
            return decide.reject_part(self._context, ledger, self._reviewer.shown(ledger.now, path), part)

        return self._run(plan)

    def edit(self, path: str, text: str, of: str, *, begun: str | None = None) -> Done:
        """Propose the user's own text for a file; `of` is the identity of the texts that were shown.

        `begun` is the proposed text that it was made from where another is proposed by now, and the user keeps theirs
        for it: blocks that came since, and of which nothing is in their text, are dismissed.
        """

        def plan(ledger: Ledger) -> step_log.Plan:
            now, shown = ledger.now, self._reviewer.shown(ledger.now, path)
            if begun is None or shown.identity != of:
                return decide.edit(self._context, ledger, shown, text, of)
            texts = (begun, self._reviewer.texts(now, path).after.replace("\r\n", "\n"), text)
            now = apply.without_dropped(self._context, now, path, texts, self._reviewer.changes_by_user(now))
            shown = self._reviewer.shown(now, path)
            edited = decide.edit(self._context, replace(ledger, now=now), shown, text, shown.identity)
            if edited.refusals:
                return replace(edited, after=ledger.now)
            return edited if edited.step.title else replace(edited, step=StagingStep(f"Edit {path}"))

        return self._run(plan)

    def settle_conflict(self, path: str, number: int, choice: ConflictChoice | OwnLines, of: str) -> Done:
        """Settle one conflict of `FileTexts.conflicts`, counted from 1; `of` is the identity of these texts.

        No file of the user changes: the lines chosen are those that accepting writes, or leaves.
        """

        def plan(ledger: Ledger) -> step_log.Plan:
            shown = self._reviewer.shown(ledger.now, path)
            return decide.settle_conflict(self._context, ledger, shown, number, choice, of)

        return self._run(plan)

    def accept_conflict(self, path: str, number: int, of: str, *, stage: bool = False) -> Done:
        """Settle a conflict, as `settle_conflict` counts it, for the proposed lines, and write them over the user's."""

        def plan(ledger: Ledger) -> step_log.Plan:
            show = partial(self._reviewer.shown, path=path)
            return decide.accept_conflict(self._context, ledger, show(ledger.now), number, of, show=show, stage=stage)

        return self._run(plan)

    def take_mine(self, paths: Iterable[str]) -> Done:
        """Leave these undecided files as they lie on the disk, and reject what is proposed for them."""
        return self._run(lambda ledger: decide.keep_present(self._context, ledger, paths))

    def accept_all(self, *, stage: bool = False) -> Done:
        """Accept every undecided file but those that wait for a decision of their own."""

        def plan(ledger: Ledger) -> step_log.Plan:
            sure = [entry.path for entry in ledger.now.undecided if not (entry.asks or entry.part_decisions.is_behind)]
            return decide.accept(self._context, ledger, sure, stage=stage)

        return self._run(plan)

    def reject(self, paths: Iterable[str]) -> Done:
        """Refuse the proposal of these files; accepted ones are taken back first."""
        return self._run(lambda ledger: decide.reject(self._context, ledger, paths))

    def reject_all(self) -> Done:
        """Reject every undecided file; when none is left, finish the review."""

        def plan(ledger: Ledger) -> step_log.Plan:
            undecided = [entry.path for entry in ledger.now.undecided]
            return decide.reject(self._context, ledger, undecided) if undecided else apply.finish(ledger)

        return self._run(plan)

    def finish(self) -> Done:
        """Put a proposal away of which every file is decided: what failed is dismissed, what was accepted stays."""
        return self._run(apply.finish)

    def reconsider(self, paths: Iterable[str], *, leaves_changed: bool = False) -> Done:
        """Make these files undecided again; what accepting wrote is taken back.

        A file whose lines were changed since is refused; `leaves_changed` leaves it as it lies on the disk.
        """
        return self._run(lambda ledger: decide.reconsider(self._context, ledger, paths, leaves_changed=leaves_changed))

    def reconsider_hunk(self, path: str, number: int, of: str, *, stage: bool = False) -> Done:
        """Take back what was decided on one hunk of a file, counted from 1, by itself or with the file.

        Hunks are those of `FileTexts.hunks`, or else the differences of its sides; `of` is the identity of the texts.
        """

        def plan(ledger: Ledger) -> step_log.Plan:
            shown = self._reviewer.shown(ledger.now, path)
            return reset_hunk.reconsider_hunk(self._context, ledger, shown, number, of, stage=stage)

        return self._run(plan)

    def stage(self, paths: Iterable[str] | None = None, *, trust: bool = False) -> Done:
        """Put accepted files into the index: these, or all of them."""
        return self._run(lambda ledger: commit.plan_staging(self._context, ledger, paths, trust=trust))

    def include_own_lines(self, paths: Collection[str], *, included: bool = True) -> Done:
        """Choose whether a commit takes these accepted files as they lie on the disk, or only what was accepted."""
        return self._run(lambda ledger: commit.plan_own_lines(ledger, paths, included=included))

    def include_in_commit(self, paths: Collection[str], *, included: bool = True) -> Done:
        """Choose whether commits take these accepted files; those left out stay accepted and listed."""
        return self._run(lambda ledger: commit.plan_inclusion(ledger, paths, included=included))

    def include_hunks(self, path: str, part: Part, *, included: bool = True) -> Done:
        """Choose whether commits take the hunks of an accepted file that a part touches; left out, they stay accepted.

        The part is one of the texts of `commit_texts`.
        """
        return self._run(lambda ledger: commit.plan_hunks(self._context, ledger, path, part, included=included))

    def commit(
        self,
        message: str,
        *,
        seen: Collection[CommitLine] | None = None,
        author: tuple[str, str] | None = None,
        trust: bool = False,
        amend: bool | str = False,
        branch: str = "",
        monitor: RunMonitor = UNWATCHED,
    ) -> Done:
        """Commit exactly what `Review.commit` lists, or amend the last commit with it, also to a new branch.

        Of what was `seen` listed, if that is given, nothing else is committed: what came meanwhile waits. Raises
        RepositoryError when something else would be committed of one of these files.
        An id says which commit `amend` means; without a message, that keeps its own. Raises what
        `workspace.commit.commit` raises.
        """
        with self._context.area.locked():
            if amend and not message.strip():
                message = next(iter(self.recent_messages(1)), "")
            ledger = self._settled()
            only = None if seen is None else self._reviewer.commit_list.as_seen(ledger.now, seen)
            options = CommitOptions(author, amend, branch, only)
            oid, lines = commit.commit(self._context, ledger, message, options, trust=trust, monitor=monitor)
            return Done(self._review(), commit=oid, committed=lines)

    def branches(self) -> tuple[str, ...]:
        """Return the names of the local branches, those with the latest commits first."""
        return branches.local_branches(self._context.repository)

    def switch_branch(self, name: str, *, create: bool = False, trust: bool = False) -> Done:
        """Check out a local branch, or a new one at HEAD; what is proposed stays, for the files as they are then.

        Raises RepositoryError with git's reason when that would lose something, and UntrustedRepositoryError when
        programs of the repository would run and `trust` is not given.
        """
        with self._context.area.locked():
            self._settled()
            if create:
                branches.create(self._context.repository, name, trust=trust)
            else:
                branches.switch(self._context.repository, name, trust=trust)
            return Done(self._review())

    def upstream(self) -> Upstream | None:
        """Return where the current branch is pushed to; None when that is not known."""
        return branches.upstream(self._context.repository)

    def push(
        self,
        *,
        trust: bool = False,
        monitor: RunMonitor = UNWATCHED,
    ) -> Upstream:
        """Push the current branch by git, and return where it went; raises what `branches.push` raises."""
        return branches.push(self._context.repository, trust=trust, monitor=monitor)

    def program_texts(self) -> tuple[tuple[str, str], ...]:
        """Return the path and the text of every hook that git runs here, and the settings that name programs."""
        repository = self._context.repository
        hooks = [(str(file), _beginning(file)) for file in commit_requirements.hook_files(repository)]
        settings = [f"{one.name} = {one.value}\n" for one in commit_requirements.program_settings(repository)]
        return (*hooks, *([("Settings of git", "".join(settings))] if settings else []))

    def trust_key(self) -> str:
        """Return what trust in this repository's own programs is given to; another one when they change."""
        return commit_requirements.trust_key(self._context.repository)

    def remember_author(self, name: str, address: str) -> None:
        """Keep name and address for later commits, in this repository's own configuration."""
        self._context.repository.remember_identity(name, address)

    def preview(self, suggestion: str) -> OperationPreview:
        """Return exactly what running a suggested command would touch now."""
        ledger = self._context.area.load()
        return run_commands.preview(self._context, ledger, self._reviewer.suggestion(ledger, suggestion))

    def run(self, suggestion: str, *, even_if_too_big: bool = False, previewed: OperationPreview | None = None) -> Done:
        """Run a suggested command as one undoable step, or, when that is allowed, beyond what undo keeps.

        Raises RepositoryError when it would touch anything else than its preview shows, where that is given.
        """
        touched = previewed.touched if previewed else None

        def step(context: WorkspaceContext, ledger: Ledger) -> tuple[Refusal, ...]:
            wanted = self._reviewer.suggestion(ledger, suggestion)
            if even_if_too_big and run_commands.preview(context, ledger, wanted).is_too_big_to_undo:
                return run_commands.run_beyond_undo(context, ledger, wanted, previewed=touched)
            return step_log.run(context, ledger, run_commands.plan(context, ledger, wanted, previewed=touched))

        return self._step(step)

    def dismiss(self, suggestion: str) -> Done:
        """Offer a suggested command no more."""

        def step(context: WorkspaceContext, ledger: Ledger) -> tuple[Refusal, ...]:
            wanted = self._reviewer.suggestion(ledger, suggestion)
            return step_log.run(context, ledger, run_commands.dismiss(context, ledger, wanted))

        return self._step(step)

    def undo(self, *, leaves_changed: bool = False) -> Done:
        """Take the last step back, all of it or nothing.

        A file whose lines were changed since is refused; `leaves_changed` takes the decision back and leaves it as it
        lies on the disk.
        """
        with self._context.area.locked():
            ledger = self._settled()
            message = step_log.message_of_last(self._context, ledger)
            is_amend = step_log.is_amend(self._context, ledger)
            refusals = step_log.undo(self._context, ledger, leaves_changed=leaves_changed)
            return Done(
                self._review(), refusals, message="" if refusals else message, is_amend=is_amend and not refusals
            )

    def redo(self) -> Done:
        """Do the step undone last again, all of it or nothing."""
        with self._context.area.locked():
            refusals = step_log.redo(self._context, self._settled())
            message = "" if refusals else step_log.message_of_last(self._context, self._context.area.load())
            return Done(self._review(), refusals, message=message)

    def texts(self, path: str) -> FileTexts:
        """Return both sides of one file of the proposal; raises RepositoryError for others."""
        return self._reviewer.texts(self._context.area.load().now, path)

    def texts_of(self, paths: Iterable[str]) -> list[FileTexts]:
        """Return both sides of each of these files, without those that are not in the proposal any more."""
        now, found = self._context.area.load().now, list[FileTexts]()
        for path in paths:
            with suppress(RepositoryError):  # the next review says so
                found.append(self._reviewer.texts(now, path))
        return found

    def unified(self, paths: Iterable[str] = ()) -> bytes:
        """Return what is not decided yet as a unified diff that `git apply` accepts: of these files, or all."""
        return proposal_patch(self._context, self._context.area.load(), set(paths))

    def files(self, *, rest: Callable[[], None] = lambda: None) -> tuple[FoundFile, ...]:
        """Return the files of the worktree, ignored ones left out; `rest` is called now and then meanwhile."""
        return self._listing.files(rest=rest)

    def present(self, paths: Iterable[str]) -> tuple[PresentFile, ...]:
        """Return these files as they lie in the worktree now, for a model to see; their bytes are kept as bases."""
        return present_files(self._context, paths)

    def unproposed(self, path: str) -> FileTexts:
        """Return the only side of a file nothing is proposed for, as a block of the last reply would be put into it.

        One that was accepted is returned as it lies on the disk, with a remark that says so.
        """
        now = self._context.area.load().now
        if path in now.entries:
            return replace(
                unproposed(self._context, now, path),
                remarks=("changed on disk since you accepted it",),
            )
        replies = now.replies
        oids = shown(self._reviewer.reply(replies[-1])) if replies else {}
        return unproposed(self._context, now, path, shown=oids.get(path, ""))

    def edited_line(self, path: str) -> int:
        """Return the first line, counted from 1, that was changed on disk since the file was accepted; 0 for none."""
        signed, now = self._context.area.load().now.signed.get(path), self.read(path)
        written = self._context.bytes_of(signed.written) if signed else now
        return next((run.new_start + 1 for run in changed_bytes(written or b"", now or b"")), 0)

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes as they lie in the worktree now; None when there is no such file to be read."""
        try:
            return self._context.worktree.read(guard_path(path))
        except FileError:
            return None

    def commit_diff(self) -> bytes:
        """Return what the next commit changes, as a unified diff."""
        return commit_patch(self._context, self._context.area.load())

    def commit_texts(self, paths: Iterable[str]) -> tuple[FileTexts, ...]:
        """Return what the next commit changes in these files: what HEAD has of them, and what the commit will have."""
        listed = self._reviewer.commit_list.listed(self._context.area.load().now)
        return commit_texts(self._context, listed, paths)

    def recent_messages(self, count: int) -> tuple[str, ...]:
        """Return the messages of the last commits of HEAD, the newest first."""
        return commits.recent_messages(self._context.repository, count)

    def signature(self) -> Hashable:
        """Return a cheap sign that changes when the files, the index, HEAD or the staging area did."""
        context = self._context
        ledger = context.area.load()
        # Nothing is proposed for a file of which every block failed; a comment may be on its lines all the same.
        paths = (*ledger.now.entries, *ledger.now.signed, *self._reviewer.searched_in_vain(ledger))
        return (
            refs.read(context.repository),
            context.repository.head(),
            context.repository.index_stamp(),
            tuple(context.worktree.fingerprint(path) for path in paths),
            self._reviewer.existing_operands(ledger),
        )

    def _take(self, take: Callable[[Ledger], StagedReply], *, dry_run: bool = False) -> Applied:
        self._growing = None  # nothing is appended to what failed half-way
        with self._context.area.locked():
            ledger = self._settled()
            taken = take(ledger)
            self._context.checkpoint.check()  # the last time, for nothing is half done
            if taken.standing is ReplyState.UNDONE:
                step_log.grow_undone(self._context, ledger, taken.plan)
            elif taken.builder and not dry_run:
                step_log.grow(self._context, ledger, taken.plan)
                self._reviewer.remember(taken)
                self._growing = taken.builder if taken.reply.finished is not None else None
            reply, read = taken.reply, taken.reply.read
            return Applied(
                outcomes=as_shown(reply.outcomes),
                suggestions=tuple(one.text for one in reply.suggestions),
                files_modified=taken.modified,
                review=self._review(),
                standing=taken.standing,
                warnings=reply.warnings,
                reply_id=reply.id,
                events=read.events if read else (),
                listings=read.listings if read else 0,
                unread_listings=read.unread_listings if read else 0,
            )

    def _run(self, plan: Callable[[Ledger], step_log.Plan]) -> Done:
        def step(context: WorkspaceContext, ledger: Ledger) -> tuple[Refusal, ...]:
            return step_log.run(context, ledger, plan(ledger))

        return self._step(step)

    def _step(self, step: Callable[[WorkspaceContext, Ledger], tuple[Refusal, ...]]) -> Done:
        with self._context.area.locked():
            refusals = step(self._context, self._settled())
            return Done(self._review(), refusals)

    def _settled(self) -> Ledger:
        ledger = self._context.area.load()
        if ledger.pending is not None:
            ledger, note = recovery.recover(self._context, ledger, ledger.pending)
            self._context.area.notes.append(note)
        return ledger if self._head == self._context.repository.head() else self._without_committed(ledger)

    def _without_committed(self, ledger: Ledger) -> Ledger:
        """Let accepted files that another program committed leave the review, as those committed here do."""
        self._head = self._context.repository.head()
        paths = self._reviewer.commit_list.committed_elsewhere(ledger.now) if ledger.pending is None else ()
        if not paths:
            return ledger
        left = committed(self._context, ledger.now, paths)
        self._context.area.notes.append(committed_elsewhere(ledger.now, paths))
        return self._context.area.store(ledger, left, undo=ledger.undo, redo=ledger.redo)

    def _take_notes(self) -> tuple[str, ...]:
        area = self._context.area
        notes, area.notes = tuple(area.notes), []
        return notes

    def _review(self, notes: tuple[str, ...] = ()) -> Review:
        ledger = self._context.area.load()
        if self._reviewer.commit_list.committed_elsewhere(ledger.now):
            with suppress(RepositoryError), self._context.area.locked():  # the window that holds it sees to that
                ledger = self._without_committed(self._context.area.load())
        self._head = self._context.repository.head()
        return self._reviewer.review(ledger, notes=notes + self._take_notes())


def _beginning(hook: Path) -> str:
    with repository_faults(f"{hook} cannot be read"), hook.open("rb") as file:
        text = file.read(LARGEST_HOOK).decode("utf-8", "replace")
        rest = hook.stat().st_size - LARGEST_HOOK
    return text if rest <= 0 else f"{text}\n\n… {rest:,} bytes more are not shown. Look at the file itself.\n"


def _streamed(reply_id: str, text: str, options: ApplyOptions | None, finished: int | None = None) -> TakenReply:
    return TakenReply((), (), text, options=options or ApplyOptions(), id=reply_id, flow=reply_id, finished=finished)
