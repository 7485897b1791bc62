"""Rows 8, 10 and 30: switching, making and pushing a branch run nothing of the repository before it is trusted."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import RepositoryError, UntrustedRepositoryError
from guillemet.engine.git import git_command
from guillemet.engine.workspace import Workspace
from tests.kit.repositories import RepositoryBuilder

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts"),
    pytest.mark.skipif(git_command.find_git() is None, reason="the git program does it"),
]


class Trap:
    """A script that leaves a trace, and the repository that shall not run it."""

    def __init__(self, repository: RepositoryBuilder) -> None:
        self.repository, self.root, self.config = repository, repository.root, repository.git.config
        self.script = self.root.parent / "trap.sh"
        self.put(self.script)

    def put(self, place: Path) -> None:
        """Write the script here."""
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"#!/bin/sh\ntouch {self.root.parent}/trace\n")
        place.chmod(0o755)

    def bare(self, name: str) -> Path:
        """Make a repository that can be pushed to, inside .git."""
        place = self.root / ".git" / name
        pygit2.init_repository(str(place), bare=True)
        return place

    @property
    def has_run(self) -> bool:
        """Whether the script was run."""
        return (self.root.parent / "trace").exists()


@pytest.fixture
def trap(repository: RepositoryBuilder) -> Trap:
    repository.commit({"a.txt": "a\n"})
    return Trap(repository)


def hook(name: str) -> Callable[[Trap], None]:
    return lambda trap: trap.put(trap.root / ".git" / "hooks" / name)


def helper_address(trap: Trap) -> None:
    trap.config["protocol.ext.allow"] = "always"
    trap.config["remote.origin.url"] = f"ext::{trap.script}"


def rewritten_address(trap: Trap) -> None:
    trap.config["protocol.ext.allow"] = "always"
    trap.config["remote.origin.url"] = "https://example.invalid/x.git"
    trap.config[f"url.ext::{trap.script} .pushInsteadOf"] = "https://example.invalid/"


def address_in_a_file_of_its_own(trap: Trap) -> None:
    trap.config["protocol.ext.allow"] = "always"
    (trap.root / ".git" / "remotes").mkdir()
    (trap.root / ".git" / "remotes" / "evil").write_text(f"URL: ext::{trap.script}\n")
    trap.config["branch.main.remote"], trap.config["branch.main.merge"] = "evil", "refs/heads/main"


def folder_as_address_of_a_branch(trap: Trap) -> None:
    trap.put(trap.bare("evil.git") / "hooks" / "pre-receive")
    trap.config["branch.main.remote"], trap.config["branch.main.merge"] = ".git/evil", "refs/heads/main"


def hook_of_a_folder(trap: Trap) -> None:
    trap.put(trap.bare("evil.git") / "hooks" / "pre-receive")
    trap.config["remote.origin.url"] = ".git/evil"


def hook_of_a_file_address(trap: Trap) -> None:
    trap.put(trap.bare("evil.git") / "hooks" / "pre-receive")
    trap.config["remote.origin.url"] = f"file://{trap.root}/.git/evil.git"


def hooks_folder_of_a_folder(trap: Trap) -> None:
    evil = trap.bare("evil.git")
    trap.put(evil / "own" / "pre-receive")
    pygit2.Config(str(evil / "config"))["core.hooksPath"] = str(evil / "own")
    trap.config["remote.origin.url"] = ".git/evil.git"


def command_in_an_included_file_elsewhere(trap: Trap) -> None:
    pygit2.Config(str(trap.root.parent / "included"))["core.sshCommand"] = str(trap.script)
    trap.config["include.path"] = "../../included"
    trap.config["remote.origin.url"] = "ssh://127.0.0.1/x"


def signature(trap: Trap) -> None:
    pygit2.Config(str(trap.bare("quiet.git") / "config"))["receive.certNonceSeed"] = "seed"
    trap.config["remote.origin.url"] = ".git/quiet.git"
    trap.config["push.gpgSign"], trap.config["gpg.program"] = "if-asked", str(trap.script)


def submodules(trap: Trap) -> None:
    trap.bare("quiet.git")
    trap.config["remote.origin.url"], trap.config["push.recurseSubmodules"] = ".git/quiet.git", "on-demand"


@pytest.mark.parametrize(
    "setting",
    [
        *(helper_address, rewritten_address, address_in_a_file_of_its_own, folder_as_address_of_a_branch),
        *(hook_of_a_folder, hook_of_a_file_address, hooks_folder_of_a_folder, command_in_an_included_file_elsewhere),
        *(signature, submodules),
    ],
)
def test_a_push_that_would_run_something_asks_first(trap: Trap, setting: Callable[[Trap], None]) -> None:
    setting(trap)

    with pytest.raises(UntrustedRepositoryError, match="Pushing here runs"):
        Workspace.open(trap.root).push()

    assert not trap.has_run


def filtered_by_the_other_branch(kind: str) -> Callable[[Trap], None]:
    def prepare(trap: Trap) -> None:
        trap.repository.commit({"a.txt": "b\n", ".gitattributes": "*.txt filter=trap\n"})
        trap.repository.git.branches.local["topic"].set_target(trap.repository.head)
        trap.repository.git.reset(trap.repository.git.head.peel().parent_ids[0], pygit2.enums.ResetMode.HARD)
        trap.config[f"filter.trap.{kind}"] = str(trap.script)

    return prepare


def filter_of_a_file_whose_time_is_new(trap: Trap) -> None:
    trap.repository.commit({"other": "b\n", ".gitattributes": "other filter=trap\n"})
    trap.repository.git.branches.local["topic"].set_target(trap.repository.head)
    trap.repository.commit({"a.txt": "b\n"})
    trap.config["filter.trap.clean"] = str(trap.script)
    os.utime(trap.root / "other", (1, 1))


def filter_of_the_last_of_many_files(trap: Trap) -> None:
    many = {f"{number:03} {'n' * 200}": "" for number in range(400)}
    trap.repository.commit({**many, "z.txt": "z\n", ".gitattributes": "z.txt filter=trap\n"})
    trap.config["filter.trap.clean"] = str(trap.script)


def missing_files_that_are_fetched(trap: Trap) -> None:
    helper_address(trap)
    trap.config["remote.origin.promisor"] = "true"


def submodule(trap: Trap) -> None:
    index = trap.repository.git.index
    index.add(pygit2.IndexEntry("sub", pygit2.Oid(hex=trap.repository.head), pygit2.enums.FileMode.COMMIT))
    index.write()
    trap.repository.commit({"a.txt": "b\n"})
    trap.config["submodule.recurse"] = "true"


@pytest.mark.parametrize(
    "setting",
    [
        *(hook("post-checkout"), hook("reference-transaction"), hook("post-index-change")),
        *(filtered_by_the_other_branch(kind) for kind in ("clean", "smudge", "process")),
        *(filter_of_a_file_whose_time_is_new, filter_of_the_last_of_many_files),
        *(missing_files_that_are_fetched, submodule),
    ],
)
def test_a_switch_that_would_run_something_asks_first(trap: Trap, setting: Callable[[Trap], None]) -> None:
    trap.repository.git.branches.local.create("topic", trap.repository.git.head.peel())
    setting(trap)

    with pytest.raises(UntrustedRepositoryError, match="Switching here runs"):
        Workspace.open(trap.root).switch_branch("topic")

    assert not trap.has_run


@pytest.mark.parametrize("name", ["post-checkout", "reference-transaction"])
@pytest.mark.parametrize("with_commit", [False, True])
def test_a_new_branch_passes_no_hook_over(trap: Trap, name: str, *, with_commit: bool) -> None:
    hook(name)(trap)
    workspace = Workspace.open(trap.root)

    def make(*, trust: bool) -> None:
        if with_commit:
            workspace.apply("a.txt\n```\nb\n```\n")
            workspace.accept(["a.txt"])
            workspace.commit("Why", branch="topic", trust=trust)
        else:
            workspace.switch_branch("topic", create=True, trust=trust)

    with pytest.raises(UntrustedRepositoryError, match=name):
        make(trust=False)
    assert (trap.has_run, trap.repository.git.head.shorthand) == (False, "main")

    make(trust=True)
    assert (trap.has_run, trap.repository.git.head.shorthand) == (True, "topic")


def test_an_amended_commit_passes_no_hook_over(trap: Trap) -> None:
    hook("post-rewrite")(trap)
    workspace = Workspace.open(trap.root)

    with pytest.raises(UntrustedRepositoryError, match="post-rewrite hook"):
        workspace.commit("Why", amend=True)
    assert not trap.has_run

    workspace.commit("Why", amend=True, trust=True)
    assert trap.has_run


def test_a_hook_that_fails_after_the_checkout_takes_nothing_back(trap: Trap) -> None:
    trap.repository.git.branches.local.create("topic", trap.repository.git.head.peel())
    hook("post-checkout")(trap)
    (trap.root / ".git" / "hooks" / "post-checkout").write_text("#!/bin/sh\nexit 1\n")

    assert Workspace.open(trap.root).switch_branch("topic", trust=True).review.head.branch == "topic"


@pytest.mark.parametrize("name", ["-Cprecious", "--orphan=x", "-"])
def test_a_branch_that_git_takes_for_an_option_is_not_switched_to(trap: Trap, name: str) -> None:
    trap.repository.git.branches.local.create("precious", trap.repository.git.head.peel())
    trap.repository.commit({"b.txt": "b\n"})
    refs = {**trap.repository.refs(), f"refs/heads/{name}": trap.repository.head}
    lines = (f"{target} {ref}\n" for ref, target in refs.items())
    (trap.root / ".git" / "packed-refs").write_text("".join(lines))
    before = trap.repository.state()

    with pytest.raises(RepositoryError, match="option"):
        Workspace.open(trap.root).switch_branch(name)

    assert trap.repository.state() == before
