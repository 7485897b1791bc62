"""The licence list and the bill of materials (CycloneDX 1.6, JSON) of the libraries in a folder.

    python packaging/bill_of_materials.py SITE_PACKAGES OUTPUT_FOLDER

Writes licences.txt, with the full texts, and guillemet.cdx.json. What is written depends only on what the folder holds.
"""

import json
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

_CLASSIFIER = "License :: "


def licence(library: Distribution) -> str:
    """Return the licence as the library's metadata states it: an SPDX expression where there is one."""
    metadata = library.metadata
    classified = [name for name in metadata.get_all("Classifier") or [] if name.startswith(_CLASSIFIER)]
    stated = metadata.get("License-Expression") or (metadata.get("License") or "").strip()
    if stated not in ("", "UNKNOWN") and "\n" not in stated:
        return stated
    return ", ".join(name.rpartition(" :: ")[2] for name in classified) or "see its text"


def write(site_packages: Path, output: Path) -> None:
    """Write both files."""
    libraries = sorted(distributions(path=[str(site_packages)]), key=lambda library: library.name.lower())
    components = []
    sections = []
    for library in libraries:
        name = library.name.lower().replace("_", "-")
        expression = library.metadata.get("License-Expression")
        components.append(
            {
                "type": "library",
                "bom-ref": f"pkg:pypi/{name}@{library.version}",
                "name": library.name,
                "version": library.version,
                "purl": f"pkg:pypi/{name}@{library.version}",
                "licenses": [{"expression": expression}] if expression else [{"license": {"name": licence(library)}}],
            }
        )
        texts = [
            Path(str(library.locate_file(file))).read_text(encoding="utf-8", errors="replace")
            for file in sorted(library.files or [], key=str)
            if ".dist-info" in str(file) and any(word in file.name.upper() for word in ("LICEN", "COPYING", "NOTICE"))
        ]
        sections.append("\n\n".join([f"{library.name} {library.version}: {licence(library)}", *texts]))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "guillemet"}},
        "components": components,
    }
    output.mkdir(parents=True, exist_ok=True)
    (output / "guillemet.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    rule = "\n" + "=" * 78 + "\n"
    (output / "licences.txt").write_text(rule.join(sections) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
