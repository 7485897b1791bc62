"""Promises of working on failed blocks in the whole window: at their places in the diff, or beside their file."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level
from guillemet.engine.outcomes import Flag, Reason, Status
from guillemet.settings import DiffLook, Look
from guillemet.ui.actions import Act
from guillemet.ui.changes.file_chooser import FileChooser
from guillemet.ui.chat.popup import EntryList
from guillemet.ui.diff.insets.block_place import BlockPlace, PlaceButton
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.fields import SearchField
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.listening import listening
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import BODY, SEARCHED, decisions, do_by_palette, file_list, paste, press_above, review, shown


def _go_to_place(desk: WindowController, qtbot: QtBot) -> None:
    """Pick the failed block in the list, and go to its place in the diff."""
    desk.proposal.files.pick("steps.py")
    qtbot.waitUntil(lambda: shown(desk) == "steps.py" and "Place here replaces" in words(desk.diff))
    desk.diff.setFocus()
    qtbot.waitUntil(desk.diff.splitter.main.hasFocus)


def test_each_place_that_resembles_a_failed_block_is_offered(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    steps = [f"def step_{n}(xs):\n    total = sum(xs)\n    return total\n\n\n" for n in range(1, 9)]
    (project.root / "steps.py").write_text("".join(steps), encoding="utf-8")
    paste(opened, edit("steps.py", SEARCHED, "def step_20(xs): ..."))

    qtbot.waitUntil(lambda: shown(opened) == "steps.py" and "Place here replaces" in words(opened.diff))
    offered = {int(one.text().split()[1]) for one in opened.diff.findChildren(PlaceButton)}
    assert offered == {1 + 5 * n for n in range(8)}


def test_a_key_that_decides_says_what_to_do_about_a_file_of_which_nothing_is_placed(
    failed: WindowController, qtbot: QtBot
) -> None:
    for go, key, held in (
        (failed.proposal.focus_files, Qt.Key.Key_Y, Qt.KeyboardModifier.NoModifier),
        (failed.diff.setFocus, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier),
    ):
        failed.proposal.files.pick("b.py")
        qtbot.waitUntil(lambda: shown(failed) == "b.py")
        failed.proposal.files.pick("steps.py")
        qtbot.waitUntil(lambda: shown(failed) == "steps.py" and "Place here replaces" in words(failed.diff))
        assert "Place this block (" not in words(failed.diff)
        go()
        QTest.keyClick(QApplication.focusWidget(), key, held)
        qtbot.waitUntil(lambda: "Place this block (" in words(failed.diff))
    assert decisions(failed) == "."


def test_the_key_that_resets_a_decision_says_that_nothing_is_decided_on_a_file_of_which_nothing_is_placed(
    failed: WindowController, qtbot: QtBot
) -> None:
    failed.proposal.files.pick("steps.py")
    qtbot.waitUntil(lambda: shown(failed) == "steps.py")

    with qtbot.waitSignal(failed.session.notifications.noticed) as noticed:
        failed.proposal.focus_files()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_R)

    notice = noticed.args[0]
    assert (notice.level, notice.what) == (Level.INFO, "Nothing is decided on steps.py yet.")
    assert "Place its blocks" in notice.todo


def test_a_reply_of_which_nothing_is_placed_in_the_file_that_is_shown_scrolls_to_its_failed_block(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    (project.root / "steps.py").write_text(BODY, encoding="utf-8")
    changed = [edit("steps.py", f"def step_{n}(xs):", f"def part_{n}(xs):") for n in range(1, 31)]
    paste(opened, "".join(changed))
    qtbot.waitUntil(lambda: shown(opened) == "steps.py" and "hunk 1 of 30" in words(opened.diff))
    opened.diff.setFocus()
    opened.diff.go_to_line(146)
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)

    paste(opened, edit("steps.py", "def step_3(xs):\n    total = sum(xs)", "def step_3(xs): ..."))

    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 31)
    qtbot.waitUntil(lambda: any(one.isVisible() for one in opened.diff.findChildren(BlockPlace)))
    place = next(one for one in opened.diff.findChildren(BlockPlace) if one.isVisible())
    qtbot.waitUntil(lambda: place.visibleRegion().boundingRect() == place.rect())


def _go_elsewhere(desk: WindowController, qtbot: QtBot) -> None:
    """Go on to the whole file, of which a line can be clicked."""
    _go_to_place(desk, qtbot)
    press(qtbot, desk.diff, "Elsewhere…")
    qtbot.waitUntil(lambda: "would be replaced" in words(desk.diff))


def test_a_failed_block_has_a_place_below_the_head_of_its_file_and_a_bar_beside_the_whole_file(
    failed: WindowController, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: "steps.py" in buttons(failed.conversation))
    press(qtbot, failed.conversation, "steps.py")  # the card leads there, and so does the list
    qtbot.waitUntil(lambda: "Place here replaces lines 96 to 98" in words(failed.diff))
    failed.proposal.files.pick("b.py")
    qtbot.waitUntil(lambda: shown(failed) == "b.py")
    _go_to_place(failed, qtbot)
    told = words(failed.diff)
    assert "failed · not found · The searched lines are not in the file." in told
    assert "Place here replaces lines 96 to 98: searched lines 2 and 3 differ." in told
    assert failed.diff.blocks.current is not None

    press(qtbot, failed.diff, "Elsewhere…")
    qtbot.waitUntil(lambda: "Lines 96 to 98 would be replaced: searched lines 2 and 3 differ." in words(failed.diff))
    assert "Nothing is proposed for this file" in words(failed.diff)
    assert "Block 2 failed: not found" in words(failed.diff)
    assert "Click the line below at which the block is to stand." in words(failed.diff)

    # Tab reads the bar as the eye does.
    buttons(failed.diff)["Put the block away (Esc)"].setFocus()
    names = []
    for _ in range(8):
        QTest.keyClick(failed.window.windowHandle(), Qt.Key.Key_Tab)
        names.append(QApplication.focusWidget().accessibleName())
    placing = ["Place here, at line 96", "Line to place the block at", "Nearest place"]
    assert names == [
        "Searched lines",
        "Lines that would be put in",
        *placing,
        "Append this block",
        "Dismiss this block",
        "After",
    ]

    # Escape puts the bar away, and so does the list.
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: "Block 2" not in words(failed.diff))
    assert review(failed).outcomes[1].status is Status.FAILED
    qtbot.waitUntil(lambda: failed.diff.blocks.current is not None)
    _go_elsewhere(failed, qtbot)
    files = file_list(failed)
    assert [index.data() for index in files.selectedIndexes()] == ["steps.py"]
    rows = (files.model().index(row, 0) for row in range(files.model().rowCount()))
    other = next(index for index in rows if index.data() == "b.py")
    qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=files.visualRect(other).center())
    qtbot.waitUntil(lambda: shown(failed) == "b.py")
    assert "Block 2" not in words(failed.diff)

    _go_elsewhere(failed, qtbot)
    press(qtbot, failed.proposal, "Accept 1 file")  # a decision elsewhere leaves a file in view
    qtbot.waitUntil(lambda: review(failed).undo.startswith("Accept"))
    assert shown(failed) in ("steps.py", "b.py")


def test_one_key_puts_a_block_at_its_place_or_away_and_leaves_the_focus_in_its_file_and_undo_brings_it_back(
    failed: WindowController, qtbot: QtBot
) -> None:
    for name in ("Dismiss this block", "Place here, at line 96", "Put the block away (Esc)"):
        _go_elsewhere(failed, qtbot)
        qtbot.waitUntil(lambda name=name: name in buttons(failed.diff))
        buttons(failed.diff)[name].setFocus()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: "Block 2" not in words(failed.diff))
        qtbot.waitUntil(failed.diff.splitter.main.hasFocus)
        if not name.startswith("Put"):  # which decides nothing
            failed.session.decisions.undo()
            qtbot.waitUntil(lambda: review(failed).outcomes[1].status is Status.FAILED)
            qtbot.waitUntil(lambda: failed.session.tasks.is_quiet)

    _go_to_place(failed, qtbot)

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_S)
    qtbot.waitUntil(lambda: review(failed).outcomes[1].reason is Reason.DISMISSED)
    qtbot.waitUntil(lambda: "failed · not found" not in words(failed.diff))
    qtbot.waitUntil(lambda: shown(failed) == "b.py")
    QTest.keyClick(failed.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: review(failed).outcomes[1].reason is Reason.NOT_FOUND)
    qtbot.waitUntil(lambda: "failed · not found" in words(failed.diff))

    _go_to_place(failed, qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    qtbot.waitUntil(lambda: review(failed).outcomes[1].status is Status.APPLIED)
    qtbot.waitUntil(lambda: bool(failed.diff.content and failed.diff.content.hunks))
    assert shown(failed) == "steps.py"
    assert review(failed).outcomes[1].lines == (96,)
    assert "failed · not found" not in words(failed.diff)

    for key in (Qt.Key.Key_N, Qt.Key.Key_Y):  # at the card of a placed block nothing is to be decided
        failed.proposal.files.pick("b.py")
        qtbot.waitUntil(lambda: shown(failed) == "b.py")
        failed.diff.setFocus()
        QTest.keyClick(failed.diff.splitter.main, key)
        qtbot.waitUntil(lambda: shown(failed) == "steps.py" and failed.diff.blocks.current is None)
    qtbot.waitUntil(lambda: decisions(failed) == "y.")
    press_above(failed, qtbot, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(failed) == "yy")


@pytest.mark.parametrize("key", [Qt.Key.Key_S, Qt.Key.Key_P])
def test_a_key_that_leads_to_a_failed_block_of_another_file_says_which_and_does_nothing_to_it(
    failed: WindowController, qtbot: QtBot, key: Qt.Key
) -> None:
    qtbot.waitUntil(lambda: failed.session.tasks.is_quiet)
    failed.diff.setFocus()

    QTest.keyClick(failed.diff.splitter.main, key)
    qtbot.waitUntil(lambda: shown(failed) == "steps.py" and failed.session.tasks.is_quiet)

    qtbot.waitUntil(lambda: "This block is in steps.py. Press the key again for it." in words(failed.diff))
    assert not review(failed).outcomes[1].is_settled


def test_the_foot_decides_the_block_at_which_the_keys_are_and_else_the_file(
    failed: WindowController, qtbot: QtBot
) -> None:
    place, dismiss = (f"{words}: the current block" for words in ("Place here", "Dismiss"))
    for name, status in ((dismiss, Status.DISMISSED), (place, Status.APPLIED)):
        _go_to_place(failed, qtbot)
        qtbot.waitUntil(lambda: {place, dismiss} <= buttons(failed.diff).keys())
        assert not any(name.startswith("Accept file") for name in buttons(failed.diff))
        press(qtbot, failed.diff, name)
        qtbot.waitUntil(lambda status=status: review(failed).outcomes[1].status is status)
        qtbot.waitUntil(lambda: not {place, dismiss} & buttons(failed.diff).keys())
        qtbot.waitUntil(lambda: any(name.startswith("Accept file") for name in buttons(failed.diff)))
        assert not isinstance(QApplication.focusWidget(), QAbstractButton), "the same key would decide a file"
        if status is Status.DISMISSED:
            QTest.keyClick(failed.window, Qt.Key.Key_Z, CTRL)
            qtbot.waitUntil(lambda: review(failed).outcomes[1].status is Status.FAILED)

    # While its line is chosen in the file, the bar above has the buttons for it.
    QTest.keyClick(failed.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: review(failed).outcomes[1].status is Status.FAILED)
    _go_elsewhere(failed, qtbot)
    assert not {place, dismiss} & buttons(failed.diff).keys()


def test_the_foot_says_whether_a_block_in_doubt_is_kept_or_placed(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"steps.py": BODY})
    paste(opened, edit("steps.py", "    return total", "    return round(total)"))
    qtbot.waitUntil(lambda: shown(opened) == "steps.py" and "placed · 1 of 30 places" in words(opened.diff))
    opened.reviewing.show_block(1)
    qtbot.waitUntil(lambda: "Keep here: the current block" in buttons(opened.diff))

    press(qtbot, opened.diff, "line 8 in steps.py")
    press(qtbot, opened.diff, "Place here: the current block")

    qtbot.waitUntil(lambda: review(opened).outcomes[0].lines == (8,))


def test_dismissing_goes_on_to_the_next_place_below(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"k.py": BODY, "m.py": BODY, "p.py": BODY})
    lost = [("k.py", 8), ("m.py", 8), ("m.py", 20), ("p.py", 8)]
    blocks = [edit(path, SEARCHED.replace("20", f"{at}"), f"def step_{at}(): ...") for path, at in lost]
    paste(opened, "\n".join((edit("b.py", "y = 1", "y = 2"), *blocks)))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 5 and shown(opened) == "b.py")
    opened.proposal.files.pick("m.py")
    qtbot.waitUntil(lambda: shown(opened) == "m.py" and opened.diff.blocks.current is not None)
    opened.diff.setFocus()

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_S)
    qtbot.waitUntil(lambda: review(opened).outcomes[2].reason is Reason.DISMISSED)
    qtbot.waitUntil(lambda: opened.diff.blocks.current is not None and opened.diff.blocks.current.number == 4)
    assert shown(opened) == "m.py"

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_S)
    qtbot.waitUntil(lambda: review(opened).outcomes[3].reason is Reason.DISMISSED)
    qtbot.waitUntil(lambda: shown(opened) == "p.py")


def test_placing_a_block_goes_on_to_the_next_failed_one_of_its_file(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"m.py": BODY, "p.py": BODY})
    lost = [("m.py", 8), ("m.py", 20), ("p.py", 8)]
    paste(opened, "\n".join(edit(path, SEARCHED.replace("20", f"{at}"), f"def step_{at}(): ...") for path, at in lost))
    qtbot.waitUntil(lambda: shown(opened) == "m.py" and opened.diff.blocks.current is not None)
    opened.diff.setFocus()

    # Their lines are below the cards, and going there would put the second one out of view.
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    qtbot.waitUntil(lambda: review(opened).outcomes[0].status is Status.APPLIED and opened.session.tasks.is_quiet)
    qtbot.waitUntil(lambda: opened.diff.blocks.current is not None and opened.diff.blocks.current.number == 2)
    card = next(one for one in opened.diff.findChildren(BlockPlace) if "failed · not found" in words(one))
    assert opened.diff.splitter.rect().contains(card.geometry())
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    qtbot.waitUntil(lambda: review(opened).outcomes[1].status is Status.APPLIED)
    qtbot.waitUntil(lambda: opened.diff.blocks.current is None and opened.diff.current_line().line == 93)


def test_a_block_that_was_placed_is_seen_from_its_buttons_on(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"steps.py": BODY})
    failing = edit("steps.py", f"{SEARCHED}\n\n\ndef step_21(ys):\n    total = 0", "def step_20(xs): ...")
    others = [edit("steps.py", f"def step_{n}(xs):", f"def part_{n}(xs):") for n in range(25, 31)]
    paste(opened, "".join((failing, *others)))
    qtbot.waitUntil(lambda: shown(opened) == "steps.py" and opened.session.tasks.is_quiet)
    opened.window.resize(opened.window.width(), 700)
    opened.diff.look.set(DiffLook(Look.UNIFIED))
    opened.diff.setFocus()
    splitter = opened.diff.splitter

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_K)
    assert opened.diff.blocks.current is not None
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)

    qtbot.waitUntil(lambda: review(opened).outcomes[0].is_success and opened.session.tasks.is_quiet)
    first, height = splitter.rows.hunk_row(0), splitter.rows.hunk_height(0)
    assert height == 8
    qtbot.waitUntil(lambda: splitter.is_in_view(splitter.rows.bar_row(0), first + height - 1))
    assert opened.diff.current_line().line == 95


def test_escape_leads_from_the_file_of_hunks_back_to_the_card(failed: WindowController, qtbot: QtBot) -> None:
    paste(failed, edit("steps.py", "def step_25(xs):", "def step_25(ys):"))
    qtbot.waitUntil(lambda: decisions(failed) == ".." and failed.session.tasks.is_quiet)
    _go_elsewhere(failed, qtbot)
    assert failed.diff.blocks.current is None

    for _ in range(2):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: "Block 2" not in words(failed.diff))
        qtbot.waitUntil(lambda: failed.diff.blocks.current is not None and failed.diff.blocks.current.number == 2)

        failed.proposal.files.pick("b.py")  # from which it is found as well
        qtbot.waitUntil(lambda: shown(failed) == "b.py")
        do_by_palette(failed, Act.PLACE_ELSEWHERE)
        qtbot.waitUntil(lambda: "would be replaced" in words(failed.diff))


def test_the_place_is_where_later_blocks_of_the_file_moved_it_to(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    (project.root / "steps.py").write_text(BODY, encoding="utf-8")
    above = edit("steps.py", "def step_1(xs):", "import math\nimport os\n\n\ndef step_1(xs):")
    paste(opened, "\n".join((edit("steps.py", SEARCHED, "def step_20(xs): ..."), above)))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 2)
    named, differs = "ines 100 to 102 of the proposed file", "searched lines 2 and 3 differ."
    qtbot.waitUntil(lambda: f"Place here replaces l{named}: {differs}" in words(opened.diff))
    press(qtbot, opened.diff, "Elsewhere…")
    qtbot.waitUntil(lambda: f"L{named} would be replaced: {differs}" in words(opened.diff))
    opened.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)

    qtbot.waitUntil(lambda: review(opened).outcomes[0].status is Status.APPLIED)
    assert review(opened).outcomes[0].lines == (100,)
    qtbot.waitUntil(lambda: bool(opened.diff.content and len(opened.diff.content.hunks) == 2))
    assert opened.diff.content is not None
    assert opened.diff.content.texts.after.splitlines()[98:101] == ["", "def step_20(xs): ...", ""]


@pytest.fixture
def lost(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with a failed block whose file is missing, and whose lines are nearly those of steps.py."""
    project.write({"lib/steps.py": BODY})
    paste(opened, edit("src/stairs.py", SEARCHED, "def step_20(xs): ..."))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 1)
    assert review(opened).outcomes[0].reason is Reason.FILE_NOT_FOUND
    return opened


def test_another_file_is_chosen_for_a_block_whose_file_is_not_there_and_taken_back(
    lost: WindowController, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: "src/stairs.py" in buttons(lost.conversation))
    press(qtbot, lost.conversation, "src/stairs.py")
    qtbot.waitUntil(lambda: "failed · file not found" in words(lost.diff))
    assert shown(lost) == "src/stairs.py"

    table = lost.window.actions_table
    assert not table[Act.PLACE_ELSEWHERE].isEnabled()
    assert not table[Act.EDIT_SEARCHED].isEnabled()
    do_by_palette(lost, Act.PLACE_IN_FILE)
    field = lost.diff.findChild(FileChooser).findChild(SearchField)
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, "../stairs.py")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "climbs out of its folder" in words(lost.notices))
    assert review(lost).outcomes[0].path == "src/stairs.py"

    field.clear()
    QTest.keyClicks(field, "steps")
    assert f"Clear: {field.accessibleName()}" in buttons(field)
    found = named(lost.diff, EntryList, "Files found")
    qtbot.waitUntil(lambda: [str(entry.key) for entry in found.entries] == ["lib/steps.py"])
    QTest.keyClick(field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: review(lost).outcomes[0].path == "lib/steps.py")
    assert Flag.FILE_BY_HAND in review(lost).outcomes[0].flags
    lost.session.looking.show("lib/steps.py")
    qtbot.waitUntil(lambda: "Other file…" in buttons(lost.diff) or "Cancel" in buttons(lost.diff))
    assert "Cancel" not in buttons(lost.diff)
    QTest.keyClick(lost.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: review(lost).outcomes[0].reason is Reason.FILE_NOT_FOUND)


def test_the_file_with_the_text_takes_the_block_and_is_shown(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"lib/steps.py": BODY})
    paste(opened, edit("b.py", "def step_7(xs):\n    total = sum(xs)", "def step_7(xs, start=0):\n    total = sum(xs)"))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 1)

    press(qtbot, opened.diff, "File with this text")

    qtbot.waitUntil(lambda: review(opened).outcomes[0].status is Status.APPLIED)
    qtbot.waitUntil(lambda: shown(opened) == "lib/steps.py")


def test_behind_the_last_hunk_of_a_file_a_failed_block_comes_before_the_hunks_below_it(
    failed: WindowController, qtbot: QtBot
) -> None:
    paste(failed, edit("steps.py", "def step_25(xs):", "def step_25(ys):"))
    qtbot.waitUntil(lambda: decisions(failed) == "..")
    failed.proposal.files.pick("b.py")
    qtbot.waitUntil(lambda: shown(failed) == "b.py" and failed.session.tasks.is_quiet)
    failed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: shown(failed) == "steps.py")

    qtbot.waitUntil(lambda: failed.diff.blocks.current is not None)


def test_retry_shows_the_message_where_it_was_written(failed: WindowController, qtbot: QtBot) -> None:
    _go_to_place(failed, qtbot)
    failed.window.show_conversation(is_shown=False)

    press(qtbot, failed.diff, "Retry with the model")

    qtbot.waitUntil(lambda: "step_20" in failed.talk.composer.draft)
    assert failed.talk.composer.isVisible()
    assert holds_focus(failed.talk.composer)


def test_a_failed_block_is_searched_for_by_another_text(failed: WindowController, qtbot: QtBot) -> None:
    _go_to_place(failed, qtbot)
    table = failed.window.actions_table
    assert table[Act.PLACE_IN_FILE].isEnabled()
    assert not table[Act.REPLACE_BY_BLOCK].isEnabled()  # a place in the file resembles it
    for _ in range(2):
        do_by_palette(failed, Act.SHOW_BLOCK)
        qtbot.waitUntil(lambda: "Hide block" in buttons(failed.diff))
    do_by_palette(failed, Act.COPY_BLOCK)
    qtbot.waitUntil(lambda: SEARCHED in QGuiApplication.clipboard().text())
    failed.window.show_conversation(is_shown=False)
    do_by_palette(failed, Act.SHOW_IN_CONVERSATION)
    qtbot.waitUntil(failed.talk.isVisible)
    do_by_palette(failed, Act.APPEND_BLOCK, "append")
    qtbot.waitUntil(lambda: Flag.APPENDED in review(failed).outcomes[1].flags)
    assert not table[Act.APPEND_BLOCK].isEnabled()
    failed.session.decisions.undo()
    qtbot.waitUntil(table[Act.APPEND_BLOCK].isEnabled)
    _go_to_place(failed, qtbot)
    for _ in range(2):  # also while it is open
        do_by_palette(failed, Act.EDIT_SEARCHED)
        field = named(failed.diff, QPlainTextEdit, "Searched text")
        qtbot.waitUntil(field.hasFocus)
    assert field.verticalScrollBar().maximum() == 0  # the whole text can be seen
    QTest.keyClick(failed.window.windowHandle(), Qt.Key.Key_Tab)  # nothing was typed: there is nothing to try again
    assert QApplication.focusWidget() is not field
    assert holds_focus(failed.diff)

    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "def step_20(xs):")
    qtbot.waitUntil(lambda: "found at line 96" in words(failed.diff) and "Use this text" in buttons(failed.diff))
    QTest.keyClick(failed.window.windowHandle(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is buttons(failed.diff)["Use this text"]
    QTest.keyClick(field, Qt.Key.Key_Return, CTRL)

    qtbot.waitUntil(lambda: review(failed).outcomes[1].status is Status.APPLIED)
    assert Flag.SEARCHED_BY_HAND in review(failed).outcomes[1].flags


@pytest.fixture
def failed_above(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window at a hunk of steps.py; a failed block of it is out of view above, one in doubt below."""
    project.write({"steps.py": BODY, "tox.ini": "[tox]\nenvlist = py311\n"})
    late = BODY[BODY.index("def step_28") : BODY.index("def step_29")].rstrip("\n")
    replies = (
        edit("steps.py", SEARCHED, "def step_20(xs): ..."),
        edit("steps.py", late, late.replace("sum(", "max(")),
        edit("tox.ini", "envlist = py311", "envlist = py312"),
    )
    paste(opened, "\n".join(replies))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 3)
    assert review(opened).outcomes[2].asks
    _go_to_hunk(opened, qtbot)
    return opened


def _go_to_hunk(desk: WindowController, qtbot: QtBot) -> None:
    """Go to the last hunk of steps.py, with its card out of view above."""
    desk.proposal.files.pick("steps.py")
    qtbot.waitUntil(lambda: shown(desk) == "steps.py" and "tox.ini" in words(desk.diff))
    desk.window.resize(desk.window.width(), 600)
    desk.diff.setFocus()
    desk.diff.go_to_line(139)
    qtbot.waitUntil(lambda: desk.diff.current_line().line == 138)
    assert desk.diff.blocks.current is None


def test_the_keys_of_a_block_mean_the_failed_one_and_no_placed_one_and_undo_leads_to_its_whole_card(
    failed_above: WindowController, qtbot: QtBot
) -> None:
    main = failed_above.diff.splitter.main
    steps = ((Qt.Key.Key_S, Status.DISMISSED, "Dismiss"), (Qt.Key.Key_P, Status.APPLIED, "Place block 1 in steps.py"))
    for key, status, undo in steps:
        QTest.keyClick(main, key)
        current = failed_above.diff.blocks.current
        assert current is not None
        assert current.outcome.path == "steps.py"
        QTest.keyClick(main, key)
        qtbot.waitUntil(lambda status=status: review(failed_above).outcomes[0].status is status)
        assert review(failed_above).undo.startswith(undo)

        _go_to_hunk(failed_above, qtbot)
        QTest.keyClick(main, key)
        assert failed_above.diff.blocks.current is None
        assert review(failed_above).outcomes[2].status is Status.APPLIED

        QTest.keyClick(failed_above.window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda: review(failed_above).outcomes[0].status is Status.FAILED)
        qtbot.waitUntil(lambda: failed_above.diff.blocks.current is not None)
        cards = (card for card in failed_above.diff.findChildren(BlockPlace) if "failed · not found" in words(card))
        assert failed_above.diff.splitter.rect().contains(next(cards).geometry())
        if status is Status.DISMISSED:
            failed_above.window.resize(failed_above.window.width(), 900)
            _go_to_hunk(failed_above, qtbot)


def test_a_file_is_not_accepted_beside_a_place_that_was_chosen_and_not_taken_before_that_is_told(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    (project.root / "steps.py").write_text("a\nsame\nb\nsame\nc\n", encoding="utf-8")
    paste(opened, edit("steps.py", "same", "other"))
    qtbot.waitUntil(lambda: shown(opened) == "steps.py" and "line 4 in steps.py" in buttons(opened.diff))
    press(qtbot, opened.diff, "line 4 in steps.py")

    do_by_palette(opened, Act.ACCEPT_FILE)

    qtbot.waitUntil(lambda: "Line 4 is chosen for a block, and it still stands at line 2." in words(opened.notices))
    assert decisions(opened) == "."
    do_by_palette(opened, Act.ACCEPT_FILE)
    qtbot.waitUntil(lambda: decisions(opened) == "y")
    assert project.read("steps.py") == b"a\nother\nb\nsame\nc\n"


def test_no_notice_lies_on_the_buttons_of_a_failed_block_in_a_narrow_window(
    failed: WindowController, qtbot: QtBot
) -> None:
    paste(failed, edit("b.py", "nothing like it\nis in the file", "z = 1"))
    qtbot.waitUntil(lambda: len(review(failed).outcomes) > 2)
    failed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: not review(failed).to_decide)
    for size in ((1024, 700), (1024, 560)):
        failed.window.resize(*size)
        for number in (2, 3):
            failed.session.decisions.finish()
            qtbot.waitUntil(lambda: "The review is not finished" in words(failed.notices))
            failed.reviewing.show_block(number)

            def are_free() -> bool:
                bar = QRect(failed.notices.mapToGlobal(QPoint()), failed.notices.size())
                cards = [card for card in failed.diff.findChildren(BlockPlace) if card.isVisible()]
                found = [one for card in cards for one in buttons(card).values() if one.visibleRegion()]
                return bool(found) and not any(
                    bar.intersects(QRect(one.mapToGlobal(QPoint()), one.size())) for one in found
                )

            qtbot.waitUntil(are_free)


def test_a_block_is_said_to_be_placed_at_the_line_that_its_place_announced_and_another_one_with_it(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    (project.root / "steps.py").write_text(BODY, encoding="utf-8")
    placed = "def step_20(xs):\n    return 20"
    paste(opened, edit("steps.py", SEARCHED, placed) + edit("steps.py", placed, placed.replace("xs", "ys")))
    qtbot.waitUntil(lambda: "Place here replaces" in words(opened.diff))

    qtbot.waitUntil(lambda: opened.diff.blocks.current is not None)
    opened.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)

    told = "The block for steps.py is placed at line 96. 1 other block is placed now, too."
    qtbot.waitUntil(lambda: told in words(opened.notices))
    qtbot.waitUntil(lambda: "placed · line 96 · You chose the place." in words(opened.diff))
    cards = opened.conversation._transcript.blocks
    qtbot.waitUntil(lambda: cards[0].status()[0].startswith("placed by hand · line 96"))
    QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: not review(opened).outcomes[1].is_success)


def test_what_a_typed_text_comes_to_is_announced_when_it_changes_and_not_at_each_key(
    failed: WindowController, qtbot: QtBot
) -> None:
    _go_to_place(failed, qtbot)
    press(qtbot, failed.diff, "Edit…")
    field = named(failed.diff, QPlainTextEdit, "Searched text")
    qtbot.waitUntil(field.hasFocus)
    answered: list[object] = []
    failed.session.search_previews.ready.connect(answered.append)

    def type_text(letters: str) -> None:
        for letter in letters:
            count = len(answered)
            QTest.keyClicks(field, letter)
            qtbot.waitUntil(lambda count=count: len(answered) > count)

    with listening() as listener:
        type_text("wxy")
        assert [heard.partition(" Nearest:")[2][:9] for heard in listener.heard] == [" line 6 ·"]
        field.selectAll()
        type_text("y")  # stands nowhere, and resembles nothing
        assert len(listener.heard) == 2
        field.selectAll()
        QTest.keyClicks(field, "def step_7(xs):")
        qtbot.waitUntil(lambda: "found at line 31" in words(failed.diff))
    assert listener.heard[-1].startswith("found at line 31")


def test_while_another_text_is_typed_its_result_is_offered_and_the_place_of_the_block_is_not(
    failed: WindowController, qtbot: QtBot
) -> None:
    _go_to_place(failed, qtbot)
    press(qtbot, failed.diff, "Edit…")
    field = named(failed.diff, QPlainTextEdit, "Searched text")
    qtbot.waitUntil(field.hasFocus)
    assert buttons(failed.diff)["Place here, at line 96 of steps.py"].isEnabled()

    field.selectAll()
    QTest.keyClicks(field, "def step_7(xs):")

    qtbot.waitUntil(lambda: "Use this text replaces line 31." in words(failed.diff))
    assert named(failed.diff, CodeBox, "Use this text puts in:").toPlainText() == "+ def step_20(xs): ..."
    assert "Place here replaces" not in words(failed.diff)
    assert not buttons(failed.diff)["Place here, at line 96 of steps.py"].isEnabled()
    assert not failed.diff.blocks.can_place
    failed.diff.splitter.main.setFocus()
    QTest.keyClick(failed.diff.splitter.main, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: "Another text is typed for this block" in words(failed.diff))
    press(qtbot, failed.diff, "Cancel")
    assert "Place here replaces lines 96 to 98" in words(failed.diff)
    assert buttons(failed.diff)["Place here, at line 96 of steps.py"].isEnabled()
    assert failed.diff.blocks.can_place
