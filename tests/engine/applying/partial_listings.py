"""Files for the tests of partial listings, and how one is put into its file."""

from textwrap import dedent

from guillemet.engine.applying import ReplyApplier
from guillemet.engine.outcomes import Outcome
from tests.engine.applying.making import applied, listing

PRICES = dedent(
    """\
    import os

    VAT = 19


    def total(prices):
        result = 0
        for price in prices:
            result += price
        return result


    def shown(price):
        return f"{price:.2f}"
    """
)
CART = dedent(
    """\
    import { vat } from "./vat";

    export class Cart {
      constructor(items) {
        this.items = items;
      }

      total() {
        const sum = this.items.reduce((a, b) => a + b.price, 0);
        return sum * vat;
      }

      clear() {
        this.items = [];
      }
    }

    export function shown(cart) {
      return `${cart.total()} EUR`;
    }
    """
)


def put(path: str, before: str, shown: str) -> tuple[str, Outcome]:
    """Return the file after a listing of it, and what became of that."""
    applier, (outcome,) = applied({path: before}, listing(path, dedent(shown)))
    return text_of(applier, path, before), outcome


def text_of(applier: ReplyApplier, path: str, before: str) -> str:
    """Return the file as the applier leaves it."""
    return (applier.changed.get(path) or before.encode()).decode()
