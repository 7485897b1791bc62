"""Promises of the diff to those who hear it: which file, which line, and whether it was added or removed."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from guillemet.settings import DiffLook, Look
from guillemet.ui.diff.pane import DiffPane
from tests.kit.hands import words
from tests.kit.listening import listening
from tests.ui.diff.hands import changed_at, press


def test_a_line_that_is_entered_is_announced_with_its_number_and_what_became_of_it(
    qtbot: QtBot, pane: DiffPane
) -> None:
    pane.look.set(DiffLook.UNIFIED)
    pane.go_to_line(39)

    with listening() as listener:
        press(qtbot, pane, *[Qt.Key.Key_Down] * 4)

    assert listener.heard == ["hunk 1 of 3 · +1 −1", "line 40, removed", "line 40, added", "line 41"]

    press(qtbot, pane, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert "line 40, removed" in words(pane)
    for look, place in ((Look.SIDE_BY_SIDE, "line 40, changed"), (Look.UNIFIED, "line 40, added")):
        pane.look.set(DiffLook(look))
        assert place in words(pane)


def test_the_next_hunk_is_announced_by_its_line(qtbot: QtBot, pane: DiffPane) -> None:
    with listening() as listener:
        press(qtbot, pane, "j")

    assert listener.heard == ["line 90, changed"]


def test_where_a_decision_leads_is_announced(qtbot: QtBot, pane: DiffPane) -> None:
    with qtbot.waitSignal(pane.decisions.accept_part_requested):
        press(qtbot, pane, "y")
    pane.decisions.begin()

    with listening() as listener:
        pane.show_content(changed_at(90, 150))
        pane.decisions.end(is_done=True)

    assert listener.heard[-1:] == ["line 90, changed"]


def test_another_file_is_announced_to_who_is_in_the_diff(pane: DiffPane) -> None:
    with listening() as listener:
        pane.show_content(changed_at(40, path="src/other.txt"))
        pane.show_content(changed_at(40, 50, path="src/other.txt"))

    assert listener.heard == ["src/other.txt, exact · 1 hunk · +1 −1"]


def test_another_file_is_not_announced_to_who_is_elsewhere(pane: DiffPane) -> None:
    pane.splitter.main.clearFocus()

    with listening() as listener:
        pane.show_content(changed_at(40, path="src/other.txt"))

    assert listener.heard == []
