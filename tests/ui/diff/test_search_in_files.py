"""Promises of search over the files of a proposal: folded, not read yet, and not shown."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.review import Decision, FileReview, Kind
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.search.hit_list import HitList
from guillemet.ui.widgets.find_bar import FindBar
from tests.kit.hands import CTRL_SHIFT
from tests.ui.diff.hands import changed_at, find_count, press, shown

CONTENTS = {path: changed_at(*at, path=path) for path, at in {"a.txt": (40, 90), "b.txt": (60,), "c.txt": (5,)}.items()}


def files(*decided: str) -> list[FileReview]:
    return [
        FileReview(path, Kind.CHANGED, Decision.ACCEPTED if path in decided else Decision.UNDECIDED, 1, 1, 1)
        for path in CONTENTS
    ]


@pytest.fixture
def proposal(pane: DiffPane) -> DiffPane:
    """Return the pane with three files in one document, at the first; the second is folded."""
    pane.set_continuous(is_continuous=True)
    pane.set_files(files("b.txt"))
    pane.show_content(CONTENTS["a.txt"])
    pane.set_contents(CONTENTS)
    pane.splitter.main.setFocus()
    return pane


def find(qtbot: QtBot, pane: DiffPane, query: str) -> QLineEdit:
    field = pane.findChild(FindBar).findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    qtbot.waitUntil(field.hasFocus)
    field.setText(query)
    return field


def selected(pane: DiffPane) -> str:
    return pane.splitter.main.textCursor().block().text()


def path_of(pane: DiffPane) -> str:
    assert pane.content is not None
    return pane.content.path


def test_a_folded_file_is_searched_and_unfolded_by_the_step_to_it(qtbot: QtBot, proposal: DiffPane) -> None:
    press(qtbot, proposal, "/")
    field = find(qtbot, proposal, "is new")
    qtbot.waitUntil(lambda: "1 of 4 in 3 files" in find_count(proposal))
    assert "LINE 60 is new" not in shown(proposal)

    for _ in range(2):
        qtbot.keyClick(field, Qt.Key.Key_F3)

    assert "3 of 4 in 3 files" in find_count(proposal)
    assert selected(proposal) == "LINE 60 is new"
    assert path_of(proposal) == "b.txt"
    assert field.hasFocus()


def test_steps_go_round_over_the_borders_of_files_both_ways(qtbot: QtBot, proposal: DiffPane) -> None:
    press(qtbot, proposal, "/")
    field = find(qtbot, proposal, "is new")
    qtbot.waitUntil(lambda: "1 of 4" in find_count(proposal))
    seen = []
    back, on = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
    for modifier in (back, back, on, on, on):
        qtbot.keyClick(field, Qt.Key.Key_F3, modifier)
        seen.append(selected(proposal))

    assert seen == ["LINE 5 is new", "LINE 60 is new", "LINE 5 is new", "LINE 40 is new", "LINE 90 is new"]

    proposal.set_files(files("b.txt"), order=("a.txt", "c.txt"))  # as a filter does
    qtbot.waitUntil(lambda: "2 of 3 in 2 files" in find_count(proposal))
    qtbot.keyClick(field, Qt.Key.Key_F3)
    assert selected(proposal) == "LINE 5 is new"
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    qtbot.keyClick(proposal.splitter.main, Qt.Key.Key_F, CTRL_SHIFT)
    find(qtbot, proposal, "is new")
    qtbot.waitUntil(lambda: "of 4 in 3 files" in find_count(proposal))  # all files are asked for


def test_what_is_typed_and_not_found_leaves_the_reader_at_the_last_place_gone_to_on_purpose(
    qtbot: QtBot, proposal: DiffPane
) -> None:
    press(qtbot, proposal, "/")
    field = find(qtbot, proposal, "LINE 90 is")
    assert field.placeholderText() == "Find in the files of the proposal"
    qtbot.waitUntil(lambda: "1 of 1" in find_count(proposal))
    for key in (None, Qt.Key.Key_Return):
        if key is not None:
            qtbot.keyClick(field, key)
        field.setText("LINE 5 is")
        qtbot.waitUntil(lambda: path_of(proposal) == "c.txt")
        field.setText("LINE 5 isn't")
        qtbot.waitUntil(lambda: "not found" in find_count(proposal))

        qtbot.keyClick(field, Qt.Key.Key_Escape)

        line = "LINE 40 is new" if key is None else "LINE 90 is new"
        assert (path_of(proposal), selected(proposal)) == ("a.txt", line), key
        press(qtbot, proposal, "/")
        field = find(qtbot, proposal, "LINE 90 is")
        qtbot.waitUntil(lambda: "1 of 1" in find_count(proposal))


def test_a_file_that_is_read_later_is_searched_then(qtbot: QtBot, pane: DiffPane) -> None:
    pane.set_continuous(is_continuous=True)
    pane.set_files(files())
    pane.show_content(CONTENTS["a.txt"])
    pane.splitter.main.setFocus()
    press(qtbot, pane, "/")
    find(qtbot, pane, "is new")
    qtbot.waitUntil(lambda: "1 of 2 in 1 file, 2 files being read" in find_count(pane))

    pane.set_contents(CONTENTS)

    qtbot.waitUntil(lambda: "1 of 4 in 3 files" in find_count(pane))
    assert "being read" not in find_count(pane)


def test_a_decision_searches_again_and_keeps_the_place(qtbot: QtBot, proposal: DiffPane) -> None:
    press(qtbot, proposal, "/")
    field = find(qtbot, proposal, "is new")
    qtbot.waitUntil(lambda: "1 of 4" in find_count(proposal))
    qtbot.keyClick(field, Qt.Key.Key_F3)

    proposal.set_contents(CONTENTS | {"b.txt": changed_at(7, 60, path="b.txt")})

    qtbot.waitUntil(lambda: "2 of 5 in 3 files" in find_count(proposal))


def test_one_file_at_a_time_all_are_searched_when_asked_for(qtbot: QtBot, proposal: DiffPane) -> None:
    proposal.set_continuous(is_continuous=False)
    proposal.file_requested.connect(lambda path: proposal.show_content(CONTENTS[path]))
    press(qtbot, proposal, "/")
    find(qtbot, proposal, "is new")
    qtbot.waitUntil(lambda: "1 of 2" in find_count(proposal))

    qtbot.keyClick(proposal.splitter.main, Qt.Key.Key_F, CTRL_SHIFT)
    field = find(qtbot, proposal, "is new")
    qtbot.waitUntil(lambda: "1 of 4 in 3 files" in find_count(proposal))
    for _ in range(2):
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert path_of(proposal) == "b.txt"
    assert selected(proposal) == "LINE 60 is new"
    assert "3 of 4 in 3 files" in find_count(proposal)


def test_all_places_are_listed_by_file_and_lead_there(qtbot: QtBot, proposal: DiffPane) -> None:
    qtbot.keyClick(proposal.splitter.main, Qt.Key.Key_F, CTRL_SHIFT)
    field = find(qtbot, proposal, "is new")
    places = proposal.findChild(HitList)
    assert isinstance(places, HitList)
    qtbot.waitUntil(lambda: places.model().rowCount() == 7)
    words = [str(places.model().index(row, 0).data()) for row in range(7)]
    assert words[0] == "a.txt  ·  2 places"
    assert words[4].split() == ["60", "+", "LINE", "60", "is", "new"]

    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(places, Qt.Key.Key_End)
    qtbot.keyClick(places, Qt.Key.Key_Return)

    assert selected(proposal) == "LINE 5 is new"
    assert "4 of 4 in 3 files" in find_count(proposal)

    field.setText("ne")  # twice in each of the new lines
    qtbot.waitUntil(lambda: places.model().rowCount() > 7)
    ends = [row for row in range(places.model().rowCount()) if "place" in str(places.model().index(row, 0).data())]
    words = [str(places.model().index(row, 0).data()) for row in range(ends[1])]
    assert len(words) == len(set(words)) > 40
    places.setCurrentIndex(places.model().index(words.index(next(one for one in words if "is new" in one)), 0))
    qtbot.keyClick(places, Qt.Key.Key_Return)
    at = find_count(proposal).partition(" ")[0]
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert find_count(proposal).startswith(f"{int(at) + 1} of")
    assert "LINE 40 is new" in str(places.currentIndex().data())
    qtbot.keyClick(places, Qt.Key.Key_Escape)
    assert not field.isVisible()
    assert proposal.splitter.main.hasFocus()


def test_the_name_of_the_file_stays_above_its_places_and_hides_no_current_one(qtbot: QtBot, proposal: DiffPane) -> None:
    qtbot.keyClick(proposal.splitter.main, Qt.Key.Key_F, CTRL_SHIFT)
    field = find(qtbot, proposal, "line")
    places = proposal.findChild(HitList)
    assert isinstance(places, HitList)
    qtbot.waitUntil(lambda: places.model().rowCount() > 40)
    names = [row for row in range(places.model().rowCount()) if ".txt  ·  " in str(places.model().index(row, 0).data())]
    head = places.findChild(QLabel)
    assert isinstance(head, QLabel)

    qtbot.keyClick(field, Qt.Key.Key_Down)
    for key in [Qt.Key.Key_End, *[Qt.Key.Key_Up] * (places.model().rowCount() - 1)]:
        qtbot.keyClick(places, key)
        top = places.rowAt(0)
        assert head.isVisible() is (top not in names)
        covered = head.height() if head.isVisible() else 0
        assert places.visualRect(places.currentIndex()).top() >= covered
        if head.isVisible():
            assert head.text() == places.model().index(max(row for row in names if row < top), 0).data()
    assert places.currentIndex().row() == 0

    places.verticalScrollBar().setValue(names[1] + 3)
    qtbot.mouseClick(head, Qt.MouseButton.LeftButton)
    assert path_of(proposal) == str(places.model().index(names[1], 0).data()).partition(" ")[0]


def contents_of(count: int) -> dict[str, DiffContent]:
    return {f"{number:04}.txt": changed_at(5, 60, path=f"{number:04}.txt") for number in range(count)}


def test_a_later_query_takes_the_place_of_the_one_under_way(qtbot: QtBot, pane: DiffPane) -> None:
    many = contents_of(300)
    pane.set_continuous(is_continuous=True)
    pane.set_files([FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 2) for path in many])
    pane.show_content(many["0000.txt"])
    pane.set_contents(many)
    pane.splitter.main.setFocus()
    press(qtbot, pane, "/")

    find(qtbot, pane, "line")
    find(qtbot, pane, "LINE 60 is")

    qtbot.waitUntil(lambda: "1 of 300 in 300 files" in find_count(pane))
