"""The proposal: what the model wants changed, what became of its blocks, and what the user said."""

from guillemet.ui.changes.pane import ChangesPane

__all__ = ["ChangesPane"]
