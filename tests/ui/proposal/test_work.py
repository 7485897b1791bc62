"""Promises of what needs work: problems to unfold, commands that say what they touch before they run."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QSpinBox
from pytestqt.qtbot import QtBot

from guillemet.engine.applying.choices import Append, Choice, PlaceAt, ReplaceFile, Skip
from guillemet.engine.outcomes import Flag, Outcome, Reason, Status
from guillemet.engine.review import (
    Badge,
    Decision,
    FileReview,
    Kind,
    OperationPreview,
    SuggestionReview,
    SuggestionState,
    Touched,
)
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


def test_place_here_puts_the_block_at_the_nearest_place(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.choice_wanted) as wish:
        press(qtbot, pane, "Place here, at line 41")

    assert wish.args == [1, PlaceAt(41, 2)]


def test_a_place_says_in_words_how_it_differs(qtbot: QtBot, pane: ProposalPane) -> None:
    outcome = PROBLEM.outcomes[0]
    near = replace(outcome.nearest[0], differences=("line 1 differs", "tabs instead of spaces"))
    pane.set_review(replace(PROBLEM, outcomes=(replace(outcome, nearest=(near,)),)))

    qtbot.waitUntil(lambda: "line 1 differs, tabs instead of spaces" in words(pane))


def test_a_line_can_be_typed_or_entered_in_the_diff(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)
    press(qtbot, pane, "Place at line…")
    qtbot.waitUntil(lambda: pane.findChild(QSpinBox) is not None)
    pane.set_line("src/other.py", 5)
    pane.set_line("src/x.py", 63)

    with qtbot.waitSignal(pane.choice_wanted) as wish:
        qtbot.keyClick(pane.findChild(QSpinBox), Qt.Key.Key_Return)

    assert wish.args == [1, PlaceAt(63)]


def test_a_block_can_be_left_out(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.choice_wanted) as wish:
        press(qtbot, pane, "Skip")

    assert wish.args == [1, Skip()]
    assert "Append" not in buttons(pane)


@pytest.mark.parametrize(("name", "choice"), [("Replace whole file", ReplaceFile()), ("Append", Append())])
def test_a_block_that_was_to_create_a_file_that_exists_can_replace_or_extend_it(
    qtbot: QtBot, pane: ProposalPane, name: str, choice: Choice
) -> None:
    outcome = Outcome(reviews.block("a.py", old=""), Status.FAILED, "a.py", reason=Reason.FILE_EXISTS, message="There.")
    pane.set_review(replace(reviews.EMPTY, outcomes=(outcome,)))

    with qtbot.waitSignal(pane.choice_wanted) as wish:
        press(qtbot, pane, name)

    assert wish.args == [1, choice]


def test_the_other_places_of_a_block_are_one_press_away(qtbot: QtBot, pane: ProposalPane) -> None:
    several = replace(reviews.applied("a.py"), lines=(9, 31), flags=frozenset({Flag.SEVERAL_PLACES}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    pane.set_review(replace(reviews.EMPTY, files=(file,), outcomes=(reviews.applied("b.py"), several)))

    with qtbot.waitSignal(pane.choice_wanted) as wish:
        press(qtbot, pane, "Place here, at line 31")

    assert wish.args == [2, PlaceAt(31)]
    assert "1 of 2 places" in words(pane)


def test_a_choice_can_be_taken_back(qtbot: QtBot, pane: ProposalPane) -> None:
    placed = replace(reviews.applied("a.py"), flags=frozenset({Flag.PLACED_BY_HAND}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)
    pane.set_review(replace(reviews.EMPTY, files=(file,), outcomes=(placed,)))

    with qtbot.waitSignal(pane.choice_wanted) as wish:
        press(qtbot, pane, "Undo choice: a.py")

    assert wish.args == [1, None]


def test_nothing_can_be_chosen_for_a_file_that_is_decided(qtbot: QtBot, pane: ProposalPane) -> None:
    file = FileReview("src/x.py", Kind.CHANGED, Decision.ACCEPTED, 1, 1, 1)
    pane.set_review(replace(PROBLEM, files=(file,)))

    qtbot.waitUntil(lambda: "Copy block" in buttons(pane))
    assert not {"Skip", "Place at line…", "Place here, at line 41"} & buttons(pane).keys()


def test_what_is_odd_about_a_reply_as_a_whole_stands_below_the_counts(pane: ProposalPane) -> None:
    pane.set_review(replace(PROBLEM, warnings=("3 SEARCH, 2 REPLACE",)))

    assert "! 3 SEARCH, 2 REPLACE" in words(pane)


def test_the_path_of_a_problem_leads_to_its_block(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(PROBLEM)

    with qtbot.waitSignal(pane.block_picked) as wish:
        press(qtbot, pane, "src/x.py")

    assert wish.args == [1]


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


def test_a_command_is_run_or_put_away_by_keys_alone(qtbot: QtBot, pane: ProposalPane) -> None:
    pane.set_review(SUGGESTED)
    qtbot.waitUntil(lambda: COMMAND in buttons(pane))
    buttons(pane)[COMMAND].setFocus()
    pane.preview_wanted.connect(lambda _: pane.set_preview(reviews.PREVIEW))
    qtbot.keyClick(buttons(pane)[COMMAND], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane) and buttons(pane)[f"Run {COMMAND}"].hasFocus())
    qtbot.keyClick(buttons(pane)[f"Run {COMMAND}"], Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: f"Run {COMMAND}" not in buttons(pane) and buttons(pane)[COMMAND].hasFocus())
    qtbot.keyClick(buttons(pane)[COMMAND], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane) and buttons(pane)[f"Run {COMMAND}"].hasFocus())

    with qtbot.waitSignal(pane.run_wanted) as wish:
        qtbot.keyClick(buttons(pane)[f"Run {COMMAND}"], Qt.Key.Key_Return)

    assert wish.args == [COMMAND, False]


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
