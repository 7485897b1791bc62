"""What tokens cost."""

import json
from datetime import date

import pytest

from guillemet.bundled import bundled
from guillemet.llm.messages import Usage
from guillemet.llm.prices import FREE, Price, PriceTable, bundled_prices, cost, price_of, read_prices

TABLE = read_prices(
    json.dumps(
        {
            "prices": [
                {"model": "swift-*", "read": 1, "written": 2},
                {"model": "swift-large-*", "read": 10, "written": 20, "from_cache": 1, "into_cache": 12.5},
                {"model": "tiered", "read": 1, "written": 2, "most_read": 1000, "above": {"read": 3, "written": 4}},
                {"model": "short", "read": 1, "written": 2, "most_read": 1000},
            ]
        }
    )
)


def test_the_most_telling_pattern_wins() -> None:
    assert price_of("swift-large-2", TABLE) == Price(10, 20, 1, 12.5)
    assert price_of("swift-small", TABLE) == Price(1, 2)


def test_a_services_prefix_does_not_count() -> None:
    assert price_of("somebody/Swift-Small", TABLE) == Price(1, 2)


def test_an_unknown_price_is_unknown() -> None:
    assert price_of("nobody-knows", TABLE) is None
    assert cost(Usage(read=1_000), None) is None


def test_a_model_is_free_only_where_its_service_is_local() -> None:
    assert price_of("llama3.2:1b", TABLE, is_local=True) == FREE
    assert price_of("llama3.2:1b", TABLE) is None
    assert cost(Usage(read=1_000, written=5), FREE) == 0.0


def test_cached_tokens_are_counted_once_and_at_their_own_price() -> None:
    usage = Usage(read=1_000_000, written=100_000, from_cache=600_000, into_cache=200_000)

    assert cost(usage, Price(10, 20, 1, 12.5)) == pytest.approx(2 + 0.6 + 2.5 + 2)


def test_an_unknown_price_of_cached_tokens_makes_the_cost_unknown() -> None:
    assert cost(Usage(read=10, from_cache=5), Price(1, 2)) is None
    assert cost(Usage(read=10), Price(1, 2)) is not None


def test_a_long_request_costs_what_long_ones_cost() -> None:
    assert cost(Usage(read=1_000, written=1_000), price_of("tiered", TABLE)) == pytest.approx(0.003)
    assert cost(Usage(read=1_001), price_of("tiered", TABLE)) == pytest.approx(0.003003)
    assert cost(Usage(read=1_001), price_of("short", TABLE)) is None


def test_a_users_own_table_goes_before() -> None:
    own = PriceTable((("swift-*", Price(5, 6)),))

    table = own.before(TABLE)

    assert price_of("swift-large-2", table) == Price(5, 6)
    assert price_of("tiered", table) == price_of("tiered", TABLE)


@pytest.mark.parametrize("text", ["", "[]", '{"prices": 3}', "{", "[" * 100_000], ids=lambda text: text[:20])
def test_a_table_that_makes_no_sense_is_left_out(text: str) -> None:
    table = read_prices(text)

    assert not table.rows
    assert [told.startswith("The table of prices") for told in table.left_out] == [True]


@pytest.mark.parametrize(
    "row",
    [
        *(3, {}, {"model": "x", "read": 1}, {"model": "x", "read": -1, "written": 1}),
        *({"model": 1, "read": 1, "written": 1}, {"model": "", "read": 1, "written": 1}),
        {"model": "x", "read": 1, "written": 1, "from_cache": "free"},
        {"model": "x", "read": 1, "written": 1, "above": {"read": True, "written": 1}},
    ],
)
def test_a_row_that_makes_no_sense_is_left_out(row: object) -> None:
    table = read_prices(json.dumps({"prices": [row, {"model": "y", "read": 1, "written": 2}]}))

    assert table.rows == (("y", Price(1, 2)),)
    assert table.left_out == (f"This row is invalid and is left out: {row!r}",)


def test_the_bundled_table_says_where_each_price_comes_from() -> None:
    rows = json.loads(bundled("prices.json").read_text(encoding="utf-8"))["prices"]

    assert len(bundled_prices().rows) == len(rows)
    for row in rows:
        assert row["source"].startswith("https://")
        assert date.fromisoformat(row["date"])


@pytest.mark.parametrize(
    ("model", "read"),
    [
        ("claude-sonnet-4-5-20250929", 3),
        ("claude-opus-4-5-20251101", 5),
        ("claude-opus-4-20250514", 15),
        ("claude-opus-4-1", 15),
    ],
)
def test_the_bundled_table_knows_a_model_with_and_without_its_date(model: str, read: float) -> None:
    price = price_of(model, bundled_prices())

    assert price is not None
    assert price.read == read


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-5-pro", "claude-sonnet-9", "o3-deep-research"])
def test_the_bundled_table_takes_no_model_for_another(model: str) -> None:
    assert price_of(model, bundled_prices()) is None
