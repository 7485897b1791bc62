"""What a commit of this repository runs that libgit2 does not: hooks, signing, filters.

Searched as git does, never run. A repository without any of it can be committed by libgit2.
"""

import hashlib
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.git_command import Setting
from guillemet.engine.git.repository import Repository
from guillemet.engine.review import Need

_HOOKS = "core.hookspath"
_PROGRAM_SETTINGS = re.compile(
    r"""filter\..*\.(clean|smudge|process) | gpg\.(.*\.)?(program|defaultkeycommand) | hook\..*\.command
    | core\.(fsmonitor|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand|attributesfile)
    | sequence\.editor | pager\..* | alias\..* | diff\.external | diff\..*\.(command|textconv) | merge\..*\.driver
    | (merge|diff)tool\..*\.(cmd|path) | (browser|man)\..*\.(cmd|path) | credential\.(.*\.)?helper
    | interactive\.difffilter | trailer\..*\.(command|cmd) | remote\..*\.(uploadpack|receivepack)
    | uploadpack\.packobjectshook | sendemail\..*cmd | submodule\..*\.update""",
    re.VERBOSE,
)
_BETWEEN_WORDS = re.compile(r"""[\s"'`;|&()<>=!$\\]+""")
_OF_GIT_DIR = frozenset(("config", "config.worktree", "commondir", "hooks", "info", "modules", "objects", "refs"))
# reference-transaction is among them because it may veto the branch's move.
_TRANSPORT = re.compile(
    r"core\.(sshcommand|askpass|gitproxy) | credential\.(.*\.)?helper | remote\..*\.(receivepack|vcs)", re.VERBOSE
)
"""Settings that name the programs of a push."""
HOOKS = (
    *("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction"),
    "post-index-change",
)
"""Hooks that git runs for a commit."""
_ALL_HOOKS = (*HOOKS, "post-checkout", "pre-push")
_PROGRAMS = ("hook.", "filter.", "gpg.", "core.hookspath")
"""Prefixes of the settings that decide which programs a commit runs."""
_CONVERSIONS = ("core.attributesfile", "core.autocrlf", "core.eol")
_LARGEST = 64 * 2**20
"""Bytes of programs that are read for trust; of what lies beyond, size and time count."""


class ConfiguredFile(Struct, frozen=True):
    """A file or a folder of the worktree that a setting names."""

    path: str
    """Relative to the root, with slashes; empty for the root itself."""
    setting: str
    is_folder: bool = False

    def holds(self, path: str) -> bool:
        """Whether this is the path, or a folder with it inside; case does not count, as on some disks it does not."""
        own, other = self.path.casefold(), path.casefold()
        return own == other or (self.is_folder and (not own or other.startswith(own + "/")))


def configured_files(repository: Repository) -> tuple[ConfiguredFile, ...]:
    """Return what of the worktree the configuration names as it is now, each once, also behind links."""
    found: dict[ConfiguredFile, None] = {}
    for setting in repository.settings():
        for place in _places(repository, setting):
            for one in (place, Path(os.path.realpath(place))):
                if one.is_relative_to(repository.root) and not one.is_relative_to(repository.root / ".git"):
                    path = one.relative_to(repository.root).as_posix()
                    is_folder = setting.name == _HOOKS
                    found[ConfiguredFile("" if path == "." else path, setting.name, is_folder)] = None
    return tuple(found)


def why_it_runs_here(path: str, configured: Iterable[ConfiguredFile], *, exists: Callable[[str], bool]) -> str | None:
    """Return in a sentence what of this repository makes git run or obey the file; None when nothing does."""
    found = next((one for one in configured if one.holds(path)), None)
    if found is not None:
        return f"{path} is named by git's configuration here ({found.setting}), so git runs or obeys it."
    parts = path.split("/")
    for depth in range(1, len(parts)):
        folder = "/".join(parts[:depth])
        if parts[depth].casefold() in _OF_GIT_DIR and exists(f"{folder}/HEAD"):
            return (
                f"{path} is a part of {folder}, which git takes for a repository: its configuration can run programs."
            )
    return None


def _places(repository: Repository, setting: Setting) -> Iterator[Path]:
    """Yield every absolute path the setting may mean, and the file it stands in."""
    if setting.origin is not None and setting.origin.is_relative_to(repository.root):
        yield setting.origin
    words: list[str] = []
    if setting.is_include:
        yield repository.common_dir / setting.place()
    elif setting.name == _HOOKS:
        words = [setting.value]
    elif _PROGRAM_SETTINGS.fullmatch(setting.name):
        words = [setting.value, *_BETWEEN_WORDS.split(setting.value)]
    for word in dict.fromkeys(filter(None, words)):
        if "\0" not in word:
            expanded = os.path.expanduser(word)  # noqa: PTH111  an unknown user's name stays
            place = Path(os.path.normpath(repository.root / expanded))
            yield place
            if setting.name == _HOOKS and place.name == "_":
                yield place.parent  # what husky's own hooks run lies beside them


def commit_needs(repository: Repository, paths: Collection[str]) -> tuple[frozenset[Need], tuple[str, ...]]:
    """Return what committing these paths needs, and each cause by name, such as "pre-commit hook"."""
    details = {
        Need.HOOKS: hooks(repository, HOOKS),
        Need.SIGNING: ("commit.gpgsign",) if _signs(repository) else (),
        Need.FILTERS: filters(repository, paths),
    }
    return frozenset(need for need, causes in details.items() if causes), tuple(
        cause for causes in details.values() for cause in causes
    )


def filters(repository: Repository, paths: Collection[str]) -> tuple[str, ...]:
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
    if paths:
        found |= dict.fromkeys(_unseen_conversions(repository, config))
    return tuple(found)


def trust_key(repository: Repository) -> str:
    """Return what trust is given to: this repository at its place, and the programs its commits run now.

    A digest in hex, a blank, the worktree's root. The digest changes with a hook, with the settings that name programs,
    with a file of the worktree that they name, and when another repository lies at the same place; what such a program
    calls in turn is not covered.
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
        for setting in repository.settings():
            if setting.name.startswith(_PROGRAMS):
                add(setting.name, setting.value)
        for setting in transport_settings(repository):
            add(setting.name, setting.value)
        left = _LARGEST
        for place in _trusted_files(repository):
            status = place.stat()
            left -= status.st_size
            content = place.read_bytes() if left >= 0 else f"{status.st_size} {status.st_mtime_ns}"
            add(str(place), "runs" if _is_program(place) else "", content)
    return f"{digest.hexdigest()} {repository.root}"


def _trusted_files(repository: Repository) -> tuple[Path, ...]:
    """Return the hooks, whatever lies beside them, and the files of the worktree that the configuration names."""
    named = [one.path for one in configured_files(repository) if one.setting.startswith((*_PROGRAMS, "include"))]
    found: set[Path] = set()
    for place in {hooks_folder(repository), *(repository.root / path for path in named)}:
        is_inside = place != repository.root and {repository.root, repository.common_dir}.intersection(place.parents)
        # Elsewhere only what git may run of it: a whole home folder is too much to read.
        inside = place.rglob("*") if is_inside else (place / name for name in _ALL_HOOKS)
        found.update((place, *inside))
    return tuple(sorted(one for one in found if one.is_file() and one.suffix != ".sample"))


def hooks_folder(repository: Repository) -> Path:
    """Return where git looks for this repository's hooks; relative paths start at the worktree."""
    with repository_faults("The repository's configuration cannot be read"):
        configured = repository.config().get("core.hookspath", "")
    if not configured:
        return repository.common_dir / "hooks"
    return repository.root / os.path.expanduser(configured)  # noqa: PTH111  leaves an unknown user's name as it is


def transport_settings(repository: Repository) -> tuple[Setting, ...]:
    """Return the settings of the repository itself that name programs which a push runs."""
    inside = (repository.root, repository.common_dir)
    return tuple(
        one
        for one in repository.settings()
        if _TRANSPORT.fullmatch(one.name) and one.origin and any(one.origin.is_relative_to(place) for place in inside)
    )


def hook_files(repository: Repository) -> tuple[Path, ...]:
    """Return the files of the hooks that git runs for a commit, a push or a checkout here."""
    folder = hooks_folder(repository)
    return tuple(folder / name for name in _ALL_HOOKS if _is_program(folder / name))


def hooks(repository: Repository, names: Collection[str]) -> tuple[str, ...]:
    """Return which of these hooks git runs here, such as "pre-push hook"."""
    folder = hooks_folder(repository)
    found = [f"{name} hook" for name in names if _is_program(folder / name)]
    # Newer versions of git run hooks named in the configuration, too.
    found += [
        f"{one.name} hook" for one in repository.settings() if one.name.startswith("hook.") and one.value in names
    ]
    if repository.configuration.is_refused:
        found.append("what its configuration says, which git cannot read")
    return tuple(dict.fromkeys(found))


def _signs(repository: Repository) -> bool:
    said = [one for one in repository.settings() if one.name == "commit.gpgsign"]
    return bool(said) and said[-1].is_true


def _unseen_conversions(repository: Repository, config: Mapping[str, str]) -> list[str]:
    """Return what git converts files by and libgit2 knows nothing of."""
    seen = {one.name: one.value for one in repository.settings_of_libgit2()}
    return [name for name in _CONVERSIONS if config.get(name, "") != seen.get(name, "")]


def _is_program(place: Path) -> bool:
    try:
        return place.is_file() and (os.name == "nt" or bool(place.stat().st_mode & 0o111))
    except OSError:
        return False
