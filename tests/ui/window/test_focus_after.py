"""Promises of where the focus is after a button was pressed: never on what rejects, deletes or spends."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.engine.review import SuggestionState
from guillemet.ui.style import style
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, words
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import ask_command, decisions, paste, review, shown

REPLY = "\n".join(
    (
        edit("twice.py", "a = 1", "a = 3"),
        edit("a.py", "x = 1", "x = 2"),
        create("c.py", "z = 1"),
        edit("b.py", "nowhere at all", "y = 2"),
        "Then run:\n\n```bash\ngit rm old.py\n```\n",
    )
)
NEXT = "Review 2 files: go to the next that needs a look of its own"


@pytest.fixture
def held_back(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with three files of which one waits for a decision of its own, a failed block and a command."""
    (project.root / "twice.py").write_text("a = 1\nb = 2\na = 1\n")
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: decisions(opened) == "...")
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 1)
    return opened


def focused() -> QWidget:
    """Return what has the focus, which something has."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press_key(desk: WindowController, button: str, key: Qt.Key) -> None:
    """Give the focus to a button, and press a key as the keyboard does."""
    buttons(desk.window)[button].setFocus()
    QTest.keyClick(desk.window.windowHandle(), key)


def test_after_all_are_accepted_the_key_leads_to_what_was_held_back_and_once_they_are_staged_to_the_message(
    held_back: WindowController, qtbot: QtBot
) -> None:
    press_key(held_back, "Accept 2 files", Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(held_back) == ".yy")
    qtbot.waitUntil(lambda: focused().accessibleName() == NEXT)
    qtbot.waitUntil(lambda: shown(held_back) == "twice.py")

    QTest.keyClick(held_back.window.windowHandle(), Qt.Key.Key_Space)

    qtbot.waitUntil(lambda: shown(held_back) == "b.py")
    assert decisions(held_back) == ".yy"

    qtbot.waitUntil(lambda: "Stage 2 files" in buttons(held_back.commit))
    press_key(held_back, "Stage 2 files", Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: all(line.is_staged for line in review(held_back).commit))
    qtbot.waitUntil(lambda: focused().accessibleName() == "Commit message")


def test_after_all_are_rejected_the_list_has_the_focus(held_back: WindowController, qtbot: QtBot) -> None:
    press_key(held_back, "Reject 3 files", Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(held_back) == "nnn")

    qtbot.waitUntil(lambda: focused().accessibleName() == NEXT.replace("2 files", "1 file"))


def test_neither_the_key_that_asks_what_a_command_touches_nor_one_that_dismisses_a_notice_does_what_comes_next(
    held_back: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        ask_command(held_back, "git rm old.py", key)
        qtbot.waitUntil(lambda: "Run git rm old.py" in buttons(held_back.proposal))
        qtbot.waitUntil(lambda: focused().accessibleName() == "Touched: 1 path")

        QTest.keyClick(held_back.window.windowHandle(), key)

        assert focused().accessibleName() == "Cancel"
        assert review(held_back).suggestions[0].state is SuggestionState.OPEN
        assert (project.root / "old.py").exists()
        QTest.keyClick(focused(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: "Run git rm old.py" not in buttons(held_back.proposal))

    for text in ("One.", "Two."):
        held_back.notices.show_notice(Notice(Level.ERROR, text, offer=Offer.RUN_AND_COMMIT))

    def goes_to_the_notice() -> bool:
        # What the paste leads to may take the focus once more just behind the key.
        QTest.keyClick(held_back.window.windowHandle(), Qt.Key.Key_3, CTRL)
        return focused().accessibleName() == str(Offer.RUN_AND_COMMIT)

    qtbot.waitUntil(goes_to_the_notice)
    held_back.notices.dismiss()
    assert focused().accessibleName() == "Dismiss notice"


def test_no_button_that_goes_gives_its_focus_to_another_one(held_back: WindowController, qtbot: QtBot) -> None:
    held_back.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: "Stage 1 file" in buttons(held_back.commit))
    held_back.session.preview_suggestion("git rm old.py")
    qtbot.waitUntil(lambda: "Run git rm old.py" in buttons(held_back.proposal))
    held_back.notices.show_notice(Notice(Level.ERROR, "One.", "Two.", offer=Offer.RUN_AND_COMMIT))
    every = [one for one in buttons(held_back.window).values() if one.isEnabled()]
    assert len(every) > 25

    ways: dict[str, Callable[[QWidget], None]] = {"disabled": lambda one: one.setEnabled(False), "hidden": QWidget.hide}
    for way, go in ways.items():
        went_to: dict[str, str] = {}
        for one in every:
            one.setFocus()
            if QApplication.focusWidget() is one:
                go(one)
                now = focused()
                went_to[one.accessibleName()] = now.accessibleName() if isinstance(now, QAbstractButton) else ""
                one.setEnabled(True)
                one.show()

        assert len(went_to) > 25, way
        assert {name: to for name, to in went_to.items() if to not in ("", NEXT)} == {}, way


def test_a_line_along_the_top_marks_the_pane_that_has_the_focus(held_back: WindowController, qtbot: QtBot) -> None:
    panes = {"list": held_back.proposal, "diff": held_back.editing_area, "commit": held_back.commit}
    accent = QColor(style.current().theme.accent)

    def marked() -> list[str]:
        pictures = {name: pane.grab().toImage() for name, pane in panes.items()}
        return [name for name, picture in pictures.items() if picture.pixelColor(picture.width() // 2, 0) == accent]

    def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
        QTest.keyClick(held_back.window.windowHandle(), key, modifiers)

    press(Qt.Key.Key_1)  # the failed block is framed with and without the focus
    assert marked() == ["list"]
    press(Qt.Key.Key_2)
    assert marked() == ["diff"]
    held_back.notices.show_notice(Notice(Level.ERROR, "One.", offer=Offer.RUN_AND_COMMIT))
    press(Qt.Key.Key_3)
    assert held_back.notices.isAncestorOf(focused())
    assert marked() == []
    press(Qt.Key.Key_2)
    press(Qt.Key.Key_Return, CTRL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: "y" in decisions(held_back))
    press(Qt.Key.Key_G)
    assert marked() == ["commit"]
    press(Qt.Key.Key_B)  # folds the side of what had it
    assert marked() == ["diff"]


def test_after_the_only_block_that_failed_is_placed_in_the_diff_the_keys_go_on_there(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"one.py": "def total(rows):\n    found = sum(rows)\n    return found\n"})
    searched = "def total(rows):\n    amount = sum(rows) + 1\n    return round(amount)"
    paste(opened, edit("one.py", searched, "def total(rows):\n    return len(rows)"))
    qtbot.waitUntil(lambda: opened.diff.blocks.current is not None)
    opened.diff.setFocus()

    QTest.keyClick(opened.diff.splitter.main, Qt.Key.Key_P)

    qtbot.waitUntil(lambda: len(review(opened).files) == 1 and "hunk 1 of 1" in words(opened.diff))
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert opened.diff.splitter.main.hasFocus()
