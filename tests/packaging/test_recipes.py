"""The form of the recipes for systems that the tests do not run on."""

import json
import os
import plistlib
import re
import runpy
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

PACKAGING = Path(__file__).parents[2] / "packaging"
WORKFLOW = PACKAGING.parent / ".github" / "workflows" / "release.yml"
ID = "org.guillemet.Guillemet"
KINDS = ("bundle", "deb", "appimage", "flatpak", "windows", "macos")
REPORT = {
    "install": [
        {
            "download_info": {
                "url": "https://files.example/one-1.0-py3-none-any.whl",
                "archive_info": {"hashes": {"sha256": "ab" * 32}},
            }
        }
    ]
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_a_build_a_try_and_a_readme(kind: str) -> None:
    assert (PACKAGING / kind / "README.md").is_file()
    for script in ("build", "try"):
        assert os.access(PACKAGING / kind / script, os.X_OK)
        subprocess.run(["bash", "-n", PACKAGING / kind / script], check=True)


def test_the_flatpak_names_every_source_with_its_hash() -> None:
    script = runpy.run_path(str(PACKAGING / "flatpak" / "manifest.py"))
    template = json.loads((PACKAGING / "flatpak" / f"{ID}.json").read_text(encoding="utf-8"))

    made = script["manifest"](template, script["sources"]({"x86_64": REPORT, "aarch64": {"install": []}}))

    assert made["id"] == ID
    assert made["modules"][0]["sources"][0] == {
        "type": "file",
        "url": "https://files.example/one-1.0-py3-none-any.whl",
        "sha256": "ab" * 32,
        "only-arches": ["x86_64"],
    }


def test_the_flatpak_takes_the_pins_of_its_own_python() -> None:
    script = runpy.run_path(str(PACKAGING / "flatpak" / "manifest.py"))
    lock = (
        "# made by a script\n"
        "one==1.0 ; python_full_version < '3.12' \\\n    --hash=sha256:aa\n"
        "one==2.0 ; python_full_version >= '3.12' \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n"
        "two==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:dd\n"
    )

    pins = [pin.split() for pin in script["pins"](lock, "x86_64")]

    assert pins == [["one==2.0", "--hash=sha256:bb", "--hash=sha256:cc"]]


def test_the_windows_manifest_allows_long_paths_and_sharp_text() -> None:
    found = {
        element.tag.rpartition("}")[2]: element.text
        for element in ET.parse(PACKAGING / "windows" / "guillemet.manifest").iter()  # noqa: S314  a file of ours
    }

    assert found["longPathAware"] == "true"
    assert (found["dpiAwareness"] or "").startswith("PerMonitorV2")


@pytest.mark.parametrize(("version", "four"), [("1.2.3", "(1, 2, 3, 0)"), ("2.0.0rc1", "(2, 0, 0, 1)")])
def test_the_windows_version_resource_has_four_numbers(version: str, four: str) -> None:
    text = runpy.run_path(str(PACKAGING / "windows" / "version_resource.py"))["version_resource"](version)

    compile(text, "version", "eval")
    assert f"filevers={four}" in text
    assert f"'ProductVersion', '{version}'" in text


def test_the_macos_app_opens_folders_and_its_lists_can_be_read() -> None:
    made = runpy.run_path(str(PACKAGING / "macos" / "info_plist.py"))["info_plist"]("1.2.3")
    entitlements = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())

    assert plistlib.loads(plistlib.dumps(made))["CFBundleShortVersionString"] == "1.2.3"
    assert made["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == ["public.folder"]
    assert set(entitlements.values()) == {True}


def test_the_release_builds_every_kind_and_holds_no_secret() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    built = {*jobs["linux"]["strategy"]["matrix"]["kind"], *jobs} - {"linux", "release"}

    assert {folder.parent.name for folder in PACKAGING.glob("*/build")} <= built
    assert "secrets." not in text
    actions = re.findall(r"uses: (\S+)", text)
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", action) for action in actions), actions
    writing = [name for name, job in jobs.items() if "write" in str(job.get("permissions", ""))]
    assert writing == ["release"]
