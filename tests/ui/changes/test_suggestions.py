"""Promises of suggested commands: they say what they touch before they run, and run nothing else."""

from msgspec.structs import replace
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.engine.review import (
    OperationPreview,
    SuggestionReview,
    SuggestionState,
    Touched,
)
from guillemet.ui.changes import ChangesPane
from guillemet.ui.changes.suggested_commands import TouchedList
from guillemet.ui.widgets.controls import CommandButton
from tests.kit import reviews
from tests.kit.hands import buttons, press, show, words

COMMAND = "git rm old/legacy.py"


SUGGESTED = replace(reviews.EMPTY, suggestions=(SuggestionReview(COMMAND, SuggestionState.OPEN),))


def test_a_command_is_previewed_not_run(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)

    with qtbot.waitSignal(pane.commands.preview_requested) as wish, qtbot.assertNotEmitted(pane.commands.run_requested):
        press(qtbot, pane, COMMAND)

    assert wish.args == [COMMAND]


def test_a_preview_lists_every_touched_path_and_run_runs_what_it_shows(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    touched = tuple(Touched(f"build/{'deep/' * 40}file_{n}", "deleted", "untracked") for n in range(500))
    pane.set_preview(OperationPreview(COMMAND, touched))
    qtbot.waitUntil(lambda: pane.findChild(QPlainTextEdit) is not None)

    with qtbot.waitSignal(pane.commands.run_requested) as wish:
        press(qtbot, pane, f"Run {COMMAND}")

    assert wish.args == [OperationPreview(COMMAND, touched)]
    listed = pane.findChild(QPlainTextEdit)
    assert listed is None or listed.toPlainText().splitlines() == [
        f"{one.path} — deleted (untracked)" for one in touched
    ]


def test_the_list_of_touched_paths_is_as_high_as_its_wrapped_lines(qtbot: QtBot) -> None:
    narrow = show(
        qtbot, TouchedList((Touched("recipes/drafts", "folder made", "git keeps no empty folders"),)), width=200
    )

    qtbot.waitUntil(lambda: narrow.document().size().height() > 1)
    assert not narrow.verticalScrollBar().maximum()


def test_a_return_key_that_is_still_held_presses_nothing_more(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    pane.set_preview(OperationPreview(COMMAND, (Touched("old/legacy.py", "deleted"),)))
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane))
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)

    with qtbot.assertNotEmitted(pane.commands.run_requested), qtbot.assertNotEmitted(pane.commands.preview_requested):
        for name in (f"Run {COMMAND}", COMMAND):
            QApplication.sendEvent(buttons(pane)[name], held)

    with qtbot.waitSignal(pane.commands.run_requested):
        qtbot.keyClick(buttons(pane)[f"Run {COMMAND}"], Qt.Key.Key_Return)


def test_who_runs_one_command_after_the_other_stays_among_them(qtbot: QtBot, pane: ChangesPane) -> None:
    first, second = (SuggestionReview(text, SuggestionState.OPEN) for text in (COMMAND, "mkdir -p new"))
    pane.set_review(replace(reviews.EMPTY, suggestions=(first, second)))
    qtbot.waitUntil(lambda: COMMAND in buttons(pane))
    buttons(pane)[COMMAND].setFocus()
    pane.set_preview(OperationPreview(COMMAND, (Touched("old/legacy.py", "deleted"),)))
    qtbot.waitUntil(lambda: pane.focusWidget() is buttons(pane).get("Cancel"))

    qtbot.keyClick(pane.focusWidget(), Qt.Key.Key_Tab)
    qtbot.keyClick(pane.focusWidget(), Qt.Key.Key_Return)
    done = replace(first, state=SuggestionState.DONE)
    pane.set_review(replace(reviews.EMPTY, suggestions=(done, second)))

    qtbot.waitUntil(lambda: pane.focusWidget() is buttons(pane).get("mkdir -p new"))


def test_a_preview_comes_into_view(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    wanted = reviews.SUGGESTIONS[0].text

    pane.set_preview(replace(reviews.PREVIEW, text=wanted))

    qtbot.waitUntil(lambda: f"Run {wanted}" in buttons(pane))
    run = buttons(pane)[f"Run {wanted}"]
    qtbot.waitUntil(lambda: not run.visibleRegion().isEmpty())


def test_a_command_is_run_or_put_away_by_keys_alone(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    qtbot.waitUntil(lambda: COMMAND in buttons(pane))
    buttons(pane)[COMMAND].setFocus()
    pane.commands.preview_requested.connect(lambda _: pane.set_preview(reviews.PREVIEW))
    qtbot.keyClick(buttons(pane)[COMMAND], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Cancel" in buttons(pane) and buttons(pane)["Cancel"].hasFocus())
    qtbot.keyClick(buttons(pane)["Cancel"], Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: f"Run {COMMAND}" not in buttons(pane) and buttons(pane)[COMMAND].hasFocus())
    qtbot.keyClick(buttons(pane)[COMMAND], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "Cancel" in buttons(pane) and buttons(pane)["Cancel"].hasFocus())
    qtbot.keyClick(buttons(pane)["Cancel"], Qt.Key.Key_Tab)
    assert buttons(pane)[f"Run {COMMAND}"].hasFocus()

    with qtbot.waitSignal(pane.commands.run_requested) as wish:
        qtbot.keyClick(buttons(pane)[f"Run {COMMAND}"], Qt.Key.Key_Return)

    assert wish.args == [reviews.PREVIEW]


def test_cancel_puts_the_preview_away(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    pane.set_preview(reviews.PREVIEW)

    with qtbot.assertNotEmitted(pane.commands.run_requested):
        press(qtbot, pane, "Cancel")

    qtbot.waitUntil(lambda: f"Run {COMMAND}" not in buttons(pane))


def test_a_refused_operation_says_why_and_cannot_be_run(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)

    pane.set_preview(OperationPreview(COMMAND, (), refusal="old/legacy.py does not exist any more."))

    qtbot.waitUntil(lambda: "does not exist any more" in words(pane))
    assert f"Run {COMMAND}" not in buttons(pane)


def test_what_is_too_big_to_undo_needs_a_yes_of_its_own(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    pane.set_preview(replace(reviews.PREVIEW, is_too_big_to_undo=True))
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane))
    assert not buttons(pane)[f"Run {COMMAND}"].isEnabled()
    consent = pane.findChild(QCheckBox)
    qtbot.keyClick(consent, Qt.Key.Key_Space)

    with qtbot.waitSignal(pane.commands.run_requested) as wish:
        press(qtbot, pane, f"Run {COMMAND}")

    assert wish.args == [replace(reviews.PREVIEW, is_too_big_to_undo=True)]


def test_a_done_suggestion_is_ticked_and_no_button(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(reviews.EMPTY, suggestions=(SuggestionReview(COMMAND, SuggestionState.DONE),)))

    qtbot.waitUntil(lambda: "✓ Done" in words(pane))
    assert pane.findChild(CommandButton) is None


def test_what_is_no_operation_can_only_be_copied(qtbot: QtBot, pane: ChangesPane) -> None:
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


def test_escape_elsewhere_in_the_pane_leaves_what_a_command_touches_shown(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(SUGGESTED, files=reviews.ONE.files))
    pane.set_preview(OperationPreview(COMMAND, (Touched("old/legacy.py", "deleted"),)))
    qtbot.waitUntil(lambda: "Cancel" in buttons(pane))
    pane.files.setFocus()

    with qtbot.assertNotEmitted(pane.commands.cancelled):
        qtbot.keyClick(pane.files, Qt.Key.Key_Escape)
