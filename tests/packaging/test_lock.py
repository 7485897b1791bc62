"""Promises of the lock file that packages are built from: it fits pyproject.toml, and what does not fit is named."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
HASH = "--hash=sha256:" + "0" * 64


def check(top: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOP / "packaging" / "lock.py"), "--check", str(top)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_lock_fits_the_project() -> None:
    checked = check(TOP)

    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("pins", "said"),
    [
        (f"other==1.0 {HASH}", "sample>=2 on Python 3.11, Linux: the lock has nothing"),
        (f"sample==1.9 {HASH}", "the lock has 1.9"),
        (f"sample==2.1 ; python_version < '3.12' {HASH}", "on Python 3.12, Windows: the lock has nothing"),
        (f"sample==2.1 {HASH}\nsample==2.2 ; sys_platform == 'darwin' {HASH}", "Darwin: the lock has 2.1, 2.2"),
        ("sample==2.1", "sample==2.1 has no hash"),
    ],
)
def test_a_requirement_that_the_lock_does_not_meet_is_named(tmp_path: Path, pins: str, said: str) -> None:
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "requirements.lock").write_text(pins + "\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["sample>=2"]\n', encoding="utf-8")

    checked = check(tmp_path)

    assert checked.returncode == 1
    assert said in checked.stderr
