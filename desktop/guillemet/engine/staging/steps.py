"""One step: everything a decision changed outside the staging area, so that it can be taken back and done again.

An effect names both sides, as they really were. Reversing a step swaps the sides. Stored are steps as JSON objects,
effects as arrays: new fields go to the end and have a default.
"""

import json
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.git.trees import TreeFile

_IN_PART = " (in part)"
T = TypeVar("T")


class FileEffect(Struct, frozen=True, array_like=True):
    """A file of the worktree: its content before and after; None where there was none."""

    path: str
    before: TreeFile | None
    after: TreeFile | None
    partner: str = ""
    """The other end of a move: neither is removed before the other stands."""
    permissions: int = 0
    """Of a file that goes, or comes back, as the system names them; 0 when they are the usual ones."""


class IndexSides(Struct, frozen=True, array_like=True):
    """What the index holds of a file before and after."""

    before: TreeFile | None
    after: TreeFile | None


class IndexEffect(Struct, frozen=True, array_like=True):
    """An entry of the index before and after."""

    path: str
    before: TreeFile | None
    after: TreeFile | None

    @property
    def sides(self) -> IndexSides:
        """The effect without its path."""
        return IndexSides(self.before, self.after)


class FolderEffect(Struct, frozen=True, array_like=True):
    """A folder that was made, or removed when empty."""

    path: str
    is_made: bool
    permissions: int = 0
    """Of a folder that goes, or comes back; 0 when they are the usual ones."""


class HeadEffect(Struct, frozen=True, array_like=True):
    """The commit HEAD names before and after, in hex; empty before the first commit."""

    before: str
    after: str
    branch: str = ""
    """The branch that the commit was made on; empty when HEAD was detached."""
    previous: str = ""
    """The branch, or the commit of a detached HEAD, before a new `branch` is made; empty when none is."""
    is_reversed: bool = False
    """Whether the commit is taken back, and the new branch with it."""

    @property
    def start(self) -> str:
        """The commit that a new branch begins at."""
        return self.after if self.is_reversed else self.before

    def reversed(self) -> "HeadEffect":
        """Return the effect that takes this one back."""
        return replace(self, before=self.after, after=self.before, is_reversed=not self.is_reversed)


class StagingStep(Struct, frozen=True):
    """One undoable decision."""

    title: str
    """Such as "Accept 3 files", as it stands beside Undo."""
    files: tuple[FileEffect, ...] = ()
    index: tuple[IndexEffect, ...] = ()
    folders: tuple[FolderEffect, ...] = ()
    head: HeadEffect | None = None
    flow: str = ""
    """Names the reply that it took in, one that came piece by piece; empty for every other step."""
    verb: str = ""
    """Of a step whose title counts its files; empty for all others."""
    count: int = 0
    """How many files that title counts, those included that the step only decides."""

    @property
    def has_effects(self) -> bool:
        """Whether anything outside the staging area changes."""
        return bool(self.files or self.index or self.folders or self.head)

    def reversed(self) -> "StagingStep":
        """Return the step that takes this one back."""
        return replace(
            self,
            files=tuple(replace(e, before=e.after, after=e.before) for e in reversed(self.files)),
            index=tuple(IndexEffect(e.path, e.after, e.before) for e in self.index),
            folders=tuple(replace(e, is_made=not e.is_made) for e in reversed(self.folders)),
            head=self.head and self.head.reversed(),
        )

    def only(self, paths: frozenset[str]) -> "StagingStep":
        """Return the part of this step that concerns these paths; folders and HEAD stay."""
        return replace(
            self,
            files=tuple(e for e in self.files if e.path in paths),
            index=tuple(e for e in self.index if e.path in paths),
        )

    def counting(self, count: int) -> "StagingStep":
        """Return this part of a step with a title that says so: by counting its files where the title does."""
        if not self.verb:
            return replace(self, title=f"{self.title.removesuffix(_IN_PART)}{_IN_PART}")
        only = sorted(self.counted) if count == 1 else []
        what = only[0] if len(only) == 1 else f"{count} {'file' if count == 1 else 'files'}"
        return replace(self, title=f"{self.verb} {what}", count=count)

    @property
    def counted(self) -> frozenset[str]:
        """The paths that a title counts of those the step touches; a move once."""
        return self.paths - {e.path for e in self.files if e.partner and e.after is None}

    @property
    def paths(self) -> frozenset[str]:
        """The paths of every file and index entry the step touches."""
        return frozenset(e.path for e in self.files) | frozenset(e.path for e in self.index)

    @property
    def contents(self) -> frozenset[str]:
        """Ids of the blobs that taking back or doing again may need."""
        sides = [side for e in self.files for side in (e.before, e.after)]
        sides += [side for e in self.index for side in (e.before, e.after)]
        return frozenset(side.oid for side in sides if side)


def to_json(value: object) -> bytes:
    """Return what the staging area stores of a value, as JSON."""
    with suppress(UnicodeEncodeError):
        return msgspec.json.encode(value, order="deterministic")
    # The paths of a repository may hold bytes that are not UTF-8, which JSON can only escape.
    return json.dumps(msgspec.to_builtins(value, order="deterministic")).encode()


def from_json(data: bytes, kind: type[T]) -> T:
    """Return the value of this kind that `to_json` wrote; raises ValueError when it is none."""
    return msgspec.convert(json.loads(data), kind)
