"""Promises of the places of blocks in the diff: why they failed, where they nearly fit, what can be done about them."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from guillemet.engine.applying.options import Append, Choice, Dismiss, PlaceAt, ReplaceFile
from guillemet.engine.diff.rows import RowKind
from guillemet.engine.matching.nearest import nearest
from guillemet.engine.outcomes import Flag, Nearest, Outcome, PlacedLines, Reason, Rung, Status
from guillemet.engine.review import (
    Badge,
    Decision,
    FileReview,
    HunkState,
    Kind,
    ProposedHunk,
)
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.header import Header
from guillemet.ui.diff.insets.block_place import BlockPlace
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.controls import IconButton
from guillemet.ui.wording import MINUS
from tests.kit import reviews
from tests.kit.hands import buttons, named, press, words
from tests.ui.diff.hands import LINES, changed_at, says, settle, show_blocks

PROBLEM = replace(reviews.EMPTY, outcomes=(reviews.not_found("src/x.py", number=4),))


def test_a_card_above_a_file_that_is_shown_alone_moves_no_words_below_it(pane: DiffPane) -> None:
    show_blocks(pane, replace(PROBLEM, files=(FileReview("src/x.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1),)))
    pane.set_continuous(is_continuous=False)
    settle()

    document = next(editor for editor in pane.splitter.editors if editor.isVisible()).document()
    rows = [(row, document.findBlockByNumber(at).text()) for at, row in enumerate(pane.splitter.rows)]
    assert rows[0][0].kind is RowKind.INSET
    captions = [words for row, words in rows if row.kind is RowKind.BAR]
    assert [words.partition(" ·")[0] for words in captions] == ["hunk 1 of 1"]
    assert [words for row, words in rows if row.kind is RowKind.SAME] == [
        LINES[row.new] for row, _ in rows if row.kind is RowKind.SAME and row.new is not None
    ]


def test_a_failed_block_says_why(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    qtbot.waitUntil(lambda: "Leading anchor not found" in words(pane))


def test_every_place_of_an_ambiguous_block_can_be_pressed(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(reviews.ambiguous("src/x.py"),)))
    press(qtbot, pane, "line 12 in src/x.py")
    settle()
    placing = buttons(pane)["Place here, at line 12 of src/x.py"]
    before = placing.mapToGlobal(placing.rect().topLeft())
    lines = pane.findChild(BlockPlace).findChild(CodeBox)
    assert placing.mapTo(pane, QPoint()).y() < lines.mapTo(pane, QPoint()).y()

    press(qtbot, pane, "line 80 in src/x.py")
    settle()
    placing = buttons(pane)["Place here, at line 80 of src/x.py"]
    assert placing.mapToGlobal(placing.rect().topLeft()) == before  # where the pointer is

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Place here, at line 80 of src/x.py")

    assert wish.args == [1, PlaceAt(80)]


def _near(line: int, likeness: float) -> Nearest:
    return Nearest("src/x.py", line, 2, likeness, "def total(items):\n    return sum(items)")


def test_the_place_where_the_searched_lines_stood_is_taken_and_says_that_it_replaces_lines_of_the_user(
    qtbot: QtBot, pane: DiffPane
) -> None:
    stood = replace(_near(112, 0.41), placed=PlacedLines(0, 1, ("new",)), is_known=True, replaces_own=True)
    block = replace(reviews.not_found("src/x.py"), nearest=(stood, _near(41, 0.98), _near(80, 0.98)))
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(block,)))
    settle()

    said = words(pane.findChild(BlockPlace))
    assert "This replaces lines that you edited." in said
    assert "Line 112 comes first: the searched lines stood there before they were changed." in said
    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Place here, at line 112 of src/x.py")
    assert wish.args == [1, PlaceAt(112, 2)]

    press(qtbot, pane, next(name for name in buttons(pane) if name.startswith("line 41")))
    settle()
    assert "that you edited" not in words(pane.findChild(BlockPlace))


def test_none_of_the_places_that_are_equally_alike_is_taken_before_one_is_chosen(qtbot: QtBot, pane: DiffPane) -> None:
    doubtful = (
        (
            (_near(41, 0.93), _near(80, 0.93), _near(112, 0.93), _near(150, 0.61)),
            "3 places are equally alike: choose one.",
        ),
        ((_near(80, 0.549), _near(112, 0.5)), "The most similar place is only 54 % alike: choose one."),
        ((_near(80, 0.54),), "The most similar place is only 54 % alike: choose it if it is right."),
    )
    asked: list[object] = []
    pane.blocks.choice_requested.connect(lambda *choice: asked.append(choice))
    for number, (places, why) in enumerate(doubtful, 1):
        block = replace(reviews.not_found("src/x.py", number=number), nearest=places)
        show_blocks(pane, replace(reviews.EMPTY, outcomes=(block,)))
        pane.next_hunk()
        settle()

        assert why in words(pane)
        assert not any(one.isChecked() for name, one in buttons(pane).items() if name.startswith("line "))
        placing = [one for name, one in buttons(pane).items() if name.startswith("Place here")]
        assert [one.isEnabled() for one in placing] == [False, False]  # in the place, and at the foot
        qtbot.keyClick(pane.splitter.main, Qt.Key.Key_P)
        assert not asked
        assert why in says(named(pane, Footer, ""))

        place = next(one for name, one in buttons(pane).items() if name.startswith("line 80"))
        place.setFocus()
        qtbot.keyClick(place, Qt.Key.Key_Space)
        settle()
        assert why not in words(pane.findChild(BlockPlace))
        assert why not in says(named(pane, Footer, ""))
        qtbot.keyClick(pane.splitter.main, Qt.Key.Key_P)
        assert asked == [(1, PlaceAt(80, 2))]
        asked.clear()


def test_it_is_said_why_a_place_that_is_less_alike_comes_first(qtbot: QtBot, pane: DiffPane) -> None:
    of_step = ["def step_{0}(rows):", "    found = []", "    for row in rows:", "        found.append(row)", ""]
    stands = [line.format(n) for n in (1, 2, 3) for line in of_step]
    searched = [*of_step[:1], "    found = []", "    for row in rows:", "        found.add(row, limit)"]
    searched[0] = stands[5]
    stands[8] = "        found.append(row) if row.key else other(row)"
    block = reviews.not_found("src/x.py")
    places = tuple(
        Nearest("src/x.py", one.start + 1, one.count, one.similarity, one.text) for one in nearest(stands, searched)
    )
    assert places[0].line == 6

    show_blocks(pane, replace(reviews.EMPTY, outcomes=(replace(block, nearest=places),)))

    said = "Line 6 comes first: a line of the block stands there, and nowhere else in the file."
    qtbot.waitUntil(lambda: said in words(pane))
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(replace(block, nearest=places[1:]),)))
    qtbot.waitUntil(lambda: "line 6" not in words(pane))
    assert "comes first" not in words(pane)


def test_a_failed_block_of_an_accepted_file_can_be_placed(qtbot: QtBot, pane: DiffPane) -> None:
    file = FileReview("src/x.py", Kind.CHANGED, Decision.ACCEPTED, 1, 1, 1)
    show_blocks(pane, replace(PROBLEM, files=(file,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Place here, at line 41 of src/x.py")

    assert wish.args == [1, PlaceAt(41, 2)]


def test_of_thousands_of_places_the_first_can_be_pressed_and_the_rest_are_counted(qtbot: QtBot, pane: DiffPane) -> None:
    outcome = replace(reviews.ambiguous("src/x.py"), lines=tuple(range(1, 3_001)))
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(outcome,)))

    qtbot.waitUntil(lambda: "2,988 more places; Elsewhere… goes from one to the next" in words(pane))
    assert sum(name.startswith("line ") for name in buttons(pane)) == 12


def test_place_here_puts_the_block_at_the_nearest_place(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Place here, at line 41 of src/x.py")

    assert wish.args == [1, PlaceAt(41, 2)]


def test_a_place_says_in_words_how_it_differs(qtbot: QtBot, pane: DiffPane) -> None:
    outcome = PROBLEM.outcomes[0]
    near = replace(outcome.nearest[0], differences=("line 1 differs", "tabs instead of spaces"))
    show_blocks(pane, replace(PROBLEM, outcomes=(replace(outcome, nearest=(near,)),)))

    qtbot.waitUntil(lambda: "line 1 differs, tabs instead of spaces" in words(pane))


def test_a_failed_block_can_be_dismissed(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Dismiss")

    assert wish.args == [1, Dismiss()]


def test_a_failed_block_can_be_put_at_the_end_and_replaces_a_file_that_nothing_in_it_resembles(
    qtbot: QtBot, pane: DiffPane
) -> None:
    show_blocks(pane, PROBLEM)
    qtbot.waitUntil(lambda: "Append" in buttons(pane))
    assert "Replace whole file" not in buttons(pane)

    show_blocks(pane, replace(PROBLEM, outcomes=(replace(PROBLEM.outcomes[0], nearest=()),)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Replace whole file")
    assert wish.args == [1, ReplaceFile()]


def test_a_broken_block_can_be_dismissed(qtbot: QtBot, pane: DiffPane) -> None:
    broken = Outcome(reviews.broken("a.py"), Status.FAILED, "a.py", reason=Reason.BROKEN, message="It never ended.")
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(broken,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Dismiss")

    assert wish.args == [1, Dismiss()]


@pytest.mark.parametrize(("name", "choice"), [("Replace whole file", ReplaceFile()), ("Append", Append())])
def test_a_block_that_was_to_create_a_file_that_exists_can_replace_or_extend_it(
    qtbot: QtBot, pane: DiffPane, name: str, choice: Choice
) -> None:
    outcome = Outcome(reviews.block("a.py", old=""), Status.FAILED, "a.py", reason=Reason.FILE_EXISTS, message="There.")
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(outcome,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, name)

    assert wish.args == [1, choice]


def test_a_listing_that_was_cut_short_can_replace_the_whole_file(qtbot: QtBot, pane: DiffPane) -> None:
    cut = replace(reviews.applied("a.py"), flags=frozenset({Flag.CUT_SHORT}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    show_blocks(pane, replace(reviews.EMPTY, files=(file,), outcomes=(cut,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Replace whole file")

    assert wish.args == [1, ReplaceFile()]
    assert "Append" not in buttons(pane)


def test_the_other_places_of_a_block_are_one_press_away(qtbot: QtBot, pane: DiffPane) -> None:
    several = replace(reviews.applied("a.py"), lines=(9, 31), flags=frozenset({Flag.SEVERAL_PLACES}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    show_blocks(pane, replace(reviews.EMPTY, files=(file,), outcomes=(reviews.applied("b.py"), several)))

    press(qtbot, pane, "line 31 in a.py")
    around = named(pane, CodeBox, "Around line 31 of the proposed file").toPlainText().split("\n")
    assert (around[0], around[3]) == ("28  line 28", "31  line 31")
    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Place here, at line 31 of a.py")

    assert wish.args == [2, PlaceAt(31)]
    assert "1 of 2 places" in words(pane)
    assert "Dismiss" in buttons(pane)


def test_a_place_in_doubt_is_lit_first_and_can_be_kept(qtbot: QtBot, pane: DiffPane) -> None:
    several = replace(reviews.applied("a.py"), lines=(9, 31), flags=frozenset({Flag.SEVERAL_PLACES}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    show_blocks(pane, replace(reviews.EMPTY, files=(file,), outcomes=(several,)))
    places = [name for name in buttons(pane) if name.startswith("line ")]
    assert places == ["line 9 (now) in a.py", "line 31 in a.py"]
    assert [buttons(pane)[place].isChecked() for place in places] == [True, False]
    assert buttons(pane)["Keep here, at line 9 of a.py"].text() == "Keep here"

    pane.splitter.main.setFocus()
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_Tab)
    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    assert wish.args == [1, PlaceAt(9)]

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    assert "Keep here, at line 9 of a.py" not in buttons(pane)
    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_P)
    assert wish.args == [1, PlaceAt(31)]

    likely = replace(reviews.applied("a.py", how=Rung.FUZZY), lines=(9,))
    show_blocks(pane, replace(reviews.EMPTY, files=(file,), outcomes=(likely,)))
    assert " · line 9 · " in words(pane)  # as the sentence about *Keep here* says, not the first line that changes
    assert "the block stays at line 9 of" in words(pane)
    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Keep here, at line 9 of a.py")
    assert wish.args == [1, PlaceAt(9)]

    decided = ProposedHunk((8, 9), (8, 9), HunkState.ACCEPTED)
    waiting = ProposedHunk((20, 21), (20, 21), HunkState.WAITING)
    show_blocks(pane, replace(reviews.EMPTY, files=(replace(file, divided=(decided, waiting)),), outcomes=(likely,)))
    assert "Keep here, at line 9 of a.py" not in buttons(pane)


def test_a_choice_can_be_taken_back(qtbot: QtBot, pane: DiffPane) -> None:
    placed = replace(reviews.applied("a.py"), flags=frozenset({Flag.PLACED_BY_HAND}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)
    show_blocks(pane, replace(reviews.EMPTY, files=(file,), outcomes=(placed,)))

    with qtbot.waitSignal(pane.blocks.choice_requested) as wish:
        press(qtbot, pane, "Undo choice: a.py")

    assert wish.args == [1, None]


def test_no_place_can_be_chosen_for_a_file_that_is_rejected(qtbot: QtBot, pane: DiffPane) -> None:
    file = FileReview("src/x.py", Kind.CHANGED, Decision.REJECTED, 1, 1, 1)
    show_blocks(pane, replace(PROBLEM, files=(file,)))

    qtbot.waitUntil(lambda: "Copy block" in buttons(pane))
    assert "Dismiss" in buttons(pane)
    assert not {"Place at line…", "Place here, at line 41 of src/x.py"} & buttons(pane).keys()


def test_a_place_leads_to_its_block_in_the_conversation(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    with qtbot.waitSignal(pane.blocks.block_picked) as wish:
        press(qtbot, pane, "In the conversation")

    assert wish.args == [1]


def test_the_searched_text_is_compared_with_what_stands_there(pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    shown = words(pane)
    assert "− def total(xs):" in shown
    assert "+ def total(items):" in shown
    assert "Place here replaces lines 41 to 42" in shown


def test_a_place_shows_the_lines_it_puts_in_and_only_those_as_added(pane: DiffPane) -> None:
    outcome = PROBLEM.outcomes[0]
    new = tuple(f"new line {number}" for number in range(1, 16))
    near = replace(outcome.nearest[0], placed=PlacedLines(1, 1, new))
    show_blocks(pane, replace(PROBLEM, outcomes=(replace(outcome, nearest=(near,)),)))

    assert "Place here replaces line 42." in words(pane)
    boxes = {box.accessibleName(): box for box in pane.findChildren(CodeBox)}
    put_in, compared = (
        boxes["Place here puts in:"],
        boxes[f"{MINUS} searched   + stands in the file · {near.percent} %"],
    )
    assert put_in.toPlainText().split("\n") == [*(f"+ {line}" for line in new[:12]), "… 3 more lines"]
    assert put_in.document().begin().blockFormat().background().style() is not Qt.BrushStyle.NoBrush
    blocks = (compared.document().findBlockByNumber(at) for at in range(compared.document().blockCount()))
    assert {block.blockFormat().background().style() for block in blocks} == {Qt.BrushStyle.NoBrush}


def spoken_states(fold: QAbstractButton) -> tuple[bool, bool, bool]:
    """Return whether a screen reader takes a button for one that can unfold, has unfolded, and has folded something."""
    interface = QAccessible.queryAccessibleInterface(fold)
    assert interface.text(QAccessible.Text.Name) == fold.accessibleName()
    assert "Press" in interface.actionInterface().actionNames()
    state = interface.state()
    return bool(state.expandable), bool(state.expanded), bool(state.collapsed)


@pytest.fixture
def listening() -> Iterator[None]:
    """Let a screen reader listen, for which Qt describes each button as soon as it is made."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.usefixtures("listening")
def test_what_was_unfolded_stays_unfolded_in_the_next_review(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)
    assert spoken_states(buttons(pane)["Show block"]) == (True, False, True)
    press(qtbot, pane, "Show block")
    assert spoken_states(buttons(pane)["Hide block"]) == (True, True, False)
    assert "««« EDIT" in words(pane)

    show_blocks(pane, replace(PROBLEM, undo="Apply a reply"))

    assert "Hide block" in buttons(pane)
    assert "««« EDIT" in words(pane)


def test_a_file_with_nothing_but_places_has_no_arrow_that_would_fold_it(qtbot: QtBot, pane: DiffPane) -> None:
    accepted = FileReview("src/x.py", Kind.CHANGED, Decision.ACCEPTED, 1, 1, 1)
    other = replace(accepted, path="src/a.py", decision=Decision.UNDECIDED)
    show_blocks(pane, replace(PROBLEM, files=(other, accepted)))
    pane.show_content(changed_at(90, path="src/a.py"))  # the accepted one is gone to no more
    settle()
    fold = next(head for head in pane.findChildren(FileHead) if head.file.path == "src/x.py").findChild(IconButton)
    assert fold.isVisible()
    assert fold.accessibleName() == "Unfold src/x.py"

    show_blocks(pane, replace(PROBLEM, files=(other,)))
    head = next(head for head in pane.findChildren(FileHead) if head.isVisible() and head.file.path == "src/x.py")
    for _ in range(2):
        assert not head.findChild(IconButton).isVisible()
        assert head.accessibleName() == "src/x.py, nothing placed"
        assert "Leading anchor not found" in words(pane)
        qtbot.mouseClick(head, Qt.MouseButton.LeftButton)

    show_blocks(pane, replace(PROBLEM, files=(other, replace(accepted, decision=Decision.UNDECIDED))))
    assert "hunk 1 of 1" in pane.splitter.editors[0].toPlainText()


def test_elsewhere_asks_for_the_file_of_the_block_at_the_chosen_place(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    with qtbot.waitSignal(pane.blocks.elsewhere_requested) as wish:
        press(qtbot, pane, "Elsewhere…")
    assert wish.args == [1, 41]

    press(qtbot, pane, "line 112 · 61 % in src/x.py")
    with qtbot.waitSignal(pane.blocks.elsewhere_requested) as wish:
        press(qtbot, pane, "Elsewhere…")
    assert wish.args == [1, 112]


def test_the_model_is_asked_again_but_not_for_what_no_edit_can_do(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)
    with qtbot.waitSignal(pane.blocks.retry_requested) as wish:
        press(qtbot, pane, "Retry with the model")
    assert wish.args == [1]

    for reason in (Reason.BINARY, Reason.NO_EDIT):
        show_blocks(pane, replace(PROBLEM, outcomes=(replace(PROBLEM.outcomes[0], reason=reason),)))
        assert "Retry with the model" not in buttons(pane)


FILE = FileReview("src/x.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)


def test_a_place_in_doubt_offers_to_accept_its_file_all_the_same(qtbot: QtBot, pane: DiffPane) -> None:
    several = replace(reviews.applied("a.py"), lines=(9, 31), flags=frozenset({Flag.SEVERAL_PLACES}))
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    show_blocks(pane, replace(reviews.EMPTY, files=(file,), outcomes=(several,)))

    with qtbot.waitSignal(pane.blocks.accept_requested) as wish:
        press(qtbot, pane, "Accept file anyway")

    assert wish.args == ["a.py"]


def test_a_place_in_doubt_shows_the_searched_text_against_what_stood_there(qtbot: QtBot, pane: DiffPane) -> None:
    stood = "\n".join(("return sum(items)", *(f"line {number}" for number in range(20))))
    fuzzy = replace(reviews.applied("src/x.py", how=Rung.FUZZY), stood=stood)
    file = FileReview("src/x.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.ASKS}))
    show_blocks(pane, replace(reviews.EMPTY, files=(file,), outcomes=(fuzzy,)))

    told = words(pane)
    assert f"{MINUS} searched   + stood there" in told
    assert f"{MINUS} return sum(xs)" in told
    assert "+ return sum(items)" in told
    assert "line 19" not in told  # long ones are folded

    press(qtbot, pane, "Show all 23 lines")

    qtbot.waitUntil(lambda: "line 19" in words(pane))

    show_blocks(
        pane, replace(reviews.EMPTY, files=(file,), outcomes=(replace(fuzzy, stood="\n".join(fuzzy.block.searched)),))
    )

    assert "stood there" not in words(pane)  # there are no signs to be explained


def test_blocks_that_name_no_file_stand_at_the_top_below_a_head_of_their_own_and_all_files_are_counted(
    pane: DiffPane, qtbot: QtBot
) -> None:
    lost = replace(reviews.not_found(""), reason=Reason.NO_PATH, nearest=())
    show_blocks(pane, replace(reviews.ONE, outcomes=(lost, reviews.not_found("src/lost.py", number=2))))

    rows = pane.splitter.rows
    assert rows[0].kind is RowKind.HEAD
    assert "No file named" in pane.splitter.main.toPlainText().split("\n")[1]
    assert rows[2].inset is not None

    pane.resize(900, 260)
    for row, said in (
        (0, "2 files | 1 undecided · 1 with nothing placed · +12 −4"),
        (2, "No file named"),
        (7, "src/lost.py | nothing placed"),
    ):
        pane.splitter.go_to(row, above=0)
        qtbot.waitUntil(lambda said=said: says(pane.findChild(Header)) == said)


def test_the_place_of_a_block_is_stepped_to_and_seen_whole(qtbot: QtBot, pane: DiffPane) -> None:
    file = FileReview("src/x.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)
    show_blocks(pane, replace(PROBLEM, files=(file,)))
    place = pane.findChild(BlockPlace)
    pane.splitter.go_to(len(pane.splitter.rows) - 1)

    pane.setFocus()
    qtbot.keyClick(pane.splitter.main, "k")
    qtbot.keyClick(pane.splitter.main, "k")

    assert pane.blocks.current is not None
    assert pane.splitter.rect().contains(place.geometry())


def test_a_block_is_copied_as_it_was_written(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, PROBLEM)

    press(qtbot, pane, "Copy block")

    assert QGuiApplication.clipboard().text() == PROBLEM.outcomes[0].block.raw


def test_a_broken_block_shows_itself(qtbot: QtBot, pane: DiffPane) -> None:
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(reviews.ERRORS.outcomes[3],)))

    press(qtbot, pane, "Show block")

    qtbot.waitUntil(lambda: "««« EDIT" in words(pane))


def test_a_block_of_a_missing_file_is_not_offered_a_line_of_it(qtbot: QtBot, pane: DiffPane) -> None:
    near = Nearest("src/shop.py", line=1, count=0, similarity=0.87)
    missing = replace(reviews.not_found("src/shp.py"), reason=Reason.FILE_NOT_FOUND, nearest=(near,))
    show_blocks(pane, replace(reviews.EMPTY, outcomes=(missing,)))

    qtbot.waitUntil(lambda: "Dismiss" in buttons(pane))

    assert not any("lace" in name or "line" in name for name in buttons(pane))
    assert "nearest path 87 %: src/shop.py" in buttons(pane)
