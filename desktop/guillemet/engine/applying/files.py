"""Where blocks find their files: a protocol, and the files of a mapping in memory."""

from collections.abc import Collection, Mapping
from itertools import islice
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

    def is_same(self, path: str, other: str) -> bool:
        """Whether two paths that differ only in how they are spelled are one file, as on disks that ignore case."""
        ...

    def why_it_can_run(self, path: str) -> str | None:
        """Return in a sentence what of this repository in particular runs or obeys the file; None when nothing does."""
        ...


class MemoryFiles:
    """The files of a mapping from paths to text or bytes."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self._files = files
        self._folders: dict[str, list[str]] | None = None

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, text as UTF-8."""
        content = self._files.get(path)
        if content is None:
            self._refuse_clash(path)
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
        beside = self._beside().get(path.rpartition("/")[0]) or self._files
        contents = (self._files[other] for other in islice(beside, _NEIGHBOURS_ASKED))
        habits = {_has_crlf(content) for content in contents if _has_lines(content)}
        return "\r\n" if habits == {True} else "\n"

    def real_path(self, path: str) -> str:
        """Return the path itself: memory has no links."""
        return path

    def is_same(self, path: str, other: str) -> bool:
        """Whether the paths are equal: in memory case counts."""
        return path == other

    def why_it_can_run(self, path: str) -> str | None:  # noqa: ARG002  as the protocol has it
        """Return None: memory has no configuration."""
        return None

    def _beside(self) -> dict[str, list[str]]:
        """Return the files of each folder; a folder that holds folders only has an empty list."""
        if self._folders is None:
            self._folders = {}
            for path in self._files:
                folder = path.rpartition("/")[0]
                self._folders.setdefault(folder, []).append(path)
                while folder := folder.rpartition("/")[0]:
                    self._folders.setdefault(folder, [])
        return self._folders

    def _refuse_clash(self, path: str) -> None:
        if path in self._beside():
            raise FileError(path, f"{path} is a folder. Name a file in it.")
        above = path
        while above := above.rpartition("/")[0]:
            if above in self._files:
                raise FileError(path, f"{above} is a file, so it cannot hold {path}. Choose another name.")


def _has_lines(content: str | bytes) -> bool:
    return "\n" in content if isinstance(content, str) else b"\n" in content


def _has_crlf(content: str | bytes) -> bool:
    return "\r\n" in content if isinstance(content, str) else b"\r\n" in content
