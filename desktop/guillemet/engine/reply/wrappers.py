r"""Replies inside of something else, and what is inside: quotes, texts of JSON, lines that end otherwise.

    > shop/cart.py                        a run of lines that all begin with `>`
    > <<<<<<< SEARCH
    {"input": "*** Begin Patch\n…"}       a text in the JSON of a tool's call, or a whole reply as one such text
    a\rb\r, a\u2028b                      a reply without any LF, whose lines end in CR, NEL, LS or PS

What is inside is read like any reply, and ends with it: a block that is still open then is broken.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from guillemet.engine.formats.format import Format, OpenBlock
from guillemet.engine.formats.path_line import undecorate

MOST_LAYERS = 4
"""How deep wrappings are taken off, so that a reply of nothing but those takes linear time."""
JSON_SIGNS = frozenset('"{[')
"""What lines that may hold a text of JSON begin with."""
WRAPPING_SIGNS = JSON_SIGNS | {">"}

_TEXT = re.compile(r'\\.|"(?:[^"\\\x00-\x1f]++|\\.)*+"')
_PATH = re.compile(
    r'"(?:path|file|file_?[pP]ath|file_?[nN]ame|target_?[fF]ile)"\s*:\s*("(?:[^"\\\x00-\x1f]|\\.){1,1000}")'
)
_LONGEST = 4_000_000
"""Characters of a line in which texts of JSON are looked for."""
_ESCAPED_END = "\\n"


def may_be_json(line: str) -> bool:
    """Whether the line may hold more of a tool's call than JSON, by what such lines have at least."""
    return _ESCAPED_END in line or "ath" in line or "ile" in line or '"old' in line


def is_quoted(line: str) -> bool:
    """Whether the line begins as those of a quote do."""
    return line[:1] == ">" and line[1:2] in ("", " ", "\t", "\r", "\n")


def unquoted(line: str) -> str:
    """Return what the line of a quote says, with its ending."""
    return line[2:] if line[1:2] in (" ", "\t") else line[1:]


class Begun(Struct, frozen=True):
    """The first block among some lines."""

    at: int
    """Which of the lines it begins at."""
    path: str
    """The file it names itself."""


def first_block(lines: Sequence[str], formats: Sequence[Format], *, layers: int = MOST_LAYERS) -> Begun | None:
    """Return the first block that begins among the lines, or in what they are wrapped around; None where none does."""
    above = ""
    for at, line in enumerate(lines):
        text = _without_marks(line).removesuffix("\n")
        if not text.strip():
            continue
        suited = [one for one in formats if text.lstrip().startswith(one.signs)]
        for block in _blocks_at(text, above, suited, formats, layers):
            if block:
                return Begun(at, block.path)
        above = text if any(one.is_lead(text) for one in suited) else ""
    return None


def _blocks_at(
    line: str, above: str, suited: Sequence[Format], formats: Sequence[Format], layers: int
) -> Iterator[Begun | OpenBlock | None]:
    """Yield the blocks that begin at the line, or in the texts of JSON it holds, and None for each that is none."""
    if layers and line.lstrip()[0] in JSON_SIGNS:
        for _, _, inner in texts_within(line):
            yield first_block(inner, formats, layers=layers - 1)
    else:
        for one in suited:
            yield one.open(line, above)


def names_file(lines: Sequence[str], begun: Begun, exists: Callable[[str], bool]) -> bool:
    """Whether the block, or a line above it, names a file."""
    return bool(begun.path) or any(undecorate(_without_marks(line), exists) for line in lines[: begun.at])


def texts_within(line: str) -> Sequence[tuple[int, int, list[str]]]:
    """Return where the texts of several lines stand that the line holds as JSON writes them, and their lines."""
    if _ESCAPED_END not in line or len(line) > _LONGEST:
        return ()
    texts = (one for one in _TEXT.finditer(line) if one[0][0] == '"' and _ESCAPED_END in one[0])
    return [(one.start(), one.end(), lines) for one in texts if (lines := _lines_of(one[0]))]


def path_beside(line: str) -> str:
    """Return the path that a member of a JSON object on the line names; nothing when there is none."""
    found = _PATH.search(line)
    lines = _lines_of(found[1]) if found else []
    return lines[0].removesuffix("\n") if len(lines) == 1 else ""


def lines_otherwise(text: str) -> list[str]:
    """Return the lines, each ended by LF, of a reply that has no LF; nothing when it is one line."""
    ends = "\r" if "\r" in text else "[\x85\u2028\u2029]"
    lines = re.split(ends, text)
    return [f"{line}\n" for line in lines] if len(lines) > 1 else []


def _without_marks(line: str) -> str:
    """Return what a line says that is quoted once or more."""
    for _ in range(MOST_LAYERS):
        if not is_quoted(line):
            break
        line = unquoted(line)
    return line


def _lines_of(text: str) -> list[str]:
    """Return the lines of a text of JSON, each ended by LF; nothing when it is none."""
    try:
        said = str(json.loads(text))
        said.encode()
    except ValueError:
        return []
    lines = said.replace("\r\n", "\n").removesuffix("\n").split("\n")
    return [f"{line}\n" for line in lines]
