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
def test_the_committed_metadata_have_no_errors() -> None:
    # Newer versions warn that there is no homepage while packaging/identity.toml has none.
    assert [line for line in _validate(METAINFO).stdout.splitlines() if line.startswith("E:")] == []


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="appstreamcli is not installed")
def test_the_metadata_of_a_published_project_are_valid(published: Path) -> None:
    checked = _validate(published / "resources" / "desktop" / "com.example.Guillemet.metainfo.xml")

    assert checked.returncode == 0, checked.stdout


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only git knows which files there are")
def test_every_file_names_the_application_as_the_identity_does() -> None:
    checked = _apply_identity("--check", str(ROOT))

    assert (checked.returncode, checked.stdout) == (0, "")


def test_another_identity_changes_every_file(published: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-co"], cwd=published, capture_output=True, text=True, check=True
    ).stdout
    files = [published / name for name in listed.splitlines() if (published / name).is_file()]
    component = ET.parse(published / "resources/desktop/com.example.Guillemet.metainfo.xml").getroot()  # noqa: S314  ours
    images = [image.text or "" for image in component.iter("image")]

    assert [file for file in files if ID in file.name or ID in file.read_text(encoding="utf-8")] == []
    assert component.findtext("url[@type='homepage']") == "https://example.com"
    assert len(images) == 4
    for image in images:
        assert (ROOT / "docs" / "pictures" / image.removeprefix("https://example.com/pictures/")).is_file()


@pytest.mark.skipif(sys.platform != "linux", reason="packages for Linux only have these")
def test_a_package_has_menu_entry_icons_man_page_and_completions(tmp_path: Path) -> None:
    subprocess.run([ROOT / "packaging" / "install_share", tmp_path], check=True)

    placed = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert {
        f"applications/{ID}.desktop",
        f"metainfo/{ID}.metainfo.xml",
        f"icons/hicolor/16x16/apps/{ID}.png",
        "man/man1/guillemet.1",
        "bash-completion/completions/guillemet",
        "zsh/site-functions/_guillemet",
        "fish/vendor_completions.d/guillemet.fish",
    } <= placed


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Return a checkout to which a publisher's identity was applied."""
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "identity.toml").write_text(
        'app_id = "com.example.Guillemet"\nhomepage = "https://example.com"\npictures = "https://example.com/pictures/"\n'
    )
    shutil.copytree(ENTRY.parent, tmp_path / "resources" / "desktop")
    (tmp_path / "start.sh").write_text(f"gtk-launch {ID}\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    assert _apply_identity("--check", str(tmp_path)).returncode == 1
    assert _apply_identity(str(tmp_path)).returncode == 0
    assert _apply_identity("--check", str(tmp_path)).stdout == ""
    return tmp_path


def _apply_identity(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = str(ROOT / "packaging" / "apply_identity.py")
    return subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)


def _validate(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["appstreamcli", "validate", "--no-net", file], capture_output=True, text=True, check=False)
