"""Rows 1 to 5, 7 and 10: no path of a reply leads out of the repository, into .git or through a link."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.command import CommandLine
from tests.kit.replies import create, edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder

OUTWARDS = [
    "../outside.txt",
    "src/../../outside.txt",
    "src/../../project-evil/outside.txt",
    "{root}-evil/outside.txt",
    "{root}/../outside.txt",
    "/etc/outside.txt",
    "C:\\outside.txt",
    "C:outside.txt",
    "C:/outside.txt",
    "\\\\host\\share\\outside.txt",
    "..\\outside.txt",
    "~/.bashrc",
    "~root/.bashrc",
    "....//project-evil/outside.txt",
]
INTO_GIT = [
    ".git/config",
    ".git/hooks/pre-commit",
    ".git",
    ".git/modules/sub/config",
    ".git/guillemet/lock",
    ".git/refs/guillemet/main/review",
    "{root}/.git/config",
    "./.git/config",
    "src/../.git/config",
    ".GIT/config",
    ".Git/hooks/pre-commit",
    ".git./config",
    "git~1/config",
    "GIT~2/config",
    ".git::$INDEX_ALLOCATION/config",
    ".git:stream/config",
    ".g\u200cit/config",
    ".gi\u2060t/config",
    "\ufeff.git/config",
    ".git\\config",
    "src/.git/config",
]


def everything_near(repository: RepositoryBuilder) -> dict[str, bytes]:
    """Return the bytes of all that lies around the repository and in its .git, but for objects and our own state."""
    files = (path for path in repository.root.parent.rglob("*") if path.is_file() and not path.is_symlink())
    ours = ("objects", "guillemet")
    return {str(path): path.read_bytes() for path in files if not any(part in path.parts for part in ours)}


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"src/a.py": "a = 1\n"})
    (repository.root.parent / "project-evil").mkdir()
    (repository.root.parent / "project-evil" / "outside.txt").write_text("theirs\n")
    (repository.root.parent / "outside.txt").write_text("theirs\n")
    return repository


@pytest.mark.parametrize("written", OUTWARDS + INTO_GIT)
@pytest.mark.parametrize("form", [edit, guillemet_edit])
def test_every_block_of_an_unsafe_path_fails_and_nothing_changes(
    project: RepositoryBuilder, command_line: CommandLine, written: str, form: Callable[[str, str, str], str]
) -> None:
    path = written.format(root=project.root)
    before = everything_near(project)

    ran = command_line(
        *("apply", "-C", project.root, "--json"),
        given=form(path, "theirs", "ours") + form(path, "", "ours") + form(path, "theirs", ""),
    )
    accepted = command_line("accept", "-C", project.root, "--all", "--json")

    assert ran.code == 1
    assert {block["status"] for block in ran.json["results"]} == {"failed"}
    assert {block["error"] for block in ran.json["results"]} <= {"unsafe path"}
    assert accepted.json["files"] == []
    assert everything_near(project) == before


def test_one_unsafe_path_does_not_keep_the_rest_back(project: RepositoryBuilder, command_line: CommandLine) -> None:
    reply = edit(".git/config", "", "[core]\nfsmonitor = evil") + edit("src/a.py", "a = 1", "a = 2")

    ran = command_line("apply", "-C", project.root, "--json", given=reply)
    command_line("accept", "-C", project.root, "--all")

    assert ran.json["files_modified"] == ["src/a.py"]
    assert project.read("src/a.py") == b"a = 2\n"


def link_to_file(root: Path, outside: Path) -> str:
    (root / "link").symlink_to(outside / "secret.txt")
    return "link"


def link_to_folder(root: Path, outside: Path) -> str:
    (root / "link").symlink_to(outside)
    return "link/secret.txt"


def dangling_link(root: Path, outside: Path) -> str:
    (root / "link").symlink_to(outside / "not-there.txt")
    return "link"


def chain_of_links(root: Path, outside: Path) -> str:
    for number in range(10):
        (root / f"link{number}").symlink_to(f"link{number + 1}")
    (root / "link10").symlink_to(outside / "secret.txt")
    return "link0"


def link_above_what_is_missing(root: Path, outside: Path) -> str:
    (root / "src" / "link").symlink_to(outside, target_is_directory=True)
    return "src/link/new/folder/secret.txt"


def link_that_climbs(root: Path, outside: Path) -> str:
    (root / "src" / "link").symlink_to(os.path.relpath(outside / "secret.txt", root / "src"))
    return "src/link"


def link_into_git(root: Path, outside: Path) -> str:
    assert outside.is_dir()
    (root / "link").symlink_to(".git")
    return "link/config"


needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
LINKS = [
    link_to_file,
    link_to_folder,
    dangling_link,
    chain_of_links,
    link_above_what_is_missing,
    link_that_climbs,
    link_into_git,
]


@pytest.fixture
def outside(project: RepositoryBuilder) -> Path:
    folder = project.root.parent / "elsewhere"
    folder.mkdir()
    (folder / "secret.txt").write_text("a word kept to oneself\n")
    return folder


@needs_links
@pytest.mark.parametrize(
    "written", ["/home/bob/src/way/outside.txt", "C:\\shop\\src\\way\\outside.txt", "/src/way/outside.txt"]
)
def test_the_end_of_a_foreign_path_leads_through_no_link(
    project: RepositoryBuilder, command_line: CommandLine, written: str
) -> None:
    (project.root / "src" / "way").symlink_to(project.root.parent / "project-evil")
    before = everything_near(project)

    ran = command_line(
        "apply", "-C", project.root, "--json", given=edit(written, "theirs", "ours") + create(written, "x")
    )
    command_line("accept", "-C", project.root, "--all")

    assert {block["error"] for block in ran.json["results"]} == {"unsafe path"}
    assert everything_near(project) == before


@needs_links
@pytest.mark.parametrize("make", LINKS)
def test_no_reply_reaches_through_a_link(
    project: RepositoryBuilder, outside: Path, command_line: CommandLine, make: Callable[[Path, Path], str]
) -> None:
    path = make(project.root, outside)
    before = everything_near(project)

    ran = command_line(
        *("apply", "-C", project.root, "--json"), given=edit(path, "a word kept", "ours") + create(path, "ours")
    )
    command_line("accept", "-C", project.root, "--all")

    assert ran.code == 1
    assert {block["error"] for block in ran.json["results"]} == {"unsafe path"}
    assert everything_near(project) == before
    assert "to oneself" not in ran.out


@needs_links
@pytest.mark.parametrize("is_folder", [False, True])
def test_a_link_put_in_the_place_after_the_look_is_not_followed(
    project: RepositoryBuilder, outside: Path, command_line: CommandLine, *, is_folder: bool
) -> None:
    (outside / "a.py").write_text("a = 1\n")
    command_line("apply", "-C", project.root, given=edit("src/a.py", "a = 1", "a = 2") + create("src/b.py", "b = 1"))
    if is_folder:
        (project.root / "src").rename(project.root / "moved")
        (project.root / "src").symlink_to(outside)
    else:
        (project.root / "src" / "a.py").unlink()
        (project.root / "src" / "a.py").symlink_to(outside / "a.py")

    ran = command_line("accept", "-C", project.root, "--all")

    assert ran.code == 1
    assert "link" in ran.out
    assert command_line("review", "-C", project.root, "--json").json["files"][0]["badges"] == [
        "changed since",
        "conflict",
    ]
    assert (outside / "a.py").read_text() == "a = 1\n"
    assert not (outside / "b.py").exists()
    assert (project.root / "src" / ("" if is_folder else "a.py")).is_symlink()


@needs_links
def test_a_link_put_in_the_place_after_accepting_is_not_followed_by_undo(
    project: RepositoryBuilder, outside: Path, command_line: CommandLine
) -> None:
    (outside / "a.py").write_text("a = 2\n")
    command_line("apply", "-C", project.root, given=edit("src/a.py", "a = 1", "a = 2"))
    command_line("accept", "-C", project.root, "--all")
    (project.root / "src" / "a.py").unlink()
    (project.root / "src" / "a.py").symlink_to(outside / "a.py")

    ran = command_line("undo", "-C", project.root)

    assert ran.code == 1
    assert (outside / "a.py").read_text() == "a = 2\n"


ODD = [
    "-rf",
    "--force",
    "src/-n.py",
    ":(glob)x.py",
    "$(touch pwned).py",
    "a;touch pwned;.py",
    "@{u}.py",
    "%s.py",
    "a&b.py",
]


@pytest.mark.parametrize("path", ODD)
def test_an_odd_name_is_a_name_and_nothing_else(
    project: RepositoryBuilder, command_line: CommandLine, path: str
) -> None:
    ran = command_line("apply", "-C", project.root, "--json", given=guillemet_edit(path, "", "x = 1"))
    command_line("accept", "-C", project.root, "--all")
    command_line("commit", "-C", project.root, "--message=-odd")

    made = ran.json["files_modified"]
    assert made in ([path], [])
    assert set(project.snapshot()) == {"README.md", "src/a.py", *made}
    assert all(project.committed(name) == b"x = 1\n" for name in made)
    assert not list(project.root.parent.rglob("pwned*"))


@pytest.mark.parametrize("path", ["a\x00b.py", "a\x1bb.py", "a\x7fb.py", "a\u202eb.py", "a\x0bb.py"])
def test_a_name_that_hides_characters_is_refused(
    project: RepositoryBuilder, command_line: CommandLine, path: str, tmp_path: Path
) -> None:
    reply = tmp_path / "reply.md"
    reply.write_text(guillemet_edit(path, "", "x = 1"), encoding="utf-16")

    ran = command_line("apply", "-C", project.root, reply)

    assert ran.code == 1
    assert not {"\x00", "\x1b", "\x7f", "\u202e", "\x0b"} & set(ran.out + ran.err)
    assert command_line("review", "-C", project.root, "--json").json["files"] == []
