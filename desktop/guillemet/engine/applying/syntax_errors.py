"""Whether an edit broke the syntax of a file, as far as a grammar of its language tells."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from guillemet.engine.languages import Language, is_harmless, language_of, parser_of
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget

if TYPE_CHECKING:
    from tree_sitter import Node

_LARGEST = 500_000
"""Characters of a file that is parsed; tree-sitter takes about a tenth of a second for them, and cannot be stopped."""
_TEMPLATE = ("{{", "{%", "<%")
_STEPS_A_BYTE = 200
"""What parsing takes."""


def breaks_syntax(path: str, before: Sequence[str], after: Sequence[str], *, effort: WorkBudget) -> bool:
    """Whether the lines before parse without an error, and those after do not; False where nothing can tell."""
    language = language_of(path)
    if language is None or not any(map(str.strip, before)):
        return False
    try:
        return _has_error(language, after, effort) is True and _has_error(language, before, effort) is False
    except BudgetSpentError:
        return False


def is_new_and_wrong(path: str, lines: Sequence[str], *, effort: WorkBudget) -> bool:
    """Whether a new file does not parse; one with the signs of a template in it need not."""
    language = language_of(path)
    if language is None or any(sign in line for line in lines for sign in _TEMPLATE):
        return False
    try:
        return _has_error(language, lines, effort) is True
    except BudgetSpentError:
        return False


def _has_error(language: Language, lines: Sequence[str], effort: WorkBudget) -> bool | None:
    if sum(map(len, lines)) > _LARGEST or not is_harmless(language, lines):
        return None
    parser = parser_of(language)
    if parser is None:
        return None
    text = "\n".join(lines).encode("utf-8", "replace") + b"\n"
    effort.spend(_STEPS_A_BYTE * len(text))
    return _is_wrong(parser.parse(text).root_node)


def _is_wrong(root: "Node") -> bool:
    """Whether a node is an error or missing; an ampersand in the text of JSX is none, though its grammar says so."""
    left = [root]
    while left:
        node = left.pop()
        if node.is_missing or (node.is_error and not (node.text or b"").startswith(b"& ")):
            return True
        if not node.is_error:
            left += [child for child in node.children if child.has_error or child.is_missing]
    return False
