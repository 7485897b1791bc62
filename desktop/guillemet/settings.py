"""What a user can choose: one dataclass, one JSON file that holds only the differences from the defaults.

The file lies in the user's configuration folder (platformdirs), never in a repository, and holds no keys to services.
Unknown names and values of the wrong kind are dropped with a warning in the log.
"""

import json
import logging
from dataclasses import Field, asdict, astuple, dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

import platformdirs

log = logging.getLogger(__name__)


class Strictness(StrEnum):
    """How far the matching ladder may climb for formats that allow it."""

    STRICT = "strict"
    LENIENT = "lenient"


class Look(StrEnum):
    """How a diff is laid out."""

    SIDE_BY_SIDE = "side by side"
    UNIFIED = "unified"


class ThemeChoice(StrEnum):
    """Which colours the window takes."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Outsiders(StrEnum):
    """What becomes of a model's edits to files that are not in the conversation."""

    APPLIED = "applied"
    DEFERRED = "deferred"
    """They wait for a decision of their own."""


@dataclass(frozen=True, slots=True)
class KeptService:
    """A place where models answer, as the user has set it; its key is kept by the operating system, never here."""

    name: str
    """As the user calls it, or as the presets do."""
    kind: str
    """`anthropic`, `openai`, `compatible` or `embedded`."""
    address: str = ""
    """Base address; empty for the service's own."""
    model_file: str = ""
    """The GGUF file of an embedded model."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the settings page shows, and what the window remembers."""

    match: Strictness = Strictness.LENIENT
    stage_on_accept: bool = False
    diff_look: Look = Look.SIDE_BY_SIDE
    theme: ThemeChoice = ThemeChoice.SYSTEM
    font_size: int = field(default=10, metadata={"least": 6, "most": 32})
    """Points, 6 to 32, of code and diffs."""
    recent: tuple[str, ...] = ()
    """Repositories opened lately, newest first, at most twelve."""
    trusted: tuple[str, ...] = ()
    """Repositories whose own hooks, filters and signing programs may run."""
    services: tuple[KeptService, ...] = ()
    model: str = ""
    """The model that answers, `service/model`; empty until one is chosen."""
    editor_model: str = ""
    """The model that writes the blocks in Architect; empty for the same one."""
    mode: str = "edit"
    """What a message asks for: `ask`, `edit` or `architect`."""
    edit_format: str = ""
    """The edit format a model is asked for; empty for the one that suits the model."""
    outsiders: Outsiders = Outsiders.APPLIED
    map_tokens: int = field(default=2_000, metadata={"least": 0, "most": 100_000})
    """Tokens that the map of the other files may take; 0 for none."""
    maps_huge: bool = False
    """Make the map of huge repositories too."""
    day_limit: float = 0.0
    """US dollars a day after which nothing more is sent; 0 for no limit."""
    seconds_of_silence: int = field(default=300, metadata={"least": 5, "most": 3_600})
    """How long a service may stay silent."""
    watches_clipboard: bool = False
    """Offer replies as soon as they are on the clipboard."""
    tells_decisions: bool = False
    """Tell the model with the next message what was rejected or changed by hand."""
    window: str = ""
    """Geometry and pane sizes as the window saved them, base64."""


def settings_file() -> Path:
    """Return where settings are kept; the file need not exist."""
    return Path(platformdirs.user_config_dir("guillemet", appauthor=False)) / "settings.json"


def load(file: Path | None = None) -> Settings:
    """Return the settings kept in the file, with defaults for whatever is missing or wrong."""
    place = file or settings_file()
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        log.warning("Settings in %s cannot be read (%s); defaults are used until they are saved again.", place, error)
        return Settings()
    if not isinstance(found, dict):
        log.warning("Settings in %s are no JSON object; defaults are used until they are saved again.", place)
        return Settings()
    return _from_names(found)


def save(settings: Settings, file: Path | None = None) -> None:
    """Write the differences from the defaults; raises OSError when the folder cannot be written."""
    place = file or settings_file()
    defaults = asdict(Settings())
    different = {name: value for name, value in asdict(settings).items() if value != defaults[name]}
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_suffix(".new")
    beside.write_text(json.dumps(different, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    beside.replace(place)


def remember_repository(settings: Settings, root: str) -> Settings:
    """Return the settings with this repository first among the recent ones."""
    others = tuple(other for other in settings.recent if other != root)
    return replace(settings, recent=(root, *others)[:12])


def _from_names(found: dict[str, Any]) -> Settings:
    settings = Settings()
    known = {one.name: one for one in fields(Settings)}
    for name, value in found.items():
        if name not in known:
            log.warning("The setting %r is unknown and was left out.", name)
            continue
        try:
            chosen: dict[str, Any] = {name: _read(known[name], value)}
            settings = replace(settings, **chosen)
        except ValueError as error:
            log.warning("The setting %r was left out: %s", name, error)
    return settings


def _read(one: "Field[Any]", value: object) -> object:
    """Return the value as the field's type, within its limits; raises ValueError when it cannot be read so."""
    if one.name == "services":
        return _services(value)
    default = one.default
    if isinstance(default, float) and type(value) in (int, float):
        return max(0.0, float(cast("float", value)))
    if isinstance(default, StrEnum) and isinstance(value, str):
        return type(default)(value)
    if isinstance(default, tuple) and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if type(value) is not type(default):
        raise ValueError(f"{value!r} is not of the kind of {default!r}")
    if isinstance(value, int) and not isinstance(value, bool):
        return min(one.metadata["most"], max(one.metadata["least"], value))
    return value


def _services(value: object) -> tuple[KeptService, ...]:
    try:
        found = tuple(KeptService(**kept) for kept in cast("list[dict[str, str]]", value))
    except TypeError as error:
        raise ValueError(f"{value!r} is no list of services") from error
    if not all(isinstance(part, str) for kept in found for part in astuple(kept)):
        raise ValueError(f"{value!r} is no list of services")
    return found
