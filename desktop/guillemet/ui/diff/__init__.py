"""The diff pane: one file of the proposal, old and new, to be read, searched and decided."""
