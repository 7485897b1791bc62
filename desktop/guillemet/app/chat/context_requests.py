"""Wishes about the files of the conversation: what each changes of them, and who is told of it.

They are carried out on plain values, in whatever thread: one about very many files would hold the one that paints.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.app.chat.file_lister import ListedFiles
from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ContextEntry, Use

Entries = dict[str, ContextEntry]
"""The files of the conversation by path, in the order they were added."""
Change = Callable[[Entries], Entries]


class Tells(Enum):
    """Who is told of a wish that was carried out."""

    ALL = "all"
    WHAT_IS_NEW = "what is new"
    LISTING = "listing"


class ContextRequest(Struct, frozen=True):
    """A change of the entries."""

    change: Change
    tells: Tells
    then: list[Callable[[], None]] = field(default_factory=list)
    """Who waits for it."""


class Chosen(Struct, frozen=True):
    """What came of a wish."""

    entries: Entries
    found: ListedFiles
    is_new: bool
    """Whether it is to be told."""
    listing: FileListing | None
    """None where it is as before."""


def carried_out(change: Change, entries: Entries, found: ListedFiles, tells: Tells) -> Chosen:
    """Return what comes of this change."""
    after = change(entries)
    is_new = tells is Tells.ALL or (tells is Tells.WHAT_IS_NEW and after != entries)
    has_listing = tells is not Tells.WHAT_IS_NEW
    listing = found.listing.with_uses({path: one.use for path, one in after.items()}) if has_listing else None
    return Chosen(after, found, is_new, listing)


def entries_of(uses: Mapping[str, Use]) -> Entries:
    """Return these files alone."""
    return {path: ContextEntry(path, use) for path, use in uses.items() if use is not Use.OUT}


def with_use(entries: Entries, *, paths: Sequence[str], use: Use) -> Entries:
    """Return the entries with these files in this use."""
    if use is Use.OUT:
        gone = frozenset(paths)
        return {path: entry for path, entry in entries.items() if path not in gone}
    return entries | {
        path: replace(old, use=use) if (old := entries.get(path)) else ContextEntry(path, use) for path in paths
    }


def with_looks(entries: Entries, *, looks: Mapping[str, ContextEntry]) -> Entries:
    """Return the entries with what was found out about files when they were read."""
    found = {path: replace(look, use=entries[path].use) for path, look in looks.items() if path in entries}
    return entries | found
