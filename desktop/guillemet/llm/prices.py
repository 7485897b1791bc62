"""What tokens cost: a table anybody can edit, `resources/prices.json`, and a user's own before it.

    {"prices": [{"model": "name-*", "read": 3, "written": 15, "from_cache": 0.3, "into_cache": 3.75,
                 "source": "https://…", "date": "2026-10-24"}]}

Prices are US dollars for a million tokens. `model` is a pattern of shell wildcards for the whole name, in which a
service's prefix (`anthropic/…`) does not count; the pattern with the most plain letters wins. `most_read` is the
longest request the price holds for, in tokens, and `above` the price of longer ones. What is not known is left out: an
unknown price is unknown, never a guess.
"""

import json
import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Annotated

from msgspec import Meta, Struct, convert

from guillemet.bundled import bundled
from guillemet.llm.messages import Usage

SAMPLE = """\
{
  "prices": [
    {"model": "name-of-a-model-*", "read": 3, "written": 15, "from_cache": 0.3, "into_cache": 3.75}
  ]
}
"""
"""What a new file of prices holds: dollars for a million tokens of a model that does not exist."""

_MILLION = 1_000_000
_Dollars = Annotated[float, Meta(ge=0, lt=_MILLION)]


class Price(Struct, frozen=True):
    """US dollars for a million tokens."""

    read: _Dollars
    written: _Dollars
    from_cache: _Dollars | None = None
    """Of tokens the service had kept; None when it is not known."""
    into_cache: _Dollars | None = None
    """Of tokens it kept now, their reading included; None when it is not known."""
    most_read: Annotated[int, Meta(ge=0)] | None = None
    """Tokens of the longest request this holds for; None for any."""
    above: "Price | None" = None
    """The price of longer requests; None when it is not known."""


FREE = Price(0.0, 0.0, 0.0, 0.0)


class _Row(Struct, frozen=True):
    """What a row of the table has besides its price."""

    model: Annotated[str, Meta(min_length=1)]


class PriceTable(Struct, frozen=True):
    """Prices by patterns of model names."""

    rows: tuple[tuple[str, Price], ...] = ()
    left_out: tuple[str, ...] = ()
    """A sentence for each invalid part of the file, which was left out."""

    def before(self, other: "PriceTable") -> "PriceTable":
        """Return a table in which this one's rows win wherever they have one for a model."""
        return PriceTable(tuple(_ranked(self.rows)) + tuple(_ranked(other.rows)), self.left_out)


def bundled_prices() -> PriceTable:
    """Return the table that comes with the program; raises FileNotFoundError when the installation lacks it."""
    return read_prices(bundled("prices.json").read_text(encoding="utf-8"))


def read_prices(text: str) -> PriceTable:
    """Return the table of a price file, with a sentence for each invalid part, which is left out.

    Its patterns are compiled when it is read, not when the first price is asked for.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        return PriceTable(left_out=(f"The table of prices is not JSON ({error}) and is left out.",))
    rows = found.get("prices") if isinstance(found, dict) else None
    if not isinstance(rows, list):
        return PriceTable(left_out=('The table of prices has no list named "prices" and is left out.',))
    read = [(row, _named_price(row)) for row in rows]
    invalid = tuple(f"This row is invalid and is left out: {row!r:.200}" for row, known in read if known is None)
    table = PriceTable(tuple(_ranked(known for _, known in read if known is not None)), invalid)
    price_of("", table)  # fnmatch keeps what it compiled
    return table


def price_of(model: str, table: PriceTable, *, is_local: bool = False) -> Price | None:
    """Return what the model costs, None when that is not known.

    `is_local` says that the service runs on this machine: what the table does not know is free there, and only there.
    """
    names = {model.lower(), model.lower().rsplit("/", 1)[-1]}
    for pattern, price in table.rows:
        if any(fnmatchcase(name, pattern) for name in names):
            return price
    return FREE if is_local else None


def cost(usage: Usage, price: Price | None) -> float | None:
    """Return US dollars, None when a price that is needed for it is not known."""
    while price is not None and price.most_read is not None and usage.read > price.most_read:
        price = price.above
    if price is None:
        return None
    plain = max(0, usage.read - usage.from_cache - usage.into_cache)
    shares = (
        (plain, price.read),
        (usage.from_cache, price.from_cache),
        (usage.into_cache, price.into_cache),
        (usage.written, price.written),
    )
    total = 0.0
    for tokens, dollars in shares:
        if tokens and dollars is None:
            return None
        total += tokens * (dollars or 0.0)
    return total / _MILLION


def _ranked(rows: Iterable[tuple[str, Price]]) -> list[tuple[str, Price]]:
    """Return the rows with the most telling patterns first; of equal ones, the first stays first."""
    return sorted(rows, key=lambda row: -len(re.sub(r"\[[^]]*\]|[*?]", "", row[0])))


def _named_price(row: object) -> tuple[str, Price] | None:
    try:
        return convert(row, _Row).model.lower(), convert(row, Price)
    except (ValueError, RecursionError):
        return None
