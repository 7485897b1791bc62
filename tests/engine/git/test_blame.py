"""Which commit a line comes from."""

from pathlib import Path

import pytest

from guillemet.engine.git.commits import origin_of_line
from tests.kit.repositories import AUTHOR, RepositoryBuilder


@pytest.fixture
def repository(tmp_path: Path) -> RepositoryBuilder:
    """Return a repository in which two commits wrote a file."""
    made = RepositoryBuilder(tmp_path / "repository")
    made.commit({"src/a.py": "one\ntwo\nthree\n"}, message="Begin\n\nWith a body.")
    made.commit({"src/a.py": "one\n2\nthree\n"}, message="Count better")
    return made


def subject(repository: RepositoryBuilder, lines: list[str], line: int) -> str | None:
    found = origin_of_line(repository.root, "src/a.py", lines, line)
    return found.subject if found else None


def test_a_line_comes_from_the_last_commit_that_wrote_it(repository: RepositoryBuilder) -> None:
    lines = ["one", "2", "three"]

    assert [subject(repository, lines, line) for line in range(3)] == ["Begin", "Count better", "Begin"]


def test_the_author_and_the_day_are_known(repository: RepositoryBuilder) -> None:
    found = origin_of_line(repository.root, "src/a.py", ["one", "2", "three"], 1)

    assert found is not None
    assert (found.commit, (found.author, found.address)) == (repository.head, AUTHOR)
    assert found.when.isoformat() == "2023-11-14T23:13:20+01:00"


def test_a_line_that_is_not_committed_comes_from_nowhere(repository: RepositoryBuilder) -> None:
    lines = ["zero", "one", "2", "three", "four"]

    assert [subject(repository, lines, line) for line in (0, 1, 2, 4)] == [None, "Begin", "Count better", None]


def test_a_file_that_is_not_committed_comes_from_nowhere(repository: RepositoryBuilder) -> None:
    assert origin_of_line(repository.root, "b.py", ["x"], 0) is None


def test_before_the_first_commit_a_line_comes_from_nowhere(tmp_path: Path) -> None:
    assert origin_of_line(RepositoryBuilder(tmp_path / "new").root, "a.py", ["x"], 0) is None
