"""Promises of the icon."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QImageReader

from guillemet.bundled import bundled
from guillemet.ui.dialogs import APPLICATION_ID
from tests.kit.command import CommandLine

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "make_icons.py"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
WINDOW_SHOWN = """
import sys
from guillemet.cli import main
from guillemet.ui.window_controller import WindowController
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

begin = WindowController.begin

def begin_and_tell(desk, folder):
    begin(desk, folder)
    sizes = sorted(size.width() for size in desk.window.windowIcon().availableSizes())
    print(QGuiApplication.desktopFileName(), sizes)
    QTimer.singleShot(0, desk.window.close)

WindowController.begin = begin_and_tell
raise SystemExit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the icons as the script renders them now."""
    folder = tmp_path_factory.mktemp("icons")
    for option in ("--theme", "--containers"):
        subprocess.run([sys.executable, SCRIPT, option, folder], check=True, timeout=50)
    return folder


@pytest.mark.parametrize("size", SIZES)
def test_the_committed_icons_are_those_of_the_drawings(rendered: Path, size: int) -> None:
    name = f"{size}x{size}/apps/{APPLICATION_ID}.png"
    committed, now = QImage(str(bundled("icons/hicolor") / name)), QImage(str(rendered / name))

    assert (committed.width(), committed.height()) == (size, size)
    assert _difference(committed, now) < 1.0


@pytest.mark.parametrize(("kind", "drawing", "name"), [("scalable", "", ""), ("symbolic", "-symbolic", "-symbolic")])
def test_the_drawings_in_the_theme_are_the_drawings(kind: str, drawing: str, name: str) -> None:
    in_theme = bundled(f"icons/hicolor/{kind}/apps/{APPLICATION_ID}{name}.svg")

    assert in_theme.read_bytes() == bundled(f"icons/guillemet{drawing}.svg").read_bytes()


def test_the_icon_file_of_windows_holds_pictures_that_can_be_read(rendered: Path) -> None:
    reader = QImageReader(str(rendered / "guillemet.ico"))
    sizes = set()
    for number in range(reader.imageCount()):
        reader.jumpToImage(number)
        sizes.add(reader.read().width())

    assert {16, 32, 48, 256} <= sizes


def test_the_icon_file_of_macos_is_as_long_as_it_says(rendered: Path) -> None:
    data = (rendered / "guillemet.icns").read_bytes()
    kinds, place = [], 8
    while place < len(data):
        kinds.append(data[place : place + 4])
        length = int.from_bytes(data[place + 4 : place + 8], "big")
        assert not QImage.fromData(data[place + 8 : place + length]).isNull()
        place += length

    assert data[:8] == b"icns" + len(data).to_bytes(4, "big")
    assert place == len(data)
    assert {b"icp4", b"ic07", b"ic09", b"ic14"} <= set(kinds)


@pytest.mark.gui
def test_the_window_has_the_icon_and_the_name_of_the_desktop_entry(command_line: CommandLine, tmp_path: Path) -> None:
    ran = command_line.python(WINDOW_SHOWN, str(tmp_path))

    assert ran.out == f"{APPLICATION_ID} [16, 22, 24, 32, 48, 64, 128, 256]\n", ran.err


def test_the_strokes_of_the_icon_have_their_full_colour_at_16_pixels() -> None:
    image = QImage(str(bundled(f"icons/hicolor/16x16/apps/{APPLICATION_ID}.png")))
    colours = {image.pixelColor(x, y).name() for x in range(16) for y in range(16)}

    assert {"#ff9d6b", "#5fd49b"} <= colours


def _difference(one: QImage, other: QImage) -> float:
    """Return by how much a channel of a pixel differs on average, of 255: two versions of Qt may round otherwise."""
    pair = [image.convertToFormat(QImage.Format.Format_RGBA8888) for image in (one, other)]
    left, right = (bytes(image.constBits()) for image in pair)
    return sum(abs(a - b) for a, b in zip(left, right, strict=True)) / len(left)
