"""Prints the AppStream metadata of a release, with the addresses that are known only once it is published.

    python packaging/make_metainfo.py --homepage URL --pictures-url URL/docs/pictures --date 2026-11-30

The committed file names neither homepage nor pictures, which stores load from the web: docs/pictures as it is at the
released commit. Without these options it stays so.
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
    parser.add_argument("--homepage", metavar="URL", help="the https address of the project")
    parser.add_argument("--version", help="the released version (default: the committed one)")
    parser.add_argument("--date", type=dt.date.fromisoformat, help="the day of the release (default: as committed)")
    options = parser.parse_args()
    sys.stdout.write(metainfo(options))


def metainfo(options: argparse.Namespace) -> str:
    """Return the metadata with what the options add."""
    component = ET.parse(METAINFO).getroot()  # noqa: S314  a file of ours
    release = _found(component, "releases/release")
    if options.version:
        release.set("version", options.version)
        del release.attrib["type"]
    if options.date:
        release.set("date", options.date.isoformat())
    place = list(component).index(_found(component, "provides"))
    if options.pictures_url:
        component.insert(place, _screenshots(options.pictures_url))
    if options.homepage:
        homepage = ET.Element("url", {"type": "homepage"})
        homepage.text = options.homepage
        component.insert(place, homepage)
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
