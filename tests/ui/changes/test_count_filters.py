"""Promises of the counts above the list, which filter it and the blocks to be settled."""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Reason, Status
from guillemet.ui.changes import ChangesPane
from tests.kit import reviews
from tests.kit.hands import buttons, press, words

PROBLEM = replace(reviews.EMPTY, outcomes=(reviews.not_found("src/x.py", number=4),))


def test_what_was_dismissed_is_listed_only_when_it_is_filtered_for(qtbot: QtBot, pane: ChangesPane) -> None:
    failed = reviews.not_found("src/x.py")
    pane.set_review(replace(PROBLEM, outcomes=(replace(failed, status=Status.DISMISSED, reason=Reason.DISMISSED),)))
    assert (pane.blocks, pane.files.model().rows) == ((), ())

    with qtbot.waitSignal(pane.blocks_changed):
        press(qtbot, pane, "1 dismissed, filter")

    assert [block.number for block in pane.blocks] == [1]
    assert [row.path for row in pane.files.model().rows[1:]] == ["src/x.py"]
    said = pane.files.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "src/x.py, 1 dismissed"


def test_what_is_odd_about_a_reply_as_a_whole_stands_below_the_counts(pane: ChangesPane) -> None:
    pane.set_review(replace(PROBLEM, warnings=("3 SEARCH, 2 REPLACE",)))

    assert "3 SEARCH, 2 REPLACE" in words(pane)


def test_a_count_filters_the_files(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)

    press(qtbot, pane, "1 already there, filter")

    assert [row.path for row in pane.files.model().rows[1:]] == ["src/parcel/part_01.py"]


def test_pressing_a_count_again_shows_everything(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    rows = pane.files.model().rows

    for _ in range(2):
        press(qtbot, pane, "1 already there, filter")

    assert pane.files.model().rows == rows


def test_escape_in_the_list_or_at_the_counts_shows_everything(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    rows = pane.files.model().rows
    for is_in_list in (True, False):
        press(qtbot, pane, "1 already there, filter")
        assert pane.files.model().rows != rows
        count = buttons(pane)["1 already there, filter"]
        place = pane.files if is_in_list else count
        place.setFocus()
        qtbot.waitUntil(place.hasFocus)

        qtbot.keyClick(place, Qt.Key.Key_Escape)
        assert (pane.files.model().rows, count.isChecked()) == (rows, False), is_in_list


def test_a_file_that_fits_is_shown_when_the_current_one_does_not(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    pane.files.pick("src/parcel/part_03.py")

    with qtbot.waitSignal(pane.files.file_picked) as picked:
        press(qtbot, pane, "1 already there, filter")

    assert picked.args == ["src/parcel/part_01.py"]


def test_a_filter_is_lifted_when_its_count_falls_to_zero(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    press(qtbot, pane, "2 failed, filter")

    pane.set_review(reviews.ONE)

    assert [row.path for row in pane.files.model().rows[1:]] == [reviews.ONE.files[0].path]


def test_nothing_is_not_counted_and_words_go_where_there_is_no_room(pane: ChangesPane) -> None:
    pane.set_review(reviews.THOUSAND)
    said = []
    for width in range(400, 120, -4):
        pane.resize(width, 600)
        said.append(tuple(shown.text() for name, shown in buttons(pane).items() if name.endswith(", filter")))

    assert [*dict.fromkeys(said)] == [("1,000 placed",), ("1,000",)]


def test_in_a_narrow_pane_a_count_of_few_keeps_its_word_rather_than_that_of_all(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    dismissed = replace(reviews.not_found("src/x.py"), status=Status.DISMISSED, reason=Reason.DISMISSED)
    placed = replace(reviews.TWENTY.outcomes[0], status=Status.APPLIED)
    pane.set_review(replace(reviews.EMPTY, outcomes=(*[placed] * 26, dismissed)))
    pane.resize(230, 600)

    qtbot.waitUntil(lambda: buttons(pane)["1 dismissed, filter"].text() == "1 dismissed")
    assert buttons(pane)["26 placed, filter"].text() == "26"


def test_in_the_narrowest_pane_what_failed_keeps_its_word(qtbot: QtBot, pane: ChangesPane) -> None:
    dismissed = replace(reviews.not_found("src/x.py"), status=Status.DISMISSED, reason=Reason.DISMISSED)
    placed = replace(reviews.TWENTY.outcomes[0], status=Status.APPLIED)
    there = replace(placed, status=Status.ALREADY_APPLIED)
    failed = reviews.not_found("src/y.py")
    pane.set_review(replace(reviews.EMPTY, outcomes=(*[placed] * 9, there, *[failed] * 2, dismissed)))
    pane.resize(280, 600)

    qtbot.waitUntil(lambda: buttons(pane)["2 failed, filter"].text() == "2 failed")
    assert (buttons(pane)["9 placed, filter"].text(), buttons(pane)["1 dismissed, filter"].text()) == ("9", "1")
    assert buttons(pane)["9 placed, filter"].toolTip().startswith("9 placed: ")
