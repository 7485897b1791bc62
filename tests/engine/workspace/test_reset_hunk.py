"""Promises of resetting what was decided on a file, or on one hunk of it."""

from itertools import product

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.review import Decision, Kind, Part
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import LONG, capital, everything, file_of, hunks, numbers, opened, proposed, sides
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder


def decide(workspace: Workspace, number: int, way: str, *, stage: bool = False) -> None:
    """Accept or reject a hunk of a.txt by its number among the three of the file."""
    part = hunks(workspace, numbers(workspace).index(f"hunk {number} of 3") + 1)
    workspace.accept_part("a.txt", part, stage=stage) if way == "accept" else workspace.reject_part("a.txt", part)


@pytest.mark.parametrize("decided", ["whole", "in part"])
def test_reconsidering_takes_all_parts_back(repository: RepositoryBuilder, decided: str) -> None:
    workspace = proposed(repository)
    before = everything(repository, workspace)
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.reject_part("a.txt", hunks(workspace, 1))
    if decided == "whole":
        workspace.accept(["a.txt"])

    workspace.reconsider(["a.txt"])

    assert everything(repository, workspace) == before


@pytest.mark.parametrize("stage", [True, False])
def test_what_was_decided_on_one_hunk_is_taken_back_and_the_others_stay(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    workspace = proposed(repository)
    untouched = everything(repository, workspace)

    for first, second in product(("accept", "reject"), repeat=2):
        decide(workspace, 3, second, stage=stage)
        wanted = everything(repository, workspace)
        workspace.undo()
        decide(workspace, 1, first, stage=stage)
        decide(workspace, 3, second, stage=stage)
        before = everything(repository, workspace)

        done = workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity, stage=stage)

        assert not done.refusals
        assert everything(repository, workspace) == wanted, (first, second)
        workspace.undo()
        assert everything(repository, workspace) == before, (first, second)
        workspace.redo()
        workspace.reconsider_hunk("a.txt", 3, workspace.texts("a.txt").identity)
        assert everything(repository, workspace) == untouched, (first, second)


@pytest.mark.parametrize("stage", [True, False])
def test_one_hunk_of_a_decided_file_is_undecided_again_and_the_others_stay_as_they_are(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    workspace = proposed(repository)

    def reset(number: int) -> None:
        assert not workspace.reconsider_hunk("a.txt", number, workspace.texts("a.txt").identity, stage=stage).refusals

    def told() -> tuple[object, ...]:
        signed = workspace.review().commit
        return everything(repository, workspace), signed, [hunk.state for hunk in workspace.texts("a.txt").hunks]

    every = tuple(product(("accept", "reject"), repeat=3))
    tried = every if stage else every[2:6:3]  # without staging all that counts is what is accepted beside
    wanted = {}
    for again, *two in sorted({(again, *ways[: again - 1], *ways[again:]) for ways in tried for again in (1, 2, 3)}):
        for number, way in zip([number for number in (1, 2, 3) if number != again], two, strict=True):
            decide(workspace, number, way, stage=stage)
        wanted[again, *two] = told()
        workspace.undo()
        workspace.undo()
    for ways in tried:
        for number, way in enumerate(ways, start=1):
            decide(workspace, number, way, stage=stage)
        before = told()
        for again in (1, 2, 3):
            reset(again)

            assert told() == wanted[again, *ways[: again - 1], *ways[again:]], (ways, again)
            workspace.undo()
            assert told() == before, (ways, again)
        for _ in ways:
            workspace.undo()


@pytest.mark.parametrize("way", ["accept", "reject"])
def test_one_hunk_of_a_file_decided_as_a_whole_is_undecided_again(repository: RepositoryBuilder, way: str) -> None:
    workspace = proposed(repository)
    accepts = way == "accept"
    for number in (1, 3):
        decide(workspace, number, way)
    wanted = everything(repository, workspace)
    workspace.undo()
    workspace.undo()
    workspace.accept(["a.txt"]) if accepts else workspace.reject(["a.txt"])

    assert not workspace.reconsider_hunk("a.txt", 2, workspace.texts("a.txt").identity).refusals

    assert everything(repository, workspace) == wanted
    assert numbers(workspace) == ["hunk 2 of 3"]
    workspace.accept_part("a.txt", hunks(workspace, 1))
    assert repository.read("a.txt") == (capital(2, 10, 18) if accepts else capital(10))


def test_a_hunk_of_an_accepted_file_is_undecided_again_beside_lines_of_the_user(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    repository.write({"a.txt": b"of mine\n" + LONG.encode()})
    workspace.accept(["a.txt"])
    repository.write({"a.txt": repository.read("a.txt") + b"more of mine\n"})

    workspace.reconsider_hunk("a.txt", 2, workspace.texts("a.txt").identity)

    assert repository.read("a.txt") == b"of mine\n" + capital(2, 18) + b"more of mine\n"
    assert numbers(workspace) == ["hunk 2 of 3"]
    workspace.commit("Take two")
    assert repository.committed("a.txt") == capital(2, 18)
    assert repository.read("a.txt") == b"of mine\n" + capital(2, 18) + b"more of mine\n"


def test_the_only_hunk_of_a_decided_file_is_reset_with_the_file(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, create("new.txt", "new\n") + edit("a.txt", "line 2", "LINE 2"))
    untouched = everything(repository, workspace)
    for path in ("new.txt", "a.txt"):
        for decide in (workspace.accept, workspace.reject):
            decide([path])
            workspace.reconsider_hunk(path, 1, workspace.texts(path).identity)
            assert everything(repository, workspace) == untouched, (path, decide)


def test_a_hunk_of_a_decided_file_stays_decided_when_it_is_another_than_was_shown(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    outdated = workspace.texts("a.txt").identity
    workspace.reject_part("a.txt", hunks(workspace, 1))
    workspace.accept(["a.txt"])
    before = everything(repository, workspace)
    now = workspace.texts("a.txt").identity

    for number, identity in ((1, outdated), (0, now), (4, now)):
        assert workspace.reconsider_hunk("a.txt", number, identity).refusals
    assert everything(repository, workspace) == before


def test_a_hunk_is_taken_back_without_what_the_user_wrote_since(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.accept_part("a.txt", hunks(workspace, 1))
    repository.write({"a.txt": b"of mine\n" + capital(2, 10)})

    workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity)

    assert repository.read("a.txt") == b"of mine\n" + capital(10)
    assert numbers(workspace) == ["hunk 1 of 3", "hunk 3 of 3"]


def test_a_hunk_that_is_not_shown_any_more_or_was_edited_since_is_not_taken_back(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    outdated = workspace.texts("a.txt").identity
    workspace.reject_part("a.txt", hunks(workspace, 1))
    now = workspace.texts("a.txt").identity
    workspace.edit("a.txt", capital(10).decode() + "more\n", now)

    for number, identity in ((1, outdated), (1, workspace.texts("a.txt").identity), (9, now)):
        assert workspace.reconsider_hunk("a.txt", number, identity).refusals
    assert sides(workspace)[1] == capital(10) + b"more\n"


@pytest.mark.parametrize("way", ["accept", "reject"])
def test_a_hunk_of_a_decided_move_is_reset_by_itself(repository: RepositoryBuilder, way: str) -> None:
    lines = ("Begin Patch", "Update File: a.txt", "Move to: c.txt")
    changes = "".join(f"@@\n-line {n}\n+LINE {n}\n" for n in (2, 18))
    patch = "".join(f"*** {line}\n" for line in lines) + changes + "*** End Patch\n"
    workspace = opened(repository, {"a.txt": LONG}, patch, edit("a.txt", "nowhere", "x"))
    workspace.accept(["c.txt"]) if way == "accept" else workspace.reject(["c.txt"])

    done = workspace.reconsider_hunk("c.txt", 1, workspace.texts("c.txt").identity)

    assert not done.refusals
    lies = {"c.txt": capital(18)} if way == "accept" else {"a.txt": LONG.encode()}
    assert {path: repository.read(path) for path in ("a.txt", "c.txt") if (repository.root / path).exists()} == lies
    file = file_of(done.review, "c.txt")
    assert (file.kind, file.decision, file.decided_hunks) == (Kind.MOVED, Decision.UNDECIDED, 1)
    again = file_of(workspace.choose(len(done.review.outcomes), Dismiss()).review, "c.txt")
    assert (again.kind, again.decision, again.decided_hunks) == (file.kind, file.decision, file.decided_hunks)
    workspace.accept(["c.txt"])
    assert repository.read("c.txt") == (capital(2, 18) if way == "accept" else capital(2))
    assert not (repository.root / "a.txt").exists()


@pytest.mark.parametrize("path", ["a.txt", "c.txt"])
def test_a_removed_line_that_was_accepted_is_one_row_and_is_reset_beside_own_lines(
    repository: RepositoryBuilder, path: str
) -> None:
    move = "" if path == "a.txt" else f"*** Move to: {path}\n"
    changes = "@@\n-line 2\n+LINE 2\n@@\n line 9\n-line 10\n-line 11\n+joined\n"
    reply = f"*** Begin Patch\n*** Update File: a.txt\n{move}{changes}*** End Patch\n"
    workspace = opened(repository, {"a.txt": LONG}, reply)
    workspace.accept_part(path, hunks(workspace, 1, path=path))
    workspace.accept_part(path, Part(((9, 10),), (), workspace.texts(path).identity))
    lies = repository.read(path)

    for own in (b"", b"mine\n"):
        repository.write({path: lies + own})
        texts = workspace.texts(path)
        assert [(run.hunk, run.before, run.is_written_over) for run in texts.decided] == [
            (1, "line 2\n", False),
            (2, "line 10\n", False),
        ]
        assert not workspace.reconsider_hunk(path, 2, texts.identity).refusals
        assert repository.read(path) == capital(2) + own
        workspace.undo()


def test_no_hunk_is_reset_of_a_file_that_a_command_took_away(repository: RepositoryBuilder) -> None:
    edits = "".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 18))
    workspace = opened(repository, {"a.txt": LONG}, f"{edits}\n```bash\nrm -rf a.txt\n```\n")
    workspace.accept(["a.txt"])
    workspace.run("rm -rf a.txt")
    before = everything(repository, workspace)

    done = workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity)

    assert "by a command after it was accepted" in done.refusals[0].message
    assert everything(repository, workspace) == before


def test_what_the_user_writes_over_accepted_lines_takes_no_hunk_out_of_the_commit(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)

    def told() -> tuple[bytes, bytes]:
        return workspace.commit_texts(["a.txt"])[0].after.encode(), repository.read("a.txt")

    def both(*accepted: int) -> tuple[bytes, bytes]:
        return capital(10, *accepted), capital(10, *accepted).replace(b"LINE 10", b"of mine")

    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.accept_part("a.txt", hunks(workspace, 1))
    repository.write({"a.txt": both(2)[1]})
    assert (told(), numbers(workspace)) == (both(2), ["hunk 3 of 3"])
    assert [run.is_written_over for run in workspace.texts("a.txt").decided] == [False, True]
    (refusal,) = workspace.reconsider_hunk("a.txt", 2, workspace.texts("a.txt").identity).refusals
    assert "changed on disk in these accepted lines" in refusal.message

    # One more hunk is accepted, that beside it reset, and accepted again.
    workspace.accept_part("a.txt", hunks(workspace, 1))
    assert told() == both(2, 18)
    assert not workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity).refusals
    assert (told(), numbers(workspace)) == (both(18), ["hunk 1 of 3"])
    workspace.accept_part("a.txt", hunks(workspace, 1))
    assert told() == both(2, 18)

    # Nothing tells what of the file was accepted from what is the user's own: only undo takes all of it back.
    (refusal,) = workspace.reconsider(["a.txt"]).refusals
    assert "Undo these decisions one by one" in refusal.message
    for _ in range(3):
        assert not workspace.undo().refusals
    assert told() == both(2)
    assert not workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity).refusals
    assert (told(), numbers(workspace)) == (both(), ["hunk 1 of 3", "hunk 3 of 3"])
    workspace.accept(["a.txt"])
    assert told() == both(2, 18)
    workspace.commit("Take all three")
    assert (repository.committed("a.txt"), repository.read("a.txt")) == both(2, 18)


def test_a_hunk_of_an_accepted_file_is_reset_beside_accepted_lines_that_the_user_wrote_over(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.accept(["a.txt"])
    mine = capital(2, 10, 18).replace(b"LINE 10", b"of mine")
    repository.write({"a.txt": mine})
    for taken_back, outcome in (
        (workspace.undo(), "nothing of this step is undone"),
        (workspace.reconsider(["a.txt"]), "it stays as it is"),
    ):
        (refusal,) = taken_back.refusals
        assert refusal.message.startswith(f"a.txt was changed since in the same lines or next to them, so {outcome}.")

    assert not workspace.reconsider_hunk("a.txt", 3, workspace.texts("a.txt").identity).refusals
    assert repository.read("a.txt") == mine.replace(b"LINE 18", b"line 18")
    assert workspace.commit_texts(["a.txt"])[0].after.encode() == capital(2, 10)

    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.commit("Take all three")
    assert (repository.committed("a.txt"), repository.read("a.txt")) == (capital(2, 10, 18), mine)


@pytest.mark.parametrize("is_taken_back", [False, True])
def test_a_file_of_which_accepted_lines_were_written_over_is_neither_reset_nor_rejected_as_if_nothing_was_accepted(
    repository: RepositoryBuilder, *, is_taken_back: bool
) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 1))
    repository.write({"a.txt": capital(2).replace(b"LINE 2\n", b"of mine\n")})
    workspace.accept_part("a.txt", hunks(workspace, 1))
    if is_taken_back:
        repository.write({"a.txt": capital(2, 10)})
    assert [run.is_written_over for run in workspace.texts("a.txt").decided] == [not is_taken_back, False]
    assert not workspace.reconsider_hunk("a.txt", 2, workspace.texts("a.txt").identity).refusals
    lies = repository.read("a.txt")

    (refusal,) = workspace.reconsider(["a.txt"]).refusals
    assert "Undo these decisions one by one" in refusal.message
    assert not workspace.reject(["a.txt"]).refusals

    file = file_of(workspace.review())
    assert (file.decision, repository.read("a.txt")) == (Decision.ACCEPTED, lies)
    workspace.commit("Take one")
    assert repository.committed("a.txt") == capital(2)


def test_accepted_lines_that_were_written_over_stay_in_sight_once_all_of_the_file_is_decided(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 2))
    repository.write({"a.txt": capital(10).replace(b"LINE 10", b"of mine")})
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.accept_part("a.txt", hunks(workspace, 1))

    file, texts = file_of(workspace.review()), workspace.texts("a.txt")
    assert (file.decision, file.hunks, file.accepted_hunks) == (Decision.ACCEPTED, 3, 2)
    assert [(run.hunk, run.decision, run.is_written_over) for run in texts.decided] == [
        (2, Decision.ACCEPTED, True),
        (3, Decision.REJECTED, False),
    ]


def test_a_hunk_is_undecided_again_also_where_the_user_wrote_beside_it_since(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 2))
    mine = capital(10).replace(b"LINE 10\n", b"LINE 10\nmine\n")
    repository.write({"a.txt": mine})

    review = workspace.reconsider_hunk("a.txt", 2, workspace.texts("a.txt").identity).review

    assert repository.read("a.txt") == mine.replace(b"LINE 10", b"line 10")
    assert (workspace.texts("a.txt").decided, file_of(review).accepted_hunks, review.commit) == ((), 0, ())
    workspace.undo()
    assert repository.read("a.txt") == mine
    workspace.redo()
    workspace.accept_part("a.txt", hunks(workspace, 2))
    workspace.commit("Ten")
    assert (repository.read("a.txt"), repository.committed("a.txt")) == (mine, capital(10))


@pytest.mark.parametrize("order", ["written last", "written first"])
def test_a_conflict_that_was_settled_for_the_proposal_is_one_again_once_its_hunk_is_reset(
    repository: RepositoryBuilder, order: str
) -> None:
    workspace = proposed(repository)
    mine = LONG.replace("line 10\n", "mine 10\n").replace("line 5\n", "mine 5\n").encode()
    repository.write({"a.txt": mine})
    if order == "written last":
        workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.accept_conflict("a.txt", 1, workspace.texts("a.txt").identity)
    if order == "written first":
        workspace.accept_part("a.txt", hunks(workspace, 1))
    written = repository.read("a.txt")

    review = workspace.reconsider_hunk("a.txt", 2, workspace.texts("a.txt").identity).review

    assert repository.read("a.txt") == written.replace(b"LINE 10", b"mine 10")
    assert (file_of(review).conflicts, file_of(review).is_sure) == (1, False)
    assert "a.txt" in [refused.path for refused in workspace.accept(["a.txt"]).refusals]
    workspace.undo()
    assert (repository.read("a.txt"), file_of(workspace.review()).conflicts) == (written, 0)
    workspace.redo()
    workspace.accept_conflict("a.txt", 1, workspace.texts("a.txt").identity)
    workspace.commit("Two and ten")
    assert (repository.read("a.txt"), repository.committed("a.txt")) == (written, capital(2, 10))


@pytest.mark.parametrize(("first", "second"), tuple(product(("accept", "reject"), repeat=2)))
def test_a_hunk_beside_a_conflict_is_undecided_again_and_the_conflict_stays(
    repository: RepositoryBuilder, first: str, second: str
) -> None:
    workspace = proposed(repository)

    def decide(line: int, way: str) -> None:
        texts = workspace.texts("a.txt")
        at = texts.after.splitlines().index(f"LINE {line}")
        part = Part(((at, at + 1),), ((at, at + 1),), texts.identity)
        workspace.accept_part("a.txt", part) if way == "accept" else workspace.reject_part("a.txt", part)

    def told() -> tuple[object, ...]:
        state, files, _, *rest = everything(repository, workspace)
        return state, files, [(line.path, line.identity) for line in workspace.review().commit], rest

    def drift() -> None:
        lies = repository.read("a.txt").replace(b"line 18\n", b"mine 18\n").replace(b"line 14\n", b"mine 14\nmore\n")
        repository.write({"a.txt": lies})
        assert file_of(workspace.review()).conflicts == 1

    decide(10, second)
    undrifted = repository.read("a.txt")
    drift()
    wanted = told()
    repository.write({"a.txt": undrifted})
    workspace.undo()
    decide(2, first)
    decide(10, second)
    drift()
    before = told()

    done = workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity)

    assert not done.refusals
    assert told() == wanted
    workspace.undo()
    assert told() == before
    workspace.redo()
    workspace.accept_conflict("a.txt", 1, workspace.texts("a.txt").identity)
    lies = repository.read("a.txt")
    assert (lies.count(b"LINE 18"), lies.count(b"line 2\n"), lies.count(b"mine 14\nmore\n")) == (1, 1, 1)


def test_a_hunk_with_a_conflict_in_it_is_not_reset_by_itself(repository: RepositoryBuilder) -> None:
    old, new = (f"{word} 9\n{word} 10\n{word} 11" for word in ("line", "LINE"))
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", old, new) + edit("a.txt", "line 2", "LINE 2"))
    workspace.accept_part("a.txt", Part(((8, 9),), ((8, 9),), workspace.texts("a.txt").identity))
    lies = repository.read("a.txt").replace(b"line 11", b"mine 11")
    repository.write({"a.txt": lies})
    assert file_of(workspace.review()).conflicts == 1
    before = everything(repository, workspace)

    (refusal,) = workspace.reconsider_hunk("a.txt", 2, workspace.texts("a.txt").identity).refusals

    assert "Lines of this hunk in a.txt are in conflict. Settle the conflict first" in refusal.message
    assert everything(repository, workspace) == before
