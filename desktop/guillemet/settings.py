"""What a user can choose: one value, one JSON file that holds only the differences from the defaults.

The file lies in the user's configuration folder (platformdirs), never in a repository, and holds no keys to services.
Unknown names and values of the wrong kind are dropped with a warning in the log.
"""

import json
import logging
import os
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from guillemet.private_files import make_private_folder, write_private

log = logging.getLogger(__name__)


SMALLEST_FONT, LARGEST_FONT = 6, 32
"""Points of code and diffs."""


class Strictness(StrEnum):
    """How far the matching ladder may climb for formats that allow it."""

    STRICT = "strict"
    LENIENT = "lenient"


class Look(StrEnum):
    """How a diff is laid out."""

    SIDE_BY_SIDE = "side by side"
    UNIFIED = "unified"


class DiffLook(StrEnum):
    """Which look the user chose for diffs: a choice holds in any width."""

    BY_WIDTH = "by width"
    """None was chosen: side by side where each side has room."""
    SIDE_BY_SIDE = "side by side"
    UNIFIED = "unified"


class WhiteSpace(StrEnum):
    """Which differences in white space count as changes in a diff; the words stand on the screen."""

    ALL = "white space: all"
    NOT_TRAILING = "white space at line ends ignored"
    NOT_AMOUNT = "amount of white space ignored"
    NONE = "white space ignored"

    @property
    def following(self) -> "WhiteSpace":
        """The way after this one, going round."""
        ways = list(WhiteSpace)
        return ways[(ways.index(self) + 1) % len(ways)]


class ThemeChoice(StrEnum):
    """Which colours the window takes."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class DiffColours(StrEnum):
    """Which pair of colours tells added from removed; signs always do, too."""

    RED_GREEN = "red and green"
    BLUE_ORANGE = "blue and orange"
    HIGH_CONTRAST = "high contrast"


class OtherFiles(StrEnum):
    """What becomes of a model's edits to files that are there but not in the conversation."""

    APPLIED = "applied"
    """They are marked, and accepted with the rest."""
    DEFERRED = "deferred"
    """They are marked, and wait for a decision of their own."""


class ServiceKind(StrEnum):
    """Which protocol a service speaks."""

    ANTHROPIC = "anthropic"
    OPENAI = "openai"
    COMPATIBLE = "compatible"
    """Speaks OpenAI's chat completions at an address of its own."""
    EMBEDDED = "embedded"
    RECORDED = "recorded"


class KeptService(Struct, frozen=True, forbid_unknown_fields=True):
    """A place where models answer, as the user has set it; its key is kept by the operating system, never here."""

    name: str
    """As the user calls it, or as the presets do."""
    kind: ServiceKind
    address: str = ""
    """Base address; empty for the service's own."""
    model_file: str = ""
    """The GGUF file of an embedded model; the file or folder of recorded replies, empty for the demo's."""


class Settings(Struct, frozen=True):
    """Everything the settings page shows, and what the window remembers."""

    match: Strictness = Strictness.LENIENT
    stage_on_accept: bool = False
    diff_look: DiffLook = DiffLook.BY_WIDTH
    white_space: WhiteSpace = WhiteSpace.ALL
    files_as_tree: bool = False
    """Show proposed files below their folders."""
    is_continuous: bool = True
    """Show all files of the proposal in one document, not one at a time."""
    wraps: bool = True
    """Break long lines of a diff."""
    theme: ThemeChoice = ThemeChoice.SYSTEM
    diff_colours: DiffColours = DiffColours.RED_GREEN
    font_family: str = ""
    """Of code and diffs; empty for the system's fixed-width font."""
    font_size: int = 10
    """Points, 6 to 32, of code and diffs in their usual size."""
    zoom: int = 0
    """Points by which code is larger now than usual, below 0 by which it is smaller."""
    tab_width: int = 4
    """Columns, 1 to 16, that a tab takes in code and diffs."""
    recent: tuple[str, ...] = ()
    """Repositories opened lately, newest first, at most twelve."""
    trusted: tuple[str, ...] = ()
    """Repositories whose own hooks, filters and signing programs may run: their trust keys, which name those programs
    as they were when they were allowed."""
    without_instructions: tuple[str, ...] = ()
    """Repositories whose own instructions to models are not sent."""
    services: tuple[KeptService, ...] = ()
    model: str = ""
    """The model that answers, `service/model`; empty until one is chosen."""
    editor_model: str = ""
    """The model that writes the blocks in Architect; empty for the same one."""
    mode: str = "edit"
    """What a message asks for: `ask`, `edit` or `architect`."""
    edit_format: str = ""
    """The edit format or variant a model is asked for; empty for the one that suits the model."""
    outsiders: OtherFiles = OtherFiles.APPLIED
    map_tokens: int = 2_000
    """Tokens that the map of the other files may take; 0 for none."""
    maps_huge: bool = False
    """Make the map of huge repositories too."""
    day_limit: float = 0.0
    """US dollars a day after which nothing more is sent; 0 for no limit."""
    day_tokens: int = 0
    """Tokens a day after which nothing more is sent, whatever they cost; 0 for no limit."""
    seconds_of_silence: int = 300
    """How long a service may stay silent."""
    watches_clipboard: bool = False
    """Offer replies as soon as they are on the clipboard."""
    tells_decisions: bool = False
    """Tell the model with the next message what was rejected or changed by hand."""
    notifies: bool = True
    """Tell by the desktop when an answer or a commit ends while the window is in the background."""
    editor: str = ""
    """The command that opens a file in the user's editor, with {path} and {line} where they belong; empty for VISUAL,
    EDITOR, or what the system has."""
    shortcuts: dict[str, str] = {}
    """Keys of actions by the actions' names, in Qt's portable spelling and divided by "; "; empty for none. Only those
    that are not as they were at first."""
    window: str = ""
    """Geometry and pane sizes as the window saved them, base64."""

    @property
    def code_size(self) -> int:
        """Points of code and diffs as they are shown now."""
        return max(SMALLEST_FONT, min(self.font_size + self.zoom, LARGEST_FONT))


_LIMITS = {
    "font_size": (SMALLEST_FONT, LARGEST_FONT),
    "zoom": (SMALLEST_FONT - LARGEST_FONT, LARGEST_FONT - SMALLEST_FONT),
    "tab_width": (1, 16),
    "map_tokens": (0, 100_000),
    "seconds_of_silence": (5, 3_600),
    "day_limit": (0.0, float("inf")),
    "day_tokens": (0, 2_000_000_000),
}
"""The least and the most of each figure."""


def settings_file() -> Path:
    """Return where settings are kept; the file need not exist."""
    return Path(platformdirs.user_config_dir("guillemet", appauthor=False)) / "settings.json"


def load(file: Path | None = None) -> Settings:
    """Return the settings kept in the file, with defaults for whatever is missing or wrong, which the log names."""
    settings, problems = load_with_problems(file)
    for problem in problems:
        log.warning("%s", problem)
    return settings


def load_with_problems(file: Path | None = None) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings as `load` does, and a sentence for each thing that is wrong with the file."""
    place = file or settings_file()
    try:
        return _from_names(_found(place))
    except FileNotFoundError:
        return Settings(), ()
    except (OSError, ValueError) as error:
        problem = f"Settings in {place} cannot be read ({error}); defaults are used until they are saved again."
        return Settings(), (problem,)


def save(settings: Settings, file: Path | None = None) -> None:
    """Write the differences from the defaults; raises OSError when the folder cannot be written.

    A file of which something was left out is put aside as `settings.damaged`, so that nothing written by hand is lost.
    """
    place = file or settings_file()
    defaults = msgspec.to_builtins(Settings())
    different = {name: value for name, value in msgspec.to_builtins(settings).items() if value != defaults[name]}
    text = json.dumps(different, indent=2, ensure_ascii=False) + "\n"
    make_private_folder(place.parent)
    beside = place.with_suffix(f".{os.getpid()}.new")  # another window may write its own just now
    beside.unlink(missing_ok=True)
    # The path of a repository may hold bytes that are not UTF-8; JSON has an escape for what stands for them.
    write_private(beside, text.encode("utf-8", "backslashreplace"))
    if load_with_problems(place)[1]:
        with suppress(OSError):
            place.replace(place.with_suffix(".damaged"))
    beside.replace(place)


def _found(place: Path) -> dict[str, Any]:
    """Return what the file holds; raises ValueError when it does not hold a JSON object."""
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004  one error type for all faults of the file
    return found


def remember_repository(settings: Settings, root: str) -> Settings:
    """Return the settings with this repository first among the recent ones."""
    others = tuple(other for other in settings.recent if other != root)
    return replace(settings, recent=(root, *others)[:12])


def trust(settings: Settings, key: str) -> Settings:
    """Return the settings with trust in what this key names, instead of what was trusted in the same place before."""
    root = key.partition(" ")[2]
    others = (other for other in settings.trusted if root not in (other, other.partition(" ")[2]))
    return replace(settings, trusted=(*others, key))


def send_instructions(settings: Settings, root: str, *, is_on: bool) -> Settings:
    """Return the settings in which a repository's own instructions go along, or do not."""
    others = tuple(other for other in settings.without_instructions if other != root)
    return replace(settings, without_instructions=others if is_on else (*others, root))


_RENAMED = {"SKIP_BLOCK": "DISMISS_BLOCK"}
"""Actions that had another name when their keys were chosen."""


def _from_names(found: dict[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    settings, problems = Settings(), list[str]()
    known = {one.name: one for one in fields(Settings)}
    for name, value in found.items():
        if name not in known:
            problems.append(f"The setting {name!r} is unknown and was left out.")
            continue
        given = value
        if name == "services" and isinstance(value, list):
            given, wrong = _services(value)
            problems += wrong
        try:
            chosen: dict[str, Any] = {name: _read(known[name], given)}
            settings = replace(settings, **chosen)
        except ValueError as error:
            problems.append(f"The setting {name!r} was left out: {error}.")
    return settings, tuple(problems)


def _services(values: list[Any]) -> tuple[list[KeptService], list[str]]:
    """Return the services that can be read, and a sentence about each other one: one must not cost all."""
    services, problems = list[KeptService](), list[str]()
    for value in values:
        try:
            services.append(msgspec.convert(value, KeptService))
        except ValueError as error:
            problems.append(f"A service in the settings was left out: {error}.")
    return services, problems


def _read(one: FieldInfo, value: object) -> object:
    """Return the value as the field's type, within its limits; raises ValueError when it cannot be read so."""
    read = msgspec.convert(value, one.type)
    if one.name == "shortcuts":
        return {_RENAMED.get(name, name): keys for name, keys in read.items()}
    if one.name in _LIMITS:
        least, most = _LIMITS[one.name]
        return min(most, max(least, read))
    return read
