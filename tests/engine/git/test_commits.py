"""Promises of committing by libgit2, and of taking a commit back."""

import subprocess
from pathlib import Path

import pytest

from guillemet.engine.errors import MovedError, NoIdentityError, RepositoryError
from guillemet.engine.git import commits, index, trees
from guillemet.engine.git.commits import clean, commit_paths, is_pushed, uncommit
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import TreeFile
from tests.engine.git.conftest import needs_git
from tests.kit.repositories import AUTHOR, RepositoryBuilder


def blob(opened: Repository, data: bytes = b"new\n") -> TreeFile:
    return TreeFile(opened.write_blob(data))


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout


def test_a_commit_holds_heads_tree_and_only_the_given_changes(repository: RepositoryBuilder) -> None:
    repository.commit({"kept/a": "a\n", "gone/b": "b\n"})
    repository.stage({"theirs": "staged, not asked for\n"})
    opened = Repository.open(repository.root)
    commit = commit_paths(opened, "Ours", {"kept/new": blob(opened), "gone/b": None}, author=None)

    assert repository.head == commit
    assert trees.read_tree(opened, str(repository.git[commit].tree_id)).keys() == {"README.md", "kept/a", "kept/new"}


def test_the_index_and_the_files_are_left_alone(repository: RepositoryBuilder) -> None:
    repository.stage({"theirs": "t\n"})
    opened = Repository.open(repository.root)
    before = (repository.root / ".git" / "index").read_bytes()
    files = repository.snapshot()
    commit_paths(opened, "Ours", {"ours": blob(opened)}, author=None)

    assert (repository.root / ".git" / "index").read_bytes() == before
    assert repository.snapshot() == files


def test_the_first_commit_makes_the_branch(unborn: Repository) -> None:
    commit = commit_paths(unborn, "First", {"a": blob(unborn)}, author=None)

    assert unborn.head().branch == "main"
    assert unborn.head().commit == commit


def test_an_empty_first_commit_is_possible(unborn: Repository) -> None:
    commit_paths(unborn, "Nothing yet", {}, author=None)

    assert unborn.head().commit


def test_a_detached_head_moves_alone(repository: RepositoryBuilder) -> None:
    main = repository.head
    repository.git.set_head(repository.git.head.target)
    opened = Repository.open(repository.root)
    commit = commit_paths(opened, "Aside", {"a": blob(opened)}, author=None)

    assert opened.head().is_detached
    assert opened.head().commit == commit
    assert repository.refs()["refs/heads/main"] == main


def test_in_a_linked_worktree_its_own_branch_moves(repository: RepositoryBuilder, tmp_path: Path) -> None:
    main = repository.head
    repository.git.add_worktree("side", str(tmp_path / "side"))
    side = Repository.open(tmp_path / "side")
    commit = commit_paths(side, "Side", {"a": blob(side)}, author=None)

    assert repository.refs()["refs/heads/side"] == commit
    assert repository.head == main


def test_author_and_committer_are_as_told(repository: RepositoryBuilder, opened: Repository) -> None:
    commit = repository.git[commit_paths(opened, "m", {"a": blob(opened)}, author=("Bo", "bo@example.org"))]

    assert (commit.author.name, commit.author.email) == ("Bo", "bo@example.org")
    assert (commit.committer.name, commit.committer.email) == AUTHOR


def test_without_any_identity_nothing_is_committed(tmp_path: Path) -> None:
    builder = RepositoryBuilder(tmp_path / "n", author=None)
    opened = Repository.open(builder.root)

    with pytest.raises(NoIdentityError):
        commit_paths(opened, "m", {"a": blob(opened)}, author=None)
    assert builder.head == ""
    commit_paths(opened, "m", {"a": blob(opened)}, author=("Bo", "bo@example.org"))
    assert builder.git[builder.head].committer.name == "Bo"


def test_the_message_is_tidied_as_git_does(repository: RepositoryBuilder, opened: Repository) -> None:
    message = "\n\nSubject  \r\n\n\n\nBody « »\t\n#1 is no comment\n\n"
    commit = repository.git[commit_paths(opened, message, {"a": blob(opened)}, author=None)]

    assert commit.message == "Subject\n\nBody « »\n#1 is no comment\n"


@pytest.mark.parametrize("message", ["", " \n\t\n"])
def test_an_empty_message_is_refused(opened: Repository, message: str) -> None:
    with pytest.raises(RepositoryError, match="no message"):
        commit_paths(opened, message, {"a": blob(opened)}, author=None)


def commit_meanwhile(repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let somebody else commit whenever the tree of a commit is built."""
    build = trees.changed_tree

    def slowly(*arguments: object) -> str:
        repository.commit({"faster": "f\n"})
        return build(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(trees, "changed_tree", slowly)


def test_a_head_moved_meanwhile_is_noticed_and_left(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit_meanwhile(repository, monkeypatch)

    with pytest.raises(MovedError, match="moved HEAD"):
        commit_paths(opened, "m", {"a": blob(opened)}, author=None)
    assert repository.committed("faster") == b"f\n"
    assert repository.committed("a") is None


def test_a_first_commit_made_meanwhile_is_noticed(
    empty_repository: RepositoryBuilder, unborn: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit_meanwhile(empty_repository, monkeypatch)

    with pytest.raises(MovedError):
        commit_paths(unborn, "m", {"a": blob(unborn)}, author=None)
    assert empty_repository.committed("faster") == b"f\n"


def test_a_locked_branch_is_told_and_the_lock_never_removed(repository: RepositoryBuilder, opened: Repository) -> None:
    lock = repository.root / ".git" / "refs" / "heads" / "main.lock"
    lock.touch()
    before = repository.head

    with pytest.raises(RepositoryError, match=r"main\.lock"):
        commit_paths(opened, "m", {"a": blob(opened)}, author=None)
    assert lock.exists()
    assert repository.head == before


def test_a_merge_in_progress_is_not_ended_by_accident(repository: RepositoryBuilder, opened: Repository) -> None:
    (repository.root / ".git" / "MERGE_HEAD").write_text(repository.head + "\n")

    with pytest.raises(RepositoryError, match="merge is unfinished"):
        commit_paths(opened, "m", {"a": blob(opened)}, author=None)


@needs_git
def test_git_finds_nothing_wrong_and_logs_the_commit(repository: RepositoryBuilder, opened: Repository) -> None:
    commit_paths(opened, "Subject\n\nBody", {"deep/er/a": blob(opened), "README.md": None}, author=None)

    assert "error" not in git(repository.root, "fsck", "--strict")
    assert "commit: Subject" in git(repository.root, "reflog")
    assert git(repository.root, "show", "--name-status", "--format=%s") == "Subject\n\nD\tREADME.md\nA\tdeep/er/a\n"


def test_taking_back_returns_to_the_parent_and_keeps_files_and_index(repository: RepositoryBuilder) -> None:
    before = repository.head
    repository.write({"a": "new\n"})
    opened = Repository.open(repository.root)
    commit = commit_paths(opened, "m", {"a": blob(opened)}, author=None)
    index.put(opened, {"a": blob(opened)})
    uncommit(opened, commit)

    assert repository.head == before
    assert repository.staged("a") == b"new\n"
    assert repository.read("a") == b"new\n"


def test_taking_back_the_first_commit_leaves_the_branch_unborn(unborn: Repository) -> None:
    uncommit(unborn, commit_paths(unborn, "m", {"a": blob(unborn)}, author=None))

    assert unborn.head().commit == ""
    assert unborn.head().branch == "main"


def test_on_a_detached_head_taking_back_moves_head_alone(repository: RepositoryBuilder) -> None:
    main = repository.head
    repository.git.set_head(repository.git.head.target)
    opened = Repository.open(repository.root)
    uncommit(opened, commit_paths(opened, "m", {"a": blob(opened)}, author=None))

    assert opened.head().commit == main
    assert opened.head().is_detached


def test_only_the_last_commit_is_taken_back(repository: RepositoryBuilder, opened: Repository) -> None:
    commit = commit_paths(opened, "m", {"a": blob(opened)}, author=None)
    later = repository.commit({"later": "l\n"})

    with pytest.raises(RepositoryError, match="no longer the last"):
        uncommit(opened, commit)
    assert repository.head == later


def test_a_pushed_commit_is_not_taken_back(repository: RepositoryBuilder, opened: Repository) -> None:
    commit = commit_paths(opened, "m", {"a": blob(opened)}, author=None)
    later = repository.commit({"later": "l\n"})
    repository.git.references.create("refs/remotes/origin/topic", later)
    repository.git.references.create("refs/remotes/origin/HEAD", "refs/remotes/origin/topic")
    repository.git.references["refs/heads/main"].set_target(commit)

    assert is_pushed(opened, commit)
    with pytest.raises(RepositoryError, match="was pushed"):
        uncommit(opened, commit)
    assert repository.head == commit


def test_a_commit_beyond_the_remote_is_not_pushed(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.git.references.create("refs/remotes/origin/main", repository.head)
    repository.git.references.create("refs/tags/v1", repository.head)

    assert not is_pushed(opened, commit_paths(opened, "m", {"a": blob(opened)}, author=None))


def test_a_merge_commit_is_not_taken_back(repository: RepositoryBuilder, opened: Repository) -> None:
    first = repository.head
    second = repository.commit({"b": "b\n"})
    who = repository.git.default_signature
    tree = repository.git[second].tree_id
    merge = repository.git.create_commit("HEAD", who, who, "merge", tree, [second, first])

    with pytest.raises(RepositoryError, match="is a merge"):
        uncommit(opened, str(merge))


CLEAN = [
    ("*.txt text", "a.txt", b"x\r\ny\r\n"),
    ("*.txt text=auto", "a.txt", b"x\r\ny\n"),
    ("*.txt text=auto", "a.txt", b"x\0\r\ny\r\n"),
    ("*.txt text", "a.txt", b"x\0\r\ny\r\n\0\r\n"),
    ("*.txt -text", "a.txt", b"x\r\n"),
    ("*.txt eol=crlf", "a.txt", b"x\r\n"),
    ("*.txt ident", "a.txt", b"$Id: abc $\n"),
    ("*.txt text", "a.txt", b""),
    ("*.txt text", "a.txt", b"a\rb\r\n"),
    ("*.py text", "a.txt", b"x\r\n"),
    ("*.txt text", "sub/a.txt", b"\xe9\r\n"),
    ("*.txt text=auto", "stored.txt", b"x\r\ny\r\n"),
]


@needs_git
@pytest.mark.parametrize("conversion", ["", "true", "input"])
@pytest.mark.parametrize(("rule", "path", "data"), CLEAN)
def test_bytes_are_stored_as_git_would(
    repository: RepositoryBuilder, rule: str, path: str, data: bytes, conversion: str
) -> None:
    repository.commit({"stored.txt": b"kept\r\nso\r\n"})
    repository.write({".gitattributes": rule + "\n"})
    if conversion:
        repository.git.config["core.autocrlf"] = conversion
    stored = clean(Repository.open(repository.root), path, data)
    repository.write({path: data})
    git(repository.root, "add", path)

    assert stored == repository.staged(path)


def test_a_message_is_tidied_once_and_for_all() -> None:
    tidy = commits.tidy_message("a  \n\n\n\nb")

    assert commits.tidy_message(tidy) == tidy


def test_line_endings_that_another_program_stored_meanwhile_stay(repository: RepositoryBuilder) -> None:
    opened = Repository.open(repository.root)
    assert clean(opened, "a.txt", b"a\r\n") == b"a\r\n"
    repository.commit({"a.txt": b"a\r\n"})
    repository.write({".gitattributes": "* text=auto\n"})

    assert clean(opened, "a.txt", b"a\r\nb\r\n") == b"a\r\nb\r\n"
    assert clean(opened, "new.txt", b"a\r\n") == b"a\n"
