"""Where a decision moves on to, and when a file is shown anew."""

from msgspec.structs import replace

from guillemet.app.review.current_file import changed_by_step, headline, is_stale, next_undecided
from guillemet.engine.outcomes import Flag, Outcome, Rung, Status
from guillemet.engine.review import Decision, FileReview, Head, HunkState, Kind, ProposedHunk, Review
from tests.kit.reviews import applied, not_found

UNDECIDED, ACCEPTED = Decision.UNDECIDED, Decision.ACCEPTED


def review(**decisions: Decision) -> Review:
    files = tuple(FileReview(path, Kind.CHANGED, decision, 1, 1, 1) for path, decision in decisions.items())
    return Review(root="/desk", head=Head("main"), files=files)


def test_the_next_undecided_file_lies_after_the_decided_one() -> None:
    assert next_undecided(review(a=UNDECIDED, b=ACCEPTED, c=UNDECIDED), "b") == "c"


def test_after_the_last_file_the_search_begins_at_the_top() -> None:
    assert next_undecided(review(a=UNDECIDED, b=ACCEPTED), "b") == "a"


def test_where_all_is_decided_there_is_no_next() -> None:
    assert next_undecided(review(a=ACCEPTED), "a") == ""


def test_a_decision_alone_does_not_show_the_file_anew() -> None:
    assert not is_stale("a", review(a=UNDECIDED), review(a=ACCEPTED))


def test_a_file_that_comes_into_the_proposal_or_leaves_it_is_shown_anew() -> None:
    assert is_stale("a", None, review(a=UNDECIDED))
    assert is_stale("a", review(b=UNDECIDED), review(a=UNDECIDED))
    assert is_stale("a", review(a=UNDECIDED), review(b=UNDECIDED))


def test_another_block_for_the_file_shows_it_anew() -> None:
    before = review(a=UNDECIDED)

    assert is_stale("a", before, replace(before, outcomes=(applied("a"),)))


def test_the_headline_names_the_least_certain_way() -> None:
    outcomes = (applied("a"), applied("a", number=2), applied("a", number=3, how=Rung.REINDENTED))
    by_hand = replace(applied("a", number=4), flags=frozenset({Flag.PLACED_BY_HAND}))
    one_of_two = replace(applied("a", number=5), flags=frozenset({Flag.SEVERAL_PLACES}))

    def words(*of: Outcome, is_edited: bool = False) -> str:
        files = tuple(replace(file, is_edited=is_edited) for file in review(a=UNDECIDED).files)
        return headline(replace(review(a=UNDECIDED), files=files, outcomes=of), "a")

    assert words(*outcomes[:2]) == "exact"
    assert words(*outcomes) == "1 of 3 re-indented (medium)"
    assert words(*outcomes, not_found("a")) == "1 failed, 1 of 3 re-indented (medium)"
    assert words(*outcomes, by_hand, one_of_two) == "1 of 5 in one of several places (low)"
    assert words(by_hand) == "placed by hand"
    assert words(outcomes[0], by_hand) == "1 of 2 placed by hand"
    assert words(outcomes[0], is_edited=True) == "edited by you"
    assert words(outcomes[2], is_edited=True) == "re-indented (medium), edited by you"

    first = replace(one_of_two, lines=(1, 60))
    hunks = ProposedHunk((0, 1), (0, 1), HunkState.ACCEPTED), ProposedHunk((40, 41), (40, 41), HunkState.WAITING)
    file = replace(review(a=UNDECIDED).files[0], divided=hunks)
    assert headline(replace(review(a=UNDECIDED), files=(file,), outcomes=(outcomes[0], first)), "a") == "exact"


def test_the_headline_counts_the_blocks_that_failed_first() -> None:
    lost, dismissed = not_found("a"), replace(not_found("a"), status=Status.DISMISSED)

    assert headline(replace(review(a=UNDECIDED), outcomes=(applied("a"), lost, lost)), "a") == "2 failed, others exact"
    assert headline(replace(review(a=UNDECIDED), outcomes=(lost,)), "a") == "1 failed"
    assert headline(replace(review(a=UNDECIDED), outcomes=(applied("a"), dismissed)), "a") == "exact"


def test_after_a_file_that_is_not_proposed_the_search_begins_at_the_top() -> None:
    assert next_undecided(review(a=UNDECIDED, b=UNDECIDED), "gone") == "a"


def test_a_step_that_left_a_block_failed_as_it_was_leads_nowhere() -> None:
    before = replace(review(a=ACCEPTED), outcomes=(not_found("c"),))

    assert changed_by_step(before, before) == []
    assert changed_by_step(replace(before, outcomes=(applied("c"),)), before) == ["c"]


def test_the_search_goes_in_the_order_of_the_screen_and_passes_over_what_a_filter_hides() -> None:
    three = review(a=UNDECIDED, b=UNDECIDED, c=UNDECIDED)

    assert next_undecided(three, "", ("c", "a")) == "c"
    assert next_undecided(three, "c", ("c", "a")) == "a"
    assert next_undecided(three, "a", ("c", "a")) == "b"
    assert next_undecided(three, "c", ("c", "b", "a"), hidden={"b"}) == "a"
    assert next_undecided(three, "c", ("c", "b"), hidden={"a", "b", "c"}) == ""
