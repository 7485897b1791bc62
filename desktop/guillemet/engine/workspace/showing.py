"""Files as they lie in the worktree, for a model to see: their text, and the id by which their bytes are kept."""

from collections.abc import Iterable

from msgspec import Struct

from guillemet.engine.errors import FileError, NotTextError
from guillemet.engine.paths import guard_path
from guillemet.engine.text import FileText
from guillemet.engine.workspace.desk import Desk

LARGEST = 2_000_000
"""Bytes of a file that is still shown to a model."""


class PresentFile(Struct, frozen=True):
    """A file as it lies in the worktree now."""

    path: str
    text: str = ""
    """With LF only; empty when there is a problem."""
    oid: str = ""
    """The blob id of its bytes, which are kept in git's object store; empty when there is a problem."""
    problem: str = ""
    """Why it cannot be shown, in a sentence; empty when it can."""
    data: bytes = b""
    """The bytes of what is no text; empty otherwise."""


def present_files(desk: Desk, paths: Iterable[str]) -> tuple[PresentFile, ...]:
    """Read these files, and keep their bytes as the base of what a model will propose for them."""
    return tuple(_present(desk, path) for path in paths)


def _present(desk: Desk, path: str) -> PresentFile:
    try:
        place = desk.worktree.real_path(guard_path(path))
        data = desk.worktree.read(place)
    except FileError as error:
        return PresentFile(path, problem=str(error))
    if data is None:
        return PresentFile(path, problem=f"{path} is not there any more. Drop it from the conversation.")
    if len(data) > LARGEST:
        size = len(data) / 1e6
        return PresentFile(path, problem=f"{path} is too large to be sent ({size:.1f} MB). Send a part of it by hand.")
    try:
        text = FileText.from_bytes(data).text
    except NotTextError as error:
        return PresentFile(path, problem=str(error), data=data)
    return PresentFile(path, text, desk.repository.write_blob(data))
