r"""The line that names a block's file, without what models put around a path.

Taken off, until nothing changes: outer blanks; list bullet or number; `#` heads; quote mark; a label; pairs of `**`,
`__`, `*`, back-ticks, quotes; a link (its target); comment signs; a trailing colon, comma or note in brackets; `\_`;
`./`. What is left is a path or the line is prose: a sentence is not a path.

A file that exists is also known behind another label (`Updated file: a.py`, `Datei: a.py`), between other signs
(`=== a.py ===`), and before a dash or a colon and a note, a line number or a language.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from guillemet.engine.paths import ESCAPED_OR_SEPARATED
from guillemet.engine.patterns import lazy_pattern

LONGEST = 32_768
"""Characters of the longest line that is looked at."""

_ROUNDS = 12
"""How often decoration is taken off, so that a line of thousands of asterisks takes linear time."""

_UNDECORATED = lazy_pattern(r"[^\W_][\w./-]*")
"""Nothing can be taken off: most path lines are of this kind."""
_PREFIX = lazy_pattern(
    r"""(?: [-*+]\s+ | \d{1,4}[.)]\s+            # bullet, number
        | \#{1,6}\s+ | >\s?                      # head, quote
        | //+\s* | \#+\s+ | ;+\s+ | --\s+        # comment signs
        | (?:file\s?name | file\s?path | file | path)\s*:\s*(?!//\S)
        | \*\*(?:file\s?name | file\s?path | file | path)(?::\*\* | \*\*\s?:)\s*   # the label alone in bold
        | in\s+(?=\S+\Z)
        | <details>\s*(?=<summary>)
        | (?:tool\ use:\ \*\*[\w-]{1,40}\*\*\ [•·]\ )?(?:edit|write|create)\ file:\ +   # the summary of a tool's step
        )""",
    re.VERBOSE | re.IGNORECASE,
)
_NOTE = lazy_pattern(r"\s\([^()]{0,80}\)\Z")
_LINK = lazy_pattern(r"\[[^\[\]]*\]\(([^()\s]+)\)\Z")
_PAIRS = (
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("`", "`"),
    ('"', '"'),
    ("'", "'"),
    ("“", "”"),
    ("„", "“"),
    ("‘", "’"),
    ("/*", "*/"),
    ("<!--", "-->"),
    ("<path>", "</path>"),
    ("<summary>", "</summary>"),
)
_ATTRIBUTE = lazy_pattern(
    r"""(?:\A|[\s{,;:])(?:title|file|file_?name|file_?path|path|name)\s?=\s?
        (?: (?P<quote>["'])(?P<quoted>[^"']*)(?P=quote) | (?P<bare>[^\s{},;"']+) )""",
    re.VERBOSE | re.IGNORECASE,
)
_LINES_BEFORE = lazy_pattern(r"\A\d+:\d+:")
_EXTENSION = lazy_pattern(r"[^.]\.[A-Za-z0-9][\w+-]{0,30}\Z")
_VERSION = lazy_pattern(r"v?\d+(?:\.\d+)*", re.IGNORECASE)
_UPWARDS_OR_DRIVE = lazy_pattern(r"/|(?:\.\.[/\\]?)+|[A-Za-z]:(?:\S+|[/\\][^<>\"|?*:]+\.\w{1,12})|file://\S+")
_SEPARATED = lazy_pattern(r"(?<!\\)_|\\[^_]")
"""What no path has whose underscores are escaped: one that is not, or a back-slash before another character."""
_NO_PATH = lazy_pattern(r"""[<>"|?*{}=;,`]|://|\)\Z|\(\Z|!\Z""")
_BLANK = lazy_pattern(r"[ \u00a0\u3000]")
_UNSEEN = "\ufeff\u200b\u200c\u200d\u2060"
"""Invisible characters that a line may begin or end with."""
_LONGEST_SENTENCE = 500
_LONGEST_NAME = 120
_MOST_WORDS = 3
"""Words of a line without an extension that is taken for a name, unless a folder is its first one."""
_SENTENCE = lazy_pattern(r"[,;!?]\W*\s|[.;!?…]\W*\Z")
"""What a sentence has and hardly any name of a file."""
_SIZE_OF_STEP = lazy_pattern(r"Lines added: \w{1,9}, lines removed: \w{1,9}\s*\Z", re.IGNORECASE)
"""What chat programs write above the diff of a tool's step, whose summary names the file."""
_WORD = lazy_pattern(r"[\w./@+\[\]-]+")
_TICKED = lazy_pattern(r"`([^`]+)`")
_NOTED = lazy_pattern(
    r"""[\W_]{0,12}? (?:(?:\d{1,3}[.)]\s*)? \w[\w /-]{0,30} [*_]{0,2} [:：] [*_]{0,2} \s*)?     # signs, a label
        (?P<name> [`*_"']{0,3} [\w./@+\[\](\\~-]* [\w./@+\[\])\\~-] [`*_"':]{0,4} )
        (?: :\d+(?:[-:]\d+)* | \#L\d+(?:-L?\d+)? | ,?\s\(?lines?\s\d+(?:\s?[-–]\s?\d+)?\)? )? :?      # line numbers
        (?: (?: \s[-–—]{1,2} | (?<=[:：]) )\s.*                                             # a note, a language
        | \s(?:python|py|javascript|js|jsx|typescript|ts|tsx|go|rust|java|c|cpp|html|css|json|ya?ml|bash|sh|php|ruby)
        )? [^\w/]{0,12}
        """,
    re.VERBOSE | re.IGNORECASE,
)
_HEAD = lazy_pattern(r"#{1,6}\s|\*\*|`|file\s?(?:name|path)?\s*:|path\s*:|(?:<details>)?<summary>", re.IGNORECASE)

PROSE = (".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc", ".org", ".textile", ".html")
"""What the names of files of prose end with."""

HEAD_SIGNS = frozenset("#*`fFpP<")
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


def slashed(path: str) -> str:
    """Return the path with slashes for back-slashes and without `./` before it, as files are listed."""
    return path.replace("\\", "/").removeprefix("./")


def among(known: Collection[str]) -> Callable[[str], bool]:
    """Return whether a path, also with back-slashes or `./` before it, is one of those known."""

    def is_file(path: str) -> bool:
        return path in known or slashed(path) in known

    return is_file


def undecorate(line: str, exists: Callable[[str], bool]) -> str | None:
    """Return the path the line names, as it is written there, or None for prose."""
    if len(line) > LONGEST:
        return None
    text = written = line.strip().strip(_UNSEEN)
    for text in _barer_forms(written):
        if not text:
            return None
        if _exists(text, exists):
            return text
    return _existing(written, exists) or _existing(text, exists) or (text if _looks_like_path(text) else None)


def files_named_in(line: str, exists: Callable[[str], bool]) -> frozenset[str]:
    """Return the files that exist among the words of a line."""
    words = _WORD.findall(line) if len(line) <= _LONGEST_SENTENCE else []
    named = (word.rstrip(".:").removeprefix("./") for word in words)
    return frozenset(word for word in named if ("." in word or "/" in word) and _exists(word, exists))


def _only_file_in(line: str, exists: Callable[[str], bool]) -> str:
    """Return the one file that exists among the words of a line; nothing when it speaks of another one of its kind."""
    ticked = frozenset(_TICKED.findall(line)) if len(line) <= _LONGEST_SENTENCE else frozenset[str]()
    files = files_named_in(line, exists) | {word for word in ticked if _exists(word, exists)}
    if len(files) != 1:
        return ""
    (file,) = files
    kind = _EXTENSION.search(file[-40:])
    words = {*ticked, *_WORD.findall(line)}
    others = (word.rstrip(".:").removeprefix("./") for word in words)
    is_alone = all(one == file or kind is None or not one.endswith(kind[0][1:]) for one in others)
    return file if is_alone else ""


def guess_path(above: Sequence[str], before: str, exists: Callable[[str], bool]) -> str:
    """Return the file that a block means whose head names none, by the line at most one blank line above it.

    `before` is what the last such block meant: it counts where the lines above speak of no file.
    """
    return _only_file_in(last_text(above[-2:]), exists) or ("" if files_named_in(last_text(above), exists) else before)


def last_text(lines: Sequence[str]) -> str:
    """Return the last line that is not blank; nothing when there is none."""
    return next((line for line in reversed(lines) if line.strip()), "")


def seems_to_name_another(above: Sequence[str], path: str) -> bool:
    """Whether the line above a block is short and could be the name of another file than this one.

    A new file whose name has a blank, or neither extension nor folder, is not a path line, so the block would mean the
    last file; that must not go unnoticed.
    """
    line = last_text(above).strip().strip(_UNSEEN)
    if not path or len(line) > _LONGEST_NAME or _SENTENCE.search(line):
        return False
    *_, name = (form.replace("\\", "/") for form in _barer_forms(line))
    words = name.split()
    if not words or _VERSION.fullmatch(words[-1]) or _is_said(path, words):
        return False
    return _may_be_name(name, words, is_label=len(words) > 1 and line.endswith((":", "：")))


def _may_be_name(name: str, words: Sequence[str], *, is_label: bool) -> bool:
    """Whether the words have the form of a file's name: an extension, a folder, or few words that are not a label."""
    if _EXTENSION.search(name[-40:]):
        return True
    if len(words) > _MOST_WORDS and "/" not in words[0]:
        return False
    is_plain = not is_label and not _NO_PATH.search(name.replace("`", "")) and any(map(str.isalnum, name))
    return is_plain or "/" in name.strip("/")


def seems_to_speak_of_another(above: Sequence[str], path: str) -> bool:
    """Whether the line above a block could speak of another file than this one: it does not name this one."""
    line = last_text(above)
    if not path or len(line) > _LONGEST_SENTENCE or _SIZE_OF_STEP.match(line):
        return False
    ticked = _TICKED.findall(line)
    words = [word.rstrip(".:,") for word in (*ticked, *_WORD.findall(line))]
    return bool(words) and not _is_said(path, words)


def _is_said(path: str, words: Sequence[str]) -> bool:
    """Whether one of the words is the path, or the end of it."""
    return any(f"/{path}".endswith(f"/{word.removeprefix('./')}") for word in words)


def undecorate_head(text: str, exists: Callable[[str], bool]) -> str | None:
    """Return the path a section head names, such as `### File: a.py` or `**a.py**`; None for any other line."""
    if _HEAD.match(text):
        return undecorate(text, exists)
    looks_bare = " " not in text and ("." in text or "/" in text) and len(text) <= LONGEST
    return text if looks_bare and _exists(text, exists) else None


def path_in_info(info: str, exists: Callable[[str], bool]) -> str | None:
    """Return the path in a fence's info, such as `python a/b.py`, `edit:a/b.py` or `python {title="a/b.py"}`."""
    if named := _ATTRIBUTE.search(info):
        return undecorate(named["quoted"] or named["bare"] or "", exists)
    words = [_LINES_BEFORE.sub("", word) for word in info.split()]
    return _path_among(words, exists) if words else None


def _path_among(words: Sequence[str], exists: Callable[[str], bool]) -> str | None:
    """Return the path among the words of a fence's info."""
    label, _, value = words[-1].partition(":")
    if len(label) > 1 and value:
        # In `a/b.py:12-20` and `a/b.py:python` the path comes first.
        return undecorate(value, exists) or (label if _exists(label, exists) else None)
    # A single word is the language, `makefile` and `asp.net` too, unless it cannot be one; a file may be named `go`.
    may_be_path = "/" in words[0] or ("." in words[0] and _exists(words[0], exists))
    paths = [undecorate(word, exists) for word in words[1:] or words[:may_be_path]]
    return next(filter(None, reversed(paths)), None)


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
    return _unescaped(text).removeprefix("./")


def _barer_forms(text: str) -> Iterator[str]:
    """Yield the text, and what is left of it each time some decoration is taken off."""
    yield text
    for _ in range(0 if _UNDECORATED.fullmatch(text) else _ROUNDS):
        barer = _barer(text) if text else text
        if barer == text:
            return
        text = barer
        yield text


def _unescaped(text: str) -> str:
    r"""Return the text without Markdown's escapes of `_`; where `\_` separates names, or may do so, it stays."""
    return text if _SEPARATED.search(text) or ESCAPED_OR_SEPARATED.fullmatch(text) else text.replace("\\_", "_")


def _existing(text: str, exists: Callable[[str], bool]) -> str | None:
    """Return the file that exists whose name the line is, but for signs, a label and a note around it."""
    found = _NOTED.fullmatch(text[:_LONGEST_SENTENCE])
    if found is None:
        return None
    name = found["name"].strip("`*_\"':")
    return next((one for one in (name, name.replace("\\_", "_")) if _exists(one, exists)), None)


def _exists(text: str, exists: Callable[[str], bool]) -> bool:
    return text.isprintable() and exists(text)


def _looks_like_path(text: str) -> bool:
    if text in BARE_NAMES or _UPWARDS_OR_DRIVE.fullmatch(text):
        return True
    if _BLANK.search(text) or _NO_PATH.search(text) or _VERSION.fullmatch(text):
        return False
    name = (text.replace("\\_", "_") if ESCAPED_OR_SEPARATED.fullmatch(text) else text).replace("\\", "/")
    if "/" in name:
        return name.strip("/.") != ""
    return _EXTENSION.search(name[-40:]) is not None or (name[0] == "." and name[1:2] not in ("", "."))
