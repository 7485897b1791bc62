"""What a commit of this repository runs that libgit2 does not: hooks, signing, filters.

Only looked for, never run. Found the way git finds it; a repository without any of it can be committed by libgit2.
"""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from guillemet.engine.git.faults import repository_faults
from guillemet.engine.git.repository import Repository
from guillemet.engine.review import Need

# reference-transaction is among them because it may veto the branch's move.
HOOKS = ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction")

_PROGRAMS = ("hook.", "filter.", "gpg.", "core.hookspath")
"""How the names of the configuration begin that say which programs a commit runs."""


def commit_needs(repository: Repository, paths: Iterable[str]) -> tuple[frozenset[Need], tuple[str, ...]]:
    """Return what committing these paths needs, and each cause by name, such as "pre-commit hook"."""
    details = {
        Need.HOOKS: _hooks(repository),
        Need.SIGNING: ("commit.gpgsign",) if repository.flag("commit.gpgsign") else (),
        Need.FILTERS: filters(repository, paths),
    }
    return frozenset(need for need, causes in details.items() if causes), tuple(
        cause for causes in details.values() for cause in causes
    )


def filters(repository: Repository, paths: Iterable[str]) -> tuple[str, ...]:
    """Return what changes these paths' bytes on the way into git beyond libgit2, such as "filter lfs"."""
    config = repository.config()
    found: dict[str, None] = {}
    for path in paths:
        name = repository.attribute(path, "filter")
        if isinstance(name, str) and any(config.get(f"filter.{name}.{kind}") for kind in ("clean", "process")):
            found[f"filter {name}"] = None
        encoding = repository.attribute(path, "working-tree-encoding")
        if isinstance(encoding, str):
            found[f"working-tree-encoding {encoding}"] = None
    return tuple(found)


def trust_key(repository: Repository) -> str:
    """Return what trust is given to: this repository, as it lies there, and the programs its commits run now.

    A digest in hex, a blank, the worktree's root. It is another one when a hook, or what the configuration says of
    programs, changed, and when another repository lies at the same place; what a hook calls is not looked at.
    """
    digest = hashlib.sha256()

    def add(*parts: str | bytes) -> None:
        for part in parts:
            data = part if isinstance(part, bytes) else os.fsencode(part)
            digest.update(b"%d:" % len(data))
            digest.update(data)

    add(str(repository.root))
    with repository_faults("The repository's programs cannot be read"):
        add(str(repository.common_dir.stat().st_ino))
        for entry in repository.handle.config_snapshot:
            if entry.name.startswith(_PROGRAMS):
                add(entry.name, entry.value or "")
        folder = hooks_folder(repository)
        for name in HOOKS:
            if _is_program(folder / name):
                add(name, (folder / name).read_bytes())
    return f"{digest.hexdigest()} {repository.root}"


def hooks_folder(repository: Repository) -> Path:
    """Return where git looks for this repository's hooks; relative paths start at the worktree."""
    with repository_faults("The repository's configuration cannot be read"):
        configured = repository.config().get("core.hookspath", "")
    if not configured:
        return repository.common_dir / "hooks"
    return repository.root / os.path.expanduser(configured)  # noqa: PTH111  leaves an unknown user's name as it is


def _hooks(repository: Repository) -> tuple[str, ...]:
    folder = hooks_folder(repository)
    found = [f"{name} hook" for name in HOOKS if _is_program(folder / name)]
    # Newer versions of git run hooks named in the configuration, too.
    found += [
        f"{name} hook" for name, value in repository.config().items() if name.startswith("hook.") and value in HOOKS
    ]
    return tuple(found)


def _is_program(place: Path) -> bool:
    try:
        return place.is_file() and (os.name == "nt" or bool(place.stat().st_mode & 0o111))
    except OSError:
        return False
