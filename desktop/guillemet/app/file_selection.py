"""Which file is looked at: where a decision moves on to, and what has to be shown anew."""

from msgspec.structs import replace

from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision, FileReview, Review


def file_of(review: Review | None, path: str) -> FileReview | None:
    """Return the file of this path; None when the proposal has none."""
    return next((file for file in review.files if file.path == path), None) if review else None


def next_undecided(review: Review, after: str) -> str:
    """Return the next undecided file after this one, going round; the same one when only it is left, else empty."""
    paths = [file.path for file in review.files]
    start = paths.index(after) + 1 if after in paths else 0
    around = review.files[start:] + review.files[:start]
    return next((file.path for file in around if file.decision is Decision.UNDECIDED), "")


def first_look(review: Review) -> str:
    """Return the file to look at when none is: the first undecided, else the first; empty when there are none."""
    return next_undecided(review, "") or (review.files[0].path if review.files else "")


def is_stale(path: str, old: Review | None, new: Review) -> bool:
    """Whether what is proposed for the file, or how it was found, is no longer what was shown."""
    before, after = file_of(old, path), file_of(new, path)
    if before is None or after is None or old is None:
        return True
    is_same_file = replace(before, decision=after.decision) == after
    return not is_same_file or outcomes_of(old, path) != outcomes_of(new, path)


def outcomes_of(review: Review, path: str) -> tuple[Outcome, ...]:
    """Return what became of the blocks of this file."""
    return tuple(outcome for outcome in review.outcomes if outcome.path == path)


def headline(review: Review, path: str) -> str:
    """Return how the places in this file were found, such as "exact" or "exact, re-indented"."""
    ways = dict.fromkeys(str(outcome.how) for outcome in outcomes_of(review, path) if outcome.how)
    return ", ".join(ways)


def is_undecided(review: Review, path: str) -> bool:
    """Whether this file of the proposal waits for a decision."""
    file = file_of(review, path)
    return file is not None and file.decision is Decision.UNDECIDED


def known_paths(review: Review) -> frozenset[str]:
    """Return the paths that blocks of the proposal's replies name, as written and as meant."""
    return frozenset(path for outcome in review.outcomes for path in (outcome.path, outcome.block.path))
