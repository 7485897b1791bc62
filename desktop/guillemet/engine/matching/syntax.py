"""Fifth rung: a definition of the same first line, whose body differs only in blanks and comments.

The searched lines are put into the file in the place of the definition, and both files are read by tree-sitter: what
stands there is the same when the two definitions have the same nodes and the same words. So the lines are read in
their own surroundings, and a method needs no class around it in the block.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from guillemet.engine.languages import Language, is_harmless, language_of, parser_of, surroundings
from guillemet.engine.matching.lines import Lines, Place, blank_ends, single_spaced
from guillemet.engine.matching.reindent import shifted
from guillemet.engine.matching.sure_rungs import indentation
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_LARGEST_READ = 500_000
"""Characters of a file that is read; tree-sitter takes about a tenth of a second for them, and cannot be stopped."""
_CANDIDATES = 20
"""Places of the first line that are looked at."""
_STEPS_A_BYTE = 200
"""What reading takes."""
_STEPS_A_LINE = 20_000
"""What comparing two definitions takes, for each line of them."""
_STEPS_A_SIZE = 20
"""What asking for the size of a line takes."""
_LARGEST_DEFINITION = 20_000
"""Nodes of a definition that are compared."""
_WHOLE = ("string", "char", "regex", "heredoc", "scalar", "raw_text", "attribute_value")
"""Kinds of nodes within which blanks have a meaning."""
_FLOWING = frozenset({"text", "jsx_text"})
"""Kinds of nodes within which one blank is as good as many."""


def places(lines: Lines, searched: Sequence[str], *, path: str, effort: WorkBudget) -> tuple[Place, ...]:
    """Return every definition that the searched lines say in other blanks and comments.

    BudgetSpentError says that the effort was spent before.
    """
    language = language_of(path)
    head, tail = blank_ends(searched)
    wanted = searched[head : len(searched) - tail]
    if language is None:
        return ()
    first = single_spaced(wanted[0])
    rows = list(lines.stripped.runs([wanted[0].strip()])) or list(lines.spaced.runs([first]))
    if not rows or (parser := parser_of(language)) is None or not is_harmless(language, lines.plain):
        return ()
    reader = _Reader(parser, language, lines, effort=effort)
    found: list[Place] = []
    for row in rows[:_CANDIDATES]:
        try:
            end = reader.end_of_same(row, wanted)
        except BudgetSpentError:
            if found:
                break
            raise
        if end is not None:
            found.append(Place(row, end - row, head, tail))
    return tuple(found)


def _is_readable(lines: Lines, effort: WorkBudget) -> bool:
    effort.spend(_STEPS_A_SIZE * len(lines.plain))
    return sum(map(len, lines.plain)) <= _LARGEST_READ


class _Reader:
    """One file as tree-sitter reads it."""

    def __init__(self, parser: "Parser", language: Language, lines: Lines, *, effort: WorkBudget) -> None:
        self._parser = parser
        self._language = language
        self._lines = lines
        self._effort = effort

    def end_of_same(self, row: int, wanted: Sequence[str]) -> int | None:
        """Return the line after the definition that begins in this row, if it says the same as the wanted lines."""
        top, lines, root = self._around(row)
        row -= top
        for node in self._definitions(root, row) if root else ():
            end = node.end_point[0] + (node.end_point[1] > 0)
            shift = (indentation(wanted[0]), indentation(lines[row]))
            instead = [shifted(line, shift) for line in wanted]
            changed = [*lines[:row], *instead, *lines[end:]]
            if not is_harmless(self._language, changed):
                return None
            other = self._read(changed)
            for candidate in self._definitions(other, row):
                other_end = candidate.end_point[0] + (candidate.end_point[1] > 0)
                self._effort.spend(_STEPS_A_LINE * len(instead))
                if candidate.type == node.type and other_end == row + len(instead) and _are_same(node, candidate):
                    return top + end
        return None

    def _around(self, row: int) -> tuple[int, Sequence[str], "Node | None"]:
        """Return lines around the row, where they begin, and as what they are read; None where there are too many."""
        plain = self._lines.plain
        rows = surroundings(plain, row, row + 1)
        if rows is not None and not (root := self._read(part := plain[slice(*rows)])).has_error:
            return rows[0], part, root
        kept = self._lines.kept
        if ("read as", self._language) not in kept:
            is_readable = _is_readable(self._lines, self._effort)
            kept["read as", self._language] = self._read(plain) if is_readable else None
        return 0, plain, kept["read as", self._language]

    def _read(self, lines: Sequence[str]) -> "Node":
        text = "\n".join(lines).encode("utf-8", "replace") + b"\n"
        self._effort.spend(_STEPS_A_BYTE * len(text))
        return self._parser.parse(text).root_node

    def _definitions(self, root: "Node", row: int) -> Iterator["Node"]:
        """Yield the definitions that begin with the row's first word and span lines, the outermost first."""
        node: Node | None = root
        while node is not None:
            begins = node.start_point[0] == row and node.end_point[0] > row
            if begins and node.type in self._language.definitions and not node.has_error:
                yield node
            node = next((child for child in node.children if child.start_point[0] <= row <= child.end_point[0]), None)


def _are_same(one: "Node", other: "Node") -> bool:
    words, others = _words(one), _words(other)
    for count, (a, b) in enumerate(zip(words, others, strict=False)):
        if a != b or count > _LARGEST_DEFINITION:
            return False
    return next(words, None) is None and next(others, None) is None


def _words(node: "Node") -> Iterator[tuple[str, str]]:
    """Yield the definition's nodes in order as kind and text; comments are none, and inner nodes have no text."""
    left: list[Node | None] = [node]
    while left:
        here = left.pop()
        if here is None:
            yield ("", "")
        elif "comment" in here.type or here.type == "line_continuation":
            continue
        elif here.type in _FLOWING:
            if text := " ".join(_text(here).split()):
                yield (here.type, text)
        elif not here.children or any(kind in here.type for kind in _WHOLE):
            yield (here.type, _text(here))
        else:
            yield (here.type, "")
            left.append(None)
            left.extend(reversed(here.children))


def _text(node: "Node") -> str:
    return (node.text or b"").decode("utf-8", "replace")
