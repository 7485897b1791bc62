"""Unfinished edits of a proposal: saved while the user writes them, until they are kept or dropped."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Annotated

from msgspec import Meta, Struct, convert
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import History
from guillemet.engine.git.merge import Merged, merge3
from guillemet.engine.review import Decision, FileReview

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


class Rebased(Struct, frozen=True):
    """An edit, put on what is proposed now."""

    text: str
    has_conflict: bool = False
    """Whether the proposal changed in the same lines; the text is the user's then."""


class EditDrafts(QObject):
    """Holds the drafts of the open repository.

    Signals: `changed()`; `leaving()` while a draft can still be kept with its repository, before another one is opened
    and in the end.
    """

    changed = Signal()
    leaving = Signal()

    def __init__(self, keeping: HistoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self._root = ""
        self._drafts: Mapping[str, EditDraft] = {}

    def begin(self, root: str) -> None:
        """Hold the drafts of another repository from now on."""
        if root == self._root:
            return
        if self._root:
            self.leaving.emit()
        self._root, self._drafts = root, {}
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
        return file.path in self._drafts or (file.conflicts > 0 and file.path in map(file_of_key, self._drafts))

    def of(self, path: str) -> EditDraft | None:
        """Return the draft of a file, if there is one."""
        return self._drafts.get(path)

    def keep(self, draft: EditDraft) -> None:
        """Save a draft in place of the one before."""
        if self._root and draft != self.of(draft.path):
            is_new = draft.path not in self._drafts
            self._drafts = {**self._drafts, draft.path: draft}
            self._save(draft.path, draft)
            if is_new:
                self.changed.emit()

    def drop(self, path: str) -> None:
        """Remove the draft of a file, if there is one."""
        if path in self._drafts:
            self._drafts = {other: draft for other, draft in self._drafts.items() if other != path}
            self._save(path, None)
            self.changed.emit()

    def _save(self, path: str, draft: EditDraft | None) -> None:
        root = self._root

        def save(history: History) -> None:
            history.keep_edit_draft(root, path, _to_text(draft) if draft else "")

        self._keeping.ask(save)

    def _take(self, root: str, found: Mapping[str, EditDraft]) -> None:
        if found and root == self._root:
            self._drafts = {**found, **self._drafts}
            self.changed.emit()


def part_key(path: str, part: str) -> str:
    """Return the key of a part of a file; no path has two slashes one after the other."""
    return f"{path}{_PART}{part}"


def file_of_key(key: str) -> str:
    """Return the path of the file that a part belongs to; a path itself is returned as it is."""
    return key.partition(_PART)[0]


def rebased(text: str, base: str, proposed: str) -> Rebased:
    """Return the user's text, made from `base`, with what changed in the proposal since."""
    mine, before, now = (one.encode("utf-8", "surrogatepass") for one in (text, base, proposed))
    merged = merge3(before, mine, now)
    if isinstance(merged, Merged):
        return Rebased(merged.data.decode("utf-8", "surrogatepass"))
    return Rebased(text, has_conflict=True)


def _to_text(draft: EditDraft) -> str:
    return json.dumps([draft.text, draft.base, draft.line, draft.column])


def _from_text(path: str, kept: str) -> EditDraft:
    """Return the draft that was saved as this text; raises ValueError when it is none."""
    return EditDraft(path, *convert(json.loads(kept), tuple[str, str, _Position, _Position]))
