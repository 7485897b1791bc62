"""Promises of deciding in the whole window, by keys and buttons."""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
)
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Offer
from guillemet.engine.review import Badge
from guillemet.engine.workspace import Workspace
from guillemet.ui.actions import Act
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, named, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS
from tests.ui.window.hands import decisions, file_list, paste, press_above, review, row_of, shown

SUGGESTING = "Then drop the old one:\n\n```bash\ngit rm old.py\n```\n"


def test_files_are_decided_by_keyboard_alone_one_by_one_and_all_at_once(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    QTest.keyClick(proposed.window, Qt.Key.Key_Return, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    assert project.status() == {}
    QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    QTest.keyClick(proposed.diff.splitter.main, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: "Nothing is left to decide. 3 files wait for a commit." in words(proposed.notices))
    QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    proposed.proposal.files.pick("a.py")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py" and proposed.session.tasks.is_quiet)

    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_X)
    qtbot.waitUntil(lambda: decisions(proposed) == "yn.")
    for left in ("y..", "..."):
        QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda left=left: decisions(proposed) == left)
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")

    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    QTest.keyClick(files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: decisions(proposed) == "yn.")
    qtbot.waitUntil(lambda: shown(proposed) == "c.py")
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(proposed) == "yny")

    assert project.read("a.py") == b"x = 2\n"
    assert project.read("b.py") == b"y = 1\n"
    assert project.read("c.py") == b"z = 1\n"


def test_after_all_are_accepted_only_the_row_of_the_shown_file_is_selected(
    proposed: WindowController, qtbot: QtBot
) -> None:
    def click(words: str) -> None:
        rows = (files.model().index(row, 0) for row in range(files.model().rowCount()))
        place = files.visualRect(next(index for index in rows if index.data() == words)).center()
        qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=place)

    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(proposed) == "y.." and shown(proposed) == "b.py")
    click("c.py")
    qtbot.waitUntil(lambda: shown(proposed) == "c.py")
    press(qtbot, proposed.window, "Accept 2 files")
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy" and shown(proposed) == "a.py")

    assert [index.data() for index in files.selectedIndexes()] == ["a.py"]  # which the next key decides


def test_once_all_is_accepted_the_diff_offers_to_reject_no_file_that_is_folded(
    proposed: WindowController, qtbot: QtBot
) -> None:
    press(qtbot, proposed.window, "Accept 3 files")
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy" and proposed.diff.splitter.main.hunk is None)
    path = shown(proposed)
    qtbot.waitUntil(lambda: f"Reject file {path}" not in buttons(proposed.diff))

    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_X)
    assert "Unfold it to decide otherwise" in words(proposed.diff)
    assert decisions(proposed) == "yyy"

    named(proposed.diff, QAbstractButton, f"Unfold {path}").click()
    qtbot.waitUntil(lambda: f"Reject file {path}" in buttons(proposed.diff))
    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_X)
    qtbot.waitUntil(lambda: decisions(proposed) == "nyy")


def test_what_can_be_done_says_how_much_and_a_refusal_is_told_until_a_later_step_or_the_lines_settle_it(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    table = proposed.window.actions_table
    assert table[Act.ACCEPT_ALL].text() == "Accept all (3 files)"
    assert not table[Act.STAGE].isEnabled()
    assert not table[Act.REDO].isEnabled()
    (project.root / "a.py").write_bytes(b"x = 3\n")
    qtbot.waitUntil(lambda: review(proposed).conflicts == {"a.py"})
    QTest.keyClick(file_list(proposed), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "a.py was changed meanwhile" in words(proposed.notices))
    (project.root / "a.py").write_bytes(b"x = 1\n")
    qtbot.waitUntil(lambda: "a.py was changed meanwhile" not in words(proposed.notices))
    assert decisions(proposed) == "..."

    proposed.session.decisions.reconsider_hunk("a.py", 1, "as it was before")
    qtbot.waitUntil(lambda: "Look at it again" in words(proposed.notices))
    QTest.keyClick(file_list(proposed), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    qtbot.waitUntil(lambda: "Look at it again" not in words(proposed.notices))
    assert buttons(proposed.window)["Undo"].toolTip() == "Undo: Accept a.py (Ctrl+Z)"

    QTest.keyClick(proposed.window, Qt.Key.Key_D, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "2 files are still undecided." in words(proposed.notices))
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    assert decisions(proposed) == "y.."

    proposed.diff.switch_white_space()  # which stays so, and is named
    qtbot.waitUntil(lambda: "White space at line ends ignored, in every diff from now on." in words(proposed.notices))
    assert "2 of 4 ways. W again: amount of white space ignored." in words(proposed.notices)


def test_a_notice_of_failed_blocks_goes_with_the_step_it_is_about_and_with_the_last_of_them(
    proposed: WindowController, qtbot: QtBot
) -> None:
    paste(proposed, edit("b.py", "nowhere", "x") + edit("b.py", "neither", "x"))
    qtbot.waitUntil(lambda: sum(not outcome.is_settled for outcome in review(proposed).outcomes) == 2)
    failed = [number for number, outcome in enumerate(review(proposed).outcomes, start=1) if not outcome.is_settled]
    notices, told = proposed.notices, list[str]()
    notices.refilled.connect(lambda: told.append(notices.current.text if notices.current else ""))
    proposed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: notices.offers(Offer.DISMISS_BLOCKS), timeout=SECONDS)
    assert "without 2 blocks that failed" in told[-1]
    proposed.session.decisions.undo()
    qtbot.waitUntil(lambda: decisions(proposed) == "...", timeout=SECONDS)
    assert not notices.offers(Offer.DISMISS_BLOCKS)

    proposed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: notices.offers(Offer.DISMISS_BLOCKS), timeout=SECONDS)
    proposed.reviewing.dismiss(failed[0])  # which is reported by a notice of its own
    qtbot.waitUntil(lambda: any("without a block that failed" in one for one in told), timeout=SECONDS)
    proposed.reviewing.dismiss(failed[1])
    qtbot.waitUntil(lambda: all(outcome.is_settled for outcome in review(proposed).outcomes), timeout=SECONDS)
    assert not notices.offers(Offer.DISMISS_BLOCKS)


def test_keys_held_down_select_nothing_else_decisions_made_elsewhere_appear_and_the_palette_decides_the_hunk(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    window, alt = proposed.window.windowHandle(), Qt.KeyboardModifier.AltModifier
    QTest.keyPress(window, Qt.Key.Key_Y, CTRL | alt)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    QTest.keyPress(window, Qt.Key.Key_Y, CTRL | alt)
    qtbot.waitUntil(lambda: decisions(proposed) == "yy.")
    QTest.keyPress(window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    QTest.keyRelease(window, Qt.Key.Key_Z)
    assert [index.row() for index in file_list(proposed).selectedIndexes()] == [
        file_list(proposed).currentIndex().row()
    ]

    Workspace.open(project.root).accept(["c.py"])  # by the command line
    qtbot.waitUntil(lambda: decisions(proposed) == "y.y")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py" and proposed.session.tasks.is_quiet)

    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    QTest.keyClicks(QApplication.focusWidget(), "accept lines")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")


MOVING = """```diff
diff --git a/old.py b/new.py
similarity index 90%
rename from old.py
rename to new.py
--- a/old.py
+++ b/new.py


@@ -1 +1 @@
-gone = True
+gone = False
```
"""


def test_once_the_only_hunk_of_a_moved_file_is_rejected_the_next_key_decides_the_move(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    paste(opened, edit("a.py", "x = 1", "x = 2") + "\n" + MOVING)
    qtbot.waitUntil(lambda: len(review(opened).files) == 2)
    opened.session.looking.show("new.py")
    qtbot.waitUntil(lambda: shown(opened) == "new.py")
    opened.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_X)
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet and "new.py · whole file" in words(opened.diff))
    assert decisions(opened) == ".."

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)

    qtbot.waitUntil(lambda: decisions(opened) == ".y")
    assert project.read("new.py") == b"gone = True\n"
    qtbot.waitUntil(lambda: shown(opened) == "a.py")


THREE = "".join(f"line {number}\n" for number in range(1, 61))


def propose_three_hunks(desk: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> None:
    project.commit({"long.txt": THREE})
    paste(desk, "\n".join(edit("long.txt", f"line {line}", f"changed {line}") for line in (10, 30, 50)))
    qtbot.waitUntil(lambda: shown(desk) == "long.txt")
    desk.diff.setFocus()
    qtbot.waitUntil(desk.diff.splitter.main.hasFocus)
    qtbot.waitUntil(lambda: desk.session.tasks.is_quiet)


def take_back(desk: WindowController, qtbot: QtBot, steps: int) -> None:
    """Undo so many steps by key, one after the other."""
    for _ in range(steps):
        QTest.keyClick(desk.window.windowHandle(), Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda: desk.session.tasks.is_quiet)


def test_a_hunk_that_comes_back_with_undo_is_the_current_one_and_redo_goes_on_behind_it(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_three_hunks(opened, project, qtbot)
    window = opened.window.windowHandle()
    for number in (3, 1):  # the next undecided one, after the last the first
        opened.diff.accept_part(1)
        qtbot.waitUntil(lambda number=number: f"hunk {number} of 3\n" in words(opened.diff))
    for number, line in ((3, 50), (2, 30)):
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda number=number: f"hunk {number} of 3\n" in words(opened.diff))
        assert opened.diff.current_line().line == line - 1
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "hunk 3 of 3\n" in words(opened.diff))


def test_a_key_that_goes_to_a_hunk_leaves_the_focus_where_one_writes(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_three_hunks(opened, project, qtbot)
    opened.commit.focus_message()
    writing = QApplication.focusWidget()
    QTest.keyClick(opened.window.windowHandle(), Qt.Key.Key_F7)
    qtbot.waitUntil(lambda: "hunk 2 of 3" in words(opened.diff))

    assert QApplication.focusWidget() is writing
    assert not opened.diff.isAncestorOf(writing)


def test_what_is_pressed_while_a_decision_is_carried_out_decides_the_hunk_it_is_for(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_three_hunks(opened, project, qtbot)
    opened.diff.reject_part(0)
    opened.diff.reject_part(0)  # by a double click
    opened.diff.accept_part(2)
    qtbot.waitUntil(lambda: (review(opened).files[0].rejected_hunks, review(opened).files[0].accepted_hunks) == (1, 1))
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert decisions(opened) == "."
    assert project.read("long.txt").decode() == THREE.replace("line 50\n", "changed 50\n")

    take_back(opened, qtbot, 2)
    qtbot.waitUntil(lambda: "hunk 1 of 3\n" in words(opened.diff))
    for key in (Qt.Key.Key_Y, Qt.Key.Key_X, Qt.Key.Key_Y):
        QTest.keyClick(opened.diff.splitter.main, key)
    qtbot.waitUntil(lambda: decisions(opened) == "y")
    changed = THREE.replace("line 10\n", "changed 10\n").replace("line 50\n", "changed 50\n")
    assert project.read("long.txt").decode() == changed


def test_a_key_that_goes_to_a_hunk_from_the_list_lets_the_next_letter_decide_that_hunk(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_three_hunks(opened, project, qtbot)
    for key, hunk, line in ((Qt.Key.Key_J, "hunk 2 of 3", 30), (Qt.Key.Key_F7, "hunk 3 of 3", 50)):
        file_list(opened).setFocus()
        before = project.read("long.txt")
        QTest.keyClick(opened.window.windowHandle(), key)
        qtbot.waitUntil(lambda hunk=hunk: hunk in words(opened.diff))
        QTest.keyClick(opened.window.windowHandle(), Qt.Key.Key_Y)
        qtbot.waitUntil(lambda before=before: project.read("long.txt") != before)
        assert project.read("long.txt") == before.replace(b"line %d\n" % line, b"changed %d\n" % line)

    qtbot.waitUntil(lambda: len(opened.diff.content.hunks) == 1)  # type: ignore[union-attr]
    assert decisions(opened) == "."
    press_above(opened, qtbot, Qt.Key.Key_X)  # of the one left, which is the current one
    qtbot.waitUntil(lambda: decisions(opened) != ".")
    assert b"changed 10" not in project.read("long.txt")


def test_selected_lines_stay_selected_until_their_own_text_is_another(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    main = proposed.diff.splitter.main
    QTest.keyClick(main, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert main.textCursor().selectedText() == "x = 2"
    paste(proposed, edit("a.py", "x = 2", "x = 4"))
    qtbot.waitUntil(lambda: "x = 4" in main.toPlainText())
    assert not main.textCursor().hasSelection()
    assert "Accept 1 line" not in buttons(proposed.diff)

    qtbot.waitUntil(lambda: "y = 2" in main.toPlainText() and proposed.session.tasks.is_quiet)
    QTest.keyClick(main, Qt.Key.Key_J)
    QTest.keyClick(main, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert main.textCursor().selectedText() == "y = 2"
    assert "Accept 1 line" in buttons(proposed.diff)
    project.write({"a.py": "x = 3\n", "c.py": "z = 0\n"})  # above and below; one is in conflict
    qtbot.waitUntil(lambda: "a.py" in review(proposed).conflicts and "lines that the proposal" in words(proposed.diff))
    assert main.textCursor().selectedText() == "y = 2"
    assert "Accept 1 line" in buttons(proposed.diff)
    QTest.keyClick(main, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(proposed) == ".y.")
    assert project.read("b.py") == b"y = 2\n"


def test_a_file_that_was_decided_so_stays_so_whatever_key_decides_once_more_until_one_takes_it_back(
    proposed: WindowController, qtbot: QtBot
) -> None:
    files = proposed.proposal.files
    proposed.session.decisions.accept(["a.py"])
    proposed.session.decisions.reject(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "yn.")
    alt = CTRL | Qt.KeyboardModifier.AltModifier

    for path, in_list, letter, in_window, word in (
        ("a.py", Qt.Key.Key_Y, Qt.Key.Key_Y, Qt.Key.Key_Y, "accepted"),  # Space is about the commit
        ("b.py", Qt.Key.Key_Delete, Qt.Key.Key_X, Qt.Key.Key_N, "rejected"),
    ):
        said = f"{path} is {word} already. Reset the decision"
        for widget, key, modifier in (
            (file_list(proposed), in_list, Qt.KeyboardModifier.NoModifier),
            (proposed.diff.splitter.main, letter, Qt.KeyboardModifier.NoModifier),
            (proposed.window, in_window, alt),
        ):
            files.pick(path)
            qtbot.waitUntil(lambda path=path: shown(proposed) == path)
            widget.setFocus()
            QTest.keyClick(widget, key, modifier)
            qtbot.waitUntil(lambda said=said: said in words(proposed.notices))
            assert shown(proposed) == path
            proposed.notices.dismiss()
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert decisions(proposed) == "yn."

    files.pick("a.py")
    QTest.keyClick(proposed.window, Qt.Key.Key_U, alt)
    qtbot.waitUntil(lambda: decisions(proposed) == ".n.")


def current_files(desk: WindowController) -> set[str]:
    """Return the files that the list, the buttons below the diff, and the mark of the current hunk are about."""
    view = desk.diff.findChild(DiffView)
    hunk = view.stops.hunk
    shown_file = view.document.files[view.current.file].path
    marked = shown_file if hunk is None else view.document.files[view.document.file_of_hunk(hunk)].path
    listed = desk.proposal.files.current_path or shown_file  # its row may be folded away
    return {desk.session.looking.path, listed, shown(desk), shown_file, marked}


def test_hunks_keep_their_numbers_and_the_list_follows_whatever_was_left_out_filtered_or_current_meanwhile(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    names = [f"f{number}.txt" for number in range(3)]
    project.commit(dict.fromkeys(names, THREE))
    paste(opened, "".join(edit(name, f"line {n}", "LINE") for name in names for n in (10, 30, 50)) + "\n" + SUGGESTING)
    qtbot.waitUntil(lambda: shown(opened) == "f0.txt")
    opened.diff.setFocus()
    qtbot.waitUntil(lambda: "f0.txt · hunk 1 of 3" in words(opened.diff))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)
    for number, key in ((2, Qt.Key.Key_Y), (3, Qt.Key.Key_X)):
        qtbot.waitUntil(lambda number=number: f"f0.txt · hunk {number} of 3" in words(opened.diff))
        QTest.keyClick(QApplication.focusWidget(), key)
    press_above(opened, qtbot, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: "f1.txt · hunk 1 of 3" in words(opened.diff))
    assert project.read("f0.txt").count(b"LINE") == 2

    opened.diff.next_hunk()
    qtbot.waitUntil(lambda: "f1.txt · hunk 2 of 3" in words(opened.diff))
    opened.proposal.start_filter()
    field = named(opened.proposal, QLineEdit, "Filter by path")
    QTest.keyClicks(field, "zzz")  # which nothing fits
    QTest.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: opened.session.tasks.is_idle)
    assert opened.proposal.files.current_path == "f1.txt"
    assert current_files(opened) == {"f1.txt"}
    assert "f1.txt · hunk 2 of 3" in words(opened.diff)

    QTest.keyClick(opened.window, Qt.Key.Key_1, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_End)
    qtbot.waitUntil(lambda: opened.proposal.files.current_command == "git rm old.py")
    QTest.keyClick(opened.window, Qt.Key.Key_2, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)
    qtbot.waitUntil(lambda: opened.proposal.files.current_path == "f1.txt")
    assert holds_focus(opened.diff)


def test_one_file_is_current_after_each_undo_and_redo_of_decisions_and_commands(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    names = [f"f{number}.txt" for number in range(4)]
    project.commit(dict.fromkeys(names, THREE))
    paste(opened, "".join(edit(name, f"line {line}", "changed") for name in names for line in (5, 50)) + SUGGESTING)
    qtbot.waitUntil(lambda: shown(opened) == "f0.txt")
    for file in ("f0.txt", "f1.txt"):
        qtbot.waitUntil(lambda file=file: current_files(opened) == {file})
        QTest.keyClick(file_list(opened), Qt.Key.Key_Delete if file == "f0.txt" else Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: current_files(opened) == {"f2.txt"})
    QTest.keyClick(opened.window, Qt.Key.Key_Return, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(opened) == "nyyy")
    press(qtbot, opened.window, "1 command to run")
    assert opened.proposal.files.current_command == "git rm old.py"
    QTest.keyClick(file_list(opened), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Run git rm old.py" in buttons(opened.proposal))
    press(qtbot, opened.proposal, "Run git rm old.py")
    qtbot.waitUntil(lambda: not (project.root / "old.py").exists())

    undone = (("nyyy", "f2.txt"), ("ny..", "f2.txt"), ("n...", "f1.txt"), ("....", "f0.txt"))
    redone = (("n...", "f1.txt"), ("ny..", "f2.txt"), ("nyyy", "f2.txt"), ("nyyy", "f2.txt"))
    for modifiers, steps in ((CTRL, undone), (CTRL_SHIFT, redone)):
        for decided, file in steps:
            QTest.keyClick(opened.window, Qt.Key.Key_Z, modifiers)
            qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
            qtbot.waitUntil(lambda decided=decided: decisions(opened) == decided)
            qtbot.waitUntil(lambda file=file: current_files(opened) == {file})


def test_undo_leads_to_the_first_of_several_accepted_files_that_were_rejected(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    names = [f"f{number:02}.txt" for number in range(30)]
    project.commit(dict.fromkeys(names, THREE))
    paste(opened, "".join(edit(name, "line 5", "changed") for name in names))
    qtbot.waitUntil(lambda: shown(opened) == "f00.txt")
    opened.session.decisions.accept(["f03.txt", "f08.txt"])
    qtbot.waitUntil(lambda: len(review(opened).commit) == 2)
    files, decided = file_list(opened), decisions(opened)
    for name, modifiers in (("f08.txt", Qt.KeyboardModifier.NoModifier), ("f03.txt", CTRL)):
        place = files.visualRect(row_of(opened, name)).center()
        QTest.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, modifiers, place)

    QTest.keyClick(files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: review(opened).undo == "Reject 2 files")
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    QTest.keyClick(files, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: decisions(opened) == decided)
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert shown(opened) == files.current_path == "f03.txt"
    assert current_files(opened) == {"f03.txt"}
    assert files.viewport().rect().contains(files.visualRect(files.currentIndex()))

    # In the look over the commit it is shown as it will be committed.
    QTest.keyClick(opened.window, Qt.Key.Key_G, CTRL_SHIFT)
    qtbot.waitUntil(lambda: opened.session.looking.is_of_commit and opened.session.tasks.is_quiet)
    opened.session.decisions.reject(["f08.txt"])
    qtbot.waitUntil(lambda: len(review(opened).commit) == 1 and opened.session.tasks.is_quiet)
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(opened) == decided and opened.session.tasks.is_quiet)
    assert (shown(opened), opened.session.looking.is_of_commit) == ("f08.txt", True)


def test_reject_all_says_so_leads_to_what_failed_and_offers_undo(proposed: WindowController, qtbot: QtBot) -> None:
    paste(proposed, edit("lost.py", "nowhere", "x"))
    qtbot.waitUntil(lambda: len(review(proposed).outcomes) == 4)
    proposed.proposal.files.pick("b.py")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")

    QTest.keyClick(proposed.window, Qt.Key.Key_Backspace, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Rejected 3 files. 1 failed block is still to be settled." in words(proposed.notices))

    qtbot.waitUntil(lambda: proposed.session.looking.path == "lost.py")
    assert proposed.proposal.files.current_path == "lost.py"
    press(qtbot, proposed.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    assert "Rejected 3 files" not in words(proposed.notices)


def test_undo_leads_back_to_the_file_in_view_and_offers_to_leave_one_that_was_changed_since(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    proposed.session.looking.show("b.py")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    proposed.do(Act.FINISH_REVIEW)
    qtbot.waitUntil(lambda: not review(proposed).files)

    QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: decisions(proposed) == "yyy" and bool(shown(proposed)))
    assert shown(proposed) == "b.py"
    assert proposed.proposal.files.current_path == "b.py"

    QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    assert buttons(proposed.window)["Undo"].toolTip() == "Undo: Accept a.py (Ctrl+Z)"

    project.write({"a.py": "x = 3\n"})
    changed = "a.py was changed on disk after you accepted it. The commit will hold the accepted text."
    qtbot.waitUntil(lambda: changed in words(proposed.notices))
    project.write({"a.py": "x = 2\n"})
    qtbot.waitUntil(lambda: proposed.notices.current is None)
    project.write({"a.py": "x = 3\n"})
    proposed.do(Act.UNDO)
    qtbot.waitUntil(lambda: "so nothing of this step is undone." in words(proposed.notices))
    press(qtbot, proposed.notices, "Show the file")
    qtbot.waitUntil(lambda: (content := proposed.diff.content) is not None and not content.is_proposed)
    assert proposed.diff.content.texts.after == "x = 3\n"
    assert "The file is shown as it lies on disk." in words(proposed.diff)
    assert holds_focus(proposed.diff)
    assert "Undo the decision only" in buttons(proposed.notices)
    proposed.session.looking.back()
    qtbot.waitUntil(lambda: "changed on disk since you accepted it" in words(proposed.diff))
    assert review(proposed).file_at["a.py"].badges == {Badge.EDITED_SINCE}
    proposed.session.looking.show("b.py")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")

    press(qtbot, proposed.notices, "Undo the decision only")
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    assert project.read("a.py") == b"x = 3\n"
    qtbot.waitUntil(lambda: "What was changed since stays as it lies on the disk." in words(proposed.notices))
    assert review(proposed).conflicts == {"a.py"}
    qtbot.waitUntil(lambda: shown(proposed) == "a.py" and proposed.diff.conflicts.is_current)


def test_a_failed_block_is_placed_left_out_and_its_choice_taken_back(opened: WindowController, qtbot: QtBot) -> None:
    paste(opened, edit("a.py", "x == 1", "x = 2"))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 1)
    press(qtbot, opened.diff, "Elsewhere…")
    press(qtbot, opened.diff, "Place here, at line 1")
    qtbot.waitUntil(lambda: [file.path for file in review(opened).files] == ["a.py"])
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    press(qtbot, opened.diff, "Undo choice: a.py")
    qtbot.waitUntil(lambda: review(opened).files == ())


def test_after_accept_all_the_file_that_asks_is_looked_at(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    (project.root / "twice.py").write_text("a = 1\nb = 2\na = 1\n")
    paste(opened, "\n".join((edit("twice.py", "a = 1", "a = 3"), edit("a.py", "x = 1", "x = 2"))))
    qtbot.waitUntil(lambda: len(review(opened).files) == 2)
    opened.proposal.files.pick("a.py")
    QTest.keyClick(opened.window, Qt.Key.Key_Return, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(opened) == ".y")
    qtbot.waitUntil(lambda: shown(opened) == "twice.py")


def test_the_next_file_is_the_one_below_in_the_diff_and_in_the_list_the_one_listed_next(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")
    project.write({"b.py": "y = 3\n"})  # which is listed first from now on, and stays where it is in the diff
    qtbot.waitUntil(lambda: review(proposed).conflicts == {"b.py"})
    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_BracketRight)
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_BracketLeft)
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")

    proposed.proposal.focus_files()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_BracketRight)
    qtbot.waitUntil(lambda: shown(proposed) == "c.py")


def test_several_files_that_are_accepted_together_are_told_with_a_way_back(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept(["a.py", "b.py"])

    qtbot.waitUntil(lambda: "Accepted 2 hunks in 2 files." in words(proposed.notices))
    press(qtbot, proposed.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    assert project.read("a.py") == b"x = 1\n"


def test_accepting_a_folder_of_files_to_settle_says_why_nothing_of_it_is_accepted(
    opened: WindowController, qtbot: QtBot
) -> None:
    failing = edit("src/lost.py", "x == 1", "x = 2") + edit("src/gone.py", "y == 1", "y = 2")
    paste(opened, edit("b.py", "y = 1", "y = 2") + failing)
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 3)
    opened.proposal.set_as_tree(as_tree=True)
    opened.proposal.files.setFocus()
    opened.proposal.files.pick("src/gone.py")
    qtbot.waitUntil(lambda: opened.proposal.files.current_path == "src/gone.py" and opened.proposal.files.hasFocus())
    QTest.keyClick(opened.proposal.files, Qt.Key.Key_Left)
    assert opened.proposal.files.is_beside_files

    QTest.keyClicks(QApplication.focusWidget(), "y")
    qtbot.waitUntil(lambda: "No file is selected." in words(opened.notices))  # nor a hunk, whatever the diff marks
    assert decisions(opened) == "."

    QTest.keyClick(opened.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: "Nothing was accepted: files to settle are accepted one by one." in words(opened.notices))
    assert opened.proposal.files.current_path == "src/gone.py"


def test_the_cards_of_an_undone_reply_say_so_until_it_is_done_again(opened: WindowController, qtbot: QtBot) -> None:
    opened.window.show_conversation(is_shown=True)
    paste(opened, edit("b.py", "y = 1", "y = 2") + edit("b.py", "nowhere", "there"))
    qtbot.waitUntil(lambda: "failed" in words(opened.conversation))

    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: words(opened.conversation).count("undone · Redo brings it back") == 2)
    assert "failed" not in words(opened.conversation)
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "failed" in words(opened.conversation) and "undone" not in words(opened.conversation))


def test_the_page_of_a_moved_file_says_why_it_is_to_be_looked_at(opened: WindowController, qtbot: QtBot) -> None:
    opened.session.preferences.choose(replace(opened.session.preferences.now, is_continuous=False))
    head = "diff --git a/b.py b/{0}\nsimilarity index 100%\nrename from b.py\nrename to {0}"
    for name, why in (("conftest.py", "conftest.py is run when the project is built"), ("c.py", "")):
        paste(opened, f"```diff\n{head.format(name)}\n```\n")
        said = f"From b.py to {name}." + f" {why}" * bool(why)
        qtbot.waitUntil(lambda said=said: said in words(opened.diff))
        assert bool(why) == ("is run when" in words(opened.diff))
        assert {"Accept file", "Reject file"} <= buttons(opened.diff).keys()
        opened.session.decisions.undo()
        qtbot.waitUntil(lambda: not review(opened).outcomes)


def test_where_a_decision_is_refused_the_next_key_is_about_the_same_file(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    files = file_list(proposed)
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: decisions(proposed) == "y.." and shown(proposed) == "b.py")
    project.write({"a.py": "x = 3\n"})
    qtbot.waitUntil(lambda: review(proposed).file_at["a.py"].badges == {Badge.EDITED_SINCE})
    proposed.proposal.files.pick("a.py")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")

    for key, held in (
        (Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.AltModifier),
        (Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier),
    ):
        QTest.keyClick(files, key, held)
        qtbot.waitUntil(lambda: "a.py was changed since in the same lines" in words(proposed.notices))
        qtbot.waitUntil(lambda: proposed.proposal.files.current_path == shown(proposed) == "a.py")
        qtbot.waitUntil(lambda: proposed.session.tasks.is_idle and not proposed.diff.decisions.is_under_way)
        assert decisions(proposed) == "y..", key
        proposed.notices.dismiss()
    assert project.read("a.py") == b"x = 3\n"
