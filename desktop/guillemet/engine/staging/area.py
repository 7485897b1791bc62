"""Reads and updates the private ref that holds the review, under a lock that excludes a second writer.

The lock is advisory and released with its process, so a crash never leaves one behind; the compare-and-swap of the ref
protects even against writers that ignore the lock. A ref that this user did not write is never used, since a repository
can be distributed with one: it is renamed, but left by a command that only looks, for it may be another user's review.

`.git/guillemet/states` lists earlier trees of the ref, one hex id a line, the newest last: the review returns to one of
them when a gc removed a part of the current tree. The list is only a hint: a tree counts only when complete and signed.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git import refs, trees
from guillemet.engine.git.objects.durability import share
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.safe_dir import check_own
from guillemet.engine.git.trees import SUBMODULE, TreeFile
from guillemet.engine.paths import folders_of
from guillemet.engine.staging import review_signature
from guillemet.engine.staging.snapshot import (
    Snapshot,
    TakenReply,
    reply_from_json,
    snapshot_from_json,
    snapshot_to_json,
)
from guillemet.engine.staging.steps import StagingStep, from_json, to_json

if TYPE_CHECKING:
    import filelock

MOST = 100
_LINE = re.compile(rb"([0-9a-f]{40})\n")
_LINE_LENGTH = 41
_SAFE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_NOT_YOURS = "The review found here was not written by you on this computer, or by an earlier version of Guillemet."
UNDO_LIMIT = 100
"""Steps that can be undone; older ones are dropped, and git's own gc removes their objects later."""
LOCK_SECONDS = 10.0
"""How long a writer waits for the lock."""
_TREE = 0o040000
_BLOB = 0o100644


class States:
    """The list of earlier trees of one worktree; a file that cannot be read or written is treated as empty."""

    def __init__(self, folder: Path, shared: str) -> None:
        """`shared` is the repository's `core.sharedRepository`."""
        self._place, self._shared = folder / "states", shared

    def add(self, tree: str) -> None:
        """Append a tree before the ref is set to it; the oldest ones are dropped."""
        check_own(self._place.parent.parent, f"{self._place.parent.name}/{self._place.name}")
        with suppress(FileNotFoundError):
            if self._place.lstat().st_nlink > 1:  # the other name may be any file of the user
                self._place.unlink()
        with suppress(OSError):
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | _SAFE
            with os.fdopen(os.open(self._place, flags, 0o600), "r+b") as file:
                kept = b""
                if file.seek(0, os.SEEK_END) >= 2 * MOST * _LINE_LENGTH:
                    file.seek(-MOST * _LINE_LENGTH, os.SEEK_END)
                    kept = file.read()
                    file.truncate(0)
                file.write(kept + tree.encode() + b"\n")
            share(self._place, self._shared)

    def read(self) -> list[str]:
        """Return the trees, newest first."""
        check_own(self._place.parent.parent, f"{self._place.parent.name}/{self._place.name}")
        try:
            with os.fdopen(os.open(self._place, os.O_RDONLY | _SAFE), "rb") as file:
                found = _LINE.findall(file.read(4 * MOST * _LINE_LENGTH))
        except OSError:
            return []
        return list(dict.fromkeys(tree.decode() for tree in reversed(found)))


class Direction(StrEnum):
    """What a pending step was about to do; also its name in the tree."""

    DOING = "doing"
    UNDOING = "undoing"
    REDOING = "redoing"


class Pending(Struct, frozen=True):
    """A step that has begun to change files, for recovery after a crash."""

    direction: Direction
    tree: str


class Ledger(Struct, frozen=True):
    """The content of the ref: the current snapshot and the steps to undo and redo."""

    tree: str | None
    """The tree the ref named when it was read; the compare-and-swap is against it."""
    now: Snapshot
    now_tree: str
    """The tree of `now`."""
    undo: tuple[str, ...] = ()
    """Trees of the steps done, oldest first."""
    redo: tuple[str, ...] = ()
    """Trees of the steps undone, the next one to redo last."""
    pending: Pending | None = None


class KeptStep(Struct, frozen=True):
    """A step and the snapshot that undo (or redo) of it returns to."""

    step: StagingStep
    state: str
    """Tree of that snapshot."""


class StagingArea:
    """The staging area of one worktree."""

    def __init__(self, repository: Repository, *, only_looks: bool = False) -> None:
        """`only_looks` leaves a review that is not ours where it is; then nothing can be stored beside it."""
        self._repository = repository
        self._folder = refs.folder(repository)
        self._lock: filelock.FileLock | None = None
        self._only_looks = only_looks
        self._left: str | None = None
        """The tree of a review that is not ours and was left."""
        self._read: Ledger | None = None
        self._written: tuple[Snapshot, str] | None = None
        """The snapshot that was written last, and its tree."""
        self._is_checked = False
        """Whether the review was found complete since this object was created or the lock was taken."""
        self._below: dict[str, dict[str, bool]] = {}
        """The trees of the review by id, as `trees.ids` returns them."""
        self._has_removed_expired = False
        self._states = States(self._folder, repository.config().get("core.sharedrepository", ""))
        self.notes: list[str] = []
        """Sentences for the user about problems found here; the next review takes and clears them."""

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock; raises RepositoryError when another writer holds it for more than LOCK_SECONDS."""
        import filelock  # noqa: PLC0415  takes a third of the time in which a review is opened, and only writers need it

        if self._lock is None:
            self._lock = filelock.FileLock(self._folder / "lock", timeout=LOCK_SECONDS)
        try:
            refs.drop_left_over(self._repository)
            check_own(self._folder.parent, f"{self._folder.name}/lock")
            is_new = not self._folder.exists()
            self._folder.mkdir(exist_ok=True)
            self._lock.acquire()
            self._is_checked = False
            # Objects of branches, too: a gc that listed the refs before a commit may remove objects after it.
            self._repository.objects.restore()
            if is_new:
                refs.share_folder(self._repository)
        except filelock.Timeout as error:
            message = "Another Guillemet window or command is at work on this repository. Try again when it has ended."
            raise RepositoryError(message) from error
        except OSError as error:
            message = f"The repository's .git folder cannot be written ({error.strerror}). Check its permissions."
            raise RepositoryError(message) from error
        try:
            yield
        finally:
            self._lock.release()

    def load(self) -> Ledger:
        """Return the current content of the ref; raises RepositoryError when it cannot be read."""
        tree = refs.read(self._repository)
        if tree is not None and not (self._is_checked and self._read and self._read.tree == tree):
            tree = self._whole(tree)
            self._is_checked = True
        if self._read is None or self._read.tree != tree:
            if self._read is not None and self._read.tree is not None:
                self._note_put_aside(self._read.tree)
            self._read = self._load(tree)
        return self._read

    def store(
        self,
        before: Ledger,
        now: Snapshot,
        *,
        undo: tuple[str, ...],
        redo: tuple[str, ...],
        pending: Pending | None = None,
    ) -> Ledger:
        """Set the ref to a new content; raises MovedError when it no longer names the tree of `before`."""
        now_tree = before.now_tree if now is before.now and before.now_tree else self.write(now)
        undo = undo[-UNDO_LIMIT:]
        parts = {"now": (now_tree, _TREE)}
        for name, steps in (("undo", undo), ("redo", redo)):
            if steps:
                numbered = {name: (oid, _TREE) for name, oid in _by_number(steps).items()}
                parts[name] = (trees.build(self._repository, numbered), _TREE)
        if pending:
            parts[pending.direction] = (pending.tree, _TREE)
        signed = review_signature.sign(self._repository, parts)
        parts[review_signature.NAME] = (self._repository.write_blob(signed), _BLOB)
        top = trees.build(self._repository, parts)
        # Appended first, so that every tree the ref is set to by this program is in the list.
        self._states.add(top)
        refs.move(self._repository, before.tree, top)
        if not self._has_removed_expired:  # once for each instance
            with suppress(RepositoryError, UnicodeError):  # an unreadable tree may still need them
                below = trees.ids(self._repository, top, self._below)
                self._repository.private.remove_expired(frozenset().union(*below.values()))
                self._has_removed_expired = True
        self._read = Ledger(top, now, now_tree, undo, redo, pending)
        return self._read

    def keep(self, step: StagingStep, state: str) -> str:
        """Write a step, the tree `state` of the snapshot it returns to, and every blob it may need; return its tree."""
        parts = {"step.json": (self._repository.write_blob(to_json(step)), _BLOB), "state": (state, _TREE)}
        if step.contents:
            parts["kept"] = (self._write_kept(step.contents), _TREE)
        return trees.build(self._repository, parts)

    def kept(self, tree: str) -> KeptStep:
        """Return the step that `keep` wrote."""
        with self._readable():
            parts = trees.entries(self._repository, tree)
            step = from_json(self._repository.read_blob(parts["step.json"][0]), StagingStep)
            return KeptStep(step, parts["state"][0])

    def snapshot(self, tree: str) -> Snapshot:
        """Return the snapshot of this tree."""
        with self._readable():
            parts = trees.entries(self._repository, tree)
            return snapshot_from_json(self._repository.read_blob(parts["state.json"][0]))

    def reply(self, oid: str) -> TakenReply:
        """Return a reply of a snapshot."""
        with self._readable():
            return reply_from_json(self._repository.read_blob(oid))

    def write(self, snapshot: Snapshot) -> str:
        """Write a snapshot without moving the ref; return its tree."""
        # A step that changes files writes its snapshot before it begins, and stores it when it is done.
        if self._written is None or self._written[0] is not snapshot:
            self._written = snapshot, self._write(snapshot)
        return self._written[1]

    def _write(self, snapshot: Snapshot) -> str:
        repository = self._repository
        parts = {"state.json": (repository.write_blob(snapshot_to_json(snapshot)), _BLOB)}
        # All of the review that is stored is there, or `load` would have returned to an earlier one.
        before, like = Snapshot(), dict[str, str]()
        if self._read and self._read.now_tree:
            stored = trees.entries(repository, self._read.now_tree)
            before, like = self._read.now, {name: oid for name, (oid, mode) in stored.items() if mode == _TREE}
        sides = {"base": (before.bases, snapshot.bases), "staged": (before.staged, snapshot.staged)}
        private = repository.private.among(file.oid for _, files in sides.values() for file in files.values())
        kept = snapshot.kept | private
        for name, (earlier, now) in sides.items():
            held, files = _without_overlaps(earlier), _without_overlaps(now)
            kept |= {file.oid for path, file in now.items() if path not in files}
            files = {path: file for path, file in files.items() if file.oid not in private}
            changed = {path: files.get(path) for path in held | files if held.get(path) != files.get(path)}
            tree = trees.write_tree(repository, changed, tree=like.get(name, "")) if changed else like.get(name, "")
            if files:
                parts[name] = (tree, _TREE)
        if kept:
            parts["kept"] = (self._write_kept(kept, like=like.get("kept", "")), _TREE)
        if snapshot.replies:
            parts["replies"] = (self._write_names(_by_number(snapshot.replies)), _TREE)
        return trees.build(repository, parts)

    def has_lost_a_part(self) -> bool:
        """Whether objects of the review are missing, so that `load` will return to its last complete state."""
        tree = refs.read(self._repository)
        self._is_checked = False
        return tree is not None and not self._is_whole(tree)

    def _whole(self, tree: str) -> str | None:
        """Return the tree, or the last complete one when a gc of another program removed objects of it."""
        if self._is_whole(tree) or tree not in self._states.read():
            return tree
        with self.locked():
            now = refs.read(self._repository)
            if now != tree:
                return now if now is None else self._whole(now)
            self._repository.objects.restore()
            if self._is_whole(tree):
                return tree
            others = (one for one in self._states.read() if one != tree)
            earlier = next(filter(self._is_whole, others), None)
            if earlier is None:
                refs.drop(self._repository, tree)
            else:
                refs.move(self._repository, tree, earlier)
        self.notes.append(
            "Git removed a part of the review, as it collected garbage while a step was under way. "
            + ("A new review starts; " if earlier is None else "It is as it was before that step; ")
            + "your files are as they were left."
        )
        return earlier

    def _is_whole(self, tree: str) -> bool:
        """Whether every object reachable from a tree exists."""
        try:
            below = trees.ids(self._repository, tree, self._below)
        except (RepositoryError, UnicodeError):
            return False
        missing = self._repository.objects.missing({tree}.union(*below.values()))
        if self._repository.private.among(missing) != frozenset(missing):
            return False
        self._below = below
        return True

    def _load(self, tree: str | None) -> Ledger:
        if tree is None:
            return Ledger(None, Snapshot(), "")
        parts = self._own_parts(tree)
        if parts is None:
            return self._without_foreign(tree)
        now = parts["now"][0]
        return Ledger(
            tree=tree,
            now=self.snapshot(now),
            now_tree=now,
            undo=self._numbered(parts, "undo"),
            redo=self._numbered(parts, "redo"),
            pending=next((Pending(d, parts[d][0]) for d in Direction if d in parts), None),
        )

    def _own_parts(self, tree: str) -> Mapping[str, tuple[str, int]] | None:
        """Return the entries of the ref's tree; None when this user did not write it for this repository."""
        try:
            # For a symbolic ref, `tree` is the name of the other ref.
            if "/" in tree or not trees.is_tree(self._repository, tree):
                return None
            parts = trees.entries(self._repository, tree)
        except RepositoryError as error:
            message = (
                f"The review cannot be read ({str(error).rstrip('.')}). Start again without it, your files stay: "
                f"git update-ref -d {refs.review_ref(self._repository)}"
            )
            raise RepositoryError(message) from error
        return parts if review_signature.is_signed(self._repository, parts) else None

    def _without_foreign(self, tree: str) -> Ledger:
        """Rename a ref that is not this user's review, unless we only look; return the ledger without it."""
        nothing = Ledger(None, Snapshot(), "")
        if self._only_looks:
            if self._left != tree:
                self.notes.append(f"{_NOT_YOURS} It is not used, and stays where it is.")
            self._left = tree
            return nothing
        with self.locked():
            now = refs.read(self._repository)
            if now != tree:
                return self._load(now)
            name = refs.put_aside(self._repository)
        self.notes.append(
            f"{_NOT_YOURS} It is not used; its objects are kept as {name}. To remove them: git update-ref -d {name}"
        )
        return nothing

    def _note_put_aside(self, tree: str) -> None:
        """Say so where the review that was read last now has the name under which others put what is not theirs."""
        if name := refs.name_aside(self._repository, tree):
            reference = refs.review_ref(self._repository)
            self.notes.append(
                "Your review was put aside: Guillemet wrote here for another user, or with another home folder. "
                f"Your files are as you left them. To go on with it: git update-ref {reference} {name}"
            )

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Raise RepositoryError for content that cannot be decoded: it is ours, but of another version."""
        try:
            yield
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            message = (
                "The staging area was written by another version of Guillemet and cannot be read. Use that version, "
                f"or start again with: git update-ref -d {refs.review_ref(self._repository)}"
            )
            raise RepositoryError(message) from error

    def _numbered(self, parts: Mapping[str, tuple[str, int]], name: str) -> tuple[str, ...]:
        if name not in parts:
            return ()
        steps = trees.entries(self._repository, parts[name][0])
        return tuple(steps[number][0] for number in sorted(steps))

    def _write_kept(self, oids: frozenset[str], *, like: str = "") -> str:
        """Write a tree of blobs that may be needed again, each under its id."""
        return self._write_names(dict(zip(oids, oids, strict=True)), like=like)

    def _write_names(self, oids: Mapping[str, str], *, like: str = "") -> str:
        """Write a tree of blobs by name; private ones are entered as submodule commits, which git does not follow."""
        private = self._repository.private.among(oids.values())
        parts = {name: (oid, SUBMODULE if oid in private else _BLOB) for name, oid in oids.items()}
        return trees.build(self._repository, parts, like=like)


def _without_overlaps(files: Mapping[str, TreeFile]) -> dict[str, TreeFile]:
    """Return the files but for those that lie where another one has a folder: no tree can hold both."""
    folders = folders_of(files)
    return {path: file for path, file in files.items() if path not in folders}


def _by_number(oids: tuple[str, ...]) -> dict[str, str]:
    """Return ids by the names under which a tree keeps their order."""
    return {f"{number:04}": oid for number, oid in enumerate(oids, 1)}
