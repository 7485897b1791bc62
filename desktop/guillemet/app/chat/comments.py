"""Messages to the model about its proposal: the user's comments on lines, decisions, and requests for failed blocks.

Comments are saved as soon as they are written, until they are sent or removed. Messages are drafts for the message
box; none is sent from here.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain

from msgspec import Struct, convert
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import History, KeptComment, Purpose
from guillemet.app.repository_service import RepositoryService
from guillemet.engine.diff.following import LinesIn, followed, found_in
from guillemet.engine.diff.lines import changed
from guillemet.engine.errors import RepositoryError
from guillemet.engine.outcomes import Change, Outcome
from guillemet.engine.review import Decision, FileReview, Kind
from guillemet.engine.workspace import Workspace
from guillemet.engine.workspace.line_mapping import traced
from guillemet.llm.ignore_rules import IGNORE_FILE, IgnoreRules
from guillemet.llm.prompts.feedback import (
    BLOCKS_MESSAGE,
    CommentedVersion,
    DecidedFile,
    LineComment,
    UserDecision,
    comment_heading,
    comments_message,
    decisions_message,
    needs_retry,
    retry_message,
)

SAVE_AFTER = 300
"""Milliseconds without typing after which what was typed is saved."""
_LONGEST_SAVED = 1_000_000
"""Characters of a text that is saved with the comments on it."""


class CommentedLines(Struct, frozen=True):
    """Lines of one file, as the user saw them."""

    path: str
    first: int
    """From 1."""
    last: int
    lines: tuple[str, ...]
    """Their text, without endings, by which they are found again when the proposal has changed."""
    is_old: bool = False
    """They are lines of the file as it was before the proposal."""
    is_gone: bool = False
    """They have changed or went: the numbers are where they stood last, carried along with the text around them."""


class Comment(Struct, frozen=True):
    """What the user says of them."""

    spot: CommentedLines
    text: str


Heading = tuple[Comment, str]
"""A comment, and how the message that was written of it names its lines; empty when none was."""
Known = Mapping[CommentedLines, LinesIn]
"""The texts in which lines stood last: from there they are followed."""
Placed = Mapping[CommentedLines, tuple[CommentedLines, LinesIn | None]]
"""For lines where they are now, and where they stood last."""


class CommentList(Struct, frozen=True):
    """The comments about one repository."""

    comments: tuple[Comment, ...] = ()
    """File by file, in the order of their lines."""
    removed: tuple[Comment, ...] = ()
    """What was taken out, one by one or together, since a comment was kept last: it can be brought back."""
    unfinished: tuple[Comment, ...] = ()
    """What was typed and is neither kept nor discarded; no message has it."""

    @property
    def of_files(self) -> Counter[str]:
        """How many comments there are on each file, with those that are only begun."""
        kept = {comment.spot for comment in self.comments}
        begun = (comment for comment in self.unfinished if comment.spot not in kept)
        return Counter(comment.spot.path for comment in (*self.comments, *begun))

    @property
    def count(self) -> int:
        """How many comments there are, with those that are only begun."""
        return self.of_files.total()


class CommentMessage(Struct, frozen=True):
    """A message made of comments."""

    message: str
    paths: tuple[str, ...]
    """The files it is about, those that there are."""
    headings: tuple[Heading, ...]
    placed: Placed
    """Where the lines were found for it."""


class _Saved(Struct, frozen=True):
    """What an earlier run saved."""

    headings: Sequence[Heading]
    message: str
    unfinished: tuple[Comment, ...]
    known: Known


class Comments(QObject):
    """Holds the comments about the open repository; each is saved as soon as it is written.

    Its lines are followed through every change of the files, so that the same words in another place are never meant.

    Signals: `changed(CommentList)`, after `moved(dict[CommentedLines, CommentedLines])` when lines are elsewhere now;
    `written(str, tuple[str, ...], str)` with a message for the message box, the files it is about, and the message it
    takes the place of; `removed(int, tuple[Comment, ...])` with what was taken out, and a number by which it is known.
    """

    removed = Signal(int, tuple)
    moved = Signal(object)
    changed = Signal(object)
    written = Signal(str, object, str)

    def __init__(self, workplace: RepositoryService, keeping: HistoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workplace, self._keeping = workplace, keeping
        self._root = ""
        self.tray = CommentList()
        """The comments about the open repository."""
        self._headings: tuple[Heading, ...] = ()
        self._message = ""
        """What was written last and not sent, by an earlier run too."""
        self._known: Known = {}
        self._removals: list[tuple[Comment, ...]] = []
        """All that was taken out since the repository was opened, as it was taken out together."""
        self._begun: CommentedLines | None = None
        """The lines on which the user is about to say something."""
        self._is_following = self._is_outdated = False
        self._save_soon = QTimer(self, singleShot=True, interval=SAVE_AFTER)
        self._save_soon.timeout.connect(self._save_unfinished)

    def begin(self, root: str) -> None:
        """Show the comments about another repository."""
        self.end()
        self._root, self.tray, self._headings, self._message = root, CommentList(), (), ""
        self._known, self._begun, self._is_following, self._is_outdated = {}, None, False, False
        self._removals = []
        self.changed.emit(self.tray)

        def read(history: History) -> _Saved:
            what = "What you typed on lines and did not keep"
            purpose = Purpose.UNFINISHED_COMMENTS
            unfinished = history.repository_draft_as(root, purpose, _unfinished_of, what=what) or ()
            written = history.repository_draft(root, Purpose.COMMENTS)
            what = "Where commented lines stood"
            known = history.repository_draft_as(root, Purpose.COMMENTED_TEXTS, _known_of, what=what) or {}
            return _Saved(_headings(history, root), written, unfinished, known)

        self._keeping.ask(read, partial(self._take_saved, root))

    def end(self) -> None:
        """Save what is not saved yet, before another repository is opened and in the end."""
        if self._save_soon.isActive():
            self._save_unfinished()

    def follow(self) -> None:
        """Find the lines again in the files as they are now; those that went stay where they stood last."""
        self._is_outdated = self._is_following
        if (spots := self._spots()) and not self._is_following and self._workplace.is_open:
            self._is_following = True
            find = partial(_found_now, spots=spots, known=self._known)
            self._workplace.ask(find, self._end_following, otherwise=lambda _: self._end_following({}))

    def begin_on(self, spot: CommentedLines | None) -> None:
        """Follow the lines on which the user is about to say something, too."""
        self._begun = spot
        self._learn(spot)

    def keep(self, spot: CommentedLines, text: str) -> None:
        """Say this of the lines, in place of what was said of them before; an empty text takes the comment out."""
        self.leave_unfinished(spot, "")
        if not text.strip():
            self.remove([comment for comment in self.tray.comments if comment.spot == spot])
            return
        others = [comment for comment in self.tray.comments if comment.spot != spot]
        self._store(CommentList(_in_order([*others, Comment(spot, text.strip())])))

    def leave_unfinished(self, spot: CommentedLines, text: str) -> None:
        """Hold what is typed on these lines until it is kept; an empty text discards it."""
        before = self.tray.unfinished
        others = [comment for comment in before if comment.spot != spot]
        unfinished = _in_order([*others, Comment(spot, text)] if text.strip() else others)
        if unfinished != before:
            self.tray = replace(self.tray, unfinished=unfinished)
            self._save_soon.start()
            self.changed.emit(self.tray)
            self._learn(spot)

    def remove(self, comments: Iterable[Comment]) -> None:
        """Take comments out; `bring_back` puts them in again."""
        removed = set(comments)
        if removed:
            kept = tuple(comment for comment in self.tray.comments if comment not in removed)
            self._removals.append(_in_order(removed))
            self._store(CommentList(kept, _in_order({*self.tray.removed, *removed})))
            self.removed.emit(len(self._removals), self._removals[-1])

    def removed_then(self, number: int) -> tuple[Comment, ...]:
        """Return what was taken out then and is not there again, nor another comment on its lines."""
        there = {comment.spot for comment in self.tray.comments}
        return tuple(comment for comment in self._removals[number - 1] if comment.spot not in there)

    def bring_back(self, comments: Collection[Comment]) -> None:
        """Put in again what was taken out."""
        left = tuple(comment for comment in self.tray.removed if comment not in comments)
        self._store(CommentList(_in_order((*self.tray.comments, *comments)), left))

    def forget_removed(self, comments: Collection[Comment]) -> None:
        """Offer no more to bring these back."""
        left = tuple(comment for comment in self.tray.removed if comment not in comments)
        self._store(CommentList(self.tray.comments, left))

    def write(self) -> None:
        """Write one message of all comments; they stay until it was sent."""
        self._workplace.ask(partial(_write, comments=self.tray.comments, known=self._known), self._take_written)

    def written_in(self, message: str) -> frozenset[Comment]:
        """Return the comments that are in this message; not one that was changed after it was written."""
        return frozenset(comment for comment, heading in self._headings if f"{heading}:" in message)

    def note_sent(self, message: str) -> None:
        """Take out the comments that are in this message."""
        if sent := self.written_in(message):
            root, self._headings, self._message = self._root, (), ""
            self._keeping.ask(lambda history: history.keep_repository_draft(root, Purpose.COMMENTS, ""))
            self._store(CommentList(tuple(comment for comment in self.tray.comments if comment not in sent)))

    def _take_saved(self, root: str, saved: "_Saved") -> None:
        """Add what was saved before the repository was opened."""
        if root != self._root:
            return  # another repository was opened meanwhile
        self._message = self._message or saved.message
        taken = {comment.spot for comment in (*self.tray.comments, *self.tray.removed)}
        old = [(comment, heading) for comment, heading in saved.headings if comment.spot not in taken]
        self._headings = (*self._headings, *((comment, heading) for comment, heading in old if heading))
        comments = _in_order((*self.tray.comments, *(comment for comment, _ in old)))
        unfinished = {comment.spot: comment for comment in (*saved.unfinished, *self.tray.unfinished)}
        self.tray = replace(self.tray, comments=comments, unfinished=_in_order(unfinished.values()))
        self._known = {**saved.known, **self._known}
        self.changed.emit(self.tray)
        self.follow()

    def _take_written(self, written: CommentMessage) -> None:
        self._take_placed(written.placed)
        root, message, self._headings = self._root, written.message, written.headings
        # By its heading a comment is found in the message when that is sent.
        saved = [_saved(comment, heading) for comment, heading in written.headings]

        def save(history: History) -> None:
            history.change_comments(root, keep=saved)
            history.keep_repository_draft(root, Purpose.COMMENTS, message)

        self._keeping.ask(save)
        before, self._message = self._message, message
        self.written.emit(message, written.paths, before)

    def _store(self, tray: CommentList) -> None:
        root, before = self._root, self.tray.comments
        self.tray = replace(tray, unfinished=self.tray.unfinished)
        spots = {comment.spot for comment in tray.comments}
        gone = [_spot_text(comment.spot) for comment in before if comment.spot not in spots]
        new = [_saved(comment) for comment in tray.comments if comment not in before]
        self._keeping.ask(lambda history: history.change_comments(root, keep=new, remove=gone))
        self.changed.emit(self.tray)
        for spot in spots:
            self._learn(spot)

    def _spots(self) -> dict[CommentedLines, None]:
        tray = self.tray
        removed = chain(tray.removed, *self._removals)
        spots = dict.fromkeys(comment.spot for comment in (*tray.comments, *tray.unfinished, *removed))
        return spots if self._begun is None else {**spots, self._begun: None}

    def _learn(self, spot: CommentedLines | None) -> None:
        """Find out in which text these lines stand, unless it is known."""
        if spot is not None and spot not in self._known:
            self.follow()

    def _end_following(self, placed: Placed) -> None:
        self._is_following = False
        self._take_placed(placed)
        if self._is_outdated:
            self.follow()

    def _take_placed(self, placed: Placed) -> None:
        """Let the comments be on the lines as these were found."""
        moves = {spot: placed[spot][0] for spot in self._spots() if spot in placed and placed[spot][0] != spot}
        if moves:
            self._move(moves)
        known = {**self._known, **{spot: seen for spot, seen in placed.values() if seen}}
        known = {spot: known[spot] for spot in self._spots() if spot in known}
        if known != self._known:
            root, self._known, text = self._root, known, _known_text(known)
            self._keeping.ask(lambda history: history.keep_repository_draft(root, Purpose.COMMENTED_TEXTS, text))

    def _move(self, moves: Mapping[CommentedLines, CommentedLines]) -> None:
        def moved(comments: Iterable[Comment]) -> tuple[Comment, ...]:
            return _in_order(Comment(moves.get(one.spot, one.spot), one.text) for one in comments)

        root, before, tray = self._root, self.tray.comments, self.tray
        self._known = {moves.get(spot, spot): seen for spot, seen in self._known.items()}
        self._begun = moves.get(self._begun, self._begun) if self._begun else None
        self.tray = CommentList(moved(tray.comments), moved(tray.removed), moved(tray.unfinished))
        self._removals = [moved(comments) for comments in self._removals]
        self._headings = tuple((one, heading) for was, heading in self._headings for one in moved([was]))
        headings = dict(self._headings)
        gone = [_spot_text(comment.spot) for comment in before if comment.spot in moves]
        kept = [_saved(one, headings.get(one, "")) for one in self.tray.comments if one not in before]
        self._keeping.ask(lambda history: history.change_comments(root, keep=kept, remove=gone))
        if tray.unfinished != self.tray.unfinished:
            self._save_soon.start()
        self.moved.emit(moves)
        self.changed.emit(self.tray)

    def _save_unfinished(self) -> None:
        self._save_soon.stop()
        root, unfinished = self._root, self.tray.unfinished
        text = json.dumps([[_spot_text(one.spot), one.text] for one in unfinished]) if unfinished else ""
        self._keeping.ask(lambda history: history.keep_repository_draft(root, Purpose.UNFINISHED_COMMENTS, text))


def line_of(spot: CommentedLines, lines: Sequence[str]) -> int | None:
    """Return where among these lines those of the comment begin now, counted from 1; None when they are gone.

    Where they occur several times, the place nearest to the last one is meant.
    """
    if spot.is_gone:
        return None
    count, before = len(spot.lines), spot.first - 1
    starts = (at for at, line in enumerate(lines) if line == spot.lines[0])
    found = [at for at in starts if tuple(lines[at : at + count]) == spot.lines]
    return min(found, key=lambda at: abs(at - before)) + 1 if found else None


def _write(workspace: Workspace, *, comments: Sequence[Comment], known: Known) -> CommentMessage:
    placed = _found_now(workspace, spots=[comment.spot for comment in comments], known=known)
    now = _in_order(Comment(placed.get(one.spot, (one.spot, None))[0], one.text) for one in comments)
    located = [(comment, _located(comment)) for comment in now]
    present = tuple(file.path for file in workspace.present({one.spot.path: None for one in now}) if file.oid)
    headings = tuple((comment, comment_heading(one)) for comment, one in located)
    return CommentMessage(comments_message(one for _, one in located), present, headings, placed)


def _found_now(workspace: Workspace, *, spots: Iterable[CommentedLines], known: Known) -> Placed:
    """Return where these lines are now; no two become the same, and those of a side that there is not stay."""
    spots = list(spots)
    sides = {path: _sides(workspace, path) for path in dict.fromkeys(spot.path for spot in spots)}
    taken, placed = set(spots), dict[CommentedLines, tuple[CommentedLines, LinesIn | None]]()
    for spot in spots:
        text = sides[spot.path][0 if spot.is_old else 1]
        if text is None:
            continue
        seen = known.get(spot)
        now = followed(spot.lines, seen, text) if seen else found_in(spot.lines, spot.first, text)
        there = replace(spot, first=now.first, last=now.first + spot.last - spot.first, is_gone=not now.are_there)
        if there == spot or there not in taken:
            taken.add(there)
            placed[spot] = there, now if now.are_there else seen
    return placed


def _sides(workspace: Workspace, path: str) -> tuple[str | None, str]:
    """Return the file before and after the proposal; as it is, and nothing before, where nothing is proposed for it."""
    try:
        texts = workspace.texts(path)
    except RepositoryError:
        (file,) = workspace.present([path])
        return None, file.text
    return texts.before, texts.after


def _located(comment: Comment) -> LineComment:
    spot = comment.spot
    seen = CommentedVersion.GONE if spot.is_gone else CommentedVersion.BEFORE if spot.is_old else CommentedVersion.NOW
    return LineComment(spot.path, spot.first, spot.last, "\n".join(spot.lines), comment.text, seen)


def _in_order(comments: Iterable[Comment]) -> tuple[Comment, ...]:
    return tuple(sorted(comments, key=lambda one: (one.spot.path, one.spot.first, one.spot.last, one.spot.is_old)))


def _saved(comment: Comment, heading: str = "") -> KeptComment:
    return KeptComment(_spot_text(comment.spot), comment.text, heading)


def _spot_text(spot: CommentedLines) -> str:
    return json.dumps([spot.path, spot.first, spot.last, spot.lines, spot.is_old])


def _known_text(known: Known) -> str:
    """Return the texts and the lines in them, as they are saved; without texts that are too long for that."""
    texts = dict[str, list[tuple[str, int]]]()
    for spot, seen in known.items():
        if len(seen.text) <= _LONGEST_SAVED:
            texts.setdefault(seen.text, []).append((_spot_text(spot), seen.first))
    return json.dumps(list(texts.items())) if texts else ""


def _known_of(text: str) -> Known:
    texts = convert(json.loads(text), list[tuple[str, list[tuple[str, int]]]])
    return {_spot_of(spot): LinesIn(seen, first) for seen, spots in texts for spot, first in spots}


def _unfinished_of(text: str) -> tuple[Comment, ...]:
    return tuple(Comment(_spot_of(spot), said) for spot, said in convert(json.loads(text), list[tuple[str, str]]))


def _spot_of(text: str) -> CommentedLines:
    """Return the lines that were saved as this text; raises ValueError when it names none."""
    return CommentedLines(*convert(json.loads(text), tuple[str, int, int, tuple[str, ...], bool]))


def _headings(history: History, root: str) -> list[Heading]:
    """Return the saved comments; a damaged one stays in the history's file, and is said to be left out."""
    found: list[Heading] = []
    for one in history.comments(root):
        try:
            found.append((Comment(_spot_of(one.spot), one.said), one.heading))
        except (ValueError, RecursionError):
            history.add_notice(f"The lines of the comment “{one.said}” are damaged, so it is not shown.")
    return found


class FeedbackMessage(Struct, frozen=True):
    """A message, and the files it is about."""

    message: str
    paths: tuple[str, ...]
    wants_edits: bool = False


class Feedback(QObject):
    """Writes messages about the proposal.

    Signals: `draft_requested(str, tuple[str, ...])` with a message for the message box and the files it is about;
    `edits_requested()` before it, if its answer is to hold edits.
    """

    edits_requested = Signal()
    draft_requested = Signal(str, object)

    def __init__(self, workplace: RepositoryService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workplace = workplace
        self._sent_before: set[DecidedFile] = set()
        self._turns = 0
        self._retried: dict[str, set[int]] = {}
        """For each file, below which answers its failed blocks were asked for again."""

    def begin(self) -> None:
        """Forget what was sent, for none of it was in the conversation that begins."""
        self._sent_before.clear()
        self._retried.clear()

    def note_turn(self) -> None:
        """Note that another answer begins: what fails from now on failed again."""
        self._turns += 1

    def retry(self, outcomes: Sequence[Outcome]) -> None:
        """Write a message that asks for these blocks again, with the text around their nearest places.

        Of a file that is not decided that is the proposed text, into which the next answer is put. A file whose blocks
        were asked for before is asked for as a whole.
        """
        failed = tuple(outcome for outcome in outcomes if needs_retry(outcome))
        asked = {outcome.path: self._retried.setdefault(outcome.path, set()) for outcome in failed}
        for answers in asked.values():
            answers.add(self._turns)
        twice = frozenset(path for path, answers in asked.items() if len(answers) > 1)
        self._workplace.ask(partial(_retry, failed=failed, failed_twice=twice), self._tell)

    def ask_for_blocks(self) -> None:
        """Write a message that asks for the edits of the last answer again, as blocks that can be read."""
        self._tell(FeedbackMessage(BLOCKS_MESSAGE, (), wants_edits=True))

    def tell_decisions(self) -> None:
        """Write a message about what the user rejected, or changed by hand after accepting it."""
        self._workplace.ask(_decided, lambda decided: self._tell(_message_about(decided)))

    def new_decisions(self, then: Callable[[str], None]) -> None:
        """Return in words what was rejected or changed by hand and not returned before; empty when nothing was."""

        def tell(decided: tuple[DecidedFile, ...]) -> None:
            new = tuple(one for one in decided if one not in self._sent_before)
            self._sent_before |= set(new)
            then(decisions_message(new))

        self._workplace.ask(_decided, tell)

    def _tell(self, written: FeedbackMessage) -> None:
        if written.message:
            if written.wants_edits:
                self.edits_requested.emit()
            self.draft_requested.emit(written.message, written.paths)


def _retry(workspace: Workspace, *, failed: Sequence[Outcome], failed_twice: Collection[str]) -> FeedbackMessage:
    """Return a message that asks for failed blocks again, with the text around their nearest places."""
    (rules,) = workspace.present([IGNORE_FILE])
    ignoring = IgnoreRules(rules.text)
    failed = [_without_ignored(outcome, ignoring) for outcome in failed]
    own = dict.fromkeys(filter(None, (outcome.path for outcome in failed)))
    near = dict.fromkeys(nearest.path for outcome in failed for nearest in outcome.nearest)
    present = {file.path: file.text for file in workspace.present(own | near) if file.oid}
    undecided, changes = _undecided_and_changes(workspace, own | near, present)
    placed = [_placed(outcome, changes) for outcome in failed]
    texts = present | undecided
    message = retry_message(placed, texts, undecided=undecided.keys(), failed_twice=failed_twice)
    return FeedbackMessage(message, tuple(path for path in own if path in present), wants_edits=True)


def _without_ignored(outcome: Outcome, ignoring: IgnoreRules) -> Outcome:
    """Return the outcome without places in other files that no model may see."""
    seen = (near for near in outcome.nearest if near.path == outcome.path or not ignoring.ignores(near.path))
    return replace(outcome, nearest=tuple(seen))


def _undecided_and_changes(
    workspace: Workspace, paths: Collection[str], present: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, tuple[Change, ...]]]:
    """Return the proposed texts of undecided files, and what is proposed to change in decided ones that are present."""
    undecided, changes = dict[str, str](), dict[str, tuple[Change, ...]]()
    for file in workspace.review().files:
        if file.path not in paths:
            continue
        if _is_open(file):
            undecided[file.path] = workspace.texts(file.path).after
        elif file.path in present:
            changes[file.path] = _changes(present[file.path], workspace.texts(file.path).after)
    return undecided, changes


def _decided(workspace: Workspace) -> tuple[DecidedFile, ...]:
    """Return the rejected files, and those of the accepted ones that were changed by hand."""
    review = workspace.review()
    rejected = [file.path for file in review.decided(Decision.REJECTED)]
    accepted = [file.path for file in review.decided(Decision.ACCEPTED)]
    texts = {path: workspace.texts(path) for path in (*rejected, *accepted)}
    present = {file.path: file.text if file.oid else None for file in workspace.present(texts)}
    decided = [DecidedFile(path, UserDecision.REJECTED, texts[path].after, present[path]) for path in rejected]
    changed = (path for path in accepted if present[path] != texts[path].after)
    return (*decided, *(DecidedFile(path, UserDecision.CHANGED, texts[path].after, present[path]) for path in changed))


def _is_open(file: FileReview) -> bool:
    """Whether it has a proposed text that is not decided."""
    return file.decision is Decision.UNDECIDED and file.kind is not Kind.DELETED


def _changes(present: str, proposed: str) -> tuple[Change, ...]:
    """Return what the proposal changes in a file, first to last."""
    hunks = changed(present, proposed)
    return tuple(Change(hunk.new_start + 1, hunk.old_count, hunk.new_count) for hunk in hunks)


def _placed(outcome: Outcome, changes: Mapping[str, Sequence[Change]]) -> Outcome:
    """Return the outcome with its nearest places as lines of the files as they lie there, not as they are proposed."""
    nearest = tuple(replace(one, line=traced(one.line, reversed(changes.get(one.path, ())))) for one in outcome.nearest)
    return replace(outcome, nearest=nearest)


def _message_about(decided: tuple[DecidedFile, ...]) -> FeedbackMessage:
    return FeedbackMessage(decisions_message(decided), tuple(one.path for one in decided))
