"""Work that may be done, counted instead of timed: what is found does not depend on how fast or busy a machine is.

A step is about a nanosecond of an ordinary machine, so that budgets read like times. Counts are estimates; all that
matters is that they grow as the work does.
"""


class BudgetSpentError(Exception):
    """No step is left for the work at hand."""


class WorkBudget:
    """Steps left for one kind of work; what is taken out of a part is taken out of the whole too."""

    __slots__ = ("_whole", "left")

    def __init__(self, steps: int, *, of: "WorkBudget | None" = None) -> None:
        self.left: int = steps if of is None else min(steps, of.left)
        self._whole = of

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
        if self._whole is not None:
            self._whole.take(steps)


def comparing(one: int, other: int) -> int:
    """Return the steps of comparing two texts of so many characters."""
    return one * other // 64 + 4 * (one + other) + 1_000
