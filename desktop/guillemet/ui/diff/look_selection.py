"""How files are laid out: in the look the user chose, as far as the width allows, with long lines wrapped or not."""

from PySide6.QtCore import QObject, Signal

from guillemet.settings import Look
from guillemet.ui.diff.diff_view import DiffView

LEAST_COLUMNS = 60
"""Of each side that is shown beside the other."""


class LookSelection(QObject):
    """Holds the look of the settings, and gives the view the one that fits.

    Signals: `changed(Look)` when another one is set, whether or not it fits; `wrap_changed(bool)`.
    """

    changed = Signal(Look)
    wrap_changed = Signal(bool)

    def __init__(self, view: DiffView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._look = Look.SIDE_BY_SIDE
        self._follows_width = False
        view.resized.connect(self.fit)
        self.is_beside_by_choice = False
        """Whether the user asked for both sides where there is little room for them."""

    @property
    def note(self) -> str:
        """Why one column is shown where the user chose both sides; empty when that is not so."""
        if self._view.look is self._look:
            return ""
        return f"In one column, for a side has no room for {LEAST_COLUMNS} columns"

    def set(self, kind: Look) -> None:
        """Show files side by side or unified."""
        if kind is not self._look:
            self._look, self.is_beside_by_choice = kind, False
            self.changed.emit(kind)
        self.fit()

    def choose(self, kind: Look) -> None:
        """Take the user's choice, which is kept for side by side even where there is little room."""
        self.set(kind)
        self.is_beside_by_choice = kind is Look.SIDE_BY_SIDE
        self.fit()

    def switch(self) -> None:
        """Choose the look that is not shown."""
        self.choose(Look.UNIFIED if self._view.look is Look.SIDE_BY_SIDE else Look.SIDE_BY_SIDE)

    def follow_width(self) -> None:
        """From now on, show files side by side only where each side has room, unless the user asks for it there."""
        self._follows_width = True
        self.fit()

    def set_wrap(self, *, wraps: bool) -> None:
        """Break lines that are too long for the width, or let them be scrolled to."""
        if wraps is not self._view.wraps:
            self._view.set_wrap(wraps=wraps)
            self.wrap_changed.emit(wraps)

    def switch_wrap(self) -> None:
        """Wrap lines if they are not, and the other way round."""
        self.set_wrap(wraps=not self._view.wraps)

    def fit(self) -> None:
        """Give the view the look that fits its width."""
        is_narrow = self._follows_width and self._view.splitter.columns_beside() < LEAST_COLUMNS
        look = Look.UNIFIED if is_narrow and not self.is_beside_by_choice else self._look
        if look is not self._view.look:
            self._view.set_look(look)
