"""Replies that are staged while they stream in."""

import secrets
from pathlib import Path

from guillemet.engine.workspace import Applied, Workspace

_ids: dict[tuple[Path, str], str] = {}
"""Of replies of which something was proposed, by the repository and by how much of the reply is staged."""


def grow(workspace: Workspace, before: str, text: str) -> Applied:
    """Stage more of the reply that had the text `before` until now; of a new one where that is empty."""
    if before and (reply_id := _ids.get((workspace.root, before))):
        applied = workspace.grow(reply_id, text, finished=len(text))
    else:
        reply_id = secrets.token_hex(8)
        applied = workspace.apply(text, reply_id=reply_id, finished=len(text))
    if applied.outcomes:
        _ids[workspace.root, text] = reply_id
    return applied


def id_of(workspace: Workspace, text: str) -> str:
    """Return the id of the reply of which this much is staged."""
    return _ids[workspace.root, text]
