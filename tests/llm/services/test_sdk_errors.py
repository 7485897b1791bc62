"""Sentences about what went wrong: short, in the service's words, without a key."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from guillemet.llm.errors import BusyError, ServiceFaultError
from guillemet.llm.services.http_client import RetryPolicy
from guillemet.llm.services.sdk_errors import place_at, requested_wait, status_of, words_of
from tests.kit.cases import each

KEY = "plain-secret-of-an-odd-shape"


@each(
    ("body", "words"),
    [
        ({"error": {"message": "No.", "type": "x"}}, "No"),
        ({"message": "No.", "code": "x"}, "No"),
        ({"error": "No."}, "No"),
        ({"detail": "No."}, "No"),
        ({"detail": [{"loc": ["body", "stream_options"], "msg": "Not permitted"}]}, "stream_options: Not permitted"),
        ({"message": {"detail": [{"loc": ["body", "x"], "msg": "Not permitted"}]}}, "x: Not permitted"),
        ("No.\n  Really\x1b[31m \u202enot.", "No. Really[31m not"),
        ("<!DOCTYPE html><title> Sign\nin </title>", "a web page, Sign in"),
        ("<html><body>x</body>", "a web page"),
        ({"error": {"message": ["odd"]}}, ""),
        (None, ""),
        ([], ""),
        (7, ""),
    ],
)
def test_the_words_of_a_service_are_found(body: object, words: str) -> None:
    assert words_of(body) == words


def test_long_words_are_cut() -> None:
    assert len(words_of("never ending " * 10_000)) < 250


@pytest.mark.parametrize(
    "told", [KEY, "sk-abcd1234efgh", "sk-ant-api03-abcd_1234", "gsk_abcd1234", "AIzaSyAbcd1234", "Bearer abcd1234"]
)
def test_words_hold_no_key(told: str) -> None:
    assert (
        words_of(f"Incorrect API key provided: {told}, try again", key=KEY)
        == "Incorrect API key provided: …, try again"
    )


def test_a_place_is_named_by_its_host_alone() -> None:
    assert place_at("https://user:secret@models.example:8443/v1?key=x", key="", silence=1).host == "models.example:8443"


def test_a_place_does_not_show_its_key() -> None:
    assert KEY not in repr(place_at("https://models.example", key=KEY, silence=1))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "1.2.3"}, None),
        ({"retry-after-ms": "x"}, None),
        ({}, None),
    ],
)
def test_the_wait_is_read_from_the_headers(headers: dict[str, str], seconds: float | None) -> None:
    assert requested_wait(headers) == seconds


def test_the_wait_can_be_a_date() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)

    assert requested_wait({"retry-after": later}) == pytest.approx(100, abs=20)


def test_a_date_that_is_past_asks_for_no_wait() -> None:
    assert requested_wait({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0.0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"type": "error", "error": {"type": "overloaded_error"}}, 529),
        ({"code": 429, "message": "x"}, 429),
        ({"code": "503"}, 503),
        ({"code": "rate_limit_exceeded"}, 429),
        ({"code": 7}, 500),
        ("odd", 500),
        (None, 500),
    ],
)
def test_an_error_inside_a_stream_amounts_to_a_status(body: object, status: int) -> None:
    assert status_of(body) == status


def test_waits_grow_and_are_not_all_alike() -> None:
    error = ServiceFaultError("It failed.", passes=True)
    waits = [[RetryPolicy(tries=9).wait_after(error, tries) or 0.0 for _ in range(50)] for tries in (1, 2, 3)]

    assert [0.7 < min(each) / 2**n < max(each) / 2**n < 1.3 for n, each in enumerate(waits)] == [True] * 3
    assert all(len(set(each)) > 1 for each in waits)


def test_waits_have_a_limit() -> None:
    error = ServiceFaultError("It failed.", passes=True)

    assert RetryPolicy(tries=99, longest_wait=5).wait_after(error, 30) == 5


def test_what_asks_for_more_than_the_longest_wait_is_not_waited_for() -> None:
    assert RetryPolicy(longest_wait=5).wait_after(BusyError("Busy.", passes=True, wait=6), 1) is None
