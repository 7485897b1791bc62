"""Promises of what needs work: problems to unfold, commands that say what they touch before they run."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.engine.review import OperationPreview, SuggestionReview, SuggestionState, Touched
from guillemet.ui.controls import CommandButton
from guillemet.ui.proposal import ProposalPane
from tests.kit import reviews
from tests.kit.hands import buttons, press, show, words

COMMAND = "git rm old/legacy.py"
SUGGESTED = replace(reviews.EMPTY, suggestions=(SuggestionReview(COMMAND, SuggestionState.OPEN),))
PROBLEM = replace(reviews.EMPTY, outcomes=(reviews.not_found("src/x.py", number=4),))


@pytest.fixture
def pane(qtbot: QtBot) -> ProposalPane:
    return show(qtbot, ProposalPane())


def test_a_failed_block_says_why(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    qtbot.waitUntil(lambda: "Leading anchor not found" in words(pane))


def test_pressing_the_nearest_place_wishes_to_see_it(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.place_wanted) as wish:
        press(qtbot, pane, "nearest 87 % at line 41 in src/x.py")

    assert wish.args == ["src/x.py", 41]


def test_every_place_of_an_ambiguous_block_can_be_pressed(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(replace(reviews.EMPTY, outcomes=(reviews.ambiguous("src/x.py"),)))

    with qtbot.waitSignal(pane.place_wanted) as wish:
        press(qtbot, pane, "line 80 in src/x.py")

    assert wish.args == ["src/x.py", 80]


def test_the_path_of_a_problem_leads_to_its_block(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.block_picked) as wish:
        press(qtbot, pane, "src/x.py")

    assert wish.args == [4]


def test_the_searched_text_unfolds_and_stays_unfolded_in_the_next_review(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)
    press(qtbot, pane, "Show searched text")

    pane.set_review(replace(PROBLEM, undo="Apply a reply"))

    qtbot.waitUntil(lambda: "def total(xs):\nreturn sum(xs)" in words(pane))
    assert "Hide searched text" in buttons(pane)


def test_the_nearest_text_unfolds(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    press(qtbot, pane, "Show nearest")

    qtbot.waitUntil(lambda: "def total(items):" in words(pane))


def test_a_block_is_copied_as_it_was_written(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    press(qtbot, pane, "Copy block")

    assert QGuiApplication.clipboard().text() == PROBLEM.outcomes[0].block.raw


def test_a_broken_block_shows_itself(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(replace(reviews.EMPTY, outcomes=(reviews.ERRORS.outcomes[3],)))

    press(qtbot, pane, "Show block")

    qtbot.waitUntil(lambda: "««« EDIT" in words(pane))


def test_a_count_filters_files_and_problems(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(reviews.TWENTY)
    qtbot.waitUntil(lambda: "README.md" in buttons(pane))

    press(qtbot, pane, "1 already applied, filter")

    assert [file.path for file in pane._files.model().files] == ["src/parcel/part_01.py"]
    qtbot.waitUntil(lambda: "README.md" not in buttons(pane))


def test_pressing_a_count_again_shows_everything(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(reviews.TWENTY)

    for _ in range(2):
        press(qtbot, pane, "1 already applied, filter")

    assert len(pane._files.model().files) == len(reviews.TWENTY.files)


def test_a_filter_is_lifted_when_its_count_falls_to_zero(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(reviews.TWENTY)
    press(qtbot, pane, "2 failed, filter")

    pane.set_review(reviews.ONE)

    assert [file.path for file in pane._files.model().files] == [reviews.ONE.files[0].path]


def test_a_command_is_previewed_not_run(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(SUGGESTED)

    with qtbot.waitSignal(pane.preview_wanted) as wish, qtbot.assertNotEmitted(pane.run_wanted):
        press(qtbot, pane, COMMAND)

    assert wish.args == [COMMAND]


def test_a_preview_lists_every_touched_path_and_run_runs_what_it_shows(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(SUGGESTED)
    touched = tuple(Touched(f"build/{'deep/' * 40}file_{n}", "deleted", "untracked") for n in range(500))
    pane.set_preview(OperationPreview(COMMAND, touched))
    qtbot.waitUntil(lambda: pane.findChild(QPlainTextEdit) is not None)

    with qtbot.waitSignal(pane.run_wanted) as wish:
        press(qtbot, pane, f"Run {COMMAND}")

    assert wish.args == [COMMAND, False]
    listed = pane.findChild(QPlainTextEdit)
    assert listed is None or listed.toPlainText().splitlines() == [
        f"{one.path} — deleted (untracked)" for one in touched
    ]


def test_a_preview_comes_into_view(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(reviews.TWENTY)
    wanted = reviews.SUGGESTIONS[0].text

    pane.set_preview(replace(reviews.PREVIEW, text=wanted))

    qtbot.waitUntil(lambda: f"Run {wanted}" in buttons(pane))
    run = buttons(pane)[f"Run {wanted}"]
    qtbot.waitUntil(lambda: not run.visibleRegion().isEmpty())


def test_cancel_puts_the_preview_away(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(SUGGESTED)
    pane.set_preview(reviews.PREVIEW)

    with qtbot.assertNotEmitted(pane.run_wanted):
        press(qtbot, pane, "Cancel")

    qtbot.waitUntil(lambda: f"Run {COMMAND}" not in buttons(pane))


def test_a_refused_operation_says_why_and_cannot_be_run(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(SUGGESTED)

    pane.set_preview(OperationPreview(COMMAND, (), refusal="old/legacy.py does not exist any more."))

    qtbot.waitUntil(lambda: "does not exist any more" in words(pane))
    assert f"Run {COMMAND}" not in buttons(pane)


def test_what_is_too_big_to_undo_needs_a_yes_of_its_own(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(SUGGESTED)
    pane.set_preview(replace(reviews.PREVIEW, is_too_big_to_undo=True))
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane))
    assert not buttons(pane)[f"Run {COMMAND}"].isEnabled()
    consent = pane.findChild(QCheckBox)
    qtbot.keyClick(consent, Qt.Key.Key_Space)

    with qtbot.waitSignal(pane.run_wanted) as wish:
        press(qtbot, pane, f"Run {COMMAND}")

    assert wish.args == [COMMAND, True]


def test_a_done_suggestion_is_ticked_and_no_button(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(replace(reviews.EMPTY, suggestions=(SuggestionReview(COMMAND, SuggestionState.DONE),)))

    qtbot.waitUntil(lambda: "✓ Done" in words(pane))
    assert pane.findChild(CommandButton) is None


def test_what_is_no_operation_can_only_be_copied(qtbot: QtBot, pane: ProposalPane) -> None:
    text = reviews.SUGGESTIONS[3]
    pane.set_review(replace(reviews.EMPTY, suggestions=(text,)))

    press(qtbot, pane, f"Copy {text.text}")

    assert QGuiApplication.clipboard().text() == text.text
    assert text.why in words(pane)
    assert pane.findChild(CommandButton) is None


def test_a_long_command_wraps_and_is_never_cut(qtbot: QtBot) -> None:
    command = CommandButton("rm -rf build" + "/deeply/nested" * 40)
    show(qtbot, command, width=300, height=400)
    lines = command._layout(280)[0]

    shown = sum(lines.lineAt(n).textLength() for n in range(lines.lineCount()))

    assert shown == len(command.command)
    assert all(lines.lineAt(n).naturalTextWidth() <= 281 for n in range(lines.lineCount()))
