"""Steps of tools as chat programs and agents write them into their transcripts.

    - filePath: `src/rates.py`                  a list of arguments, in any order, as Copilot's chats are saved
    - newString: `STANDARD = 20`
    - oldString: `STANDARD = 19`

    ⏺ Update(src/rates.py)                      a diff with line numbers, as Claude Code prints it
      ⎿  Updated src/rates.py with 1 addition and 1 removal
           3    # The rates.
           4 -  STANDARD = 19
           4 +  STANDARD = 20

An argument ends with a back-tick at the end of a line, above the next argument or a blank line. How many blanks stand
between the sign of a numbered line and its text is not certain; the file tells. A terminal wraps long lines, and
leaves out the rest of long files: such a step cannot be read.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.format import BlockFault, Ended, HeldBlock, HeldConstruct, Step, Whole
from guillemet.engine.formats.hunk import parts_of
from guillemet.engine.formats.tool_call.arguments import Arguments, Exists, is_edit_tool
from guillemet.engine.formats.tool_call.json_value import Json, read_json
from guillemet.engine.patterns import lazy_pattern

LIST_SIGNS = tuple(
    f"- {name}:"
    for name in (
        "content",
        "code",
        "filePath",
        "oldString",
        "newString",
        "explanation",
        "file_path",
        "old_string",
        "new_string",
    )
)
STEP_SIGNS = ("⏺", "●")
SUMMARY_SIGNS = ("<summary>Tool use: **", "<details><summary>Tool use: **")

_SUMMARY = lazy_pattern(r"\s*(?:<details>)?<summary>Tool use: \*\*(?P<tool>[\w-]{1,60})\*\*</summary>\s*\Z")
_ABOVE_LIST = lazy_pattern(r"\s*(?:\*\*Input:\*\*\s*)?\Z", re.IGNORECASE)
_ARGUMENT = lazy_pattern(r"\s*- (?P<name>\w{1,40}): `(?P<value>.*)\Z")
_STEP = lazy_pattern(r"\s*[⏺●]\s*(?P<tool>Update|Edit|MultiEdit|Write|Create)\((?P<path>[^()]{1,1000})\)\s*\Z")
_NUMBERED = lazy_pattern(r"\s*(?P<number>\d{1,7})[ \xa0]?(?P<rest>.*)\Z")
_WROTE = lazy_pattern(r"\s*⎿\s+(?:Wrote|Created) (?P<count>\d{1,7}) lines?\b")
_BELOW_LIST = ("<", "**", "#", "---", "_**")
"""What begins, directly below a list of arguments, what is none of it."""
_BETWEEN = lazy_pattern(r"\s*(?:…|\.\.\.|⋮)\s*\Z")
_MOST_LINES = 20_000
_WRAPPED = "The terminal wrapped or left out lines of this step, so its text is not certain."


class ArgumentList(HeldConstruct):
    """A list of arguments being read."""

    def __init__(self, *, is_named: bool) -> None:
        """`is_named` tells that the summary of a tool that edits files stands above."""
        self._is_named = is_named
        self._lines: list[str] = []
        self._given: dict[str, list[str]] = {}
        self._open: list[str] = []
        """The lines of the argument that came last."""
        self._may_end = True
        """Whether the last argument ended with its last line, or a blank one below that."""
        self._is_parted = False
        """Whether a blank line stands below it."""

    def take(self, line: str) -> Step:
        """Read one more line: an argument, or more of the last one."""
        found = _ARGUMENT.match(line) if self._may_end else None
        if self._is_named and not (self._given or found):
            return self._take_above(line)
        if found:
            self._open = self._given[found["name"]] = [found["value"]]
            self._is_parted, self._may_end = False, line.rstrip().endswith("`")
        elif self._ends_above(line):
            return Step.BEFORE
        elif self._may_end and not line.strip():
            self._is_parted = True
        else:
            self._open.append(line)
            self._may_end = line.rstrip().endswith("`")
        self._lines.append(line)
        return Step.MORE

    def _take_above(self, line: str) -> Step:
        """Read a line above the first argument."""
        if self._lines and not _ABOVE_LIST.match(line):
            return Step.BEFORE
        self._lines.append(line)
        return Step.MORE

    def _ends_above(self, line: str) -> bool:
        """Whether a line that is no argument stands below the list."""
        if not self._lines or len(self._lines) > _MOST_LINES:
            return True
        is_parted = self._is_parted and line.strip() != ""
        return is_parted or (self._may_end and line.startswith(_BELOW_LIST))

    def end(self, exists: Exists) -> list[HeldBlock]:
        """Return the edit that the arguments ask for."""
        given = {name: "\n".join(lines).rstrip().removesuffix("`") for name, lines in self._given.items()}
        values = {name: _value_of(text) for name, text in given.items()}
        said = Arguments(values, is_named=self._is_named, exists=exists)
        written = tuple("\n".join(self._lines).rstrip("\n").split("\n"))
        if not self._may_end and said.is_begun:
            return [HeldBlock(said.path, BlockFault(Breakage.UNFINISHED, "The last argument never ends."), written, 0)]
        return [HeldBlock(path, ended, written, 0) for path, ended, _ in said.edits()]


class _NumberedLine(Struct, frozen=True):
    """One line of a step."""

    number: int
    rest: str
    """Its sign and its text."""
    hunk: int
    row: int

    @property
    def is_signed(self) -> bool:
        """Whether it may be a line of a diff, or of a file: a number in prose has a point or a bracket behind it."""
        return self.rest[:1] not in (".", ")", ":")


def argument_list(line: str) -> ArgumentList | None:
    """Return what reads the list of arguments that begins at the line, or below it where it names a tool for edits."""
    found = _SUMMARY.match(line)
    if found is None:
        return ArgumentList(is_named=False) if _ARGUMENT.match(line) else None
    return ArgumentList(is_named=True) if is_edit_tool(found["tool"]) else None


def _value_of(text: str) -> Json:
    """Return the value of an argument: a list where it is one in JSON, else the text."""
    value = read_json(text) if text.lstrip()[:1] == "[" else None
    return value if isinstance(value, list) else text


class NumberedStep(HeldConstruct):
    """A step of an agent whose lines have numbers, being read."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._numbered: list[_NumberedLine] = []
        self._hunk = 0
        self._is_cut = False

    def take(self, line: str) -> Step:
        """Read one more line: the head, what became of the step, or a numbered line."""
        if self._lines and not self._is_of_step(line):
            return Step.BEFORE
        self._lines.append(line)
        return Step.MORE

    def _is_of_step(self, line: str) -> bool:
        if len(self._lines) > _MOST_LINES:
            return False
        if found := _NUMBERED.match(line):
            self._numbered.append(_NumberedLine(int(found["number"]), found["rest"], self._hunk, len(self._lines)))
            return line[:1].isspace()
        if len(self._lines) == 1:
            return line.lstrip().startswith("⎿")
        self._hunk += 1
        is_below = not line[:1].isspace()
        self._is_cut |= not is_below and not _BETWEEN.match(line)
        return not is_below

    def end(self, exists: Exists) -> list[HeldBlock]:  # noqa: ARG002 - the tool is known by its name
        """Return the file that was written, or each hunk of the diff."""
        head = _STEP.match(self._lines[0])
        if head is None or not self._is_report:
            return []
        found = list(self._written_file() if _WROTE.match(self._lines[1]) else self._hunks())
        if self._is_cut or not found:
            found = [(0, BlockFault(Breakage.UNCERTAIN, _WRAPPED))]
        starts = [0, *(row for row, _ in found[1:]), len(self._lines)]
        spans = zip(starts, starts[1:], found, strict=False)
        return [
            HeldBlock(head["path"], ended, tuple(self._lines[start:end]), start) for start, end, (_, ended) in spans
        ]

    @property
    def _is_report(self) -> bool:
        """Whether lines with numbers stand below what became of the step, or it says that it wrote some."""
        says_end = len(self._lines) > 1 and self._lines[1].lstrip().startswith("⎿")
        has_lines = bool(self._numbered) or (says_end and _WROTE.match(self._lines[1]) is not None)
        return says_end and has_lines and all(one.is_signed for one in self._numbered)

    def _written_file(self) -> Iterator[tuple[int, Ended]]:
        """Yield the file, and its first row, if all its lines are there."""
        wrote = _WROTE.match(self._lines[1])
        numbers = [one.number for one in self._numbered]
        if wrote and numbers == list(range(1, int(wrote["count"]) + 1)):
            yield 0, Whole(tuple(one.rest for one in self._numbered))

    def _hunks(self) -> Iterator[tuple[int, Ended]]:
        """Yield the hunks that change a line, each with its first row."""
        for _, lines in groupby(self._numbered, key=lambda one: one.hunk):
            numbered = list(lines)
            signed = [(one.rest[:1] or " ", one.rest[1:]) for one in numbered]
            if any(sign != " " for sign, _ in signed):
                parts = parts_of(signed, hint=max(1, numbered[0].number))
                yield numbered[0].row, replace(parts, format=FormatName.UNIFIED_DIFF)
