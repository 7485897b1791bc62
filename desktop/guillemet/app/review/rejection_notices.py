"""What is reported of files that were rejected."""

from collections.abc import Collection

from guillemet.app.notices import Level, Notice, failed_left, of_shown, with_undo
from guillemet.engine.review import Decision, Review


def of_rejected(before: Review | None, review: Review, unfinished: Collection[str] = ()) -> Notice | None:
    """Return the notice for rejected files of which hunks stay accepted, or an edit was unfinished; None for none."""
    what = _of_more(before or review, review, unfinished)
    return with_undo(Notice(Level.DONE, what), review) if what else None


def of_all_rejected(
    before: Review, review: Review, *, is_filtered: bool = False, unfinished: Collection[str] = ()
) -> Notice:
    """Return the notice for files that were rejected since, many at once, and what is left to be settled.

    Where a filter is on, it is as with those that were accepted.
    """
    count = len(review.decided(Decision.REJECTED)) - len(before.decided(Decision.REJECTED))
    rejected = f"Rejected {count:,} {'file' if count == 1 else 'files'}." if count else ""
    what = " ".join(filter(None, (rejected, _of_more(before, review, unfinished))))
    notice = Notice(Level.DONE, what, failed_left(review))
    return with_undo(of_shown(notice, review) if is_filtered else notice, review)


def _of_more(before: Review, review: Review, unfinished: Collection[str]) -> str:
    return " ".join(filter(None, (_of_kept_hunks(before, review), _of_edits(review, unfinished))))


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
