"""Promises of the keys of a block in the diff: they place and dismiss the block they are about, once it is seen."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from guillemet.engine.applying.options import Choice, Dismiss, PlaceAt
from guillemet.engine.outcomes import Flag, Outcome
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.pane import DiffPane
from tests.kit import reviews
from tests.kit.hands import buttons, press
from tests.ui.diff.hands import changed_at, resize, says, settle, show_blocks
from tests.ui.diff.test_block_places import FILE, PROBLEM


def test_an_arrow_key_chooses_the_next_place_which_is_the_one_that_a_letter_places(
    qtbot: QtBot, pane: DiffPane
) -> None:
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(reviews.ambiguous("src/x.py"),)))
    places = [name for name in buttons(pane) if name.startswith("line ")]
    assert len(places) > 1
    pane.splitter.main.setFocus()
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_Tab)
    focused = [place for place in places if buttons(pane)[place].hasFocus()]
    assert focused == places[:1]

    for place in (*places[1:], places[0], places[1]):  # behind the last one the first
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
        assert [one for one in places if buttons(pane)[one].hasFocus()] == [place]
        assert [one for one in places if buttons(pane)[one].isChecked()] == [place]
    with qtbot.waitSignal(pane.blocks.choice_requested) as asked:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)

    line = int(places[1].split()[1])
    assert f"{line}" in str(asked.args[1])


@pytest.mark.parametrize(("key", "choice"), [("p", PlaceAt(41, 2)), ("s", Dismiss())])
def test_the_keys_of_a_block_work_at_its_place(qtbot: QtBot, pane: DiffPane, key: str, choice: Choice) -> None:
    show_blocks(pane, PROBLEM)
    pane.setFocus()

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(pane.splitter.main, key)

    assert wish.args == [1, choice]


@pytest.mark.parametrize(("key", "choice"), [("p", PlaceAt(41, 2)), ("s", Dismiss())])
def test_the_keys_of_a_block_work_while_its_place_is_in_view(
    qtbot: QtBot, pane: DiffPane, key: str, choice: Choice
) -> None:
    resize(pane, 1000, 1400)
    show_blocks(pane, replace(PROBLEM, files=(FILE,)))
    assert pane.blocks.current is None

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(pane.splitter.main, key)

    assert wish.args == [1, choice]


def test_the_keys_of_a_block_lead_to_its_place_before_they_decide_it(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, replace(PROBLEM, files=(FILE,)))
    pane.go_to_line(200)
    chosen: list[object] = []
    pane.blocks.choice_requested.connect(lambda *choice: chosen.append(choice))

    qtbot.keyClick(pane.splitter.main, "p")
    assert (pane.blocks.current is not None, chosen) == (True, [])
    assert "Press the key again" in says(pane)
    qtbot.keyClick(pane.splitter.main, "p")

    assert chosen == [(1, PlaceAt(41, 2))]


def test_the_keys_of_a_block_do_not_decide_one_of_another_file_than_that_of_the_current_hunk(
    qtbot: QtBot, pane: DiffPane
) -> None:
    resize(pane, 1000, 1400)
    pane.set_continuous(is_continuous=True)
    pane.show_content(changed_at(40))
    show_blocks(pane, replace(PROBLEM, files=(replace(FILE, path="src/app.txt"),)))
    settle()
    chosen: list[object] = []
    pane.blocks.choice_requested.connect(lambda *choice: chosen.append(choice))
    pane.splitter.main.setFocus()
    pane.findChild(DiffView).stops.go_to_hunk(0)

    qtbot.keyClick(pane.splitter.main, "p")
    assert (pane.blocks.current is not None, chosen) == (True, [])
    assert "Press the key again" in says(pane)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (PROBLEM.outcomes[0], "Place this block (P), dismiss it (S) or go on (F7 or J)."),
        (
            replace(reviews.applied("src/x.py"), flags=frozenset({Flag.CAN_RUN_CODE})),
            "Go on to the hunk to decide it (F7 or J).",
        ),
    ],
    ids=["failed", "placed, and to be looked at"],
)
def test_the_keys_that_decide_hunks_say_what_is_to_be_done_with_a_block(
    qtbot: QtBot, pane: DiffPane, outcome: Outcome, words: str
) -> None:
    show_blocks(pane, replace(PROBLEM, files=(FILE,), outcomes=(outcome,)))
    pane.findChild(DiffView).stops.go_to_inset(
        next(row.inset.key for row in pane.splitter.rows if row.inset is not None)
    )

    qtbot.keyClick(pane.splitter.main, "y")

    said = next(label for label in pane.findChildren(QLabel) if words in label.text())
    assert said.property("role") == "warn"
    qtbot.keyClick(pane.splitter.main, "j")
    assert said.property("role") == "dim"


def test_the_keys_of_a_block_say_that_there_is_none(qtbot: QtBot, pane: DiffPane) -> None:
    qtbot.keyClick(pane.splitter.main, "p")

    assert "No block waits to be placed" in says(pane)


def test_a_click_on_a_place_makes_its_block_the_one_that_the_keys_are_about(qtbot: QtBot, pane: DiffPane) -> None:
    blocks = (reviews.ambiguous("a.py"), reviews.ambiguous("src/x.py"))
    show_blocks(pane, replace(reviews.EMPTY, outcomes=blocks))
    pane.splitter.main.setFocus()
    assert pane.blocks.current is not None
    assert pane.blocks.current.outcome.path == "src/x.py"

    press(qtbot, pane, "line 80 in a.py")

    assert pane.blocks.current.outcome.path == "a.py"
    with qtbot.waitSignal(pane.blocks.choice_requested) as asked:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    assert asked.args == [1, PlaceAt(80)]
