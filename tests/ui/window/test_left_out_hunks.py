"""Promises of hunks that are left out of the next commit: by button, by key, by menu, and committed later."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from guillemet.engine.review import CommitLine
from guillemet.settings import DiffLook
from guillemet.ui.actions import Act
from guillemet.ui.diff.insets.hunk_bar import HunkBar
from guillemet.ui.diff.visible_rows import row_height
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, press, words
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.diff.hands import settle
from tests.ui.window.hands import paste, press_box, review, row_of, shown
from tests.ui.window.test_context_menus import choose, opened_menu

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
STEPS = "".join(f"step {n}\n" for n in range(1, 31))


def steps(*numbers: int) -> bytes:
    """Return the file with these lines changed."""
    lines = (f"STEP {n}\n" if n in numbers else f"step {n}\n" for n in range(1, 31))
    return "".join(lines).encode()


@pytest.fixture
def looking(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with all accepted, and the look over the commit: three hunks, one hunk, a new file."""
    project.commit({"steps.txt": STEPS})
    edits = [edit("steps.txt", f"step {n}", f"STEP {n}") for n in (5, 15, 25)]
    paste(opened, "\n".join((*edits, edit("a.py", "x = 1", "x = 2"), create("new.txt", "new"))))
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    opened.session.decisions.accept([file.path for file in review(opened).files])
    qtbot.waitUntil(lambda: len(review(opened).commit) == 3)
    QTest.keyClick(opened.window, Qt.Key.Key_G, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "What will be committed to main: 3 files" in words(opened.diff))
    qtbot.waitUntil(lambda: "Leave out hunk 1 of 3 in the commit" in buttons(opened.diff))
    return opened


def line_of(desk: WindowController, path: str = "steps.txt") -> CommitLine:
    return next(line for line in review(desk).commit if line.path == path)


def rows(desk: WindowController) -> dict[str, str]:
    """Return what is said of each path of the list of the commit."""
    role = Qt.ItemDataRole.AccessibleTextRole
    return {line.path: row_of(desk, line.path).data(role) for line in review(desk).commit}


def commit(desk: WindowController, project: RepositoryBuilder, qtbot: QtBot, message: str) -> None:
    """Commit by keys."""
    head = project.head
    QTest.keyClick(desk.window, Qt.Key.Key_G, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), message)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: project.head != head)


def type_in_diff(keys: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), keys)


def go_to_first_step(desk: WindowController) -> None:
    """Go to the first hunk of three by keys."""
    type_in_diff("k" * 5)
    for _ in range(5):
        if "hunk 1 of 3" in words(desk.diff):
            return
        type_in_diff("j")
    raise AssertionError(words(desk.diff))


def test_a_hunk_is_left_out_by_its_button_stays_in_view_and_is_committed_later(
    looking: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    press(qtbot, looking.diff, "Leave out hunk 2 of 3 in the commit")

    qtbot.waitUntil(lambda: "Include hunk 2 of 3 in the commit" in buttons(looking.diff))
    texts = [editor.toPlainText() for editor in looking.diff.splitter.editors if not editor.isHidden()]
    assert "STEP 15" in "".join(texts)
    assert "hunk 2 of 3 · +1 −1" in texts[0]
    assert "2 of 3 hunks included" in words(looking.diff)
    assert "2 of 3 hunks" in rows(looking)["steps.txt"]
    commit(looking, project, qtbot, "All but one")

    assert project.committed("steps.txt") == project.staged("steps.txt") == steps(5, 25)
    assert project.read("steps.txt") == steps(5, 15, 25)
    qtbot.waitUntil(lambda: [line.path for line in review(looking).commit] == ["steps.txt"])
    assert "left out" in rows_of_one(looking)

    # It stays under review, where it is reset by its button or by its key.
    press(qtbot, looking.diff, "Reset the decision on hunk 1 of 1")
    qtbot.waitUntil(lambda: review(looking).commit == ())
    assert project.read("steps.txt") == steps(5, 25)
    QTest.keyClick(looking.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: [line.path for line in review(looking).commit] == ["steps.txt"])
    looking.do(Act.RECONSIDER_FILE)
    qtbot.waitUntil(lambda: review(looking).commit == ())
    assert project.read("steps.txt") == steps(5, 25)
    QTest.keyClick(looking.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: [line.path for line in review(looking).commit] == ["steps.txt"])
    press(qtbot, looking.proposal, "Include all in the commit")
    qtbot.waitUntil(lambda: not line_of(looking).is_left_out)
    commit(looking, project, qtbot, "The rest")
    assert project.committed("steps.txt") == steps(5, 15, 25)
    assert project.status() == {}


def rows_of_one(desk: WindowController) -> str:
    (line,) = review(desk).commit
    return str(row_of(desk, line.path).data(Qt.ItemDataRole.AccessibleTextRole))


def test_keys_leave_hunks_out_or_include_them_and_go_on_and_undo_takes_that_back(
    looking: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    looking.diff.setFocus()
    type_in_diff("]" if shown(looking) != "steps.txt" else "")
    qtbot.waitUntil(lambda: shown(looking) == "steps.txt")
    go_to_first_step(looking)
    type_in_diff("x")
    qtbot.waitUntil(lambda: "Include hunk 1 of 3 in the commit" in buttons(looking.diff))
    type_in_diff("kx")
    assert "This hunk is left out already. Y includes it." in words(looking.diff)
    type_in_diff("jx")
    qtbot.waitUntil(lambda: "Include hunk 2 of 3 in the commit" in buttons(looking.diff))
    assert line_of(looking).hunks == (1, 3)
    qtbot.waitUntil(lambda: "steps.txt · hunk 3 of 3 in the commit" in words(looking.diff))
    type_in_diff("ky")
    qtbot.waitUntil(lambda: line_of(looking).hunks == (2, 3))
    qtbot.waitUntil(lambda: "steps.txt · hunk 3 of 3 in the commit" in words(looking.diff))
    QTest.keyClick(looking.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: line_of(looking).hunks == (1, 3))
    qtbot.waitUntil(lambda: "Include hunk 2 of 3 in the commit" in buttons(looking.diff))
    qtbot.waitUntil(lambda: "steps.txt · hunk 2 of 3" in words(looking.diff))

    commit(looking, project, qtbot, "One")
    assert project.committed("steps.txt") == steps(25)


def test_the_menu_of_a_line_leaves_its_hunk_out(looking: WindowController, qtbot: QtBot) -> None:
    splitter = looking.diff.splitter
    splitter.main.setFocus()
    place = next(hunk for hunk in range(len(splitter.rows.hunks)) if "STEP 5" in text_of_hunk(looking, hunk))
    splitter.put_cursor(splitter.rows.hunk_row(place))
    for words_of_entry, hunks in (("Leave hunk out of the commit", (2, 3)), ("Include hunk in the commit", (0, 0))):
        QTest.keyClick(splitter.main, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
        offered = [action.text().partition("\t")[0] for action in opened_menu(qtbot).actions()]
        assert not [entry for entry in offered if entry.startswith(("Accept", "Reject", "Edit hunk"))]
        choose(qtbot, words_of_entry)
        qtbot.waitUntil(lambda hunks=hunks: line_of(looking).hunks == hunks)
        other = "Include hunk 1 of 3 in the commit" if hunks[1] else "Leave out hunk 1 of 3 in the commit"
        qtbot.waitUntil(lambda other=other: other in buttons(looking.diff))
        looking.window.activateWindow()  # as a desktop does by itself
        qtbot.waitUntil(splitter.main.hasFocus)


def text_of_hunk(desk: WindowController, hunk: int) -> str:
    content = desk.diff.splitter.main.content
    return "\n".join(content.new.lines[content.hunks[hunk].new])


def test_the_last_hunk_of_a_file_leaves_the_file_out_and_a_new_file_says_it_is_whole(
    looking: WindowController, qtbot: QtBot
) -> None:
    press(qtbot, looking.diff, "Leave out hunk 1 of 1 in the commit")

    qtbot.waitUntil(lambda: line_of(looking, "a.py").is_by_choice)
    qtbot.waitUntil(lambda: "All of a.py is left out of the commit now." in words(looking.window))
    looking.session.looking.show_commit("a.py")
    press(qtbot, looking.diff, "Include hunk 1 of 1 in the commit")
    qtbot.waitUntil(lambda: not line_of(looking, "a.py").is_left_out)

    looking.session.looking.show_commit("new.txt")
    qtbot.waitUntil(lambda: shown(looking) == "new.txt")
    looking.diff.setFocus()
    type_in_diff("j")
    type_in_diff("x")
    assert "A new file is committed as a whole." in words(looking.diff)
    assert not line_of(looking, "new.txt").is_left_out


def test_hunks_are_left_out_when_nothing_is_under_review_any_more(looking: WindowController, qtbot: QtBot) -> None:
    looking.session.decisions.finish()
    qtbot.waitUntil(lambda: not review(looking).files)
    looking.diff.setFocus()
    go_to_first_step(looking)
    type_in_diff("x")
    qtbot.waitUntil(lambda: line_of(looking).hunks == (2, 3))

    assert row_of(looking, "steps.txt").data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.PartiallyChecked
    press_box(looking, "steps.txt")
    qtbot.waitUntil(lambda: line_of(looking).hunks == (0, 0))
    assert not line_of(looking).is_left_out


def test_the_look_over_a_commit_of_which_all_is_left_out_says_how_to_include_it(
    looking: WindowController, qtbot: QtBot
) -> None:
    for path in ("steps.txt", "a.py", "new.txt"):
        press_box(looking, path)
        qtbot.waitUntil(lambda path=path: line_of(looking, path).is_left_out)

    QTest.keyClick(looking.window, Qt.Key.Key_G, CTRL_SHIFT)

    said = "All that is listed is left out of the commit. Tick a file to commit it."
    qtbot.waitUntil(lambda: said in words(looking.window).replace("\n", " "))
    press_box(looking, "a.py")
    qtbot.waitUntil(lambda: not line_of(looking, "a.py").is_left_out)
    QTest.keyClick(looking.window, Qt.Key.Key_G, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "What will be committed to main: 1 file" in words(looking.diff))


def test_the_bar_of_a_hunk_in_a_narrow_diff_is_one_line_high_and_says_that_it_is_left_out(
    looking: WindowController, qtbot: QtBot
) -> None:
    looking.window.resize(1024, 700)
    QTest.keyClick(looking.window, Qt.Key.Key_F9)
    for look in (DiffLook.SIDE_BY_SIDE, DiffLook.UNIFIED):
        looking.diff.look.set(look)
        press(qtbot, looking.diff, "Leave out hunk 2 of 3 in the commit")
        qtbot.waitUntil(lambda: "Include hunk 2 of 3 in the commit" in buttons(looking.diff))
        settle()

        bars = [bar for bar in looking.diff.findChildren(HunkBar) if bar.isVisible()]
        assert {bar.height() for bar in bars} == {row_height(looking.diff.splitter.main.font())}, look
        said = [
            (one.text(), one.visibleRegion().boundingRect().width() >= one.sizeHint().width())
            for bar in bars
            for one in bar.findChildren(QLabel)
            if one.isVisible()
        ]
        assert said == [("left out", True)], look
        press(qtbot, looking.diff, "Include hunk 2 of 3 in the commit")
        qtbot.waitUntil(lambda: "Leave out hunk 2 of 3 in the commit" in buttons(looking.diff))
