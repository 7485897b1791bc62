"""The replies of the open repository: each is shown once, as an answer of the conversation or by the transcript.

An answer that another window receives is shown when all of it is there, not again with every block that is staged.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer

from guillemet.app.chat.chat_service import ChatService
from guillemet.app.history import OtherAnswer
from guillemet.app.reply_source import ReceivedReply
from guillemet.app.transcript import EARLIER, ReplyTranscript
from guillemet.app.turns import Turn
from guillemet.engine.workspace import KeptReply
from guillemet.llm.messages import Role

_PATIENCE = 500
"""Milliseconds between two looks at whether an answer still flows in another window."""


class ReplyDisplay(QObject):
    """Brings the transcript and the conversation together; `known` returns the paths in replies that are files."""

    def __init__(
        self,
        transcript: ReplyTranscript,
        talk: ChatService,
        known: Callable[[], frozenset[str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._transcript, self._talk, self._known = transcript, talk, known
        self._kept: tuple[KeptReply, ...] = ()
        self._answered: list[str] = []
        """Answers of this repository; they were shown, though the conversation may have left them behind."""
        self._look_again = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._look_again.timeout.connect(lambda: self.follow(self._kept))
        transcript.leave(self._said)
        talk.ready.connect(self._take_conversation)
        talk.conversation.turn_ended.connect(lambda turn: self._note_turns([turn]))
        talk.conversation.begun_anew.connect(self._note_turns)

    def begin(self, kept: tuple[KeptReply, ...]) -> None:
        """Show the conversation that a repository's proposal came from, and those replies it does not hold."""
        self._kept = kept
        self._look_again.stop()
        self._answered.clear()
        self._transcript.begin_anew()
        self._talk.begin([one.text for one in kept])

    def follow(self, kept: tuple[KeptReply, ...]) -> None:
        """Show replies that another window or the command line took in, once they are whole, as they were read."""
        self._kept = kept
        if self._transcript.new(one.text for one in kept):
            self._talk.others(partial(self._tell_new, kept))

    def take(self, received: ReceivedReply) -> None:
        """Show a reply that was pasted, dropped or read from a file."""
        files = self._talk.conversation.files.editable if received.asked else ()
        self._transcript.tell(
            received.text, received.source, known=self._known(), asked=received.asked, chat_files=files
        )
        self._talk.conversation.take_reply(received.text, received.source, received.asked)

    def _tell_new(self, kept: tuple[KeptReply, ...], others: Sequence[OtherAnswer]) -> None:
        if kept is not self._kept:
            return  # others are there by now
        by_text = {one.text: one for one in kept}
        for text in self._transcript.new(by_text):
            if any(other.goes_on(text) for other in others):
                self._look_again.start()
            else:
                one = by_text[text]
                self._transcript.tell(
                    text, EARLIER, known=self._known(), asked=one.asked, chat_files=one.chat_files, only=one.only
                )
                self._talk.conversation.take_reply(text, EARLIER, one.asked or one.only)

    def _said(self) -> list[str]:
        conversation = self._talk.conversation
        flowing = conversation.answering.so_far
        said = [turn.text for turn in conversation.turns if turn.role is Role.ASSISTANT]
        return [*self._answered, *said, *([flowing.text] if flowing else [])]

    def _note_turns(self, turns: Sequence[Turn]) -> None:
        self._answered += [turn.text for turn in turns if turn.role is Role.ASSISTANT]

    def _take_conversation(self, texts: Sequence[str]) -> None:
        self._transcript.note(texts)
        self.follow(self._kept)
