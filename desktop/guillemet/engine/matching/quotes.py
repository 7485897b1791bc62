"""Typographic quotes at places of code where only straight ones have a meaning.

    return “one”                  code: the quotes are those of a word processor
    say("“one”")  # so-called “x”  text: they are meant

Where there is a grammar, it says what is text; else the signs around the quotes do.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from guillemet.engine.languages import is_harmless, is_prose, language_of, parser_of, surroundings
from guillemet.engine.matching.lines import Place, straight
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.patterns import lazy_pattern

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPOGRAPHIC = lazy_pattern("[“”„‟‘’‚‛]")
_LARGEST_READ = 500_000
"""Characters of a file that is read."""
_STEPS_A_CHARACTER = 800
_MOST_ROUNDS = 4
"""How often the lines are read: behind a quote that is taken back another one may become one of code."""
_TEXT = ("string", "comment", "text", "char", "heredoc", "template", "regex", "quoted")
"""Kinds of nodes that are text, by a part of their names."""
_CODE_IN_TEXT = frozenset({"interpolation", "template_substitution", "jsx_expression", "expansion"})
"""Kinds of nodes that are code although they stand in text."""
_STRAIGHT_TEXT = lazy_pattern(r'"(?:[^"\\]|\\.)*"|' r"'(?:[^'\\]|\\.)*'|" r"`[^`]*`|(?:^|\s)(?:#|//|--|;|/?\*|<!--).*")
_DELIMITS = lazy_pattern(
    r"""
    (?<=[=(\[{,]) \s* [“”„‘’‚] [^“”„‘’‚]* [“”‘’]    # a value after a sign of code
    | ^\s*[\w.-]+ (?:\s*:)? \s+ [“”„‘’‚] [^“”„‘’‚]* [“”‘’] [;,)]* \s* $    # all there is behind one word
    """,
    re.VERBOSE,
)


def has_typographic(line: str) -> bool:
    """Whether the line has a typographic quote."""
    return not line.isascii() and _TYPOGRAPHIC.search(line) is not None


def straightened_at(
    place: Place, new: Sequence[str], lines: Sequence[str], *, path: str, effort: WorkBudget
) -> list[str]:
    """Return the new lines for a place, with straight quotes where those that come are code."""
    standing = place.standing(lines)
    top, bottom = _rows_read(lines, place, path, effort)
    first = place.start - top
    rows = [row for row, line in enumerate(new, first) if line not in standing]
    text = [*lines[top : place.start], *new, *lines[place.end : bottom]]
    taken = straightened(text, rows, path=path, effort=effort)
    return [taken.get(row, line) for row, line in enumerate(new, first)]


def _rows_read(lines: Sequence[str], place: Place, path: str, effort: WorkBudget) -> tuple[int, int]:
    """Return the first row and the one after the last of what is read: all, if the lines around do not parse alone."""
    rows = surroundings(lines, place.start, place.end)
    root = _parsed(lines[slice(*rows)], path, effort) if rows else None
    return rows if rows and root and not root.has_error else (0, len(lines))


def straightened(lines: Sequence[str], rows: Sequence[int], *, path: str, effort: WorkBudget) -> dict[int, str]:
    """Return those of the rows that have typographic quotes at places of code, with straight ones there.

    Where no effort is left, the signs around the quotes tell.
    """
    after = {row: lines[row] for row in rows if has_typographic(lines[row])}
    changed: dict[int, str] = {}
    if not after or is_prose(path):
        return changed
    text = list(lines)
    for _ in range(_MOST_ROUNDS):
        spots = list(_spots(text, sorted(after), path, effort))
        if not spots:
            break
        for row, column in spots:
            line = text[row]
            text[row] = changed[row] = line[:column] + straight(line[column]) + line[column + 1 :]
    return changed


def _spots(lines: Sequence[str], rows: Sequence[int], path: str, effort: WorkBudget) -> Iterator[tuple[int, int]]:
    """Yield row and column of the quotes that are code."""
    root = _parsed(lines, path, effort)
    for row in rows:
        by_signs = frozenset(_by_signs(lines[row]))
        for found in _TYPOGRAPHIC.finditer(lines[row]):
            column = found.start()
            is_likely = column in by_signs
            if is_likely if root is None else _is_code(_node_at(root, lines[row], row, column), is_likely=is_likely):
                yield row, column


def _parsed(lines: Sequence[str], path: str, effort: WorkBudget) -> "Node | None":
    """Return the tree of the lines; None where there is no grammar, or they would take too much work."""
    language = language_of(path)
    if language is None or effort.is_spent:
        return None
    size = sum(map(len, lines))
    if size > _LARGEST_READ or not is_harmless(language, lines):
        return None
    parser = parser_of(language)
    if parser is None:
        return None
    effort.take(_STEPS_A_CHARACTER * size)
    return parser.parse("\n".join(lines).encode("utf-8", "replace") + b"\n").root_node


def _node_at(root: "Node", line: str, row: int, column: int) -> "Node | None":
    at = len(line[:column].encode("utf-8", "replace"))
    return root.descendant_for_point_range((row, at), (row, at + 1))


def _is_code(node: "Node | None", *, is_likely: bool) -> bool:
    """Whether the node is code; where the grammar does not tell, what is likely by the signs around it."""
    while node is not None and node.parent is not None:
        kind = node.type
        if kind in _CODE_IN_TEXT:
            return True
        if kind == "raw_text":
            return is_likely
        if "scalar" in kind or kind == "attribute_value":
            return _is_plain_in_quotes(node, above=node.parent.type)
        if any(part in kind for part in _TEXT):
            return False
        node = node.parent
    return True


def _is_plain_in_quotes(node: "Node", *, above: str) -> bool:
    """Whether a value has typographic quotes in the place of straight ones, which would be a node above it."""
    text = (node.text or b"").decode("utf-8", "replace")
    is_quoted = "quote" in node.type or "block" in node.type or "quote" in above
    return not is_quoted and _TYPOGRAPHIC.match(text[:1]) is not None and _TYPOGRAPHIC.match(text[-1:]) is not None


def _by_signs(line: str) -> Iterator[int]:
    """Yield where typographic quotes stand as the quotes of a text, seen the signs around them."""
    bare = _STRAIGHT_TEXT.sub(lambda found: " " * len(found[0]), line)
    for found in _DELIMITS.finditer(bare):
        yield from (found.start() + one.start() for one in _TYPOGRAPHIC.finditer(found[0]))
