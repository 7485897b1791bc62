"""The file that is shown, and its content: what is proposed for it, else the file as it stands.

Where a decision moves on to, and what has to be shown again after a new review, are functions of the review alone.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.task_runner import run_detached
from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.hunk_numbers import is_decided
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.diff.proposal_files import unplaced
from guillemet.engine.errors import GuillemetError
from guillemet.engine.git.commits import LineOrigin, origin_of_line
from guillemet.engine.outcomes import Flag, Outcome, Rung, Status
from guillemet.engine.review import CommitLine, Decision, FileReview, FileTexts, Review
from guillemet.engine.workspace import Workspace
from guillemet.settings import Settings, WhiteSpace

_CERTAINTIES = ("low", "medium", "by hand", "high")
"""How sure a place is, the least sure first."""
READING_FILE = "reading file"
"""What is shown as progress until a file can be seen."""


class CurrentFile(QObject):
    """Holds the path that is looked at.

    Signals: `path_chosen(str)` at once when it is another, empty for none; `content_changed(DiffContent | None)` when
    it can be seen, then `line_requested(int)` if a place in it was asked for; `block_requested(int)` with the number of
    a block to go to; `rest_hidden(int)` when there is nothing to go on to but so many undecided files that are hidden.
    """

    path_chosen = Signal(str)
    content_changed = Signal(object)
    line_requested = Signal(int)
    block_requested = Signal(int)
    rest_hidden = Signal(int)

    def __init__(self, workplace: RepositoryService, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = ""
        self.is_edited = False
        """Whether the user edits its proposal: a reply that comes meanwhile leads to no other file."""
        self._workplace = workplace
        self._white_space = preferences.now.white_space
        self._review: Review | None = None
        self._ahead: tuple[Review, DiffContent] | None = None
        """What was read with the decision that led to this review."""
        self._is_proposed = True
        self._is_unplaced = False
        """Whether the blocks of the path that are in no file are looked at, and nothing of the file."""
        self._commit_line: CommitLine | None = None
        """What is listed of the path while it is looked at what the commit will change in it."""
        self._commit_order: Sequence[str] = ()
        self._commit_order_before: Sequence[str] = ()
        self._before = ""
        """The file of the proposal, or of its blocks, that was looked at before one that is not in it."""
        self._in_commit = ""
        """The file that was looked at in the next commit before this review came; empty where it was another look."""
        self._kept: Collection[str] = ()
        """The files of the commit to stay at, for these are being left out of it."""
        self._left = ""
        """The file that was looked at when its proposal ended, by a commit or with the review."""
        self._order: Sequence[str] = ()
        self._hidden: frozenset[str] = frozenset()
        self._block = 0
        """The block to go to once its file is shown, counted from 1; 0 for none."""
        preferences.changed.connect(self._follow_settings)

    def set_order(self, paths: Sequence[str], *, hidden: frozenset[str]) -> None:
        """Go on from one undecided file to the next in this order, and to none of the hidden ones."""
        self._order, self._hidden = paths, hidden

    @property
    def hidden(self) -> frozenset[str]:
        """The files that the list does not show."""
        return self._hidden

    @property
    def is_of_commit(self) -> bool:
        """Whether it is looked at what the commit will change."""
        return self._commit_line is not None

    def set_commit_order(self, paths: Sequence[str]) -> None:
        """Look at the files of the next commit in this order."""
        if paths != self._commit_order:
            self._commit_order_before, self._commit_order = self._commit_order, paths

    def pick(self, path: str) -> None:
        """Look at this file, if it is another; while at the commit, at what that holds of a file that is accepted."""
        file = file_of(self._review, path)
        if self.is_of_commit and file is not None and file.decision is Decision.ACCEPTED:
            lines = (commit_line_of(self._review, one) for one in (file.on_disk, file.lies_at))
            if line := next(filter(None, lines), None):
                if line.path != self.path:
                    self.show_commit(line.path)
                return
        if path != self.path or self.is_of_commit:
            self.show(path)

    def show(self, path: str, line: int = 0) -> None:
        """Look at this file, at this new line when it is not 0.

        Where nothing is proposed, its blocks without a place are looked at. Other paths are ignored.
        """
        file = file_of(self._review, path)
        if self._review is None:
            return
        if file is None:
            if has_unplaced(self._review, path):
                self._show_unplaced(path)
            return
        ahead = self.ahead_of(self._review)
        if ahead is not None and ahead.path == path and ahead.white_space is self._white_space:
            self._ahead = None  # shown again, it is read again
            self._choose(path, is_proposed=True)
            self._show(line, ahead)
            return
        prepared = partial(prepared_of, self._review, file, white_space=self._white_space)
        self._go_to(path, line, Workspace.texts, prepared, is_proposed=True)

    def show_placed(self, number: int) -> None:
        """Look at the next unsettled block of its file, else where this one, counted from 1, was placed."""
        outcomes = self._review.outcomes if self._review else ()
        path = outcomes[number - 1].path
        left = [at for at, one in enumerate(outcomes, 1) if one.path == path and at != number and not one.is_settled]
        if left:
            self.block_requested.emit(next((at for at in left if at > number), left[0]))
        else:
            self.show(path, outcomes[number - 1].line)

    def return_to(self, path: str) -> None:
        """Look again at the file whose decision was refused; while at another thing than the proposal, stay there."""
        if self._is_proposed and not self.is_edited and path:
            self.pick(path)

    def read_ahead(self, workspace: Workspace, review: Review) -> None:
        """Read what a decision that led to this review leaves to be looked at, on the worker and in the same job."""
        file = file_of(review, self.path)
        if file is not None and file.decision is not Decision.UNDECIDED:
            file = file_of(review, self._next_undecided(review))
        if file is not None:
            with suppress(GuillemetError):  # the decision is made all the same, and what is shown is read again
                texts = workspace.texts(file.path)
                self._ahead = review, prepared_of(review, file, texts, white_space=self._white_space)

    def ahead_of(self, review: Review) -> DiffContent | None:
        """Return what was read with the decision that led to this review, until it is shown."""
        return self._ahead[1] if self._ahead is not None and self._ahead[0] is review else None

    def enter(self, path: str, *, is_of_commit: bool = False) -> None:
        """Make this file of the proposal, or of the next commit, the current one; it is shown already."""
        if is_of_commit is not self.is_of_commit:
            return  # the other one is on its way
        if is_of_commit:
            if path != self.path and (line := commit_line_of(self._review, path)):
                self._choose(path, is_proposed=False, of_commit=line)
            return
        is_proposed = file_of(self._review, path) is not None
        is_unplaced = not is_proposed and self._review is not None and has_unplaced(self._review, path)
        is_other = (path, is_unplaced) != (self.path, self._is_unplaced)
        if is_other and (is_proposed or is_unplaced) and not self.is_edited:
            self.path, self._is_proposed, self._is_unplaced = path, is_proposed, is_unplaced
            self.path_chosen.emit(path)

    def show_unproposed(self, path: str, line: int = 0) -> None:
        """Look at a file nothing is proposed for, at this line when it is not 0."""
        if self._is_proposed or self._is_unplaced:
            self._before = self.path
        self._go_to(path, line, Workspace.unproposed, partial(prepare, is_proposed=False), is_proposed=False)

    def show_commit(self, path: str = "") -> None:
        """Look at what the commit will change, at this file of it, else at the first one."""
        line = commit_line_of(self._review, path or next(iter(self._commit_order), ""))
        if line is None:
            return
        if self._is_proposed or self._is_unplaced:
            self._before = self.path

        def texts(workspace: Workspace, path: str) -> FileTexts:
            return workspace.commit_texts([path])[0]

        prepared = partial(prepared_in_commit, line, white_space=self._white_space)
        self._go_to(line.path, 0, texts, prepared, is_proposed=False, of_commit=line)

    def stay_at(self, paths: Collection[str]) -> None:
        """Stay at a file of the commit when the next review leaves it out, if it is one of these."""
        self._kept = paths

    def show_commit_beside(self, step: int) -> None:
        """Look at the next file of the commit, or at the one before when negative, and stop at the ends."""
        at = self._commit_order.index(self.path) + step if self.path in self._commit_order else 0
        if 0 <= at < len(self._commit_order):
            self.show_commit(self._commit_order[at])

    def back(self) -> None:
        """Look again at the file of the proposal that was looked at before one that is not in it."""
        if self._is_proposed or self._is_unplaced or self._review is None:
            return
        if file_of(self._review, self._before) or has_unplaced(self._review, self._before):
            self.show(self._before)
        else:
            self._leave()
            self.show_next_undecided()

    def show_next_undecided(self) -> None:
        """Look at the next file without a decision, else at a block without a place; while at the commit, stay there.

        Where all is done and nothing is looked at, it is the first file. What is hidden is not gone to.
        """
        if self._review and not self.is_of_commit:
            first = self._review.files[0].path if self._review.files and not self.path else ""
            places = (*(outcome.path for outcome in self._review.outcomes if not outcome.is_settled), first)
            waiting = next((path for path in places if path not in self._hidden), "")
            self.show(self._next_undecided(self._review) or waiting)
            self.tell_hidden()

    def ways_on(self, path: str) -> Sequence[str]:
        """Return the files below this one in the order of the list as it is now, then those above it."""
        paths = list(self._order)
        start = paths.index(path) + 1 if path in paths else 0
        return paths[start:] + paths[:start]

    def go_on(self, ways_on: Sequence[str]) -> None:
        """Look at the first of these files that is to be settled, else at the first that waits for a decision."""
        review = self._review
        if review is None or has_something_left(review, self.path):
            return
        ways_on = [path for path in ways_on if path not in self._hidden and has_something_left(review, path)]
        path = next((path for path in ways_on if is_to_settle(review, path)), next(iter(ways_on), ""))
        unplaced = (at for at, one in enumerate(review.outcomes, 1) if one.path == path and not one.is_settled)
        if not ways_on:
            self.show_next_undecided()
        elif number := next(unplaced, 0):
            self.block_requested.emit(number)
        else:
            self.show(path)

    def tell_hidden(self) -> None:
        """Emit `rest_hidden` where all files that are still undecided are hidden."""
        undecided = {file.path for file in self._review.to_decide} if self._review else set()
        if undecided and undecided <= self._hidden:
            self.rest_hidden.emit(len(undecided))

    def _next_undecided(self, review: Review) -> str:
        return next_undecided(review, self.path, self._order, hidden=self._hidden)

    def leave_decided(self) -> None:
        """Look at the next undecided file, if this one needs no decision any more."""
        file = file_of(self._review, self.path)
        if file is None or file.decision is not Decision.UNDECIDED:
            self.show_next_undecided()

    def find_origin(
        self, content: DiffContent, line: int | None, then: Callable[[LineOrigin | str | None], None]
    ) -> None:
        """Find the commit a line comes from: None for no commit yet, or a sentence why not.

        The line is counted from 0 in the file without the proposal; one that is proposed is None.
        """
        if line is None:
            then(None)
            return
        folder, path = Path(self._workplace.root), content.moved_from or content.path
        text = content.texts.before if content.is_compared else content.texts.after

        def find() -> LineOrigin | None:
            return origin_of_line(folder, path, split_lines(text), line)

        def fail(error: Exception) -> None:
            then(str(error))

        # A long history takes seconds, for which the repository's worker must not be kept.
        run_detached(find, then, otherwise=fail, owner=self, name=f"origin of a line of {path}")

    def begin(self) -> None:
        """Forget what was looked at, for another repository was opened."""
        self._review, self._left = None, ""
        self._leave()

    def follow(self, review: Review) -> None:
        """Keep up with a new review: show the file again when it changed.

        A file whose block is in no file any more is shown with it. When the file is gone that was looked at, the next
        undecided one is shown if it was decided; else none, for the next key would decide what was not looked at.
        """
        old, self._review = self._review, review
        self._in_commit = self.path if self.is_of_commit else ""
        if self._commit_line is not None:
            self._follow_commit(self._commit_line, old, review)
        elif file_of(review, self.path) is not None:
            if is_stale(self.path, old, review):
                self.show(self.path)
        elif (self._is_unplaced or (self._is_proposed and self.path)) and has_unplaced(review, self.path):
            if self._is_proposed:
                self._show_unplaced(self.path)
        elif not self._follow_unproposed(old, review):
            before = file_of(old, self.path)
            self._left = self.path if before is not None else self._left
            was_decided = before is not None and before.decision is not Decision.UNDECIDED
            self._leave()
            if was_decided or old is None or not old.files:
                self.show_next_undecided()

    def show_first_of(self, review: Review, outcomes: Sequence[Outcome]) -> None:
        """Look at what these outcomes left to decide first: a file, else a block.

        A file that is looked at already stays as it is, unless no block of these is in it: that is to be seen then.
        """
        paths = {outcome.path for outcome in outcomes}
        files = [file.path for file in review.to_decide if file.path in paths]
        failed = [outcome.path for outcome in outcomes if not outcome.is_settled]
        places = files or failed
        # A block that names no file is looked at again, for another one may be.
        is_looked_at = self.path in places and bool(self.path) and not self.is_of_commit
        if places and not is_looked_at and not self.is_edited:
            self._show_of(review, places[0])
        elif is_looked_at and not self.is_edited and file_of(review, self.path):
            new = [one for one in outcomes if one.path == self.path]
            numbers = (at for at, one in enumerate(review.outcomes, 1) if one.block is new[0].block)
            if not any(one.is_settled for one in new) and (number := next(numbers, 0)):
                self._block = number
                self.show(self.path)

    def show_changed(self, old: Review, new: Review) -> None:
        """Look at the first place that a step, taken back or done again, left to be decided.

        While at the next commit, it is the first file of which other hunks go into that. Of several undecided ones, it
        is the one that was looked at in the next commit, if that is among them. Where it left none and decided the file
        that is looked at, go on as after the decision itself.
        """
        before = file_of(old, self.path)
        if self.is_of_commit and (included := included_by_step(old, new)):
            first = next((path for path in self._commit_order if path in included), included[0])
            if self.path != first:
                self.show_commit(first)
        elif paths := changed_by_step(old, new):
            self._show_of(new, self._in_commit if self._in_commit in paths else paths[0])
        elif before is not None and before.decision is Decision.UNDECIDED:
            self.leave_decided()

    def show_undone(self, old: Review, new: Review) -> None:
        """Look at the file that was looked at when the step ended its proposal.

        Else, where none is left to be decided, at the first file whose decision is back; else as `show_changed` says.
        """
        if file_of(old, self._left) is None and file_of(new, self._left) is not None:
            self.show(self._left)
        elif not changed_by_step(old, new) and (decided := decided_by_step(old, new)):
            self.pick(next((path for path in self._order if path in decided), decided[0]))
        else:
            self.show_changed(old, new)

    def _follow_settings(self, settings: Settings) -> None:
        """Look at the file again when other white space counts than before."""
        if settings.white_space is not self._white_space:
            self._white_space = settings.white_space
            self.show_commit(self.path) if self.is_of_commit else self.show(self.path)

    def _follow_commit(self, before: CommitLine, old: Review | None, review: Review) -> None:
        """Look again at what the commit will change when it is something else by now; at the review, when nothing.

        Where all is left out by choice, stay at the file: the next key is about it, to include it again.
        """
        kept, self._kept = self._kept, ()
        now, is_of_other = commit_line_of(review, before.path), old is None or old.head.commit != review.head.commit
        if now is None or (now.is_left_out and not before.is_left_out):
            order, start = self._commit_order_before, 0
            if before.path in order:
                start = order.index(before.path)
            there = (path for path in (*order[start:], *reversed(order[:start])) if path in self._commit_order)
            following = next(there, next(iter(self._commit_order), ""))
            if following and not (now is not None and now.path in kept):
                self.show_commit(following)
            elif now is not None and not is_of_other:
                self.show_commit(now.path)
            else:
                self.back()
        elif is_of_other or replace(now, is_staged=before.is_staged) != before:
            self.show_commit(now.path)

    def _follow_unproposed(self, old: Review | None, review: Review) -> bool:
        """Look again at a file nothing is proposed for when its blocks are others; return False when they are gone."""
        if old is None or self._is_proposed or self._is_unplaced:
            return False
        before, now = outcomes_of(old, self.path), outcomes_of(review, self.path)
        if now and now != before:
            self.show_unproposed(self.path)
        return bool(now) or now == before

    def _show_of(self, review: Review, path: str) -> None:
        if file_of(review, path) is None and has_unplaced(review, path):
            self._show_unplaced(path)
        else:
            self.show(path)

    def _show_unplaced(self, path: str) -> None:
        self.path, self._is_proposed, self._is_unplaced = path, False, True
        self._commit_line = None
        self.path_chosen.emit(path)
        self.content_changed.emit(unplaced(path))

    def _go_to(
        self,
        path: str,
        line: int,
        texts: Callable[[Workspace, str], FileTexts],
        prepared: Callable[[FileTexts], DiffContent],
        *,
        is_proposed: bool,
        of_commit: CommitLine | None = None,
    ) -> None:
        self._choose(path, is_proposed=is_proposed, of_commit=of_commit)

        def content(workspace: Workspace) -> DiffContent | None:
            if self.path != path:
                return None  # another file was picked meanwhile
            return prepared(texts(workspace, path))

        self._workplace.ask(content, partial(self._show, line), what=READING_FILE)

    def _choose(self, path: str, *, is_proposed: bool, of_commit: CommitLine | None = None) -> None:
        self.path, self._is_proposed, self._is_unplaced = path, is_proposed, False
        self._commit_line = of_commit
        self.path_chosen.emit(path)

    def _leave(self) -> None:
        if self.path or self._is_unplaced:
            self.path, self._is_proposed, self._is_unplaced = "", True, False
            self._commit_line = None
            self.path_chosen.emit("")
            self.content_changed.emit(None)

    def _show(self, line: int, content: DiffContent | None) -> None:
        # Another file was picked meanwhile, or the same one is to be shown otherwise.
        if (
            content is None
            or self._is_unplaced
            or (content.path, content.is_proposed, content.is_of_commit)
            != (self.path, self._is_proposed, self._commit_line is not None)
        ):
            return
        block, self._block = self._block, 0
        self.content_changed.emit(content)
        if line:
            self.line_requested.emit(line)
        if block:
            self.block_requested.emit(block)


def file_of(review: Review | None, path: str) -> FileReview | None:
    """Return the file of this path; None when the proposal has none."""
    return review.file_at.get(path) if review else None


def commit_line_of(review: Review | None, path: str) -> CommitLine | None:
    """Return what is listed of this path, which the user may have left out; None where nothing of it can be shown."""
    lines = review.commit if review else ()
    return next((line for line in lines if line.path == path and (line.is_by_choice or not line.is_left_out)), None)


def prepared_in_commit(line: CommitLine, texts: FileTexts, *, white_space: WhiteSpace) -> DiffContent:
    """Return what is shown of a file of the next commit."""
    return prepare(
        texts,
        kind=line.kind,
        headline="left out of the commit" if line.is_left_out else "",
        moved_from=line.moved_from,
        is_proposed=False,
        is_of_commit=True,
        white_space=white_space,
    )


def prepared_of(review: Review, file: FileReview, texts: FileTexts, *, white_space: WhiteSpace) -> DiffContent:
    """Return what is shown of a file of the proposal."""
    return prepare(
        texts,
        kind=file.kind,
        headline=headline(review, file.path),
        moved_from=file.moved_from,
        white_space=white_space,
    )


def changed_by_step(old: Review, new: Review) -> Sequence[str]:
    """Return the files that a step left undecided, else those of blocks which it left in no file."""
    before = {file.path: file for file in old.files}
    if files := [file.path for file in new.to_decide if before.get(file.path) != file]:
        return files
    settled = {outcome.block for outcome in old.outcomes if outcome.is_settled}
    return [one.path for one in new.outcomes if not one.is_settled and one.block in settled]


def included_by_step(old: Review, new: Review) -> Sequence[str]:
    """Return the files of which other hunks, or again all, go into the next commit after a step."""
    before = {line.path: line for line in old.commit}
    known = [(line, before[line.path]) for line in new.commit if line.path in before and not line.is_left_out]
    return [line.path for line, was in known if was.is_left_out or was.hunks != line.hunks]


def decided_by_step(old: Review, new: Review) -> Sequence[str]:
    """Return the files that have a decision after a step, and had none or another one before it."""
    before = {file.path: file.decision for file in old.files}
    decided = (file for file in new.files if file.decision is not Decision.UNDECIDED)
    return [file.path for file in decided if before.get(file.path, file.decision) is not file.decision]


def next_undecided(
    review: Review, after: str, order: Sequence[str] = (), *, hidden: Collection[str] = frozenset()
) -> str:
    """Return the next undecided file after this one, going round; the same one when only it is left, else empty.

    Files that `order` does not name yet come last, from no file those first that must be seen; hidden ones are left
    out.
    """
    files = review.files if after else review.to_decide
    paths = list(dict.fromkeys((*order, *(file.path for file in files))))
    start = paths.index(after) + 1 if after in paths else 0
    undecided = {file.path for file in review.to_decide}.difference(hidden)
    return next((path for path in paths[start:] + paths[:start] if path in undecided), "")


def is_stale(path: str, old: Review | None, new: Review) -> bool:
    """Whether what is proposed for the file, or how it was found, is no longer what was shown."""
    before, after = file_of(old, path), file_of(new, path)
    if before is None or after is None or old is None:
        return True
    is_same_file = replace(before, decision=after.decision) == after
    return not is_same_file or outcomes_of(old, path) != outcomes_of(new, path)


def outcomes_of(review: Review, path: str) -> tuple[Outcome, ...]:
    """Return what became of the blocks of this file."""
    return review.outcomes_at.get(path, ())


def has_unplaced(review: Review, path: str) -> bool:
    """Whether a block of this file is in no file, and is to be settled yet."""
    return any(not outcome.is_settled for outcome in outcomes_of(review, path))


def has_something_left(review: Review, path: str) -> bool:
    """Whether this file waits for a decision, or a block of it is to be settled yet."""
    file = file_of(review, path)
    return (file is not None and file.decision is Decision.UNDECIDED) or has_unplaced(review, path)


def is_to_settle(review: Review, path: str) -> bool:
    """Whether *Accept all* leaves this file out, or a block of it is to be settled yet."""
    file = file_of(review, path)
    is_left_out = file is not None and file.decision is Decision.UNDECIDED and not file.is_sure
    return is_left_out or has_unplaced(review, path)


def headline(review: Review, path: str) -> str:
    """Return how the least certain place in this file was found, what failed, and who edited it.

    Such as "exact", "1 of 3 fuzzy (low)" or "1 failed, others exact". Blocks decided hunk by hunk do not count.
    """
    outcomes, file = outcomes_of(review, path), file_of(review, path)
    hunks = () if file is None else file.by_hunk
    ways = sorted(way for outcome in outcomes if not is_decided(outcome, hunks) and (way := _way(outcome)))
    least, words = ways[0] if ways else (len(_CERTAINTIES), "")
    same = sum(words == other for _, other in ways)
    failed = sum(outcome.status is Status.FAILED for outcome in outcomes)
    is_edited = file is not None and file.is_edited
    if words and same < len(ways):
        words = f"{same:,} of {len(ways):,} {words}"
    elif words and failed:
        words = f"others {words}"
    if is_edited and least == len(_CERTAINTIES) - 1:
        words = ""  # what lands is the user's text, not exactly the reply's
    return ", ".join(
        filter(None, (f"{failed:,} failed" if failed else "", words, "edited by you" if is_edited else ""))
    )


def _way(outcome: Outcome) -> tuple[int, str] | None:
    """Return how a block was placed, the least certain way first; None for one that has no place."""
    how = outcome.how
    if Flag.PLACED_BY_HAND in outcome.flags:
        return _CERTAINTIES.index("by hand"), str(
            Flag.PLACED_BY_HAND
        )  # whatever resembles it, the user chose the place
    if how is None:
        return None
    if Flag.SEVERAL_PLACES in outcome.flags and how.certainty != "low":
        return _CERTAINTIES.index("low"), "in one of several places (low)"
    words = str(how) if how is Rung.EXACT else f"{how} ({how.certainty})"
    return _CERTAINTIES.index(how.certainty), words
