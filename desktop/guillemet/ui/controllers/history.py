"""Joins the list of kept conversations, and what is shown of the one that is opened, with the session's talk."""

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.session import Session
from guillemet.app.transcript import Shown
from guillemet.app.turns import ConversationHead, Turn
from guillemet.llm.messages import Role
from guillemet.ui.chat.pane import ChatPane
from guillemet.ui.dialogs import ask_path
from guillemet.ui.widgets.controls import copy_text

_FIRST = 20
"""Turns that are shown at once when a conversation is opened; the others follow above them."""


class HistoryController(QObject):
    """Connects `HistoryList` and the turns that were said before with `Session.talk`."""

    def __init__(self, pane: ChatPane, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._pane, self._session = pane, session
        self._talk = session.talk
        self._heads: dict[int, ConversationHead] = {}
        self._awaited: ConversationHead | None = None
        """The conversation to open once its repository is open."""
        self._open_key = 0
        self._looked_for = ("", False)
        history = pane.history
        history.search_requested.connect(self._find)
        history.open_requested.connect(self._open_other)
        history.rename_requested.connect(self._talk.rename)
        history.delete_requested.connect(self._delete)
        history.copy_requested.connect(lambda key: self._talk.export(key, self.copy_export))
        history.save_requested.connect(self._ask_where_to_save)
        history.branch_requested.connect(lambda key: self._talk.next_branch(key, self._open))
        history.new_requested.connect(self.begin_conversation)
        self._talk.heads_found.connect(self._show)
        self._talk.changed.connect(lambda: self._find(*self._looked_for))
        self._talk.ready.connect(lambda _: self._open_awaited())
        self._talk.conversation.conversation_changed.connect(self._show_turns)

    def begin_conversation(self) -> None:
        self._talk.conversation.begin()
        self._pane.close_history()
        self._pane.composer.focus_message()

    def copy_export(self, text: str) -> None:
        if text:
            copy_text(text)
            self._session.notifications.show(Notice(Level.DONE, "The conversation is on the clipboard, as Markdown."))
        else:
            self._session.notifications.show(Notice(Level.INFO, "Nothing was said yet in this conversation."))

    def _show_turns(self, turns: Sequence[Turn]) -> None:
        self._pane.conversation.clear()
        self._pane.composer.set_sent([turn.text for turn in turns if turn.role is Role.USER])
        if not turns:
            return
        files, read = self._talk.conversation.files, self._session.transcript.read_turns
        known, chat_files = files.known, files.editable
        first, earlier = turns[-_FIRST:], turns[:-_FIRST]

        def show(shown: Shown) -> None:
            now = self._talk.conversation.turns
            if now[: len(turns)] == tuple(turns):
                # What was said while they were read is shown already, and stays below them.
                put = self._pane.conversation.put_earlier if now[len(turns) :] else self._pane.conversation.show_turns
                put(shown)
                if earlier:
                    read(earlier, known=known, chat_files=chat_files, then=self._pane.conversation.put_earlier)

        read(first, known=known, chat_files=chat_files, then=show)

    def _find(self, words: str, everywhere: bool) -> None:
        self._looked_for = (words, everywhere)
        self._talk.conversation.log.tell_key(self._mark_open)
        self._talk.find(words, everywhere=everywhere)

    def _show(self, heads: tuple[ConversationHead, ...]) -> None:
        self._heads = {head.key: head for head in heads}
        self._pane.history.set_heads(heads)

    def _mark_open(self, key: int) -> None:
        self._open_key = key
        self._pane.history.set_open(key)

    def _open_other(self, key: int) -> None:
        """Open a conversation; the one that is open stays as it is, for an answer may flow in it."""
        if key == self._open_key:
            self._pane.close_history()
        else:
            self._open(key)

    def _open(self, key: int) -> None:
        self._pane.close_history()
        head, review = self._heads.get(key), self._session.review
        if head is not None and review is not None and head.root != review.root:
            self._awaited = head
            self._session.open_repository(head.root)
        else:
            self._talk.open(key)

    def _open_awaited(self) -> None:
        head, self._awaited = self._awaited, None
        review = self._session.review
        if head is not None and review is not None and head.root == review.root:  # else that one could not be opened
            self._talk.open(head.key)

    def _ask_where_to_save(self, key: int) -> None:
        head = self._heads.get(key)
        name = f"{_file_name(head.title if head else '')}.md"
        ask_path(self._pane.window(), "Save the conversation", lambda file: self._save(key, Path(file)), save_as=name)

    def _save(self, key: int, file: Path) -> None:
        reported = Notice(Level.DONE, f"The conversation is saved in {file}.")
        self._talk.save(key, file, lambda: self._session.notifications.show(reported))

    def _delete(self, key: int) -> None:
        head = self._heads.get(key)
        title = head.title if head else "The conversation"
        self._talk.delete(key)
        notice = Notice(Level.DONE, f"Deleted: {title}", offer=Offer.RESTORE_CONVERSATION, subject=str(key))
        # Words of what was deleted do not stay in the log.
        self._session.notifications.show(notice, is_logged=False)


def _file_name(title: str) -> str:
    """Return a title as the name of a file on every system."""
    return re.sub(r"[^\w-]+", " ", title).strip()[:60].strip() or "Conversation"
