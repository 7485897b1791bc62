"""Renders the icon: `python packaging/make_icons.py` after a change of an SVG file in resources/icons.

It writes the folder that icon themes have, resources/icons/hicolor, whose files are committed. `--containers FOLDER`
writes guillemet.ico (Windows) and guillemet.icns (macOS) instead, which builds of those systems make for themselves.
Both hold PNG files as they are: Windows reads them since Vista, macOS since 10.7.
"""

import argparse
import os
import shutil
import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

APPLICATION_ID = "org.guillemet.Guillemet"
ICONS = Path(__file__).resolve().parents[1] / "resources" / "icons"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
LARGEST_SMALL = 24
"""Up to this size the four strokes of the icon run into each other, so that the drawing with two is shown."""
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_SIZES = {
    b"icp4": 16,
    b"icp5": 32,
    b"ic07": 128,
    b"ic08": 256,
    b"ic09": 512,
    b"ic11": 32,
    b"ic12": 64,
    b"ic13": 256,
    b"ic14": 512,
}
"""The size in pixels of each type; ic11 to ic14 are shown at half the size on screens of double density."""


def main() -> None:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--containers", type=Path, metavar="FOLDER", help="write guillemet.ico and guillemet.icns here")
    parser.add_argument("--theme", type=Path, metavar="FOLDER", default=ICONS / "hicolor", help="write the theme here")
    options = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication([])
    if options.containers:
        options.containers.mkdir(parents=True, exist_ok=True)
        (options.containers / "guillemet.ico").write_bytes(ico())
        (options.containers / "guillemet.icns").write_bytes(icns())
    else:
        write_theme(options.theme)
    application.shutdown()


def write_theme(folder: Path) -> None:
    """Write every size, the drawing itself and the one-coloured variant for panels."""
    for size in SIZES:
        file = folder / f"{size}x{size}" / "apps" / f"{APPLICATION_ID}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(png(size))
    for kind, source, name in (("scalable", "guillemet", ""), ("symbolic", "guillemet-symbolic", "-symbolic")):
        (folder / kind / "apps").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ICONS / f"{source}.svg", folder / kind / "apps" / f"{APPLICATION_ID}{name}.svg")


def png(size: int) -> bytes:
    """Return the icon of this size in pixels as a PNG file."""
    drawing = "guillemet-small.svg" if size <= LARGEST_SMALL else "guillemet.svg"
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(ICONS / drawing)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # type: ignore[call-overload]  0: compress best
    return bytes(buffer.data().data())


def ico() -> bytes:
    """Return the icon file of Windows: a head, an entry for each picture, the pictures."""
    pictures = [png(size) for size in ICO_SIZES]
    place = 6 + 16 * len(pictures)
    entries = b""
    for size, picture in zip(ICO_SIZES, pictures, strict=True):
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures)


def icns() -> bytes:
    """Return the icon file of macOS: for each picture its type and length, both counted in the length."""
    pictures = [(kind, png(size)) for kind, size in ICNS_SIZES.items()]
    body = b"".join(kind + struct.pack(">I", 8 + len(picture)) + picture for kind, picture in pictures)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


if __name__ == "__main__":
    main()
