"""Promises of the file list: decided by single keys, spoken in full, steady when the review changes."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Badge, Decision, FileReview, Kind, Review
from guillemet.ui import badges
from guillemet.ui.changes import ChangesPane
from guillemet.ui.changes.file_list import spoken
from tests.kit import reviews
from tests.kit.hands import buttons, press, words

THREE = replace(
    reviews.EMPTY,
    files=tuple(FileReview(f"{name}.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1) for name in "abc"),
    outcomes=tuple(reviews.applied(f"{name}.py", number=n) for n, name in enumerate("abc", 1)),
)


def file_list(pane: ChangesPane) -> QListView:
    return pane.findChild(QListView)


def decided(review: Review, path: str, decision: Decision) -> Review:
    return replace(review, files=tuple(replace(f, decision=decision) if f.path == path else f for f in review.files))


def test_the_first_file_is_picked_when_a_proposal_comes(qtbot: QtBot, pane: ChangesPane) -> None:
    with qtbot.waitSignal(pane.files.file_picked) as picked:
        pane.set_review(THREE)

    assert picked.args == ["a.py"]


def test_space_accepts_and_moves_on_to_the_next_undecided(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(decided(THREE, "b.py", Decision.ACCEPTED))
    picked: list[str] = []
    pane.files.file_picked.connect(picked.append)

    with qtbot.waitSignal(pane.files.accept_requested) as wish:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)

    assert wish.args == [("a.py",)]
    assert picked == ["c.py"]


def test_a_file_in_conflict_stays_picked_when_it_is_accepted(qtbot: QtBot, pane: ChangesPane) -> None:
    conflict = replace(THREE.files[0], badges=frozenset({Badge.CHANGED_SINCE, Badge.CONFLICT}))
    pane.set_review(replace(THREE, files=(conflict, *THREE.files[1:])))

    with qtbot.waitSignal(pane.files.accept_requested) as wish:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)

    assert wish.args == [("a.py",)]
    assert file_list(pane).currentIndex().row() == 0


def test_space_on_an_accepted_file_takes_the_decision_back_and_stays(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(decided(THREE, "a.py", Decision.ACCEPTED))

    with qtbot.waitSignal(pane.files.reconsider_requested) as wish, qtbot.assertNotEmitted(pane.files.accept_requested):
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)

    assert wish.args == [("a.py",)]
    assert file_list(pane).currentIndex().row() == 0


def test_delete_rejects_every_selected_file(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(THREE)
    qtbot.keyClick(file_list(pane), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    with qtbot.waitSignal(pane.files.reject_requested) as wish:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Delete)

    assert wish.args == [("a.py", "b.py")]


def test_return_opens_the_current_file(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(THREE)

    with qtbot.waitSignal(pane.files.file_opened) as opened:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Return)

    assert opened.args == ["a.py"]


@pytest.mark.parametrize(
    ("key", "modifier", "lands_on"),
    [
        (Qt.Key.Key_BracketRight, Qt.KeyboardModifier.NoModifier, "b.py"),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier, "b.py"),
        (Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier, "c.py"),
    ],
)
def test_keys_step_through_the_files(
    qtbot: QtBot, pane: ChangesPane, key: Qt.Key, modifier: Qt.KeyboardModifier, lands_on: str
) -> None:
    pane.set_review(decided(THREE, "b.py", Decision.REJECTED))

    with qtbot.waitSignal(pane.files.file_picked) as picked:
        qtbot.keyClick(file_list(pane), key, modifier)

    assert picked.args == [lands_on]


def test_the_marks_of_the_current_row_can_be_pressed(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(THREE)
    row = file_list(pane).visualRect(file_list(pane).model().index(1, 0))

    with qtbot.waitSignal(pane.files.reject_requested) as wish:
        point = QPoint(row.right() - 16, row.center().y())
        qtbot.mouseClick(file_list(pane).viewport(), Qt.MouseButton.LeftButton, pos=point)

    assert wish.args == [("b.py",)]


def test_current_file_selection_and_scrolling_survive_a_new_review(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.THOUSAND)
    path = reviews.THOUSAND.files[500].path
    pane.files.pick(path)
    scrolled = file_list(pane).verticalScrollBar().value()
    fewer = replace(reviews.THOUSAND, files=reviews.THOUSAND.files[:-1])

    with qtbot.assertNotEmitted(pane.files.file_picked):
        pane.set_review(decided(fewer, path, Decision.ACCEPTED))

    assert scrolled > 0
    assert file_list(pane).verticalScrollBar().value() == scrolled
    assert file_list(pane).currentIndex().row() == 500
    assert [index.row() for index in file_list(pane).selectedIndexes()] == [500]


def test_when_the_current_file_goes_its_neighbour_is_picked(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(THREE)
    pane.files.pick("b.py")

    with qtbot.waitSignal(pane.files.file_picked) as picked:
        pane.set_review(replace(THREE, files=(THREE.files[0], THREE.files[2])))

    assert picked.args == ["c.py"]


def test_a_screen_reader_hears_path_kind_counts_decision_and_badges() -> None:
    shown = frozenset({Badge.ASKS, Badge.UNTRACKED})
    file = FileReview("a.py", Kind.MOVED, Decision.UNDECIDED, 12, 1, 2, shown, moved_from="old.py")

    said = spoken(file, badges.of_file(file, ()))

    assert said == "a.py, moved from old.py, 12 lines added, 1 removed, undecided, untracked, asks"


def test_a_row_says_what_it_asks_until_it_is_decided(pane: ChangesPane) -> None:
    several = replace(reviews.applied("a.py"), lines=(9, 31), flags=frozenset({Flag.SEVERAL_PLACES}))
    asking = replace(THREE, files=(replace(THREE.files[0], badges=frozenset({Badge.ASKS})),), outcomes=(several,))
    pane.set_review(asking)
    row = file_list(pane).model().index(0, 0)

    assert "1 of 2 places" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Accept all leaves this file out." in row.data(Qt.ItemDataRole.ToolTipRole)
    pane.set_review(decided(asking, "a.py", Decision.ACCEPTED))
    assert "places" not in row.data(Qt.ItemDataRole.AccessibleTextRole)


def test_hidden_characters_of_a_path_are_written_out(pane: ChangesPane) -> None:
    pane.set_review(replace(THREE, files=(replace(THREE.files[0], path="a\u202eyp.exe"),)))

    assert file_list(pane).model().index(0, 0).data() == "a‹U+202E›yp.exe"


@pytest.mark.parametrize("badge", [Badge.ASKS, Badge.CONFLICT])
def test_accept_all_does_not_count_what_asks_or_would_be_refused(qtbot: QtBot, pane: ChangesPane, badge: Badge) -> None:
    pane.set_review(replace(THREE, files=(replace(THREE.files[0], badges=frozenset({badge})), *THREE.files[1:])))

    with qtbot.waitSignal(pane.accept_all_requested):
        press(qtbot, pane, "Accept 2 files")

    assert "Reject 3 files" in buttons(pane)
    assert "1 file waits for your own decision, go to the next" in buttons(pane)


def test_the_review_can_be_finished_once_every_file_is_decided(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(THREE, files=THREE.files[:1]))
    assert "Finish review" not in buttons(pane)
    pane.set_review(decided(replace(THREE, files=THREE.files[:1]), "a.py", Decision.ACCEPTED))

    assert not [name for name in buttons(pane) if name.startswith(("Accept", "Reject"))]
    with qtbot.waitSignal(pane.finish_requested):
        press(qtbot, pane, "Finish review")


def test_an_empty_pane_says_what_to_do(pane: ChangesPane) -> None:
    pane.set_review(reviews.EMPTY)

    assert "Ctrl+Shift+V" in words(pane)


def test_a_long_name_does_not_widen_the_pane(pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)

    assert pane.minimumSizeHint().width() <= 280
