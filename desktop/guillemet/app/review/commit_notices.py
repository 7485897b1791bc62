"""What is reported of a commit that was made."""

from collections.abc import Sequence

from guillemet.app.notices import Level, Notice, Offer, of_unsent
from guillemet.engine.review import CommitLine

_SUBJECT = 40
"""Letters of a commit's subject that a notice quotes."""


def of_commit(
    oid: str,
    lines: Sequence[CommitLine],
    *,
    amended: str = "",
    ends_review: bool = False,
    unsent: int = 0,
    printed: str = "",
    can_push: bool = False,
) -> Notice:
    """Return the notice for a commit that was made, or amended, of these lines, with what its hooks `printed`.

    `amended` says which message an amended commit has, as `amended_message` has it.
    """
    count = sum(not line.is_left_out for line in lines)
    what = f"Committed {count} {'file' if count == 1 else 'files'} as {oid[:7]}."
    todo, offer = "", Offer.PUSH if can_push else None
    if amended:
        what, todo, offer = f"Amended the last commit, as {oid[:7]}{amended}.", "Undo brings the old one back.", None
    if left_out := [line.path for line in lines if line.needs_own_lines]:
        which = left_out[0] if len(left_out) == 1 else f"{len(left_out):,} files"
        what = f"{what} {which} {'was' if len(left_out) == 1 else 'were'} left out for your own lines."
    if ends_review and lines:
        what = f"{what} The review is finished.{of_unsent(unsent)}"
    if by_hook := [line.path for line in lines if line.is_by_hook]:
        which = f"{by_hook[0]} and {len(by_hook) - 1:,} more" if len(by_hook) > 1 else by_hook[0]
        what = f"{what} A hook changed what it holds of {which}, which was not reviewed."
        return Notice(Level.WARN, what, todo or "Look at the commit; undo takes it back.", details=printed, offer=offer)
    return Notice(Level.DONE, what, todo, details=printed, offer=offer)


def amended_message(subject: str, *, is_kept: bool) -> str:
    """Return which message an amended commit has."""
    in_short = f"{subject[:_SUBJECT].rstrip()}…" if len(subject) > _SUBJECT else subject
    return f", with its message “{in_short}” kept" if is_kept else f", with the message “{in_short}”"
