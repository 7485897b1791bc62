"""The parts of a file that can be replaced one by one: definitions with their members, statements, and their lines.

    rows     lines                       a section
    above    "# What it costs."          the comments directly above it, if any
    start    "@cache"                    its decorators, if any
    head     "def total(prices):"        its signature
    body     "    return sum(prices)"    what is below the signature
    end                                  the row after its last one

A section of a Markdown file is a heading with the text below it, up to the next one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.languages import Language, is_harmless, language_of, parser_of
from guillemet.engine.outline.outline import DefinitionKind
from guillemet.engine.outline.reading import LARGEST, Walk, parsed
from guillemet.engine.outline.shapes import Shapes, shapes_of
from guillemet.engine.patterns import lazy_pattern

if TYPE_CHECKING:
    from tree_sitter import Node

_MARKDOWN = (".md", ".mdx", ".markdown")
_HEADING = lazy_pattern(r"#{1,6}\s+(?P<name>\S.*?)\s*#*\s*$")
_FENCE = lazy_pattern(r"\s*(```|~~~)")
_DEEPEST = 20
_BESIDE = frozenset({"decorator", "attribute_item"})
"""Kinds of nodes that stand before what they decorate, and beside it."""
_WITHIN = _BESIDE | {"attribute_list", "annotation", "marker_annotation"}
"""Kinds that stand before the signature, and inside."""
_WRAPPERS = frozenset(
    "decorated_definition export_statement ambient_declaration lexical_declaration variable_declaration "  # noqa: SIM905
    "expression_statement template_declaration global_statement const_declaration var_declaration type_declaration "
    "declaration_command".split()
)
"""Kinds that stand around one definition, and around nothing else."""
_BODIES = ("body", "block", "block_node", "_list", "object", "mapping")
"""Ends of the kinds that hold members and are nothing themselves."""
_NAMED_BY_HEAD = frozenset({"media_statement", "supports_statement"})
"""Kinds that hold rules, and are named by what stands before the brackets."""
_IMPORTS = lazy_pattern(r"import|use_declaration|preproc_include|using_directive|extern_crate")
_HOLDER = "_"
_WRAPPED_IN = {
    "tree_sitter_javascript": (f"class {_HOLDER} {{", "}"),
    "tree_sitter_typescript": (f"class {_HOLDER} {{", "}"),
    "tree_sitter_java": (f"class {_HOLDER} {{", "}"),
    "tree_sitter_c_sharp": (f"class {_HOLDER} {{", "}"),
    "tree_sitter_cpp": (f"class {_HOLDER} {{", "};"),
    "tree_sitter_json": ("{", "}"),
}
"""What stands around members that are shown alone."""


class Section(Struct, frozen=True):
    """One part of a file; rows count from 0."""

    name: str
    """Empty for a statement."""
    type: str
    """Kind of its node in the grammar."""
    kind: DefinitionKind | None
    above: int
    start: int
    head: int
    body: int
    end: int
    members: tuple["Section", ...] = ()
    is_holder: bool = False
    """Whether it holds further sections that can be replaced one by one."""
    is_import: bool = False
    level: int = 0
    """Of a heading: how many signs stand before it."""


def sections_of(path: str, lines: Sequence[str], *, is_part: bool = False) -> tuple[Section, ...] | None:
    """Return the outermost sections of a file; None where its language is unknown, or it cannot be read.

    A part of a file may be members without what holds them, and has to be without an error.
    """
    if path.lower().endswith(_MARKDOWN):
        return tuple(_headings(lines))
    language = language_of(path)
    if language is None or sum(map(len, lines)) > LARGEST or not is_harmless(language, lines):
        return None
    if not is_part:
        return _read(language, lines)
    found = _read(language, lines, has_error=False)
    is_clear = found is not None and any(one.name for one in found)
    return found if is_clear else _members(language, lines) or found


def all_sections(sections: Iterable[Section]) -> Iterator[Section]:
    """Yield sections with all in them, each before its members."""
    for one in sections:
        yield one
        yield from all_sections(one.members)


def _members(language: Language, lines: Sequence[str]) -> tuple[Section, ...] | None:
    """Return the sections of lines that are members of something, without it; None where they are not."""
    wrapping = _WRAPPED_IN.get(language.module)
    found = _read(language, [wrapping[0], *lines, wrapping[1]], has_error=False) if wrapping else None
    if not found:
        return None
    is_held = len(found) == 1 and found[0].name == _HOLDER
    inner = found[0].members if is_held else found
    # Brackets among the lines may close what was put around them.
    is_around = all(one.above > 0 and one.end <= len(lines) + 1 for one in inner)
    return tuple(_moved(one, -1) for one in inner) if is_around else None


def _moved(section: Section, by: int) -> Section:
    """Return the section so many rows further down."""
    return replace(
        section,
        above=section.above + by,
        start=section.start + by,
        head=section.head + by,
        body=section.body + by,
        end=section.end + by,
        members=tuple(_moved(one, by) for one in section.members),
    )


def _headings(lines: Sequence[str]) -> Iterator[Section]:
    rows: list[tuple[int, str]] = []
    fence = ""
    for row, line in enumerate(lines):
        found = _FENCE.match(line)
        if found:
            fence = "" if fence == found[1] else fence or found[1]
        elif not fence and (heading := _HEADING.match(line)):
            rows.append((row, heading["name"]))
    for (row, name), (below, _) in pairwise([*rows, (len(lines), "")]):
        end = next((at + 1 for at in range(below - 1, row, -1) if lines[at].strip()), row + 1)
        level = len(lines[row]) - len(lines[row].lstrip("#"))
        yield Section(name, "heading", DefinitionKind.RULE, row, row, row, row + 1, end, level=level)


def _read(language: Language, lines: Sequence[str], *, has_error: bool = True) -> tuple[Section, ...] | None:
    """Return the sections of a text, which may have an error or not; None where that or its length forbids it."""
    shapes, parser = shapes_of(language), parser_of(language)
    data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
    if shapes is None or parser is None or (tree := parsed(parser, data)) is None:
        return None
    if tree.root_node.has_error and not has_error:
        return None
    return tuple(_Sections(shapes, list(lines), data).inside(tree.root_node, depth=0))


class _Sections:
    """The sections of one file."""

    def __init__(self, shapes: Shapes, lines: list[str], data: bytes) -> None:
        self._shapes = shapes
        self._walk = Walk(shapes, lines, data)

    def inside(self, holder: "Node", *, depth: int) -> list[Section]:
        """Return the sections that stand in a node, in order."""
        found: list[Section] = []
        above: tuple[int, int] | None = None
        start: int | None = None
        for node in holder.children:
            if "comment" in node.type:
                above = self._with_comment(above, node, found)
            elif node.type in _BESIDE and node.is_named:
                start = node.start_point[0] if start is None else start
            elif node.is_named:
                inner = self._of(node, depth=depth)
                if inner:
                    inner[0] = self._begun(inner[0], above, start)
                    _add(found, inner)
                above, start = None, None
        return found

    def _with_comment(
        self, above: tuple[int, int] | None, node: "Node", found: Sequence[Section]
    ) -> tuple[int, int] | None:
        """Return the rows of the comments in a run that ends with this one; None of one beside code."""
        first, last = node.start_point[0], _end_row(node)
        if found and found[-1].end > first:
            return None
        return (above[0], last) if above and above[1] == first else (first, last)

    def _begun(self, section: Section, above: tuple[int, int] | None, start: int | None) -> Section:
        """Return the section with the comments and decorators that stand before it."""
        start = section.start if start is None else min(start, section.start)
        is_beside = above is not None and above[0] < start and above[1] == start
        return replace(section, start=start, above=above[0] if above and is_beside else start)

    def _of(self, node: "Node", *, depth: int) -> list[Section]:
        """Return what a node is: one section, or those in it where it only stands around them."""
        shape = self._shapes.definitions.get(node.type)
        if node.type in _NAMED_BY_HEAD:
            return [self._defined(node, self._selector(node), DefinitionKind.RULE, depth=depth)]
        if shape and (definition := self._walk.definition(node, shape, node.children, depth)):
            return [self._defined(node, self._name(node, definition.name), definition.kind, depth=depth)]
        if node.type in _WRAPPERS:
            return self._wrapped(node, depth=depth)
        is_passed = shape.inside if shape else node.type in self._shapes.passed
        inner = self.inside(node, depth=depth + 1) if is_passed and depth < _DEEPEST else []
        return inner if node.type.endswith(_BODIES) or _named(inner) else [self._statement(node)]

    def _wrapped(self, node: "Node", *, depth: int) -> list[Section]:
        """Return the definition that a node stands around; those of a group one by one."""
        inner = [one for child in _said(node) for one in self._of(child, depth=depth)]
        named = _named(inner)
        if named and any(child.type == "(" for child in node.children):
            return inner
        if len(named) != 1:
            return [self._statement(node)]
        first, end = node.start_point[0], _end_row(node)
        return [replace(named[0], above=first, start=first, end=max(end, named[0].end))]

    def _defined(self, node: "Node", name: str, kind: DefinitionKind, *, depth: int) -> Section:
        start, end, head = node.start_point[0], _end_row(node), _head_row(node)
        shape = self._shapes.definitions.get(node.type)
        body = _body_of(node)
        below = end if body is None else body.start_point[0] + ((body.text or b"")[:1] in (b"{", b"["))
        may_hold = (shape is None or shape.inside) and head < below < end and depth < _DEEPEST
        members = tuple(self.inside(body or node, depth=depth + 1)) if may_hold else ()
        is_holder = bool(_named(members))
        members = members if is_holder else ()
        return Section(name, node.type, kind, start, start, head, max(below, head + 1), end, members, is_holder)

    def _statement(self, node: "Node") -> Section:
        start, end = node.start_point[0], _end_row(node)
        is_import = _IMPORTS.search(node.type) is not None
        return Section("", node.type, None, start, start, start, end, end, is_import=is_import)

    def _name(self, node: "Node", name: str) -> str:
        # The outline lists the first class of a rule; here the whole selector tells it from others.
        return self._selector(node) if node.type == "rule_set" else name

    def _selector(self, node: "Node") -> str:
        """Return what stands before the brackets of a style sheet's rule."""
        text = (node.text or b"").decode("utf-8", "replace")
        return " ".join(text.partition("{")[0].split())


def _add(found: list[Section], sections: Iterable[Section]) -> None:
    """Add sections below those that were found; what shares a line with the one before is a part of it."""
    for one in sections:
        if found and one.start < found[-1].end:
            last = found[-1]
            found[-1] = replace(last, name="", end=max(last.end, one.end), members=(), is_holder=False)
        else:
            found.append(one)


def _named(sections: Iterable[Section]) -> list[Section]:
    return [one for one in sections if one.name]


def _said(node: "Node") -> "list[Node]":
    return [child for child in node.children if child.is_named and "comment" not in child.type]


def _end_row(node: "Node") -> int:
    return node.end_point[0] + (node.end_point[1] > 0)


def _head_row(node: "Node") -> int:
    """Return the row of the signature, below decorators, attributes and annotations inside of the node."""
    for child in node.children:
        if child.type in _WITHIN or "comment" in child.type:
            continue
        if child.type == "modifiers" and child.children:
            return next((one.start_point[0] for one in child.children if one.type not in _WITHIN), _end_row(child))
        return child.start_point[0]
    return node.start_point[0]


def _body_of(node: "Node") -> "Node | None":
    """Return the node in which the members of a definition stand."""
    body = node.child_by_field_name("body") or node.child_by_field_name("value")
    kinds = ("class_body", "field_declaration_list", "declaration_list", "enum_body", "interface_type", "block")
    found = body or next((child for child in node.children if child.type in kinds), None)
    while found is not None and found.type == "block_node" and found.named_children:
        found = found.named_children[-1]
    return found
