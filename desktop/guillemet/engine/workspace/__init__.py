"""The façade: open a repository, apply a reply, decide, commit, undo."""

from guillemet.engine.workspace.taking import Standing
from guillemet.engine.workspace.workspace import Applied, Done, Workspace

__all__ = ["Applied", "Done", "Standing", "Workspace"]
