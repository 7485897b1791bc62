"""The lock files: what packages ship and what builds them, each with its version and hashes.

    python packaging/lock.py            make them again (needs uv and the network)
    python packaging/lock.py --check    say what in them does not fit pyproject.toml (no network);
                                        behind it another checkout may be named

The check needs the library `packaging`, which the development environment has.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).resolve().parents[1]
LOCKS = {
    "requirements.lock": ("What the packages ship", "", ()),
    "tools.lock": ("What builds and checks the packages", "packaging", ()),
    # Both lie in one environment, so what is in both has one version.
    "bundler.lock": ("What makes the one-folder app", "bundle", ("requirements.lock",)),
}
"""Content, dependency group of pyproject.toml (none: the project's own dependencies), lock files whose pins hold."""
PYTHONS = ("3.11", "3.12", "3.13")
"""The Python versions that packages are built with."""
PLATFORMS = (("linux", "Linux"), ("win32", "Windows"), ("darwin", "Darwin"))

_HEADER = """\
# {content}, for Python {first} to {last} on Linux, Windows and macOS.
# Made by packaging/lock.py from pyproject.toml; change that file, then run the script.
"""


def make() -> None:
    """Resolve every lock file with uv; an existing pin stays as long as it fits."""
    for name, (content, group, pinned) in LOCKS.items():
        lock = TOP / "packaging" / name
        command = [
            "uv",
            "pip",
            "compile",
            "--quiet",
            "--universal",
            "--generate-hashes",
            "--no-header",
            "--no-annotate",
        ]
        command += ["--python-version", PYTHONS[0], "--output-file", str(lock)]
        command += ["--group", group] if group else ["pyproject.toml"]
        command += [f"--constraint={TOP / 'packaging' / other}" for other in pinned]
        subprocess.run(command, cwd=TOP, check=True)
        header = _HEADER.format(content=content, first=PYTHONS[0], last=PYTHONS[-1])
        lock.write_text(header + lock.read_text(encoding="utf-8"), encoding="utf-8")


def problems(lock: str, dependencies: list[str]) -> list[str]:
    """Return one sentence for each requirement that the lock misses, or pins outside its range or without a hash."""
    pins = _pins(lock)
    found = [f"{pin} has no hash" for pin, hashed in pins if not hashed]
    for text in dependencies:
        wanted = Requirement(text)
        for python in PYTHONS:
            for sys_platform, system in PLATFORMS:
                environment = {
                    "python_version": python,
                    "python_full_version": f"{python}.0",
                    "sys_platform": sys_platform,
                    "platform_system": system,
                    "implementation_name": "cpython",
                }
                if wanted.marker is not None and not wanted.marker.evaluate(environment):
                    continue
                versions = [
                    next(iter(pin.specifier)).version
                    for pin, _ in pins
                    if canonicalize_name(pin.name) == canonicalize_name(wanted.name)
                    and (pin.marker is None or pin.marker.evaluate(environment))
                ]
                if len(versions) != 1 or not wanted.specifier.contains(versions[0], prereleases=True):
                    pinned = ", ".join(versions) or "nothing"
                    found.append(f"{wanted} on Python {python}, {system}: the lock has {pinned}")
    return found


def _pins(lock: str) -> list[tuple[Requirement, bool]]:
    """Return each pin, and whether hashes follow it."""
    logical = lock.replace("\\\n", " ").splitlines()
    lines = [line for line in logical if line.strip() and not line.lstrip().startswith("#")]
    return [(Requirement(line.partition(" --hash=")[0]), " --hash=" in line) for line in lines]


def main(arguments: list[str]) -> int:
    """Make the lock files, or check them."""
    if arguments[:1] != ["--check"]:
        make()
        return 0
    top = Path(arguments[1]) if len(arguments) > 1 else TOP
    project = tomllib.loads((top / "pyproject.toml").read_text(encoding="utf-8"))
    locks = {name: (top / "packaging" / name).read_text(encoding="utf-8") for name in LOCKS}
    found = []
    for name, (_, group, pinned) in LOCKS.items():
        wanted = project["dependency-groups"][group] if group else project["project"]["dependencies"]
        found += [f"{name}: {sentence}" for sentence in problems(locks[name], wanted)]
        found += [
            f"{name}: {pin}, {other} has another" for other in pinned for pin in _different(locks[name], locks[other])
        ]
    for sentence in found:
        print(sentence, file=sys.stderr)
    if found:
        print(f"The lock files of {top} do not fit pyproject.toml. Run packaging/lock.py.", file=sys.stderr)
    return 1 if found else 0


def _different(lock: str, other: str) -> list[str]:
    """Return what both files pin, the first one at a version that the second one does not have."""
    others: dict[str, set[str]] = {}
    for pin, _ in _pins(other):
        others.setdefault(canonicalize_name(pin.name), set()).add(str(pin.specifier))
    return [
        f"{pin.name}{pin.specifier}"
        for pin, _ in _pins(lock)
        if str(pin.specifier) not in others.get(canonicalize_name(pin.name), {str(pin.specifier)})
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
