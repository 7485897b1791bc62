r"""Which line ending a new file takes.

In this order: the `eol` attribute; the nearest `.editorconfig` that says `end_of_line` for the path; `core.autocrlf`
and `core.eol`; what most files beside it use, looking upwards from its folder; `\n`.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from guillemet.engine.patterns import lazy_pattern

Ending = Literal["\n", "\r\n"]

_NAMES: dict[str, Ending] = {"lf": "\n", "crlf": "\r\n"}
_NEIGHBOURS = 20
"""Files looked at in one folder."""
_HEAD = 8_192
"""Bytes looked at in one file."""
_LONGEST_EDITORCONFIG = 1_000_000
_PIECES = lazy_pattern(r"\\.|\*\*/|\*\*|\*|\?|\[!?[^\]/]+\]|\{-?\d+\.\.-?\d+\}|[{},]|[^\\*?\[{},]+|.", re.DOTALL)
"""Of a glob: escaped character, wildcard, set, range of numbers, choice, text."""
_WILD = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_CHOICE = {"{": "(?:", ",": "|", "}": ")"}


def new_file_ending(
    root: Path, path: str, *, eol: str | bool | None, is_text: bool, config: Mapping[str, str]
) -> Ending:
    """Return the ending for a new file; `eol` and `is_text` are what the git attributes say of its path."""
    if isinstance(eol, str) and eol in _NAMES:
        return _NAMES[eol]
    return (
        _by_editorconfig(root, path)
        or _by_config(config)
        or _by_neighbours(root, path)
        or ("\r\n" if is_text and os.linesep == "\r\n" else "\n")
    )


def _by_config(config: Mapping[str, str]) -> Ending | None:
    conversion = config.get("core.autocrlf", "").lower()
    if conversion == "input":
        return "\n"
    if conversion in ("true", "yes", "on", "1"):
        return "\r\n"
    return _NAMES.get(config.get("core.eol", "").lower())


def _by_neighbours(root: Path, path: str) -> Ending | None:
    suffix = Path(path).suffix
    for folder in _folders_above(root, path):
        counts: dict[Ending, int] = {"\n": 0, "\r\n": 0}
        for data in _heads(folder, suffix):
            pairs = data.count(b"\r\n")
            counts["\r\n"] += pairs
            counts["\n"] += data.count(b"\n") - pairs
        if any(counts.values()):
            return "\r\n" if counts["\r\n"] > counts["\n"] else "\n"
    return None


def _folders_above(root: Path, path: str) -> Iterator[Path]:
    """Yield the folder of the path, then each one above it, to the root; those without links only."""
    parts = path.split("/")[:-1]
    for count in range(len(parts), -1, -1):
        folder = root.joinpath(*parts[:count])
        if folder.is_dir() and not any(root.joinpath(*parts[:depth]).is_symlink() for depth in range(1, count + 1)):
            yield folder


def _heads(folder: Path, suffix: str) -> Iterator[bytes]:
    """Yield the first bytes of text files in the folder, those of the same suffix first."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208  names only, without an object each
    except OSError:
        return
    names.sort(key=lambda name: Path(name).suffix != suffix)
    looked_at = 0
    for name in names:
        data = _read(folder / name, _HEAD)
        if data and b"\0" not in data:
            yield data
            looked_at += 1
        if looked_at == _NEIGHBOURS:
            return


def _read(path: Path, limit: int) -> bytes | None:
    """Return the first bytes of an ordinary file; None for links, folders, pipes and what cannot be read."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        with path.open("rb") as file:
            return file.read(limit)
    except OSError:
        return None


def _by_editorconfig(root: Path, path: str) -> Ending | None:
    for folder in _folders_above(root, path):
        data = _read(folder / ".editorconfig", _LONGEST_EDITORCONFIG)
        if data is None:
            continue
        inner = path if folder == root else path[len(folder.relative_to(root).as_posix()) + 1 :]
        ending, is_top = _look_up(data.decode("utf-8", "replace"), inner)
        if ending is not None or is_top:
            return ending
    return None


def _look_up(text: str, path: str) -> tuple[Ending | None, bool]:
    """Return what one .editorconfig says of the path (the last word counts), and whether it is the topmost."""
    ending: Ending | None = None
    is_top = False
    applies: bool | None = None  # None: before the first section
    for line in map(str.strip, text.lstrip("\ufeff").splitlines()):
        if line.startswith("[") and line.endswith("]"):
            applies = _matches(line[1:-1], path)
            continue
        key, _, value = line.lower().partition("=")
        if applies is None:
            is_top = is_top or (key.rstrip(), value.lstrip()) == ("root", "true")
        elif applies and key.rstrip() == "end_of_line":
            ending = _NAMES.get(value.lstrip())
    return ending, is_top


def _matches(pattern: str, path: str) -> bool:
    if "/" not in pattern:
        pattern = "**/" + pattern
    try:
        return re.fullmatch(_regular_expression(pattern.lstrip("/")), path) is not None
    except re.error:
        return False


def _regular_expression(pattern: str) -> str:
    """Return the glob of an .editorconfig section as a regular expression."""
    has_choice = pattern.count("{") == pattern.count("}") and "," in pattern
    depth = 0
    parts: list[str] = []
    for piece in _PIECES.findall(pattern):
        if piece in _CHOICE and (depth or (has_choice and piece == "{")):
            depth += {"{": 1, ",": 0, "}": -1}[piece]
            parts.append(_CHOICE[piece])
        else:
            parts.append(_translated(piece))
    return "".join(parts)


def _translated(piece: str) -> str:
    if piece in _WILD:
        return _WILD[piece]
    if len(piece) > 1 and piece[0] == "{":
        return r"[+-]?\d+"
    if len(piece) > 1 and piece[0] == "[":
        inner = re.escape(piece[1:-1]).replace(r"\-", "-")
        return f"[^{inner[1:]}]" if inner.startswith("!") else f"[{inner}]"
    return re.escape(piece.removeprefix("\\"))
