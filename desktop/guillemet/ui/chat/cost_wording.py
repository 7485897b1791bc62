"""How tokens and money are worded."""

from guillemet.app.turns import Estimate
from guillemet.ui.wording import counted


def money(dollars: float | None) -> str:
    """Return such as "$0.01", "less than $0.01", "free" or "price unknown"."""
    if dollars is None:
        return "price unknown"
    if dollars == 0:
        return "free"
    return "less than $0.01" if dollars < 0.01 else f"${dollars:,.2f}"


def about(dollars: float | None) -> str:
    """Return money that is estimated."""
    words = money(dollars)
    return f"about {words}" if words.startswith("$") else words


def estimate(value: Estimate) -> str:
    """Return such as "1,204 tokens, about $0.01"."""
    if not value.is_weighed:
        return "not weighed"
    return f"{counted(value.tokens, 'token')}, {about(value.money)}"
