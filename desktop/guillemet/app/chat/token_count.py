"""The service's own count of a request, where it has one; asked only of a service that was sent something before.

Counting sends the whole request. So nothing is counted by itself before the user has sent something to the same model,
nor ever what holds a secret that may not go there; until then, and everywhere else, tokens are estimated from length.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.chat.request import Prepared
from guillemet.app.chat.send_guard import SendGuard
from guillemet.app.notices import Level, Notice
from guillemet.app.preferences import Preferences
from guillemet.app.services import Opener, Services
from guillemet.app.turns import Mode
from guillemet.llm.messages import Request

_PAUSE = 1_000
"""Milliseconds without a change before the service is asked."""

Prepare = Callable[[Callable[[Prepared], None]], None]


class TokenCounter(QObject):
    """Asks for one count at a time; the newest wish counts.

    Signals: `counted(Prepared, int)` with the tokens; `noticed(Notice)` why what the user wished was not counted.
    """

    counted = Signal(object, int)
    noticed = Signal(object)

    def __init__(
        self,
        loop: AsyncLoop,
        services: Services,
        preferences: Preferences,
        gate: SendGuard,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._loop, self._services, self._preferences, self._gate = loop, services, preferences, gate
        self._prepare: Prepare | None = None
        self._wished = 0
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._begin)

    def consider(self, sent: Prepared | None, prepare: Prepare) -> None:
        """Count the request that `prepare` makes ready, if its service counts and was sent `sent` before."""
        self._pause.stop()
        self._wished += 1
        service, _, model = self._preferences.now.model.partition("/")
        choice = self._services.choice_named(service)
        if sent is None or sent.parts.model != model or choice is None or not choice.counts:
            return
        self._prepare = prepare
        self._pause.start()

    def count(self, message: str) -> None:
        """Let the service count what sending this message would make it read, as the user wishes."""
        self._pause.stop()
        self._wished += 1
        wished, model = self._wished, self._preferences.now.model

        def tell(prepared: Prepared, tokens: int | None) -> None:
            if tokens is None:
                self._refuse("The service does not count.", "The guess stays.")
            elif wished == self._wished:
                self.counted.emit(prepared, tokens)

        def fail(error: Exception) -> None:
            self._refuse("The service did not count.", str(error))

        def count(prepared: Prepared) -> None:
            if self._gate.may_go(prepared, model=model):
                opener, _ = self._services.opener(model)
                self._loop.ask(_count(opener, prepared.request), partial(tell, prepared), otherwise=fail)
            else:
                what = "Nothing was counted: the request holds what looks like a secret, and counting sends all of it."
                self._refuse(what, "Look at the exact request.")

        self._gate.make_ready(message, count, mode=Mode(self._preferences.now.mode))

    def _refuse(self, what: str, advice: str) -> None:
        self.noticed.emit(Notice(Level.WARN, what, advice))

    def _begin(self) -> None:
        wished = self._wished
        opener, _ = self._services.opener(self._preferences.now.model)

        def count(prepared: Prepared) -> None:
            if prepared.secrets or wished != self._wished:
                return

            def tell(tokens: int | None) -> None:
                if tokens is not None and wished == self._wished:
                    self.counted.emit(prepared, tokens)

            # No answer leaves the estimate as it is.
            self._loop.ask(_count(opener, prepared.request), tell, otherwise=lambda _: None)

        if self._prepare is not None:
            self._prepare(count)


async def _count(opener: Opener, request: Request) -> int | None:
    return await (await opener()).count(request)
