"""Offering what the user may want next: a reply that lies on the clipboard, and the files that an answer names."""

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.conversation import Conversation
from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.repository_service import RepositoryService
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import ContextEntry, Turn
from guillemet.engine.blocks import BlockFinished, FormatName
from guillemet.engine.formats.context import among
from guillemet.engine.formats.reply import Reply, ReplyContext

_AROUND = "`'\"()[]{}<>*_,;:!?."
"""What stands around a path in prose."""
_MOST_OFFERED = 8
"""Files; an answer that names more lists them for another reason."""
_MOST_READ = 500_000
"""Characters of an answer that are looked through for names."""


class Suggestions(QObject):
    """Looks through texts aside, and offers what it finds in them.

    Signals: `noticed(Notice)`; `failed(Exception)`.
    """

    noticed = Signal(object)
    failed = Signal(object)

    def __init__(
        self, lanes: TaskRunner, workplace: RepositoryService, conversation: Conversation, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._lanes, self._workplace, self._conversation = lanes, workplace, conversation
        conversation.turn_ended.connect(self._offer_named)

    def offer_reply(self, text: str, asked: FormatName | None) -> None:
        """Offer to take in a text that somebody put on the clipboard, if it holds edit blocks."""

        def tell(count: int) -> None:
            if count:
                what = f"The clipboard holds a reply with {count} block{'' if count == 1 else 's'}."
                self.noticed.emit(Notice(Level.INFO, what, offer=Offer.TAKE_REPLY, subject=text))

        known = self._conversation.files.known
        self._lanes.aside(partial(_count_blocks, text, asked, known), tell, otherwise=self.failed.emit)

    def _offer_named(self, turn: Turn) -> None:
        """Offer to add the files that an answer names and that are not in the conversation."""
        files, root = self._conversation.files, self._workplace.root
        find = partial(_named, turn.text[:_MOST_READ], files.known, files.entries)
        first = self._conversation.turns[:1]

        def tell(named: Sequence[str]) -> None:
            is_same = root == self._workplace.root and self._conversation.turns[:1] == first
            if not 0 < len(named) <= _MOST_OFFERED or not is_same:
                return
            what = f"The answer names {' and '.join(named)}, not in the conversation."
            if len(named) > 2:
                what = f"The answer names {len(named)} files that are not in the conversation: {', '.join(named)}."
            self.noticed.emit(Notice(Level.INFO, what, offer=Offer.ADD_FILES, subject="\n".join(named)))

        self._lanes.aside(find, tell, otherwise=self.failed.emit)


def _named(text: str, known: Collection[str], entries: Sequence[ContextEntry]) -> list[str]:
    """Return the known paths that a text names, but those that are in the conversation."""
    inside = {entry.path for entry in entries}
    words = dict.fromkeys(word.strip(_AROUND) for word in text.split())
    return [word for word in words if word in known and word not in inside]


def _count_blocks(text: str, asked: FormatName | None, known: Collection[str]) -> int:
    reply = Reply(ReplyContext(exists=among(known), asked=asked))
    events = [*reply.feed(text), *reply.finish()]
    return sum(isinstance(event, BlockFinished) for event in events)
