"""Promises of the lock files that packages are built from: they fit pyproject.toml, and what does not fit is named."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
HASH = "--hash=sha256:" + "0" * 64


def check(top: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOP / "packaging" / "lock.py"), "--check", str(top)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a checkout whose lock files fit."""
    (tmp_path / "packaging").mkdir()
    for lock in ("requirements", "tools", "bundler"):
        (tmp_path / "packaging" / f"{lock}.lock").write_text(f"sample==2.1 {HASH}\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["sample>=2"]\n'
        '[dependency-groups]\npackaging = ["sample>=2"]\nbundle = ["sample>=2"]\n',
        encoding="utf-8",
    )
    return tmp_path


def test_locks_that_fit_are_accepted(project: Path) -> None:
    assert check(project).returncode == 0


def test_the_locks_fit_the_project() -> None:
    checked = check(TOP)

    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("lock", "pins", "found"),
    [
        ("requirements.lock", f"other==1.0 {HASH}", "sample>=2 on Python 3.11, Linux: the lock has nothing"),
        ("requirements.lock", f"sample==1.9 {HASH}", "the lock has 1.9"),
        (
            "requirements.lock",
            f"sample==2.1 ; python_version < '3.12' {HASH}",
            "on Python 3.12, Windows: the lock has nothing",
        ),
        (
            "requirements.lock",
            f"sample==2.1 {HASH}\nsample==2.2 ; sys_platform == 'darwin' {HASH}",
            "Darwin: the lock has 2.1, 2.2",
        ),
        ("requirements.lock", "sample==2.1", "sample==2.1 has no hash"),
        ("tools.lock", f"sample==1.9 {HASH}", "the lock has 1.9"),
        ("bundler.lock", "sample==2.1", "sample==2.1 has no hash"),
    ],
)
def test_a_requirement_that_a_lock_does_not_meet_is_named(project: Path, lock: str, pins: str, found: str) -> None:
    (project / "packaging" / lock).write_text(pins + "\n", encoding="utf-8")

    checked = check(project)

    assert checked.returncode == 1
    assert any(line.startswith(f"{lock}: ") and found in line for line in checked.stderr.splitlines())


def test_a_library_that_the_bundler_pins_otherwise_than_the_app_is_named(project: Path) -> None:
    (project / "packaging" / "bundler.lock").write_text(f"sample==2.2 {HASH}\n", encoding="utf-8")

    assert "bundler.lock: sample==2.2, requirements.lock has another" in check(project).stderr
