"""Editing a proposal in the window: what is kept is what lands, and nothing that was typed is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import CommentedLines
from guillemet.ui.actions import Act
from guillemet.ui.diff.conflicts import LineConflict
from guillemet.ui.diff.insets.block_place import BlockPlace
from guillemet.ui.editor.code_editor import CodeEditor
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.window_actions import ON_EDITS
from guillemet.ui.window_controller import WindowController
from guillemet.ui.wording import MINUS
from tests.kit.desks import Start, starting_again
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, named, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, do_by_palette, paste, review, shown

BEFORE = b"\xef\xbb\xbfx = 1\r\ny = 'caf\xc3\xa9'\r\nz = 3\nlast"
LONG = "".join(f"line {number}\n" for number in range(1, 101))
MORE = edit("a.py", "last", "the last") + edit("b.py", "y = 1", "y = 2")


@pytest.fixture
def project(empty_repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with a file of mixed line endings, a mark, and no final newline."""
    empty_repository.commit({"a.py": BEFORE, "b.py": "y = 1\n", "long.txt": LONG})
    return empty_repository


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, tmp_path: Path, project: RepositoryBuilder) -> Iterator[Start]:
    """Return what shows a window of the same repository, again and again."""
    with starting_again(qapp, qtbot, project, tmp_path) as start:
        yield start


def propose(qtbot: QtBot, desk: WindowController, reply: str = edit("a.py", "x = 1", "x = 2")) -> None:
    """Paste a reply, and wait until its first file is in the diff."""
    paste(desk, reply)
    qtbot.waitUntil(lambda: shown(desk) == "a.py" and desk.diff.content.is_proposed)  # type: ignore[union-attr]
    desk.diff.setFocus()
    qtbot.waitUntil(desk.diff.splitter.main.hasFocus)


def propose_two_files(qtbot: QtBot, desk: WindowController, line: int = 80) -> None:
    """Paste a reply, and go to its second file, of which it changes a line."""
    propose(qtbot, desk, edit("a.py", "x = 1", "x = 2") + edit("long.txt", f"line {line}", f"LINE {line}"))
    QTest.keyClick(desk.diff.splitter.main, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: shown(desk) == "long.txt")


def begin(qtbot: QtBot, desk: WindowController) -> None:
    """Press E in the diff."""
    QTest.keyClick(desk.diff.splitter.main, Qt.Key.Key_E)
    qtbot.waitUntil(desk.editing_area.editor.editor.hasFocus)


def type_text(desk: WindowController, text: str) -> None:
    QTest.keyClicks(desk.editing_area.editor.editor, text)


def keep(qtbot: QtBot, desk: WindowController) -> None:
    QTest.keyClick(desk.editing_area.editor.editor, Qt.Key.Key_S, CTRL)
    qtbot.waitUntil(lambda: not desk.editing_area.is_editing)


def after(desk: WindowController) -> str:
    """Return what is proposed for the file that is shown."""
    return desk.diff.content.texts.after if desk.diff.content else ""


def marks(desk: WindowController, path: str) -> set[str]:
    return {str(badge) for badge in review(desk).file_at[path].badges}


def is_offered(desk: WindowController) -> bool:
    return desk.editing_area.draft_bar.isVisible()


def test_both_sides_that_the_user_asked_for_in_a_narrow_window_stay_in_the_editor_and_behind_it(
    qtbot: QtBot, opened: WindowController
) -> None:
    opened.window.resize(1024, 700)
    propose_two_files(qtbot, opened)
    for sides in (1, 2):
        QTest.keyClick(opened.diff.splitter.main, Qt.Key.Key_U)
        qtbot.waitUntil(lambda sides=sides: len(opened.diff.splitter.editors) == sides)
        opened.diff.setFocus()
        place = opened.diff.current_line()

        begin(qtbot, opened)
        assert opened.editing_area.editor.before.isVisible() is (sides == 2)
        QTest.keyClick(opened.editing_area.editor.editor, Qt.Key.Key_Escape)

        qtbot.waitUntil(lambda: not opened.editing_area.is_editing)
        assert len(opened.diff.splitter.editors) == sides
        assert (shown(opened), opened.diff.current_line()) == ("long.txt", place)


def test_the_sides_of_the_editor_are_named_with_what_the_user_changed(
    qtbot: QtBot, opened: WindowController, project: RepositoryBuilder
) -> None:
    propose(qtbot, opened)
    begin(qtbot, opened)
    assert "The proposal (editable)" in words(opened.editing_area)

    type_text(opened, "mine ")
    keep(qtbot, opened)
    project.write({"a.py": BEFORE + b" of mine"})
    qtbot.waitUntil(lambda: review(opened).files[0].is_edited and review(opened).files[0].changed_since)
    opened.diff.setFocus()
    begin(qtbot, opened)

    assert "The proposal, edited by you (editable)" in words(opened.editing_area)
    assert opened.editing_area.editor._old_side.title.text() == "The file on disk, changed since the reply"


def test_keys_of_the_diff_mean_the_editor_in_its_place_and_neither_they_nor_the_palette_decide_behind_it(
    qtbot: QtBot, opened: WindowController
) -> None:
    propose(qtbot, opened)
    begin(qtbot, opened)
    editor, window = opened.editing_area.editor.editor, opened.window.windowHandle()
    for mode, wraps in (
        (QPlainTextEdit.LineWrapMode.WidgetWidth, False),
        (QPlainTextEdit.LineWrapMode.NoWrap, True),
    ):
        assert editor.lineWrapMode() is mode
        QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.AltModifier)
        assert opened.session.preferences.now.wraps is wraps  # and remembered
    assert editor.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth

    QTest.keyClick(window, Qt.Key.Key_1, CTRL)
    QTest.keyClick(window, Qt.Key.Key_2, CTRL)
    QTest.keyClick(window, Qt.Key.Key_Y)
    assert editor.hasFocus()
    assert "y" in editor.toPlainText().splitlines()[0]
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert decisions(opened) == "."

    for verb in ("accept lines", "reject lines"):
        QTest.keyClick(opened.window, Qt.Key.Key_P, CTRL_SHIFT)
        qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
        QTest.keyClicks(QApplication.focusWidget(), verb)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "Keep or close the edit" in words(opened.notices))
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
        assert (decisions(opened), opened.editing_area.is_editing) == (".", True), verb
        opened.notices.dismiss()
        opened.window.activateWindow()  # as a desktop does by itself
        qtbot.waitUntil(opened.window.isActiveWindow)
    opened.do(Act.TAKE_MINE)  # nor a conflict
    qtbot.waitUntil(lambda: "Keep or close the edit" in words(opened.notices))


def test_what_is_kept_is_what_accepting_writes_and_the_rest_keeps_its_bytes(
    qtbot: QtBot, opened: WindowController, project: RepositoryBuilder
) -> None:
    propose(qtbot, opened)
    begin(qtbot, opened)

    type_text(opened, "yx")  # which accept and reject in the diff
    QTest.keyClick(opened.editing_area.editor.editor, Qt.Key.Key_Return)
    type_text(opened, "n")
    line = opened.editing_area.editor.editor.textCursor().blockNumber()
    keep(qtbot, opened)

    qtbot.waitUntil(lambda: opened.diff.content is not None and "edited by you" in opened.diff.content.headline)
    qtbot.waitUntil(lambda: opened.diff.current_line().line == line)
    assert decisions(opened) == "."
    assert opened.diff.splitter.main.hasFocus()
    assert project.read("a.py") == BEFORE

    opened.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(opened) == "y")

    assert project.read("a.py") == BEFORE.replace(b"x = 1\r\n", b"yx\r\nnx = 2\r\n")

    opened.session.decisions.undo()
    qtbot.waitUntil(lambda: decisions(opened) == ".")
    opened.session.decisions.undo()
    qtbot.waitUntil(lambda: not review(opened).files[0].is_edited)


def test_an_edit_that_was_not_kept_is_offered_after_another_file_and_after_a_restart(
    qtbot: QtBot, start: Start, project: RepositoryBuilder
) -> None:
    with start() as desk:
        propose(qtbot, desk, edit("a.py", "x = 1", "x = 2") + edit("b.py", "y = 1", "y = 2"))
        begin(qtbot, desk)
        type_text(desk, "# mine: ")
        desk.session.looking.show("b.py")
        qtbot.waitUntil(lambda: shown(desk) == "b.py")
        assert not desk.editing_area.is_editing
        assert not is_offered(desk)
        assert "unfinished edit" in read_out(desk, "a.py")

        desk.session.looking.show("a.py")
        qtbot.waitUntil(lambda: is_offered(desk))
        assert "Your edit of a.py is unfinished." in words(desk.editing_area)
        do_by_palette(desk, Act.DISCARD_EDIT, "discard")
        qtbot.waitUntil(lambda: not is_offered(desk))
        assert not any(desk.window.actions_table[act].isEnabled() for act in ON_EDITS)
        press(qtbot, desk.notices, "Bring the edit back")
        qtbot.waitUntil(lambda: is_offered(desk))
        desk.session.decisions.accept(["a.py"])
        qtbot.waitUntil(lambda: "a.py was not accepted" in words(desk.notices))
        do_by_palette(desk, Act.RESUME_EDIT, "go on edit")
        assert "a.py was not accepted" not in words(desk.notices)
        type_text(desk, "still ")

    with start() as again:
        qtbot.waitUntil(lambda: shown(again) == "a.py" and is_offered(again))
        press(qtbot, again.editing_area, "Go on editing")
        qtbot.waitUntil(again.editing_area.editor.editor.hasFocus)
        keep(qtbot, again)
        qtbot.waitUntil(lambda: "unfinished edit" not in read_out(again, "a.py"))
        again.session.decisions.accept(["a.py"])
        qtbot.waitUntil(lambda: decisions(again) == "y.")

        assert project.read("a.py") == BEFORE.replace(b"x = 1", b"# mine: still x = 2")
        assert not is_offered(again)


def reject_and_undo(qtbot: QtBot, opened: WindowController) -> None:
    """Reject a.py, the only undecided file, in both ways: its unfinished edit is told of, and comes back."""
    opened.session.looking.show("a.py")
    qtbot.waitUntil(lambda: shown(opened) == "a.py" and is_offered(opened))
    edit_too = "Your unfinished edit of a.py is rejected, too; undo brings it back."
    for act, said in ((Act.REJECT_ALL, f"Rejected 1 file. {edit_too}"), (Act.REJECT_FILE, edit_too)):
        opened.do(act)
        qtbot.waitUntil(lambda said=said: opened.notices.current is not None and opened.notices.current.what == said)
        opened.session.decisions.undo()
        qtbot.waitUntil(lambda: decisions(opened) == ".y" and is_offered(opened))


def test_a_file_with_an_unfinished_edit_is_accepted_only_once_the_user_says_so(
    qtbot: QtBot, opened: WindowController, project: RepositoryBuilder
) -> None:
    not_accepted = "a.py was not accepted: your edit of it is unfinished"
    propose(qtbot, opened, edit("a.py", "x = 1", "x = 2") + edit("b.py", "y = 1", "y = 2"))
    begin(qtbot, opened)
    type_text(opened, "mine ")  # and it is not saved yet
    QTest.keyClick(opened.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: not_accepted in words(opened.notices))
    assert (decisions(opened), shown(opened), opened.editing_area.is_editing) == ("..", "a.py", True)
    QTest.keyClick(opened.editing_area.editor.editor, Qt.Key.Key_Escape)
    opened.proposal.files.setFocus()
    press(qtbot, opened.notices, "Go on editing")
    asked = "Keep what you changed"
    qtbot.waitUntil(lambda: asked not in words(opened.editing_area) and opened.editing_area.editor.editor.hasFocus())

    opened.do(Act.ACCEPT_ALL)
    qtbot.waitUntil(lambda: "1 file was left out because your edit of it is unfinished" in words(opened.notices))
    assert (decisions(opened), opened.editing_area.is_editing) == (".y", True)
    opened.session.looking.show("b.py")
    qtbot.waitUntil(lambda: shown(opened) == "b.py" and not opened.editing_area.is_editing)

    reject_and_undo(qtbot, opened)
    opened.diff.setFocus()
    QTest.keyClicks(opened.diff.splitter.main, "y")
    qtbot.waitUntil(lambda: not_accepted in words(opened.notices))
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert (decisions(opened), project.read("a.py")) == (".y", BEFORE)
    press(qtbot, opened.notices, "Accept without it")
    qtbot.waitUntil(lambda: decisions(opened) == "yy" and not is_offered(opened))
    assert project.read("a.py") == BEFORE.replace(b"x = 1", b"x = 2")

    opened.session.decisions.undo()
    qtbot.waitUntil(lambda: decisions(opened) == ".y" and is_offered(opened))
    press(qtbot, opened.editing_area, "Go on editing")
    type_text(opened, "still ")
    do_by_palette(opened, Act.DISCARD_EDIT, "discard")
    qtbot.waitUntil(lambda: not opened.editing_area.is_editing and not is_offered(opened))
    press(qtbot, opened.notices, "Bring the edit back")
    qtbot.waitUntil(lambda: is_offered(opened))
    do_by_palette(opened, Act.ACCEPT_WITHOUT_EDIT, "accept without it")
    qtbot.waitUntil(lambda: decisions(opened) == "yy" and not is_offered(opened))
    opened.session.decisions.undo()
    qtbot.waitUntil(lambda: decisions(opened) == ".y" and is_offered(opened))
    press(qtbot, opened.editing_area, "Go on editing")
    QTest.keyClick(opened.window, Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: decisions(opened) == "ny" and not opened.editing_area.is_editing)
    opened.session.decisions.reconsider(["a.py"])
    qtbot.waitUntil(lambda: is_offered(opened))
    drafts = opened.session.talk.edit_drafts
    assert drafts.of("a.py").text.startswith("mine still x = 2\n")  # type: ignore[union-attr]
    opened.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: not_accepted in words(opened.notices))
    press(qtbot, opened.editing_area, "Discard the edit")
    qtbot.waitUntil(lambda: not_accepted not in words(opened.notices))


def test_a_discarded_edit_is_offered_until_another_one_of_its_file_begins(
    qtbot: QtBot, opened: WindowController
) -> None:
    propose_two_files(qtbot, opened)
    begin(qtbot, opened)
    type_text(opened, "first ")
    do_by_palette(opened, Act.DISCARD_EDIT, "discard")
    qtbot.waitUntil(lambda: "Bring the edit back" in buttons(opened.notices))

    for path, is_offered in (("a.py", True), ("long.txt", False)):
        opened.session.looking.pick(path)
        qtbot.waitUntil(lambda: shown(opened) == path and opened.session.tasks.is_quiet)  # noqa: B023
        opened.diff.setFocus()
        begin(qtbot, opened)
        assert ("Bring the edit back" in buttons(opened.notices)) is is_offered


def test_undo_brings_back_what_was_discarded_and_removed_in_order_with_the_steps_and_redo_removes_it_again(
    qtbot: QtBot, opened: WindowController
) -> None:
    drafts, comments = opened.session.talk.edit_drafts, opened.session.talk.comments

    def text() -> str:
        draft = drafts.of("long.txt")
        return next(one for one in ("first", "second") if f"{one} " in draft.text) if draft else ""

    def state() -> tuple[int, str, str]:
        return len(comments.tray.comments), decisions(opened), text()

    def step(act: Act) -> None:
        before = state()
        opened.diff.setFocus()
        QTest.keyClick(opened.diff.splitter.main, Qt.Key.Key_Z, CTRL if act is Act.UNDO else CTRL_SHIFT)
        qtbot.waitUntil(lambda: state() != before)
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)

    propose_two_files(qtbot, opened)
    opened.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(opened) == "y.")
    qtbot.waitUntil(lambda: shown(opened) == "long.txt" and opened.session.tasks.is_quiet)
    opened.diff.setFocus()
    begin(qtbot, opened)
    type_text(opened, "first ")
    opened.editing.leave()
    press(qtbot, opened.editing_area, "Discard the edit")
    opened.diff.setFocus()
    begin(qtbot, opened)
    type_text(opened, "second ")
    QTest.keyClick(opened.editing_area.editor.editor, Qt.Key.Key_Escape)
    press(qtbot, opened.editing_area, "Discard changes")
    qtbot.waitUntil(lambda: not opened.editing_area.is_editing)
    opened.session.decisions.reject(["long.txt"])
    qtbot.waitUntil(lambda: decisions(opened) == "yn")
    comments.keep(CommentedLines("long.txt", 2, 2, ("line 2",)), "Why?")
    comments.remove(comments.tray.comments)
    assert "Undo: Remove 1 comment on long.txt" in opened.window.actions_table[Act.UNDO].toolTip()

    came_back = []
    for _ in range(5):
        step(Act.UNDO)
        came_back.append(state())
    for _ in range(4):
        step(Act.REDO)
        came_back.append(state())

    assert came_back == [
        (1, "yn", ""),
        (1, "y.", ""),
        (1, "y.", "second"),
        (1, "y.", "first"),
        (1, "..", "first"),
        (1, "y.", "first"),
        (1, "y.", "second"),
        (1, "y.", ""),
        (1, "yn", ""),
    ]
    step(Act.REDO)
    assert not comments.tray.comments


def test_an_edit_that_its_file_was_committed_without_comes_back_only_when_that_is_undone(
    qtbot: QtBot, opened: WindowController
) -> None:
    drafts = opened.session.talk.edit_drafts
    propose(qtbot, opened, edit("a.py", "x = 1", "x = 2"))
    begin(qtbot, opened)
    type_text(opened, "mine ")
    opened.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: "your edit of it is unfinished" in words(opened.notices))
    press(qtbot, opened.notices, "Accept without it")
    qtbot.waitUntil(lambda: decisions(opened) == "y")
    opened.commit.set_draft("Raise x")
    press(qtbot, opened.commit, "Commit 1 file to main")
    qtbot.waitUntil(lambda: decisions(opened) == "")

    paste(opened, edit("a.py", "x = 2", "x = 5"))  # of which the edit knows nothing
    qtbot.waitUntil(lambda: decisions(opened) == "." and shown(opened) == "a.py")
    assert not is_offered(opened)
    opened.session.decisions.accept(["a.py"])
    for left, is_back in ((".", False), ("", False), ("y", True), (".", True)):
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
        opened.session.decisions.undo()
        qtbot.waitUntil(lambda: decisions(opened) == left)  # noqa: B023
        assert (drafts.of("a.py") is not None) is is_back
    qtbot.waitUntil(lambda: is_offered(opened))


def read_out(desk: WindowController, path: str) -> str:
    """Return what a screen reader says of a file in the list of changes."""
    model = desk.proposal.files.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    return next(str(row.data(Qt.ItemDataRole.AccessibleTextRole)) for row in rows if row.data() == path)


def test_lines_written_for_a_conflict_are_there_after_a_restart_and_the_list_leads_to_them(
    qtbot: QtBot, start: Start, project: RepositoryBuilder
) -> None:
    with start() as desk:
        propose(
            qtbot,
            desk,
            edit("a.py", "x = 1", "x = 2") + edit("long.txt", "line 5", "L") + edit("long.txt", "line 80", "LINE 80"),
        )
        ours = LONG.replace("line 5\n", "ours\n").replace("line 80\n", "ours too\n")
        project.write({"long.txt": ours})
        qtbot.waitUntil(lambda: review(desk).conflicts == {"long.txt"})
        assert "unfinished edit" not in read_out(desk, "long.txt")
        desk.session.looking.show("long.txt")
        qtbot.waitUntil(lambda: shown(desk) == "long.txt")
        for _ in range(4):
            QTest.keyClick(desk.diff.splitter.main, Qt.Key.Key_F7)
        press(qtbot, desk.diff, "Edit for conflict 2")
        qtbot.waitUntil(named(desk.diff, CodeEditor, "Lines for conflict 2").hasFocus)
        QTest.keyClicks(QApplication.focusWidget(), "both ")

    with start() as again:
        qtbot.waitUntil(lambda: "unfinished edit" in read_out(again, "long.txt"))
        again.proposal.files.mark_picked.emit("long.txt", "unfinished edit")
        qtbot.waitUntil(lambda: "Keep" in buttons(again.diff))
        press(qtbot, again.diff, "Keep")

        qtbot.waitUntil(lambda: review(again).file_at["long.txt"].conflicts == 1)
        qtbot.waitUntil(lambda: "unfinished edit" not in read_out(again, "long.txt"))
        again.session.decisions.accept(["long.txt"], overwrites=True)
        qtbot.waitUntil(lambda: b"both LINE 80\n" in project.read("long.txt"))


def test_a_reply_that_comes_meanwhile_and_the_edit_are_both_kept(
    qtbot: QtBot, opened: WindowController, project: RepositoryBuilder
) -> None:
    propose(qtbot, opened)
    begin(qtbot, opened)
    type_text(opened, "# mine: ")

    opened.session.reception.take_text(MORE, "A reply")
    qtbot.waitUntil(lambda: len(review(opened).files) == 2)
    qtbot.waitUntil(lambda: "put on the new one" in words(opened.editing_area.editor))
    assert opened.editing_area.editor.editor.hasFocus()
    keep(qtbot, opened)

    opened.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(opened) == "y.")

    assert project.read("a.py") == BEFORE.replace(b"x = 1", b"# mine: x = 2").replace(b"last", b"the last")


@pytest.mark.parametrize("is_left", [False, True], ids=["writing on", "having left"])
def test_the_editor_opens_at_the_current_hunk_and_what_is_typed_before_the_text_is_kept_stays_an_edit(
    qtbot: QtBot,
    opened: WindowController,
    is_left: bool,  # noqa: FBT001
) -> None:
    propose_two_files(qtbot, opened)
    assert opened.diff.line_on_disk == 80
    begin(qtbot, opened)
    assert opened.editing_area.editor.path == "long.txt"
    assert opened.editing_area.editor.editor.textCursor().block().text() == "LINE 80"
    type_text(opened, "mine ")

    QTest.keyClick(opened.editing_area.editor.editor, Qt.Key.Key_S, CTRL)
    type_text(opened, "too ")
    if is_left:
        opened.session.looking.show("a.py")
    qtbot.waitUntil(lambda: review(opened).files[1].is_edited and opened.session.tasks.is_idle)

    if is_left:
        assert not opened.editing_area.is_editing
        opened.session.looking.show("long.txt")
        qtbot.waitUntil(lambda: shown(opened) == "long.txt" and is_offered(opened))
        opened.editing.begin()
        qtbot.waitUntil(opened.editing_area.editor.editor.hasFocus)
    assert opened.editing_area.editor.editor.textCursor().block().text() == "mine too LINE 80"
    keep(qtbot, opened)
    assert not is_offered(opened)


def test_the_line_that_is_edited_stays_where_it_is_on_the_screen(qtbot: QtBot, opened: WindowController) -> None:
    propose_two_files(qtbot, opened, 50)
    main = opened.diff.splitter.main
    QTest.keyClick(main, Qt.Key.Key_J)
    for _ in range(4):
        QTest.keyClick(main, Qt.Key.Key_Up)
    height = main.viewport().mapToGlobal(main.cursorRect().topLeft()).y()

    begin(qtbot, opened)

    editor = opened.editing_area.editor.editor

    def is_there() -> bool:
        there = editor.viewport().mapToGlobal(editor.cursorRect().topLeft()).y()
        return abs(there - height) <= editor.fontMetrics().lineSpacing() / 2

    qtbot.waitUntil(is_there)
    assert editor.textCursor().block().text() == main.textCursor().block().text()


def test_a_line_that_the_user_changed_is_the_hunk_that_is_decided_next(
    qtbot: QtBot, opened: WindowController, project: RepositoryBuilder
) -> None:
    propose_two_files(qtbot, opened, 50)
    for _ in range(3):
        QTest.keyClick(opened.diff.splitter.main, Qt.Key.Key_Down)
    begin(qtbot, opened)
    type_text(opened, "my ")
    keep(qtbot, opened)
    qtbot.waitUntil(lambda: opened.diff.splitter.main.textCursor().block().text() == "my line 53")

    QTest.keyClicks(opened.diff.splitter.main, "y")

    qtbot.waitUntil(lambda: "my line 53\n" in (project.root / "long.txt").read_text())
    assert "LINE 50\n" not in (project.root / "long.txt").read_text()


def test_a_reply_for_other_files_leaves_the_editor_open(qtbot: QtBot, opened: WindowController) -> None:
    propose_two_files(qtbot, opened)
    begin(qtbot, opened)
    type_text(opened, "mine ")

    more = edit("a.py", "last", "\n".join(["the last"] * 90)) + edit("b.py", "y = 1", "y = 2")
    opened.session.reception.take_text(more, "A reply")
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    qtbot.waitUntil(lambda: opened.session.tasks.is_idle)

    type_text(opened, "yx")
    assert opened.editing_area.is_editing
    assert opened.editing_area.editor.editor.textCursor().block().text() == "mine yxLINE 80"


def test_a_decided_file_is_not_edited_and_undo_takes_back_what_was_typed_while_one_edits_and_no_decision(
    qtbot: QtBot, opened: WindowController
) -> None:
    propose_two_files(qtbot, opened)
    opened.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(opened) == "y.")
    opened.session.looking.show("a.py")
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    opened.editing.begin()
    assert not opened.editing_area.is_editing
    qtbot.waitUntil(lambda: "a.py is accepted already" in words(opened.notices))

    opened.session.looking.show("long.txt")
    qtbot.waitUntil(lambda: shown(opened) == "long.txt")
    opened.diff.setFocus()
    begin(qtbot, opened)
    type_text(opened, "typed")
    tools = {one.text(): one for one in opened.window.findChildren(QToolButton) if one.text() in ("Undo", "Redo")}
    text = opened.editing_area.editor.editor
    assert "what you typed" in tools["Undo"].toolTip()

    QTest.mouseClick(tools["Undo"], Qt.MouseButton.LeftButton)
    assert "typed" not in text.text
    opened.do(Act.UNDO)  # no step behind the editor
    qtbot.waitUntil(lambda: "Nothing that you typed is left to undo." in words(opened.notices))
    QTest.mouseClick(tools["Redo"], Qt.MouseButton.LeftButton)
    assert "typed" in text.text
    assert not tools["Redo"].isEnabled()

    assert (decisions(opened), opened.editing_area.is_editing, text.hasFocus()) == ("y.", True, True)


def test_where_a_later_reply_has_other_lines_than_an_edit_both_are_shown_and_either_is_taken_by_its_key(
    qtbot: QtBot, opened: WindowController
) -> None:
    propose_two_files(qtbot, opened, line=10)
    begin(qtbot, opened)
    QTest.keyClick(opened.editing_area.editor.editor, Qt.Key.Key_End)
    type_text(opened, " mine")
    keep(qtbot, opened)
    qtbot.waitUntil(lambda: "LINE 10 mine" in after(opened))

    whole = LONG.replace("line 10\n", "line ten\n").replace("line 60\n", "LINE 60\n")
    paste(opened, f"long.txt\n```\n{whole}```\n")

    qtbot.waitUntil(lambda: "Your lines were kept: the reply has others here" in words(opened.diff))
    assert {"LINE 10 mine", "LINE 60"} <= set(after(opened).splitlines())
    place = next(one for one in opened.diff.findChildren(BlockPlace) if "replaces the whole file" in words(one))
    assert "Your lines were kept: the reply has others there." in words(place)
    roles = [one.property("role") for one in place.findChildren(QLabel)]
    assert ("warn" in roles, "good" in roles) == (True, False)
    card = next(one for one in opened.diff.findChildren(LineConflict) if one.isVisible())
    assert [box.toPlainText() for box in card.findChildren(CodeBox)] == [
        "+ LINE 10 mine",
        f"{MINUS} LINE 10",
        "+ line ten",
    ]
    assert "Open in editor" not in buttons(card)

    opened.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), ">")
    qtbot.waitUntil(lambda: opened.diff.conflicts.is_current)
    assert "LINE 10 mine" in after(opened)  # the place is seen first
    QTest.keyClick(QApplication.focusWidget(), ">")
    qtbot.waitUntil(lambda: "line ten\n" in after(opened) and "LINE 10 mine" not in after(opened))
    qtbot.waitUntil(lambda: "Your lines were kept" not in words(opened.diff))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: "LINE 10 mine" in after(opened))
    qtbot.waitUntil(lambda: "Your lines were kept: the reply has others here" in words(opened.diff))
    assert "your lines kept" in marks(opened, "long.txt")

    press(qtbot, opened.diff, "Take mine for conflict 1")
    qtbot.waitUntil(lambda: "Your lines were kept" not in words(opened.diff))
    assert "LINE 10 mine" in after(opened)
    assert "your lines kept" not in marks(opened, "long.txt")


def test_a_block_for_which_the_user_keeps_their_text_counts_as_dismissed(
    qtbot: QtBot, opened: WindowController
) -> None:
    propose(qtbot, opened)
    begin(qtbot, opened)
    type_text(opened, "w = 0; ")
    mine = opened.editing_area.editor.editor.text
    paste(opened, edit("a.py", "x = 2", "x = 5"))
    qtbot.waitUntil(lambda: "keeping it replaces that change" in words(opened.editing_area))

    press(qtbot, opened.editing_area, "Keep my text")

    qtbot.waitUntil(lambda: not opened.editing_area.is_editing)
    qtbot.waitUntil(lambda: after(opened).replace("\r\n", "\n") == mine)
    counts = [button.accessibleName() for button in opened.proposal.findChildren(QToolButton)]
    assert {"1 placed, filter", "1 dismissed, filter"} <= set(counts)
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: "x = 5" in after(opened))
