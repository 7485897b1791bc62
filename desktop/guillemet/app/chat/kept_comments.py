"""Comments on disk: each is kept as soon as it is said, until it was sent or taken out."""

import json
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import History, KeptComment, Purpose


class Spot(Struct, frozen=True):
    """Lines of one file, as the user saw them."""

    path: str
    first: int
    """From 1."""
    last: int
    lines: tuple[str, ...]
    """Their text, without endings, by which they are found again when the proposal has changed."""
    is_old: bool = False
    """They are lines of the file as it was before the proposal."""


class Comment(Struct, frozen=True):
    """What the user says of them."""

    spot: Spot
    text: str


Heading = tuple[Comment, str]
"""A comment, and how the message that was written of it names its lines; empty when none was."""


class KeptComments:
    """Reads and writes the comments about repositories."""

    def __init__(self, keeping: HistoryClient) -> None:
        self._keeping = keeping

    def read(self, root: str, then: Callable[[Sequence[Heading], str], None]) -> None:
        """Tell of all that was said about a repository, and the message that was written of it last."""

        def read(history: History) -> tuple[list[Heading], str]:
            headings = [(Comment(_spot_of(one.spot), one.said), one.heading) for one in history.comments(root)]
            return headings, history.repository_draft(root, Purpose.COMMENTS)

        self._keeping.ask(read, lambda found: then(*found))

    def change(self, root: str, before: Iterable[Comment], after: Iterable[Comment]) -> None:
        """Keep what is new, and let go of what is gone."""
        now, old = tuple(after), tuple(before)
        spots = {comment.spot for comment in now}
        gone = [_spot_text(comment.spot) for comment in old if comment.spot not in spots]
        new = [_kept(comment) for comment in now if comment not in old]
        if gone or new:
            self._keeping.ask(lambda history: history.change_comments(root, keep=new, remove=gone))

    def note_written(self, root: str, message: str, headings: Iterable[Heading]) -> None:
        """Keep the message, and how it names them, by which they are found in it when it is sent."""
        kept = [_kept(comment, heading) for comment, heading in headings]

        def note(history: History) -> None:
            history.change_comments(root, keep=kept)
            history.keep_repository_draft(root, Purpose.COMMENTS, message)

        self._keeping.ask(note)

    def note_sent(self, root: str) -> None:
        """Let go of the message, since it was sent."""
        self._keeping.ask(lambda history: history.keep_repository_draft(root, Purpose.COMMENTS, ""))


def _kept(comment: Comment, heading: str = "") -> KeptComment:
    return KeptComment(_spot_text(comment.spot), comment.text, heading)


def _spot_text(spot: Spot) -> str:
    return json.dumps([spot.path, spot.first, spot.last, spot.lines, spot.is_old])


def _spot_of(text: str) -> Spot:
    path, first, last, lines, is_old = json.loads(text)
    return Spot(path, first, last, tuple(lines), is_old)
