"""A missing screen is a sentence, never an abort of Qt; tried in real processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from guillemet.ui import display_check

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")

ASK = """
import sys
from guillemet.ui import display_check
print(display_check.problem())
assert not any("PySide6" in name for name in sys.modules)
"""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")


def answer(code: str = ASK, **environment: str) -> str:
    surroundings = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    surroundings |= {"PYTHONPATH": os.pathsep.join(sys.path)} | environment
    done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_no_display_is_named_before_qt_starts() -> None:
    assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in answer()


def test_a_display_nobody_serves_is_named() -> None:
    assert "DISPLAY=:4321" in answer(DISPLAY=":4321")


def test_a_wayland_name_nobody_serves_is_named() -> None:
    assert "wayland-4321" in answer(WAYLAND_DISPLAY="wayland-4321", XDG_RUNTIME_DIR="/nowhere")


def test_a_chosen_platform_without_display_is_no_problem() -> None:
    assert answer(QT_QPA_PLATFORM="offscreen") == "None"
    assert answer(QT_QPA_PLATFORM="minimal:enable_fonts") == "None"


def test_a_chosen_platform_that_qt_does_not_have_is_named() -> None:
    assert "'xbc'" in answer(QT_QPA_PLATFORM="xbc")


def test_xcb_asked_for_without_a_display_is_a_problem() -> None:
    assert "no X server answers at DISPLAY=" in answer(QT_QPA_PLATFORM="xcb")


def test_the_second_platform_of_a_list_will_do() -> None:
    assert answer(QT_QPA_PLATFORM="xcb;offscreen") == "None"


def test_a_plugin_that_does_not_load_is_named_with_the_packages_to_install(
    tmp_path: Path,
) -> None:
    plugins = tmp_path / "PySide6" / "Qt" / "plugins" / "platforms"
    plugins.mkdir(parents=True)
    (plugins.parents[2] / "__init__.py").touch()
    (plugins / "libqoffscreen.so").write_bytes(b"no library")

    said = answer(QT_QPA_PLATFORM="offscreen", PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path]))

    assert "libqoffscreen.so" in said
    assert "apt install libegl1" in said


def test_no_platform_is_offered_where_the_user_chose_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    assert display_check.platforms() == ()
