"""Promises of the files by which desktop systems know the application."""

import configparser
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from guillemet import __version__
from guillemet.bundled import bundled

ROOT = Path(__file__).resolve().parents[2]
ID = "org.guillemet.Guillemet"
ENTRY = bundled(f"desktop/{ID}.desktop")
METAINFO = bundled(f"desktop/{ID}.metainfo.xml")


@pytest.fixture
def entry() -> configparser.ConfigParser:
    """Return the desktop entry's groups."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  keys are case-sensitive there
    parser.read(ENTRY, encoding="utf-8")
    return parser


def test_file_managers_offer_it_for_folders(entry: configparser.ConfigParser) -> None:
    main = entry["Desktop Entry"]

    assert "inode/directory" in main["MimeType"].split(";")
    assert main["Exec"] == "guillemet %f"


def test_every_action_of_the_entry_is_defined(entry: configparser.ConfigParser) -> None:
    for name in entry["Desktop Entry"]["Actions"].rstrip(";").split(";"):
        assert entry[f"Desktop Action {name}"]["Exec"].split()[0] == "guillemet"


def test_every_icon_of_the_entry_is_in_the_theme(entry: configparser.ConfigParser) -> None:
    for group in entry.sections():
        assert list(bundled("icons/hicolor").glob(f"48x48/apps/{entry[group]['Icon']}.png"))


def test_the_metadata_name_this_version_and_the_entry() -> None:
    component = ET.parse(METAINFO).getroot()  # noqa: S314  ours
    release = component.find("releases/release")

    assert release is not None
    assert release.get("version") == __version__
    assert component.findtext("id") == ID
    assert component.findtext("launchable") == ENTRY.name


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-validate is not installed")
def test_the_entry_is_valid() -> None:
    checked = subprocess.run(["desktop-file-validate", ENTRY], capture_output=True, text=True, check=False)

    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="appstreamcli is not installed")
def test_the_metadata_of_a_release_are_valid(tmp_path: Path) -> None:
    file = tmp_path / METAINFO.name
    file.write_text(_made("--pictures-url", "https://example.org/pictures", "--homepage", "https://example.org"))

    checked = subprocess.run(
        ["appstreamcli", "validate", "--no-net", file], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="appstreamcli is not installed")
def test_the_committed_metadata_have_no_errors() -> None:
    checked = subprocess.run(
        ["appstreamcli", "validate", "--no-net", METAINFO], capture_output=True, text=True, check=False
    )

    # Newer versions warn that there is no homepage; its address is not known before a release.
    assert [line for line in checked.stdout.splitlines() if line.startswith("E:")] == []


def test_a_release_names_its_version_day_and_homepage() -> None:
    made = ET.fromstring(_made("--version", "9.8", "--date", "2030-02-01", "--homepage", "https://example.org"))  # noqa: S314  ours
    release = made.find("releases/release")

    assert release is not None
    assert release.attrib == {"version": "9.8", "date": "2030-02-01"}
    assert made.findtext("url") == "https://example.org"


def test_the_metadata_of_a_release_show_pictures_that_exist() -> None:
    component = ET.fromstring(_made("--pictures-url", "https://example.org/pictures/", "--date", "2026-12-01"))  # noqa: S314  ours
    images = [image.text or "" for image in component.iter("image")]

    assert len(images) == 2
    for image in images:
        assert (ROOT / "docs" / "pictures" / image.removeprefix("https://example.org/pictures/")).is_file()


def _made(*options: str) -> str:
    script = ROOT / "packaging" / "make_metainfo.py"
    made = subprocess.run([sys.executable, script, *options], capture_output=True, text=True, check=True)
    return made.stdout
