"""Promises of staging and committing: exactly what is listed, and what the user staged stays."""

import subprocess
from collections.abc import Callable

import pygit2
import pytest
from pygit2.enums import FileMode

from guillemet.engine.errors import (
    IndexLockedError,
    NoIdentityError,
    RepositoryError,
)
from guillemet.engine.git import git_command
from guillemet.engine.review import Kind
from guillemet.engine.staging import AcceptedFile
from guillemet.engine.workspace import Workspace, commit_selection
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(git_command.find_git() is None, reason="the git program is not installed")


def accepted(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n", "mine.txt": "mine\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B") + create("c.txt", "c"))
    workspace.accept(["a.txt", "c.txt"])
    return workspace


def test_a_commit_holds_exactly_what_is_listed(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    parent = repository.head

    done = workspace.commit("Change two files\n\nBecause.")

    assert done.commit == repository.head
    commit = repository.git[repository.head]
    assert [str(one) for one in commit.parent_ids] == [parent]
    assert commit.message == "Change two files\n\nBecause.\n"
    assert commit.author.name == "Ada Example"
    assert {path: repository.committed(path) for path in ("a.txt", "b.txt", "c.txt", "mine.txt")} == {
        "a.txt": b"A\n",
        "b.txt": b"b\n",
        "c.txt": b"c\n",
        "mine.txt": b"mine\n",
    }
    assert repository.status() == {}


def test_the_list_says_kind_and_staging(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.stage(["a.txt"])

    lines = workspace.review().commit

    assert [(line.path, line.kind, line.is_staged) for line in lines] == [
        ("a.txt", Kind.CHANGED, True),
        ("c.txt", Kind.ADDED, False),
    ]


def test_staging_puts_accepted_files_into_the_index_and_undo_takes_them_out(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)

    workspace.stage()
    assert (repository.staged("a.txt"), repository.staged("c.txt")) == (b"A\n", b"c\n")

    workspace.undo()
    assert (repository.staged("a.txt"), repository.staged("c.txt")) == (b"a\n", None)


def test_an_undone_commit_leaves_head_index_and_files_as_they_were(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.stage(["a.txt"])
    head, files, staged = repository.head, repository.snapshot(), repository.staged("a.txt")
    workspace.commit("To be undone")

    done = workspace.undo()

    assert (repository.head, repository.snapshot()) == (head, files)
    assert (repository.staged("a.txt"), repository.staged("c.txt")) == (staged, None)
    assert [line.path for line in done.review.commit] == ["a.txt", "c.txt"]


def test_an_undone_commit_can_be_redone(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    oid = workspace.commit("Twice").commit
    workspace.undo()

    workspace.redo()

    assert repository.head == oid
    assert repository.status() == {}


def test_a_commit_that_is_no_longer_head_is_not_undone(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.commit("First")
    repository.commit({"mine.txt": "later\n"}, message="Later, by hand")
    head = repository.head

    with pytest.raises(RepositoryError):
        workspace.undo()

    assert repository.head == head


def test_a_pushed_commit_is_not_undone(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    oid = workspace.commit("Pushed").commit
    repository.git.references.create("refs/remotes/origin/main", oid)

    with pytest.raises(RepositoryError, match="pushed"):
        workspace.undo()

    assert repository.head == oid


def test_the_first_commit_of_a_repository_and_its_undo(empty_repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(empty_repository.root)
    workspace.apply(create("a.txt", "a"))
    workspace.accept_all()

    workspace.commit("First")
    assert empty_repository.committed("a.txt") == b"a\n"

    workspace.undo()
    assert empty_repository.head == ""
    assert empty_repository.read("a.txt") == b"a\n"


def test_ignored_files_are_listed_as_left_out(repository: RepositoryBuilder) -> None:
    repository.commit({".gitignore": "*.log\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(create("run.log", "x") + create("a.txt", "a"))
    workspace.accept_all()

    shown = [(line.path, line.is_left_out) for line in workspace.review().commit]
    workspace.commit("Without the log")

    assert shown == [("run.log", True), ("a.txt", False)]
    assert repository.committed("run.log") is None


def test_staging_on_accept_leaves_ignored_files_out_that_git_does_not_track(repository: RepositoryBuilder) -> None:
    repository.commit({"kept.log": "a\n"})
    repository.commit({".gitignore": "*.log\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(create("run.log", "x") + edit("kept.log", "a", "A"))

    workspace.accept_all(stage=True)

    assert (repository.staged("run.log"), repository.staged("kept.log")) == (None, b"A\n")


@needs_git
def test_staging_on_accept_leaves_files_out_that_a_filter_of_the_repository_would_change(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({".gitattributes": "*.dat filter=up\n", "x.dat": "A\n"})
    repository.git.config["filter.up.clean"] = "tr a-z A-Z"
    repository.git.config["filter.up.smudge"] = "tr A-Z a-z"
    repository.write({"x.dat": "a\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("x.dat", "a", "aa"))

    workspace.accept_all(stage=True)
    assert repository.staged("x.dat") == b"A\n"

    workspace.stage(trust=True)
    assert repository.staged("x.dat") == b"AA\n"


def test_staging_leaves_a_file_as_it_was_edited_and_committed_since(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.commit({"a.txt": "mine\n"})

    workspace.stage()

    assert (repository.staged("a.txt"), repository.staged("c.txt")) == (b"mine\n", b"c\n")


def test_an_edit_after_accepting_stays_in_the_file_and_out_of_the_commit(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.write({"a.txt": "A\nmine\n"})

    note = workspace.review().commit[0].note
    workspace.commit("The accepted text")

    assert "edited since" in note
    assert repository.committed("a.txt") == b"A\n"
    assert repository.read("a.txt") == b"A\nmine\n"


def test_edits_the_file_held_before_are_reported_as_left_out(repository: RepositoryBuilder) -> None:
    repository.git.config["core.autocrlf"] = "true"
    repository.commit({"mine.txt": "a\nb\n", "theirs.txt": "a\n", "windows.txt": "a\n"})
    repository.write({"mine.txt": "a\nmine\n", "windows.txt": "a\r\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit(f"{name}.txt", "a", "A") for name in ("mine", "theirs", "windows")))
    workspace.accept_all()
    workspace.apply("".join(edit(f"{name}.txt", "A", "AA") for name in ("mine", "theirs", "windows")))
    workspace.accept_all()

    notes = {line.path: line.note for line in workspace.review().commit}

    assert "left out" in notes.pop("mine.txt")
    assert notes == {"theirs.txt": "", "windows.txt": ""}
    repository.write({"mine.txt": "AA\nmine\nand more\n"})
    (note,) = (line.note for line in workspace.review().commit if line.path == "mine.txt")
    assert note.startswith("edited since; the commit holds the accepted text")
    assert note.endswith("Your own uncommitted lines are left out; they stay in the file")


@needs_git
def test_what_a_filter_of_the_repository_changes_is_no_line_of_the_user(repository: RepositoryBuilder) -> None:
    repository.commit({".gitattributes": "*.dat filter=up\n", "x.dat": "A\nB\n", "mine.dat": "A\nB\n"})
    repository.git.config["filter.up.clean"] = "tr a-z A-Z"
    repository.git.config["filter.up.smudge"] = "tr A-Z a-z"
    repository.write({"x.dat": "a\nb\n", "mine.dat": "a\nb\nmine\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("x.dat", "a", "aa") + edit("mine.dat", "a", "aa"))
    workspace.accept_all()

    assert [line.note for line in workspace.review().commit] == ["", ""]
    committed = workspace.commit("Double a", trust=True).committed
    assert {line.path: "left out" in line.note for line in committed} == {"x.dat": False, "mine.dat": True}
    assert (repository.committed("x.dat"), repository.committed("mine.dat")) == (b"AA\nB\n", b"AA\nB\n")


def test_a_commit_without_an_author_asks_for_one(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    del repository.git.config["user.name"]
    del repository.git.config["user.email"]
    head = repository.head

    with pytest.raises(NoIdentityError):
        workspace.commit("Who am I?")
    assert repository.head == head

    workspace.commit("Told", author=("Grace", "grace@example.org"))
    assert repository.git[repository.head].author.email == "grace@example.org"


def test_a_locked_index_is_named_and_nothing_is_committed(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    lock = repository.root / ".git" / "index.lock"
    lock.touch()
    head = repository.head

    with pytest.raises(IndexLockedError):
        workspace.commit("Locked out")

    assert repository.head == head
    assert lock.exists()
    lock.unlink()
    assert [line.path for line in workspace.review().commit] == ["a.txt", "c.txt"]


@pytest.mark.parametrize("message", ["", "  \n"])
def test_an_empty_message_is_refused(repository: RepositoryBuilder, message: str) -> None:
    with pytest.raises(RepositoryError, match="message"):
        accepted(repository).commit(message)


def test_line_endings_are_stored_as_the_attributes_say(repository: RepositoryBuilder) -> None:
    repository.commit({".gitattributes": "*.txt text eol=crlf\n", "w.txt": "one\ntwo\n"})
    repository.write({"w.txt": "one\r\ntwo\r\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("w.txt", "two", "2"))
    workspace.accept_all()

    workspace.commit("Endings")

    assert repository.read("w.txt") == b"one\r\n2\r\n"
    assert repository.committed("w.txt") == b"one\n2\n"


@needs_git
def test_the_patch_of_the_proposal_is_one_git_applies(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + create("sub/b.txt", "b"))
    git = git_command.find_git()
    assert git is not None

    subprocess.run([git, "apply", "--check", "-"], input=workspace.unified(), cwd=repository.root, check=True)


def test_a_file_whose_line_endings_git_refuses_is_left_out_and_the_rest_goes_on(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.txt": "a\n"})
    repository.git.config["core.autocrlf"], repository.git.config["core.safecrlf"] = "input", "true"
    repository.write({"a.txt": "a\r\nplain\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + create("c.txt", "c"))
    workspace.accept_all()

    listed = {line.path: line for line in workspace.review().commit}
    found = {file.path for file in workspace.files()}
    workspace.commit("Why")

    assert "CRLF would be replaced by LF" in listed["a.txt"].note
    assert (listed["a.txt"].is_left_out, listed["c.txt"].is_left_out) == (True, False)
    assert {"a.txt", "c.txt"} <= found
    assert repository.committed("a.txt") == b"a\n"
    assert repository.committed("c.txt") == b"c\n"


@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_a_branch_made_since_is_not_moved_while_the_commit_stays_on_its_own(
    repository: RepositoryBuilder, verb: str
) -> None:
    workspace = accepted(repository)
    workspace.commit("Why")
    if verb == "redo":
        workspace.undo()
    repository.git.branches.local.create("topic", repository.git.head.peel())
    repository.git.set_head("refs/heads/topic")
    before = repository.state(), repository.git.branches.local["topic"].target

    with pytest.raises(RepositoryError, match=r"belongs to main, but topic is checked out"):
        getattr(workspace, verb)()

    assert (repository.state(), repository.git.branches.local["topic"].target) == before
    repository.git.set_head("refs/heads/main")
    assert getattr(workspace, verb)().refusals == ()


@pytest.mark.parametrize("start", ["branch", "detached", "unborn"])
def test_an_undone_commit_to_a_new_branch_goes_back_to_the_one_before_and_is_redone(
    repository: RepositoryBuilder, empty_repository: RepositoryBuilder, start: str
) -> None:
    if start == "unborn":
        repository = empty_repository
        workspace = Workspace.open(repository.root)
        workspace.apply(create("c.txt", "c"))
        workspace.accept_all()
    else:
        workspace = accepted(repository)
    if start == "detached":
        repository.git.set_head(repository.git.head.target)
    before = repository.branches()
    workspace.commit("Why", branch="topic")
    committed = repository.branches()

    done = workspace.undo()
    assert (repository.branches(), done.message.strip(), done.review.notes) == (before, "Why", ())
    workspace.redo()
    assert repository.branches() == committed
    workspace.undo()
    assert repository.branches() == before


@pytest.mark.parametrize(
    ("what", "head", "note"),
    [("upstream", "main", "topic stays: it has an upstream"), ("main moved", "topic", "Another program moved")],
)
def test_a_new_branch_with_an_upstream_or_beside_a_moved_one_stays_when_its_commit_is_undone(
    repository: RepositoryBuilder, what: str, head: str, note: str
) -> None:
    workspace = accepted(repository)
    start = repository.head
    oid = workspace.commit("Why", branch="topic").commit
    if what == "upstream":
        repository.git.config["branch.topic.remote"] = "origin"
        repository.git.config["branch.topic.merge"] = "refs/heads/topic"
    else:
        repository.git.branches.local["main"].set_target(oid)
    main = str(repository.git.branches.local["main"].target)

    review = workspace.undo().review

    assert repository.branches() == (f"refs/heads/{head}", {"main": main, "topic": start})
    assert note in review.notes[0]
    if what == "upstream":
        with pytest.raises(RepositoryError, match=r"topic is still there\. Switch to it, then redo the commit"):
            workspace.redo()
    repository.git.set_head("refs/heads/topic")
    workspace.redo()
    assert repository.branches() == ("refs/heads/topic", {"main": main, "topic": oid})


@pytest.mark.parametrize("what", ["other branch", "main moved", "topic made"])
def test_a_commit_to_a_new_branch_is_not_redone_where_others_moved_head_or_made_the_branch(
    repository: RepositoryBuilder, what: str
) -> None:
    workspace = accepted(repository)
    oid = workspace.commit("Why", branch="topic").commit
    workspace.undo()
    if what == "main moved":
        repository.git.branches.local["main"].set_target(oid)
    else:
        name = "topic" if what == "topic made" else "other"
        repository.git.branches.local.create(name, repository.git[oid])
    if what == "other branch":
        repository.git.set_head("refs/heads/other")
    before = repository.branches()

    with pytest.raises(RepositoryError, match=r"made from main, where HEAD is no more|is another branch topic by now"):
        workspace.redo()

    assert repository.branches() == before
    assert workspace.review().redo == "Commit “Why”"


def test_a_file_that_others_committed_other_lines_of_says_so_and_is_merged(repository: RepositoryBuilder) -> None:
    lines = [f"{number}\n" for number in range(9)]
    repository.commit({"a.txt": "".join(lines)})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "0", "zero"))
    workspace.accept(["a.txt"])

    repository.commit({"a.txt": "".join((*lines[:8], "eight\n"))})
    repository.write({"a.txt": "".join(("zero\n", *lines[1:8], "eight\n"))})

    assert workspace.review().commit[0].note == "changed in HEAD meanwhile; both changes are committed"
    workspace.commit("Begin with a word")
    assert repository.committed("a.txt") == "".join(("zero\n", *lines[1:8], "eight\n")).encode()


def test_of_files_accepted_before_nothing_is_looked_at_again(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit({f"{name}.txt": "a\n" for name in "abc"})
    workspace = Workspace.open(repository.root)
    workspace.apply("".join(edit(f"{name}.txt", "a", "A") for name in "abc"))
    workspace.accept(["a.txt", "b.txt"])
    looked_at: list[str] = []
    selected = commit_selection.Selector.selected

    def note(selector: commit_selection.Selector, one: AcceptedFile) -> commit_selection.Selected:
        looked_at.append(one.path)
        return selected(selector, one)

    monkeypatch.setattr(commit_selection.Selector, "selected", note)
    done = workspace.accept(["c.txt"])

    assert looked_at == ["c.txt"]
    assert [line.path for line in done.review.commit] == ["a.txt", "b.txt", "c.txt"]


def stage_alone(repository: RepositoryBuilder) -> None:
    entry = pygit2.IndexEntry("in/a.txt", repository.git.create_blob(b"A\nstaged\n"), FileMode.BLOB)
    repository.git.index.read()
    repository.git.index.add(entry)
    repository.git.index.write()


def commit_alone(repository: RepositoryBuilder) -> None:
    stage_alone(repository)
    repository.commit({})


@pytest.mark.parametrize(
    "change",
    [
        lambda repository: repository.write({"in/a.txt": "edited\n"}),
        stage_alone,
        commit_alone,
        lambda repository: repository.write({"in/.gitattributes": "*.txt working-tree-encoding=UTF-16\n"}),
        lambda repository: repository.write({".gitignore": "in/n*\n"}),
        lambda repository: repository.git.config.__setitem__("filter.some.clean", "cat"),
    ],
    ids=["edited", "staged", "committed", "attributes", "ignored", "configured"],
)
def test_what_changes_around_an_accepted_file_is_seen_in_the_next_review(
    repository: RepositoryBuilder, change: Callable[[RepositoryBuilder], object]
) -> None:
    repository.commit({"in/a.txt": "a\n", ".gitattributes": "*.txt filter=some\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("in/a.txt", "a", "A") + create("in/new.txt", "new"))
    before = workspace.accept_all().review
    change(repository)
    after, other = workspace.review(), Workspace.open(repository.root).review()

    assert (after.commit, after.needs) == (other.commit, other.needs) != (before.commit, before.needs)
