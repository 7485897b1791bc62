r"""Replies inside of something else, and what is inside: quotes, texts of JSON, lines that end otherwise.

    > shop/cart.py                        a run of lines that all begin with `>`
    > <<<<<<< SEARCH
    {"input": "*** Begin Patch\n…"}       a text in the JSON of a tool's call, or a whole reply as one such text
    a\rb\r, a\u2028b                      a reply without any LF, whose lines end in CR, NEL, LS or PS
    >>>>>>> REPLACE<|im_end|>             a marker with what stands on a line of its own elsewhere: an end token of a
    <boltAction …><<<<<<< SEARCH          model, a tag, a fence

What is inside is read like any reply, and ends with it: a block that is still open then is broken.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from guillemet.engine.formats.format import Format, HeldConstruct, OpenBlock, Step
from guillemet.engine.formats.path_line import undecorate
from guillemet.engine.formats.search_replace import begins_in_other_words
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import unescaped

MOST_LAYERS = 4
"""How deep wrappings are taken off, so that a reply of nothing but those takes linear time."""
JSON_SIGNS = frozenset('"{[')
"""What lines that may hold a text of JSON begin with."""
WRAPPING_SIGNS = JSON_SIGNS | {">"}

_TEXT = lazy_pattern(r'\\.|"(?:[^"\\\x00-\x1f]++|\\.)*+"')
_PATH = lazy_pattern(
    r'"(?:path|file|file_?[pP]ath|file_?[nN]ame|target_?[fF]ile)"\s*:\s*("(?:[^"\\\x00-\x1f]|\\.){1,1000}")'
)
_LONGEST = 4_000_000
"""Characters of a line in which texts of JSON are looked for."""
_ENDING_OF_MODEL = r"<[|\uff5c][\w\u2581-]{2,40}[|\uff5c]>|</s>|<eos>|<end_of_(?:turn|utterance|text)>|<EOT>"
"""What models end their replies with; servers that do not know it let it through."""
_BELOW = lazy_pattern(rf"</boltAction>|`{{3,}}|~{{3,}}|{_ENDING_OF_MODEL}", re.IGNORECASE)
_GLUED_END = lazy_pattern(
    rf"""(?P<marker> [ \t]* (?:
            (?: (?:>{{5,9}}|\+{{5,9}})[ \t]*(?:REPLACE|UPDATED|NEW_FILE)<? | >{{7}} | »»»(?:[ ]EDIT[ ]END)?
            |   🟩🟩🟩[ ]END | \*\*\*[ ]End[ ]Patch | <AI_EDIT_CONTENT_END:[^<>]*> )
            (?= [ \t]* (?:{_BELOW.pattern}) )
        |   (?:`{{3,}} | ~{{3,}} | </boltAction>) (?= [ \t]* (?:{_ENDING_OF_MODEL}) ) ) )
        (?P<below> (?: [ \t]* (?:{_BELOW.pattern}) )+ ) \s* \Z""",
    re.VERBOSE | re.IGNORECASE,
)
_MAY_BE_GLUED = lazy_pattern(r"[ \t]*(?:[>+»🟩*`~]|</?boltAction|<AI_EDIT_)", re.IGNORECASE)
"""Cheap to fail at, for most lines with an angle bracket are markup."""
_GLUED_START = lazy_pattern(
    r"(?P<tag>\s*<boltAction\b[^<>]*>)[ \t]*(?P<start>[<-]{5,9}[ \t]*SEARCH>?\s*)\Z", re.IGNORECASE
)
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


class FirstBlock(Struct, frozen=True):
    """The first block among some lines."""

    at: int
    """Which of the lines it begins at."""
    path: str
    """The file it names itself."""
    is_whole: bool = False
    """Whether it was read to its end; of any other its first line alone is known."""


def first_block(
    lines: Sequence[str], formats: Sequence[Format], exists: Callable[[str], bool], *, layers: int = MOST_LAYERS
) -> FirstBlock | None:
    """Return the first block that begins among the lines, or in what they are wrapped around; None where none does."""
    above, held_until = "", 0
    for at, text in enumerate(map(_marker_in, lines)):
        if not text.strip():
            continue
        begun = None
        if at >= held_until:
            begun, held_until = _first_held(lines, at, formats, exists)
        suited = [one for one in formats if text.lstrip().startswith(one.signs)]
        blocks = _blocks_at(text, above, suited, formats, exists, layers=layers)
        if begun := begun or _begun_at(lines, at, text, blocks):
            return begun
        above = text if any(one.is_lead(text) for one in suited) else ""
    return None


def _begun_at(
    lines: Sequence[str], at: int, text: str, blocks: Iterable[FirstBlock | OpenBlock | None]
) -> FirstBlock | None:
    """Return the first of the blocks that may begin at the line, or that one begins there in other words."""
    if begins_in_other_words(text, map(_without_marks, lines[at:])):
        return FirstBlock(at, "")
    return next((FirstBlock(at, block.path) for block in blocks if block), None)


def held_at(line: str, formats: Sequence[Format]) -> HeldConstruct | None:
    """Return what reads a construct that may begin at the line and is held back; None where none does."""
    text = line.lstrip()
    return next((one.hold(line) for one in formats if one.hold and text.startswith(one.held_signs)), None)


def _first_held(
    lines: Sequence[str], at: int, formats: Sequence[Format], exists: Callable[[str], bool]
) -> tuple[FirstBlock | None, int]:
    """Return the first block of a held construct that begins at the line, and the line behind its last one."""
    reading = held_at(_without_marks(lines[at]).removesuffix("\n"), formats)
    end, step = at, Step.MORE
    while reading and step is Step.MORE and end < len(lines):
        step = reading.take(_without_marks(lines[end]).removesuffix("\n"))
        end += step is not Step.BEFORE
    blocks = reading.end(exists) if reading and end > at else []
    return FirstBlock(at, blocks[0].path, is_whole=True) if blocks else None, end


def _blocks_at(
    line: str,
    above: str,
    suited: Sequence[Format],
    formats: Sequence[Format],
    exists: Callable[[str], bool],
    *,
    layers: int,
) -> Iterator[FirstBlock | OpenBlock | None]:
    """Yield the blocks that begin at the line, or in the texts of JSON it holds, and None for each that is none."""
    if layers and line.lstrip()[0] in JSON_SIGNS:
        for _, _, inner in texts_within(line):
            yield first_block(inner, formats, exists, layers=layers - 1)
    else:
        for one in suited:
            yield one.open(line, above)


def names_file(lines: Sequence[str], begun: FirstBlock, exists: Callable[[str], bool]) -> bool:
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


def glued_lines(line: str) -> list[str]:
    """Return the lines that a marker and what stands beside it are meant to be; nothing for any other line."""
    if not _MAY_BE_GLUED.match(line):
        return []
    if found := _GLUED_START.match(line):
        return [f"{found['tag']}\n", found["start"]]
    found = _GLUED_END.match(line)
    if found is None:
        return []
    below = [one[0] for one in _BELOW.finditer(found["below"])]
    return [f"{one}\n" for one in (found["marker"], *below[:-1])] + [below[-1] + line[len(line.rstrip()) :]]


def lines_otherwise(text: str) -> list[str]:
    """Return the lines, each ended by LF, of a reply that has no LF; nothing when it is one line."""
    ends = "\r" if "\r" in text else "[\x85\u2028\u2029]"
    lines = re.split(ends, text)
    return [f"{line}\n" for line in lines] if len(lines) > 1 else []


def _marker_in(line: str) -> str:
    """Return the line without its ending, as it would be if it were a marker: neither quoted nor escaped for HTML."""
    text = _without_marks(line).removesuffix("\n")
    return unescaped(text) if text.lstrip()[:1] == "&" else text


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
