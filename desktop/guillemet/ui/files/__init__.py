"""The files of the repository: a tree with a filter, and what each file is to the conversation."""

from guillemet.ui.files.overlay import Overlay
from guillemet.ui.files.panel import FilePanel

__all__ = ["FilePanel", "Overlay"]
