"""Finds the files that come with the program: beside the package when installed, at the top of a checkout otherwise.

Packages with libraries of their own (one-folder app, .deb, Flatpak) add the folder `resources/package`: their kind and
the licences of what they ship.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "resources", _PACKAGE.parents[1] / "resources")


def bundled(name: str) -> Path:
    """Return where a file or folder of `resources/` lies; raises FileNotFoundError when the installation lacks it."""
    for place in _PLACES:
        if (place / name).exists():
            return place / name
    raise FileNotFoundError(f"This installation of Guillemet lacks resources/{name}. Install it again.")


def package_kind() -> str:
    """Return the kind of package that this installation came in; empty for one made with pip, and for a checkout."""
    try:
        return bundled("package/kind").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def install_advice(library: str) -> str:
    """Return in one sentence how a library that is not installed can be added."""
    if kind := package_kind():
        return (
            f"No library can be added to this package ({kind}). Install Guillemet with pip, then: pip install {library}"
        )
    return f"Install it with: pip install {library}"
