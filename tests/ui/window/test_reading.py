"""Reading any file beside the review: found by name, gone to by line, and left again."""

from functools import partial
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QListView
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.changes.file_chooser import OpenFileDialog
from guillemet.ui.chat.markdown_view import MarkdownView
from guillemet.ui.diff.footer import Footer
from guillemet.ui.widgets.controls import IconButton
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.diff.hands import settle
from tests.ui.window.hands import decisions, paste, review, shown

LINES = "".join(f"line {number}\n" for number in range(1, 301))


@pytest.fixture
def project(empty_repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with files nothing is proposed for."""
    files = {"a.py": "x = 1\n", "b.py": "y = 1\n", "old.py": "", "docs/notes.txt": LINES, "docs/nothing.txt": ""}
    empty_repository.commit(files)
    return empty_repository


def test_files_are_offered_before_anything_is_typed_and_escape_leaves_at_once(
    proposed: WindowController, qtbot: QtBot
) -> None:
    proposed.do(Act.OPEN_FILE)
    qtbot.waitUntil(lambda: bool(proposed.window.findChildren(OpenFileDialog)))
    dialog = proposed.window.findChild(OpenFileDialog)
    found = named(dialog, QListView, "Files found")
    qtbot.waitUntil(lambda: found.model().rowCount() > 1)

    field = named(dialog, QLineEdit, "Open file")
    QTest.keyClicks(field, "a")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not proposed.window.findChildren(OpenFileDialog))


def open_file(qtbot: QtBot, desk: WindowController, typed: str) -> None:
    """Press Ctrl+P, type some letters, and Return once a file is found."""
    QTest.keyClick(desk.window, Qt.Key.Key_P, CTRL)
    dialog = desk.window.findChild(QDialog)
    assert dialog is not None
    field = named(dialog, QLineEdit, "Open file")
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)
    desk.window.activateWindow()  # as a desktop does by itself


def test_a_file_is_found_by_some_letters_and_a_line_read_and_left_for_the_review(
    qtbot: QtBot, proposed: WindowController
) -> None:
    qtbot.waitUntil(lambda: "docs/notes.txt" in proposed.session.talk.conversation.files.known)
    open_file(qtbot, proposed, "dnotes")
    qtbot.waitUntil(lambda: shown(proposed) == "docs/notes.txt")
    text = proposed.diff.splitter.main
    qtbot.waitUntil(text.hasFocus)

    QTest.keyClick(text, Qt.Key.Key_L, CTRL)  # where nothing is read, the message to the model
    field = named(proposed.diff, QLineEdit, "Go to line")
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    QTest.keyClicks(text, ":")
    qtbot.waitUntil(field.hasFocus)
    (caption,) = (one for one in proposed.diff.findChildren(QLabel) if one.text() == "Go to line")
    assert caption.width() >= caption.fontMetrics().horizontalAdvance(caption.text())
    QTest.keyClicks(field, "999")
    assert "There is no line 999, only 300 lines" in words(proposed.diff)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.hasFocus(), "there is no such line to go to"
    field.selectAll()
    QTest.keyClicks(field, "270")
    assert "of 300" in words(proposed.diff)
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert text.textCursor().block().text() == "line 270"
    assert text.hasFocus()

    def leave_with_open_bar() -> None:
        QTest.keyClicks(text, ":")
        qtbot.waitUntil(field.hasFocus)
        QTest.keyClick(field, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(field.parentWidget().isHidden)

    for leave in (
        lambda: QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape),
        leave_with_open_bar,
        lambda: press(qtbot, proposed.diff, "Back to the review"),
    ):
        leave()

        qtbot.waitUntil(lambda: shown(proposed) == "a.py")
        assert decisions(proposed) == "..."
        qtbot.waitUntil(proposed.diff.splitter.main.hasFocus)
        open_file(qtbot, proposed, "dnotes")
        qtbot.waitUntil(lambda: shown(proposed) == "docs/notes.txt")
        qtbot.waitUntil(proposed.diff.splitter.main.hasFocus)

    # Once the review is over there is none to go back to.
    proposed.session.decisions.reject_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "nnn")
    proposed.session.decisions.finish()
    qtbot.waitUntil(lambda: not review(proposed).files)
    open_file(qtbot, proposed, "dnotes:250:3")
    qtbot.waitUntil(lambda: shown(proposed) == "docs/notes.txt")
    qtbot.waitUntil(lambda: proposed.diff.splitter.main.textCursor().block().text() == "line 250")
    qtbot.waitUntil(lambda: "Close" in buttons(proposed.diff))
    assert "Back to the review" not in buttons(proposed.diff)
    press(qtbot, proposed.diff, "Close")
    qtbot.waitUntil(lambda: shown(proposed) == "")


@pytest.mark.parametrize(
    ("named_as", "path", "line"), [("docs/notes.txt:250", "docs/notes.txt", 249), ("notes.txt", "docs/notes.txt", 0)]
)
def test_a_file_named_in_an_answer_is_opened_by_pressing_its_name(
    qtbot: QtBot, opened: WindowController, named_as: str, path: str, line: int
) -> None:
    qtbot.waitUntil(lambda: path in opened.session.talk.conversation.files.known)
    paste(opened, f"See `{named_as}`, but not `os.path`.\n\n" + edit("b.py", "y = 1", "y = 2"))
    qtbot.waitUntil(lambda: shown(opened) == "b.py")
    opened.window.show_conversation(is_shown=True)
    qtbot.waitUntil(lambda: bool(opened.conversation.findChildren(MarkdownView)))
    (text,) = opened.conversation.findChildren(MarkdownView)
    QTest.keyClick(text, Qt.Key.Key_Tab)  # to the only link
    assert text.textCursor().selectedText() == named_as

    QTest.keyClick(text, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: shown(opened) == path)
    qtbot.waitUntil(lambda: opened.diff.splitter.main.textCursor().blockNumber() == line)


def test_a_file_is_read_where_nothing_is_proposed_at_all(qtbot: QtBot, opened: WindowController) -> None:
    qtbot.waitUntil(lambda: "docs/notes.txt" in opened.session.talk.conversation.files.known)
    open_file(qtbot, opened, "dnotes")
    qtbot.waitUntil(lambda: shown(opened) == "docs/notes.txt")

    QTest.keyClick(opened.diff.splitter.main, Qt.Key.Key_Escape)

    qtbot.waitUntil(lambda: shown(opened) == "")


def test_after_a_file_was_read_the_diff_is_where_it_was(qtbot: QtBot, opened: WindowController) -> None:
    far = edit("docs/notes.txt", "line 9\nline 10", "LINE 9\nline 10") + edit("docs/notes.txt", "line 99", "LINE 99")
    paste(opened, edit("b.py", "nowhere at all", "y = 3") + edit("a.py", "x = 1", "x = 2") + far)
    qtbot.waitUntil(lambda: "old.py" in opened.session.talk.conversation.files.known)
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    text = opened.diff.splitter.main
    qtbot.waitUntil(lambda: "LINE 99" in text.toPlainText())
    opened.do(Act.FOCUS_DIFF)

    def read_and_return() -> None:
        open_file(qtbot, opened, "old.py")
        qtbot.waitUntil(lambda: shown(opened) == "old.py")
        QTest.keyClick(opened.window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(lambda: shown(opened) != "old.py")

    QTest.keyClicks(text, "jj")
    for _ in range(5):
        QTest.keyClick(text, Qt.Key.Key_Down)
    QTest.keyClick(text, Qt.Key.Key_Return)  # opens some of the fold
    for _ in range(2):
        QTest.keyClick(text, Qt.Key.Key_Up)
    before = text.textCursor().block().text()
    lines, at_top = text.toPlainText(), text.verticalScrollBar().value()
    read_and_return()
    assert (text.textCursor().block().text(), text.toPlainText()) == (before, lines)
    assert text.verticalScrollBar().value() == at_top

    QTest.keyClicks(text, "kkk")
    assert opened.diff.blocks.current is not None  # the failed one
    read_and_return()
    assert opened.diff.blocks.current is not None


def test_with_one_file_at_a_time_next_hunk_leads_from_the_last_one_to_the_next_file_to_decide(
    proposed: WindowController, qtbot: QtBot
) -> None:
    proposed.diff.set_continuous(is_continuous=False)
    proposed.proposal.files.pick("b.py")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    QTest.keyClick(proposed.diff.splitter.main, Qt.Key.Key_Y)  # goes on to c.py
    qtbot.waitUntil(lambda: decisions(proposed) == ".y." and shown(proposed) == "c.py")
    below = named(proposed.diff, IconButton, "Next hunk")
    assert not below.isEnabled()  # the last one

    proposed.proposal.files.pick("a.py")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")
    assert "hunk 1 of 1" in words(proposed.diff)
    QTest.mouseClick(below, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown(proposed) == "c.py")  # past the one that is accepted

    QTest.keyClick(proposed.diff.splitter.main, Qt.Key.Key_J)
    assert shown(proposed) == "c.py"
    assert decisions(proposed) == ".y."


def test_a_notice_that_leads_to_a_file_goes_once_that_is_shown_as_it_lies_on_the_disk(
    qtbot: QtBot, proposed: WindowController, project: RepositoryBuilder
) -> None:
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    project.write({"a.py": "x = 3\n"})
    qtbot.waitUntil(lambda: "Show the file" in buttons(proposed.notices))

    proposed.session.show_on_disk("a.py")

    qtbot.waitUntil(lambda: "as it lies on disk" in words(proposed.diff))
    qtbot.waitUntil(lambda: "Show the file" not in buttons(proposed.notices))


def test_what_takes_long_to_be_read_is_said_and_no_other_file_can_be_decided_at_the_foot_meanwhile(
    qtbot: QtBot, proposed: WindowController
) -> None:
    footer, read_on = proposed.diff.findChild(Footer), Event()
    assert footer.accept.isEnabled()
    proposed.session.tasks.ask(partial(read_on.wait, 20), lambda _: None)  # as a slow disk does

    open_file(qtbot, proposed, "notes")
    qtbot.waitUntil(lambda: "reading file" in words(proposed.window.status))
    qtbot.waitUntil(lambda: not footer.accept.isEnabled())
    assert shown(proposed) == "a.py"
    read_on.set()

    qtbot.waitUntil(lambda: shown(proposed) == "docs/notes.txt" and footer.isEnabled())
    assert "reading file" not in words(proposed.window.status)


def test_after_a_file_was_read_wrapped_lines_stand_where_they_stood(
    qtbot: QtBot, opened: WindowController, project: RepositoryBuilder
) -> None:
    opened.window.resize(1400, 700)
    long = "wrapped words " * 20
    files = {f"src/{n}.py": "".join(f"line {m} of {n}\n{long}\n" for m in range(200)) for n in range(6)}
    project.commit({**files, "old.py": f"{long}\n" * 3000})
    lines = [(path, f"line {m} of {n}") for n, path in enumerate(files) for m in (10, 100, 150)]
    paste(opened, "".join(edit(path, line, f"{line.upper()}\nmore") for path, line in lines))
    qtbot.waitUntil(lambda: "old.py" in opened.session.talk.conversation.files.known)
    qtbot.waitUntil(lambda: shown(opened) == "src/0.py" and opened.session.tasks.is_quiet)
    opened.do(Act.FOCUS_DIFF)
    splitter, text = opened.diff.splitter, opened.diff.splitter.main
    qtbot.waitUntil(lambda: "LINE 150 OF 4" in text.toPlainText() and splitter.is_wrapped)
    for _ in range(13):
        QTest.keyClicks(text, "j")
    settle()

    def place() -> tuple[str, int, str]:
        return shown(opened), text.verticalScrollBar().value(), text.textCursor().block().text()

    before = place()
    assert before[1] > 100

    open_file(qtbot, opened, "old.py")
    qtbot.waitUntil(lambda: shown(opened) == "old.py" and opened.session.tasks.is_quiet)
    QTest.keyClick(opened.window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: place() == before)
    settle()
    assert place() == before
