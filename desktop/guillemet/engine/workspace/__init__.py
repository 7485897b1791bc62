"""The façade: open a repository, apply a reply, decide, commit, undo."""

from guillemet.engine.workspace.applied import Applied, KeptReply
from guillemet.engine.workspace.apply import Standing
from guillemet.engine.workspace.workspace import Done, Workspace

__all__ = ["Applied", "Done", "KeptReply", "Standing", "Workspace"]
