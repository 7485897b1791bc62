"""Promises about hunks of accepted files that a user leaves out of a commit."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.parts import part_of
from guillemet.engine.errors import RepositoryError
from guillemet.engine.review import Decision, HunkState, Part
from guillemet.engine.workspace import Done, Workspace
from tests.engine.workspace.parts import line_of
from tests.engine.workspace.test_moving import MOVE
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

MOVED = """diff --git a/old.py b/lib/new.py
similarity index 100%
rename from old.py
rename to lib/new.py
"""
LINES = [f"line {number}" for number in range(1, 21)]
LONG = "\n".join(LINES) + "\n"


def text(*changed_lines: int) -> bytes:
    """Return the file with these lines changed."""
    lines = [line.upper() if number in changed_lines else line for number, line in enumerate(LINES, start=1)]
    return ("\n".join(lines) + "\n").encode()


def accepted(repository: RepositoryBuilder, *numbers: int, stage: bool = False) -> Workspace:
    """Return a workspace in which these lines of f.txt are changed and accepted."""
    repository.commit({"f.txt": LONG, "other.txt": "1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("f.txt", f"line {n}", f"LINE {n}") for n in numbers))
    workspace.accept_all(stage=stage)
    return workspace


def hunks(workspace: Workspace, *numbers: int, path: str = "f.txt") -> Part:
    """Return these hunks, counted from 1, of what the commit shows of a file."""
    (texts,) = workspace.commit_texts([path])
    every = changed(texts.before, texts.after)
    return part_of([every[number - 1] for number in numbers], texts.identity)


def leave_out(workspace: Workspace, *numbers: int, path: str = "f.txt") -> Done:
    return workspace.include_hunks(path, hunks(workspace, *numbers, path=path), included=False)


def include(workspace: Workspace, *numbers: int, path: str = "f.txt") -> Done:
    return workspace.include_hunks(path, hunks(workspace, *numbers, path=path))


def diff(root: Path, *arguments: str) -> list[str]:
    """Return the changed lines that git shows."""
    ran = subprocess.run(["git", "diff", *arguments], cwd=root, capture_output=True, check=True, text=True)
    return [line for line in ran.stdout.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


@pytest.mark.parametrize("stage", [False, True])
def test_a_hunk_left_out_is_not_committed_and_waits_for_the_next_commit(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    workspace = accepted(repository, 2, 10, 18, stage=stage)
    index_before = repository.staged("f.txt")

    done = leave_out(workspace, 2)

    assert (done.refusals, done.review.undo) == ((), "Leave hunk 2 of f.txt out of the commit")
    assert (line_of(workspace).hunks, line_of(workspace).is_left_out) == ((2, 3), False)
    assert (repository.read("f.txt"), repository.staged("f.txt")) == (text(2, 10, 18), index_before)
    workspace = Workspace.open(repository.root)  # a restart
    (texts,) = workspace.commit_texts(["f.txt"])
    assert (texts.after.encode(), texts.left_out) == (text(2, 10, 18), (2,))
    assert b"LINE 10" not in workspace.commit_diff()
    workspace.commit("Two hunks", seen=workspace.review().commit)

    assert repository.committed("f.txt") == repository.staged("f.txt") == text(2, 18)
    assert repository.read("f.txt") == text(2, 10, 18)
    assert diff(repository.root) == ["-line 10", "+LINE 10"]
    line = line_of(workspace)
    assert (line.is_left_out, line.is_by_choice, line.hunks) == (True, True, (0, 0))
    workspace.include_in_commit(["f.txt"])
    workspace.commit("The rest")
    assert repository.committed("f.txt") == text(2, 10, 18)
    assert repository.status() == {}
    workspace.undo(), workspace.undo(), workspace.undo()
    assert (repository.committed("f.txt"), line_of(workspace).hunks) == (LONG.encode(), (2, 3))


def test_leaving_out_is_undone_done_again_and_taken_back_hunk_by_hunk_or_for_the_file(
    repository: RepositoryBuilder,
) -> None:
    workspace = accepted(repository, 2, 10, 18)

    leave_out(workspace, 1, 3)
    assert line_of(workspace).hunks == (1, 3)
    workspace.undo()
    assert line_of(workspace).hunks == (0, 0)
    workspace.redo()
    include(workspace, 3)
    assert line_of(workspace).hunks == (2, 3)
    assert include(workspace, 3).review == workspace.review()  # nothing changes, and no step is added
    leave_out(workspace, 2, 3)  # the last ones: that is the file
    assert (line_of(workspace).is_by_choice, workspace.commit_texts(["f.txt"])[0].is_left_out) == (True, True)
    include(workspace, 2)
    assert (line_of(workspace).is_left_out, line_of(workspace).hunks) == (False, (1, 3))
    workspace.include_in_commit(["f.txt"])
    assert (line_of(workspace).is_left_out, line_of(workspace).hunks) == (False, (0, 0))


def test_hunks_with_one_line_between_and_equal_ones_are_told_apart(repository: RepositoryBuilder) -> None:
    repository.commit({"f.txt": "a\nx\nb\nx\nc\nx\nd\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("f.txt", "a\nx\nb\nx\nc\nx\nd", "a\ny\nb\ny\nc\ny\nd"))
    workspace.accept_all()

    leave_out(workspace, 2)
    workspace.commit("First and last")

    assert repository.committed("f.txt") == b"a\ny\nb\nx\nc\ny\nd\n"
    workspace.include_in_commit(["f.txt"])
    workspace.commit("The middle")
    assert repository.committed("f.txt") == b"a\ny\nb\ny\nc\ny\nd\n"
    assert repository.status() == {}


def test_one_of_equal_hunks_is_included_again_with_a_word_when_others_of_them_are_gone(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"f.txt": "a\nx\nb\nx\nc\nx\nd\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("f.txt", "a\nx\nb\nx\nc\nx\nd", "a\ny\nb\ny\nc\ny\nd"))
    written = workspace.accept_all() and repository.read("f.txt")
    leave_out(workspace, 2)
    repository.commit({"f.txt": "a\ny\nb\nx\nc\nx\nd\n"})  # by another program
    repository.write({"f.txt": written})

    line = line_of(workspace)

    assert (line.hunks, line.is_left_out) == ((0, 0), False)  # it is not known which of the two was meant
    assert line.note.startswith("a hunk that you left out was changed since or is gone")


@pytest.mark.parametrize("stage", [False, True])
def test_own_lines_stay_uncommitted_beside_what_is_left_out(repository: RepositoryBuilder, *, stage: bool) -> None:
    repository.commit({"f.txt": LONG})
    repository.write({"f.txt": "mine\n" + LONG.replace("line 12\n", "line 12\nmine, too\n")})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("f.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    workspace.accept_all(stage=stage)
    on_disk = repository.read("f.txt")

    leave_out(workspace, 1, 2)
    workspace.commit("One")

    assert repository.committed("f.txt") == repository.staged("f.txt") == text(18)
    assert diff(repository.root) == ["+mine", "-line 2", "+LINE 2", "-line 10", "+LINE 10", "+mine, too"]
    workspace.include_in_commit(["f.txt"])
    workspace.commit("The rest")
    assert repository.committed("f.txt") == repository.staged("f.txt") == text(2, 10, 18)
    assert (repository.read("f.txt"), diff(repository.root)) == (on_disk, ["+mine", "+mine, too"])


def test_a_hunk_stays_left_out_when_others_are_accepted_and_lines_move(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, 2, 10, 18)
    leave_out(workspace, 2)

    workspace.apply(edit("f.txt", "line 1", "line 0\nline 1") + edit("f.txt", "line 14", "LINE 14"))
    workspace.accept_all()

    assert (line_of(workspace).hunks, line_of(workspace).note) == ((4, 5), "")
    workspace.commit("All but one")
    assert repository.committed("f.txt") == b"line 0\n" + text(2, 14, 18)
    assert line_of(workspace).is_by_choice


def test_what_is_accepted_after_the_commit_is_included_and_the_rest_stays_left_out(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"f.txt": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("f.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    for _ in range(2):
        texts = workspace.texts("f.txt")
        workspace.accept_part("f.txt", part_of(changed(texts.before, texts.after)[:1], texts.identity))
    leave_out(workspace, 2)
    workspace.commit("The first")
    assert repository.committed("f.txt") == text(2)

    workspace.accept(["f.txt"])

    assert (line_of(workspace).hunks, line_of(workspace).note) == ((1, 2), "")
    workspace.undo()
    assert repository.read("f.txt") == text(2, 10)
    assert line_of(workspace).is_by_choice
    workspace.accept(["f.txt"])
    workspace.commit("The third")
    assert repository.committed("f.txt") == repository.staged("f.txt") == text(2, 18)
    assert repository.read("f.txt") == text(2, 10, 18)
    include(workspace, 1)
    workspace.commit("The second")
    assert repository.committed("f.txt") == text(2, 10, 18)
    assert repository.status() == {}


@pytest.mark.parametrize("is_all_accepted", [True, False])
@pytest.mark.parametrize("own", [b"", b"my own\n"])
def test_a_hunk_that_is_left_out_stays_a_decided_hunk_of_the_review_beside_what_waits(
    repository: RepositoryBuilder, own: bytes, *, is_all_accepted: bool
) -> None:
    repository.commit({"f.txt": LONG})
    repository.write({"f.txt": own + LONG.encode()})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("f.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)))
    texts = workspace.texts("f.txt")
    if is_all_accepted:
        workspace.accept(["f.txt"])
    else:
        workspace.accept_part("f.txt", part_of(changed(texts.before, texts.after)[:2], texts.identity))
    leave_out(workspace, 1)
    workspace.commit("All accepted but the first")

    (file,) = workspace.apply(edit("f.txt", "line 14", "LINE 14")).review.files

    waiting = 1 if is_all_accepted else 2
    assert (file.decision, file.hunks, file.accepted_hunks) == (Decision.UNDECIDED, 1 + waiting, 1)
    assert [run.after for run in workspace.texts("f.txt").decided] == ["LINE 2\n"]
    (file,) = workspace.reject(["f.txt"]).review.files
    assert (file.decision, file.accepted_hunks, file.rejected_hunks) == (Decision.ACCEPTED, 1, waiting)
    assert [hunk.state for hunk in file.since_commit].count(HunkState.COMMITTED) == (2 if is_all_accepted else 1)
    assert line_of(workspace).is_by_choice
    shown = workspace.texts("f.txt")
    workspace.reconsider_hunk("f.txt", 1, shown.identity)
    committed = text(10, 18) if is_all_accepted else text(10)
    assert (repository.read("f.txt"), repository.committed("f.txt")) == (own + committed, committed)
    assert workspace.review().commit == ()


def test_a_hunk_that_changed_since_is_included_again_with_a_word_and_the_others_stay_left_out(
    repository: RepositoryBuilder,
) -> None:
    workspace = accepted(repository, 2, 10, 18)
    leave_out(workspace, 1, 2)
    seen = workspace.review().commit

    workspace.apply(edit("f.txt", "line 11", "LINE 11"))  # the next line: it is one hunk with the second one now
    workspace.accept_all()

    line = line_of(workspace)
    assert (line.hunks, line.is_left_out) == ((2, 3), False)
    assert line.note.startswith("a hunk that you left out was changed since")
    with pytest.raises(RepositoryError, match=r"f\.txt changed meanwhile"):
        workspace.commit("As seen", seen=seen)
    leave_out(workspace, 2)  # any choice takes the word away
    assert (line_of(workspace).hunks, line_of(workspace).note) == ((1, 3), "")


def test_a_hunk_left_out_stays_so_when_a_later_reply_changes_its_lines_again(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, 2, 10, 18)
    leave_out(workspace, 1, 2)

    workspace.apply(edit("f.txt", "LINE 10", "LINE ten\nand one more") + edit("f.txt", "line 5", "LINE 5"))
    workspace.accept_all()

    line = line_of(workspace)
    assert (line.hunks, line.note) == ((2, 4), "")
    (texts,) = workspace.commit_texts(["f.txt"])
    assert texts.left_out == (1, 3)
    workspace.commit("Change lines 5 and 18", seen=workspace.review().commit)
    assert repository.committed("f.txt") == text(5, 18)
    assert diff(repository.root) == ["-line 2", "+LINE 2", "-line 10", "+LINE ten", "+and one more"]
    workspace.undo()
    workspace.undo()
    assert line_of(workspace).hunks == (1, 3)


def test_a_hunk_that_could_not_be_told_from_own_lines_later_stays_in_the_commit(repository: RepositoryBuilder) -> None:
    repository.commit({"f.txt": "0\n1\n2\n3\n4\n5\n6\n7\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("f.txt", "1\n2\n3\n4\n5", "1\n3\n5"))
    workspace.accept_all()
    repository.write({"f.txt": "0\n1\n3\n5\n6\nmine\n7\n"})
    workspace.apply(edit("f.txt", "0\n1\n3", "0\n3") + edit("f.txt", "6\nmine\n7", "6\nmine"))
    workspace.accept_all()

    done = leave_out(workspace, 3)  # the last line is removed where the user put one of their own

    assert "Your own uncommitted lines lie in or next to" in done.refusals[0].message
    assert line_of(workspace).hunks == (0, 0)
    assert leave_out(workspace, 1).refusals == ()


def test_a_choice_on_lines_that_were_not_shown_is_refused(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, 2, 10)
    part = hunks(workspace, 1)
    workspace.apply(edit("f.txt", "line 18", "LINE 18"))
    workspace.accept_all()

    done = workspace.include_hunks("f.txt", part, included=False)

    assert "changed meanwhile" in done.refusals[0].message
    assert line_of(workspace).hunks == (0, 0)
    assert "is not accepted" in workspace.include_hunks("other.txt", part, included=False).refusals[0].message


def test_a_commit_is_refused_when_another_hunk_is_left_out_than_was_seen(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, 2, 10)
    seen, head = workspace.review().commit, repository.head

    leave_out(Workspace.open(repository.root), 1)  # in another window

    with pytest.raises(RepositoryError, match=r"f\.txt changed meanwhile"):
        workspace.commit("All", seen=seen)
    assert repository.head == head


def test_what_has_no_hunks_of_its_own_is_committed_as_a_whole(repository: RepositoryBuilder) -> None:
    repository.commit(
        {"old.py": "one = 1\n", "gone.txt": "1\n2\n", "own.txt": LONG, "staged.txt": LONG, "lfs.txt": LONG}
    )
    repository.git.config["filter.x.clean"] = "cat"
    repository.write({".gitattributes": "lfs.txt filter=x\n", "own.txt": "mine\n" + LONG})
    workspace = Workspace.open(repository.root)
    reply = "".join(edit(f"{name}.txt", "line 9", "LINE 9") for name in ("own", "staged", "lfs"))
    workspace.apply(MOVE + create("new.txt", "new") + reply + "\n```bash\ngit rm gone.txt\n```\n")
    workspace.accept_all()
    workspace.run("git rm gone.txt")
    workspace.include_own_lines(["own.txt"])
    repository.stage({"staged.txt": "own\n" + LONG})
    repository.write({"staged.txt": "own\n" + LONG.replace("line 9", "LINE 9")})

    whys = {}
    for line in workspace.review().commit:
        (texts,) = workspace.commit_texts([line.path])
        part = Part(((0, 99),), ((0, 99),), texts.identity)
        done = workspace.include_hunks(line.path, part, included=False)
        whys[line.path] = texts.whole_only
        assert [one.message.endswith(texts.whole_only) for one in done.refusals] == [True], line.path

    assert {path: why.partition(" is ")[0] for path, why in whys.items()} == {
        "lib/new.py": "A file that",
        "new.txt": "A new file",
        "gone.txt": "A file",
        "own.txt": "It",
        "staged.txt": "You staged a part of it yourself, so it",
        "lfs.txt": "A filter of the repository changes it, so it",
    }


def test_hunks_left_out_of_a_file_that_is_moved_are_included_again_with_a_word(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": LONG, "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("old.py", f"line {n}", f"LINE {n}") for n in (2, 10)))
    workspace.accept_all()
    leave_out(workspace, 1, path="old.py")

    workspace.apply(MOVED)
    workspace.accept_all()

    (line,) = workspace.review().commit
    assert (line.moved_from, line.note) == ("old.py", "the hunks that you left out are included again")
    workspace.commit("Move", seen=workspace.review().commit)
    assert repository.committed(line.path) == text(2, 10)
    assert repository.status() == {}


def test_the_rest_stays_left_out_through_hooks_and_amending(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, 2, 10, 18)
    repository.add_hook("pre-commit", "exit 0")

    leave_out(workspace, 1)
    workspace.commit("Through git", trust=True)
    assert repository.committed("f.txt") == repository.staged("f.txt") == text(10, 18)
    include(workspace, 1)
    workspace.commit("Amended", trust=True, amend=True)

    assert repository.committed("f.txt") == text(2, 10, 18)
    assert repository.status() == {}


Gap = tuple[str, bool]
"""What becomes of the place behind a line, and whether the hunk there is left out."""
GAPS = st.lists(
    st.tuples(st.sampled_from(["same", "same", "replace", "remove", "insert", "own"]), st.booleans()),
    min_size=4,
    max_size=12,
)


@settings(max_examples=40, deadline=None)
@given(gaps=GAPS, ending=st.sampled_from(["\n", "\r\n"]), is_ended=st.booleans(), stage=st.booleans())
def test_a_commit_holds_exactly_the_hunks_that_are_included(
    gaps: list[Gap], ending: str, *, is_ended: bool, stage: bool
) -> None:
    # Between lines that stay, each place has its own old and new lines; what is expected is put together from these.
    places = [(f"stays {at}", kind, is_out) for at, (kind, is_out) in enumerate(gaps)]
    if not is_ended and places[-1][1] in ("remove", "insert"):
        # The last line that stays loses or gets its ending there: it would join this hunk and the one above.
        places[-2] = (places[-2][0], "same", False)
    old = {"replace": ["old {}"], "remove": ["old {}", "older {}"]}
    new = {"replace": ["new {}", "newer {}"], "insert": ["new {}"]}

    def joined(sides: list[dict[str, list[str]]]) -> str:
        lines = []
        for at, ((stays, kind, _), side) in enumerate(zip(places, sides, strict=True)):
            lines += [stays, *(line.format(at) for line in side.get(kind, []))]
        return ending.join(lines) + ending * is_ended

    own = {"own": ["mine {}"]}
    base = joined([old] * len(places))
    lay, written = joined([old | own] * len(places)), joined([new | own] * len(places))
    hunk_places = [place for place in places if place[1] not in ("same", "own")]
    left_out = [number for number, (_, _, is_out) in enumerate(hunk_places, start=1) if is_out]
    if not hunk_places or len(left_out) in (0, len(hunk_places)):
        return
    with TemporaryDirectory() as folder:
        repository = RepositoryBuilder(Path(folder))
        repository.commit({"f.txt": base.encode()})
        repository.write({"f.txt": lay.encode()})
        workspace = Workspace.open(repository.root)
        workspace.apply(
            edit(
                "f.txt", lay.replace("\r\n", "\n").removesuffix("\n"), written.replace("\r\n", "\n").removesuffix("\n")
            )
        )
        assert workspace.accept_all(stage=stage).refusals == ()
        on_disk = repository.read("f.txt")
        listed = [line for line in workspace.review().commit if not line.is_left_out]
        if on_disk != written.encode() or not listed:
            return  # own lines at the very end lack their newline, say
        if workspace.commit_texts(["f.txt"])[0].after != joined([new] * len(places)):
            return
        done = leave_out(workspace, *left_out)
        if done.refusals:
            assert "own" in {kind for _, kind, _ in places}
            return

        workspace.commit("Some", seen=workspace.review().commit)

        expected = joined([old if is_out else new for _, _, is_out in places]).encode()
        assert repository.committed("f.txt") == repository.staged("f.txt") == expected
        assert repository.read("f.txt") == on_disk
        workspace.include_in_commit(["f.txt"])
        workspace.commit("The rest", seen=workspace.review().commit)
        assert repository.committed("f.txt") == repository.staged("f.txt") == joined([new] * len(places)).encode()
        assert repository.read("f.txt") == on_disk
        assert ("own" in {kind for _, kind, _ in places}) == bool(repository.status())


def test_a_hunk_left_out_of_a_commit_stays_under_review_where_it_is_reset_rejected_or_committed(
    repository: RepositoryBuilder,
) -> None:
    workspace = accepted(repository, 2, 10, 18)
    leave_out(workspace, 2)
    workspace.commit("Two hunks")

    (file,) = workspace.review().files
    assert (file.path, file.decision, file.added, file.removed) == ("f.txt", Decision.ACCEPTED, 1, 1)
    workspace.reconsider(["f.txt"])
    assert repository.read("f.txt") == text(2, 18)
    assert workspace.review().commit == ()
    texts = workspace.texts("f.txt")
    assert (texts.before.encode(), texts.after.encode()) == (text(2, 18), text(2, 10, 18))

    workspace = Workspace.open(repository.root)
    workspace.accept(["f.txt"])
    assert repository.read("f.txt") == text(2, 10, 18)
    workspace.undo(), workspace.undo()
    assert line_of(workspace).is_by_choice
    workspace.reconsider_hunk("f.txt", 1, workspace.texts("f.txt").identity)
    assert (repository.read("f.txt"), repository.committed("f.txt")) == (text(2, 18), text(2, 18))
    workspace.apply(edit("f.txt", "line 14", "LINE 14"))  # what was committed is not proposed again
    texts = workspace.texts("f.txt")
    assert (texts.before.encode(), texts.after.encode()) == (text(2, 18), text(2, 10, 14, 18))
    workspace.accept(["f.txt"])
    workspace.commit("The rest")
    assert repository.committed("f.txt") == text(2, 10, 14, 18)
    assert workspace.review().files == ()
    for _ in range(7):
        workspace.undo()
    assert (repository.committed("f.txt"), repository.read("f.txt")) == (LONG.encode(), LONG.encode())


def test_a_file_left_out_of_a_commit_stays_under_review(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, 2)
    workspace.apply(edit("other.txt", "1", "2"))
    workspace.accept_all()
    workspace.include_in_commit(["other.txt"], included=False)
    workspace.commit("One file")

    assert [file.path for file in workspace.review().files] == ["other.txt"]
    workspace.reconsider(["other.txt"])
    assert (repository.read("other.txt"), workspace.review().commit) == (b"1\n", ())


def test_what_is_left_out_of_a_file_that_git_stores_otherwise_is_never_reset_to_that(
    repository: RepositoryBuilder,
) -> None:
    repository.git.config["core.autocrlf"] = "true"
    repository.commit({"f.txt": LONG})
    repository.write({"f.txt": LONG.replace("\n", "\r\n")})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit("f.txt", f"line {n}", f"LINE {n}") for n in (2, 10)))
    workspace.accept_all()
    leave_out(workspace, 2)
    workspace.commit("One hunk")

    workspace.reconsider(["f.txt"])

    assert b"\n" not in repository.read("f.txt").replace(b"\r\n", b"")
