"""Promises of drawn SVG: what is drawn, that nothing is loaded, and that what is hostile ends in a sentence."""

from base64 import b64encode
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from guillemet.ui.widgets.pictures import DecodedPicture
from guillemet.ui.widgets.svg import LONGEST, MOST_SHAPES, drawn_pair
from tests.kit.hands import painted

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20"'
ROOM = QSize(400, 400)
BLUE = '<rect width="40" height="20" fill="#0000ff"/>'
RED = "#ff0000"


@pytest.fixture(autouse=True)
def _application(qtbot: QtBot) -> None:
    """Draw where there is an application, as letters need one."""


def svg(content: str, *, head: str = HEAD, before: str = "") -> str:
    return f"{before}{head}>{content}</svg>"


def drawn(text: str) -> DecodedPicture:
    return drawn_pair(None, text, ROOM).after


def colours(text: str) -> set[str]:
    found = drawn(text)
    assert not found.image.isNull(), found.words
    return painted(found.image)


@pytest.fixture
def red(tmp_path: Path) -> Path:
    """Return a picture on the disk."""
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor(RED))
    image.save(str(tmp_path / "red.png"))
    return tmp_path / "red.png"


def test_both_versions_are_drawn_as_large_as_there_is_room_to_one_scale() -> None:
    pair = drawn_pair(svg(BLUE), svg(BLUE, head=HEAD.replace('"40"', '"20"')), ROOM)

    assert pair.before.image.size() == QSize(400, 200)
    assert pair.after.image.size() == QSize(200, 200)
    assert pair.before.words == "SVG, 40 × 20 pixels, 0.2 kB"
    assert painted(pair.difference) == {"#000000", "#ffffff"}


def test_a_picture_in_the_text_itself_is_drawn_and_none_of_the_disk_is(red: Path) -> None:
    data = b64encode(red.read_bytes()).decode()
    nested = b64encode(svg(f'<image href="{red}" width="40" height="20"/>').encode()).decode()
    inside = f'<image href="data:image/png;base64,{data}" width="40" height="20"/>'
    assert colours(svg(inside)) == {RED}

    for number, hostile in enumerate(
        (
            svg(f'{BLUE}<image href="{red}" width="40" height="20"/>'),
            svg(f'{BLUE}<image xlink:href="{red}" width="40" height="20"/>'),
            svg(f'{BLUE}<a:image xmlns:a="http://www.w3.org/2000/svg" xlink:href="{red}" width="40" height="20"/>'),
            svg(f'{BLUE}<image href="&#x2f;{str(red)[1:]}" width="40" height="20"/>'),
            svg(f'{BLUE}<image href="&e;" width="40" height="20"/>', before=f'<!DOCTYPE svg [<!ENTITY e "{red}">]>'),
            svg(f'{BLUE}<image href="data:image/png;base64,{nested}" width="40" height="20"/>'),
        )
    ):
        found = drawn(hostile)
        assert RED not in painted(found.image), number
        assert "without what it loads from elsewhere" in found.words or "entities" in found.words, number


def test_what_a_style_sheet_or_an_attribute_refers_to_in_the_text_is_drawn() -> None:
    gradient = f'<linearGradient id="g"><stop stop-color="{RED}"/></linearGradient>'
    uses = '<defs><g id="a"><rect width="40" height="20" fill="url(#g)"/></g></defs><use xlink:href="#a"/>'
    styled = '<style>.b{fill:url(#g)}</style><rect class="b" width="40" height="20"/>'

    for content in (uses, styled):
        assert colours(svg(gradient + content)) == {RED}
    entity = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>'
    assert colours(svg(BLUE, head=HEAD.replace("http://www.w3.org/2000/svg", "&ns;"), before=entity)) == {"#0000ff"}
    assert colours(svg(BLUE, before='<?xml version="1.0" encoding="UTF-16"?>')) == {"#0000ff"}


def _laughs(*, by: str) -> str:
    groups = "".join(f'<g id="a{n}">{by.format(n - 1) * 10}</g>' for n in range(1, 9))
    return svg(f'<defs><g id="a0">{BLUE}</g>{groups}</defs><use href="#a8"/>')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (svg(" " * LONGEST), "too large to be drawn"),
        (svg(BLUE * (MOST_SHAPES + 1)), "more than 20,000 shapes"),
        (_laughs(by='<use href="#a{}"/>'), "more than 20,000 shapes"),
        (_laughs(by='<rect width="9" height="9" fill="url(#a{})"/>'), "more than 20,000 shapes"),
        (svg('<line stroke-dasharray="0.01" x2="40" stroke="red"/>' * 2_000), "more than 20,000 shapes"),
        (svg(f"<style>line{{stroke-dasharray:0.01}}</style>{'<line/>' * 2_000}"), "more than 20,000 shapes"),
        (svg('<marker id="m"><path/></marker><path marker-mid="url(#m)" d="M0 0' + " L1 1" * 20_000 + '"/>'), "20,000"),
        (svg('<path d="M0 0' + " L1 1" * 40_000 + '"/>'), "more than 32,000 points"),
        (svg("<g>" * 3_000 + "</g>" * 3_000), "more than 100 elements in each other"),
        (svg('<g id="a"><use href="#a"/></g>'), "without end"),
        (svg("".join(f'<g id="a{n}"><use href="#a{n + 1}"/></g>' for n in range(500))), "refer to each other"),
        (svg("&b;", before='<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'), "entities of entities"),
        (svg("&a;" * 30_000, before=f'<!DOCTYPE svg [<!ENTITY a "{"a" * 99}">]>'), "too long a text"),
        (svg(BLUE, head='<svg xmlns="http://www.w3.org/2000/svg" width="-4" height="5"'), "damaged, or empty"),
        ("<svg", "cannot be drawn"),
        ("", "cannot be drawn"),
        ("<html/>", "its root is no svg element"),
    ],
)
def test_what_is_hostile_or_damaged_ends_in_a_sentence(text: str, said: str) -> None:
    found = drawn(text)

    assert found.image.isNull()
    assert said in found.words


def test_a_huge_width_takes_no_more_room_than_any() -> None:
    found = drawn(svg(BLUE, head='<svg xmlns="http://www.w3.org/2000/svg" width="2000000000" height="2"'))

    assert found.image.size() == QSize(400, 1)
