"""Makes our errors of what goes wrong between here and a service; no sentence of theirs holds a key.

Both SDKs report failures alike: a status with a body, or what the HTTP client underneath raised.
"""

import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import ModuleType

import anyio
import httpx2
from msgspec import Struct

from guillemet.llm.errors import (
    BusyError,
    NoKeyError,
    ServiceError,
    ServiceFaultError,
    TooLongError,
    UnknownModelError,
    UnreachableError,
    WrongKeyError,
)
from guillemet.llm.services.http_client import has_proxy
from guillemet.llm.services.service import list_at, text_at, value_at

WIRE_ERRORS = (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, anyio.EndOfStream, OSError)
"""What the HTTP client raises when a connection fails; the last two slip through it unmapped."""
SHAPE_ERRORS = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""What the SDKs stumble with over answers that are none: bad UTF-8, half events, JSON of another shape."""

NO_KEY = "none"
"""Sent to servers that want no key: the SDKs insist on one."""
LONGEST_CONNECT = 10.0
"""Seconds a server may take to accept a connection."""

_PASSING = {408, 409, 425, 429, *range(500, 600)} - {501, 505}
_ABOUT_CONTENT = {400, 422}
_TOO_LONG_KINDS = {"context_length_exceeded", "exceed_context_size_error"}
_STATUS_OF_KIND = {
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "invalid_request_error": 400,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "insufficient_quota": 429,
    "context_length_exceeded": 400,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_TOO_LONG = re.compile(
    r"context.{0,12}(length|size|window)|prompt is too long|too many (input )?tokens|exceeds? the (maximum|available)"
    r"|input (is|length).{0,40}(too long|exceed)",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model.{0,80}(not (found|exist|available|a valid)|does not exist|unknown)"
    r"|(unknown|invalid|no such) model|^model: ",
    re.IGNORECASE,
)
_KEY = re.compile(r"\b(?:(?:sk|pk|rk|gsk|xai|key|hf)[-_]|AIza|Bearer\s+)[\w*.\-]{6,}")
_UNITS = ((120, 1, "seconds"), (7_200, 60, "minutes"), (172_800, 3_600, "hours"))
"""Seconds below which a wait is reported in the unit of so many seconds."""
_LONGEST_WAIT = 31 * 86_400
"""Seconds; no user waits longer for a service."""
_MOST_WORDS = 240
_MOST_READ = 4000


class RequestPlace(Struct, frozen=True):
    """Where a service answers, as sentences name it."""

    host: str
    key: str = ""
    silence: float = 60.0
    """Seconds without a byte after which it is given up."""

    def __repr__(self) -> str:
        return f"RequestPlace(host={self.host!r}, silence={self.silence!r})"


def place_at(address: str, *, key: str, silence: float) -> RequestPlace:
    """Return the place of an address; text that is not an address is used as the name."""
    try:
        url = httpx2.URL(address)
    except httpx2.InvalidURL:
        return RequestPlace(address[:80], key, silence)
    host = f"{url.host}:{url.port}" if url.port else url.host
    return RequestPlace(host or address[:80], key, silence)


@contextmanager
def translated(place: RequestPlace, sdk: ModuleType) -> Iterator[None]:
    """Raise the errors of this SDK as ours; their chain is cut, because their texts may hold the key."""
    try:
        yield
    except sdk.APIStatusError as error:
        # Anthropic reports an error inside a stream with the stream's own status, which is 200.
        status = status_of(error.body) if error.status_code < 300 else error.status_code
        raise refused(place, status, error.body, error.response.headers) from None
    except sdk.APIConnectionError as error:
        cause = error.__cause__ or error
        raise (cause if isinstance(cause, ServiceError) else cut_off(place, cause)) from None
    except sdk.APIError as error:
        raise refused(place, status_of(error.body), error.body or error.message, {}) from None
    except WIRE_ERRORS as error:
        raise cut_off(place, error) from None
    except SHAPE_ERRORS:
        raise malformed(place) from None


def refused(place: RequestPlace, status: int, body: object, headers: Mapping[str, str]) -> ServiceError:
    """Return the error for an answer with this status and body (decoded JSON or text)."""
    words = words_of(body, key=place.key)
    said = f": «{words}»" if words else ""
    kinds, host = _kinds_of(body), place.host
    if _is_too_long(status, words, kinds):
        advice = "Take files out of the conversation, or begin a new one."
        return TooLongError(f"The request is longer than the model can read{said}.", advice)
    if _is_unknown_model(status, words, kinds):
        return UnknownModelError(f"{host} has no such model{said}.", "Choose another one.")
    if status == 401 and not place.key:
        return NoKeyError(f"{host} requires a key, but none is set.", "Enter it in the settings.")
    if status == 402 or "insufficient_quota" in kinds:
        return ServiceError(f"{host} wants to be paid first{said}.", "Check the credit and the limits you set there.")
    if status in _PASSING:
        return _passing(place, status, said, headers)
    return _lasting(host, status, said)


def _kinds_of(body: object) -> set[str]:
    """Return the names that the service has for this error."""
    return {text_at(each, name) for each in _layers(body) for name in ("code", "type")}


def _is_too_long(status: int, words: str, kinds: set[str]) -> bool:
    is_said = bool(kinds & _TOO_LONG_KINDS) or _TOO_LONG.search(words) is not None
    return status == 413 or (status in _ABOUT_CONTENT and is_said)


def _is_unknown_model(status: int, words: str, kinds: set[str]) -> bool:
    is_said = "model_not_found" in kinds or _NO_MODEL.search(words) is not None
    return status in {404, *_ABOUT_CONTENT} and is_said


def status_of(body: object) -> int:
    """Return the HTTP status that an error reported inside a stream amounts to."""
    for each in _layers(body):
        for name in ("code", "status", "type"):
            found = value_at(each, name)
            if isinstance(found, int | str) and str(found).isdecimal() and 400 <= int(found) < 600:
                return int(found)
            if isinstance(found, str) and found in _STATUS_OF_KIND:
                return _STATUS_OF_KIND[found]
    return 500


def cut_off(place: RequestPlace, error: BaseException) -> ServiceError:
    """Return the error for a connection that could not be had or was lost; `error` is one of WIRE_ERRORS."""
    host, passes = place.host, False
    match error:
        case httpx2.ConnectTimeout() | httpx2.PoolTimeout():
            what, advice = f"{host} cannot be reached.", "Check the service's address and the network."
        case httpx2.TimeoutException():
            what, advice = (
                f"{host} has been silent for {place.silence:g} seconds.",
                "Send again, or allow it more time.",
            )
        case httpx2.UnsupportedProtocol() | httpx2.InvalidURL():
            what, advice = f"«{host}» is not the address of a service.", "It begins with https:// or http://."
        case httpx2.ProxyError():
            what, advice = f"The proxy lets nothing through to {host}.", "Check the proxy of this system."
        case httpx2.LocalProtocolError():
            what, advice = f"The request cannot be sent to {host}.", "Check the key and the address."
        case _ if _is_caused_by(error, ssl.SSLCertVerificationError):
            what = f"The certificate of {host} is not trusted."
            advice = "Check the address, or name your own certificates in SSL_CERT_FILE."
        case _ if _is_caused_by(error, ssl.SSLError):
            what = f"No secure connection to {host} can be made."
            advice = "Check the proxy, and whether the address begins with http:// instead."
        case httpx2.ConnectError() | ConnectionRefusedError() if has_proxy(host):
            what, passes = f"No server responds at {host}, or at the proxy that leads there.", True
            advice = "Check the address, the network and the proxy that is set in the environment."
        case httpx2.ConnectError() | ConnectionRefusedError():
            what, passes = f"No server responds at {host}.", True
            advice = "Start the server, or check the address and the network."
        case _:
            what, advice, passes = f"{host} closed the connection.", "Send again.", True
    return UnreachableError(what, advice, passes=passes)


def malformed(place: RequestPlace) -> ServiceFaultError:
    """Return the error for an answer that is none: HTML, bad UTF-8, half events."""
    return ServiceFaultError(
        f"{place.host} sent something that is not a model's answer.",
        "Check the service's address, and whether a proxy or a login page answers in its place.",
    )


def unfinished(place: RequestPlace) -> ServiceFaultError:
    """Return the error for a stream that is over before it said so."""
    return ServiceFaultError(f"{place.host} ended the answer midway.", "Send again.", passes=True)


async def check_kind(place: RequestPlace, response: httpx2.Response) -> None:
    """Read a response that is not a stream, an error in JSON or a web page; raises ServiceError."""
    kind = response.headers.get("content-type", "")
    if "json" in kind and "stream" not in kind:
        await response.aread()
        body = response.json()
        if value_at(body, "error") is not None:
            raise refused(place, status_of(body), body, response.headers)
        raise malformed(place)
    if "html" in kind:
        raise malformed(place)


def checked_key(key: str, *, host: str) -> str:
    """Return the key as it is sent; raises NoKeyError or WrongKeyError."""
    key = key.strip()
    if not key:
        raise NoKeyError(f"{host} wants a key.", "Enter one in the settings, or choose another service.")
    if not (key.isascii() and key.isprintable()):
        raise WrongKeyError("The key holds characters that no key has.", "Enter it again in the settings.")
    return key


def words_of(body: object, *, key: str = "") -> str:
    """Return what a service says in the body of an error: one line, short, without a key, without a final full stop."""
    text = next((text for each in _layers(body) if (text := _message(each))), "")
    text = text[:_MOST_READ]
    if "<" in text[:200] and re.search(r"<(!doctype|html|head|body|title|h1)\b", text, re.IGNORECASE):
        title = re.search(r"<(?:title|h1)[^>]*>([^<]{1,200})<", text, re.IGNORECASE)
        text = f"a web page, {title[1].strip()}" if title else "a web page"
    text = text.replace(key, "…") if len(key) > 3 else text
    text = _KEY.sub("…", " ".join(text.split()))
    text = "".join(letter for letter in text if letter.isprintable())
    if len(text) > _MOST_WORDS:
        text = text[:_MOST_WORDS].rsplit(" ", 1)[0] + " …"
    return text.rstrip(". ")


def requested_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds a service asks to wait (`retry-after` in seconds or as a date, `retry-after-ms`)."""
    reported = headers.get("retry-after", "").strip()
    try:
        if milliseconds := headers.get("retry-after-ms", ""):
            return max(0.0, float(milliseconds) / 1000)
        if not reported:
            return None
        if re.fullmatch(r"[\d.]+", reported):
            return max(0.0, float(reported))
        return max(0.0, (parsedate_to_datetime(reported) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _passing(place: RequestPlace, status: int, said: str, headers: Mapping[str, str]) -> ServiceError:
    wait = requested_wait(headers)
    passes = headers.get("x-should-retry", "").lower() != "false"
    advice = _advised(wait)
    match status:
        case 429:
            return BusyError(f"{place.host} got too many requests{said}.", advice, passes=passes, wait=wait)
        case 529:
            return BusyError(f"{place.host} is overloaded{said}.", advice, passes=passes, wait=wait)
        case _:
            sentence = f"{place.host} failed by itself ({status}){said}."
            return ServiceFaultError(sentence, advice, passes=passes, wait=wait)


def _lasting(host: str, status: int, said: str) -> ServiceError:
    match status:
        case 401:
            return WrongKeyError(f"{host} refused the key{said}.", "Check the key in the settings.")
        case 403:
            return WrongKeyError(f"{host} refused access{said}.", "Check the key, and what it may be used for.")
        case 404 | 405:
            what, advice = f"{host} offers nothing at this address{said}.", "Check the address; many end in /v1."
            return UnreachableError(what, advice)
        case _ if status >= 500:
            return ServiceFaultError(f"{host} cannot do this ({status}){said}.", "Choose another model or service.")
        case _:
            return ServiceError(f"{host} refused the request ({status}){said}.", "Change it, or choose another model.")


def _advised(wait: float | None) -> str:
    """Return in a sentence what to do about a wait of so many seconds."""
    if wait is None:
        return "Send again in a while."
    if wait > _LONGEST_WAIT:
        return "It says not for more than a month: choose another model or service."
    if wait < 2:
        return "Send again."
    unit, name = next(((unit, name) for below, unit, name in _UNITS if wait < below), (86_400, "days"))
    return f"Send again in {wait / unit:.0f} {name}."


def _is_caused_by(error: BaseException | None, kind: type[BaseException]) -> bool:
    while error is not None:
        if isinstance(error, kind):
            return True
        error = error.__cause__ or error.__context__
    return False


def _layers(body: object) -> tuple[object, ...]:
    """Return the body's error and the body itself: one SDK hands over the inner one, the other the whole."""
    inner = value_at(body, "error") if isinstance(body, Mapping) else None
    return (body,) if inner is None else (inner, body)


def _message(layer: object) -> str:
    """Return the sentence of one layer: `message` as the two services write it, `detail` as FastAPI's servers do."""
    if not isinstance(layer, Mapping):
        return layer if isinstance(layer, str) else ""
    for detail in list_at(layer, "detail"):
        where = ".".join(str(each) for each in list_at(detail, "loc"))
        return f"{where}: {text_at(detail, 'msg')}".removeprefix("body.")
    return text_at(layer, "message") or text_at(layer, "detail") or _message(layer.get("message"))
