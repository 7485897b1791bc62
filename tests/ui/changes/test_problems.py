"""Promises of the blocks that failed: why they did, where they nearly fit, and counts that filter."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile
from guillemet.engine.applying.options import Append, Choice, InFile, PlaceAt, ReplaceFile, Skip
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Status
from guillemet.engine.review import (
    Badge,
    Decision,
    FileReview,
    Kind,
    Review,
)
from guillemet.ui.changes import ChangesPane
from guillemet.ui.changes.file_chooser import FileChooser
from tests.kit import reviews
from tests.kit.hands import buttons, press, words

PROBLEM = replace(reviews.EMPTY, outcomes=(reviews.not_found("src/x.py", number=4),))


def test_a_failed_block_says_why(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)

    qtbot.waitUntil(lambda: "Leading anchor not found" in words(pane))


def test_pressing_the_nearest_place_wishes_to_see_it(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.blocks.place_requested) as wish:
        press(qtbot, pane, "nearest 87 % at line 41 in src/x.py")

    assert wish.args == [1, 41]


def test_every_place_of_an_ambiguous_block_can_be_pressed(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(reviews.EMPTY, outcomes=(reviews.ambiguous("src/x.py"),)))

    with qtbot.waitSignal(pane.blocks.place_requested) as wish:
        press(qtbot, pane, "line 80 in src/x.py")

    assert wish.args == [1, 80]


def test_of_thousands_of_places_the_first_can_be_pressed_and_the_rest_are_counted(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    outcome = replace(reviews.ambiguous("src/x.py"), lines=tuple(range(1, 3_001)))
    pane.set_review(replace(reviews.EMPTY, outcomes=(outcome,)))

    qtbot.waitUntil(lambda: "2,988 more places; the diff goes from one to the next" in words(pane))
    assert sum(name.startswith("line ") for name in buttons(pane)) == 12


def test_place_here_puts_the_block_at_the_nearest_place(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Place here, at line 41 of src/x.py")

    assert wish.args == [1, PlaceAt(41, 2)]


def test_a_place_says_in_words_how_it_differs(qtbot: QtBot, pane: ChangesPane) -> None:
    outcome = PROBLEM.outcomes[0]
    near = replace(outcome.nearest[0], differences=("line 1 differs", "tabs instead of spaces"))
    pane.set_review(replace(PROBLEM, outcomes=(replace(outcome, nearest=(near,)),)))

    qtbot.waitUntil(lambda: "line 1 differs, tabs instead of spaces" in words(pane))


def test_a_line_can_be_typed_or_entered_in_the_diff(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)
    press(qtbot, pane, "Place at line…")
    qtbot.waitUntil(lambda: pane.findChild(QSpinBox) is not None)
    pane.set_line("src/other.py", 5)
    pane.set_line("src/x.py", 63)

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(pane.findChild(QSpinBox), Qt.Key.Key_Return)

    assert wish.args == [1, PlaceAt(63)]


def test_a_line_that_is_typed_replaces_the_one_that_was_offered(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)
    press(qtbot, pane, "Place at line…")
    qtbot.waitUntil(lambda: pane.findChild(QSpinBox) is not None)
    field = pane.findChild(QSpinBox)
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "63")

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert wish.args == [1, PlaceAt(63)]


def test_escape_leads_from_the_line_back_to_the_button_that_asked_for_it(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)
    press(qtbot, pane, "Place at line…")
    qtbot.waitUntil(lambda: pane.findChild(QSpinBox) is not None)
    field = pane.findChild(QSpinBox)
    qtbot.waitUntil(field.hasFocus)

    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert not field.isVisible()
    assert buttons(pane)["Place at line…"].hasFocus()


def test_a_failed_block_can_be_dismissed(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Dismiss")

    assert wish.args == [1, Skip()]
    assert "Append" not in buttons(pane)


def test_a_broken_block_can_be_dismissed(qtbot: QtBot, pane: ChangesPane) -> None:
    broken = Outcome(reviews.broken("a.py"), Status.FAILED, "a.py", reason=Reason.BROKEN, message="It never ended.")
    pane.set_review(replace(reviews.EMPTY, outcomes=(broken,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Dismiss")

    assert wish.args == [1, Skip()]


def test_what_was_dismissed_is_listed_only_when_it_is_filtered_for(qtbot: QtBot, pane: ChangesPane) -> None:
    failed = reviews.not_found("src/x.py")
    pane.set_review(replace(PROBLEM, outcomes=(replace(failed, status=Status.SKIPPED, reason=Reason.LEFT_OUT),)))
    assert "src/x.py" not in buttons(pane)

    press(qtbot, pane, "1 skipped, filter")

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Undo choice: src/x.py")
    assert wish.args == [1, None]


@pytest.mark.parametrize(("name", "choice"), [("Replace whole file", ReplaceFile()), ("Append", Append())])
def test_a_block_that_was_to_create_a_file_that_exists_can_replace_or_extend_it(
    qtbot: QtBot, pane: ChangesPane, name: str, choice: Choice
) -> None:
    outcome = Outcome(reviews.block("a.py", old=""), Status.FAILED, "a.py", reason=Reason.FILE_EXISTS, message="There.")
    pane.set_review(replace(reviews.EMPTY, outcomes=(outcome,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, name)

    assert wish.args == [1, choice]


def test_a_listing_that_was_cut_short_can_replace_the_whole_file(qtbot: QtBot, pane: ChangesPane) -> None:
    cut = replace(reviews.applied("a.py"), flags=frozenset({Flag.CUT_SHORT}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    pane.set_review(replace(reviews.EMPTY, files=(file,), outcomes=(cut,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Replace whole file")

    assert wish.args == [1, ReplaceFile()]
    assert "Append" not in buttons(pane)


def test_the_other_places_of_a_block_are_one_press_away(qtbot: QtBot, pane: ChangesPane) -> None:
    several = replace(reviews.applied("a.py"), lines=(9, 31), flags=frozenset({Flag.SEVERAL_PLACES}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    pane.set_review(replace(reviews.EMPTY, files=(file,), outcomes=(reviews.applied("b.py"), several)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Place here, at line 31 of a.py")

    assert wish.args == [2, PlaceAt(31)]
    assert "1 of 2 places" in words(pane)


def test_a_choice_can_be_taken_back(qtbot: QtBot, pane: ChangesPane) -> None:
    placed = replace(reviews.applied("a.py"), flags=frozenset({Flag.PLACED_BY_HAND}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)
    pane.set_review(replace(reviews.EMPTY, files=(file,), outcomes=(placed,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Undo choice: a.py")

    assert wish.args == [1, None]


def test_no_place_can_be_chosen_for_a_file_that_is_decided(qtbot: QtBot, pane: ChangesPane) -> None:
    file = FileReview("src/x.py", Kind.CHANGED, Decision.ACCEPTED, 1, 1, 1)
    pane.set_review(replace(PROBLEM, files=(file,)))

    qtbot.waitUntil(lambda: "Copy block" in buttons(pane))
    assert "Dismiss" in buttons(pane)
    assert not {"Place at line…", "Place here, at line 41 of src/x.py"} & buttons(pane).keys()


def test_what_is_odd_about_a_reply_as_a_whole_stands_below_the_counts(pane: ChangesPane) -> None:
    pane.set_review(replace(PROBLEM, warnings=("3 SEARCH, 2 REPLACE",)))

    assert "! 3 SEARCH, 2 REPLACE" in words(pane)


def test_the_path_of_a_problem_leads_to_its_block(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.blocks.block_picked) as wish:
        press(qtbot, pane, "src/x.py")

    assert wish.args == [1]


def test_the_searched_text_unfolds_and_stays_unfolded_in_the_next_review(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)
    press(qtbot, pane, "Show searched text")

    pane.set_review(replace(PROBLEM, undo="Apply a reply"))

    qtbot.waitUntil(lambda: "def total(xs):\nreturn sum(xs)" in words(pane))
    assert "Hide searched text" in buttons(pane)


def test_the_nearest_text_unfolds(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)

    press(qtbot, pane, "Show nearest")

    qtbot.waitUntil(lambda: "def total(items):" in words(pane))


def test_a_block_is_copied_as_it_was_written(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(PROBLEM)

    press(qtbot, pane, "Copy block")

    assert QGuiApplication.clipboard().text() == PROBLEM.outcomes[0].block.raw


def test_a_broken_block_shows_itself(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(reviews.EMPTY, outcomes=(reviews.ERRORS.outcomes[3],)))

    press(qtbot, pane, "Show block")

    qtbot.waitUntil(lambda: "««« EDIT" in words(pane))


def test_a_count_filters_files_and_problems(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    qtbot.waitUntil(lambda: "README.md" in buttons(pane))

    press(qtbot, pane, "1 already applied, filter")

    assert [row.path for row in pane.files.model().rows[1:]] == ["src/parcel/part_01.py"]
    qtbot.waitUntil(lambda: "README.md" not in buttons(pane))


def test_pressing_a_count_again_shows_everything(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    rows = pane.files.model().rows

    for _ in range(2):
        press(qtbot, pane, "1 already applied, filter")

    assert pane.files.model().rows == rows


def test_a_filter_is_lifted_when_its_count_falls_to_zero(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    press(qtbot, pane, "2 failed, filter")

    pane.set_review(reviews.ONE)

    assert [row.path for row in pane.files.model().rows[1:]] == [reviews.ONE.files[0].path]


def test_a_block_of_a_missing_file_is_not_offered_a_line_of_it(qtbot: QtBot, pane: ChangesPane) -> None:
    near = Nearest("src/shop.py", line=1, count=0, similarity=0.87)
    missing = replace(reviews.not_found("src/shp.py"), reason=Reason.FILE_NOT_FOUND, nearest=(near,))
    pane.set_review(replace(reviews.EMPTY, outcomes=(missing,)))

    qtbot.waitUntil(lambda: "Dismiss" in buttons(pane))

    assert not any("lace" in name or "line" in name for name in buttons(pane))
    assert "nearest path 87 %: src/shop.py" in buttons(pane)


def missing(*nearest: Nearest) -> Review:
    """Return a review of one block whose file is missing, with these files that may be meant."""
    outcome = replace(reviews.not_found("src/shp.py"), reason=Reason.FILE_NOT_FOUND, nearest=nearest)
    return replace(reviews.EMPTY, outcomes=(outcome,))


NEAR_PATH = Nearest("src/shop.py", line=1, count=0, similarity=0.87)
WITH_TEXT = Nearest("lib/other.py", line=12, count=2, similarity=1)


def listing(*paths: str) -> FileListing:
    return FileListing(ListedFile(path) for path in paths)


def test_the_nearest_path_can_be_used_with_one_press(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(missing(NEAR_PATH))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Use this file: src/shop.py")

    assert wish.args == [1, InFile("src/shop.py")]


def test_a_file_that_may_be_meant_can_be_looked_at(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(missing(NEAR_PATH, WITH_TEXT))

    with qtbot.waitSignal(pane.blocks.file_requested) as wish:
        press(qtbot, pane, "line 12 in lib/other.py")

    assert wish.args == ["lib/other.py", 12]


def test_the_only_file_with_the_text_can_be_used_with_one_press(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(missing(NEAR_PATH, WITH_TEXT))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "File with this text")

    assert wish.args == [1, InFile("lib/other.py")]


@pytest.mark.parametrize("found", [(), (NEAR_PATH,), (WITH_TEXT, replace(WITH_TEXT, path="lib/more.py"))])
def test_the_file_with_the_text_waits_until_it_is_the_only_one(
    qtbot: QtBot, pane: ChangesPane, found: tuple[Nearest, ...]
) -> None:
    pane.set_review(missing(*found))

    qtbot.waitUntil(lambda: "File with this text" in buttons(pane))
    assert not buttons(pane)["File with this text"].isEnabled()


def _begin_choosing(qtbot: QtBot, pane: ChangesPane, review: Review) -> QLineEdit:
    pane.blocks.set_files(listing("src/total.py", "src/tax.py", "tests/test_total.py"))
    pane.set_review(review)
    press(qtbot, pane, "Other file…")
    qtbot.waitUntil(lambda: pane.findChild(FileChooser) is not None)
    field: QLineEdit = pane.findChild(FileChooser).findChild(QLineEdit)
    qtbot.waitUntil(field.hasFocus)
    return field


def test_another_file_is_found_by_some_letters_and_chosen_by_return(qtbot: QtBot, pane: ChangesPane) -> None:
    field = _begin_choosing(qtbot, pane, missing())
    qtbot.keyClicks(field, "ttl")
    qtbot.keyClick(field, Qt.Key.Key_Down)

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert wish.args == [1, InFile("tests/test_total.py")]


def test_a_path_that_no_file_has_is_taken_as_it_is_typed(qtbot: QtBot, pane: ChangesPane) -> None:
    field = _begin_choosing(qtbot, pane, missing())
    qtbot.keyClicks(field, "src/brand_new.py")

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert wish.args == [1, InFile("src/brand_new.py")]


def test_files_that_are_listed_meanwhile_are_offered(qtbot: QtBot, pane: ChangesPane) -> None:
    field = _begin_choosing(qtbot, pane, missing())
    qtbot.keyClicks(field, "late")
    pane.blocks.set_files(listing("src/late_one.py"))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert wish.args == [1, InFile("src/late_one.py")]


def test_choosing_a_file_asks_for_their_list(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(missing())

    with qtbot.waitSignal(pane.blocks.files_requested):
        press(qtbot, pane, "Other file…")


def test_escape_leads_from_the_empty_field_back_to_other_file(qtbot: QtBot, pane: ChangesPane) -> None:
    field = _begin_choosing(qtbot, pane, missing())

    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert not field.isVisible()
    assert buttons(pane)["Other file…"].hasFocus()


def test_a_block_that_cannot_be_read_gets_no_other_file(qtbot: QtBot, pane: ChangesPane) -> None:
    broken = Outcome(reviews.broken("a.py"), Status.FAILED, "a.py", reason=Reason.BROKEN, message="It never ended.")
    pane.set_review(replace(reviews.EMPTY, outcomes=(broken,)))

    qtbot.waitUntil(lambda: "Dismiss" in buttons(pane))
    assert "Other file…" not in buttons(pane)


def test_a_block_found_by_its_text_can_get_another_file(qtbot: QtBot, pane: ChangesPane) -> None:
    outcome = replace(reviews.not_found(reviews.ONE.files[0].path), status=Status.APPLIED, reason=None, nearest=())
    found = replace(outcome, flags=frozenset({Flag.FOUND_BY_TEXT}))
    pane.set_review(replace(reviews.ONE, outcomes=(found,)))

    qtbot.waitUntil(lambda: "Other file…" in buttons(pane))
    assert "File with this text" not in buttons(pane)
