"""What a file defines, and which names it uses."""

from enum import StrEnum

from msgspec import Struct


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
    """What a style sheet says of a class or an id, or an element that has an id."""
    KEY = "key"
    """A key of a data file."""


class Definition(Struct, frozen=True):
    """One definition, as its first lines tell it."""

    name: str
    kind: DefinitionKind
    lines: tuple[str, ...]
    """The signature as the source has it, indented, its very long lines cut."""
    row: int
    """The line of the file the signature begins in, from 1."""
    depth: int = 0
    """How many definitions it stands in."""


class Outline(Struct, frozen=True):
    """What there is to know of a file without its bodies."""

    definitions: tuple[Definition, ...] = ()
    """In the order of the file; what stands in another comes after it."""
    names: frozenset[str] = frozenset()
    """Every name the file uses, those it defines included."""
    line_count: int = 0
