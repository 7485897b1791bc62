"""Promises of the icons: own drawings, in one manner, sharp at every scale."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from guillemet.bundled import bundled
from guillemet.ui.style.icons import SIZE, pixmap

DRAWINGS = sorted(bundled("icons/symbols").glob("*.svg"))


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.stem)
def test_every_drawing_is_of_strokes_of_one_weight_on_one_grid(drawing: Path) -> None:
    text = drawing.read_text(encoding="utf-8")

    assert 'viewBox="0 0 16 16"' in text
    assert re.findall(r'(stroke-width|fill|stroke)="(.*?)"', text) == [
        ("fill", "none"),
        ("stroke", "#000000"),
        ("stroke-width", "1.5"),
    ]


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.stem)
def test_an_icon_has_a_pixel_for_each_of_the_screen(qapp: QApplication, drawing: Path, ratio: float) -> None:  # noqa: ARG001
    drawn = pixmap(drawing.stem, "#cc3311", ratio)
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
