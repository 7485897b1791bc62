"""What is reported of commits that were made, of reviews that are finished, and of files that were rejected."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.review.reports import failed_left, of_all_accepted, of_shown, with_commit, with_undo
from guillemet.engine.review import CommitLine, Decision, Review
from guillemet.engine.text import counted

_FINISHED = "The review is finished."
_SUBJECT = 40
"""Letters of a commit's subject that a notice quotes."""


def of_commit(
    oid: str,
    lines: Sequence[CommitLine],
    *,
    amended: str = "",
    branch: str = "",
    unsent: int | None = None,
    printed: str = "",
    can_push: bool = False,
) -> Notice:
    """Return the notice for a commit that was made, or amended, of these lines, with what its hooks `printed`.

    `amended` says which message an amended commit has, as `amended_message` has it; `branch` is the new one that
    the commit was made on, and `unsent` says how many comments are, where it ends the review.
    """
    count = sum(not line.is_left_out for line in lines)
    where = f" to the new branch {branch}" * bool(branch)
    what = f"Committed {count} {'file' if count == 1 else 'files'} as {oid[:7]}{where}."
    todo, offer = "", Offer.PUSH if can_push else None
    if amended:
        what, todo, offer = f"Amended the last commit, as {oid[:7]}{amended}.", "Undo brings the old one back.", None
    if left_out := [line.path for line in lines if line.needs_own_lines]:
        which = left_out[0] if len(left_out) == 1 else f"{len(left_out):,} files"
        what = f"{what} {which} {'was' if len(left_out) == 1 else 'were'} left out for your own lines."
    if unsent is not None and lines:
        what = f"{what} {_FINISHED}{_of_unsent(unsent)}"
    if by_hook := [line.path for line in lines if line.is_by_hook]:
        which = f"{by_hook[0]} and {len(by_hook) - 1:,} more" if len(by_hook) > 1 else by_hook[0]
        what = f"{what} A hook changed what it holds of {which}, which was not reviewed."
        return Notice(Level.WARN, what, todo or "Look at the commit; undo takes it back.", details=printed, offer=offer)
    return Notice(Level.DONE, what, todo, details=printed, offer=offer)


def amended_message(subject: str, *, is_kept: bool) -> str:
    """Return which message an amended commit has."""
    in_short = f"{subject[:_SUBJECT].rstrip()}…" if len(subject) > _SUBJECT else subject
    return f", with its message “{in_short}” kept" if is_kept else f", with the message “{in_short}”"


def of_finished(review: Review, *, unsent: int) -> Notice:
    """Return the notice for a finished review, with so many comments that were not sent, and what comes next."""
    done = Notice(Level.DONE, f"{_FINISHED}{_of_unsent(unsent)}")
    return with_undo(with_commit(done, review), review)


def of_command(done: str, review: Review, *, unsent: int, can_undo: bool = True) -> Notice:
    """Return the notice for a suggested command, in the words of what was done with it; it may have ended the review.

    `unsent` says how many comments were not sent.
    """
    notice = Notice(Level.DONE, done)
    if not review.has_proposal:
        notice = with_commit(replace(notice, what=f"{done}. {_FINISHED}{_of_unsent(unsent)}"), review)
    return with_undo(notice, review) if can_undo else notice


def of_nothing_to_finish(review: Review) -> Notice:
    """Return the notice for a review that is to be finished and lists nothing any more."""
    return with_commit(Notice(Level.INFO, "Nothing is left to finish."), review)


def of_undecided(count: int) -> Notice:
    """Return the notice for a review that is not finished, for so many files are undecided."""
    what = "1 file is still undecided." if count == 1 else f"{count:,} files are still undecided."
    them = "it" if count == 1 else "them"
    return Notice(Level.INFO, what, f"Accept or reject {them}, then finish the review.")


def _of_unsent(count: int) -> str:
    """Return a further sentence on so many comments that were not sent; empty for none."""
    return f" {count:,} comment{' is' if count == 1 else 's are'} not sent yet." if count else ""


def of_accepted(before: Review, review: Review) -> Notice | None:
    """Return the notice for several files that were accepted since; None where all were refused."""
    notice = of_all_accepted(before, review)
    return replace(notice, todo="") if notice.level is Level.DONE else None


def of_rejected(before: Review | None, review: Review, unfinished: Collection[str] = ()) -> Notice | None:
    """Return the notice for several rejected files, or for one of which hunks stay accepted or an edit was unfinished.

    None for any other.
    """
    before = before or review
    count, kept = _rejected_since(before, review), _of_kept_hunks(before, review)
    several = _rejected(count) if count > 1 or (count and kept) else ""
    what = " ".join(filter(None, (several, kept, _of_edits(review, unfinished))))
    return with_undo(Notice(Level.DONE, what), review) if what else None


def of_all_rejected(
    before: Review, review: Review, *, hidden: Collection[str] = (), unfinished: Collection[str] = ()
) -> Notice:
    """Return the notice for files that were rejected since, many at once, and what is left to be settled.

    What a filter hides is left as with those that were accepted.
    """
    rejected = _rejected(_rejected_since(before, review))
    what = " ".join(filter(None, (rejected, _of_kept_hunks(before, review), _of_edits(review, unfinished))))
    notice = Notice(Level.DONE, what, failed_left(review))
    return with_undo(of_shown(notice, review, hidden), review)


def _rejected_since(before: Review, review: Review) -> int:
    return len(review.decided(Decision.REJECTED)) - len(before.decided(Decision.REJECTED))


def _rejected(count: int) -> str:
    return f"Rejected {counted(count, 'file')}." if count > 0 else ""


def _of_kept_hunks(before: Review, review: Review) -> str:
    """Return what became of files that were rejected since, and of which hunks had been accepted; empty for none."""
    accepted = (file for file in review.decided(Decision.ACCEPTED) if file.path in before.file_at)
    kept = [file.lies_at for file in accepted if before.file_at[file.path].decision is Decision.UNDECIDED]
    which = kept[0] if len(kept) == 1 else f"{len(kept):,} files"
    return f"The accepted hunks of {which} stay accepted. The rest is rejected." if kept else ""


def _of_edits(review: Review, unfinished: Collection[str]) -> str:
    """Return what became of edits that were unfinished when their files were rejected; empty for none."""
    with_edit = [review.file_at[path] for path in unfinished if path in review.file_at]
    names = [file.lies_at for file in with_edit if file.decision is not Decision.UNDECIDED]
    if len(names) == 1:
        return f"Your unfinished edit of {names[0]} is rejected, too; undo brings it back."
    return f"Your unfinished edits of {len(names):,} files are rejected, too; undo brings them back." if names else ""
