"""Promises of committing through the git program."""

import os
from pathlib import Path

import pytest

from guillemet.engine.errors import CommitRefusedError, FileError, MovedError, RepositoryError, StoppedError
from guillemet.engine.git import commits, git_command
from guillemet.engine.git.commits import commit_through_git, hash_through_git
from guillemet.engine.git.git_command import ProgramResult, RunMonitor, find_git
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import EXECUTABLE, TreeFile
from tests.engine.git.conftest import needs_git
from tests.kit.repositories import AUTHOR, RepositoryBuilder

pytestmark = needs_git


def blob(opened: Repository, data: bytes = b"new\n") -> TreeFile:
    return TreeFile(opened.write_blob(data))


def extras(repository: RepositoryBuilder) -> list[str]:
    return [path.name for path in (repository.root / ".git").iterdir() if path.name.startswith("guillemet")]


def test_only_the_given_paths_are_committed_and_the_index_stays(repository: RepositoryBuilder) -> None:
    repository.stage({"theirs": "t\n"})
    opened = Repository.open(repository.root)
    before = (repository.root / ".git" / "index").read_bytes()
    files = {"deep/ours": TreeFile(opened.write_blob(b"o"), EXECUTABLE), "README.md": None}
    commit = commit_through_git(opened, "Subject\n\nBody « »", files, ("Bo", "bo@example.org"))

    made = repository.git[commit]
    assert repository.head == commit
    assert (made.message, made.author.name, made.committer.name) == ("Subject\n\nBody « »\n", "Bo", AUTHOR[0])
    assert repository.committed("deep/ours") == b"o"
    assert [entry.name for entry in made.tree] == ["deep"]
    assert (repository.root / ".git" / "index").read_bytes() == before
    assert extras(repository) == []


def test_the_first_commit_goes_through_git_too(empty_repository: RepositoryBuilder, unborn: Repository) -> None:
    commit = commit_through_git(unborn, "First", {"a": blob(unborn)}, None)

    assert empty_repository.head == commit


def test_in_a_linked_worktree_its_own_branch_moves(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.git.add_worktree("side", str(tmp_path / "side"))
    side = Repository.open(tmp_path / "side")
    commit = commit_through_git(side, "Side", {"a": blob(side)}, None)

    assert repository.refs()["refs/heads/side"] == commit


def test_a_hook_that_refuses_is_quoted_and_nothing_is_committed(
    repository: RepositoryBuilder, opened: Repository
) -> None:
    repository.add_hook("pre-commit", "echo 'line too long in a' >&2; echo out; exit 3")
    before = repository.head

    with pytest.raises(CommitRefusedError, match="line too long in a"):
        commit_through_git(opened, "m", {"a": blob(opened)}, None)
    assert repository.head == before
    assert extras(repository) == []


def test_what_a_hook_puts_into_the_index_is_committed(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.write({"a": "from the hook\n"})
    repository.add_hook("pre-commit", "git add a")
    commit_through_git(opened, "m", {"a": blob(opened)}, None)

    assert repository.committed("a") == b"from the hook\n"
    assert repository.staged("a") is None


def test_a_hook_that_changes_the_message_is_obeyed(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.add_hook("commit-msg", 'echo "Signed-off-by: hook" >> "$1"')
    commit = commit_through_git(opened, "m", {"a": blob(opened)}, None)

    assert "Signed-off-by: hook" in repository.git[commit].message


def test_a_hook_sees_the_end_of_its_input_and_no_terminal(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.add_hook("pre-commit", "read answer && exit 1\n(read x < /dev/tty) 2> /dev/null && exit 2\nexit 0")

    assert commit_through_git(opened, "m", {"a": blob(opened)}, None)


def test_a_program_left_running_by_a_hook_does_not_hold_the_commit(
    repository: RepositoryBuilder, opened: Repository
) -> None:
    repository.add_hook("pre-commit", "(while [ -d .git ] && [ ! -e ../stop ]; do sleep 0.05; done) &")
    try:
        assert commit_through_git(opened, "m", {"a": blob(opened)}, None)
    finally:
        (repository.root.parent / "stop").touch()


def test_a_hook_that_takes_too_long_is_ended_with_all_it_started(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.add_hook("pre-commit", "sleep 1000 | cat")
    monkeypatch.setattr(git_command, "SECONDS", 0.2)
    before = repository.head

    with pytest.raises(CommitRefusedError, match="took longer"):
        commit_through_git(opened, "m", {"a": blob(opened)}, None)
    assert repository.head == before


def test_what_a_hook_prints_is_reported_while_it_runs(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.add_hook(
        "pre-commit",
        "printf '\\033[1mone\\033[0m\\n9%%\\r10%%\\n'\nwhile [ ! -e ../go ]; do sleep 0.05; done",
    )
    said: list[str] = []

    def report(text: str) -> None:
        said.append(text)
        (repository.root.parent / "go").touch()

    commit_through_git(opened, "m", {"a": blob(opened)}, None, monitor=RunMonitor(report))
    assert set(said) == {"one\n10%"}


def test_a_commit_is_stopped_with_all_its_hook_started(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.add_hook("pre-commit", "echo waiting; trap '' TERM; sleep 600 | cat")
    said: list[str] = []
    before = repository.head

    with pytest.raises(StoppedError, match="stopped"):
        commit_through_git(opened, "m", {"a": blob(opened)}, None, monitor=RunMonitor(said.append, lambda: bool(said)))
    assert repository.head == before
    assert not list((repository.root / ".git").rglob("*.lock"))


def test_a_commit_stands_when_it_is_stopped_after_it_was_made(
    repository: RepositoryBuilder, opened: Repository
) -> None:
    repository.add_hook("post-commit", "echo telling others; sleep 600")
    said: list[str] = []

    made = commit_through_git(
        opened, "m", {"a": blob(opened)}, None, monitor=RunMonitor(said.append, lambda: bool(said))
    )
    assert (repository.head, repository.committed("a")) == (made, b"new\n")


def test_of_much_that_a_hook_prints_only_the_end_is_kept(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.add_hook("pre-commit", "yes loud | head -n 400000; echo the end; exit 1")

    with pytest.raises(CommitRefusedError, match="refused: the end\n…\nloud") as refused:
        commit_through_git(opened, "m", {"a": blob(opened)}, None)
    assert len(str(refused.value)) < 70_000


def test_a_hook_that_never_ends_to_print_is_ended(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.add_hook("pre-commit", "yes")
    monkeypatch.setattr(git_command, "_LARGEST_OUTPUT", 100_000)

    with pytest.raises(CommitRefusedError, match="printed more"):
        commit_through_git(opened, "m", {"a": blob(opened)}, None)


def test_signing_that_fails_commits_nothing_unsigned(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.git.config["commit.gpgSign"] = True
    repository.git.config["gpg.program"] = "/bin/false"
    before = repository.head

    with pytest.raises(CommitRefusedError, match="sign"):
        commit_through_git(opened, "m", {"a": blob(opened)}, None)
    assert repository.head == before


def test_a_head_moved_meanwhile_is_noticed_and_kept(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.commit({"other": "o\n"})
    first, second = (str(oid) for oid in (repository.git[repository.head].parent_ids[0], repository.head))
    repository.git.references["refs/heads/main"].set_target(first)
    repository.add_hook("pre-commit", f"git update-ref refs/heads/main {second}")

    # git itself notices when HEAD moves under its hands; either way nothing of the other program's is undone.
    with pytest.raises((MovedError, CommitRefusedError)):
        commit_through_git(opened, "m", {"a": blob(opened)}, None)
    assert repository.head == second


def test_a_commit_on_top_of_anothers_is_taken_back(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = commits.run_git
    faster: list[str] = []

    def late(*arguments: object, **named: object) -> ProgramResult:
        faster.append(repository.commit({"faster": "f\n"}))
        return run(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(commits, "run_git", late)

    with pytest.raises(MovedError):
        commit_through_git(opened, "m", {"a": blob(opened)}, None)
    assert repository.head == faster[0]


def test_a_hostile_fsmonitor_never_runs(repository: RepositoryBuilder, opened: Repository) -> None:
    witness = repository.root.parent / "it-ran"
    repository.git.config["core.fsmonitor"] = f"touch '{witness}'; false"
    commit_through_git(opened, "m", {"a": blob(opened)}, None)
    hash_through_git(opened, "a", b"x")

    assert not witness.exists()


def test_a_surrounding_git_is_not_obeyed(
    repository: RepositoryBuilder, opened: Repository, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, str(outside))

    assert repository.head != commit_through_git(opened, "m", {"a": blob(opened)}, None) == repository.head


def test_filters_run_for_their_paths(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.git.config["filter.loud.clean"] = "tr a-z A-Z"
    repository.write({".gitattributes": "*.loud filter=loud\n"})

    assert opened.read_blob(hash_through_git(opened, "deep/a.loud", b"quiet\n")) == b"QUIET\n"
    assert opened.read_blob(hash_through_git(opened, "a.txt", b"quiet\n")) == b"quiet\n"


@pytest.mark.parametrize("path", ["-w.loud", "--stdin-paths.loud", "with space.loud", ":(glob)x.loud", "$(x).loud"])
def test_a_path_is_never_an_option(repository: RepositoryBuilder, opened: Repository, path: str) -> None:
    repository.git.config["filter.loud.clean"] = "tr a-z A-Z"
    repository.write({".gitattributes": "*.loud filter=loud\n"})

    assert opened.read_blob(hash_through_git(opened, path, b"quiet\n")) == b"QUIET\n"


def test_a_required_filter_that_fails_is_told(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.git.config["filter.bad.clean"] = "echo broken >&2; exit 1"
    repository.git.config["filter.bad.required"] = True
    repository.write({".gitattributes": "* filter=bad\n"})

    with pytest.raises(FileError, match="broken"):
        hash_through_git(opened, "a", b"x")


def a_program(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "git").write_text("#!/bin/sh\n")
    (folder / "git").chmod(0o755)


def test_git_is_found_by_an_absolute_path() -> None:
    found = find_git()

    assert found is not None
    assert found.is_absolute()


def test_git_is_never_taken_from_the_worktree_or_the_current_folder(
    repository: RepositoryBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    for folder in (repository.root / "bin", here, here / "rel", tmp_path / "fine"):
        a_program(folder)
    (tmp_path / "linking").mkdir()
    (tmp_path / "linking" / "git").symlink_to(repository.root / "bin" / "git")
    monkeypatch.chdir(here)
    folders = ["", ".", "rel", str(here), str(repository.root / "bin"), str(tmp_path / "linking")]
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    assert find_git(repository.root) is None

    monkeypatch.setenv("PATH", os.pathsep.join([*folders, str(tmp_path / "fine")]))
    assert find_git(repository.root) == tmp_path / "fine" / "git"


def test_git_is_found_where_the_current_folder_holds_all_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_program(tmp_path / "programs")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    for here in (tmp_path, Path("/")):  # a desktop starts programs in the home folder, or in the top one
        monkeypatch.chdir(here)

        assert find_git() == tmp_path / "programs" / "git"


def test_without_git_it_says_so(opened: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(RepositoryError, match="not installed"):
        commit_through_git(opened, "m", {"a": blob(opened)}, None)
