r"""The guard every path of a reply passes before anything is read or written, and the choice of the file it means.

Pure and lexical: nothing here touches a disk, so links are resolved elsewhere, after this guard. Paths are compared
component by component, never by prefix.

    written ──▶ refuse what no name may hold (control characters, lone surrogates, too long)
            ──▶ absolute inside a root: made relative; any other absolute path, drive, share, `~`: refused
            ──▶ back-slashes: kept when such a file exists, else read as slashes, unless they may be escapes; before
                underscores only, they are escapes unless the folder before them exists
            ──▶ each component: no `..`, nothing of dots alone, no `.git` in any disguise
            ──▶ slashes, no `./`, relative

Names that only Windows cannot hold (`aux.c`, `a:b`, a trailing dot) are refused on Windows only: repositories made
elsewhere hold such files, and there they are harmless.
"""

import re
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterable
from itertools import accumulate

from msgspec import Struct

from guillemet.engine.errors import UnsafePathError
from guillemet.engine.patterns import lazy_pattern

LONGEST_PATH = 4096
"""In UTF-8 bytes, as on Linux."""
LONGEST_NAME = 255
"""Of one component, in UTF-8 bytes."""

ESCAPED_OR_SEPARATED = lazy_pattern(r"[^\\/_]+(?:\\_[^\\/_]+)+")
r"""A path such as `src\_rates.py`: a file in a folder, or a name whose underscores are escaped for Markdown."""

_SEPARATORS = lazy_pattern(r"[/\\]")
# Before a letter a back-slash separates; before other signs it may be an escape of Markdown or a shell.
_ESCAPE = lazy_pattern(r"\\(?![\w.@-])")
_CONTROL = lazy_pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_DIRECTION = lazy_pattern("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_DRIVE = lazy_pattern(r"[A-Za-z]:")
_ELSEWHERE = lazy_pattern(r"~|[A-Za-z]:")
_ADDRESS = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]+:[/\\]{2}")
# 8.3 names of .git: git~1 and, where those are taken, two letters, a hash and a number.
_SHORT_GIT = lazy_pattern(r"git~[0-9]+|gi[0-9a-f]{4}~[0-9]+")
# Ignored when HFS+ or a reader compares names: format characters, fillers, variation selectors, tags.
_IGNORABLE = lazy_pattern(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_ABSOLUTE_DRIVE = lazy_pattern(r"[A-Za-z]:[/\\]")
_FILE_ADDRESS = lazy_pattern(r"file://(?=/)", re.IGNORECASE)
_DIFF_PREFIXES = ("a/", "b/")
_MOST_ENDINGS = 40
"""Folders at the end of an absolute path that are looked for."""
_ESCAPED = lazy_pattern(r"(?:%[0-9A-Fa-f]{2})+")
_RESERVED_ON_WINDOWS = lazy_pattern(r"(?i:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:[.:].*)?")
_NOT_ON_WINDOWS = lazy_pattern(r'[<>:"|?*]')


def _nothing_exists(_path: str) -> bool:
    return False


def guard_path(
    written: str,
    *,
    root: str | tuple[str, ...] = "",
    exists: Callable[[str], bool] = _nothing_exists,
    windows: bool = sys.platform == "win32",
) -> str:
    """Return the path relative to the worktree, with slashes; raise UnsafePathError when it may not be used.

    `root` is one or more absolute folders, Windows or not, that stand for the worktree. `exists` tells whether a
    relative path is a file or folder of the worktree; it is asked only about paths with back-slashes.
    """
    _refuse_bad_text(written)
    roots = tuple(filter(None, (root,) if isinstance(root, str) else root))
    is_from_windows = windows or any(_is_windows_root(one) for one in roots)
    relative = _relative(written, roots)
    if "\\" in relative:
        relative = _without_backslashes(written, relative, exists=exists, is_from_windows=is_from_windows)
    parts = _names(relative.split("/"))
    if not any(map(str.strip, parts)):
        raise UnsafePathError(written, "The path names the repository itself. Name a file inside it.")
    if _ELSEWHERE.match(parts[0]):
        # Behind `./` or the root it was no start yet, and joining the path later would take it for one.
        raise UnsafePathError(written, "The path starts in a home folder or on a drive. Write it relative to the root.")
    for part in parts:
        for piece in part.split("\\"):
            _refuse_bad_part(written, piece)
        if windows:
            _refuse_on_windows(written, part)
    return "/".join(parts)


def _names(parts: Iterable[str]) -> list[str]:
    """Return the parts of a path that name something."""
    return [part for part in parts if part not in ("", ".")]


def _refuse_bad_text(written: str) -> None:
    if not written.strip():
        raise UnsafePathError(written, "The path is empty. Name a file.")
    if _CONTROL.search(written):
        raise UnsafePathError(written, "The path holds control characters. Name the file without them.")
    if _DIRECTION.search(written):
        raise UnsafePathError(written, "The path holds hidden characters that turn the direction of text.")
    if _SURROGATE.search(written):
        raise UnsafePathError(written, "The path is not valid Unicode text.")
    if len(written) > LONGEST_PATH or len(written.encode()) > LONGEST_PATH:
        raise UnsafePathError(written, f"The path is longer than {LONGEST_PATH:,} bytes.")


def _is_windows_root(root: str) -> bool:
    return bool(_DRIVE.match(root)) or root.startswith("\\\\")


def _relative(written: str, roots: Iterable[str]) -> str:
    """Return the path without the root it starts with; refuse every other absolute path."""
    if written.startswith("~"):
        raise UnsafePathError(written, "The path starts in a home folder. Write it relative to the repository.")
    if _ADDRESS.match(written):
        raise UnsafePathError(written, "That is an address, not a path inside the repository.")
    if not (written.startswith(("/", "\\")) or _DRIVE.match(written)):
        return written
    for root in roots:
        inside = _inside(written, root)
        if inside is not None:
            return inside
    raise UnsafePathError(
        written, "The path is absolute and leads out of the repository. Write it relative to its root."
    )


def _inside(written: str, root: str) -> str | None:
    """Return what follows the root's components, or None when the path lies elsewhere."""
    is_windows = _is_windows_root(root)
    if is_windows != _is_windows_root(written):
        return None
    path_parts = _components(written, is_windows=is_windows)
    root_parts = _components(root, is_windows=is_windows)
    head = path_parts[: len(root_parts)]
    if ".." in path_parts:
        return None
    if is_windows:
        head, root_parts = [part.casefold() for part in head], [part.casefold() for part in root_parts]
    return "/".join(path_parts[len(root_parts) :]) if head == root_parts else None


def _components(path: str, *, is_windows: bool) -> list[str]:
    parts = _SEPARATORS.split(path) if is_windows else path.split("/")
    # The two leading separators of a share are one empty component, so that C:\x and \\C:\x differ.
    share = [""] if is_windows and not _DRIVE.match(path) else []
    return share + _names(parts)


def _without_backslashes(written: str, relative: str, *, exists: Callable[[str], bool], is_from_windows: bool) -> str:
    """Return the path as the worktree explains its back-slashes."""
    if ESCAPED_OR_SEPARATED.fullmatch(relative) and not exists(relative.partition("\\")[0]):
        return relative.replace("\\_", "_")
    parts = _names(_SEPARATORS.split(relative))
    for part in parts:
        _refuse_bad_part(written, part)
    slashed = "/".join(parts)
    if is_from_windows:
        return slashed
    if exists(relative):
        return relative
    if any(exists("/".join(parts[:count])) for count in range(len(parts), 0, -1)):
        return slashed
    if _ESCAPE.search(relative):
        raise UnsafePathError(
            written, "The path holds back-slashes, and no file or folder explains them. Write slashes."
        )
    return slashed


def _refuse_bad_part(written: str, part: str) -> None:
    if part == ".." or (len(part) > 1 and not part.strip(". ")):
        raise UnsafePathError(written, "The path climbs out of its folder. Write it relative to the repository's root.")
    if _is_git_folder(part):
        raise UnsafePathError(written, "The path leads into .git, which belongs to git alone.")
    if len(part.encode()) > LONGEST_NAME:
        raise UnsafePathError(written, f"A name in the path is longer than {LONGEST_NAME} bytes.")


def _is_git_folder(part: str) -> bool:
    """Whether some system reads the name as .git: case, ignorable code points, streams, trailing dots, 8.3 names."""
    if part.isascii() and "i" not in part.lower():
        return False
    plain = _IGNORABLE.sub("", unicodedata.normalize("NFKC", _IGNORABLE.sub("", part))).casefold()
    plain = plain.split(":", 1)[0].rstrip(". ")
    return plain == ".git" or bool(_SHORT_GIT.fullmatch(plain))


def _refuse_on_windows(written: str, part: str) -> None:
    if _RESERVED_ON_WINDOWS.fullmatch(part) or _NOT_ON_WINDOWS.search(part) or part.endswith((".", " ")):
        raise UnsafePathError(written, "Windows cannot hold a file of this name.")


class KnownPaths(Struct):
    """The files of a repository, indexed to tell which one a reply means."""

    _known: Collection[str]
    _by_case: dict[str, list[str]] | None = None
    _by_name: dict[str, list[str]] | None = None

    def spelled_alike(self, written: str) -> tuple[str, ...]:
        """Return the paths equal to the written one but for case, or for how Unicode composes a letter."""
        if self._by_case is None:
            self._by_case = _grouped(self._known, _plainly)
        return tuple(self._by_case.get(_plainly(written), ()))

    def ending_with(self, written: str) -> tuple[str, ...]:
        """Return the paths whose last components are those of the written one."""
        if self._by_name is None:
            self._by_name = _grouped(self._known, _name)
        tail = "/" + written
        return tuple(path for path in self._by_name.get(_name(written), ()) if path.endswith(tail))

    def __contains__(self, path: object) -> bool:
        return path in self._known


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return every folder that one of these paths lies in, however deep: an empty one for files that lie in none."""
    folders = {path.rpartition("/")[0] for path in paths}  # far fewer than paths
    return {above for folder in folders for above in accumulate(folder.split("/"), "{}/{}".format)}


def choose_path(
    written: str, known: Collection[str] | KnownPaths, chat_files: Collection[str] = ()
) -> str | tuple[str, ...]:
    """Return the file a guarded path means: itself when nothing else fits, or every candidate when several do.

    The exact path wins; then the only file spelled alike; then the only file of the conversation, then of the
    repository, whose path ends with the written one.
    """
    if written in known or written in chat_files:
        return written
    paths = known if isinstance(known, KnownPaths) else KnownPaths(known)
    chat = KnownPaths(chat_files)
    for found in (paths.spelled_alike(written), chat.ending_with(written), paths.ending_with(written)):
        if len(found) == 1:
            return found[0]
        if found:
            return tuple(sorted(found))
    return written


def without_prefix(path: str, *, root: str) -> str:
    """Return a guarded path without the `a/` or `b/` of a diff, or the name of the root's own folder, in front.

    It comes back as it is when none of them stands there.
    """
    own_name = next(reversed(_names(_SEPARATORS.split(root))), "")
    prefixes = (*_DIFF_PREFIXES, f"{own_name}/") if own_name else _DIFF_PREFIXES
    return next((path.removeprefix(one) for one in prefixes if path.startswith(one)), path)


def endings(written: str) -> tuple[str, ...]:
    """Return what an absolute path of another machine may name inside a repository, the longest first, not guarded.

    Raises UnsafePathError for a path that is not absolute, and for one that climbs or leads into .git anywhere.
    """
    path = written
    if is_address := _FILE_ADDRESS.match(written):
        # The drive of Windows stands behind a third slash.
        path = re.sub(r"\A/(?=[A-Za-z]:)", "", _ESCAPED.sub(_unescaped, written[is_address.end() :]))
    is_windows = bool(_ABSOLUTE_DRIVE.match(path)) or path.startswith("\\\\")
    if not (is_windows or path.startswith("/")):
        raise UnsafePathError(written, "The path is not absolute. Write it relative to the repository's root.")
    parts = _names(_SEPARATORS.split(path) if is_windows else path.split("/"))[is_windows:]
    guard_path("/".join(parts) or ".", exists=lambda _: True)
    return tuple("/".join(parts[start:]) for start in range(max(len(parts) - _MOST_ENDINGS, 0), len(parts)))


def _unescaped(escaped: re.Match[str]) -> str:
    return bytes.fromhex(escaped[0].replace("%", "")).decode(errors="replace")


def has_only_a_slash_in_front(written: str) -> bool:
    """Whether the path would be relative without its first character."""
    return written[:1] == "/" and written[1:2] not in ("/", "\\", "")


def _plainly(path: str) -> str:
    """Return the path without what a Mac, or a person typing it again, may write otherwise."""
    if path.isascii():
        return path.casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _grouped(paths: Iterable[str], key: Callable[[str], str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for path in paths:
        groups.setdefault(key(path), []).append(path)
    return groups
