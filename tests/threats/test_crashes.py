"""Row 22: killed, or out of space, at any step; afterwards every file is whole and the step can go on or be undone."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import guillemet
from guillemet.engine.errors import IndexLockedError
from guillemet.engine.git import program
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")

KILLED = """
import importlib, os, signal, sys
from pathlib import Path
from guillemet.engine.workspace import Workspace

root, room, name, calls, when, verb, *given = sys.argv[1:]
module, _, owner = ("guillemet.engine." + room).partition(":")
holder = importlib.import_module(module)
holder = getattr(holder, owner) if owner else holder
does, left = getattr(holder, name), [int(calls)]

def counted(*values, **named):
    left[0] -= 1
    if left[0] == 0 and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    result = does(*values, **named)
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return result

setattr(holder, name, counted)
trust = {"trust": True} if given[-1:] == ["--trust"] else {}
getattr(Workspace.open(Path(root)), verb)(*given[: len(given) - len(trust)], **trust)
"""


def kill(root: Path, at: str, verb: str, *given: str, when: str = "after", call: int = 1) -> None:
    """Kill a process before or after the given call of a function, named "room:class.function", during a verb."""
    place, _, name = at.rpartition(".")
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(root), place, name, str(call), when, verb, *given],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(guillemet.__file__).parents[1])},
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()


def state(repository: RepositoryBuilder) -> tuple[object, ...]:
    repository.git.index.read()
    entries = {entry.path: str(entry.id) for entry in repository.git.index}
    folders = {
        p for p in repository.root.rglob("*") if p.is_dir() and ".git" not in p.relative_to(repository.root).parts
    }
    return repository.snapshot(), entries, repository.head, folders


def undo_everything(workspace: Workspace) -> None:
    while workspace.review().undo:
        assert workspace.undo().refusals == ()


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n", "sub/c.txt": "c\n"})
    return repository


def proposed(project: RepositoryBuilder) -> Workspace:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A") + create("new/deep/d.txt", "d") + edit("sub/c.txt", "c", "C"))
    return workspace


@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_while_staging_leaves_the_old_proposal_or_the_new(project: RepositoryBuilder, when: str) -> None:
    workspace = proposed(project)
    before = state(project)
    reply = edit("b.txt", "b", "B")

    kill(project.root, "git.refs.move", "apply", reply, when=when)

    assert state(project) == before
    files = [file.path for file in workspace.review().files]
    assert files == ["a.txt", "new/deep/d.txt", "sub/c.txt"] + ["b.txt"] * (when == "after")


def test_the_folders_made_before_a_kill_go_with_an_undo(project: RepositoryBuilder) -> None:
    before = state(project)
    workspace = proposed(project)

    kill(project.root, "git.worktree:Worktree.write", "accept_all", call=2)
    decided = [file.decision for file in workspace.review().files]
    undo_everything(workspace)

    assert decided == [Decision.ACCEPTED, Decision.ACCEPTED, Decision.UNDECIDED]
    assert state(project) == before


def test_the_hidden_file_of_a_killed_write_is_removed_when_the_step_is_settled(project: RepositoryBuilder) -> None:
    workspace = proposed(project)
    strangers = project.root / ".guillemet-of-the-user"
    strangers.write_text("mine\n")

    kill(project.root, "git.folders:Folder.create", "accept_all", call=2)
    left = list(project.root.rglob(".guillemet-*.tmp"))
    review = workspace.review()

    assert len(left) == 1
    assert list(project.root.rglob(".guillemet-*")) == [strangers]
    assert "1 of 3 files" in review.notes[0]


COMMIT_CUTS = [
    ("git.index.put", "before", False),
    ("git.index.put", "after", False),
    ("git.commits.commit_paths", "before", False),
    ("git.commits.commit_paths", "after", True),
]


@pytest.mark.parametrize(("at", "when", "is_made"), COMMIT_CUTS)
def test_a_killed_commit_is_made_or_not_and_can_be_undone_or_done(
    project: RepositoryBuilder, at: str, when: str, *, is_made: bool
) -> None:
    before = state(project)
    workspace = proposed(project)
    workspace.accept_all()
    accepted = state(project)

    kill(project.root, at, "commit", "Why", when=when)
    review = workspace.review()

    assert (project.head != accepted[2]) == is_made
    if not is_made:
        assert state(project) == accepted
        assert len(review.commit) == 3
        workspace.commit("Why")
    assert project.status() == {}
    assert project.committed("new/deep/d.txt") == b"d\n"
    undo_everything(workspace)
    assert state(project) == before


@pytest.mark.parametrize("verb", ["undo", "redo"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", ["git.heads.move_head", "git.index.put"])
@pytest.mark.parametrize("is_staged", [False, True])
def test_a_killed_undo_or_redo_of_a_commit_is_whole_afterwards(
    project: RepositoryBuilder, at: str, when: str, verb: str, *, is_staged: bool
) -> None:
    before = state(project)
    workspace = proposed(project)
    workspace.accept_all(stage=is_staged)
    accepted = state(project)
    workspace.commit("Why")
    committed = state(project)
    if verb == "redo":
        workspace.undo()
    if is_staged and at == "git.index.put":
        return  # the index stays as it is, so there is nothing to be killed in

    kill(project.root, at, verb, when=when)
    workspace.review()

    assert state(project) in (accepted, committed)
    if workspace.review().redo:
        workspace.redo()
    assert state(project) == committed
    undo_everything(workspace)
    assert state(project) == before


@pytest.mark.skipif(program.find_git() is None, reason="hooks run through the git program")
def test_a_commit_killed_after_its_hook_rewrote_a_file_is_known_as_ours(project: RepositoryBuilder) -> None:
    before = state(project)
    hook = project.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(
        "#!/bin/sh\nprintf 'tidy\\n' > .tidy && git update-index --add --cacheinfo "
        "100644,$(git hash-object -w .tidy),a.txt && rm .tidy\n"
    )
    hook.chmod(0o755)
    workspace = proposed(project)
    workspace.accept_all()

    kill(project.root, "git.program.commit_through_git", "commit", "Why", "--trust")
    review = workspace.review()

    assert project.committed("a.txt") == project.staged("a.txt") == b"tidy\n"
    assert (review.commit, review.undo) == ((), "Commit “Why”")
    undo_everything(workspace)
    assert state(project) == before


def test_a_commit_somebody_else_made_after_a_kill_is_left_alone(project: RepositoryBuilder) -> None:
    workspace = proposed(project)
    workspace.accept_all()
    kill(project.root, "git.index.put", "commit", "Why", when="before")
    theirs = project.commit({"theirs.txt": "theirs\n"}, message="Theirs")

    review = workspace.review()

    assert project.head == theirs
    assert len(review.commit) == 3
    assert review.undo == "Accept 3 files"


def test_a_cut_off_step_waits_while_another_program_holds_the_index(project: RepositoryBuilder) -> None:
    workspace = proposed(project)
    workspace.accept_all()
    workspace.commit("Why")
    accepted_index = project.staged("a.txt")
    kill(project.root, "git.heads.move_head", "undo")
    lock = project.root / ".git" / "index.lock"
    lock.touch()

    review = workspace.review()
    with pytest.raises(IndexLockedError):
        workspace.accept_all()

    assert "cannot be settled yet" in review.notes[0]
    assert (project.staged("a.txt"), lock.exists()) == (accepted_index, True)
    lock.unlink()
    assert "had come about" in workspace.review().notes[0]
    assert project.staged("a.txt") == b"a\n"


@pytest.mark.parametrize(
    ("command", "at", "call"),
    [
        ("git mv sub other", "git.worktree:Worktree.write", 1),
        ("git mv sub other", "git.worktree:Worktree.delete", 1),
        ("git mv sub other", "git.index.put", 1),
        ("rm -rf sub", "git.worktree:Worktree.delete", 1),
        ("rm -rf sub", "git.worktree:Worktree.remove_empty", 1),
        ("git rm -r sub", "git.worktree:Worktree.delete", 1),
        ("git rm -r sub", "git.index.put", 1),
        ("mkdir -p made/deep", "git.worktree:Worktree.make_folder", 1),
        ("mkdir -p made/deep", "git.worktree:Worktree.make_folder", 2),
    ],
)
def test_a_killed_operation_can_be_undone(project: RepositoryBuilder, command: str, at: str, call: int) -> None:
    project.write({"sub/untracked.txt": "untracked\n"})
    before = state(project)
    workspace = Workspace.open(project.root)
    workspace.apply(f"```bash\n{command}\n```\n")

    kill(project.root, at, "run", command, call=call)
    undo_everything(workspace)

    assert state(project) == before


def test_no_space_for_one_file_leaves_it_whole_and_the_rest_goes_on(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    big = "".join(f"a line like every other of {1 << 20} bytes\n" for _ in range(20_000))
    project.commit({"big.txt": "first\n" + big})
    root = project.root
    command_line("apply", "-C", root, given=edit("big.txt", "first", "FIRST") + edit("a.txt", "a", "A"))

    ran = command_line.python(FULL, "accept", "-C", str(root), "--all")

    assert ran.code == 1
    assert "refused  big.txt: " in ran.out
    assert "Traceback" not in ran.err
    assert project.read("big.txt") == b"first\n" + big.encode()
    assert project.read("a.txt") == b"A\n"
    assert not list(root.rglob(".guillemet-*"))

    again = command_line("accept", "-C", root, "--all")
    assert again.code == 0
    assert project.read("big.txt") == b"FIRST\n" + big.encode()


def test_no_space_for_the_staging_area_is_told_and_nothing_is_staged(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    noise = "".join(f"{hash(str(n)):x}\n" for n in range(60_000))
    given = create("noise.txt", noise.rstrip("\n")).encode()
    before = state(project)

    ran = command_line.python(FULL, "apply", "-C", str(project.root), given=given)

    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert ran.err.strip()
    assert state(project) == before
    assert Workspace.open(project.root).review().files == ()


FULL = """
import resource, signal, sys
from guillemet.cli import main

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))  # no file may grow beyond this
sys.exit(main(sys.argv[1:]))
"""
