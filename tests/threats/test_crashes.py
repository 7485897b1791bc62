"""Row 22: killed at any step; afterwards every file is whole and the step can go on or be undone."""

import pytest

from guillemet.engine.errors import IndexLockedError
from guillemet.engine.git import git_command
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = needs_kill


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
    before = project.state()
    reply = edit("b.txt", "b", "B")

    kill(project.root, "git.refs.move", "apply", reply, when=when)

    assert project.state() == before
    files = [file.path for file in workspace.review().files]
    assert files == ["a.txt", "new/deep/d.txt", "sub/c.txt"] + ["b.txt"] * (when == "after")


def test_the_folders_made_before_a_kill_go_with_an_undo(project: RepositoryBuilder) -> None:
    before = project.state()
    workspace = proposed(project)

    kill(project.root, "git.worktree:Worktree.write", "accept_all", call=2)
    decided = [file.decision for file in workspace.review().files]
    undo_everything(workspace)

    assert decided == [Decision.ACCEPTED, Decision.ACCEPTED, Decision.UNDECIDED]
    assert project.state() == before


def test_the_hidden_file_of_a_killed_write_is_removed_when_the_step_is_settled(project: RepositoryBuilder) -> None:
    workspace = proposed(project)
    strangers = project.root / ".guillemet-of-the-user"
    strangers.write_text("mine\n")

    kill(project.root, "git.safe_dir:SafeDir.create", "accept_all", call=2)
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
    before = project.state()
    workspace = proposed(project)
    workspace.accept_all()
    accepted, parent = project.state(), project.head

    kill(project.root, at, "commit", "Why", when=when)
    review = workspace.review()

    assert (project.head != parent) == is_made
    if not is_made:
        assert project.state() == accepted
        assert len(review.commit) == 3
        workspace.commit("Why")
    assert project.status() == {}
    assert project.committed("new/deep/d.txt") == b"d\n"
    undo_everything(workspace)
    assert project.state() == before


@pytest.mark.parametrize(
    ("call", "name", "options"),
    [(1, "guillemet/main/review", ()), (2, "heads/main", ()), (2, "heads/topic", ("--branch=topic",))],
)
def test_the_lock_of_a_ref_that_a_kill_left_is_removed_at_once(
    project: RepositoryBuilder, call: int, name: str, options: tuple[str, ...]
) -> None:
    workspace = proposed(project)
    workspace.accept_all()
    lock = project.root / ".git" / "refs" / f"{name}.lock"
    kill(project.root, "git.refs._target", "commit", "Why", *options, call=call)
    assert lock.exists()

    workspace = Workspace.open(project.root)
    workspace.commit("Why", branch="topic" if options else "")

    assert project.committed("new/deep/d.txt") == b"d\n"
    assert not list((project.root / ".git").rglob("*.lock"))


@pytest.mark.parametrize("verb", ["undo", "redo"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", ["git.commits.move_head", "git.index.put"])
@pytest.mark.parametrize("is_staged", [False, True])
def test_a_killed_undo_or_redo_of_a_commit_is_whole_afterwards(
    project: RepositoryBuilder, at: str, when: str, verb: str, *, is_staged: bool
) -> None:
    before = project.state()
    workspace = proposed(project)
    workspace.accept_all(stage=is_staged)
    accepted = project.state()
    workspace.commit("Why")
    committed = project.state()
    if verb == "redo":
        workspace.undo()
    if is_staged and at == "git.index.put":
        return  # the index stays as it is, so there is nothing to be killed in

    kill(project.root, at, verb, when=when)
    workspace.review()

    assert project.state() in (accepted, committed)
    if workspace.review().redo:
        workspace.redo()
    assert project.state() == committed
    undo_everything(workspace)
    assert project.state() == before


@pytest.mark.parametrize("verb", ["undo", "redo"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    "at", ["git.commits.move_head", "git.commits.compare_and_swap", "git.branches.start", "git.branches.leave"]
)
def test_a_killed_undo_or_redo_of_a_commit_to_a_new_branch_is_whole_afterwards(
    project: RepositoryBuilder, at: str, when: str, verb: str
) -> None:
    if (at, verb) in (("git.branches.start", "undo"), ("git.branches.leave", "redo")):
        return  # not called then
    workspace = proposed(project)
    workspace.accept_all()
    accepted = project.branches()
    workspace.commit("Why", branch="topic")
    committed = project.branches()
    if verb == "redo":
        workspace.undo()

    kill(project.root, at, verb, when=when)
    review = workspace.review()

    assert project.branches() == (committed if review.undo == "Commit “Why”" else accepted)
    if review.redo:
        workspace.redo()
    assert project.branches() == committed
    workspace.undo()
    assert project.branches() == accepted


@pytest.mark.skipif(git_command.find_git() is None, reason="hooks run through the git program")
def test_a_commit_killed_after_its_hook_rewrote_a_file_is_known_as_ours(project: RepositoryBuilder) -> None:
    before = project.state()
    project.add_hook(
        "pre-commit",
        "printf 'tidy\\n' > .tidy && git update-index --add --cacheinfo "
        "100644,$(git hash-object -w .tidy),a.txt && rm .tidy",
    )
    workspace = proposed(project)
    workspace.accept_all()

    kill(project.root, "git.commits.commit_through_git", "commit", "Why", "--trust")
    review = workspace.review()

    assert project.committed("a.txt") == project.staged("a.txt") == b"tidy\n"
    assert (review.commit, review.undo) == ((), "Commit “Why”")
    undo_everything(workspace)
    assert project.state() == before


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
    kill(project.root, "git.commits.move_head", "undo")
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
    before = project.state()
    workspace = Workspace.open(project.root)
    workspace.apply(f"```bash\n{command}\n```\n")

    kill(project.root, at, "run", command, call=call)
    undo_everything(workspace)

    assert project.state() == before


def test_what_was_saved_in_the_instant_of_a_kill_is_not_removed_with_our_hidden_files(
    project: RepositoryBuilder,
) -> None:
    workspace = proposed(project)
    kill(project.root, "git.safe_dir:SafeDir.create", "accept_all", call=2)
    left = next(project.root.rglob(".guillemet-*.tmp"))
    left.write_text("saved by an editor\n")

    review = workspace.review()

    assert left.read_text() == "saved by an editor\n"
    assert f"lies in {left.relative_to(project.root).as_posix()}" in review.notes[0]
