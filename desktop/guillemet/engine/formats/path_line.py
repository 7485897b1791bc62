r"""The line that names a block's file, without what models put around a path.

Taken off, until nothing changes: outer blanks; list bullet or number; `#` heads; quote mark; a label; pairs of `**`,
`__`, `*`, back-ticks, quotes; a link (its target); comment signs; a trailing colon, comma or note in brackets; `\_`;
`./`. What is left is a path or the line is prose: a sentence is no path.
"""

import re
from collections.abc import Callable

LONGEST = 32_768
"""Characters of the longest line that is looked at."""

_ROUNDS = 12
"""How often decoration is taken off, so that a line of thousands of asterisks takes linear time."""

_UNDECORATED = re.compile(r"[^\W_][\w./-]*")
"""Nothing can be taken off: most path lines are of this kind."""
_PREFIX = re.compile(
    r"""(?: [-*+]\s+ | \d{1,4}[.)]\s+            # bullet, number
        | \#{1,6}\s+ | >\s?                      # head, quote
        | //+\s* | \#+\s+ | ;+\s+ | --\s+        # comment signs
        | (?:file\s?name | file\s?path | file | path)\s*:\s*
        | \*\*(?:file\s?name | file\s?path | file | path)(?::\*\* | \*\*\s?:)\s*   # the label alone in bold
        | in\s+(?=\S+\Z)
        )""",
    re.VERBOSE | re.IGNORECASE,
)
_NOTE = re.compile(r"\s\([^()]{0,80}\)\Z")
_LINK = re.compile(r"\[[^\[\]]*\]\(([^()\s]+)\)\Z")
_PAIRS = (("**", "**"), ("__", "__"), ("*", "*"), ("`", "`"), ('"', '"'), ("'", "'"), ("/*", "*/"), ("<!--", "-->"))
_EXTENSION = re.compile(r"[^.]\.[A-Za-z0-9][\w+-]{0,30}\Z")
_VERSION = re.compile(r"v?\d+(?:\.\d+)*", re.IGNORECASE)
_UPWARDS_OR_DRIVE = re.compile(r"/|(?:\.\.[/\\]?)+|[A-Za-z]:\S+")
_NO_PATH = re.compile(r"""[<>"|?*{}=;,`]|://|\)\Z|\(\Z|!\Z""")
_BLANK = re.compile(r"[ \u00a0\u3000]")
_HEAD = re.compile(r"#{1,6}\s|\*\*|`|file\s?(?:name|path)?\s*:|path\s*:", re.IGNORECASE)

HEAD_SIGNS = frozenset("#*`fFpP")
"""First characters of a section head; one that is only a path begins with any."""

# fmt: off
BARE_NAMES = frozenset((
    "Makefile", "makefile", "GNUmakefile", "Dockerfile", "Containerfile", "Gemfile", "Rakefile", "Procfile",
    "Vagrantfile", "Jenkinsfile", "Justfile", "justfile", "Pipfile", "Brewfile", "Podfile", "Fastfile", "Kconfig",
    "PKGBUILD", "BUILD", "WORKSPACE", "LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS", "CONTRIBUTORS",
    "MAINTAINERS", "CODEOWNERS", "README", "CHANGELOG", "CHANGES", "NEWS", "TODO", "INSTALL", "VERSION",
))
# fmt: on
"""Files known by a name without slash and extension."""


def undecorate(line: str, exists: Callable[[str], bool]) -> str | None:
    """Return the path the line names, as it is written there, or None for prose."""
    if len(line) > LONGEST:
        return None
    text = line.strip()
    for _ in range(0 if _UNDECORATED.fullmatch(text) else _ROUNDS):
        if not text or _exists(text, exists):
            break
        barer = _barer(text)
        if barer == text:
            break
        text = barer
    return text if text and (_looks_like_path(text) or _exists(text, exists)) else None


def undecorate_head(text: str, exists: Callable[[str], bool]) -> str | None:
    """Return the path a section head names, such as `### File: a.py` or `**a.py**`; None for any other line."""
    if _HEAD.match(text):
        return undecorate(text, exists)
    looks_bare = " " not in text and ("." in text or "/" in text) and len(text) <= LONGEST
    return text if looks_bare and _exists(text, exists) else None


def path_in_info(info: str, exists: Callable[[str], bool]) -> str | None:
    """Return the path in a fence's info, such as `python a/b.py`, `edit:a/b.py` or `title="a/b.py"`."""
    words = info.split()
    if not words:
        return None
    name, _, value = words[-1].partition("=")
    if name.lower() in ("title", "file", "filename", "path"):
        return undecorate(value, exists)
    label, _, value = words[-1].partition(":")
    if len(label) > 1 and value:
        return undecorate(value, exists)
    # A single word is the language, `makefile` and `asp.net` too, unless it cannot be one; a file may be named `go`.
    is_path = len(words) > 1 or "/" in words[0] or ("." in words[0] and _exists(words[0], exists))
    return undecorate(words[-1], exists) if is_path else None


def _barer(text: str) -> str:
    for opening, closing in _PAIRS:
        if len(text) > len(opening) + len(closing) and text.startswith(opening) and text.endswith(closing):
            return text[len(opening) : -len(closing)].strip()
    if found := _LINK.match(text):
        return found[1]
    if found := _PREFIX.match(text):
        return text[found.end() :].strip()
    if text[-1] in ":,":
        return text[:-1].rstrip()
    if found := _NOTE.search(text[-90:]):
        return text[: len(text) - len(found[0])].rstrip()
    return text.replace("\\_", "_").removeprefix("./")


def _exists(text: str, exists: Callable[[str], bool]) -> bool:
    return text.isprintable() and exists(text)


def _looks_like_path(text: str) -> bool:
    if text in BARE_NAMES or _UPWARDS_OR_DRIVE.fullmatch(text):
        return True
    if _BLANK.search(text) or _NO_PATH.search(text) or _VERSION.fullmatch(text):
        return False
    name = text.replace("\\", "/")
    if "/" in name:
        return name.strip("/.") != ""
    return _EXTENSION.search(name[-40:]) is not None or (name[0] == "." and name[1:2] not in ("", "."))
