"""What a model is to do with a message, and in which edit format it writes.

An architect is two requests: one model plans (`PLAN`), then another carries the plan out (`CARRY_OUT`).
"""

import re
from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.catalogue import PROMPTED, format_named


class Aim(StrEnum):
    """What a request wants of its model."""

    ASK = "ask"
    """An answer; no edits, and nothing is said of edit formats."""
    EDIT = "edit"
    PLAN = "plan"
    """A plan in words, for a model that sees nothing of the conversation."""
    CARRY_OUT = "carry out"
    """The edits of a plan, and nothing of commands."""

    @property
    def writes_edits(self) -> bool:
        """Whether the answer holds edit blocks."""
        return self in (Aim.EDIT, Aim.CARRY_OUT)


class EditStyle(Struct, frozen=True):
    """An edit format in the variant a model is shown."""

    format: FormatName = FormatName.SEARCH_REPLACE
    fenced_path: bool = False
    """Whether search-replace blocks have their path inside the fence."""
    suggests_commands: bool = True
    """Whether the model is asked to suggest commands that delete and rename files."""

    @property
    def instructions(self) -> str:
        """What a model is instructed about the format."""
        return format_named(self.format).prompt(fenced_path=self.fenced_path, suggests_commands=self.suggests_commands)

    @property
    def example_turns(self) -> tuple[tuple[str, str], ...]:
        """A conversation that shows the format, as pairs of a request and its answer."""
        return format_named(self.format).example_turns(fenced_path=self.fenced_path)


EDIT_STYLES: Mapping[str, EditStyle] = {str(name): EditStyle(name) for name in PROMPTED} | {
    "diff-fenced": EditStyle(fenced_path=True),
    "editor-diff": EditStyle(suggests_commands=False),
    "editor-diff-fenced": EditStyle(fenced_path=True, suggests_commands=False),
}
"""What a user can choose, by name: the formats, and the variants in which a model is asked for search-replace."""


_PATCHES = re.compile(r"(?:gpt-(?:4\.1|[5-9])|codex)(?![0-9])")
_SIZE = re.compile(r"(?<![\w.])(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])")
_TINY = 4e9


def best_format(model: str) -> EditStyle:
    """Return the format a model of this name most likely writes well; the user may choose another.

    - OpenAI's models from GPT-4.1 on, and Codex, were trained on patches between `*** Begin Patch` and `*** End Patch`:
      *apply-patch*.
    - Gemini's models tend to lose a path above a fence, and keep one inside it: *search-replace* with the path fenced.
    - Models of at most 4 billion parameters, as their names tell, copy old lines too loosely for any search, but can
      rewrite a short file: *whole-file*.
    - All others, Anthropic's among them: *search-replace*, the dialect there is most of in the world, which forgives
      the most when it is read.
    """
    name = model.lower()
    if "gemini" in name:
        return EditStyle(FormatName.SEARCH_REPLACE, fenced_path=True)
    if _PATCHES.search(name):
        return EditStyle(FormatName.APPLY_PATCH)
    if _is_tiny(name):
        return EditStyle(FormatName.WHOLE_FILE)
    return EditStyle()


def _is_tiny(name: str) -> bool:
    """Whether the name tells a size, such as `3b` or `270m`, and none above the limit."""
    sizes = [float(number) * (1e9 if unit == "b" else 1e6) for number, unit in _SIZE.findall(name)]
    return bool(sizes) and max(sizes) <= _TINY
