"""The whole window on real repositories, driven as a user drives it: keys, buttons, the clipboard, drops."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.prompts import instructions
from guillemet.engine.review import Decision, Review
from guillemet.engine.workspace import Workspace
from guillemet.settings import Look, Settings, ThemeChoice, load
from guillemet.ui import look
from guillemet.ui.actions import Act
from guillemet.ui.application import Desk
from guillemet.ui.keys import KeySheet
from guillemet.ui.palette import ActionPalette
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.theme import DARK, LIGHT
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
REPLY = "Two edits and a file.\n\n" + "\n".join(
    (edit("a.py", "x = 1", "x = 2"), edit("b.py", "y = 1", "y = 2"), create("c.py", "z = 1"))
)
SUGGESTING = "Then drop the old one:\n\n```bash\ngit rm old.py\n```\n"


@pytest.fixture
def project(empty_repository: RepositoryBuilder) -> RepositoryBuilder:
    empty_repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n", "old.py": "gone = True\n"})
    return empty_repository


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, settings_file: Path) -> Iterator[Desk]:
    desk = Desk(qapp, Settings(theme=ThemeChoice.LIGHT), settings_file=settings_file)
    desk.window.resize(1400, 900)
    desk.window.show()
    qtbot.waitExposed(desk.window)
    desk.window.activateWindow()
    yield desk
    desk.window.close()
    desk.end()
    desk.window.deleteLater()
    desk.deleteLater()
    qapp.setStyleSheet("")


@pytest.fixture
def opened(desk: Desk, project: RepositoryBuilder, qtbot: QtBot) -> Desk:
    desk.session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: desk.session.review is not None)
    return desk


@pytest.fixture
def proposed(opened: Desk, qtbot: QtBot) -> Desk:
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    return opened


def paste(desk: Desk, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(desk.window, Qt.Key.Key_V, CTRL_SHIFT)


def review(desk: Desk) -> Review:
    assert desk.session.review is not None
    return desk.session.review


def decisions(desk: Desk) -> str:
    letters = {Decision.UNDECIDED: ".", Decision.ACCEPTED: "y", Decision.REJECTED: "n"}
    return "".join(letters[file.decision] for file in review(desk).files)


def shown(desk: Desk) -> str:
    return desk.diff.content.path if desk.diff.content else ""


def file_list(desk: Desk) -> QListView:
    return next(view for view in desk.proposal.findChildren(QListView) if view.accessibleName() == "Proposed files")


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def named(where: QWidget, name: str) -> list[QAbstractButton]:
    buttons = where.findChildren(QAbstractButton)
    return [one for one in buttons if one.accessibleName() == name and one.isVisible()]


def drop(window: QWidget, mime: QMimeData) -> None:
    """Drop something on whatever lies in the middle of the window."""
    place, copy = QPoint(400, 400), Qt.DropAction.CopyAction
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    handle = window.windowHandle()
    QApplication.sendEvent(handle, QDragEnterEvent(place, copy, mime, left, plain))
    QApplication.sendEvent(handle, QDragMoveEvent(place, copy, mime, left, plain))
    QApplication.sendEvent(handle, QDropEvent(QPointF(place), copy, mime, left, plain))


def test_a_pasted_reply_is_shown_and_changes_no_file(proposed: Desk, project: RepositoryBuilder) -> None:
    assert [file.path for file in review(proposed).files] == ["a.py", "b.py", "c.py"]
    assert project.status() == {}


def test_files_are_decided_by_keyboard_alone(proposed: Desk, project: RepositoryBuilder, qtbot: QtBot) -> None:
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


def test_letters_in_the_diff_decide_the_shown_file(proposed: Desk, qtbot: QtBot) -> None:
    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_X)
    qtbot.waitUntil(lambda: decisions(proposed) == "yn.")


def test_a_decision_is_taken_back_by_key(proposed: Desk, qtbot: QtBot) -> None:
    proposed.session.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.proposal.pick("a.py")
    QTest.keyClick(proposed.window, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: decisions(proposed) == "...")


def test_all_are_accepted_undone_and_redone_by_key(proposed: Desk, project: RepositoryBuilder, qtbot: QtBot) -> None:
    QTest.keyClick(proposed.window, Qt.Key.Key_Return, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    QTest.keyClick(proposed.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    assert project.status() == {}
    QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")


def test_undo_says_what_it_takes_back(proposed: Desk, qtbot: QtBot) -> None:
    proposed.session.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")

    assert named(proposed.window, "Undo")[0].toolTip() == "Undo: Accept a.py (Ctrl+Z)"


def test_a_commit_is_made_from_the_message_box(proposed: Desk, project: RepositoryBuilder, qtbot: QtBot) -> None:
    proposed.session.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    QTest.keyClick(proposed.window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    box = QApplication.focusWidget()
    assert isinstance(box, QPlainTextEdit)
    QTest.keyClicks(box, "Raise x")
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: proposed.commit.draft == "")

    assert project.committed("a.py") == b"x = 2\n"
    assert project.committed("b.py") == b"y = 1\n"
    assert project.git.head.peel().message.startswith("Raise x")


def test_the_undo_key_after_a_commit_takes_the_commit_back(
    proposed: Desk, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    before = project.head
    proposed.session.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.commit.set_draft("Raise x")
    proposed.commit.focus_message()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: project.head != before)
    qtbot.waitUntil(lambda: proposed.commit.draft == "")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: project.head == before)


def test_what_cannot_be_done_now_is_disabled_and_the_rest_says_how_much(proposed: Desk) -> None:
    table = proposed.window.actions_table

    assert table[Act.ACCEPT_ALL].text() == "Accept all (3 files)"
    assert not table[Act.STAGE].isEnabled()
    assert not table[Act.REDO].isEnabled()


def test_a_commit_without_identity_asks_in_the_panel(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    nobody = RepositoryBuilder(tmp_path / "nobody", author=None)
    desk.session.open_repository(str(nobody.root))
    desk.session.reception.take_text(create("c.py", "z = 1"), "Pasted text")
    qtbot.waitUntil(lambda: desk.session.review is not None and len(review(desk).files) == 1)
    desk.session.accept(["c.py"])
    qtbot.waitUntil(lambda: len(review(desk).commit) == 1)
    desk.commit.set_draft("Begin")
    press(named(desk.commit, "Commit 1 file")[0])
    fields = desk.commit.findChildren(QLineEdit)
    qtbot.waitUntil(lambda: all(field.isVisible() for field in fields))
    QTest.keyClicks(fields[0], "Ada")
    QTest.keyClicks(fields[1], "ada@example.org")
    QTest.keyClick(fields[1], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: nobody.head != "")

    assert nobody.git.head.peel().author.email == "ada@example.org"


def test_a_suggested_command_shows_what_it_touches_then_does_it(
    opened: Desk, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    paste(opened, SUGGESTING)
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 1)
    qtbot.waitUntil(lambda: bool(named(opened.proposal, "git rm old.py")))
    press(named(opened.proposal, "git rm old.py")[0])
    qtbot.waitUntil(lambda: bool(named(opened.proposal, "Run git rm old.py")))
    assert (project.root / "old.py").exists()
    press(named(opened.proposal, "Run git rm old.py")[0])
    qtbot.waitUntil(lambda: not (project.root / "old.py").exists())
    QTest.keyClick(opened.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil((project.root / "old.py").exists)


def test_a_failed_block_is_placed_left_out_and_its_choice_taken_back(opened: Desk, qtbot: QtBot) -> None:
    paste(opened, edit("a.py", "x == 1", "x = 2"))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 1)
    qtbot.waitUntil(lambda: bool(named(opened.proposal, "Place at line…")))
    press(named(opened.proposal, "Place at line…")[0])
    qtbot.waitUntil(lambda: bool(named(opened.proposal, "Place at this line")))
    press(named(opened.proposal, "Place at this line")[0])
    qtbot.waitUntil(lambda: [file.path for file in review(opened).files] == ["a.py"])
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    qtbot.waitUntil(lambda: bool(named(opened.proposal, "Undo choice: a.py")))
    press(named(opened.proposal, "Undo choice: a.py")[0])
    qtbot.waitUntil(lambda: review(opened).files == ())


def test_the_instructions_of_a_format_are_copied_from_a_list(opened: Desk) -> None:
    QTest.keyClick(opened.window, Qt.Key.Key_I, CTRL_SHIFT)
    field = opened.window.findChild(ActionPalette).findChild(QLineEdit)
    QTest.keyClicks(field, "search-replace")
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert QGuiApplication.clipboard().text() == instructions(FormatName.SEARCH_REPLACE)
    assert opened.notices.current is not None


def test_a_dropped_file_is_taken_for_a_reply(opened: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "answer.md"
    file.write_text(REPLY, encoding="utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    drop(opened.window, mime)
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)


def test_dropped_text_is_taken_for_a_reply(opened: Desk, qtbot: QtBot) -> None:
    mime = QMimeData()
    mime.setText(REPLY)
    drop(opened.window, mime)
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)


def test_a_dropped_folder_is_opened(desk: Desk, project: RepositoryBuilder, qtbot: QtBot) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(project.root))])
    drop(desk.window, mime)
    qtbot.waitUntil(lambda: desk.session.review is not None)

    assert review(desk).root == str(project.root)


def test_a_folder_without_repository_gets_one_from_the_notice(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    desk.session.open_repository(str(folder))
    qtbot.waitUntil(lambda: desk.notices.current is not None)
    press(named(desk.notices, "Make a repository here")[0])
    qtbot.waitUntil(lambda: desk.session.review is not None)

    assert (folder / ".git").is_dir()


def test_the_command_lines_decision_appears_in_the_window(
    proposed: Desk, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    Workspace.open(project.root).accept(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == ".y.")


def test_the_palette_finds_an_action_and_does_it(proposed: Desk, qtbot: QtBot) -> None:
    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    palette = proposed.window.findChild(ActionPalette)
    field = palette.findChild(QLineEdit)
    QTest.keyClicks(field, "reject all")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(proposed) == "nnn")


def test_a_question_mark_shows_the_keys(proposed: Desk) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Question)

    sheet = proposed.window.findChild(KeySheet)
    assert sheet.isVisible()
    sheet.close()


def test_the_theme_is_applied_at_once_and_kept(desk: Desk, settings_file: Path, qtbot: QtBot) -> None:
    assert look.current().theme == LIGHT
    QTest.keyClick(desk.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    page = desk.window.findChild(SettingsPage)
    page.changed.emit(Settings(theme=ThemeChoice.DARK, diff_look=Look.UNIFIED, font_size=13))
    page.close()

    assert look.current().theme == DARK
    assert desk.diff.spread.main.font().pointSize() == 13
    assert desk.diff.spread.main.font().family() == look.current().code_font().family()
    qtbot.waitUntil(lambda: load(settings_file).font_size == 13)


def test_the_look_chosen_in_the_diff_is_kept(proposed: Desk, settings_file: Path, qtbot: QtBot) -> None:
    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_U)
    qtbot.waitUntil(lambda: load(settings_file).diff_look is Look.UNIFIED)


def test_a_narrow_window_folds_the_conversation_until_asked(desk: Desk) -> None:
    desk.window.expect_repository()
    assert desk.conversation.isVisible()
    desk.window.resize(1000, 700)
    assert not desk.conversation.isVisible()
    QTest.keyClick(desk.window, Qt.Key.Key_F9)
    assert desk.conversation.isVisible()
    desk.window.resize(1400, 900)
    assert desk.conversation.isVisible()


def test_in_a_cramped_window_conversation_and_diff_take_turns(proposed: Desk) -> None:
    proposed.window.resize(640, 600)
    assert proposed.window.width() == 640
    assert proposed.diff.isVisible()
    QTest.keyClick(proposed.window, Qt.Key.Key_F9)
    assert proposed.conversation.isVisible()
    assert not proposed.diff.isVisible()
    QTest.keyClick(proposed.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert proposed.diff.isVisible()


def test_what_does_not_fit_on_top_is_in_the_menu_at_the_end(proposed: Desk) -> None:
    proposed.window.resize(640, 600)

    menu = named(proposed.window, "More actions")[0].menu()
    assert Act.SETTINGS in [action.text() for action in menu.actions()]
    assert not named(proposed.window, "Settings")


def test_the_message_of_a_commit_taken_back_is_the_draft_again(
    proposed: Desk, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    before = project.head
    proposed.session.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.commit.commit_wanted.emit("Raise x\n\nBecause.", "", "", False)  # noqa: FBT003  a slot's argument
    qtbot.waitUntil(lambda: project.head != before)
    QTest.keyClick(proposed.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: project.head == before)
    qtbot.waitUntil(lambda: proposed.commit.draft == "Raise x\n\nBecause.")
    qtbot.waitUntil(lambda: (told := proposed.notices.current) is not None and told.what == "Undone: Commit “Raise x”.")


def test_after_accept_all_the_file_that_asks_is_looked_at(
    opened: Desk, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    (project.root / "twice.py").write_text("a = 1\nb = 2\na = 1\n")
    paste(opened, "\n".join((edit("twice.py", "a = 1", "a = 3"), edit("a.py", "x = 1", "x = 2"))))
    qtbot.waitUntil(lambda: len(review(opened).files) == 2)
    opened.proposal.pick("a.py")
    QTest.keyClick(opened.window, Qt.Key.Key_Return, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(opened) == ".y")
    qtbot.waitUntil(lambda: shown(opened) == "twice.py")


def test_the_window_remembers_its_size_and_its_panes(desk: Desk, settings_file: Path, qtbot: QtBot) -> None:
    desk.window.expect_repository()
    desk.window.resize(780, 640)  # as wide as fits the screen of a test
    columns = next(one for one in desk.window.findChildren(QSplitter) if one.isAncestorOf(desk.commit))
    columns.setSizes([0, 370, 409])
    sizes = columns.sizes()
    desk.window.close()
    qtbot.waitUntil(lambda: load(settings_file).window != "")
    desk.window.resize(780, 700)
    columns.setSizes([0, 300, 479])
    desk.window.restore(load(settings_file).window)
    desk.window.show()

    assert desk.window.height() == 640
    assert columns.sizes()[1] == sizes[1]


def test_nonsense_for_a_window_state_is_ignored(desk: Desk) -> None:
    desk.window.restore("bm9uc2Vuc2U=")

    assert desk.window.isVisible()


def test_recent_repositories_are_offered_in_the_menu(opened: Desk, project: RepositoryBuilder) -> None:
    menu = named(opened.window, "Repository: project")[0].menu()

    assert any(str(project.root) in action.text() and action.isChecked() for action in menu.actions())


def test_every_button_of_the_window_has_a_name(proposed: Desk) -> None:
    controls = [*proposed.window.findChildren(QPushButton), *proposed.window.findChildren(QToolButton)]
    nameless = [one for one in controls if one.isVisible() and not (one.accessibleName() or one.text())]

    assert nameless == []


def test_every_action_does_something(desk: Desk) -> None:
    assert set(desk._verbs) == set(Act)


def test_a_binary_file_opened_as_a_reply_is_a_notice(opened: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\0\0")
    opened.session.reception.take_path(str(file))
    qtbot.waitUntil(lambda: opened.notices.current is not None)

    assert "binary" in opened.notices.current.what
