"""Promises of suggested commands in the whole window: they show what they touch, then do it, and files follow them."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
)
from pytestqt.qtbot import QtBot

from guillemet.engine.review import SuggestionState
from guillemet.ui.actions import Act
from guillemet.ui.changes.suggested_commands import WholeText
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, double_press, named, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import ask_command, decisions, file_list, paste, review, shown
from tests.ui.window.test_deciding import SUGGESTING


def test_a_suggested_command_shows_what_it_touches_then_does_it_but_not_for_a_double_click(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    paste(opened, SUGGESTING)
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 1)
    ask_command(opened, "git rm old.py")
    qtbot.waitUntil(lambda: "Run git rm old.py" in buttons(opened.proposal))
    run = named(opened.proposal, QAbstractButton, "Run git rm old.py")
    ran: list[object] = []
    run.clicked.connect(lambda: ran.append(run))
    double_press(run, run.rect().center())  # the second press of one, whose first was on something else
    QTest.mouseRelease(run, Qt.MouseButton.LeftButton)
    assert ran == []
    assert (project.root / "old.py").exists()

    QTest.mouseClick(run, Qt.MouseButton.LeftButton, delay=QApplication.styleHints().mouseDoubleClickInterval() + 1)
    assert ran == [run]
    qtbot.waitUntil(lambda: review(opened).suggestions[0].state is SuggestionState.DONE)
    assert not (project.root / "old.py").exists()
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil((project.root / "old.py").exists)


def test_a_second_return_runs_a_command_that_deletes_nothing_and_can_run_no_code(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    harmless = ("mkdir -p made", "git mv a.py moved.py")
    others = ("git rm old.py", "git mv b.py conftest.py")
    paste(opened, "```bash\n" + "\n".join((*harmless, *others)) + "\n```\n")
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 4)

    def state_of(command: str) -> SuggestionState:
        return next(one.state for one in review(opened).suggestions if one.text == command)

    for command in (*harmless, *others):
        ask_command(opened, command)
        qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), WholeText))
        how = "Return runs the command." if command in harmless else "Return goes to Cancel, Tab from there to Run."
        qtbot.waitUntil(lambda how=how: how in words(opened.proposal))
        assert (buttons(opened.proposal)[f"Run {command}"].property("role") == "primary") is (command in harmless)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        if command in harmless:
            qtbot.waitUntil(lambda: state_of(command) is SuggestionState.DONE)  # noqa: B023
        else:
            assert QApplication.focusWidget().accessibleName() == "Cancel"
            assert state_of(command) is SuggestionState.OPEN

    assert (project.root / "made").is_dir()
    assert project.read("moved.py") == b"x = 1\n"
    assert project.read("old.py") == b"gone = True\n"


def test_after_a_command_was_run_the_keys_are_about_the_next_one(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    paste(opened, "```bash\nmkdir -p first\nmkdir -p second\n```\n")
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 2)
    ask_command(opened, "mkdir -p first")
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), WholeText))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil((project.root / "first").is_dir)

    qtbot.waitUntil(lambda: opened.proposal.files.current_command == "mkdir -p second")
    qtbot.waitUntil(opened.proposal.files.hasFocus)
    QTest.keyClick(opened.proposal.files, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), WholeText))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil((project.root / "second").is_dir)


def test_a_command_in_the_list_is_not_zoomed_with_the_code(opened: WindowController, qtbot: QtBot) -> None:
    paste(opened, "```bash\nmkdir -p first\n```\n")
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 1)
    files = opened.proposal.files
    height = files.sizeHintForRow(1)

    for _ in range(5):
        QTest.keyClick(opened.window, Qt.Key.Key_Plus, CTRL)

    qtbot.waitUntil(lambda: opened.session.preferences.now.zoom == 5)
    assert files.sizeHintForRow(1) == height


def test_a_decided_file_that_a_command_moved_is_named_by_its_new_path(opened: WindowController, qtbot: QtBot) -> None:
    paste(opened, edit("a.py", "x = 1", "x = 2") + "\n\n```bash\ngit mv a.py moved.py\n```\n")
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    opened.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(opened) == "y")
    ask_command(opened, "git mv a.py moved.py")
    press(qtbot, opened.proposal, "Run git mv a.py moved.py")
    qtbot.waitUntil(lambda: review(opened).files[0].moved_to == "moved.py")
    opened.proposal.files.pick("a.py")

    qtbot.waitUntil(lambda: "moved.py | accepted · moved here from a.py" in words(opened.diff).replace("\n", " | "))
    row = file_list(opened).currentIndex()
    assert row.data() == "moved.py"
    assert "moved here from a.py by a command" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Reject moved.py" in buttons(opened.diff)
    opened.do(Act.COPY_PATH)
    assert QApplication.clipboard().text() == "moved.py"
    opened.reviewing.show_place("moved.py", 0)
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    opened.session.decisions.finish()
    qtbot.waitUntil(lambda: not review(opened).files and opened.conversation.is_settled)
    (card,) = opened.conversation._transcript.blocks
    assert card.status()[0].endswith(" · accepted")  # no commit has it yet


def test_a_reply_of_commands_alone_says_that_it_ends_a_review_that_was_all_decided(
    opened: WindowController, qtbot: QtBot
) -> None:
    paste(opened, edit("a.py", "x = 1", "x = 2"))
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    opened.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(opened) == "y")

    paste(opened, "```bash\ngit rm old.py\n```\n")

    qtbot.waitUntil(lambda: "The review before it was all decided and is finished" in words(opened.notices))
    press(qtbot, opened.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(opened) == "y")
