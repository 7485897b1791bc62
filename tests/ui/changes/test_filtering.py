"""Promises of the filter of the list of changes: what is hidden is not decided unasked."""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListView
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Badge, Decision, FileReview, Kind
from guillemet.ui.changes import ChangesPane
from tests.kit import reviews
from tests.kit.hands import buttons, named, press, words


def proposed(path: str, kind: Kind = Kind.CHANGED, *badges: Badge) -> FileReview:
    return FileReview(path, kind, Decision.UNDECIDED, 1, 1, 1, frozenset(badges))


FLAGGED = replace(reviews.applied("src/flagged.py"), flags=frozenset({Flag.CAN_RUN_CODE}))
MIXED = replace(
    reviews.EMPTY,
    files=(
        proposed("src/a.py"),
        proposed("src/new.py", Kind.ADDED),
        proposed("docs/b.md"),
        proposed("src/flagged.py", Kind.CHANGED, Badge.ASKS),
    ),
    outcomes=(FLAGGED, reviews.not_found("src/lost.py", number=2)),
)


def shown(pane: ChangesPane) -> list[str]:
    return [row.path for row in pane.files.model().rows if hasattr(row, "path")]


def test_letters_of_the_path_filter_and_all_buttons_say_that_they_mean_what_is_shown(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    pane.set_review(MIXED)
    pane.start_filter()
    qtbot.keyClicks(named(pane, QLineEdit, "Filter by path"), "SRC py")
    assert shown(pane) == ["src/flagged.py", "src/lost.py", "src/a.py", "src/new.py"]
    assert (list(pane.order), pane.hidden) == (shown(pane), {"docs/b.md"})
    assert "Reject 3 shown files" in buttons(pane)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down):
        named(pane, QLineEdit, "Filter by path").setFocus()
        qtbot.keyClick(named(pane, QLineEdit, "Filter by path"), key)
        assert pane.files.hasFocus()

    with qtbot.waitSignal(pane.accept_all_requested) as wish:
        press(qtbot, pane, "Accept 2 shown files")

    assert wish.args == [("src/a.py", "src/new.py")]


def test_a_file_that_a_command_moved_is_found_by_both_its_paths(qtbot: QtBot, pane: ChangesPane) -> None:
    moved = replace(proposed("old/name.py"), moved_to="new/name.py")
    pane.set_review(replace(MIXED, files=(moved, *MIXED.files)))
    pane.start_filter()
    field = named(pane, QLineEdit, "Filter by path")

    for path in ("new/na", "old/na"):
        field.clear()
        qtbot.keyClicks(field, path)
        assert shown(pane) == ["old/name.py"], path


def test_marks_count_the_files_that_the_letters_leave(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(MIXED)
    pane.start_filter()
    assert {"changed, 3 files, filter", "added, 1 file, filter"} <= buttons(pane).keys()
    press(qtbot, pane, "added, 1 file, filter")

    qtbot.keyClicks(named(pane, QLineEdit, "Filter by path"), "docs")

    assert {"changed, 1 file, filter", "added, 0 files, filter"} <= buttons(pane).keys()
    assert buttons(pane)["added, 0 files, filter"].isChecked()  # it is lifted where no file has it


def test_marks_filter_with_their_counts(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(MIXED)
    pane.start_filter()

    press(qtbot, pane, "flagged, 1 file, filter")
    assert shown(pane) == ["src/flagged.py"]
    press(qtbot, pane, "failed, 1 file, filter")
    assert shown(pane) == ["src/flagged.py", "src/lost.py"]
    press(qtbot, pane, "added, 1 file, filter")
    assert shown(pane) == []


def test_escape_in_the_list_or_in_the_field_shows_everything_again(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(MIXED)
    for place in (named(pane, QListView, "Proposed files"), None):
        pane.start_filter()
        press(qtbot, pane, "flagged, 1 file, filter")
        field = named(pane, QLineEdit, "Filter by path")
        assert field.isVisible()

        qtbot.keyClick(place or field, Qt.Key.Key_Escape)

        assert len(shown(pane)) == 5
        assert not field.isVisible()


def test_what_fits_the_filter_is_shown_and_gone_to_whatever_was_folded_before_or_while_filtering(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    def fold_proposed() -> None:
        pane.files.pick("src/a.py")
        for _ in range(2):  # to the head, which is folded then
            qtbot.keyClick(pane.files, Qt.Key.Key_Left)

    pane.set_review(MIXED)
    fold_proposed()
    assert shown(pane) == ["src/flagged.py", "src/lost.py"]
    pane.start_filter()
    field = named(pane, QLineEdit, "Filter by path")
    with qtbot.waitSignal(pane.files.file_picked) as picked:
        qtbot.keyClicks(field, "n")
    assert (shown(pane), picked.args) == (["src/new.py"], ["src/new.py"])

    field.setText("src")
    fold_proposed()
    pane.files.pick("src/flagged.py")
    field.setText("py")
    assert shown(pane) == ["src/flagged.py", "src/lost.py", "src/a.py", "src/new.py"]
    assert pane.files.current_path == "src/flagged.py"

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert shown(pane) == ["src/flagged.py", "src/lost.py"], "folded as before"


def test_a_reviewed_file_is_said_and_counted_and_what_is_decided_needs_no_review(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    pane.set_review(MIXED)
    pane.files.pick("src/a.py")
    with qtbot.waitSignal(pane.files.reviewed_requested) as wish:
        pane.files.mark_reviewed()
    assert wish.args == [("src/a.py",)]

    pane.set_reviewed(frozenset({"src/a.py"}))

    row = next(i for n in range(9) if (i := pane.files.model().index(n, 0)).data() == "src/a.py")
    assert "reviewed" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "1 of 4 reviewed" in words(pane)

    accepted = tuple(replace(file, decision=Decision.ACCEPTED) for file in MIXED.files[1:3])
    pane.set_review(replace(MIXED, files=(MIXED.files[0], *accepted, MIXED.files[3])))
    pane.start_filter()
    press(qtbot, pane, "not reviewed, 1 file, filter")
    assert shown(pane) == ["src/flagged.py"]


def test_where_no_file_fits_the_filter_the_list_says_so(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(MIXED)
    pane.start_filter()
    field = named(pane, QLineEdit, "Filter by path")
    field.setText("nowhere")

    assert "No files match" in words(pane)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert "No files match" not in words(pane)
    assert len(shown(pane)) == 5


def test_where_no_file_fits_a_button_shows_all_of_them(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(MIXED)
    press(qtbot, pane, "1 failed, filter")
    pane.start_filter()
    named(pane, QLineEdit, "Filter by path").setText("nowhere")

    press(qtbot, pane, "Show all files")

    assert len(shown(pane)) == 5
    assert "No files match" not in words(pane)
