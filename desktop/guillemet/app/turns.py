"""A conversation as the window shows it: turns, what is sent along, what it costs, and what can be chosen for it.

Frozen values, passed by signals.
"""

import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum

from msgspec import Struct

from guillemet.engine.blocks import FormatName
from guillemet.llm.messages import Message, ModelInfo, Role, Usage

_RECORDED = "recorded/"
_FULL_PATH = re.compile(r"[/~\\]|[A-Za-z]:[\\/]")
_SLASH = re.compile(r"[\\/]")


class Mode(StrEnum):
    """What a message asks for."""

    ASK = "ask"
    EDIT = "edit"
    ARCHITECT = "architect"


class State(StrEnum):
    """How far a turn is."""

    WAITING = "waiting"
    """Nothing came yet."""
    FLOWING = "flowing"
    DONE = "done"
    STOPPED = "stopped"
    """The user stopped it; what came is kept."""
    BROKEN = "broken"
    """The stream broke; the part that arrived is saved, and the answer can be continued."""


class Turn(Struct, frozen=True):
    """One message of a conversation, the user's or a model's."""

    number: int
    """Counts the conversation's turns on the shown branch, from 1."""
    role: Role
    text: str
    reasoning: str = ""
    """What the model thought aloud; never read for blocks."""
    model: str = ""
    """Service and model as shown, `anthropic/claude-…`; empty for the user's turns."""
    mode: Mode = Mode.EDIT
    state: State = State.DONE
    note: str = ""
    """A sentence about how it ended, when there is something to say."""
    usage: Usage | None = None
    """Tokens as the service counted them, guessed where it reported none of an answer that was cut off."""
    money: float | None = None
    """US dollars, None when the price is not known."""
    said_at: datetime | None = None
    """In UTC."""
    asked: FormatName | None = None
    """The edit format that was asked for, if any was."""
    is_recorded: bool = False
    """It comes from the demo's recorded model, not from a model."""
    reply_id: str = ""
    """Names in the staging area what it proposes, from before anything of it came; empty where edits are not asked for,
    and for answers that an earlier version kept."""


class Use(StrEnum):
    """What a file is to the conversation."""

    OUT = "out"
    READ_ONLY = "read-only"
    IN = "in"


class ContextEntry(Struct, frozen=True, gc=False):
    """A file that is sent along."""

    path: str
    use: Use
    tokens: int | None = None
    """The estimate, None until it was read."""
    problem: str = ""
    """A sentence when it cannot be sent (binary, too large, gone); empty when it can."""
    changed_since_shown: bool = False
    """It differs from what the model saw last."""


class RequestPartSize(Struct, frozen=True):
    """One part of the estimate."""

    name: str
    """As shown: `Instructions`, `Files`, `Summaries`, `Conversation`, `Message`."""
    tokens: int


class Estimate(Struct, frozen=True):
    """What sending would cost."""

    parts: tuple[RequestPartSize, ...] = ()
    money: float | None = None
    """US dollars for reading all of it, None when the price is not known."""
    is_counted: bool = False
    """The service counted it, as opposed to a guess from its length."""
    over_limit: str = ""
    """A sentence when the user's own limit forbids to send it, or when it is too much to be weighed."""
    is_weighed: bool = True

    @property
    def tokens(self) -> int:
        """Tokens of all parts."""
        return sum(part.tokens for part in self.parts)


class Spending(Struct, frozen=True):
    """Tokens and US dollars of some requests."""

    tokens: int = 0
    """Read and written."""
    money: float = 0.0
    """The sum of what is known."""
    has_unknown: bool = False
    """At least one request has no known price, so that `money` is not all of it."""
    has_known: bool = False
    """At least one request has a known price."""

    @property
    def known_money(self) -> float | None:
        """US dollars; None when something was spent and no price is known."""
        return None if self.has_unknown and not self.has_known else self.money


class SpendingTotals(Struct, frozen=True):
    """What was spent on a conversation, and in a day."""

    conversation: Spending = Spending()
    day: Spending = Spending()


class ConversationHead(Struct, frozen=True):
    """A kept conversation in a list."""

    key: int
    """As the history numbers it."""
    title: str
    root: str
    """The repository's worktree."""
    changed_at: datetime
    """In UTC."""
    turns: int
    excerpt: str = ""
    """Where a search found its words, those between « and »."""


class ListedFile(Struct, frozen=True, gc=False):
    """A file of the repository in the tree of files."""

    path: str
    status: str = ""
    """Git's letter: M changed, A new in the index, ? untracked; empty when it is as in HEAD."""
    use: Use = Use.OUT


class OptionPart(StrEnum):
    """What a model does in a conversation."""

    MAIN = "main"
    """It answers; in Architect mode it plans."""
    EDITOR = "editor"
    """It writes the blocks of a plan, in Architect mode only."""


class ServiceOffer(Struct, frozen=True):
    """A service with the models it lists."""

    name: str
    """As settings call it: `anthropic`."""
    title: str
    """As people call it."""
    models: tuple[ModelInfo, ...] = ()
    note: str = ""
    """A sentence when its models cannot be listed, or something else is to be known."""
    counts: bool = False
    """Whether it counts the tokens of a request that is sent to it for that."""


class Snippet(Struct, frozen=True):
    """A text the user saved under a name."""

    name: str
    """Without the slash it is called by."""
    text: str


def model_name(service: str, model: str) -> str:
    """Return how a model of a service is named in requests and shown in turns: `anthropic/claude-…`."""
    return f"{service}/{model}"


def model_title(model: str) -> str:
    """Return how people call a model; llama.cpp names one by the path of its file, of which the last part is shown."""
    is_file = model.casefold().endswith(".gguf") or _FULL_PATH.match(model)
    return (_SLASH.split(model)[-1] or model) if is_file else model


def short_model_name(name: str) -> str:
    """Return how a `service/model` is shown where there is little room."""
    service, slash, model = name.partition("/")
    return f"{service}/{model_title(model)}" if slash else name


def messages_of(turns: Sequence[Turn]) -> tuple[Message, ...]:
    """Return what was said; empty messages, and answers of which nothing came, are left out."""

    def is_said(turn: Turn) -> bool:
        return bool(turn.text.strip()) or (turn.role is Role.ASSISTANT and turn.state is State.DONE)

    return tuple(Message(turn.role, turn.text) for turn in turns if is_said(turn))


def question(number: int, message: str, mode: Mode, asked: FormatName | None = None) -> Turn:
    """Return the turn of a message that is sent now; `asked` of one that is taken to another program for its answer."""
    return Turn(number, Role.USER, message, mode=mode, said_at=datetime.now(UTC), asked=asked)


def awaited(number: int, model: str, mode: Mode, asked: FormatName | None) -> Turn:
    """Return the turn of an answer of which nothing came yet; None asks for no edits."""
    is_recorded = model.startswith(_RECORDED)
    return Turn(
        number,
        Role.ASSISTANT,
        "",
        model=model,
        mode=mode,
        state=State.WAITING,
        said_at=datetime.now(UTC),
        asked=asked,
        is_recorded=is_recorded,
        reply_id=new_reply_id() if asked else "",
    )


def given(number: int, text: str, source: str, asked: FormatName | None, reply_id: str) -> Turn:
    """Return the turn of a reply that came from somewhere else and is staged under this id."""
    moment = datetime.now(UTC)
    return Turn(number, Role.ASSISTANT, text, model=source, said_at=moment, asked=asked, reply_id=reply_id)


def new_reply_id() -> str:
    """Return a name for a reply that no other one has."""
    return secrets.token_hex(8)
