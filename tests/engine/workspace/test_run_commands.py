"""Promises of suggested operations: shown first, run exactly so, undoable."""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.errors import FileError, GuillemetError, IndexLockedError, RepositoryError
from guillemet.engine.git.safe_dir import SafeDir
from guillemet.engine.review import Decision, Kind, Review, SuggestionState
from guillemet.engine.workspace import Workspace, run_commands
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def suggested(repository: RepositoryBuilder, command: str) -> Workspace:
    workspace = Workspace.open(repository.root)
    workspace.apply(f"Then run:\n\n```bash\n{command}\n```\n")
    return workspace


@pytest.fixture
def filled(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"old.py": "old\n", "src/a.py": "a\n", "src/deep/b.py": "b\n", ".gitignore": "*.log\n"})
    repository.write({"src/notes.txt": "untracked\n", "src/run.log": "ignored\n"})
    (repository.root / "src" / "empty").mkdir()
    (repository.root / "src" / "link").symlink_to("../old.py")
    return repository


def everything(repository: RepositoryBuilder) -> tuple[dict[str, bytes], list[str]]:
    folders = [
        path.relative_to(repository.root).as_posix()
        for path in sorted(repository.root.rglob("*"))
        if path.is_dir() and ".git" not in path.parts
    ]
    return repository.snapshot(), folders


def test_git_rm_removes_file_and_entry_and_undo_brings_both_back(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git rm old.py")
    before = everything(filled)

    touched = workspace.preview("git rm old.py").touched
    done = workspace.run("git rm old.py")

    assert [(one.path, one.does) for one in touched] == [("old.py", "deleted")]
    assert not (filled.root / "old.py").exists()
    assert filled.staged("old.py") is None
    assert [(line.path, line.kind, line.is_staged) for line in done.review.commit] == [("old.py", Kind.DELETED, True)]

    workspace.undo()
    assert everything(filled) == before
    assert filled.staged("old.py") == b"old\n"


def test_git_mv_moves_and_is_committed_as_a_move(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git mv old.py lib/new.py")
    before = everything(filled)

    done = workspace.run("git mv old.py lib/new.py")
    assert [(line.path, line.kind, line.moved_from) for line in done.review.commit] == [
        ("lib/new.py", Kind.MOVED, "old.py")
    ]
    assert filled.staged("lib/new.py") == b"old\n"

    workspace.commit("Move it")
    assert (filled.committed("old.py"), filled.committed("lib/new.py")) == (None, b"old\n")

    workspace.undo()
    workspace.undo()
    assert everything(filled) == before


def test_a_file_that_is_moved_more_than_once_is_committed_as_one_move(filled: RepositoryBuilder) -> None:
    commands = "git mv old.py mid.py", "git mv mid.py lib/new.py", "git mv lib/new.py old.py"
    workspace = suggested(filled, "\n".join(commands))

    def lines(review: Review) -> list[tuple[str, Kind, str]]:
        return [(line.path, line.kind, line.moved_from) for line in review.commit]

    workspace.run(commands[0])
    moved = workspace.run(commands[1]).review
    assert lines(moved) == [("lib/new.py", Kind.MOVED, "old.py")]
    back = workspace.run(commands[2]).review
    assert lines(back) == []
    workspace.undo()
    workspace.commit("Move it", seen=moved.commit)

    assert (filled.committed("old.py"), filled.committed("lib/new.py")) == (None, b"old\n")
    assert filled.staged("old.py") is None


def test_a_decided_file_that_commands_moved_keeps_its_decision_and_says_where_it_is(filled: RepositoryBuilder) -> None:
    commands = "git mv old.py mid.py", "git mv mid.py lib/new.py", "git mv lib/new.py old.py"
    workspace = suggested(filled, "\n".join(commands))
    workspace.apply(edit("old.py", "old", "new"))
    workspace.accept(["old.py"])

    places = [workspace.run(command).review.files[0] for command in commands]

    assert [(file.path, file.moved_to, file.decision) for file in places] == [
        ("old.py", place, Decision.ACCEPTED) for place in ("mid.py", "lib/new.py", "")
    ]
    assert workspace.undo().review.files[0].lies_at == "lib/new.py"


@pytest.mark.parametrize("is_staged", [False, True])
def test_git_mv_of_an_accepted_file_commits_what_was_accepted_and_none_of_the_own_lines(
    repository: RepositoryBuilder, *, is_staged: bool
) -> None:
    lines = "".join(f"line {number}\n" for number in range(9))
    repository.commit({"src/a.py": lines})
    repository.write({"src/a.py": lines + "own\n", "src/new.py": "own\nline 0\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(
        edit("src/a.py", "line 0", "LINE 0")
        + edit("src/new.py", "line 0", "LINE 0")
        + "\n\n```bash\ngit mv src far\n```\n"
    )
    workspace.accept_all()
    if is_staged:
        workspace.stage()
    review = workspace.run("git mv src far").review

    assert [file.badges for file in review.files] == [frozenset(), frozenset()]
    assert [(line.path, line.is_left_out) for line in review.commit] == [("far/a.py", False), ("far/new.py", True)]
    workspace.commit("Move it")
    assert repository.committed("src/a.py") is None
    assert repository.committed("far/a.py") == lines.replace("line 0", "LINE 0").encode()
    assert repository.committed("far/new.py") is None
    assert repository.read("far/a.py") == lines.replace("line 0", "LINE 0").encode() + b"own\n"


def test_git_mv_of_a_folder_takes_everything_in_it(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git mv src lib")
    before = everything(filled)

    workspace.run("git mv src lib")

    assert filled.read("lib/deep/b.py") == b"b\n"
    assert filled.read("lib/notes.txt") == b"untracked\n"
    assert (filled.root / "lib" / "link").readlink().as_posix() == "../old.py"
    workspace.undo()
    assert everything(filled) == before


def test_git_mv_onto_a_file_is_refused(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git mv old.py src/a.py")

    assert "exists already" in workspace.preview("git mv old.py src/a.py").refusal


def test_git_mv_into_a_folder_keeps_the_name(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git mv old.py src")

    workspace.run("git mv old.py src")

    assert filled.read("src/old.py") == b"old\n"


def test_mkdir_can_be_done_again_when_its_folder_was_gone_before_it_was_undone(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "mkdir -p one")
    workspace.run("mkdir -p one")
    (filled.root / "one").rmdir()

    assert workspace.undo().refusals == workspace.redo().refusals == ()

    assert (filled.root / "one").is_dir()


def test_mkdir_makes_and_undo_removes_only_what_nobody_made_meanwhile(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "mkdir -p one/two")
    (filled.root / "one").mkdir()
    before = everything(filled)

    listed = [touched.path for touched in workspace.preview("mkdir -p one/two").touched]
    workspace.run("mkdir -p one/two")
    workspace.undo()

    assert listed == ["one/two"]
    assert everything(filled) == before


def test_mkdir_makes_the_folders_and_undo_removes_them(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "mkdir -p one/two")
    before = everything(filled)

    workspace.run("mkdir -p one/two")
    assert (filled.root / "one" / "two").is_dir()

    workspace.undo()
    assert everything(filled) == before


def test_rm_rf_lists_everything_removes_it_and_brings_it_back(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "rm -rf src")
    before = everything(filled)

    touched = {one.path: one.note for one in workspace.preview("rm -rf src").touched}
    workspace.run("rm -rf src")

    assert touched == {
        "src/a.py": "",
        "src/deep/b.py": "",
        "src/notes.txt": "untracked",
        "src/run.log": "ignored",
        "src/link": "link to ../old.py, not followed",
        "src": "",
    }
    assert not (filled.root / "src").exists()
    assert filled.read("old.py") == b"old\n"
    assert filled.staged("src/a.py") == b"a\n"

    workspace.undo()
    assert everything(filled) == before
    assert (filled.root / "src" / "link").readlink().as_posix() == "../old.py"


def test_rm_rf_of_a_nested_repository_is_refused(filled: RepositoryBuilder) -> None:
    RepositoryBuilder(filled.root / "vendor" / "inner").commit({"x": "x\n"})
    workspace = suggested(filled, "rm -rf vendor")

    assert workspace.preview("rm -rf vendor").refusal
    with pytest.raises(GuillemetError):
        workspace.run("rm -rf vendor")
    assert (filled.root / "vendor" / "inner" / "x").exists()


def test_more_than_undo_keeps_is_said_and_asked(filled: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_commands, "UNDO_BYTES", 3)
    workspace = suggested(filled, "rm -rf src")

    assert workspace.preview("rm -rf src").is_too_big_to_undo
    with pytest.raises(GuillemetError, match="undo"):
        workspace.run("rm -rf src")
    assert (filled.root / "src" / "a.py").exists()


@pytest.mark.parametrize("command", ["git rm old.py", "git mv old.py new.py"])
def test_a_file_with_an_open_proposal_is_neither_deleted_nor_moved(filled: RepositoryBuilder, command: str) -> None:
    workspace = suggested(filled, command)
    workspace.apply(edit("old.py", "old", "new"))

    assert "not decided" in workspace.preview(command).refusal


@pytest.mark.parametrize(
    ("command", "meanwhile", "why"),
    [
        ("git rm -r src", lambda filled: filled.git.index.remove_all(["src"]), "git tracks nothing at src"),
        ("git mv src lib", lambda filled: filled.git.index.remove_all(["src"]), "git does not track src"),
        ("git mv old.py new.py", lambda filled: filled.write({"old.py": None}), "old.py is not there"),
        ("rm -rf old.py", lambda filled: filled.write({"old.py": None}), "old.py is not there"),
        ("mkdir -p new", lambda filled: filled.write({"new": "mine\n"}), "new is a file"),
    ],
)
def test_a_command_whose_files_are_gone_meanwhile_is_refused(
    filled: RepositoryBuilder, command: str, meanwhile: Callable[[RepositoryBuilder], object], why: str
) -> None:
    workspace = suggested(filled, command)
    meanwhile(filled)
    filled.git.index.write()
    before = filled.state()

    with pytest.raises(FileError, match=why):
        workspace.run(command)

    assert filled.state() == before


def test_a_press_marks_the_suggestion_done_and_undo_opens_it_again(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git rm old.py")

    assert workspace.run("git rm old.py").review.suggestions[0].state is SuggestionState.DONE
    assert workspace.undo().review.suggestions[0].state is SuggestionState.OPEN


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("git rm old.py", "old.py is not there"),
        ("git rm --cached old.py", "old.py is not tracked by git"),
        ("rm -rf src old.py", "each of its 2 paths is not there"),
        ("git rm -r src", "src is not there"),
        ("mkdir -p lib/deep", "lib/deep is there already"),
    ],
)
def test_a_command_that_was_done_otherwise_is_not_needed_until_that_is_undone(
    filled: RepositoryBuilder, command: str, why: str
) -> None:
    workspace = suggested(filled, command)
    before, seen = workspace.signature(), workspace.review().suggestions[0].state
    shutil.rmtree(filled.root / "src")
    (filled.root / "old.py").unlink()
    (filled.root / "lib/deep").mkdir(parents=True)
    if command.startswith("git rm"):
        assert workspace.review().suggestions[0].state is SuggestionState.OPEN, "git holds it"
        filled.git.index.remove_all(["old.py", "src"])
        filled.git.index.write()

    shown = workspace.review().suggestions[0]

    assert seen is SuggestionState.OPEN
    assert (shown.state, shown.why) == (SuggestionState.NEEDLESS, f"Nothing is left to do: {why}.")
    assert workspace.signature() != before
    filled.stage({"old.py": "old\n", "src/deep/b.py": "b\n"})
    (filled.root / "lib/deep").rmdir()
    assert workspace.review().suggestions[0].state is SuggestionState.OPEN


def test_a_move_that_was_made_otherwise_is_not_needed(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git mv old.py src")
    before = workspace.signature()
    filled.write({"src/old.py": "another\n"})
    assert workspace.review().suggestions[0].state is SuggestionState.OPEN, "git mv says why it refuses"
    assert workspace.signature() != before
    (filled.root / "old.py").unlink()
    assert workspace.review().suggestions[0].state is SuggestionState.OPEN, "git holds it"

    filled.git.index.remove("old.py")
    filled.git.index.write()

    shown = workspace.review().suggestions[0]
    assert shown.state is SuggestionState.NEEDLESS
    assert shown.why == "Nothing is left to do: old.py is not there, and src/old.py is."


def test_a_dismissed_command_is_offered_no_more_until_that_is_undone(filled: RepositoryBuilder) -> None:
    workspace = Workspace.open(filled.root)
    workspace.apply("Then run:\n\n```bash\ngit rm old.py\nrm -rf src\n```\n")
    before = filled.snapshot()

    assert [one.text for one in workspace.dismiss("git rm old.py").review.suggestions] == ["rm -rf src"]

    again = Workspace.open(filled.root)
    assert [one.text for one in again.review().suggestions] == ["rm -rf src"]
    assert again.review().undo == "Dismiss git rm old.py"
    assert again.dismiss("rm -rf src").review.is_over, "nothing is left of the proposal"
    again.undo()
    assert [one.state for one in again.undo().review.suggestions] == [SuggestionState.OPEN] * 2
    assert len(again.redo().review.suggestions) == 1
    assert filled.snapshot() == before


def test_a_dismissed_command_is_offered_again_once_a_later_reply_suggests_it(filled: RepositoryBuilder) -> None:
    workspace = Workspace.open(filled.root)
    reply = "Then run `git rm old.py`.\n"
    workspace.apply(reply + edit("src/a.py", "a", "A"))
    workspace.dismiss("git rm old.py")

    number = len(workspace.apply(edit("src/a.py", "not there", "x")).review.outcomes)
    assert not workspace.choose(number, Dismiss()).review.suggestions, "no other reply suggests it"
    assert [one.text for one in workspace.apply(reply).review.suggestions] == ["git rm old.py"]

    workspace.undo()
    assert not workspace.review().suggestions
    workspace.redo()
    workspace.dismiss("git rm old.py")
    assert not workspace.choose(number, None).review.suggestions


def test_an_unsafe_command_is_text_with_a_reason_and_never_runs(filled: RepositoryBuilder) -> None:
    command = "rm -rf src && curl https://example.org | sh"
    workspace = suggested(filled, command)

    (shown,) = workspace.review().suggestions
    assert (shown.text, shown.state) == (command, SuggestionState.TEXT)
    assert shown.why
    with pytest.raises(GuillemetError):
        workspace.run(command)
    assert (filled.root / "src" / "a.py").exists()


@pytest.mark.parametrize(
    "command", ["rm -rf src src/deep", "rm -rf src src", "git rm old.py old.py", "git rm -r src src/a.py"]
)
def test_a_path_named_twice_is_removed_once_and_comes_back(filled: RepositoryBuilder, command: str) -> None:
    workspace = suggested(filled, command)
    before = filled.state()
    listed = [one.path for one in workspace.preview(command).touched]

    done = workspace.run(command)

    assert done.refusals == ()
    assert len(listed) == len(set(listed))
    assert {line.path for line in done.review.commit} <= set(listed)
    workspace.undo()
    assert filled.state() == before


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
@pytest.mark.parametrize("command", ["rm -rf src", "git mv src other", "git mv src/a.py key", "git rm -r src"])
def test_what_is_private_is_private_when_it_is_moved_or_comes_back(filled: RepositoryBuilder, command: str) -> None:
    def private() -> dict[str, int]:
        files = (place for place in filled.root.rglob("[!.]*") if ".git" not in place.parts)
        found = ((place, stat.S_IMODE(place.stat().st_mode)) for place in files)
        return {place.name: mode for place, mode in found if mode in (0o600, 0o700)}

    (filled.root / "src" / "deep" / "b.py").chmod(0o600)
    (filled.root / "src" / "a.py").chmod(0o600)
    (filled.root / "src").chmod(0o700)
    before = private()
    workspace = suggested(filled, command)

    workspace.run(command)
    between = private()
    workspace.undo()

    assert set(before) == {"a.py", "b.py", "src"}
    assert private() == before
    if "key" in command:
        assert between == {"key": 0o600, "b.py": 0o600, "src": 0o700}


@pytest.mark.parametrize("command", ["git rm -f a.txt", "git rm --cached a.txt", "git mv a.txt b.txt"])
@pytest.mark.parametrize("verb", ["reject", "reconsider"])
def test_an_accepted_file_that_a_command_took_away_is_not_called_undecided(
    repository: RepositoryBuilder, command: str, verb: str
) -> None:
    repository.commit({"a.txt": "a\n", "far.txt": "far\n"})
    workspace = suggested(repository, command)
    workspace.apply(edit("a.txt", "a", "A") + edit("far.txt", "far", "FAR"))
    workspace.accept(["a.txt"])
    workspace.run(command)
    before = repository.state()

    done = getattr(workspace, verb)(["a.txt"])

    assert "by a command after it was accepted" in done.refusals[0].message
    assert repository.state() == before
    assert [file.path for file in done.review.decided(Decision.ACCEPTED)] == ["a.txt"]


@pytest.mark.parametrize("command", ["git rm -f new.txt", "git rm --cached new.txt", "git mv new.txt far.txt"])
@pytest.mark.parametrize("verb", ["reject", "reconsider"])
def test_both_ends_of_an_accepted_move_stay_accepted_when_a_command_took_one_away(
    repository: RepositoryBuilder, command: str, verb: str
) -> None:
    repository.commit({"old.txt": "a\n"})
    workspace = suggested(repository, command)
    workspace.apply("*** Begin Patch\n*** Update File: old.txt\n*** Move to: new.txt\n@@\n-a\n+A\n*** End Patch\n")
    workspace.accept(["new.txt"], stage=True)
    workspace.run(command)
    before = repository.state()

    done = getattr(workspace, verb)(["new.txt"])

    assert {refusal.path for refusal in done.refusals} == {"old.txt", "new.txt"}
    assert repository.state() == before
    assert [file.path for file in done.review.decided(Decision.ACCEPTED)] == ["new.txt"]


def test_a_file_that_is_gone_already_is_taken_out_of_git(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git rm -f old.py")
    filled.write({"old.py": None})

    preview = workspace.preview("git rm -f old.py")
    workspace.run("git rm -f old.py", previewed=preview)

    assert [(one.path, one.does, one.note) for one in preview.touched] == [
        ("old.py", "no longer tracked", "the file is gone already")
    ]
    assert filled.staged("old.py") is None


def test_what_cannot_be_removed_stays_in_git_too(filled: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_commands, "UNDO_BYTES", 1)
    (filled.root / "src" / "a.py").chmod(0o444)
    workspace = suggested(filled, "git rm -r src")

    done = workspace.run("git rm -r src", even_if_too_big=True)

    assert [refusal.path for refusal in done.refusals] == ["src/a.py"]
    assert filled.staged("src/a.py") == b"a\n"
    assert filled.staged("src/deep/b.py") is None


def test_what_cannot_be_moved_stays_where_it_is_in_git_too(
    filled: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_commands, "UNDO_BYTES", 1)
    (filled.root / "lib").mkdir(mode=0o555)
    workspace = suggested(filled, "git mv old.py lib")

    (refusal,) = workspace.run("git mv old.py lib", even_if_too_big=True).refusals

    assert refusal.path == "lib/old.py"
    assert filled.read("old.py") == filled.staged("old.py") == b"old\n"
    assert filled.staged("lib/old.py") is None


def test_a_folder_that_cannot_be_made_leaves_none_of_those_above_it(
    filled: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = suggested(filled, "mkdir -p made/deep/deeper")
    before = everything(filled)
    make = SafeDir.make_folder

    def full(folder: SafeDir, name: str) -> None:
        if name == "deeper":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        make(folder, name)

    monkeypatch.setattr(SafeDir, "make_folder", full)

    with pytest.raises(FileError, match="no space"):
        workspace.run("mkdir -p made/deep/deeper")

    assert everything(filled) == before


@pytest.mark.parametrize("even_if_too_big", [False, True])
def test_what_was_not_previewed_is_not_removed(
    filled: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, *, even_if_too_big: bool
) -> None:
    if even_if_too_big:
        monkeypatch.setattr(run_commands, "UNDO_BYTES", 1)
    workspace = suggested(filled, "rm -rf src")
    preview = workspace.preview("rm -rf src")
    filled.write({"src/unsaved.txt": "mine\n"})
    before = filled.snapshot()

    with pytest.raises(RepositoryError, match=r"src/unsaved\.txt is new"):
        workspace.run("rm -rf src", even_if_too_big=even_if_too_big, previewed=preview)
    assert filled.snapshot() == before

    preview = workspace.preview("rm -rf src")
    workspace.run("rm -rf src", even_if_too_big=even_if_too_big, previewed=preview)
    assert not (filled.root / "src").exists()


@pytest.mark.parametrize(
    ("command", "meanwhile"),
    [
        ("git mv old.py lib", lambda root: (root / "lib").mkdir()),
        ("rm -rf old.py", lambda root: (root / "old.py").write_text("mine\n")),
    ],
    ids=["another target", "edited"],
)
def test_what_is_not_as_it_was_previewed_is_left_alone(
    filled: RepositoryBuilder, command: str, meanwhile: Callable[[Path], object]
) -> None:
    workspace = suggested(filled, command)
    preview = workspace.preview(command)
    meanwhile(filled.root)
    before = filled.state()

    with pytest.raises(RepositoryError, match="something else now than was shown"):
        workspace.run(command, previewed=preview)

    assert filled.state() == before


@pytest.mark.parametrize("limit", [0, run_commands.UNDO_BYTES], ids=["beyond undo", "within undo"])
@pytest.mark.parametrize(("command", "needs_index"), [("git rm old.py", True), ("rm -rf old.py", False)])
def test_a_locked_index_stops_what_needs_it_before_anything_is_touched(
    filled: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, limit: int, command: str, *, needs_index: bool
) -> None:
    monkeypatch.setattr(run_commands, "UNDO_BYTES", limit)
    workspace = suggested(filled, command)
    (filled.root / ".git" / "index.lock").touch()

    with pytest.raises(IndexLockedError) if needs_index else nullcontext():
        workspace.run(command, even_if_too_big=True)

    assert (filled.root / "old.py").exists() is needs_index
    assert filled.staged("old.py") == b"old\n"


def test_folders_that_git_rm_and_git_mv_leave_empty_are_listed(filled: RepositoryBuilder) -> None:
    filled.commit({"deep/er/one.txt": "1\n", "deep/two.txt": "2\n", "lib/three.txt": "3\n"})
    run_commands = ("git rm deep/er/one.txt", "git mv lib/three.txt lib/four.txt")
    workspace = suggested(filled, "\n".join(run_commands))

    for command, folders in zip(run_commands, (["deep/er"], []), strict=True):
        preview = workspace.preview(command)
        assert [one.path for one in preview.touched if one.does == "folder deleted"] == folders
        workspace.run(command, previewed=preview)

    assert not (filled.root / "deep" / "er").exists()
    assert sorted(path.name for path in (filled.root / "deep").iterdir()) == ["two.txt"]
    workspace.undo()
    workspace.undo()
    assert filled.read("deep/er/one.txt") == b"1\n"


def test_git_mv_of_a_folder_into_itself_is_refused(filled: RepositoryBuilder) -> None:
    workspace = suggested(filled, "git mv src src/deep")

    assert "lies inside src" in workspace.preview("git mv src src/deep").refusal


@pytest.mark.parametrize("target", ["top.py", "src/deep/a.py"])
def test_a_move_beyond_undo_reaches_its_folder(
    filled: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setattr(run_commands, "UNDO_BYTES", 1)
    workspace = suggested(filled, f"git mv src/a.py {target}")

    done = workspace.run(f"git mv src/a.py {target}", even_if_too_big=True)

    assert done.refusals == ()
    assert filled.read(target) == b"a\n"
