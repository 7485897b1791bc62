"""Parse the outline of a file from its bytes.

Nothing here is recursive, since files may nest to any depth. The cost of a hostile file is bounded: its size, the time
tree-sitter may take for it, the nodes that are visited and the definitions that are kept.

Names are found by one regular expression for each comment syntax. A syntax tree would find them more reliably, but
visiting every leaf takes three times as long as parsing the file. Words of comments and of prose in strings are left
out; a string without blanks may be the name of a handler, a style or a module, so its words are included. A quote that
the expression misreads costs at most the rest of its line.
"""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from guillemet.engine.languages import Language, is_harmless, language_of, parser_of
from guillemet.engine.outline.outline import Definition, DefinitionKind, Outline, in_one_line
from guillemet.engine.outline.shapes import Shape, Shapes, shapes_of
from guillemet.engine.patterns import lazy_pattern

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

LARGEST = 500_000
"""Size limit in bytes; larger files are generated, and their outline would not be useful."""
_SLICE = 16_384
"""Bytes passed to tree-sitter at once; parsing can only be cancelled between two slices."""
_MOST_SECONDS = 1.0
"""Processor time limit for one file; ordinary files of the largest size take a tenth of it."""
_MOST_NODES = 200_000
"""Nodes visited in one file."""
_MOST_DEFINITIONS = 2_000
_LONGEST_LINE = 200
_LONGEST_NAME = 100
_LONGEST_SIGNATURE = 72
_LAST_WORD = lazy_pattern(r"[\w$]+(?=\W*\Z)")
_SELECTED = lazy_pattern(r"[.#]([\w-]+)")
_ASSIGNED = frozenset({"value", "right"})
"""Fields of a definition that hold what is assigned to a name."""
_WRAPPERS = frozenset({"decorated_definition", "export_statement", "template_declaration"})
"""Kinds of nodes that only add something before the definition in them."""
_PLAIN = frozenset({DefinitionKind.VALUE, DefinitionKind.KEY})
_ABOVE = frozenset({"attribute_list", "decorator", "comment", "line_comment", "block_comment"})
"""Children of a definition that stand before its first line."""
_WORD = lazy_pattern(r"[^\W\d]\w{2,}")
_HYPHENED = lazy_pattern(r"[^\W\d][\w-]{2,}")
# Possessive quantifiers: no alternative backtracks, so that hostile files cost no more than others.
_STRINGS = r""""(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.){0,120}+'"""
_NAME = r"|([^\W\d]\w{2,})"
_DOCSTRINGS = r'''(?s:"""(?:[^\\]|\\.)*?(?:"""|\Z))|''' + r"(?s:'''(?:[^\\]|\\.)*?(?:'''|\Z))|"
_HASH = lazy_pattern(_DOCSTRINGS + r"#[^\n]*|" + _STRINGS + _NAME)
_SLASHES = lazy_pattern(r"(?s:/\*.*?(?:\*/|\Z))|//[^\n]*|" + _STRINGS + _NAME)
_QUOTED = lazy_pattern(r"""["']([\w.:/#-]{3,80})["']""")
_HASH_GRAMMARS = frozenset({"tree_sitter_python", "tree_sitter_bash"})
_SLASH_GRAMMARS = frozenset(
    f"tree_sitter_{name}" for name in ("javascript", "typescript", "go", "rust", "java", "c", "cpp", "c_sharp")
)
_HYPHEN_GRAMMARS = frozenset({"tree_sitter_html", "tree_sitter_css"})


def has_outline(path: str) -> bool:
    """Whether files of this name have an outline, if their text can be read."""
    language = language_of(path)
    return language is not None and _is_readable(language)


def outline_of(path: str, data: bytes) -> Outline | None:
    """Return the outline of a file; None when its language is unknown, or it is too large, no UTF-8 text or hostile.

    Most hostile files cost a second; some crash the process or exhaust its memory, which cannot be prevented here: read
    untrusted files in a separate process.
    """
    language = language_of(path)
    shapes = None if language is None else shapes_of(language)
    if language is None or shapes is None or (text := _text(data)) is None:
        return None
    data, lines = text.encode(), text.split("\n")
    parser = parser_of(language)
    if parser is None or not is_harmless(language, lines) or (tree := parsed(parser, data)) is None:
        return None
    definitions = Walk(shapes, lines, data).definitions(tree.root_node)
    return Outline(tuple(definitions), names_in(text, language), len(lines) - (not lines[-1]))


def enclosing(path: str, lines: Sequence[str], spans: Iterable[tuple[int, int]]) -> list[tuple[int, int] | None]:
    """Return for each span of lines the smallest definition that holds it, by its first and last line, from 1.

    None where no definition does, or where the file cannot be parsed. Values and keys count only where nothing else
    encloses a span.
    """
    return [None if found is None else found[:2] for found in _all_enclosing(path, lines, spans)]


def signatures(path: str, lines: Sequence[str], rows: Iterable[int]) -> list[str]:
    """Return for each line, from 0, the signature of the definition around it that begins above it, in one line.

    Empty where there is none, or where the file cannot be parsed.
    """
    around = _all_enclosing(path, lines, ((row, row + 1) for row in rows))
    return ["" if found is None else _in_short(found[2].lines[0]) for found in around]


def _all_enclosing(
    path: str, lines: Sequence[str], spans: Iterable[tuple[int, int]]
) -> list[tuple[int, int, Definition] | None]:
    language = language_of(path)
    shapes = None if language is None else shapes_of(language)
    data = "\n".join(lines).encode("utf-8", "replace")
    wanted = list(spans)
    if language is None or shapes is None or len(data) > LARGEST or not is_harmless(language, lines):
        return [None] * len(wanted)
    parser = parser_of(language)
    tree = None if parser is None else parsed(parser, data)
    if tree is None:
        return [None] * len(wanted)
    walk = Walk(shapes, list(lines), data)
    return [walk.enclosing(tree.root_node, first - 1, last - 1) for first, last in wanted]


def names_of(path: str, data: bytes) -> frozenset[str]:
    """Return the names any text file uses, whether or not there is a grammar for it."""
    text = _text(data)
    return frozenset() if text is None else names_in(text, language_of(path))


@cache
def _is_readable(language: Language) -> bool:
    return shapes_of(language) is not None and parser_of(language) is not None


def _text(data: bytes) -> str | None:
    if len(data) > LARGEST or b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return None


def parsed(parser: "Parser", data: bytes) -> "Tree | None":
    """Return the tree of a file; None where it takes too long."""
    latest, latest_worked = time.perf_counter() + _MOST_SECONDS, time.thread_time() + _MOST_SECONDS

    def read(offset: int, _point: object) -> bytes:
        return data[offset : offset + _SLICE]

    def is_too_late(_offset: int, _has_error: bool) -> bool:  # noqa: FBT001  tree-sitter calls it so
        # Thread time is the limit, so that a busy machine makes no difference; it is expensive to query.
        return time.perf_counter() > latest and time.thread_time() > latest_worked

    try:
        return parser.parse(read, progress_callback=is_too_late)
    except ValueError:
        return None


class Walk:
    """One walk through the tree of a file."""

    def __init__(self, shapes: Shapes, lines: list[str], data: bytes) -> None:
        self._shapes = shapes
        self._lines = lines
        self._data = data

    def definitions(self, root: "Node") -> list[Definition]:
        """Return the definitions in the order of the file."""
        found: list[Definition] = []
        waiting: list[tuple[Node, int]] = [(root, 0)]
        seen = 0
        while waiting and seen < _MOST_NODES and len(found) < _MOST_DEFINITIONS:
            node, depth = waiting.pop()
            seen += 1
            shape = self._shapes.definitions.get(node.type)
            if shape is None and node.type not in self._shapes.passed:
                continue
            children = node.children
            definition = None if shape is None else self.definition(node, shape, children, depth)
            if definition is not None:
                found.append(definition)
                depth += 1
            if depth < self._shapes.deepest:
                inner = self._looked_into(shape, children, is_defined=definition is not None)
                waiting += [(child, depth) for child in reversed(inner)]
        return found

    def enclosing(self, root: "Node", first: int, last: int) -> tuple[int, int, Definition] | None:
        """Return the smallest definition that holds these rows, from 0, with its first and last line, from 1."""
        found: tuple[int, int, Definition] | None = None
        is_plain = True
        above = root
        for node in _around(root, first, last):
            shape = self._shapes.definitions.get(node.type)
            definition = None if shape is None else self.definition(node, shape, node.children, 0)
            if definition is not None and (is_plain or definition.kind not in _PLAIN):
                is_plain = definition.kind in _PLAIN
                outer = above if above.type in _WRAPPERS else node
                found = (outer.start_point[0] + 1, _end_row(node) + 1, definition)
            above = node
        return found

    def _looked_into(self, shape: Shape | None, children: "list[Node]", *, is_defined: bool) -> "list[Node]":
        if shape is not None and shape.inside:
            return [child for child in children if child.is_named]
        if is_defined:
            return []
        shapes = self._shapes
        return [child for child in children if child.type in shapes.definitions or child.type in shapes.passed]

    def definition(self, node: "Node", shape: Shape, children: "list[Node]", depth: int) -> Definition | None:
        """Return what a node of that shape defines, with these children and so many definitions around it."""
        body = _step(node, shape.body) if shape.body else None
        if not _is_complete(node, shape, body):
            return None
        name = self._name(node, shape)
        if not 0 < len(name) <= _LONGEST_NAME:
            return None
        assigned = body if shape.body in _ASSIGNED else None
        inner = None if assigned is None else _step(assigned, "body")
        first = _first_row(node, children)
        # Of a value without a body, such as a call, the first line is enough.
        is_plain = assigned is not None and inner is None
        last = first if is_plain else _last_row(node, children, inner or body, first)
        lines = self._lines[first : min(last + 1, first + shape.most_lines)]
        return Definition(name, _kind(node, shape, inner), tuple(map(_cut, lines)), first + 1, depth)

    def _name(self, node: "Node", shape: Shape) -> str:
        if not shape.name:
            return self._identity(node)
        place = _at_end_of(node, shape.name)
        text = "" if place is None else self._text(place)
        if shape.kind is DefinitionKind.KEY:
            return text.strip("\"'")
        if shape.kind is DefinitionKind.RULE:
            selected = _SELECTED.search(text)
            return selected[1] if selected else text
        text = text.partition("<")[0].partition("[")[0]
        found = _LAST_WORD.search(text)
        return "" if found is None or "," in text else found[0]

    def _identity(self, element: "Node") -> str:
        """Return the id of an HTML element."""
        tag = element.children[0] if element.children else None
        for attribute in () if tag is None else tag.children:
            if attribute.type == "attribute" and (text := self._text(attribute))[:3].lower() == "id=":
                return text[3:].strip("\"' ")
        return ""

    def _text(self, node: "Node") -> str:
        # `node.text` would read the file's bytes again for every node.
        start, end = node.byte_range
        return self._data[start : min(end, start + 8 * _LONGEST_NAME)].decode("utf-8", "ignore").strip()


def _around(root: "Node", first: int, last: int) -> "Iterator[Node]":
    """Yield the nodes that hold these rows, from the root inwards."""
    node: Node | None = root
    while node is not None:
        yield node
        children = node.children
        node = next((one for one in children if one.start_point[0] <= first and last <= _end_row(one)), None)


def _end_row(node: "Node") -> int:
    """Return the last row in which the node has text."""
    row, column = node.end_point
    return max(node.start_point[0], row - (column == 0))


def _is_complete(node: "Node", shape: Shape, body: "Node | None") -> bool:
    """Whether the node has what is needed to define something."""
    if shape.needs and _step(node, shape.needs) is None:
        return False
    return not shape.value or (body is not None and body.type in shape.value)


def _kind(node: "Node", shape: Shape, inner: "Node | None") -> DefinitionKind:
    """Return what is defined: a value may be a function, with a body or declared as one."""
    is_function = inner is not None or (shape.kind is DefinitionKind.VALUE and _declares_function(node))
    return DefinitionKind.FUNCTION if is_function else shape.kind


def _at_end_of(node: "Node", steps: Iterable[str]) -> "Node | None":
    place: Node | None = node
    for step in steps:
        if place is not None:
            place = _declared(place) if step == "declarator" else _step(place, step)
    return place


def _step(node: "Node", step: str) -> "Node | None":
    found = node.child_by_field_name(step)
    return found or next((child for child in node.children if child.type == step), None)


def _declared(node: "Node") -> "Node | None":
    """Follow the declarators of C down to what is declared."""
    place = node
    for _ in range(50):
        inner = place.child_by_field_name("declarator")
        if inner is None and ("declarator" in place.type or place is node):
            inner = _inner_declarator(place)
        if inner is None:
            break
        place = inner
    return None if place is node else place.child_by_field_name("name") or place


def _inner_declarator(node: "Node") -> "Node | None":
    return next((child for child in node.children if child.is_named and "declarator" in child.type), None)


def _declares_function(node: "Node") -> bool:
    place: Node | None = node
    for _ in range(50):
        place = None if place is None else place.child_by_field_name("declarator")
        if place is None or place.type == "function_declarator":
            break
    return place is not None


def _first_row(node: "Node", children: "list[Node]") -> int:
    """Return the row the signature begins in, below decorators, attributes and annotations."""
    for child in children:
        if child.type in _ABOVE:
            continue
        if child.type == "modifiers":
            last = child.children[-1]
            if "annotation" in last.type:
                continue
            return last.start_point[0]
        return child.start_point[0]
    return node.start_point[0]


def _last_row(node: "Node", children: "list[Node]", body: "Node | None", first: int) -> int:
    """Return the row the signature ends in: that before the body, comments in between left out."""
    if body is None:
        return max(first, _end_row(node))
    above = [child for child in children if child.end_byte <= body.start_byte and "comment" not in child.type]
    row = above[-1].end_point[0] if above else body.start_point[0]
    return max(first, body.start_point[0] if not above or body.start_point[0] == row else row)


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "…"


def _in_short(signature: str) -> str:
    shown = in_one_line(signature.strip()).rstrip(" :{(")
    return shown if len(shown) <= _LONGEST_SIGNATURE else f"{shown[:_LONGEST_SIGNATURE]}…"


def names_in(text: str, language: Language | None) -> frozenset[str]:
    """Return every name of three letters or more that the text uses; for any other language all of its words."""
    module = "" if language is None else language.module
    if module in _HYPHEN_GRAMMARS:
        return frozenset(_HYPHENED.findall(text))
    if module in _HASH_GRAMMARS:
        return _names(_HASH, text)
    if module in _SLASH_GRAMMARS:
        return _names(_SLASHES, text)
    return frozenset(_WORD.findall(text))


def _names(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    found = set(pattern.findall(text))
    found.discard("")
    for quoted in set(_QUOTED.findall(text)):
        found.update(_WORD.findall(quoted))
    return frozenset(found)
