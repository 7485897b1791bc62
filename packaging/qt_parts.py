"""The one list of the parts of PySide6 that packages ship: those of a program of plain widgets.

python packaging/qt_parts.py SITE_PACKAGES      remove all other parts from this folder

The recipe of the one-folder app asks `is_shipped` instead.
"""

import re
import shutil
import sys
from pathlib import Path

_MODULES = "Core|Gui|Widgets"
"""What the program imports."""
_LIBRARIES = f"{_MODULES}|DBus|OpenGL|Svg|WaylandClient|WlShellIntegration|XcbQpa"
"""What these modules and the plugins link to."""
_PLUGINS = (
    r"platforms/(lib)?q(cocoa|offscreen|wayland|windows|xcb)"
    r"|platforminputcontexts/lib(compose|ibus)platforminputcontextplugin"
    r"|iconengines/(lib)?qsvgicon|imageformats/(lib)?qsvg"
    r"|(platformthemes|styles|wayland-shell-integration|wayland-decoration-client)/\w[\w-]*"
)
# On Linux and macOS libraries and plugins lie in the folder Qt, on Windows beside the modules.
_SHIPPED = re.compile(
    r"(__init__|_config|_git_pyside_version)\.py"
    rf"|Qt({_MODULES})(\.abi3\.so|\.pyd)|(lib)?pyside6\.abi3\..*"
    rf"|Qt/lib/libQt6({_LIBRARIES})\.so\.6|Qt/lib/Qt({_LIBRARIES})\.framework/.*|Qt6({_LIBRARIES})\.dll"
    r"|Qt/lib/libicu.*|(vcruntime|msvcp|concrt)\d\w*\.dll"
    rf"|(Qt/)?plugins/({_PLUGINS})\.(so|dylib|dll)"
)


def is_shipped(place: str) -> bool:
    """Return whether a package ships this file, named from the folder PySide6 on with slashes."""
    return bool(_SHIPPED.fullmatch(place))


def remove_unused(site_packages: Path) -> int:
    """Remove what is not shipped; return how many bytes that saved."""
    folder = site_packages / "PySide6"
    unused = [
        path for path in folder.rglob("*") if not path.is_dir() and not is_shipped(path.relative_to(folder).as_posix())
    ]
    saved = sum(path.lstat().st_size for path in unused)
    for path in unused:
        path.unlink()
    for path in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(path.iterdir()):
            path.rmdir()
    # Headers and tools for those who build bindings of their own.
    shutil.rmtree(site_packages / "bin", ignore_errors=True)
    return saved


if __name__ == "__main__":
    print(f"{remove_unused(Path(sys.argv[1]))} bytes of Qt left out")
