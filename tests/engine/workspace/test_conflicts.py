"""Promises of settling a conflict: for the file as it lies there, or for the proposal, each as one step."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.parts import part_of
from guillemet.engine.review import Badge, ConflictChoice, ConflictRegion, Decision, Kind, OwnLines, Part
from guillemet.engine.workspace import Done, Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

DELETE = "*** Begin Patch\n*** Delete File: d.txt\n*** End Patch\n"
MINE = b"one\nmine\nthree\n"
PROPOSED = b"one\nTWO\nthree\n"


@pytest.fixture
def conflicting(repository: RepositoryBuilder) -> Workspace:
    """Return a proposal for a.txt, whose lines were changed since, and one for b.txt, beside a new c.txt."""
    repository.commit({"a.txt": "one\ntwo\nthree\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "two", "TWO") + edit("b.txt", "b", "B") + create("c.txt", "theirs"))
    repository.write({"a.txt": MINE})
    return workspace


def test_the_file_is_shown_as_it_lies_there_beside_the_proposal(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    texts = conflicting.texts("a.txt")
    first = conflicting.review()
    repository.write({"a.txt": "one\nmine again\nthree\n"})

    assert (texts.before.encode(), texts.after.encode()) == (MINE, PROPOSED)
    assert "lines that the proposal changes, too, or next to them." in texts.conflict
    assert conflicting.review().files[0] != first.files[0]
    assert conflicting.texts("a.txt").before == "one\nmine again\nthree\n"
    assert not conflicting.texts("b.txt").conflict


def test_mine_stays_and_the_proposal_for_it_is_rejected_as_one_step(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    done = conflicting.take_mine(["a.txt"])

    assert (done.refusals, repository.read("a.txt")) == ((), MINE)
    assert done.review.files[0].decision is Decision.REJECTED
    assert done.review.undo == "Take mine for a.txt"
    again = Workspace.open(repository.root)
    assert again.undo().review.conflicts == {"a.txt"}
    assert again.redo().review.files[0].decision is Decision.REJECTED
    assert repository.read("a.txt") == MINE


def test_the_proposal_is_written_over_mine_which_comes_back_with_undo(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    done = conflicting.accept(["a.txt"], overwrites=True)

    assert (done.refusals, repository.read("a.txt")) == ((), PROPOSED)
    assert done.review.undo == "Take the proposal for a.txt"
    again = Workspace.open(repository.root)
    assert again.undo().review.conflicts == {"a.txt"}
    assert repository.read("a.txt") == MINE
    again.redo()
    assert repository.read("a.txt") == PROPOSED
    again.reconsider(["a.txt"])
    assert repository.read("a.txt") == MINE


def test_what_was_written_over_is_not_said_to_be_committed(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    conflicting.accept(["a.txt"], overwrites=True)

    assert [line.note for line in Workspace.open(repository.root).review().commit] == [""]


def test_what_can_be_merged_is_merged_all_the_same(repository: RepositoryBuilder) -> None:
    body = "".join(f"line {n}\n" for n in range(20))
    repository.commit({"a.txt": body})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "line 2", "TWO"))
    repository.write({"a.txt": body + "mine\n"})

    workspace.accept(["a.txt"], overwrites=True)

    assert repository.read("a.txt").decode() == body.replace("line 2\n", "TWO\n") + "mine\n"


@pytest.mark.parametrize(("path", "change"), [("a.txt", None), ("c.txt", b"mine\n")])
def test_a_file_that_went_or_came_since_is_settled_too(
    repository: RepositoryBuilder, conflicting: Workspace, path: str, change: bytes | None
) -> None:
    repository.write({path: change})
    texts = conflicting.texts(path)
    assert (texts.is_gone, bool(texts.conflict)) == (change is None, True)

    conflicting.accept([path], overwrites=True)
    assert repository.read(path) == {"a.txt": PROPOSED, "c.txt": b"theirs\n"}[path]
    conflicting.undo()

    assert (repository.root / path).exists() is (change is not None)
    assert change is None or repository.read(path) == change


@pytest.mark.skipif(os.name != "posix", reason="links need privileges elsewhere")
@pytest.mark.parametrize("make", [lambda place: place.symlink_to("b.txt"), Path.mkdir])
def test_neither_a_link_nor_a_folder_is_written_over(
    repository: RepositoryBuilder, conflicting: Workspace, make: Callable[[Path], object]
) -> None:
    place = repository.root / "a.txt"
    place.unlink()
    make(place)

    assert [refusal.path for refusal in conflicting.accept(["a.txt"], overwrites=True).refusals] == ["a.txt"]

    assert place.is_symlink() or place.is_dir()
    assert repository.read("b.txt") == b"b\n"
    assert Badge.CONFLICT in conflicting.review().files[0].badges


def test_mine_is_not_taken_of_a_file_that_is_decided(repository: RepositoryBuilder, conflicting: Workspace) -> None:
    conflicting.accept(["b.txt"])

    done = conflicting.take_mine(["b.txt"])

    assert "decided already" in done.refusals[0].message
    assert repository.read("b.txt") == b"B\n"


@pytest.mark.parametrize(
    ("reply", "lies", "shown", "why"),
    [
        (
            create("new.txt", "ours"),
            {"new.txt": "theirs\n"},
            "A file of this name was made since the proposal was.",
            "new.txt was made by another program meanwhile.",
        ),
        (
            DELETE,
            {"d.txt": "edited\n"},
            "The file that is to be deleted was changed since.",
            "d.txt was changed by another program meanwhile, so it is not deleted.",
        ),
        (
            edit("d.txt", "d", "D"),
            {"d.txt": None},
            "The file was deleted or moved since the proposal was made.",
            "d.txt is gone: another program deleted or moved it.",
        ),
    ],
    ids=["made", "changed", "gone"],
)
def test_why_a_file_is_not_written_says_what_another_program_did(
    repository: RepositoryBuilder, reply: str, lies: dict[str, str | None], shown: str, why: str
) -> None:
    repository.commit({"d.txt": "d\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(reply)
    repository.write(lies)

    conflict = workspace.texts(*lies).conflict
    (refusal,) = workspace.accept_all().refusals

    assert conflict == shown
    assert refusal.message.startswith(why)
    workspace.take_mine(lies)
    (file,) = workspace.review().files
    kinds = Kind.CHANGED, Kind.DELETED
    assert (file.decision, file.kind) == (Decision.REJECTED, kinds[reply == DELETE])  # nothing is new where a file lies


def test_a_file_that_is_as_proposed_already_is_not_written_again(repository: RepositoryBuilder) -> None:
    repository.commit({"d.txt": "d\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("d.txt", "d", "D"))
    repository.write({"d.txt": "D\n"})
    before = (repository.root / "d.txt").stat()

    assert workspace.review().files[0].badges == frozenset()
    assert workspace.accept_all().refusals == ()

    after = (repository.root / "d.txt").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_that_changes_after_it_was_accepted_is_in_no_conflict_and_says_so(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    conflicting.accept(["a.txt"], overwrites=True)
    repository.write({"a.txt": MINE})

    review = conflicting.review()

    assert (review.files[0].badges, review.conflicts) == ({Badge.EDITED_SINCE}, frozenset())


LINES = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"


@pytest.fixture
def drifting(repository: RepositoryBuilder) -> Workspace:
    """Return a proposal with a clean hunk at 1, and conflicts at 4 and 8, for a file that grew at its end."""
    repository.commit({"a.txt": LINES})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("a.txt", old, new) for old, new in (("1", "ONE"), ("4", "FOUR"), ("8", "EIGHT"))))
    repository.write({"a.txt": LINES.replace("4\n", "mine\nmine\n").replace("8\n", "MINE\n") + "end\n"})
    return workspace


def test_an_accepted_file_says_that_it_has_own_lines_which_the_proposal_knows_nothing_of(
    repository: RepositoryBuilder,
) -> None:
    lines = [f"line {number}" for number in range(30)]
    repository.commit({"a.txt": "\n".join(lines) + "\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "line 5", "LINE 5") + edit("a.txt", "line 25", "LINE 25"))
    workspace.accept(["a.txt"])
    assert workspace.texts("a.txt").remarks == ()
    workspace.reconsider(["a.txt"])
    repository.write({"a.txt": "\n".join([*lines[:15], "mine", *lines[15:]]) + "\n"})
    assert (workspace.texts("a.txt").remarks, "mine\n" in workspace.texts("a.txt").after) == ((), True)
    workspace.accept(["a.txt"])

    texts = workspace.texts("a.txt")
    assert "mine\n" in repository.read("a.txt").decode()
    assert ("mine\n" in texts.after, texts.remarks) == (False, ("the file has lines of your own, too",))


def test_a_proposal_is_shown_for_the_file_as_it_lies_there(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": LINES})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "1", "ONE") + edit("a.txt", "5", "FIVE"))
    repository.write({"a.txt": LINES + "mine\n"})

    file, texts = workspace.review().files[0], workspace.texts("a.txt")

    assert (file.badges, file.conflicts, file.hunks) == ({Badge.REBASED}, 0, 2)
    assert texts.before == LINES + "mine\n"
    assert texts.after == LINES.replace("1", "ONE").replace("5", "FIVE") + "mine\n"
    workspace.accept_part("a.txt", Part(((0, 1),), ((0, 1),), texts.identity))
    assert repository.read("a.txt").decode() == LINES.replace("1", "ONE") + "mine\n"
    workspace.reject(["a.txt"])
    assert repository.read("a.txt").decode() == LINES.replace("1", "ONE") + "mine\n"


def test_lines_that_were_written_since_the_reply_are_known_as_such(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": LINES})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "3", "THREE") + edit("a.txt", "6", "SIX\nmore"))
    assert workspace.texts("a.txt").own_lines == ()

    repository.write({"a.txt": LINES.replace("1\n", "1\nmine\n").replace("6\n", "MINE\n") + "mine\n"})
    texts = workspace.texts("a.txt")
    assert [texts.before.split("\n")[line] for line in texts.own_lines] == ["mine", "MINE", "mine"]

    workspace.settle_conflict("a.txt", 1, ConflictChoice.PROPOSED, texts.identity)
    texts = workspace.texts("a.txt")
    workspace.accept_part("a.txt", Part(((3, 4),), ((3, 4),), texts.identity))
    texts = workspace.texts("a.txt")
    lines = texts.before.split("\n")
    assert lines[:4] == ["1", "mine", "2", "THREE"]
    assert [lines[line] for line in texts.own_lines] == ["mine", "mine"], "no line that was proposed"


def test_every_conflict_has_its_lines_on_both_sides_and_before(drifting: Workspace) -> None:
    file, texts = drifting.review().files[0], drifting.texts("a.txt")

    assert (file.badges, file.conflicts, file.is_sure) == ({Badge.REBASED, Badge.CONFLICT}, 2, False)
    assert texts.before == "1\n2\n3\nmine\nmine\n5\n6\n7\nMINE\n9\nend\n"
    assert texts.after == "ONE\n2\n3\nFOUR\n5\n6\n7\nEIGHT\n9\nend\n"
    assert texts.conflicts == (ConflictRegion((3, 5), (3, 4), "4\n"), ConflictRegion((8, 9), (7, 8), "8\n"))


@pytest.mark.parametrize("first", [1, 2])
def test_each_conflict_is_settled_by_itself_and_taken_back(
    repository: RepositoryBuilder, drifting: Workspace, first: int
) -> None:
    mine, proposed = ConflictChoice.MINE, ConflictChoice.PROPOSED
    lies = repository.read("a.txt")
    assert drifting.accept(["a.txt"]).refusals
    done = drifting.settle_conflict("a.txt", first, mine, drifting.texts("a.txt").identity)
    assert done.review.undo == "Take mine for a conflict in a.txt"
    assert (done.refusals, done.review.files[0].conflicts) == ((), 1)
    done = drifting.settle_conflict("a.txt", 1, proposed, drifting.texts("a.txt").identity)
    assert done.review.files[0].badges == {Badge.REBASED}
    assert (repository.read("a.txt"), done.review.undo) == (lies, "Take the proposal for a conflict in a.txt")
    assert [drifting.undo().review.files[0].conflicts for _ in range(2)] == [1, 2]
    drifting.redo()
    drifting.redo()

    assert drifting.accept(["a.txt"]).refusals == ()

    kept = ("mine\nmine", "EIGHT") if first == 1 else ("FOUR", "MINE")
    assert repository.read("a.txt").decode() == "ONE\n2\n3\n{}\n5\n6\n7\n{}\n9\nend\n".format(*kept)


@pytest.mark.parametrize("number", [1, 2])
def test_taking_the_proposed_lines_writes_them_alone_and_undo_brings_the_conflict_back(
    repository: RepositoryBuilder, drifting: Workspace, number: int
) -> None:
    lies = repository.read("a.txt")

    done = drifting.accept_conflict("a.txt", number, drifting.texts("a.txt").identity)

    old, new = (b"mine\nmine\n", b"FOUR\n") if number == 1 else (b"MINE\n", b"EIGHT\n")
    file = done.review.files[0]
    assert (done.refusals, repository.read("a.txt")) == ((), lies.replace(old, new))
    assert (file.conflicts, file.accepted_hunks, file.decision) == (1, 1, Decision.UNDECIDED)
    assert done.review.undo == "Take the proposal for a conflict in a.txt"
    assert (drifting.undo().review.files[0].conflicts, repository.read("a.txt")) == (2, lies)
    drifting.redo()
    drifting.accept_conflict("a.txt", 1, drifting.texts("a.txt").identity)
    drifting.accept(["a.txt"])
    assert repository.read("a.txt").decode() == "ONE\n2\n3\nFOUR\n5\n6\n7\nEIGHT\n9\nend\n"


def test_a_file_whose_only_change_is_taken_out_of_a_conflict_is_accepted(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    done = conflicting.accept_conflict("a.txt", 1, conflicting.texts("a.txt").identity)

    assert (done.review.files[0].decision, repository.read("a.txt")) == (Decision.ACCEPTED, PROPOSED)
    assert done.review.undo == "Take the proposal for a conflict in a.txt"
    done = conflicting.undo()
    assert (done.review.files[0].conflicts, repository.read("a.txt")) == (1, MINE)
    refused = conflicting.accept_conflict("a.txt", 1, "other texts").refusals
    assert (len(refused), repository.read("a.txt")) == (1, MINE)


def hunk(workspace: Workspace, number: int) -> Part:
    """Return one of the hunks that are shown, counted from 1."""
    texts = workspace.texts("a.txt")
    return part_of([changed(texts.before, texts.after)[number - 1]], texts.identity)


@pytest.mark.parametrize("stage", [False, True])
def test_a_clean_hunk_beside_open_conflicts_is_accepted_and_the_conflicts_stay(
    repository: RepositoryBuilder, drifting: Workspace, *, stage: bool
) -> None:
    lies, conflicts = repository.read("a.txt"), drifting.texts("a.txt").conflicts

    done = drifting.accept_part("a.txt", hunk(drifting, 1), stage=stage)

    written = lies.replace(b"1\n", b"ONE\n")
    file = done.review.files[0]
    assert (done.refusals, repository.read("a.txt")) == ((), written)
    assert (file.conflicts, file.hunks, file.accepted_hunks, file.decision) == (2, 3, 1, Decision.UNDECIDED)
    assert drifting.texts("a.txt").conflicts == conflicts
    assert done.review.undo == "Accept 1 hunk in a.txt"
    drifting.undo()
    assert (repository.read("a.txt"), drifting.texts("a.txt").conflicts) == (lies, conflicts)
    drifting.redo()
    drifting.commit("One hunk")
    assert repository.committed("a.txt") == LINES.replace("1\n", "ONE\n").encode()
    assert (repository.read("a.txt"), drifting.texts("a.txt").conflicts) == (written, conflicts)


@pytest.mark.parametrize("verb", ["reject", "take_mine"])
def test_rejecting_the_rest_of_a_file_in_conflict_keeps_the_hunk_that_was_accepted(
    repository: RepositoryBuilder, drifting: Workspace, verb: str
) -> None:
    lies = repository.read("a.txt")
    drifting.accept_part("a.txt", hunk(drifting, 1))
    written = repository.read("a.txt")

    done = getattr(drifting, verb)(["a.txt"])

    assert (done.refusals, repository.read("a.txt")) == ((), written)
    assert done.review.files[0].decision is Decision.ACCEPTED
    assert done.review.undo == ("Reject the rest of a.txt" if verb == "reject" else "Take mine for a.txt")
    drifting.commit("One hunk")
    assert repository.committed("a.txt") == LINES.replace("1\n", "ONE\n").encode()
    assert repository.read("a.txt") == written
    for _ in range(3):
        drifting.undo()
    assert (repository.read("a.txt"), drifting.review().files[0].conflicts) == (lies, 2)


def test_a_file_in_conflict_of_which_a_hunk_was_accepted_is_reconsidered_as_a_whole(
    repository: RepositoryBuilder, drifting: Workspace
) -> None:
    lies, texts = repository.read("a.txt"), drifting.texts("a.txt")
    drifting.accept_part("a.txt", hunk(drifting, 1))

    done = drifting.reconsider(["a.txt"])

    assert (done.refusals, repository.read("a.txt")) == ((), lies)
    assert drifting.texts("a.txt") == texts


def test_a_clean_hunk_beside_open_conflicts_is_rejected_and_the_conflicts_stay(
    repository: RepositoryBuilder, drifting: Workspace
) -> None:
    lies, conflicts = repository.read("a.txt"), drifting.texts("a.txt").conflicts

    done = drifting.reject_part("a.txt", hunk(drifting, 1))

    file = done.review.files[0]
    assert (done.refusals, repository.read("a.txt")) == ((), lies)
    assert (file.conflicts, file.hunks, file.rejected_hunks, file.decision) == (2, 3, 1, Decision.UNDECIDED)
    assert drifting.texts("a.txt").conflicts == conflicts
    assert Workspace.open(repository.root).undo().review.files[0].hunks == 3


@pytest.mark.parametrize("number", [2, 3])
def test_no_line_of_an_open_conflict_is_accepted_or_rejected(
    repository: RepositoryBuilder, drifting: Workspace, number: int
) -> None:
    lies, of = repository.read("a.txt"), drifting.texts("a.txt").identity
    for decide in (drifting.accept_part, drifting.reject_part):
        [refusal] = decide("a.txt", hunk(drifting, number)).refusals
        assert refusal.message.startswith("These lines are in conflict.")

    assert drifting.accept_part("a.txt", Part(((0, 99),), ((0, 99),), of)).refusals == ()

    assert repository.read("a.txt") == lies.replace(b"1\n", b"ONE\n")


@pytest.mark.parametrize(
    ("verb", "lines", "mine", "theirs"),
    [(Workspace.accept_part, "b a a", "a b a", "a x"), (Workspace.reject_part, "a b", "b b", "b a")],
)
def test_lines_whose_decision_would_change_a_conflict_beside_them_are_refused(
    repository: RepositoryBuilder,
    verb: Callable[[Workspace, str, Part], Done],
    lines: str,
    mine: str,
    theirs: str,
) -> None:
    old, own, new = ("".join(f"{line}\n" for line in side.split()) for side in (lines, mine, theirs))
    repository.commit({"a.txt": old})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", old.removesuffix("\n"), new.removesuffix("\n")))
    repository.write({"a.txt": own})
    texts = workspace.texts("a.txt")

    done = verb(workspace, "a.txt", part_of(changed(texts.before, texts.after), texts.identity))

    assert [one.message for one in done.refusals] == [
        "These lines are too near a conflict to be decided by themselves. Settle the conflict first."
    ]
    assert workspace.texts("a.txt") == texts
    assert repository.read("a.txt") == own.encode()


@pytest.mark.parametrize(
    ("text", "written"), [("both\n", "both\n"), ("a\nb\n", "a\nb\n"), ("no end", "no end\n"), ("", "")]
)
def test_a_conflict_is_settled_with_lines_of_the_users_own(
    repository: RepositoryBuilder, drifting: Workspace, text: str, written: str
) -> None:
    done = drifting.settle_conflict("a.txt", 1, OwnLines(text), drifting.texts("a.txt").identity)

    assert (done.refusals, done.review.undo) == ((), "Edit a conflict in a.txt")
    assert (done.review.files[0].conflicts, done.review.files[0].is_edited) == (1, True)
    assert drifting.undo().review.files[0].conflicts == 2
    drifting.redo()
    drifting.settle_conflict("a.txt", 1, ConflictChoice.MINE, drifting.texts("a.txt").identity)
    drifting.accept(["a.txt"])
    assert repository.read("a.txt").decode() == f"ONE\n2\n3\n{written}5\n6\n7\nMINE\n9\nend\n"


def test_own_lines_that_are_those_on_the_disk_leave_them(repository: RepositoryBuilder, conflicting: Workspace) -> None:
    done = conflicting.settle_conflict("a.txt", 1, OwnLines("mine\n"), conflicting.texts("a.txt").identity)

    assert (done.review.files[0].decision, repository.read("a.txt")) == (Decision.REJECTED, MINE)


def test_lines_that_the_encoding_does_not_have_are_refused(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "é one\ntwo\nthree\n".encode("latin-1")})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "two", "TWO"))
    repository.write({"a.txt": "é one\nmine\nthree\n".encode("latin-1")})

    [refusal] = workspace.settle_conflict("a.txt", 1, OwnLines("→\n"), workspace.texts("a.txt").identity).refusals

    assert "encoding" in refusal.message
    assert workspace.review().files[0].conflicts == 1


@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_clean_hunks_and_conflicts_decided_in_any_order_give_what_was_chosen(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    repository = RepositoryBuilder(tmp_path_factory.mktemp("any"))
    lines = [f"line {n}\n" for n in range(24)]
    repository.commit({"a.txt": "".join(lines)})
    workspace = Workspace.open(repository.root)
    places = data.draw(st.lists(st.sampled_from(range(1, 24, 3)), min_size=2, unique=True))
    in_conflict = data.draw(st.sets(st.sampled_from(places), min_size=1))
    path = data.draw(st.sampled_from(["a.txt", "moved.txt"]))
    hunks = "".join(f"@@\n-line {n}\n+LINE {n}\n" for n in sorted(places))
    moving = f"*** Move to: {path}\n" if path != "a.txt" else ""
    workspace.apply(f"*** Begin Patch\n*** Update File: a.txt\n{moving}{hunks}*** End Patch\n")
    lies = [f"mine {n}\n" if n in in_conflict else line for n, line in enumerate(lines)]
    repository.write({"a.txt": "".join(lies)})
    expected = list(lies)

    for n in data.draw(st.permutations(places)):
        texts = workspace.texts(path)
        is_taken = data.draw(st.booleans())
        if n in in_conflict:
            number = next(at for at, one in enumerate(texts.conflicts, 1) if one.before == f"line {n}\n")
            choice = ConflictChoice.PROPOSED if is_taken else ConflictChoice.MINE
            if is_taken and data.draw(st.booleans()):
                refusals = workspace.accept_conflict(path, number, texts.identity).refusals
            else:
                refusals = workspace.settle_conflict(path, number, choice, texts.identity).refusals
        else:
            one = next(one for one in changed(texts.before, texts.after) if one.new_start == n)
            decide = workspace.accept_part if is_taken else workspace.reject_part
            refusals = decide(path, part_of([one], texts.identity)).refusals
        assert refusals == ()
        expected[n] = f"LINE {n}\n" if is_taken else expected[n]

    if workspace.review().files[0].decision is Decision.UNDECIDED:
        workspace.accept([path])
    assert repository.read(path).decode() == "".join(expected)
    if workspace.review().commit:
        workspace.commit("All that was accepted")
        committed = [new if new.startswith("LINE") else line for line, new in zip(lines, expected, strict=True)]
        assert repository.committed(path).decode() == "".join(committed)
        workspace.undo()
    while workspace.review().undo.startswith(("Accept", "Reject", "Take")):
        workspace.undo()
    assert repository.snapshot() == {"a.txt": "".join(lies).encode()}


def test_a_conflict_of_other_texts_is_not_settled(repository: RepositoryBuilder, drifting: Workspace) -> None:
    of = drifting.texts("a.txt").identity
    repository.write({"a.txt": repository.read("a.txt") + b"more\n"})

    refused = [drifting.settle_conflict("a.txt", 1, ConflictChoice.MINE, of).refusals]
    refused.append(drifting.settle_conflict("a.txt", 3, ConflictChoice.MINE, drifting.texts("a.txt").identity).refusals)

    assert ["changed meanwhile" in one.message for (one,) in refused] == [True, True]


def test_a_conflict_without_lines_of_its_own_is_not_settled_by_its_number(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    repository.write({"c.txt": "mine\n"})
    of = conflicting.texts("c.txt").identity

    done = conflicting.settle_conflict("c.txt", 1, ConflictChoice.PROPOSED, of)

    assert done.refusals[0].message == "c.txt changed meanwhile. Look at it again."
    assert repository.read("c.txt") == b"mine\n"


def test_the_only_change_settled_for_mine_rejects_the_proposal(
    repository: RepositoryBuilder, conflicting: Workspace
) -> None:
    of = conflicting.texts("a.txt").identity

    done = conflicting.settle_conflict("a.txt", 1, ConflictChoice.MINE, of)

    assert done.review.files[0].decision is Decision.REJECTED
    assert repository.read("a.txt") == MINE


def test_taking_the_proposal_keeps_what_the_user_changed_elsewhere(
    repository: RepositoryBuilder, drifting: Workspace
) -> None:
    drifting.accept(["a.txt"], overwrites=True)
    drifting.commit("Only the proposal")

    assert repository.read("a.txt").decode() == "ONE\n2\n3\nFOUR\n5\n6\n7\nEIGHT\n9\nend\n"
    assert repository.committed("a.txt") == b"ONE\n2\n3\nFOUR\n5\n6\n7\nEIGHT\n9\n"


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("FOUR", "both", ["8\n"]),
        ("EIGHT", "both", ["4\n"]),
        ("ONE", "one", ["4\n", "8\n"]),
        ("end", "END", ["4\n", "8\n"]),
    ],
)
def test_an_edit_of_the_proposal_settles_the_conflicts_it_changes_and_no_others(
    repository: RepositoryBuilder, drifting: Workspace, old: str, new: str, left: list[str]
) -> None:
    texts = drifting.texts("a.txt")

    done = drifting.edit("a.txt", texts.after.replace(old, new), texts.identity)

    assert done.refusals == ()
    assert [one.before for one in drifting.texts("a.txt").conflicts] == left
    assert drifting.texts("a.txt").after == texts.after.replace(old, new)
    while conflicts := drifting.texts("a.txt").conflicts:
        drifting.settle_conflict("a.txt", len(conflicts), ConflictChoice.MINE, drifting.texts("a.txt").identity)
    drifting.accept(["a.txt"])
    kept = {"4\n": ("FOUR\n", "mine\nmine\n"), "8\n": ("EIGHT\n", "MINE\n")}
    expected = texts.after.replace(old, new)
    for one in left:
        expected = expected.replace(*kept[one])
    assert repository.read("a.txt").decode() == expected


def test_a_later_reply_is_applied_to_what_was_settled(repository: RepositoryBuilder, drifting: Workspace) -> None:
    for choice in (ConflictChoice.MINE, ConflictChoice.PROPOSED):
        drifting.settle_conflict("a.txt", 1, choice, drifting.texts("a.txt").identity)

    drifting.apply(edit("a.txt", "6", "SIX"))
    drifting.accept(["a.txt"])

    assert repository.read("a.txt").decode() == "ONE\n2\n3\nmine\nmine\n5\nSIX\n7\nEIGHT\n9\nend\n"


def test_a_rejected_file_is_shown_beside_what_lies_there_and_has_no_conflict(repository: RepositoryBuilder) -> None:
    text = "".join(f"line {n}\n" for n in range(1, 21))
    repository.commit({"a.txt": text})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "line 10", "LINE 10"))
    workspace.reject(["a.txt"])

    now = text.replace("line 2\n", "line two\n")
    repository.write({"a.txt": now.encode()})
    texts = workspace.texts("a.txt")
    assert (texts.before, texts.after) == (now, now.replace("line 10", "LINE 10"))
    assert not workspace.reconsider_hunk("a.txt", 1, texts.identity).refusals
    assert workspace.texts("a.txt").before == now
    workspace.undo()

    repository.write({"a.txt": text.replace("line 10", "mine").encode()})
    review = workspace.review()
    assert (review.conflicts, workspace.texts("a.txt").before) == (frozenset(), text)
    workspace.finish()


def test_a_file_of_which_all_else_lies_there_is_decided_once_mine_is_taken_in_its_only_conflict(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.txt": "a\nb\nc\nd\ne\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("a.txt", "e", "E"))
    workspace.accept(["a.txt"])
    repository.write({"a.txt": "mine\nb\nc\nd\nE\n"})
    workspace.undo(leaves_changed=True)

    texts = workspace.texts("a.txt")
    review = workspace.settle_conflict("a.txt", 1, ConflictChoice.MINE, texts.identity).review

    assert (review.files[0].decision, review.commit) == (Decision.REJECTED, ())
    assert repository.read("a.txt") == b"mine\nb\nc\nd\nE\n"
    workspace.undo()
    assert workspace.review().files[0].conflicts == 1
