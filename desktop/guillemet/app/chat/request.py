"""Getting a request ready: files as they are now, the outline of others, what was said; its estimate, its secrets.

Files are read in the repository's worker, the rest is made in a side worker, so that the window waits for neither.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.app.turns import ContextEntry, Mode, Use
from guillemet.engine.blocks import FormatName
from guillemet.engine.workspace.file_views import PresentFile, kind_of_picture
from guillemet.llm.keys import lines_with_keys
from guillemet.llm.messages import Message, Picture, Request
from guillemet.llm.prompts.layout import (
    PartName,
    PromptParts,
    SentFile,
    request_of,
    sections,
    sizes_of,
    to_carry_out,
)
from guillemet.llm.prompts.modes import Aim, EditStyle
from guillemet.llm.secrets import FoundSecret, find_secrets, mask
from guillemet.llm.tokens import estimate_pictures

MESSAGE = ""
"""The path under which a secret in the message itself is named."""
_OWN_KEY = "your key to a service"
Finds = Callable[[str, str], tuple[FoundSecret, ...]]
"""Returns what looks like a secret in the text of a path."""


class OutgoingMessage(Struct, frozen=True):
    """What the user wants to send, and with what."""

    message: str
    mode: Mode
    model: str
    """As the service names it."""
    aim: Aim
    style: EditStyle
    uses: Mapping[str, Use]
    instructions: tuple[str, ...] = ()
    """The files in which the repository gives its own instructions."""
    mentioned: tuple[str, ...] = ()
    """Those that come into the conversation with this message, which mentions them as `@path`."""
    turns: tuple[Message, ...] = ()
    outline: str = ""
    notes: tuple[str, ...] = ()
    shown_before: Mapping[str, str] = field(default_factory=dict)
    """Blob ids of the files as the model saw them last."""
    shown_at: Mapping[str, int] = field(default_factory=dict)
    """The turn before which a file was added or changed last, for files that were shown before."""
    turn: int = 0
    """How many turns there are by now."""
    takes_pictures: bool = False
    pictures: tuple[Picture, ...] = ()
    """What goes with this message alone."""
    reminds: bool = True


class PreparedRequest(Struct, frozen=True):
    """A request that is ready to be sent."""

    asked: OutgoingMessage
    parts: PromptParts
    request: Request
    looks: Mapping[str, ContextEntry]
    """What was found out about each file."""
    shown: tuple[tuple[str, str], ...]
    """Path and blob id of the files that go along."""
    shown_at: Mapping[str, int]
    sizes: Mapping[PartName, int]
    """Tokens, as estimated from length, those of pictures by the rules of their services."""
    secrets: tuple[FoundSecret, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it asks nothing: it can be looked at, and is neither sent nor copied."""
        return not self.asked.message.strip()

    @property
    def asked_format(self) -> FormatName | None:
        """The edit format that is asked for; None when no edits are wanted."""
        return self.parts.style.format if self.parts.aim.writes_edits else None


def make_ready(
    asked: OutgoingMessage,
    files: Sequence[PresentFile],
    *,
    tokens: Callable[[str], int],
    finds: Finds | None,
) -> PreparedRequest:
    """Return the request; `tokens` estimates a text, `finds` finds the secrets of one, None to look for none."""
    shown, pictures = list[SentFile](), list(asked.pictures)
    looks: dict[str, ContextEntry] = {}
    for file in files:
        use = asked.uses.get(file.path, Use.READ_ONLY)
        if picture := _picture_sent(asked, file):
            pictures.append(picture)
            looks[file.path] = ContextEntry(file.path, use, estimate_pictures([picture], asked.model))
        elif file.problem:
            looks[file.path] = ContextEntry(file.path, use, problem=_problem(file))
        else:
            is_other = asked.shown_before.get(file.path, file.oid) != file.oid
            shown.append(_shown_file(asked, file, is_other=is_other))
            looks[file.path] = ContextEntry(file.path, use, tokens(file.text), changed_since_shown=is_other)
    # Outlines and notes are there to be read: no value in them is needed, and the user is not asked about them.
    hidden = mask if finds else str
    parts = PromptParts(
        model=asked.model,
        message=asked.message,
        aim=asked.aim,
        style=asked.style,
        files=tuple(shown),
        map=hidden(asked.outline),
        turns=asked.turns,
        pictures=tuple(pictures),
        notes=tuple(map(hidden, asked.notes)),
        reminds=asked.reminds,
    )
    laid_out = sections(parts)
    prepared = PreparedRequest(
        asked,
        parts,
        request_of(parts, laid_out),
        looks,
        tuple((file.path, file.oid) for file in files if file.oid),
        {file.path: file.changed_at for file in shown},
        sizes_of(laid_out, tokens) | _size_of(pictures, asked.model),
    )
    return replace(prepared, secrets=_secrets(asked, shown, finds)) if finds else prepared


def _shown_file(asked: OutgoingMessage, file: PresentFile, *, is_other: bool) -> SentFile:
    """Return a file as the model is shown it, changed with this message where it is another than was shown before."""
    is_new = is_other or file.path not in asked.shown_before
    at = asked.turn if is_new else asked.shown_at.get(file.path, 0)
    is_instruction = file.path in asked.instructions
    is_read_only = is_instruction or asked.uses[file.path] is Use.READ_ONLY
    return SentFile(file.path, file.text, is_read_only, is_instruction, changed_at=at)


def to_be_carried_out(
    sent: PreparedRequest, plan: str, *, model: str, style: EditStyle, tokens: Callable[[str], int]
) -> PreparedRequest:
    """Return the architect's second request, after the first one was answered with this plan."""
    parts = to_carry_out(sent.parts, plan, model=model, style=style)
    laid_out = sections(parts)
    return replace(sent, parts=parts, request=request_of(parts, laid_out), sizes=sizes_of(laid_out, tokens))


def _secrets(asked: OutgoingMessage, shown: Sequence[SentFile], finds: Finds) -> tuple[FoundSecret, ...]:
    texts = searched(asked, shown)
    own = [FoundSecret(path, line, _OWN_KEY) for path, text in texts.items() for line in lines_with_keys(text)]
    places = {(one.path, one.line) for one in own}
    found = (one for path, text in texts.items() for one in finds(path, text))
    return (*own, *(one for one in found if (one.path, one.line) not in places))


def searched(asked: OutgoingMessage, shown: Sequence[SentFile]) -> dict[str, str]:
    """Return the texts in which secrets are looked for, by path: the message, the files, and what was said before."""
    said = {f"message {number}": turn.text for number, turn in enumerate(asked.turns, 1)}
    return {MESSAGE: asked.message} | {file.path: file.text for file in shown} | said


def find_in(path: str, text: str) -> tuple[FoundSecret, ...]:
    """Return what looks like a secret in one text."""
    return find_secrets({path: text})


def _picture_sent(asked: OutgoingMessage, file: PresentFile) -> Picture | None:
    """Return the picture that goes along as the file, where the model takes any."""
    return _picture(file) if asked.takes_pictures and file.path not in asked.instructions else None


def _picture(file: PresentFile) -> Picture | None:
    kind = kind_of_picture(file.data)
    return Picture(kind, file.data, file.path) if kind else None


def _size_of(pictures: Sequence[Picture], model: str) -> dict[PartName, int]:
    return {PartName.PICTURES: estimate_pictures(pictures, model)} if pictures else {}


def _problem(file: PresentFile) -> str:
    if _picture(file):
        return "It is a picture or a PDF, which this model does not take. Choose another model, or drop it."
    return file.problem
