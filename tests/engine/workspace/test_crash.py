"""Promises about being killed in the middle: every file is whole, and the state goes on."""

import errno
import os
from itertools import product
from pathlib import Path

import pygit2
import pytest
from pygit2.enums import FileMode

from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

FILES = 9


def prepared(repository: RepositoryBuilder) -> Workspace:
    repository.commit({f"f{n}.txt": f"old {n}\n" for n in range(FILES)})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit(f"f{n}.txt", f"old {n}", f"new {n}") for n in range(FILES)))
    return workspace


def kill_during(root: Path, verb: str, *, after: int, when: str = "after") -> None:
    """Kill a process that has written so many files, after the last of them or before the next."""
    kill(root, "git.worktree:Worktree.write", verb, when=when, call=after + (when == "before"))


def accepting_is_killed(repository: RepositoryBuilder, at: str, *, when: str, last: str = "5") -> Workspace:
    """Kill a process while it accepts the first of two hunks; the last line was changed to this before."""
    repository.commit({"a.txt": "1\n2\n3\n4\n5\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "1", "one") + edit("a.txt", "5", "five"))
    repository.write({"a.txt": f"1\n2\n3\n4\n{last}\n"})
    of = workspace.texts("a.txt").identity
    kill(repository.root, at, "accept_part", "a.txt", f"{{'old': [[0, 1]], 'new': [[0, 1]], 'of': '{of}'}}", when=when)
    return Workspace.open(repository.root)


def contents(repository: RepositoryBuilder) -> list[str]:
    return [repository.read(f"f{n}.txt").decode().split()[0] for n in range(FILES)]


@needs_kill
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("after", [1, 3, 8])
def test_a_kill_in_the_middle_of_accept_all_leaves_a_state_that_goes_on(
    repository: RepositoryBuilder, after: int, when: str
) -> None:
    prepared(repository)

    kill_during(repository.root, "accept_all", after=after, when=when)
    workspace = Workspace.open(repository.root)
    review = workspace.review()

    assert contents(repository) == ["new"] * after + ["old"] * (FILES - after)
    assert [file.decision for file in review.files] == [Decision.ACCEPTED] * after + [Decision.UNDECIDED] * (
        FILES - after
    )
    assert "interrupted" in review.notes[0]
    assert review.undo == ("Accept f0.txt" if after == 1 else f"Accept {after} files")

    workspace.accept_all()
    assert contents(repository) == ["new"] * FILES
    workspace.undo()
    workspace.undo()
    assert contents(repository) == ["old"] * FILES


@needs_kill
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", ["git.worktree:Worktree.write", "git.refs.move", "git.safe_dir:SafeDir.create"])
def test_a_kill_while_a_hunk_is_accepted_leaves_it_accepted_or_proposed(
    repository: RepositoryBuilder, at: str, when: str
) -> None:
    workspace = accepting_is_killed(repository, at, when=when)
    (file,) = workspace.review().files

    is_accepted = repository.read("a.txt") == b"one\n2\n3\n4\n5\n"
    assert is_accepted or repository.read("a.txt") == b"1\n2\n3\n4\n5\n"
    assert (file.accepted_hunks, file.hunks) == (int(is_accepted), 2)
    workspace.accept(["a.txt"])
    assert repository.read("a.txt") == b"one\n2\n3\n4\nfive\n"
    while workspace.undo().review.undo != "Add a reply (2 blocks)":
        pass
    assert repository.read("a.txt") == b"1\n2\n3\n4\n5\n"


@needs_kill
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", ["git.worktree:Worktree.write", "git.refs.move", "git.safe_dir:SafeDir.create"])
def test_a_kill_while_a_hunk_beside_a_conflict_is_accepted_leaves_the_conflict_open(
    repository: RepositoryBuilder, at: str, when: str
) -> None:
    workspace = accepting_is_killed(repository, at, when=when, last="mine")
    (file,) = workspace.review().files

    is_accepted = repository.read("a.txt") == b"one\n2\n3\n4\nmine\n"
    assert is_accepted or repository.read("a.txt") == b"1\n2\n3\n4\nmine\n"
    assert (file.accepted_hunks, file.hunks, file.conflicts) == (int(is_accepted), 2, 1)
    workspace.accept(["a.txt"], overwrites=True)
    assert repository.read("a.txt") == b"one\n2\n3\n4\nfive\n"


@needs_kill
def test_a_kill_in_the_middle_of_undo_can_be_undone_further_or_redone(repository: RepositoryBuilder) -> None:
    prepared(repository).accept_all()

    kill_during(repository.root, "undo", after=4)
    workspace = Workspace.open(repository.root)
    review = workspace.review()

    assert contents(repository).count("old") == 4
    assert {file.path for file in review.decided(Decision.UNDECIDED)} == {
        f"f{n}.txt" for n, word in enumerate(contents(repository)) if word == "old"
    }
    assert (review.undo, review.redo) == ("Accept 5 files", "Accept 4 files")
    workspace.undo()
    assert contents(repository) == ["old"] * FILES
    workspace.redo()
    workspace.redo()
    assert contents(repository) == ["new"] * FILES


@needs_kill
def test_a_kill_in_the_middle_of_a_command_is_titled_as_a_part_of_it(repository: RepositoryBuilder) -> None:
    workspace = prepared(repository)
    workspace.reject_all()
    workspace.apply("```bash\ngit rm f1.txt f2.txt f3.txt\n```\n")

    kill(repository.root, "git.worktree:Worktree.delete", "run", "git rm f1.txt f2.txt f3.txt", call=2)
    review = Workspace.open(repository.root).review()

    assert review.undo == "git rm f1.txt f2.txt f3.txt (in part)"


@needs_kill
@pytest.mark.parametrize(("at", "verb"), [("git.index.put", "stage"), ("git.worktree:Worktree.write", "accept_all")])
def test_a_kill_after_all_is_done_is_told_as_such(repository: RepositoryBuilder, at: str, verb: str) -> None:
    workspace = prepared(repository)
    if verb == "stage":
        workspace.accept_all()

    kill(repository.root, at, verb, call=1 if verb == "stage" else FILES)

    assert "had come about" in Workspace.open(repository.root).review().notes[0]


@needs_kill
def test_a_kill_before_the_first_file_changes_nothing(repository: RepositoryBuilder) -> None:
    prepared(repository)

    kill_during(repository.root, "accept_all", after=0, when="before")
    review = Workspace.open(repository.root).review()

    assert contents(repository) == ["old"] * FILES
    assert {file.decision for file in review.files} == {Decision.UNDECIDED}
    assert review.undo == f"Add a reply ({FILES} blocks)"


@needs_kill
def test_what_another_program_saved_in_that_moment_stays_and_what_was_half_written_goes(
    repository: RepositoryBuilder,
) -> None:
    prepared(repository)
    kill_during(repository.root, "accept_all", after=0, when="before")
    hidden = {
        f".guillemet-{digit * 16}.tmp": text for digit, text in zip("012", ("mine\n", "ne", "old 1\n"), strict=True)
    }
    repository.write(hidden)

    notes = Workspace.open(repository.root).review().notes

    (saved,) = (name for name, text in hidden.items() if text == "mine\n")
    assert notes[0].endswith(f"What another program saved at that moment lies in {saved}.")
    assert [path.name for path in repository.root.glob(".guillemet-*")] == [saved]


@needs_kill
def test_a_kill_after_an_executable_came_back_is_seen_where_neither_disk_nor_index_tells_its_mode(
    repository: RepositoryBuilder,
) -> None:
    repository.write({"run.sh": "echo\n"})
    (repository.root / "run.sh").chmod(0o755)
    repository.git.index.add("run.sh")
    repository.git.index.write()
    repository.commit({"a.txt": "1\n"})
    repository.git.config["core.fileMode"] = False
    workspace = Workspace.open(repository.root)
    workspace.apply("```bash\nrm -rf run.sh\n```\n")
    workspace.run("rm -rf run.sh")
    repository.git.index.remove("run.sh")
    repository.git.index.write()

    kill(repository.root, "git.worktree:Worktree.write", "undo")
    review = Workspace.open(repository.root).review()

    assert "all of it had come about" in review.notes[0]
    assert (review.redo, repository.read("run.sh")) == ("rm -rf run.sh", b"echo\n")


@needs_kill
@pytest.mark.parametrize("messages", [(), ("Mine",), ("Mine", "Ours")], ids=["none", "another", "same title, not next"])
def test_a_kill_before_the_commit_takes_no_commit_of_another_program_for_it(
    repository: RepositoryBuilder, messages: tuple[str, ...]
) -> None:
    prepared(repository).accept(["f0.txt"])
    kill(repository.root, "git.commits.commit_paths", "commit", "Ours", when="before")
    if messages:
        repository.stage({"f0.txt": "old 0\n"})
    for message in messages:
        repository.commit({f"{message}.txt": ""}, message=message)
    repository.write({"f0.txt": "new 0\n"})

    review = Workspace.open(repository.root).review()

    assert (review.undo, repository.staged("f0.txt")) == ("Accept f0.txt", b"old 0\n")
    assert "before it changed anything" in review.notes[0]


@needs_kill
@pytest.mark.parametrize(
    ("start", "at", "when"),
    [
        *product(["branch", "detached", "unborn"], ["branches.create"], ["before", "after"]),
        *product(["branch", "detached"], ["commits.compare_and_swap"], ["after"]),
    ],
)
def test_a_kill_before_the_commit_to_a_new_branch_goes_back_to_the_one_before(
    repository: RepositoryBuilder, tmp_path: Path, start: str, at: str, when: str
) -> None:
    if start == "unborn":
        repository = RepositoryBuilder(tmp_path / "unborn")
        Workspace.open(repository.root).apply(create("f0.txt", "new 0"))
    else:
        prepared(repository)
    if start == "detached":
        repository.git.set_head(repository.git.head.target)
    Workspace.open(repository.root).accept(["f0.txt"])
    head = repository.git.references["HEAD"].target
    local = list(repository.git.branches.local)

    kill(repository.root, f"git.{at}", "commit", "Ours", "--branch=topic", when=when)
    review = Workspace.open(repository.root).review()

    assert (repository.git.references["HEAD"].target, list(repository.git.branches.local)) == (head, local)
    assert (review.undo, "before it changed anything" in review.notes[0]) == ("Accept f0.txt", True)
    Workspace.open(repository.root).commit("Ours", branch="topic")
    assert repository.git.head.shorthand == "topic"


@needs_kill
def test_a_kill_after_the_commit_to_a_new_branch_leaves_it_made(repository: RepositoryBuilder) -> None:
    prepared(repository).accept(["f0.txt"])

    kill(repository.root, "git.commits.commit_paths", "commit", "Ours", "--branch=topic")
    review = Workspace.open(repository.root).review()

    assert (review.head.branch, review.undo) == ("topic", "Commit “Ours”")


@needs_kill
@pytest.mark.parametrize("moved", ["main", "topic"])
def test_a_kill_before_the_commit_leaves_a_new_branch_where_another_program_commits_meanwhile(
    repository: RepositoryBuilder, moved: str
) -> None:
    prepared(repository).accept(["f0.txt"])
    kill(repository.root, "git.branches.create", "commit", "Ours", "--branch=topic")
    start = repository.git.head.target
    other = repository.commit({"other.txt": ""}, message="Mine")
    if moved == "main":
        repository.git.references["refs/heads/main"].set_target(other)
        repository.git.references["refs/heads/topic"].set_target(start)

    review = Workspace.open(repository.root).review()

    assert (review.head.branch, "before it changed anything" in review.notes[0]) == ("topic", True)
    assert str(repository.git.branches.local[moved].target) == str(other)


@needs_kill
def test_a_kill_after_head_moved_back_leaves_a_commit_that_is_undone(repository: RepositoryBuilder) -> None:
    workspace = prepared(repository)
    workspace.accept(["f0.txt"])
    workspace.commit("Ours")

    kill(repository.root, "git.commits.move_head", "undo")
    review = Workspace.open(repository.root).review()

    assert (review.undo, review.redo) == ("Accept f0.txt", "Commit “Ours”")
    assert repository.staged("f0.txt") == b"old 0\n"


@needs_kill
def test_the_folders_of_files_that_were_not_written_before_a_kill_go(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply(create("new/deep/a.txt", "a"))
    before = repository.state()

    kill(repository.root, "git.safe_dir:SafeDir.create", "accept_all", when="before")
    assert repository.state() != before
    workspace.review()

    assert repository.state() == before


@needs_kill
@pytest.mark.parametrize("made", [1, 2])
def test_folders_that_were_made_before_a_kill_stay_and_are_undone(repository: RepositoryBuilder, made: int) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply("```bash\nmkdir -p made/deep\n```\n")

    kill(repository.root, "git.worktree:Worktree.make_folder", "run", "mkdir -p made/deep", call=made)
    note = workspace.review().notes[0]

    assert ("all of it had come about" in note) == (made == 2)
    assert (repository.root / "made").is_dir()
    assert (repository.root / "made" / "deep").is_dir() == (made == 2)
    workspace.undo()
    assert not (repository.root / "made").exists()


@needs_kill
@pytest.mark.parametrize("deleted", [1, 2])
def test_folders_go_after_a_kill_where_all_the_files_went_that_were_to_go_with_them(
    repository: RepositoryBuilder, deleted: int
) -> None:
    workspace = prepared(repository)
    workspace.reject_all()
    repository.write({"sub/a.txt": "a\n", "sub/b.txt": "b\n"})
    (repository.root / "sub" / "empty").mkdir()
    workspace.apply("```bash\nrm -rf sub\n```\n")

    kill(repository.root, "git.worktree:Worktree.delete", "run", "rm -rf sub", call=deleted)
    workspace.review()

    assert (repository.root / "sub" / "empty").is_dir() == (deleted == 1)
    assert (repository.root / "sub").is_dir() == (deleted == 1)


@needs_kill
def test_what_the_user_staged_after_a_kill_stays_staged(repository: RepositoryBuilder) -> None:
    workspace = prepared(repository)
    workspace.reject_all()
    workspace.apply("```bash\ngit rm f1.txt\n```\n")

    kill(repository.root, "git.index.put", "run", "git rm f1.txt", when="before")
    mine = pygit2.IndexEntry("f1.txt", repository.git.create_blob(b"mine\n"), FileMode.BLOB)
    repository.git.index.add(mine)
    repository.git.index.write()
    workspace.review()

    assert repository.staged("f1.txt") == b"mine\n"


def test_a_full_disk_while_accepting_leaves_whole_files_and_names_the_rest(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = prepared(repository)
    fsync, written = os.fsync, []

    def full(handle: int) -> None:
        if len(written) == 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(handle)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)
    done = workspace.accept_all()

    assert contents(repository) == ["new"] * 3 + ["old"] * 6
    assert [refusal.path for refusal in done.refusals] == [f"f{n}.txt" for n in range(3, FILES)]
    assert "space" in done.refusals[0].message.lower()
    assert sorted(path.name for path in repository.root.iterdir()) == sorted(
        [".git", "README.md", *(f"f{n}.txt" for n in range(FILES))]
    )
