"""Whether a window can be opened here, found out before Qt starts: Qt would end the process instead of saying so."""

import ctypes
import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

from guillemet.components import explain_missing_qt


def problem() -> str | None:
    """Return in one sentence why no window can be opened here, or None when one can."""
    problems = list(_problems().values()) or ["There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set."]
    return None if None in problems or sys.platform != "linux" else problems[0]


def platforms() -> tuple[str, ...]:
    """Return the platforms of Qt that work here, best first; empty where the choice is better left to Qt."""
    is_left_to_qt = sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM")
    return () if is_left_to_qt else tuple(platform for platform, why in _problems().items() if why is None)


def _problems() -> dict[str, str | None]:
    """Return each platform Qt would be asked for, best first, with the reason why it does not work."""
    variables = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
    chosen = [part.partition(":")[0] for part in os.environ.get("QT_QPA_PLATFORM", "").split(";") if part]
    found = [platform for platform, variable in variables.items() if os.environ.get(variable)]
    found.sort(key=lambda platform: platform != os.environ.get("XDG_SESSION_TYPE"))
    return {platform: _problem(platform) for platform in chosen or found}


def _problem(platform: str) -> str | None:
    spec = find_spec("PySide6")
    plugins = Path((spec.submodule_search_locations or [""])[0]) / "Qt/plugins/platforms" if spec else Path()
    if plugins.is_dir() and not any(plugins.glob(f"libq{platform}*.so")):
        return f"Qt has no platform named {platform!r}, which QT_QPA_PLATFORM asks for."
    try:
        for plugin in plugins.glob(f"libq{platform}.so"):
            ctypes.CDLL(str(plugin))
        silent = _silent_x() if platform == "xcb" else _silent_wayland() if platform == "wayland" else ""
    except OSError as error:
        return explain_missing_qt(error)
    return f"There is no screen here ({silent}), so no window can be opened." if silent else None


def _silent_x() -> str:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    is_broken = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"no X server answers at DISPLAY={os.environ.get('DISPLAY', '')}" if is_broken else ""


def _silent_wayland() -> str:
    place = Path(os.environ.get("XDG_RUNTIME_DIR", "")) / (os.environ.get("WAYLAND_DISPLAY") or "wayland-0")
    with socket.socket(socket.AF_UNIX) as connection:
        return f"no Wayland compositor answers at {place}" if connection.connect_ex(str(place)) else ""
