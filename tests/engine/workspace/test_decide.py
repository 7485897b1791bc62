"""Promises of accepting, rejecting and taking back."""

import stat

import pygit2
import pytest
from pygit2.enums import FileMode

from guillemet.engine.review import Badge, Decision
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

LONG = "".join(f"line {n}\n" for n in range(1, 21))


def proposed(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"a.txt": LONG, "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "line 2", "line two") + edit("b.txt", "b", "B") + create("new/c.txt", "c"))
    return workspace


def test_accepting_writes_the_file_and_only_that(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = repository.snapshot()

    done = workspace.accept(["a.txt"])

    assert repository.snapshot() == before | {"a.txt": LONG.replace("line 2\n", "line two\n").encode()}
    assert [file.decision for file in done.review.files] == [
        Decision.ACCEPTED,
        Decision.UNDECIDED,
        Decision.UNDECIDED,
    ]
    assert repository.staged("a.txt") == LONG.encode()


def test_accepting_keeps_the_mode(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    (repository.root / "a.txt").chmod(0o750)

    workspace.accept(["a.txt"])

    assert stat.S_IMODE((repository.root / "a.txt").stat().st_mode) == 0o750


def test_rejecting_touches_no_file(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = repository.snapshot()

    done = workspace.reject_all()

    assert repository.snapshot() == before
    assert {file.decision for file in done.review.files} == {Decision.REJECTED}
    assert not (repository.root / "new").exists()


@pytest.mark.parametrize("way", ["reset", "reject", "reset the hunk"])
def test_folders_that_accepting_made_go_with_the_last_file_that_is_taken_back(
    repository: RepositoryBuilder, way: str
) -> None:
    (repository.root / "own").mkdir()
    workspace = Workspace.open(repository.root)
    paths = ["lib/deep/a.py", "lib/b.py", "own/c.py", "own/new/d.py"]
    workspace.apply("".join(create(path, "one") for path in paths))
    before = repository.state()
    workspace.accept(paths[:1])
    workspace.accept(paths[1:])
    accepted = repository.state()

    for path in paths:
        assert (repository.root / path).parent.is_dir()
        match way:
            case "reset":
                workspace.reconsider([path])
            case "reject":
                workspace.reject([path])
            case _:
                workspace.reconsider_hunk(path, 1, workspace.texts(path).identity)

    assert repository.state() == before
    for _ in paths:
        workspace.undo()
    assert repository.state() == accepted
    repository.write({"lib/deep/mine.txt": "mine"})
    repository.write({"own/new/d.py": "other\n"})
    assert [refusal.path for refusal in workspace.reject(paths).refusals] == ["own/new/d.py"]
    assert repository.state()[1] == {"own", "own/new", "lib", "lib/deep"}
    workspace.undo()
    assert repository.read("lib/deep/a.py") == b"one\n"


def test_a_folder_that_a_moved_file_needed_goes_when_the_move_is_reset(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "one\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply("diff --git a/a.txt b/lib/a.txt\nsimilarity index 100%\nrename from a.txt\nrename to lib/a.txt\n")
    before = repository.state()
    workspace.accept_all()

    workspace.reconsider(["lib/a.txt"])

    assert repository.state() == before


def test_reconsidering_an_accepted_file_restores_it(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = repository.snapshot()
    workspace.accept_all()

    done = workspace.reconsider(["a.txt", "b.txt", "new/c.txt"])

    assert repository.snapshot() == before
    assert {file.decision for file in done.review.files} == {Decision.UNDECIDED}
    assert done.review.commit == ()


def test_a_rejected_file_can_be_accepted_after_all(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.reject(["b.txt"])

    workspace.accept(["b.txt"])

    assert repository.read("b.txt") == b"B\n"


def test_a_file_changed_elsewhere_is_merged(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    repository.write({"a.txt": LONG.replace("line 19\n", "line nineteen\n")})

    workspace.accept(["a.txt"])

    wanted = LONG.replace("line 2\n", "line two\n").replace("line 19\n", "line nineteen\n")
    assert repository.read("a.txt").decode() == wanted


def test_a_conflict_is_refused_and_the_rest_goes_on(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    mine = LONG.replace("line 2\n", "line 2, mine\n")
    repository.write({"a.txt": mine})

    done = workspace.accept_all()

    assert repository.read("a.txt").decode() == mine
    assert [refusal.path for refusal in done.refusals] == ["a.txt"]
    assert repository.read("b.txt") == b"B\n"


def test_a_file_deleted_meanwhile_is_refused_by_name(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    (repository.root / "a.txt").unlink()

    done = workspace.accept_all()

    assert [refusal.path for refusal in done.refusals] == ["a.txt"]
    assert "is gone" in done.refusals[0].message
    assert not (repository.root / "a.txt").exists()


def test_a_file_made_meanwhile_is_not_written_over(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    repository.write({"new/c.txt": "mine\n"})

    done = workspace.accept(["new/c.txt"])

    assert repository.read("new/c.txt") == b"mine\n"
    assert [refusal.path for refusal in done.refusals] == ["new/c.txt"]


def test_a_read_only_file_is_refused_by_name_and_the_rest_goes_on(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    (repository.root / "a.txt").chmod(0o444)

    done = workspace.accept_all(stage=True)

    assert repository.read("a.txt").decode() == LONG
    assert [refusal.path for refusal in done.refusals] == ["a.txt"]
    assert repository.read("b.txt") == b"B\n"
    assert (repository.staged("a.txt"), repository.staged("b.txt")) == (LONG.encode(), b"B\n")
    assert done.review.files[0].decision is Decision.UNDECIDED


def test_accept_all_leaves_out_what_waits_for_its_own_decision(repository: RepositoryBuilder) -> None:
    repository.commit({"twice.txt": "x\ny\nx\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("twice.txt", "x", "z") + edit("b.txt", "b", "B"))

    workspace.accept_all()

    assert repository.read("twice.txt") == b"x\ny\nx\n"
    assert repository.read("b.txt") == b"B\n"
    assert Badge.ASKS in workspace.review().files[0].badges
    assert Badge.ASKS not in workspace.accept(["twice.txt"]).review.files[0].badges


def test_a_path_outside_the_proposal_is_refused(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)

    done = workspace.accept(["README.md"])

    assert [refusal.path for refusal in done.refusals] == ["README.md"]


def test_an_acceptance_of_another_proposal_for_a_file_is_taken_back_to_the_first(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.accept_all()
    workspace.apply(edit("b.txt", "B", "BB"))
    workspace.accept(["b.txt"])

    done = workspace.reconsider(["b.txt"])

    assert repository.read("b.txt") == b"B\n"
    assert "b.txt" in [line.path for line in done.review.commit]


def test_bytes_outside_the_edit_survive(repository: RepositoryBuilder) -> None:
    odd = "\ufeffone\r\ntwo\nthr\u00e9e\r\nfour".encode()
    repository.commit({"odd.txt": odd})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("odd.txt", "two", "2"))

    workspace.accept_all()

    assert repository.read("odd.txt") == odd.replace(b"two", b"2")


def test_a_file_that_cannot_be_staged_is_written_and_can_be_undone(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = repository.snapshot()
    repository.git.index.add(pygit2.IndexEntry("new", repository.git.create_blob(b"a file"), FileMode.BLOB))
    repository.git.index.write()

    done = workspace.accept_all(stage=True)

    assert [refusal.path for refusal in done.refusals] == [".git/index"]
    assert len(done.review.decided(Decision.ACCEPTED)) == 3
    assert repository.read("new/c.txt") == b"c\n"
    assert workspace.undo().refusals == ()
    assert repository.snapshot() == before


def test_the_executable_bit_stays_where_git_does_not_look_at_it(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    repository.git.config["core.fileMode"] = False
    (repository.root / "a.txt").chmod(0o755)

    workspace.accept(["a.txt"])

    assert stat.S_IMODE((repository.root / "a.txt").stat().st_mode) == 0o755


def test_what_is_said_of_other_files_stays_the_same_object(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = workspace.review().files

    after = workspace.accept(["a.txt"]).review.files

    assert [one is other for one, other in zip(before, after, strict=True)] == [False, True, True]


def test_a_file_that_is_ignored_from_now_on_is_marked_so(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    assert workspace.review().files[2].badges == set()

    (repository.root / ".gitignore").write_text("new/\n")

    assert workspace.review().files[2].badges == {Badge.IGNORED}
