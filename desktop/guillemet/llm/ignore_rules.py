"""Files that no model may see: rules as in `.gitignore`, in a file of their own at the repository's root."""

import pathspec

IGNORE_FILE = ".guillemetignore"


class IgnoreRules:
    """The rules of one file."""

    def __init__(self, text: str) -> None:
        """Read the rules; a line that is no rule counts for nothing."""
        self._spec = pathspec.GitIgnoreSpec.from_lines(_rules(text))

    def ignores(self, path: str) -> bool:
        """Whether the rules name this path, relative to the root and with slashes; the file itself never leaves."""
        return path == IGNORE_FILE or self._spec.match_file(path)


def _rules(text: str) -> list[str]:
    rules = []
    for line in text.splitlines():
        try:
            pathspec.GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        rules.append(line)
    return rules
