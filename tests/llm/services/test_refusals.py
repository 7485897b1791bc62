"""What both services promise when they are refused or not reached: the reason, and another try where one helps."""

from pathlib import Path

import pytest

from guillemet.llm.errors import (
    BusyError,
    MissingPackageError,
    NoKeyError,
    ServiceError,
    ServiceFaultError,
    TooLongError,
    UnknownModelError,
    UnreachableError,
    WrongKeyError,
)
from guillemet.llm.messages import Ending
from guillemet.llm.services.http_client import RetryPolicy
from tests.kit.asking import ask
from tests.kit.model_server import (
    HangUp,
    ModelServer,
    Refusal,
    said,
)
from tests.llm.services.conftest import Open


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (Refusal(401, "Invalid key."), WrongKeyError),
        (Refusal(403, "Not for you."), WrongKeyError),
        (Refusal(404, "The model `x` does not exist.", "not_found_error"), UnknownModelError),
        (Refusal(404, "model: claude-x", "not_found_error"), UnknownModelError),
        (Refusal(404, "Not Found"), UnreachableError),
        (Refusal(400, "This model's maximum context length is 8192 tokens."), TooLongError),
        (Refusal(400, "prompt is too long: 210000 tokens > 200000 maximum"), TooLongError),
        (Refusal(413, "Request exceeds the maximum size"), TooLongError),
        (Refusal(400, "messages: roles must alternate"), ServiceError),
        (Refusal(402, "Insufficient balance"), ServiceError),
        (Refusal(429, "Slow down."), BusyError),
        (Refusal(529, "Overloaded"), BusyError),
        (Refusal(500, "Oops"), ServiceFaultError),
        (Refusal(503, "Loading model"), ServiceFaultError),
    ],
)
def test_a_refusal_is_told_in_the_services_words(open_service: Open, refusal: Refusal, kind: type) -> None:
    with ModelServer(refusal) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is kind
    assert refusal.message.rstrip(".") in str(heard.error)


@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_what_passes_is_asked_again_and_the_wait_is_shown(open_service: Open, status: int) -> None:
    with ModelServer(Refusal(status, "Not now."), Refusal(status, "Not now."), said("Now.")) as server:
        heard = ask(open_service(server))

    assert (heard.text, heard.ending) == ("Now.", Ending.COMPLETE)
    assert [wait.attempt for wait in heard.waits] == [2, 3]
    assert all("Not now" in wait.why for wait in heard.waits)


def test_a_service_is_asked_only_so_often(open_service: Open) -> None:
    with ModelServer(Refusal(529, "Overloaded")) as server:
        heard = ask(open_service(server, patience=RetryPolicy(tries=3, first_wait=0.001)))

    assert isinstance(heard.error, BusyError)
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_what_does_not_pass_is_asked_once(open_service: Open, status: int) -> None:
    with ModelServer(Refusal(status, "No.")) as server:
        ask(open_service(server))

    assert len(server.asked) == 1


def test_the_wait_a_service_asks_for_is_kept(open_service: Open) -> None:
    with ModelServer(Refusal(429, headers=(("retry-after", "0.02"),)), said("Now.")) as server:
        heard = ask(open_service(server))

    assert [wait.seconds for wait in heard.waits] == [0.02]


def test_a_service_that_asks_for_too_long_a_wait_is_not_asked_again(open_service: Open) -> None:
    with ModelServer(Refusal(429, "Daily limit.", headers=(("retry-after", "3600"),))) as server:
        heard = ask(open_service(server))

    assert isinstance(heard.error, BusyError)
    assert "60 minutes" in str(heard.error)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("told", "advice"),
    [
        ("100", "in 100 seconds."),
        ("36000", "in 10 hours."),
        ("400000", "in 5 days."),
        ("Wed, 21 Oct 2099 07:28:00 GMT", "not for more than a month: choose another model or service."),
        ("9" * 400, "not for more than a month: choose another model or service."),
    ],
)
def test_a_wait_is_told_in_a_unit_people_use(open_service: Open, told: str, advice: str) -> None:
    with ModelServer(Refusal(429, "Daily limit.", headers=(("retry-after", told),))) as server:
        heard = ask(open_service(server))

    assert str(heard.error).endswith(advice)


def test_an_address_where_nobody_answers_is_tried_again_then_told(open_service: Open) -> None:
    with ModelServer() as server:
        service = open_service(server)
    heard = ask(service)

    assert isinstance(heard.error, UnreachableError)
    assert f"127.0.0.1:{server.port}" in str(heard.error)
    assert len(heard.waits) == 3


def test_a_server_that_starts_meanwhile_is_found(open_service: Open) -> None:
    with ModelServer(HangUp(), said("Here I am.")) as server:
        heard = ask(open_service(server))

    assert (heard.text, len(heard.waits)) == ("Here I am.", 1)


def test_a_server_that_wants_a_key_is_told_from_one_that_refuses_it(open_service: Open) -> None:
    with ModelServer(key="another") as server:
        heard = ask(open_service(server, key=""))

    assert type(heard.error) is NoKeyError
    assert "requires a key, but none is set" in str(heard.error)


def test_certificates_that_cannot_be_read_are_named_by_their_variable(
    open_service: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "gone.pem"))
    with ModelServer() as server:
        heard = ask(open_service(server))

    assert "The certificates that SSL_CERT_FILE names cannot be read" in str(heard.error)
    assert not heard.waits


@pytest.mark.parametrize(
    ("proxy", "kind", "says"),
    [
        ("socks5://127.0.0.1:9", MissingPackageError, "socksio"),
        ("gopher://127.0.0.1:9", UnreachableError, "The proxy that is set in the environment cannot be used."),
    ],
)
def test_a_proxy_that_cannot_be_used_is_told(
    open_service: Open, monkeypatch: pytest.MonkeyPatch, proxy: str, kind: type, says: str
) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    with ModelServer() as server:
        heard = ask(open_service(server))

    assert type(heard.error) is kind
    assert says in str(heard.error)


def test_where_a_proxy_is_set_and_nobody_answers_the_proxy_is_named(
    open_service: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer() as gone:
        monkeypatch.setenv("HTTP_PROXY", gone.bare_address)
    with ModelServer() as server:
        heard = ask(open_service(server))

    assert "or at the proxy that leads there" in str(heard.error)
    assert not server.asked


def test_a_proxy_is_asked_unless_the_host_is_excepted(open_service: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(said("By the proxy.")) as proxy, ModelServer(said("Straight.")) as server:
        monkeypatch.setenv("HTTP_PROXY", proxy.bare_address)
        through = ask(open_service(server))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        straight = ask(open_service(server))

    assert (through.text, straight.text) == ("By the proxy.", "Straight.")


def test_no_error_holds_the_key(open_service: Open) -> None:
    key = "sk-proj-abcdefghijklmnop"
    with ModelServer(key="another") as server:
        heard = ask(open_service(server, key=key))

    assert isinstance(heard.error, WrongKeyError)
    assert "abcdef" not in str(heard.error)
    assert heard.error.__cause__ is None
    assert heard.error.__suppress_context__


def test_a_key_no_header_can_hold_is_refused_before_it_is_sent(open_service: Open) -> None:
    with ModelServer() as server:
        heard = ask(open_service(server, key="sk-\u201cquoted\u201d"))

    assert type(heard.error) is WrongKeyError
    assert server.asked == []


def test_what_is_no_address_is_told(open_service: Open) -> None:
    class Nowhere:
        address = bare_address = "not an address"

    heard = ask(open_service(Nowhere()))

    assert type(heard.error) is UnreachableError
    assert "not an address" in str(heard.error)


def test_a_port_that_hangs_up_at_once_is_told(open_service: Open) -> None:
    with ModelServer(HangUp()) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is UnreachableError
    assert "closed the connection" in str(heard.error)
