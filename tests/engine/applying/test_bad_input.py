"""Replies that nobody means well: too many blocks, blocks against each other, text that is about the formats."""

import pytest

from guillemet.engine import apply_reply
from guillemet.engine.applying import applier
from guillemet.engine.outcomes import Flag, Reason, Status
from guillemet.engine.text import LARGEST_TEXT


def block(path: str, old: str, new: str) -> str:
    return f"{path}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n\n"


def statuses(reply: str, files: dict[str, str]) -> list[Status]:
    return [outcome.status for outcome in apply_reply(reply, files).results]


def test_the_same_block_five_times_is_applied_once() -> None:
    found = apply_reply(block("a.py", "value = 1", "value = 'one'") * 5, {"a.py": "value = 1\n"})

    assert [one.status for one in found.results] == [Status.APPLIED] + [Status.ALREADY_APPLIED] * 4
    assert found.files == {"a.py": "value = 'one'\n"}


def test_the_same_inserting_block_five_times_inserts_once() -> None:
    insertion = block("a.py", "import os", "import os\nimport pathlib as path")

    assert apply_reply(insertion * 5, {"a.py": "import os\n"}).files == {"a.py": "import os\nimport pathlib as path\n"}


def test_the_same_appending_block_five_times_appends_once() -> None:
    assert apply_reply(block("a.py", "", "value = 'one'") * 5, {"a.py": "a\n"}).files == {"a.py": "a\nvalue = 'one'\n"}


def test_blocks_that_undo_each_other_leave_the_file_as_it_was() -> None:
    there, back = block("a.py", "value = 1", "value = 2"), block("a.py", "value = 2", "value = 1")

    found = apply_reply((there + back) * 3, {"a.py": "value = 1\n"})

    assert [one.status for one in found.results] == [Status.APPLIED] * 6
    assert found.files == {"a.py": "value = 1\n"}


def test_conflict_markers_in_a_file_are_text_like_any_other() -> None:
    text = "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> other\nb = 1\n"
    reply = "a.py\n««« EDIT\na = 1\n=======\na = 2\n>>>>>>> other\n═══════ REPL\na = 3\n>>>>>>> other\n»»» EDIT END\n"

    found = apply_reply(reply, {"a.py": text})

    assert found.files == {"a.py": "<<<<<<< HEAD\na = 3\n>>>>>>> other\nb = 1\n"}


def test_a_block_beside_conflict_markers_leaves_them() -> None:
    text = "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> other\nb = 1\n"

    assert apply_reply(block("a.py", "b = 1", "b = 2"), {"a.py": text}).files == {
        "a.py": text.replace("b = 1", "b = 2")
    }


def test_a_reply_about_a_format_edits_only_what_its_blocks_name() -> None:
    guide = "# Guide\n\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n\nEnd.\n"
    reply = (
        "A block starts with `<<<<<<< SEARCH` and ends with `>>>>>>> REPLACE`; a guillemet one with ««« EDIT.\n\n"
        "guide.md\n««« EDIT\n# Guide\n═══════ REPL\n# The guide\n»»» EDIT END\n\n"
        "That is all: the text between `=======` and the end takes its place.\n"
    )

    found = apply_reply(reply, {"guide.md": guide, "a.py": "old\n"})

    assert found.files == {"guide.md": guide.replace("# Guide", "# The guide"), "a.py": "old\n"}
    assert [one.status for one in found.results] == [Status.APPLIED]


@pytest.mark.parametrize(
    "marker", ["<<<<<<< SEARCH", ">>>>>>> REPLACE", "=======", "««« EDIT", "🟧🟧🟧 EDIT", "@@", "-------"]
)
def test_markers_alone_change_nothing_and_are_answered(marker: str) -> None:
    found = apply_reply(f"{marker}\n" * 8_000, {"a.py": "a = 1\n"})

    assert found.files == {"a.py": "a = 1\n"}
    assert all(one.status is Status.FAILED for one in found.results)


def test_many_blocks_for_many_files_are_all_applied() -> None:
    files = {f"src/{number}.py": f"value = {number}\n" for number in range(1_000)}
    reply = "".join(block(path, text.strip(), text.strip() + "0") for path, text in files.items())

    found = apply_reply(reply, files)

    assert {one.status for one in found.results} == {Status.APPLIED}
    assert found.files == {path: f"{text.strip()}0\n" for path, text in files.items()}


def test_many_blocks_that_find_nothing_are_all_answered() -> None:
    reply = "".join(block("a.py", f"nowhere = {number}", "x") for number in range(1_000))

    assert set(statuses(reply, {"a.py": "a = 1\nb = 2\n"})) == {Status.FAILED}


def test_more_work_than_is_sensible_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applier, "MOST_LINES_SEARCHED", 6)
    reply = "".join(block("a.py", f"line = {number}", f"line = 'number {number}'") for number in range(4))

    found = apply_reply(reply, {"a.py": "".join(f"line = {number}\n" for number in range(4))})

    assert [one.status for one in found.results] == [Status.APPLIED, Status.APPLIED, Status.FAILED, Status.FAILED]
    assert "Apply the rest of it on its own." in found.results[2].message


def test_a_line_of_fifty_megabytes_can_be_put_in() -> None:
    line = "x" * 50_000_000

    assert apply_reply(block("a.py", "a = 1", line), {"a.py": "a = 1\n"}).files == {"a.py": line + "\n"}


def test_a_text_file_above_the_limit_is_refused_with_the_reason_and_the_rest_goes_on() -> None:
    files: dict[str, str | bytes] = {"big.txt": b"a = 1\n" + b"x" * LARGEST_TEXT, "a.py": "a = 1\n"}

    found = apply_reply(block("big.txt", "a = 1", "a = 2") + block("a.py", "a = 1", "a = 2"), files)

    assert [(one.status, one.reason) for one in found.results] == [
        (Status.FAILED, Reason.UNREADABLE),
        (Status.APPLIED, None),
    ]
    assert "The file has 20 MB, and none above 20 MB is edited here." in found.results[0].message
    assert found.files["big.txt"] is files["big.txt"]


def test_a_huge_file_can_be_deleted() -> None:
    reply = "*** Begin Patch\n*** Delete File: big.txt\n*** End Patch\n"

    assert apply_reply(reply, {"big.txt": b"x" * (LARGEST_TEXT + 1)}).files == {}


def test_a_file_of_one_huge_line_can_be_edited_beside_it() -> None:
    line = "x" * 5_000_000

    assert apply_reply(block("a.py", "a = 1", "a = 2"), {"a.py": f"{line}\na = 1\n"}).files == {
        "a.py": f"{line}\na = 2\n"
    }


def test_a_block_for_a_folder_fails_and_the_rest_goes_on() -> None:
    reply = block("src", "a = 1", "b") + block("src/a.py", "a = 1", "a = 2")

    found = apply_reply(reply, {"src/a.py": "a = 1\n"})

    assert [one.status for one in found.results] == [Status.FAILED, Status.APPLIED]


def test_hidden_characters_in_every_one_of_many_blocks_are_flagged() -> None:
    reply = "".join(block("a.py", f"value = {number}", f"value = '{number}\u200b'") for number in range(50))

    found = apply_reply(reply, {"a.py": "".join(f"value = {number}\n" for number in range(50))})

    assert all(Flag.HIDDEN_CHARACTERS in one.flags for one in found.results)
