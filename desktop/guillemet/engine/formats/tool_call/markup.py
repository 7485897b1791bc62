"""Tool calls between tags, as Cline, Roo, Zed and Anthropic's models write them.

    <write_to_file>                         <invoke name="Edit">
    <path>src/rates.py</path>               <parameter name="file_path">src/rates.py</parameter>
    <content>                               <parameter name="old_string">STANDARD = 19</parameter>
    STANDARD = 20                           <parameter name="new_string">STANDARD = 20</parameter>
    </content>                              </invoke>
    </write_to_file>

This is no XML: nothing is escaped, and a text may hold tags. A closing tag ends its text where another tag, or the end
of the call, follows. A call that holds search-replace blocks is left to that format.
"""

import html
import re
from collections.abc import Iterator

from guillemet.engine.blocks import Breakage
from guillemet.engine.formats.format import BlockFault, HeldBlock, HeldConstruct, Step
from guillemet.engine.formats.search_replace import may_be_of_block
from guillemet.engine.formats.tool_call.arguments import FILE_ARGUMENTS, Arguments, Exists, is_edit_tool
from guillemet.engine.formats.tool_call.json_value import LONGEST
from guillemet.engine.patterns import lazy_pattern

TAG_SIGNS = (
    *(
        "<write",
        "<create_file",
        "<edit",
        "<str_replace",
        "<insert_",
        "<search_and_replace",
        "<multi_edit",
        "<file_edit",
    ),
    *("<update_file", "<save_file", "<Edit", "<MultiEdit", "<Write", "<invoke ", "<invoke ", "<function="),
)

_OPENING = lazy_pattern(r"""\s*<(?P<tag>[\w:]{1,40}(?:=[\w.-]{1,60})?)(?P<attributes>(?:\s[^<>]{0,2000})?)>""")
_ATTRIBUTE = lazy_pattern(r"""([\w-]+)\s*=\s*(["'])(.*?)\2""")
_CONTAINERS = frozenset(
    ("edits", "edit", "args", "arguments", "file", "files", "parameters", "input", "changes", "change")
)
"""Tags around further arguments."""
_PARAMETER = frozenset(("parameter", "antml:parameter", "param", "arg"))
_SURE = frozenset(("edit", "Edit", "Write"))
"""Tags that name a tool by a plain verb."""
_MOST_DEEP = 4
_AHEAD = 200
"""Characters behind a closing tag that tell whether it is one."""
_CDATA = lazy_pattern(r"\s*<!\[CDATA\[(?P<text>.*)\]\]>\s*\Z", re.DOTALL)
_FRAMED = lazy_pattern(r"[ \t]*\n(?P<text>.*?)(?:\n[ \t]*)?\Z", re.DOTALL)
_NEVER = "The closing tag `{}` of this tool call never came."

Argument = tuple[str, str]
"""Name and text."""


class TaggedCall(HeldConstruct):
    """A call between tags, being read."""

    def __init__(self, opening: re.Match[str]) -> None:
        """Begin with the tag on the first line."""
        self._opening = opening
        self._tag = opening["tag"].partition("=")[0]
        self._closing = f"</{self._tag}>"
        self._lines: list[str] = []
        self._length = 0
        self._is_closed = self._holds_blocks = False

    def take(self, line: str) -> Step:
        """Read one more line of the call."""
        is_next = bool(self._lines) and line.lstrip().startswith((f"<{self._tag} ", f"<{self._tag}>", f"<{self._tag}="))
        if is_next or self._length + len(line) > LONGEST:
            return Step.BEFORE
        self._lines.append(line)
        self._length += len(line) + 1
        self._holds_blocks |= may_be_of_block(line)
        self._is_closed = line.rstrip().endswith(self._closing)
        return Step.DONE if self._is_closed else Step.MORE

    def end(self, exists: Exists) -> list[HeldBlock]:
        """Return the edits the call asks for; nothing when it holds blocks of another format."""
        if self._holds_blocks:
            return []
        text = "\n".join(self._lines)
        body = text[self._opening.end() :].rstrip()
        written = tuple(self._lines)
        calls = list(_calls(self._attributes, body.removesuffix(self._closing), exists))
        if self._is_closed:
            edits = [(path, ended) for call in calls for path, ended, _ in call.edits()]
            return [HeldBlock(path, ended, written, 0) for path, ended in edits]
        begun = next((call for call in calls if call.is_begun), None)
        trouble = BlockFault(Breakage.UNFINISHED, _NEVER.format(self._closing))
        return [HeldBlock(begun.path, trouble, written, 0)] if begun else []

    @property
    def _attributes(self) -> list[Argument]:
        found = _ATTRIBUTE.finditer(self._opening["attributes"])
        return [(one[1], html.unescape(one[3])) for one in found if one[1] != "name" or "invoke" not in self._tag]


def tagged_call(line: str) -> TaggedCall | None:
    """Return what reads the call whose opening tag begins the line; None for any other line."""
    found = _OPENING.match(line)
    if found is None:
        return None
    tag, _, name = found["tag"].partition("=")
    attributes = {one[1]: one[3] for one in _ATTRIBUTE.finditer(found["attributes"])}
    if tag.endswith("invoke"):
        name = name or attributes.get("name", "")
    is_tool = is_edit_tool(name or tag, is_sure=bool(name) or tag in _SURE)
    return TaggedCall(found) if is_tool else None


def _calls(attributes: list[Argument], body: str, exists: Exists) -> Iterator[Arguments]:
    """Yield what the call says; where an argument comes again, another edit begins, of the same file by default."""
    found = list(_arguments(body, _MOST_DEEP))
    if not found and body.strip():
        found = [("content", _unframed("content", body))]
    given: dict[str, str] = {}
    path = ""
    for name, text in (*attributes, *found):
        if name in given:
            said = _said(given, exists, path)
            yield said
            given, path = {}, said.path
        given[name] = text
    yield _said(given, exists, path)


def _said(given: dict[str, str], exists: Exists, path: str) -> Arguments:
    return Arguments(given, is_named=True, exists=exists, path=path)


def _arguments(body: str, depth: int) -> Iterator[Argument]:
    """Yield the arguments in a text, also those in containers; nothing when it begins with anything but a tag."""
    at = 0
    while found := _OPENING.match(body, at):
        tag, _, name = found["tag"].partition("=")
        attributes = {one[1]: html.unescape(one[3]) for one in _ATTRIBUTE.finditer(found["attributes"])}
        end, at = _end_of(body, found.end(), tag)
        text = body[found.end() : end]
        if tag in _CONTAINERS and depth and _OPENING.match(text):
            yield from attributes.items()
            yield from _arguments(text, depth - 1)
        else:
            name = name or (attributes.get("name", "") if tag in _PARAMETER else tag)
            yield name, _unframed(name, text)


def _end_of(body: str, start: int, tag: str) -> tuple[int, int]:
    """Return where the text before its closing tag ends, and where that tag ends; the end of all where none does."""
    opening, closing = f"<{tag}>", f"</{tag}>"
    at, inner = start, 0
    while (end := body.find(closing, at)) >= 0:
        inner += body.count(opening, at, end)
        at = end + len(closing)
        below = body[at : at + _AHEAD].lstrip()
        if not inner and (not below or below.startswith("<")):
            return end, at
        inner = max(0, inner - 1)
    return len(body), len(body)


def _unframed(name: str, text: str) -> str:
    """Return an argument without the newlines that set it off from its tags; a file keeps that of its last line."""
    found = _CDATA.match(text)
    text = found["text"] if found else text
    framed = _FRAMED.match(text)
    if framed is None:
        return text
    return framed["text"] + "\n" if name in FILE_ARGUMENTS else framed["text"]
