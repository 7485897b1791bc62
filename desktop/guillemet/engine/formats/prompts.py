"""What a model is told of an edit format, in the variants conversations ask for.

diff                    search-replace, the path above the fence
diff-fenced             search-replace, the path inside the fence
editor-diff             the same two, for a model that only writes edits another one decided on: nothing is said of
editor-diff-fenced      commands
"""

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.formats.search_replace import FENCED_INSTRUCTIONS, INSTRUCTIONS


def instructions(name: FormatName, *, fenced_path: bool = False, suggests_commands: bool = True) -> str:
    """Return what a model is told so that it answers in the format.

    `fenced_path` puts the path of search-replace blocks inside their fence; without `suggests_commands` nothing is said
    of commands. The new-file format comes with search-replace, because it changes no file that exists.
    """
    form = format_named(name)
    edits = FENCED_INSTRUCTIONS if fenced_path else INSTRUCTIONS
    match name:
        case FormatName.SEARCH_REPLACE:
            parts = [edits]
        case FormatName.NEW_FILE:
            parts = [edits, form.instructions]
        case _:
            parts = [form.instructions]
    if suggests_commands and form.commands:
        parts.append(form.commands)
    return "\n".join(parts)
