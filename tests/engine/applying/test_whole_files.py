"""Files given whole, and blocks that search for nothing."""

import pytest
from msgspec.structs import replace

from guillemet.engine.applying import ApplyOptions
from guillemet.engine.applying.whole_texts import Excerpt, excerpt
from guillemet.engine.blocks import FileAction, FormatName
from guillemet.engine.outcomes import Flag, Reason, Status
from tests.engine.applying.making import applied, edit, whole


def test_a_whole_file_creates_what_is_missing() -> None:
    applier, (outcome,) = applied({}, whole("a.py", "a = 1\n"))

    assert (outcome.status, outcome.action) == (Status.APPLIED, FileAction.CREATE)
    assert applier.changed == {"a.py": b"a = 1\n"}


def test_a_whole_file_replaces_everything_and_says_so() -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\nb = 2\n"}, whole("a.py", "c = 3\n"))

    assert outcome.flags == {Flag.REPLACED_WHOLE}
    assert outcome.message
    assert not outcome.asks
    assert applier.changed == {"a.py": b"c = 3\n"}


def test_a_whole_file_keeps_encoding_mark_and_line_endings() -> None:
    before = b"\xff\xfe" + "ä\r\nb".encode("utf-16-le")

    applier, _ = applied({"a.txt": before}, whole("a.txt", "ö\nc\nd\n"))

    assert applier.changed == {"a.txt": b"\xff\xfe" + "ö\r\nc\r\nd".encode("utf-16-le")}


def test_a_whole_file_equal_to_the_old_one_is_already_applied() -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\r\n"}, whole("a.py", "a = 1\n"))

    assert outcome.status is Status.ALREADY_APPLIED
    assert applier.changed == {}


def test_a_whole_file_without_a_line_does_not_empty_a_file() -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\n"}, whole("a.py", ""))

    assert outcome.reason is Reason.FILE_EXISTS
    assert applier.changed == {}


def test_a_whole_file_without_a_line_can_be_created() -> None:
    assert applied({}, whole("pkg/__init__.py", ""))[0].changed == {"pkg/__init__.py": b""}


def test_a_whole_file_fills_an_empty_one_without_a_warning() -> None:
    assert applied({"a.py": ""}, whole("a.py", "a = 1"))[1][0].flags == frozenset()


def test_a_whole_file_named_by_its_end_means_the_file_of_the_conversation() -> None:
    options = ApplyOptions(chat_files=("src/a.py",))

    applier, _ = applied({"src/a.py": "a = 1\n"}, whole("a.py", "a = 2"), options=options)

    assert list(applier.changed) == ["src/a.py"]


def test_a_whole_file_outside_the_conversation_is_made_beside_one_of_its_name() -> None:
    applier, _ = applied({"docs/README.md": "old\n"}, whole("README.md", "new"))

    assert applier.changed == {"README.md": b"new\n"}


def test_a_new_file_that_exists_with_other_content_fails() -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\n"}, whole("a.py", "a = 2", must_be_new=True))

    assert outcome.reason is Reason.FILE_EXISTS
    assert applier.changed == {}


def test_a_new_file_that_exists_with_the_same_content_is_already_applied() -> None:
    assert applied({"a.py": "a = 1\n"}, whole("a.py", "a = 1", must_be_new=True))[1][0].status is Status.ALREADY_APPLIED


def test_a_binary_file_is_not_replaced_by_text() -> None:
    assert applied({"a.bin": b"\0\1"}, whole("a.bin", "text"))[1][0].reason is Reason.BINARY


def test_a_new_file_takes_the_line_endings_of_its_neighbours() -> None:
    assert applied({"a.py": "a\r\n"}, whole("b.py", "b\nc"))[0].changed == {"b.py": b"b\r\nc\r\n"}


@pytest.mark.parametrize("form", [FormatName.GUILLEMET, FormatName.ANCHORED, FormatName.SQUARES])
def test_exact_formats_refuse_to_create_what_exists(form: FormatName) -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\n"}, edit("a.py", "", "b = 2\n", form=form))

    assert outcome.reason is Reason.FILE_EXISTS
    assert applier.changed == {}


def test_a_hunk_that_only_adds_has_no_place_in_a_file() -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\n"}, edit("a.py", "", "b = 2\n", form=FormatName.UNIFIED_DIFF))

    assert outcome.reason is Reason.NOT_FOUND
    assert applier.changed == {}


@pytest.mark.parametrize("form", [FormatName.SEARCH_REPLACE, FormatName.TAGS])
def test_other_formats_append_and_say_so(form: FormatName) -> None:
    applier, (outcome,) = applied({"a.py": "a = 1\n"}, edit("a.py", "", "b = 2\n", form=form))

    assert outcome.flags == {Flag.APPENDED}
    assert applier.changed == {"a.py": b"a = 1\nb = 2\n"}


@pytest.mark.parametrize(
    ("form", "is_tried"),
    [(FormatName.GUILLEMET, False), (FormatName.ANCHORED, False), (FormatName.SQUARES, True)],
)
def test_only_guillemet_and_anchored_stop_at_a_failure(form: FormatName, *, is_tried: bool) -> None:
    outcomes = applied(
        {"a.py": "a = 1\n"}, edit("a.py", "nowhere", "x", form=form), edit("a.py", "a = 1", "a = 2", form=form)
    )[1]

    assert outcomes[1].status is (Status.APPLIED if is_tried else Status.SKIPPED)


@pytest.mark.parametrize("form", [FormatName.GUILLEMET, FormatName.ANCHORED, FormatName.SQUARES])
def test_exact_formats_take_no_likeness(form: FormatName) -> None:
    assert applied({"a.py": "  a = 1\n"}, edit("a.py", "a = 1", "a = 2", form=form))[1][0].status is Status.FAILED


def test_a_listing_that_names_no_file_asks_before_it_replaces_one() -> None:
    listing = replace(whole("a.py", "c = 3\n"), is_path_guessed=True)

    _, (outcome,) = applied({"a.py": "a = 1\n"}, listing)

    assert outcome.flags == {Flag.REPLACED_WHOLE, Flag.GUESSED_PATH}
    assert outcome.asks


PARTS = ["def f():", "    return 1", "    # two", "", "def g():", "    return 2", "    # three", ""]


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        (["def f():", "    y = 2", ""], Excerpt(tail=5)),
        (["    y = 2", "def g():", "    # three", "import os"], Excerpt(head=4)),
        (["def new():", "    return 1"], Excerpt(tail=6)),
    ],
)
def test_what_a_listing_leaves_out_at_the_ends_of_a_file_is_known(listed: list[str], expected: Excerpt) -> None:
    assert excerpt(PARTS, listed) == expected
