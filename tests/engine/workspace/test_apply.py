"""Promises of taking replies in."""

import os
import sys
from collections.abc import Callable

import pytest

from guillemet.engine.errors import RepositoryError, StoppedError
from guillemet.engine.outcomes import Status
from guillemet.engine.review import Badge, Kind
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

APP = "def total(xs):\n    return sum(xs)\n"


def test_a_reply_changes_nothing_but_the_private_ref(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    files, head, index = repository.snapshot(), repository.head, repository.staged("app.py")
    refs = repository.refs()

    Workspace.open(repository.root).apply(
        edit("app.py", "    return sum(xs)", "    return 0") + create("b.py", "x = 1")
    )

    assert repository.snapshot() == files
    assert (repository.head, repository.staged("app.py")) == (head, index)
    assert set(repository.refs()) - set(refs) == {"refs/guillemet/main/review"}
    assert repository.status() == {}


@pytest.mark.parametrize("looks", [0, 1, 2])
def test_a_reply_that_is_stopped_leaves_all_as_it_was(repository: RepositoryBuilder, looks: int) -> None:
    repository.commit({"app.py": APP})
    workspace = Workspace.open(repository.root)
    workspace.apply(create("b.py", "x = 1"))
    before, refs, left = workspace.review(), repository.refs(), iter(range(looks))
    reply = edit("app.py", "    return sum(xs)", "    return 0") + create("c.py", "x = 1")

    with workspace.stoppable(lambda: next(left, None) is None), pytest.raises(StoppedError):
        workspace.apply(reply)
    assert (workspace.review(), repository.refs()) == (before, refs)

    assert len(workspace.apply(reply).review.files) == 3


def test_a_reply_is_stopped_up_to_the_last_moment(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    workspace, objects = Workspace.open(repository.root), repository.root / ".git" / "objects"
    before, refs, written = workspace.review(), repository.refs(), sum(1 for _ in objects.rglob("*"))

    with workspace.stoppable(lambda: sum(1 for _ in objects.rglob("*")) > written), pytest.raises(StoppedError):
        workspace.apply(create("b.py", "x = 1"))
    assert (workspace.review(), repository.refs()) == (before, refs)


def test_the_review_counts_what_is_proposed(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    workspace = Workspace.open(repository.root)

    review = workspace.apply(
        edit("app.py", "    return sum(xs)", "    return 0\n    # done") + create("b.py", "x = 1")
    ).review

    shown = [(file.path, file.kind, file.added, file.removed, file.hunks) for file in review.files]
    assert shown == [("app.py", Kind.CHANGED, 2, 1, 1), ("b.py", Kind.ADDED, 1, 0, 1)]


def test_a_second_reply_builds_on_the_first(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("app.py", "    return sum(xs)", "    return first(xs)"))

    applied = workspace.apply(edit("app.py", "    return first(xs)", "    return second(xs)"))

    assert [outcome.status for outcome in applied.outcomes] == [Status.APPLIED]
    texts = workspace.texts("app.py")
    assert (texts.before, texts.after) == (APP, "def total(xs):\n    return second(xs)\n")


def test_a_block_after_others_are_decided_starts_a_new_proposal(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP, "b.py": "b = 1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("app.py", "    return sum(xs)", "    return 0"))
    workspace.reject(["app.py"])

    review = workspace.apply(edit("b.py", "b = 1", "b = 2")).review

    assert [file.path for file in review.files] == ["b.py"]


def test_a_proposal_that_returns_to_its_base_is_gone(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("app.py", "    return sum(xs)", "    return 0"))

    review = workspace.apply(edit("app.py", "    return 0", "    return sum(xs)")).review

    assert review.files == ()


def test_a_dry_run_keeps_nothing(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    workspace = Workspace.open(repository.root)

    applied = workspace.apply(edit("app.py", "    return sum(xs)", "    return 0"), dry_run=True)

    assert applied.outcomes[0].status is Status.APPLIED
    assert applied.files_modified == ("app.py",)
    assert applied.review.files == ()
    assert "refs/guillemet/main/review" not in repository.refs()


def test_a_failed_block_is_kept_beside_what_could_be_applied(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    workspace = Workspace.open(repository.root)

    review = workspace.apply(edit("app.py", "no such line at all", "x") + create("b.py", "x = 1")).review

    assert [outcome.status for outcome in review.outcomes] == [Status.FAILED, Status.APPLIED]
    assert [file.path for file in review.files] == ["b.py"]


def test_a_reply_of_prose_leaves_no_trace(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)

    applied = workspace.apply("Nothing to do here, the code is fine.\n")

    assert applied.outcomes == ()
    assert "refs/guillemet/main/review" not in repository.refs()


def test_a_file_changed_by_another_program_is_badged(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP + "\n\n\n\n# end\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("app.py", "    return sum(xs)", "    return 0"))

    repository.write({"app.py": APP + "\n\n\n\n# the end\n"})
    merges = workspace.review().files[0].badges
    repository.write({"app.py": APP.replace("sum(xs)", "max(xs)") + "\n\n\n\n# end\n"})
    conflicts = workspace.review().files[0].badges

    assert merges == {Badge.REBASED}
    assert conflicts == {Badge.REBASED, Badge.CONFLICT}


def test_a_link_inside_the_repository_names_the_file_behind_it(repository: RepositoryBuilder) -> None:
    repository.commit({"real.py": APP})
    (repository.root / "link.py").symlink_to("real.py")
    workspace = Workspace.open(repository.root)

    review = workspace.apply(edit("link.py", "    return sum(xs)", "    return 0")).review

    assert [(file.path, file.badges) for file in review.files] == [("real.py", {Badge.LINK})]


def test_a_proposed_file_holds_no_other_file(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)

    review = workspace.apply(create("a.d", "text") + create("a.d/b.py", "x = 1")).review

    assert [outcome.status for outcome in review.outcomes] == [Status.APPLIED, Status.FAILED]
    assert [file.path for file in review.files] == ["a.d"]


@pytest.mark.parametrize(("first", "second"), [("a.d", "a.d/b.py"), ("a.d/b.py", "a.d")])
def test_a_file_of_an_earlier_reply_neither_holds_another_nor_lies_in_one(
    repository: RepositoryBuilder, first: str, second: str
) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply(create(first, "x = 1"))

    review = workspace.apply(create(second, "y = 1")).review

    assert [outcome.status for outcome in review.outcomes] == [Status.APPLIED, Status.FAILED]
    assert [file.path for file in review.files] == [first]


@pytest.mark.parametrize("look", [Workspace.texts, lambda workspace, path: workspace.unified([path])])
def test_a_file_that_another_window_took_out_of_the_proposal_is_refused(
    repository: RepositoryBuilder, look: Callable[[Workspace, str], object]
) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply(create("a.py", "x = 1"))
    Workspace.open(repository.root).undo()

    with pytest.raises(RepositoryError, match="part of the proposal"):
        look(workspace, "a.py")


def test_the_diff_of_a_file_accepted_meanwhile_is_that_of_its_proposal(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply(create("a.py", "x = 1"))
    Workspace.open(repository.root).accept_all()

    assert b"+x = 1\n" in workspace.unified(["a.py"])
    assert workspace.unified() == b""


def test_ignored_and_untracked_files_are_badged(repository: RepositoryBuilder) -> None:
    repository.commit({".gitignore": "*.log\n"})
    repository.write({"notes.txt": "one\n"})
    workspace = Workspace.open(repository.root)

    review = workspace.apply(create("run.log", "x") + edit("notes.txt", "one", "two")).review

    assert {file.path: file.badges for file in review.files} == {
        "run.log": {Badge.IGNORED},
        "notes.txt": {Badge.UNTRACKED},
    }


def test_another_window_sees_the_same_proposal_and_the_same_reply(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP})
    reply = edit("app.py", "    return sum(xs)", "    return 0")
    mine = Workspace.open(repository.root)
    mine.apply(reply)

    other = Workspace.open(repository.root)

    assert other.review() == mine.review()
    assert other.replies() == (reply,)


def test_a_reply_that_was_just_applied_is_not_read_back(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit({"app.py": APP})
    workspace, read = Workspace.open(repository.root), list[bytes]()
    monkeypatch.setattr("guillemet.engine.staging.area.reply_from_json", read.append)

    review = workspace.apply(edit("app.py", "    return sum(xs)", "    return 0")).review

    assert [file.path for file in review.files] == ["app.py"]
    assert not read


def test_the_unified_diff_holds_what_is_undecided(repository: RepositoryBuilder) -> None:
    repository.commit({"app.py": APP, "b.py": "b = 1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("app.py", "    return sum(xs)", "    return 0") + edit("b.py", "b = 1", "b = 2"))
    workspace.accept(["b.py"])

    patch = workspace.unified()

    assert b"--- a/app.py\n+++ b/app.py\n" in patch
    assert b"b.py" not in patch


def in_the_place(repository: RepositoryBuilder, what: str) -> None:
    place = repository.root / "a.txt"
    place.unlink()
    match what:
        case "folder":
            place.mkdir()
        case "link":
            place.symlink_to("README.md")
        case "pipe":
            os.mkfifo(place)


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are another matter there")
@pytest.mark.parametrize("what", ["folder", "link", "pipe"])
def test_what_took_the_place_of_a_proposed_file_is_badged_and_left_alone(
    repository: RepositoryBuilder, what: str
) -> None:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B"))
    in_the_place(repository, what)

    badges = workspace.review().files[0].badges
    done = workspace.accept_all()

    assert badges == {Badge.CHANGED_SINCE, Badge.CONFLICT}
    assert [refusal.path for refusal in done.refusals] == ["a.txt"]
    assert repository.read("b.txt") == b"B\n"


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are another matter there")
@pytest.mark.parametrize("what", ["folder", "link", "pipe"])
def test_what_took_the_place_of_an_accepted_file_does_not_keep_it_from_being_committed(
    repository: RepositoryBuilder, what: str
) -> None:
    repository.commit({"a.txt": "a\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()
    in_the_place(repository, what)

    line = workspace.review().commit[0]
    workspace.commit("Why")

    assert "edited since" in line.note
    assert repository.committed("a.txt") == b"A\n"
