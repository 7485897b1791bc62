"""Promises of the diff of all files in one document: heads, the file one is in, folding, decisions."""

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.document import document_of
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.rows import HEAD_HEIGHT, RowKind
from guillemet.engine.review import Decision, FileReview, FileTexts, HunkState, Kind, Part
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.header import Header
from guillemet.ui.diff.insets.diff_insets import InsetSource
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.widgets.find_bar import FindBar
from tests.kit import reviews
from tests.kit.hands import named, quick_presses
from tests.ui.diff.commenter import Keeper, say
from tests.ui.diff.hands import LINES, button, changed_at, find_count, press, resize, says, settle, shown

CONTENTS = {path: changed_at(*at, path=path) for path, at in {"a.txt": (40, 90), "b.txt": (60,), "c.txt": (5,)}.items()}


def files(decided: dict[str, Decision] | None = None) -> list[FileReview]:
    return [
        FileReview(path, Kind.CHANGED, (decided or {}).get(path, Decision.UNDECIDED), 1, 1, len(content.hunks))
        for path, content in CONTENTS.items()
    ]


@pytest.fixture
def all_files(pane: DiffPane) -> Iterator[DiffPane]:
    """Return the pane with three files in one document, at the first."""
    pane.set_continuous(is_continuous=True)
    pane.set_files(files())
    pane.show_content(CONTENTS["a.txt"])
    pane.set_contents(CONTENTS)
    pane.splitter.main.setFocus()
    return pane


def test_the_document_holds_the_files_that_are_listed_in_their_order(all_files: DiffPane) -> None:
    all_files.set_files(files(), order=("c.txt", "a.txt"))
    assert heads(all_files) == ["c.txt", "a.txt"]

    all_files.set_files(files(), order=("a.txt",))
    assert heads(all_files) == []

    all_files.set_files(files(), order=("c.txt", "b.txt", "a.txt"))
    assert heads(all_files) == ["c.txt", "b.txt", "a.txt"]
    assert content(all_files).path == "a.txt"


def content(pane: DiffPane) -> DiffContent:
    assert pane.content is not None
    return pane.content


def heads(pane: DiffPane) -> list[str]:
    document = pane.splitter.editors[0].document()
    rows = pane.splitter.rows
    return [document.findBlockByNumber(row + 1).text() for row in rows.heads if rows[row].kind is RowKind.HEAD]


def test_the_edge_of_a_head_is_seen_over_a_widget_that_was_made_after_it(all_files: DiffPane) -> None:
    resize(all_files, 1000, 1200)
    source = InsetSource(lambda _, parent: QFrame(parent), all_files)
    all_files.insets.add(source)
    source.set_insets([Inset("note", Place("a.txt", is_old=False, line=92), name="Note")])
    settle()
    head = next(one for one in all_files.findChildren(FileHead) if one.file.path == "b.txt" and one.isVisible())
    widget = source.widget("note")

    assert widget is not None
    siblings = head.parentWidget().children()
    assert siblings.index(widget) < siblings.index(head)


def test_all_files_stand_below_each_other_under_their_heads(all_files: DiffPane) -> None:
    assert heads(all_files) == ["a.txt", "b.txt", "c.txt"]
    assert [line for line in shown(all_files) if line.startswith("LINE")] == [
        "LINE 40 is new",
        "LINE 90 is new",
        "LINE 60 is new",
        "LINE 5 is new",
    ]


def test_the_keys_of_hunks_go_on_from_file_to_file(qtbot: QtBot, all_files: DiffPane) -> None:
    with qtbot.waitSignal(all_files.file_entered) as entered:
        press(qtbot, all_files, "j", "j")

    assert entered.args == ["b.txt"]
    assert content(all_files).path == "b.txt"
    assert "hunk 1 of 1" in says(all_files)


@pytest.mark.parametrize("path", ["b.txt", "c.txt"])
def test_a_file_shown_before_a_new_width_is_laid_out_is_the_current_one(all_files: DiffPane, path: str) -> None:
    all_files.look.set_wrap(wraps=True)
    settle()

    all_files.resize(700, 300)
    all_files.show_content(CONTENTS[path])
    settle()

    view = all_files.findChild(DiffView)
    marked = view.document.file_of_hunk(view.stops.hunk or 0)
    assert [view.document.files[number].path for number in (view.current.file, marked)] == [path] * 2
    assert view.stops.shows_hunk(view.stops.hunk or 0)


def test_scrolling_to_another_file_names_it_at_the_top(qtbot: QtBot, all_files: DiffPane) -> None:
    all_files.resize(1000, 260)
    row = all_files.splitter.rows.heads[1] + 2
    with qtbot.waitSignal(all_files.file_entered):
        all_files.splitter.go_to(row, above=0)

    qtbot.waitUntil(lambda: "b.txt" in says(all_files))
    assert content(all_files).path == "b.txt"

    header = all_files.findChild(Header)
    assert isinstance(header, Header)
    for key in "oo":  # folds moved the heads, and nobody scrolled
        resize(all_files, 1000, 480)
        all_files.show_content(CONTENTS["b.txt"])
        press(qtbot, all_files, key)
        settle()
        assert header.path not in shown_heads(all_files)
    Keeper(all_files)
    all_files.show_content(CONTENTS["c.txt"])
    press(qtbot, all_files, "c")
    settle()
    assert header.path not in shown_heads(all_files)
    say(qtbot, all_files, "why?")
    settle()
    assert header.path not in shown_heads(all_files)


def test_the_footer_names_and_decides_the_file_of_the_hunk_that_the_keys_decide(all_files: DiffPane) -> None:
    footer = all_files.findChild(Footer)
    resize(all_files, 1000, 1200)
    rows = all_files.splitter.rows
    line = next(row for row in range(rows.heads[1], len(rows)) if rows[row].kind is RowKind.SAME)
    all_files.splitter.enter(line)

    assert content(all_files).path == "b.txt"
    assert in_footer(all_files) == ["b.txt · hunk 1 of 1", "line 57"]
    assert (footer.accept.text(), footer.reject.text()) == ("Accept b.txt", "Reject b.txt")

    resize(all_files, 1000, 260)
    all_files.splitter.go_to(0, above=0)
    settle()

    assert content(all_files).path == "a.txt"
    assert in_footer(all_files) == ["a.txt · hunk 1 of 2", ""]

    all_files.splitter.go_to(rows.heads[1] - 1, above=0)  # below the last hunk of a.txt
    settle()

    assert in_footer(all_files)[0] == "b.txt · hunk 1 of 1"
    assert footer.accept.text() == "Accept b.txt"


def test_the_head_that_stays_offers_and_names_its_file_whichever_is_current(qtbot: QtBot, all_files: DiffPane) -> None:
    header, footer, splitter = all_files.findChild(Header), all_files.findChild(Footer), all_files.splitter
    head_of_b = splitter.rows.heads[1]
    resize(all_files, 1000, 400)
    splitter.enter(splitter.rows.hunk_row(2))
    splitter.keep_at(head_of_b - 2, 0)
    settle()

    assert (content(all_files).path, marked_heads(all_files)) == ("b.txt", ["b.txt"])
    assert (header.path, header.is_current, footer.accept.text()) == ("a.txt", False, "Accept b.txt")
    for words, control, requested in (
        ("Accept a.txt", header.decision.accept, all_files.accept_requested),
        ("Reject a.txt", header.decision.reject, all_files.reject_requested),
    ):
        assert control.text() == words  # the keys are about the file that is marked
        with qtbot.waitSignal(requested) as asked:
            qtbot.mouseClick(control, Qt.MouseButton.LeftButton)
        assert asked.args == ["a.txt"]

    splitter.keep_at(head_of_b + HEAD_HEIGHT, 0)
    settle()
    assert (content(all_files).path, header.is_current) == ("b.txt", True)
    assert (header.decision.accept.text(), footer.accept.text()) == ("Accept", "Accept b.txt")


def marked_heads(pane: DiffPane) -> list[str]:
    return [path for path, head in shown_heads(pane).items() if head.is_current]


def test_a_hunk_at_the_start_of_a_file_is_gone_to_without_lines_of_the_file_above(
    qtbot: QtBot, all_files: DiffPane
) -> None:
    resize(all_files, 1000, 260)
    all_files.set_contents(CONTENTS | {"b.txt": changed_at(1, path="b.txt")})
    press(qtbot, all_files, "j", "j")

    assert content(all_files).path == "b.txt"
    assert all_files.splitter.top_index() == all_files.splitter.rows.heads[1]


def in_footer(pane: DiffPane) -> list[str]:
    """Return what the footer says of the hunk and the line."""
    return [shown.text() for shown in pane.findChild(Footer).findChildren(QLabel)][:2]


def test_a_file_that_is_picked_is_gone_to(all_files: DiffPane) -> None:
    all_files.show_content(CONTENTS["c.txt"])

    assert heads(all_files) == ["a.txt", "b.txt", "c.txt"]
    assert "hunk 1 of 1" in says(all_files)
    assert content(all_files).path == "c.txt"
    seen = {all_files.splitter.rows[visible.row].new for visible in all_files.splitter.visible_rows()}
    assert 2 * len(LINES) + 4 in seen


def test_the_only_file_that_a_commit_leaves_is_shown_without_those_that_went(all_files: DiffPane) -> None:
    all_files.set_files(files()[:1])

    assert heads(all_files) == []
    assert [line for line in shown(all_files) if line.startswith("LINE")] == ["LINE 40 is new", "LINE 90 is new"]


def test_a_decided_file_is_folded_to_its_head(all_files: DiffPane) -> None:
    all_files.set_files(files({"b.txt": Decision.ACCEPTED}))

    assert heads(all_files) == ["a.txt", "b.txt", "c.txt"]
    assert "LINE 60 is new" not in shown(all_files)


def test_a_decided_file_is_folded_again_once_another_one_is_gone_to_unless_it_was_unfolded_by_itself(
    qtbot: QtBot, all_files: DiffPane
) -> None:
    all_files.set_files(files({"b.txt": Decision.ACCEPTED}))
    for is_by_itself in (False, True):
        if is_by_itself:
            all_files.splitter.put_cursor(all_files.splitter.rows.heads[1])
            press(qtbot, all_files, Qt.Key.Key_Return)
        for path in ("b.txt", "c.txt"):
            all_files.show_content(CONTENTS[path])
            assert ("LINE 60 is new" in shown(all_files)) is (is_by_itself or path == "b.txt"), path


def test_what_one_file_becomes_stands_as_if_all_were_shown_for_the_first_time(
    qtbot: QtBot, all_files: DiffPane
) -> None:
    for wraps, lines in product((False, True), ((60, 120), (120,), (1, 60, 120, 200))):
        all_files.look.set_wrap(wraps=wraps)
        content = changed_at(*lines, path="b.txt", becomes="a longer line " * 20)
        all_files.set_contents({**CONTENTS, "b.txt": content})

        again = DiffPane()
        qtbot.addWidget(again)
        again.resize(all_files.size())
        again.set_continuous(is_continuous=True)
        again.look.set_wrap(wraps=wraps)
        again.show()
        again.set_files(files())
        again.show_content(CONTENTS["a.txt"])
        again.set_contents({**CONTENTS, "b.txt": content})
        assert laid_out(all_files) == laid_out(again)


def laid_out(pane: DiffPane) -> list[list[tuple[str, int]]]:
    """Return each row of each side, and how many lines high it is."""
    settle()
    documents = [editor.document() for editor in pane.splitter.editors]
    blocks = [[text.findBlockByNumber(row) for row in range(text.blockCount())] for text in documents]
    return [[(block.text(), block.lineCount()) for block in side] for side in blocks]


def test_the_head_of_a_long_path_is_as_high_as_any_other(pane: DiffPane) -> None:
    path = "folder/" * 40 + "a.txt"
    long = changed_at(5, path=path)
    pane.set_continuous(is_continuous=True)
    pane.look.set_wrap(wraps=True)
    pane.set_files([FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1), *files()])
    pane.show_content(long)
    pane.set_contents({path: long} | CONTENTS)
    settle()

    assert heads(pane)[0].endswith("a.txt")
    rows = {visible.row: visible.height for visible in pane.splitter.visible_rows()}
    assert rows[1] == rows[0]


def test_folded_heads_share_the_line_between_them_and_cover_the_top(all_files: DiffPane) -> None:
    all_files.set_files(files(dict.fromkeys(CONTENTS, Decision.ACCEPTED)))
    settle()

    shown_heads = sorted(
        (head for head in all_files.splitter.findChildren(FileHead) if head.isVisible()), key=lambda head: head.y()
    )
    assert len(shown_heads) == 3
    assert shown_heads[0].y() < 0
    assert [upper.geometry().bottom() for upper in shown_heads[:-1]] == [lower.y() for lower in shown_heads[1:]]


def test_the_head_of_a_file_stays_its_own_when_another_one_leaves_the_view(all_files: DiffPane) -> None:
    resize(all_files, 1000, 1200)
    before = shown_heads(all_files)
    all_files.set_files(files(), order=("a.txt", "c.txt"))
    settle()

    assert shown_heads(all_files) == {path: before[path] for path in ("a.txt", "c.txt")}


def shown_heads(pane: DiffPane) -> dict[str, FileHead]:
    return {head.file.path: head for head in pane.splitter.findChildren(FileHead) if head.isVisible()}


def test_return_on_a_head_folds_and_unfolds_the_file(qtbot: QtBot, all_files: DiffPane) -> None:
    for is_there in (False, True):
        all_files.splitter.put_cursor(all_files.splitter.rows.heads[1])
        press(qtbot, all_files, Qt.Key.Key_Return)

        assert ("LINE 60 is new" in shown(all_files)) is is_there
        spoken = [head.accessibleName() for head in all_files.findChildren(FileHead) if head.isVisible()]
        assert any("b.txt" in name and name.endswith(", folded") for name in spoken) is not is_there


def test_a_head_decides_its_file(qtbot: QtBot, all_files: DiffPane) -> None:
    all_files.resize(1000, 700)
    all_files.splitter.go_to(all_files.splitter.rows.heads[1], above=2)
    with qtbot.waitSignal(all_files.accept_requested) as asked:
        qtbot.mouseClick(button(all_files, "Accept b.txt"), Qt.MouseButton.LeftButton)

    assert asked.args == ["b.txt"]


@pytest.mark.parametrize("is_continuous", [True, False])
def test_the_head_that_stays_decides_the_file_it_names(
    qtbot: QtBot, all_files: DiffPane, *, is_continuous: bool
) -> None:
    all_files.set_continuous(is_continuous=is_continuous)
    waiting, accepted, rejected, _ = HunkState
    divided = reviews.hunks(accepted, rejected, waiting, accepted)
    some = FileReview("a.txt", Kind.CHANGED, Decision.UNDECIDED, 2, 2, 4, divided=divided)
    all_files.set_files([some, *files()[1:]])
    all_files.splitter.go_to(10, above=0)
    qtbot.waitUntil(lambda: "a.txt | exact" in says(all_files))

    assert "3 of 4 hunks decided · +2 −2 · 2 accepted, 1 rejected" in says(all_files)
    header, footer = all_files.findChild(Header), all_files.findChild(Footer)
    assert isinstance(header, Header)
    assert isinstance(footer, Footer)
    name = "a.txt" if is_continuous else "file"
    for verb in ("accept", "reject"):
        in_head, below = getattr(header.decision, verb), getattr(footer, verb)
        assert (in_head.text(), below.text()) == (f"{verb.title()} rest", f"{verb.title()} rest of {name}")
    for what, requested in (
        ("Accept the rest of a.txt", all_files.accept_requested),
        ("Reject the rest of a.txt", all_files.reject_requested),
    ):
        with qtbot.waitSignal(requested) as asked:
            qtbot.mouseClick(button(all_files, what), Qt.MouseButton.LeftButton)
        assert asked.args == ["a.txt"]
    all_files.set_files(
        [
            replace(some, decision=Decision.ACCEPTED, divided=reviews.hunks(accepted, rejected, accepted, accepted)),
            *files()[1:],
        ]
    )
    all_files.show_content(CONTENTS["a.txt"])
    assert not button(all_files, "Accept a.txt").isVisible()
    assert "accepted · 3 of 4 hunks · exact · +2 −2 · 1 rejected" in says(all_files)


def test_the_wheel_scrolls_over_a_head_too(all_files: DiffPane) -> None:
    resize(all_files, 1000, 500)
    all_files.splitter.go_to(all_files.splitter.rows.heads[1], above=2)
    top = all_files.splitter.top_index()
    over: QWidget = button(all_files, "Fold b.txt")
    place = QPointF(over.rect().center())
    nothing_held = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    turned = QWheelEvent(place, over.mapToGlobal(place), QPoint(), QPoint(0, 120), *nothing_held, False)  # noqa: FBT003

    QApplication.sendEvent(over, turned)
    while not turned.isAccepted():  # Qt hands on only events of the system
        over = over.parentWidget()
        QApplication.sendEvent(over, turned)

    assert all_files.splitter.top_index() < top


def test_a_hunk_of_a_later_file_is_decided_by_the_lines_of_that_file(qtbot: QtBot, all_files: DiffPane) -> None:
    press(qtbot, all_files, "j", "j")
    with qtbot.waitSignal(all_files.decisions.accept_part_requested) as asked:
        press(qtbot, all_files, "y")

    assert asked.args == ["b.txt", Part(((59, 60),), ((59, 60),), "")]


@pytest.mark.parametrize("before", [Decision.ACCEPTED, Decision.REJECTED])
def test_the_buttons_of_a_hunk_decide_it_while_the_text_cursor_is_at_a_decided_file(
    qtbot: QtBot, all_files: DiffPane, before: Decision
) -> None:
    all_files.set_files(files({"a.txt": before}))
    all_files.show_decision(before)
    all_files.splitter.enter(0)
    assert content(all_files).path == "a.txt"
    asked = list[str]()
    all_files.accept_requested.connect(asked.append)
    all_files.decisions.accept_part_requested.connect(lambda path, _: asked.append(f"part of {path}"))

    qtbot.mouseClick(button(all_files, "Accept hunk 1 of 1"), Qt.MouseButton.LeftButton)

    assert asked in (["part of b.txt"], ["part of c.txt"])  # whichever of them is in view


def test_a_comment_in_a_later_file_is_on_its_own_lines(qtbot: QtBot, all_files: DiffPane) -> None:
    press(qtbot, all_files, "j", "j", "c")

    assert "Comment on b.txt, line 60" in says(all_files)


def height_of_cursor(pane: DiffPane) -> int:
    return pane.splitter.main.cursorRect().top()


def test_what_is_read_later_leaves_the_line_of_the_cursor_where_it_is(pane: DiffPane) -> None:
    resize(pane, 1000, 260)
    pane.set_continuous(is_continuous=True)
    pane.set_files(files())
    pane.show_content(CONTENTS["b.txt"])
    before = height_of_cursor(pane)

    pane.set_contents(CONTENTS)

    assert heads(pane) == ["a.txt", "b.txt", "c.txt"]
    assert height_of_cursor(pane) == before
    assert content(pane).path == "b.txt"
    assert "hunk 1 of 1" in says(pane)


def test_what_is_read_later_leaves_the_top_where_it_is_once_one_scrolled_on(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 260)
    pane.set_continuous(is_continuous=True)
    pane.set_files(files())
    pane.show_content(CONTENTS["a.txt"])
    pane.set_contents({path: CONTENTS[path] for path in ("a.txt", "c.txt")})
    pane.splitter.go_to(pane.splitter.rows.heads[2], above=0)
    qtbot.waitUntil(lambda: content(pane).path == "c.txt")
    top = pane.splitter.top()

    pane.set_contents(CONTENTS)

    assert pane.splitter.top() == top
    assert content(pane).path == "c.txt"


def test_a_hunk_out_of_view_is_shown_before_it_is_decided(qtbot: QtBot, all_files: DiffPane) -> None:
    resize(all_files, 1000, 260)
    splitter = all_files.splitter
    press(qtbot, all_files, *"++++++++")  # unchanged lines enough to fill the view
    splitter.go_to(splitter.rows.bar_row(2) - 18, above=0)
    assert not [visible for visible in splitter.visible_rows() if visible.shown.hunk is not None]

    with qtbot.assertNotEmitted(all_files.decisions.accept_part_requested):
        press(qtbot, all_files, "y")

    assert [visible for visible in splitter.visible_rows() if visible.shown.hunk is not None]
    with qtbot.waitSignal(all_files.decisions.accept_part_requested):
        press(qtbot, all_files, "y")


def test_one_file_at_a_time_can_be_chosen_and_left_again_at_the_same_hunk(qtbot: QtBot, all_files: DiffPane) -> None:
    view = all_files.findChild(DiffView)
    assert isinstance(view, DiffView)
    for key, path, hunk in (("j", "a.txt", "LINE 90"), ("j", "b.txt", "LINE 60")):
        press(qtbot, all_files, key)
        for is_continuous in (False, True):
            all_files.set_continuous(is_continuous=is_continuous)
            settle()
            assert heads(all_files) == ["a.txt", "b.txt", "c.txt"] * is_continuous
            assert content(all_files).path == path
            assert view.stops.hunk is not None
            assert view.stops.shows_hunk(view.stops.hunk)
            assert view.document.text_of_hunk(view.stops.hunk).added == (f"{hunk} is new",)


def test_what_is_typed_in_the_find_bar_unfolds_no_file(qtbot: QtBot, all_files: DiffPane) -> None:
    all_files.set_files(files({"b.txt": Decision.ACCEPTED}))
    all_files.open_find()
    field = all_files.findChild(FindBar).findChild(QLineEdit)
    assert isinstance(field, QLineEdit)

    field.setText("LINE 60 is")

    qtbot.waitUntil(lambda: "1 place in 1 file" in find_count(all_files))
    assert "LINE 60 is new" not in shown(all_files)


def test_a_long_file_is_folded_at_first_and_unfolded_to_go_to_its_line(pane: DiffPane) -> None:
    long = FileReview("a.txt", Kind.CHANGED, Decision.UNDECIDED, 30_000, 30_000, 2)
    pane.set_continuous(is_continuous=True)
    pane.set_files([long, *files()[1:]])
    pane.show_content(CONTENTS["a.txt"])
    pane.set_contents(CONTENTS)

    assert content(pane).path == "a.txt"
    assert "LINE 40 is new" not in shown(pane)

    pane.go_to_line(40)
    assert "LINE 40 is new" in shown(pane)
    assert pane.current_line().line == 39


def test_a_file_without_a_visible_hunk_is_gone_to_and_decided_at_its_head_once_it_is_seen(
    qtbot: QtBot, pane: DiffPane
) -> None:
    binary = prepare(FileTexts("b.txt", "", "", note="Binary file."))
    moved = prepare(FileTexts("d.txt", "same\n", "same\n"), kind=Kind.MOVED, moved_from="e.txt")
    contents = {**CONTENTS, "b.txt": binary, "d.txt": moved}
    long = FileReview("c.txt", Kind.CHANGED, Decision.UNDECIDED, 30_000, 30_000, 1)
    reviewed = [*files()[:2], long, FileReview("d.txt", Kind.MOVED, Decision.UNDECIDED, 0, 0, 0)]
    pane.set_continuous(is_continuous=True)
    pane.set_files(reviewed)
    pane.show_content(contents["a.txt"])
    pane.set_contents(contents)
    pane.splitter.main.setFocus()
    done: list[str] = []
    pane.accept_requested.connect(lambda path: done.append(f"accept {path}"))
    pane.reject_requested.connect(lambda path: done.append(f"reject {path}"))
    pane.decisions.accept_part_requested.connect(lambda path, _: done.append(f"accept part of {path}"))

    seen_files = [content(pane).path]
    for key in ("j", "j", "n", "j", "j", "k"):
        press(qtbot, pane, key)
        seen_files.append(content(pane).path)
    assert seen_files == ["a.txt", "a.txt", "b.txt", "c.txt", "d.txt", "d.txt", "c.txt"]
    assert "c.txt · folded" in says(pane)

    press(qtbot, pane, "y")
    assert done == []
    assert "LINE 5 is new" in shown(pane)
    assert "now, Ctrl+Alt+Y accepts all of it." in says(pane)
    press(qtbot, pane, "y")
    press(qtbot, pane, "j", "x")
    press(qtbot, pane, "k", "k", "y")
    assert done == ["accept part of c.txt", "reject d.txt", "accept b.txt"]

    pane.set_files([*files({"a.txt": Decision.ACCEPTED, "b.txt": Decision.ACCEPTED})[:2], *reviewed[2:]])
    pane.show_content(contents["d.txt"])
    assert "d.txt · whole file" in says(pane)
    pane.set_files([replace(file, decision=Decision.ACCEPTED) for file in reviewed[:3]] + reviewed[3:])
    press(qtbot, pane, "y")
    assert done[3:] == ["accept d.txt"]


def test_a_file_read_again_as_it_was_lays_nothing_out_again(all_files: DiffPane) -> None:
    before = all_files.splitter.rows

    all_files.show_content(changed_at(60, path="b.txt"))

    assert all_files.splitter.rows is before


def test_a_head_at_the_top_is_shown_whole_where_it_is_gone_to(all_files: DiffPane) -> None:
    resize(all_files, 1000, 260)  # so low that every file can be at the top
    splitter = all_files.splitter
    for head in splitter.rows.heads[1:]:
        splitter.go_to(head + HEAD_HEIGHT - 1, above=0)

        assert splitter.top_index() == head


def test_the_head_of_a_file_counts_its_comments_and_conflicts_whatever_the_width(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    head, path = FileHead(around, DiffRequests(around)), "src/parcel/amounts.py"
    file = document_of(changed_at(40, 90, path=path)).files[0]
    review = FileReview(
        path, Kind.CHANGED, Decision.UNDECIDED, 2, 2, 2, divided=reviews.hunks(HunkState.ACCEPTED, HunkState.REJECTED)
    )
    head.show_file(file, replace(review, conflicts=1), comments=2)
    around.resize(1200, 40)
    around.show()
    comments = named(head, QAbstractButton, f"2 comments on {path}")
    conflicts = named(head, QAbstractButton, f"1 conflict in {path}")

    for width in (1200, 600, 452):
        head.setGeometry(0, 0, width, 34)
        settle()
        assert (comments.isVisible(), comments.text()) == (True, "2")
        for control in (comments, conflicts):
            assert control.width() >= control.sizeHint().width()


def test_the_first_key_on_a_hunk_out_of_view_shows_it_and_says_so(qtbot: QtBot, all_files: DiffPane) -> None:
    resize(all_files, 1000, 300)
    decided: list[str] = []
    all_files.decisions.accept_part_requested.connect(lambda path, _: decided.append(path))
    rows = all_files.splitter.rows
    tail = rows.heads[1] - 2  # the last line shown below the last hunk of a.txt
    all_files.splitter.enter(tail)
    all_files.splitter.keep_at(tail, 0)
    settle()
    in_sight = {visible.shown.hunk for visible in all_files.splitter.visible_rows()} - {None}
    assert in_sight == {2}  # of b.txt; the foot and the letters are about a.txt, where the text cursor is
    assert "a.txt · hunk 1 of 2" in says(all_files)

    press(qtbot, all_files, "y")

    assert decided == []
    assert 0 in {visible.shown.hunk for visible in all_files.splitter.visible_rows()}
    assert "This hunk was out of view. Press again to decide it." in says(all_files)
    press(qtbot, all_files, "y")
    assert decided == ["a.txt"]


def test_a_press_in_a_file_with_notes_moves_no_row(qtbot: QtBot, all_files: DiffPane) -> None:
    noted = changed_at(60, path="b.txt", becomes=f"\u202e\u202e\u00a0{'long' * 600}")
    noted = prepare(replace(noted.texts, own_lines=(56,)))
    resize(all_files, 1400, 900)
    all_files.set_contents(CONTENTS | {"b.txt": noted})
    settle()
    editor = all_files.splitter.main
    row = editor.document().find("line 61").blockNumber()
    before = place_of(all_files, row)

    qtbot.mousePress(editor.viewport(), Qt.MouseButton.LeftButton, pos=editor.viewport().mapFromGlobal(before))
    settle()
    assert content(all_files).path == "b.txt"
    assert place_of(all_files, row) == before

    qtbot.mouseRelease(editor.viewport(), Qt.MouseButton.LeftButton, pos=editor.viewport().mapFromGlobal(before))
    head = next(one for one in all_files.findChildren(FileHead) if one.file.path == "b.txt" and one.isVisible())
    for words in (
        "2 hidden characters",
        "1 odd blank",
        "1 line changed on disk since the reply",
        "long lines in pieces",
    ):
        assert words in head.accessibleName()


def place_of(pane: DiffPane, row: int) -> QPoint:
    """Return where on the screen the middle of a row begins."""
    place = next(visible for visible in pane.splitter.visible_rows() if visible.row == row)
    return pane.splitter.main.viewport().mapToGlobal(QPoint(60, place.top + place.height // 2))


def test_a_rejected_file_that_changes_later_moves_the_reader_of_another_one_nowhere(
    qtbot: QtBot, all_files: DiffPane
) -> None:
    all_files.decisions.reject_part_requested.connect(lambda *_: all_files.decisions.begin())
    press(qtbot, all_files, "j", "j", "x")
    all_files.set_files(files({"b.txt": Decision.REJECTED}))
    all_files.show_content(CONTENTS["a.txt"])
    all_files.decisions.end(is_done=True)

    all_files.set_contents({**CONTENTS, "b.txt": changed_at(61, path="b.txt")})

    view = all_files.findChild(DiffView)
    assert (view.current.file, view.stops.hunk) == (0, 0)


def test_the_current_hunk_and_file_stay_current_in_whatever_size_and_back(all_files: DiffPane) -> None:
    all_files.look.follow_width()
    all_files.look.set_wrap(wraps=True)
    view, size = all_files.findChild(DiffView), (1400, 900)
    resize(all_files, *size)
    for path, hunk in (("a.txt", 1), ("b.txt", 2), ("c.txt", 3)):
        view.stops.go_to_hunk(hunk)
        for other in ((460, 200), (1400, 300), size):
            resize(all_files, *other)
            assert (content(all_files).path, view.stops.hunk) == (path, hunk), other


def test_a_click_on_a_head_leaves_it_under_the_pointer_and_a_second_one_toggles_no_other_file(
    qtbot: QtBot, all_files: DiffPane
) -> None:
    press(qtbot, all_files, "o")  # all unchanged lines, or there would be little to scroll
    all_files.show_content(CONTENTS["c.txt"])  # the text cursor is in the last file, below the head
    all_files.set_contents(CONTENTS)
    settle()
    all_files.splitter.show_row(all_files.splitter.rows.heads[1])
    head = named(all_files, FileHead, "b.txt, exact · 1 hunk · +1 −1")
    for at in (10_000, 20_000):
        place = head.mapTo(all_files, QPoint(60, 12))
        quick_presses(head, QPoint(60, 12), at, at + 100)
        settle()
        head = next(one for one in all_files.findChildren(FileHead) if one.isVisible() and one.file.path == "b.txt")
        assert head.mapTo(all_files, QPoint(60, 12)) == place
    assert not any(one.file.is_closed for one in all_files.findChildren(FileHead) if one.isVisible())
