"""Promises of what stays in the whole window when the last decided file is committed, and how one is done with it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.review.review_actions import CommitRequest
from guillemet.engine.applying.options import Dismiss
from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.review import SuggestionState
from guillemet.ui.widgets.empty_state import EmptyState
from guillemet.ui.widgets.tab_order import takes_text
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import ask_command, decisions, paste, press_row, review, shown

BODY = "".join(f"def step_{n}(xs):\n    total = sum(xs)\n    return total\n\n\n" for n in range(1, 31))
REPLY = "\n".join(
    (
        edit("b.py", "y = 1", "y = 2"),
        edit(
            "steps.py", "def step_20(xs):\n    amount = sum(xs) + 1\n    return round(amount)", "def step_20(xs): ..."
        ),
        "Then run:\n\n```bash\ngit rm old.py\n```\n",
    )
)


@pytest.fixture
def left_open(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window after everything that could be accepted was committed."""
    project.commit({"steps.py": BODY})
    before = project.head
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: shown(opened) == "b.py")
    press(qtbot, opened.proposal, "Accept 1 file")
    qtbot.waitUntil(lambda: decisions(opened) == "y")
    QTest.keyClick(opened.window, Qt.Key.Key_G, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), "Raise y")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: project.head != before)
    qtbot.waitUntil(lambda: review(opened).files == ())
    return opened


def test_the_failed_block_and_the_command_stay_until_one_button_is_done_with_them_and_undo_brings_each_back(
    left_open: WindowController, qtbot: QtBot
) -> None:
    assert "No proposal yet" not in words(left_open.proposal)
    assert [block.outcome.path for block in left_open.proposal.blocks] == ["steps.py"]
    assert review(left_open).suggestions[0].state is SuggestionState.OPEN
    assert review(left_open).commit == ()

    qtbot.waitUntil(lambda: "Committed 1 file" in words(left_open.notices))
    press(qtbot, left_open.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(left_open) == "y")
    assert [one.status for one in review(left_open).outcomes] == [Status.APPLIED, Status.FAILED]
    left_open.session.decisions.redo()
    qtbot.waitUntil(lambda: review(left_open).files == ())

    qtbot.waitUntil(lambda: "Finish review" in buttons(left_open.proposal))
    left_open.proposal.focus_files()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_D, CTRL_SHIFT)
    press(qtbot, left_open.notices, "Finish anyway")
    qtbot.waitUntil(lambda: review(left_open).outcomes == ())
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), EmptyState))  # which draws a frame then
    qtbot.waitUntil(lambda: "Nothing is left to review" in words(left_open.proposal))
    assert "No proposal yet" not in words(left_open.proposal)
    QTest.keyClick(left_open.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: len(review(left_open).outcomes) == 2)


def test_the_block_is_placed_and_the_command_run_after_the_commit(
    left_open: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: any(name.startswith("Place here, at") for name in buttons(left_open.diff)))
    left_open.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    qtbot.waitUntil(lambda: decisions(left_open) == ".")
    press(qtbot, left_open.proposal, "Accept 1 file")
    qtbot.waitUntil(lambda: decisions(left_open) == "y")
    assert b"def step_20(xs): ...\n" in project.read("steps.py")

    ask_command(left_open, "git rm old.py")
    press(qtbot, left_open.proposal, "Run git rm old.py")
    qtbot.waitUntil(lambda: review(left_open).suggestions[0].state is SuggestionState.DONE)
    assert sorted(line.path for line in review(left_open).commit) == ["old.py", "steps.py"]


def test_the_last_block_that_is_dismissed_ends_the_proposal(left_open: WindowController, qtbot: QtBot) -> None:
    ask_command(left_open, "git rm old.py")
    press(qtbot, left_open.proposal, "Run git rm old.py")
    qtbot.waitUntil(lambda: review(left_open).suggestions[0].state is SuggestionState.DONE)
    qtbot.waitUntil(lambda: "Dismiss" in buttons(left_open.diff))
    assert review(left_open).outcomes[1].reason is not Reason.DISMISSED

    press(qtbot, left_open.diff, "Dismiss")

    qtbot.waitUntil(lambda: "1 file waits for the commit" in words(left_open.proposal))
    # The commit comes first, and the next reply can be pasted in the same place.
    assert buttons(left_open.proposal)["Paste reply"].property("role") != "primary"
    qtbot.waitUntil(lambda: "The review is finished. 1 file waits for a commit." in words(left_open.notices))


def test_the_last_command_that_is_dismissed_or_run_says_that_the_review_is_finished_and_what_is_left(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    commands = "```bash\ngit rm old.py\npytest -q && echo done\n```\n"
    paste(opened, f"{edit('a.py', 'x = 1', 'x = 2')}\n{edit('b.py', 'y = 1', 'y = 2')}\n{commands}")
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    opened.session.decisions.accept(["a.py"])
    opened.session.decisions.reject(["b.py"])
    qtbot.waitUntil(lambda: decisions(opened) == "yn")
    opened.session.committing.commit(CommitRequest("Raise x"))
    qtbot.waitUntil(lambda: [file.path for file in review(opened).files] == ["b.py"])

    ask_command(opened, "git rm old.py", Qt.Key.Key_Delete)
    ended = "Dismissed: git rm old.py. The review is finished. Paste the next reply, or write to the model."
    qtbot.waitUntil(lambda: ended in words(opened.notices))
    press(qtbot, opened.notices, "Undo")
    qtbot.waitUntil(lambda: decisions(opened) == "n" and len(review(opened).suggestions) == 2)
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)

    ask_command(opened, "git rm old.py")
    press(qtbot, opened.proposal, "Run git rm old.py")
    qtbot.waitUntil(
        lambda: "Done: git rm old.py. The review is finished. 1 file waits for a commit." in words(opened.notices)
    )
    press(qtbot, opened.notices, "Undo")
    qtbot.waitUntil(lambda: (project.root / "old.py").exists() and decisions(opened) == "n")


def test_a_finished_review_says_how_many_files_are_left_out_of_the_commit(
    proposed: WindowController, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")
    proposed.session.decisions.include_in_commit(["b.py"], included=False)
    proposed.session.decisions.finish()

    said = "2 files wait for the commit, 1 is left out"
    qtbot.waitUntil(lambda: said in words(proposed.proposal))
    assert "What the commit will hold" in words(proposed.diff)
    press(qtbot, proposed.diff, "Look over the commit")
    qtbot.waitUntil(lambda: "What will be committed to main: 2 files" in words(proposed.diff))

    # Nothing is left to finish once the others are committed: the key says so, and what became of the rest.
    proposed.session.committing.commit(CommitRequest("Raise two"))
    qtbot.waitUntil(lambda: "1 file is not committed" in words(proposed.proposal))
    qtbot.waitUntil(lambda: "Left out of the commit" in words(proposed.diff))
    assert "Look over the commit" not in buttons(proposed.diff)
    press_row(proposed, "b.py")
    qtbot.waitUntil(lambda: "left out of the commit" in words(proposed.diff))
    assert "What will be committed" not in words(proposed.diff)
    qtbot.waitUntil(lambda: proposed.diff.splitter.rows.runs != ())
    assert not [name for name in buttons(proposed.diff) if name.startswith("Reset ")]
    QTest.keyClick(proposed.window, Qt.Key.Key_D, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Nothing is left to finish. 1 file is left out" in words(proposed.notices))


def test_the_list_of_what_will_be_committed_keeps_its_order_when_the_review_is_finished(
    proposed: WindowController, qtbot: QtBot
) -> None:
    for path in ("c.py", "b.py", "a.py"):
        proposed.session.decisions.accept([path])
        qtbot.waitUntil(lambda path=path: path in proposed.commit.paths and proposed.session.tasks.is_quiet)
    before = proposed.commit.paths

    proposed.session.decisions.finish()
    qtbot.waitUntil(lambda: not review(proposed).files)

    assert proposed.commit.paths == before
    qtbot.waitUntil(lambda: "3 files wait for the commit" in words(proposed.proposal))


def accept_shown(desk: WindowController, qtbot: QtBot) -> None:
    """Accept b.py by its key, with blocks of it that failed: it is among what is to be settled."""
    qtbot.waitUntil(lambda: shown(desk) == "b.py")
    QTest.keyClick(desk.window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: decisions(desk) == "y")


def test_what_failed_is_dismissed_from_its_card_or_its_place(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    broken = "b.py\n<<<<<<< SEARCH\ny = 1\n"
    paste(opened, edit("b.py", "y = 1", "y = 2") + edit("b.py", "nowhere", "there") + broken)
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 3)
    accept_shown(opened, qtbot)
    assert len(opened.proposal.blocks) == 2

    press(qtbot, opened.conversation, "Dismiss block 3")
    qtbot.waitUntil(lambda: len(opened.proposal.blocks) == 1)
    press(qtbot, opened.diff, "Dismiss")

    qtbot.waitUntil(lambda: not opened.proposal.blocks)
    assert [one.reason for one in review(opened).outcomes] == [None, Reason.DISMISSED, Reason.DISMISSED]
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: len(opened.proposal.blocks) == 1)
    assert project.read("b.py") == b"y = 2\n"


def test_before_a_review_is_finished_it_is_said_what_is_open_for_as_long_as_it_is_and_what_leads_there(
    opened: WindowController, qtbot: QtBot
) -> None:
    command = "```bash\ngit rm a.py\n```\n"
    paste(opened, edit("b.py", "y = 1", "y = 2") + edit("b.py", "nowhere", "there") + command)
    accept_shown(opened, qtbot)
    before = review(opened)

    press(qtbot, opened.proposal, "Finish review")
    asks = "1 failed block is not settled and 1 suggested command was not run."
    qtbot.waitUntil(lambda: f"The review is not finished: {asks}" in words(opened.notices))
    assert review(opened) == before
    opened.proposal.focus_files()
    press(qtbot, opened.notices, "Show what is open")
    qtbot.waitUntil(lambda: opened.diff.blocks.current is not None)
    assert opened.diff.isAncestorOf(QApplication.focusWidget())

    # The question follows what is open: each in its turn, until nothing is.
    press(qtbot, opened.proposal, "Finish review")
    qtbot.waitUntil(lambda: asks in words(opened.notices))
    opened.session.choose(2, Dismiss())
    qtbot.waitUntil(lambda: "finished: 1 suggested command was not run." in words(opened.notices))
    press(qtbot, opened.notices, "Show what is open")
    qtbot.waitUntil(lambda: opened.proposal.files.current_command == "git rm a.py")
    press(qtbot, opened.proposal, "Finish review")
    qtbot.waitUntil(lambda: "is not finished" in words(opened.notices))
    press_row(opened, "git rm a.py")
    QTest.keyClick(opened.proposal.files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "is not finished" not in words(opened.notices))


def test_a_finished_review_leads_to_the_commit_and_undo_brings_the_list_back(
    opened: WindowController, qtbot: QtBot
) -> None:
    command = "```bash\ngit rm a.py\n```\n"
    paste(opened, edit("b.py", "y = 1", "y = 2") + command)
    accept_shown(opened, qtbot)
    press(qtbot, opened.proposal, "Finish review")
    qtbot.waitUntil(
        lambda: "finished: 1 suggested command was not run. Finishing puts commands" in words(opened.notices)
    )
    press(qtbot, opened.notices, "Finish anyway")
    qtbot.waitUntil(lambda: "The review is finished. 1 file waits for a commit." in words(opened.notices))
    qtbot.waitUntil(lambda: "1 file waits for the commit" in words(opened.proposal))
    assert [line.path for line in review(opened).commit] == ["b.py"]

    press(qtbot, opened.notices, "Write the commit message")
    qtbot.waitUntil(lambda: takes_text(QApplication.focusWidget()))
    assert opened.commit.isAncestorOf(QApplication.focusWidget())
    assert "for the commit" not in words(opened.diff)  # which the list says

    press_row(opened, "b.py")
    qtbot.waitUntil(lambda: "What will be committed to main: 1 file" in words(opened.diff))
    content = opened.diff.content
    assert content is not None
    assert (content.old.lines, content.new.lines, len(content.hunks)) == (("y = 1",), ("y = 2",), 1)
    opened.diff.setFocus()
    before = review(opened)
    QTest.keyClicks(QApplication.focusWidget(), "cy")
    assert "This hunk is in the commit. X leaves it out." in words(opened.diff)
    assert {"Accept", "Reject", "Edit", "Accept file"}.isdisjoint(buttons(opened.diff))
    assert not takes_text(QApplication.focusWidget())
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shown(opened))
    assert review(opened) == before

    opened.proposal.focus_files()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(opened) == "y" and opened.session.tasks.is_quiet)
    assert "Write the commit message" not in buttons(opened.notices)
