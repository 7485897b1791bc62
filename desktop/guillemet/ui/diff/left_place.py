"""The place in the review to come back to: from another file, and once the same one is shown in another way."""

from collections.abc import Iterator
from contextlib import contextmanager

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.proposal_files import is_unplaced
from guillemet.ui.diff.anchors import ReadingPlace
from guillemet.ui.diff.diff_view import DiffView


def is_elsewhere(content: DiffContent | None) -> bool:
    """Whether nothing is proposed for this file."""
    return content is not None and not content.is_proposed and not is_unplaced(content)


class LeftPlace:
    """Remembers one place of the review, while files are read that are not in it."""

    def __init__(self, reading: DiffView) -> None:
        self._reading = reading
        self._path = ""
        self._place: ReadingPlace | None = None

    def note(self, before: DiffContent | None, content: DiffContent | None) -> None:
        """Note where the user is if this content, about to be shown, is the first that is not of the review."""
        if before is not None and not is_elsewhere(before) and is_elsewhere(content):
            self._path, self._place = before.path, self._reading.place()

    def return_from(self, before: DiffContent | None, content: DiffContent | None) -> None:
        """Return to the place, if this content, which is shown by now, is that of its file."""
        if not is_elsewhere(before) or is_elsewhere(content):
            return
        if self._place is not None and content is not None and content.path == self._path:
            self._reading.return_to(self._place)
        self._place = None

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Return to where the user is once the file is shown with others, or without them."""
        place = self._reading.place()
        yield
        if place.top is not None:
            self._reading.return_to(place)
