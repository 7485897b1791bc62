"""Keys to services: kept by the operating system's keyring, or found in the environment, or given for this run only.

No key is ever written to a file, and nothing shown or logged holds one: `masked` and `KeyMask` see to that.

Asking the keyring can take long (it may ask the user to unlock it): never in the thread that paints or the loop's.
"""

import logging
import os
import re
from collections.abc import Sequence
from enum import StrEnum
from types import ModuleType

from msgspec import Struct

MASK = "•••"

_SHORTEST = 8
"""Characters of a key that is looked for in texts: local servers are given words like `ollama`."""
_FORMATTER = logging.Formatter()

_TOKEN = re.compile(
    r"(?<![\w-])"
    r"(?P<kind>sk-ant-|sk-or-|sk-proj-|sk-|gsk_|xai-|AIza|AQ\.|hf_|nvapi-|pplx-|ghp_|github_pat_|glpat-|xox[abp]-|AKIA)"
    r"[\w-]{12,}",
)
_BEARER = re.compile(
    r"(?P<before>\b(?:bearer|basic)\s+|\b(?:x-)?(?:goog-)?api[-_]?key[\"']?\s*[:=]\s*[\"']?|\bauthorization[\"']?\s*:\s*[\"']?)"
    r"(?!bearer|basic)[^\s\"',;&]{8,}",
    re.IGNORECASE,
)


class KeySource(StrEnum):
    """Where a key came from."""

    KEYRING = "the keyring"
    ENVIRONMENT = "the environment"
    RUN = "this run"
    """Given by the user, forgotten at the end."""
    NONE = "nowhere"


class Key(Struct, frozen=True):
    """A key and its origin; never shows its value."""

    value: str
    where: KeySource
    variable: str = ""
    """The environment variable that holds it."""

    def __bool__(self) -> bool:
        return bool(self.value)

    def __repr__(self) -> str:
        return f"Key(where={self.where!r}, variable={self.variable!r})"


_of_this_run: dict[str, str] = {}
_known: set[str] = set()


def has_keyring() -> bool:
    """Return whether the operating system keeps keys for this program."""
    return bool(_store().is_usable())


def key_for(service: str, variables: Sequence[str] = ()) -> Key:
    """Return the key of a service: the one given for this run, else the keyring's, else the first variable set."""
    if given := _of_this_run.get(service, ""):
        return _noted(Key(given, KeySource.RUN))
    if kept := str(_store().read(service)).strip():
        return _noted(Key(kept, KeySource.KEYRING))
    for variable in variables:
        if found := os.environ.get(variable, "").strip():
            return _noted(Key(found, KeySource.ENVIRONMENT, variable))
    return Key("", KeySource.NONE)


def remember_key(service: str, value: str, *, for_run_only: bool = False) -> KeySource:
    """Use this key from now on, and return where it is kept: without a keyring, or if so chosen, until the end only."""
    value = value.strip()
    if not value:
        forget_key(service)
        return KeySource.NONE
    _known.add(value)
    if not for_run_only and _store().write(service, value):
        _of_this_run.pop(service, None)
        return KeySource.KEYRING
    _of_this_run[service] = value
    return KeySource.RUN


def forget_key(service: str) -> None:
    """Forget the key of a service, here and in the keyring; one in the environment stays."""
    _of_this_run.pop(service, None)
    _store().remove(service)


def masked(text: str) -> str:
    """Return the text without the keys this run has seen, and without what looks like one."""
    for key in sorted(_known, key=len, reverse=True):
        if len(key) >= _SHORTEST:
            text = text.replace(key, MASK)
    text = _TOKEN.sub(_without_token, text)
    return _BEARER.sub(lambda found: found["before"] + MASK, text)


def lines_with_keys(text: str) -> tuple[int, ...]:
    """Return the lines, from 1, that hold a key this run has seen."""
    found = {key for key in tuple(_known) if len(key) >= _SHORTEST and key in text}
    lines = enumerate(text.split("\n"), 1) if found else ()
    return tuple(number for number, line in lines if any(key in line for key in found))


class KeyMask(logging.Filter):
    """Masks every record that passes, its traceback included; it goes on handlers, which see records of all loggers."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the record, and let it pass."""
        try:
            said = record.getMessage()
        except (TypeError, ValueError):
            said = f"{record.msg} {record.args}"
        record.msg, record.args = masked(said), None
        if record.exc_info and not record.exc_text:
            record.exc_text = _FORMATTER.formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = masked(record.exc_text)
        if record.stack_info:
            record.stack_info = masked(record.stack_info)
        return True


def _without_token(found: re.Match[str]) -> str:
    # A name such as sk-learn-compatible-things is none: keys have digits.
    return found["kind"] + MASK if any(sign.isdigit() for sign in found[0]) else found[0]


def _noted(key: Key) -> Key:
    _known.add(key.value)
    return key


def _store() -> ModuleType:
    # keyring takes longer to load than the window may take to open.
    from guillemet.llm import keyring_store  # noqa: PLC0415

    return keyring_store
