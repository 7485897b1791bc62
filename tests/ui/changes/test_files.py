"""Promises of the file list: decided by single keys, spoken in full, steady when the review changes."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QToolTip
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Badge, CommitLine, Decision, FileReview, Kind, Review
from guillemet.ui.changes import ChangesPane
from guillemet.ui.changes.file_delegate import head_widths
from guillemet.ui.changes.file_rows import FileRow, Group, GroupRow
from guillemet.ui.style import style
from tests.kit import reviews
from tests.kit.hands import buttons, double_press, painted, press, quick_presses, words

THREE = replace(
    reviews.EMPTY,
    files=tuple(FileReview(f"{name}.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1) for name in "abc"),
    outcomes=tuple(reviews.applied(f"{name}.py", number=n) for n, name in enumerate("abc", 1)),
)


def file_list(pane: ChangesPane) -> QListView:
    return pane.findChild(QListView)


def listed(pane: ChangesPane) -> list[str]:
    """Return what each row says first: a group's name or a path."""
    model = file_list(pane).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def row_of(pane: ChangesPane, path: str) -> QModelIndex:
    """Return the row of a path."""
    return file_list(pane).model().index(listed(pane).index(path), 0)


def decided(review: Review, path: str, decision: Decision) -> Review:
    return replace(review, files=tuple(replace(f, decision=decision) if f.path == path else f for f in review.files))


def test_the_first_file_is_picked_when_a_proposal_comes(qtbot: QtBot, pane: ChangesPane) -> None:
    with qtbot.waitSignal(pane.files.file_picked) as picked:
        pane.set_review(THREE)

    assert picked.args == ["a.py"]


def test_a_list_that_an_undo_brings_back_all_decided_says_nothing_about_that(qtbot: QtBot, pane: ChangesPane) -> None:
    done = replace(THREE, files=tuple(replace(file, decision=Decision.ACCEPTED) for file in THREE.files))

    with qtbot.assertNotEmitted(pane.files.nothing_undecided):
        pane.set_review(done)


def test_space_accepts_and_moves_on_to_the_next_undecided(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(decided(THREE, "b.py", Decision.ACCEPTED))
    picked: list[str] = []
    pane.files.file_picked.connect(picked.append)

    with qtbot.waitSignal(pane.files.accept_requested) as wish:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)

    assert wish.args == [("a.py",)]
    assert picked == ["c.py"]


def test_a_file_in_conflict_stays_picked_when_it_is_accepted_and_its_tick_is_disabled(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    conflict = replace(THREE.files[0], badges=frozenset({Badge.CHANGED_SINCE, Badge.CONFLICT}))
    pane.set_review(replace(THREE, files=(conflict, *THREE.files[1:])))

    with qtbot.waitSignal(pane.files.accept_requested) as wish:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)

    assert wish.args == [("a.py",)]
    assert file_list(pane).currentIndex() == row_of(pane, "a.py")

    index, colours = row_of(pane, "a.py"), style.current().theme
    place, view = file_list(pane).visualRect(index), file_list(pane).viewport()
    tick = QRect(place.right() - style.GAP - 46, place.top() + 4, 22, 22)
    drawn = view.grab().toImage().copy(tick)
    spots = [(x, y) for x in range(drawn.width()) for y in range(drawn.height())]
    assert QColor(colours.good) not in [drawn.pixelColor(*spot) for spot in spots]
    assert "accepting would be refused" in index.data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.assertNotEmitted(pane.files.accept_requested):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=tick.center())

    pane.set_review(THREE)
    drawn = view.grab().toImage().copy(tick)
    assert QColor(colours.good) in [drawn.pixelColor(*spot) for spot in spots]
    with qtbot.waitSignal(pane.files.accept_requested):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=tick.center())


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen puts no window over another
def test_the_tooltip_of_a_button_says_what_it_does_and_none_covers_the_row_below(pane: ChangesPane) -> None:
    pane.set_review(THREE)
    pane.resize(280, 400)
    view, place = file_list(pane).viewport(), file_list(pane).visualRect(row_of(pane, "a.py"))
    end = place.right() - style.GAP

    for x, said in ((end - 35, "Accept a.py (Space)"), (end - 11, "Reject a.py (Del)"), (end - 100, "a.py\n")):
        spot = QPoint(x, place.center().y())
        QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, spot, view.mapToGlobal(spot)))

        assert QToolTip.text().startswith(said)
        tip = next(one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel") and one.isVisible())
        assert tip.x() > view.mapToGlobal(place.topRight()).x(), said
        QToolTip.hideText()


def test_delete_rejects_every_selected_file(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(THREE)
    qtbot.keyClick(file_list(pane), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    with qtbot.waitSignal(pane.files.reject_requested) as wish:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Delete)

    assert wish.args == [("a.py", "b.py")]


def test_the_foot_says_how_many_files_are_selected_and_which_keys_decide_them(qtbot: QtBot, pane: ChangesPane) -> None:
    down, shift = Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier
    pane.set_review(THREE)
    file_list(pane).setFocus()
    assert "selected" not in words(pane)
    qtbot.keyClick(file_list(pane), down, shift)
    assert "2 files selected: Space accepts, Del rejects" in words(pane)
    pane.reject_button.setFocus()  # keys are about the shown file there
    assert "selected" not in words(pane)

    file_list(pane).setFocus()
    pane.set_review(decided(THREE, "a.py", Decision.ACCEPTED))
    assert "selected" not in words(pane)
    line = CommitLine("a.py", Kind.CHANGED, is_staged=False)
    pane.set_review(replace(decided(THREE, "a.py", Decision.ACCEPTED), commit=(line,)))
    qtbot.keyClick(file_list(pane), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert "3 files selected" in words(pane)
    assert "Space accepts" not in words(pane)


def test_delete_dismisses_the_blocks_of_a_file_that_is_not_proposed(qtbot: QtBot, pane: ChangesPane) -> None:
    lost = (reviews.not_found("lost.py", number=4), reviews.skipped("lost.py", number=5))
    pane.set_review(replace(THREE, outcomes=(*THREE.outcomes, *lost)))
    pane.files.pick("lost.py")

    with qtbot.waitSignal(pane.files.dismiss_requested) as wish:
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Delete)

    assert wish.args == [(4, 5)]


def test_a_key_outside_the_list_decides_the_shown_file_and_not_what_is_selected(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    pane.set_review(THREE)
    qtbot.keyClick(file_list(pane), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    file_list(pane).clearFocus()

    with qtbot.waitSignal(pane.files.accept_requested) as wish:
        pane.files.decide(Decision.ACCEPTED)

    assert wish.args == [("b.py",)]


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
        (Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier, "b.py"),
    ],
)
def test_keys_step_through_the_files(
    qtbot: QtBot, pane: ChangesPane, key: Qt.Key, modifier: Qt.KeyboardModifier, lands_on: str
) -> None:
    pane.set_review(THREE)

    with qtbot.waitSignal(pane.files.file_picked) as picked:
        qtbot.keyClick(file_list(pane), key, modifier)

    assert picked.args == [lands_on]


def test_arrow_keys_pass_over_the_head_of_an_open_group_and_stop_at_a_folded_one(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    asks = FileReview("asks.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    review = decided(THREE, "c.py", Decision.ACCEPTED)
    pane.set_review(replace(review, files=(*review.files, asks)))
    files, passed = file_list(pane), []
    assert listed(pane) == ["To settle", "asks.py", "Proposed", "a.py", "b.py", "Accepted"]

    for key in [Qt.Key.Key_Down] * 3 + [Qt.Key.Key_Up] * 4:
        qtbot.keyClick(files, key)
        passed.append(files.currentIndex().data())

    assert passed == ["a.py", "b.py", "Accepted", "b.py", "a.py", "asks.py", "asks.py"]
    qtbot.keyClick(files, Qt.Key.Key_Left)
    assert files.currentIndex().data() == "To settle"


@pytest.mark.parametrize("as_tree", [False, True])
def test_the_diff_walks_through_the_files_as_the_list_does_until_one_is_decided(
    pane: ChangesPane, *, as_tree: bool
) -> None:
    files = [
        FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset(badges))
        for path, badges in {"b/z.py": (), "c.py": (Badge.ASKS,), "a/x.py": (), "b/y.py": ()}.items()
    ]
    asks = replace(reviews.applied("c.py"), flags=frozenset({Flag.CAN_RUN_CODE}))
    review = replace(THREE, files=tuple(files), outcomes=(asks, reviews.not_found("lost.py", number=2)))
    walked = ["c.py", "lost.py", *(["a/x.py", "b/y.py", "b/z.py"] if as_tree else ["b/z.py", "a/x.py", "b/y.py"])]
    pane.set_as_tree(as_tree)
    pane.set_review(review)

    assert list(pane.order) == walked
    assert [row.path for row in pane.files.model().rows if isinstance(row, FileRow)] == walked

    files[1] = replace(files[1], decision=Decision.ACCEPTED, badges=frozenset())
    pane.set_review(replace(review, files=tuple(files)))
    assert list(pane.order) == walked

    # Once all are decided they stand in one group, one below the other as in the diff.
    pane.set_review(replace(review, files=tuple(replace(file, decision=Decision.ACCEPTED) for file in files)))
    pane.files.pick("c.py")
    decided = [row.path for row in pane.files.model().rows if isinstance(row, FileRow) and row.file]
    assert as_tree or decided == [path for path in walked if path != "lost.py"]


def test_no_file_moves_in_the_diff_before_another_block_comes(pane: ChangesPane) -> None:
    conflict = FileReview("c.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.CONFLICT}))
    files = replace(conflict, path="a.py", badges=frozenset()), conflict
    lost = reviews.not_found("lost.py", number=1)
    pane.set_review(replace(THREE, files=files, outcomes=(lost,)))
    placed = replace(conflict, path="lost.py", badges=frozenset())
    settled = replace(conflict, badges=frozenset())
    before = pane.order

    pane.set_review(replace(THREE, files=(placed, files[0], settled), outcomes=(reviews.applied("lost.py"),)))
    assert pane.order == before == ("c.py", "lost.py", "a.py")
    pane.set_review(replace(THREE, files=(placed, files[0]), outcomes=(reviews.applied("lost.py"),)))
    pane.set_review(replace(THREE, files=(placed, *files), outcomes=(reviews.applied("lost.py"),)))
    assert pane.order == before

    over = replace(THREE, files=(), outcomes=())  # finished, and that undone
    for review in (over, replace(THREE, files=(placed, files[0], settled), outcomes=(reviews.applied("lost.py"),))):
        pane.set_review(review)
    assert pane.order == before
    other = reviews.applied("lost.py", number=2)
    for review in (over, replace(THREE, files=(placed, files[0], settled), outcomes=(other,))):
        pane.set_review(review)
    assert pane.order == ("lost.py", "a.py", "c.py")

    another = replace(conflict, path="b.py")
    pane.set_review(replace(THREE, files=(*files, another), outcomes=(lost, reviews.applied("b.py"))))
    assert pane.order == ("c.py", "b.py", "lost.py", "a.py")


def test_the_marks_of_a_row_decide_its_file_and_what_is_read_stays_in_view(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(THREE)
    row = file_list(pane).visualRect(row_of(pane, "b.py"))

    with qtbot.waitSignal(pane.files.reject_requested) as wish:
        point = QPoint(row.right() - 16, row.center().y())
        qtbot.mouseClick(file_list(pane).viewport(), Qt.MouseButton.LeftButton, pos=point)

    assert (wish.args, pane.files.current_path) == ([("b.py",)], "a.py")
    with qtbot.assertNotEmitted(pane.files.reject_requested):
        double_press(file_list(pane).viewport(), point)  # where another file is by now


def test_a_selected_file_that_is_decided_alone_leaves_the_selection_to_the_others(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    files, every = file_list(pane), (Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)

    def accept(path: str) -> None:
        place = files.visualRect(row_of(pane, path))
        tick = QPoint(place.right() - style.GAP - 35, place.top() + 15)
        with qtbot.waitSignal(pane.files.accept_requested) as wish:
            quick_presses(files.viewport(), tick, 10_000)
        assert wish.args == [(path,)]

    def rejected() -> object:
        with qtbot.waitSignal(pane.files.reject_requested) as wish:
            qtbot.keyClick(files, Qt.Key.Key_Delete)
        return wish.args[0]

    four = replace(THREE, files=(*THREE.files, replace(THREE.files[0], path="d.py")))
    for path, current, others in (
        ("b.py", "a.py", ("a.py", "c.py", "d.py")),
        ("a.py", "b.py", ("b.py", "c.py", "d.py")),
    ):
        for is_shown in (False, True):
            pane.set_review(four)
            pane.files.pick("a.py")
            files.setFocus()
            qtbot.keyClick(files, *every)
            accept(path)
            if is_shown:
                pane.set_review(decided(four, path, Decision.ACCEPTED))
            assert files.currentIndex().data() == current
            assert rejected() == others

    pane.set_review(four)  # by another program, say
    qtbot.keyClick(files, *every)
    pane.set_review(decided(four, "c.py", Decision.ACCEPTED))
    assert rejected() == ("a.py", "b.py", "d.py")

    written = replace(decided(four, "d.py", Decision.ACCEPTED), commit=(CommitLine("d.py", Kind.CHANGED, False),))  # noqa: FBT003
    pane.set_review(written)
    qtbot.keyClick(files, *every)
    pane.set_review(replace(written, files=tuple(replace(one, decision=Decision.ACCEPTED) for one in four.files)))
    assert rejected() == ("a.py", "b.py", "c.py", "d.py")  # none was decided alone


def test_any_number_of_quick_clicks_on_the_mark_of_a_row_decides_one_file(pane: ChangesPane) -> None:
    pane.set_review(THREE)
    row, wishes = file_list(pane).visualRect(row_of(pane, "b.py")), list[tuple[str, ...]]()
    pane.files.reject_requested.connect(wishes.append)

    quick_presses(file_list(pane).viewport(), QPoint(row.right() - 16, row.center().y()), *range(10_000, 10_500, 100))

    assert wishes == [("b.py",)]


def test_no_file_is_decided_that_came_to_the_resting_pointer_before_it_is_shown(pane: ChangesPane) -> None:
    pane.set_review(THREE)
    files, wishes = file_list(pane), list[tuple[str, ...]]()
    row = files.visualRect(row_of(pane, "b.py"))
    spot = QPoint(row.right() - 16, row.center().y())
    pane.files.reject_requested.connect(wishes.append)
    none, place = Qt.MouseButton.NoButton, QPointF(spot)
    move = QMouseEvent(QEvent.Type.MouseMove, place, place, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(files.viewport(), move)

    pane.set_review(decided(THREE, "a.py", Decision.ACCEPTED))  # by another program: its row goes to another group
    assert files.indexAt(spot).data() == "c.py"
    quick_presses(files.viewport(), spot, 10_000)
    assert (wishes, pane.files.current_path) == ([], "c.py")

    quick_presses(files.viewport(), spot, 12_000)
    assert wishes == [("c.py",)]


def test_current_file_selection_and_scrolling_survive_a_new_review(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.THOUSAND)
    path = reviews.THOUSAND.files[500].path
    pane.files.pick(path)
    scrolled = file_list(pane).verticalScrollBar().value()
    fewer = replace(reviews.THOUSAND, files=reviews.THOUSAND.files[:-1])

    with qtbot.assertNotEmitted(pane.files.file_picked):
        pane.set_review(decided(fewer, reviews.THOUSAND.files[700].path, Decision.ACCEPTED))

    assert scrolled > 0
    assert file_list(pane).verticalScrollBar().value() == scrolled
    assert file_list(pane).currentIndex() == row_of(pane, path)
    assert file_list(pane).selectedIndexes() == [row_of(pane, path)]


def test_when_the_current_file_goes_no_other_one_is_hit_by_the_next_key(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(THREE)
    pane.files.pick("b.py")
    pane.set_review(replace(THREE, files=(THREE.files[0], THREE.files[2])))

    with qtbot.assertNotEmitted(pane.files.accept_requested), qtbot.assertNotEmitted(pane.files.reject_requested):
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Delete)

    assert pane.files.current_path == ""


def test_files_stand_in_groups_and_what_was_decided_is_folded(pane: ChangesPane) -> None:
    asking = replace(THREE.files[2], badges=frozenset({Badge.ASKS}))
    pane.set_review(decided(replace(THREE, files=(*THREE.files[:2], asking)), "a.py", Decision.ACCEPTED))

    assert listed(pane) == ["To settle", "c.py", "Proposed", "b.py", "Accepted"]


def test_a_head_folds_by_key_and_by_mouse(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(decided(THREE, "a.py", Decision.ACCEPTED))
    files = file_list(pane)
    qtbot.mouseClick(
        files.viewport(), Qt.MouseButton.LeftButton, pos=files.visualRect(row_of(pane, "Accepted")).center()
    )
    assert listed(pane) == ["Proposed", "b.py", "c.py", "Accepted", "a.py"]
    qtbot.keyClick(files, Qt.Key.Key_Left)
    assert listed(pane) == ["Proposed", "b.py", "c.py", "Accepted"]

    with qtbot.assertNotEmitted(pane.files.reconsider_requested):
        qtbot.keyClick(files, Qt.Key.Key_Space)

    assert listed(pane) == ["Proposed", "b.py", "c.py", "Accepted", "a.py"]


def test_a_decision_taken_back_brings_the_selection_back_from_the_folded_group(pane: ChangesPane) -> None:
    pane.set_review(replace(THREE, files=THREE.files[:1]))
    pane.set_review(decided(replace(THREE, files=THREE.files[:1]), "a.py", Decision.ACCEPTED))
    assert file_list(pane).currentIndex() == row_of(pane, "Accepted")

    pane.set_review(replace(THREE, files=THREE.files[:1]))

    assert file_list(pane).currentIndex() == row_of(pane, "a.py")


def test_the_tree_puts_files_below_their_folders_and_says_a_lone_chain_in_one_row(pane: ChangesPane) -> None:
    paths = ("z.py", "src/parcel/deep/tax.py", "src/parcel/deep/sum.py", "docs/a.md")
    pane.set_review(replace(THREE, files=tuple(replace(THREE.files[0], path=path) for path in paths)))
    pane.files.set_as_tree(as_tree=True)

    assert listed(pane) == [
        "Proposed",
        "docs/",
        "docs/a.md",
        "src/parcel/deep/",
        "src/parcel/deep/sum.py",
        "src/parcel/deep/tax.py",
        "z.py",
    ]


def test_a_folded_folder_opens_for_the_file_that_is_next(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(THREE, files=tuple(replace(THREE.files[0], path=path) for path in ("z.py", "src/x.py"))))
    pane.files.set_as_tree(as_tree=True)
    pane.files.pick("src/x.py")
    qtbot.keyClick(file_list(pane), Qt.Key.Key_Left)
    qtbot.keyClick(file_list(pane), Qt.Key.Key_Left)
    assert listed(pane) == ["Proposed", "src/", "z.py"]
    pane.files.pick("z.py")

    qtbot.keyClick(file_list(pane), Qt.Key.Key_N)

    assert pane.files.current_path == "src/x.py"


def test_a_file_whose_block_is_in_no_file_is_to_settle_and_shows_the_block(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(THREE, outcomes=(*THREE.outcomes, reviews.not_found("lost.py", number=4))))
    assert listed(pane) == ["To settle", "lost.py", "Proposed", "a.py", "b.py", "c.py"]

    with qtbot.waitSignal(pane.files.block_picked) as picked:
        pane.files.pick("lost.py")

    assert picked.args == [4]

    pane.files.pick("b.py")
    pane.files.pick_next_undecided()
    assert pane.files.current_path == "c.py"  # where there is a choice, what waits for a decision
    decided_all = replace(THREE, files=tuple(replace(one, decision=Decision.ACCEPTED) for one in THREE.files))
    pane.set_review(replace(decided_all, outcomes=(*THREE.outcomes, reviews.not_found("lost.py", number=4))))
    with qtbot.assertNotEmitted(pane.files.nothing_undecided):
        pane.files.pick_next_undecided()
    assert pane.files.current_path == "lost.py"
    with qtbot.waitSignal(pane.files.nothing_undecided):
        pane.files.pick_next_undecided()


def test_a_failed_block_of_an_accepted_file_has_a_row_among_what_is_to_settle(qtbot: QtBot, pane: ChangesPane) -> None:
    accepted = replace(decided(THREE, "a.py", Decision.ACCEPTED), commit=(CommitLine("a.py", Kind.CHANGED, False),))  # noqa: FBT003
    failed = replace(accepted, outcomes=(*THREE.outcomes, reviews.not_found("a.py", number=4)))
    pane.set_review(failed)
    assert listed(pane) == ["To settle", "a.py", "Proposed", "b.py", "c.py", "Accepted", "a.py"]
    assert pane.order == ("a.py", "b.py", "c.py")
    of_blocks = file_list(pane).model().index(1, 0)
    assert of_blocks.data(Qt.ItemDataRole.AccessibleTextRole) == "a.py, 1 failed, file accepted"

    with qtbot.waitSignal(pane.files.block_picked) as picked:
        press(qtbot, pane, "Review 1 file: go to the next that needs a look of its own")
    assert picked.args == [4]
    pane.files.follow("a.py")
    assert file_list(pane).currentIndex() == of_blocks
    pane.files.pick("b.py")
    pane.files.follow("a.py")  # as in the diff
    assert file_list(pane).currentIndex().row() == 6
    pane.files.pick_next_asking()
    file_list(pane).setFocus()

    with qtbot.assertNotEmitted(pane.files.accept_requested), qtbot.assertNotEmitted(pane.files.reject_requested):
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)
        with qtbot.waitSignal(pane.files.dismiss_requested) as dismissed:
            qtbot.keyClick(file_list(pane), Qt.Key.Key_Delete)
    assert dismissed.args == [(4,)]
    pane.reject_button.setFocus()
    with qtbot.waitSignal(pane.files.reject_requested) as rejected:
        pane.files.decide(Decision.REJECTED)  # the file that is shown
    assert rejected.args == [("a.py",)]

    file_list(pane).setFocus()
    pane.files.pick("c.py")
    with qtbot.waitSignal(pane.files.block_picked):
        qtbot.keyClick(file_list(pane), Qt.Key.Key_N)
    pane.set_review(accepted)
    assert listed(pane)[0] == "Proposed"
    assert file_list(pane).currentIndex() == row_of(pane, "a.py")


@pytest.mark.parametrize("badge", [Badge.ASKS, Badge.CONFLICT])
def test_accept_all_does_not_count_what_asks_or_would_be_refused(qtbot: QtBot, pane: ChangesPane, badge: Badge) -> None:
    pane.set_review(replace(THREE, files=(replace(THREE.files[0], badges=frozenset({badge})), *THREE.files[1:])))

    with qtbot.waitSignal(pane.accept_all_requested):
        press(qtbot, pane, "Accept 2 files")

    assert "Reject 3 files" in buttons(pane)
    press(qtbot, pane, "Review 1 file: go to the next that needs a look of its own")
    assert pane.files.current_path == "a.py"


def test_a_count_leads_to_the_files_it_counts_though_they_are_folded_away(pane: ChangesPane) -> None:
    pane.set_review(decided(THREE, "b.py", Decision.ACCEPTED))
    assert "b.py" not in listed(pane)

    pane.files.pick_next_decided(Decision.ACCEPTED)

    assert "b.py" in listed(pane)
    assert (pane.files.current_path, pane.files.hasFocus()) == ("b.py", True)


def test_the_review_can_be_finished_once_every_file_is_decided(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(replace(THREE, files=THREE.files[:1]))
    assert "Finish review" not in buttons(pane)
    pane.set_review(decided(replace(THREE, files=THREE.files[:1]), "a.py", Decision.ACCEPTED))

    assert not [name for name in buttons(pane) if name.startswith(("Accept", "Reject"))]
    with qtbot.waitSignal(pane.finish_requested):
        press(qtbot, pane, "Finish review")


def test_quick_presses_that_reject_all_do_not_finish_the_review_too(qtbot: QtBot, pane: ChangesPane) -> None:
    one = replace(THREE, files=THREE.files[:1])
    pane.set_review(one)
    pane.reject_all_requested.connect(lambda _: pane.set_review(decided(one, "a.py", Decision.REJECTED)))
    reject = next(control for name, control in buttons(pane).items() if name.startswith("Reject"))
    place = reject.mapToGlobal(reject.rect().center())
    quick_presses(reject, reject.rect().center(), 50_000)
    qtbot.waitUntil(lambda: "Finish review" in buttons(pane))
    finish = buttons(pane)["Finish review"]

    with qtbot.assertNotEmitted(pane.finish_requested):
        double_press(finish, finish.rect().center())
        QTest.mouseRelease(finish, Qt.MouseButton.LeftButton)
    quick_presses(reject, reject.mapFromGlobal(place), 70_000)
    with qtbot.assertNotEmitted(pane.finish_requested):
        quick_presses(finish, finish.mapFromGlobal(place), 70_100, 70_200)
    with qtbot.waitSignal(pane.finish_requested):
        quick_presses(finish, finish.mapFromGlobal(place), 72_000)


def test_finishing_is_the_main_button_only_where_nothing_is_to_be_committed(pane: ChangesPane) -> None:
    rejected = decided(replace(THREE, files=THREE.files[:1]), "a.py", Decision.REJECTED)
    pane.set_review(rejected)
    assert buttons(pane)["Finish review"].property("role") == "primary"

    pane.set_review(replace(rejected, commit=reviews.TWENTY.commit))

    assert not buttons(pane)["Finish review"].property("role")


def test_an_empty_pane_says_what_to_do(pane: ChangesPane) -> None:
    pane.set_review(reviews.EMPTY)

    assert "Ctrl+Shift+V" in words(pane)


def test_the_head_above_the_first_file_of_a_group_is_in_view(pane: ChangesPane) -> None:
    asking = replace(reviews.THOUSAND.files[0], path="asks.py", badges=frozenset({Badge.ASKS}))
    pane.set_review(replace(reviews.THOUSAND, files=(*reviews.THOUSAND.files, asking)))
    pane.files.pick(reviews.THOUSAND.files[900].path)

    pane.files.pick("asks.py")

    head = file_list(pane).visualRect(row_of(pane, "To settle"))
    assert file_list(pane).viewport().rect().contains(head)


def test_a_file_that_changes_its_group_stays_in_view(pane: ChangesPane) -> None:
    asking = replace(reviews.THOUSAND.files[0], path="asks.py", badges=frozenset({Badge.ASKS}))
    pane.set_review(replace(reviews.THOUSAND, files=(*reviews.THOUSAND.files, asking)))
    pane.files.pick("asks.py")

    pane.set_review(replace(reviews.THOUSAND, files=(*reviews.THOUSAND.files, replace(asking, badges=frozenset()))))

    assert file_list(pane).currentIndex().data() == "asks.py"
    assert file_list(pane).viewport().rect().contains(file_list(pane).visualRect(row_of(pane, "asks.py")))


def test_the_button_of_a_group_loses_words_before_it_covers_the_count(pane: ChangesPane) -> None:
    pane.set_review(reviews.THOUSAND)
    button = next(one for name, one in buttons(pane).items() if name.startswith("Accept "))
    head = next(row for row in pane.files.model().rows if isinstance(row, GroupRow) and row.group is Group.PROPOSED)
    name, count = head_widths(head, pane.files.font())
    for width in range(200, 420, 6):
        pane.resize(width, 600)
        room = file_list(pane).viewport().width() - name - style.GAP - count

        assert button.x() >= name + count or not button.width_within(room)
        assert button.words_shown == button.text() or button.sizeHint().width() > room


def test_what_is_turned_on_above_the_list_looks_pressed(pane: ChangesPane, qapp: QApplication) -> None:
    style.apply(qapp, style.current())
    pane.set_review(THREE)
    for name in ("Filter the files", "Show files below their folders"):
        one = buttons(pane)[name]
        pictures = []
        for is_on in (False, True):
            one.setChecked(is_on)
            pictures.append(painted(one.grab().toImage()))
        assert [style.current().theme.accent in colours for colours in pictures] == [False, True], name


def test_the_button_of_a_group_that_gets_the_focus_is_in_view(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.THOUSAND)
    files = file_list(pane)
    files.setFocus()
    qtbot.keyClick(files, Qt.Key.Key_End)
    button = next(one for name, one in buttons(pane).items() if name.startswith("Accept "))
    assert not files.viewport().rect().contains(button.geometry())

    qtbot.keyClick(files, Qt.Key.Key_Tab)

    assert button.hasFocus()
    assert files.viewport().rect().contains(button.geometry())


def test_the_pressed_row_is_the_selected_one_also_when_the_press_moves_the_rows(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    pane.set_review(THREE)
    files = file_list(pane)
    pane.files.file_picked.connect(lambda _path: pane.set_comments({"a.py": 1}))  # the edit left is unfinished, say

    place = files.visualRect(row_of(pane, "c.py")).topLeft()
    qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert files.visualRect(row_of(pane, "c.py")).top() > place.y()
    assert [index.data() for index in files.selectedIndexes()] == [files.currentIndex().data()] == ["c.py"]
    with qtbot.waitSignal(pane.files.reject_requested) as wish:
        qtbot.keyClick(files, Qt.Key.Key_Delete)
    assert wish.args == [("c.py",)]


def test_an_unfinished_edit_is_the_first_badge_and_its_file_is_left_where_it_stands(
    qtbot: QtBot, pane: ChangesPane
) -> None:
    untracked = replace(THREE.files[1], badges=frozenset({Badge.UNTRACKED}))
    pane.set_review(replace(THREE, files=(THREE.files[0], untracked, THREE.files[2])))
    pane.set_comments({"b.py": 2})

    pane.set_unfinished(frozenset({"b.py"}))

    row = row_of(pane, "b.py")
    assert str(row.data(Qt.ItemDataRole.AccessibleTextRole)).endswith(", unfinished edit, untracked, 2 comments")
    assert listed(pane)[0] == "Proposed"  # while one types, no row moves
    assert "Accept 2 files" in buttons(pane)
    file_list(pane).setCurrentIndex(row)
    qtbot.keyClick(file_list(pane), Qt.Key.Key_Space)
    assert file_list(pane).currentIndex() == row_of(pane, "b.py")  # it is not accepted, as one in conflict


def test_the_current_row_stays_in_view_when_the_list_gets_lower(qtbot: QtBot, pane: ChangesPane) -> None:
    pane.set_review(reviews.THOUSAND)
    files = file_list(pane)
    last = files.indexAt(QPoint(20, files.viewport().height() - 40))
    files.setCurrentIndex(last)
    pane.resize(pane.width(), pane.height() - 200)

    qtbot.waitUntil(lambda: files.viewport().rect().contains(files.visualRect(last).center()))
