"""The file each block means: guarded, chosen, read once, and held as the blocks leave it."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from guillemet.engine.applying.files import Files
from guillemet.engine.applying.options import ApplyOptions
from guillemet.engine.blocks import EditBlock
from guillemet.engine.errors import BinaryError, EncodingError, FileError, UnsafePathError
from guillemet.engine.matching.lines import Lines
from guillemet.engine.outcomes import Nearest, Reason
from guillemet.engine.paths import KnownPaths, choose_path, guard_path
from guillemet.engine.text import FileText

_CANDIDATES_NAMED = 5
_NEAREST_PATHS = 3
_NEAREST_LEAST = 60
"""Percent of likeness below which a path is not offered."""


class Refused(Exception):  # noqa: N818 - an answer on its way to the outcome, not a fault
    """The block's file cannot be told or used; never leaves this room."""

    def __init__(self, path: str, reason: Reason, message: str, nearest: tuple[Nearest, ...] = ()) -> None:
        super().__init__(message)
        self.path = path
        self.reason = reason
        self.message = message
        self.nearest = nearest


class Sheet:
    """One file as the blocks of a reply leave it."""

    __slots__ = ("_data", "_lines", "_original", "_text", "has_failed", "is_held", "path")

    def __init__(self, path: str, data: bytes | None) -> None:
        self.path = path
        self.has_failed = False
        """Whether a block of this file failed."""
        self.is_held = False
        """Whether its folders are known to be folders."""
        self._original = data
        self._data: bytes | None = data
        self._text = None if data is None else FileText.from_bytes(data)
        self._lines: Lines | None = None

    @property
    def text(self) -> FileText | None:
        """The file's text, None while there is no such file."""
        return self._text

    @text.setter
    def text(self, text: FileText) -> None:
        self._text, self._data, self._lines = text, None, None

    @property
    def lines(self) -> Lines:
        """The file's lines for searching."""
        if self._lines is None:
            self._lines = Lines(self._text.lines if self._text else ())
        return self._lines

    @property
    def data(self) -> bytes | None:
        """The file's bytes, None while there is no such file."""
        if self._data is None and self._text is not None:
            self._data = self._text.to_bytes()
        return self._data

    @property
    def is_changed(self) -> bool:
        """Whether the bytes are others than at first."""
        return self.data != self._original


class Targets:
    """The files of one reply."""

    def __init__(self, files: Files, options: ApplyOptions) -> None:
        self._files = files
        self._options = options
        self._sheets: dict[str, Sheet] = {}
        self._real: dict[str, str] = {}
        self._known: KnownPaths | None = None
        self._folders: frozenset[str] | None = None
        self._filled: set[str] = set()
        """Folders of the files this reply made or changed."""

    @property
    def changed(self) -> Iterable[Sheet]:
        """The files whose bytes are others than at first, in the order in which blocks named them."""
        return (sheet for sheet in self._sheets.values() if sheet.is_changed)

    def named_by(self, block: EditBlock) -> str:
        """Return the path the block is about, as written."""
        only_chat_file = self._options.chat_files[0] if len(self._options.chat_files) == 1 else ""
        return block.path or self._options.path or only_chat_file

    def sheet_of(self, block: EditBlock) -> Sheet:
        """Return the file the block means; raises Refused with the reason when there is none to use."""
        written = self.named_by(block)
        if not written:
            raise Refused("", Reason.NO_PATH, "The block names no file. Put its path on a line of its own before it.")
        try:
            return self._meant(written, is_new=not any(map(str.strip, block.searched)))
        except UnsafePathError as error:
            raise Refused(written, Reason.UNSAFE_PATH, str(error)) from error
        except FileError as error:
            raise Refused(error.path, Reason.UNREADABLE, str(error)) from error

    def hold(self, sheet: Sheet) -> None:
        """Count a file that a block made or changed: its folders are folders from now on."""
        if sheet.text is not None and not sheet.is_held:
            sheet.is_held = True
            self._filled.update(_folders((sheet.path,)))

    def new_file_ending(self, path: str) -> str:
        """Return the line ending a new file at this path takes."""
        return self._files.new_file_ending(path)

    def nearest_paths(self, path: str) -> tuple[Nearest, ...]:
        """Return the files whose paths resemble the one that is missing, best first."""
        found = process.extract(
            path, list(self._names()), scorer=fuzz.ratio, limit=_NEAREST_PATHS, score_cutoff=_NEAREST_LEAST
        )
        return tuple(Nearest(name, line=1, count=0, similarity=score / 100) for name, score, _ in found)

    def _meant(self, written: str, *, is_new: bool) -> Sheet:
        guarded = guard_path(written, root=self._options.root, exists=self._exists)
        if written.endswith(("/", "\\")):
            raise FileError(guarded, f"{guarded}/ names a folder. Name a file in it.")
        exact = self._sheet(guarded)
        if exact.text is not None:
            return exact
        if is_new:
            # A new file may share its name with others in other folders; only case cannot tell two files apart.
            chosen: str | tuple[str, ...] = (*self._paths().differing_in_case(guarded), guarded)[0]
        else:
            chosen = choose_path(guarded, self._paths(), self._options.chat_files)
        if isinstance(chosen, str):
            return exact if chosen == guarded else self._sheet(guard_path(chosen, exists=self._exists))
        named = ", ".join(chosen[:_CANDIDATES_NAMED]) + (", …" if len(chosen) > _CANDIDATES_NAMED else "")
        candidates = tuple(Nearest(path, line=1, count=0, similarity=1) for path in chosen)
        message = f"{written} may be any of {len(chosen)} files: {named}. Write the whole path."
        raise Refused(written, Reason.AMBIGUOUS_PATH, message, candidates)

    def _sheet(self, path: str) -> Sheet:
        real = self._real.get(path)
        if real is None:
            real = self._real[path] = self._files.real_path(path)
        known = self._sheets.get(real)
        if known is None or known.text is None:
            # Also for a file that was missing before: blocks in between may have put another in its way.
            self._refuse_clash(real)
        if known is None:
            try:
                self._sheets[real] = Sheet(real, self._files.read(real))
            except BinaryError as error:
                raise Refused(real, Reason.BINARY, str(error)) from error
            except EncodingError as error:
                raise Refused(real, Reason.ENCODING, str(error)) from error
        return self._sheets[real]

    def _refuse_clash(self, path: str) -> None:
        """Refuse a path that would be a file and a folder at once, seen what this reply made so far."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = self._sheets.get("/".join(parts[:depth]))
            if above is not None and above.text is not None:
                raise FileError(path, f"{above.path} is a file, so it cannot hold {path}. Choose another name.")
        if path in self._filled:
            raise FileError(path, f"This reply puts files into {path}, so it is a folder. Choose another name.")

    def _names(self) -> Iterable[str]:
        created = (path for path, sheet in self._sheets.items() if sheet.text is not None)
        return dict.fromkeys((*self._files.names(), *created))

    def _paths(self) -> KnownPaths:
        if self._known is None:
            self._known = KnownPaths(self._files.names())
        return self._known

    def _exists(self, path: str) -> bool:
        """Whether the path is a file or a folder, as far as it can be told without touching more than that file."""
        if path in self._paths() or path in self._sheets:
            return True
        if self._folders is None:
            self._folders = frozenset(_folders(self._names()))
        if path in self._folders:
            return True
        try:
            return self._files.read(path) is not None
        except FileError:
            # A folder, a link, a file without permission: something of that name is there.
            return True


def _folders(paths: Iterable[str]) -> Iterable[str]:
    seen: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in seen:
            seen.add(folder)
            folder = folder.rpartition("/")[0]
    return seen
