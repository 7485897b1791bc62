"""Promises of the look: one theme colours the whole application, and text can be read on it."""

import pytest
from pygments.token import STANDARD_TYPES
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from guillemet.settings import ThemeChoice
from guillemet.ui.diff.formatting import Formats
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT, Theme


def contrast(front: str, back: str) -> float:
    def luminance(colour: str) -> float:
        parts = (QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF())
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(front), luminance(back)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_palette_and_the_look_in_force_are_those_of_the_theme(qapp: QApplication, theme: Theme) -> None:
    style.apply(qapp, theme, 13)

    assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(theme.pane)
    assert style.current() == style.Style(theme, 13)
    assert style.current().code_font().pointSize() == 13


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


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_syntax_can_be_read_on_changed_words(theme: Theme) -> None:
    formats = Formats(theme)

    for kind in STANDARD_TYPES:
        shown = formats.syntax(kind)
        colour = theme.text if shown.isEmpty() else shown.foreground().color().name()
        for back in (theme.pane, theme.added, theme.added_word, theme.removed, theme.removed_word):
            assert contrast(colour, back) >= 4.5, (kind, back)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_no_placeholder_is_left_in_the_style_sheet(theme: Theme) -> None:
    assert "@" not in style.style_sheet(style.Style(theme))


def test_a_chosen_theme_wins_over_the_desktops(qapp: QApplication) -> None:
    assert style.theme_for(ThemeChoice.DARK, qapp) is DARK
    assert style.theme_for(ThemeChoice.LIGHT, qapp) is LIGHT
