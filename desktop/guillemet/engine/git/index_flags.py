"""Marks that git keeps beside an entry of the index: said with `git add -N`, by a sparse checkout, or by hand.

Here they are high bits of an entry's mode, so that taking a step back brings them back with it; no tree knows them.
"""

import os

import pygit2
from pygit2.ffi import C, ffi

from guillemet.engine.git.trees import TreeFile

INTENT_TO_ADD = 1 << 16
"""Nothing is staged of the file yet."""
SKIP_WORKTREE = 1 << 17
"""The file need not be on the disk."""
ASSUME_UNCHANGED = 1 << 18
_KEPT = SKIP_WORKTREE | ASSUME_UNCHANGED
_MODE = INTENT_TO_ADD - 1

# As libgit2 has them: the first in an entry's flags, the others in its extended flags.
_VALID, _INTENT, _SKIP = 0x8000, 0x2000, 0x4000


def entry(index: pygit2.Index, path: str) -> TreeFile | None:
    """Return what the index holds for a path, marks in its mode; None for nothing, or a conflict."""
    # WORKAROUND pygit2 1.21: its entries know no flags, neither to be read nor to be set.
    found = C.git_index_get_bypath(index._index, os.fsencode(path), 0)  # noqa: SLF001
    if found == ffi.NULL:
        return None
    marks = ASSUME_UNCHANGED if found.flags & _VALID else 0
    marks |= INTENT_TO_ADD if found.flags_extended & _INTENT else 0
    marks |= SKIP_WORKTREE if found.flags_extended & _SKIP else 0
    return TreeFile(bytes(ffi.buffer(ffi.addressof(found, "id"))[:]).hex(), int(found.mode) | marks)


def put(index: pygit2.Index, path: str, file: TreeFile) -> None:
    """Set an entry. The marks of one that is there stay, but for that nothing was staged of it."""
    held = entry(index, path)
    mode = file.mode & _MODE
    marks = file.mode & INTENT_TO_ADD | (held or file).mode & _KEPT
    index.add(pygit2.IndexEntry(path, pygit2.Oid(hex=file.oid), pygit2.enums.FileMode(mode)))
    if not marks:
        return
    name = ffi.new("char[]", os.fsencode(path))
    marked = ffi.new("git_index_entry *", C.git_index_get_bypath(index._index, name, 0)[0])  # noqa: SLF001
    marked.path = name
    marked.flags |= _VALID if marks & ASSUME_UNCHANGED else 0
    marked.flags_extended |= _INTENT if marks & INTENT_TO_ADD else 0
    marked.flags_extended |= _SKIP if marks & SKIP_WORKTREE else 0
    C.git_index_add(index._index, marked)  # noqa: SLF001


def is_same(one: TreeFile | None, other: TreeFile | None) -> bool:
    """Whether two entries hold the same, whatever is said of the file on the disk."""
    if one is None or other is None:
        return one is other
    return (one.oid, one.mode & ~_KEPT) == (other.oid, other.mode & ~_KEPT)
