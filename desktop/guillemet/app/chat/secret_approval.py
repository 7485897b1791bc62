"""Secrets that the user has seen in a request and lets go: each is asked about once, for one receiver."""

import hashlib

from msgspec import Struct

from guillemet.app.chat.request import Prepared, searched
from guillemet.app.turns import Secret

CLIPBOARD = ""
"""The receiver of what is copied for a web chat; others are named by their service."""


class _Known(Struct, frozen=True):
    """A finding, by the words of its line: what they say matters, not where they stand."""

    receiver: str
    kind: str
    words: bytes


class SecretApproval:
    """Remembers which findings may go to whom."""

    def __init__(self) -> None:
        self._known: frozenset[_Known] = frozenset()

    def begin(self) -> None:
        """Forget all, for another conversation is begun."""
        self._known = frozenset()

    def needs_look(self, prepared: Prepared, receiver: str) -> bool:
        """Whether the request holds a finding that the user has not let go to this receiver yet."""
        return not _findings(prepared, receiver) <= self._known

    def give(self, prepared: Prepared, receiver: str) -> None:
        """Let the findings of this request go to this receiver from now on."""
        self._known |= _findings(prepared, receiver)


def receiver_of(model: str) -> str:
    """Return who receives what is sent to a `service/model`."""
    return model.partition("/")[0]


def _findings(prepared: Prepared, receiver: str) -> frozenset[_Known]:
    texts = searched(prepared.asked, prepared.parts.files)
    return frozenset(_Known(receiver, one.kind, _words(one, texts[one.path])) for one in prepared.secrets)


def _words(secret: Secret, text: str) -> bytes:
    # What stands for several lines, or for a whole file by its name (told at line 1), is known by all of the text.
    words = text if secret.line == 1 or secret.kind.endswith(" more") else text.split("\n")[secret.line - 1].strip()
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).digest()
