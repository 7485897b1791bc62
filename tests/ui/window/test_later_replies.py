"""Promises of replies that change files which are under review already."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, named
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, paste, review, shown

BROUGHT = "Brought by the latest reply"


def new_hunks(desk: WindowController) -> str:
    """Return the numbers of the hunks in view that are marked as new."""
    marked = [button for button in desk.diff.findChildren(QAbstractButton) if button.isVisible()]
    marked = [button for button in marked if button.accessibleDescription() == BROUGHT and button.text() == "Accept"]
    labels = [label for label in desk.diff.findChildren(QLabel) if label.isVisible() and label.text() == "new"]
    assert [label.toolTip() for label in labels] == [BROUGHT] * len(marked)
    return " ".join(sorted(button.accessibleName().split()[2] for button in marked))


def test_hunks_of_a_further_reply_are_marked_until_decided_reviewed_or_followed_by_another(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.commit({"one.txt": "".join(f"line {n}\n" for n in range(1, 31))})
    opened.window.resize(1700, 1200)

    def take(*blocks: str, count: int) -> None:
        paste(opened, "".join(blocks))
        qtbot.waitUntil(lambda: len(review(opened).outcomes) == count and opened.session.tasks.is_quiet)
        qtbot.waitUntil(lambda: shown(opened) == "one.txt")
        opened.diff.setFocus()

    take(edit("one.txt", "line 3", "LINE 3"), edit("one.txt", "line 27", "LINE 27"), count=2)
    assert new_hunks(opened) == ""

    context = "LINE 3\nline 4\nline 5\nline 6\nline 7\nline 8\n"  # it repeats what the reply before brought
    take(
        edit("one.txt", f"{context}line 9", f"{context}nine\nnine and a half"),
        edit("one.txt", "line 19\nline 20", "line 19"),
        edit("two.txt", "", "of a file of its own"),
        count=5,
    )
    qtbot.waitUntil(lambda: new_hunks(opened) == "2 3")
    assert named(opened.diff, QAbstractButton, "Accept hunk 4 of 4").accessibleDescription() == ""

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: new_hunks(opened) == "3")
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: new_hunks(opened) == "2 3")

    opened.proposal.files.mark_reviewed()
    qtbot.waitUntil(lambda: new_hunks(opened) == "")

    take(edit("one.txt", "line 14", "LINE 14"), count=6)
    qtbot.waitUntil(lambda: new_hunks(opened) == "3")

    below = "line 15\nline 16\nline 17\nline 18"
    # It was written from the file without the reply before, whose change it makes once more.
    take(edit("one.txt", f"line 13\nline 14\n{below}", f"line 13\nLINE 14\n{below[:-2]}eighteen"), count=7)
    qtbot.waitUntil(lambda: new_hunks(opened) == "4")


def test_hunks_of_a_file_that_a_further_reply_gives_whole_are_marked_where_it_changes_them(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    lines = [f"line {n}" for n in range(1, 31)]
    project.commit({"one.txt": "\n".join(lines) + "\n"})
    opened.window.resize(1700, 1200)
    paste(opened, edit("one.txt", "line 3", "LINE 3"))
    qtbot.waitUntil(lambda: shown(opened) == "one.txt")
    lines[2], lines[14] = "LINE 3", "LINE 15"
    del lines[25]

    paste(opened, "\n".join(("one.txt", "```", *lines, "```", "")))
    qtbot.waitUntil(lambda: new_hunks(opened) == "2 3")

    opened.diff.setFocus()
    paste(opened, edit("one.txt", "line 7", "line 7\nline 7 and a half"))
    qtbot.waitUntil(lambda: new_hunks(opened) == "2")


@pytest.mark.parametrize("files", [1, 2])
def test_undo_of_a_later_reply_leaves_what_was_folded_before_folded(
    proposed: WindowController, qtbot: QtBot, files: int
) -> None:
    def folded() -> list[bool]:
        heads = [head for head in proposed.diff.findChildren(FileHead) if head.isVisible()]
        return [head.accessibleName().endswith(", folded") for head in sorted(heads, key=FileHead.y)]

    for decided in ("y..", "yy.", "yyy"):
        QTest.keyClick(proposed.diff.splitter.main, Qt.Key.Key_Y)
        qtbot.waitUntil(lambda decided=decided: decisions(proposed) == decided)
    qtbot.waitUntil(lambda: folded() == [True, True, True])
    paste(proposed, "\n".join((edit("a.py", "x = 2", "x = 3"), edit("b.py", "y = 2", "y = 3"))[:files]))
    qtbot.waitUntil(lambda: decisions(proposed) == "." * files and shown(proposed) == "a.py")

    proposed.do(Act.UNDO)

    qtbot.waitUntil(lambda: decisions(proposed) == "yyy" and len(folded()) == 3)
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert folded() == [True, True, True]
    proposed.proposal.files.pick("b.py")
    qtbot.waitUntil(lambda: folded() == [True, False, True])
