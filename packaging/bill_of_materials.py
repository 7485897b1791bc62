"""The licence list and the bill of materials (CycloneDX 1.6, JSON) of what a package ships.

    python packaging/bill_of_materials.py SITE_PACKAGES OUTPUT_FOLDER
    python packaging/bill_of_materials.py --check FILE     compare one with the schema (needs cyclonedx-python-lib)

Writes licences.txt, with the full texts, and guillemet.cdx.json. What is written depends only on what is shipped:
Python libraries by their metadata, what is compiled into them by the bills in their wheels (PEP 770), libraries of
other languages by the names of their files.
"""

import json
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Collection, Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).resolve().parent
_CLASSIFIER = "License :: "
_NATIVE = (
    # Name of the file, name of the library, licence.
    (r"(lib)?python\d.*", "Python", "PSF-2.0"),
    (r"(lib)?Qt6?[A-Z].*", "Qt", "LGPL-3.0-only"),
    (r"(lib)?icu(data|i18n|uc).*", "ICU", "Unicode-3.0"),
    (r"(lib)?git2\b.*", "libgit2", "GPL-2.0-only WITH GCC-exception-2.0"),
    (r"(lib)?ssh2\b.*", "libssh2", "BSD-3-Clause"),
    (r"(lib)?pcre\b.*", "PCRE", "BSD-3-Clause"),
    (r"lib(ssl|crypto)\b.*", "OpenSSL", "Apache-2.0"),
    (r"(lib)?sqlite3\b.*", "SQLite", "blessing"),
    (r"(lib)?ffi\b.*", "libffi", "MIT"),
    (r"(lib)?bz2\b.*", "bzip2", "bzip2-1.0.6"),
    (r"(lib)?lzma\b.*", "liblzma", "0BSD"),
    (r"(lib)?expat\b.*", "Expat", "MIT"),
    (r"libxcb-.*", "XCB", "X11"),
    (r"libxkbcommon.*", "xkbcommon", "MIT"),
    (r"(vcruntime|msvcp|concrt)\d+.*|ucrtbase.*|api-ms-win-.*", "Microsoft C and C++ runtime", "LicenseRef-Microsoft"),
)
_LIBRARY_FILE = re.compile(r".*\.(so(\.\d+)*|dylib|dll)")
_VERSION_IN_NAME = re.compile(r"lib(?:git2|icu).*\.so\.([\d.]+)")
"""Of the others, the number in the name is that of the interface."""
_OWN_TERMS = """\
Guillemet is under the MIT licence:

{text}
It is shipped with the libraries below, each under its own licence. Qt, PySide6 and Shiboken6 are under the LGPL 3;
QT-LICENCE.md says how you replace them. pygit2 and libgit2 are under the GPL 2 with an exception that allows linking
them into programs under any licence; their sources are at https://github.com/libgit2, under the versions named below.
"""
_RULE = "\n" + "=" * 78 + "\n"


def write(libraries: Iterable[Distribution], files: Iterable[Path], output: Path) -> None:
    """Write both files for these Python libraries and shipped files, of which only shared libraries count."""
    shipped = sorted(libraries, key=lambda library: library.name.lower())
    native = _native_libraries(files, {library.name: library.version for library in shipped})
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("guillemet", _version_of_guillemet(), "MIT", kind="application")},
        "components": [
            *(_python_component(library) for library in shipped),
            *(_component(name, version, expression) for name, version, expression, _ in native),
        ],
    }
    sections = [
        _OWN_TERMS.format(text=(_FOLDER.parent / "LICENSE").read_text(encoding="utf-8")),
        *(f"{library.name} {library.version}: {licence(library)}{_texts_of(library)}" for library in shipped),
        *(f"{name} {version}: {expression}{text}" for name, version, expression, text in native),
        *(
            f"{file.stem}\n\n{file.read_text(encoding='utf-8')}"
            for file in sorted((_FOLDER / "licences").glob("*.txt"))
        ),
    ]
    output.mkdir(parents=True, exist_ok=True)
    (output / "guillemet.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    (output / "licences.txt").write_text(_RULE.join(sections) + "\n", encoding="utf-8")
    shutil.copy(_FOLDER / "QT-LICENCE.md", output)


def licence(library: Distribution) -> str:
    """Return the licence as the library's metadata states it: an SPDX expression where there is one."""
    metadata = library.metadata
    classified = [name for name in metadata.get_all("Classifier") or [] if name.startswith(_CLASSIFIER)]
    stated = metadata.get("License-Expression") or (metadata.get("License") or "").strip()
    if stated not in ("", "UNKNOWN") and "\n" not in stated:
        return stated
    return ", ".join(name.rpartition(" :: ")[2] for name in classified) or "see its text"


def problem(file: Path) -> str | None:
    """Return what the schema of CycloneDX finds wrong with the file."""
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415  only this needs it; packages are built without
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    found = JsonStrictValidator(SchemaVersion.V1_6).validate_str(file.read_text(encoding="utf-8"))
    return None if found is None else str(found)


def _component(name: str, version: str, expression: str, *, kind: str = "library") -> dict[str, Any]:
    versioned = {"version": version} if version else {}
    return {
        "type": kind,
        "bom-ref": f"{name}@{version}",
        "name": name,
        **versioned,
        "licenses": [{"expression": expression}],
    }


def _python_component(library: Distribution) -> dict[str, Any]:
    url = f"pkg:pypi/{library.name.lower().replace('_', '-')}@{library.version}"
    expression = library.metadata.get("License-Expression")
    component = _component(library.name, library.version, expression or "") | {"bom-ref": url, "purl": url}
    if not expression:
        component["licenses"] = [{"license": {"name": licence(library)}}]
    compiled_in = [part for file in _metadata_files(library, "sboms") for part in _parts(file)]
    known = {(part["name"], part["version"]): part for part in compiled_in if part["name"] != library.name}
    # The same part may be in several libraries: its reference must be one of this bill.
    nested = [part | {"bom-ref": f"{url}#{part['name']}@{part['version']}"} for part in known.values()]
    return component | ({"components": nested} if nested else {})


def _parts(file: Path) -> list[dict[str, Any]]:
    """Return what a wheel's own bill says is compiled into it; not what was only used to build it."""
    listed = json.loads(file.read_text(encoding="utf-8")).get("components", [])
    fields = ("type", "name", "version", "purl", "licenses")
    return [
        {"version": ""} | {field: part[field] for field in fields if field in part}
        for part in listed
        if part.get("scope") != "excluded"
    ]


def _texts_of(library: Distribution) -> str:
    words = ("LICEN", "COPYING", "NOTICE")
    texts = [
        file.read_text(encoding="utf-8", errors="replace")
        for file in _metadata_files(library)
        if any(word in file.name.upper() for word in words)
    ]
    parts = [part for file in _metadata_files(library, "sboms") for part in _parts(file) if "licenses" in part]
    named = [f"    {part['name']} {part['version']}: {_words(part['licenses'])}" for part in parts]
    if named:
        texts.append("Compiled into it, as its makers say:\n" + "\n".join(sorted(set(named))))
    return "".join(f"\n\n{text}" for text in texts)


def _words(licences: Collection[dict[str, Any]]) -> str:
    named = [one.get("license", {}) for one in licences]
    stated = [one.get("expression", "") for one in licences]
    return ", ".join([*filter(None, stated), *(one.get("id") or one.get("name", "") for one in named if one)])


def _metadata_files(library: Distribution, folder: str = "") -> list[Path]:
    """Return the files of the library's metadata, or those in a folder of it."""
    listed = sorted(str(file) for file in library.files or [] if ".dist-info" in file.parts[0])
    return [Path(str(library.locate_file(file))) for file in listed if f".dist-info/{folder}" in file]


def _native_libraries(files: Iterable[Path], versions: dict[str, str]) -> list[tuple[str, str, str, str]]:
    """Return name, version (where known), licence and text of each library of another language, by name."""
    found: dict[str, tuple[str, str, str, str]] = {}
    for file in sorted(files, key=lambda file: file.name):
        if not (_LIBRARY_FILE.fullmatch(file.name) or file.name == "Python"):
            continue
        for pattern, name, expression in _NATIVE:
            if re.fullmatch(pattern, file.name, re.IGNORECASE) and ".abi3." not in file.name:
                version, text = _of_the_system(file)
                version = version or _version(name, file, versions)
                found.setdefault(f"{name} {version}", (name, version, expression, text))
                break
    return [found[key] for key in sorted(found)]


def _version(name: str, file: Path, versions: dict[str, str]) -> str:
    in_name = _VERSION_IN_NAME.fullmatch(file.name)
    known = {"Python": platform.python_version(), "Qt": versions.get("PySide6_Essentials", "")}
    return known.get(name) or (in_name[1] if in_name else "")


def _of_the_system(file: Path) -> tuple[str, str]:
    """Return version and licence text of a library that a package of Debian brought along; empty for another one."""
    if file.name.startswith(("libpython", "python", "Python")):
        stdlib = Path(sysconfig.get_path("stdlib"))
        texts = [text for text in (stdlib / "LICENSE.txt", Path(sys.base_prefix, "LICENSE.txt")) if text.is_file()]
        return "", "".join(f"\n\n{text.read_text(encoding='utf-8')}" for text in texts[:1])
    if not shutil.which("dpkg-query") or "site-packages" in file.parts:
        return "", ""
    owner = subprocess.run(["dpkg-query", "-S", f"*/{file.name}"], capture_output=True, text=True, check=False)
    if not owner.stdout:
        return "", ""
    package = owner.stdout.partition(": ")[0]
    asked = ["dpkg-query", "-W", "-f", "${Version}", package]
    version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    text = Path("/usr/share/doc", package.partition(":")[0], "copyright")
    return version, f"\n\n{text.read_text(encoding='utf-8')}" if text.is_file() else ""


def _version_of_guillemet() -> str:
    source = _FOLDER.parent / "desktop" / "guillemet" / "__init__.py"
    (version,) = re.findall(r'^__version__ = "(.*)"$', source.read_text(encoding="utf-8"), re.MULTILINE)
    return str(version)


def main(arguments: list[str]) -> int:
    """Write both files, or check one."""
    if arguments[0] == "--check":
        found = problem(Path(arguments[1]))
        print(found or f"{arguments[1]} fits the schema.", file=sys.stderr)
        return 1 if found else 0
    site_packages = Path(arguments[0])
    libraries = [library for library in distributions(path=[str(site_packages)]) if library.name != "guillemet"]
    write(libraries, site_packages.rglob("*"), Path(arguments[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
