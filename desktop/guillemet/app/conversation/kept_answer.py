"""How an answer of a conversation that was opened again is applied: what its request said is known in part only."""

from collections.abc import Sequence

from guillemet.app.conversation.context_files import ContextFiles
from guillemet.app.preferences import Preferences
from guillemet.app.turns import Turn
from guillemet.engine.applying import ApplyOptions, Match, Others
from guillemet.settings import Outsiders, Strictness


def options_of(turns: Sequence[Turn], files: ContextFiles, preferences: Preferences) -> ApplyOptions:
    """Return how it is applied: as the format asked for last, with the files that the conversation has."""
    now = preferences.now
    return ApplyOptions(
        match=Match.STRICT if now.match is Strictness.STRICT else Match.LENIENT,
        asked=next((turn.asked for turn in reversed(turns) if turn.asked), None),
        chat_files=files.editable,
        others=Others.DEFERRED if now.outsiders is Outsiders.DEFERRED else Others.APPLIED,
        read_only=files.read_only,
    )
