"""What both services promise when things go wrong: clear sentences, what came is kept, nothing hangs or grows."""

import asyncio
import resource

import pytest

from guillemet.llm.errors import (
    BrokenStreamError,
    BusyError,
    ServiceError,
    ServiceFaultError,
    TooLongError,
    UnknownModelError,
    UnreachableError,
    WrongKeyError,
)
from guillemet.llm.messages import Ending
from guillemet.llm.services.retrying import Patience
from tests.kit.asking import ask, ask_and_stop
from tests.kit.model_server import (
    Answer,
    Drop,
    EndEarly,
    Endlessly,
    FailInside,
    HangUp,
    ModelServer,
    Page,
    Raw,
    Refusal,
    Reply,
    Say,
    Silence,
    Stall,
    said,
)
from tests.llm.services.conftest import Open

BAD_UTF_8 = Raw(b'event: content_block_delta\ndata: {"type": "\xff\xfe\x80"}\n\n')
HALF_JSON = Raw(b'event: content_block_delta\ndata: {"type": "content_block_de\n\n')
OTHER_SHAPES = Raw(
    b"".join(
        b"event: content_block_delta\ndata: " + data + b"\n\n"
        for data in (b"[]", b"7", b'"x"', b"null", b'{"choices": 7, "delta": 8, "usage": []}', b'{"choices": [null]}')
    )
)


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
        heard = ask(open_service(server, patience=Patience(tries=3, first_wait=0.001)))

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


@pytest.mark.parametrize("script", [Silence(), Answer((Stall(),))])
def test_silence_before_any_text_is_told(open_service: Open, script: Reply) -> None:
    with ModelServer(script) as server:
        heard = ask(open_service(server, timeout=0.2))

    assert type(heard.error) is UnreachableError
    assert "silent for 0.2 seconds" in str(heard.error)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "mishap",
    [Stall(), Drop(), EndEarly(), BAD_UTF_8, HALF_JSON, FailInside(), FailInside("Odd", "api_error")],
    ids=["stall", "drop", "end early", "bad utf-8", "half json", "overloaded", "fault"],
)
def test_what_came_before_a_mishap_is_kept_and_nothing_is_asked_again(open_service: Open, mishap: Stall) -> None:
    with ModelServer(Answer((Say("So far "), mishap, Say("never")))) as server:
        heard = ask(open_service(server, timeout=0.3))

    assert heard.text.startswith("So far ")
    assert type(heard.error) is BrokenStreamError
    assert "go on" in str(heard.error)
    assert len(server.asked) == 1


@pytest.mark.parametrize("mishap", [Drop(), EndEarly(), FailInside()], ids=["drop", "end early", "overloaded"])
def test_a_mishap_before_any_text_is_tried_again(open_service: Open, mishap: Drop) -> None:
    with ModelServer(Answer((mishap,)), said("Now.")) as server:
        heard = ask(open_service(server))

    assert (heard.text, len(heard.waits), heard.error) == ("Now.", 1, None)


@pytest.mark.parametrize("mishap", [BAD_UTF_8, HALF_JSON], ids=["bad utf-8", "half json"])
def test_an_answer_that_is_none_is_the_services_fault(open_service: Open, mishap: Raw) -> None:
    with ModelServer(Answer((mishap,))) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is ServiceFaultError
    assert len(server.asked) == 1


def test_events_of_another_shape_are_passed_over(open_service: Open) -> None:
    with ModelServer(Answer((Say("One "), OTHER_SHAPES, Say("two.")))) as server:
        heard = ask(open_service(server))

    assert (heard.text, heard.error) == ("One two.", None)


@pytest.mark.parametrize(
    "page",
    [Page(), Page(b"<html>" + b"x" * 9000), Page(b"OK", 200, "text/plain"), Page(b"{}", 200, "application/json")],
    ids=["login page", "long page", "text", "json"],
)
def test_a_page_instead_of_an_answer_is_the_services_fault(open_service: Open, page: Page) -> None:
    with ModelServer(page) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is ServiceFaultError
    assert len(str(heard.error)) < 200


def test_a_page_with_an_error_is_cut_to_a_sentence(open_service: Open) -> None:
    body = b"<html><head><title>502 Bad Gateway</title></head><body>" + b"<p>nginx</p>" * 999 + b"</body></html>"
    with ModelServer(Page(body, 502)) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is ServiceFaultError
    assert "a web page, 502 Bad Gateway" in str(heard.error)
    assert len(str(heard.error)) < 200


def test_a_page_instead_of_the_list_of_models_is_the_services_fault(open_service: Open) -> None:
    with ModelServer(listing=Page()) as server, pytest.raises(ServiceFaultError):
        asyncio.run(_list(open_service(server)))


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


def test_an_endless_answer_is_ended(open_service: Open) -> None:
    with ModelServer(Answer((Endlessly("and so on " * 100),))) as server:
        heard = ask(open_service(server, patience=Patience(largest_answer=200_000)))

        assert server.wait_for(connections=0)
    assert type(heard.error) is BrokenStreamError
    assert "200,000 characters" in str(heard.error)
    assert len(heard.text) <= 200_000


@pytest.mark.parametrize("data", [b"data: " + b"x" * 65_530, b"data: x\n" * 8000, b": x\n" * 16_000])
def test_an_event_without_end_is_given_up_in_bounded_memory(open_service: Open, data: bytes) -> None:
    with ModelServer(Answer((Raw(data, -1),))) as server:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        heard = ask(open_service(server))

        assert server.wait_for(connections=0)
    assert type(heard.error) is ServiceFaultError
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # KiB


def test_a_body_of_an_error_without_end_is_given_up(open_service: Open) -> None:
    with ModelServer(Page(b"x" * 20_000_000, 500)) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is ServiceFaultError
    assert "16 MB" in str(heard.error)


@pytest.mark.parametrize("script", [Silence(), Answer((Stall(),))], ids=["no answer", "no text"])
def test_stopping_a_silent_service_ends_the_connection(open_service: Open, script: Reply) -> None:
    with ModelServer(script) as server:
        ask_and_stop(open_service(server), lambda _: len(server.asked) == 1)

        assert server.wait_for(connections=0)


def test_stopping_midway_keeps_what_came_and_ends_the_connection(open_service: Open) -> None:
    with ModelServer(Answer((Say("So far"), Stall()))) as server:
        service = open_service(server)
        heard = ask_and_stop(service, lambda heard: heard.text == "So far")

        assert server.wait_for(connections=0)
    assert heard.error is None


def test_stopping_a_flood_ends_the_connection(open_service: Open) -> None:
    with ModelServer(Answer((Endlessly("more "),))) as server:
        ask_and_stop(open_service(server), lambda heard: len(heard.text) > 1000)

        assert server.wait_for(connections=0)


def test_stopping_a_wait_asks_no_more(open_service: Open) -> None:
    with ModelServer(Refusal(429, headers=(("retry-after", "50"),))) as server:
        ask_and_stop(open_service(server), lambda heard: len(heard.waits) == 1)

    assert len(server.asked) == 1


def test_the_service_can_be_asked_again_after_a_stop(open_service: Open) -> None:
    with ModelServer(Answer((Stall(),)), said("Again.")) as server:
        service = open_service(server)
        ask_and_stop(service, lambda _: len(server.asked) == 1)

        assert ask(service).text == "Again."


def test_a_port_that_hangs_up_at_once_is_told(open_service: Open) -> None:
    with ModelServer(HangUp()) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is UnreachableError
    assert "closed the connection" in str(heard.error)


async def _list(service: object) -> None:
    try:
        await service.models()  # type: ignore[attr-defined]
    finally:
        await service.close()  # type: ignore[attr-defined]
