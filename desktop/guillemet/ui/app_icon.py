"""The application's icon, in the sizes that window managers ask for."""

from PySide6.QtGui import QIcon

from guillemet.bundled import bundled

APPLICATION_ID = "org.guillemet.Guillemet"
"""What desktop systems know the application by: the name of its .desktop file, and of its icon in a theme."""
_SIZES = (16, 22, 24, 32, 48, 64, 128, 256)


def application_icon() -> QIcon:
    """Return the icon; empty where the installation lacks its files."""
    # Rendered files rather than the SVG one: no plugin of Qt is needed, and small sizes have a drawing of their own.
    icon = QIcon()
    try:
        theme = bundled("icons/hicolor")
    except FileNotFoundError:
        return icon
    for size in _SIZES:
        icon.addFile(str(theme / f"{size}x{size}" / "apps" / f"{APPLICATION_ID}.png"))
    return icon
