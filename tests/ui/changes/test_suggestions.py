"""Promises of suggested commands: they say what they touch before they run, and run nothing else."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.review import (
    OperationPreview,
    SuggestionReview,
    SuggestionState,
    Touched,
)
from guillemet.engine.text import counted
from guillemet.ui.changes import ChangesPane
from guillemet.ui.changes.suggested_commands import WholeText
from guillemet.ui.style import style
from guillemet.ui.widgets.layouts import fill
from tests.kit import reviews
from tests.kit.hands import buttons, named, press, show, words
from tests.ui.diff.hands import settle

COMMAND = "git rm old/legacy.py"


SUGGESTED = replace(reviews.EMPTY, suggestions=(SuggestionReview(COMMAND, SuggestionState.OPEN),))


def row_of(pane: ChangesPane, text: str) -> QModelIndex:
    """Return the row of this text in the list."""
    model = pane.files.model()
    return next(index for row in range(model.rowCount()) if (index := model.index(row, 0)).data() == text)


def test_commands_are_a_group_of_the_list_and_the_key_of_one_shows_what_it_touches(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    pane.set_review(replace(SUGGESTED, files=reviews.ONE.files))
    assert row_of(pane, COMMAND).row() == row_of(pane, "Suggested commands").row() + 1
    pane.files.setCurrentIndex(row_of(pane, COMMAND))

    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        with (
            qtbot.waitSignal(pane.commands.preview_requested) as asked,
            qtbot.assertNotEmitted(pane.commands.run_requested),
        ):
            qtbot.keyClick(pane.files, key)
        assert asked.args == [COMMAND]
    with qtbot.assertNotEmitted(pane.files.reject_requested), qtbot.assertNotEmitted(pane.files.accept_requested):
        qtbot.keyClick(pane.files, Qt.Key.Key_Delete)


def test_a_click_on_run_shows_what_it_touches_and_one_on_the_command_nothing(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    place = pane.files.visualRect(row_of(pane, COMMAND))
    asked: list[str] = []
    pane.commands.preview_requested.connect(asked.append)

    qtbot.mouseClick(pane.files.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    assert asked == []
    qtbot.mouseClick(
        pane.files.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.right() - 24, place.center().y())
    )
    assert asked == [COMMAND]


def test_a_long_command_is_wrapped_in_the_list(qtbot: QtBot, pane: ChangesPane) -> None:
    long = "git mv tests/test_wrap.py tests/unit/test_wrap.py"
    suggestions = [SuggestionReview(text, SuggestionState.OPEN) for text in (COMMAND, long)]
    pane.set_review(replace(SUGGESTED, suggestions=tuple(suggestions)))

    def heights() -> list[int]:
        return [pane.files.visualRect(row_of(pane, text)).height() for text in (COMMAND, long)]

    pane.resize(280, 600)
    qtbot.waitUntil(lambda: heights()[1] > heights()[0])
    pane.resize(1600, 600)
    qtbot.waitUntil(lambda: heights()[1] == heights()[0])


@pytest.mark.parametrize("points", [10, 24])
def test_the_sign_of_a_prompt_stands_apart_from_the_command_in_letters_of_any_size(
    pane: ChangesPane, qapp: QApplication, points: int
) -> None:
    style.apply(qapp, replace(style.current(), font_size=points))
    pane.resize(400, 600)
    pane.set_review(replace(SUGGESTED, suggestions=(SuggestionReview("W", SuggestionState.OPEN),)))
    settle()
    place = pane.files.visualRect(row_of(pane, "W"))

    row = pane.files.viewport().grab(place.adjusted(0, 0, -80, 0)).toImage()
    ground = row.pixelColor(0, 0)
    inked = [x for x in range(row.width()) if any(row.pixelColor(x, y) != ground for y in range(row.height()))]

    assert max(right - left for left, right in pairwise(inked)) >= 2 * style.TIGHT - 1, (
        "between the sign and the command"
    )


def test_a_command_beside_a_scroll_bar_has_the_height_of_all_its_lines(pane: ChangesPane) -> None:
    long = "git mv old/legacy.py archive/legacy.py"
    suggestions = (SuggestionReview(long, SuggestionState.OPEN),)

    def height(width: int) -> int:
        pane.resize(width, 300)
        settle()
        return pane.files.visualRect(row_of(pane, long)).height()

    widths = range(240, 340, 10)
    pane.set_review(replace(reviews.TWENTY, suggestions=suggestions))
    beside_bar = [height(width) for width in widths]
    bar = pane.files.contentsRect().width() - pane.files.viewport().width()
    assert bar > 0
    pane.set_review(replace(reviews.EMPTY, suggestions=suggestions))

    assert beside_bar == [height(width - bar) for width in widths]


def test_a_command_that_wraps_less_without_its_button_gives_its_room_to_the_next_row(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    long = "git mv tests/test_wrap.py tests/unit/test_wrap.py"
    opened, other = (SuggestionReview(text, SuggestionState.OPEN) for text in (long, COMMAND))
    pane.set_review(replace(SUGGESTED, suggestions=(opened, other)))
    # Room for the command in one line, and not for the button beside it.
    pane.resize(QFontMetrics(style.current().code_font()).horizontalAdvance(long) + 73, 600)

    def places() -> list[QRect]:
        return [pane.files.visualRect(row_of(pane, text)) for text in (long, COMMAND)]

    qtbot.waitUntil(lambda: places()[0].height() > places()[1].height())
    qtbot.waitUntil(lambda: places()[1].top() == places()[0].bottom() + 1)

    pane.set_review(replace(SUGGESTED, suggestions=(replace(opened, state=SuggestionState.DONE), other)))

    qtbot.waitUntil(lambda: places()[0].height() == places()[1].height())
    qtbot.waitUntil(lambda: places()[1].top() == places()[0].bottom() + 1)


def test_a_command_is_whole_before_it_is_run_however_long_it_is(pane: ChangesPane) -> None:
    command = " ".join(["rm -rf", *(f"build/part_{number:04}" for number in range(500)), "src"])
    pane.set_review(replace(reviews.EMPTY, suggestions=(SuggestionReview(command, SuggestionState.OPEN),)))

    pane.set_preview(replace(reviews.PREVIEW, text=command))

    assert named(pane, QPlainTextEdit, "Command").toPlainText() == command


def test_what_a_command_touches_is_asked_for_again_once_something_was_decided(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(SUGGESTED, files=reviews.ONE.files))
    pane.set_preview(OperationPreview(COMMAND, (), "a.py has a proposal that is not decided."))
    qtbot.waitUntil(lambda: "Close" in buttons(pane))
    buttons(pane)["Close"].setFocus()

    with qtbot.waitSignal(pane.commands.preview_requested) as asked:
        pane.set_review(SUGGESTED)
    pane.set_preview(OperationPreview(COMMAND, (Touched("old/legacy.py", "deleted"),)))

    assert asked.args == [COMMAND]
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane))
    assert "a.py has a proposal that is not decided." not in words(pane)
    assert named(pane, QPlainTextEdit, "Touched: 1 path").hasFocus()


def test_a_command_is_run_or_put_away_by_keys_alone(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    pane.commands.preview_requested.connect(lambda _: pane.set_preview(reviews.PREVIEW))
    name = f"Touched: {counted(len(reviews.PREVIEW.touched), 'path')}"
    pane.files.setFocus()
    pane.files.setCurrentIndex(row_of(pane, COMMAND))
    qtbot.keyClick(pane.files, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane) and named(pane, QPlainTextEdit, name).hasFocus())
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: f"Run {COMMAND}" not in buttons(pane) and pane.files.hasFocus())
    qtbot.keyClick(pane.files, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane) and named(pane, QPlainTextEdit, name).hasFocus())
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert buttons(pane)["Cancel"].hasFocus()
    qtbot.keyClick(buttons(pane)["Cancel"], Qt.Key.Key_Tab)
    assert buttons(pane)[f"Run {COMMAND}"].hasFocus()

    with qtbot.waitSignal(pane.commands.run_requested) as asked:
        qtbot.keyClick(buttons(pane)[f"Run {COMMAND}"], Qt.Key.Key_Return)

    assert asked.args == [reviews.PREVIEW]
    assert (pane.files.hasFocus(), pane.files.current_command) == (True, COMMAND)


def primaries(pane: ChangesPane) -> list[str]:
    """Return the buttons about the command that stand out."""
    names = ("Cancel", f"Run {COMMAND}")
    return [name for name in names if buttons(pane)[name].property("role") == "primary"]


@pytest.mark.parametrize("is_too_big", [False, True])
def test_no_number_of_returns_runs_a_command_that_deletes(qtbot: QtBot, pane: ChangesPane, *, is_too_big: bool) -> None:
    preview = replace(reviews.PREVIEW, is_too_big_to_undo=is_too_big)
    pane.set_review(SUGGESTED)
    pane.commands.preview_requested.connect(lambda _: pane.set_preview(preview))
    pane.files.setFocus()
    pane.files.setCurrentIndex(row_of(pane, COMMAND))
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)

    with qtbot.assertNotEmitted(pane.commands.run_requested):
        qtbot.keyClick(pane.files, Qt.Key.Key_Return)
        QApplication.sendEvent(QApplication.focusWidget(), held)
        assert isinstance(QApplication.focusWidget(), WholeText)
        qtbot.waitUntil(lambda: "Return goes to Cancel, Tab from there to Run." in words(pane))
        assert primaries(pane) == ["Cancel"]
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert QApplication.focusWidget().text() == "Cancel"
        if not is_too_big:
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
            assert QApplication.focusWidget() is buttons(pane)[f"Run {COMMAND}"]
            assert primaries(pane) == [f"Run {COMMAND}"]  # which Return presses now
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
        assert primaries(pane) == ["Cancel"]
        with qtbot.waitSignal(pane.commands.cancelled):
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert pane.files.hasFocus()


def test_a_return_key_that_is_still_held_runs_nothing(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    pane.set_preview(OperationPreview(COMMAND, (Touched("old/legacy.py", "deleted"),)))
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane))
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)

    with qtbot.assertNotEmitted(pane.commands.run_requested):
        QApplication.sendEvent(buttons(pane)[f"Run {COMMAND}"], held)

    with qtbot.waitSignal(pane.commands.run_requested):
        qtbot.keyClick(buttons(pane)[f"Run {COMMAND}"], Qt.Key.Key_Return)


def test_a_done_command_says_so_and_is_not_run_again(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(reviews.EMPTY, suggestions=(SuggestionReview(COMMAND, SuggestionState.DONE),)))
    row = row_of(pane, COMMAND)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == f"{COMMAND}, suggested command, done"
    head = row_of(pane, "Suggested commands")
    assert head.data(Qt.ItemDataRole.AccessibleTextRole) == "Suggested commands, nothing to run, unfolded"
    pane.files.setCurrentIndex(row)

    with qtbot.assertNotEmitted(pane.commands.preview_requested):
        qtbot.keyClick(pane.files, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: "This was done." in words(pane))
    why = "Nothing is left to do: old/legacy.py is not there."
    pane.set_review(replace(SUGGESTED, suggestions=(SuggestionReview(COMMAND, SuggestionState.NEEDLESS, why),)))
    assert row_of(pane, COMMAND).data(Qt.ItemDataRole.ToolTipRole).endswith(why)
    pane.files.setCurrentIndex(row_of(pane, COMMAND))
    with qtbot.assertNotEmitted(pane.commands.preview_requested):
        qtbot.keyClick(pane.files, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: why in words(pane))


def test_what_is_no_operation_says_why_and_can_only_be_copied(qtbot: QtBot, pane: ChangesPane) -> None:
    text = reviews.SUGGESTIONS[3]
    pane.set_review(replace(reviews.EMPTY, suggestions=(text,)))
    assert text.why in row_of(pane, text.text).data(Qt.ItemDataRole.ToolTipRole)
    pane.files.setCurrentIndex(row_of(pane, text.text))

    with qtbot.assertNotEmitted(pane.commands.preview_requested):
        qtbot.keyClick(pane.files, Qt.Key.Key_Return)
    press(qtbot, pane, f"Copy {text.text}")

    assert QGuiApplication.clipboard().text() == text.text
    assert text.why in words(pane)


def test_a_preview_lists_every_touched_path_and_run_runs_what_it_shows(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(SUGGESTED)
    touched = tuple(Touched(f"build/{'deep/' * 40}file_{n}", "deleted", "untracked") for n in range(500))
    pane.set_preview(OperationPreview(COMMAND, touched))
    listed = named(pane, QPlainTextEdit, "Touched: 500 paths")
    assert listed.toPlainText().splitlines() == [f"{one.path} — deleted (untracked)" for one in touched]

    with qtbot.waitSignal(pane.commands.run_requested) as wish:
        press(qtbot, pane, f"Run {COMMAND}")

    assert wish.args == [OperationPreview(COMMAND, touched)]


def test_the_list_of_touched_paths_is_as_high_as_its_wrapped_lines(qtbot: QtBot) -> None:
    narrow = WholeText("recipes/drafts — folder made (git keeps no empty folders)", "Touched")
    narrow.setFont(style.current().code_font())
    fill(QVBoxLayout(column := QWidget()), narrow, 1)
    show(qtbot, column, width=200)

    qtbot.waitUntil(lambda: narrow.document().size().height() > 1)
    qtbot.waitUntil(lambda: not narrow.verticalScrollBar().maximum())


def test_a_preview_comes_into_view(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)
    wanted = reviews.SUGGESTIONS[0].text

    pane.set_preview(replace(reviews.PREVIEW, text=wanted))

    qtbot.waitUntil(lambda: f"Run {wanted}" in buttons(pane))
    run = buttons(pane)[f"Run {wanted}"]
    qtbot.waitUntil(lambda: not run.visibleRegion().isEmpty())


def test_the_list_has_the_room_of_the_buttons_for_all_files_while_a_command_is_asked_about(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    pane.set_review(replace(SUGGESTED, files=reviews.ONE.files))
    assert pane.reject_button.isVisible()

    pane.set_preview(reviews.PREVIEW)
    pane.set_review(replace(SUGGESTED, files=reviews.TWENTY.files))
    pane.set_preview(reviews.PREVIEW)
    assert not pane.reject_button.isVisible()

    press(qtbot, pane, "Cancel")
    assert pane.reject_button.isVisible()
    assert (
        pane.reject_button.text() == f"Reject {sum(one.decision == 'undecided' for one in reviews.TWENTY.files)} files"
    )


@pytest.mark.parametrize("lacking", [-1, 40])
def test_a_preview_is_not_drawn_over_itself_in_a_low_window(qtbot: QtBot, lacking: int) -> None:
    columns, pane = QSplitter(), ChangesPane()
    columns.addWidget(pane)
    columns.setMinimumSize(200, 100)  # as in the window: less than the panes ask for together
    show(qtbot, columns, width=280, height=1200)
    pane.set_review(SUGGESTED)
    pane.set_preview(OperationPreview(COMMAND, tuple(Touched(f"old/{n}.py", "deleted") for n in range(7))))
    qtbot.waitUntil(lambda: f"Run {COMMAND}" in buttons(pane))
    run = buttons(pane)[f"Run {COMMAND}"]
    card = run.parentWidget()
    command, listed = (named(pane, QPlainTextEdit, name) for name in ("Command", "Touched: 7 paths"))
    qtbot.waitUntil(lambda: pane.files.height() > 300 and listed.height() > 2 * command.height())

    columns.resize(280, 1200 - pane.files.height() - lacking)

    qtbot.waitUntil(lambda: pane.files.height() < 10)
    parts = [command, card.findChild(QLabel), listed, run]
    qtbot.waitUntil(
        lambda: (
            all(above.geometry().bottom() < below.y() for above, below in pairwise(parts))
            and card.rect().contains(run.geometry())
        )
    )


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


def test_escape_elsewhere_in_the_pane_leaves_what_a_command_touches_shown(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(SUGGESTED, files=reviews.ONE.files))
    pane.set_preview(OperationPreview(COMMAND, (Touched("old/legacy.py", "deleted"),)))
    qtbot.waitUntil(lambda: "Cancel" in buttons(pane))
    pane.files.setFocus()

    with qtbot.assertNotEmitted(pane.commands.cancelled):
        qtbot.keyClick(pane.files, Qt.Key.Key_Escape)


def test_the_foot_of_the_list_leads_to_commands_that_begin_below_it(qtbot: QtBot, pane: ChangesPane) -> None:
    def foot() -> bool:
        return "1 command to run" in buttons(pane)

    pane.set_review(replace(SUGGESTED, files=reviews.TWENTY.files))
    pane.resize(280, 300)
    qtbot.waitUntil(foot)
    files = pane.files
    assert files.viewport().geometry().bottom() < buttons(pane)["1 command to run"].y()

    press(qtbot, pane, "1 command to run")
    assert files.currentIndex() == row_of(pane, COMMAND)
    assert files.hasFocus()
    assert not foot()

    files.verticalScrollBar().setValue(0)
    assert foot()
    for value in (*range(files.verticalScrollBar().maximum()), files.verticalScrollBar().maximum()):
        files.verticalScrollBar().setValue(value)
        head = files.visualRect(row_of(pane, "Suggested commands"))
        assert foot() is not (head.bottom() < files.viewport().height())
    pane.start_filter()
    qtbot.keyClicks(pane.window().focusWidget(), "a")
    assert not foot()

    pane.show_all()
    done = replace(SUGGESTED.suggestions[0], state=SuggestionState.DONE)
    pane.set_review(replace(SUGGESTED, files=reviews.TWENTY.files, suggestions=(done,)))
    files.verticalScrollBar().setValue(0)
    assert not foot()
