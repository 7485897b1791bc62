"""Joins comments on lines: the diff they are written in, the tray that counts them, the message they become."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.comments import Comment, CommentList
from guillemet.app.notices import Level, Notice
from guillemet.app.session import Session
from guillemet.ui.actions import Act
from guillemet.ui.chat.pane import ChatPane
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.wording import seen

_SHORT = 300
"""Characters of a comment that are said without details to unfold."""


class CommentsController(QObject):
    """Connects diff, tray and message box with `Session.talk.comments`.

    Signals: `noticed(Notice)`; `written()` when a message was put into the box.
    """

    noticed = Signal(object)
    written = Signal()

    def __init__(self, diff: DiffPane, pane: ChatPane, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._diff, self._pane, self._session = diff, pane, session
        self._comments = session.talk.comments
        diff.commenting.keep_requested.connect(self._comments.keep)
        diff.commenting.opened.connect(self._comments.begin_on)
        diff.commenting.typed.connect(self._comments.leave_unfinished)
        diff.commenting.bring_back_requested.connect(self._comments.bring_back)
        diff.commenting.forget_requested.connect(self._comments.forget_removed)
        tray = pane.comments
        tray.write_requested.connect(self._comments.write)
        tray.remove_requested.connect(self._comments.remove)
        tray.bring_back_requested.connect(self._comments.bring_back)
        tray.forget_requested.connect(self._comments.forget_removed)
        tray.comment_picked.connect(self._show)
        tray.discard_requested.connect(lambda spot: self._comments.leave_unfinished(spot, ""))
        self._comments.moved.connect(diff.commenting.follow)
        self._comments.changed.connect(self._take)
        pane.composer.draft_changed.connect(self._find_written)
        self._comments.written.connect(self._put)

    def verbs(self) -> dict[Act, Callable[[], object]]:
        """Return what the actions about comments do."""
        return {Act.COMMENT: self._diff.comment, Act.WRITE_COMMENTS: self.write}

    def write(self) -> None:
        """Put a message of all comments into the message box, or say how one comments."""
        if self._comments.tray.comments:
            self._comments.write()
        else:
            how = "Press C in the diff to comment on the line you are at, or on the lines you have selected."
            self.noticed.emit(Notice(Level.INFO, "There are no comments yet.", how))

    def _take(self, tray: CommentList) -> None:
        self._diff.commenting.set_tray(tray)
        self._pane.comments.set_tray(tray)
        self._find_written()

    def _find_written(self) -> None:
        """Offer to write only the comments that are not in the message box."""
        if self._comments.tray.comments:
            self._pane.comments.set_written(self._comments.written_in(self._pane.composer.draft))

    def _show(self, comment: Comment) -> None:
        spot, shown = comment.spot, self._diff.content
        if self._is_gone(spot.path):
            begun = (one.text for one in self._comments.tray.unfinished if one.spot == spot)
            text = seen(comment.text or next(begun, ""))
            what = f"{seen(spot.path)} is gone, and with it the lines of this comment:"
            self.noticed.emit(Notice(Level.INFO, what, text[:_SHORT], details=text if len(text) > _SHORT else ""))
            return
        if shown is None or shown.path != spot.path:
            self._session.show_place(spot.path, 0 if spot.is_old else spot.first)  # also once the file is committed
        self._diff.commenting.edit(comment)

    def _is_gone(self, path: str) -> bool:
        review = self._session.review
        return review is not None and path not in review.file_at and not os.path.lexists(Path(review.root, path))

    def _put(self, message: str, _paths: Sequence[str], before: str) -> None:
        """Put the message behind what is written, or in the place of what it said before."""
        composer = self._pane.composer
        draft = composer.draft
        if before and before in draft:
            composer.set_draft(draft.replace(before, message))
        elif message not in draft:  # where it may stand since an earlier run
            composer.add_to_draft(message)
        self._find_written()  # where the box had it already
        self.written.emit()
        composer.focus_message()
