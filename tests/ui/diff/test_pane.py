"""The diff pane, as a user who clicks and types meets it: its head and foot, looks and decisions."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QScrollBar, QSplitter
from pytestqt.qtbot import QtBot

from guillemet.engine.review import Decision, FileReview, HunkState, Kind
from guillemet.settings import Look, WhiteSpace
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.header import Header
from guillemet.ui.diff.header_menus import LookChoice
from guillemet.ui.diff.overview import Overview
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK
from guillemet.ui.widgets.find_bar import FindBar
from guillemet.ui.widgets.shortened import Shortened, ShortenedPath
from tests.kit.hands import show
from tests.kit.reviews import hunks
from tests.ui.diff.hands import THREE, button, changed_at, checked, choose, press, resize, says, settle, shown


def test_the_header_names_the_file_how_it_matched_and_how_much_changes(pane: DiffPane) -> None:
    assert "src/app.txt | exact · 3 hunks · +3 −3" in says(pane)

    # Of hunks that were decided, what is shown no more counts as it does in the list.
    divided = hunks(HunkState.ACCEPTED, HunkState.WAITING, HunkState.REJECTED)
    review = FileReview("src/app.txt", Kind.CHANGED, Decision.UNDECIDED, 12, 5, 3, divided=divided)
    pane.findChild(Header).show_content(THREE, review)
    assert "exact · 2 of 3 hunks decided · +12 −5" in says(pane)
    files = [review, replace(review, decision=Decision.REJECTED)]
    pane.findChild(Header).show_files(files, WhiteSpace.ALL)
    assert "2 files | 1 undecided · +12 −5 |" in says(pane)
    pane.findChild(Header).show_files(files, WhiteSpace.NOT_TRAILING)
    assert "1 undecided · +12 −5 · white space at line ends ignored" in says(pane)
    pane.findChild(Header).show_files(files[1:] * 2, WhiteSpace.ALL)
    assert "2 files | hunk" in says(pane)


def test_the_options_open_the_find_bar(pane: DiffPane) -> None:
    choose(pane, "Diff options", "Find…")

    assert pane.findChild(FindBar).findChild(QLineEdit).isVisible()


def test_a_path_is_shown_whole_before_anything_of_the_summary(pane: DiffPane) -> None:
    path = "src/" + "deep/" * 8 + "module.py"
    pane.show_content(changed_at(40, 80, 120, path=path))
    resize(pane, 620, 400)

    label = next(one for one in pane.findChildren(QLabel) if one.text() == path)
    assert label.width() >= label.sizeHint().width()


def test_the_name_at_the_top_stands_whole_beside_the_count_of_comments(qapp: QApplication, pane: DiffPane) -> None:
    style.apply(qapp, style.Style(DARK, 10))
    head = pane.findChild(Header)
    content = replace(THREE, texts=replace(THREE.texts, path="src/shop/parts/app.txt"))
    review = FileReview(content.path, Kind.CHANGED, Decision.UNDECIDED, 3, 3, 3)
    head.show_content(content, review, comments=2)
    path = next(one for one in head.findChildren(ShortenedPath) if one.text() == "src/shop/parts/app.txt")

    resize(pane, 480, 400)
    assert path.width() >= path.sizeHint().width()
    assert button(pane, "2 comments on src/shop/parts/app.txt").isVisible()
    look = pane.findChild(LookChoice)
    assert look.isVisible()
    assert look.text() == ""
    resize(pane, 900, 400)
    assert look.text()
    assert look.accessibleName() == f"Look of the diff: {look.text().lower()}"


def test_the_footer_says_what_was_decided(pane: DiffPane) -> None:
    pane.show_decision(Decision.ACCEPTED)

    assert not button(pane, "Accepted").isEnabled()
    assert button(pane, "Reject file").isEnabled()


def test_what_the_footer_has_no_room_for_is_left_out_and_nothing_is_cut(qtbot: QtBot, pane: DiffPane) -> None:
    decisions = [button(pane, name) for name in ("Accept file", "Reject file")]

    footer = pane.findChild(Footer)
    footer.resize(340, footer.height())
    assert all(one.width() >= one.sizeHint().width() for one in decisions), "also at once"
    resize(pane, 340, 400)
    qtbot.waitUntil(lambda: all(one.isVisible() and one.width() >= one.sizeHint().width() for one in decisions))
    assert "line 40" not in says(pane)


def test_words_about_a_place_are_shortened_where_some_of_them_fit(pane: DiffPane) -> None:
    words = "placed, indentation. The new lines are not indented as the old ones or the file."
    footer = pane.findChild(Footer)
    footer.show_place(words)
    place = next(one for one in footer.findChildren(Shortened) if one.text() == words)
    resize(pane, 800, 400)

    assert place.isVisible()
    assert 100 < place.width() < place.sizeHint().width()
    assert button(pane, "Accept file").width() >= button(pane, "Accept file").sizeHint().width()


def test_an_answer_to_a_key_is_read_before_the_hunk_and_the_comment_where_room_is_short(
    qtbot: QtBot, pane: DiffPane
) -> None:
    footer, answer = pane.findChild(Footer), "No changed line is selected. Select lines, or go to a hunk."
    resize(pane, 660, 400)
    assert "hunk 1 of" in says(pane)
    footer.show_place(answer, is_answer=True)

    place = next(one for one in footer.findChildren(Shortened) if one.text() == answer)
    qtbot.waitUntil(lambda: place.isVisible() and place.width() > 0.75 * place.sizeHint().width())
    assert not footer.comment.isVisible()
    footer.end_answer()
    assert "hunk 1 of" in says(pane)
    assert footer.comment.isVisible()


def test_the_lines_keep_their_room_while_the_foot_offers_nothing(pane: DiffPane) -> None:
    footer = pane.findChild(Footer)
    before = footer.sizeHint().height()

    footer.offer_decision(can=False)
    footer.show_hunk(-1, 0, "")
    assert not any(one.isVisible() for one in footer.findChildren(QAbstractButton))
    assert footer.sizeHint().height() == before


def test_the_foot_without_arrows_begins_where_the_head_does(pane: DiffPane) -> None:
    footer = pane.findChild(Footer)
    footer.offer_decision(can=False)
    footer.show_hunk(-1, 0, "")
    footer.show_place("line 1")
    settle()

    place = next(one for one in footer.findChildren(Shortened) if one.text() == "line 1")
    path = next(one for one in pane.findChildren(ShortenedPath) if one.text() == "src/app.txt")
    assert place.mapTo(pane, QPoint()).x() == path.mapTo(pane, QPoint()).x()


def test_where_all_lines_are_in_view_there_is_nothing_to_scroll_with(pane: DiffPane) -> None:
    resize(pane, 1000, 2_000)
    bar = next(bar for bar in pane.findChildren(QScrollBar) if bar.isVisible())

    assert not bar.isEnabled()


def test_u_shows_the_lines_of_both_sides_one_above_the_other(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "u")

    assert shown(pane)[4:6] == ["line 40", "LINE 40 is new"]


def test_u_tells_of_the_other_look(qtbot: QtBot, pane: DiffPane) -> None:
    with qtbot.waitSignal(pane.look.changed) as told:
        press(qtbot, pane, "u")

    assert told.args == [Look.UNIFIED]


def test_keys_go_on_working_after_the_look_has_changed(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "u", "j")

    assert "hunk 2 of 3" in says(pane)


def test_the_look_can_be_chosen_from_its_menu_and_left_to_the_width_again(pane: DiffPane) -> None:
    choose(pane, "Look of the diff: side by side", "Unified")

    assert "line 40" in shown(pane)
    assert button(pane, "Look of the diff: unified").text() == "Unified"
    assert checked(pane, "Look of the diff: unified") == ["Unified"]
    choose(pane, "Look of the diff: unified", "Side by side where there is room")
    assert checked(pane, "Look of the diff: side by side") == ["Side by side where there is room"]
    assert button(pane, "Look of the diff: side by side").text() == "Side by side"


WISHES: dict[str, Callable[[DiffPane], object]] = {
    "]": lambda pane: pane.next_file_requested,
    "[": lambda pane: pane.previous_file_requested,
}


@pytest.mark.parametrize("key", WISHES)
def test_a_letter_emits_its_wish_once(qtbot: QtBot, pane: DiffPane, key: str) -> None:
    told: list[tuple[object, ...]] = []
    WISHES[key](pane).connect(lambda *values: told.append(values))  # type: ignore[attr-defined]

    press(qtbot, pane, key)

    assert told == [()]


@pytest.mark.parametrize(("key", "name"), [(Qt.Key.Key_Down, "next"), (Qt.Key.Key_Up, "previous")])
def test_alt_and_an_arrow_wish_for_another_file(qtbot: QtBot, pane: DiffPane, key: Qt.Key, name: str) -> None:
    with qtbot.waitSignal(getattr(pane, f"{name}_file_requested")):
        qtbot.keyClick(pane.splitter.main, key, Qt.KeyboardModifier.AltModifier)


@pytest.mark.parametrize(("name", "signal"), [("Accept file", "accept_requested"), ("Reject file", "reject_requested")])
def test_a_button_wishes_for_the_decision(qtbot: QtBot, pane: DiffPane, name: str, signal: str) -> None:
    with qtbot.waitSignal(getattr(pane, signal)) as told:
        qtbot.mouseClick(button(pane, name), Qt.MouseButton.LeftButton)

    assert told.args == ["src/app.txt"]


def test_the_footer_says_what_the_line_of_the_cursor_is(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, Qt.Key.Key_Down)
    assert "line 41" in says(pane)

    press(qtbot, pane, Qt.Key.Key_Up)

    assert "line 40, changed" in says(pane)


def test_a_larger_font_makes_higher_rows(pane: DiffPane) -> None:
    before = pane.splitter.visible_rows()[0].height
    pane.set_font_size(20)

    assert pane.splitter.visible_rows()[0].height > before


def test_code_keeps_its_font_in_a_window_with_a_style_sheet(qtbot: QtBot, qapp: QApplication) -> None:
    qapp.setStyleSheet("QLabel { padding: 1px; }")
    try:
        pane, splitter = DiffPane(), QSplitter()
        qtbot.addWidget(splitter)
        splitter.addWidget(pane)
        splitter.show()

        assert [sheet.font() for sheet in pane.splitter.editors] == [style.current().code_font()] * 2
    finally:
        qapp.setStyleSheet("")


def test_a_theme_colours_the_changed_rows(pane: DiffPane) -> None:
    pane.set_theme(DARK)
    row = next(v for v in pane.splitter.visible_rows() if pane.splitter.rows[v.row].is_changed)

    viewport = pane.splitter.main.viewport()
    picture = viewport.grab().toImage()
    corner = picture.pixelColor(picture.width() - 5, round((row.top + 5) * picture.devicePixelRatio()))

    assert corner.name() == DARK.added


def test_every_control_has_a_name(pane: DiffPane) -> None:
    unnamed = [control for control in pane.findChildren(QAbstractButton) if not control.accessibleName()]

    assert unnamed == []
    assert [sheet.accessibleName() for sheet in pane.splitter.editors] == ["Before", "After"]


def test_in_a_short_diff_the_overview_marks_changes_beside_their_rows(qtbot: QtBot) -> None:
    pane = show(qtbot, DiffPane(), width=1000, height=480)
    pane.show_content(changed_at(40))
    strip = next(one for one in pane.findChildren(Overview) if one.isVisible())
    changed = next(seen for seen in pane.splitter.visible_rows() if pane.splitter.rows[seen.row].hunk == 0)

    def marked() -> list[int]:
        image = strip.grab().toImage()
        return [y for y in range(image.height()) if image.pixel(2, y) != image.pixel(2, image.height() - 1)]

    qtbot.waitUntil(lambda: bool(marked()) and abs(marked()[0] - changed.top) < changed.height)


def test_what_fits_the_pane_cannot_be_scrolled(qtbot: QtBot) -> None:
    pane = show(qtbot, DiffPane(), width=1000, height=480)

    pane.show_content(changed_at(40))

    bar = next(one for one in pane.findChildren(QScrollBar) if one.accessibleName() == "Scroll the diff")
    qtbot.waitUntil(lambda: bar.maximum() == 0)
