"""ReplyApplier: what becomes of one block after the other."""

from collections.abc import Collection

import pytest

from guillemet.engine.applying import ApplyOptions, MemoryFiles, ReplyApplier
from guillemet.engine.blocks import Breakage, BrokenBlock, EditBlock, FileAction, FormatName
from guillemet.engine.errors import FileError, StoppedError, UnsafePathError
from guillemet.engine.matching.lines import MOST_PLACES
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status
from guillemet.settings import Strictness
from tests.engine.applying import making
from tests.engine.applying.making import edit as block


def applied(files: dict[str, str | bytes], *blocks: EditBlock, options: ApplyOptions | None = None) -> list[Outcome]:
    applier = ReplyApplier(MemoryFiles(files), options=options)
    return [applier.apply(one) for one in blocks]


class DiskLikeFiles(MemoryFiles):
    """Files of which some are links, and some cannot be read."""

    def read(self, path: str) -> bytes | None:
        """Refuse the locked file."""
        if path == "locked.txt":
            raise FileError(path, "locked.txt cannot be read: no permission.")
        return super().read(path)

    def names(self) -> Collection[str]:
        """Name the locked file as well."""
        return [*super().names(), "locked.txt"]

    def real_path(self, path: str) -> str:
        """Follow the two links."""
        if path == "outside":
            raise UnsafePathError(path, "The link outside leads out of the repository.")
        return "target.txt" if path == "link.txt" else path


def test_a_failed_block_changes_nothing() -> None:
    applier = ReplyApplier(MemoryFiles({"a.py": "a = 1\n"}))

    applier.apply(block("a.py", "nowhere", "somewhere"))

    assert applier.changed == {}


def test_changed_holds_the_bytes_of_files_that_differ_from_before() -> None:
    applier = ReplyApplier(MemoryFiles({"a.py": "a = 1\n", "b.py": "b = 1\n", "c.py": "c = 1\n"}))

    for one in (block("b.py", "b = 1", "b = 2"), block("a.py", "a = 1", "a = 2"), block("a.py", "a = 2", "a = 1")):
        applier.apply(one)

    assert applier.changed == {"b.py": b"b = 2\n"}


def test_a_broken_block_is_reported_with_its_own_words() -> None:
    broken = BrokenBlock(
        "a.py", FormatName.GUILLEMET, 1, 4, ("raw",), breakage=Breakage.UNFINISHED, message="The end never came."
    )

    outcome = ReplyApplier(MemoryFiles({})).apply(broken)

    assert (outcome.status, outcome.reason, outcome.message) == (Status.FAILED, Reason.BROKEN, "The end never came.")


def test_a_broken_block_does_not_stop_later_ones_of_its_file() -> None:
    applier = ReplyApplier(MemoryFiles({"a.py": "a = 1\n"}))
    applier.apply(BrokenBlock("a.py", FormatName.GUILLEMET, 1, 4, breakage=Breakage.UNCLOSED, message="Unclosed."))

    outcome = applier.apply(block("a.py", "a = 1", "a = 2", form=FormatName.GUILLEMET))

    assert outcome.status is Status.APPLIED


def test_a_skipped_block_keeps_its_previews() -> None:
    guillemet = FormatName.GUILLEMET
    outcomes = applied(
        {"a.py": "a = 1\n"},
        block("a.py", "nowhere", "x", form=guillemet),
        block("a.py", "a = 1", "a = 2", anchor="x" * 60, form=guillemet),
    )

    assert outcomes[1].status is Status.SKIPPED
    assert (outcomes[1].anchor_preview, outcomes[1].old_preview) == ("x" * 50, "a = 1")


def test_search_replace_goes_on_where_guillemet_would_skip() -> None:
    outcomes = applied(
        {"a.py": "a = 1\n"},
        block("a.py", "nowhere", "x", form=FormatName.GUILLEMET),
        block("a.py", "a = 1", "a = 2"),
    )

    assert outcomes[1].status is Status.APPLIED


def test_a_file_that_cannot_be_read_fails_its_blocks_and_says_why() -> None:
    applier = ReplyApplier(DiskLikeFiles({"a.py": "a = 1\n"}))

    outcome = applier.apply(block("locked.txt", "a", "b"))

    assert (outcome.reason, outcome.message) == (Reason.UNREADABLE, "locked.txt cannot be read: no permission.")


def test_a_link_means_the_file_behind_it() -> None:
    applier = ReplyApplier(DiskLikeFiles({"link.txt": "", "target.txt": "a = 1\n"}))

    outcome = applier.apply(block("link.txt", "a = 1", "a = 2"))

    assert outcome.path == "target.txt"
    assert applier.changed == {"target.txt": b"a = 2\n"}


def test_two_names_of_one_file_see_each_others_edits() -> None:
    applier = ReplyApplier(DiskLikeFiles({"link.txt": "", "target.txt": "a = 1\n"}))
    applier.apply(block("link.txt", "a = 1", "a = 2"))

    assert applier.apply(block("target.txt", "a = 2", "a = 3")).status is Status.APPLIED


def test_a_link_that_leads_out_fails_as_unsafe() -> None:
    applier = ReplyApplier(DiskLikeFiles({}))

    assert applier.apply(block("outside", "", "x")).reason is Reason.UNSAFE_PATH


def test_a_path_that_names_a_folder_fails() -> None:
    assert applied({"src/a.py": ""}, block("src/", "", "x"))[0].reason is Reason.UNREADABLE


@pytest.mark.parametrize("path", ["src", "src/deep", "src/deep/a.py/b.py"])
def test_nothing_becomes_a_file_and_a_folder_at_once(path: str) -> None:
    assert applied({"src/deep/a.py": ""}, block(path, "", "x"))[0].reason is Reason.UNREADABLE


def test_a_block_without_a_path_means_the_path_of_the_options() -> None:
    options = ApplyOptions(path="a.py")

    assert applied({"a.py": "a = 1\n"}, block("", "a = 1", "a = 2"), options=options)[0].path == "a.py"


def test_a_block_without_a_path_means_the_only_file_of_the_conversation() -> None:
    options = ApplyOptions(chat_files=("a.py",))

    assert applied({"a.py": "a = 1\n"}, block("", "a = 1", "a = 2"), options=options)[0].path == "a.py"


def test_a_block_without_any_path_fails() -> None:
    assert applied({"a.py": "a = 1\n"}, block("", "a = 1", "a = 2"))[0].reason is Reason.NO_PATH


def test_the_folder_of_a_block_that_failed_may_become_a_file() -> None:
    outcomes = applied({}, block("docs/a.md", "old", "new"), block("docs", "", "all of it\n"))

    assert [outcome.status for outcome in outcomes] == [Status.FAILED, Status.APPLIED]


@pytest.mark.parametrize(("first", "last"), [("docs", "docs/a.md"), ("docs/a.md", "docs")])
def test_a_file_missed_before_is_not_made_where_another_came_in_its_way(first: str, last: str) -> None:
    outcomes = applied({}, block(first, "old", "new"), block(last, "", "x\n"), block(first, "", "y\n"))

    assert [outcome.status for outcome in outcomes] == [Status.FAILED, Status.APPLIED, Status.FAILED]
    assert outcomes[2].reason is Reason.UNREADABLE


def test_a_file_made_by_an_earlier_block_can_be_edited() -> None:
    outcomes = applied({}, block("a.py", "", "a = 1\n"), block("a.py", "a = 1", "a = 2"))

    assert [outcome.action for outcome in outcomes] == [FileAction.CREATE, FileAction.EDIT]
    assert outcomes[1].status is Status.APPLIED


def test_the_first_of_several_places_asks_for_a_decision() -> None:
    outcome = applied({"a.py": "x = 1\ny\nx = 1\n"}, block("a.py", "x = 1", "x = 2"))[0]

    assert outcome.asks
    assert outcome.lines == (1, 3)


def test_lines_searched_by_blanks_alone_are_appended() -> None:
    outcome = applied({"a.py": "a\n\nb\n"}, block("a.py", "\n  \n", "c\n"))[0]

    assert outcome.flags == {Flag.APPENDED}


def test_lines_that_end_the_file_already_are_not_appended_again() -> None:
    outcome = applied({"a.py": "a = 1\nb = 2\nc = 3\n"}, block("a.py", "", "b = 2\nc = 3\n"))[0]

    assert outcome.status is Status.ALREADY_APPLIED


def test_a_failure_names_the_nearest_place_and_shows_what_stands_there() -> None:
    files: dict[str, str | bytes] = {"a.py": "import os\n\nvalue = compute(1, 2)\nprint(value)\n"}

    strict = ApplyOptions(match=Strictness.STRICT)
    outcome = applied(files, block("a.py", "value = compute(1, 3)\nprint(value)", "x"), options=strict)[0]

    assert (outcome.nearest[0].path, outcome.nearest[0].line) == ("a.py", 3)
    assert outcome.nearest[0].text == "value = compute(1, 2)\nprint(value)"
    assert outcome.nearest[0].similarity > 0.9


def test_an_ambiguous_block_offers_every_place() -> None:
    outcome = applied({"a.py": "x\ny\nx\n"}, block("a.py", "x", "z", form=FormatName.GUILLEMET))[0]

    assert [place.line for place in outcome.nearest] == [1, 3]


def test_a_missing_file_names_the_nearest_path() -> None:
    outcome = applied({"src/shop.py": "a\n"}, block("src/shops.py", "a", "b"))[0]

    assert (outcome.reason, outcome.nearest[0].path) == (Reason.FILE_NOT_FOUND, "src/shop.py")


def test_strict_stops_search_replace_at_the_exact_rung() -> None:
    strict = ApplyOptions(match=Strictness.STRICT)

    assert applied({"a.py": "a = 1  \n"}, block("a.py", "a = 1", "a = 2"), options=strict)[0].reason is Reason.NOT_FOUND


def test_the_rung_that_found_the_place_is_told() -> None:
    assert applied({"a.py": "  a = 1\n"}, block("a.py", "a = 1", "a = 2"))[0].how is Rung.REINDENTED


def test_applying_a_reply_twice_changes_nothing_the_second_time() -> None:
    blocks = (
        block("a.py", "def f():\n    return 1", "def f(x):\n    return x"),
        block("a.py", "import os", "import os\nimport pathlib as path"),
        block("new.py", "", "x = 1\n"),
        block("a.py", "", "# the end of the file\n# is here\n"),
    )
    first = ReplyApplier(MemoryFiles({"a.py": "import os\ndef f():\n    return 1\n"}))
    for one in blocks:
        first.apply(one)
    second = ReplyApplier(MemoryFiles({path: data for path, data in first.changed.items() if data is not None}))

    again = [second.apply(one).status for one in blocks]

    assert again == [Status.ALREADY_APPLIED] * 4
    assert second.changed == {}


@pytest.mark.parametrize(("count", "said"), [(2, " 2 places"), (MOST_PLACES + 1, " more than 1,000 places")])
def test_how_many_places_the_lines_stand_in_is_said(count: int, said: str) -> None:
    _, (outcome,) = making.applied({"a.txt": "same\n" * count}, making.edit("a.txt", "same", "other"))

    assert f"The searched lines stand in{said}; the first was taken." in outcome.message


def test_one_long_block_can_be_stopped_while_it_is_looked_at() -> None:
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks > most:
            raise StoppedError("It was stopped.")

    most = 100
    ReplyApplier(MemoryFiles({}), check=check).apply(making.whole("short.txt", "line"))
    most, looks = looks, 0
    with pytest.raises(StoppedError):
        ReplyApplier(MemoryFiles({}), check=check).apply(making.whole("long.txt", "line\n" * 20_000))
