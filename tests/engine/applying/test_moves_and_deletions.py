"""Blocks that take a file away or give it another path."""

import pytest

from guillemet.engine.applying import MemoryFiles, ReplyApplier
from guillemet.engine.blocks import Breakage, BrokenBlock, FileAction, FormatName
from guillemet.engine.errors import FileError
from guillemet.engine.outcomes import Reason, Status
from tests.engine.applying.making import applied, delete, edit, move, whole


class LinkedFiles(MemoryFiles):
    """Files among which link.txt and the folder linked lead elsewhere, and module is a submodule."""

    def read(self, path: str) -> bytes | None:
        """Refuse the submodule."""
        if path == "module":
            raise FileError(path, "module is a submodule, which has a repository of its own.")
        return super().read(path)

    def real_path(self, path: str) -> str:
        """Follow the link of a file and the link of a folder."""
        if path == "linked" or path.startswith("linked/"):
            return "folder" + path.removeprefix("linked")
        return "target.txt" if path == "link.txt" else path


def test_a_deleted_file_is_gone() -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\n"}, delete("a.py"))

    assert (outcome.status, outcome.action) == (Status.APPLIED, FileAction.DELETE)
    assert applier.changed == {"a.py": None}


def test_a_binary_file_can_be_deleted() -> None:
    assert applied({"a.bin": b"\0\1"}, delete("a.bin"))[0].changed == {"a.bin": None}


def test_deleting_a_missing_file_fails_and_names_the_nearest() -> None:
    applier, (outcome,) = applied({"src/shop.py": "a\n"}, delete("src/shops.py"))

    assert (outcome.reason, outcome.nearest[0].path) == (Reason.FILE_NOT_FOUND, "src/shop.py")
    assert applier.changed == {}


def test_deleting_twice_is_already_applied() -> None:
    assert applied({"a.py": "a\n"}, delete("a.py"), delete("a.py"))[1][1].status is Status.ALREADY_APPLIED


def test_a_deleted_file_can_be_made_anew() -> None:
    applier, outcomes = applied({"a.py": "a = 1\n"}, delete("a.py"), whole("a.py", "b = 2"))

    assert outcomes[1].action is FileAction.CREATE
    assert applier.changed == {"a.py": b"b = 2\n"}


def test_an_edit_of_a_deleted_file_fails() -> None:
    assert (
        applied({"a.py": "a = 1\n"}, delete("a.py"), edit("a.py", "a = 1", "b"))[1][1].reason is Reason.FILE_NOT_FOUND
    )


def test_a_moved_file_leaves_its_old_path() -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\n"}, move("a.py", "src/b.py"))

    assert (outcome.status, outcome.action, outcome.path) == (Status.APPLIED, FileAction.MOVE, "src/b.py")
    assert applier.changed == {"a.py": None, "src/b.py": b"a = 1\n"}
    assert applier.moves == {"src/b.py": "a.py"}


def test_a_binary_file_can_be_moved() -> None:
    assert applied({"a.bin": b"\0\1"}, move("a.bin", "b.bin"))[0].changed == {"a.bin": None, "b.bin": b"\0\1"}


@pytest.mark.parametrize("path", ["a.py", "b.py"])
def test_edits_after_a_move_work_on_the_moved_text(path: str) -> None:
    applier, outcomes = applied({"a.py": "a = 1\n"}, move("a.py", "b.py"), edit(path, "a = 1", "a = 2"))

    assert outcomes[1].path == "b.py"
    assert applier.changed == {"a.py": None, "b.py": b"a = 2\n"}


def test_edits_before_a_move_go_with_the_file() -> None:
    applier, _ = applied({"a.py": "a = 1\n"}, edit("a.py", "a = 1", "a = 2"), move("a.py", "b.py"))

    assert applier.changed == {"a.py": None, "b.py": b"a = 2\n"}


def test_a_file_made_at_the_old_path_is_another_file() -> None:
    applier, _ = applied({"a.py": "a = 1\n"}, move("a.py", "b.py"), edit("a.py", "", "from b import a"))

    assert applier.changed == {"a.py": b"from b import a\n", "b.py": b"a = 1\n"}
    assert applier.moves == {}


def test_a_file_moved_twice_remembers_its_first_path() -> None:
    applier, _ = applied({"a.py": "a = 1\n"}, move("a.py", "b.py"), move("b.py", "c.py"))

    assert applier.changed == {"a.py": None, "c.py": b"a = 1\n"}
    assert applier.moves == {"c.py": "a.py"}


def test_a_file_moved_there_and_back_is_unchanged() -> None:
    applier, _ = applied({"a.py": "a = 1\n"}, move("a.py", "b.py"), move("b.py", "a.py"))

    assert (applier.changed, applier.moves) == ({}, {})


def test_two_files_can_change_places() -> None:
    applier, outcomes = applied(
        {"a.py": "a\n", "b.py": "b\n"}, move("a.py", "c.py"), move("b.py", "a.py"), move("c.py", "b.py")
    )

    assert [outcome.status for outcome in outcomes] == [Status.APPLIED] * 3
    assert applier.changed == {"a.py": b"b\n", "b.py": b"a\n"}


def test_a_move_onto_an_existing_file_fails_and_changes_nothing() -> None:
    applier, (outcome,) = applied({"a.py": "a\n", "b.py": "b\n"}, move("a.py", "b.py"))

    assert outcome.reason is Reason.FILE_EXISTS
    assert (applier.changed, applier.moves) == ({}, {})


def test_edits_that_belong_to_a_failed_move_touch_no_other_file() -> None:
    applier, outcomes = applied({"a.py": "x\n", "b.py": "x\n"}, move("a.py", "b.py"), edit("b.py", "x", "y"))

    assert outcomes[1].status is Status.SKIPPED
    assert applier.changed == {}


@pytest.mark.parametrize("target", ["../b.py", "/etc/b.py", ".git/hooks/pre-commit", "C:\\b.py"])
def test_the_target_of_a_move_passes_the_path_guard(target: str) -> None:
    applier, (outcome,) = applied({"a.py": "a\n"}, move("a.py", target))

    assert (outcome.reason, outcome.action) == (Reason.UNSAFE_PATH, FileAction.MOVE)
    assert applier.changed == {}


@pytest.mark.parametrize("source", ["../a.py", "/etc/passwd", ".git/config"])
def test_the_source_of_a_move_passes_the_path_guard(source: str) -> None:
    assert applied({"a.py": "a\n"}, move(source, "b.py"))[1][0].reason is Reason.UNSAFE_PATH


def test_moving_a_missing_file_fails() -> None:
    assert applied({}, move("a.py", "b.py"))[1][0].reason is Reason.FILE_NOT_FOUND


def test_moving_a_file_twice_to_the_same_place_is_already_applied() -> None:
    outcomes = applied({"a.py": "a\n"}, move("a.py", "b.py"), move("a.py", "b.py"))[1]

    assert outcomes[1].status is Status.ALREADY_APPLIED


def test_a_move_that_another_one_took_first_says_where_the_file_is() -> None:
    outcomes = applied({"a.py": "a\n"}, move("a.py", "b.py"), move("a.py", "c.py"))[1]

    assert outcomes[1].reason is Reason.FILE_NOT_FOUND
    assert "b.py" in outcomes[1].message


@pytest.mark.parametrize("block", [delete("link.txt"), move("link.txt", "b.txt")])
def test_a_link_is_not_mistaken_for_the_file_behind_it(block: object) -> None:
    applier = ReplyApplier(LinkedFiles({"link.txt": "", "target.txt": "a\n"}))

    outcome = applier.apply(block)  # type: ignore[arg-type]

    assert outcome.reason is Reason.UNREADABLE
    assert applier.changed == {}


def test_a_file_in_a_linked_folder_can_be_deleted() -> None:
    applier = ReplyApplier(LinkedFiles({"folder/a.txt": "a\n"}))
    applier.apply(delete("linked/a.txt"))

    assert applier.changed == {"folder/a.txt": None}


@pytest.mark.parametrize("block", [delete("src"), move("src", "lib"), edit("src", "a", "b"), whole("src", "a")])
def test_a_folder_is_no_file(block: object) -> None:
    applier, (outcome,) = applied({"src/a.py": "a\n"}, block)  # type: ignore[arg-type]

    assert outcome.reason is Reason.UNREADABLE
    assert "folder" in outcome.message
    assert applier.changed == {}


@pytest.mark.parametrize("block", [delete("module"), edit("module", "a", "b"), whole("module", "a")])
def test_a_submodule_is_no_file(block: object) -> None:
    outcome = ReplyApplier(LinkedFiles({})).apply(block)  # type: ignore[arg-type]

    assert outcome.reason is Reason.UNREADABLE
    assert "submodule" in outcome.message


def test_a_block_of_bytes_fails_as_binary() -> None:
    broken = BrokenBlock(
        "a.png", FormatName.UNIFIED_DIFF, 1, 1, ("GIT binary patch",), breakage=Breakage.BINARY, message="Bytes."
    )

    assert ReplyApplier(MemoryFiles({})).apply(broken).reason is Reason.BINARY
