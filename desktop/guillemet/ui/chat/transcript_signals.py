"""What the rows of a conversation tell the pane."""

from collections.abc import Callable

from msgspec import Struct


class TranscriptSignals(Struct, frozen=True):
    """Called when the user presses something in a row."""

    show_place: Callable[[str, int], None]
    """A line of a file; 0 for its first change."""
    show_failed: Callable[[int], None]
    """Where a failed block may belong, by its number among the outcomes."""
    open_link: Callable[[str], None]
    retry: Callable[[int], None]
    """A failed block, by its number among the outcomes."""
    dismiss: Callable[[int], None]
    """A block that is in no file, by its number among the outcomes."""
    resend: Callable[[int], None]
    """The user's turn of this number, to be said otherwise."""
    go_on: Callable[[], None]
    """The last answer, which was stopped or broke off."""
    hold: Callable[[], None]
    """Let what is unfolded now not move what is seen."""
