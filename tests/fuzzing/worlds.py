"""A repository of many kinds with files of many kinds, and what other people and programs do to it."""

import os
import stat
import subprocess
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pygit2

from guillemet.engine.git.index import entry_in
from guillemet.engine.git.repository import Repository

AUTHOR = ("Ada Example", "ada@example.org")
LINES = 6


def _lines(name: str, end: str = "\n") -> str:
    return "".join(f"{name} line {n}{end}" for n in range(LINES))


CONTENTS: Mapping[str, bytes] = {
    "a.txt": _lines("a").encode(),
    "two words.txt": _lines("words", "\r\n").encode(),
    "-dash.txt": b"\xef\xbb\xbf" + _lines("dash").encode(),
    "sub/\u00e9.txt": ("\ufeff" + _lines("utf16", "\r\n")).encode("utf-16-le"),
    "sub/e\u0301.txt": "ä ".encode("latin-1") + _lines("latin").encode(),
    "sub/dot.": _lines("dot").encode()[:-1],
    "sub/deep/mixed.txt": (_lines("one") + _lines("two", "\r\n")).encode(),
    "run.sh": _lines("run").encode(),
    "private.txt": _lines("private").encode(),
    "empty.txt": b"",
    "sub/deep/hard.txt": _lines("hard").encode(),
}
MODES = {"run.sh": 0o755, "private.txt": 0o600, "sub/dot.": 0o640}
NEW = ("new.txt", "sub/new.txt", "fresh/deep/e.txt", "a.txt/inside.txt", "ignored/x.txt")
UNTRACKED = {"sub/untracked.txt": b"untracked\n", "ignored/secret.txt": b"secret\n"}
MINE = "mine.txt"

KINDS = ("plain", "linked", "detached", "unborn", "submodule")
CONFIGS: tuple[Mapping[str, str], ...] = (
    {},
    {"core.autocrlf": "true"},
    {"core.autocrlf": "input"},
    {"core.autocrlf": "input", "core.safecrlf": "true"},
    {"core.fileMode": "false"},
    {"core.ignoreCase": "true"},
    {"index.version": "4"},
    {"filter.same.clean": "cat", "filter.same.smudge": "cat"},
)
ATTRIBUTES = ("", "*.txt text eol=crlf\n", "* text=auto\n", "*.txt ident\n", "a.txt filter=same\n")


class World:
    """One repository on the disk, acted on as users and other programs do."""

    def __init__(self, folder: Path, *, kind: str, config: Mapping[str, str], attributes: str) -> None:
        self.numbers = count(1)
        self.last = 0
        """The number of the last word written by the user."""
        self.kind = kind
        main = folder / "main"
        pygit2.init_repository(str(main), initial_head="main")
        self.root = main
        self._configure(
            {"user.name": AUTHOR[0], "user.email": AUTHOR[1], "gc.auto": "0", "advice.detachedHead": "false", **config}
        )
        if kind == "submodule":
            self._commit_all()
            (folder / "other").mkdir()
            self.root = folder / "other"
            self.git("init", "-q", "-b", "main")
            self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(main), "inner")
            self.root = folder / "other" / "inner"
            self._configure({"user.name": AUTHOR[0], "user.email": AUTHOR[1], **config})
        self._fill(attributes)
        if kind == "linked":
            self._commit_all()
            self.git("worktree", "add", "-q", "-b", "topic", str(folder / "linked"))
            self.root = folder / "linked"
            for path in (*MODES, *CONTENTS):  # as a checkout leaves them, but for what is private
                self.place(path).chmod(MODES.get(path, 0o644))
        elif kind != "unborn":
            self._commit_all()
        if kind == "detached":
            self.git("checkout", "-q", "--detach")
        for path, data in UNTRACKED.items():
            self.place(path).parent.mkdir(exist_ok=True)
            self.place(path).write_bytes(data)
        self.place(MINE).write_bytes(b"mine, staged\n")
        self.git("add", MINE)
        self.place(MINE).write_bytes(b"mine, being written\n")
        self.repository = pygit2.Repository(str(self.root))

    def git(self, *arguments: str, given: bytes | None = None) -> tuple[int, str]:
        """Run git here; return its code and all it said."""
        environment = {**os.environ, "GIT_EDITOR": ":", "GIT_MERGE_AUTOEDIT": "no"}
        ran = subprocess.run(
            ["git", *arguments], cwd=self.root, capture_output=True, check=False, env=environment, input=given
        )
        return ran.returncode, (ran.stdout + ran.stderr).decode("utf-8", "replace")

    def place(self, path: str) -> Path:
        """Return where a path lies."""
        return self.root / path

    def text(self, path: str) -> list[str]:
        """Return the lines of a file, whatever its bytes are; none when there is no file."""
        if not self.place(path).is_file():
            return []
        data = self.place(path).read_bytes()
        if data.startswith(b"\xff\xfe"):
            return data.decode("utf-16", "replace").splitlines()
        return data.decode("utf-8-sig", "replace").splitlines()

    def word(self) -> str:
        """Return a word of the user's own, never written before."""
        self.last = next(self.numbers)
        return f"<user {self.last}>"

    def words(self) -> set[int]:
        """Return the number of every word of the user that stands in a file."""
        return {number for data in self.files().values() for number in numbers_in(data)}

    def files(self) -> dict[str, bytes]:
        """Return the bytes of every file."""
        return {path: data for path, (kind, _, data) in self.disk().items() if kind == "file"}

    def disk(self) -> dict[str, tuple[str, int, bytes]]:
        """Return what lies at every path outside .git: its kind, permissions and bytes."""
        found: dict[str, tuple[str, int, bytes]] = {}
        for top, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".git"]
            for name in (*folders, *names):
                place = Path(top) / name
                path = place.relative_to(self.root).as_posix()
                if name == ".git":
                    continue
                status = place.lstat()
                mode = stat.S_IMODE(status.st_mode)
                if stat.S_ISLNK(status.st_mode):
                    found[path] = ("link", 0, os.fsencode(place.readlink()))
                elif stat.S_ISDIR(status.st_mode):
                    found[path] = ("folder", mode, b"")
                elif stat.S_ISREG(status.st_mode):
                    found[path] = ("file", mode, place.read_bytes())
                else:
                    found[path] = ("pipe", mode, b"")
        return found

    def index(self) -> dict[str, tuple[str, int]]:
        """Return what is staged; conflicts under a name of their own."""
        git_dir = Path(self.repository.path)
        if not (git_dir / "index").exists():
            return {}
        index = pygit2.Index(str(git_dir / "index"))
        index.read(force=True)
        found = {str(entry.path): (str(entry.id), int(entry.mode)) for entry in index}
        for sides in index.conflicts or ():
            for number, side in enumerate(sides):
                if side is not None:
                    found[f"{side.path}:{number}"] = (str(side.id), int(side.mode))
        return found

    def marks(self) -> dict[str, tuple[str, int]]:
        """Return what git says of entries of the index besides their content."""
        place = Path(self.repository.path) / "index"
        if not place.exists():
            return {}
        index = pygit2.Index(str(place))
        index.read(force=True)
        found = {str(entry.path): entry_in(index, str(entry.path)) for entry in index}
        return {f"{path}:marks": ("", one.mode >> 16) for path, one in found.items() if one}

    def refs(self) -> dict[str, str]:
        """Return where HEAD and every reference point, but for ours."""
        repository = pygit2.Repository(str(self.root))
        found = {name: str(repository.references[name].target) for name in repository.references}
        found["HEAD"] = str(repository.references["HEAD"].target)
        return {name: target for name, target in found.items() if not name.startswith("refs/guillemet/")}

    def state(self) -> tuple[object, ...]:
        """Return all that only the user may change."""
        return self.disk(), self.index() | self.marks(), self.refs()

    def head(self) -> str:
        """Return HEAD's commit; empty before the first."""
        repository = pygit2.Repository(str(self.root))
        return "" if repository.head_is_unborn else str(repository.head.target)

    def tree(self, commit: str) -> dict[str, tuple[str, int]]:
        """Return what a commit holds."""
        found: dict[str, tuple[str, int]] = {}
        if not commit:
            return found

        def collect(tree: pygit2.Tree, prefix: str) -> None:
            for entry in tree:
                if isinstance(entry, pygit2.Tree):
                    collect(entry, f"{prefix}{entry.name}/")
                else:
                    found[f"{prefix}{entry.name}"] = (str(entry.id), int(entry.filemode))

        collect(pygit2.Repository(str(self.root))[commit].peel(pygit2.Tree), "")
        return found

    def blob(self, oid: str) -> bytes:
        """Return a blob's bytes, also those of a file that git ignores."""
        return Repository.open(self.root).read_blob(oid)

    def edit(self, path: str, line: int, *, way: str) -> None:
        """Write a word into a file as an editor does: in place, or by a new file renamed over it."""
        place = self.place(path)
        if not place.parent.is_dir() or (place.exists() and not place.is_file()):
            return
        data = place.read_bytes() if place.is_file() else b""
        is_wide = data.startswith(b"\xff\xfe")
        lines = (
            data.decode("utf-16-le").splitlines(keepends=True)
            if is_wide
            else data.decode("latin-1").splitlines(keepends=True)
        )
        lines[line : line + (way != "insert")] = [f"{self.word()}\n"]
        new = "".join(lines).encode("utf-16-le" if is_wide else "latin-1")
        if way == "rename":
            beside = place.with_name("editor.swp")
            beside.write_bytes(new)
            if place.exists():
                beside.chmod(stat.S_IMODE(place.stat().st_mode))
            beside.replace(place)
        else:
            place.write_bytes(new)

    def _configure(self, config: Mapping[str, str]) -> None:
        for name, value in config.items():
            self.git("config", name, value)

    def _fill(self, attributes: str) -> None:
        for path, data in {
            **CONTENTS,
            MINE: b"mine\n",
            ".gitignore": b"ignored/\n",
            ".gitattributes": attributes.encode(),
        }.items():
            place = self.place(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            place.chmod(MODES.get(path, 0o644))
        (self.root / "link").symlink_to("a.txt")
        (self.root.parent / "twin").unlink(missing_ok=True)
        os.link(self.place("sub/deep/hard.txt"), self.root.parent / "twin")

    def _commit_all(self) -> None:
        self.git("-c", "core.safecrlf=false", "add", "-A", ".")
        self.git("commit", "-q", "--allow-empty", "-m", "start")


def numbers_in(data: bytes) -> set[int]:
    """Return the number of every word of the user in these bytes."""
    plain = data.replace(b"\0", b"")
    return {int(piece.partition(b">")[0]) for piece in plain.split(b"<user ")[1:] if piece.partition(b">")[0].isdigit()}
