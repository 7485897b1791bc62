"""What a reader knows before the reply comes."""

from collections.abc import Callable, Collection

from msgspec import Struct

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.catalogue import format_named


def slashed(path: str) -> str:
    """Return the path with slashes for back-slashes and without `./` before it, as files are listed."""
    return path.replace("\\", "/").removeprefix("./")


def among(known: Collection[str]) -> Callable[[str], bool]:
    """Return whether a path, also with back-slashes or `./` before it, is one of those known."""

    def is_file(path: str) -> bool:
        return path in known or slashed(path) in known

    return is_file


def are_files_wanted(*names: FormatName | None) -> bool:
    """Whether one of the formats has whole files for blocks."""
    return any(name is not None and format_named(name).is_listing for name in names)


class ReplyContext(Struct, frozen=True):
    """What a reader knows of the place where the reply was written."""

    exists: Callable[[str], bool]
    """Whether a path names a file; asked about lines near a block only."""
    chat_files: tuple[str, ...] = ()
    """The files in the conversation."""
    path: str = ""
    """The file of a reply that names none."""
    only: FormatName | None = None
    """The one format that is read; all of them when None."""
    asked: FormatName | None = None
    """The format that the conversation asked for; others are read all the same."""

    @property
    def wants_files(self) -> bool:
        """Whether listings are there to be whole files, so that any path line above one counts."""
        return are_files_wanted(self.only, self.asked)

    @property
    def reads_only_files(self) -> bool:
        """Whether nothing but listings is read."""
        return are_files_wanted(self.only)

    @property
    def only_file(self) -> str:
        """The file a block means that names none; empty when there is no telling."""
        if self.path or len(self.chat_files) != 1:
            return self.path
        return self.chat_files[0]
