"""Whether a suggested command has anything left to do, by what lies on the disk and what git tracks."""

import stat

from guillemet.engine.suggested_commands import MakeFolder, Operation, RemoveFolder, RemoveFromGit
from guillemet.engine.workspace.context import WorkspaceContext


def why_needless(context: WorkspaceContext, operation: Operation) -> str:
    """Return in a sentence why all that the operation does is so already; empty where it is not, or not surely."""
    match operation:
        case RemoveFromGit(paths=paths, cached=is_cached):
            lies_there = not is_cached and any(map(context.worktree.exists_on_disk, paths))
            if lies_there or _is_tracked(context, paths):
                return ""
            return _said(paths, "is not there" if not is_cached else "is not tracked by git")
        case RemoveFolder(paths=paths):
            return "" if any(map(context.worktree.exists_on_disk, paths)) else _said(paths, "is not there")
        case MakeFolder(paths=paths):
            return _said(paths, "is there already") if all(_is_folder(context, path) for path in paths) else ""
        case _:
            return ""


def _is_tracked(context: WorkspaceContext, paths: tuple[str, ...]) -> bool:
    """Whether git tracks one of these files, or something below one of these folders."""
    tracked, folders = context.repository.tracked(), tuple(f"{path}/" for path in paths)
    return not tracked.isdisjoint(paths) or any(one.startswith(folders) for one in tracked)


def _is_folder(context: WorkspaceContext, path: str) -> bool:
    found = context.worktree.fingerprint(path)
    return found is not None and stat.S_ISDIR(found[3])


def _said(paths: tuple[str, ...], what: str) -> str:
    which = paths[0] if len(paths) == 1 else f"each of its {len(paths):,} paths"
    return f"Nothing is left to do: {which} {what}."
