"""How replies are applied: as the user has set it, and as the request says that they answer."""

from collections.abc import Sequence

from msgspec.structs import replace

from guillemet.app.chat.context_files import ContextFiles
from guillemet.app.chat.history_client import Shown
from guillemet.app.turns import Turn
from guillemet.engine.applying import ApplyOptions, Match, Others
from guillemet.engine.blocks import FormatName
from guillemet.settings import Outsiders, Settings, Strictness


def options_unasked(settings: Settings) -> ApplyOptions:
    """Return how a reply is applied that answers no request of ours."""
    return ApplyOptions(match=Match.STRICT if settings.match is Strictness.STRICT else Match.LENIENT)


def options_asked(
    settings: Settings,
    files: ContextFiles,
    *,
    asked: FormatName | None,
    shown: Shown,
) -> ApplyOptions:
    """Return how the answer to a request is applied: as the format asked for, with the files of the conversation."""
    return replace(
        options_unasked(settings),
        asked=asked,
        chat_files=files.editable,
        others=Others.DEFERRED if settings.outsiders is Outsiders.DEFERRED else Others.APPLIED,
        read_only=files.read_only,
        shown=shown,
    )


def asked_last(turns: Sequence[Turn]) -> FormatName | None:
    """Return the format that was asked for last, as far as that is kept."""
    return next((turn.asked for turn in reversed(turns) if turn.asked), None)
