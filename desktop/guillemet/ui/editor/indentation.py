"""How a file is indented, what a new line begins with, and which bracket belongs to which."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from guillemet.engine.text import indent_of

LOOKED_AT = 2_000
"""Lines of a file that tell how it is indented."""
FARTHEST = 5_000
"""Lines that are searched for the partner of a bracket."""
_DEFAULT = " " * 4
_WIDEST = 8
_OPENING, _CLOSING = "([{", ")]}"
_PARTNERS = dict(zip(_OPENING + _CLOSING, _CLOSING + _OPENING, strict=True))


def unit_of(lines: Sequence[str]) -> str:
    """Return by what the file indents: a tab, or some blanks; four where nothing is indented."""
    indents = [indent_of(line) for line in lines[:LOOKED_AT] if line.strip()]
    tabs = sum(indent.startswith("\t") for indent in indents)
    if tabs > sum(indent.startswith(" ") for indent in indents):
        return "\t"
    return " " * _most_common_step([0, *(len(indent) for indent in indents if "\t" not in indent)])


def _most_common_step(widths: Sequence[int]) -> int:
    """Return by how many blanks lines are mostly indented further than the line above."""
    steps = Counter(after - before for before, after in pairwise(widths) if 1 < after - before <= _WIDEST)
    return steps.most_common(1)[0][0] if steps else len(_DEFAULT)


def new_line(before: str, after: str, unit: str) -> tuple[str, str]:
    """Return what Return inserts between these two parts of a line, before and behind the text cursor."""
    indent = indent_of(before)
    end = before.rstrip()[-1:]
    if end and end in _OPENING and after.lstrip()[:1] == _PARTNERS[end]:
        return f"\n{indent}{unit}", f"\n{indent}"
    return f"\n{indent}{unit if end and end in _OPENING + ':' else ''}", ""


def dedented(line: str, unit: str) -> int:
    """Return how many characters at the start of the line make up one step of indentation, or what there is of it."""
    if line.startswith("\t"):
        return 1
    blanks = len(line) - len(line.lstrip(" "))
    return min(blanks, len(unit) if unit != "\t" else len(_DEFAULT))


def back_to_stop(before: str, unit: str) -> int:
    """Return how many blanks before the text cursor go at once, back to the last step of indentation; 0 for none."""
    width = len(before)
    if unit == "\t" or not width or before.strip(" "):
        return 0
    return (width - 1) % len(unit) + 1


def is_bracket(sign: str) -> bool:
    """Return whether it is one of the brackets that come in pairs."""
    return sign in _PARTNERS and bool(sign)


def is_closing(sign: str) -> bool:
    """Return whether the bracket closes."""
    return bool(sign) and sign in _CLOSING


def partner_of(lines: Iterable[tuple[int, str]], sign: str) -> tuple[int, int] | None:
    """Return line and column of the partner of a bracket.

    `lines` begin with what lies behind an opening bracket, or before a closing one, whose column is the line's first;
    with each line comes its number.
    """
    partner, depth = _PARTNERS[sign], 1
    for number, column, found in _brackets(lines, sign, partner, backwards=sign in _CLOSING):
        depth += 1 if found == sign else -1
        if not depth:
            return number, column
    return None


def _brackets(
    lines: Iterable[tuple[int, str]], sign: str, partner: str, *, backwards: bool
) -> Iterator[tuple[int, int, str]]:
    either = re.compile(f"[{re.escape(sign + partner)}]")
    for searched, (number, line) in enumerate(lines):
        if searched == FARTHEST:
            return
        found = [(match.start(), match[0]) for match in either.finditer(line)]
        for column, bracket in reversed(found) if backwards else found:
            yield number, column, bracket
