"""Writes the Flatpak manifest: every file that the build takes, with its address and hash.

    python packaging/flatpak/manifest.py --wheel dist/guillemet-VERSION-py3-none-any.whl OUTPUT.json

What is shipped is decided by packaging/requirements.lock. Where each file lies is asked of the package index with pip,
for the runtime's Python and each architecture, and pip compares it with the lock's hashes; nothing is installed.
Needs the library `packaging`.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from packaging.markers import Marker

FOLDER = Path(__file__).resolve().parent
LOCK = FOLDER.parent / "requirements.lock"
TEMPLATE = FOLDER / "org.guillemet.Guillemet.json"
PYTHON = "3.13"
"""Of the runtime that the template names."""
GLIBC = 42
"""2.42 is the runtime's."""
ARCHITECTURES = ("x86_64", "aarch64")


def main() -> None:
    """Write the manifest that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wheel", type=Path, required=True, help="our own wheel, which lies beside the manifest")
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    reports = {architecture: _pip_report(architecture) for architecture in ARCHITECTURES}
    hashed = hashlib.sha256(options.wheel.read_bytes()).hexdigest()
    own = {"type": "file", "path": options.wheel.name, "sha256": hashed}
    found = manifest(json.loads(TEMPLATE.read_text(encoding="utf-8")), [own, *sources(reports)])
    options.output.write_text(json.dumps(found, indent=4) + "\n", encoding="utf-8")


def manifest(template: dict[str, Any], files: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the template with these sources before those it has."""
    (module,) = template["modules"]
    return template | {"modules": [module | {"sources": [*files, *module["sources"]]}]}


def sources(reports: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a source for every file in pip's reports by architecture; one for one architecture says so."""
    wanted: dict[str, tuple[str, list[str]]] = {}
    for architecture, report in reports.items():
        for item in report["install"]:
            info = item["download_info"]
            if not info["url"].startswith("https://"):
                raise SystemExit(f"{info['url']} can be had here only. Let pip ask the package index.")
            wanted.setdefault(info["url"], (info["archive_info"]["hashes"]["sha256"], []))[1].append(architecture)
    return [
        {"type": "file", "url": url, "sha256": hashed}
        | ({} if len(architectures) == len(reports) else {"only-arches": architectures})
        for url, (hashed, architectures) in sorted(wanted.items(), key=lambda item: item[0].rpartition("/")[2])
    ]


def _pip_report(architecture: str) -> dict[str, Any]:
    platforms = [f"manylinux_2_{minor}_{architecture}" for minor in range(GLIBC, 16, -1)]
    platforms.append(f"manylinux2014_{architecture}")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--isolated",
        "--quiet",
        "--dry-run",
        "--ignore-installed",
        "--report",
        "-",
    ]
    command += ["--target", "/nowhere", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    command += ["--python-version", PYTHON, *(f"--platform={platform}" for platform in platforms)]
    with tempfile.NamedTemporaryFile("w", suffix=".lock", encoding="utf-8") as file:
        file.write("\n".join(pins(LOCK.read_text(encoding="utf-8"), architecture)))
        file.flush()
        done = subprocess.run([*command, "-r", file.name], check=True, stdout=subprocess.PIPE)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def pins(lock: str, architecture: str) -> list[str]:
    """Return the lock's pins for the runtime, with hashes; without markers, which pip would take for this Python."""
    runtime = {
        "python_version": PYTHON,
        "python_full_version": f"{PYTHON}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "platform_machine": architecture,
    }
    found = []
    for line in lock.replace("\\\n", " ").splitlines():
        requirement, _, hashes = line.partition(" --hash=")
        if not hashes or requirement.lstrip().startswith("#"):
            continue
        name, _, marker = requirement.partition(";")
        if not marker or Marker(marker.strip()).evaluate(runtime):
            found.append(f"{name.strip()} --hash={hashes}")
    return found


if __name__ == "__main__":
    main()
