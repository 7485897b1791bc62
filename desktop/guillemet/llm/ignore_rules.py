"""Files that no model may see: rules as in `.gitignore`, in a file of their own at the repository's root."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILE = ".guillemetignore"


class IgnoreRules:
    """The rules of one file."""

    def __init__(self, text: str) -> None:
        """Read the rules; invalid lines are ignored."""
        self._spec = _spec(text) if text.strip() else None

    def ignores(self, path: str) -> bool:
        """Whether the rules name this path, relative to the root and with slashes; the file itself never leaves."""
        return path == IGNORE_FILE or (self._spec is not None and self._spec.match_file(path))


def _spec(text: str) -> "GitIgnoreSpec":
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  slow to load, and few repositories have such a file

    rules = []
    for line in text.splitlines():
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        rules.append(line)
    return GitIgnoreSpec.from_lines(rules)
