"""The service's own count of a request, where it has one; asked only of a service that was sent something before.

Counting sends the whole request. So nothing is counted before the user has sent something to the same model, nor what
looks as if it held a secret; until then, and everywhere else, tokens are estimated from the length.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.conversation.preparing import Prepared
from guillemet.app.loop import Loop
from guillemet.app.preferences import Preferences
from guillemet.app.services import Opener, Services
from guillemet.llm.messages import Request
from guillemet.llm.services.presets import Kind

_PAUSE = 1_000
"""Milliseconds without a change before the service is asked."""

Prepare = Callable[[Callable[[Prepared], None]], None]


class Counting(QObject):
    """Asks for one count at a time; the newest wish counts.

    Signals: `counted(Prepared, int)` with the tokens.
    """

    counted = Signal(object, int)

    def __init__(self, loop: Loop, services: Services, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loop, self._services, self._preferences = loop, services, preferences
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
        if sent is None or sent.parts.model != model or choice is None or choice.kind is not Kind.ANTHROPIC:
            return
        self._prepare = prepare
        self._pause.start()

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
