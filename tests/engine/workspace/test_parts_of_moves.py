"""Promises of files that are moved and changed: each hunk is decided by itself, the first accepted one moves it."""

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.blocks import FileAction
from guillemet.engine.outcomes import Status
from guillemet.engine.review import Badge, ConflictChoice, Decision, Kind, OwnLines
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import LONG, capital, everything, file_of, hunks, opened, sides
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

RENAME = "```diff\ndiff --git a/a.txt b/b.txt\nrename from a.txt\nrename to b.txt\n```\n"


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


def apply_again(workspace: Workspace) -> None:
    """Dismiss the block without a place, or take that back: all replies are applied again."""
    outcomes = workspace.review().outcomes
    number = next(number for number, one in enumerate(outcomes, 1) if one.path == "c.txt")
    workspace.choose(number, None if outcomes[number - 1].status is Status.DISMISSED else Dismiss())


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
    (refusal,) = workspace.accept(["b.txt"]).refusals
    assert (refusal.path, refusal.message.startswith("a.txt was changed meanwhile")) == ("b.txt", True)
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


def clashing(repository: RepositoryBuilder) -> Workspace:
    """Return a move with clean hunks at 2 and 18, a conflict at 10, and a line of the user's own at the end."""
    workspace = moving(repository, edit("c.txt", "not there", "x"))
    repository.write({"a.txt": MINE})
    return workspace


MINE = LONG.replace("line 10", "mine") + "own\n"


def with_mine(*numbers: int) -> bytes:
    """Return the user's file with these hunks."""
    return capital(*numbers).replace(b"line 10", b"mine") + b"own\n"


@pytest.mark.parametrize("stage", [False, True])
def test_a_clean_hunk_of_a_move_in_conflict_moves_the_file_and_the_conflict_waits(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    workspace = clashing(repository)
    before, conflicts = everything(repository, workspace), workspace.texts("b.txt").conflicts

    done = workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"), stage=stage)

    assert (done.refusals, done.review.undo) == ((), "Accept 1 hunk in b.txt, moved from a.txt")
    assert lying(repository) == {"b.txt": with_mine(2)}
    file = file_of(done.review, "b.txt")
    assert (file.conflicts, file.hunks, file.decided_hunks, file.decision) == (1, 3, 1, Decision.UNDECIDED)
    assert workspace.texts("b.txt").conflicts == conflicts
    assert sides(workspace, "b.txt") == (with_mine(2), capital(2, 10, 18) + b"own\n")
    if stage:
        assert (repository.staged("a.txt"), repository.staged("b.txt")) == (None, capital(2))
    accepted = everything(repository, workspace)
    workspace.undo()
    assert everything(repository, workspace) == before
    workspace.redo()
    assert everything(repository, workspace) == accepted
    workspace.commit("Move")
    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (None, capital(2))
    assert (lying(repository), workspace.texts("b.txt").conflicts) == ({"b.txt": with_mine(2)}, conflicts)
    workspace.accept_conflict("b.txt", 1, workspace.texts("b.txt").identity, stage=stage)
    assert lying(repository) == {"b.txt": capital(2, 10) + b"own\n"}
    workspace.commit("The conflict")
    assert repository.committed("b.txt") == capital(2, 10)


@pytest.mark.parametrize("way", ["the hunk", "the file"])
def test_a_move_in_conflict_of_which_a_hunk_is_reset_goes_back_and_is_in_conflict_again(
    repository: RepositoryBuilder, way: str
) -> None:
    workspace = clashing(repository)
    before = everything(repository, workspace)

    if way == "the file":
        workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))
        assert lying(repository) == {"b.txt": with_mine(2)}
        workspace.reconsider(["b.txt"])
    else:
        workspace.accept_conflict("b.txt", 1, workspace.texts("b.txt").identity)
        assert lying(repository) == {"b.txt": capital(10) + b"own\n"}
        workspace.reconsider_hunk("b.txt", 2, workspace.texts("b.txt").identity)

    assert everything(repository, workspace) == before


def test_a_clean_hunk_of_a_move_in_conflict_is_rejected_and_nothing_moves(repository: RepositoryBuilder) -> None:
    workspace = clashing(repository)
    before, conflicts = everything(repository, workspace), workspace.texts("b.txt").conflicts

    done = workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))

    file = file_of(done.review, "b.txt")
    assert (done.refusals, file.conflicts, file.rejected_hunks) == ((), 1, 1)
    assert workspace.texts("b.txt").conflicts == conflicts
    assert sides(workspace, "b.txt") == (MINE.encode(), capital(10, 18) + b"own\n")
    assert lying(repository) == {"a.txt": MINE.encode()}
    workspace.reconsider_hunk("b.txt", 1, workspace.texts("b.txt").identity)
    assert everything(repository, workspace) == before


def test_accepted_hunks_of_a_move_are_reset_beside_its_conflict_and_the_last_one_moves_it_back(
    repository: RepositoryBuilder,
) -> None:
    workspace = clashing(repository)
    before = everything(repository, workspace)
    for number in (1, 2):
        workspace.accept_part("b.txt", hunks(workspace, number, path="b.txt"), stage=True)
    assert lying(repository) == {"b.txt": with_mine(2, 18)}

    workspace.reconsider_hunk("b.txt", 1, workspace.texts("b.txt").identity)
    assert (lying(repository), repository.staged("b.txt")) == ({"b.txt": with_mine(18)}, capital(18))

    workspace.reconsider_hunk("b.txt", 3, workspace.texts("b.txt").identity)
    assert everything(repository, workspace) == before


SETTLED = {ConflictChoice.MINE: b"mine", ConflictChoice.PROPOSED: b"LINE 10", OwnLines("both\n"): b"both"}


@pytest.mark.parametrize("choice", SETTLED)
def test_a_conflict_of_a_move_is_settled_by_itself_and_what_else_is_proposed_waits(
    repository: RepositoryBuilder, choice: ConflictChoice | OwnLines
) -> None:
    workspace = clashing(repository)
    before = everything(repository, workspace)

    done = workspace.settle_conflict("b.txt", 1, choice, workspace.texts("b.txt").identity)

    wanted = with_mine(2, 18).replace(b"mine", SETTLED[choice])
    assert (done.refusals, file_of(done.review, "b.txt").badges) == ((), {Badge.REBASED})
    assert (lying(repository), sides(workspace, "b.txt")[1]) == ({"a.txt": MINE.encode()}, wanted)
    workspace.undo()
    assert everything(repository, workspace) == before
    workspace.redo()
    workspace.choose(next(at for at, one in enumerate(done.review.outcomes, 1) if not one.is_success), Dismiss())
    assert sides(workspace, "b.txt") == (MINE.encode(), wanted), "when all replies are applied again"
    workspace.accept(["b.txt"])
    assert lying(repository) == {"b.txt": wanted}
    workspace.commit("Move")
    committed = capital(2, 18) if choice is ConflictChoice.MINE else wanted.removesuffix(b"own\n")
    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (None, committed)


def test_the_only_hunk_of_a_move_is_settled_for_mine_and_the_move_is_left(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, patch(10))
    repository.write({"a.txt": MINE})

    workspace.settle_conflict("b.txt", 1, ConflictChoice.MINE, workspace.texts("b.txt").identity)

    assert file_of(workspace.review(), "b.txt").decision is Decision.UNDECIDED
    workspace.accept(["b.txt"])
    assert lying(repository) == {"b.txt": MINE.encode()}
    workspace.commit("Move")
    assert repository.committed("b.txt") == LONG.encode()


def test_own_lines_that_are_taken_away_again_are_not_proposed_by_what_was_decided_beside_them(
    repository: RepositoryBuilder,
) -> None:
    workspace = moving(repository)
    repository.write({"a.txt": LONG + "own\n"})
    workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))

    repository.write({"a.txt": LONG})
    assert sides(workspace, "b.txt") == (LONG.encode(), capital(10, 18))


@pytest.mark.parametrize("way", ["the hunk", "the file"])
def test_own_lines_that_go_back_with_a_move_and_are_taken_away_again_are_not_proposed(
    repository: RepositoryBuilder, way: str
) -> None:
    workspace = moving(repository)
    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))
    repository.write({"b.txt": capital(10) + b"own\n"})
    workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))
    if way == "the hunk":
        workspace.reconsider_hunk("b.txt", 2, workspace.texts("b.txt").identity)
    else:
        workspace.reconsider(["b.txt"])
    assert lying(repository) == {"a.txt": LONG.encode() + b"own\n"}

    repository.write({"a.txt": LONG})

    assert sides(workspace, "b.txt") == (LONG.encode(), capital(10, 18) if way == "the hunk" else capital(2, 10, 18))


def test_a_settled_conflict_of_a_move_is_committed_as_such_also_once_it_was_rejected_and_reset(
    repository: RepositoryBuilder,
) -> None:
    workspace = clashing(repository)
    workspace.settle_conflict("b.txt", 1, ConflictChoice.PROPOSED, workspace.texts("b.txt").identity)
    workspace.reject(["b.txt"])
    workspace.reconsider(["b.txt"])
    workspace.accept(["b.txt"])

    workspace.commit("Move")

    assert (repository.committed("b.txt"), lying(repository)) == (
        capital(2, 10, 18),
        {"b.txt": capital(2, 10, 18) + b"own\n"},
    )


def test_replies_are_applied_again_to_a_moved_file_without_the_lines_of_the_user_beside_theirs(
    repository: RepositoryBuilder,
) -> None:
    blocks = edit("b.txt", "line 8\nline 9\nline 10", "line 8\nline 9\nLINE 10") + edit("c.txt", "not there", "x")
    workspace = opened(repository, {"a.txt": LONG, "c.txt": "c\n"}, patch(2, 18) + blocks)
    own = LONG.replace("line 8", "somebody else wrote this")
    repository.write({"a.txt": own})
    workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))
    shown = sides(workspace, "b.txt")

    failed = next(at for at, one in enumerate(workspace.review().outcomes, 1) if not one.is_success)
    review = workspace.choose(failed, Dismiss()).review

    assert [one.is_success for one in review.outcomes if one.path == "b.txt"] == [True] * 4
    assert sides(workspace, "b.txt") == shown


def test_replies_are_applied_again_to_a_move_as_it_was_before_a_conflict_of_it_was_settled(
    repository: RepositoryBuilder,
) -> None:
    workspace = clashing(repository)
    workspace.settle_conflict("b.txt", 1, ConflictChoice.PROPOSED, workspace.texts("b.txt").identity)
    workspace.accept(["b.txt"])
    workspace.reconsider_hunk("b.txt", 1, workspace.texts("b.txt").identity)
    shown = sides(workspace, "b.txt")

    failed = next(at for at, one in enumerate(workspace.review().outcomes, 1) if not one.is_success)
    review = workspace.choose(failed, Dismiss()).review

    assert [one.is_success for one in review.outcomes if one.path == "b.txt"] == [True] * 4
    assert sides(workspace, "b.txt") == shown == (capital(10, 18) + b"own\n", capital(2, 10, 18) + b"own\n")


def test_a_file_that_is_made_where_one_was_to_be_moved_from_is_in_conflict_with_the_users_lines(
    repository: RepositoryBuilder,
) -> None:
    workspace = clashing(repository)
    workspace.settle_conflict("b.txt", 1, ConflictChoice.PROPOSED, workspace.texts("b.txt").identity)
    workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))

    review = workspace.apply(create("a.txt", "new")).review

    assert "a.txt" in review.conflicts
    assert workspace.accept(["a.txt"]).refusals
    assert repository.read("a.txt") == MINE.encode()


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


@pytest.mark.parametrize("way", ["a hunk", "the file"])
def test_lines_written_since_go_back_with_a_move_that_is_undone_and_on_with_redo(
    repository: RepositoryBuilder, way: str
) -> None:
    workspace = moving(repository)
    if way == "a hunk":
        workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))
    else:
        workspace.accept(["b.txt"])
    accepted = repository.read("b.txt")
    repository.write({"b.txt": accepted + b"mine\n"})

    assert not workspace.undo().refusals
    assert lying(repository) == {"a.txt": LONG.encode() + b"mine\n"}
    repository.write({"a.txt": LONG.encode() + b"mine, too\n"})
    assert not workspace.redo().refusals
    assert lying(repository) == {"b.txt": accepted + b"mine, too\n"}

    repository.write({"b.txt": accepted.replace(b"LINE 10", b"mine")})
    assert {refusal.path for refusal in workspace.undo().refusals} == {"b.txt"}
    assert lying(repository) == {"b.txt": accepted.replace(b"LINE 10", b"mine")}


@pytest.mark.parametrize("replies", [1, 2])
def test_hunks_of_a_file_that_is_changed_and_then_moved_are_decided_one_by_one(
    repository: RepositoryBuilder, replies: int
) -> None:
    given = [edit("a.txt", "line 2", "LINE 2"), edit("c.txt", "not there", "x") + patch(10, 18)]
    given = given if replies == 2 else ["".join(given)]
    workspace = opened(repository, {"a.txt": LONG, "c.txt": "c\n"}, *given)
    before = everything(repository, workspace)

    workspace.accept_part("b.txt", hunks(workspace, 2, path="b.txt"))

    assert lying(repository) == {"b.txt": capital(10)}
    apply_again(workspace)
    assert sides(workspace, "b.txt") == (capital(10), capital(2, 10, 18))
    assert file_of(workspace.review(), "b.txt").moved_from == "a.txt"
    workspace.undo()
    workspace.reconsider_hunk("b.txt", 2, workspace.texts("b.txt").identity)
    assert everything(repository, workspace) == before
    workspace.accept(["b.txt"])
    workspace.reconsider_hunk("b.txt", 1, workspace.texts("b.txt").identity)
    assert lying(repository) == {"b.txt": capital(10, 18)}
    workspace.commit("Move")
    apply_again(workspace)
    assert sides(workspace, "b.txt") == (capital(10, 18), capital(2, 10, 18))
    repository.write({"a.txt": "mine\n"})
    apply_again(workspace)
    assert [(file.path, file.kind) for file in workspace.review().files] == [("b.txt", Kind.CHANGED)]
    workspace.accept(["b.txt"])
    apply_again(workspace)
    assert (repository.read("b.txt"), repository.read("a.txt")) == (capital(2, 10, 18), b"mine\n")
    assert [one.status for one in workspace.review().outcomes if one.path != "c.txt"] == [Status.APPLIED] * 4
    workspace.commit("Raise the rest")
    assert repository.committed("b.txt") == capital(2, 10, 18)


def test_what_was_decided_before_a_file_is_moved_goes_with_it(repository: RepositoryBuilder) -> None:
    edits = "".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 6, 14))
    workspace = opened(repository, {"a.txt": LONG, "c.txt": "c\n"}, edits + edit("c.txt", "not there", "x"))
    texts = workspace.texts("a.txt")
    workspace.edit("a.txt", texts.after.replace("LINE 14", "mine"), texts.identity)
    workspace.reject_part("a.txt", hunks(workspace, 2))
    moved = capital(2, 10).replace(b"line 14", b"mine")

    review = workspace.apply(patch(10)).review

    assert [(file.path, file.moved_from, file.decided_hunks, file.hunks) for file in review.files] == [
        ("b.txt", "a.txt", 1, 4)
    ]
    before = everything(repository, workspace)
    apply_again(workspace)
    assert sides(workspace, "b.txt") == (LONG.encode(), moved)
    workspace.undo()
    workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))
    apply_again(workspace)
    assert (lying(repository), sides(workspace, "b.txt")[1]) == ({"b.txt": capital(2)}, moved)
    workspace.undo()
    workspace.reconsider_hunk("b.txt", 1, workspace.texts("b.txt").identity)
    assert everything(repository, workspace) == before
    number = next(at for at, one in enumerate(workspace.review().outcomes, 1) if one.action is FileAction.MOVE)
    workspace.choose(number, Dismiss())
    assert sides(workspace) == (LONG.encode(), capital(2).replace(b"line 14", b"mine"))


def test_a_later_reply_moves_a_file_on_that_waits_to_be_moved(repository: RepositoryBuilder) -> None:
    workspace = moving(repository, edit("c.txt", "not there", "x"))
    workspace.reject_part("b.txt", hunks(workspace, 3, path="b.txt"))

    review = workspace.apply(patch(14).replace("b.txt", "d.txt").replace("a.txt", "b.txt")).review

    assert [(file.path, file.moved_from, file.decided_hunks, file.hunks) for file in review.files] == [
        ("d.txt", "a.txt", 1, 4)
    ]
    before = everything(repository, workspace)
    apply_again(workspace)
    assert sides(workspace, "d.txt") == (LONG.encode(), capital(2, 10, 14))
    workspace.undo()
    workspace.accept_part("d.txt", hunks(workspace, 3, path="d.txt"))
    apply_again(workspace)
    assert (lying(repository), repository.read("d.txt")) == ({}, capital(14))
    assert sides(workspace, "d.txt")[1] == capital(2, 10, 14)
    workspace.commit("Move")
    apply_again(workspace)
    assert sides(workspace, "d.txt") == (capital(14), capital(2, 10, 14))
    workspace.undo()
    workspace.undo()
    workspace.undo()
    workspace.undo()
    assert everything(repository, workspace) == before
    workspace.choose(len(review.outcomes) - 1, Dismiss())
    assert sides(workspace, "b.txt")[1] == capital(2, 10)
    assert file_of(workspace.review(), "b.txt").decided_hunks == 1


def test_a_file_that_a_later_reply_moves_back_is_only_changed(repository: RepositoryBuilder) -> None:
    workspace = moving(repository)
    workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))

    review = workspace.apply(
        patch(6).replace("b.txt", "d.txt").replace("a.txt", "b.txt").replace("d.txt", "a.txt")
    ).review

    assert [(file.path, file.kind) for file in review.files] == [("a.txt", Kind.CHANGED)]
    assert sides(workspace) == (LONG.encode(), capital(6, 10, 18))
    workspace.accept_part("a.txt", hunks(workspace, 1))
    assert lying(repository) == {"a.txt": capital(6)}


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


def test_what_was_rejected_with_a_move_stays_so_beside_a_later_reply_for_its_file(
    repository: RepositoryBuilder,
) -> None:
    edits = edit("a.txt", "line 2", "LINE 2") + edit("a.txt", "line 10", "LINE 10")
    workspace = opened(repository, {"a.txt": LONG, "c.txt": "c\n"}, edits + RENAME + edit("c.txt", "not there", "x"))
    workspace.reject(["b.txt"])
    workspace.apply(edit("a.txt", "line 14", "LINE 14"))
    assert sides(workspace) == (capital(), capital(14))

    apply_again(workspace)

    assert sides(workspace) == (capital(), capital(14))
    assert {one.status for one in workspace.review().outcomes} == {Status.APPLIED, Status.DISMISSED}


@pytest.mark.parametrize("way", ["move", "edits, then a move"])
def test_a_file_whose_move_was_rejected_is_deleted_by_a_later_reply(repository: RepositoryBuilder, way: str) -> None:
    edits = "".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10))
    first = patch(2, 10) if way == "move" else edits
    workspace = opened(repository, {"a.txt": LONG, "c.txt": "c\n"}, first + edit("c.txt", "c", "C"))
    if way != "move":
        workspace.apply(RENAME)
    workspace.reject(["b.txt"])

    lines = "".join(f"-line {n}\n" for n in range(1, 21))
    review = workspace.apply(f"```diff\n--- a/a.txt\n+++ /dev/null\n@@ -1,20 +0,0 @@\n{lines}```\n").review

    found = {file.path: (file.kind, file.decision) for file in review.files if file.path != "c.txt"}
    assert found["a.txt"] == (Kind.DELETED, Decision.UNDECIDED)
    assert found["b.txt"][1] is Decision.REJECTED
    assert not workspace.accept(["a.txt"]).refusals
    assert lying(repository) == {}


def test_own_lines_that_a_reply_repeats_stay_out_of_the_commit_of_a_moved_file(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG, "c.txt": "c\n"}, RENAME + edit("c.txt", "c", "C"))
    repository.write({"a.txt": capital().replace(b"line 6\n", b"line 6\nmy own\n")})
    whole = sides(workspace, "b.txt")[1].decode().replace("line 2\n", "LINE 2\n")
    workspace.apply(f"b.txt\n```\n{whole}```\n")
    workspace.accept(["b.txt"])
    workspace.apply(edit("b.txt", "line 14", "LINE 14") + edit("b.txt", "line 18", "LINE 18"))
    workspace.accept_part("b.txt", hunks(workspace, 1, path="b.txt"))

    workspace.commit("Move")

    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (None, capital(2, 14))
    assert repository.read("b.txt") == capital(2, 14).replace(b"line 6\n", b"line 6\nmy own\n")
