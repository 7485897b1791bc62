"""The gate before sending: requests are made ready, and what the user has to see first is shown.

A request that holds secrets which this receiver was not let have yet, or that costs more than the limit, waits for the
user. A later wish takes the place of an earlier one that is still being made ready.
"""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.request import Prepared
from guillemet.app.chat.request_builder import RequestBuilder
from guillemet.app.chat.secret_approval import CLIPBOARD, SecretApproval, receiver_of
from guillemet.app.chat.usage import UsageTracker
from guillemet.app.preferences import Preferences
from guillemet.app.turns import Mode, Turn

Act = Callable[[Prepared], None]
"""What is done with a request that may go."""


class _Shown(Struct, frozen=True):
    """A request that the user looks at."""

    prepared: Prepared
    act: Act
    model: str
    """Whom it goes to."""
    chosen: str
    """The model that was chosen then."""
    turns: tuple[Turn, ...]


class SendGuard(QObject):
    """Lets requests through.

    Signals: `prepared(Prepared, str)` when the user wants or has to look at one, with whom it goes to.
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
        self._wish = 0

    def begin(self) -> None:
        """Forget what was let through, for another conversation is begun."""
        self.stop()
        self._shown = None
        self._clearance.begin()

    def stop(self) -> None:
        """Drop what is being made ready."""
        self._wish += 1

    def make_ready(
        self, message: str, then: Act, *, mode: Mode, reminds: bool = True, model: str = "", after: int | None = None
    ) -> None:
        """Make the request for this message ready, and once more when something was said meanwhile.

        It is made for the chosen model unless another `service/model` is named, and with all that was said unless it
        comes `after` fewer turns.
        """
        self._wish += 1
        wish, turns, chosen = self._wish, self._turns(), self._preferences.now.model

        def tell(prepared: Prepared) -> None:
            if wish != self._wish:
                return
            if turns is self._turns() and chosen == self._preferences.now.model:
                then(prepared)
            else:
                self.make_ready(message, then, mode=mode, reminds=reminds, model=model, after=after)

        self._asking.prepare(message, turns[:after], tell, mode=mode, reminds=reminds, model=model)

    def send(self, prepared: Prepared, *, act: Act, model: str) -> None:
        """Do it, unless it asks nothing, or the user has to look at the request to this `service/model` first."""
        if prepared.is_empty:
            return
        if not self.may_go(prepared, model=model) or self._spending.estimate(prepared, model).over_limit:
            self.show(prepared, act=act, model=model)
        else:
            act(prepared)

    def may_go(self, prepared: Prepared, *, model: str) -> bool:
        """Whether all that the request holds may go to this `service/model` without another look."""
        return not self._clearance.needs_look(prepared, receiver_of(model))

    def copy(self, prepared: Prepared, *, act: Act, instead: Act) -> None:
        """Do it, unless the user has to look at the request first; from there they may send it `instead`."""
        if self._clearance.needs_look(prepared, CLIPBOARD):
            self.show(prepared, act=instead)
        else:
            act(prepared)

    def show(self, prepared: Prepared, *, act: Act, model: str = "") -> None:
        """Show the request; sending it from there, to the chosen model unless another is named, does `act`."""
        chosen = self._preferences.now.model
        self._shown = _Shown(prepared, act, model or chosen, chosen, self._turns())
        self.prepared.emit(prepared, self._shown.model)

    def is_shown(self, prepared: Prepared) -> bool:
        """Whether this is what was shown last, and nothing was said or chosen since."""
        shown = self._shown
        if shown is None or shown.prepared is not prepared:
            return False
        return shown.turns is self._turns() and shown.chosen == self._preferences.now.model

    def send_shown(self, prepared: Prepared) -> None:
        """Send what the user has looked at, secrets and all."""
        if self._shown is not None and self.is_shown(prepared):
            self.stop()
            self._clearance.give(prepared, receiver_of(self._shown.model))
            self.send(prepared, act=self._shown.act, model=self._shown.model)

    def copy_shown(self, prepared: Prepared, *, act: Act) -> None:
        """Copy what the user has looked at, secrets and all."""
        if self.is_shown(prepared):
            self._clearance.give(prepared, CLIPBOARD)
            act(prepared)
