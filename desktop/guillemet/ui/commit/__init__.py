"""The commit panel: what will be committed, its message, and the word to do it."""

from guillemet.ui.commit.panel import CommitPanel

__all__ = ["CommitPanel"]
