"""Promises of showing files to a model and listing them: present bytes, problems in words, ignored files left out."""

import os

import pytest

from guillemet.engine.applying import ApplyOptions
from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.git.listing import LARGEST
from guillemet.engine.outcomes import Rung
from guillemet.engine.workspace import Workspace, file_views
from guillemet.engine.workspace.context import MOST_COMPARED, ChangedFiles
from guillemet.engine.workspace.file_views import LARGEST_READ
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def test_the_present_text_is_shown_not_the_committed_one(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "x = 1\n"})
    (repository.root / "a.py").write_bytes(b"x = 2\r\n")

    (file,) = Workspace.open(repository.root).present(["a.py"])

    assert file.text == "x = 2\n"
    assert file.oid
    assert not file.problem


@pytest.mark.parametrize(("path", "word"), [("gone.py", "not there"), ("../secret", "climb"), (".git/config", "git")])
def test_what_cannot_be_shown_has_a_reason(repository: RepositoryBuilder, path: str, word: str) -> None:
    (file,) = Workspace.open(repository.root).present([path])

    assert word in file.problem
    assert not file.text


def test_a_file_that_is_too_large_for_a_model_has_a_reason(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_views, "LARGEST", 3)
    repository.write({"a.py": "abcd"})

    (file,) = Workspace.open(repository.root).present(["a.py"])

    assert "too large to be sent" in file.problem
    assert not file.text


def test_a_binary_file_has_a_reason_and_its_bytes(repository: RepositoryBuilder) -> None:
    (repository.root / "a.bin").write_bytes(b"\x7fELF\0\0")

    (file,) = Workspace.open(repository.root).present(["a.bin"])

    assert "binary" in file.problem
    assert file.data == b"\x7fELF\0\0"


def test_a_picture_has_a_reason_and_its_bytes(repository: RepositoryBuilder) -> None:
    (repository.root / "a.png").write_bytes(b"\x89PNG\0\0")

    (file,) = Workspace.open(repository.root).present(["a.png"])

    assert "picture" in file.problem
    assert file.data == b"\x89PNG\0\0"


@pytest.mark.parametrize(
    "data", [b"%PDF-1.4\n1 0 obj\n%%EOF\n", b"\x89PNG\r\n\x1a\nshort", b"GIF89a1", b"\xff\xd8\xff\xe0abc"]
)
def test_a_picture_whose_bytes_could_be_text_is_none(repository: RepositoryBuilder, data: bytes) -> None:
    (repository.root / "a").write_bytes(data)

    (file,) = Workspace.open(repository.root).present(["a"])

    assert not file.text
    assert file.problem
    assert file.data == data


def test_files_are_listed_with_their_state_and_without_ignored_ones(repository: RepositoryBuilder) -> None:
    repository.commit({"same.py": "1\n", "changed.py": "1\n", "gone.py": "1\n", ".gitignore": "*.log\nbuild/\n"})
    root = repository.root
    (root / "changed.py").write_text("2\n", encoding="utf-8")
    (root / "gone.py").unlink()
    (root / "new dir").mkdir()
    (root / "new dir" / "new.py").write_text("3\n", encoding="utf-8")
    (root / "a.log").write_text("4\n", encoding="utf-8")
    (root / "build").mkdir()
    (root / "build" / "b.py").write_text("5\n", encoding="utf-8")

    files = Workspace.open(root).files()

    assert [(file.path, file.status) for file in files] == [
        (".gitignore", ""),
        ("README.md", ""),
        ("changed.py", "M"),
        ("new dir/new.py", "?"),
        ("same.py", ""),
    ]


def test_a_file_git_converts_is_not_called_changed(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "one\ntwo\n", ".gitattributes": "*.txt text\n"})
    (repository.root / "a.txt").write_bytes(b"one\r\ntwo\r\n")

    files = {file.path: file.status for file in Workspace.open(repository.root).files()}

    assert files["a.txt"] == ""


def test_links_and_repositories_inside_are_not_listed(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "1\n"})
    (repository.root / "link").symlink_to("a.py")
    inner = repository.root / "inner"
    inner.mkdir()
    Workspace.create(inner)
    (inner / "b.py").write_text("2\n", encoding="utf-8")

    assert [file.path for file in Workspace.open(repository.root).files()] == ["README.md", "a.py"]


def test_a_large_file_counts_as_changed_only_when_it_did(repository: RepositoryBuilder) -> None:
    large = "row\n" * (LARGEST // 4 + 1)
    repository.commit({"same.txt": large, "changed.txt": large})
    os.utime(repository.root / "same.txt")
    (repository.root / "changed.txt").write_text("Row" + large[3:])

    found = {file.path: (file.status, file.oid) for file in Workspace.open(repository.root).files()}

    assert (found["same.txt"], found["changed.txt"]) == (("", ""), ("M", ""))


def test_a_listing_made_again_sees_what_changed(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "1\n"})
    workspace = Workspace.open(repository.root)
    before = {file.path: file for file in workspace.files()}["a.py"]
    (repository.root / "a.py").write_text("22\n", encoding="utf-8")

    after = {file.path: file for file in workspace.files()}["a.py"]

    assert (before.status, after.status) == ("", "M")
    assert before.oid != after.oid


def test_recent_messages_come_newest_first(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "1\n"}, message="First")
    repository.commit({"a.py": "2\n"}, message="Second")

    assert [text.strip() for text in Workspace.open(repository.root).recent_messages(2)] == ["Second", "First"]


def test_the_commit_diff_holds_what_the_next_commit_changes(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply("a.py\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n")
    workspace.accept(["a.py"])

    diff = workspace.commit_diff().decode()

    assert "-x = 1\n+x = 2\n" in diff
    assert "b.py" not in diff
    texts, others = workspace.commit_texts(["a.py", "b.py"])
    assert (texts.before, texts.after) == ("x = 1\n", "x = 2\n")
    assert "left to be committed" in others.note


def test_a_moved_file_is_shown_as_the_commit_changes_it_without_lines_of_the_users_own(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.py": "x = 1\ny = 1\nz = 1\n"})
    (repository.root / "a.py").write_text("x = 1\ny = 1\nz = 1\nown = 1\n")
    workspace = Workspace.open(repository.root)
    workspace.apply("a.py\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n\n```bash\ngit mv a.py b.py\n```\n")
    workspace.accept(["a.py"])
    workspace.run(workspace.review().suggestions[0].text)

    (texts,) = workspace.commit_texts(["b.py"])

    assert (texts.before, texts.after) == ("x = 1\ny = 1\nz = 1\n", "x = 2\ny = 1\nz = 1\n")


def test_a_file_without_proposal_has_one_side_with_its_own_line_endings(repository: RepositoryBuilder) -> None:
    (repository.root / "a.py").write_bytes(b"x = 1\r\ny = 2")

    texts = Workspace.open(repository.root).unproposed("a.py")

    assert (texts.before, texts.after, texts.note) == ("", "x = 1\r\ny = 2", "")


def test_what_blocks_were_written_for_is_shown_even_when_the_file_has_changed_since(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.py": "x = 1\n"})
    workspace = Workspace.open(repository.root)
    (seen,) = workspace.present(["a.py"])
    (repository.root / "a.py").write_bytes(b"other = 1\n")
    workspace.apply(edit("a.py", "z = 9", "z = 1"), options=ApplyOptions(shown=(("a.py", seen.oid),)))

    assert workspace.unproposed("a.py").after == "x = 1\n"


@pytest.mark.parametrize(("rate", "conflicts"), [("0.19", set()), ("0.21", {"tax.py"})])
def test_a_reply_that_knows_a_file_as_it_lies_there_is_put_into_that_whatever_a_copied_prompt_showed(
    repository: RepositoryBuilder, rate: str, conflicts: set[str]
) -> None:
    repository.commit({"tax.py": "rate = 0.21\n"})
    workspace = Workspace.open(repository.root)
    (seen,) = workspace.present(["tax.py"])
    repository.write({"tax.py": "rate = 0.19\n"})

    reply = edit("tax.py", f"rate = {rate}", f"rate = Decimal('{rate}')")
    applied = workspace.apply(reply, options=ApplyOptions(shown=(("tax.py", seen.oid),)))

    assert [outcome.how for outcome in applied.outcomes] == [Rung.EXACT]
    assert workspace.texts("tax.py").after == f"rate = Decimal('{rate}')\n"
    assert applied.review.conflicts == conflicts


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("gone.py", "no such file: it was deleted or moved, or never there"),
        ("../secret", "climb"),
        (".git/config", "git"),
        ("a.png", "binary"),
        ("sub", "folder"),
    ],
)
def test_a_file_that_cannot_be_shown_has_a_note(repository: RepositoryBuilder, path: str, word: str) -> None:
    (repository.root / "a.png").write_bytes(b"\x89PNG\0\0")
    (repository.root / "sub").mkdir()

    texts = Workspace.open(repository.root).unproposed(path)

    assert word in texts.note
    assert not texts.after


def test_a_huge_file_is_not_read_for_showing(repository: RepositoryBuilder) -> None:
    with (repository.root / "huge.txt").open("wb") as file:
        file.truncate(LARGEST_READ + 1)

    assert "too large" in Workspace.open(repository.root).unproposed("huge.txt").note


def test_a_file_deleted_since_it_was_shown_is_proposed_as_it_was_shown(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "x = 1\n"})
    workspace = Workspace.open(repository.root)
    (seen,) = workspace.present(["a.py"])
    (repository.root / "a.py").unlink()

    workspace.apply(edit("a.py", "x = 1", "x = 2"), options=ApplyOptions(shown=(("a.py", seen.oid),)))

    assert workspace.texts("a.py").after == "x = 2\n"


def test_a_pair_of_files_is_compared_once_and_the_oldest_pair_is_let_go() -> None:
    compared: list[int] = []
    known = ChangedFiles()

    def ask(number: int) -> tuple[ChangedLines, ...]:
        def compare() -> tuple[ChangedLines, ...]:
            compared.append(number)
            return (ChangedLines(number, 1, number, 1),)

        return known.between(None, str(number), compare)

    first = ask(0)

    assert ask(0) == first
    assert compared == [0]
    for number in range(1, MOST_COMPARED + 1):
        assert ask(number) != first
    assert ask(0) == first
    assert compared == [*range(MOST_COMPARED + 1), 0]
