"""Replies as models write them, for tests that are about what happens to a reply."""

BARE_EDIT = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"
"""A search-replace block without path and fence."""


def edit(path: str, old: str, new: str) -> str:
    """Return a search-replace block; old and new are lines without a final newline, empty for none."""
    return "\n".join(
        [path, "```", "<<<<<<< SEARCH", *_lines(old), "=======", *_lines(new), ">>>>>>> REPLACE", "```", ""]
    )


def guillemet_edit(path: str, old: str, new: str) -> str:
    """Return a guillemet block."""
    return "\n".join([path, "««« EDIT", *_lines(old), "═══════ REPL", *_lines(new), "»»» EDIT END", ""])


def create(path: str, content: str) -> str:
    """Return a block that creates a file."""
    return edit(path, "", content)


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []
