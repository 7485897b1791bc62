"""Promises of context menus: what can be done with a thing, by the mouse and by a key."""

from itertools import takewhile

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.rows import RowKind
from guillemet.engine.outcomes import Reason
from guillemet.settings import Settings
from guillemet.ui.chat.edit_card import EditCard
from guillemet.ui.diff.gutter import Gutter
from guillemet.ui.diff.insets.block_place import BlockPlace
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL_SHIFT, buttons, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import ask_command, decisions, file_list, paste, review, row_of, shown

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
"""The offscreen platform says so of every menu."""


def opened_menu(qtbot: QtBot) -> QMenu:
    """Return the menu that stands open, as soon as one does."""
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(qtbot: QtBot, words: str) -> None:
    """Choose an entry of the menu that stands open."""
    menu = opened_menu(qtbot)
    action = next(action for action in menu.actions() if action.text().partition("\t")[0] == words)
    action.trigger()
    menu.close()


def press_with_the_right_button(widget: QWidget, point: QPoint) -> None:
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, point, widget.mapToGlobal(point)))


def test_files_are_accepted_and_reset_from_the_menu(proposed: WindowController, qtbot: QtBot) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    keys = dict(entry.text().split("\t") for entry in opened_menu(qtbot).actions() if "\t" in entry.text())
    assert keys == {"Accept 2 files": "Space", "Reject 2 files": "Del", "Mark as reviewed": "V"}
    choose(qtbot, "Accept 2 files")
    qtbot.waitUntil(lambda: decisions(proposed) == "yy.")
    head = next(i for row in range(9) if (i := files.model().index(row, 0)).data() == "Accepted")
    press_with_the_right_button(files.viewport(), files.visualRect(head).center())

    choose(qtbot, "Reset the decisions on 2 files")

    qtbot.waitUntil(lambda: decisions(proposed) == "...")


def test_the_menu_is_about_all_selected_files_unless_it_is_opened_beside_them(
    proposed: WindowController, qtbot: QtBot
) -> None:
    files = file_list(proposed)
    right, left, ctrl = Qt.MouseButton.RightButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier

    def selected_after(path: str, button: Qt.MouseButton, *held: Qt.KeyboardModifier) -> list[str]:
        place = files.visualRect(row_of(proposed, path)).center()
        QTest.mouseClick(files.viewport(), button, *held, pos=place)
        if button is right:
            press_with_the_right_button(files.viewport(), place)
        return sorted(index.data() for index in files.selectedIndexes())

    assert selected_after("b.py", left, ctrl) == ["a.py", "b.py"]
    assert selected_after("b.py", left, ctrl) == ["a.py"]
    assert selected_after("b.py", right) == ["b.py"]
    opened_menu(qtbot).close()
    assert selected_after("c.py", left, ctrl) == ["b.py", "c.py"]
    qtbot.waitUntil(lambda: shown(proposed) == "c.py")
    assert selected_after("b.py", right) == ["b.py", "c.py"]
    choose(qtbot, "Reject 2 files")
    qtbot.waitUntil(lambda: decisions(proposed) == ".nn")


def test_a_suggested_command_is_dismissed_from_its_menu_and_by_key_and_undo_brings_it_back(
    opened: WindowController, qtbot: QtBot
) -> None:
    command, other = "git rm old.py", "git mv a.py c.py"
    paste(opened, edit("b.py", "y = 1", "y = 2") + f"\n```bash\n{command}\n{other}\n```\n")
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 2 and shown(opened) == "b.py")
    files = file_list(opened)

    row = next(i for row in range(9) if (i := files.model().index(row, 0)).data() == command)
    press_with_the_right_button(files.viewport(), files.visualRect(row).center())
    choose(qtbot, "Dismiss")
    qtbot.waitUntil(lambda: [one.text for one in review(opened).suggestions] == [other])
    qtbot.waitUntil(lambda: f"Dismissed: {command}" in words(opened.notices))
    press(qtbot, opened.notices, "Undo")
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 2 and opened.session.tasks.is_quiet)

    # The next press of the key is about the next command, and about no file.
    ask_command(opened, command, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 1 and opened.session.tasks.is_quiet)
    QTest.keyClick(files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: review(opened).suggestions == ())
    assert decisions(opened) == "."


def test_paths_and_a_patch_are_copied_from_the_menu_of_the_list(proposed: WindowController, qtbot: QtBot) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    choose(qtbot, "Copy the 2 paths")
    assert QGuiApplication.clipboard().text() == "a.py\nb.py"
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)

    choose(qtbot, "Copy as patch")

    qtbot.waitUntil(lambda: "+x = 2" in QGuiApplication.clipboard().text())
    assert "+y = 2" in QGuiApplication.clipboard().text()


def test_the_failed_blocks_of_a_file_are_dismissed_from_the_menu(proposed: WindowController, qtbot: QtBot) -> None:
    paste(proposed, edit("old.py", "nowhere", "x"))
    qtbot.waitUntil(lambda: shown(proposed) == "old.py")
    file_list(proposed).setFocus()
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)

    choose(qtbot, "Dismiss 1 failed block")

    qtbot.waitUntil(lambda: review(proposed).outcomes[-1].reason is Reason.DISMISSED)


def test_the_card_of_a_block_and_the_list_of_the_commit_have_menus(proposed: WindowController, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(proposed.conversation.findChildren(EditCard)))
    card = proposed.conversation.findChildren(EditCard)[0]
    press_with_the_right_button(card, QPoint(5, 5))
    choose(qtbot, "Copy block")
    assert "x = 2" in QGuiApplication.clipboard().text()
    code = card.findChild(CodeBox)
    press_with_the_right_button(code.viewport(), QPoint(5, 5))
    offered = [entry.text() for entry in opened_menu(qtbot).actions()]
    assert {"Show in the diff", "Copy block"} <= set(offered)
    assert "Copy" not in offered
    opened_menu(qtbot).close()
    code.find("x = 2", QTextDocument.FindFlag.FindBackward)
    press_with_the_right_button(code.viewport(), QPoint(5, 5))
    choose(qtbot, "Copy")
    assert QGuiApplication.clipboard().text() == "x = 2"
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    proposed.session.decisions.finish()
    qtbot.waitUntil(lambda: not review(proposed).files)
    press_with_the_right_button_on(proposed, "b.py")
    offered = [entry.text() for entry in opened_menu(qtbot).actions()]
    assert {"Show in the diff", "Open in editor\tCtrl+E", "Leave out of the commit\tSpace"} <= set(offered)
    assert not [entry for entry in offered if entry.startswith(("Comment", "Reject", "Reset", "Mark"))]

    choose(qtbot, "Show in the diff")

    qtbot.waitUntil(lambda: shown(proposed) == "b.py")


def press_with_the_right_button_on(desk: WindowController, path: str) -> None:
    """Press the row of a file."""
    files = file_list(desk)
    press_with_the_right_button(files.viewport(), files.visualRect(row_of(desk, path)).center())


def test_a_file_that_waits_for_the_commit_is_reset_while_it_is_under_review(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    def open_menu_of(path: str) -> None:
        qtbot.waitUntil(lambda: path in proposed.commit.paths and proposed.session.tasks.is_quiet)
        press_with_the_right_button_on(proposed, path)

    proposed.session.decisions.accept_all()
    open_menu_of("b.py")
    choose(qtbot, "Reset the decision")
    qtbot.waitUntil(lambda: decisions(proposed) == "y.y")
    assert project.read("b.py") == b"y = 1\n"

    proposed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    proposed.session.decisions.finish()
    qtbot.waitUntil(lambda: not review(proposed).files)
    open_menu_of("b.py")
    assert "Reset the decision" not in [entry.text() for entry in opened_menu(qtbot).actions()]
    opened_menu(qtbot).close()


def test_a_path_that_leads_out_of_the_repository_is_not_opened(proposed: WindowController, qtbot: QtBot) -> None:
    notices: list[str] = []
    proposed.session.notifications.noticed.connect(lambda notice: notices.append(notice.what))
    paste(proposed, edit("../outside.py", "x", "y"))
    qtbot.waitUntil(lambda: len(review(proposed).outcomes) == 4)
    proposed.proposal.files.pick("../outside.py")
    file_list(proposed).setFocus()
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)

    choose(qtbot, "Open in editor")

    assert notices[-1].startswith("The path climbs out")


def test_one_file_of_many_is_committed_by_one_entry_of_its_menu(proposed: WindowController, qtbot: QtBot) -> None:
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    files = file_list(proposed)
    files.setFocus()
    files.setCurrentIndex(row_of(proposed, "a.py"))
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    choose(qtbot, "Leave all others out of the commit")
    qtbot.waitUntil(lambda: "Commit 1 file to main" in buttons(proposed.commit))
    assert review(proposed).undo == "Leave 2 files out of the commit"
    press_with_the_right_button_on(proposed, "b.py")
    choose(qtbot, "Include all in the commit")
    qtbot.waitUntil(lambda: "Commit 3 files to main" in buttons(proposed.commit))

    files.setCurrentIndex(row_of(proposed, "a.py"))
    QTest.keyClick(files, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    press_with_the_right_button_on(proposed, "b.py")
    choose(qtbot, "Leave 2 files out of the commit")
    qtbot.waitUntil(lambda: "Commit 1 file to main" in buttons(proposed.commit))
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "Commit 3 files to main" in buttons(proposed.commit))


def test_the_menu_of_a_decided_file_names_the_key_that_resets_it(proposed: WindowController, qtbot: QtBot) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    choose(qtbot, "Reject file")
    qtbot.waitUntil(lambda: "n" in decisions(proposed))
    model = files.model()
    head = next(i for row in range(9) if (i := model.index(row, 0)).data() == "Rejected")
    press_with_the_right_button(files.viewport(), files.visualRect(head).center())
    choose(qtbot, "Unfold")
    file = model.index(head.row() + 1, 0)
    press_with_the_right_button(files.viewport(), files.visualRect(file).center())

    assert "Reset the decision\tR" in [entry.text() for entry in opened_menu(qtbot).actions()]
    opened_menu(qtbot).close()


def test_the_menu_of_a_file_of_which_hunks_were_decided_is_about_the_rest_as_its_head_is(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"many.py": "".join(f"line {number}\n" for number in range(40))})
    paste(proposed, edit("many.py", "line 10", "LINE 10") + edit("many.py", "line 30", "LINE 30"))
    qtbot.waitUntil(lambda: "many.py" in review(proposed).file_at)
    proposed.session.looking.pick("many.py")
    qtbot.waitUntil(lambda: shown(proposed) == "many.py" and "hunk 1 of 2" in words(proposed.diff))
    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), "y")
    qtbot.waitUntil(lambda: review(proposed).file_at["many.py"].accepted_hunks == 1)
    qtbot.waitUntil(lambda: "Reject the rest of many.py" in buttons(proposed.diff))

    file_list(proposed).setFocus()
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)

    offered = [entry.text().partition("\t")[0] for entry in opened_menu(qtbot).actions()]
    assert {"Accept rest", "Reject rest"} <= set(offered)
    assert {"Accept file", "Reject file"}.isdisjoint(offered)
    opened_menu(qtbot).close()


def test_heads_lines_and_cards_of_the_diff_offer_what_the_list_does_with_their_file(
    proposed: WindowController, qtbot: QtBot
) -> None:
    paste(proposed, edit("old.py", "nowhere", "x"))
    qtbot.waitUntil(lambda: shown(proposed) == "old.py" and "Dismiss" in buttons(proposed.diff))
    of_file = {"Open in editor", "Show in the file manager", "Copy the path", "Add to the conversation"}
    heads = {head.file.path: head for head in proposed.diff.findChildren(FileHead) if head.isVisible()}
    place = next(card for card in proposed.diff.findChildren(BlockPlace) if card.isVisible())
    text = next(one for one in place.findChildren(CodeBox) if one.isVisible())

    def offered(widget: QWidget, point: QPoint) -> dict[str, str]:
        press_with_the_right_button(widget, point)
        entries = dict((entry.text() + "\t").split("\t")[:2] for entry in opened_menu(qtbot).actions())
        opened_menu(qtbot).close()
        return entries

    of_head = offered(heads["b.py"], QPoint(30, 10))
    assert of_file | {"Accept file", "Reject file", "Comment on lines"} <= of_head.keys()
    assert of_head["Accept file"] == ""  # the key is about the current file
    of_text = offered(text.viewport(), QPoint(5, 5))
    assert of_file | {"Dismiss", "Retry with the model"} <= of_text.keys()
    proposed.session.looking.show("a.py")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")
    chosen = {"ACCEPT_PART": "O", "UNFOLD_ALL": "", "COPY_PATH": "Ctrl+J"}
    proposed.session.preferences.choose(Settings(shortcuts=chosen))
    editor = proposed.diff.splitter.main
    of_line = offered(editor.viewport(), editor.cursorRect().center())
    assert of_file <= of_line.keys() - {"Comment on lines"} == of_line.keys()
    assert (of_line["Accept hunk"], of_line["Copy the path"], of_line["Comment…"]) == ("O", "Ctrl+J", "C")
    beside = QPoint(5, editor.cursorRect().center().y())
    assert offered(editor.findChild(Gutter), beside) == of_line  # its lines are selected by a press there

    head = next(one for one in proposed.diff.findChildren(FileHead) if one.file.path == "b.py" and one.isVisible())
    press_with_the_right_button(head, QPoint(30, 10))
    choose(qtbot, "Accept file")
    qtbot.waitUntil(lambda: decisions(proposed)[1] == "y")


def test_the_menu_of_lines_in_conflict_offers_what_settles_the_conflict(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"a.py": "x = 3\n"})
    qtbot.waitUntil(
        lambda: review(proposed).conflicts == {"a.py"} and "Take mine for conflict 1" in buttons(proposed.diff)
    )
    splitter = proposed.diff.splitter
    splitter.main.setFocus()
    splitter.put_cursor(splitter.rows.hunk_row(0))
    QTest.keyClick(splitter.main, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)

    offered = [action.text().partition("\t")[0] for action in opened_menu(qtbot).actions()]
    assert not [words for words in offered if words.startswith("Accept") or words == "Reject hunk"]
    assert "Take proposed" in offered
    choose(qtbot, "Take mine")
    qtbot.waitUntil(lambda: not review(proposed).conflicts)
    assert project.read("a.py") == b"x = 3\n"


def test_the_menus_of_a_fold_and_of_a_card_name_the_keys_that_do_the_same(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    lines = [f"{number}\n" for number in range(60)]
    project.write({"docs/long.txt": "".join(lines)})
    paste(proposed, edit("docs/long.txt", lines[30], "thirty\n"))
    qtbot.waitUntil(lambda: shown(proposed) == "docs/long.txt")
    splitter = proposed.diff.splitter
    folds = [at for at, row in enumerate(splitter.rows) if row.kind is RowKind.FOLD]
    splitter.enter(next(at for at in folds if splitter.rows[at].count == 27))
    assert keys_of_menu(qtbot, splitter.main) == {
        "Show 20 more lines above": "Ctrl+Down",
        "Show 20 more lines below": "Ctrl+Up",
        "Show all lines": "Shift+Return",
    }

    project.write({"docs/long.txt": "".join([*lines[:30], "mine\n", *lines[31:]])})
    qtbot.waitUntil(lambda: "Take mine for conflict 1" in buttons(proposed.diff))
    splitter.enter(next(at for at, row in enumerate(splitter.rows) if row.inset is not None and row.inset.is_step))
    assert keys_of_menu(qtbot, splitter.main) == {"Take mine": "<", "Take proposed": ">", "Edit": "E"}


def keys_of_menu(qtbot: QtBot, widget: QWidget) -> dict[str, str]:
    """Return the keys in the first part of the menu of a row, that about its fold or card."""
    QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    menu = opened_menu(qtbot)
    entries = [action.text() for action in menu.actions()]
    menu.close()
    of_row = takewhile(lambda words: not words.startswith("Select all"), entries)
    return dict(words.split("\t") for words in of_row if "\t" in words)


def test_the_menu_on_the_card_of_a_failed_block_offers_its_buttons(proposed: WindowController, qtbot: QtBot) -> None:
    paste(proposed, edit("old.py", "nowhere", "x"))
    qtbot.waitUntil(lambda: shown(proposed) == "old.py")
    qtbot.waitUntil(lambda: "Dismiss" in buttons(proposed.diff))
    QTest.keyClick(proposed.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(proposed.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert "Retry with the model" in {entry.text() for entry in opened_menu(qtbot).actions()}

    choose(qtbot, "Dismiss")

    qtbot.waitUntil(lambda: review(proposed).outcomes[-1].reason is Reason.DISMISSED)


def test_a_file_that_is_added_to_the_conversation_is_said_to_be_in_it(proposed: WindowController, qtbot: QtBot) -> None:
    for said in ("a.py is in the conversation now.", "a.py is in the conversation already."):
        QTest.keyClick(proposed.window, Qt.Key.Key_A, CTRL_SHIFT)

        qtbot.waitUntil(lambda said=said: said in words(proposed.notices))
