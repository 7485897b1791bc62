"""Finds the files that come with the program: beside the package when installed, at the top of a checkout otherwise."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "resources", _PACKAGE.parents[1] / "resources")


def bundled(name: str) -> Path:
    """Return where a file or folder of `resources/` lies; raises FileNotFoundError when the installation lacks it."""
    for place in _PLACES:
        if (place / name).exists():
            return place / name
    raise FileNotFoundError(f"This installation of Guillemet lacks resources/{name}. Install it again.")
