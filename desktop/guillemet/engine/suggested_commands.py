"""Shell commands found in a reply, read into operations without a shell; pure.

Found are back-ticked `git rm …`, `git mv …`, `mkdir -p …` and `rm -rf …` in prose, and every line of a fence or an
action that says it is for a shell. Those four kinds become operations; anything a shell would expand, chain or
redirect, any other option and any path the guard refuses is text to copy, with the reason. Nothing is expanded: what is
shown is what runs.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from guillemet.engine.errors import UnsafePathError
from guillemet.engine.formats.fences import SHELLS, Fence, read_fence
from guillemet.engine.formats.tags import shell_lines
from guillemet.engine.hidden_characters import escape_unseen, has_unseen
from guillemet.engine.paths import guard_path
from guillemet.engine.patterns import lazy_pattern


class RemoveFromGit(Struct, frozen=True):
    """`git rm`: take files out of the index, and off the disk unless `cached`."""

    paths: tuple[str, ...]
    cached: bool = False
    recursive: bool = False
    force: bool = False
    """Also what is not committed as it is."""


class MoveInGit(Struct, frozen=True):
    """`git mv`: rename one file or folder."""

    source: str
    target: str


class MakeFolder(Struct, frozen=True):
    """`mkdir -p`: make folders, with those above them."""

    paths: tuple[str, ...]


class RemoveFolder(Struct, frozen=True):
    """`rm -rf`: remove folders or files with all that is in them."""

    paths: tuple[str, ...]


Operation = RemoveFromGit | MoveInGit | MakeFolder | RemoveFolder


class SuggestedCommand(Struct, frozen=True):
    """One command a reply suggests."""

    text: str
    """The command as it is shown and as it runs; unseen characters are written out; never cut."""
    operation: Operation | None
    why_not: str
    """Why it is not an operation, in a sentence; empty when it is one."""
    line_number: int
    """Which line of the prose, counted from 1."""


class _Command(Struct, frozen=True):
    text: str
    line_number: int
    folder: str = ""
    """The `cd` command that came before in the same fence."""


_INLINE = lazy_pattern(r"(?<!`)`(?P<command>\s*(?:git\s+rm|git\s+mv|mkdir\s+-|rm\s+-)[^`]*)`(?!`)")
_HEREDOC = lazy_pattern(r"<<-?\s*(['\"]?)(?P<end>\w+)\1")
_CHANGES_FOLDER = lazy_pattern(r"(?:cd|pushd|popd)\b")
_PROMPT = lazy_pattern(r"\A[$>](?:\s+|\Z)")

_FORBIDDEN = {
    ";": "a semicolon, which begins a second command",
    "&": "`&`, which begins a second command",
    "|": "a pipe",
    "<": "a redirection",
    ">": "a redirection",
    "$": "`$`, which a shell would expand",
    "`": "a back-tick, which runs a second command",
    "*": "`*`, which a shell would expand",
    "?": "`?`, which a shell would expand",
    "[": "a bracket, which a shell would expand",
    "]": "a bracket, which a shell would expand",
    "{": "a brace, which a shell would expand",
    "}": "a brace, which a shell would expand",
    "(": "a bracket, which runs a second command",
    ")": "a bracket, which runs a second command",
    "~": "`~`, which a shell would expand",
    "\\": "a back-slash, which a shell would read as something else",
    "\n": "more than one line",
}
_OPTIONS = {
    ("git", "rm"): frozenset(("r", "f", "v", "cached")),
    ("git", "mv"): frozenset("v"),
    ("mkdir",): frozenset("pv"),
    ("rm",): frozenset("rfv"),
}


class _NoOperation(Exception):  # noqa: N818 - never leaves this module
    """Why a command is not an operation."""


def find_suggestions(prose: Iterable[str]) -> tuple[SuggestedCommand, ...]:
    """Return the commands in the lines of prose, in their order, each text once."""
    found: dict[str, SuggestedCommand] = {}
    seen: set[str] = set()
    for command in _commands(prose):
        if command.text in seen:
            continue
        seen.add(command.text)
        suggestion = read_suggestion(command.text, line_number=command.line_number)
        if suggestion.operation and command.folder:
            why = f"It comes after `{escape_unseen(command.folder)}`, so its paths begin in another folder."
            suggestion = SuggestedCommand(suggestion.text, None, why, command.line_number)
        found.setdefault(suggestion.text, suggestion)
    return tuple(found.values())


def read_suggestion(text: str, *, line_number: int = 0) -> SuggestedCommand:
    """Return what one command means."""
    text = text.strip(" \t\r\n")
    shown = "\n".join(escape_unseen(line) for line in text.split("\n"))
    try:
        return SuggestedCommand(shown, _operation(text), "", line_number)
    except _NoOperation as error:
        return SuggestedCommand(shown, None, str(error), line_number)


def _operation(text: str) -> Operation:
    words = _words(text)
    kind = next((kind for kind in _OPTIONS if tuple(words[: len(kind)]) == kind), None)
    if kind is None:
        raise _NoOperation("Only git rm, git mv, mkdir -p and rm -rf can be done from here.")
    options, written = _options(words[len(kind) :], _OPTIONS[kind])
    if not written:
        raise _NoOperation("It names no file or folder.")
    paths = tuple(map(_guarded, written))
    match kind:
        case ("git", "rm"):
            return RemoveFromGit(paths, cached="cached" in options, recursive="r" in options, force="f" in options)
        case ("git", "mv"):
            return _move(paths, written)
        case ("mkdir",) if "p" in options:
            return MakeFolder(paths)
        case ("rm",) if "r" in options:
            return RemoveFolder(paths)
    raise _NoOperation("Only git rm, git mv, mkdir -p and rm -rf can be done from here.")


def _words(text: str) -> list[str]:
    if any(has_unseen(line) for line in text.split("\n")):
        raise _NoOperation("It contains invisible characters.")
    for character, meaning in _FORBIDDEN.items():
        if character in text:
            raise _NoOperation(f"It contains {meaning}.")
    try:
        return shlex.split(text)
    except ValueError:
        raise _NoOperation("A quote in it is never closed.") from None


def _options(words: Sequence[str], allowed: frozenset[str]) -> tuple[set[str], list[str]]:
    """Return the options and the paths among the words."""
    options: set[str] = set()
    paths: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            paths.extend(rest)
        elif word.startswith("--"):
            options.add(word.removeprefix("--") if len(word) > 3 else word)
        elif word.startswith("-"):
            options.update(word[1:] or word)
        else:
            paths.append(word)
    if unknown := options - allowed:
        name = min(unknown)
        raise _NoOperation(
            f"It has the option {'-' if len(name) == 1 else '--'}{name.lstrip('-')}, which is not done from here."
        )
    return options, paths


def _guarded(written: str) -> str:
    if written.startswith(":"):
        raise _NoOperation("A path that begins with a colon is a pattern for git.")
    if not written.strip():
        raise _NoOperation("A path in it is empty.")
    try:
        path = guard_path(written)
    except UnsafePathError as error:
        raise _NoOperation(str(error)) from None
    if path in ("", "."):
        raise _NoOperation("It names the whole repository.")
    return path


def _move(paths: Sequence[str], written: Sequence[str]) -> MoveInGit:
    if len(paths) != 2:
        raise _NoOperation("Only one file or folder can be moved at a time.")
    source, target = paths
    if written[1].endswith("/"):
        target = f"{target.rstrip('/')}/{source.rstrip('/').rpartition('/')[2]}"
    return MoveInGit(source, target)


def _commands(prose: Iterable[str]) -> Iterator[_Command]:
    opened: Fence | None = None
    lines: list[tuple[int, str]] = []
    for number, line in _numbered(prose):
        fence = read_fence(line.strip())
        if opened is None:
            if fence and _begins_listing(fence):
                opened, lines = fence, []
            else:
                yield from (_Command(one["command"], number) for one in _INLINE.finditer(line))
        elif fence and fence.closes(opened):
            yield from _commands_of_fence(opened.language, lines)
            opened = None
        else:
            lines.append((number, line.rstrip()))
    if opened:
        yield from _commands_of_fence(opened.language, lines)


def _begins_listing(fence: Fence) -> bool:
    return not fence.is_closing_tag and (not fence.is_tag or fence.language in SHELLS)


def _numbered(prose: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers; an action's tags and the commands beside them are lines of their own."""
    for number, line in enumerate(prose, start=1):
        for part in shell_lines(line) if "boltAction" in line else (line,):
            yield number, part


def _commands_of_fence(language: str, lines: Sequence[tuple[int, str]]) -> Iterator[_Command]:
    """Yield the commands of a shell's fence; in a session only lines with a prompt are commands, the rest is output."""
    if language not in SHELLS:
        return
    has_prompts = language == "console" and any(line.lstrip().startswith("$") for _, line in lines)
    folder = ""
    numbered = iter(lines)
    for number, line in numbered:
        if has_prompts and not _PROMPT.match(line.strip()):
            continue
        text = _whole_command(line.strip(), numbered)
        # A patch in its here-document is a block of the reply already.
        if text and text.split(maxsplit=1)[0] != "apply_patch":
            yield _Command(text, number, folder)
        if _CHANGES_FOLDER.match(text):
            folder = folder or text


def _whole_command(line: str, below: Iterator[tuple[int, str]]) -> str:
    """Return the command that begins at the line, with the lines below that belong to it."""
    text = _without_comment(_PROMPT.sub("", line, count=1))
    while text.endswith("\\") and (following := next(below, None)):
        text = _joined(text[:-1], following[1])
    if heredoc := _HEREDOC.search(text):
        for _, inner in below:
            text += f"\n{inner}"
            if inner.strip() == heredoc["end"]:
                break
    return text


def _joined(line: str, following: str) -> str:
    following = _without_comment(_PROMPT.sub("", following.lstrip(), count=1))
    return f"{line.rstrip()} {following}" if line[-1:].isspace() else line + following


def _without_comment(line: str) -> str:
    """Return the line without the comment at its end; a `#` inside quotes or a word begins none."""
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character == "#" and (index == 0 or line[index - 1].isspace()):
            return line[:index].rstrip()
    return line
