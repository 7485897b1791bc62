"""Promises of accepting and rejecting a part of a file's changes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guillemet.engine.applying.options import Dismiss, PlaceAt
from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.parts import part_of
from guillemet.engine.errors import RepositoryError
from guillemet.engine.review import DecidedRun, Decision, HunkState, Kind, Part
from guillemet.engine.workspace import Done, Workspace
from guillemet.settings import WhiteSpace
from tests.engine.workspace.parts import LONG, capital, everything, file_of, hunks, numbers, opened, proposed, sides
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.streamed import grow


def test_the_hunks_left_keep_the_numbers_they_had_among_all(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)

    workspace.accept_part("a.txt", hunks(workspace, 2))
    assert numbers(workspace) == ["hunk 1 of 3", "hunk 3 of 3"]
    workspace.reject_part("a.txt", hunks(workspace, 1))
    assert numbers(workspace) == ["hunk 3 of 3"]
    repository.write({"a.txt": b"of mine\n" + capital(10)})
    assert numbers(workspace) == ["hunk 3 of 3"]
    workspace.undo()
    workspace.undo()
    assert numbers(workspace) == ["hunk 1 of 3", "hunk 2 of 3", "hunk 3 of 3"]


def test_hunks_that_were_committed_before_others_are_told_beside_those(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    committed, waiting, rejected = HunkState.COMMITTED, HunkState.WAITING, HunkState.REJECTED

    def told() -> list[tuple[tuple[int, int], HunkState]]:
        return [(hunk.new, hunk.state) for hunk in file_of(workspace.review()).since_commit]

    workspace.accept_part("a.txt", hunks(workspace, 2))
    assert told() == []
    workspace.commit("Raise the second")
    assert told() == [((1, 2), waiting), ((9, 10), committed), ((17, 18), waiting)]
    repository.write({"a.txt": b"of mine\n" + capital(10)})
    workspace.reject_part("a.txt", hunks(workspace, 1))
    assert told() == [((2, 3), rejected), ((10, 11), committed), ((18, 19), waiting)]
    workspace.reject(["a.txt"])
    assert told() == [((2, 3), rejected), ((10, 11), committed), ((18, 19), rejected)]
    for _ in range(3):
        workspace.undo()
    assert told() == []


def test_blocks_that_landed_with_a_commit_are_told_apart_from_what_is_proposed_for_their_file(
    repository: RepositoryBuilder,
) -> None:
    replies = edit("a.txt", "nowhere", "somewhere") + edit("a.txt", "line 2", "LINE 2")
    workspace = opened(repository, {"a.txt": LONG}, replies)

    assert workspace.accept(["a.txt"]).review.settled == frozenset()
    assert workspace.commit("Raise the second").review.settled == {2}
    placed = workspace.choose(1, PlaceAt(10, 1)).review
    assert ([file.path for file in placed.files], placed.settled) == (["a.txt"], {2})
    workspace.undo()
    assert workspace.undo().review.settled == frozenset()


def test_a_hunk_decided_line_by_line_is_one_hunk_until_none_of_its_lines_waits(repository: RepositoryBuilder) -> None:
    lines = "".join(f"line {n}\n" for n in range(10, 13))
    replies = (
        edit("a.txt", "line 2", "LINE 2"),
        edit("a.txt", lines, lines.upper()),
        edit("a.txt", "line 18", "LINE 18"),
    )
    workspace = opened(repository, {"a.txt": LONG}, "".join(replies))

    def line(number: int) -> Part:
        return Part(((number - 1, number),), ((number - 1, number),), workspace.texts("a.txt").identity)

    file = file_of(workspace.accept_part("a.txt", line(11)).review)
    assert (file.hunks, file.decided_hunks, file.hunks_in_part) == (3, 0, 1)
    assert numbers(workspace) == ["hunk 1 of 3", "hunk 2 of 3, part 1 of 2", "hunk 2 of 3, part 2 of 2", "hunk 3 of 3"]
    file = file_of(workspace.reject_part("a.txt", line(10)).review)
    assert (file.hunks, file.decided_hunks, file.hunks_in_part) == (3, 0, 1)
    assert numbers(workspace) == ["hunk 1 of 3", "hunk 2 of 3", "hunk 3 of 3"]
    file = file_of(workspace.accept_part("a.txt", line(12)).review)
    assert (file.hunks, file.decided_hunks, file.hunks_in_part) == (3, 1, 1)
    file = file_of(workspace.reject_part("a.txt", line(18)).review)
    assert (file.hunks, file.accepted_hunks, file.rejected_hunks, file.hunks_in_part) == (3, 0, 1, 1)
    file = file_of(workspace.accept(["a.txt"]).review)
    assert (file.hunks, file.accepted_hunks, file.rejected_hunks, file.hunks_in_part) == (3, 1, 1, 1)
    assert numbers(workspace) == ["hunk 1 of 3", "hunk 2 of 3"]


def test_hunks_are_numbered_alike_whatever_white_space_counts(repository: RepositoryBuilder) -> None:
    after = LONG.replace("line 2\nline 3\n", " line 2\nLINE 3\n").replace("line 10\n", " line 10\n")
    after = after.replace("line 18\n", "LINE 18\n")
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", LONG.rstrip("\n"), after.rstrip("\n")))
    first = ["hunk 1 of 3, part 1 of 2", "hunk 1 of 3, part 2 of 2"]

    assert numbers(workspace, WhiteSpace.NONE) == [*first, "hunk 2 of 3", "hunk 3 of 3"]
    texts = workspace.texts("a.txt")
    shown = changed(texts.before, texts.after, white_space=WhiteSpace.NONE)
    file = file_of(workspace.accept_part("a.txt", part_of(shown[1:2], texts.identity, WhiteSpace.NONE)).review)

    assert repository.read("a.txt").decode() == LONG.replace("line 3\n", "LINE 3\n")
    assert (file.hunks, file.decided_hunks, file.hunks_in_part) == (3, 0, 1)
    assert numbers(workspace, WhiteSpace.NONE) == ["hunk 1 of 3", "hunk 2 of 3", "hunk 3 of 3"]
    assert numbers(workspace) == ["hunk 1 of 3", "hunk 2 of 3", "hunk 3 of 3"]


@pytest.mark.parametrize("way", WhiteSpace)
def test_hunks_accepted_one_by_one_write_the_proposal_whatever_white_space_counts(
    repository: RepositoryBuilder, way: WhiteSpace
) -> None:
    before = "def f(a):\n    if a :\n        g(a)\n        h(a)\n    return a\n\n\nx = 1  \ny = 2\n"
    after = (
        "def f(a):\n    while a:\n        if a:\n            g(a)\n            h(a)\n    return a\n\n\nx = 1\ny = 3\n"
    )
    workspace = opened(repository, {"a.py": before}, edit("a.py", before.rstrip("\n"), after.rstrip("\n")))
    accepted = 0

    while file_of(workspace.review(), "a.py").decision is Decision.UNDECIDED:
        texts = workspace.texts("a.py")
        hunk = changed(texts.before, texts.after, white_space=way)[-1]
        assert workspace.accept_part("a.py", part_of([hunk], texts.identity, way)).refusals == ()
        accepted += 1

    assert repository.read("a.py").decode() == after
    assert accepted > 1


def test_an_accepted_hunk_is_written_and_the_others_stay_proposed(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = repository.snapshot()

    done = workspace.accept_part("a.txt", hunks(workspace, 2))

    assert not done.refusals
    assert repository.snapshot() == before | {"a.txt": capital(10)}
    assert sides(workspace) == (capital(10), capital(2, 10, 18))
    file = file_of(done.review)
    assert (file.decision, file.hunks, file.accepted_hunks, file.rejected_hunks) == (Decision.UNDECIDED, 3, 1, 0)
    assert (file.added, file.removed) == (3, 3)  # as once the others are accepted
    assert (file.badges, done.review.undo) == (frozenset(), "Accept 1 hunk in a.txt")
    assert [line.path for line in done.review.commit] == ["a.txt"]


def test_a_rejected_hunk_leaves_the_proposal_and_no_file_changes(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = repository.state()

    done = workspace.reject_part("a.txt", hunks(workspace, 1, 3))

    assert repository.state() == before
    assert sides(workspace) == (LONG.encode(), capital(10))
    file = file_of(done.review)
    assert (file.decision, file.hunks, file.accepted_hunks, file.rejected_hunks) == (Decision.UNDECIDED, 3, 0, 2)
    assert (file.added, file.removed) == (1, 1)
    assert done.review.undo == "Reject 2 hunks in a.txt"


def test_single_lines_of_a_hunk_are_decided_by_themselves(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": "a\nb\nc\n"}, edit("a.txt", "b", "B\nBB"))
    of = workspace.texts("a.txt").identity

    done = workspace.accept_part("a.txt", Part((), ((2, 3),), of))

    assert repository.read("a.txt") == b"a\nb\nBB\nc\n"
    assert done.review.undo == "Accept 1 line in a.txt"
    assert sides(workspace) == (b"a\nb\nBB\nc\n", b"a\nB\nBB\nc\n")


def test_a_file_whose_last_hunk_is_accepted_is_accepted_as_a_whole(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)

    for _ in range(3):
        done = workspace.accept_part("a.txt", hunks(workspace, 1))

    assert repository.read("a.txt") == capital(2, 10, 18)
    assert file_of(done.review).decision is Decision.ACCEPTED
    assert sides(workspace) == (LONG.encode(), capital(2, 10, 18))
    assert file_of(done.review).hunks == 3


def test_a_file_whose_hunks_are_all_rejected_is_rejected_with_all_of_them_shown(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)

    for _ in range(3):
        done = workspace.reject_part("a.txt", hunks(workspace, 1))

    assert (file_of(done.review).decision, file_of(done.review).hunks) == (Decision.REJECTED, 3)
    assert sides(workspace) == (LONG.encode(), capital(2, 10, 18))
    workspace.reconsider(["a.txt"])
    workspace.accept(["a.txt"])
    assert repository.read("a.txt") == capital(2, 10, 18)


@pytest.mark.parametrize("last", ["accepted", "rejected"])
def test_accepting_some_hunks_and_rejecting_the_others_accepts_the_file_without_them(
    repository: RepositoryBuilder, last: str
) -> None:
    workspace = proposed(repository)

    if last == "accepted":
        workspace.reject_part("a.txt", hunks(workspace, 1, 3))
        review = workspace.accept_part("a.txt", hunks(workspace, 1)).review
    else:
        workspace.accept_part("a.txt", hunks(workspace, 2))
        review = workspace.reject_part("a.txt", hunks(workspace, 1, 2)).review

    file = file_of(review)
    assert repository.read("a.txt") == capital(10)
    assert (file.decision, file.hunks, file.rejected_hunks) == (Decision.ACCEPTED, 3, 2)
    assert sides(workspace) == (LONG.encode(), capital(10))


def test_rejecting_a_file_of_which_a_hunk_was_accepted_keeps_that_hunk(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 1))

    file = file_of(workspace.reject(["a.txt"]).review)

    assert repository.read("a.txt") == capital(2)
    assert (file.decision, file.accepted_hunks, file.rejected_hunks) == (Decision.ACCEPTED, 1, 2)


def test_a_step_that_decides_the_last_hunk_is_named_by_that_and_not_by_the_file(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.accept_part("a.txt", hunks(workspace, 1))

    assert workspace.reject_part("a.txt", hunks(workspace, 1)).review.undo == "Reject 1 hunk in a.txt"
    workspace.undo()
    assert workspace.accept_part("a.txt", hunks(workspace, 1)).review.undo == "Accept 1 hunk in a.txt"


def test_lines_decided_by_themselves_are_told_with_what_they_were_and_what_was_proposed(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    assert workspace.texts("a.txt").decided == ()
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.reject_part("a.txt", hunks(workspace, 1))
    accepted = DecidedRun(1, HunkState.ACCEPTED, (1, 2), (1, 2), "line 2\n", "LINE 2\n")
    rejected = DecidedRun(2, HunkState.REJECTED, (9, 10), (9, 10), "line 10\n", "LINE 10\n")

    assert workspace.texts("a.txt").decided == (accepted, rejected)
    repository.write({"a.txt": b"of mine\n" + capital(2)})
    moved = [(one.hunk, one.old, one.new) for one in workspace.texts("a.txt").decided]
    assert moved == [(1, (2, 3), (2, 3)), (2, (10, 11), (10, 11))]
    workspace.accept(["a.txt"])
    assert [one.state for one in workspace.texts("a.txt").decided] == [HunkState.REJECTED]
    workspace.reject(["a.txt"])
    assert workspace.texts("a.txt").decided == ()


def test_an_accepted_file_is_rejected_with_all_its_parts(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    for _ in range(3):
        workspace.accept_part("a.txt", hunks(workspace, 1))

    review = workspace.reject(["a.txt"]).review

    assert (repository.read("a.txt"), review.commit) == (LONG.encode(), ())


def test_every_step_is_undone_and_done_again(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    states = [everything(repository, workspace)]
    steps: list[Callable[[], Done]] = [
        lambda: workspace.accept_part("a.txt", hunks(workspace, 2)),
        lambda: workspace.reject_part("a.txt", hunks(workspace, 2)),
        lambda: workspace.edit("a.txt", capital(2, 10).decode() + "more\n", workspace.texts("a.txt").identity),
        lambda: workspace.accept_part("a.txt", hunks(workspace, 2)),
        lambda: workspace.reject_part("a.txt", hunks(workspace, 1)),
    ]
    for step in steps:
        assert not step().refusals
        states.append(everything(repository, workspace))
    assert repository.read("a.txt") == capital(10) + b"more\n"

    for before in reversed(states[:-1]):
        workspace.undo()
        assert everything(repository, workspace) == before
    for after in states[1:]:
        workspace.redo()
        assert everything(repository, workspace) == after


def test_what_is_decided_in_part_survives_a_restart(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.reject_part("a.txt", hunks(workspace, 1))
    workspace.edit("b.txt", "mine\n", workspace.texts("b.txt").identity)
    before = everything(repository, workspace)

    again = Workspace.open(repository.root)

    assert everything(repository, again) == before
    assert file_of(again.review(), "b.txt").is_edited


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "mixed", "none at the end"])
def test_a_part_keeps_encoding_mark_and_line_endings(repository: RepositoryBuilder, encoding: str, ending: str) -> None:
    def written(*lines: str) -> bytes:
        endings = {"mixed": ["\r\n", "\n"], "none at the end": ["\n"]}.get(ending, [ending])
        text = "".join(line + endings[n % len(endings)] for n, line in enumerate(lines))
        return (text.removesuffix("\n") if ending == "none at the end" else text).encode(encoding)

    workspace = opened(
        repository,
        {"a.txt": written("é one", "two", "three", "four", "five")},
        edit("a.txt", "é one", "é ONE") + edit("a.txt", "three", "THREE") + edit("a.txt", "five", "FIVE"),
    )

    workspace.accept_part("a.txt", hunks(workspace, 2))
    assert repository.read("a.txt") == written("é one", "two", "THREE", "four", "five")
    workspace.reject_part("a.txt", hunks(workspace, 1))
    workspace.accept_part("a.txt", hunks(workspace, 1))
    assert repository.read("a.txt") == written("é one", "two", "THREE", "four", "FIVE")


def test_a_change_of_the_user_is_merged_with_an_accepted_part(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    repository.write({"a.txt": capital() + b"mine\n"})

    workspace.accept_part("a.txt", hunks(workspace, 1))
    assert repository.read("a.txt") == capital(2) + b"mine\n"
    workspace.accept(["a.txt"])
    assert repository.read("a.txt") == capital(2, 10, 18) + b"mine\n"
    workspace.reconsider(["a.txt"])
    assert repository.read("a.txt") == capital() + b"mine\n"


def test_a_change_of_the_user_between_two_parts_stays_when_both_are_taken_back(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 1))
    repository.write({"a.txt": capital(2) + b"mine\n"})
    workspace.accept_part("a.txt", hunks(workspace, 1))

    workspace.reconsider(["a.txt"])

    assert repository.read("a.txt") == capital() + b"mine\n"


def test_a_part_is_not_written_over_lines_that_the_user_changed(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    shown = hunks(workspace, 1)
    mine = LONG.replace("line 2\n", "mine\n").encode()
    repository.write({"a.txt": mine})

    done = workspace.accept_part("a.txt", shown)

    assert repository.read("a.txt") == mine
    assert done.refusals[0].message == "a.txt changed meanwhile. Look at it again."
    (refusal,) = workspace.accept_part("a.txt", hunks(workspace, 1)).refusals
    assert "These lines are in conflict" in refusal.message
    assert repository.read("a.txt") == mine


def test_a_part_of_what_is_no_longer_shown_is_refused(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    shown = hunks(workspace, 1)
    workspace.accept_part("a.txt", hunks(workspace, 2))
    before = everything(repository, workspace)

    for done in (
        workspace.accept_part("a.txt", shown),
        workspace.reject_part("a.txt", shown),
        workspace.edit("a.txt", "x\n", shown.of),
    ):
        assert done.refusals[0].message == "a.txt changed meanwhile. Look at it again."
    assert everything(repository, workspace) == before


def test_a_part_for_a_file_in_whose_place_a_link_lies_is_refused(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    (repository.root / "a.txt").unlink()
    (repository.root / "a.txt").symlink_to("b.txt")
    part = Part(((1, 2),), ((1, 2),), workspace.texts("a.txt").identity)

    for done in (
        workspace.accept_part("a.txt", part),
        workspace.reject_part("a.txt", part),
        workspace.edit("a.txt", "x\n", part.of),
    ):
        assert done.refusals[0].message == "a.txt is a link. Accept or reject the whole file."
    assert repository.read("b.txt") == b"b\n"


def test_a_moved_file_stays_one_when_its_text_is_edited_back(repository: RepositoryBuilder) -> None:
    move = "*** Begin Patch\n*** Update File: a.txt\n*** Move to: new.txt\n@@\n-line 2\n+LINE 2\n*** End Patch\n"
    workspace = opened(repository, {"a.txt": LONG}, move)
    texts = workspace.texts("new.txt")

    review = workspace.edit("new.txt", LONG, texts.identity).review

    assert (file_of(review, "new.txt").kind, file_of(review, "new.txt").decision) == (Kind.MOVED, Decision.UNDECIDED)


def test_lines_that_are_no_changes_are_refused(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    of = workspace.texts("a.txt").identity

    done = workspace.accept_part("a.txt", Part(((0, 1), (-5, 0), (90, 99)), (), of))

    assert "No changed line is chosen" in done.refusals[0].message
    assert repository.read("a.txt") == LONG.encode()


def test_a_part_that_changes_nothing_by_itself_is_refused(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": "a\nb"}, edit("a.txt", "b", "b\nc"))
    workspace.edit("a.txt", "a\nb\nc", workspace.texts("a.txt").identity)

    done = workspace.reject_part("a.txt", Part(((1, 2),), ((1, 2),), workspace.texts("a.txt").identity))

    assert "change nothing by themselves" in done.refusals[0].message
    assert workspace.texts("a.txt").after == "a\nb\nc"


def test_a_part_of_a_file_that_cannot_be_written_is_refused_and_stays_proposed(
    repository: RepositoryBuilder, tmp_path: Path
) -> None:
    edits = edit("in/a.txt", "one", "ONE") + edit("in/a.txt", "ten", "TEN")
    workspace = opened(repository, {"in/a.txt": "one\n\n\n\n\n\nten\n"}, edits)
    shown = hunks(workspace, 1, path="in/a.txt")
    outside = tmp_path / "outside"
    (repository.root / "in").rename(outside)
    (repository.root / "in").symlink_to(outside)

    done = workspace.accept_part("in/a.txt", shown)

    assert done.refusals != ()
    assert (outside / "a.txt").read_text().startswith("one")
    assert file_of(workspace.review(), "in/a.txt").accepted_hunks == 0


def test_a_decided_file_takes_no_decision_on_a_part(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    shown = hunks(workspace, 1)
    workspace.accept(["a.txt"])

    assert "is decided already" in workspace.accept_part("a.txt", shown).refusals[0].message
    assert "is decided already" in workspace.edit("a.txt", "x", shown.of).refusals[0].message
    with pytest.raises(RepositoryError, match="no longer part of the proposal"):
        workspace.accept_part("other.txt", shown)


def test_a_new_file_is_made_of_the_accepted_lines_and_goes_with_them(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {}, create("new/c.txt", "one\ntwo\nthree"))
    of = workspace.texts("new/c.txt").identity

    done = workspace.accept_part("new/c.txt", Part((), ((1, 2),), of))

    assert repository.read("new/c.txt") == b"two\n"
    file = file_of(done.review, "new/c.txt")
    assert (file.decision, file.added, file.badges) == (Decision.UNDECIDED, 3, frozenset())
    assert file.kind is Kind.ADDED  # for as long as no commit has it
    assert [(line.path, line.kind) for line in done.review.commit] == [("new/c.txt", Kind.ADDED)]
    workspace.reconsider(["new/c.txt"])
    assert not (repository.root / "new").exists() or not list((repository.root / "new").iterdir())
    assert file_of(workspace.review(), "new/c.txt").kind is Kind.ADDED
    workspace.undo()
    workspace.commit("One line")
    assert file_of(workspace.review(), "new/c.txt").kind is Kind.CHANGED


def test_lines_of_a_new_file_are_rejected_before_it_is_made(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {}, create("c.txt", "one\ntwo\nthree"))
    of = workspace.texts("c.txt").identity

    workspace.reject_part("c.txt", Part((), ((1, 2),), of))
    assert not (repository.root / "c.txt").exists()
    workspace.accept(["c.txt"])

    assert repository.read("c.txt") == b"one\nthree\n"


def test_a_deleted_file_is_decided_as_a_whole_and_the_last_hunk_of_a_moved_one_moves_it(
    repository: RepositoryBuilder,
) -> None:
    lines = ("Begin Patch", "Delete File: b.txt", "Update File: a.txt", "Move to: c.txt")
    patch = "".join(f"*** {line}\n" for line in lines) + "@@\n-line 2\n+LINE 2\n@@\n-line 10\n+LINE 10\n*** End Patch\n"
    workspace = opened(repository, {"a.txt": LONG, "b.txt": "b\nc\n"}, patch)
    before = everything(repository, workspace)

    some = Part(((0, 1),), (), workspace.texts("b.txt").identity)
    for decide in (workspace.accept_part, workspace.reject_part):
        assert "to be deleted" in decide("b.txt", some).refusals[0].message
    assert everything(repository, workspace) == before

    workspace.reject_part("c.txt", hunks(workspace, 1, path="c.txt"))
    for path in ("c.txt", "b.txt"):  # the only hunk that is left is all of it
        assert workspace.accept_part(path, hunks(workspace, 1, path=path)).refusals == ()
    assert repository.read("c.txt") == capital(10)
    assert not (repository.root / "a.txt").exists()
    assert not (repository.root / "b.txt").exists()
    workspace.undo()
    assert repository.read("b.txt") == b"b\nc\n"
    workspace.reject_part("b.txt", hunks(workspace, 1, path="b.txt"))
    assert file_of(workspace.review(), "b.txt").decision is Decision.REJECTED


def test_the_commit_holds_the_accepted_hunks_and_the_rest_stays_proposed(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 2))

    review = workspace.commit("Ten").review

    assert repository.committed("a.txt") == capital(10)
    assert (file_of(review).decision, file_of(review).hunks, review.commit) == (Decision.UNDECIDED, 2, ())
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.reconsider(["a.txt"])
    assert repository.read("a.txt") == capital(10)
    workspace.undo()
    workspace.undo()
    workspace.undo()
    assert (repository.read("a.txt"), sides(workspace)) == (capital(10), (capital(10), capital(2, 10, 18)))


def test_lines_of_the_users_own_are_never_committed_with_accepted_hunks(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG})
    mine = LONG.replace("line 6\n", "mine\n")
    repository.write({"a.txt": mine})
    workspace.apply("".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))

    workspace.accept_part("a.txt", hunks(workspace, 3))
    repository.write({"a.txt": repository.read("a.txt").replace(b"line 14\n", b"mine, too\n")})
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.commit("Two")

    assert repository.committed("a.txt") == capital(2, 18)
    on_disk = capital(2, 18).replace(b"line 6\n", b"mine\n").replace(b"line 14\n", b"mine, too\n")
    assert repository.read("a.txt") == on_disk


def test_rejecting_the_rest_after_a_commit_rejects_the_file(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_part("a.txt", hunks(workspace, 2))
    workspace.commit("Ten")

    review = workspace.reject_part("a.txt", hunks(workspace, 1, 2)).review

    assert (file_of(review).decision, sides(workspace)) == (Decision.REJECTED, (capital(10), capital(2, 10, 18)))


def test_parts_are_staged_one_after_the_other_and_unstaged_together(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)

    workspace.accept_part("a.txt", hunks(workspace, 1), stage=True)
    assert repository.staged("a.txt") == capital(2)
    workspace.accept_part("a.txt", hunks(workspace, 1), stage=True)
    assert repository.staged("a.txt") == capital(2, 10)
    workspace.reconsider(["a.txt"])

    assert (repository.staged("a.txt"), repository.read("a.txt")) == (LONG.encode(), LONG.encode())


def test_a_file_of_which_a_hunk_was_accepted_is_accepted_when_its_blocks_are_left_out(
    repository: RepositoryBuilder,
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2\nline 3\nline 4", "LINE 2\nline 3\nLINE 4"))
    workspace.accept_part("a.txt", hunks(workspace, 1))

    review = workspace.choose(1, Dismiss()).review

    assert (file_of(review).decision, sides(workspace)) == (Decision.ACCEPTED, (capital(), capital(2)))


TEXTS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=9).map(lambda lines: "\n".join(lines) + "\n")
CHOICES = {"accept": [True], "reject": [False], "both": [True, False]}


@pytest.mark.parametrize("chosen", CHOICES)
@settings(max_examples=15, deadline=None)
@given(before=TEXTS, after=TEXTS, data=st.data())
def test_parts_decided_in_any_order_are_the_file_decided_at_once_and_undo_brings_all_back(
    tmp_path_factory: pytest.TempPathFactory, chosen: str, before: str, after: str, data: st.DataObject
) -> None:
    repository = RepositoryBuilder(tmp_path_factory.mktemp("parts"))
    workspace = opened(repository, {"a.txt": before}, edit("a.txt", before[0], "x"))
    workspace.choose(1, PlaceAt(1))
    workspace.edit("a.txt", after, workspace.texts("a.txt").identity)
    states = [everything(repository, workspace)]
    while file_of(workspace.review()).decision is Decision.UNDECIDED:
        texts = workspace.texts("a.txt")
        hunk = data.draw(st.sampled_from(changed(texts.before, texts.after)))
        verb = workspace.accept_part if data.draw(st.sampled_from(CHOICES[chosen])) else workspace.reject_part
        assert not verb("a.txt", part_of([hunk], texts.identity)).refusals
        states.append(everything(repository, workspace))

    if before != after and chosen == "accept":
        assert repository.read("a.txt").decode() == after
    elif file_of(workspace.review()).decision is Decision.REJECTED:
        assert repository.read("a.txt").decode() == before
    else:
        assert sides(workspace) == (before.encode(), repository.read("a.txt"))
    for state in reversed(states[:-1]):
        workspace.undo()
        assert everything(repository, workspace) == state


@settings(max_examples=25, deadline=None)
@given(taken_in=st.integers(1, 5), decisions=st.lists(st.tuples(st.integers(0, 4), st.sampled_from("are")), max_size=5))
def test_decisions_amid_a_reply_are_those_after_it_wherever_they_came(
    tmp_path_factory: pytest.TempPathFactory, taken_in: int, decisions: list[tuple[int, str]]
) -> None:
    lines = (2, 6, 10, 14, 18)
    pieces = [edit("a.txt", f"line {n}", f"LINE {n}") for n in lines]
    repository = RepositoryBuilder(tmp_path_factory.mktemp("amid"))
    workspace = opened(repository, {"a.txt": LONG})
    arrived = "".join(pieces[:taken_in])
    grow(workspace, "", arrived)
    old = {n: f"line {n}\n" for n in range(1, 21)}
    new = old | {n: f"LINE {n}\n" for n in lines}
    for at, verb in dict(decisions).items():
        texts = workspace.texts("a.txt")
        hunk = next((one for one in changed(texts.before, texts.after) if one.new_start == lines[at] - 1), None)
        is_decided = file_of(workspace.review()).decision is not Decision.UNDECIDED
        if hunk is None or is_decided:
            continue  # a block that has not come yet
        if verb == "a":
            workspace.accept_part("a.txt", part_of([hunk], texts.identity))
            old[lines[at]] = new[lines[at]]
        elif verb == "r":
            workspace.reject_part("a.txt", part_of([hunk], texts.identity))
            new[lines[at]] = old[lines[at]]
        else:
            new[lines[at]] = "mine\n"
            workspace.edit("a.txt", texts.after.replace(f"LINE {lines[at]}\n", "mine\n"), texts.identity)

    for piece in pieces[taken_in:]:
        grow(workspace, arrived, arrived + piece)
        arrived += piece

    if file_of(workspace.review()).decision is Decision.UNDECIDED:
        assert sides(workspace) == tuple("".join(side.values()).encode() for side in (old, new))
    assert repository.read("a.txt").decode() == "".join(old.values())
    while workspace.review().undo != f"Add a reply ({len(pieces)} blocks)":
        workspace.undo()
    assert sides(workspace) == (LONG.encode(), capital(*lines))
