"""What the user discarded or removed without a step of the proposal: undo brings it back before the steps before it.

steps         Accept a.py ─▶ Reject b.py                ─▶ Accept c.py
removals                                 Discard an edit
undo takes    4              3           2                 1
"""

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.comments import Comment, Comments
from guillemet.app.review.edit_drafts import EditDraft, EditDrafts
from guillemet.engine.review import Review
from guillemet.engine.staging.area import UNDO_LIMIT
from guillemet.engine.text import counted


class Removal(Struct, frozen=True):
    """Something that was discarded or removed."""

    title: str
    """Such as "Discard the edit of a.py", as steps are titled."""
    path: str
    line: int
    """Counted from 1; 0 where none is known."""
    last_step: tuple[int, str]
    """The steps that could be taken back then: how many there were, and the last of them."""
    can_come_back: Callable[[], bool]
    """Whether it was not brought back otherwise."""
    bring_back: Callable[[], Callable[[], None]]
    """Returns what removes it again."""


class Removals(QObject):
    """Holds what was removed about the open repository since it was opened.

    Signals: `changed(str, str)` with the titles of what undo brings back now, and redo removes again; empty where that
    is a step, or nothing.
    """

    changed = Signal(str, str)

    def __init__(self, drafts: EditDrafts, comments: Comments, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drafts, self._comments = drafts, comments
        self._removals: list[Removal] = []
        self._undone: list[tuple[Removal, Callable[[], None]]] = []
        """What was brought back by undo, the next one to redo last, with what removes it again."""
        self._last_step = (0, "")
        self._titles = ("", "")
        drafts.discarded.connect(self._note_draft)
        comments.removed.connect(self._note_comments)
        drafts.changed.connect(self._tell)
        comments.changed.connect(lambda _: self._tell())

    @property
    def titles(self) -> tuple[str, str]:
        """What `changed` emits."""
        return self._titles

    def begin(self) -> None:
        """Forget all, for another repository."""
        self._removals, self._undone, self._last_step = [], [], (0, "")
        self._tell()

    def follow(self, review: Review) -> None:
        """Take in which steps there are; the step of a reply is another one whenever that grows."""
        before, now = self._last_step, review.last_step
        self._last_step = now
        if before[0] == now[0] < UNDO_LIMIT:
            self._removals = [replace(one, last_step=now) if one.last_step == before else one for one in self._removals]
        if any(now[0] > removal.last_step[0] for removal, _ in self._undone):
            self._undone.clear()  # another step was taken since
        self._tell()

    def undo(self) -> Removal | None:
        """Bring back what was removed last, unless a step was taken since, and return it."""
        if (removal := self._last()) is not None:
            self._removals.remove(removal)
            self._undone.append((removal, removal.bring_back()))
            self._tell()
        return removal

    def redo(self) -> Removal | None:
        """Remove again what undo brought back last, unless a step is to be done again before that, and return it."""
        if (undone := self._last_undone()) is None:
            return None
        removal, remove = undone
        left = self._undone[:-1]
        remove()
        self._undone = left
        self._tell()
        return removal

    def _last(self) -> Removal | None:
        """Return what was removed after the last step that can be taken back."""
        count, step = self._last_step
        since = (one for one in reversed(self._removals) if one.last_step[1] == step or count < one.last_step[0])
        return next((one for one in since if one.can_come_back()), None)

    def _last_undone(self) -> tuple[Removal, Callable[[], None]] | None:
        return self._undone[-1] if self._undone and self._undone[-1][0].last_step == self._last_step else None

    def _note_draft(self, draft: EditDraft) -> None:
        drafts, path = self._drafts, draft.path

        def bring_back() -> Callable[[], None]:
            other = drafts.exchange(draft)

            def discard() -> None:
                drafts.discard(path)
                if other is not None:
                    drafts.exchange(other)

            return discard

        self._note(f"Discard the edit of {path}", path, 0, lambda: drafts.is_discarded(draft), bring_back)

    def _note_comments(self, number: int, removed: tuple[Comment, ...]) -> None:
        comments, spot = self._comments, removed[0].spot

        def bring_back() -> Callable[[], None]:
            back = comments.removed_then(number)
            comments.bring_back(back)
            return partial(comments.remove, back)

        where = f" on {spot.path}" if len({one.spot.path for one in removed}) == 1 else ""
        title, line = f"Remove {counted(len(removed), 'comment')}{where}", 0 if spot.is_old else spot.first
        self._note(title, spot.path, line, lambda: bool(comments.removed_then(number)), bring_back)

    def _note(
        self, title: str, path: str, line: int, can: Callable[[], bool], back: Callable[[], Callable[[], None]]
    ) -> None:
        self._removals.append(Removal(title, path, line, self._last_step, can, back))
        self._undone = []
        self._tell()

    def _tell(self) -> None:
        last, undone = self._last(), self._last_undone()
        titles = (last.title if last else "", undone[0].title if undone else "")
        if titles != self._titles:
            self._titles = titles
            self.changed.emit(*titles)
