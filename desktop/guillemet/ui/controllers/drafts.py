"""Keeps what is being written: the message in the message box, and the one for the next commit."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from guillemet.app.session import Session
from guillemet.app.turns import Turn
from guillemet.llm.messages import Role
from guillemet.ui.changes.commit_panel import CommitPanel
from guillemet.ui.chat.composer import Composer

_PAUSE = 250
"""Milliseconds without typing before it is kept."""


class DraftsController(QObject):
    """The joints between the boxes that hold drafts and `Session.talk`."""

    def __init__(self, composer: Composer, commit: CommitPanel, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._composer, self._commit, self._session = composer, commit, session
        self._root = ""
        self._is_opening = False
        conversation, commit_draft = session.talk.conversation, session.talk.commit_draft
        self._message = _Draft(lambda: composer.draft, conversation.keep_draft, self)
        self._commit_message = _Draft(lambda: commit.draft, commit_draft.keep, self)
        composer.draft_changed.connect(self._message.note_change)
        conversation.turn_begun.connect(self._note_sent)
        conversation.leaving.connect(self._leave_conversation)
        conversation.begun_anew.connect(lambda _: self._take_along())
        conversation.draft_found.connect(self._put_back)
        session.talk.ready.connect(lambda _: self._take_opened())
        commit.draft_changed.connect(self._commit_message.note_change)
        commit_draft.leaving.connect(self._commit_message.keep_now)
        commit_draft.begun.connect(commit.clear_draft)
        commit_draft.found.connect(commit.offer_draft)
        # Once the box was emptied, or not, whichever signal comes first.
        kept_now = self._commit_message.keep_now
        session.committing.committed.connect(lambda _: QTimer.singleShot(0, self._commit_message, kept_now))

    def _note_sent(self, turn: Turn) -> None:
        if turn.role is Role.USER:
            self._message.keep_now()

    def _leave_conversation(self) -> None:
        """Keep the message with its conversation; it is shown in no other repository."""
        self._message.keep_now()
        root = self._session.review.root if self._session.review else ""
        if root != self._root:
            self._is_opening = True
            if self._root:
                self._composer.clear_draft()
        self._root = root

    def _take_opened(self) -> None:
        self._is_opening = False

    def _put_back(self, draft: str) -> None:
        """Put a kept message into the box, above what is being typed while a repository is opened."""
        composer = self._composer
        if not draft or draft == composer.draft.strip():
            return
        typed = composer.draft if self._is_opening else ""
        composer.set_draft(f"{draft}\n{typed}" if typed.strip() else draft)
        if not self._is_opening:
            composer.focus_message()

    def _take_along(self) -> None:
        if not self._composer.is_blank:
            self._message.note_change()


class _Draft(QObject):
    """One text that is kept after a pause, or at once."""

    def __init__(self, read: Callable[[], str], keep: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._read, self._keep = read, keep
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.keep_now)
        self._is_kept = True

    def note_change(self) -> None:
        """Keep it once nothing was typed for a while."""
        self._is_kept = False
        self._pause.start()

    def keep_now(self) -> None:
        """Keep it, unless it is kept as it stands."""
        self._pause.stop()
        if not self._is_kept:
            self._is_kept = True
            self._keep(self._read())
