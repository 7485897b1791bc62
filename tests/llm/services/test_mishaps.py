"""What both services promise when an answer goes wrong: clear sentences, what came is kept, nothing grows."""

import asyncio
import resource

import pytest

from guillemet.llm.errors import (
    BrokenStreamError,
    ServiceFaultError,
    UnreachableError,
)
from guillemet.llm.services.http_client import RetryPolicy
from tests.kit.asking import ask
from tests.kit.model_server import (
    Answer,
    Drop,
    EndEarly,
    Endlessly,
    FailInside,
    ModelServer,
    Page,
    Raw,
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


def test_an_endless_answer_is_ended(open_service: Open) -> None:
    with ModelServer(Answer((Endlessly("and so on " * 100),))) as server:
        heard = ask(open_service(server, patience=RetryPolicy(largest_answer=200_000)))

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


async def _list(service: object) -> None:
    try:
        await service.models()  # type: ignore[attr-defined]
    finally:
        await service.close()  # type: ignore[attr-defined]
