"""Finding what looks like a secret in text that is about to be sent, and masking it.

A warning that is mostly wrong is not read. So names of files and well-known shapes of keys come first, values of
variables count only when they look like values, random-looking strings only outside of files that are full of them
(lock files, minified code, notebooks), and what is found again and again in one file is reported once.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from fnmatch import fnmatchcase
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from guillemet.llm.secret_detectors import SecretSpan

_LISTED = 3
"""How many findings of one kind are listed for one file."""

_NAMES = (
    ("environment file", (".env", ".env.*", "*.env")),
    ("private key file", ("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.key", "*.ppk", "*.p12", "*.pfx", "*.jks")),
    ("password file", (".netrc", "_netrc", ".pgpass", ".htpasswd", ".git-credentials", "*.kdbx")),
)
_HARMLESS = ("*.example", "*.sample", "*.template", "*.dist", "*.defaults", "example.env", "sample.env", "*.example.*")
_CONFIGURATION = ("*.ini", "*.cfg", "*.conf", "*.properties", "*.toml", "*.yml", "*.yaml", "*.tfvars", "*.env", ".env*")
_FULL_OF_HASHES = (
    *("*.lock", "*.lock.*", "*-lock.*", "*.lockfile", "go.sum", "*.resolved", "npm-shrinkwrap.json"),
    *("*.min.*", "*.map", "*.svg", "*.ipynb", "*.snap", "*.pem", "*.crt", "*.pub", "*.asc", "*.patch"),
)


class FoundSecret(NamedTuple):
    """Something that looks like a secret."""

    path: str
    line: int
    """From 1; 1 when it is the file's name that tells."""
    kind: str
    """As people call it, `AWS access key`; the last one listed of its kind says how many more there are."""


def find_secrets(texts: Mapping[str, str]) -> tuple[FoundSecret, ...]:
    """Return what looks like a secret in texts by their paths, in the order of paths given and of lines.

    The empty path stands for the message itself. Nothing is asked of any service.
    """
    found: list[FoundSecret] = []
    for path, text in texts.items():
        if reported := _known_by_name(path):
            found.append(FoundSecret(path, 1, reported))
        found += _in_text(path, text)
    return tuple(found)


def mask(text: str) -> str:
    """Return the text with every secret replaced by a note of its kind."""
    pieces, at = [], 0
    for span in _spans("", text):
        pieces += [text[at : span.start], f"[masked: {span.kind}]"]
        at = span.end
    return "".join((*pieces, text[at:]))


def _in_text(path: str, text: str) -> list[FoundSecret]:
    spans = _spans(path, text)
    if not spans:
        return []
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    by_kind: dict[str, list[int]] = defaultdict(list)
    for span in spans:
        by_kind[span.kind].append(bisect_right(starts, span.start))
    found = []
    for kind, places in by_kind.items():
        lines = sorted(set(places))
        more = len(lines) - _LISTED
        found += [FoundSecret(path, line, kind) for line in lines[:_LISTED]]
        if more > 0:
            found[-1] = FoundSecret(path, lines[_LISTED - 1], f"{kind}, and {more} more")
    return sorted(found, key=lambda one: one.line)


def _spans(path: str, text: str) -> "list[SecretSpan]":
    # detect-secrets takes longer to load than the window may take to open.
    from guillemet.llm import secret_detectors  # noqa: PLC0415

    is_bare = not path or _is_named(path, _CONFIGURATION)
    return secret_detectors.spans(text, is_bare=is_bare, with_random=not _is_named(path, _FULL_OF_HASHES))


def _known_by_name(path: str) -> str:
    if _is_named(path, _HARMLESS):
        return ""
    return next((kind for kind, patterns in _NAMES if _is_named(path, patterns)), "")


def _is_named(path: str, patterns: tuple[str, ...]) -> bool:
    name = path.rsplit("/", 1)[-1].lower()
    return any(fnmatchcase(name, pattern) for pattern in patterns)
