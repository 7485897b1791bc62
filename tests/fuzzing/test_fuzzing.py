"""The short run: the same replies every time."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing.promises import applying_keeps_its_promises, guarding_keeps_its_promises, reading_keeps_its_promises
from tests.fuzzing.replies import Case, cases, written_paths

SHORT = settings(derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@SHORT
@given(cases(), st.lists(st.integers(0, 2000), max_size=8))
def test_any_reply_is_read_the_same_however_it_is_cut(case: Case, cuts: list[int]) -> None:
    reading_keeps_its_promises(case, cuts)


@SHORT
@given(cases())
def test_any_reply_changes_only_what_its_outcomes_tell(case: Case) -> None:
    applying_keeps_its_promises(case)


@SHORT
@given(written_paths(), st.sampled_from(("", "/home/ada/shop", "C:\\shop")))
def test_any_path_that_passes_the_guard_leads_into_the_repository(written: str, root: str) -> None:
    guarding_keeps_its_promises(written, root)
