"""Real repositories for tests, made by pygit2 in a folder of the test's own."""

import os
from collections.abc import Mapping
from pathlib import Path

import pygit2

AUTHOR = ("Ada Example", "ada@example.org")
Content = str | bytes | None
"""Text is written as UTF-8 with the very line endings it has; None removes the file."""


class RepositoryBuilder:
    """A repository on disk that a test fills, commits to and looks at."""

    def __init__(self, root: Path, *, author: tuple[str, str] | None = AUTHOR) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root.resolve()
        self.git = pygit2.init_repository(str(self.root), initial_head="main")
        if author is not None:
            self.git.config["user.name"], self.git.config["user.email"] = author

    def write(self, files: Mapping[str, Content]) -> None:
        """Write files into the worktree, with the folders they need."""
        for path, content in files.items():
            place = self.root / path
            if content is None:
                place.unlink()
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)

    def add_hook(self, name: str, script: str) -> None:
        """Let git run these lines of a shell script."""
        place = self.root / ".git" / "hooks" / name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(f"#!/bin/sh\n{script}\n".encode())
        place.chmod(0o755)

    def read(self, path: str) -> bytes:
        """Return the bytes of a file in the worktree."""
        return (self.root / path).read_bytes()

    def stage(self, files: Mapping[str, Content]) -> None:
        """Write files and put them into the index."""
        self.write(files)
        self.git.index.read()
        for path, content in files.items():
            if content is None:
                self.git.index.remove(path)
            else:
                self.git.index.add(path)
        self.git.index.write()

    def commit(self, files: Mapping[str, Content], *, message: str = "A step") -> str:
        """Write, stage and commit files; return the commit's hex id."""
        self.stage(files)
        who = pygit2.Signature(*AUTHOR, 1_700_000_000, 60)
        parents = [] if self.git.head_is_unborn else [self.git.head.target]
        return str(self.git.create_commit("HEAD", who, who, message, self.git.index.write_tree(), parents))

    @property
    def head(self) -> str:
        """Hex id of the commit HEAD points at; empty before the first."""
        return "" if self.git.head_is_unborn else str(self.git.head.target)

    def committed(self, path: str) -> bytes | None:
        """Return a file's bytes in HEAD; None when it is not there."""
        try:
            entry = self.git.revparse_single(f"HEAD:{path}")
        except KeyError:
            return None
        assert isinstance(entry, pygit2.Blob)
        return entry.data

    def staged(self, path: str) -> bytes | None:
        """Return a file's bytes in the index; None when it is not there."""
        self.git.index.read()
        if path not in self.git.index:
            return None
        blob = self.git[self.git.index[path].id]
        assert isinstance(blob, pygit2.Blob)
        return blob.data

    def status(self) -> dict[str, int]:
        """Return git's status flags of every file that is not as committed."""
        self.git.index.read()
        return {path: int(flags) for path, flags in self.git.status().items()}

    def branches(self) -> tuple[str, dict[str, str]]:
        """Return what HEAD leads to, and the commit of every local branch."""
        local = self.git.branches.local
        return str(self.git.references["HEAD"].target), {name: str(local[name].target) for name in local}

    def refs(self) -> dict[str, str]:
        """Return every reference and where it points."""
        return {name: str(self.git.references[name].target) for name in self.git.references}

    def snapshot(self) -> dict[str, bytes]:
        """Return every file outside .git, for "nothing has changed" promises."""
        return {path: self.read(path) for path in sorted(self._places()[1]) if (self.root / path).is_file()}

    def state(self) -> tuple[object, ...]:
        """Return all there is to compare: the files, the folders, what is staged, and where HEAD is."""
        self.git.index.read()
        staged = {entry.path: str(entry.id) for entry in self.git.index}
        return self.snapshot(), set(self._places()[0]), staged, self.head

    def _places(self) -> tuple[list[str], list[str]]:
        """Return the folders and the files outside .git, which is not walked through: it holds by far the most."""
        found: tuple[list[str], list[str]] = ([], [])
        for place, *names in os.walk(self.root):
            for there, kept in zip(names, found, strict=True):
                there[:] = [name for name in there if name != ".git"]
                kept += [Path(place, name).relative_to(self.root).as_posix() for name in there]
        return found
