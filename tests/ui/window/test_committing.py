"""Promises of a commit made in the whole window, and taken back."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygit2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QPlainTextEdit,
)
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level
from guillemet.app.review.review_actions import CommitRequest
from guillemet.engine.workspace import Workspace
from guillemet.ui.actions import Act
from guillemet.ui.branches import BranchPalette, HooksDialog
from guillemet.ui.changes.commit_panel import Notes
from guillemet.ui.chat.popup import EntryList
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, named, press, words
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import (
    decisions,
    do_by_palette,
    file_list,
    paste,
    press_box,
    press_row,
    review,
    shown,
)


def told(desk: WindowController) -> str:
    return desk.notices.current.text if desk.notices.current else ""


def cards(desk: WindowController) -> list[str]:
    return [row.status()[0].rpartition(" · ")[2] for row in desk.conversation._transcript.blocks]


def test_a_commit_is_made_from_the_message_box_and_what_is_written_meanwhile_stays_there_or_in_the_other_box(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    QTest.keyClick(proposed.window, Qt.Key.Key_G, CTRL)
    box = QApplication.focusWidget()
    assert isinstance(box, QPlainTextEdit)
    QTest.keyClicks(box, "Raise x")
    QTest.keyClick(box, Qt.Key.Key_Return, CTRL)
    QTest.keyClicks(box, ", then y")
    qtbot.waitUntil(lambda: decisions(proposed) == "..")
    qtbot.waitUntil(lambda: "Raise x" in project.git.head.peel().message)
    assert project.committed("a.py") == b"x = 2\n"
    assert project.committed("b.py") == b"y = 1\n"
    assert project.git.head.peel().message.strip() == "Raise x"
    assert proposed.commit.draft == "Raise x, then y"

    proposed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y.")
    QTest.keyClick(proposed.window, Qt.Key.Key_G, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    QTest.keyClick(proposed.window, Qt.Key.Key_L, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), "Wh")
    qtbot.waitUntil(lambda: proposed.commit.draft == "")
    QTest.keyClicks(QApplication.focusWidget(), "y x")
    assert proposed.talk.composer.draft == "Why x"
    assert decisions(proposed) == "."

    proposed.session.decisions.reject(["c.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "n")
    for step in (proposed.session.decisions.finish, proposed.session.decisions.undo, proposed.session.decisions.redo):
        step()
        qtbot.waitUntil(lambda step=step: bool(review(proposed).files) is (step == proposed.session.decisions.undo))
    qtbot.waitUntil(lambda: "All that you accepted is committed" in words(proposed.diff))


def test_after_a_commit_of_all_the_diff_says_what_comes_next_and_it_is_taken_back_and_done_again_by_key(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    before = project.head
    proposed.session.decisions.reject(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == ".n.")
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yny")
    qtbot.waitUntil(lambda: cards(proposed) == ["accepted", "rejected", "accepted"])
    QTest.keyClick(proposed.window, Qt.Key.Key_G, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), "Raise two")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: not review(proposed).files)

    qtbot.waitUntil(lambda: cards(proposed) == ["committed", "rejected", "committed"])
    qtbot.waitUntil(lambda: "All that you accepted is committed" in words(proposed.diff))
    assert "Nothing to review yet" not in words(proposed.diff)
    assert {"Paste reply", "Open reply…"} <= buttons(proposed.proposal).keys()
    qtbot.waitUntil(lambda: told(proposed).endswith("The review is finished."))

    QTest.keyClick(proposed.window.windowHandle(), Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: project.head == before)
    qtbot.waitUntil(lambda: decisions(proposed) == "yny")
    QTest.keyClick(proposed.window.windowHandle(), Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: not review(proposed).files)
    assert project.head != before
    qtbot.waitUntil(lambda: "All that you accepted is committed" in words(proposed.diff))
    qtbot.waitUntil(lambda: "Nothing is left to review" in words(proposed.proposal))

    while step := review(proposed).undo:
        QTest.keyClick(proposed.window.windowHandle(), Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda step=step: review(proposed).undo != step)
    qtbot.waitUntil(lambda: "Nothing to review yet" in words(proposed.diff))  # for nothing is committed any more
    assert project.head == before


def test_the_cards_of_what_was_committed_first_say_so_when_the_rest_is_committed(
    proposed: WindowController, qtbot: QtBot
) -> None:
    for path in ("a.py", "b.py", "c.py"):
        proposed.session.decisions.accept([path])
        qtbot.waitUntil(lambda: bool(review(proposed).commit))
        proposed.session.committing.commit(CommitRequest(f"Raise {path}"))
        qtbot.waitUntil(lambda: not review(proposed).commit)

    qtbot.waitUntil(lambda: cards(proposed) == ["committed"] * 3)


def test_the_card_of_a_block_says_what_was_decided_on_its_own_hunk(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    lines = [f"line {number}\n" for number in range(40)]
    project.commit({"long.txt": "".join(lines)})
    places = (0, 10, 20, 30)
    paste(opened, "".join(edit("long.txt", lines[at].strip(), f"other {at}") for at in places))
    qtbot.waitUntil(lambda: shown(opened) == "long.txt")
    opened.diff.setFocus()
    for number, key in enumerate((Qt.Key.Key_Y, Qt.Key.Key_X, Qt.Key.Key_Y), start=1):
        qtbot.waitUntil(lambda number=number: f"hunk {number} of 4" in words(opened.diff))
        QTest.keyClick(QApplication.focusWidget(), key)
    qtbot.waitUntil(lambda: cards(opened) == ["accepted", "rejected", "accepted", "line 31"])
    opened.session.committing.commit(CommitRequest("Change two"))
    qtbot.waitUntil(lambda: cards(opened) == ["committed", "rejected", "committed", "line 31"])

    opened.session.decisions.reject(["long.txt"])
    qtbot.waitUntil(lambda: cards(opened) == ["committed", "rejected", "committed", "rejected"])
    opened.session.decisions.undo()
    opened.session.decisions.accept(["long.txt"])
    qtbot.waitUntil(lambda: cards(opened) == ["committed", "rejected", "committed", "accepted"])
    opened.session.committing.commit(CommitRequest("Change another one"))
    qtbot.waitUntil(lambda: cards(opened) == ["committed", "rejected", "committed", "committed"])


def test_the_undo_key_takes_a_commit_back_whose_message_is_the_draft_until_it_is_made_again_and_amended(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    before = project.head
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.commit.set_draft("Raise x\n\nBecause.")
    proposed.commit.focus_message()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: project.head != before)
    qtbot.waitUntil(lambda: proposed.commit.draft == "")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: project.head == before)
    qtbot.waitUntil(lambda: (told := proposed.notices.current) is not None and told.what == "Undone: Commit “Raise x”.")

    # The message is back, and one who goes on with it takes only that back.
    qtbot.waitUntil(lambda: proposed.commit.draft == "Raise x\n\nBecause.")
    message = named(proposed.commit, QPlainTextEdit, "Commit message")
    message.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(message, " a lot")
    QTest.keyClick(message, Qt.Key.Key_Z, CTRL)
    assert proposed.commit.draft == "Raise x\n\nBecause."

    proposed.do(Act.FOCUS_LIST)
    QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: project.head != before)
    qtbot.waitUntil(lambda: proposed.commit.draft == "")

    project.commit({"d.py": ""}, message="Keep <b>d</b> & what else there is to be kept\n\nBody.")
    made = project.head
    proposed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y.")
    amend = proposed.window.actions_table[Act.AMEND]
    qtbot.waitUntil(lambda: made[:7] in amend.text())
    assert amend.text() == f"Amend the last commit: {made[:7]} “Keep <b>d</b> && what else there is…”"
    assert "Keep &lt;b&gt;d&lt;/b&gt; &amp; what else there is to be kept”" in amend.toolTip()
    QTest.keyClick(proposed.window, Qt.Key.Key_M, CTRL_SHIFT)
    assert QApplication.focusWidget() is message
    assert message.toPlainText() == "Keep <b>d</b> & what else there is to be kept\n\nBody."
    assert (project.head, proposed.commit.own_draft) == (made, "")  # a draft of the user's own is kept, not this one
    QTest.keyClick(message, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: project.head != made)
    qtbot.waitUntil(lambda: proposed.commit.draft == "")
    assert [project.committed(path) for path in ("a.py", "b.py")] == [b"x = 2\n", b"y = 2\n"]
    assert project.git.head.peel().parent_ids == project.git[made].parent_ids
    kept = "with its message “Keep <b>d</b> & what else there is to be…” kept. Undo brings the old one back."
    qtbot.waitUntil(lambda: kept in words(proposed.notices))
    press(qtbot, proposed.notices, "Undo")
    qtbot.waitUntil(lambda: project.head == made)


def test_the_undo_of_an_amend_lets_the_next_commit_amend_again(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    made = project.head
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.do(Act.AMEND)
    for message in (proposed.commit.draft, "Other words"):
        proposed.commit.set_draft(message)
        proposed.commit.focus_message()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
        qtbot.waitUntil(lambda: project.head != made and proposed.commit.draft == "")
        proposed.do(Act.FOCUS_LIST)
        QTest.keyClick(proposed.window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda message=message: project.head == made and proposed.commit.draft == message)
        assert f"Amend {made[:7]} with 1 file" in buttons(proposed.commit)
        assert QApplication.focusWidget() is proposed.proposal.files

    proposed.commit.focus_message()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: project.head != made and proposed.commit.draft == "")
    assert project.git.head.peel().parent_ids == project.git[made].parent_ids


def test_a_commit_without_identity_asks_in_the_panel(desk: WindowController, tmp_path: Path, qtbot: QtBot) -> None:
    nobody = RepositoryBuilder(tmp_path / "nobody", author=None)
    desk.session.open_repository(str(nobody.root))
    desk.session.reception.take_text(create("c.py", "z = 1"), "Pasted text")
    qtbot.waitUntil(lambda: desk.session.review is not None and len(review(desk).files) == 1)
    desk.session.decisions.accept(["c.py"])
    qtbot.waitUntil(lambda: len(review(desk).commit) == 1)
    desk.commit.set_draft("Begin")
    press(qtbot, desk.commit, "Commit 1 file to main")
    fields = [named(desk.commit, QLineEdit, name) for name in ("Name", "Address")]
    qtbot.waitUntil(lambda: all(field.isVisible() for field in fields))
    QTest.keyClicks(fields[0], "Ada")
    QTest.keyClicks(fields[1], "ada@example.org")
    QTest.keyClick(fields[1], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: nobody.head != "")

    assert nobody.git.head.peel().author.email == "ada@example.org"


def test_a_commit_takes_nothing_that_was_not_listed_and_what_kept_one_from_being_made_is_not_told_again(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    before, lock = project.head, project.root / ".git/index.lock"
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.commit.set_draft("Raise x")
    lock.touch()
    press(qtbot, proposed.commit, "Commit 1 file to main")
    qtbot.waitUntil(lambda: "locked" in told(proposed))
    lock.unlink()
    Workspace.open(project.root).accept(["b.py"])  # in another window
    press(qtbot, proposed.commit, "Commit 1 file to main")
    qtbot.waitUntil(lambda: project.head != before)
    qtbot.waitUntil(lambda: proposed.commit.draft == "")
    assert project.committed("a.py") == b"x = 2\n"
    assert project.committed("b.py") == b"y = 1\n"
    qtbot.waitUntil(lambda: told(proposed).startswith("Committed 1 file"))
    assert [line.path for line in review(proposed).commit] == ["b.py"]
    press(qtbot, proposed.notices, "Dismiss notice")
    assert "locked" not in told(proposed)

    project.commit({"old.py": "gone = False\n"})
    proposed.session.decisions.undo()
    qtbot.waitUntil(lambda: "no longer the last one" in words(proposed.notices))
    proposed.session.decisions.accept(["c.py"])
    qtbot.waitUntil(lambda: "no longer the last one" not in words(proposed.notices))
    qtbot.waitUntil(lambda: decisions(proposed) == "yy")


def test_letters_mean_the_list_again_after_all_was_undone_and_redone_and_a_press_on_a_path_shows_its_file(
    proposed: WindowController, qtbot: QtBot
) -> None:
    window = proposed.window.windowHandle()
    proposed.commit.set_draft("Raise x")
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: review(proposed).files == ())
    QTest.keyClick(window, Qt.Key.Key_Y)
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: decisions(proposed) == "...")
    QTest.keyClick(window, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    assert proposed.commit.draft == "Raise x"

    qtbot.waitUntil(lambda: shown(proposed) == "b.py")
    press_row(proposed, "a.py")
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")


def test_a_branch_is_found_by_its_letters_and_made_by_a_new_name_there_or_in_the_panel_for_a_commit(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    press(qtbot, proposed.window, "Branch: main")
    qtbot.waitUntil(lambda: bool(proposed.window.findChildren(BranchPalette)))
    alone = proposed.window.findChild(BranchPalette)
    found = alone.findChild(EntryList)
    assert [entry.spoken for entry in found.entries] == ["main, current branch"]
    field = named(alone, QLineEdit, "Switch branch")
    QTest.keyClicks(field, "not ~ a name")
    assert [entry.title for entry in found.entries] == ["not ~ a name cannot be the name of a branch"]
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (alone.isVisible(), field.text()) == (True, "not ~ a name")
    alone.close()
    qtbot.waitUntil(lambda: not proposed.window.findChildren(BranchPalette))
    project.git.branches.local.create("topic/one", project.git.head.peel())
    for typed, expected in (("one", "topic/one"), ("topic/two", "topic/two")):
        press(qtbot, proposed.window, f"Branch: {project.git.head.shorthand}")
        qtbot.waitUntil(lambda: bool(proposed.window.findChildren(BranchPalette)))
        palette = proposed.window.findChild(BranchPalette)
        field = named(palette, QLineEdit, "Switch branch")
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: project.git.head.shorthand == expected, timeout=20_000)  # noqa: B023
        qtbot.waitUntil(lambda: f"Branch: {expected}" in buttons(proposed.window))  # noqa: B023
        qtbot.waitUntil(lambda: not proposed.window.findChildren(BranchPalette))

    proposed.window.activateWindow()  # as a desktop does by itself
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.commit.set_draft("Raise x")
    proposed.do(Act.COMMIT_TO_BRANCH)
    new = named(proposed.commit, QLineEdit, "New branch")
    QTest.keyClick(new, Qt.Key.Key_Escape)
    assert not new.isVisible()
    proposed.do(Act.COMMIT_TO_BRANCH)
    assert "Commit 1 file to a new branch" in buttons(proposed.commit)
    QTest.keyClicks(new, "side")
    assert "Commit 1 file to side" in buttons(proposed.commit)
    QTest.keyClick(new, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: project.git.head.shorthand == "side" and project.committed("a.py") == b"x = 2\n")
    qtbot.waitUntil(lambda: not new.isVisible())
    assert "Branch: side" in buttons(proposed.window)
    made = f"Committed 1 file as {project.head[:7]} to the new branch side."
    qtbot.waitUntil(lambda: told(proposed) == made)


def test_a_commit_is_pushed_by_its_notice_or_with_it_and_says_where(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot, tmp_path: Path
) -> None:
    remote = pygit2.init_repository(str(tmp_path / "bare.git"), bare=True)
    project.git.remotes.create("origin", str(tmp_path / "bare.git"))
    for path, is_at_once in (("a.py", False), ("b.py", True)):
        before = project.head
        proposed.session.decisions.accept([path])
        qtbot.waitUntil(lambda: decisions(proposed).startswith("y"))
        proposed.commit.set_draft("Raise x")
        if is_at_once:
            proposed.do(Act.COMMIT_AND_PUSH)
        else:
            press(qtbot, proposed.commit, "Commit 1 file to main")
            qtbot.waitUntil(lambda: "Push" in buttons(proposed.notices))
            press(qtbot, proposed.notices, "Push")

        qtbot.waitUntil(lambda: told(proposed) == "Pushed to origin/main.", timeout=20_000)
        assert project.head != before, path
        assert str(remote.branches.local["main"].target) == project.head, path
        assert "Stop the push" not in buttons(proposed.commit), path
        press(qtbot, proposed.notices, "Dismiss notice")


@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_a_push_that_hangs_is_stopped(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot, tmp_path: Path
) -> None:
    pygit2.init_repository(str(tmp_path / "bare.git"), bare=True)
    project.git.remotes.create("origin", str(tmp_path / "bare.git"))
    project.add_hook("pre-push", "echo waiting here >&2\nsleep 600")
    menu = buttons(proposed.window)["More actions"].menu()
    next(entry for entry in menu.actions() if entry.text().startswith("Push")).trigger()
    qtbot.waitUntil(lambda: "pre-push hook" in told(proposed), timeout=20_000)
    press(qtbot, proposed.window, "Run them")

    output = named(proposed.commit, QPlainTextEdit, "Printed by the push")
    qtbot.waitUntil(lambda: output.isVisible() and "waiting here" in output.toPlainText(), timeout=20_000)
    press(qtbot, proposed.commit, "Stop the push")
    qtbot.waitUntil(lambda: "was stopped" in told(proposed), timeout=20_000)


@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_what_hooks_print_is_seen_while_they_run_and_the_commit_is_stopped(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.add_hook("pre-commit", "printf 'checking \\342\\200\\256a.py\\n'\n[ -e ../go ] || sleep 600")
    before = project.head
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.commit.set_draft("Raise x")
    press(qtbot, proposed.commit, "Commit 1 file to main")
    press(qtbot, proposed.window, "Run them and commit")

    output = named(proposed.commit, QPlainTextEdit, "Printed by the commit")
    qtbot.waitUntil(lambda: output.isVisible() and output.toPlainText() == "checking ‹U+202E›a.py", timeout=20_000)
    assert not buttons(proposed.commit)["Commit 1 file to main"].isEnabled()
    press(qtbot, proposed.commit, "Stop the commit")
    qtbot.waitUntil(lambda: "was stopped" in told(proposed), timeout=20_000)
    assert proposed.notices.current is not None
    assert proposed.notices.current.level is Level.INFO
    assert (project.head, proposed.commit.draft) == (before, "Raise x")

    (project.root.parent / "go").touch()
    press(qtbot, proposed.commit, "Commit 1 file to main")
    qtbot.waitUntil(lambda: told(proposed).startswith("Committed 1 file"), timeout=20_000)
    press(qtbot, proposed.notices, "Details")
    assert "checking ‹U+202E›a.py" in named(proposed.notices, QPlainTextEdit, "Details of the notice").toPlainText()
    assert not output.isVisible()


@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
@pytest.mark.parametrize("way", ["the commit is made", "the commit is stopped"])
def test_the_window_stays_open_while_a_commit_runs_and_closes_with_it(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot, way: str
) -> None:
    project.add_hook("pre-commit", "while [ ! -e ../go ]; do sleep 0.1; done")
    before = project.head
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.commit.set_draft("Raise x")
    press(qtbot, proposed.commit, "Commit 1 file to main")
    press(qtbot, proposed.window, "Run them and commit")
    qtbot.waitUntil(lambda: proposed.session.committing.run.is_on)

    proposed.window.close()
    assert proposed.window.isVisible()
    qtbot.waitUntil(lambda: "The commit still runs" in told(proposed))
    is_stopped = way == "the commit is stopped"
    if is_stopped:
        press(qtbot, proposed.notices, "Stop it and close")
    else:
        (project.root.parent / "go").touch()

    qtbot.waitUntil(lambda: not proposed.window.isVisible(), timeout=20_000)
    assert (project.head == before) is is_stopped


@pytest.mark.logs("A job failed unexpectedly")
def test_an_error_goes_once_what_failed_has_succeeded(
    proposed: WindowController, project: RepositoryBuilder, settings_file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    session = proposed.session
    pygit2.init_repository(str(tmp_path / "bare"), bare=True)
    session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: bool(review(proposed).commit))
    in_the_way = settings_file.with_suffix(f".{os.getpid()}.new")

    def change_settings(*, can_be_saved: bool) -> None:
        in_the_way.rmdir() if can_be_saved else in_the_way.mkdir()
        session.preferences.change(font_size=15 if can_be_saved else 14)

    ways: dict[str, tuple[Callable[[], None], Callable[[], None]]] = {
        "branch": (lambda: session.branching.switch("nowhere"), lambda: session.branching.switch("other", create=True)),
        "commit": (
            lambda: session.committing.commit(CommitRequest("")),
            lambda: session.committing.commit(CommitRequest("Raise x")),
        ),
        "settings": (partial(change_settings, can_be_saved=False), partial(change_settings, can_be_saved=True)),
        "opening": (
            lambda: session.open_repository(str(tmp_path / "bare")),
            lambda: session.open_repository(str(project.root)),
        ),
    }

    for what, (fail, succeed) in ways.items():
        fail()
        qtbot.waitUntil(lambda: proposed.notices.current is not None and proposed.notices.current.level is Level.ERROR)
        error = proposed.notices.current
        assert error is not None
        assert error.offer is None, what
        with qtbot.waitSignal(session.notifications.settled):
            succeed()
        qtbot.waitUntil(lambda error=error: error not in proposed.notices._pile)


@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_hooks_are_looked_at_before_they_run(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.add_hook("pre-commit", "echo checked")
    proposed.session.decisions.accept(["a.py"])
    press(qtbot, proposed.commit, "Look at the hooks")

    qtbot.waitUntil(lambda: bool(proposed.window.findChildren(HooksDialog)))
    dialog = proposed.window.findChild(HooksDialog)
    assert "echo checked" in named(dialog, QPlainTextEdit, "Hooks").toPlainText()
    press(qtbot, dialog, "Close")
    qtbot.waitUntil(lambda: not proposed.window.findChildren(HooksDialog))
    proposed.commit.set_draft("Raise x")
    press(qtbot, proposed.commit, "Commit 1 file to main")
    press(qtbot, proposed.notices, "Look at them")
    qtbot.waitUntil(lambda: bool(proposed.window.findChildren(HooksDialog)))
    press(qtbot, proposed.window.findChild(HooksDialog), "Close")
    press(qtbot, proposed.notices, "Run them and commit")
    qtbot.waitUntil(lambda: told(proposed).startswith("Committed 1 file"), timeout=20_000)


def test_files_left_out_for_own_lines_are_committed_with_them_by_a_box_or_a_button(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.commit({"d.py": "one\n", "e.py": "one\n"})
    project.write({"d.py": "mine\n", "e.py": "mine\n"})
    paste(proposed, edit("d.py", "mine", "two") + edit("e.py", "mine", "two"))
    qtbot.waitUntil(lambda: len(review(proposed).files) == 5)
    proposed.session.decisions.accept(["d.py", "e.py"])
    qtbot.waitUntil(lambda: "Include my own lines of 2 files" in buttons(proposed.commit))
    assert "Tick a file to commit it with your own lines" in words(proposed.commit)

    press_box(proposed, "d.py")
    qtbot.waitUntil(lambda: "Commit 1 file to main" in buttons(proposed.commit))
    assert review(proposed).undo == "Include your own lines of d.py"
    assert "Include my own lines of e.py" in buttons(proposed.commit)
    qtbot.waitUntil(lambda: told(proposed).startswith("The commit leaves e.py out because of your own"))
    press(qtbot, proposed.notices, "Include my own lines")
    qtbot.waitUntil(lambda: "Commit 2 files to main" in buttons(proposed.commit))
    assert not [name for name in buttons(proposed.window) if "my own lines" in name]
    assert not proposed.window.actions_table[Act.INCLUDE_OWN_LINES].isEnabled()

    for undone in ("Include your own lines of d.py", "Accept 2 files"):
        proposed.session.decisions.undo()
        qtbot.waitUntil(lambda: review(proposed).undo == undone)  # noqa: B023
    do_by_palette(proposed, Act.INCLUDE_OWN_LINES)
    qtbot.waitUntil(lambda: review(proposed).undo == "Include your own lines of 2 files")

    proposed.session.decisions.undo()
    proposed.session.decisions.undo()
    qtbot.waitUntil(lambda: decisions(proposed) == ".....")
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: told(proposed).startswith("Accepted"))
    press(qtbot, proposed.notices, "Dismiss notice")
    assert told(proposed).startswith("The commit leaves 2 files out")  # beneath what is said about the review
    proposed.session.decisions.finish()
    qtbot.waitUntil(lambda: "3 files wait for a commit, 2 are left out." in told(proposed))
    assert "3 files wait for the commit, 2 are left out" in words(proposed.proposal)
    proposed.commit.set_draft("Raise three")
    press(qtbot, proposed.commit, "Commit 3 files to main")
    qtbot.waitUntil(lambda: "2 files were left out for your own lines" in told(proposed))
    assert "2 files are not committed" in words(proposed.proposal)


def test_a_commit_takes_exactly_the_ticked_files(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    files = file_list(proposed)
    row = files.model().index(2, 0)  # below the head and the first file: what will be committed is unfolded by itself
    assert row.data() == "b.py"
    before = shown(proposed)
    state = QAccessible.queryAccessibleInterface(files).child(2).state()
    assert (state.checkable, state.checked) == (True, True)

    assert "Include all in the commit" not in buttons(proposed.proposal)
    press_box(proposed, "b.py")
    qtbot.waitUntil(lambda: "Commit 2 files to main" in buttons(proposed.commit))
    assert "Include all in the commit" in buttons(proposed.proposal)
    assert not QAccessible.queryAccessibleInterface(files).child(2).state().checked
    head, said = (index.data(Qt.ItemDataRole.AccessibleTextRole) for index in (files.model().index(0, 0), row))
    assert head == "Accepted, 3 files, 2 in the commit, unfolded"
    assert said == "b.py, changed, 1 line added, 1 removed, accepted, left out of the commit"
    assert shown(proposed) == before  # the box is no link to the file

    files.setFocus()
    files.setCurrentIndex(row)
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "Commit 3 files to main" in buttons(proposed.commit))
    assert (files.currentIndex(), decisions(proposed)) == (row, "yyy")
    proposed.window.actions_table[Act.UNDO].trigger()
    qtbot.waitUntil(lambda: "Commit 2 files to main" in buttons(proposed.commit))

    proposed.commit.set_draft("Raise two")
    press(qtbot, proposed.commit, "Commit 2 files to main")
    qtbot.waitUntil(lambda: proposed.commit.draft == "")
    assert [project.committed(path) for path in ("a.py", "b.py", "c.py")] == [b"x = 2\n", b"y = 1\n", b"z = 1\n"]
    assert project.read("b.py") == b"y = 2\n"
    assert "all that is listed is left out. Tick a file to commit it." in words(proposed.commit)
    proposed.session.decisions.finish()
    qtbot.waitUntil(lambda: "1 file is not committed" in words(proposed.proposal))
    press(qtbot, proposed.proposal, "Include all in the commit")
    qtbot.waitUntil(lambda: "Commit 1 file to main" in buttons(proposed.commit))
    assert "Include all in the commit" not in buttons(proposed.proposal)
    assert not proposed.window.actions_table[Act.INCLUDE_ALL].isEnabled()
    press_box(proposed, "b.py")
    qtbot.waitUntil(lambda: "Include all in the commit" in buttons(proposed.proposal))
    do_by_palette(proposed, Act.INCLUDE_ALL)
    qtbot.waitUntil(lambda: "Commit 1 file to main" in buttons(proposed.commit))

    project.commit({"d.py": "one\n\n\n\n\nfive\n"})
    project.write({"d.py": "one\n\n\n\n\nmine\n"})
    paste(proposed, edit("d.py", "one", "two"))
    qtbot.waitUntil(lambda: decisions(proposed) == ".")
    proposed.session.decisions.accept(["d.py"])
    qtbot.waitUntil(lambda: "Commit 2 files to main" in buttons(proposed.commit))
    assert "d.py: your own uncommitted lines are left out" in words(proposed.commit)
    do_by_palette(proposed, Act.INCLUDE_OWN_LINES)
    qtbot.waitUntil(lambda: review(proposed).undo == "Include your own lines of d.py")
    assert not proposed.window.actions_table[Act.INCLUDE_OWN_LINES].isEnabled()


@pytest.mark.parametrize(("undecided", "rows"), [(0, 14), (40, 9)])
def test_a_low_window_has_room_for_the_list_and_for_what_is_odd(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot, *, undecided: int, rows: int
) -> None:
    opened.window.resize(1024, 700)
    names = [f"part_{number:02}.py" for number in range(12 + undecided)]
    project.commit(dict.fromkeys(names, "x = 1\n") | {"part_00.py": "x = 0\n" if undecided else "x = 1\n"})
    if undecided:  # what is told of these two takes room, too
        project.write({"part_00.py": "x = 1\n", "part_01.py": "own = 1\n\n\n\n\n\nx = 1\n"})
    paste(opened, "".join(edit(name, "x = 1", "x = 2") for name in names))
    qtbot.waitUntil(lambda: len(review(opened).files) == len(names))
    opened.session.decisions.accept(names[:12])
    qtbot.waitUntil(lambda: decisions(opened).count("y") == 12)

    files = file_list(opened)
    row = files.visualRect(files.model().index(0, 0)).height()
    qtbot.waitUntil(lambda: files.viewport().height() // row >= rows)
    if undecided:
        assert "own uncommitted lines overlap" in words(opened.commit)
        notes = opened.commit.findChild(Notes)
        notes.setFocus()
        QTest.keyClick(notes, Qt.Key.Key_Down)
        assert notes.verticalScrollBar().value() > 0

        # Nothing that was accepted is hidden without a word.
        opened.do(Act.FILTER_FILES)
        QTest.keyClicks(QApplication.focusWidget(), "part_02")
        qtbot.waitUntil(lambda: "The filter hides 10 files of the commit." in words(opened.commit))
        for _ in range(2):
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: "The filter hides" not in words(opened.commit))
    else:
        opened.session.decisions.finish()
        qtbot.waitUntil(lambda: "12 files wait for the commit" in words(opened.proposal))
        assert [files.model().index(at + 1, 0).data() for at in range(12)] == names


def test_files_that_git_committed_leave_the_list_and_one_changed_back_is_not_offered_with_own_lines(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    for decided in ("y..", "yy."):
        QTest.keyClick(proposed.diff.splitter.main, Qt.Key.Key_Y)
        qtbot.waitUntil(lambda decided=decided: decisions(proposed) == decided)
    project.commit({"a.py": project.read("a.py")}, message="From a terminal")

    qtbot.waitUntil(lambda: "a.py was committed by another program" in told(proposed))
    assert [file.path for file in review(proposed).files] == ["b.py", "c.py"]

    project.write({"b.py": project.committed("b.py")})
    qtbot.waitUntil(lambda: "all that is listed is left out. The lines above" in words(proposed.commit))
    assert "changed back to what HEAD has, as by a switch of branches" in words(proposed.commit)
