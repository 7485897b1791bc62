"""Row 28: links, pipes and second names under our names inside .git, in a repository that came as an archive."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.command import CommandLine, Ran
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its links and pipes are others")

FILES = (
    "guillemet-index",
    "guillemet-index.lock",
    "guillemet/lock",
    "guillemet/states",
    "refs/guillemet/main/review",
    "logs/refs/guillemet/main/review",
)
FOLDERS = ("guillemet", "guillemet/contents", "refs/guillemet", "refs/guillemet/main", "logs/refs/guillemet")


def link(place: Path, outside: Path) -> None:
    place.symlink_to(outside)


def dangling_link(place: Path, outside: Path) -> None:
    place.symlink_to(outside.with_name("not-there"))


def second_name(place: Path, outside: Path) -> None:
    place.hardlink_to(outside)


def pipe(place: Path, _outside: Path) -> None:
    os.mkfifo(place)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    place = tmp_path / "outside" / "main" / "review"
    place.parent.mkdir(parents=True)
    place.write_text("precious\n")
    return place


def contents(place: Path) -> dict[str, str]:
    return {str(one): one.read_text() for one in place.rglob("*") if one.is_file()}


def all_the_way(command_line: CommandLine, root: Path) -> list[Ran]:
    """Run what leads from a reply to a commit."""
    return [
        command_line("apply", "-C", root, given=edit("a.txt", "a", "A")),
        command_line("accept", "-C", root, "--all"),
        command_line("commit", "-C", root, "-m", "Why"),
    ]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("put", [link, dangling_link, pipe])
def test_what_is_no_file_under_a_name_of_ours_is_put_aside_with_a_sentence(
    repository: RepositoryBuilder,
    command_line: CommandLine,
    outside: Path,
    name: str,
    put: Callable[[Path, Path], None],
) -> None:
    repository.commit({"a.txt": "a\n"})
    place = repository.root / ".git" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    put(place, outside)
    before = contents(outside.parent.parent)

    said = "".join(ran.err for ran in all_the_way(command_line, repository.root))
    again = all_the_way(command_line, repository.root)

    assert contents(outside.parent.parent) == before
    assert str(place) in said
    assert "guillemet-aside-" in said
    assert "Traceback" not in said
    assert again[-1].code == 0
    assert repository.committed("a.txt") == b"A\n"


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_of_ours_that_is_a_link_is_put_aside_with_a_sentence(
    repository: RepositoryBuilder, command_line: CommandLine, outside: Path, name: str
) -> None:
    repository.commit({"a.txt": "a\n"})
    place = repository.root / ".git" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(outside.parent.parent)
    before = contents(outside.parent.parent)

    said = "".join(ran.err for ran in all_the_way(command_line, repository.root))
    again = all_the_way(command_line, repository.root)

    assert contents(outside.parent.parent) == before
    assert f"{place} was a link" in said
    assert again[-1].code == 0


@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("refs/")])
def test_a_second_name_of_a_file_elsewhere_leaves_that_file_as_it_is(
    repository: RepositoryBuilder, command_line: CommandLine, outside: Path, name: str
) -> None:
    repository.commit({"a.txt": "a\n"})
    place = repository.root / ".git" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    second_name(place, outside)

    ran = all_the_way(command_line, repository.root)

    assert outside.read_text() == "precious\n"
    assert [one.code for one in ran] == [0, 0, 0]


def test_a_lock_of_the_review_that_leads_nowhere_is_removed_in_time(
    repository: RepositoryBuilder, command_line: CommandLine, outside: Path
) -> None:
    repository.commit({"a.txt": "a\n"})
    lock = repository.root / ".git" / "refs" / "guillemet" / "main" / "review.lock"
    lock.parent.mkdir(parents=True)
    dangling_link(lock, outside)
    os.utime(lock, (1, 1), follow_symlinks=False)

    assert [one.code for one in all_the_way(command_line, repository.root)] == [0, 0, 0]


def test_a_folder_where_the_log_of_the_review_would_be_is_no_hindrance(
    repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    repository.commit({"a.txt": "a\n"})
    (repository.root / ".git" / "logs" / "refs" / "guillemet" / "main" / "review").mkdir(parents=True)

    assert [one.code for one in all_the_way(command_line, repository.root)] == [0, 0, 0]


@pytest.mark.parametrize("put", [link, second_name])
def test_a_shared_repository_shares_no_file_elsewhere(
    repository: RepositoryBuilder, command_line: CommandLine, outside: Path, put: Callable[[Path, Path], None]
) -> None:
    repository.commit({"a.txt": "a\n"})
    repository.git.config["core.sharedRepository"] = "0666"
    (repository.root / ".git" / "guillemet").mkdir()
    put(repository.root / ".git" / "guillemet" / "any", outside)
    outside.chmod(0o600)

    all_the_way(command_line, repository.root)

    assert outside.stat().st_mode & 0o777 == 0o600


def test_a_review_of_somebody_else_is_not_put_aside_through_a_link(
    repository: RepositoryBuilder, command_line: CommandLine, outside: Path
) -> None:
    commit = repository.commit({"a.txt": "a\n"})
    repository.git.references.create("refs/guillemet/main/review/other", commit)
    (repository.root / ".git" / "refs" / "guillemet-set-aside").symlink_to(outside.parent)
    before = contents(outside.parent.parent)

    said = "".join(ran.err for ran in all_the_way(command_line, repository.root))

    assert contents(outside.parent.parent) == before
    assert "guillemet-set-aside was a link" in said


@pytest.mark.parametrize("name", [".gitattributes", "sub/.gitattributes", ".git/info/attributes", ".gitignore"])
def test_a_pipe_where_rules_are_expected_is_named_instead_of_waited_for(
    repository: RepositoryBuilder, command_line: CommandLine, name: str
) -> None:
    repository.commit({"sub/a.txt": "a\n"})
    place = repository.root / name
    place.parent.mkdir(exist_ok=True)
    os.mkfifo(place)
    reply = edit("sub/a.txt", "a", "A") + edit("sub/b.txt", "", "b")

    said = command_line("apply", "-C", repository.root, given=reply).err
    said += command_line("accept", "-C", repository.root, "--all").err
    said += command_line("commit", "-C", repository.root, "-m", "Why").err

    assert f"{place} is a pipe" in said
    assert "Traceback" not in said
