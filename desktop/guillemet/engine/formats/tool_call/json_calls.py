"""Tool calls in JSON: alone, in an array, or in the envelopes of Anthropic, OpenAI, Gemini and the protocol of MCP.

Any JSON is searched for them. What tools answer, and what describes tools, is left out. A call whose own brackets are
not closed is broken; those closed before it in the same array are whole.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from guillemet.engine.blocks import Breakage
from guillemet.engine.formats.format import BlockFault, Ended, HeldBlock, HeldConstruct, HeldText, Step
from guillemet.engine.formats.tool_call.arguments import (
    Arguments,
    Exists,
    is_edit_tool,
    is_known,
    may_be_path,
    text_lines,
)
from guillemet.engine.formats.tool_call.json_value import Json, JsonObject, JsonReading, read_json
from guillemet.engine.patterns import lazy_pattern

_NAMES = ("name", "tool", "tool_name", "toolName", "function", "recipient_name")
_ACTIONS = ("action", "command", "operation", "type")
_BESIDE = ("tool", "tool_name", "toolName", *_ACTIONS)
"""Keys of a tool's name beside its arguments."""
_ARGUMENTS = ("input", "arguments", "args", "parameters", "params", "tool_input", "toolInput", "raw_input", "rawInput")
_NO_CALLS = frozenset(
    (
        *(
            "result",
            "results",
            "output",
            "tool_result",
            "toolResult",
            "toolUseResult",
            "function_response",
            "functionResponse",
        ),
        *("tools", "schema", "input_schema", "inputSchema", "properties", "example", "examples"),
    )
)
"""Keys of what tools answer, and of what describes them."""
_MOST_WRAPPED = 3
"""Texts of JSON inside of each other in which calls are looked for."""
_GAP = lazy_pattern(r"[\s,]*\n|[\s,]*")
"""What separates two calls, up to the last end of a line; it belongs to the first."""
_CUT_OFF = "The JSON of this tool call is never closed, or is no JSON from some point on."


class _Call(Struct, frozen=True):
    """One edit of a call."""

    path: str
    ended: Ended | None
    """None for a text beside calls, which may hold blocks of another format."""
    end: int
    """Where it ends in the text."""
    text: str = ""
    """That text."""


class JsonCalls(HeldConstruct):
    """A JSON value being read that may hold calls."""

    def __init__(self, start: int) -> None:
        """`start` is where in the first line it begins."""
        self._reading = JsonReading()
        self._lines: list[str] = []
        self._start = start
        self._is_json = True

    def take(self, line: str) -> Step:
        """Read one more line of the value."""
        is_of_value = self._reading.feed(line, start=0 if self._lines else self._start)
        if not is_of_value and not self._reading.taken and line.lstrip()[:1] != '"':
            return Step.BEFORE
        # A line that breaks off is the last one of a call that was cut off.
        self._lines.append(line)
        self._is_json = is_of_value or not self._reading.is_whole
        return Step.DONE if self._reading.is_whole or not is_of_value else Step.MORE

    def end(self, exists: Exists) -> list[HeldBlock | HeldText]:
        """Return the calls in the value, in their order."""
        calls = list(_calls_in(self._reading.value, exists, _Where())) if self._is_json else []
        # Texts that stand beside no call are read line by line, as before.
        return _as_written(calls, "\n".join(self._lines)) if any(one.ended for one in calls) else []


class _Where(Struct, frozen=True):
    """Where among values one stands."""

    wrapped: int = 0
    """How many texts of JSON it stands in."""
    end: int = 0
    """Where the outermost of those ends."""

    def inside(self, end: int) -> "_Where":
        """Return the place inside of a text of JSON that ends there."""
        return _Where(self.wrapped + 1, self.end if self.wrapped else end)

    def end_of(self, value: Json) -> int:
        """Return where an object ends; 0 while its end did not come."""
        return self.end if self.wrapped else value.end if isinstance(value, JsonObject) else 0


def _calls_in(value: Json, exists: Exists, where: _Where) -> Iterator[_Call]:
    """Yield the calls in a value, in their order."""
    if isinstance(value, list):
        for one in value:
            yield from _calls_in(one, exists, where)
    elif isinstance(value, JsonObject):
        calls = list(_calls_of(value, exists, where))
        yield from calls or _calls_inside(value, exists, where)


def _calls_inside(value: JsonObject, exists: Exists, where: _Where) -> Iterator[_Call]:
    path = Arguments(value, is_named=False, exists=exists).path
    for key, inner in value.items():
        if key in _NO_CALLS:
            continue
        if not isinstance(inner, str):
            yield from _calls_in(inner, exists, where)
        elif key in _ARGUMENTS and where.wrapped < _MOST_WRAPPED and inner.lstrip()[:1] in ("{", "["):
            yield from _calls_in(read_json(inner), exists, where.inside(value.ends.get(key, 0)))
        elif "\n" in inner:
            yield _Call(path, None, 0, inner)


def _calls_of(value: JsonObject, exists: Exists, where: _Where) -> Iterator[_Call]:
    """Yield the edits that an object asks for if it is itself a call, or the arguments of one."""
    name = next((said for key in _NAMES if isinstance(said := value.get(key), str)), "")
    key = next((key for key in _ARGUMENTS if isinstance(value.get(key), JsonObject | str)), "")
    given, inner = value.get(key), where
    if name and isinstance(given, str) and where.wrapped < _MOST_WRAPPED:
        given, inner = read_json(given), where.inside(value.ends.get(key, 0))
    if name and isinstance(given, JsonObject):
        yield from _edits(given, exists, inner, is_named=is_edit_tool(name))
    else:
        yield from _edits(value, exists, where, is_named=_names_tool(value))
        yield from _files(value, exists, where)


def _names_tool(value: JsonObject) -> bool:
    """Whether the object names a tool that edits files beside the arguments; a plain verb as an action names none."""
    said = ((key, value.get(key)) for key in _BESIDE)
    return any(isinstance(name, str) and is_edit_tool(name, is_sure=key not in _ACTIONS) for key, name in said)


def _edits(value: JsonObject, exists: Exists, where: _Where, *, is_named: bool) -> Iterator[_Call]:
    said = Arguments(value, is_named=is_named, exists=exists)
    end = where.end_of(value)
    if not end:
        if said.is_begun:
            yield _Call(said.path, BlockFault(Breakage.UNFINISHED, _CUT_OFF), 0)
        return
    for path, ended, inner in said.edits():
        yield _Call(path, ended, where.end_of(inner) if isinstance(inner, JsonObject) else end)


def _files(value: JsonObject, exists: Exists, where: _Where) -> Iterator[_Call]:
    """Yield the files of a list `files`, or of a map of paths to contents."""
    files = value.get("files") if where.end_of(value) else None
    if isinstance(files, list):
        yield from _listed_files(files, exists, where)
    elif where.end_of(value):
        texts = files if isinstance(files, JsonObject) else value
        for path, text in texts.items() if _is_map_of_files(texts, exists) else ():
            end = where.end if where.wrapped else texts.ends.get(path, 0)
            said = Arguments({"path": path, "content": text}, is_named=True, exists=exists)
            for known, ended, _ in said.edits():
                yield _Call(known, ended, end)


def _listed_files(files: list[Json], exists: Exists, where: _Where) -> Iterator[_Call]:
    """Yield the files of a list in which each object gives one of several lines, and nothing else."""
    listed = [one for one in files if isinstance(one, JsonObject)]
    found = [list(Arguments(one, is_named=True, exists=exists).edits()) for one in listed]
    if all(len(edits) == 1 and _is_long(edits[0][1]) for edits in found):
        for one, ((path, ended, _),) in zip(listed, found, strict=True):
            yield _Call(path, ended, where.end_of(one))


def _is_map_of_files(texts: Mapping[str, Json], exists: Exists) -> bool:
    """Whether every key is a path and every value the content of a file, one of which exists."""
    is_map = all(isinstance(text, str) and "\n" in text and may_be_path(key) for key, text in texts.items())
    return is_map and any(is_known(path, exists) for path in texts)


def _is_long(ended: Ended) -> bool:
    """Whether a file given whole has several lines, as one that only shows where a content would stand has not."""
    return len(getattr(ended, "new", ())) > 1


def _as_written(calls: Sequence[_Call], text: str) -> list[HeldBlock | HeldText]:
    """Return the calls with the part of the text that each was written in; the last one has all that is left."""
    blocks: list[HeldBlock | HeldText] = []
    start = row = 0
    written = text
    last = max(at for at, call in enumerate(calls) if call.ended)
    for index, call in enumerate(calls):
        if call.ended is None:
            blocks.append(HeldText(call.path, text_lines(call.text), row))
            continue
        end = len(text)
        if index < last and call.end and (gap := _GAP.match(text, call.end)):
            end = gap.end()
        if end > start:
            written, at = text[start:end], row
            row += written.count("\n")
            start = end
        blocks.append(HeldBlock(call.path, call.ended, tuple(written.rstrip("\n").split("\n")), at))
    return blocks
