"""Unfinished edits of a proposal: saved while the user writes them, until they are kept or dropped.

A file with such an edit is accepted only once the user said that it is to be accepted without it.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta, Struct, convert
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import History
from guillemet.app.notices import Notice, Notifications, Topic
from guillemet.app.review import reports
from guillemet.engine.blocks import Block, BrokenBlock
from guillemet.engine.git.merge import Merged, merge3
from guillemet.engine.review import Decision, FileReview, Review

_PART = "//"
_Position = Annotated[int, Meta(ge=0, lt=2**31)]


class EditDraft(Struct, frozen=True):
    """An edit that is not finished; its texts end lines at LF."""

    path: str
    """Of the file; or the key of a part of it, for which alone lines were written."""
    text: str
    base: str = ""
    """What was proposed when the edit began; of a part nothing, for its key says it."""
    line: int = 0
    """Where the text cursor was, counted from 0."""
    column: int = 0
    """In units of UTF-16, as Qt counts."""
    is_put_aside: bool = False
    """Its file was accepted without it, and that proposal is over: it waits for the case that this is undone."""


class RebasedDraft(Struct, frozen=True):
    """An edit, put on what is proposed now."""

    text: str
    has_conflict: bool = False
    """Whether the proposal changed in the same lines; the text is the user's then."""


class EditDrafts(QObject):
    """Holds the drafts of the open repository.

    Signals: `changed()`; `discarded(EditDraft)` by the user, who can bring it back; `collecting()` when what was typed
    since is to be kept at once; `leaving()` while a draft can still be kept with its repository, before another one is
    opened and in the end.
    """

    changed = Signal()
    discarded = Signal(object)
    collecting = Signal()
    leaving = Signal()

    def __init__(self, keeping: HistoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self._root = ""
        self._drafts: Mapping[str, EditDraft] = {}
        self._discarded: list[EditDraft] = []

    def begin(self, root: str) -> None:
        """Hold the drafts of another repository from now on."""
        if root == self._root:
            return
        if self._root:
            self.leaving.emit()
        self._root, self._drafts, self._discarded = root, {}, []
        self._keeping.ask(lambda history: history.edit_drafts(root, _from_text), partial(self._take, root))
        self.changed.emit()

    def end(self) -> None:
        """Let a draft be kept, as the program ends."""
        self.leaving.emit()

    @property
    def parts(self) -> dict[str, str]:
        """What was written for parts of files, by their keys."""
        return {key: draft.text for key, draft in self._drafts.items() if file_of_key(key) != key}

    def is_unfinished(self, file: FileReview) -> bool:
        """Whether an edit of this file is unfinished, or lines for one of its conflicts."""
        if file.decision is not Decision.UNDECIDED:
            return False
        return self.of(file.path) is not None or (file.conflicts > 0 and file.path in map(file_of_key, self._drafts))

    def unfinished_of(self, review: Review | None, paths: Iterable[str]) -> list[str]:
        """Return those of these files that are undecided and have an edit that is unfinished at this moment."""
        self.collecting.emit()
        files = review.file_at if review is not None else {}
        undecided = (path for path in paths if path in files and files[path].decision is Decision.UNDECIDED)
        return [path for path in undecided if self.of(path) is not None]

    def of(self, path: str) -> EditDraft | None:
        """Return the draft of a file, if there is one that is not put aside."""
        draft = self._drafts.get(path)
        return None if draft is None or draft.is_put_aside else draft

    def follow(self, before: Review | None, review: Review) -> None:
        """Put the drafts aside that a commit or a later reply left behind, and those back whose decision came back."""
        if before is None or before.root != review.root:
            return
        for path, draft in self._drafts.items():
            decided, other = (review, before) if draft.is_put_aside else (before, review)
            if _is_without(path, decided, other):
                turned = replace(draft, is_put_aside=not draft.is_put_aside)
                self._drafts = {**self._drafts, path: turned}
                self._save(path, turned)

    def keep(self, draft: EditDraft) -> None:
        """Save a draft in place of the one before."""
        if self._root and draft != self.of(draft.path):
            is_new = self.of(draft.path) is None
            self._drafts = {**self._drafts, draft.path: draft}
            self._save(draft.path, draft)
            if is_new:
                self.changed.emit()

    def drop(self, path: str) -> None:
        """Remove the draft of a file, if there is one."""
        if self.of(path) is not None:
            self._drafts = {other: draft for other, draft in self._drafts.items() if other != path}
            self._save(path, None)
            self.changed.emit()

    def discard(self, path: str) -> bool:
        """Remove the draft of a file, and return whether there was one; it can be brought back."""
        draft = self.of(path)
        if draft is not None:
            self._discarded.append(draft)
            self.drop(path)
            self.discarded.emit(draft)
        return draft is not None

    def is_discarded(self, draft: EditDraft) -> bool:
        """Whether a draft was discarded and not brought back."""
        return draft in self._discarded

    def bring_back(self, path: str) -> None:
        """Save the draft of a file again that was discarded last, unless another one was begun since."""
        draft = next((one for one in reversed(self._discarded) if one.path == path), None)
        if draft is not None and self.of(path) is None:
            self.exchange(draft)

    def exchange(self, draft: EditDraft) -> EditDraft | None:
        """Save a discarded draft again; return the one that was begun since, which is discarded in its stead."""
        other = self.of(draft.path)
        self._discarded = [one for one in (*self._discarded, other) if one not in (draft, None)]
        self.keep(draft)
        self.changed.emit()
        return other

    def _save(self, path: str, draft: EditDraft | None) -> None:
        root = self._root

        def save(history: History) -> None:
            kept = draft and [draft.text, draft.base, draft.line, draft.column, draft.is_put_aside]
            history.keep_edit_draft(root, path, json.dumps(kept) if kept else "")

        self._keeping.ask(save)

    def _take(self, root: str, found: Mapping[str, EditDraft]) -> None:
        if found and root == self._root:
            self._drafts = {**found, **self._drafts}
            self.changed.emit()


class EditGuard(QObject):
    """Holds back the files with an unfinished edit from being accepted: nothing would be said of the edit any more.

    The draft of a file that was accepted without it stays, and is offered again once that is undone; not with what is
    proposed for the file after that.
    """

    def __init__(self, drafts: EditDrafts, notifications: Notifications, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drafts, self._notifications = drafts, notifications
        self._held: Sequence[str] = ()
        self._accept: Callable[[Sequence[str]], None] = lambda _: None
        drafts.changed.connect(self._follow)

    def accept(
        self,
        review: Review | None,
        paths: Sequence[str],
        accept: Callable[[Sequence[str]], None],
        *,
        refused: Collection[str] = (),
        of_held: Callable[[Sequence[str]], Notice] = reports.of_unfinished,
    ) -> bool:
        """Accept these files but for those with an unfinished edit, and say so of them; return whether none is left.

        What would be `refused` is not held back: why it is refused has to be known first. `of_held` says what is.
        """
        held = [path for path in self._drafts.unfinished_of(review, paths) if path not in refused]
        if others := [path for path in paths if path not in held]:
            accept(others)
        if held:
            self._held, self._accept = held, accept
            self._notifications.settle(Topic.EDITING)  # what was held back before is held back no more
            self._notifications.show(of_held(held))
        return not held

    def accept_held(self, review: Review | None) -> None:
        """Accept what was held back last, without the edits."""
        held, self._held = self._drafts.unfinished_of(review, self._held), ()
        if held:
            self._accept(held)

    def _follow(self) -> None:
        if self._held and not any(map(self._drafts.of, self._held)):
            self._held = ()
            self._notifications.settle(Topic.EDITING)


def part_key(path: str, part: str) -> str:
    """Return the key of a part of a file; no path has two slashes one after the other."""
    return f"{path}{_PART}{part}"


def file_of_key(key: str) -> str:
    """Return the path of the file that a part belongs to; a path itself is returned as it is."""
    return key.partition(_PART)[0]


def rebased(text: str, base: str, proposed: str) -> RebasedDraft:
    """Return the user's text, made from `base`, with what changed in the proposal since."""
    mine, before, now = (one.encode("utf-8", "surrogatepass") for one in (text, base, proposed))
    merged = merge3(before, mine, now)
    if isinstance(merged, Merged):
        return RebasedDraft(merged.data.decode("utf-8", "surrogatepass"))
    return RebasedDraft(text, has_conflict=True)


def _is_without(path: str, decided: Review, other: Review) -> bool:
    """Whether a file that is accepted in one review is gone in the other, or waits there with what another reply says.

    Of what is accepted, a commit leaves the one, and a later reply the other.
    """
    was, now = decided.file_at.get(path), other.file_at.get(path)
    if was is None or was.decision is not Decision.ACCEPTED:
        return False
    return now is None or (now.decision is Decision.UNDECIDED and _blocks(decided, path) != _blocks(other, path))


def _blocks(review: Review, path: str) -> list[Block | BrokenBlock]:
    return [outcome.block for outcome in review.outcomes_at.get(path, ())]


class _Saved(Struct, array_like=True):
    """A draft as it is saved, with its path as the key."""

    text: str
    base: str
    line: _Position
    column: _Position
    is_put_aside: bool = False


def _from_text(path: str, kept: str) -> EditDraft:
    """Return the draft that was saved as this text; raises ValueError when it is none."""
    saved = convert(json.loads(kept), _Saved)
    return EditDraft(path, saved.text, saved.base, saved.line, saved.column, saved.is_put_aside)
