"""SVG as a user looks at it: as text first, and as a picture where that is asked for."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.widgets.images import ImageDiff
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, painted, press, words
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import do_by_palette, paste, review, shown
from tests.ui.window.test_reading import open_file

RED, BLUE, LIME, GOLD, TEAL = "#ff0000", "#0000ff", "#00ff00", "#ffd700", "#008080"
ALL = {RED, BLUE, LIME, GOLD, TEAL}
HALVES = f"""<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40">
<rect width="50" height="40" fill="{RED}"/>
{"".join(f"<!-- {number} -->" + chr(10) for number in range(20))}<rect x="50" width="50" height="40" fill="{BLUE}"/>
</svg>
"""
LEFT, RIGHT = '<rect width="50" height="40" fill="{}"/>', '<rect x="50" width="50" height="40" fill="{}"/>'
REPLY = edit("a.svg", LEFT.format(RED), LEFT.format(LIME)) + edit("a.svg", RIGHT.format(BLUE), RIGHT.format(GOLD))


@pytest.fixture
def project(empty_repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with a drawing of two halves."""
    empty_repository.commit({"a.svg": HALVES, "b.py": "y = 1\n"})
    return empty_repository


@pytest.fixture
def drawn(opened: WindowController, qtbot: QtBot) -> WindowController:
    """Return the window with another colour proposed for each half, in the text of the drawing."""
    opened.window.resize(1440, 900)
    paste(opened, REPLY + create("c.svg", HALVES))
    qtbot.waitUntil(lambda: shown(opened) == "a.svg" and len(review(opened).files) == 2)
    opened.diff.setFocus()
    qtbot.waitUntil(opened.diff.splitter.main.hasFocus)
    return opened


def pictures(desk: WindowController) -> list[ImageDiff]:
    return [one for one in desk.diff.findChildren(ImageDiff) if one.canvas.isVisible()]


def colours(desk: WindowController) -> set[str]:
    """Return the colours of the halves that are seen in pictures."""
    return {colour for one in pictures(desk) for colour in painted(one.canvas.grab().toImage())} & ALL


def colours_at_top(desk: WindowController) -> set[str]:
    """Return them once the diff is scrolled to its top."""
    QTest.keyClick(desk.diff.splitter.main, Qt.Key.Key_Home, CTRL)
    return colours(desk)


def press_letter(letter: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget(), letter)


def test_the_text_of_an_svg_stands_first_and_its_picture_is_shown_compared_and_hidden(
    qtbot: QtBot, drawn: WindowController
) -> None:
    assert pictures(drawn) == []
    assert LEFT.format(LIME) in drawn.diff.splitter.main.toPlainText()

    press_letter(Qt.Key.Key_I)
    qtbot.waitUntil(lambda: colours(drawn) == {RED, BLUE, LIME, GOLD})
    assert "Before: SVG, 100 × 40 pixels" in words(drawn.diff)
    assert QApplication.focusWidget() is buttons(drawn.diff)["Hide picture of a.svg"]
    assert shown(drawn) == "a.svg"

    press(qtbot, pictures(drawn)[0], "Swipe")
    pictures(drawn)[0].canvas.setFocus()
    for _ in range(20):
        press_letter(Qt.Key.Key_Left)
    assert colours(drawn) == {LIME, GOLD}
    press(qtbot, pictures(drawn)[0], "Difference")
    assert colours(drawn) == set()

    pictures(drawn)[0].canvas.setFocus()
    do_by_palette(drawn, Act.SWITCH_PICTURE, "svg preview")
    qtbot.waitUntil(lambda: not pictures(drawn))
    assert QApplication.focusWidget() is buttons(drawn.diff)["Show picture of a.svg"]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert drawn.diff.splitter.main.hasFocus()


def test_the_picture_is_that_of_the_proposal_as_it_was_edited_and_decided(
    qtbot: QtBot, drawn: WindowController
) -> None:
    press_letter(Qt.Key.Key_I)
    qtbot.waitUntil(lambda: colours(drawn) == {RED, BLUE, LIME, GOLD})

    drawn.diff.splitter.main.setFocus()
    QTest.keyClick(drawn.diff.splitter.main, Qt.Key.Key_E)
    qtbot.waitUntil(drawn.editing_area.editor.editor.hasFocus)
    editor = drawn.editing_area.editor.editor
    assert editor.find(LIME) or editor.find(LIME, editor.textCursor().document().FindFlag.FindBackward)
    QTest.keyClicks(editor, TEAL)
    QTest.keyClick(editor, Qt.Key.Key_S, CTRL)
    qtbot.waitUntil(lambda: not drawn.editing_area.is_editing)
    qtbot.waitUntil(lambda: TEAL in drawn.diff.splitter.main.toPlainText())
    qtbot.waitUntil(lambda: colours_at_top(drawn) == {RED, BLUE, TEAL, GOLD})

    QTest.keyClick(drawn.diff.splitter.main, Qt.Key.Key_J)
    QTest.keyClick(drawn.diff.splitter.main, Qt.Key.Key_K)
    QTest.keyClick(drawn.diff.splitter.main, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: review(drawn).files[0].accepted_hunks == 1)
    qtbot.waitUntil(lambda: colours_at_top(drawn) == {BLUE, TEAL, GOLD})


def test_the_picture_of_a_file_far_down_leaves_it_the_current_one(qtbot: QtBot, drawn: WindowController) -> None:
    drawn.window.resize(1024, 500)
    press_letter(Qt.Key.Key_BracketRight)
    qtbot.waitUntil(lambda: shown(drawn) == "c.svg")

    press_letter(Qt.Key.Key_I)
    qtbot.waitUntil(lambda: "New picture: SVG, 100 × 40 pixels" in words(drawn.diff))
    qtbot.waitUntil(lambda: pictures(drawn)[0].canvas.height() > 90)
    assert shown(drawn) == "c.svg"
    assert not pictures(drawn)[0].visibleRegion().isEmpty()


def test_what_is_no_svg_has_no_picture_and_says_so(qtbot: QtBot, opened: WindowController) -> None:
    paste(opened, edit("b.py", "y = 1", "y = 2"))
    qtbot.waitUntil(lambda: shown(opened) == "b.py")
    opened.diff.setFocus()
    qtbot.waitUntil(opened.diff.splitter.main.hasFocus)

    press_letter(Qt.Key.Key_I)
    assert "This file is no SVG" in words(opened.diff)
    assert not any("picture" in name for name in buttons(opened.diff))


def test_the_commit_and_an_opened_file_show_it_too(qtbot: QtBot, opened: WindowController) -> None:
    qtbot.waitUntil(lambda: "a.svg" in opened.session.talk.conversation.files.known)
    open_file(qtbot, opened, "a.svg")
    qtbot.waitUntil(lambda: shown(opened) == "a.svg")
    press(qtbot, opened.diff, "Show picture of a.svg")
    qtbot.waitUntil(lambda: colours(opened) == {RED, BLUE})
    assert "Before" not in words(opened.diff)
    assert "\nSVG, 100 × 40 pixels" in words(opened.diff)
    press(qtbot, opened.diff, "Hide picture of a.svg")

    paste(opened, REPLY)
    qtbot.waitUntil(lambda: len(review(opened).files) == 1)
    opened.session.decisions.accept(["a.svg"])
    qtbot.waitUntil(lambda: bool(review(opened).commit))
    opened.do(Act.LOOK_OVER_COMMIT)
    qtbot.waitUntil(lambda: opened.diff.content is not None and opened.diff.content.is_of_commit)
    press(qtbot, opened.diff, "Show picture of a.svg")
    qtbot.waitUntil(lambda: colours(opened) == {RED, BLUE, LIME, GOLD})
