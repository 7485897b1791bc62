"""What stands in the pane when there is nothing to compare, or one side only."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import Decision, FileReview, FileTexts, Kind
from guillemet.ui.diff.empty_page import NOTHING_PICKED
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.widgets.shortened import ShortenedSummary
from tests.ui.diff.hands import THREE, button, changed_at, press, says, shown


def test_without_a_file_it_says_what_to_do(pane: DiffPane) -> None:
    pane.show_content(None)

    assert "Nothing to review yet" in says(pane)
    assert "Ctrl+Shift+V" in says(pane)
    pane.empty.set_advice(NOTHING_PICKED)
    assert "Alt+Down" in says(pane)


def test_without_a_file_there_is_nothing_to_accept(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(None)

    with qtbot.assertNotEmitted(pane.accept_requested):
        press(qtbot, pane, "y")


def test_a_note_is_shown_instead_of_a_diff(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("logo.png", "", "", note="This file is binary.")))

    assert "logo.png" in says(pane)
    assert "This file is binary." in says(pane)


def test_a_file_with_a_note_can_be_accepted(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("logo.png", "", "", note="This file is binary.")))

    with qtbot.waitSignal(pane.accept_requested) as told:
        qtbot.keyClick(pane.focusWidget() or pane, "y")

    assert told.args == ["logo.png"]


def test_a_created_file_takes_the_whole_width(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("new.txt", "", "a\nb\n"), kind=Kind.ADDED))

    assert [sheet.isVisible() for sheet in pane.splitter.editors] == [False, True]
    assert "new file · 1 hunk · +2" in says(pane)


def test_a_deleted_file_shows_what_goes(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("old.txt", "a\nb\n", ""), kind=Kind.DELETED))

    assert shown(pane) == ["a", "b"]
    assert "deleted · 1 hunk · −2" in says(pane)


def test_an_empty_new_file_is_said_to_be_one(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("new.txt", "", ""), kind=Kind.ADDED))

    assert "A new, empty file" in says(pane)


def test_a_change_besides_the_lines_is_said_in_their_place(pane: DiffPane) -> None:
    mode = ("becomes executable (mode 100644 to 100755)",)
    pane.show_content(prepare(FileTexts("run.sh", "a\n", "a\n", remarks=mode), kind=Kind.CHANGED))

    assert "All lines stay as they are" in says(pane)
    assert "Becomes executable (mode 100644 to 100755)." in says(pane)


def test_a_moved_file_names_both_paths(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("b.txt", "a\n", "a\n"), kind=Kind.MOVED, moved_from="a.txt"))

    assert "From a.txt to b.txt." in says(pane)


def test_after_an_empty_page_a_file_is_shown_again(pane: DiffPane) -> None:
    pane.show_content(None)
    pane.show_content(THREE)

    assert "LINE 40 is new" in shown(pane)


@pytest.mark.parametrize(
    ("texts", "kind", "words"),
    [
        (FileTexts("b.txt", "a\n", "a\n"), Kind.MOVED, "moved from old.txt"),
        (FileTexts("b.txt", "", "", remarks=("empty",)), Kind.ADDED, "new file · empty"),
        (FileTexts("b.txt", "", "", note="It is binary."), Kind.DELETED, "deleted · It is binary."),
    ],
)
def test_a_file_without_changed_lines_is_shown_at_its_head_among_others(
    pane: DiffPane, texts: FileTexts, kind: Kind, words: str
) -> None:
    one, last = changed_at(40, path="a.txt"), changed_at(90, path="c.txt")
    bare = prepare(texts, kind=kind, moved_from="old.txt" if kind is Kind.MOVED else "")
    pane.set_continuous(is_continuous=True)
    pane.set_files(
        [FileReview(each.path, each.kind, Decision.UNDECIDED, 0, 0, len(each.hunks)) for each in (one, bare, last)]
    )
    pane.show_content(one)
    pane.set_contents({each.path: each for each in (one, bare, last)})

    pane.show_content(bare)

    assert words in says(pane)
    assert "LINE 90 is new" in shown(pane)
    assert button(pane, "Next hunk").isEnabled()


def test_of_words_without_room_counts_are_left_out_and_a_sentence_is_shortened(pane: DiffPane) -> None:
    metrics = pane.fontMetrics()
    room = metrics.horizontalAdvance("deleted · The file is binary")

    sentence, counts = (
        ShortenedSummary.elided(metrics, words, room)
        for words in (
            "deleted · The file is binary. It has 256 bytes.",
            "deleted · 1,000 hunks of 2,000 decided · +9 −9",
        )
    )

    assert sentence.startswith("deleted · The file is")
    assert counts == "deleted"
