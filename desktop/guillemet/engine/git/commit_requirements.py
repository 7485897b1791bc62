"""What a commit, a checkout or a push here runs that libgit2 does not: hooks, signing, filters, transports.

Searched as git does, never run. A repository without any of it can be committed by libgit2.
"""

import hashlib
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import dropwhile
from pathlib import Path

import pygit2
from msgspec import Struct

from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.git_command import Setting
from guillemet.engine.git.repository import Repository
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.review import Need

_HOOKS = "core.hookspath"
_PROGRAM_SETTINGS = lazy_pattern(
    r"""filter\..*\.(clean|smudge|process) | gpg\.(.*\.)?(program|defaultkeycommand) | hook\..*\.command
    | core\.(fsmonitor|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand|attributesfile)
    | sequence\.editor | pager\..* | alias\..* | diff\.external | diff\..*\.(command|textconv) | merge\..*\.driver
    | (merge|diff)tool\..*\.(cmd|path) | (browser|man)\..*\.(cmd|path) | credential\.(.*\.)?helper
    | interactive\.difffilter | trailer\..*\.(command|cmd) | remote\..*\.(uploadpack|receivepack)
    | uploadpack\.packobjectshook | sendemail\..*cmd | submodule\..*\.update""",
    re.VERBOSE,
)
_BETWEEN_WORDS = lazy_pattern(r"""[\s"'`;|&()<>=!$\\]+""")
_OF_GIT_DIR = frozenset(("config", "config.worktree", "commondir", "hooks", "info", "modules", "objects", "refs"))
# reference-transaction is among them because it may veto the branch's move.
_TRANSPORT = lazy_pattern(
    r"core\.(sshcommand|askpass|gitproxy) | credential\.(.*\.)?helper | remote\..*\.(uploadpack|receivepack|vcs)",
    re.VERBOSE,
)
"""Settings that name the programs of a push."""
_REWRITTEN = lazy_pattern(r"url\.(.*)\.(?:insteadof|pushinsteadof)", re.DOTALL)
_MAY_RUN = lazy_pattern(
    rf"{_PROGRAM_SETTINGS.pattern} | (include|hook|core\.hookspath|extensions\.worktree).*", re.VERBOSE
)
"""Settings of a repository that is pushed to by which it runs programs, or may."""
_NETWORK = lazy_pattern(r"(?:https?|ssh|git|git\+ssh|ssh\+git|ftps?)://|(?!.:)[^/\\:]+:(?!:|//)", re.IGNORECASE)
"""How an address begins that git reaches by a program of its own, with no hook on this machine; `ext::` is none."""
HOOKS = (
    *("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction"),
    "post-index-change",
)
"""Hooks that git runs for a commit."""
_AMENDING = (*HOOKS, "post-rewrite")
_ALL_HOOKS = (*_AMENDING, "post-checkout", "pre-push")
_PROGRAMS = (
    *("hook.", "filter.", "gpg.", "core.hookspath"),
    *("submodule.recurse", "push.recursesubmodules", "push.gpgsign"),
)
"""Prefixes of the settings that decide which programs a commit, a checkout or a push runs."""
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


def commit_needs(
    repository: Repository,
    paths: Collection[str],
    known: dict[str, tuple[str, ...]] | None = None,
    *,
    amend: bool = False,
) -> tuple[frozenset[Need], tuple[str, ...]]:
    """Return what committing these paths needs, and each cause by name, such as "pre-commit hook".

    The filters that are `known` are those of `filters`.
    """
    details = {
        Need.HOOKS: hooks(repository, _AMENDING if amend else HOOKS),
        Need.SIGNING: ("commit.gpgsign",) if is_on(repository, "commit.gpgsign") else (),
        Need.FILTERS: filters(repository, paths, known),
    }
    return frozenset(need for need, causes in details.items() if causes), tuple(
        cause for causes in details.values() for cause in causes
    )


def filters(
    repository: Repository, paths: Collection[str], known: dict[str, tuple[str, ...]] | None = None
) -> tuple[str, ...]:
    """Return what changes these paths' bytes on the way into git beyond libgit2, such as "filter lfs".

    `known` remembers those of each path, for as long as neither configuration nor attributes change.
    """
    config, found = repository.config(), dict[str, None]()
    known = {} if known is None else known
    for path in paths:
        if path not in known:
            known[path] = tuple(_filters_of(repository, config, path))
        found |= dict.fromkeys(known[path])
    if paths:
        found |= dict.fromkeys(_unseen_conversions(repository, config))
    return tuple(found)


def _filters_of(repository: Repository, config: Mapping[str, str], path: str) -> Iterator[str]:
    name = repository.attribute(path, "filter")
    if isinstance(name, str) and any(config.get(f"filter.{name}.{kind}") for kind in ("clean", "process")):
        yield f"filter {name}"
    encoding = repository.attribute(path, "working-tree-encoding")
    if isinstance(encoding, str):
        yield f"working-tree-encoding {encoding}"


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
        for setting in program_settings(repository):
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
    return _hooks_folder(repository, repository.settings())


def _hooks_folder(repository: Repository, settings: Iterable[Setting]) -> Path:
    configured = [one.value for one in settings if one.name == _HOOKS]
    if not configured or not configured[-1]:
        return repository.common_dir / "hooks"
    return repository.root / os.path.expanduser(configured[-1])  # noqa: PTH111  leaves an unknown user's name as it is


def program_settings(repository: Repository) -> tuple[Setting, ...]:
    """Return the settings that decide which programs a commit, a checkout or a push runs."""
    found = (one for one in repository.settings() if one.name.startswith(_PROGRAMS))
    return (*found, *transport_settings(repository))


def transport_settings(repository: Repository) -> tuple[Setting, ...]:
    """Return the settings of the repository itself that name programs which a push runs.

    Among them are addresses on this machine, where the hooks of another repository run, and those of helpers (`ext::`).
    """
    own = _own_settings(repository)
    known = {one.name for one in repository.settings()}
    return tuple(one for one in own if _TRANSPORT.fullmatch(one.name) or _is_local(repository, one, known))


def _own_settings(repository: Repository) -> tuple[Setting, ...]:
    """Return the settings that come with the repository: those of its files, and of files elsewhere these include."""
    inside = (repository.root, repository.common_dir)

    def is_inside(one: Setting) -> bool:
        return one.origin is not None and any(one.origin.is_relative_to(place) for place in inside)

    # Git prints the files of the system and the user first, each with what it includes, and the environment last.
    return tuple(one for one in dropwhile(lambda one: not is_inside(one), repository.settings()) if one.origin)


def _is_local(repository: Repository, one: Setting, known: Collection[str]) -> bool:
    """Whether the setting makes a push go to a place where it may run programs, instead of over the network."""
    if rewritten := _REWRITTEN.fullmatch(one.name):
        return not _NETWORK.match(rewritten[1])
    if one.name.startswith("branch.") and one.name.endswith((".remote", ".pushremote")):
        # An address, or a name that git also looks up in files of the repository: remotes/NAME, branches/NAME.
        return one.value != "." and f"remote.{one.value}.url" not in known and not _NETWORK.match(one.value)
    is_address = one.name.startswith("remote.") and one.name.endswith((".url", ".pushurl"))
    return is_address and not _NETWORK.match(one.value) and not _receives_quietly(repository.root, one.value)


def _receives_quietly(root: Path, address: str) -> bool:
    """Whether a push to this folder runs nothing: it is missing, or a repository without hooks and such settings."""
    if ":" in address or address.startswith("~"):
        return False
    return all(_runs_nothing(root / f"{address}{end}") for end in ("/.git", "", ".git/.git", ".git"))  # as git looks


def _runs_nothing(git_dir: Path) -> bool:
    config = git_dir / "config"
    if not os.path.lexists(git_dir / "HEAD"):
        return not git_dir.is_file()
    if not config.is_file() or (git_dir / "commondir").exists():
        return False
    with repository_faults(f"{git_dir} cannot be read"):
        names = [one.name for one in pygit2.Config(str(config))]
        hooks = [one for one in (git_dir / "hooks").glob("*") if one.suffix != ".sample"]
    return not (any(map(_is_program, hooks)) or any(map(_MAY_RUN.fullmatch, names)))


def hook_files(repository: Repository) -> tuple[Path, ...]:
    """Return the files of the hooks that git runs for a commit, a push or a checkout here."""
    folder = hooks_folder(repository)
    return tuple(folder / name for name in _ALL_HOOKS if _is_program(folder / name))


def hooks(repository: Repository, names: Collection[str]) -> tuple[str, ...]:
    """Return which of these hooks git runs here, such as "pre-push hook"."""
    settings = repository.settings()
    folder = _hooks_folder(repository, settings)
    found = [f"{name} hook" for name in names if _is_program(folder / name)]
    # Newer versions of git run hooks named in the configuration, too.
    found += [f"{one.name} hook" for one in settings if one.name.startswith("hook.") and one.value in names]
    if repository.configuration.is_refused:
        found.append("what its configuration says, which git cannot read")
    return tuple(dict.fromkeys(found))


def is_on(repository: Repository, name: str) -> bool:
    """Whether this setting is on: its last value counts."""
    said = [one for one in repository.settings() if one.name == name]
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
