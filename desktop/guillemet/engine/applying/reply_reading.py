"""What a reply holds: its blocks and the commands that it suggests, read while it comes."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from guillemet.engine.applying.options import ApplyOptions
from guillemet.engine.applying.targets import Files
from guillemet.engine.blocks import Block, BlockBroken, BlockFinished, BlockGrew, BrokenBlock, Prose, ReplyEvent
from guillemet.engine.formats.path_line import among, slashed
from guillemet.engine.reply.reader import SLICE, Reply, ReplyContext
from guillemet.engine.suggested_commands import SuggestedCommand, find_suggestions


class ReadReply(Struct, frozen=True):
    """What a whole reply holds."""

    blocks: tuple[Block | BrokenBlock, ...]
    """In reply order."""
    suggestions: tuple[SuggestedCommand, ...]
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole, in sentences; what could be read is read all the same."""
    events: tuple[ReplyEvent, ...] = ()
    """What was read, in its order, for showing the reply; without the lines of blocks, which are in the blocks."""
    listings: int = 0
    """Listings that were not read and are whole files where those are asked for."""
    unread_listings: int = 0
    """Listings that were not read and seem to be edits."""


class ReplyReading:
    """A reply that is read while it comes: feed, then finish."""

    def __init__(
        self,
        files: Files,
        *,
        options: ApplyOptions | None = None,
        exists: Callable[[str], bool] | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """`exists` knows more files than `files.names` lists, such as untracked ones; `check` may raise to stop."""
        chosen = options or ApplyOptions()
        names = frozenset(files.names())
        is_known = among(names)

        def is_file(path: str) -> bool:
            return is_known(path) or (exists is not None and exists(slashed(path)))

        context = ReplyContext(
            exists=is_file,
            chat_files=chosen.chat_files,
            path=chosen.path,
            known=names,
            only=chosen.only,
            asked=chosen.asked,
        )
        self._reply, self._check = Reply(context), check
        self._events: list[ReplyEvent] = []

    @property
    def read(self) -> ReadReply:
        """What was read until now."""
        events = tuple(self._events)
        blocks = tuple(event.block for event in events if isinstance(event, BlockFinished | BlockBroken))
        suggestions = find_suggestions(event.text for event in events if isinstance(event, Prose))
        reply = self._reply
        return ReadReply(blocks, suggestions, reply.warnings, events, reply.listings, reply.unread_listings)

    def feed(self, text: str) -> None:
        """Read more of it."""
        for start in range(0, len(text), SLICE):
            self._check()
            self._take(self._reply.feed(text[start : start + SLICE]))

    def finish(self) -> None:
        """Read its end; a block that is still open is broken."""
        self._take(self._reply.finish())

    def _take(self, events: Iterable[ReplyEvent]) -> None:
        # The lines of blocks that grew take as much memory as all else, and the blocks have them, too.
        self._events += (event for event in events if not isinstance(event, BlockGrew))


def read_reply(reply: str | Iterable[str], files: Files, *, options: ApplyOptions | None = None) -> ReadReply:
    """Return the blocks and suggestions of a reply, given whole or in chunks, without applying any."""
    reading = ReplyReading(files, options=options)
    for chunk in (reply,) if isinstance(reply, str) else reply:
        reading.feed(chunk)
    reading.finish()
    return reading.read
