"""Promises about what the user staged beside, before and after accepting."""

from guillemet.engine.workspace import Workspace
from tests.engine.workspace.test_commit import accepted
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def test_what_else_the_user_staged_stays_staged(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.stage({"mine.txt": "mine, staged\n"})

    workspace.commit("Only mine is left out")

    assert repository.committed("mine.txt") == b"mine\n"
    assert repository.staged("mine.txt") == b"mine, staged\n"


def test_what_the_user_staged_of_an_accepted_file_since_stays_staged(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.stage({"a.txt": "A\nmine\n"})

    workspace.commit("The accepted text")

    assert repository.committed("a.txt") == b"A\n"
    assert repository.staged("a.txt") == b"A\nmine\n"
    workspace.undo()
    assert repository.staged("a.txt") == b"A\nmine\n"


def test_what_was_staged_before_accepting_is_part_of_the_commit(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\nb\n"})
    repository.stage({"a.txt": "a\nmine\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()

    workspace.commit("Both")

    assert repository.committed("a.txt") == repository.staged("a.txt") == b"A\nmine\n"
