"""How files are laid out: in the look the user chose, as far as the width allows, with long lines wrapped or not."""

from PySide6.QtCore import QObject, Signal

from guillemet.settings import DiffLook, Look
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.header import Header

LEAST_COLUMNS = 60
"""Of each side that is shown beside the other."""


class LookSelection(QObject):
    """Holds the look of the settings, gives the view the one that fits, and follows the menus of the head.

    Signals: `changed(DiffLook)` when another one is set; `wrap_changed(bool)`.
    """

    changed = Signal(DiffLook)
    wrap_changed = Signal(bool)

    def __init__(self, view: DiffView, header: Header, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._header = view, header
        self._chosen = DiffLook.BY_WIDTH
        self._follows_width = False
        view.resized.connect(self.fit)
        header.look.look_requested.connect(self.set)
        options = header.options
        options.context_requested.connect(view.change_context)
        options.unfold_requested.connect(lambda unfold: view.unfold_all(unfold=unfold))
        options.wrap_requested.connect(lambda wraps: self.set_wrap(wraps=wraps))
        self.wrap_changed.connect(lambda wraps: options.show_wrap(wraps=wraps))
        self.changed.connect(self._show_state)
        view.state_changed.connect(self._show_state)

    @property
    def is_beside_by_choice(self) -> bool:
        """Whether the user asked for both sides, also where there is little room for them."""
        return self._chosen is DiffLook.SIDE_BY_SIDE

    @property
    def note(self) -> str:
        """Why one column is shown where there is no choice of the user's; empty when that is not so."""
        if self._chosen is not DiffLook.BY_WIDTH or self._view.look is Look.SIDE_BY_SIDE:
            return ""
        return f"In one column, for a side has no room for {LEAST_COLUMNS} columns"

    def set(self, chosen: DiffLook) -> None:
        """Show files side by side, even where there is little room, or unified, or as the width has it."""
        if chosen is not self._chosen:
            self._chosen = chosen
            self.changed.emit(chosen)
        self.fit()

    def switch(self) -> None:
        """Choose the look that is not shown; where it is the one that fits the width, follow the width again."""
        other = Look.UNIFIED if self._view.look is Look.SIDE_BY_SIDE else Look.SIDE_BY_SIDE
        self.set(DiffLook.BY_WIDTH if other is self._fitting else DiffLook(other))

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
        look = self._fitting if self._chosen is DiffLook.BY_WIDTH else Look(self._chosen)
        if look is not self._view.look:
            self._view.set_look(look)

    @property
    def _fitting(self) -> Look:
        """The look that fits the width, where that is followed."""
        is_narrow = self._follows_width and self._view.splitter.columns_beside() < LEAST_COLUMNS
        return Look.UNIFIED if is_narrow else Look.SIDE_BY_SIDE

    def _show_state(self) -> None:
        view = self._view
        has_diff = view.has_diff or bool(view.splitter.rows.at_decided)
        self._header.show_state(view.look, self._chosen, view.folding, note=self.note, has_diff=has_diff)
