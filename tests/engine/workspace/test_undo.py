"""Promises of undo and redo: every decision is one step, and only what was written is taken back."""

from collections.abc import Callable

import pytest

from guillemet.engine.errors import IndexLockedError, RepositoryError, StoppedError
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

LONG = "".join(f"line {n}\n" for n in range(1, 21))


def accepted(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"a.txt": LONG, "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "line 2", "line two") + edit("b.txt", "b", "B") + create("new/deep/c.txt", "c"))
    workspace.accept_all()
    return workspace


def test_undo_of_accept_all_restores_every_byte_and_folder(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    before = {"README.md": repository.read("README.md"), "a.txt": LONG.encode(), "b.txt": b"b\n"}

    done = workspace.undo()

    assert repository.snapshot() == before
    assert not (repository.root / "new").exists()
    assert {file.decision for file in done.review.files} == {Decision.UNDECIDED}


def test_redo_does_it_again(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    after = repository.snapshot()
    workspace.undo()

    done = workspace.redo()

    assert repository.snapshot() == after
    assert {file.decision for file in done.review.files} == {Decision.ACCEPTED}
    assert done.review.redo == ""


def test_steps_say_what_they_take_back(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)

    assert workspace.review().undo == "Accept 3 files"
    assert workspace.undo().review.redo == "Accept 3 files"
    assert workspace.review().undo == "Add a reply (3 blocks)"


def test_a_step_counts_the_files_it_decided_not_those_it_refused(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B") + edit("c.txt", "c", "C"))
    repository.write({"b.txt": "changed\n"})
    (repository.root / "c.txt").chmod(0o444)

    assert workspace.accept_all().review.undo == "Accept a.txt"


def test_taking_a_reply_in_can_be_undone(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.undo()

    assert workspace.undo().review.files == ()
    assert [file.path for file in workspace.redo().review.files] == ["a.txt", "b.txt", "new/deep/c.txt"]


def test_a_rejection_can_be_undone(repository: RepositoryBuilder) -> None:
    repository.commit({"b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("b.txt", "b", "B"))
    workspace.reject(["b.txt"])

    assert workspace.undo().review.files[0].decision is Decision.UNDECIDED


def test_edits_made_since_survive_an_undo(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    mine = repository.read("a.txt").replace(b"line 19\n", b"line 19, mine\n")
    repository.write({"a.txt": mine})

    workspace.undo()

    assert repository.read("a.txt") == LONG.replace("line 19\n", "line 19, mine\n").encode()


def test_a_redo_after_such_an_undo_returns_to_what_was_there(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    mine = repository.read("a.txt").replace(b"line 19\n", b"line 19, mine\n")
    repository.write({"a.txt": mine})
    workspace.undo()

    workspace.redo()

    assert repository.read("a.txt") == mine


def test_an_undo_that_would_lose_text_is_refused_whole(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    mine = repository.read("a.txt").replace(b"line two\n", b"line two, mine\n")
    repository.write({"a.txt": mine})
    before = repository.snapshot()

    done = workspace.undo()

    assert [refusal.path for refusal in done.refusals] == ["a.txt"]
    assert repository.snapshot() == before
    assert done.review.undo == "Accept 3 files"


def test_undo_never_deletes_a_created_file_that_was_edited_since(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.write({"new/deep/c.txt": "c\nand mine\n"})

    done = workspace.undo()

    assert [refusal.path for refusal in done.refusals] == ["new/deep/c.txt"]
    assert repository.read("new/deep/c.txt") == b"c\nand mine\n"


def test_a_decision_is_taken_back_alone_where_its_lines_were_changed_since(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    mine = repository.read("a.txt").replace(b"line two\n", b"line two, mine\n")
    repository.write({"a.txt": mine, "new/deep/c.txt": "c\nand mine\n"})
    there = repository.snapshot()

    done = workspace.undo(leaves_changed=True)

    assert not done.refusals
    assert repository.snapshot() == there | {"b.txt": b"b\n"}
    assert {file.decision for file in done.review.files} == {Decision.UNDECIDED}
    assert not done.review.commit
    assert set(done.review.conflicts) == {"a.txt", "new/deep/c.txt"}
    assert not workspace.redo().refusals
    assert repository.snapshot() == there
    assert {file.decision for file in workspace.review().files} == {Decision.ACCEPTED}

    workspace.undo(leaves_changed=True)
    assert workspace.undo(leaves_changed=True).review.files == ()


def test_no_moved_file_goes_whose_old_place_is_taken(repository: RepositoryBuilder) -> None:
    repository.commit({"old.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("*** Begin Patch\n*** Update File: old.txt\n*** Move to: new.txt\n*** End Patch\n")
    workspace.accept_all()
    repository.write({"old.txt": "mine\n"})
    there = repository.snapshot()

    assert workspace.undo().refusals
    assert not workspace.undo(leaves_changed=True).refusals
    assert repository.snapshot() == there


def test_undo_leaves_folders_that_hold_something_else(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.write({"new/mine.txt": "mine\n"})

    workspace.undo()

    assert repository.read("new/mine.txt") == b"mine\n"
    assert not (repository.root / "new" / "deep").exists()


def test_a_new_decision_forgets_what_was_undone(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.undo()
    workspace.reject(["a.txt"])

    with pytest.raises(RepositoryError, match="nothing to redo"):
        workspace.redo()


def test_undo_without_a_step_says_so(repository: RepositoryBuilder) -> None:
    with pytest.raises(RepositoryError, match="nothing to undo"):
        Workspace.open(repository.root).undo()


def test_staging_on_accept_is_undone_with_it(repository: RepositoryBuilder) -> None:
    repository.commit({"b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("b.txt", "b", "B"))
    workspace.accept(["b.txt"], stage=True)
    assert repository.staged("b.txt") == b"B\n"

    workspace.undo()

    assert repository.staged("b.txt") == b"b\n"
    assert repository.status() == {}


def test_undo_leaves_what_the_user_staged_since(repository: RepositoryBuilder) -> None:
    repository.commit({"b.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("b.txt", "line 2", "line two"))
    workspace.accept(["b.txt"], stage=True)
    mine = LONG.replace("line 2\n", "line two\n") + "mine\n"
    repository.stage({"b.txt": mine})

    workspace.undo()

    assert repository.staged("b.txt") == mine.encode()


def test_a_hundred_steps_are_kept_and_no_more(repository: RepositoryBuilder) -> None:
    repository.commit({"b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("b.txt", "b", "B"))
    for _ in range(60):
        workspace.reject(["b.txt"])
        workspace.reconsider(["b.txt"])

    for _ in range(100):
        workspace.undo()

    assert workspace.review().undo == ""


def test_an_undo_that_meets_a_locked_index_changes_nothing(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.stage()
    before = repository.snapshot()
    lock = repository.root / ".git" / "index.lock"
    lock.touch()

    with pytest.raises(IndexLockedError):
        workspace.undo()

    assert repository.snapshot() == before
    assert repository.staged("b.txt") == b"B\n"
    lock.unlink()
    assert workspace.undo().review.undo == "Accept 3 files"
    assert repository.staged("b.txt") == b"b\n"


def test_what_an_undo_could_not_write_can_be_undone_later(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    (repository.root / "a.txt").chmod(0o444)

    done = workspace.undo()

    assert [refusal.path for refusal in done.refusals] == ["a.txt"]
    assert repository.read("b.txt") == b"b\n"
    assert (done.review.undo, done.review.redo) == ("Accept a.txt", "Accept 2 files")
    (repository.root / "a.txt").chmod(0o644)
    assert workspace.undo().refusals == ()
    assert repository.read("a.txt") == LONG.encode()
    workspace.redo()
    workspace.redo()
    assert repository.read("a.txt") != LONG.encode()
    assert repository.read("b.txt") == b"B\n"


def test_an_undo_that_can_write_nothing_stays_to_be_done(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.undo()
    workspace.accept(["a.txt"])
    (repository.root / "a.txt").chmod(0o444)

    review = workspace.undo().review

    assert (review.undo, review.redo) == ("Accept a.txt", "")


def test_a_file_in_the_place_of_a_removed_folder_stops_the_undo_before_anything_is_done(
    repository: RepositoryBuilder,
) -> None:
    repository.write({"old/a.txt": "a\n", "old/b/c.txt": "c\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply("```sh\nrm -rf old\n```\n")
    workspace.run("rm -rf old")
    repository.write({"old": "mine\n"})

    done = workspace.undo()

    assert "old is a file now" in " ".join(refusal.message for refusal in done.refusals)
    assert repository.read("old") == b"mine\n"
    assert done.review.undo == "rm -rf old"


def test_undoing_a_commit_and_redoing_it_hand_its_whole_message_over(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.commit("Say it in letters\n\nBecause digits are cold.")

    done = workspace.undo()

    assert done.message == "Say it in letters\n\nBecause digits are cold.\n"
    assert workspace.undo().message == ""
    assert workspace.redo().message == ""
    assert workspace.redo().message == "Say it in letters\n\nBecause digits are cold.\n"


def test_undoing_a_commit_leaves_the_files_in_the_order_of_the_reply(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": LONG, "b.txt": "b\n", "c.txt": "c\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "line 2", "line two") + edit("b.txt", "b", "B") + edit("c.txt", "c", "C"))
    workspace.accept(["a.txt", "c.txt"])
    workspace.commit("Say it in letters")

    review = workspace.undo().review

    assert [file.path for file in review.files] == ["a.txt", "b.txt", "c.txt"]


def stopped_after(looks: int) -> Callable[[], bool]:
    """Return what lets work look so often, then tells it to stop."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


def files_of(repository: RepositoryBuilder) -> list[str]:
    return sorted(repository.snapshot().keys() - {"README.md"})


@pytest.mark.parametrize("written", [0, 1, 2, 3])
def test_what_is_written_before_a_stop_is_one_step_and_the_rest_waits(
    repository: RepositoryBuilder, written: int
) -> None:
    repository.commit({"README.md": "r\n"})
    workspace = Workspace.open(repository.root)
    paths = ["a.txt", "b.txt", "c.txt"]
    workspace.apply("".join(create(path, "x") for path in paths))

    with workspace.stoppable(stopped_after(len(paths) + written)):
        done = workspace.accept(paths)

    assert files_of(repository) == paths[:written]
    assert [one.path for one in done.refusals if one.is_stopped] == paths[written:]
    decisions = [file.decision for file in done.review.files]
    assert decisions == [Decision.ACCEPTED] * written + [Decision.UNDECIDED] * (3 - written)
    if written:
        workspace.undo()
    assert files_of(repository) == []
    assert {file.decision for file in workspace.review().files} == {Decision.UNDECIDED}


def test_an_undo_that_was_stopped_is_gone_on_with(repository: RepositoryBuilder) -> None:
    repository.commit({"README.md": "r\n"})
    workspace = Workspace.open(repository.root)
    paths = ["a.txt", "b.txt", "c.txt"]
    workspace.apply("".join(create(path, "x") for path in paths))
    workspace.accept(paths)

    with workspace.stoppable(stopped_after(1)), pytest.raises(StoppedError):
        workspace.undo()
    assert files_of(repository) == paths
    with workspace.stoppable(stopped_after(len(paths) + 1)):
        assert len(workspace.undo().refusals) == 2
    assert len(files_of(repository)) == 2

    assert not workspace.undo().refusals
    assert files_of(repository) == []


@pytest.mark.parametrize(("written", "there"), [(0, "old.py"), (1, "new.py")])
def test_a_stop_never_leaves_half_a_move(repository: RepositoryBuilder, written: int, there: str) -> None:
    repository.commit({"old.py": "one = 1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(
        "*** Begin Patch\n*** Update File: old.py\n*** Move to: new.py\n@@\n-one = 1\n+one = 2\n*** End Patch\n"
    )

    with workspace.stoppable(stopped_after(2 + written)):
        workspace.accept(["new.py"])

    assert files_of(repository) == [there]
