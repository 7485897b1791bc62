"""What the diff's controls ask for, wherever they stand: one object that all of them emit, and one place hears."""

from PySide6.QtCore import QObject, Signal

from guillemet.settings import WhiteSpace


class DiffRequests(QObject):
    """Made by the pane, and handed to what has such controls.

    Signals: `accept_requested(path)`; `reject_requested(path)`; `comments_requested(path)`; `conflict_requested(path)`;
    `toggled(path)` when the file is to be folded or unfolded; `white_space_requested(WhiteSpace)`;
    `continuous_requested(bool)`; `zoom_requested(steps)`, above 0 for larger letters, 0 for the usual ones.
    """

    accept_requested = Signal(str)
    reject_requested = Signal(str)
    comments_requested = Signal(str)
    conflict_requested = Signal(str)
    toggled = Signal(str)
    white_space_requested = Signal(WhiteSpace)
    continuous_requested = Signal(bool)
    zoom_requested = Signal(int)
