"""Words and letters that several panes share."""

import html

from guillemet.app.turns import Estimate
from guillemet.engine.diff.hidden import has_hidden, reveal
from guillemet.engine.outcomes import Outcome, Status
from guillemet.engine.review import Decision, FileReview, HunkState, Kind
from guillemet.engine.text import counted
from guillemet.llm.prompts.modes import EDIT_STYLES
from guillemet.settings import DiffLook

LETTERS = {Kind.ADDED: "A", Kind.CHANGED: "M", Kind.DELETED: "D", Kind.MOVED: "R"}
"""How git abbreviates the kinds."""

SIGNS = {
    Status.APPLIED: ("tick", "good"),
    Status.ALREADY_APPLIED: ("same", "good"),
    Status.FAILED: ("close", "bad"),
    Status.SKIPPED: ("dash", "dim"),
    Status.DISMISSED: ("dash", "dim"),
}
"""The icon of each end of a block, and the role of its colour."""


def sign_of(outcome: Outcome) -> tuple[str, str]:
    """Return the icon of a block and the role of its colour; one that is in doubt warns, though it was placed."""
    return ("warn", "warn") if outcome.asks else SIGNS[outcome.status]


MINUS = "−"

_LONGEST_NAME = 28
"""Letters of a name that stands on a button."""

_VARIANTS = {
    "diff-fenced": "search-replace, path inside the fence",
    "editor-diff": "search-replace, no commands suggested",
    "editor-diff-fenced": "path inside the fence, no commands",
}
EDIT_FORMATS = {"": ("The one that suits the model", "")} | {
    name: (name, _VARIANTS.get(name, "")) for name in EDIT_STYLES
}
"""What a model can be asked for, by its name in the settings: a title, and what the variant is."""

LOOKS = {
    DiffLook.BY_WIDTH: "Side by side where there is room",
    DiffLook.SIDE_BY_SIDE: "Side by side",
    DiffLook.UNIFIED: "Unified",
}
"""How a diff can be laid out, as the user chooses it."""

DISMISS = "Dismiss"
"""Put a block away that is in no file."""


def seen(text: str) -> str:
    """Return the text with every character that shows nothing, or moves others, written out; lines stay lines."""
    if not has_hidden(text):
        return text.replace("\r\n", "\n")
    return "\n".join(map(reveal, text.replace("\r\n", "\n").split("\n")))


FILE_ABOVE = "This file is above the last one. Press again to decide it."
HUNK_ABOVE = "This hunk is above the last one. Press again to decide it."
"""What is said of a key that came before one could see where the next step was."""


def back_to_first(what: str, path: str) -> str:
    """Say that one comes next which is above, for below nothing is left."""
    return f"Back to the first {what}: {seen(path)}."


def plain_tip(text: str) -> str:
    """Return a tooltip that shows this text as it is: what seems to hold a tag, Qt reads as HTML, pictures and all."""
    is_read = "<" in text or "&lt;" in text
    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>' if is_read else text


LINES_COUNTED = "Lines count what you accepted and what waits, not what you rejected."
"""What the lines added and removed of a file are of which hunks were decided by themselves."""


def files_of(count: int, chosen: int) -> str:
    """Return what so many of the chosen files are called on a button; the only one is in view, and needs no number."""
    return "file" if chosen == 1 else counted(count, "file")


def lines_changed(added: int, removed: int) -> str:
    """Return such as "+12 −4", or "−4" where no line comes."""
    return " ".join([f"+{added:,}"] * bool(added) + [f"{MINUS}{removed:,}"] * bool(removed))


def decided_as(file: FileReview) -> str:
    """Return such as "accepted", "accepted · 2 of 3 hunks", "accepted in part"; empty while the file waits."""
    if file.decision is Decision.UNDECIDED:
        return ""
    if not _is_accepted_in_part(file):
        return str(file.decision)
    return f"accepted · {hunks_accepted(file)}" if file.accepted_hunks else "accepted in part"


def hunks_decided(file: FileReview) -> str:
    """Return "3 of 5 hunks decided", else "5 hunks"; empty where `decided_as` counts those that were accepted."""
    total = counted(file.hunks, "hunk")
    if _is_accepted_in_part(file):
        return ""
    if not file.divided or file.decision is Decision.ACCEPTED:
        return total
    return f"{file.decided_hunks:,} of {total} decided"


def hunk_decisions(file: FileReview) -> str:
    """Return such as "2 accepted, 1 rejected, 1 in part"; of an accepted file, what `decided_as` does not say."""
    accepted, in_part = file.accepted_hunks, file.hunks_in_part
    if file.decision is Decision.ACCEPTED:
        accepted = in_part = 0
    kinds = (accepted, "accepted"), (file.rejected_hunks, "rejected"), (in_part, "in part")
    return ", ".join(f"{count:,} {kind}" for count, kind in kinds if count)


def hunks_in_short(file: FileReview) -> tuple[str, ...]:
    """Return how many hunks were decided by themselves, the longest words first: numbers alone count no others.

    Of an accepted file return how many were accepted where that were not all; of others, none.
    """
    if file.decision is Decision.UNDECIDED and file.divided:
        decided, hunks = f"{file.decided_hunks:,}", f"{file.hunks:,}"
        return f"{decided} of {hunks} decided", f"{decided}/{hunks}"
    if not _is_accepted_in_part(file):
        return ()
    accepted = f"{file.accepted_hunks:,} of {file.hunks:,} accepted"
    return ("in part",) if _has_hunk_in_part(file) else (accepted, "in part")


def _is_accepted_in_part(file: FileReview) -> bool:
    """Whether some of an accepted file was left out of it."""
    return file.decision is Decision.ACCEPTED and bool(file.divided) and file.accepted_hunks < file.hunks


def hunks_accepted(file: FileReview) -> str:
    """Return "2 of 5 hunks, 1 in part", as many as were accepted; empty where no hunk was decided by itself."""
    if not file.divided:
        return ""
    in_part = _accepted_in_part(file)
    rest = f", {in_part:,} in part" if in_part else ""
    return f"{file.accepted_hunks:,} of {counted(file.hunks, 'hunk')}{rest}"


def _has_hunk_in_part(file: FileReview) -> bool:
    """Whether the number of accepted hunks does not say all that was accepted."""
    return not file.accepted_hunks or bool(_accepted_in_part(file))


def _accepted_in_part(file: FileReview) -> int:
    return sum(HunkState.ACCEPTED in hunk.state for hunk in file.divided) - file.accepted_hunks


def money(dollars: float | None) -> str:
    """Return such as "$0.01", "less than $0.01", "free" or "price unknown"."""
    if dollars is None:
        return "price unknown"
    if dollars == 0:
        return "free"
    return "less than $0.01" if dollars < 0.01 else f"${dollars:,.2f}"


def about_money(dollars: float | None) -> str:
    """Return money that is estimated."""
    words = money(dollars)
    return f"about {words}" if words.startswith("$") else words


def estimated(value: Estimate) -> str:
    """Return such as "1,204 tokens, about $0.01"."""
    if not value.is_weighed:
        return "not weighed"
    return f"{counted(value.tokens, 'token')}, {about_money(value.money)}"


def shortened(name: str, most: int = _LONGEST_NAME) -> str:
    """Return a name as it stands on a button: one of more than `most` characters without its middle."""
    half = most // 2
    return name if len(name) <= most else f"{name[:half]}…{name[1 - half :]}"
