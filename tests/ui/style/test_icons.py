"""Promises of the icons: own drawings, in one manner, sharp at every scale."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QAction, QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from guillemet.bundled import bundled
from guillemet.ui.style import style
from guillemet.ui.style.icons import _PAINTED, SIZE, pixmap
from guillemet.ui.style.theme import DARK, LIGHT, Theme
from guillemet.ui.widgets.context_menu import TickMenu
from guillemet.ui.widgets.controls import IconButton
from tests.kit.cases import each

DRAWINGS = sorted(bundled("icons/symbols").glob("*.svg"))
ICONS = [*(drawing.stem for drawing in DRAWINGS), *_PAINTED]


@each("drawing", DRAWINGS)
def test_every_drawing_is_of_strokes_of_one_weight_on_one_grid(drawing: Path) -> None:
    text = drawing.read_text(encoding="utf-8")

    assert 'viewBox="0 0 16 16"' in text
    assert re.findall(r'(stroke-width|fill|stroke)="(.*?)"', text) == [
        ("fill", "none"),
        ("stroke", "#000000"),
        ("stroke-width", "1.5"),
    ]


@each("ratio", [1.0, 1.5, 2.0, 3.0])
@each("name", ICONS)
def test_an_icon_has_a_pixel_for_each_of_the_screen(qapp: QApplication, name: str, ratio: float) -> None:  # noqa: ARG001
    drawn = pixmap(name, "#cc3311", ratio)
    image = drawn.toImage()
    covered = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    ]

    assert (image.width(), image.height()) == (SIZE * ratio, SIZE * ratio)
    assert (drawn.deviceIndependentSize().width(), drawn.devicePixelRatio()) == (SIZE, ratio)
    assert covered or ratio == 1.0
    assert all(colour == QColor("#cc3311") for colour in covered)


def test_an_icon_is_drawn_once_for_each_colour_and_scale(qapp: QApplication) -> None:  # noqa: ARG001
    keys = [pixmap("close", colour, ratio).cacheKey() for colour in ("#111111", "#222222") for ratio in (1.0, 2.0)]

    assert len(set(keys)) == 4
    assert [pixmap("close", "#111111", 1.0).cacheKey(), pixmap("close", "#222222", 2.0).cacheKey()] == [
        keys[0],
        keys[3],
    ]


@pytest.mark.parametrize("is_enabled", [True, False])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_button_has_its_icon_in_the_colour_of_its_theme_and_state(
    qtbot: QtBot, qapp: QApplication, theme: Theme, *, is_enabled: bool
) -> None:
    button = IconButton("close", "Close")
    qtbot.addWidget(button)
    button.setEnabled(is_enabled)
    before = style.current()
    style.announce(qapp, style.Style(theme, before.font_size))
    try:
        drawn = button.grab().toImage()
    finally:
        style.announce(qapp, before)

    middle = drawn.rect().center()
    colours = {drawn.pixelColor(middle.x() + x, middle.y() + y).name() for x in range(-2, 3) for y in range(-2, 3)}
    assert (theme.text if is_enabled else style.faded(theme)) in colours


@pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing")
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_checked_entry_of_a_menu_has_the_tick_of_the_icons(qapp: QApplication, qtbot: QtBot, theme: Theme) -> None:
    style.apply(qapp, style.Style(theme, 10))
    window = QWidget()
    qtbot.addWidget(window)
    menu = TickMenu(window)
    entries = [menu.addAction(words) for words in ("Chosen", "Other")]
    for entry in entries:
        entry.setCheckable(True)
    entries[0].setChecked(True)
    menu.popup(QPoint(0, 0))

    shown, tick = menu.grab().toImage(), pixmap("tick", theme.text, 1.0)
    expected = QPixmap(tick.size())
    expected.fill(theme.raised)
    painter = QPainter(expected)
    painter.drawPixmap(0, 0, tick)
    painter.end()

    def has_tick(entry: QAction) -> bool:
        box, image = menu.actionGeometry(entry), expected.toImage().convertToFormat(shown.format())
        places = [QPoint(x, y) for x in range(box.left(), 24) for y in range(box.top(), box.bottom() - SIZE + 2)]
        return any(shown.copy(QRect(place, QSize(SIZE, SIZE))) == image for place in places)

    assert menu.devicePixelRatioF() == 1.0
    assert [has_tick(entry) for entry in entries] == [True, False]
