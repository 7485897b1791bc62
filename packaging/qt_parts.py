"""Which parts of PySide6 for Linux a package ships: those of a program of plain widgets.

python packaging/qt_parts.py SITE_PACKAGES      remove all other parts from this folder
"""

import re
import shutil
import sys
from pathlib import Path

KEPT = re.compile(
    r"(__init__|_config|_git_pyside_version)\.py"
    r"|Qt(Core|DBus|Gui|Svg|Widgets)\.abi3\.so|libpyside6\.abi3\.so\..*"
    r"|Qt/lib/libQt6(Core|DBus|Gui|OpenGL|Svg|WaylandClient|Widgets|WlShellIntegration|XcbQpa)\.so\.6"
    r"|Qt/lib/libicu.*"
    r"|Qt/plugins/platforms/libq(offscreen|wayland|xcb)\.so"
    r"|Qt/plugins/(platforminputcontexts/lib(compose|ibus)platforminputcontextplugin|iconengines/libqsvgicon)\.so"
    r"|Qt/plugins/imageformats/libqsvg\.so"
    r"|Qt/plugins/(platformthemes|xcbglintegrations|wayland-shell-integration|wayland-decoration-client"
    r"|wayland-graphics-integration-client)/.*\.so"
)


def remove_unused(site_packages: Path) -> int:
    """Remove what no widget needs; return how many bytes that saved."""
    folder = site_packages / "PySide6"
    unused = [
        path
        for path in folder.rglob("*")
        if not path.is_dir() and not KEPT.fullmatch(path.relative_to(folder).as_posix())
    ]
    saved = sum(path.stat().st_size for path in unused)
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
