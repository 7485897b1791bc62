"""Promises of a file in conflict in the whole window: both sides are seen, and either is taken with one press."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.review.reports import of_new_conflicts
from guillemet.ui.actions import Act
from guillemet.ui.desktop.editor import open_in_editor
from guillemet.ui.diff.footer import Footer
from guillemet.ui.editor.code_editor import CodeEditor
from guillemet.ui.style import style
from guillemet.ui.widgets.shortened import Shortened
from guillemet.ui.window_controller import WindowController
from tests.kit.file_manager import FileManager
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, paste, review, shown

MINE = b"x = 3\n"
WHOLE_MINE = "Take mine for the whole file"


@pytest.fixture
def conflicting(proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with a proposal for a.py, which somebody changed in the same line."""
    project.write({"a.py": MINE})
    qtbot.waitUntil(lambda: review(proposed).conflicts == {"a.py"})
    qtbot.waitUntil(lambda: "lines that the proposal changes" in words(proposed.diff))
    return proposed


def test_either_side_is_taken_for_the_whole_file_and_undo_brings_the_conflict_back(
    conflicting: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    def old_lines() -> tuple[str, ...]:
        return conflicting.diff.content.old.lines if conflicting.diff.content else ()

    assert old_lines() == ("x = 3",)  # as the file lies on the disk

    press(qtbot, conflicting.diff, WHOLE_MINE)
    qtbot.waitUntil(lambda: decisions(conflicting) == "n..")
    qtbot.waitUntil(lambda: shown(conflicting) == "b.py")
    qtbot.waitUntil(lambda: WHOLE_MINE not in buttons(conflicting.diff))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(conflicting) == "...")
    assert project.read("a.py") == MINE

    press(qtbot, conflicting.diff, "Take the proposal for the whole file")
    qtbot.waitUntil(lambda: decisions(conflicting) == "y..")
    assert project.read("a.py") == b"x = 2\n"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(conflicting) == "...")
    assert project.read("a.py") == MINE

    qtbot.waitUntil(lambda: old_lines() == ("x = 3",))
    project.write({"a.py": "x = 4\n"})
    qtbot.waitUntil(lambda: old_lines() == ("x = 4",))
    project.write({"a.py": "x = 1\n"})
    qtbot.waitUntil(lambda: WHOLE_MINE not in buttons(conflicting.diff))


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the system's editor is started there")
def test_the_editor_gets_the_file_and_no_shell_reads_its_arguments_and_without_one_the_system_does(
    conflicting: WindowController,
    project: RepositoryBuilder,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file_manager: FileManager,
) -> None:
    told = tmp_path / "told"
    editor = tmp_path / "my editor"
    editor.write_text(f'#!/bin/sh\nfor one in "$@"; do echo "$one"; done > "{told}.new"; mv "{told}.new" "{told}"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", f"'{editor}' --wait '$(touch {tmp_path}/ran); *'")
    press(qtbot, conflicting.diff, "Open in editor")
    qtbot.waitUntil(told.exists)
    assert told.read_text().splitlines() == ["--wait", f"$(touch {tmp_path}/ran); *", str(project.root / "a.py")]
    assert not (tmp_path / "ran").exists()

    monkeypatch.setenv("PATH", str(project.root.parent))  # without terminals
    monkeypatch.setenv("VISUAL", "nano")
    monkeypatch.setenv("EDITOR", "no-such-editor --wait")
    press(qtbot, conflicting.diff, "Open in editor")
    assert file_manager.opened == [str(project.root / "a.py")]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the system's editor is started there")
@pytest.mark.parametrize("named", ["./tool", "tool", "{root}/tool", "bin/../tool"])
def test_no_program_of_the_repository_is_started(
    project: RepositoryBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    tool = project.root / "tool"
    tool.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    tool.chmod(0o755)
    monkeypatch.chdir(project.root)
    monkeypatch.setenv("PATH", f".:{project.root}")
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.setenv(name, named.format(root=project.root))

    assert "Set VISUAL" in open_in_editor(tool, project.root)

    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the system's editor is started there")
@pytest.mark.parametrize("name", ["a.desktop", "A.DESKTOP", "a.jar", "setup.exe", "sheet.xlsm"])
def test_without_an_editor_the_system_is_given_nothing_that_it_might_run(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (project.root / name).write_bytes(b"MZ\0" if name == "setup.exe" else b"PK\3\4\0" if name != "a.desktop" else b"")
    monkeypatch.setenv("PATH", str(project.root.parent))  # without terminals
    monkeypatch.setenv("VISUAL", "vim -p")
    monkeypatch.setenv("EDITOR", "")

    assert "might run" in open_in_editor(project.root / name, project.root)


@pytest.fixture
def drifting(proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with five conflicts and a clean hunk in many.py, which is shown."""
    lines = [f"line {number}\n" for number in range(60)]
    project.write({"many.py": "".join(lines)})
    paste(proposed, "".join(edit("many.py", f"line {n}", f"LINE {n}") for n in (2, 12, 22, 32, 42, 52)))
    qtbot.waitUntil(lambda: len(review(proposed).files) == 4)
    proposed.session.looking.pick("many.py")
    qtbot.waitUntil(lambda: shown(proposed) == "many.py")
    for number in (12, 22, 32, 42, 52):
        lines[number] = f"mine {number}\n"
    project.write({"many.py": "".join(lines)})
    qtbot.waitUntil(lambda: "5 conflicts in many.py" in buttons(proposed.diff))
    qtbot.waitUntil(lambda: proposed.diff.content and len(proposed.diff.content.texts.conflicts) == 5)
    return proposed


def conflicts(window: WindowController) -> int:
    return next(file.conflicts for file in review(window).files if file.path == "many.py")


def go_to_last(window: WindowController, qtbot: QtBot, *, of: int) -> None:
    """Step from hunk to hunk until the last conflict is in view."""
    window.diff.setFocus()
    for _ in range(14):
        qtbot.keyClick(QApplication.focusWidget(), "j")
    qtbot.waitUntil(lambda: f"Conflict {of} of {of}" in words(window.diff))


def test_every_conflict_stands_at_its_lines_and_is_settled_there(
    drifting: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    press(qtbot, drifting.diff, "5 conflicts in many.py")
    qtbot.waitUntil(lambda: "Take mine for conflict 1" in buttons(drifting.diff))
    assert {"Conflict 1 of 5", "+ mine 12", "− line 12", "+ LINE 12"} <= set(words(drifting.diff).split("\n"))

    press(qtbot, drifting.diff, "Take mine for conflict 1")
    qtbot.waitUntil(lambda: conflicts(drifting) == 4)
    qtbot.waitUntil(lambda: "of 4" in words(drifting.diff))
    qtbot.waitUntil(lambda: drifting.diff.line_on_disk == 23)  # of the next conflict, counted from 1
    go_to_last(drifting, qtbot, of=4)
    press(qtbot, drifting.diff, "Take proposed for conflict 4")

    qtbot.waitUntil(lambda: conflicts(drifting) == 3)
    assert b"LINE 52\nline 53" in project.read("many.py")
    drifting.session.decisions.undo()
    qtbot.waitUntil(lambda: conflicts(drifting) == 4)
    assert b"mine 52\nline 53" in project.read("many.py")
    drifting.do(Act.UNDO)
    qtbot.waitUntil(lambda: conflicts(drifting) == 5)
    qtbot.waitUntil(lambda: drifting.diff.conflicts.is_current)  # the one that comes back


def test_undo_brings_a_conflict_back_to_where_it_stood(drifting: WindowController, qtbot: QtBot) -> None:
    drifting.window.resize(1440, 900)
    drifting.diff.show_conflict("many.py")
    bar = drifting.diff.splitter.main.verticalScrollBar()
    for name in ("Take mine for conflict 2", "Take proposed for conflict 2"):
        for above in (5, 12):
            qtbot.waitUntil(lambda name=name: name in buttons(drifting.diff) and drifting.session.tasks.is_quiet)
            one = buttons(drifting.diff)[name]
            bar.setValue(bar.value() + one.mapTo(drifting.diff.splitter, QPoint()).y() // 20 - above)
            place = one.mapToGlobal(QPoint())

            press(qtbot, drifting.diff, name)
            qtbot.waitUntil(lambda: conflicts(drifting) == 4 and drifting.session.tasks.is_quiet)
            press(qtbot, drifting.window, "Undo")
            qtbot.waitUntil(lambda: conflicts(drifting) == 5 and drifting.session.tasks.is_quiet)
            qtbot.waitUntil(lambda name=name: name in buttons(drifting.diff))

            assert buttons(drifting.diff)[name].mapToGlobal(QPoint()) == place, (name, above)


def test_a_conflict_beside_an_unfinished_edit_is_settled_only_once_the_user_says_so(
    drifting: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    drifting.diff.setFocus()
    qtbot.waitUntil(lambda: "hunk 1 of 6" in words(drifting.diff))
    qtbot.keyClick(QApplication.focusWidget(), "e")
    qtbot.waitUntil(drifting.editing_area.editor.editor.hasFocus)
    QTest.keyClicks(drifting.editing_area.editor.editor, "my ")
    for path in ("b.py", "many.py"):
        drifting.session.looking.show(path)
        qtbot.waitUntil(lambda: shown(drifting) == path and not drifting.editing_area.is_editing)  # noqa: B023
    press(qtbot, drifting.diff, "5 conflicts in many.py")
    for side in ("mine", "proposed"):
        qtbot.waitUntil(lambda: f"Take {side} for conflict 1" in buttons(drifting.diff))  # noqa: B023
        press(qtbot, drifting.diff, f"Take {side} for conflict 1")
        qtbot.waitUntil(lambda: "The conflict in many.py was not settled" in words(drifting.notices))
    qtbot.waitUntil(lambda: drifting.session.tasks.is_quiet)
    assert (conflicts(drifting), b"LINE 12" in project.read("many.py")) == (5, False)

    press(qtbot, drifting.notices, "Settle without it")
    qtbot.waitUntil(lambda: conflicts(drifting) == 4)
    assert b"LINE 12\n" in project.read("many.py")
    assert drifting.editing_area.draft_bar.isVisible()


def test_an_edit_that_settles_conflicts_says_so_and_offers_undo(drifting: WindowController, qtbot: QtBot) -> None:
    def keep(line: int) -> None:
        editor = drifting.editing_area.editor.editor
        drifting.diff.setFocus()
        qtbot.keyClick(drifting.diff.splitter.main, "e")
        qtbot.waitUntil(editor.hasFocus)
        cursor = editor.textCursor()
        cursor.setPosition(editor.document().findBlockByNumber(line).position())
        editor.setTextCursor(cursor)
        QTest.keyClicks(editor, "my ")
        QTest.keyClick(editor, Qt.Key.Key_S, CTRL)
        qtbot.waitUntil(lambda: not drifting.editing_area.is_editing)
        qtbot.waitUntil(lambda: drifting.session.tasks.is_quiet)

    qtbot.waitUntil(lambda: "hunk 1 of 6" in words(drifting.diff))
    keep(2)
    assert (conflicts(drifting), "settled" in words(drifting.notices)) == (5, False)
    keep(12)
    assert conflicts(drifting) == 4
    qtbot.waitUntil(lambda: "Kept your edit of many.py, and settled 1 conflict by it." in words(drifting.notices))
    press(qtbot, drifting.notices, "Undo")
    qtbot.waitUntil(lambda: conflicts(drifting) == 5)


def test_a_clean_hunk_beside_conflicts_is_accepted_with_its_key_and_all_else_around_them(
    drifting: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    drifting.diff.setFocus()
    qtbot.waitUntil(lambda: "hunk 1 of 6" in words(drifting.diff))
    foot = drifting.diff.findChild(Footer)
    qtbot.waitUntil(lambda: "Y accept" not in words(foot))  # which accepts none that is in conflict
    qtbot.keyClick(QApplication.focusWidget(), "y")
    qtbot.waitUntil(lambda: b"LINE 2\n" in project.read("many.py"))
    assert project.read("many.py").count(b"mine") == conflicts(drifting) == 5
    qtbot.waitUntil(lambda: "1 of 6 hunks decided" in words(drifting.diff))

    # The foot names the current conflict also once other files are accepted and folded.
    press(qtbot, drifting.diff, "5 conflicts in many.py")
    qtbot.waitUntil(lambda: "Conflict 1 of 5" in words(foot))
    with qtbot.waitSignal(drifting.session.looking.content_changed):
        drifting.session.decisions.accept_all()  # which leads to the first file that it leaves out
    assert (decisions(drifting), "Conflict 1 of 5" in words(foot)) == ("yyy.", True)


def test_deciding_a_hunk_of_a_file_in_conflict_as_a_whole_says_that_the_keys_mean_all_of_it(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"c.py": "mine = 1\n"})
    qtbot.waitUntil(lambda: review(proposed).conflicts == {"c.py"})
    proposed.session.looking.pick("c.py")
    qtbot.waitUntil(lambda: shown(proposed) == "c.py" and proposed.session.tasks.is_quiet)
    qtbot.waitUntil(lambda: "A file of this name was made" in words(proposed.diff))
    proposed.diff.setFocus()

    qtbot.keyClick(QApplication.focusWidget(), "y")
    qtbot.waitUntil(lambda: "< mine, > proposed, " in words(proposed.diff))
    qtbot.keyClick(QApplication.focusWidget(), ">")

    qtbot.waitUntil(lambda: decisions(proposed) == "..y")
    assert project.read("c.py") == b"z = 1\n"


@pytest.mark.parametrize(("requested", "key"), [("hunk", "<"), ("file", ">")])
def test_accepting_what_is_in_conflict_leads_to_the_conflict_and_its_keys(
    drifting: WindowController, project: RepositoryBuilder, qtbot: QtBot, requested: str, key: str
) -> None:
    lies = project.read("many.py")
    drifting.window.resize(1024, 700)
    drifting.diff.setFocus()
    qtbot.waitUntil(lambda: "hunk 1 of 6" in words(drifting.diff))
    if requested == "hunk":
        qtbot.keyClick(QApplication.focusWidget(), key)
        qtbot.waitUntil(lambda: "Press the key again" in words(drifting.diff) and drifting.diff.conflicts.is_current)
        assert (project.read("many.py"), conflicts(drifting)) == (lies, 5)
        qtbot.keyClick(QApplication.focusWidget(), "k")
        QTest.keyClick(drifting.diff.splitter.main, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
        assert not [name for name in buttons(drifting.diff) if name.startswith("Accept") and "line" in name]
        qtbot.keyClick(QApplication.focusWidget(), "y")
        qtbot.waitUntil(lambda: "< mine, > proposed, " in words(drifting.diff))
        said = next(one for one in drifting.diff.findChildren(Shortened) if "> proposed" in one.text())
        keys = said.text().partition(":")[0]  # the first that is said, which no narrow window cuts off
        qtbot.waitUntil(lambda: said.elided(said.fontMetrics(), said.text(), said.width()).startswith(keys))
        QTest.keyClick(
            drifting.diff.splitter.main, Qt.Key.Key_Z, Qt.KeyboardModifier.AltModifier
        )  # which lays out the same place again
        assert said.text().startswith(keys)
    else:
        assert "Accept many.py" not in buttons(drifting.diff)
        QTest.keyClick(drifting.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(lambda: "many.py was changed meanwhile in the same lines" in words(drifting.window))

    qtbot.waitUntil(lambda: "Take mine for conflict 1" in buttons(drifting.diff))
    qtbot.waitUntil(lambda: drifting.diff.conflicts.is_current and drifting.session.tasks.is_quiet)
    assert (project.read("many.py"), conflicts(drifting)) == (lies, 5)
    drifting.diff.setFocus()
    qtbot.keyClick(QApplication.focusWidget(), key)
    qtbot.waitUntil(lambda: conflicts(drifting) == 4)
    assert (b"LINE 12" if key == ">" else b"mine 12") in project.read("many.py")
    qtbot.waitUntil(lambda: drifting.diff.line_on_disk == 23)  # of the next conflict, whose hunk is the current one
    qtbot.waitUntil(lambda: drifting.session.tasks.is_quiet)
    drifting.diff.setFocus()
    qtbot.keyClick(QApplication.focusWidget(), key)
    qtbot.waitUntil(lambda: conflicts(drifting) == 3)
    assert (b"LINE 22" if key == ">" else b"mine 22") in project.read("many.py")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the system's editor is started there")
def test_a_move_in_conflict_is_named_by_its_former_path_and_moved_by_what_is_accepted_first(
    proposed: WindowController,
    project: RepositoryBuilder,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    file_manager: FileManager,
) -> None:
    lines = [f"line {number}\n" for number in range(60)]
    project.write({"many.py": "".join(lines)})
    hunks = "".join(f"@@\n-line {n}\n+LINE {n}\n" for n in (2, 12, 22))
    paste(proposed, f"*** Begin Patch\n*** Update File: many.py\n*** Move to: moved.py\n{hunks}*** End Patch\n")
    qtbot.waitUntil(lambda: "moved.py" in review(proposed).file_at)
    proposed.session.looking.pick("moved.py")
    qtbot.waitUntil(lambda: shown(proposed) == "moved.py")
    unchanged = review(proposed)
    lines[12], lines[22] = "mine 12\n", "mine 22\n"
    project.write({"many.py": "".join(lines)})
    qtbot.waitUntil(lambda: "2 conflicts in moved.py" in buttons(proposed.diff))

    notice = of_new_conflicts(unchanged, review(proposed))
    assert notice is not None
    assert notice.what == "many.py changed on disk; it is in conflict with what is proposed."
    monkeypatch.setenv("PATH", str(project.root.parent))  # without terminals
    monkeypatch.setenv("VISUAL", "nano")
    press(qtbot, proposed.diff, "Open in editor")
    assert file_manager.opened == [str(project.root / "many.py")]

    proposed.diff.setFocus()
    qtbot.waitUntil(lambda: "hunk 1 of 3" in words(proposed.diff))
    qtbot.keyClick(QApplication.focusWidget(), "y")
    lines[2] = "LINE 2\n"
    qtbot.waitUntil(lambda: "hunk 2 of 3" in words(proposed.diff) and proposed.session.tasks.is_quiet)
    assert (project.read("moved.py"), (project.root / "many.py").exists()) == ("".join(lines).encode(), False)
    proposed.diff.setFocus()
    qtbot.keyClick(QApplication.focusWidget(), "<")
    qtbot.waitUntil(lambda: "hunk 3 of 3" in words(proposed.diff) and proposed.session.tasks.is_quiet)
    proposed.diff.setFocus()
    qtbot.keyClick(QApplication.focusWidget(), ">")
    lines[22] = "LINE 22\n"
    qtbot.waitUntil(lambda: project.read("moved.py") == "".join(lines).encode())


def test_a_notice_that_leads_to_conflicts_goes_as_they_come_into_view(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    lines = [f"line {number}\n" for number in range(400)]
    project.write({"far.py": "".join(lines), "near.py": "".join(lines[:9])})
    paste(
        proposed,
        edit("near.py", "line 4", "LINE 4") + "".join(edit("far.py", f"line {n}", "X") for n in range(9, 399, 9)),
    )
    qtbot.waitUntil(lambda: len(review(proposed).files) == 5)
    proposed.session.looking.pick("near.py")
    qtbot.waitUntil(lambda: shown(proposed) == "near.py")
    project.write({"near.py": "".join(lines[:9]).replace("4", "5")})
    qtbot.waitUntil(lambda: "Conflict 1 of 1" in words(proposed.diff))
    qtbot.waitUntil(lambda: not proposed.notices.offers(Offer.SHOW_CONFLICT))

    project.write({"far.py": "".join(lines).replace("line 387", "mine")})
    qtbot.waitUntil(lambda: "far.py changed on disk; it is in conflict" in words(proposed.notices))
    bar = proposed.diff.splitter.main.verticalScrollBar()
    proposed.session.looking.pick("far.py")
    qtbot.waitUntil(lambda: shown(proposed) == "far.py")
    assert proposed.notices.offers(Offer.SHOW_CONFLICT)
    bar.setValue(bar.maximum() - 4)

    qtbot.waitUntil(lambda: not proposed.notices.offers(Offer.SHOW_CONFLICT))
    assert not proposed.diff.conflicts.is_current, "seen is enough"


def test_a_conflict_of_a_file_that_is_not_looked_at_is_announced_with_the_way_there(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    lines = [f"line {number}\n" for number in range(60)]
    project.write({"many.py": "".join(lines)})
    paste(proposed, "".join(edit("many.py", f"line {n}", f"LINE {n}") for n in (2, 42)))
    qtbot.waitUntil(lambda: len(review(proposed).files) == 4)
    proposed.diff.set_continuous(is_continuous=False)
    proposed.session.looking.pick("b.py")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    lines[42] = "mine 42\n"
    unchanged = review(proposed)
    project.write({"many.py": "".join(lines)})

    qtbot.waitUntil(lambda: "many.py changed on disk; it is in conflict" in words(proposed.notices))
    proposed.proposal.files.mark_picked.emit("many.py", "conflict")  # a click on the badge
    qtbot.waitUntil(lambda: shown(proposed) == "many.py" and proposed.diff.conflicts.is_current)
    qtbot.waitUntil(lambda: "conflict" not in words(proposed.notices))
    for notice in (of_new_conflicts(unchanged, review(proposed)), Notice(Level.DONE, "Something else.")):
        proposed.session.notifications.show(notice)
    qtbot.waitUntil(lambda: "Something else." in words(proposed.notices))
    assert "1 more" not in words(proposed.notices), "of the conflict at which one is"
    press(qtbot, proposed.diff, "Take proposed for conflict 1")
    qtbot.waitUntil(lambda: "conflict" not in words(proposed.notices))
    qtbot.waitUntil(lambda: b"LINE 42" in project.read("many.py"))
    qtbot.waitUntil(lambda: "hunk 1 of 2" in words(proposed.diff))

    proposed.do(Act.EDIT_PROPOSAL)  # in the place of the diff
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), CodeEditor))
    qtbot.keyClicks(QApplication.focusWidget(), "my own ")
    project.write({"many.py": "".join(lines).replace("line 2\n", "mine 2\n").replace("mine 42", "LINE 42")})
    qtbot.waitUntil(lambda: "many.py changed on disk; it is in conflict" in words(proposed.notices))
    QTest.keyClick(proposed.window, Qt.Key.Key_3, CTRL)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: proposed.diff.isVisible() and proposed.diff.conflicts.is_current)
    assert "Your edit of many.py is unfinished." in words(proposed.editing_area)
    QTest.keyClick(proposed.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: "many.py was changed meanwhile in the same lines" in words(proposed.notices))


def test_a_conflict_is_edited_in_its_place_and_what_was_written_is_kept_for_later(
    drifting: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    press(qtbot, drifting.diff, "5 conflicts in many.py")
    qtbot.waitUntil(lambda: "Edit for conflict 1" in buttons(drifting.diff))
    drifting.diff.setFocus()
    drifting.do(Act.EDIT_PROPOSAL)
    editor = named(drifting.diff, QPlainTextEdit, "Lines for conflict 1")
    qtbot.waitUntil(editor.isVisible)
    editor.selectAll()
    qtbot.keyClicks(editor, "both")

    go_to_last(drifting, qtbot, of=5)
    drifting.session.looking.pick("a.py")
    qtbot.waitUntil(lambda: shown(drifting) == "a.py")
    drifting.session.looking.pick("many.py")
    qtbot.waitUntil(lambda: "5 conflicts in many.py" in buttons(drifting.diff))
    press(qtbot, drifting.diff, "5 conflicts in many.py")
    qtbot.waitUntil(lambda: "Keep" in buttons(drifting.diff))
    press(qtbot, drifting.diff, "Keep")

    qtbot.waitUntil(lambda: conflicts(drifting) == 4)
    assert review(drifting).undo == "Edit a conflict in many.py"
    drifting.session.decisions.accept(["many.py"], overwrites=True)
    qtbot.waitUntil(lambda: b"both\nline 13" in project.read("many.py"))


def test_the_hunk_of_a_conflict_is_edited_in_the_conflict_and_stays_where_it_is(
    drifting: WindowController, qtbot: QtBot
) -> None:
    press(qtbot, drifting.diff, "5 conflicts in many.py")
    qtbot.waitUntil(lambda: "Edit for conflict 1" in buttons(drifting.diff))
    edits = next(name for name in buttons(drifting.diff) if name.startswith("Edit hunk 2 "))
    height = buttons(drifting.diff)[edits].mapToGlobal(QPoint(0, 0)).y()

    press(qtbot, drifting.diff, edits)

    editor = named(drifting.diff, CodeEditor, "Lines for conflict 1")
    qtbot.waitUntil(editor.hasFocus)
    assert "What is to stand there. Keep proposes it; it is written when you accept it." in words(drifting.diff)
    inside = editor.grab().toImage()
    assert inside.pixelColor(inside.width() // 2, 0) == QColor(style.current().theme.accent)
    assert editor.first_number == 13  # as the file counts
    assert not drifting.editing_area.is_editing
    assert buttons(drifting.diff)[edits].mapToGlobal(QPoint(0, 0)).y() == height


@pytest.mark.parametrize("is_continuous", [True, False])
def test_a_file_that_is_gone_says_so_in_its_place(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot, *, is_continuous: bool
) -> None:
    proposed.diff.set_continuous(is_continuous=is_continuous)
    unchanged = review(proposed)
    (project.root / "a.py").unlink()

    qtbot.waitUntil(lambda: "The file was deleted or moved since" in words(proposed.diff))
    notice = of_new_conflicts(unchanged, review(proposed))
    assert notice is not None
    assert notice.todo == "Take mine or the proposal for the whole file."
    gone = review(proposed).files[0]
    assert (gone.added, gone.removed, gone.hunks) == (1, 0, 1)
    assert "Open in editor" not in buttons(proposed.diff)
    press(qtbot, proposed.diff, "Take the proposal for the whole file")
    qtbot.waitUntil((project.root / "a.py").exists)


def test_a_file_that_is_accepted_in_the_diff_leads_to_the_conflict_that_stands_next(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    text = "".join(f"line {n}\n" for n in range(1, 41))
    project.commit({f"{name}.txt": text for name in "abc"})
    paste(opened, "".join(edit(f"{name}.txt", f"line {at}", "new") for name in "abc" for at in (10, 30)))
    qtbot.waitUntil(lambda: shown(opened) == "a.txt" and len(review(opened).files) == 3)
    project.write({"b.txt": text.replace("line 10\n", "mine\n")})
    qtbot.waitUntil(lambda: review(opened).conflicts == {"b.txt"})  # in the list, it stands first from now on
    opened.diff.setFocus()

    QTest.keyClick(opened.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)

    qtbot.waitUntil(lambda: decisions(opened) == "y.." and shown(opened) == "b.txt")
