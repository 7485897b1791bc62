"""Lines of a document that are named by their file, and insets: rows kept free at such lines."""

from typing import NamedTuple

from msgspec import Struct

from guillemet.engine.review import DecidedRun


class Place(Struct, frozen=True):
    """A line of a file, as it is shown."""

    path: str
    is_old: bool
    line: int
    """Counted from 0 in its file; -1 for the head of the file."""


class Inset(Struct, frozen=True):
    """A row without a line of either side, as high as what is shown in it needs."""

    key: str
    """Names it among all insets. What has another key is another thing, and shown by another widget."""
    place: Place
    """It stands below this line, or below the head of this file."""
    name: str = ""
    """What a screen reader says of it."""
    is_above: bool = False
    """Whether it stands above its line instead."""
    is_wide: bool = True
    """Whether it takes both sides, rather than the side of its line only."""
    is_in_line: bool = False
    """Whether what is shown in it begins where the lines of the first side do, behind their numbers."""
    is_step: bool = False
    """Whether the keys that go from hunk to hunk stop at it, too."""
    is_settled: bool = False
    """Whether nothing is left to do about what it shows; undo goes to what it settled."""
    is_placed: bool = False
    """Whether what it is about has a place in its file, whatever is left to do about that."""
    is_kept: bool = False
    """Whether its widget is kept while it is out of view, as one has to be in which something was typed."""
    height: int = 4
    """In lines of text, until it is in view and what is shown in it can be measured."""


class DecidedInset(NamedTuple):
    """The inset of lines that were decided by themselves: a file brings it along, and it is never folded away."""

    old: int
    """The line of its file it stands above; one side may have none there."""
    new: int
    run: DecidedRun
    inset: Inset
    is_whole_hunk: bool
    """Whether nothing else of their hunk is decided, or waits."""


class AnchoredInset(NamedTuple):
    """An inset and where its line is in the lines of a document."""

    inset: Inset
    file: int
    line: int | None
    """None for one below the head of its file, and for one of decided lines."""
