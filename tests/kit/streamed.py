"""Replies that are staged while they stream in."""

from pathlib import Path

from guillemet.engine.workspace import Applied, Workspace

_ids: dict[tuple[Path, str], str] = {}
"""By the repository, and by how much of the reply is staged."""


def grow(workspace: Workspace, before: str, text: str) -> Applied:
    """Stage more of the reply that had the text `before` until now; of a new one where that is empty."""
    reply_id = _ids.get((workspace.root, before), "") if before else ""
    applied = workspace.grow(reply_id, text)
    _ids[workspace.root, text] = applied.reply_id if applied.outcomes else reply_id
    return applied
