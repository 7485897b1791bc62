"""Promises of a row of the file list: what it says and shows, and what a press on it asks for."""

import time
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPixmap
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Badge, CommitLine, Decision, FileReview, HunkState, Kind
from guillemet.ui import badges
from guillemet.ui.changes import ChangesPane, file_delegate
from guillemet.ui.changes.file_delegate import FileDelegate, elided_folder
from guillemet.ui.changes.file_rows import FileRow, Group, RowsOfFiles, spoken, words_of_commit
from guillemet.ui.wording import hunks_in_short
from tests.kit import reviews
from tests.ui.changes.test_files import THREE, decided, file_list, listed, row_of

_YES, _NO = HunkState.ACCEPTED, HunkState.REJECTED


def test_a_screen_reader_hears_path_kind_counts_decision_and_badges() -> None:
    shown = frozenset({Badge.ASKS, Badge.UNTRACKED})
    file = FileReview("a.py", Kind.MOVED, Decision.UNDECIDED, 12, 1, 2, shown, moved_from="old.py")

    said = spoken(FileRow(file.path, Group.TO_SETTLE, file, badges.of_file(file, ())))

    assert said == "a.py, moved from old.py, 12 lines added, 1 removed, undecided, untracked, asks"


def test_a_row_says_which_hunks_were_decided_and_that_the_user_edited_it(pane: ChangesPane) -> None:
    waiting, accepted, rejected, _ = HunkState
    divided = reviews.hunks(accepted, waiting, rejected, waiting | accepted)
    parts = replace(THREE.files[0], hunks=4, divided=divided, is_edited=True)
    pane.set_review(replace(THREE, files=(parts,)))

    said = row_of(pane, "a.py").data(Qt.ItemDataRole.AccessibleTextRole)
    assert "2 of 4 hunks decided: 1 accepted, 1 rejected, 1 in part" in said
    assert "edited by you" in said
    rest = "Accepting or rejecting the file decides the rest of it: what is decided stays so"
    assert rest in row_of(pane, "a.py").data(Qt.ItemDataRole.ToolTipRole)

    pane.set_review(replace(THREE, files=(replace(parts, decision=Decision.ACCEPTED),)))
    pane.files.pick("a.py")
    assert "hunks decided" not in row_of(pane, "a.py").data(Qt.ItemDataRole.AccessibleTextRole)
    assert rest not in row_of(pane, "a.py").data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize(
    ("states", "mark", "words"),
    [
        ((_YES, _YES, _NO), "2 of 3 accepted", "accepted · 2 of 3 hunks · 1 rejected"),
        ((_YES | _NO,), "in part", "accepted in part"),
        ((_YES, _YES | _NO), "in part", "accepted · 1 of 2 hunks, 1 in part"),
        ((_YES, _YES), "", "accepted · 2 hunks"),
    ],
)
def test_an_accepted_file_of_which_some_was_left_out_is_marked(
    pane: ChangesPane, monkeypatch: pytest.MonkeyPatch, states: tuple[HunkState, ...], mark: str, words: str
) -> None:
    monkeypatch.setattr(file_delegate, "_LONGEST", 10)  # seconds: no row is left for later on a busy machine
    whole = replace(THREE.files[0], decision=Decision.ACCEPTED, hunks=len(states))
    some = replace(whole, divided=reviews.hunks(*states))
    pane.set_review(replace(THREE, files=(whole,)))
    pane.files.pick("a.py")
    as_whole = pane.files.grab().toImage()

    pane.set_review(replace(THREE, files=(some,)))
    pane.files.pick("a.py")

    assert "".join(hunks_in_short(some)[:1]) == mark
    assert (pane.files.grab().toImage() == as_whole) is not bool(mark)
    assert row_of(pane, "a.py").data(Qt.ItemDataRole.ToolTipRole).splitlines()[1] == f"changed · {words}"


def test_numbers_without_words_are_of_the_decided_hunks_and_of_nothing_else() -> None:
    divided = reviews.hunks(_YES, HunkState.WAITING, _NO)
    waiting = replace(THREE.files[0], hunks=3, divided=divided)
    row = FileRow("a.py", Group.ACCEPTED, line=CommitLine("a.py", Kind.CHANGED, is_staged=True, hunks=(1, 2)))

    assert hunks_in_short(waiting) == ("2 of 3 decided", "2/3")
    assert hunks_in_short(replace(waiting, decision=Decision.ACCEPTED)) == ("1 of 3 accepted", "in part")
    assert words_of_commit(row) == ("1 of 2 included · staged", "1 of 2 included")
    assert hunks_in_short(THREE.files[0]) == words_of_commit(FileRow("a.py", Group.PROPOSED)) == ()


@pytest.mark.parametrize("badges_of_file", [frozenset(), frozenset({Badge.CONFLICT})])
@pytest.mark.parametrize("decision", [Decision.UNDECIDED, Decision.ACCEPTED])
def test_nothing_beside_a_name_takes_a_letter_of_it(
    pane: ChangesPane, monkeypatch: pytest.MonkeyPatch, decision: Decision, badges_of_file: frozenset[Badge]
) -> None:
    monkeypatch.setattr(file_delegate, "_LONGEST", 10)  # seconds: no row is left for later on a busy machine
    pane.resize(280, 800)
    line = CommitLine("order_service.py", Kind.CHANGED, is_staged=False)
    alone = FileReview(line.path, Kind.CHANGED, decision, 0, 0, 3, badges_of_file)
    crowded = replace(alone, added=1_400, removed=1_400, divided=reviews.hunks(_YES, _NO, _NO))
    pictures = []
    for file, own in ((alone, line), (crowded, replace(line, is_staged=True, hunks=(1, 2), with_own=True))):
        pane.set_review(replace(reviews.EMPTY, files=(file,), commit=(own,)))
        pane.files.pick(file.path)
        place = pane.files.visualRect(row_of(pane, file.path))
        end = place.left() + 40 + QFontMetrics(pane.files.font()).horizontalAdvance(file.path)
        name = QRect(QPoint(place.left() + 40, place.top()), QPoint(end, place.top() + 26))
        pictures.append(pane.files.viewport().grab(name).toImage())

    assert pictures[0] == pictures[1]


def test_a_row_says_what_it_asks_until_it_is_decided(pane: ChangesPane) -> None:
    several = replace(reviews.applied("a.py"), lines=(9, 31), flags=frozenset({Flag.SEVERAL_PLACES}))
    asking = replace(THREE, files=(replace(THREE.files[0], badges=frozenset({Badge.ASKS})),), outcomes=(several,))
    pane.set_review(asking)
    row = row_of(pane, "a.py")

    assert "1 of 2 places" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Accept all leaves this file out." in row.data(Qt.ItemDataRole.ToolTipRole)
    pane.set_review(decided(asking, "a.py", Decision.ACCEPTED))
    pane.files.pick("a.py")
    assert "places" not in row_of(pane, "a.py").data(Qt.ItemDataRole.AccessibleTextRole)


def test_hidden_characters_of_a_path_are_written_out(pane: ChangesPane) -> None:
    pane.set_review(replace(THREE, files=(replace(THREE.files[0], path="a\u202eyp.exe"),)))

    assert listed(pane)[1] == "a‹U+202E›yp.exe"


def test_a_press_on_a_badge_asks_for_what_it_is_about(qtbot: QtBot, pane: ChangesPane) -> None:
    conflict = frozenset({Badge.CONFLICT})
    pane.set_review(replace(THREE, files=(replace(THREE.files[0], badges=conflict), *THREE.files[1:])))
    row = pane.files.visualRect(row_of(pane, "a.py"))

    with qtbot.waitSignal(pane.files.mark_picked) as picked:
        qtbot.mouseClick(
            pane.files.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row.left() + 50, row.bottom() - 10)
        )

    assert picked.args == ["a.py", "conflict"]


def test_a_long_name_does_not_widen_the_pane(pane: ChangesPane) -> None:
    pane.set_review(reviews.TWENTY)

    assert pane.minimumSizeHint().width() <= 280


def test_only_the_row_of_a_file_that_changed_is_made_again() -> None:
    rows = RowsOfFiles()
    before = rows.of(THREE, ())

    after = rows.of(decided(THREE, "b.py", Decision.ACCEPTED), (), {"c.py"})

    assert [row.path for row in after] == ["a.py", "b.py", "c.py"]
    assert (after[0] is before[0], after[1].group, after[2].is_reviewed) == (True, Group.ACCEPTED, True)


def test_a_folder_is_shortened_by_whole_names_and_left_out_before_it_says_nothing(pane: ChangesPane) -> None:
    metrics = QFontMetrics(pane.files.font())
    folder = "src/main/java/reservation"
    seen = [elided_folder(metrics, folder, width) for width in range(metrics.horizontalAdvance(folder), -1, -1)]

    assert list(dict.fromkeys(seen))[:4] == [
        folder,
        "…/main/java/reservation",
        "src/…/java/reservation",
        "…/java/reservation",
    ]
    assert "…/reservation" in seen
    assert all(len(one) > 4 or not one for one in seen)
    assert seen[-1] == ""


def test_a_row_that_stays_as_high_lays_no_row_out_again(pane: ChangesPane, monkeypatch: pytest.MonkeyPatch) -> None:
    pane.set_review(THREE)
    pane.files.pick("c.py")
    file_list(pane).visualRect(row_of(pane, "c.py"))
    sizes = FileDelegate.size_of
    asked: list[str] = []
    monkeypatch.setattr(
        FileDelegate, "size_of", lambda self, option, row: asked.append(row.key) or sizes(self, option, row)
    )

    pane.set_review(replace(THREE, files=(THREE.files[0], replace(THREE.files[1], hunks=2), THREE.files[2])))
    file_list(pane).visualRect(row_of(pane, "c.py"))

    assert "a.py" not in asked


@pytest.mark.parametrize(
    ("name", "marks"), [("a_module.py", frozenset()), ("a_module_of_some_name.py", frozenset({Badge.ASKS}))]
)
def test_the_selected_row_has_its_counts_where_its_name_leaves_room(
    pane: ChangesPane, name: str, marks: frozenset[Badge]
) -> None:
    pane.resize(280, 800)
    pictures = []
    for added in (3_000, 3_001):
        long = FileReview(f"src/pkg/{name}", Kind.CHANGED, Decision.UNDECIDED, added, 3_000, 1, marks)
        pane.set_review(replace(THREE, files=(long,)))
        pane.files.pick(long.path)
        row = row_of(pane, long.path)
        pictures.append(pane.files.viewport().grab(pane.files.visualRect(row)).toImage())

    assert pictures[0] != pictures[1]


def test_counts_give_way_to_what_badges_warn_of(pane: ChangesPane, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    drawn = file_delegate.QPainter.drawText
    monkeypatch.setattr(file_delegate, "_LONGEST", 10)  # seconds: no row is left for later on a busy machine
    monkeypatch.setattr(
        file_delegate.QPainter, "drawText", lambda painter, *what: said.append(what[-1]) or drawn(painter, *what)
    )
    whole = replace(reviews.applied("package-lock.json"), flags=frozenset({Flag.REPLACED_WHOLE, Flag.DROPS_MOST}))
    file = FileReview("package-lock.json", Kind.CHANGED, Decision.UNDECIDED, 40_000, 40_000, 1)
    pane.resize(280, 800)
    pane.set_review(replace(reviews.EMPTY, files=(file,), outcomes=(whole,)))
    pane.files.pick(file.path)
    said.clear()
    pane.files.viewport().grab()

    assert {"package-lock.json", "replaced whole", "drops most lines"} <= set(said)
    assert "+40,000" not in said


def test_no_row_stays_blank_for_the_time_that_other_programs_take(
    qtbot: QtBot, pane: ChangesPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = file_delegate._picture

    def draw_slowly(*row: Any) -> QPixmap:
        time.sleep(0.01)
        return drawn(*row)

    monkeypatch.setattr(file_delegate, "_picture", draw_slowly)
    monkeypatch.setattr(file_delegate, "_LONGEST", 0.03)  # less than the rows wait, more than this thread draws
    pane.set_review(THREE)

    with qtbot.assertNotEmitted(pane.files.itemDelegate().rows_left, wait=50):
        pane.files.viewport().grab()
