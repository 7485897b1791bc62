"""Whether a window can be opened here, found out before Qt starts: Qt would end the process instead of saying so.

Nothing here imports Qt. On Linux a platform of Qt (xcb for X11, wayland) works when its plugin loads and its display
answers.
"""

import ctypes
import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

_PACKAGES = (
    "libegl1 libgl1 libdbus-1-3 libfontconfig1 libglib2.0-0 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 "
    "libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libwayland-cursor0"
)
"""What Qt's platforms need of Debian and Ubuntu."""


def problem() -> str | None:
    """Return in one sentence why no window can be opened here, or None when one can."""
    problems = list(_problems().values()) or [_no_screen("neither DISPLAY nor WAYLAND_DISPLAY is set")]
    return None if None in problems or sys.platform != "linux" else problems[0]


def platforms() -> tuple[str, ...]:
    """Return the platforms of Qt that work here, best first; empty where the choice is better left to Qt."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return ()
    return tuple(platform for platform, problem in _problems().items() if problem is None)


def explain(error: Exception) -> str:
    """Return in one sentence why a library of Qt could not be loaded."""
    if find_spec("PySide6") is None:
        return "PySide6 is not installed, so no window can be opened; install it with: pip install PySide6-Essentials"
    return f"Qt cannot be loaded here ({error}). On Debian or Ubuntu try: sudo apt install {_PACKAGES}"


def _problems() -> dict[str, str | None]:
    """Return each platform Qt would be asked for, best first, with the reason why it does not work."""
    if chosen := os.environ.get("QT_QPA_PLATFORM", ""):
        asked = [part.partition(":")[0] for part in chosen.split(";") if part]
    else:
        variables = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
        asked = [platform for platform, variable in variables.items() if os.environ.get(variable)]
        asked.sort(key=lambda platform: platform != os.environ.get("XDG_SESSION_TYPE"))
    return {platform: _platform_problem(platform) for platform in asked}


def _platform_problem(platform: str) -> str | None:
    spec = find_spec("PySide6")
    plugins = Path((spec.submodule_search_locations or [""])[0]) / "Qt/plugins/platforms" if spec else Path()
    if plugins.is_dir() and not any(plugins.glob(f"libq{platform}*.so")):
        return f"Qt has no platform named {platform!r}, which QT_QPA_PLATFORM asks for."
    try:
        for plugin in plugins.glob(f"libq{platform}.so"):
            ctypes.CDLL(str(plugin))
    except OSError as error:
        return explain(error)
    silent = _silent_x() if platform == "xcb" else _silent_wayland() if platform == "wayland" else ""
    return _no_screen(silent) if silent else None


def _silent_x() -> str:
    """Return why the X server cannot be reached; empty when it answers, or when Qt brings no library to ask it."""
    display = os.environ.get("DISPLAY", "")
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return ""
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    is_broken = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"no X server answers at DISPLAY={display}" if is_broken else ""


def _silent_wayland() -> str:
    """Return why the Wayland compositor cannot be reached; empty when it answers."""
    place = Path(os.environ.get("XDG_RUNTIME_DIR", "")) / (os.environ.get("WAYLAND_DISPLAY") or "wayland-0")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(place))
    except OSError:
        return f"no Wayland compositor answers at {place}"
    return ""


def _no_screen(why: str) -> str:
    return f"There is no screen here ({why}), so no window can be opened."
