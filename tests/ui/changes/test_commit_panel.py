"""Promises of the commit panel: it shows what will be committed, keeps its draft and says why it cannot go on."""

import re

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.review.review_actions import CommitRequest
from guillemet.engine.review import CommitLine, Head, Kind
from guillemet.ui.changes.commit_panel import CommitPanel, Notes
from guillemet.ui.changes.run_output import RunOutput
from guillemet.ui.widgets.controls import PushButton
from guillemet.ui.widgets.layouts import fill
from tests.kit import reviews
from tests.kit.hands import buttons, named, press, show, words
from tests.ui.diff.hands import settle


@pytest.fixture
def panel(qtbot: QtBot) -> CommitPanel:
    return show(qtbot, CommitPanel(), width=340, height=420)


def write(qtbot: QtBot, panel: CommitPanel, text: str) -> None:
    qtbot.keyClicks(panel.findChild(QPlainTextEdit), text)


def test_every_path_of_the_commit_is_counted_in_the_order_of_the_list(panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)

    assert panel.paths == tuple(line.path for line in reviews.TWENTY.commit if not line.is_left_out)
    assert "Commit 4 files to main" in buttons(panel)
    assert "Stage 2 files" in buttons(panel)

    panel.set_order(["docs/übersicht/Größen.md", "src/parcel/part_04.py"])  # of the list of changes; others behind
    assert list(panel.paths[:3]) == ["docs/übersicht/Größen.md", "src/parcel/part_04.py", "src/parcel/part_01.py"]


def test_ctrl_enter_commits_with_the_message(qtbot: QtBot, panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    write(qtbot, panel, "Teach totals about tax")

    with qtbot.waitSignal(panel.commit_requested) as wish:
        box = panel.findChild(QPlainTextEdit)
        qtbot.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert wish.args == [CommitRequest("Teach totals about tax", seen=reviews.TWENTY.commit)]


def test_without_a_message_nothing_is_committed_and_the_reason_shows(qtbot: QtBot, panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)

    with qtbot.assertNotEmitted(panel.commit_requested):
        box = panel.findChild(QPlainTextEdit)
        qtbot.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert not buttons(panel)["Commit 4 files to main"].isEnabled()
    assert "Write a message" in words(panel)


@pytest.mark.parametrize("width", [240, 420])
def test_every_button_has_its_row_whatever_the_width(qtbot: QtBot, panel: CommitPanel, width: int) -> None:
    panel.set_review(reviews.TWENTY)

    panel.resize(width, 420)

    commit, stage, write = (
        buttons(panel)[name] for name in ("Commit 4 files to main", "Stage 2 files", "Suggest a message")
    )
    qtbot.waitUntil(lambda: stage.y() == write.y() > commit.y())
    assert write.geometry().right() <= panel.width()


def test_the_button_that_suggests_a_message_stops_it_while_it_is_written_and_so_does_escape(
    qtbot: QtBot, panel: CommitPanel
) -> None:
    panel.set_review(reviews.TWENTY)
    panel.set_writing(is_writing=True)
    stop = buttons(panel)["Stop writing"]
    qtbot.waitUntil(lambda: bool(re.search(r"[1-9] s$", stop.text())), timeout=3_000)
    panel.set_review(reviews.TWENTY)
    assert "Stop writing" in buttons(panel), "its name, not each second another one"

    with qtbot.waitSignal(panel.message_stop_requested), qtbot.assertNotEmitted(panel.message_requested):
        press(qtbot, panel, "Stop writing")
    with qtbot.waitSignal(panel.message_stop_requested):
        qtbot.keyClick(panel.findChild(QPlainTextEdit), Qt.Key.Key_Escape)

    panel.set_writing(is_writing=False)
    assert stop.text() == "Suggest a message"
    with qtbot.waitSignal(panel.message_requested), qtbot.assertNotEmitted(panel.message_stop_requested):
        press(qtbot, panel, "Suggest a message")
        qtbot.keyClick(panel.findChild(QPlainTextEdit), Qt.Key.Key_Escape)


def test_no_button_moves_while_the_message_is_typed_or_emptied(qtbot: QtBot) -> None:
    window = QWidget()
    panel = CommitPanel()
    fill(QVBoxLayout(window), (QWidget(), 1), panel)
    panel.set_review(reviews.TWENTY)
    show(qtbot, window, width=420, height=600)
    commit = buttons(panel)["Commit 4 files to main"]
    before = commit.mapTo(window, QPoint())
    panel.set_draft("Teach totals")
    qtbot.waitUntil(lambda: "Write a message" not in words(panel))
    QApplication.sendPostedEvents()
    assert commit.mapTo(window, QPoint()) == before
    panel.set_draft("Teach totals to be exact in each and every currency there is")
    assert "Subject: 60 letters; 50 fit." in words(panel)
    QApplication.sendPostedEvents()
    assert commit.mapTo(window, QPoint()) == before

    panel.set_draft("")
    qtbot.waitUntil(lambda: "Write a message" in words(panel))
    QApplication.sendPostedEvents()
    assert commit.mapTo(window, QPoint()) == before


def test_neither_message_nor_buttons_move_when_a_file_turns_out_to_hold_own_lines(qtbot: QtBot) -> None:
    window = QWidget()
    panel = CommitPanel()
    fill(QVBoxLayout(window), (QWidget(), 1), panel)
    lines = tuple(CommitLine(path, Kind.CHANGED, is_staged=False) for path in ("a.py", "b.py"))
    panel.set_review(replace(reviews.EMPTY, commit=lines))
    show(qtbot, window, width=420, height=600)
    parts = (panel.findChild(QPlainTextEdit), buttons(panel)["Commit 2 files to main"])
    before = [part.mapTo(window, QPoint()) for part in parts]

    own = replace(lines[1], holds_own=True, is_left_out=True, note="holds your own lines")
    panel.set_review(replace(reviews.EMPTY, commit=(lines[0], own)))

    qtbot.waitUntil(lambda: "Include my own lines of b.py" in buttons(panel))
    QApplication.sendPostedEvents()
    assert [part.mapTo(window, QPoint()) for part in parts] == before


def test_own_lines_of_the_row_with_the_keys_are_included_alone(panel: CommitPanel) -> None:
    asked: list[tuple[str, ...]] = []
    panel.own_lines_requested.connect(lambda paths, _: asked.append(paths))
    lines = [CommitLine(path, Kind.CHANGED, is_staged=False, holds_own=True) for path in ("a.py", "b.py", "c.py")]
    panel.set_review(replace(reviews.EMPTY, commit=(lines[0], lines[1], replace(lines[2], with_own=True))))
    for current in (None, lines[1], replace(lines[2], with_own=True)):
        panel.include_own_lines(current)

    assert asked == [("a.py", "b.py"), ("b.py",), ("a.py", "b.py")]


def test_the_last_commit_is_amended_by_the_next_one_unless_that_is_left(panel: CommitPanel, qtbot: QtBot) -> None:
    last, other = Head("main", "1234567" + "0" * 33), Head("main", "7654321" + "0" * 33)
    review = replace(reviews.TWENTY, head=last, last_message="Add tax\n\nWhy.\n")
    asked: list[CommitRequest] = []
    panel.commit_requested.connect(asked.append)
    panel.set_review(review)
    box = panel.findChild(QPlainTextEdit)

    panel.amend()
    assert (panel.draft, panel.own_draft, asked) == ("Add tax\n\nWhy.", "", [])
    assert box.hasFocus()
    assert "“Add tax”" in words(panel)
    press(qtbot, panel, "Amend 1234567 with 4 files")
    box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(box, " More.")
    qtbot.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    whole = CommitRequest("Add tax\n\nWhy. More.", amends=last.commit, seen=review.commit)
    assert asked == [replace(whole, message=""), whole]  # without a message it keeps its own

    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert (panel.draft, "Commit 4 files to main" in buttons(panel)) == ("Add tax\n\nWhy. More.", True)
    panel.set_draft("")
    panel.amend()
    named(panel, QCheckBox, "Amend 1234567 “Add tax”").click()
    assert (panel.draft, "Commit 4 files to main" in buttons(panel)) == ("", True)
    panel.amend()
    panel.set_review(replace(review, head=other, last_message="Another"))  # by another program
    assert (panel.draft, "Commit 4 files to main" in buttons(panel)) == ("", True)

    panel.set_review(replace(reviews.EMPTY, head=other, last_message="Another"))
    panel.amend()
    assert not buttons(panel)["Amend 7654321"].isEnabled()
    assert "Nothing to amend: accept a file first, or write another message." in words(panel)
    panel.set_draft("Other words")
    assert buttons(panel)["Amend 7654321"].isEnabled()
    panel.ask_branch()
    assert "Amend 7654321" not in buttons(panel)
    assert "Nothing to commit yet" in words(panel)


def test_nothing_is_staged_while_a_commit_is_being_made(panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    panel.set_committing(is_on=True)
    panel.set_review(reviews.TWENTY)  # read again meanwhile
    assert not buttons(panel)["Stage 2 files"].isEnabled()

    panel.set_committing(is_on=False)
    assert buttons(panel)["Stage 2 files"].isEnabled()


def test_with_all_left_out_no_button_stages_or_commits_nothing(panel: CommitPanel) -> None:
    panel.set_review(
        replace(reviews.TWENTY, commit=tuple(replace(line, is_left_out=True) for line in reviews.TWENTY.commit))
    )

    assert not [name for name in buttons(panel) if name.startswith(("Stage", "Commit"))]
    assert "all that is listed is left out" in words(panel)


def test_the_menu_beside_the_commit_button_stays_at_the_right_without_it(panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    QApplication.sendPostedEvents()
    before = buttons(panel)["More ways to commit"].x()

    panel.set_review(
        replace(reviews.TWENTY, commit=tuple(replace(line, is_left_out=True) for line in reviews.TWENTY.commit))
    )
    QApplication.sendPostedEvents()

    assert buttons(panel)["More ways to commit"].x() == before


def test_with_nothing_accepted_the_reason_shows(qtbot: QtBot, panel: CommitPanel) -> None:
    write(qtbot, panel, "A message")

    panel.set_review(reviews.EMPTY)

    with qtbot.assertNotEmitted(panel.commit_requested):
        box = panel.findChild(QPlainTextEdit)
        qtbot.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert "accept a file first" in words(panel)


def test_with_nothing_accepted_the_panel_is_a_line_and_a_hint(panel: CommitPanel) -> None:
    panel.set_review(reviews.EMPTY)

    assert buttons(panel) == {}
    assert panel.sizeHint().height() < 90


def test_the_message_grows_with_its_lines(qtbot: QtBot, panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    low = panel.findChild(QPlainTextEdit).height()

    panel.set_draft("A title\n\nand\nfour\nlines\nbelow")

    qtbot.waitUntil(lambda: panel.findChild(QPlainTextEdit).height() > low)


def test_what_is_behind_the_guides_of_a_message_is_marked_and_said(panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    box = named(panel, QPlainTextEdit, "Commit message")
    for message, marked, said in (
        ("s" * 50 + "\n\n" + "b" * 72, [], ""),
        ("s" * 58, ["s" * 8], "Subject: 58 letters; 50 fit."),
        ("s" * 80, ["s" * 22, "s" * 8], "Subject: 80 letters; 72 fit."),
        ("ok\n\n" + "b" * 95, ["b" * 23], "Line 3: 95 letters; 72 fit."),
    ):
        panel.set_draft(message)

        blocks = [box.document().findBlockByNumber(number) for number in range(box.blockCount())]
        marks = [block.text()[one.start :][: one.length] for block in blocks for one in block.layout().formats()]
        assert marks == marked
        assert said in words(panel)
        assert ("fit." in words(panel)) is bool(said)


def test_the_message_of_the_commit_undone_last_returns_unless_one_was_typed(panel: CommitPanel) -> None:
    for returned in ("Part two\n\nBecause.", "Part one"):
        panel.offer_draft(returned)
        assert panel.draft == returned

    panel.set_draft("Part one, typed on")
    panel.offer_draft("Part zero")

    assert panel.draft == "Part one, typed on"


def test_the_draft_survives_a_new_review_and_goes_after_the_commit(qtbot: QtBot, panel: CommitPanel) -> None:
    write(qtbot, panel, "A draft")
    panel.set_review(reviews.TWENTY)
    assert panel.draft == "A draft"

    panel.take_draft("A draft")

    assert panel.draft == ""


def test_the_message_a_model_wrote_leaves_the_typed_one_a_way_back(qtbot: QtBot, panel: CommitPanel) -> None:
    write(qtbot, panel, "Typed by hand")
    panel.set_draft("Written by the model")

    qtbot.keyClick(panel.findChild(QPlainTextEdit), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert panel.draft == "Typed by hand"


def test_nothing_of_one_repository_comes_back_in_another(qtbot: QtBot, panel: CommitPanel) -> None:
    write(qtbot, panel, "About the first")
    panel.clear_draft()

    qtbot.keyClick(panel.findChild(QPlainTextEdit), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert panel.draft == ""


def test_the_stage_button_wishes_to_stage(qtbot: QtBot, panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)

    with qtbot.waitSignal(panel.stage_requested):
        press(qtbot, panel, "Stage 2 files")


def test_what_a_commit_runs_is_told(panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)

    assert "A commit runs: pre-commit hook, commit-msg hook" in words(panel)


def test_what_is_odd_about_several_files_is_said_once(panel: CommitPanel) -> None:
    lines = tuple(CommitLine(f"{name}.py", Kind.CHANGED, is_staged=True, note="own lines stay") for name in "abc")
    panel.set_review(replace(reviews.EMPTY, commit=(*lines, replace(lines[0], path="d.py", note="ignored"))))

    assert "3 files: own lines stay\nd.py: ignored" in words(panel)
    notes = panel.findChild(Notes)
    bar = notes.verticalScrollBar()
    long = replace(lines[0], note="not committed, because your own uncommitted lines overlap the accepted ones. " * 2)
    panel.set_review(replace(reviews.EMPTY, commit=(long, lines[1])))
    QApplication.sendPostedEvents()
    assert (bar.maximum(), bar.isVisible()) == (0, False)  # all is in view where there is room
    panel.set_review(replace(reviews.EMPTY, commit=(replace(long, note=long.note * 2), lines[1])))
    least = []
    for height in (500, 700, 900):
        panel.set_room(height)
        least.append(notes.minimumSizeHint().height())
    assert least[0] < least[1] < least[2]  # where there is none, more of it in a higher window
    left_out = replace(long, path="z.py", note="left out " * 80, is_left_out=True)
    panel.set_review(replace(reviews.TWENTY, commit=(long, left_out)))
    assert notes.widget().text().startswith("z.py: left out"), "what keeps a file out comes first"


def test_a_path_that_is_left_out_says_why(panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)

    assert "build/generated.py: ignored by git, not committed" in words(panel)


def test_a_missing_author_is_asked_for_and_goes_with_the_commit(qtbot: QtBot, panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    write(qtbot, panel, "A message")
    panel.ask_author()
    assert not buttons(panel)["Commit 4 files to main"].isEnabled()
    name, address = (named(panel, QLineEdit, field) for field in ("Name", "Address"))
    qtbot.keyClicks(name, "Ada Example")
    qtbot.keyClicks(address, "ada@example.org")

    with qtbot.waitSignal(panel.commit_requested) as wish:
        press(qtbot, panel, "Commit 4 files to main")

    author = ("Ada Example", "ada@example.org")
    assert wish.args == [CommitRequest("A message", author, is_author_remembered=True, seen=reviews.TWENTY.commit)]


def test_a_single_file_is_called_one_file(panel: CommitPanel) -> None:
    panel.set_review(replace(reviews.TWENTY, commit=reviews.TWENTY.commit[1:2]))

    assert {"Stage 1 file", "Commit 1 file to main"} <= buttons(panel).keys()


def test_every_control_has_a_name(panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    panel.ask_author()

    controls = [*panel.findChildren(QLineEdit), *panel.findChildren(QPlainTextEdit)]
    assert all(control.accessibleName() for control in controls)
    assert "" not in buttons(panel)


def test_a_low_window_shows_fewer_lines_of_a_long_message(qtbot: QtBot, panel: CommitPanel) -> None:
    panel.set_review(reviews.TWENTY)
    panel.set_draft("\n".join("line" for _ in range(20)))
    box = panel.findChild(QPlainTextEdit)
    before = box.height()

    panel.set_room(500)

    qtbot.waitUntil(lambda: box.height() < before)


def test_the_button_that_stages_many_files_says_how_many_rather_than_half_a_word(panel: CommitPanel) -> None:
    lines = tuple(CommitLine(f"{number}.py", Kind.CHANGED, is_staged=False) for number in range(1000))
    panel.resize(240, 420)
    panel.set_review(replace(reviews.TWENTY, commit=lines))
    settle()

    stage = buttons(panel)["Stage 1,000 files"]
    assert isinstance(stage, PushButton)
    assert stage.words_shown in ("Stage 1,000 files", "Stage 1,000")
    assert stage.width_within(stage.width()) > 0, "there is room for one of them"


def test_the_button_that_commits_says_where_to_before_it_spells_files(panel: CommitPanel) -> None:
    lines = tuple(CommitLine(f"{number}.py", Kind.CHANGED, is_staged=False) for number in range(12))
    panel.resize(280, 420)
    said = []
    for branch in ("main", "feature/invoices-with-taxes"):
        panel.set_review(replace(reviews.TWENTY, commit=lines, head=replace(reviews.TWENTY.head, branch=branch)))
        settle()
        commit = buttons(panel)[f"Commit 12 files to {branch}"]
        assert isinstance(commit, PushButton)
        said.append(commit.words_shown)

    assert said[0] in ("Commit 12 files to main", "Commit 12 to main")
    assert re.fullmatch("Commit 12 to fea[^…]*…[^…]*xes", said[1]), said[1]
    panel.ask_branch()
    panel.resize(240, 420)
    settle()
    commit = buttons(panel)["Commit 12 files to a new branch"]
    assert isinstance(commit, PushButton)
    assert commit.words_shown in ("Commit 12 to a new branch", "Commit 12 files")  # no letters of a name that is none


def test_the_output_of_a_run_is_lower_where_there_is_no_room_for_it(qtbot: QtBot) -> None:
    run = RunOutput("Committing", "commit")
    host = QWidget()
    fill(QVBoxLayout(host), 1, run, margins=0)
    show(qtbot, host, width=300, height=120)
    run.set_run(is_on=True, is_stopping=False, output="\n".join(["checking"] * 40))
    qtbot.waitUntil(run.isVisible)

    assert host.height() <= 130
    assert run.rect().contains(run.findChild(QPlainTextEdit).geometry())


def test_the_output_of_a_run_follows_its_end_until_it_is_scrolled(qtbot: QtBot) -> None:
    run = RunOutput("Committing", "commit")
    host = QWidget()
    fill(QVBoxLayout(host), 1, run, margins=0)
    show(qtbot, host, width=300, height=200)
    output = run.findChild(QPlainTextEdit)
    lines = [f"checking part {number}" for number in range(60)]
    bar = output.verticalScrollBar()

    run.set_run(is_on=True, is_stopping=False, output="\n".join(lines[:9]))  # before it is shown
    qtbot.waitUntil(lambda: output.isVisible() and bar.maximum() > 0)
    settle()
    assert bar.value() == bar.maximum() == 3, "six whole rows"
    run.set_run(is_on=True, is_stopping=False, output="\n".join(lines[:40]))
    settle()
    assert bar.value() == bar.maximum() > 20

    output.verticalScrollBar().setValue(3)
    run.set_run(is_on=True, is_stopping=False, output="\n".join(lines))
    assert output.verticalScrollBar().value() == 3
