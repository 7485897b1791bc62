"""Promises of the list beside the diff: what a filter shows is decided by itself, what keys in it decide, clicks."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.diff.hands import settle
from tests.ui.window.hands import decisions, file_list, paste, press_row, review, row_of, shown


def test_a_decision_stays_within_what_the_filter_shows(proposed: WindowController, qtbot: QtBot) -> None:
    proposed.proposal.start_filter()
    QTest.keyClicks(named(proposed.proposal, QLineEdit, "Filter by path"), "b.py")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    file_list(proposed).setFocus()

    QTest.keyClick(file_list(proposed), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(proposed) == ".y.")
    qtbot.waitUntil(lambda: "2 files that it hides are." in words(proposed.notices))

    assert (shown(proposed), file_list(proposed).currentIndex().data()) == ("b.py", "b.py")
    proposed.notices.dismiss()
    QTest.keyClick(file_list(proposed), Qt.Key.Key_N)
    qtbot.waitUntil(lambda: "Show all files" in buttons(proposed.notices))
    press(qtbot, proposed.notices, "Show all files")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")

    proposed.proposal.start_filter()
    field = named(proposed.proposal, QLineEdit, "Filter by path")
    with qtbot.assertNotEmitted(proposed.session.notifications.noticed):  # while one types
        QTest.keyClicks(field, "b.py")
        qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    field.clear()

    # Accepting all that is shown says so as well, and what is left.
    QTest.keyClicks(field, "c.py")
    qtbot.waitUntil(lambda: shown(proposed) == "c.py")
    press(qtbot, proposed.proposal, "Accept 1 shown file")
    qtbot.waitUntil(lambda: "Accepted 1 hunk in 1 file. 1 other file is undecided." in words(proposed.notices))
    assert decisions(proposed) == ".yy"
    assert {"Undo", "Show all files"} <= set(buttons(proposed.notices))
    press(qtbot, proposed.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(proposed) == ".y." and shown(proposed) == "c.py")
    press(qtbot, proposed.proposal, "Reject 1 shown file")
    qtbot.waitUntil(lambda: "Rejected 1 file. 1 other file is undecided." in words(proposed.notices))
    assert decisions(proposed) == ".yn"
    assert {"Undo", "Show all files"} <= set(buttons(proposed.notices))


def test_accepting_all_that_a_filter_shows_says_why_it_left_files_out_and_shows_the_first(
    opened: WindowController, qtbot: QtBot
) -> None:
    names = ("d.py", "e.py", "f.py", "g.txt")
    asking = "".join(create(name, "# ... rest of the code ...\n") for name in names)
    paste(opened, asking + edit("a.py", "x = 1", "x = 2"))
    qtbot.waitUntil(lambda: len(review(opened).files) == 5)
    opened.proposal.start_filter()
    field = named(opened.proposal, QLineEdit, "Filter by path")
    QTest.keyClicks(field, ".py")
    opened.session.looking.pick("a.py")
    qtbot.waitUntil(lambda: shown(opened) == "a.py" and "Accept 1 shown file" in buttons(opened.proposal))

    press(qtbot, opened.proposal, "Accept 1 shown file")

    left = "3 files were left out because they must be reviewed first. The first is shown. 1 other file is undecided."
    qtbot.waitUntil(lambda: f"Accepted 1 hunk in 1 file. {left}" in words(opened.notices))
    qtbot.waitUntil(lambda: shown(opened) == "d.py")


def test_a_filter_that_is_left_takes_its_notice_along_and_leaves_the_buttons_of_the_file(
    proposed: WindowController, qtbot: QtBot
) -> None:
    file_list(proposed).setFocus()
    QTest.keyClick(file_list(proposed), Qt.Key.Key_F)
    QTest.keyClicks(QApplication.focusWidget(), "b.py")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "2 files that it hides are." in words(proposed.notices))

    for key in (Qt.Key.Key_F, Qt.Key.Key_Escape, Qt.Key.Key_Escape):
        QTest.keyClick(QApplication.focusWidget(), key)

    qtbot.waitUntil(lambda: "files that it hides" not in words(proposed.notices))
    qtbot.waitUntil(lambda: "b.py · hunk 1 of 1" in words(proposed.diff))
    assert proposed.diff.findChild(Footer).reject.isVisible()


def test_a_click_on_the_current_file_unfolds_it_in_the_review_and_in_the_commit(
    proposed: WindowController, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy" and proposed.session.tasks.is_quiet)
    path = shown(proposed)

    def is_folded() -> bool:
        heads = [head for head in proposed.diff.findChildren(FileHead) if head.isVisible()]
        return next(head.file.is_closed for head in heads if head.file.path == path)

    qtbot.waitUntil(is_folded)
    assert path == "a.py"
    press_row(proposed, path)
    qtbot.waitUntil(lambda: not is_folded())
    press(qtbot, proposed.diff, f"Fold {path}")
    qtbot.waitUntil(is_folded)

    proposed.session.decisions.finish()
    qtbot.waitUntil(lambda: not review(proposed).files)
    press_row(proposed, path)
    qtbot.waitUntil(lambda: "What will be committed to main: 3 files" in words(proposed.diff))
    press(qtbot, proposed.diff, f"Fold {path}")
    qtbot.waitUntil(is_folded)
    press_row(proposed, path)
    qtbot.waitUntil(lambda: not is_folded())


def test_the_mark_of_another_row_leaves_the_file_that_is_read_where_it_is(
    proposed: WindowController, qtbot: QtBot
) -> None:
    assert shown(proposed) == "a.py"
    files = file_list(proposed)
    model = files.model()
    row = files.visualRect(next(at for n in range(model.rowCount()) if (at := model.index(n, 0)).data() == "b.py"))

    qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row.right() - 16, row.center().y()))

    qtbot.waitUntil(lambda: decisions(proposed) == ".n.")
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert (shown(proposed), proposed.proposal.files.current_path) == ("a.py", "a.py")


def test_the_mark_of_one_of_several_selected_files_leaves_the_others_selected_and_shows_one_of_them(
    proposed: WindowController, qtbot: QtBot
) -> None:
    files, left, ctrl = file_list(proposed), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
    for path, held in (("c.py", Qt.KeyboardModifier.NoModifier), ("a.py", ctrl), ("b.py", ctrl)):
        QTest.mouseClick(files.viewport(), left, held, files.visualRect(row_of(proposed, path)).center())
    qtbot.waitUntil(lambda: shown(proposed) == "b.py" and proposed.session.tasks.is_quiet)

    row = files.visualRect(row_of(proposed, "b.py"))
    pause = QApplication.doubleClickInterval() + 1
    QTest.mouseClick(files.viewport(), left, pos=QPoint(row.right() - 46, row.center().y()), delay=pause)
    qtbot.waitUntil(lambda: decisions(proposed) == ".y." and proposed.session.tasks.is_quiet)

    qtbot.waitUntil(lambda: shown(proposed) == files.currentIndex().data() == "c.py")
    assert "2 files selected" in words(proposed.proposal)
    QTest.keyClick(files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: decisions(proposed) == "nyn")


def test_the_current_file_is_wholly_in_view_above_the_foot_of_the_list_after_the_last_decision(
    opened: WindowController, qtbot: QtBot
) -> None:
    files = [f"file_{n}.txt" for n in range(10)]
    paste(opened, "\n".join((*(create(path, "new") for path in files), "\n```bash\ngit rm a.py\ngit rm b.py\n```\n")))
    qtbot.waitUntil(lambda: len(review(opened).files) == 10)
    opened.session.decisions.accept(files[:-1])
    qtbot.waitUntil(lambda: decisions(opened) == "yyyyyyyyy.")
    listed = file_list(opened)
    for height in range(590, 650, 10):
        opened.window.resize(1024, height)
        settle()
        press_row(opened, files[-1])
        QTest.keyClick(listed, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: "." not in decisions(opened))
        settle()

        assert "2 commands to run" in buttons(opened.proposal)
        assert listed.currentIndex().data() == files[-1]
        assert listed.viewport().rect().contains(listed.visualRect(listed.currentIndex())), height
        QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda: "." in decisions(opened))


def test_from_the_list_the_keys_of_a_hunk_decide_the_one_that_the_diff_marks(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    lines = [f"line {number}" for number in range(40)]
    project.commit({"long.txt": "\n".join(lines) + "\n"})
    paste(opened, "".join(edit("long.txt", lines[at], f"other {at}") for at in (5, 20, 35)))
    qtbot.waitUntil(lambda: shown(opened) == "long.txt" and "hunk 1 of 3" in words(opened.diff))
    file_list(opened).setFocus()

    QTest.keyClick(file_list(opened), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: b"other 5\n" in project.read("long.txt"))
    qtbot.waitUntil(lambda: "hunk 2 of 3" in words(opened.diff))
    QTest.keyClick(file_list(opened), Qt.Key.Key_X)
    qtbot.waitUntil(lambda: "hunk 3 of 3" in words(opened.diff))
    assert b"line 20\n" in project.read("long.txt")
    assert b"line 35\n" in project.read("long.txt")

    QTest.keyClick(file_list(opened), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: b"other 35\n" in project.read("long.txt"))
    assert b"line 20\n" in project.read("long.txt")


def test_with_several_files_selected_the_keys_of_a_hunk_decide_none_and_the_files_are_decided_by_theirs(
    proposed: WindowController, qtbot: QtBot
) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Home)
    QTest.keyClick(files, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    before, count = review(proposed), len(proposed.proposal.files.chosen_paths)
    assert count > 1
    for key in (Qt.Key.Key_Y, Qt.Key.Key_X):
        QTest.keyClick(files, key)
        qtbot.waitUntil(lambda: f"{count} files are selected, so no single hunk is decided." in words(proposed.notices))
        proposed.notices.dismiss()
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert review(proposed) == before

    QTest.keyClick(files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: f"Rejected {count} files." in words(proposed.notices))
    assert decisions(proposed).count("n") == count
