"""Promises of what packages ship: the parts of Qt that the program uses, and a list of everything with its licence."""

import json
import re
import runpy
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import PySide6
import pytest

ROOT = Path(__file__).resolve().parents[2]
QT = runpy.run_path(str(ROOT / "packaging" / "qt_parts.py"))
BILL = runpy.run_path(str(ROOT / "packaging" / "bill_of_materials.py"))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Return a folder with an installed library that has another one compiled into it, and a shared library."""
    metadata = tmp_path / "site-packages" / "sample-1.0.dist-info"
    (metadata / "sboms").mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: sample\nVersion: 1.0\nLicense-Expression: MIT\n")
    (metadata / "LICENSE").write_text("Permission is granted to everyone.\n")
    crates = [
        {"type": "library", "name": "serde", "version": "1.2", "licenses": [{"expression": "Apache-2.0"}]},
        {"type": "library", "name": "autocfg", "version": "1.5", "scope": "excluded"},
    ]
    (metadata / "sboms" / "sample.cyclonedx.json").write_text(json.dumps({"components": crates}))
    (metadata / "RECORD").write_text("".join(f"sample-1.0.dist-info/{name},,\n" for name in NAMES))
    (tmp_path / "site-packages" / "sample.libs").mkdir()
    (tmp_path / "site-packages" / "sample.libs" / "libgit2-b9a7920b.so.1.9.7").touch()
    return metadata.parent


NAMES = ("METADATA", "LICENSE", "RECORD", "sboms/sample.cyclonedx.json")


def bill(site_packages: Path) -> dict[str, Any]:
    """Write both files beside the folder and return the bill of materials."""
    BILL["write"](distributions(path=[str(site_packages)]), site_packages.rglob("*"), site_packages.parent)
    made: dict[str, Any] = json.loads((site_packages.parent / "guillemet.cdx.json").read_text())
    return made


def test_the_bill_names_libraries_what_is_compiled_into_them_and_shared_libraries(library: Path) -> None:
    python, native = bill(library)["components"]

    assert (python["name"], python["version"], python["licenses"]) == ("sample", "1.0", [{"expression": "MIT"}])
    assert [part["name"] for part in python["components"]] == ["serde"]
    assert (native["name"], native["version"]) == ("libgit2", "1.9.7")
    assert native["licenses"] == [{"expression": "GPL-2.0-only WITH GCC-exception-2.0"}]


def test_the_licence_list_holds_every_text(library: Path) -> None:
    bill(library)
    text = (library.parent / "licences.txt").read_text(encoding="utf-8")

    assert "sample 1.0: MIT\n\nPermission is granted to everyone." in text
    assert "serde 1.2: Apache-2.0" in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "linking exception" in text
    assert (library.parent / "QT-LICENCE.md").is_file()


def test_the_same_libraries_give_the_same_bill(library: Path) -> None:
    assert bill(library) == bill(library)


def test_the_bill_of_what_is_installed_fits_the_schema(tmp_path: Path) -> None:
    pytest.importorskip("cyclonedx", reason="packaging/tools.lock has it; the builds of all kinds compare, too")
    BILL["write"](distributions(), [], tmp_path)

    assert BILL["problem"](tmp_path / "guillemet.cdx.json") is None


def test_every_module_of_qt_that_the_program_imports_is_shipped() -> None:
    sources = (file.read_text(encoding="utf-8") for file in (ROOT / "desktop").rglob("*.py"))
    imported = {name for source in sources for name in re.findall(r"PySide6[. ](?:import )?(Qt\w+)", source)}

    assert imported
    for name in imported:
        assert QT["is_shipped"](f"{name}.abi3.so")
        assert QT["is_shipped"](f"{name}.pyd")


@pytest.mark.parametrize(
    "place",
    [
        "Qt/plugins/platforms/libqxcb.so",
        "Qt/plugins/platforms/libqcocoa.dylib",
        "plugins/platforms/qwindows.dll",
        "plugins/styles/qmodernwindowsstyle.dll",
        "Qt/plugins/imageformats/libqsvg.so",
        "Qt/lib/libQt6Core.so.6",
        "Qt/lib/QtGui.framework/Versions/A/QtGui",
        "Qt6Widgets.dll",
        "pyside6.abi3.dll",
        "libpyside6.abi3.6.11.dylib",
        "msvcp140_1.dll",
    ],
)
def test_what_a_window_needs_is_shipped_on_every_system(place: str) -> None:
    assert QT["is_shipped"](place)


@pytest.mark.parametrize(
    "place",
    [
        "Qt/translations/qtbase_de.qm",
        "translations/qtbase_de.qm",
        "Qt/qml/QtQuick/qmldir",
        "Qt/lib/libQt6Qml.so.6",
        "Qt/lib/QtNetwork.framework/Versions/A/QtNetwork",
        "Qt6Network.dll",
        "opengl32sw.dll",
        "QtNetwork.pyd",
        "libpyside6qml.abi3.so.6.11",
        "Qt/plugins/tls/libqopensslbackend.so",
        "designer",
        "QtCore.pyi",
    ],
)
def test_what_no_widget_needs_is_left_out_on_every_system(place: str) -> None:
    assert not QT["is_shipped"](place)


def test_the_parts_of_qt_shipped_are_those_that_the_installed_version_has() -> None:
    folder = Path(PySide6.__file__).parent
    shipped = [place for file in folder.rglob("*") if QT["is_shipped"](place := file.relative_to(folder).as_posix())]

    assert 15 < len(shipped) < 60
