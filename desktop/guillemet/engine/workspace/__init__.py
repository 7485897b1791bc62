"""The façade: open a repository, apply a reply, decide, commit, undo."""

from guillemet.engine.workspace.apply import Applied, KeptReply, ReplyState, SearchPreview
from guillemet.engine.workspace.workspace import Done, Workspace

__all__ = ["Applied", "Done", "KeptReply", "ReplyState", "SearchPreview", "Workspace"]
