"""Rows 31 and 32: files that run code only because this repository's configuration says so, and what trust covers."""

import subprocess
import sys

import pytest

from guillemet.engine.git import git_command
from guillemet.engine.outcomes import Flag
from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(git_command.find_git() is None, reason="the git program is not installed")


def reasons(repository: RepositoryBuilder, reply: str) -> dict[str, str]:
    """Return why each path asks as one that can run code."""
    found = Workspace.open(repository.root).apply(reply).outcomes
    return {one.path: one.message for one in found if Flag.CAN_RUN_CODE in one.flags and one.asks}


@pytest.mark.parametrize(
    ("name", "value", "path"),
    [
        ("filter.x.clean", "tools/clean.txt --fast %f", "tools/clean.txt"),
        ("filter.x.smudge", "sh -c './tools/clean.txt'", "tools/clean.txt"),
        ("gpg.program", "{root}/tools/sign.txt", "tools/sign.txt"),
        ("core.hooksPath", "tools/steps", "tools/steps/deep/lib.txt"),
        ("core.hooksPath", "tools/steps/_", "tools/steps/pre-commit"),
        ("include.path", "../team.txt", "team.txt"),
        ("includeIf.onbranch:main.path", "../Team.txt", "team.txt"),
        ("core.attributesFile", "tools/attributes.txt", "tools/attributes.txt"),
        ("diff.x.textconv", "tools/show.txt", "tools/show.txt"),
        ("merge.x.driver", "tools/merge.txt %O %A %B", "tools/merge.txt"),
        ("alias.s", "!tools/alias.txt", "tools/alias.txt"),
        ("core.editor", "tools/editor.txt", "tools/editor.txt"),
    ],
)
def test_a_file_that_the_configuration_names_asks_with_the_setting_as_reason(
    repository: RepositoryBuilder, name: str, value: str, path: str
) -> None:
    reply = create(path, "x") + create("tools/other.txt", "x")
    before = reasons(repository, reply)
    Workspace.open(repository.root).reject_all()
    repository.git.config[name] = value.format(root=repository.root)

    after = reasons(repository, reply)

    assert before == {}
    assert list(after) == [path]
    assert name.split(".", maxsplit=1)[0].lower() in after[path].lower()


def test_what_an_included_file_includes_asks_where_git_tells_of_it(repository: RepositoryBuilder) -> None:
    repository.commit({"team/one.txt": "[include]\n\tpath = two.txt\n", "team/two.txt": "[user]\n\tname = A\n"})
    repository.git.config["include.path"] = "../team/one.txt"

    found = reasons(repository, edit("team/two.txt", "\tname = A", "\tname = B"))

    assert bool(found) is (git_command.find_git() is not None)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_the_file_behind_a_link_that_the_configuration_names_asks(repository: RepositoryBuilder) -> None:
    repository.commit({"lib/clean.txt": "a\n"})
    (repository.root / "clean").symlink_to("lib/clean.txt")
    repository.git.config["filter.x.clean"] = "./clean"

    assert list(reasons(repository, edit("lib/clean.txt", "a", "b"))) == ["lib/clean.txt"]


def test_the_parts_of_an_embedded_repository_ask(repository: RepositoryBuilder) -> None:
    repository.commit({"deep/bare/HEAD": "ref: refs/heads/main\n", "deep/plain/README.md": "r\n"})
    inside = ("config", "hooks/pre-commit.txt", "objects/a.txt", "refs/a.txt")
    reply = "".join(create(f"deep/{folder}/{name}", "x") for folder in ("bare", "plain") for name in inside)

    found = reasons(repository, reply + create("new/HEAD", "ref: refs/heads/main"))

    assert set(found) == {*(f"deep/bare/{name}" for name in inside), "new/HEAD"}


@pytest.mark.parametrize("target", [".husky/pre-commit", "tools/clean.txt"])
def test_a_move_by_git_onto_what_is_run_says_so_in_its_preview(repository: RepositoryBuilder, target: str) -> None:
    repository.commit({"a.txt": "a\n"})
    repository.git.config["filter.x.clean"] = "tools/clean.txt"
    workspace = Workspace.open(repository.root)
    workspace.apply(f"Then run `git mv a.txt {target}` and `git mv a.txt b.txt`.\n")
    onto, plain = (workspace.preview(one.text) for one in workspace.review().suggestions)

    assert "can run code" in onto.touched[0].note
    assert plain.touched[0].note == ""


@needs_git
@pytest.mark.skipif(sys.platform == "win32", reason="the filter is a shell script")
def test_a_trusted_filter_that_a_reply_changed_is_asked_about_again(
    repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    root = repository.root
    repository.commit({"a.txt": "a\n", "clean": "#!/bin/sh\ncat\n", ".gitattributes": "*.txt filter=x\n"})
    (root / "clean").chmod(0o755)
    repository.git.config["filter.x.clean"] = "./clean"
    command_line("apply", "-C", root, given=edit("a.txt", "a", "b"))
    command_line("accept", "-C", root, "--all")
    trusted = command_line("commit", "-C", root, "-m", "One", "--trust")

    command_line("apply", "-C", root, given=edit("clean", "cat", "cat; touch ran") + edit("a.txt", "b", "c"))
    held_back = command_line("accept", "-C", root, "--all")
    command_line("accept", "-C", root, "clean", "a.txt")
    again = command_line("commit", "-C", root, "-m", "Two")

    assert (trusted.code, again.code) == (0, 1)
    assert "clean" in held_back.out
    assert "filter x" in again.err
    assert not (root / "ran").exists()
    assert (
        subprocess.run(["git", "log", "--format=%s", "-1"], cwd=root, capture_output=True, check=True).stdout
        == b"One\n"
    )
