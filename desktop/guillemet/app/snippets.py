"""Saved snippets: a text file the user edits.

file     = { remark } { snippet }
snippet  = "/" name line-end { line }        the text goes up to the next line that holds only a "/" and a name
name     = letters, digits, "-" and "_"

/tests
Write tests for what you changed. One promise each.
"""

import re

from guillemet.app.composer_options import Snippet

SAMPLE = """\
Snippets for the message box. A line with a slash and a name begins one; type the name there to get its text.

/explain
Explain what this code does, step by step, and what surprises you about it.

/tests
Write tests for what you changed. One promise each, named as a sentence.
"""

_NAME = re.compile(r"/([\w-]+)\s*")


def read_snippets(text: str) -> tuple[Snippet, ...]:
    """Return the snippets of the file's text in its order; of two with one name the later counts."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if name := _NAME.fullmatch(line):
            lines = found[name[1].casefold()] = []
        else:
            lines.append(line)
    texts = {name: "\n".join(lines).strip("\n") for name, lines in found.items()}
    return tuple(Snippet(name, text) for name, text in texts.items() if text.strip())
