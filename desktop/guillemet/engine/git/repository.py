"""One repository and its worktree: opened, checked and read.

Opening runs nothing: libgit2 starts no hook, no filter and no fsmonitor, and its check of the owner stays on.
"""

import hashlib
import os
import stat
from collections.abc import Hashable, Iterable
from pathlib import Path

import pygit2
from msgspec import Struct
from pygit2.enums import FileMode, ObjectType

from guillemet.engine.errors import (
    BareRepositoryError,
    NoIdentityError,
    NoRepositoryError,
    RepositoryError,
    UntrustedRepositoryError,
)
from guillemet.engine.git.error_mapping import FOREIGN, reason, repository_faults
from guillemet.engine.git.git_command import Configuration, Setting, stamp
from guillemet.engine.git.newlines import Ending, new_file_ending
from guillemet.engine.git.objects.durability import is_flushed
from guillemet.engine.git.objects.loose_objects import blob_id
from guillemet.engine.git.objects.object_store import BlobCache, ObjectStore
from guillemet.engine.git.objects.private_contents import PrivateContents
from guillemet.engine.paths import folders_of
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.review import Head

MAIN = "main"
"""Name of the worktree that is not a linked one."""

_UNREADABLE = "The repository's index cannot be read"
_NOT_IN_REFS = lazy_pattern(r"[^A-Za-z0-9_-]")


class Rules(Struct, frozen=True):
    """Files of rules for paths, one in any folder of the worktree and one in the repository."""

    name: str
    shared: str


ATTRIBUTES = Rules(".gitattributes", "attributes")
IGNORES = Rules(".gitignore", "exclude")
_RULES = (ATTRIBUTES, IGNORES)


class Repository:
    """A repository with a worktree. Belongs to the thread that opened it."""

    def __init__(self, handle: pygit2.Repository) -> None:
        self.handle = handle
        """For engine/git only."""
        self.root = Path(os.path.realpath(handle.workdir))
        """The worktree, without links."""
        self.git_dir = Path(os.path.realpath(handle.path))
        """Where HEAD and the index of this worktree lie."""
        self.common_dir = _common_dir(self.git_dir)
        """Where objects, branches and configuration lie; the same as `git_dir` but for linked worktrees."""
        self.worktree_name = MAIN if self.common_dir == self.git_dir else ref_safe(self.git_dir.name)
        """"main", or the linked worktree's name made safe for refs."""
        self.configuration = Configuration(root=self.root, git_dir=self.git_dir, common_dir=self.common_dir)
        """For engine/git only."""
        # libgit2 looks at this once, when it first reads a ref of the repository.
        pygit2.settings.enable_fsync_gitdir(is_flushed(self.config(), "refs"))
        self.objects = ObjectStore(handle, self.common_dir / "objects", self.config)
        """For engine/git only."""
        self.private = PrivateContents(self.git_dir, self.config)
        """Contents that git must not pass on."""
        self._recent = BlobCache()
        self._tracked: tuple[object, frozenset[str]] | None = None

    @staticmethod
    def open(folder: Path) -> "Repository":
        """Return the repository this folder belongs to, looking upwards.

        Raises NoRepositoryError, BareRepositoryError, UntrustedRepositoryError, or RepositoryError for those libgit2
        cannot use: sha256, reftable, partial clones, a split index.
        """
        found = _discover(folder)
        try:
            handle = pygit2.Repository(found)
        except FOREIGN as error:
            raise _opening_error(found, error) from error
        if handle.is_bare or not handle.workdir:
            raise BareRepositoryError(f"{found} is a bare repository without files to edit. Open a clone of it.")
        repository = Repository(handle)
        repository._check_worktree()
        repository.is_tracked("")
        return repository

    @staticmethod
    def create(folder: Path) -> "Repository":
        """Make the folder a repository, keeping the files in it, and return it."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            pygit2.init_repository(str(folder))
        except FOREIGN as error:
            raise RepositoryError(f"No repository can be made in {folder} ({reason(error)}).") from error
        return Repository.open(folder)

    def head(self) -> Head:
        """Return where HEAD points now."""
        with repository_faults("HEAD cannot be read"):
            reference = self.handle.references["HEAD"]
            branch = ""
            if isinstance(reference.target, str):
                branch = reference.target.removeprefix("refs/heads/")
            commit = "" if self.handle.head_is_unborn else str(self.handle.head.target)
            return Head(branch=branch, commit=commit)

    def identity(self) -> tuple[str, str]:
        """Return name and address of the author, as git would take them; raises NoIdentityError when one is missing."""
        config = self.config()
        name = os.environ.get("GIT_AUTHOR_NAME") or config.get("author.name") or config.get("user.name")
        address = (
            os.environ.get("GIT_AUTHOR_EMAIL")
            or config.get("author.email")
            or config.get("user.email")
            or os.environ.get("EMAIL")
        )
        if not (name and name.strip() and address and address.strip()):
            message = (
                "Git does not know who you are. Give a name and an address, or set them with "
                'git config --global user.name "Your Name" and git config --global user.email you@example.org.'
            )
            raise NoIdentityError(message)
        return name.strip(), address.strip()

    def remember_identity(self, name: str, address: str) -> None:
        """Write name and address of the author into the repository's own configuration."""
        with repository_faults("The repository's configuration cannot be written"):
            self.handle.config["user.name"] = name
            self.handle.config["user.email"] = address

    def config(self) -> dict[str, str]:
        """Return the configuration as it is now: names as git writes them, section and key in lower case."""
        return {one.name: one.value for one in self.settings()}

    def settings(self) -> tuple[Setting, ...]:
        """Return the configuration as git sees it, or libgit2 where git is missing; of one name the last counts."""
        return self.configuration.settings() or self.settings_of_libgit2()

    def settings_of_libgit2(self) -> tuple[Setting, ...]:
        """Return the configuration as libgit2 sees it, which is less than git does."""
        with repository_faults("The repository's configuration cannot be read"):
            return tuple(
                Setting(one.name, "true" if one.value is None else one.value) for one in self.handle.config_snapshot
            )

    def tracked(self) -> frozenset[str]:
        """Return the paths in the index, those in conflict too."""
        with repository_faults(_UNREADABLE):
            now = stamp(self.git_dir / "index")
            if self._tracked is None or self._tracked[0] != now:
                self._tracked = (now, frozenset(str(entry.path) for entry in self.read_index(force=True)))
            return self._tracked[1]

    def tracked_ids(self) -> dict[str, str]:
        """Return the blob ids the index holds, by path; links and submodules are left out."""
        files = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)
        with repository_faults(_UNREADABLE):
            return {str(entry.path): str(entry.id) for entry in self.read_index(force=True) if entry.mode in files}

    def read_index(self, *, force: bool = False) -> pygit2.Index:
        """Return the index as it is on the disk; for engine/git only. Without `force`, its time tells what changed."""
        with repository_faults(_UNREADABLE):
            index: pygit2.Index = self.handle.index
            index.read(force=force)
            return index

    def index_stamp(self) -> object:
        """Return a cheap sign that changes when the index is written; None before there is one."""
        return stamp(self.git_dir / "index")

    def untracked(self, paths: Iterable[str]) -> frozenset[str]:
        """Return those of these paths that the index does not hold."""
        with repository_faults(_UNREADABLE):
            index = self.read_index()
            return frozenset(path for path in paths if path not in index)

    def is_tracked(self, path: str) -> bool:
        """Whether the index holds this path."""
        with repository_faults(_UNREADABLE):
            return path in self.read_index()

    def mode_in_index(self, path: str) -> int:
        """Return the mode the index holds for this path; 0 for none."""
        with repository_faults(_UNREADABLE):
            index = self.read_index()
            return int(index[path].mode) if path in index else 0

    def is_link_as_text(self, path: str) -> bool:
        """Whether a file at this path stands for a link, as git checks links out where there are none."""
        return not self.flag("core.symlinks", default=True) and self.mode_in_index(path) == FileMode.LINK

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return a boolean of the configuration; what cannot be read as one is the default."""
        try:
            return self.handle.config.get_bool(name)
        except FOREIGN:
            return default

    def is_ignored(self, path: str) -> bool:
        """Whether the ignore rules name this path; a tracked file is never ignored."""
        return not self.is_tracked(path) and self.ignores(path)

    def ignores(self, path: str) -> bool:
        """Whether the ignore rules name this path, were it not tracked; a folder's ends with a slash.

        A name that is not valid Unicode cannot be asked about, and counts as none of them.
        """
        self.check_rules(path, kind=IGNORES)
        with repository_faults("The ignore rules cannot be read"):
            return is_unicode(path) and self.handle.path_is_ignored(path)

    def read_blob(self, oid: str) -> bytes:
        """Return a blob's bytes."""
        recent = self._recent.get(oid)
        if recent is not None:
            return recent
        data = self.private.read(oid)
        if data is None:
            data = self.objects.read_large_blob(oid)
        if data is None:
            with repository_faults(f"Object {oid} cannot be read"):
                kind, data = self.handle.odb.read(pygit2.Oid(hex=oid))
            if kind != ObjectType.BLOB:
                raise RepositoryError(f"Object {oid} is not a file. The repository may be damaged: run git fsck.")
        self._recent.keep(oid, data)
        return data

    def has(self, oid: str) -> bool:
        """Whether an object of this hex id is kept."""
        return pygit2.Oid(hex=oid) in self.handle.odb or self.private.has(oid)

    def write_blob(self, data: bytes, *, is_private: bool = False) -> str:
        """Write bytes as a blob and return its hex id; private ones stay out of git's store until `publish`."""
        with repository_faults("The repository cannot be written"):
            if is_private or self.private.has(self.blob_id(data)):
                oid = self.private.write(data)
            else:
                oid = self.objects.write(ObjectType.BLOB, data)
        self._recent.keep(oid, data)
        return oid

    def publish(self, files: Iterable[str]) -> None:
        """Copy those of these blobs that are private into git's store: the index or a commit is to name them."""
        private = self.private.among(files)
        with repository_faults("The repository cannot be written"):
            for oid in private:
                self.objects.write(ObjectType.BLOB, self.read_blob(oid))
            if private:
                self.objects.flush()

    def let_go(self, oid: str) -> None:
        """Keep a blob at hand no more, as it will hardly be read again; it stays where it was written."""
        self._recent.let_go(oid)

    @staticmethod
    def blob_id(data: bytes) -> str:
        """Return the hex id these bytes have as a blob, without writing it."""
        return blob_id(data)

    def new_file_ending(self, path: str) -> Ending:
        """Return the line ending a new file at this path takes: LF or CRLF."""
        self.check_rules(path, kind=ATTRIBUTES)
        with repository_faults("The repository's attributes cannot be read"):
            eol = self.handle.get_attr(path, "eol")
            text = self.handle.get_attr(path, "text")
        is_text = text in (True, "auto")
        return new_file_ending(self.root, path, eol=eol, is_text=is_text, config=self.config())

    def attribute(self, path: str, name: str) -> str | bool | None:
        """Return a path's git attribute: its value, True for set, False for unset, None for unspecified."""
        self.check_rules(path, kind=ATTRIBUTES)
        with repository_faults("The repository's attributes cannot be read"):
            return self.handle.get_attr(os.fsencode(path), name)

    def check_rules(self, path: str, *, kind: Rules) -> None:
        """Raise RepositoryError when a file of these rules for this path is not a file.

        To be called before libgit2 reads them: it opens a pipe and waits for good.
        """
        folder = str(self.root)
        places = [f"{self.common_dir}/info/{kind.shared}", f"{folder}/{kind.name}"]
        for part in path.split("/")[:-1]:
            folder = f"{folder}/{part}"
            places.append(f"{folder}/{kind.name}")
        for place in places:
            try:
                mode = os.stat(place).st_mode  # noqa: PTH116  once for every file of the worktree
            except (OSError, ValueError):
                continue
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                message = f"{place} is a pipe or a device, which git would wait for. Move it away, then try again."
                raise RepositoryError(message)

    def rules_stamps(self, paths: Iterable[str]) -> dict[str, Hashable]:
        """Return by folder of these paths a cheap sign that changes with the files of rules for what lies in it."""
        index, shared = self.read_index(), tuple(stamp(f"{self.common_dir}/info/{kind.shared}") for kind in _RULES)
        stamps: dict[str, Hashable] = {}
        for folder in sorted({"", *folders_of(paths)}):
            start = f"{folder}/" if folder else ""
            own = tuple(stamp(f"{self.root}/{start}{kind.name}") for kind in _RULES)
            attributes = f"{start}{ATTRIBUTES.name}"  # read from the index where the worktree has none
            held = str(index[attributes].id) if attributes in index else ""
            above = stamps[folder.rpartition("/")[0]] if folder else shared
            stamps[folder] = above, own, held
        return stamps

    def _check_worktree(self) -> None:
        """Refuse a worktree set from afar: a hostile core.worktree would make someone's home the place to edit."""
        own = pygit2.discover_repository(str(self.root))
        if own is None or Path(os.path.realpath(own)) != self.git_dir:
            message = (
                f"The repository {self.git_dir} names {self.root} as the place of its files, "
                "but that place does not name it. Check core.worktree in its configuration."
            )
            raise UntrustedRepositoryError(message)


def is_unicode(path: str) -> bool:
    """Whether the path is valid Unicode: not all names on a disk are, and pygit2 puts no others into trees."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _discover(folder: Path) -> str:
    try:
        found = pygit2.discover_repository(str(folder))
    except FOREIGN as error:
        raise RepositoryError(f"{folder} cannot be looked at ({reason(error)}).") from error
    if found is None:
        raise NoRepositoryError(f"{folder} belongs to no git repository. Make one here, or open another folder.")
    return found


def _opening_error(found: str, error: BaseException) -> RepositoryError:
    words = str(error)
    if "not owned by" in words:
        place = Path(found).parent if Path(found).name == ".git" else Path(found)
        message = (
            f"{place} belongs to another user. If you trust that user, allow it with "
            f'git config --global --add safe.directory "{place}", then open it again.'
        )
        return UntrustedRepositoryError(message)
    known = {
        "sha256": "its objects are named by SHA-256",
        "objectformat": "its objects are named by another hash than SHA-1",
        "partialclone": "it is a partial clone, whose missing files would have to be fetched",
        "refstorage": "its refs are kept in the reftable format",
    }
    for word, why in known.items():
        if word in words.lower():
            return RepositoryError(f"{found} cannot be used: {why}. Make an ordinary clone of it and open that.")
    return RepositoryError(f"{found} cannot be opened ({reason(error)}).")


def _common_dir(git_dir: Path) -> Path:
    pointer = git_dir / "commondir"
    if not pointer.is_file():
        return git_dir
    return Path(os.path.realpath(git_dir / pointer.read_text(encoding="utf-8").strip()))


def ref_safe(name: str) -> str:
    """Return the name of a linked worktree as a ref can hold it, never "main"."""
    safe = _NOT_IN_REFS.sub("-", name)
    if safe == name and name != MAIN and not name.startswith("-"):
        return name
    return f"{safe.strip('-') or 'worktree'}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"
