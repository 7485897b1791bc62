"""Git trees made and read by name: files at nested paths, and flat trees of named parts."""

from collections.abc import Mapping

import pygit2
from msgspec import Struct
from pygit2.enums import FileMode, ObjectType

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.repository import Repository

FILE = int(FileMode.BLOB)
EXECUTABLE = int(FileMode.BLOB_EXECUTABLE)
LINK = int(FileMode.LINK)
SUBMODULE = int(FileMode.COMMIT)
FOLDER = int(FileMode.TREE)


class TreeFile(Struct, frozen=True, array_like=True):
    """A file's content and kind, as trees and the index name them."""

    oid: str
    """Hex id of the blob."""
    mode: int = FILE
    """FILE, EXECUTABLE or LINK, or a submodule, as git writes them: 0o100644, 0o100755, 0o120000, 0o160000."""


def has_same_bytes(one: TreeFile | None, other: TreeFile | None) -> bool:
    """Whether both hold the same, or neither is a file that has an id; their modes may differ."""
    return (one.oid if one else "") == (other.oid if other else "")


_EMPTY = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
"""The tree without entries."""


def write_tree(repository: Repository, files: Mapping[str, TreeFile | None], *, tree: str = "") -> str:
    """Write the tree that holds these files at their paths, folders nested; return its hex id.

    They replace those of another tree, if one is given, or remove them for None; other folders are taken over unread.
    A file in the place of a folder replaces it, and the other way round.
    """
    with repository_faults("The tree cannot be written"):
        return _changed(repository, tree, files)


def read_tree(repository: Repository, oid: str) -> dict[str, TreeFile]:
    """Return every file below this tree by its path."""
    found: dict[str, TreeFile] = {}
    with repository_faults("The tree cannot be read"):
        _collect(_tree(repository, oid), "", found)
    return found


def build(repository: Repository, parts: Mapping[str, tuple[str, int]], *, like: str = "") -> str:
    """Write one flat tree of named blobs and trees (hex id, mode); return its hex id.

    What the tree `like` holds under the same name is known to git, and not checked again.
    """
    known = entries(repository, like) if like else {}
    with repository_faults("The tree cannot be written"):
        held = {name: part for name, part in parts.items() if known.get(name) == part}
        return _put(repository, held, {name: part for name, part in parts.items() if name not in held})


def encoded(entries: Mapping[str, tuple[str, int]]) -> bytes:
    """Return the bytes of a tree: mode, name and id of each entry, folders in order as if a slash followed them."""
    lines: dict[bytes, bytes] = {}
    for written, (oid, mode) in entries.items():
        name = written.encode("utf-8", "surrogateescape")
        lines[name + b"/" if mode == FOLDER else name] = b"%o %s\0%s" % (mode, name, bytes.fromhex(oid))
    return b"".join(lines[key] for key in sorted(lines))


def ids(repository: Repository, tree: str, known: Mapping[str, dict[str, bool]]) -> dict[str, dict[str, bool]]:
    """Return by id every tree below this one, itself too, as what it holds: ids, and whether they are trees.

    Those that are `known` are not read again.
    """
    found: dict[str, dict[str, bool]] = {}
    left = [tree]
    while left:
        oid = left.pop()
        if oid not in found:
            held = known.get(oid)
            if held is None:
                held = {one: mode == FOLDER for one, mode in entries(repository, oid).values()}
            found[oid] = held
            left += [one for one, is_folder in held.items() if is_folder]
    return found


def is_tree(repository: Repository, oid: str) -> bool:
    """Whether the object of this hex id is a tree; raises RepositoryError when it cannot be read."""
    with repository_faults("The object cannot be read"):
        return isinstance(repository.handle[pygit2.Oid(hex=oid)], pygit2.Tree)


def entries(repository: Repository, tree: str) -> dict[str, tuple[str, int]]:
    """Return the named parts (hex id, mode) of one tree, folders not entered."""
    with repository_faults("The tree cannot be read"):
        return {_name(entry): (str(entry.id), int(entry.filemode)) for entry in _tree(repository, tree)}


def changed_tree(repository: Repository, tree: str, files: Mapping[str, TreeFile | None]) -> str:
    """Write a tree as `write_tree` does, for git: every content is published. `tree` is empty for none."""
    repository.publish(file.oid for file in files.values() if file)
    return write_tree(repository, files, tree=tree)


def _changed(repository: Repository, tree: str, files: Mapping[str, TreeFile | None]) -> str:
    below = _by_first_name(files)
    held = entries(repository, tree) if tree else {}
    added: dict[str, tuple[str, int]] = {}
    for name, inside in below.items():
        if None in inside:
            held.pop(name, None)
            if file := inside.pop(None):
                added[name] = (file.oid, file.mode)
        there = _folder_at(held, name)
        if not there and not any(inside.values()):
            continue  # nothing to write, and nothing to remove
        if name in added:
            raise RepositoryError(f"{name} cannot be a file and a folder at once.")
        held.pop(name, None)
        inner = {rest: file for rest, file in inside.items() if rest is not None}
        folder = _changed(repository, there, inner)
        if folder != _EMPTY:
            added[name] = (folder, FOLDER)
    return _put(repository, held, added)


def _folder_at(held: Mapping[str, tuple[str, int]], name: str) -> str:
    """Return the hex id of the folder of this name; empty where there is none."""
    oid, mode = held.get(name, ("", 0))
    return oid if mode == FOLDER else ""


def _by_first_name(files: Mapping[str, TreeFile | None]) -> dict[str, dict[str | None, TreeFile | None]]:
    """Return the files of each entry of a folder by the rest of their paths; None for the entry itself."""
    below: dict[str, dict[str | None, TreeFile | None]] = {}
    for path, file in files.items():
        name, slash, rest = path.partition("/")
        below.setdefault(name, {})[rest if slash else None] = file
    return below


def _put(repository: Repository, held: Mapping[str, tuple[str, int]], added: Mapping[str, tuple[str, int]]) -> str:
    """Write a tree of entries that git is known to have, and of others; return its hex id."""
    try:
        _check(repository, added)
    except pygit2.GitError:
        if not repository.objects.restore():
            raise
        _check(repository, added)
    return repository.objects.write(ObjectType.TREE, encoded({**held, **added}))


def _check(repository: Repository, added: Mapping[str, tuple[str, int]]) -> None:
    """Raise what libgit2 raises for names that git refuses, and for what is not kept."""
    builder = repository.handle.TreeBuilder()
    for name, (oid, mode) in added.items():
        builder.insert(name, pygit2.Oid(hex=oid), mode)


def _tree(repository: Repository, oid: str) -> pygit2.Tree:
    tree = repository.handle[pygit2.Oid(hex=oid)]
    if not isinstance(tree, pygit2.Tree):
        raise RepositoryError(f"Object {oid} is not a tree. The repository may be damaged: run git fsck.")
    return tree


def _collect(tree: pygit2.Tree, prefix: str, found: dict[str, TreeFile]) -> None:
    for entry in tree:
        path = prefix + _name(entry)
        if isinstance(entry, pygit2.Tree):
            _collect(entry, path + "/", found)
        else:
            found[path] = TreeFile(str(entry.id), int(entry.filemode))


def _name(entry: pygit2.Object) -> str:
    return entry.raw_name.decode("utf-8", "surrogateescape") if entry.raw_name is not None else ""
