"""Writes the Info.plist of the macOS app: `python packaging/macos/info_plist.py VERSION OUTPUT`."""

import plistlib
import sys
from pathlib import Path
from typing import Any


def info_plist(version: str) -> dict[str, Any]:
    """Return what PyInstaller is to add to the property list that it makes."""
    return {
        "CFBundleName": "Guillemet",
        "CFBundleDisplayName": "Guillemet",
        "CFBundleIdentifier": "org.guillemet.Guillemet",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Folder",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.folder"],
            }
        ],
        "LSApplicationCategoryType": "public.app-category.developer-tools",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "MIT licence",
        # Follows the system's light and dark colours.
        "NSRequiresAquaSystemAppearance": False,
    }


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(plistlib.dumps(info_plist(sys.argv[1])))
