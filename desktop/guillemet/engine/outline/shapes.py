"""What a definition looks like in each grammar: kinds of nodes, where their name stands and where their body begins.

A kind that is not listed is not looked into, so that bodies of functions cost nothing.
"""

from msgspec import Struct

from guillemet.engine.languages import Language
from guillemet.engine.outline.outline import DefinitionKind


class Shape(Struct, frozen=True):
    """How one kind of node defines something."""

    kind: DefinitionKind
    name: tuple[str, ...] = ("name",)
    """Steps to the name, each a field or a kind of child; `declarator` is followed as far as it leads."""
    body: str = "body"
    """The field or kind of child that ends the signature; empty when the definition is its own signature."""
    inside: bool = False
    """Whether there are definitions in it worth listing."""
    most_lines: int = 8
    needs: str = ""
    """A field or kind of child without which it defines nothing."""
    value: tuple[str, ...] = ()
    """Kinds one of which the field `value` or `right` must have."""


class Shapes(Struct, frozen=True):
    """All that is looked for in one grammar."""

    definitions: dict[str, Shape]
    passed: frozenset[str]
    """Kinds that define nothing themselves and are looked into."""
    deepest: int = 12
    """Definitions that stand in so many others are left out."""


_FUNCTION = Shape(DefinitionKind.FUNCTION)
_HOLDER = Shape(DefinitionKind.TYPE, inside=True)
_WHOLE = Shape(DefinitionKind.TYPE, body="")
_WHOLE_HOLDER = Shape(DefinitionKind.TYPE, body="", inside=True)
_MODULE = Shape(DefinitionKind.MODULE, inside=True, most_lines=1)
_VALUE = Shape(DefinitionKind.VALUE, body="", most_lines=1)
_DECLARED = Shape(DefinitionKind.FUNCTION, ("declarator",), "body")


def _shapes(definitions: dict[str, Shape], passed: str, *, deepest: int = 12) -> Shapes:
    return Shapes(definitions, frozenset(passed.split()), deepest)


_PYTHON = _shapes(
    {
        "function_definition": _FUNCTION,
        "class_definition": _HOLDER,
        "assignment": Shape(DefinitionKind.VALUE, ("left",), "", most_lines=1),
        "type_alias_statement": Shape(DefinitionKind.TYPE, ("left",), ""),
    },
    "module block decorated_definition expression_statement if_statement else_clause elif_clause try_statement "
    "except_clause finally_clause with_statement ERROR",
)
_CALLED = ("arrow_function", "function_expression", "generator_function", "class")
_SCRIPT = _shapes(
    {
        "function_declaration": _FUNCTION,
        "generator_function_declaration": _FUNCTION,
        "function_signature": _FUNCTION,
        "class_declaration": _HOLDER,
        "abstract_class_declaration": _HOLDER,
        "method_definition": _FUNCTION,
        "abstract_method_signature": _FUNCTION,
        "method_signature": _FUNCTION,
        "interface_declaration": _WHOLE_HOLDER,
        "type_alias_declaration": _WHOLE,
        "enum_declaration": _WHOLE,
        "internal_module": _MODULE,
        "module": _MODULE,
        "field_definition": Shape(DefinitionKind.VALUE, ("property",), "", most_lines=1),
        "public_field_definition": _VALUE,
        "property_signature": _VALUE,
        "variable_declarator": Shape(DefinitionKind.VALUE, ("name",), "value", most_lines=3),
        "assignment_expression": Shape(DefinitionKind.FUNCTION, ("left",), "right", most_lines=3, value=_CALLED),
    },
    "program export_statement ambient_declaration lexical_declaration variable_declaration expression_statement "
    "statement_block class_body interface_body object_type call_expression parenthesized_expression "
    "function_expression arrow_function unary_expression if_statement ERROR",
)
_GO = _shapes(
    {
        "function_declaration": _FUNCTION,
        "method_declaration": _FUNCTION,
        "type_spec": _WHOLE_HOLDER,
        "type_alias": _WHOLE,
        "const_spec": _VALUE,
        "var_spec": _VALUE,
        "method_elem": Shape(DefinitionKind.FUNCTION, body="", most_lines=2),
    },
    "source_file const_declaration var_declaration var_spec_list type_declaration interface_type ERROR",
)
_RUST = _shapes(
    {
        "function_item": _FUNCTION,
        "function_signature_item": _FUNCTION,
        "struct_item": _WHOLE,
        "enum_item": _WHOLE,
        "union_item": _WHOLE,
        "type_item": _WHOLE,
        "associated_type": _VALUE,
        "trait_item": _HOLDER,
        "impl_item": Shape(DefinitionKind.TYPE, ("type",), inside=True),
        "mod_item": _MODULE,
        "macro_definition": Shape(DefinitionKind.FUNCTION, body="", most_lines=1),
        "const_item": _VALUE,
        "static_item": _VALUE,
    },
    "source_file declaration_list foreign_mod_item ERROR",
)
_JAVA = _shapes(
    {
        "class_declaration": _HOLDER,
        "interface_declaration": _HOLDER,
        "enum_declaration": Shape(DefinitionKind.TYPE, body="", inside=True),
        "record_declaration": _HOLDER,
        "annotation_type_declaration": _HOLDER,
        "method_declaration": _FUNCTION,
        "constructor_declaration": _FUNCTION,
        "compact_constructor_declaration": _FUNCTION,
        "annotation_type_element_declaration": _VALUE,
        "constant_declaration": Shape(DefinitionKind.VALUE, ("declarator",), "", most_lines=1),
        "field_declaration": Shape(DefinitionKind.VALUE, ("declarator",), "", most_lines=1),
    },
    "program class_body interface_body enum_body enum_body_declarations annotation_type_body ERROR",
)
_C_KINDS = {
    "function_definition": _DECLARED,
    "declaration": Shape(DefinitionKind.VALUE, ("declarator",), "", most_lines=3),
    "type_definition": Shape(DefinitionKind.TYPE, ("declarator",), ""),
    "struct_specifier": Shape(DefinitionKind.TYPE, body="", needs="body"),
    "union_specifier": Shape(DefinitionKind.TYPE, body="", needs="body"),
    "enum_specifier": Shape(DefinitionKind.TYPE, body="", needs="body"),
    "preproc_def": Shape(DefinitionKind.VALUE, body="", most_lines=1, needs="value"),
    "preproc_function_def": Shape(DefinitionKind.FUNCTION, body="", most_lines=1),
}
_C_PASSED = (
    "translation_unit preproc_if preproc_ifdef preproc_else preproc_elif linkage_specification declaration_list ERROR"
)
_C = _shapes(_C_KINDS, _C_PASSED)
_CPP = _shapes(
    {
        **_C_KINDS,
        "class_specifier": Shape(DefinitionKind.TYPE, inside=True, needs="body"),
        "struct_specifier": Shape(DefinitionKind.TYPE, inside=True, needs="body"),
        "namespace_definition": _MODULE,
        "field_declaration": Shape(DefinitionKind.VALUE, ("declarator",), "", most_lines=3),
        "alias_declaration": _WHOLE,
        "concept_definition": _WHOLE,
    },
    _C_PASSED + " template_declaration field_declaration_list",
)
_C_SHARP = _shapes(
    {
        "namespace_declaration": _MODULE,
        "class_declaration": _HOLDER,
        "interface_declaration": _HOLDER,
        "struct_declaration": _HOLDER,
        "record_declaration": _HOLDER,
        "enum_declaration": _WHOLE,
        "delegate_declaration": _WHOLE,
        "method_declaration": _FUNCTION,
        "constructor_declaration": _FUNCTION,
        "local_function_statement": _FUNCTION,
        "property_declaration": Shape(DefinitionKind.VALUE, body="accessors", most_lines=3),
        "field_declaration": Shape(
            DefinitionKind.VALUE, ("variable_declaration", "variable_declarator", "name"), "", most_lines=1
        ),
        "event_field_declaration": Shape(
            DefinitionKind.VALUE, ("variable_declaration", "variable_declarator", "name"), "", most_lines=1
        ),
    },
    "compilation_unit file_scoped_namespace_declaration declaration_list global_statement preproc_if preproc_else "
    "preproc_region ERROR",
)
_HTML = _shapes({"element": Shape(DefinitionKind.RULE, (), "", inside=True, most_lines=1)}, "document")
_CSS = _shapes(
    {
        "rule_set": Shape(DefinitionKind.RULE, ("selectors",), "block", most_lines=4),
        "keyframes_statement": Shape(DefinitionKind.RULE, ("keyframes_name",), "keyframe_block_list", most_lines=1),
    },
    "stylesheet media_statement supports_statement at_rule block ERROR",
)
_KEY = Shape(DefinitionKind.KEY, ("key",), "", inside=True, most_lines=1)
_JSON = _shapes({"pair": _KEY}, "document object", deepest=2)
_YAML = _shapes({"block_mapping_pair": _KEY}, "stream document block_node block_mapping", deepest=2)
_BASH = _shapes(
    {"function_definition": _FUNCTION, "variable_assignment": _VALUE},
    "program declaration_command if_statement compound_statement ERROR",
)

_BY_GRAMMAR = {
    "tree_sitter_python": _PYTHON,
    "tree_sitter_javascript": _SCRIPT,
    "tree_sitter_typescript": _SCRIPT,
    "tree_sitter_go": _GO,
    "tree_sitter_rust": _RUST,
    "tree_sitter_java": _JAVA,
    "tree_sitter_c": _C,
    "tree_sitter_cpp": _CPP,
    "tree_sitter_c_sharp": _C_SHARP,
    "tree_sitter_html": _HTML,
    "tree_sitter_css": _CSS,
    "tree_sitter_json": _JSON,
    "tree_sitter_yaml": _YAML,
    "tree_sitter_bash": _BASH,
}


def shapes_of(language: Language) -> Shapes | None:
    """Return what is looked for in files of a language; None where nothing is."""
    return _BY_GRAMMAR.get(language.module)
