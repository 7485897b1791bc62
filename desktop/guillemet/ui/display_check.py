"""Whether a window can be opened here, found out before Qt starts: Qt would end the process instead of saying so.

On Linux a platform of Qt (xcb for X11, wayland) works when its libraries load and its display answers. Nothing here
imports Qt.
"""

import ctypes
import importlib.util
import os
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

# Library as the loader knows it → the Debian and Ubuntu package that holds it.
_QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
_XCB_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
_DISPLAY_LIBRARIES = {"xcb": _XCB_LIBRARIES, "wayland": _WAYLAND_LIBRARIES}
_NO_SCREEN = "There is no screen here ({why}), so no window can be opened."
_NO_LIBRARIES = (
    "Qt cannot open a window because system libraries are missing ({what}); "
    "on Debian or Ubuntu install them with: sudo apt install {packages}"
)


def problem() -> str | None:
    """Return in one sentence why no window can be opened here, or None when one can."""
    return _linux_problem() if sys.platform == "linux" else None


def platforms() -> tuple[str, ...]:
    """Return the platforms of Qt that work here, best first; empty where the choice is better left to Qt."""
    is_ours = sys.platform == "linux" and not os.environ.get("QT_QPA_PLATFORM")
    return tuple(platform for platform in _wanted() if _platform_problem(platform) is None) if is_ours else ()


def _linux_problem() -> str | None:
    tried = [_platform_problem(platform) for platform in _wanted()]
    if not tried:
        return _NO_SCREEN.format(why="neither DISPLAY nor WAYLAND_DISPLAY is set")
    return None if None in tried else tried[0]


def explain(error: ImportError) -> str:
    """Return in one sentence why Qt could not be imported."""
    if error.name is not None and error.name.startswith("PySide6") and importlib.util.find_spec("PySide6") is None:
        return "PySide6 is not installed, so no window can be opened; install it with: pip install PySide6-Essentials"
    library = str(error).partition(":")[0]
    known = _QT_LIBRARIES | _XCB_LIBRARIES | _WAYLAND_LIBRARIES
    return (
        _libraries_sentence({library: known[library]}) if library in known else f"Qt cannot be loaded here ({error})."
    )


def _wanted() -> list[str]:
    """Return the platforms Qt would be asked for, best first, as the environment tells."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    if chosen:
        return [part.partition(":")[0] for part in chosen.split(";") if part]
    found = [
        name for name, variable in (("xcb", "DISPLAY"), ("wayland", "WAYLAND_DISPLAY")) if os.environ.get(variable)
    ]
    return found[::-1] if os.environ.get("XDG_SESSION_TYPE") == "wayland" else found


def _platform_problem(platform: str) -> str | None:
    libraries = _DISPLAY_LIBRARIES.get(platform)
    silent = _silent_x() if platform == "xcb" else _silent_wayland() if platform == "wayland" else ""
    if silent:
        return _NO_SCREEN.format(why=silent)
    missing = _missing(_QT_LIBRARIES | (libraries or {}))
    if missing:
        return _libraries_sentence(missing)
    return _plugin_problem(platform) if libraries else _unknown_platform(platform)


def _unknown_platform(platform: str) -> str | None:
    """Return why a platform without a display of its own (offscreen, vnc…) cannot be had."""
    folder = _plugins()
    if folder is None or any(folder.glob(f"libq{platform}*.so")):
        return None
    known = ", ".join(sorted(file.stem.removeprefix("libq") for file in folder.glob("libq*.so")))
    return f"Qt has no platform named {platform!r}, which QT_QPA_PLATFORM asks for; it has {known}."


def _missing(libraries: dict[str, str]) -> dict[str, str]:
    return {name: package for name, package in libraries.items() if _load_error(name)}


def _load_error(library: str) -> str:
    try:
        ctypes.CDLL(library)
    except OSError as error:
        return str(error)
    return ""


def _plugin_problem(platform: str) -> str | None:
    """Return what the plugin itself misses, for libraries a later Qt may need and the tables do not know."""
    folder = _plugins()
    plugin = folder and folder / f"libq{platform}.so"
    if not plugin or not plugin.exists():
        return None
    error = _load_error(str(plugin))
    return f"Qt cannot open a window because its {platform} platform does not load ({error})." if error else None


def _plugins() -> Path | None:
    spec = importlib.util.find_spec("PySide6")
    places = spec.submodule_search_locations if spec else None
    folders = [Path(place) / "Qt" / "plugins" / "platforms" for place in places or ()]
    return next((folder for folder in folders if folder.is_dir()), None)


def _silent_x() -> str:
    """Return why the X server cannot be reached; empty when it answers, or cannot be asked for want of a library."""
    display = os.environ.get("DISPLAY", "")
    if not display:
        return "DISPLAY is not set"
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return ""
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connection_has_error.argtypes = (ctypes.c_void_p,)
    xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    is_broken = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return f"no X server answers at DISPLAY={display}" if is_broken else ""


def _silent_wayland() -> str:
    """Return why the Wayland compositor cannot be reached; empty when it answers."""
    name = os.environ.get("WAYLAND_DISPLAY") or "wayland-0"
    place = Path(os.environ.get("XDG_RUNTIME_DIR", "")) / name
    if sys.platform != "win32":  # which has no sockets of this kind, nor Wayland
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
                door.connect(str(place))
        except OSError:
            return f"no Wayland compositor answers at {place}"
    return ""


def _libraries_sentence(missing: dict[str, str]) -> str:
    return _NO_LIBRARIES.format(what=", ".join(missing), packages=" ".join(_without_doubles(missing.values())))


def _without_doubles(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
