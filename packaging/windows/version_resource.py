"""Prints the version resource of the Windows programs, as PyInstaller reads it: `version_resource.py VERSION`."""

import re
import sys


def version_resource(version: str) -> str:
    """Return the resource for a version such as 1.2.3 or 1.2.3rc1."""
    numbers = [int(part) for part in re.findall(r"\d+", version)[:4]]
    four = tuple(numbers + [0] * (4 - len(numbers)))
    strings = {
        "CompanyName": "Guillemet",
        "FileDescription": "Guillemet",
        "FileVersion": version,
        "InternalName": "guillemet",
        "LegalCopyright": "MIT licence",
        "OriginalFilename": "guillemet.exe",
        "ProductName": "Guillemet",
        "ProductVersion": version,
    }
    structs = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in strings.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={four}, prodvers={four}, mask=0x3f, flags=0x0, OS=0x40004, "
        "fileType=0x1, subtype=0x0, date=(0, 0)), kids=["
        f"StringFileInfo([StringTable('040904B0', [{structs}])]), "
        "VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )


if __name__ == "__main__":
    sys.stdout.write(version_resource(sys.argv[1]))
