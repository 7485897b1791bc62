"""The languages that can be read: their file names, grammars, and what counts as a definition when a block is matched.

A grammar is loaded when the first file that has it is read: most starts need none, and all 14 take 2 MB.
"""

# ruff: noqa: PLC0415  tree-sitter is loaded when the first file that has a grammar is read
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import indent_of

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Node, Parser


_DEEPEST_COLUMN = 100
_MOST_OPENED = 100
_HOLDING_BLOCKS = ("_statement", "_definition", "_clause")
"""How kinds of nodes of Python end that hold blocks."""
_OPENING = lazy_pattern(r"[-?:](?=\s|$)")
_FARTHEST_MARGIN = 1_000
"""Lines above and below an edit that are searched for where a definition begins at the margin."""


class Language(Struct, frozen=True):
    """One grammar, and the kinds of its nodes that define something a block can name by its first line."""

    module: str
    definitions: frozenset[str]
    function: str = "language"
    """What the grammar's module calls its language."""

    @property
    def name(self) -> str:
        """What tells this language from every other."""
        return f"{self.module}.{self.function}"


def _kinds(words: str) -> frozenset[str]:
    return frozenset(words.split())


_SCRIPT = _kinds(
    "function_declaration generator_function_declaration class_declaration method_definition export_statement "
    "lexical_declaration variable_declaration expression_statement interface_declaration enum_declaration "
    "type_alias_declaration abstract_class_declaration internal_module module public_field_definition field_definition"
)
_C = _kinds("function_definition struct_specifier union_specifier enum_specifier type_definition declaration")

_PYTHON = Language("tree_sitter_python", _kinds("function_definition class_definition decorated_definition"))
_JAVASCRIPT = Language("tree_sitter_javascript", _SCRIPT)
_TYPESCRIPT = Language("tree_sitter_typescript", _SCRIPT, "language_typescript")
_TSX = Language("tree_sitter_typescript", _SCRIPT, "language_tsx")
_CPP = Language(
    "tree_sitter_cpp", _C | _kinds("class_specifier namespace_definition template_declaration field_declaration")
)
_HTML = Language("tree_sitter_html", _kinds("element script_element style_element"))
_YAML = Language("tree_sitter_yaml", _kinds("block_mapping_pair block_sequence_item"))
_BASH = Language("tree_sitter_bash", _kinds("function_definition"))

_PROSE = frozenset(("md", "markdown", "mdx", "txt", "rst", "adoc", "org", "textile", "tex", "csv", "tsv", "log"))
_BY_ENDING = {
    "py": _PYTHON,
    "pyi": _PYTHON,
    "js": _JAVASCRIPT,
    "mjs": _JAVASCRIPT,
    "cjs": _JAVASCRIPT,
    "jsx": _JAVASCRIPT,
    "ts": _TYPESCRIPT,
    "mts": _TYPESCRIPT,
    "cts": _TYPESCRIPT,
    "tsx": _TSX,
    "go": Language(
        "tree_sitter_go",
        _kinds("function_declaration method_declaration type_declaration const_declaration var_declaration"),
    ),
    "rs": Language(
        "tree_sitter_rust",
        _kinds("function_item impl_item struct_item enum_item trait_item mod_item union_item macro_definition"),
    ),
    "java": Language(
        "tree_sitter_java",
        _kinds(
            "method_declaration constructor_declaration class_declaration interface_declaration enum_declaration "
            "record_declaration annotation_type_declaration field_declaration"
        ),
    ),
    "c": Language("tree_sitter_c", _C),
    "h": _CPP,
    "cc": _CPP,
    "cpp": _CPP,
    "cxx": _CPP,
    "hh": _CPP,
    "hpp": _CPP,
    "hxx": _CPP,
    "cs": Language(
        "tree_sitter_c_sharp",
        _kinds(
            "method_declaration constructor_declaration class_declaration interface_declaration enum_declaration "
            "struct_declaration record_declaration property_declaration namespace_declaration local_function_statement"
        ),
    ),
    "html": _HTML,
    "htm": _HTML,
    "css": Language(
        "tree_sitter_css", _kinds("rule_set media_statement keyframes_statement supports_statement at_rule")
    ),
    "json": Language("tree_sitter_json", _kinds("pair")),
    "yaml": _YAML,
    "yml": _YAML,
    "sh": _BASH,
    "bash": _BASH,
}


def is_prose(path: str) -> bool:
    """Whether the file is written for people, by the ending of its name; without one, by a name such as README."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() in _PROSE if "." in name else name.isupper()


def language_of(path: str) -> Language | None:
    """Return the language of a file by the ending of its name; None for any other."""
    return _BY_ENDING.get(path.rpartition(".")[2].lower()) if "." in path else None


def parser_of(language: Language) -> "Parser | None":
    """Return a new parser of a language; None where its grammar is not installed or does not fit."""
    grammar = _grammar(language)
    if grammar is None:
        return None
    from tree_sitter import Parser

    return Parser(grammar)


def is_harmless(language: Language, lines: Iterable[str]) -> bool:
    """Return whether parsing a text with the language's grammar is safe for this process."""
    if language is not _YAML:
        return True
    # tree-sitter-yaml 0.7 writes past the end of its memory, and kills the process, where some 250 blocks stand in one
    # another. Each needs a column of its own: one of the indentation, or one of a mark that opens a block in its line.
    return not any(_indentation(line) > _DEEPEST_COLUMN or len(_OPENING.findall(line)) > _MOST_OPENED for line in lines)


def has_lost_depth(language: Language, root: "Node") -> bool:
    """Whether lines of Python are not as deep as their block, or a block is empty: its grammar takes both."""
    left = [root] if language is _PYTHON else []
    while left:
        node = left.pop()
        children = [child for child in node.named_children if child.type != "comment"]
        if node.type in ("module", "block"):
            columns = {child.start_point.row: child.start_point.column for child in reversed(children)}
            if len(set(columns.values())) > 1 or (node.type == "block" and not children):
                return True
        left += (child for child in children if child.type == "block" or child.type.endswith(_HOLDING_BLOCKS))
    return False


def surroundings(lines: Sequence[str], start: int, end: int) -> tuple[int, int] | None:
    """Return the first row and the one after the last of lines, around some rows, that can be parsed alone.

    They begin and end at the margin, with one statement or definition more on each side, so that `try` is not parted
    from `except`. None where they would be most of the text, or where no such line is near.
    """
    low, high = max(0, start - _FARTHEST_MARGIN), min(len(lines), end + _FARTHEST_MARGIN)
    above = list(islice(_at_margin(lines[low:start][::-1]), 2))
    below = list(islice(_at_margin(lines[end:high]), 2))
    is_cut = (len(above) < 2 and low > 0) or (len(below) < 2 and high < len(lines))
    top = start - 1 - above[-1] if len(above) > 1 else low
    bottom = end + below[-1] if len(below) > 1 else high
    return None if is_cut or 2 * (bottom - top) > len(lines) else (top, bottom)


def _at_margin(lines: Iterable[str]) -> Iterator[int]:
    return (at for at, line in enumerate(lines) if line[:1].isidentifier() or line[:1] == "@")


def _indentation(line: str) -> int:
    return len(indent_of(line))


@cache
def _grammar(language: Language) -> "Grammar | None":
    from tree_sitter import Language as Grammar

    try:
        return Grammar(getattr(import_module(language.module), language.function)())
    except (ImportError, AttributeError, ValueError):
        # A grammar that does not fit this tree-sitter takes its language away; all others still hold.
        return None
