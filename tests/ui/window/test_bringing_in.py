"""Promises of what is brought into the window: replies by clipboard and drop, folders, repositories."""

from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock
from PySide6.QtCore import QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.catalogue import format_named
from guillemet.llm.messages import Role
from guillemet.ui import window_controller
from guillemet.ui.actions import Act
from guillemet.ui.dialogs import CommandPalette
from guillemet.ui.unresolved_block import open_blocks
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import type_message
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, named, press, quick_presses, words
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import REPLY, decisions, drop, paste, review


def test_a_pasted_reply_changes_no_file_the_usual_key_pastes_unless_one_types_and_an_empty_one_is_told(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    assert [file.path for file in review(proposed).files] == ["a.py", "b.py", "c.py"]
    assert project.status() == {}

    QGuiApplication.clipboard().setText(create("made.py", "x = 1"))
    message = named(proposed.commit, QPlainTextEdit, "Commit message")
    message.setFocus()
    QTest.keyClick(message, Qt.Key.Key_V, CTRL)
    assert "made.py" in message.toPlainText()
    assert "made.py" not in [file.path for file in review(proposed).files]

    QTest.keyClick(message, Qt.Key.Key_2, CTRL)  # to the diff
    focused = proposed.window.focusWidget()
    assert focused is not None
    assert focused is not message
    QTest.keyClick(focused, Qt.Key.Key_V, CTRL)
    qtbot.waitUntil(lambda: "made.py" in [file.path for file in review(proposed).files])

    while proposed.notices.current is not None:
        proposed.notices.dismiss()
    QGuiApplication.clipboard().clear()
    QTest.keyClick(proposed.window, Qt.Key.Key_V, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Pasted text" in words(proposed.notices))


def test_a_reply_that_takes_long_to_read_says_so_in_the_empty_panes(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    held = project.root / ".git" / "guillemet"
    held.mkdir(exist_ok=True)
    with FileLock(held / "lock"):  # as while another window is at work
        paste(opened, create("made.py", "x = 1"))
        for pane in (opened.proposal, opened.diff):
            qtbot.waitUntil(lambda: "Reading the reply…" in words(pane))  # noqa: B023
        assert "Paste reply" not in buttons(opened.proposal)

    qtbot.waitUntil(lambda: [file.path for file in review(opened).files] == ["made.py"], timeout=20_000)


def test_a_long_reply_is_stopped_while_it_is_read_and_nothing_of_it_is_kept(
    proposed: WindowController, qtbot: QtBot
) -> None:
    paste(proposed, "\n".join(create(f"made/{number}.py", f"x = {number}") for number in range(8_000)))
    press(qtbot, proposed.window, "Stop reading reply")

    qtbot.waitUntil(lambda: "you stopped it" in words(proposed.notices), timeout=20_000)
    assert [file.path for file in review(proposed).files] == ["a.py", "b.py", "c.py"]
    assert "Stop reading reply" not in buttons(proposed.window)


def test_the_empty_pane_has_the_buttons_that_fill_it_once_also_for_a_double_click(
    opened: WindowController, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText(REPLY)
    pasted: list[Act] = []
    opened.window.actions_table[Act.PASTE_REPLY].triggered.connect(lambda: pasted.append(Act.PASTE_REPLY))
    paste_button = next(one for one in opened.proposal.findChildren(QPushButton) if one.text() == "Paste reply")
    assert paste_button.isVisible()
    quick_presses(paste_button, paste_button.rect().center(), 90_000, 90_100)
    assert len(pasted) == 1
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: not review(opened).files)

    opened.window.resize(1024, 700)
    press(qtbot, opened.proposal, Act.FOCUS_COMPOSER)
    assert QApplication.focusWidget().accessibleName() == "Message"
    press(qtbot, opened.proposal, Act.PASTE_REPLY)
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)


def test_a_dropped_file_or_text_is_taken_for_a_reply_unless_it_is_binary(
    opened: WindowController, tmp_path: Path, qtbot: QtBot
) -> None:
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\0\0")
    opened.session.reception.take_path(str(binary))
    qtbot.waitUntil(lambda: opened.notices.current is not None)
    assert "binary" in opened.notices.current.what

    file = tmp_path / "answer.md"
    file.write_text(REPLY, encoding="utf-8")
    dropped_file, dropped_text = QMimeData(), QMimeData()
    dropped_file.setUrls([QUrl.fromLocalFile(str(file))])
    dropped_text.setText(REPLY)
    for mime in (dropped_file, dropped_text):
        drop(opened.window, mime)
        qtbot.waitUntil(lambda: len(review(opened).files) == 3)
        assert "Drop to read" not in words(opened.window)
        opened.session.decisions.undo()
        qtbot.waitUntil(lambda: not review(opened).files)


def test_while_something_is_dragged_the_window_says_what_dropping_it_does_unless_it_is_its_own_text(
    opened: WindowController, tmp_path: Path
) -> None:
    handle, mime = opened.window.windowHandle(), QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in ("a.md", "b.md")])
    assert "Drop to read" not in words(opened.window)

    place, copy = QPoint(400, 400), Qt.DropAction.CopyAction
    held = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(handle, QDragEnterEvent(place, copy, mime, *held))
    QApplication.sendEvent(handle, QDragMoveEvent(place, copy, mime, *held))
    assert "Drop to read 2 replies" in words(opened.window)

    QApplication.sendEvent(handle, QDragLeaveEvent())
    assert "Drop to read" not in words(opened.window)

    text = QMimeData()
    text.setText(REPLY)
    event = OwnDrag(text, opened.window)
    opened.window.dragEnterEvent(event)
    assert not event.isAccepted()
    assert "Drop to read" not in words(opened.window)


class OwnDrag(QDragEnterEvent):
    """A drag that began in the window."""

    def __init__(self, mime: QMimeData, began: QObject) -> None:
        super().__init__(
            QPoint(400, 400),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        self._began = began

    def source(self) -> QObject:
        """Return what it began in."""
        return self._began


def test_only_the_newest_reply_on_the_clipboard_is_offered_until_it_is_pasted_and_a_format_is_copied_from_a_list(
    opened: WindowController, qtbot: QtBot
) -> None:
    opened.session.reception.offer(edit("a.py", "x = 1", "x = 3"))
    qtbot.waitUntil(lambda: "Paste reply" in buttons(opened.notices))
    opened.session.reception.offer(REPLY)
    qtbot.waitUntil(lambda: "with 3 blocks" in words(opened.notices))
    opened.notices.dismiss()
    assert opened.notices.current is None

    opened.session.reception.offer(REPLY)
    qtbot.waitUntil(lambda: "Paste reply" in buttons(opened.notices))
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    qtbot.waitUntil(lambda: opened.notices.current is not None and "Pasted text" in opened.notices.current.what)
    opened.notices.dismiss()
    assert opened.notices.current is None

    QTest.keyClick(opened.window, Qt.Key.Key_I, CTRL_SHIFT)
    field = opened.window.findChild(CommandPalette).findChild(QLineEdit)
    assert "format" in field.placeholderText()
    QTest.keyClicks(field, "search-replace")
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert QGuiApplication.clipboard().text() == format_named(FormatName.SEARCH_REPLACE).prompt()
    qtbot.waitUntil(lambda: opened.notices.current is not None)


def test_a_reply_that_is_pasted_as_a_message_is_offered_to_be_read_as_a_reply(
    opened: WindowController, qtbot: QtBot
) -> None:
    box = opened.talk.composer.box
    QTest.keyClick(opened.window, Qt.Key.Key_N, CTRL)
    qtbot.waitUntil(box.hasFocus)
    QTest.keyClicks(box, "Why ")
    QGuiApplication.clipboard().setText(REPLY)
    QTest.keyClick(box, Qt.Key.Key_V, CTRL)
    assert box.text == f"Why {REPLY}"
    qtbot.waitUntil(lambda: "The message box holds a reply with 3 blocks" in words(opened.notices))
    QTest.keyClick(opened.window, Qt.Key.Key_3, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    qtbot.waitUntil(opened.proposal.files.hasFocus)
    assert box.text == "Why "
    opened.session.decisions.undo()
    qtbot.waitUntil(lambda: len(review(opened).files) == 0)
    QTest.keyClick(opened.window, Qt.Key.Key_L, CTRL)
    box.selectAll()
    QTest.keyClick(box, Qt.Key.Key_V, CTRL)
    qtbot.waitUntil(lambda: "The message box holds a reply with 3 blocks" in words(opened.notices))
    QTest.keyClicks(box, "Why?")
    assert "holds a reply" not in words(opened.notices)

    box.selectAll()
    QTest.keyClick(box, Qt.Key.Key_V, CTRL)
    qtbot.waitUntil(lambda: "The message box holds a reply with 3 blocks" in words(opened.notices))
    press(qtbot, opened.notices, "Paste reply")
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    qtbot.waitUntil(opened.proposal.files.hasFocus)
    assert box.text == ""
    box.undo()
    assert box.text == REPLY


def test_a_dropped_folder_is_opened_and_offered_among_the_recent_ones(
    desk: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(project.root))])
    drop(desk.window, mime)
    qtbot.waitUntil(lambda: desk.session.review is not None)

    assert review(desk).root == str(project.root)
    menu = buttons(desk.window)["Repository: project"].menu()
    assert any(str(project.root) in action.text() and action.isChecked() for action in menu.actions())


def test_a_reply_that_ends_a_review_which_is_all_decided_says_so_with_a_way_back(
    opened: WindowController, qtbot: QtBot
) -> None:
    paste(opened, edit("a.py", "x = 1", "x = 2"))
    qtbot.waitUntil(lambda: "1 placed" in words(opened.notices))
    assert "is finished" not in words(opened.notices)
    paste(opened, edit("b.py", "y = 1", "y = 2"))
    qtbot.waitUntil(lambda: len(review(opened).files) == 2)
    assert "is finished" not in words(opened.notices)
    opened.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(opened) == "yy")

    paste(opened, create("c.py", "z = 1"))

    qtbot.waitUntil(lambda: decisions(opened) == ".")
    qtbot.waitUntil(lambda: "The review before it was all decided and is finished" in words(opened.notices))
    press(qtbot, opened.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(opened) == "yy")


def test_another_repository_is_looked_for_beside_the_open_one_among_folders(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    opened.do(Act.OPEN_REPOSITORY)

    dialog = opened.window.findChild(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == project.root.parent
    assert dialog.testOption(QFileDialog.Option.ShowDirsOnly)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not opened.window.findChildren(QFileDialog))


def test_who_writes_while_a_repository_is_opened_goes_on_writing(
    opened: WindowController, make_repository: Callable[[str], RepositoryBuilder], qtbot: QtBot
) -> None:
    other = make_repository("other")
    other.commit({"a.py": "x = 1\n"})
    opened.session.open_repository(str(other.root))
    type_message(opened, "Wh")
    qtbot.waitUntil(lambda: review(opened).root == str(other.root))
    QTest.keyClicks(QApplication.focusWidget(), "y")

    assert opened.talk.composer.draft.endswith("y")


def test_a_folder_without_repository_gets_one_from_the_notice(
    desk: WindowController, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    desk.session.open_repository(str(folder))
    qtbot.waitUntil(lambda: desk.notices.current is not None)
    press(qtbot, desk.notices, "Make a repository here")
    qtbot.waitUntil(lambda: desk.session.review is not None)

    assert (folder / ".git").is_dir()


def test_a_reply_that_waits_leaves_the_making_of_a_repository_in_front(
    desk: WindowController, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    desk.session.open_repository(str(folder))
    qtbot.waitUntil(lambda: desk.notices.current is not None)
    desk.session.reception.take_text(REPLY, "Standard input")
    qtbot.waitUntil(lambda: "1 more" in words(desk.notices))
    QTest.keyClick(desk.window, Qt.Key.Key_3, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.session.review is not None and len(review(desk).files) == 1)

    assert "waits for a repository" not in words(desk.notices)


def test_a_reply_that_waited_for_a_repository_is_not_said_to_wait_once_it_was_taken_in(
    desk: WindowController, project: RepositoryBuilder, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_controller, "_AFTER", 500)  # the repository is open before the first notice is shown
    desk.session.reception.take_text(REPLY, "Standard input")
    desk.session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: "placed" in words(desk.notices))

    assert "waits for a repository" not in words(desk.notices)
    assert "more" not in words(desk.notices)


UNREAD = "### a.py\n\nFor example:\n\n```python\ndef f():\n    return 2\n```\n"


def test_a_listing_that_was_not_taken_is_told_and_can_be_asked_for_again_or_placed_by_hand(
    opened: WindowController, qtbot: QtBot
) -> None:
    paste(opened, UNREAD)
    qtbot.waitUntil(lambda: "1 listing, which seems to mean `a.py`, was not taken" in words(opened.notices))
    press(qtbot, opened.notices, "Ask for edit blocks")
    qtbot.waitUntil(lambda: "edit blocks" in opened.talk.composer.draft)
    assert [turn.role for turn in opened.session.talk.conversation.turns] == [Role.ASSISTANT]
    assert opened.talk.composer.isVisible()

    paste(opened, UNREAD.replace("a.py", "b.py"))
    press(qtbot, opened.notices, "Place by hand")
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 1)
    assert review(opened).outcomes[0].path == "b.py"
    assert "Place it by hand" in review(opened).outcomes[0].message
    assert open_blocks(review(opened))[0].is_placeable
