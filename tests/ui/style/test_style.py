"""Promises of the look: one theme colours the whole application, and text can be read on it."""

import math
from itertools import combinations

import pytest
from pygments.token import STANDARD_TYPES
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListWidget, QPushButton, QToolButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from guillemet.settings import DiffColours, ThemeChoice
from guillemet.ui.diff.diff_editor import CHOSEN
from guillemet.ui.diff.formatting import Formats, blank_colour, contrast
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT, Theme, with_diff_colours
from guillemet.ui.widgets.controls import button, read_only_text
from guillemet.ui.widgets.fields import AmountBox, CheckBox, ChoiceBox, NumberBox
from tests.kit.hands import show

PAGES = [with_diff_colours(theme, pair) for theme in (LIGHT, DARK) for pair in DiffColours]
every_page = pytest.mark.parametrize(
    "theme", PAGES, ids=[f"{theme.name}, {pair}" for theme in (LIGHT, DARK) for pair in DiffColours]
)
LEAST_DISTANCE = 12
"""In CIELAB; 2 can just be told apart side by side."""


def distance(one: str, other: str) -> float:
    """Return how different two colours look: CIE76."""
    return math.dist(lab(one), lab(other))


def lab(colour: str) -> tuple[float, float, float]:
    parts = (QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_palette_and_the_look_in_force_are_those_of_the_theme(qapp: QApplication, theme: Theme) -> None:
    style.apply(qapp, style.Style(theme, 13))

    assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(theme.pane)
    assert style.current() == style.Style(theme, 13)
    assert style.current().code_font().pointSize() == 13


@pytest.mark.qt_log_ignore("does not support raise")
def test_names_that_look_like_html_are_shown_as_they_are(qapp: QApplication, qtbot: QtBot) -> None:
    style.apply(qapp, style.Style(LIGHT, 13))
    name = QLabel("<img src='x'>.py")
    qtbot.addWidget(name)
    name.ensurePolished()
    QToolTip.showText(QPoint(5, 5), name.text(), name)
    tips = [one for one in qapp.topLevelWidgets() if isinstance(one, QLabel) and one is not name]
    (tip,) = (one for one in tips if one.text() == name.text())

    assert {name.textFormat(), tip.textFormat()} == {Qt.TextFormat.PlainText}
    tip.deleteLater()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_text_colour_can_be_read_on_panes_and_cards(theme: Theme) -> None:
    for colour in (theme.text, theme.dim, theme.good, theme.warn, theme.bad, theme.accent):
        assert contrast(colour, theme.pane) >= 4.5
        assert contrast(colour, theme.raised) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_text_colour_can_be_read_on_a_selected_row(theme: Theme) -> None:
    for colour in (theme.text, theme.dim, theme.good, theme.warn, theme.bad, theme.accent):
        assert contrast(colour, theme.selection) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_chip_can_be_read(theme: Theme) -> None:
    for colour in (theme.dim, theme.good, theme.warn, theme.bad, theme.accent):
        assert contrast(colour, style.blend(colour, theme.pane, 0.14).name()) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_line_numbers_can_be_read_on_the_gutter(theme: Theme) -> None:
    for back in (theme.gutter, theme.filler, theme.fold):
        assert contrast(theme.gutter_text, back) >= 4.5


@every_page
def test_code_can_be_read_on_all_that_lies_behind_it(theme: Theme) -> None:
    formats = Formats(theme)
    changed = (theme.added, theme.added_word, theme.removed, theme.removed_word, theme.moved_from, theme.moved_to)

    for kind in STANDARD_TYPES:
        shown = formats.syntax(kind)
        colour = theme.text if shown.isEmpty() else shown.foreground().color().name()
        lines = (theme.added, theme.removed, theme.moved_from, theme.moved_to)
        chosen = (style.blend(theme.selected_text, back, CHOSEN).name() for back in lines)
        for back in (theme.pane, *changed, *chosen):
            assert contrast(colour, back) >= 4.5, (kind, back)
    for back in (theme.found, theme.found_now, theme.selected_text):
        assert contrast(theme.text, back) >= 4.5


@every_page
def test_selected_letters_changed_words_and_places_found_look_different(theme: Theme) -> None:
    backs = {
        "pane": theme.pane,
        "selected": theme.selected_text,
        "found": theme.found,
        "found now": theme.found_now,
        "added": theme.added_word,
        "removed": theme.removed_word,
    }
    near = [pair for pair in combinations(backs, 2) if distance(*(backs[name] for name in pair)) < LEAST_DISTANCE]

    assert near == []


@every_page
def test_added_removed_and_moved_lines_look_different(theme: Theme) -> None:
    backs = (theme.pane, theme.added, theme.removed, theme.moved_from, theme.fold)

    assert [pair for pair in combinations(backs, 2) if distance(*pair) < 4] == []
    for line, word in ((theme.added, theme.added_word), (theme.removed, theme.removed_word)):
        assert distance(line, word) >= LEAST_DISTANCE


def test_code_is_coloured_more_quietly_than_what_changed() -> None:
    for theme in (LIGHT, DARK):
        strongest = max(math.hypot(*lab(colour)[1:]) for _, colour in theme.syntax)
        assert strongest < min(math.hypot(*lab(mark)[1:]) for mark in (theme.added_mark, theme.removed_mark))


@every_page
def test_signs_and_lines_that_mean_something_can_be_seen(theme: Theme) -> None:
    changed = (theme.added, theme.removed, theme.added_word, theme.removed_word)
    rows = (theme.pane, theme.added, theme.removed, theme.moved_from, theme.moved_to, theme.filler, theme.fold)
    surfaces = (theme.pane, theme.raised, theme.window)
    icons = (theme.text, theme.dim, theme.good, theme.warn, theme.bad, theme.accent)
    signs = {
        "mark": ((theme.added_mark, theme.removed_mark, theme.warn, theme.accent), (theme.gutter,)),
        "blank": ((blank_colour(theme),), changed),
        "row of the text cursor": ((theme.accent,), rows),
        "icon": (icons, (*surfaces, theme.selection)),
        "arrow of a fold": ((theme.gutter_text,), (theme.fold, theme.gutter)),
        "scroll bar": ((style.thumb(theme),), surfaces),
        "progress": ((theme.accent,), (theme.border,)),
        "chosen decision": ((theme.pane,), (theme.good, theme.bad)),
    }

    faint = [
        (name, sign, back)
        for name, (colours, backs) in signs.items()
        for sign in colours
        for back in backs
        if contrast(sign, back) < 3
    ]
    assert faint == []


@every_page
def test_counts_of_changed_lines_can_be_read_and_have_the_colours_of_the_diff(theme: Theme) -> None:
    for count, mark in ((theme.added_text, theme.added_mark), (theme.removed_text, theme.removed_mark)):
        for back in (theme.pane, theme.raised, theme.selection):
            assert contrast(count, back) >= 4.5
        hues = [QColor(colour).hsvHue() for colour in (count, mark)]
        assert min(abs(hues[0] - hues[1]), 360 - abs(hues[0] - hues[1])) < 30


def test_fold_text_can_be_read() -> None:
    for theme in (LIGHT, DARK):
        assert contrast(Formats(theme).fold.foreground().color().name(), theme.fold) >= 4.5


def test_a_chosen_font_comes_before_the_systems_and_keeps_its_size(qapp: QApplication) -> None:  # noqa: ARG001
    font = style.Style(font_size=13, font_family="Some Mono").code_font()

    assert font.families()[0] == "Some Mono"
    assert len(font.families()) == 2
    assert font.pointSize() == 13


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_no_placeholder_is_left_in_the_style_sheet(theme: Theme) -> None:
    assert "@" not in style.style_sheet(style.Style(theme))


def test_a_chosen_theme_wins_over_the_desktops(qapp: QApplication) -> None:
    assert style.theme_for(ThemeChoice.DARK, qapp) is DARK
    assert style.theme_for(ThemeChoice.LIGHT, qapp) is LIGHT


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_all_fields_have_one_frame(qapp: QApplication, qtbot: QtBot, theme: Theme) -> None:
    style.apply(qapp, style.Style(theme, 13))
    frames = set()
    for field in (QLineEdit(), NumberBox(), AmountBox(), ChoiceBox(), read_only_text("Text")):
        qtbot.addWidget(field)
        field.resize(160, 32)
        picture = field.grab().toImage()
        at = picture.height() // 2
        frames.add(tuple(picture.pixelColor(x, at).name() for x in (0, 1)))

    assert frames == {(theme.border, theme.pane)}


def test_text_begins_at_one_place_in_all_fields(qapp: QApplication, qtbot: QtBot) -> None:
    style.apply(qapp, style.Style(LIGHT, 13))
    choice, editable = ChoiceBox(), ChoiceBox()
    editable.setEditable(True)
    for box in (choice, editable):
        box.addItem("H")
    number, amount = NumberBox(), AmountBox()
    for counter in (number, amount):
        counter.setSpecialValueText("H")
    begins = set()
    for field in (QLineEdit("H"), choice, editable, number, amount):
        qtbot.addWidget(field)
        field.resize(160, 32)
        picture = field.grab().toImage()
        row = [picture.pixelColor(x, picture.height() // 2 + 3).lightness() for x in range(2, 100)]
        begins.add(next(x for x, light in enumerate(row) if light < 128))

    assert len(begins) == 1


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_ticked_box_is_filled_with_the_accent(qapp: QApplication, qtbot: QtBot, theme: Theme) -> None:
    style.apply(qapp, style.Style(theme, 13))
    box = CheckBox("On")
    qtbot.addWidget(box)
    box.setChecked(True)
    picture = box.grab().toImage()
    rows = range(picture.height())

    assert theme.accent in {picture.pixelColor(x, y).name() for x in range(12) for y in rows}


def test_a_box_to_tick_has_a_frame_in_the_accent_while_it_has_the_focus(qapp: QApplication, qtbot: QtBot) -> None:
    style.apply(qapp, style.Style(DARK, 13))
    box = show(qtbot, CheckBox("Amend"), width=100, height=30)
    for is_checked in (True, False):
        box.setChecked(is_checked)
        for give, has_frame in ((box.setFocus, True), (box.clearFocus, False)):
            give()
            qtbot.waitUntil(lambda has_frame=has_frame: box.hasFocus() is has_frame)
            picture = box.grab().toImage()
            edge = {picture.pixelColor(x, 0).name() for x in range(10, 60)}
            assert (DARK.accent in edge) is has_frame, (is_checked, has_frame)


def test_a_quiet_button_that_is_chosen_looks_other_than_the_others(qapp: QApplication, qtbot: QtBot) -> None:
    style.apply(qapp, style.Style(LIGHT, 13))
    backs = set()
    for is_chosen in (True, False):
        choice = button("Swipe", "quiet")
        qtbot.addWidget(choice)
        choice.setCheckable(True)
        choice.setChecked(is_chosen)
        picture = choice.grab().toImage()
        backs.add(picture.pixelColor(4, picture.height() // 2).name())

    assert len(backs) == 2


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_chosen_button_that_has_the_focus_looks_other_than_without_it(
    qapp: QApplication, qtbot: QtBot, theme: Theme
) -> None:
    style.apply(qapp, style.Style(theme, 13))
    window = QWidget()
    qtbot.addWidget(window)
    made: list[tuple[QPushButton | QToolButton, str]] = [
        (QPushButton("line 9", window), role) for role in ("", "quiet")
    ]
    made += [(QToolButton(window), role) for role in ("", "icon", "quiet", "choice")]
    made += [(QPushButton("2 accepted", window), "link")]
    for chosen, role in made:
        chosen.setProperty("role", role)
        chosen.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        chosen.setCheckable(True)
        chosen.setChecked(True)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()

    for chosen, role in made:
        chosen.clearFocus()
        without = chosen.grab().toImage()
        chosen.setFocus(Qt.FocusReason.TabFocusReason)
        assert chosen.hasFocus()
        assert chosen.grab().toImage() != without, (chosen, role)


def test_the_rows_of_a_bordered_list_leave_its_round_corners_free(qtbot: QtBot, qapp: QApplication) -> None:
    style.apply(qapp, style.Style(LIGHT))
    shown = QListWidget()
    shown.setProperty("role", "list")
    shown.addItem("selected")
    shown.setCurrentRow(0)
    qtbot.addWidget(shown)
    shown.resize(200, 100)
    image = shown.grab().toImage()

    assert image.pixelColor(style.LIST_EDGE, style.LIST_EDGE).name() == LIGHT.selection
    assert image.pixelColor(style.LIST_EDGE - 1, style.LIST_EDGE - 1).name() != LIGHT.selection
