"""Small changes to a module that a test ought to notice.

guard       if x != y: return      becomes   if False: return
condition   if x:                  becomes   if not (x):
comparison  a < b                  becomes   a <= b
boolean     a and b                becomes   a or b
constant    True, 3                becomes   False, 4
call        notify(x)              becomes   ...
"""

import ast
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}


class Kind(StrEnum):
    """What is changed."""

    GUARD = "guard"
    CONDITION = "condition"
    COMPARISON = "comparison"
    BOOLEAN = "boolean"
    CONSTANT = "constant"
    CALL = "call"


class Mutant(Struct, frozen=True):
    """One change: the source between two byte offsets of a file is replaced."""

    path: str
    """From the root of the checkout."""
    line: int
    kind: Kind
    start: int
    end: int
    new: str

    def source(self, data: bytes) -> bytes:
        """Return the file with the change."""
        return data[: self.start] + self.new.encode() + data[self.end :]

    def describe(self, data: bytes) -> str:
        """Return where the change is and what it does, on one line."""
        old = " ".join(data[self.start : self.end].decode().split())
        return f"{self.path}:{self.line} {self.kind}: {old[:80]} -> {self.new[:90]}"


def mutants_of(root: Path, file: Path) -> list[Mutant]:
    """Return every change of one module, in the order of its lines."""
    data = file.read_bytes()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(data)
    annotations = {id(inner) for outer in _annotations(tree) for inner in ast.walk(outer)}
    path = file.relative_to(root).as_posix()

    def mutant(node: ast.expr, kind: Kind, new: str) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        return Mutant(path, node.lineno, kind, start, starts[node.end_lineno - 1] + node.end_col_offset, new)

    found = []
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                for node in ast.walk(statement):
                    if id(node) not in annotations:
                        found += [mutant(*change) for change in _changes(node)]
    return sorted(set(found), key=lambda one: (one.start, one.kind, one.new))


def _annotations(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if (annotation := getattr(node, name, None)) is not None:
                yield annotation


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr, Kind, str]]:
    match node:
        case ast.If(test=test, body=[*_, ast.Return() | ast.Raise() | ast.Continue() | ast.Break()] as body) if (
            len(body) < 3
        ):
            yield test, Kind.GUARD, "False"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield test, Kind.CONDITION, f"not ({ast.unparse(test)})"
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            swapped = _COMPARISONS[type(operator)]
            yield node, Kind.COMPARISON, f"({ast.unparse(left)} {swapped} {ast.unparse(right)})"
        case ast.BoolOp(op=operator, values=values):
            word = " or " if isinstance(operator, ast.And) else " and "
            yield node, Kind.BOOLEAN, f"({word.join(f'({ast.unparse(value)})' for value in values)})"
        case ast.Constant(value=bool() as value):
            yield node, Kind.CONSTANT, str(not value)
        case ast.Constant(value=int() as number):
            yield node, Kind.CONSTANT, str(number + 1)
        case ast.Expr(value=ast.Call() as call):
            yield call, Kind.CALL, "..."
        case _:
            return
