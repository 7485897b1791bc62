"""Lines that the user wrote since the reply: signs beside them, which are explained in words."""

from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from guillemet.engine.diff.content import prepare
from guillemet.ui.diff.gutter import OWN_LINE, Gutter
from guillemet.ui.diff.pane import DiffPane
from tests.ui.diff.hands import THREE, says, settle, shown


def beside(pane: DiffPane, line: int) -> str:
    """Return the tooltip beside an old line, counted from 1."""
    editor = pane.splitter.editors[0]
    row = pane.splitter.rows.row_of(line - 1, is_old=True)
    place = next(visible for visible in editor.visible_rows() if visible.row == row)
    gutter = editor.findChild(Gutter)
    QTest.mouseMove(gutter, QPoint(9, place.top + place.height // 2))
    return gutter.toolTip()


def test_own_lines_have_a_sign_at_the_left_that_is_explained(looked_at: DiffPane) -> None:
    gutter = looked_at.splitter.editors[0].findChild(Gutter)
    assert "by you" not in says(looked_at)
    before, view = gutter.grab().toImage(), looked_at.splitter.main.viewport()
    place = view.mapToGlobal(QPoint(0, 0))

    looked_at.show_content(prepare(replace(THREE.texts, own_lines=(39, 41))))
    settle()

    assert gutter.grab().toImage() != before
    assert view.mapToGlobal(QPoint(0, 0)) == place  # or the buttons of hunks would slide away under the pointer
    assert [OWN_LINE in beside(looked_at, line) for line in (39, 40, 41, 42)] == [False, True, False, True]
    assert "2 lines changed on disk since the reply" in says(looked_at)
    looked_at.splitter.enter(looked_at.splitter.rows.row_of(41, is_old=True))
    looked_at.splitter.editors[0].setFocus()
    looked_at.splitter.enter(looked_at.splitter.rows.row_of(41, is_old=True))
    assert ", changed on disk since the reply | Y accept" in says(looked_at)


def test_a_fold_says_that_own_lines_are_in_it(looked_at: DiffPane) -> None:
    looked_at.show_content(prepare(replace(THREE.texts, own_lines=(2, 5, 39, 60))))

    folds = [line for line in shown(looked_at) if "unchanged lines" in line]
    assert [line.partition(" · ")[2] for line in folds] == [
        "2 changed on disk since the reply",
        "1 changed on disk since the reply",
        "",
        "",
    ]
