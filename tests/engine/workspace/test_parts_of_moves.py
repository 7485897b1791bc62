"""Promises of files that are moved and changed: each hunk is decided by itself, the first accepted one moves it."""

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.review import Badge, Decision, Kind
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import LONG, capital, everything, file_of, hunks, opened, sides
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def patch(*numbers: int) -> str:
    """Return a reply that moves a.txt to b.txt and changes these lines of it."""
    changes = "".join(f"@@\n-line {n}\n+LINE {n}\n" for n in numbers)
    return f"*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n{changes}*** End Patch\n"


def moving(repository: RepositoryBuilder, *more: str) -> Workspace:
    """Return a workspace with a move proposed, and three hunks of the moved file."""
    return opened(repository, {"a.txt": LONG, "c.txt": "c\n"}, patch(2, 10, 18), *more)


def lying(repository: RepositoryBuilder) -> dict[str, bytes]:
    """Return what lies at both ends of the move."""
    return {path: repository.read(path) for path in ("a.txt", "b.txt") if (repository.root / path).exists()}


def test_an_accepted_hunk_moves_the_file_and_the_others_wait(repository: RepositoryBuilder) -> None:
    workspace = moving(repository)
    before = everything(repository, workspace)

    review = workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt")).review

    assert lying(repository) == {"b.txt": capital(10)}
    assert review.undo == "Accept 1 hunk in b.txt, moved from a.txt"
    file = file_of(review, "b.txt")
    assert (file.kind, file.moved_from, file.decision) == (Kind.MOVED, "a.txt", Decision.UNDECIDED)
    assert (file.added, file.removed, file.decided_hunks, file.hunks, file.badges) == (3, 3, 1, 3, frozenset())
    assert sides(workspace, "b.txt") == (capital(10), capital(2, 10, 18))
    assert [(line.path, line.kind, line.moved_from) for line in review.commit] == [("b.txt", Kind.MOVED, "a.txt")]
    accepted = everything(repository, workspace)
    workspace.undo()
    assert everything(repository, workspace) == before
    workspace.redo()
    assert everything(repository, workspace) == accepted


def test_a_commit_of_a_part_holds_the_move_and_the_rest_stays_proposed(repository: RepositoryBuilder) -> None:
    workspace = moving(repository, edit("c.txt", "not there", "x"))
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))

    review = workspace.commit("Move").review

    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (None, capital(10))
    file = file_of(review, "b.txt")
    assert (file.kind, file.decision) == (Kind.CHANGED, Decision.UNDECIDED)
    workspace.choose(len(review.outcomes), Dismiss())
    assert sides(workspace, "b.txt") == (capital(10), capital(2, 10, 18))
    workspace.accept(["b.txt"])
    workspace.commit("Raise the rest")
    assert repository.committed("b.txt") == capital(2, 10, 18)


def test_the_users_lines_stay_out_of_the_commit_of_a_moved_file_and_go_back_with_it(
    repository: RepositoryBuilder,
) -> None:
    workspace = moving(repository)
    workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))
    repository.write({"b.txt": capital(2) + b"mine\n"})
    workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))
    assert lying(repository) == {"b.txt": capital(2, 10) + b"mine\n"}

    workspace.commit("Move")

    assert repository.committed("b.txt") == capital(2, 10)
    assert lying(repository) == {"b.txt": capital(2, 10) + b"mine\n"}
    workspace.undo()
    workspace.accept(["b.txt"])
    assert not workspace.reconsider(["b.txt"]).refusals
    assert lying(repository) == {"a.txt": LONG.encode() + b"mine\n"}


@pytest.mark.parametrize("way", ["by the file", "by its hunks"])
def test_what_is_left_of_a_moved_file_is_rejected_and_the_move_stays(repository: RepositoryBuilder, way: str) -> None:
    workspace = moving(repository)
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))

    if way == "by the file":
        workspace.reject(["b.txt"])
    else:
        for _ in range(2):
            workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))

    assert lying(repository) == {"b.txt": capital(10)}
    assert file_of(workspace.review(), "b.txt").decision is Decision.ACCEPTED
    workspace.commit("Move")
    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (None, capital(10))


@pytest.mark.parametrize("way", ["the hunk", "the file"])
def test_reset_of_the_accepted_hunk_moves_the_file_back(repository: RepositoryBuilder, way: str) -> None:
    workspace = moving(repository)
    before = everything(repository, workspace)
    workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))

    for number in (3, 1):
        if way == "the hunk":
            workspace.reconsider_hunk("b.txt", number, workspace.texts("b.txt").identity)
    if way == "the file":
        workspace.reconsider(["b.txt"])

    assert everything(repository, workspace) == before


def test_what_is_left_is_proposed_still_when_replies_are_applied_again(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": LONG, "c.txt": "c\n"})
    (repository.root / "a.txt").chmod(0o755)
    workspace = Workspace.open(repository.root)
    for reply in (patch(2, 10, 18), edit("c.txt", "not there", "x"), edit("b.txt", "line 14", "LINE 14")):
        workspace.apply(reply)
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))

    failed = next(at for at, one in enumerate(workspace.review().outcomes, 1) if not one.is_success)
    workspace.choose(failed, Dismiss())

    assert sides(workspace, "b.txt") == (capital(10), capital(2, 10, 14, 18))
    file = file_of(workspace.review(), "b.txt")
    assert (file.kind, file.decided_hunks, workspace.texts("b.txt").remarks) == (Kind.MOVED, 1, ())
    workspace.apply(edit("b.txt", "line 6", "LINE 6"))
    assert sides(workspace, "b.txt") == (capital(10), capital(2, 6, 10, 14, 18))


def test_a_move_is_re_based_when_its_file_changes_where_it_lies(repository: RepositoryBuilder) -> None:
    workspace = moving(repository)
    repository.write({"a.txt": LONG + "mine\n"})

    file = file_of(workspace.review(), "b.txt")
    assert (file.badges, file.added, file.hunks) == ({Badge.REBASED}, 3, 3)
    assert sides(workspace, "b.txt") == (LONG.encode() + b"mine\n", capital(2, 10, 18) + b"mine\n")
    assert workspace.texts("b.txt").own_lines == (20,)
    for accept in (
        lambda: workspace.accept(["b.txt"]),
        lambda: workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt")),
    ):
        accept()
        accepted = (10,) if file_of(workspace.review(), "b.txt").decided_hunks else (2, 10, 18)
        assert lying(repository) == {"b.txt": capital(*accepted) + b"mine\n"}
        workspace.commit("Move")
        assert repository.committed("b.txt") == capital(*accepted)
        workspace.undo()
        workspace.undo()
        assert lying(repository) == {"a.txt": LONG.encode() + b"mine\n"}


def test_a_rejected_move_of_which_a_hunk_is_reset_waits_at_both_ends(repository: RepositoryBuilder) -> None:
    workspace = moving(repository)
    workspace.reject(["b.txt"])
    workspace.reconsider_hunk("b.txt", 1, workspace.texts("b.txt").identity)

    repository.write({"a.txt": LONG + "mine\n"})

    assert sides(workspace, "b.txt") == (LONG.encode() + b"mine\n", capital(2) + b"mine\n")


@pytest.mark.parametrize("way", ["mine", "proposed", "an edit"])
def test_a_move_in_conflict_with_its_file_is_settled_as_a_whole(repository: RepositoryBuilder, way: str) -> None:
    workspace = moving(repository)
    mine = LONG.replace("line 10", "mine") + "own\n"
    repository.write({"a.txt": mine})

    assert Badge.CONFLICT in file_of(workspace.review(), "b.txt").badges
    assert sides(workspace, "b.txt") == (mine.encode(), capital(2, 10, 18) + b"own\n")
    assert workspace.accept(["b.txt"]).refusals
    assert workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt")).refusals
    assert lying(repository) == {"a.txt": mine.encode()}
    if way == "mine":
        workspace.take_mine(["b.txt"])
        assert lying(repository) == {"a.txt": mine.encode()}
        return
    wanted = capital(2, 10, 18) + b"own\n"
    if way == "an edit":
        wanted = wanted.replace(b"LINE 10", b"both")
        workspace.edit("b.txt", wanted.decode(), workspace.texts("b.txt").identity)
        assert Badge.CONFLICT not in file_of(workspace.review(), "b.txt").badges
    assert not workspace.accept(["b.txt"], overwrites=way == "proposed").refusals
    assert lying(repository) == {"b.txt": wanted}
    if way == "proposed":
        workspace.commit("Move")
        assert repository.committed("b.txt") == capital(2, 10, 18)
    for _ in range(2):
        workspace.undo()
    assert lying(repository) == {"a.txt": mine.encode()}


@pytest.mark.parametrize("way", ["the hunk", "the file"])
def test_lines_written_since_go_back_with_a_move_that_is_reset(repository: RepositoryBuilder, way: str) -> None:
    workspace = moving(repository)
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))
    repository.write({"b.txt": capital(10) + b"mine\n"})

    if way == "the hunk":
        workspace.reconsider_hunk("b.txt", 2, workspace.texts("b.txt").identity)
    else:
        workspace.reconsider(["b.txt"])

    assert lying(repository) == {"a.txt": LONG.encode() + b"mine\n"}
    assert sides(workspace, "b.txt")[1] == capital(2, 10, 18) + b"mine\n"
    workspace.undo()
    assert lying(repository) == {"b.txt": capital(10) + b"mine\n"}


def test_a_file_that_is_changed_before_it_is_moved_is_accepted_as_a_whole(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"), patch(10))
    before = everything(repository, workspace)

    done = workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))

    why = "b.txt was proposed to be changed as a.txt, and moved then. Accept the whole file."
    assert [refusal.message for refusal in done.refusals] == [why]
    assert everything(repository, workspace) == before
    workspace.accept(["b.txt"])
    assert lying(repository) == {"b.txt": capital(2, 10)}
    (refusal,) = workspace.reconsider_hunk("b.txt", 1, workspace.texts("b.txt").identity).refusals
    assert refusal.message == "b.txt is moved as well. Reset the whole file."


def test_an_accepted_line_of_a_moved_file_that_was_written_over_is_shown_as_such(
    repository: RepositoryBuilder,
) -> None:
    workspace = moving(repository)
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))
    repository.write({"b.txt": capital(10).replace(b"LINE 10", b"mine")})

    runs = workspace.texts("b.txt").decided
    assert [(run.before, run.after, run.is_written_over) for run in runs] == [("line 10\n", "LINE 10\n", True)]


def test_a_rejection_below_an_edit_is_reset_with_its_file(repository: RepositoryBuilder) -> None:
    workspace = moving(repository)
    workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))
    texts = workspace.texts("b.txt")
    workspace.edit("b.txt", texts.after.replace("line 14", "line xiv"), texts.identity)

    workspace.reconsider(["b.txt"])

    assert sides(workspace, "b.txt")[1] == capital(2, 10, 18).replace(b"line 14", b"line xiv")


def test_a_file_of_which_a_part_was_accepted_is_moved_on_with_its_other_lines(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": LONG})
    repository.write({"a.txt": LONG + "mine\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(patch(2, 10))
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))
    workspace.apply(patch(18).replace("b.txt", "d.txt").replace("a.txt", "b.txt"))

    review = workspace.accept(["d.txt"]).review

    assert repository.read("d.txt") == capital(2, 10, 18) + b"mine\n"
    assert [(line.path, line.moved_from) for line in review.commit] == [("d.txt", "a.txt")]
    before = everything(repository, workspace)
    assert {refusal.path for refusal in workspace.reconsider(["d.txt"]).refusals} == {"b.txt", "d.txt"}
    assert everything(repository, workspace) == before
    workspace.commit("Move")
    assert (repository.committed("b.txt"), repository.committed("d.txt")) == (None, capital(2, 10, 18))


def test_a_later_reply_deletes_a_file_of_which_a_part_was_accepted(repository: RepositoryBuilder) -> None:
    workspace = moving(repository)
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))

    review = workspace.apply("*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n").review

    assert file_of(review, "b.txt").kind is Kind.DELETED
    workspace.accept(["b.txt"])
    assert lying(repository) == {}
    workspace.reconsider(["b.txt"])
    assert lying(repository) == {"a.txt": LONG.encode()}
