"""The outline of a file: what it defines, which names it uses, and the outline as text.

As text: the path, then signature lines behind a bar, and a mark wherever lines of the file are left out.

    path/of/a/file.ts:
    ⋮
    │export type Prices = (
    │	amount: number,
    ⋮
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

GAP = "⋮"
BAR = "│"
_UNSHOWN = "\N{REPLACEMENT CHARACTER}"


class DefinitionKind(StrEnum):
    """What a definition defines."""

    FUNCTION = "function"
    TYPE = "type"
    """A class, an interface, a struct, an enum, an alias."""
    MODULE = "module"
    """A namespace."""
    VALUE = "value"
    """A constant, a variable, a field, a macro without parameters."""
    RULE = "rule"
    """A style sheet's rule for a class or an id, or an element that has an id."""
    KEY = "key"
    """A key of a data file."""


class Definition(Struct, frozen=True, array_like=True):
    """One definition, given by its first lines."""

    name: str
    kind: DefinitionKind
    lines: tuple[str, ...]
    """The signature as the source has it, indented, its very long lines cut."""
    row: int
    """The line of the file the signature begins in, from 1."""
    depth: int = 0
    """How many definitions enclose it."""


class Outline(Struct, frozen=True):
    """The definitions and names of a file, without the bodies."""

    definitions: tuple[Definition, ...] = ()
    """In the order of the file; what stands in another comes after it."""
    names: frozenset[str] = frozenset()
    """Every name the file uses, those it defines included."""
    line_count: int = 0


def shown(path: str, rows: Mapping[int, str], line_count: int) -> str:
    """Return these rows of a file, numbered from 1, as text that ends in a newline.

    Nothing in a path or a line can begin another line.
    """
    parts = [f"{in_one_line(path)}:"]
    before = 0
    for row in sorted(rows):
        if row > before + 1:
            parts.append(GAP)
        parts.append(BAR + in_one_line(rows[row]))
        before = row
    if before < line_count:
        parts.append(GAP)
    return "\n".join(parts) + "\n"


def in_one_line(text: str) -> str:
    """Return the text without anything that could begin another line."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\t" else _UNSHOWN for letter in text)


def rows_of(definitions: Iterable[Definition]) -> dict[int, str]:
    """Return the lines of the signatures by their row."""
    return {row: line for one in definitions for row, line in enumerate(one.lines, one.row)}


def with_holders(definitions: Sequence[Definition], number: int) -> tuple[Definition, ...]:
    """Return a definition and those that enclose it, outermost first; of these only the first line."""
    found = [definitions[number]]
    depth = definitions[number].depth
    for holder in reversed(definitions[:number]):
        if depth == 0:
            break
        if holder.depth < depth:
            found.append(Definition(holder.name, holder.kind, holder.lines[:1], holder.row, holder.depth))
            depth = holder.depth
    return tuple(reversed(found))
