"""Work that may be done, counted instead of timed: what is found does not depend on how fast or busy a machine is.

A step is about a nanosecond of an ordinary machine, so that budgets read like times. Counts are estimates; all that
matters is that they grow as the work does.
"""

import math

from msgspec import Struct


class BudgetSpentError(Exception):
    """No step is left for the work at hand."""


class WorkBudget(Struct, eq=False):
    """Steps left for one kind of work of a whole reply."""

    left: float

    @property
    def is_spent(self) -> bool:
        """Whether no further work may begin."""
        return self.left <= 0

    def spend(self, steps: int) -> None:
        """Begin work of about so many steps; raises BudgetSpentError when none were left for it."""
        if self.is_spent:
            raise BudgetSpentError
        self.take(steps)

    def take(self, steps: int) -> None:
        """Count work that is done in any case."""
        self.left -= steps


UNLIMITED = WorkBudget(math.inf)
"""For work on texts that are no part of a reply."""


def comparing(one: int, other: int) -> int:
    """Return the steps of comparing two texts of so many characters."""
    return one * other // 64 + 4 * (one + other) + 1_000
