"""Promises about the user's own lines: those no commit holds are never committed with accepted ones, unless chosen."""

import subprocess
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guillemet.engine.diff.lines import changed
from guillemet.engine.errors import RepositoryError
from guillemet.engine.git import git_command
from guillemet.engine.review import ConflictChoice, Decision, OwnLines, Part
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import LONG, capital, everything, hunks, line_of, opened
from tests.engine.workspace.test_moving import MOVE
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(git_command.find_git() is None, reason="the git program is not installed")
HEAD = "1\n2\n3\n4\n5\n6\n7\n"


def accepted(repository: RepositoryBuilder, own: str, *replies: str, stage: bool = False) -> Workspace:
    """Return a workspace where the user had edited f.txt before they accepted these replies, one after the other."""
    repository.commit({"f.txt": HEAD})
    repository.write({"f.txt": own})
    workspace = Workspace.open(repository.root)
    for reply in replies:
        workspace.apply(reply)
        assert workspace.accept_all(stage=stage).refusals == ()
    return workspace


@pytest.mark.parametrize("stage", [False, True])
@pytest.mark.parametrize(
    "own",
    [
        HEAD.replace("1\n", "mine\n1\n"),
        HEAD.replace("7\n", "7\nmine\n"),
        HEAD.replace("3\n", "mine\n"),
        HEAD.replace("5\n", "mine\n"),
        HEAD.replace("3\n", "3\nmine\n"),
        HEAD.replace("4\n", "4\nmine\n"),
        HEAD.replace("3\n", "").replace("5\n", ""),
    ],
    ids=["above", "below", "next above", "next below", "added above", "added below", "removed around"],
)
def test_own_lines_beside_accepted_ones_stay_in_the_file(
    repository: RepositoryBuilder, own: str, *, stage: bool
) -> None:
    workspace = accepted(repository, own, edit("f.txt", "4", "FOUR\nfour"), stage=stage)

    assert "left out" in line_of(workspace).note
    workspace.commit("Only what was accepted")

    expected = HEAD.replace("4\n", "FOUR\nfour\n").encode()
    assert repository.committed("f.txt") == repository.staged("f.txt") == expected
    assert repository.read("f.txt") == own.replace("4\n", "FOUR\nfour\n").encode()


def test_accepted_lines_on_own_ones_are_left_out_until_the_user_says_so(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, HEAD.replace("4\n", "mine\n"), edit("f.txt", "mine", "FOUR"))
    line = line_of(workspace)
    assert (line.is_left_out, line.holds_own, line.with_own) == (True, True, False)
    assert line.note.endswith("overlap the accepted ones. Include your own lines, or commit those with git first.")
    with pytest.raises(RepositoryError, match=r"is left out\. f\.txt: not committed, because .* with git first\.$"):
        workspace.commit("Nothing")

    done = workspace.include_own_lines(["f.txt"])
    assert done.review.undo == "Include your own lines of f.txt"
    assert not line_of(workspace).is_left_out
    workspace.undo()
    assert line_of(workspace).is_left_out
    workspace.redo()
    workspace.commit("With mine")

    assert repository.committed("f.txt") == repository.read("f.txt") == HEAD.replace("4\n", "FOUR\n").encode()


def test_own_lines_chosen_twice_are_chosen_in_one_step(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, HEAD.replace("4\n", "mine\n"), edit("f.txt", "mine", "FOUR"))

    assert workspace.include_own_lines(["f.txt", "f.txt"]).review.undo == "Include your own lines of f.txt"
    workspace.include_own_lines(["f.txt"])
    workspace.undo()

    assert not line_of(workspace).with_own


def test_own_lines_of_a_file_that_is_not_accepted_are_refused(repository: RepositoryBuilder) -> None:
    repository.commit({"f.txt": HEAD})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("f.txt", "4", "FOUR"))

    done = workspace.include_own_lines(["f.txt", "other.txt"])

    assert [refusal.path for refusal in done.refusals] == ["f.txt", "other.txt"]
    assert "is not accepted" in done.refusals[0].message


def test_a_file_chosen_with_own_lines_is_committed_as_it_lies_there(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, HEAD + "before\n", edit("f.txt", "4", "FOUR"))
    workspace.include_own_lines(["f.txt"])
    workspace.include_own_lines(["f.txt"], included=False)
    assert not line_of(workspace).with_own
    workspace.include_own_lines(["f.txt"])
    repository.write({"f.txt": repository.read("f.txt") + b"since\n"})

    workspace.commit("All of it")

    assert repository.committed("f.txt") == b"1\n2\n3\nFOUR\n5\n6\n7\nbefore\nsince\n"
    assert repository.status() == {}


def test_own_lines_that_were_committed_since_are_no_conflict(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, HEAD.replace("4\n", "mine\n"), edit("f.txt", "mine", "FOUR"))
    written = repository.read("f.txt")
    repository.commit({"f.txt": HEAD.replace("4\n", "mine\n")})
    repository.write({"f.txt": written})

    assert not line_of(workspace).is_left_out
    workspace.commit("Mine was first")

    assert repository.committed("f.txt") == written


def test_own_lines_between_acceptances_stay_in_the_file(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, "before\n" + HEAD, edit("f.txt", "2", "TWO"))
    repository.write({"f.txt": repository.read("f.txt").replace(b"3\n", b"3\nbetween\n")})
    workspace.apply(edit("f.txt", "4", "FOUR"))
    workspace.accept_all()
    repository.write({"f.txt": repository.read("f.txt") + b"since\n"})

    workspace.commit("Both parts")

    assert repository.committed("f.txt") == b"1\nTWO\n3\nFOUR\n5\n6\n7\n"
    assert repository.read("f.txt") == b"before\n1\nTWO\n3\nbetween\nFOUR\n5\n6\n7\nsince\n"


def test_own_lines_are_told_apart_by_the_commit_of_each_acceptance(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, "mine\n" + HEAD, edit("f.txt", "2", "TWO"))
    workspace.commit("First")
    workspace.apply(edit("f.txt", "6", "SIX"))
    workspace.accept_all()

    workspace.commit("Second")

    assert repository.committed("f.txt") == b"1\nTWO\n3\n4\n5\nSIX\n7\n"


def test_a_part_the_user_staged_is_committed_and_the_rest_is_not(repository: RepositoryBuilder) -> None:
    repository.commit({"f.txt": HEAD})
    repository.stage({"f.txt": "staged\n" + HEAD})
    repository.write({"f.txt": "staged\n" + HEAD + "mine\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("f.txt", "4", "FOUR"))
    workspace.accept_all()

    assert "what you staged" in line_of(workspace).note
    workspace.stage()
    assert repository.staged("f.txt") == b"staged\n1\n2\n3\nFOUR\n5\n6\n7\n"
    workspace.commit("Mine, as far as staged")

    assert repository.committed("f.txt") == repository.staged("f.txt") == b"staged\n1\n2\n3\nFOUR\n5\n6\n7\n"
    assert repository.read("f.txt") == b"staged\n1\n2\n3\nFOUR\n5\n6\n7\nmine\n"


def test_own_lines_inside_a_new_file_stay_in_it(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply(create("new.txt", "1\n2\n3"))
    workspace.accept_all()
    repository.write({"new.txt": "1\nmine\n2\n3\n"})
    workspace.apply(edit("new.txt", "2", "TWO"))
    workspace.accept_all()

    workspace.commit("New")

    assert repository.committed("new.txt") == b"1\nTWO\n3\n"
    assert repository.read("new.txt") == b"1\nmine\nTWO\n3\n"


@pytest.mark.parametrize("stage", [False, True])
def test_a_file_that_git_does_not_know_is_left_out_until_the_user_says_so(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    repository.commit({"f.txt": HEAD})
    repository.write({"mine.txt": "1\n2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("mine.txt", "2", "TWO") + edit("f.txt", "4", "FOUR"))
    workspace.accept_all(stage=stage)
    line = line_of(workspace, "mine.txt")
    assert (line.is_left_out, line.holds_own, line.with_own) == (True, True, False)
    assert "git does not know yet. Include your own lines" in line.note

    workspace.commit("Only what is not mine")
    assert repository.committed("mine.txt") is None
    assert repository.read("mine.txt") == b"1\nTWO\n"

    workspace.include_own_lines(["mine.txt"])
    workspace.commit("All of it")
    assert repository.committed("mine.txt") == b"1\nTWO\n"


def test_a_file_that_the_user_stages_is_known(repository: RepositoryBuilder) -> None:
    repository.write({"mine.txt": "1\n2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("mine.txt", "2", "TWO"))
    workspace.accept_all()
    assert line_of(workspace, "mine.txt").is_left_out

    repository.stage({"mine.txt": "1\nTWO\n"})

    assert not line_of(workspace, "mine.txt").is_left_out
    workspace.commit("All of it")
    assert repository.committed("mine.txt") == b"1\nTWO\n"


def test_of_a_file_that_git_does_not_know_nothing_is_the_users_once_every_line_was_proposed(
    repository: RepositoryBuilder,
) -> None:
    repository.write({"mine.txt": "1\n\n2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("mine.txt", "1\n\n2", "ONE\n\nTWO"))
    workspace.accept_all()

    workspace.commit("All of it")

    assert repository.committed("mine.txt") == b"ONE\n\nTWO\n"


def test_a_moved_file_that_git_does_not_know_is_left_out(repository: RepositoryBuilder) -> None:
    repository.commit({"f.txt": HEAD})
    repository.write({"old.py": "one = 1\ntwo = 2\nmine = 3\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)
    workspace.accept_all()
    assert line_of(workspace, "lib/new.py").is_left_out

    workspace.include_own_lines(["lib/new.py"])
    workspace.commit("Move")

    assert repository.committed("lib/new.py") == b"one = 2\ntwo = 2\nmine = 3\n"


def test_own_lines_of_a_moved_file_stay_in_it(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    repository.write({"old.py": "one = 1\ntwo = 2\nmine = 3\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)
    workspace.accept_all()

    workspace.commit("Move")

    assert (repository.committed("old.py"), repository.committed("lib/new.py")) == (None, b"one = 2\ntwo = 2\n")
    assert repository.read("lib/new.py") == b"one = 2\ntwo = 2\nmine = 3\n"


def test_own_lines_of_a_file_with_windows_endings_stay_in_it(repository: RepositoryBuilder) -> None:
    repository.git.config["core.autocrlf"] = "true"
    windows = HEAD.replace("\n", "\r\n")
    workspace = accepted(repository, windows.replace("4", "4\r\nmine"), edit("f.txt", "4", "FOUR"))

    workspace.commit("Windows")

    assert repository.committed("f.txt") == HEAD.replace("4", "FOUR").encode()
    assert repository.read("f.txt") == windows.replace("4", "FOUR\r\nmine").encode()


@needs_git
def test_git_itself_shows_exactly_the_own_lines_after_a_commit_with_hooks(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, HEAD.replace("3\n", "mine\n"), edit("f.txt", "4", "FOUR"))
    repository.add_hook("pre-commit", "exit 0")

    workspace.commit("With a hook", trust=True)

    assert changes(repository.root, "diff") == ["-3", "+mine"]
    assert changes(repository.root, "diff", "--cached") == []


@pytest.mark.parametrize("order", [">y<", "><y"])
def test_what_was_accepted_before_a_conflict_was_settled_for_mine_is_committed_with_what_comes_after(
    repository: RepositoryBuilder, order: str
) -> None:
    edits = "".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (3, 9, 15))
    workspace = opened(repository, {"a.txt": LONG}, edits)
    repository.write({"a.txt": LONG.replace("line 3\n", "mine 3\n").replace("line 9\n", "mine 9\n")})

    for key in order:
        texts = workspace.texts("a.txt")
        if key == ">":
            workspace.accept_conflict("a.txt", 1, texts.identity)
        elif key == "<":
            workspace.settle_conflict("a.txt", 1, ConflictChoice.MINE, texts.identity)
        else:
            workspace.accept_part("a.txt", hunks(workspace, len(changed(texts.before, texts.after))))
    workspace.commit("Both")

    assert repository.committed("a.txt") == capital(3, 15)
    assert repository.read("a.txt") == capital(3, 15).replace(b"line 9", b"mine 9")


def test_the_deletion_of_a_file_with_own_changes_asks_and_is_committed(repository: RepositoryBuilder) -> None:
    repository.commit({"f.bin": b"\0one\n", "same.txt": "as committed\n"})
    repository.write({"f.bin": b"\0mine\n", "unknown.txt": "mine\n"})
    workspace = Workspace.open(repository.root)
    deletions = "".join(f"*** Delete File: {path}\n" for path in ("f.bin", "same.txt", "unknown.txt"))
    review = workspace.apply(f"*** Begin Patch\n{deletions}*** End Patch\n" + create("new.txt", "new")).review
    assert [outcome.message for outcome in review.outcomes] == [
        "f.bin holds changes that are in no commit, which go with it.",
        "",
        "Git does not know unknown.txt: what it holds is in no commit, and goes with it.",
        "",
    ]
    review = workspace.accept_all().review
    assert [one.path for one in review.files if one.decision is Decision.UNDECIDED] == ["f.bin", "unknown.txt"]
    workspace.accept(["f.bin"])

    workspace.commit("Gone")

    assert (repository.committed("f.bin"), repository.committed("new.txt")) == (None, b"new\n")


Edit = tuple[int, str]
"""A line, by number, and what is done about it."""
EDITS = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from(["replace", "above", "below", "remove"])), min_size=1, max_size=4
)


def edited(lines: Sequence[str], edits: Sequence[Edit], name: str, serial: "count[int]") -> list[str]:
    """Return the lines with these edits; every new line is another one."""
    result = list(lines)
    for at, kind in edits:
        place = at % len(result)
        new = f"{name}{next(serial)}\n"
        if kind == "remove" and len(result) > 1:
            del result[place]
        elif kind == "replace":
            result[place] = new
        else:
            result.insert(place + (kind == "below"), new)
    return result


@settings(max_examples=15)
@given(rounds=st.lists(st.tuples(EDITS, EDITS), min_size=1, max_size=3))
def test_a_commit_holds_every_accepted_line_and_no_own_one(rounds: list[tuple[list[Edit], list[Edit]]]) -> None:
    with TemporaryDirectory() as folder:
        repository = RepositoryBuilder(Path(folder))
        base = [f"line {number}\n" for number in range(12)]
        repository.commit({"f.txt": "".join(base), "other.txt": "1\n"})
        workspace, serial = Workspace.open(repository.root), count()
        workspace.apply(edit("other.txt", "1", "2"))
        accepted_lines, own, lines = set[str](), set[str](), base
        for mine, theirs in rounds:
            before = edited(lines, mine, "mine ", serial)
            own |= set(before) ^ set(lines)
            repository.write({"f.txt": "".join(before)})
            lines = edited(before, theirs, "theirs ", serial)
            accepted_lines |= set(before) ^ set(lines)
            workspace.apply(
                f"f.txt\n```\n<<<<<<< SEARCH\n{''.join(before)}=======\n{''.join(lines)}>>>>>>> REPLACE\n```\n"
            )
            assert workspace.accept_all().refusals == ()

        listed = {line.path: line for line in workspace.review().commit}
        workspace.commit("What was accepted")

        committed = (repository.committed("f.txt") or b"").decode().splitlines(keepends=True)
        assert repository.read("f.txt").decode() == "".join(lines)
        if "f.txt" not in listed or listed["f.txt"].is_left_out:
            assert committed == base
            return
        final = set(lines) ^ set(base)
        assert set(committed) ^ set(base) <= accepted_lines
        assert set(committed) ^ set(lines) <= own
        # Every line of both is there, in the order in which it lies on the disk.
        assert set(committed) & final >= (accepted_lines - own) & set(lines)
        assert [one for one in lines if one in committed] == [one for one in committed if one in lines]


def changes(root: Path, *arguments: str) -> list[str]:
    """Return the changed lines that git shows."""
    ran = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=True, text=True)
    return [line for line in ran.stdout.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


@pytest.mark.parametrize("stage", [False, True])
def test_accepted_parts_with_own_edits_before_and_between_are_committed_alone(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    repository.commit({"a.txt": LONG})
    repository.write({"a.txt": "before\n" + LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    own = ("line 6\n", "line 6\nbetween\n"), ("line 3\n", "line 3\nbeside\n"), ("line 11\n", "MINE\n")
    for old, new in own:
        workspace.accept_part("a.txt", hunks(workspace, 1), stage=stage)
        repository.write({"a.txt": repository.read("a.txt").decode().replace(old, new)})

    workspace.commit("Three parts")

    expected = LONG
    for n in (2, 10, 18):
        expected = expected.replace(f"line {n}\n", f"LINE {n}\n")
    assert repository.committed("a.txt") == repository.staged("a.txt") == expected.encode()
    for old, new in own:
        expected = expected.replace(old, new)
    assert repository.read("a.txt").decode() == "before\n" + expected


def test_parts_of_a_proposal_that_was_rebased_on_own_edits_are_committed_alone(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    repository.write({"a.txt": LONG.replace("line 1\n", "line 1\nmine\n").replace("line 18\n", "MINE\n")})
    workspace.settle_conflict("a.txt", 1, ConflictChoice.PROPOSED, workspace.texts("a.txt").identity)
    workspace.settle_conflict("a.txt", 1, ConflictChoice.PROPOSED, workspace.texts("a.txt").identity)
    workspace.accept_part("a.txt", hunks(workspace, 2))

    workspace.commit("One part")

    assert repository.committed("a.txt") == LONG.replace("line 10", "LINE 10").encode()


@pytest.mark.parametrize("stage", [False, True])
@pytest.mark.parametrize(
    ("choice", "lines", "committed"),
    [
        (OwnLines("mine and theirs\n"), "mine and theirs\n", "mine and theirs\n"),
        (OwnLines("mine\nTEN\n"), "mine\nTEN\n", "mine\nTEN\n"),
        (OwnLines(""), "", ""),
        (ConflictChoice.PROPOSED, "LINE 10\n", "LINE 10\n"),
        (ConflictChoice.MINE, "mine\n", "line 10\n"),
    ],
    ids=["edited", "edited to both", "edited to nothing", "proposed", "mine"],
)
def test_what_a_conflict_was_settled_to_is_accepted_but_for_own_lines_that_were_kept(
    repository: RepositoryBuilder, choice: ConflictChoice | OwnLines, lines: str, committed: str, *, stage: bool
) -> None:
    repository.commit({"a.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    repository.write({"a.txt": LONG.replace("line 10\n", "mine\n").replace("line 14\n", "line 14\nmy other\n")})

    workspace.settle_conflict("a.txt", 1, choice, workspace.texts("a.txt").identity)
    assert workspace.accept_all(stage=stage).refusals == ()
    workspace.commit("What was accepted")

    expected = LONG.replace("line 2\n", "LINE 2\n").replace("line 18\n", "LINE 18\n")
    assert (repository.committed("a.txt") or b"").decode() == expected.replace("line 10\n", committed)
    on_disk = expected.replace("line 10\n", lines).replace("line 14\n", "line 14\nmy other\n")
    assert repository.read("a.txt").decode() == on_disk


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("mine and theirs\n", "both\n"),
        ("mine\nTEN\n", "mine\nBOTH\n"),
        ("mine\nmore\n", "mine and theirs\nmore\n"),
    ],
)
@pytest.mark.parametrize("is_accepted", [False, True])
def test_what_was_typed_into_a_conflict_and_edited_again_is_committed_once_it_is_accepted(
    repository: RepositoryBuilder, first: str, then: str, *, is_accepted: bool
) -> None:
    repository.commit({"a.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    on_disk = LONG.replace("line 10\n", "mine\n")
    repository.write({"a.txt": on_disk})
    workspace.settle_conflict("a.txt", 1, OwnLines(first), workspace.texts("a.txt").identity)
    shown = workspace.texts("a.txt")

    edited = shown.after.replace(first, then).replace("line 6\n", "line 6\nmore\n").replace("LINE 18", "Line 18")
    workspace.edit("a.txt", edited, shown.identity)
    decide = workspace.accept_part if is_accepted else workspace.reject_part
    assert decide("a.txt", hunks(workspace, 3)).refusals == ()
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.accept(["a.txt"])
    assert [line.is_left_out for line in workspace.review().commit] == [False]
    workspace.commit("All but what was rejected")

    expected = LONG.replace("line 2\n", "LINE 2\n").replace("line 18\n", "Line 18\n")
    assert (repository.committed("a.txt") or b"").decode() == expected.replace(
        "line 10\n", then if is_accepted else "line 10\n"
    )


@pytest.mark.parametrize(
    ("accepted", "committed"),
    [
        ((9, 10), "line 9\nboth\nline 11\n"),
        ((8, 10), "LINE 9\nboth\nline 11\n"),
        ((8, 9), "LINE 9\nline 10\nline 11\n"),
        ((10, 11), "line 9\nline 10\nLINE 11\n"),
    ],
)
def test_single_lines_of_a_settled_conflict_are_committed_without_the_users_that_they_do_not_replace(
    repository: RepositoryBuilder, accepted: tuple[int, int], committed: str
) -> None:
    rows = "".join(f"line {n}\n" for n in range(9, 12))
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", rows, rows.upper()))
    repository.write({"a.txt": LONG.replace("line 10\n", "mine\n")})
    workspace.settle_conflict("a.txt", 1, OwnLines("LINE 9\nboth\nLINE 11\n"), workspace.texts("a.txt").identity)

    part = Part((accepted,), (accepted,), workspace.texts("a.txt").identity)
    assert workspace.accept_part("a.txt", part).refusals == ()

    assert [line.is_left_out for line in workspace.review().commit] == [False]
    workspace.commit("What was accepted")
    assert (repository.committed("a.txt") or b"").decode() == LONG.replace(rows, committed)


@pytest.mark.parametrize("typed", ["mine and theirs\n", "mine\nTEN\n", ""])
def test_own_lines_that_an_edit_of_the_whole_proposal_replaces_are_committed_as_it_says(
    repository: RepositoryBuilder, typed: str
) -> None:
    repository.commit({"a.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 6, 10, 18)))
    own = LONG.replace("line 6\n", "my six\n").replace("line 10\n", "mine\n")
    repository.write({"a.txt": own.replace("line 14\n", "line 14\nmy other\n")})
    shown = workspace.texts("a.txt")
    after = shown.after.replace("LINE 6\n", f"{typed}six\n").replace("LINE 10\n", typed).replace("LINE 18", "Line 18")

    workspace.edit("a.txt", after, shown.identity)
    assert workspace.accept_all().refusals == ()
    assert [line.is_left_out for line in workspace.review().commit] == [False]
    workspace.commit("What was accepted")

    expected = LONG.replace("line 2\n", "LINE 2\n").replace("line 18\n", "Line 18\n")
    expected = expected.replace("line 6\n", f"{typed}six\n").replace("line 10\n", typed)
    assert (repository.committed("a.txt") or b"").decode() == expected
    assert repository.read("a.txt").decode() == expected.replace("line 14\n", "line 14\nmy other\n")


@pytest.mark.parametrize("is_accepted", [False, True])
def test_own_lines_in_a_settled_conflict_are_committed_only_once_what_replaces_them_is_accepted(
    repository: RepositoryBuilder, *, is_accepted: bool
) -> None:
    repository.commit({"a.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    repository.write({"a.txt": LONG.replace("line 2\n", "mine\n").replace("line 10\n", "my other\n")})
    for choice in (OwnLines("mine\nboth\n"), ConflictChoice.PROPOSED):
        workspace.settle_conflict("a.txt", 1, choice, workspace.texts("a.txt").identity)

    decide = workspace.accept_part if is_accepted else workspace.reject_part
    assert decide("a.txt", hunks(workspace, 1)).refusals == ()
    workspace.accept(["a.txt"])
    workspace.commit("All but what was rejected")

    expected = LONG.replace("line 10\n", "LINE 10\n").replace("line 18\n", "LINE 18\n")
    expected = expected.replace("line 2\n", "mine\nboth\n") if is_accepted else expected
    assert (repository.committed("a.txt") or b"").decode() == expected


def _check_undo(repository: RepositoryBuilder, workspace: Workspace, before: object, after: object) -> None:
    """Check that all is as after a step, that undo brings what was before it back, and redo what was after it."""
    assert everything(repository, workspace) == after
    workspace.undo()
    assert everything(repository, workspace) == before
    workspace.redo()
    assert everything(repository, workspace) == after


@pytest.mark.parametrize("stage", [False, True])
@pytest.mark.parametrize("is_whole_file", [False, True])
@pytest.mark.parametrize("is_other_accepted", [False, True])
def test_an_accepted_line_that_was_written_over_is_not_committed_once_mine_is_taken(
    repository: RepositoryBuilder, *, is_other_accepted: bool, is_whole_file: bool, stage: bool
) -> None:
    rows = "".join(f"line {n}\n" for n in range(9, 12))
    workspace = opened(
        repository, {"a.txt": LONG}, edit("a.txt", rows, rows.upper()) + edit("a.txt", "line 2", "LINE 2")
    )
    decide = workspace.accept_part if is_other_accepted else workspace.reject_part
    decide("a.txt", hunks(workspace, 1))
    identity = workspace.texts("a.txt").identity
    workspace.accept_part("a.txt", Part(((9, 10),), ((9, 10),), identity), stage=stage)
    wanted = capital(2) if is_other_accepted else LONG.encode()
    disk = wanted.replace(b"line 10\n", b"mine\n")
    repository.write({"a.txt": disk})
    before = everything(repository, workspace)

    if is_whole_file:
        workspace.take_mine(["a.txt"])
    else:
        workspace.settle_conflict("a.txt", 1, ConflictChoice.MINE, workspace.texts("a.txt").identity)
    after = everything(repository, workspace)
    assert [line.is_left_out for line in workspace.review().commit] == [False] * is_other_accepted
    if is_other_accepted:
        workspace.commit("What was accepted")

    assert (repository.committed("a.txt"), repository.read("a.txt")) == (wanted, disk)
    if is_other_accepted:
        workspace.undo()
    _check_undo(repository, workspace, before, after)


@pytest.mark.parametrize("stage", [False, True])
def test_an_accepted_line_of_a_new_file_is_not_committed_either_once_mine_is_taken(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, create("new.txt", "one\ntwo\nthree\nfour\n"))
    identity = workspace.texts("new.txt").identity
    workspace.accept_part("new.txt", Part((), ((0, 2),), identity), stage=stage)
    assert repository.read("new.txt") == b"one\ntwo\n"
    repository.write({"new.txt": "one\nmine\n"})
    before = everything(repository, workspace)

    workspace.take_mine(["new.txt"])
    after = everything(repository, workspace)
    workspace.commit("What was accepted")

    assert repository.committed("new.txt") == b"one\n"
    assert repository.read("new.txt") == b"one\nmine\n"
    workspace.undo()
    _check_undo(repository, workspace, before, after)
