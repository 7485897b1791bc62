"""Promises of conflicts as places of the diff: where they stand, and that all their lines can be seen."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.insets import Place
from guillemet.engine.review import ConflictRegion, FileTexts
from guillemet.ui.diff.conflicts import LineConflict, conflicts_of
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.editor.code_editor import CodeEditor
from guillemet.ui.widgets.tab_order import takes_text
from tests.kit.hands import buttons, press, show, words
from tests.ui.diff.hands import changed_at, says


def texts(mine: list[str], proposed: list[str], *regions: ConflictRegion) -> FileTexts:
    sides = ("".join(f"{line}\n" for line in lines) for lines in (mine, proposed))
    return FileTexts("a.py", *sides, conflict="It was changed.", conflicts=regions)


@pytest.mark.parametrize("long", ["word", "word " * 1_000])
def test_a_conflict_stands_below_its_lines_also_where_long_lines_are_in_pieces(long: str) -> None:
    found = texts([long, "mine", "c"], [long, "x", "y", "c"], ConflictRegion((1, 2), (1, 3), "b\n"))
    content = prepare(found)

    _, (_, conflict) = conflicts_of(content)

    assert conflict.versions == (("mine",), ("b",), ("x", "y"))
    assert content.new.lines[conflict.place.line] == "y"
    assert content.conflict_of(0) == 1


def test_a_conflict_without_proposed_lines_stands_below_those_of_the_user() -> None:
    found = prepare(texts(["a", "mine", "c"], ["a", "c"], ConflictRegion((1, 2), (1, 1), "b\n")))

    assert [conflict.place for _, conflict in conflicts_of(found)][1] == Place("a.py", is_old=True, line=1)


def test_a_conflict_whose_last_line_only_the_user_has_stands_below_it() -> None:
    # The hunk begins below the last line that is proposed: its head would stand below the conflict.
    found = prepare(texts(["a", "new", "mine", "c"], ["a", "new", "c"], ConflictRegion((1, 3), (1, 2), "b\n")))

    assert [conflict.place for _, conflict in conflicts_of(found)][1] == Place("a.py", is_old=True, line=2)


def test_every_hunk_is_in_conflict_where_only_the_whole_file_can_be_settled() -> None:
    gone = prepare(FileTexts("a.py", "", "new\n", conflict="The file was deleted.", is_gone=True))
    some = prepare(texts(["mine", "b", "c"], ["new", "b", "C"], ConflictRegion((0, 1), (0, 1), "a\n")))

    assert [gone.is_in_conflict(0), some.is_in_conflict(0), some.is_in_conflict(1)] == [True, True, False]


def test_alike_conflicts_have_keys_of_their_own() -> None:
    regions = ConflictRegion((0, 1), (0, 1), "b\n"), ConflictRegion((2, 3), (2, 3), "b\n")
    found = prepare(texts(["mine", "-", "mine"], ["new", "-", "new"], *regions))

    assert len(dict(conflicts_of(found))) == 3


def test_all_lines_of_a_long_conflict_are_shown_when_asked_for(qtbot: QtBot) -> None:
    lines = [f"new {n}" for n in range(30)]
    _, (_, conflict) = conflicts_of(prepare(texts(["mine"], lines, ConflictRegion((0, 1), (0, 30), "b\n"))))
    around = QWidget()
    widget = LineConflict(conflict, around, draft="")
    QVBoxLayout(around).addWidget(widget)
    show(qtbot, around, width=900)

    assert "… 18 more lines" in words(widget)
    widget.show_conflict(replace(conflict, versions=(("a", "mine", "c"), ("a", "b", "c"), ("a", "b", "C"))))
    assert all(line in words(widget) for line in ("  a", "+ mine", "− b", "− c", "+ C")), "what either side changes"
    widget.show_conflict(conflict)
    press(qtbot, widget, "Show all 30 lines")

    assert "+ new 29" in words(widget)
    assert "Show all 30 lines" not in buttons(widget)


def test_a_notice_is_to_keep_off_a_conflict_in_view_before_all_off_that_of_the_current_hunk(
    qtbot: QtBot, pane: DiffPane
) -> None:
    region = ConflictRegion((89, 90), (89, 90), "before\n")
    pane.show_content(prepare(replace(changed_at(40, 90).texts, conflict="It was changed.", conflicts=(region,))))
    spared, beside = list[QRect](), list[QRect]()
    pane.stop_seen.connect(lambda decided, heads, _: (spared.append(decided), beside.extend(heads)))

    pane.next_hunk()
    qtbot.waitUntil(lambda: "hunk 2 of 2" in says(pane))
    card = next(found for found in pane.findChildren(LineConflict) if found.isVisible())

    place = QRect(card.mapToGlobal(QPoint()), card.size())
    assert spared[-1].contains(place)
    beside.clear()
    pane.previous_hunk()
    qtbot.waitUntil(lambda: "hunk 1 of 2" in says(pane))
    assert card.isVisible()
    place.moveTopLeft(card.mapToGlobal(QPoint()))
    assert any(each.contains(place) for each in beside)


def test_the_hunk_of_a_conflict_is_the_current_one_once_that_is_settled(qtbot: QtBot, pane: DiffPane) -> None:
    settled = changed_at(40, 90, 150)
    region = ConflictRegion((89, 90), (89, 90), "before\n")
    pane.show_content(prepare(replace(settled.texts, conflict="It was changed.", conflicts=(region,))))
    pane.show_conflict(settled.path)
    qtbot.waitUntil(lambda: "Conflict 1 of 1" in says(pane))

    pane.show_content(settled)

    qtbot.waitUntil(lambda: "hunk 2 of 3" in says(pane))
    assert "Conflict 1 of 1" not in says(pane)


def test_what_is_typed_for_a_conflict_stays_when_the_user_saves_the_file_with_other_lines_there(
    qtbot: QtBot, pane: DiffPane
) -> None:
    region = ConflictRegion((1, 2), (1, 2), "b\n")
    pane.show_content(prepare(texts(["a", "mine", "c"], ["a", "new", "c"], region)))
    pane.show_conflict("a.py")
    qtbot.waitUntil(lambda: "Conflict 1 of 1" in says(pane))
    press(qtbot, pane, "Edit for conflict 1")
    qtbot.waitUntil(lambda: takes_text(QApplication.focusWidget() or pane))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: "Keep" not in buttons(pane))  # nothing was written
    press(qtbot, pane, "Edit for conflict 1")
    qtbot.waitUntil(lambda: takes_text(QApplication.focusWidget() or pane))
    written = QApplication.focusWidget()
    QTest.keyClicks(written, "my own ")
    QTest.keyClick(written, Qt.Key.Key_Escape)
    assert not written.hasFocus()
    assert "Keep" in buttons(pane)  # what was written stays
    written.setFocus()

    pane.show_content(prepare(texts(["a", "mine, too", "c"], ["a", "new", "c"], region)))
    QTest.keyClicks(QApplication.focusWidget(), "y")

    editor = QApplication.focusWidget()
    assert isinstance(editor, CodeEditor)
    assert editor.text == "my own ynew"
    assert "mine, too" in words(pane.findChild(LineConflict))
