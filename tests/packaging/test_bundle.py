"""What the frozen app needs besides the program: tried with the Python that runs the tests."""

import os
import runpy
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "packaging" / "bundle"
ICU_DATA = sorted((Path(PySide6.__file__).parent / "Qt" / "lib").glob("libicudata.so.*"))
SORTS = """
from functools import cmp_to_key
from PySide6.QtCore import QCollator, QLocale
for name in ("en_US", "de_DE", "sv_SE", "zh_CN", "tr_TR"):
    collator = QCollator(QLocale(name))
    collator.setNumericMode(True)
    words = ["zebra", "Ärger", "apfel", "Öl", "a10", "a9", "中", "一"]
    print(sorted(words, key=cmp_to_key(collator.compare)), QLocale(name).toUpper("istanbul"))
"""


def start(*arguments: str, data: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run the entry point of the frozen app."""
    return subprocess.run(
        [sys.executable, str(BUNDLE / "start.py"), *arguments],
        input=data,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "desktop"), "QT_QPA_PLATFORM": "offscreen"},
    )


def test_the_entry_point_is_the_command_line() -> None:
    assert start("--version").stdout.startswith(b"guillemet ")


def test_the_entry_point_runs_a_process_apart_as_an_interpreter_does() -> None:
    path, source = b"sums.py", b"def total(items):\n    return sum(items)\n"

    done = start("-m", "guillemet.llm.repo_map.child", data=struct.pack(">II", len(path), len(source)) + path + source)

    assert done.returncode == 0, done.stderr
    assert len(done.stdout) == 4 + struct.unpack(">I", done.stdout[:4])[0]


def test_the_entry_point_runs_no_module_of_others() -> None:
    assert start("-m", "this").returncode == 2


def test_the_self_check_of_the_frozen_app_passes() -> None:
    done = start("-m", "self_check")

    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    assert b"FAILED" not in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="the bootloader does this on Linux")
@pytest.mark.parametrize("before", [None, "/opt/libraries"])
def test_programs_started_from_the_frozen_app_get_the_libraries_of_the_system(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle/_internal")
    monkeypatch.setenv("PYINSTALLER_RESET_ENVIRONMENT", "")
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)

    runpy.run_path(str(BUNDLE / "start.py"))["_restore_environment"]()

    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
    # Without it a process apart takes itself for one that has its libraries already.
    assert os.environ["PYINSTALLER_RESET_ENVIRONMENT"] == "1"


@pytest.mark.skipif(not ICU_DATA or not shutil.which("ld"), reason="needs Qt's ICU and binutils")
def test_qt_sorts_as_before_with_the_smaller_library(tmp_path: Path) -> None:
    smaller = tmp_path / ICU_DATA[0].name
    subprocess.run([sys.executable, str(BUNDLE / "icu.py"), str(ICU_DATA[0]), str(smaller)], check=True)

    as_shipped, as_built = (
        subprocess.run(
            [sys.executable, "-c", SORTS], env={**os.environ, **changed}, capture_output=True, text=True, check=True
        ).stdout
        for changed in ({}, {"LD_PRELOAD": str(smaller)})
    )

    assert smaller.stat().st_size < ICU_DATA[0].stat().st_size / 4
    assert as_built == as_shipped
