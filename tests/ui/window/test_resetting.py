"""Promises of resetting decisions in the whole window."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
)
from pytestqt.qtbot import QtBot

from guillemet.engine.review import Badge
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, file_list, paste, review, shown


def test_the_key_resets_the_hunk_it_is_pressed_at_in_the_diff_and_the_file_in_the_list(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.commit({"one.txt": "".join(f"line {n}\n" for n in range(1, 41))})
    paste(opened, "".join(edit("one.txt", f"line {n}", f"LINE {n}") for n in (5, 20, 35)))
    qtbot.waitUntil(lambda: shown(opened) == "one.txt")
    opened.diff.setFocus()
    for number in (1, 2):
        qtbot.waitUntil(lambda number=number: f"hunk {number} of 3" in words(opened.diff))
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: "hunk 3 of 3" in words(opened.diff))

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_R)
    qtbot.waitUntil(lambda: "Nothing is decided at the line of the text cursor." in words(opened.notices))
    assert project.read("one.txt").count(b"LINE") == 2

    for key in (Qt.Key.Key_K, Qt.Key.Key_K, Qt.Key.Key_R):
        QTest.keyClick(QApplication.focusWidget(), key)
    qtbot.waitUntil(lambda: "What was decided in hunk 1 of one.txt is reset." in words(opened.notices))
    qtbot.waitUntil(lambda: "hunk 1 of 3" in words(opened.diff))
    assert project.read("one.txt").count(b"LINE") == project.read("one.txt").count(b"LINE 20") == 1
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: b"LINE 5" in project.read("one.txt"))

    for key, held in ((Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.AltModifier), (Qt.Key.Key_Backspace, CTRL_SHIFT)):
        QTest.keyClick(opened.window, key, held)
        qtbot.waitUntil(lambda: decisions(opened) == "y")
        kept = "The accepted hunks of one.txt stay accepted. The rest is rejected."
        qtbot.waitUntil(lambda kept=kept: opened.notices.current is not None and opened.notices.current.what == kept)
        assert project.read("one.txt").count(b"LINE") == 2
        press(qtbot, opened.notices, "Undo")
        qtbot.waitUntil(lambda: decisions(opened) == ".")

    QTest.keyClick(opened.window, Qt.Key.Key_1, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_R)
    qtbot.waitUntil(lambda: "All decisions on the hunks of the file are reset." in words(opened.notices))
    assert b"LINE" not in project.read("one.txt")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_R)
    qtbot.waitUntil(lambda: "Nothing is decided on one.txt yet." in words(opened.notices))

    opened.diff.setFocus()
    QTest.keyClick(opened.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: decisions(opened) == "y")
    QTest.keyClick(opened.window, Qt.Key.Key_2, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_R)
    qtbot.waitUntil(lambda: decisions(opened) == ".")
    assert project.read("one.txt").count(b"LINE") == 2


def test_a_reset_in_another_file_than_the_current_one_leads_to_the_hunk_that_comes_back(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    names = ("a.txt", "b.txt")
    project.commit({name: "".join(f"line {n}\n" for n in range(1, 41)) for name in names})
    paste(opened, "".join(edit(name, f"line {n}", f"LINE {n}") for name in names for n in (5, 30)))
    qtbot.waitUntil(lambda: shown(opened) == "a.txt")
    opened.diff.setFocus()
    for words_there, key in (("a.txt · hunk 1", Qt.Key.Key_Y), ("a.txt · hunk 2", Qt.Key.Key_X)):
        qtbot.waitUntil(lambda words_there=words_there: words_there in words(opened.diff))
        QTest.keyClick(QApplication.focusWidget(), key)
    qtbot.waitUntil(lambda: shown(opened) == "b.txt" and decisions(opened) == "y.")
    QTest.keyClick(opened.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: decisions(opened) == "yy" and opened.session.tasks.is_idle)
    if "hunk 2 of 2 rejected" not in words(opened.diff):
        press(qtbot, opened.diff, "Unfold a.txt")

    press(qtbot, opened.diff, "Reset the decision on hunk 2")

    qtbot.waitUntil(lambda: "a.txt · hunk 2 of 2" in words(opened.diff) and shown(opened) == "a.txt")
    qtbot.waitUntil(lambda: not opened.diff.decisions.is_under_way)
    QTest.keyClick(opened.diff.splitter.main, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(opened) == "yy")
    assert project.read("a.txt").count(b"LINE") == 2


def test_the_list_resets_all_files_that_are_selected_and_none_on_the_head_of_a_group(
    proposed: WindowController, qtbot: QtBot
) -> None:
    for path in ("a.py", "b.py"):
        proposed.session.decisions.accept([path])
    qtbot.waitUntil(lambda: decisions(proposed) == "yy." and proposed.session.tasks.is_quiet)
    file_list(proposed).setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Right):
        QTest.keyClick(file_list(proposed), key)
    QTest.keyClick(file_list(proposed), Qt.Key.Key_A, CTRL)
    QTest.keyClick(file_list(proposed), Qt.Key.Key_R)
    qtbot.waitUntil(lambda: decisions(proposed) == "..." and proposed.session.tasks.is_quiet)
    QTest.keyClick(file_list(proposed), Qt.Key.Key_A, CTRL)
    QTest.keyClick(file_list(proposed), Qt.Key.Key_R)
    qtbot.waitUntil(lambda: "Nothing is decided on these 3 files yet." in words(proposed.notices))

    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.proposal.files.pick("a.py")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")
    file_list(proposed).setFocus()
    QTest.keyClick(file_list(proposed), Qt.Key.Key_Left)

    QTest.keyClick(file_list(proposed), Qt.Key.Key_R)

    qtbot.waitUntil(lambda: "No file is selected. Go to a file" in words(proposed.notices))
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert decisions(proposed) == "y.."
    QTest.keyClick(file_list(proposed), Qt.Key.Key_X)
    qtbot.waitUntil(lambda: "No file is selected. Go to a file to decide it." in words(proposed.notices))
    assert decisions(proposed) == "y.."


def test_where_accepted_lines_were_changed_since_a_refused_reset_or_reject_leads_on(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    files = file_list(proposed)
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    project.write({"a.py": "x = 3\n"})
    qtbot.waitUntil(lambda: review(proposed).file_at["a.py"].badges == {Badge.EDITED_SINCE})
    proposed.proposal.files.pick("a.py")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")

    for key in (Qt.Key.Key_X, Qt.Key.Key_R):
        QTest.keyClick(files, key)
        qtbot.waitUntil(lambda: "Or reset only the decision: the file stays as it lies" in words(proposed.notices))
        assert {"Reset the decision only", "Show the file"} <= set(buttons(proposed.notices))
        qtbot.waitUntil(lambda: proposed.session.tasks.is_idle)

    press(qtbot, proposed.notices, "Show the file")
    qtbot.waitUntil(lambda: "The file is shown as it lies on disk." in words(proposed.diff))
    assert holds_focus(proposed.diff)
    press(qtbot, proposed.notices, "Reset the decision only")
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    qtbot.waitUntil(lambda: "The decision on a.py is reset." in words(proposed.notices))
    assert "What was changed since stays as it lies on the disk." in words(proposed.notices)
    assert review(proposed).conflicts == {"a.py"}
    assert project.read("a.py") == b"x = 3\n"
    press(qtbot, proposed.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    assert project.read("a.py") == b"x = 3\n"
