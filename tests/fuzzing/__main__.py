"""Fuzz for some minutes: `python -m tests.fuzzing --minutes 60 [--seed 1]`. Returns 1 when a promise was broken."""

import argparse
import faulthandler
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzzing.promises import applying_keeps_its_promises, guarding_keeps_its_promises, reading_keeps_its_promises
from tests.fuzzing.replies import Case, cases, written_paths

EXAMPLES = 300
"""Of one promise with one seed."""
LONGEST = 600
"""Seconds the examples of one seed may take before a loop is suspected and the stack is shown."""


def main() -> int:
    """Try seed after seed until the time is over; print what was tried, and every failure with its seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    chosen = parser.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    tried, failures = Counter[str](), 0
    for number in count(chosen.seed):
        for name, check in _checks(number, tried):
            if time.monotonic() > until:
                _tell(tried, failures, last=number)
                return 1 if failures else 0
            faulthandler.dump_traceback_later(LONGEST, exit=False)
            try:
                check()
            except Exception:  # noqa: BLE001 - whatever it is, it is a finding
                failures += 1
                _say(f"\n--- {name}, seed {number} ---\n{traceback.format_exc(limit=-4)}")
            faulthandler.cancel_dump_traceback_later()
        if number % 20 == 0:
            _tell(tried, failures, last=number)
    return 0


def _checks(number: int, tried: Counter[str]) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield each promise with the examples of one seed."""
    dress = settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
    )

    @seed(number)
    @dress
    @given(cases(), st.lists(st.integers(0, 2000), max_size=8))
    def read(case: Case, cuts: list[int]) -> None:
        tried["replies read"] += 1
        reading_keeps_its_promises(case, cuts)

    @seed(number)
    @dress
    @given(cases())
    def apply(case: Case) -> None:
        tried["replies applied"] += 1
        applying_keeps_its_promises(case)

    @seed(number)
    @dress
    @given(written_paths(), st.sampled_from(("", "/home/ada/shop", "C:\\shop")))
    def guard(written: str, root: str) -> None:
        tried["paths guarded"] += 1
        guarding_keeps_its_promises(written, root)

    yield from (("reading", read), ("applying", apply), ("guarding", guard))


def _tell(tried: Counter[str], failures: int, *, last: int) -> None:
    told = ", ".join(f"{times:,} {what}" for what, times in tried.items())
    _say(f"up to seed {last}: {told}; {failures} failures")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
