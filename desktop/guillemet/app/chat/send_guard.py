"""The checks before a request leaves: secrets and spending limits, and the service's own token count.

A request waits for the user when it holds secrets that this receiver was not given yet, or costs more than the limit.
Each secret is asked about once for one receiver. A later request replaces an earlier one that is still being prepared.

Counting tokens sends the whole request. So nothing is counted unasked before the user has sent something to the same
model, and never a request with a secret that may not go there; until then tokens are estimated from length.
"""

import hashlib
from collections.abc import Callable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.chat.request import PreparedRequest, searched
from guillemet.app.chat.request_builder import RequestBuilder
from guillemet.app.chat.usage import UsageTracker
from guillemet.app.notices import Level, Notice, Notifications
from guillemet.app.preferences import Preferences
from guillemet.app.services import Opener, Services
from guillemet.app.turns import Mode, Turn
from guillemet.llm.messages import Request
from guillemet.llm.secrets import FoundSecret
from guillemet.llm.services.catalogue import counts_tokens

_PAUSE = 1_000
"""Milliseconds without a change before the service is asked."""
Prepare = Callable[[Callable[[PreparedRequest], None]], None]
CLIPBOARD = ""
"""The receiver of what is copied for a web chat; others are named by their service."""
Act = Callable[[PreparedRequest], None]
"""What is done with a request that may go."""


class _Known(Struct, frozen=True):
    """A finding, by the words of its line: what they say matters, not where they stand."""

    receiver: str
    kind: str
    words: bytes


class SecretApproval:
    """Remembers which findings may go to whom."""

    def __init__(self) -> None:
        self._known: frozenset[_Known] = frozenset()

    def begin(self) -> None:
        """Forget all, for another conversation is begun."""
        self._known = frozenset()

    def needs_look(self, prepared: PreparedRequest, receiver: str) -> bool:
        """Whether the request holds a finding that the user has not let go to this receiver yet."""
        return not _findings(prepared, receiver) <= self._known

    def give(self, prepared: PreparedRequest, receiver: str) -> None:
        """Let the findings of this request go to this receiver from now on."""
        self._known |= _findings(prepared, receiver)


def receiver_of(model: str) -> str:
    """Return who receives what is sent to a `service/model`."""
    return model.partition("/")[0]


def _findings(prepared: PreparedRequest, receiver: str) -> frozenset[_Known]:
    texts = searched(prepared.asked, prepared.parts.files)
    return frozenset(_Known(receiver, one.kind, _words(one, texts[one.path])) for one in prepared.secrets)


def _words(secret: FoundSecret, text: str) -> bytes:
    # What stands for several lines, or for a whole file by its name (reported at line 1), is known by all of the text.
    words = text if secret.line == 1 or secret.kind.endswith(" more") else text.split("\n")[secret.line - 1].strip()
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).digest()


class _Shown(Struct, frozen=True):
    """A request that the user looks at."""

    prepared: PreparedRequest
    act: Act
    model: str
    """Whom it goes to."""
    chosen: str
    """The model that was chosen then."""
    turns: tuple[Turn, ...]


class SendGuard(QObject):
    """Lets requests through.

    Signals: `prepared(PreparedRequest, str)` when the user wants or has to look at one, with whom it goes to.
    """

    prepared = Signal(object, str)

    def __init__(
        self,
        asking: RequestBuilder,
        spending: UsageTracker,
        preferences: Preferences,
        turns: Callable[[], tuple[Turn, ...]],
        parent: QObject | None = None,
    ) -> None:
        """Ask `turns` what was said until now."""
        super().__init__(parent)
        self._asking, self._spending, self._preferences, self._turns = asking, spending, preferences, turns
        self._clearance = SecretApproval()
        self._shown: _Shown | None = None
        self._generation = 0

    def begin(self) -> None:
        """Forget what was let through, for another conversation is begun."""
        self.stop()
        self._shown = None
        self._clearance.begin()

    def stop(self) -> None:
        """Drop what is being made ready."""
        self._generation += 1

    def make_ready(
        self, message: str, then: Act, *, mode: Mode, reminds: bool = True, model: str = "", after: int | None = None
    ) -> None:
        """Make the request for this message ready, and once more when something was said meanwhile.

        It is made for the chosen model unless another `service/model` is named, and with all that was said unless it
        comes `after` fewer turns.
        """
        self._generation += 1
        generation, turns, chosen = self._generation, self._turns(), self._preferences.now.model

        def tell(prepared: PreparedRequest) -> None:
            if generation != self._generation:
                return
            if turns is self._turns() and chosen == self._preferences.now.model:
                then(prepared)
            else:
                self.make_ready(message, then, mode=mode, reminds=reminds, model=model, after=after)

        self._asking.prepare(message, turns[:after], tell, mode=mode, reminds=reminds, model=model)

    def send(self, prepared: PreparedRequest, *, act: Act, model: str) -> None:
        """Do it, unless it asks nothing, or the user has to look at the request to this `service/model` first."""
        if prepared.is_empty:
            return
        if not self.may_go(prepared, model=model) or self._spending.estimate(prepared, model).over_limit:
            self.show(prepared, act=act, model=model)
        else:
            act(prepared)

    def may_go(self, prepared: PreparedRequest, *, model: str) -> bool:
        """Whether all that the request holds may go to this `service/model` without another look."""
        return not self._clearance.needs_look(prepared, receiver_of(model))

    def copy(self, prepared: PreparedRequest, *, act: Act, instead: Act) -> None:
        """Do it, unless the user has to look at the request first; from there they may send it `instead`."""
        if self._clearance.needs_look(prepared, CLIPBOARD):
            self.show(prepared, act=instead)
        else:
            act(prepared)

    def show(self, prepared: PreparedRequest, *, act: Act, model: str = "") -> None:
        """Show the request; sending it from there, to the chosen model unless another is named, does `act`."""
        chosen = self._preferences.now.model
        self._shown = _Shown(prepared, act, model or chosen, chosen, self._turns())
        self.prepared.emit(prepared, self._shown.model)

    def is_shown(self, prepared: PreparedRequest) -> bool:
        """Whether this is what was shown last, and nothing was said or chosen since."""
        shown = self._shown
        if shown is None or shown.prepared is not prepared:
            return False
        return shown.turns is self._turns() and shown.chosen == self._preferences.now.model

    def send_shown(self, prepared: PreparedRequest) -> None:
        """Send what the user has looked at, secrets and all."""
        if self._shown is not None and self.is_shown(prepared):
            self.stop()
            self._clearance.give(prepared, receiver_of(self._shown.model))
            self.send(prepared, act=self._shown.act, model=self._shown.model)

    def copy_shown(self, prepared: PreparedRequest, *, act: Act) -> None:
        """Copy what the user has looked at, secrets and all."""
        if self.is_shown(prepared):
            self._clearance.give(prepared, CLIPBOARD)
            act(prepared)


class TokenCounter(QObject):
    """Asks for one count at a time; the newest request counts.

    Signals: `counted(PreparedRequest, int)` with the tokens.
    """

    counted = Signal(object, int)

    def __init__(
        self,
        loop: AsyncLoop,
        services: Services,
        preferences: Preferences,
        gate: SendGuard,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._loop, self._services, self._preferences, self._gate = loop, services, preferences, gate
        self._notifications = notifications
        self._prepare: Prepare = lambda _: None
        self._generation = 0
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._begin)

    def consider(self, sent: PreparedRequest | None, prepare: Prepare) -> None:
        """Count the request that `prepare` makes ready, if its service counts and was sent `sent` before."""
        self._pause.stop()
        self._generation += 1
        service, _, model = self._preferences.now.model.partition("/")
        choice = self._services.choice_named(service)
        if sent is None or sent.parts.model != model or choice is None or not counts_tokens(choice):
            return
        self._prepare = prepare
        self._pause.start()

    def count(self, message: str) -> None:
        """Let the service count what sending this message would make it read, as the user wants."""
        self._pause.stop()
        self._generation += 1
        generation, model = self._generation, self._preferences.now.model

        def tell(prepared: PreparedRequest, tokens: int | None) -> None:
            if tokens is None:
                self._refuse("The service does not count.", "The guess stays.")
            elif generation == self._generation:
                self.counted.emit(prepared, tokens)

        def fail(error: Exception) -> None:
            self._refuse("The service did not count.", str(error))

        def count(prepared: PreparedRequest) -> None:
            if self._gate.may_go(prepared, model=model):
                opener, _ = self._services.opener(model)
                self._loop.ask(_count(opener, prepared.request), partial(tell, prepared), otherwise=fail)
            else:
                what = "Nothing was counted: the request holds what looks like a secret, and counting sends all of it."
                self._refuse(what, "Look at the exact request.")

        self._gate.make_ready(message, count, mode=Mode(self._preferences.now.mode))

    def _refuse(self, what: str, advice: str) -> None:
        self._notifications.show(Notice(Level.WARN, what, advice))

    def _begin(self) -> None:
        generation = self._generation
        opener, _ = self._services.opener(self._preferences.now.model)

        def count(prepared: PreparedRequest) -> None:
            if prepared.secrets or generation != self._generation:
                return

            def tell(tokens: int | None) -> None:
                if tokens is not None and generation == self._generation:
                    self.counted.emit(prepared, tokens)

            # No answer leaves the estimate as it is.
            self._loop.ask(_count(opener, prepared.request), tell, otherwise=lambda _: None)

        self._prepare(count)


async def _count(opener: Opener, request: Request) -> int | None:
    return await (await opener()).count(request)
