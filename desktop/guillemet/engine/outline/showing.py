"""An outline as text: the path, then signature lines behind a bar, and a mark wherever lines of the file are left out.

path/of/a/file.ts:
⋮
│export type Prices = (
│	amount: number,
⋮
"""

from collections.abc import Iterable, Mapping, Sequence

from guillemet.engine.outline.outline import Definition

GAP = "⋮"
BAR = "│"
_UNSHOWN = "\N{REPLACEMENT CHARACTER}"


def shown(path: str, rows: Mapping[int, str], line_count: int) -> str:
    """Return these rows of a file, numbered from 1, as text that ends in a newline.

    Nothing in a path or a line can begin another line.
    """
    parts = [f"{_in_one_line(path)}:"]
    before = 0
    for row in sorted(rows):
        if row > before + 1:
            parts.append(GAP)
        parts.append(BAR + _in_one_line(rows[row]))
        before = row
    if before < line_count:
        parts.append(GAP)
    return "\n".join(parts) + "\n"


def _in_one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\t" else _UNSHOWN for letter in text)


def rows_of(definitions: Iterable[Definition]) -> dict[int, str]:
    """Return the rows the signatures stand in."""
    return {row: line for one in definitions for row, line in enumerate(one.lines, one.row)}


def with_holders(definitions: Sequence[Definition], number: int) -> tuple[Definition, ...]:
    """Return a definition and those it stands in, of which only the first line is needed to tell where it stands."""
    found = [definitions[number]]
    depth = definitions[number].depth
    for holder in reversed(definitions[:number]):
        if depth == 0:
            break
        if holder.depth < depth:
            found.append(Definition(holder.name, holder.kind, holder.lines[:1], holder.row, holder.depth))
            depth = holder.depth
    return tuple(reversed(found))
