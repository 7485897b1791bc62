"""Where blocks find their files: a protocol, and the files of a mapping in memory."""

from collections.abc import Collection, Mapping
from typing import Protocol

from guillemet.engine.errors import FileError

_NEIGHBOURS_ASKED = 20


class Files(Protocol):
    """The files a reply is applied to; every path given has passed the path guard."""

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, None when there is no such file; raises FileError when it cannot be read."""
        ...

    def names(self) -> Collection[str]:
        """Return the path of every file that a reply may mean loosely."""
        ...

    def new_file_ending(self, path: str) -> str:
        """Return the line ending a new file at this path takes."""
        ...

    def real_path(self, path: str) -> str:
        """Return the path behind links; raises UnsafePathError when it leads out of the repository."""
        ...


class MemoryFiles:
    """The files of a mapping from paths to text or bytes."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self._files = files

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, text as UTF-8."""
        content = self._files.get(path)
        if not isinstance(content, str):
            return content
        try:
            return content.encode()
        except UnicodeEncodeError as error:
            raise FileError(path, f"The text of {path} holds half of a character and cannot be edited.") from error

    def names(self) -> Collection[str]:
        """Return every path of the mapping."""
        return self._files.keys()

    def new_file_ending(self, path: str) -> str:
        """Return CRLF when the files of the same folder have it, or all files where that folder is new."""
        folder = path.rpartition("/")[0]
        beside = [other for other in self._files if other.rpartition("/")[0] == folder]
        asked = (beside or list(self._files))[:_NEIGHBOURS_ASKED]
        contents = [self.read(other) or b"" for other in asked if self._is_whole(other)]
        with_lines = [content for content in contents if b"\n" in content]
        return "\r\n" if with_lines and all(b"\r\n" in content for content in with_lines) else "\n"

    def real_path(self, path: str) -> str:
        """Return the path itself: memory has no links."""
        return path

    def _is_whole(self, path: str) -> bool:
        content = self._files[path]
        return isinstance(content, bytes) or content.isascii()
