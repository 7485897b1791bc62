"""Promises where the disk ignores case, as those of Macs and Windows do: a file has one name, the listed one."""

import os

import pytest

from guillemet.engine.applying import MemoryFiles, ReplyApplier
from guillemet.engine.blocks import Block
from guillemet.engine.outcomes import Status
from guillemet.engine.workspace import Workspace
from tests.engine.applying.making import applied, delete, edit, move, whole
from tests.kit import replies
from tests.kit.repositories import RepositoryBuilder


class CarelessFiles(MemoryFiles):
    """Files that are found however their names are written."""

    def read(self, path: str) -> bytes | None:
        """Return the bytes of the file whose name is the path but for case."""
        return super().read(next((one for one in self.names() if self.is_same(one, path)), path))

    def is_same(self, path: str, other: str) -> bool:
        """Whether the paths are equal but for case."""
        return path.casefold() == other.casefold()


@pytest.mark.parametrize(
    "block",
    [
        edit("SRC/A.py", "x = 1", "x = 2"),
        whole("SRC/A.py", "x = 2\n"),
        delete("SRC/A.py"),
    ],
    ids=["edit", "whole file", "deletion"],
)
def test_a_file_is_changed_under_its_listed_name(block: Block) -> None:
    applier = ReplyApplier(CarelessFiles({"src/a.py": "x = 1\n", "b.py": ""}))

    outcome = applier.apply(block)

    assert (outcome.status, outcome.path) == (Status.APPLIED, "src/a.py")
    assert list(applier.changed) == ["src/a.py"]


def test_a_file_of_the_worktree_is_changed_under_its_tracked_name(empty_repository: RepositoryBuilder) -> None:
    empty_repository.commit({"a.py": "x = 1\n", ".gitignore": "A.py\n"})
    other = empty_repository.root / "A.py"
    if not other.exists():  # the same file, as the disk of a Mac finds it
        os.link(empty_repository.root / "a.py", other)

    applied_now = Workspace.open(empty_repository.root).apply(replies.edit("A.py", "x = 1", "x = 2"))

    assert [(one.status, one.path) for one in applied_now.outcomes] == [(Status.APPLIED, "a.py")]


def test_where_case_counts_an_unlisted_file_keeps_its_name() -> None:
    class Unlisted(MemoryFiles):
        """Files of which one is not listed."""

        def names(self) -> tuple[str, ...]:
            """Return the listed ones."""
            return ("a.py",)

    applier = ReplyApplier(Unlisted({"a.py": "x = 1\n", "A.py": "x = 1\n"}))

    assert applier.apply(edit("A.py", "x = 1", "x = 2")).path == "A.py"


def test_a_file_may_get_its_own_name_in_another_case() -> None:
    applier, (outcome,) = applied({"src/readme.md": "hello\n"}, move("src/readme.md", "src/README.md"))

    assert (outcome.status, outcome.path) == (Status.APPLIED, "src/README.md")
    assert applier.changed == {"src/readme.md": None, "src/README.md": b"hello\n"}


def test_where_the_disk_ignores_case_such_a_move_is_refused_not_lost() -> None:
    applier = ReplyApplier(CarelessFiles({"a.py": "x = 1\n"}))

    outcome = applier.apply(move("a.py", "A.py"))

    assert outcome.status is Status.FAILED
    assert applier.changed == {}
