"""Prints the AppStream metadata of a release: `python packaging/make_metainfo.py --pictures-url URL --date 2026-11-30`.

The committed file names no pictures, since stores load them from the web and their address is not known before the
repository is published: docs/pictures at the released commit, as an https address. Without the option it stays so.
"""

import argparse
import datetime as dt
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
METAINFO = ROOT / "resources" / "desktop" / "org.guillemet.Guillemet.metainfo.xml"
PICTURES = {
    "desk-light.png": "A reply, its edits and their differences, with the nearest place of one that failed",
    "desk-dark.png": "Nine accepted files in dark colours, and one that waits because its lines occur twice",
}


def main() -> None:
    """Print the metadata that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures-url", metavar="URL", help="the https address of the folder docs/pictures")
    parser.add_argument("--version", help="the released version (default: the committed one)")
    parser.add_argument("--date", type=dt.date.fromisoformat, help="the day of the release (default: as committed)")
    options = parser.parse_args()
    sys.stdout.write(metainfo(options.pictures_url, version=options.version, date=options.date))


def metainfo(pictures_url: str | None, *, version: str | None, date: dt.date | None) -> str:
    """Return the metadata with these pictures and this release."""
    component = ET.parse(METAINFO).getroot()  # noqa: S314  a file of ours
    release = _found(component, "releases/release")
    if version:
        release.set("version", version)
        del release.attrib["type"]
    if date:
        release.set("date", date.isoformat())
    if pictures_url:
        component.insert(list(component).index(_found(component, "provides")), _screenshots(pictures_url))
    ET.indent(component)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(component, encoding="unicode")}\n'


def _screenshots(url: str) -> ET.Element:
    screenshots = ET.Element("screenshots")
    for number, (name, caption) in enumerate(PICTURES.items()):
        screenshot = ET.SubElement(screenshots, "screenshot", {"type": "default"} if number == 0 else {})
        ET.SubElement(screenshot, "caption").text = caption
        ET.SubElement(screenshot, "image").text = f"{url.rstrip('/')}/{name}"
    return screenshots


def _found(component: ET.Element, name: str) -> ET.Element:
    element = component.find(name)
    assert element is not None, f"the committed metadata has no <{name}>"
    return element


if __name__ == "__main__":
    main()
