"""Promises of failed blocks in the list, and of the decision on a file beside them."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.review import Decision
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import BODY, SEARCHED, decisions, file_list, paste, review, shown


def _accept_beside_block(desk: WindowController, qtbot: QtBot) -> None:
    """Accept a hunk in the file of the failed block."""
    paste(desk, edit("steps.py", "def step_2(xs):", "def step_2(ys):"))
    qtbot.waitUntil(lambda: shown(desk) == "steps.py" and decisions(desk) == "..")
    desk.session.decisions.accept(["steps.py"])
    qtbot.waitUntil(lambda: shown(desk) == "b.py" and desk.session.tasks.is_quiet)


def test_dismissing_in_the_list_goes_on_to_what_is_to_settle_before_what_is_proposed(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    accepted = ("k.py", "m.py", "p.py")
    project.write(dict.fromkeys(accepted, BODY))
    replies = [edit(path, "def step_2(xs):", "def step_2(ys):") + edit(path, SEARCHED, "") for path in accepted]
    paste(opened, "\n".join((*replies, edit("b.py", "y = 1", "y = 2"))))
    qtbot.waitUntil(lambda: decisions(opened) == "....")
    opened.session.decisions.accept(accepted)
    qtbot.waitUntil(lambda: shown(opened) == "b.py" and opened.session.tasks.is_quiet)
    files = file_list(opened)
    files.setFocus()
    spot = files.visualRect(files.model().index(3, 0)).center()
    QTest.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    qtbot.waitUntil(lambda: shown(opened) == "p.py")

    for path in ("k.py", "m.py", "b.py"):
        QTest.keyClick(files, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda path=path: shown(opened) == opened.proposal.files.current_path == path)
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
        block, row = opened.diff.blocks.current, files.model().row_at(files.currentIndex())
        assert (block is not None and block.outcome.path) == (path != "b.py" and path)
        assert row.group == ("Proposed" if path == "b.py" else "To settle")
    assert len(review(opened).decided(Decision.ACCEPTED)) == 3


def test_a_file_with_a_failed_block_is_accepted_in_each_way_and_the_block_is_offered_to_be_dismissed(
    failed: WindowController, qtbot: QtBot
) -> None:
    paste(failed, edit("steps.py", "def step_20(xs):", "def step_20(ys):"))  # the model tried again
    qtbot.waitUntil(lambda: shown(failed) == "steps.py" and decisions(failed) == "..")
    qtbot.waitUntil(lambda: failed.session.tasks.is_quiet)

    for way in ("Space", "Accept file steps.py", "Accept steps.py", "y"):
        print(way)  # noqa: T201  shown where it fails
        if way == "Space":
            file_list(failed).setFocus()
            failed.proposal.files.pick("steps.py")
            QTest.keyClick(file_list(failed), Qt.Key.Key_Space)
        else:
            failed.diff.setFocus()
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)  # the block stands above the hunk
            if way == "y":
                QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
            else:
                press(qtbot, failed.diff, way)
        qtbot.waitUntil(lambda: {file.path for file in review(failed).decided(Decision.ACCEPTED)} == {"steps.py"})

        press(qtbot, failed.notices, "Dismiss what failed")

        qtbot.waitUntil(lambda: review(failed).outcomes[1].reason is Reason.DISMISSED)
        for _ in range(2):
            QTest.keyClick(failed.window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda: review(failed).outcomes[1].reason is Reason.NOT_FOUND and decisions(failed) == "..")
        qtbot.waitUntil(lambda: shown(failed) == "steps.py" and failed.session.tasks.is_quiet)


def test_a_failed_block_of_an_accepted_file_is_placed_from_what_is_to_settle(
    failed: WindowController, qtbot: QtBot
) -> None:
    _accept_beside_block(failed, qtbot)
    files = file_list(failed)

    QTest.mouseClick(
        files.viewport(), Qt.MouseButton.LeftButton, pos=files.visualRect(files.model().index(1, 0)).center()
    )

    qtbot.waitUntil(lambda: shown(failed) == "steps.py" and "Place here replaces" in words(failed.diff))
    assert (files.currentIndex().row(), files.currentIndex().data()) == (1, "steps.py")
    press(qtbot, failed.diff, "Place here: the current block")
    qtbot.waitUntil(lambda: review(failed).outcomes[1].is_success)
    qtbot.waitUntil(lambda: failed.proposal.files.current_path == shown(failed) == "steps.py")
    groups = [row.group for row in files.model().rows if row.key == "steps.py"]
    assert groups == ["Proposed"]


def test_the_list_says_whether_the_keys_are_at_the_failed_block_of_an_accepted_file_or_at_its_hunks(
    failed: WindowController, qtbot: QtBot
) -> None:
    _accept_beside_block(failed, qtbot)
    files, rows = file_list(failed), failed.proposal.files.model()
    failed.diff.setFocus()

    def marked() -> tuple[str, str]:
        row = rows.row_at(files.currentIndex())
        return row.key.rpartition("\0")[2], str(row.group)

    for key, expected in (
        (Qt.Key.Key_K, ("steps.py", "To settle")),
        (Qt.Key.Key_J, ("b.py", "Proposed")),
        (Qt.Key.Key_K, ("steps.py", "To settle")),
    ):
        QTest.keyClick(QApplication.focusWidget(), key)
        assert marked() == expected
    QTest.keyClicks(QApplication.focusWidget(), ":")
    QTest.keyClicks(QApplication.focusWidget(), "6\r")
    qtbot.waitUntil(lambda: failed.diff.blocks.current is None)
    assert marked() == ("steps.py", "Accepted")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_K)
    assert marked() == ("steps.py", "To settle")
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: review(failed).outcomes[1].status is Status.DISMISSED)
    assert decisions(failed) == ".y"


def test_a_click_into_a_card_makes_its_file_the_one_that_list_head_foot_and_keys_of_the_file_are_about(
    failed: WindowController, qtbot: QtBot
) -> None:
    failed.diff.setFocus()
    qtbot.waitUntil(lambda: any(box.isVisible() for box in failed.diff.findChildren(CodeBox)))
    assert failed.proposal.files.current_path == shown(failed) == "b.py"
    assert "Accept b.py" in buttons(failed.diff)
    box = next(box for box in failed.diff.findChildren(CodeBox) if box.isVisible())

    QTest.mouseClick(box.viewport(), Qt.MouseButton.LeftButton, pos=box.viewport().rect().center())

    assert failed.diff.blocks.current is not None
    assert failed.proposal.files.current_path == shown(failed) == failed.session.looking.path == "steps.py"
    assert next(head for head in failed.diff.findChildren(FileHead) if head.is_current).file.path == "steps.py"
    assert "line 1, added" not in words(failed.diff.findChild(Footer))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: "Place this block (" in words(failed.diff.findChild(Footer)))
    qtbot.waitUntil(lambda: failed.session.tasks.is_quiet)
    assert decisions(failed) == "."


def test_the_next_undecided_file_is_also_one_of_which_a_block_failed(failed: WindowController, qtbot: QtBot) -> None:
    paste(failed, edit("a.py", "x = 1", "x = 2"))
    qtbot.waitUntil(lambda: len(review(failed).files) == 2)
    failed.proposal.files.pick("b.py")
    qtbot.waitUntil(lambda: shown(failed) == "b.py")
    failed.proposal.focus_files()
    order = [path for path in failed.proposal.order if path != "b.py"]
    assert set(order) == {"a.py", "steps.py"}

    passed = []
    for _ in range(3):
        QTest.keyClick(file_list(failed), Qt.Key.Key_N)
        passed.append(failed.proposal.files.current_path)

    assert sorted(passed) == ["a.py", "b.py", "steps.py"]
    assert passed[-1] == "b.py"


def test_the_key_that_places_a_block_works_from_the_list_while_another_file_is_read(
    failed: WindowController, qtbot: QtBot
) -> None:
    failed.session.show_place("a.py", 1)
    qtbot.waitUntil(lambda: shown(failed) == "a.py")
    failed.proposal.focus_files()

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    qtbot.waitUntil(lambda: failed.diff.blocks.current is not None)
    assert review(failed).outcomes[1].status is Status.FAILED  # it is seen before it is placed
    assert holds_focus(failed.proposal)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    qtbot.waitUntil(lambda: review(failed).outcomes[1].status is Status.APPLIED)
    qtbot.waitUntil(lambda: failed.session.tasks.is_quiet)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    assert "No block waits to be placed." in words(failed.diff)
