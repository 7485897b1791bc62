"""Promises of the look at all that will be committed: one diff of exactly what the commit will change, only to read."""

import pygit2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.rows import RowKind
from guillemet.engine.review import Decision
from guillemet.ui.diff.formatting import Shows
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, press, words
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import ask_command, decisions, file_list, paste, press_row, review, row_of, shown
from tests.ui.window.test_context_menus import choose, press_with_the_right_button

Changes = dict[str, tuple[list[str], list[str]]]
"""The lines removed and added, by the path of the file."""
STEPS = "".join(f"step {n}\n" for n in range(1, 61))
OWN = "".join(f"own {n}\n" for n in range(1, 41))
NAMES = "".join(f"name {n}\n" for n in range(1, 21))
REPLY = "\n".join(
    (
        edit("steps.txt", "step 5", "STEP 5"),
        edit("steps.txt", "step 50", "STEP 50"),
        edit("own.txt", "own 5", "OWN 5"),
        edit("left.txt", "left", "LEFT"),
        edit("names.txt", "name 3", "NAME 3"),
        create("new.txt", "new"),
        "\n```bash\ngit mv names.txt better.txt\ngit rm data.bin\n```\n",
    )
)


@pytest.fixture
def accepted(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with files accepted, one in part, one with own lines, one left out, one moved, one deleted."""
    files = {"steps.txt": STEPS, "own.txt": OWN, "names.txt": NAMES, "left.txt": "left\n", "data.bin": b"\0\1\2"}
    project.commit(files)
    project.write({"own.txt": OWN + "mine, and not committed\n"})
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: len(review(opened).files) == 5)
    qtbot.waitUntil(lambda: shown(opened) == "steps.txt")
    opened.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: review(opened).files[0].accepted_hunks == 1)
    opened.session.decisions.accept([file.path for file in review(opened).files[1:]])
    for command in ("git mv names.txt better.txt", "git rm data.bin"):
        opened.session.preview_suggestion(command)
        press(qtbot, opened.proposal, f"Run {command}")
    qtbot.waitUntil(lambda: {"better.txt", "data.bin"} <= {line.path for line in review(opened).commit})
    opened.session.decisions.include_in_commit(["left.txt"], included=False)
    qtbot.waitUntil(lambda: any(line.is_left_out for line in review(opened).commit))
    return opened


def changes_shown(desk: WindowController) -> Changes:
    """Return what both sides of the diff show as changed, below the heads of files."""
    found: Changes = {}
    for editor in (one for one in desk.diff.splitter.editors if not one.isHidden()):
        side, path = int(editor.shows is Shows.NEW), ""
        is_first = not found  # which has the titles of the heads
        for line, row in zip(editor.toPlainText().split("\n"), editor.rows, strict=False):
            if row.kind is RowKind.HEAD and (line or not is_first):
                path = line if is_first else [*found][row.file or 0]
                found.setdefault(path, ([], []))
            elif path and row.is_changed and (row.old, row.new)[side] is not None:
                found[path][side].append(line)
    return found


def changes_committed(project: RepositoryBuilder) -> Changes:
    """Return what the last commit changed, as git has it."""
    commit = project.git[project.head]
    assert isinstance(commit, pygit2.Commit)
    diff = project.git.diff(commit.parents[0], commit)
    assert isinstance(diff, pygit2.Diff)
    diff.find_similar()
    found: Changes = {}
    for patch in diff:
        assert patch is not None
        lines = [line for hunk in patch.hunks for line in hunk.lines]
        found[patch.delta.new_file.path] = (
            [line.content.rstrip("\n") for line in lines if line.origin == "-"],
            [line.content.rstrip("\n") for line in lines if line.origin == "+"],
        )
    return found


def look(desk: WindowController, qtbot: QtBot, *, files: int) -> None:
    """Wait until all that will be committed is shown."""
    qtbot.waitUntil(lambda: f"What will be committed to main: {files} file" in words(desk.diff))
    qtbot.waitUntil(lambda: len(changes_shown(desk)) == files and "reading…" not in words(desk.diff))


def type_in_diff(keys: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), keys)


def test_all_that_will_be_committed_is_shown_as_one_diff_in_which_nothing_is_decided(
    accepted: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    press(qtbot, accepted.commit, "Look over the commit")
    look(accepted, qtbot, files=5)
    assert accepted.diff.splitter.main.hasFocus()
    qtbot.waitUntil(lambda: "Y include · X leave out" in words(accepted.diff))
    said = words(accepted.diff)
    assert all(one in said for one in ("moved from names.txt", "new file", "deleted", "3 bytes", "compared with the"))
    assert {"Accept", "Reject", "Edit", "Reset", "Comment"}.isdisjoint(buttons(accepted.diff))

    before = review(accepted)
    type_in_diff("]")
    qtbot.waitUntil(lambda: shown(accepted) == "own.txt")
    for key in "yrc":
        type_in_diff(key)
        answer = "This hunk is in the commit. X leaves it out." if key == "y" else "This is what the commit will hold."
        assert answer in words(accepted.diff)
    assert review(accepted) == before

    # It follows what is left out, at the place where one is, and goes once it is committed.
    order = [line.path for line in before.commit if not line.is_left_out]
    assert sorted(changes_shown(accepted)) == sorted(order)
    type_in_diff("]")
    qtbot.waitUntil(lambda: shown(accepted) == [*changes_shown(accepted)][2])
    at = shown(accepted)
    accepted.session.decisions.include_in_commit(["steps.txt"], included=False)
    look(accepted, qtbot, files=4)
    assert shown(accepted) == at
    accepted.session.decisions.include_in_commit([at], included=False)
    look(accepted, qtbot, files=3)
    assert shown(accepted) in changes_shown(accepted)
    accepted.session.decisions.include_in_commit(["steps.txt", at], included=True)
    look(accepted, qtbot, files=5)
    was_shown, head = changes_shown(accepted), project.head
    assert len(before.commit) == 6

    QTest.keyClick(accepted.window, Qt.Key.Key_G, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), "All of it")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: project.head != head)
    qtbot.waitUntil(lambda: "What will be committed" not in words(accepted.diff))
    assert was_shown == changes_committed(project)
    assert was_shown["own.txt"] == (["own 5"], ["OWN 5"])
    assert was_shown["steps.txt"] == (["step 5"], ["STEP 5"])
    qtbot.waitUntil(lambda: shown(accepted) == "steps.txt")  # where a hunk waits yet
    qtbot.waitUntil(lambda: "Look over the commit" not in buttons(accepted.commit))


def test_the_look_at_the_commit_is_read_as_the_proposal_is_and_leads_back_to_it(
    accepted: WindowController, qtbot: QtBot
) -> None:
    QTest.keyClick(accepted.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(accepted, qtbot, files=5)

    type_in_diff("j")
    qtbot.waitUntil(lambda: shown(accepted) != "steps.txt")
    type_in_diff("k[")
    qtbot.waitUntil(lambda: shown(accepted) == "steps.txt")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F, CTRL)
    type_in_diff("NAME 3")
    qtbot.waitUntil(lambda: "1 of 1 in 1 file" in words(accepted.diff))
    qtbot.waitUntil(lambda: shown(accepted) == "better.txt")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    press(qtbot, accepted.diff, "Fold own.txt")
    qtbot.waitUntil(lambda: changes_shown(accepted)["own.txt"] == ([], []))

    accepted.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: "What will be committed" not in words(accepted.diff))
    qtbot.waitUntil(lambda: shown(accepted) == "steps.txt")
    assert "Accept the rest of steps.txt" in buttons(accepted.diff)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # as the offscreen platform says of a menu
def test_the_lists_lead_into_the_look_at_the_commit_and_out_of_it_and_their_decisions_are_followed(
    accepted: WindowController, qtbot: QtBot
) -> None:
    # What is proposed is shown as proposed; what is not leads into the whole commit, as the menu does for all.
    press_row(accepted, "new.txt")
    qtbot.waitUntil(lambda: shown(accepted) == "new.txt")
    assert "What will be committed" not in words(accepted.diff)
    press_row(accepted, "data.bin")
    look(accepted, qtbot, files=5)
    assert (shown(accepted), row_of(accepted, "data.bin")) == ("data.bin", file_list(accepted).currentIndex())
    files = file_list(accepted)
    press_with_the_right_button(files.viewport(), files.visualRect(row_of(accepted, "new.txt")).center())
    choose(qtbot, "Show what will be committed")
    qtbot.waitUntil(lambda: shown(accepted) == "new.txt")
    look(accepted, qtbot, files=5)
    accepted.window.activateWindow()  # as a desktop does by itself

    # From there, accepted files in the list are gone through as they are committed; others are shown as proposed.
    press_row(accepted, "own.txt")
    qtbot.waitUntil(lambda: shown(accepted) == "own.txt")
    look(accepted, qtbot, files=5)
    press_row(accepted, "steps.txt")
    qtbot.waitUntil(lambda: shown(accepted) == "steps.txt")
    qtbot.waitUntil(lambda: "What will be committed" not in words(accepted.diff))
    press_row(accepted, "own.txt")
    qtbot.waitUntil(lambda: shown(accepted) == "own.txt")
    assert "What will be committed" not in words(accepted.diff)
    QTest.keyClick(accepted.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(accepted, qtbot, files=5)
    accepted.session.decisions.reconsider(["own.txt"])
    look(accepted, qtbot, files=4)

    # An edit of the proposal is left for the look; a decision in the list is followed.
    accepted.proposal.files.pick("steps.txt")
    qtbot.waitUntil(lambda: "Accept the rest of steps.txt" in buttons(accepted.diff))
    accepted.diff.setFocus()
    type_in_diff("e")
    qtbot.waitUntil(lambda: accepted.editing_area.is_editing)
    QTest.keyClick(accepted.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(accepted, qtbot, files=4)
    assert (shown(accepted), accepted.editing_area.is_editing) == ("steps.txt", False)
    accepted.session.decisions.accept(["steps.txt"])
    qtbot.waitUntil(lambda: changes_shown(accepted)["steps.txt"] == (["step 5", "step 50"], ["STEP 5", "STEP 50"]))
    press(qtbot, accepted.proposal, "Accept 1 file")
    look(accepted, qtbot, files=5)
    press(qtbot, accepted.diff, "Back to the review")
    qtbot.waitUntil(lambda: "What will be committed" not in words(accepted.diff))


def test_the_look_at_the_commit_follows_another_program_and_leads_back_when_nothing_is_left(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.commit({"steps.txt": STEPS})
    steps = [edit("steps.txt", f"step {n}", f"STEP {n}") for n in (5, 30, 50)]
    paste(opened, "\n".join((edit("a.py", "x = 1", "x = 2"), *steps, edit("b.py", "y = 1", "y = 2"))))
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    assert "Look over the commit" not in buttons(opened.commit)
    opened.session.decisions.accept(["a.py", "steps.txt"])
    qtbot.waitUntil(lambda: sum(file.decision is Decision.ACCEPTED for file in review(opened).files) == 2)
    QTest.keyClick(opened.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(opened, qtbot, files=2)

    # It commits parts of what was accepted: the file that will be committed stays the same, the last commit does not.
    written, theirs = project.read("steps.txt"), STEPS
    for current, theirs_now, left in (("a.py", 50, ["5", "30"]), ("steps.txt", 30, ["5"])):
        opened.diff.setFocus()
        type_in_diff("[" if current == next(iter(changes_shown(opened))) else "]")
        qtbot.waitUntil(lambda current=current: shown(opened) == current)
        theirs = theirs.replace(f"step {theirs_now}\n", f"STEP {theirs_now}\n")
        project.commit({"steps.txt": theirs}, message="Theirs")
        project.write({"steps.txt": written})
        wanted = ([f"step {n}" for n in left], [f"STEP {n}" for n in left])
        qtbot.waitUntil(lambda wanted=wanted: changes_shown(opened)["steps.txt"] == wanted)

    project.commit({"a.py": project.read("a.py"), "steps.txt": written}, message="Theirs")
    qtbot.waitUntil(lambda: "What will be committed" not in words(opened.diff))
    qtbot.waitUntil(lambda: shown(opened) == "b.py")


def test_the_list_goes_through_the_look_by_keys_which_are_about_its_rows(
    accepted: WindowController, qtbot: QtBot
) -> None:
    QTest.keyClick(accepted.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(accepted, qtbot, files=5)
    press_row(accepted, "own.txt")
    qtbot.waitUntil(lambda: shown(accepted) == "own.txt")
    files = file_list(accepted)
    files.setFocus()

    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: any(line.path == "own.txt" and line.is_left_out for line in review(accepted).commit))
    qtbot.waitUntil(lambda: "left out of the commit · 1 hunk" in words(accepted.diff))
    assert (shown(accepted), files.current_path) == ("own.txt", "own.txt")
    assert "1 hunk in the commit" not in words(accepted.diff)
    QTest.keyClick(files, Qt.Key.Key_Space)
    look(accepted, qtbot, files=5)

    for _ in range(9):
        if files.current_path != "new.txt":
            QTest.keyClick(files, Qt.Key.Key_Down)
            at = {"names.txt": "better.txt"}.get(files.current_path, files.current_path)
            qtbot.waitUntil(lambda at=at: accepted.session.looking.path == at)
    qtbot.waitUntil(lambda: shown(accepted) == "new.txt")
    assert (files.current_path, [index.data() for index in files.selectedIndexes()]) == ("new.txt", ["new.txt"])
    QTest.keyClick(files, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(files, Qt.Key.Key_X)
    qtbot.waitUntil(lambda: "Leave the files out or include them (Space)" in words(accepted.notices))
    QTest.keyClick(files, Qt.Key.Key_Return)
    assert accepted.diff.splitter.main.hasFocus()
    look(accepted, qtbot, files=5)


def test_the_look_stays_when_its_last_hunk_is_left_out_and_the_next_key_includes_it_again(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.commit({"steps.txt": STEPS})
    paste(opened, "\n".join(edit("steps.txt", f"step {n}", f"STEP {n}") for n in (5, 30, 50)))
    qtbot.waitUntil(lambda: shown(opened) == "steps.txt")
    opened.diff.setFocus()
    type_in_diff("y")
    qtbot.waitUntil(lambda: review(opened).files[0].accepted_hunks == 1)
    QTest.keyClick(opened.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(opened, qtbot, files=1)

    for key, is_left_out in (("x", True), ("y", False)):
        type_in_diff(key)
        qtbot.waitUntil(lambda is_left_out=is_left_out: review(opened).commit[0].is_left_out is is_left_out)
        qtbot.wait(400)
        assert opened.session.looking.is_of_commit
        assert (shown(opened), review(opened).files[0].accepted_hunks) == ("steps.txt", 1)
        assert project.read("steps.txt").count(b"STEP") == 1


def test_an_undo_in_the_look_at_the_commit_leads_to_what_it_brings_back(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    names = [f"f{number}.txt" for number in range(4)]
    project.commit(dict.fromkeys(names, STEPS))
    paste(opened, "".join(edit(name, f"step {line}", "changed") for name in names for line in (5, 50)))
    qtbot.waitUntil(lambda: shown(opened) == "f0.txt")
    opened.session.decisions.accept(names)
    qtbot.waitUntil(lambda: len(review(opened).commit) == 4)
    press(qtbot, opened.commit, "Look over the commit")
    look(opened, qtbot, files=4)

    # The second hunk that was left out; redo leads to it as well.
    def is_at_second_hunk() -> bool:
        row = opened.diff.splitter.cursor_row()
        said = words(opened.diff)
        return shown(opened) == "f1.txt" and row is not None and row.hunk == 3 and "hunk 2 of 2" in said

    opened.session.looking.show_commit("f1.txt")
    qtbot.waitUntil(lambda: shown(opened) == "f1.txt" and opened.session.tasks.is_quiet)
    type_in_diff("j")
    type_in_diff("x")
    qtbot.waitUntil(lambda: review(opened).undo.startswith("Leave hunk 2 of f1.txt"))
    for modifiers in (CTRL, CTRL_SHIFT, CTRL):
        qtbot.wait(400)
        opened.session.looking.show_commit("f3.txt")
        qtbot.waitUntil(lambda: shown(opened) == "f3.txt")
        QTest.keyClick(opened.window, Qt.Key.Key_Z, modifiers)
        qtbot.waitUntil(is_at_second_hunk)

    # So it is with the last hunk of a file, with which that leaves the look.
    type_in_diff("k")
    qtbot.wait(400)
    for _ in range(2):  # the key goes on to the second one
        type_in_diff("x")
        qtbot.wait(400)
    look(opened, qtbot, files=3)
    assert shown(opened) == "f2.txt"
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(is_at_second_hunk)
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: review(opened).undo == "Accept 4 files")

    # A hunk that was left out, then a file.
    press(qtbot, opened.commit, "Look over the commit")
    opened.session.looking.show_commit("f2.txt")
    qtbot.waitUntil(lambda: shown(opened) == "f2.txt" and opened.diff.splitter.main.hasFocus())
    type_in_diff("x")
    qtbot.waitUntil(lambda: review(opened).undo.startswith("Leave hunk 1 of f2.txt"))
    for leave in (lambda: None, lambda: opened.session.decisions.include_in_commit(["f2.txt"], included=False)):
        leave()
        qtbot.wait(400)
        opened.session.looking.show_commit("f0.txt")
        qtbot.waitUntil(lambda: shown(opened) == "f0.txt")
        QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda: shown(opened) == "f2.txt")
        assert opened.session.looking.is_of_commit

    # Of files that are undecided again, the one that was looked at.
    assert review(opened).undo == "Accept 4 files"
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: review(opened).commit == ())
    qtbot.wait(400)
    assert shown(opened) == "f2.txt"


def test_the_list_is_at_the_file_of_the_commit_that_one_moves_to(proposed: WindowController, qtbot: QtBot) -> None:
    proposed.session.decisions.accept(["a.py", "b.py"])
    qtbot.waitUntil(lambda: len(review(proposed).commit) == 2)
    QTest.keyClick(proposed.window, Qt.Key.Key_G, CTRL_SHIFT)
    qtbot.waitUntil(lambda: proposed.session.looking.is_of_commit)
    proposed.diff.setFocus()

    for path in ("b.py", "a.py"):
        QTest.keyClick(
            proposed.window, Qt.Key.Key_Down if path == "b.py" else Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier
        )

        qtbot.waitUntil(lambda path=path: proposed.session.looking.path == path)
        assert proposed.proposal.files.current_path == path
        selected = [index.data() for index in proposed.proposal.files.selectedIndexes()]
        assert selected == [path]
    look(proposed, qtbot, files=2)
    QTest.keyClick(proposed.window, Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: "This is what the commit will hold." in words(proposed.diff))  # and no file is rejected
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert decisions(proposed).startswith("yy")


def test_a_file_of_a_command_that_is_left_out_by_a_key_is_included_by_that_again(
    opened: WindowController, qtbot: QtBot
) -> None:
    paste(opened, "```bash\ngit mv a.py moved.py\ngit rm old.py\n```\n")
    qtbot.waitUntil(lambda: len(review(opened).suggestions) == 2)
    for command in ("git mv a.py moved.py", "git rm old.py"):
        ask_command(opened, command)
        press(qtbot, opened.proposal, f"Run {command}")
    qtbot.waitUntil(lambda: [line.path for line in review(opened).commit] == ["moved.py", "old.py"])
    files = file_list(opened)
    files.setFocus()
    press_row(opened, "moved.py")
    qtbot.waitUntil(lambda: opened.session.looking.is_of_commit and shown(opened) == "moved.py")

    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: review(opened).commit[0].is_left_out)
    qtbot.waitUntil(lambda: "left out of the commit" in words(opened.diff))
    assert (shown(opened), files.current_path) == ("moved.py", "moved.py")

    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not any(line.is_left_out for line in review(opened).commit))


def test_an_undo_of_files_that_were_left_out_leads_to_the_first_of_them(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    names = [f"f{number}.txt" for number in range(4)]
    project.commit(dict.fromkeys(names, STEPS))
    paste(opened, "".join(edit(name, f"step {line}", "changed") for name in names for line in (5, 30, 50)))
    qtbot.waitUntil(lambda: shown(opened) == "f0.txt")
    opened.session.decisions.accept(names[1:])
    qtbot.waitUntil(lambda: len(review(opened).commit) == 3)
    opened.diff.setFocus()
    for count in (1, 2):
        type_in_diff("y")
        qtbot.waitUntil(lambda count=count: review(opened).files[0].accepted_hunks == count)
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    QTest.keyClick(opened.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(opened, qtbot, files=4)
    type_in_diff("kx")
    qtbot.waitUntil(lambda: review(opened).undo.startswith("Leave hunk 1 of f0.txt"))
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)

    files = file_list(opened)
    for name in ("f2.txt", "f3.txt"):
        place = files.visualRect(row_of(opened, name)).center()
        QTest.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, CTRL, place)
    QTest.keyClick(files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: review(opened).undo == "Leave 2 files out of the commit")
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    QTest.keyClick(files, Qt.Key.Key_Z, CTRL)

    look(opened, qtbot, files=4)
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert shown(opened) == files.current_path == "f2.txt"
    assert [index.data() for index in files.selectedIndexes()] == ["f2.txt"]
    assert "f2.txt · hunk 1 of 3 in the commit" in words(opened.diff)


def test_what_the_list_left_out_before_does_not_keep_the_look_at_a_file_whose_last_hunk_is_left_out(
    proposed: WindowController, qtbot: QtBot
) -> None:
    proposed.session.decisions.accept(["a.py", "b.py"])
    qtbot.waitUntil(lambda: len(review(proposed).commit) == 2)
    files = file_list(proposed)
    press_row(proposed, "b.py")
    files.setFocus()
    for is_left_out in (True, False):
        QTest.keyClick(files, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda is_left_out=is_left_out: review(proposed).commit[1].is_left_out is is_left_out)
    QTest.keyClick(proposed.window, Qt.Key.Key_G, CTRL_SHIFT)
    look(proposed, qtbot, files=2)
    type_in_diff("j")
    qtbot.waitUntil(lambda: shown(proposed) == "b.py")

    type_in_diff("x")
    qtbot.waitUntil(lambda: review(proposed).commit[1].is_left_out)
    qtbot.waitUntil(lambda: shown(proposed) == "a.py")
