"""Promises of the rows of the next commit in the list of changes: each says what is committed, and asks for it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from guillemet.engine.review import CommitLine, Decision, FileReview, HunkState, Kind, Review
from guillemet.ui.changes import ChangesPane, file_delegate
from guillemet.ui.style import style
from tests.kit import reviews
from tests.kit.hands import buttons, double_press, named, painted, quick_presses

_SPOKEN, _TIP = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole
_BOX = Qt.ItemDataRole.CheckStateRole


def _file(path: str, decision: Decision = Decision.ACCEPTED) -> FileReview:
    return FileReview(path, Kind.CHANGED, decision, 1, 1, 1)


def _line(path: str, **other: object) -> CommitLine:
    return replace(CommitLine(path, Kind.CHANGED, is_staged=False), **other)


def _review(*paths: str, undecided: str = "", **other: object) -> Review:
    """Return a review with these accepted files, which the commit holds, and undecided ones."""
    files = (*map(_file, paths), *(_file(path, Decision.UNDECIDED) for path in undecided.split()))
    commit = tuple(map(_line, paths))
    return replace(reviews.EMPTY, files=files, commit=commit, **other)


def files_of(pane: ChangesPane) -> QListView:
    return named(pane, QListView, "Proposed files")


def rows(pane: ChangesPane, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[str]:
    model = files_of(pane).model()
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


def said(pane: ChangesPane, path: str, role: Qt.ItemDataRole = _SPOKEN) -> str:
    return str(rows(pane, role)[rows(pane).index(path)])


def box_of(pane: ChangesPane, path: str) -> QPoint:
    """Return where the box before a file is."""
    files = files_of(pane)
    place = files.visualRect(files.model().index(rows(pane).index(path), 0))
    return QPoint(place.left() + 12, place.top() + 14)


def test_what_was_accepted_is_unfolded_once_it_is_to_be_committed_unless_the_user_folds_it(
    pane: ChangesPane, qtbot: QtBot
) -> None:
    def press_head(place: int) -> None:
        files = files_of(pane)
        where = files.visualRect(files.model().index(place, 0)).center()
        qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=where)

    pane.set_review(_review("a.py", undecided="b.py"))
    assert rows(pane) == ["Proposed", "b.py", "Accepted", "a.py"]
    press_head(2)
    assert rows(pane) == ["Proposed", "b.py", "Accepted"]
    pane.set_review(_review("a.py", "b.py"))
    assert rows(pane) == ["Accepted"]  # as the user left it

    press_head(0)
    pane.set_review(_review("a.py", undecided="b.py"))
    assert rows(pane) == ["Proposed", "b.py", "Accepted", "a.py"]
    pane.set_review(_review(undecided="a.py b.py"))
    pane.set_review(_review("a.py", "b.py"))
    assert rows(pane) == ["Accepted", "a.py", "b.py"]


def test_a_box_says_what_is_committed_and_the_head_how_many_files_that_are(pane: ChangesPane) -> None:
    review = _review("a.py", "b.py", "c.py", "d.py", "e.py")
    a, b, c, d, e = review.commit
    lines = (
        replace(a, is_staged=True),
        replace(b, is_left_out=True, is_by_choice=True),
        replace(c, hunks=(2, 3), note="own lines are left out"),
        replace(d, is_left_out=True, note="ignored by git, not committed"),
        replace(e, holds_own=True, with_own=True),
    )
    pane.set_review(replace(review, commit=lines))

    assert rows(pane, _SPOKEN) == [
        "Accepted, 5 files, 3 in the commit, unfolded",
        "a.py, changed, 1 line added, 1 removed, accepted, in the commit, staged",
        "b.py, changed, 1 line added, 1 removed, accepted, left out of the commit",
        "c.py, changed, 1 line added, 1 removed, accepted, in the commit with 2 of 3 hunks, own lines are left out",
        "d.py, changed, 1 line added, 1 removed, accepted, left out of the commit, ignored by git, not committed",
        "e.py, changed, 1 line added, 1 removed, accepted, in the commit",
    ]
    on, off, in_part = Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked
    assert rows(pane, _BOX)[1:] == [on, off, in_part, off, on]
    flags = [files_of(pane).model().index(row, 0).flags() for row in range(6)]
    assert [bool(one & Qt.ItemFlag.ItemIsUserCheckable) for one in flags] == [False, True, True, True, False, True]
    assert "In the commit, staged" in said(pane, "a.py", _TIP)
    assert rows(pane, _TIP)[0].startswith("5 files, 3 in the commit\n")
    assert "Include all in the commit" in buttons(pane)


def test_the_head_says_beside_its_button_what_its_number_counts(
    pane: ChangesPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    drawn = file_delegate.QPainter.drawText
    monkeypatch.setattr(file_delegate, "_LONGEST", 10)  # seconds: no row is left for later on a busy machine
    monkeypatch.setattr(
        file_delegate.QPainter, "drawText", lambda painter, *what: said.append(what[-1]) or drawn(painter, *what)
    )
    review = _review(*(f"{number}.py" for number in range(30)))
    pane.set_review(replace(review, commit=(replace(review.commit[0], is_left_out=True), *review.commit[1:])))
    ways = []
    for width in (400, 260, 240, 220):
        pane.resize(width, 600)
        said.clear()
        files_of(pane).viewport().grab()
        ways.append(said[1])

    assert ways[0] == "30 · 29 in the commit"
    assert all("commit" in words for words in ways)
    assert ways[-1] != ways[0]


def test_files_that_only_wait_for_the_commit_stand_among_the_accepted_and_keep_their_places(
    pane: ChangesPane, qtbot: QtBot
) -> None:
    review = _review("b.py", "a.py", outcomes=(reviews.applied("a.py"), reviews.applied("b.py")))
    pane.set_review(review)
    finished = replace(review, files=(), outcomes=())
    pane.set_review(finished)
    assert rows(pane, _SPOKEN) == [
        "Accepted, 2 files, unfolded",
        "b.py, changed, in the commit",
        "a.py, changed, in the commit",
    ]
    assert (pane.order, pane.commit_order) == ((), ("b.py", "a.py"))

    # A press leads into the commit; the next reply comes before them.
    files = files_of(pane)
    with qtbot.waitSignal(pane.files.boxes.look_requested) as asked:
        qtbot.mouseClick(
            files.viewport(), Qt.MouseButton.LeftButton, pos=files.visualRect(files.model().index(1, 0)).center()
        )
    assert asked.args == ["b.py"]
    with qtbot.waitSignal(pane.files.file_picked) as picked:
        pane.set_review(replace(finished, files=(_file("c.py", Decision.UNDECIDED),)))
    assert picked.args == ["c.py"]
    assert rows(pane)[:2] == ["Proposed", "c.py"]


def test_the_box_and_space_ask_to_leave_out_and_to_include(pane: ChangesPane, qtbot: QtBot) -> None:
    asked: list[tuple[object, ...]] = []
    pane.files.boxes.inclusion_requested.connect(lambda *what: asked.append(what))
    pane.files.boxes.own_lines_requested.connect(lambda *what: asked.append(("own", *what)))
    review = _review("a.py", "b.py", "c.py", "d.py", undecided="w.py")
    a, b, c, d = review.commit
    lines = (
        a,
        replace(b, is_left_out=True, is_by_choice=True),
        replace(c, hunks=(1, 2)),
        replace(d, is_left_out=True, holds_own=True),
    )
    pane.set_review(replace(review, commit=lines))
    files = files_of(pane)
    before = pane.files.current_path
    for path in ("a.py", "b.py", "c.py", "d.py"):
        qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=box_of(pane, path))
    expected = [(("a.py",), False), (("b.py",), True), (("c.py",), True), ("own", ("d.py",), True)]
    assert (asked, pane.files.current_path) == (expected, before)

    asked.clear()
    files.setFocus()
    for path in ("a.py", "b.py", "c.py", "d.py"):
        files.setCurrentIndex(files.model().index(rows(pane).index(path), 0))
        with qtbot.assertNotEmitted(pane.files.accept_requested):
            qtbot.keyClick(files, Qt.Key.Key_Space)
    assert asked == expected
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ", autorep=True)
    QApplication.sendEvent(files, held)  # as after the last undecided file was accepted
    files.setCurrentIndex(files.model().index(rows(pane).index("w.py"), 0))
    with qtbot.waitSignal(pane.files.accept_requested):
        qtbot.keyClick(files, Qt.Key.Key_Space)  # what is undecided it accepts
    assert asked == expected


def test_space_on_several_files_includes_all_of_them_unless_all_are_included(pane: ChangesPane, qtbot: QtBot) -> None:
    asked: list[tuple[object, ...]] = []
    pane.files.boxes.inclusion_requested.connect(lambda *what: asked.append(what))
    pane.files.boxes.own_lines_requested.connect(lambda *what: asked.append(("own", *what)))
    review = _review("a.py", "b.py", "c.py")
    out, in_part = {"is_left_out": True, "is_by_choice": True}, {"hunks": (1, 2)}
    own, ignored = {"is_left_out": True, "holds_own": True}, {"is_left_out": True}
    every = ("a.py", "b.py", "c.py")
    ways = (
        ((out, {}, {}), [(("a.py",), True)]),
        (({}, {}, out), [(("c.py",), True)]),
        (({}, in_part, {}), [(("b.py",), True)]),
        (({}, out, own), [("own", ("c.py",), True), (("b.py",), True)]),
        (({}, {}, {}), [(every, False)]),
        (({}, ignored, {}), [(("a.py", "c.py"), False)]),  # its box does not change
    )
    for others, expected in ways:
        lines = tuple(replace(line, **other) for line, other in zip(review.commit, others, strict=True))
        pane.set_review(replace(review, commit=lines))
        files_of(pane).setFocus()
        asked.clear()
        qtbot.keyClick(files_of(pane), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(files_of(pane), Qt.Key.Key_Space)

        assert asked == expected, others


def test_a_second_quick_press_in_the_place_of_a_box_leaves_nothing_out(pane: ChangesPane) -> None:
    asked: list[object] = []
    pane.files.boxes.inclusion_requested.connect(lambda *what: asked.append(what))
    pane.set_review(_review("a.py"))
    viewport = files_of(pane).viewport()

    double_press(viewport, box_of(pane, "a.py"))
    assert asked == []
    quick_presses(viewport, box_of(pane, "a.py"), 10_000, 10_100, 10_200)
    assert len(asked) == 1


def test_a_partly_accepted_file_stays_with_what_is_undecided_and_has_its_box_there(pane: ChangesPane) -> None:
    divided = reviews.hunks(HunkState.ACCEPTED, HunkState.WAITING, HunkState.ACCEPTED | HunkState.REJECTED)
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 2, 2, hunks=3, divided=divided)
    pane.set_review(replace(reviews.EMPTY, files=(file,), commit=(_line("a.py"),)))

    assert rows(pane) == ["Proposed", "a.py"]
    assert rows(pane, _SPOKEN)[0] == "Proposed, 1 file, 1 in the commit, unfolded"
    assert "in the commit with what is accepted, 1 of 3 hunks, 1 in part" in said(pane, "a.py")
    assert said(pane, "a.py", _BOX) == str(Qt.CheckState.PartiallyChecked)  # Space accepts the rest of it

    accepted = replace(file, decision=Decision.ACCEPTED)
    pane.set_review(replace(reviews.EMPTY, files=(accepted,), commit=(_line("a.py"),)))
    assert said(pane, "a.py", _BOX) == str(Qt.CheckState.Checked)


def test_a_file_that_was_moved_has_one_row(pane: ChangesPane) -> None:
    moved = replace(_file("a.py"), moved_to="b.py")
    waits = FileReview("new.py", Kind.MOVED, Decision.UNDECIDED, 1, 1, 2, moved_from="old.py", waits_at="old.py")
    lines = (_line("b.py", kind=Kind.MOVED, moved_from="a.py"), _line("old.py"))

    pane.set_review(replace(reviews.EMPTY, files=(moved, waits), commit=lines))

    assert rows(pane) == ["Proposed", "new.py", "Accepted", "b.py"]
    assert rows(pane, _SPOKEN)[2] == "Accepted, 1 file, unfolded"


def test_what_the_filter_hides_of_the_commit_is_counted(pane: ChangesPane, qtbot: QtBot) -> None:
    review = _review("a.py", "b.py")
    pane.set_review(replace(review, files=review.files[:1]))
    pane.start_filter()
    with qtbot.waitSignal(pane.order_changed):
        qtbot.keyClicks(pane.window().focusWidget(), "a.py")
    assert (rows(pane), pane.hidden_in_commit, pane.hidden) == (["Accepted", "a.py"], 1, frozenset())
    assert pane.commit_order == ("a.py", "b.py")

    pane.show_all()
    assert pane.hidden_in_commit == 0


@pytest.mark.parametrize("staged", [False, True])
def test_a_thousand_files_of_the_commit_stand_in_rows_of_one_height(pane: ChangesPane, *, staged: bool) -> None:
    names = [f"packages/module_{number:04}.py" for number in range(1000)]
    review = _review(*names)
    pane.set_review(replace(review, commit=tuple(replace(line, is_staged=staged) for line in review.commit)))

    files = files_of(pane)
    assert files.uniformItemSizes()
    assert rows(pane) == ["Accepted", *names]
    before = [row.line for row in files.model().rows[1:]]
    pane.set_review(replace(review, commit=(replace(review.commit[0], is_left_out=True), *before[1:])))
    assert all(row.line is line for row, line in zip(files.model().rows[2:], before[1:], strict=True))


def test_an_added_and_a_deleted_file_of_the_commit_have_the_colours_of_the_list(pane: ChangesPane) -> None:
    kinds, theme = (Kind.ADDED, Kind.DELETED), style.current().theme
    lines = tuple(_line(f"{kind.name}.py", kind=kind) for kind in kinds)
    pane.set_review(replace(reviews.EMPTY, commit=lines))
    files = files_of(pane)

    def colours(row: int) -> set[str]:
        return painted(files.viewport().grab(files.visualRect(files.model().index(row, 0))).toImage())

    assert [colour in colours(row) for row in (1, 2) for colour in (theme.added_text, theme.removed_text)] == [
        True,
        False,
        False,
        True,
    ]
