"""Tokens and money: what sending would cost, what it did cost, and the limit the user has set."""

import logging
import os
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.request import PreparedRequest
from guillemet.app.notices import Level, Notice, Notifications
from guillemet.app.preferences import Preferences
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import Estimate, RequestPartSize, Spending, SpendingTotals, State, Turn
from guillemet.llm.messages import Usage
from guillemet.llm.prices import SAMPLE, PriceTable, bundled_prices, cost, price_of, read_prices
from guillemet.llm.prompts.layout import PartName
from guillemet.llm.services.presets import preset_named
from guillemet.llm.tokens import Calibration
from guillemet.private_files import make_private_folder, write_private

T = TypeVar("T")
_MOST = 5_000
"""Texts; the oldest are forgotten first."""
log = logging.getLogger(__name__)


class TextCache(Generic[T]):
    """Answers as a function of a path and a text does, and asks it only about what is new."""

    def __init__(self, ask: Callable[[str, str], T]) -> None:
        self._ask = ask
        self._known: dict[tuple[str, int, int], T] = {}

    def __call__(self, path: str, text: str) -> T:
        """Return what is known of the text."""
        key = (path, len(text), hash(text))
        if key not in self._known:
            self._known[key] = self._ask(path, text)
            while len(self._known) > _MOST:
                del self._known[next(iter(self._known))]
        return self._known[key]


class UsageTracker(QObject):
    """Counts the tokens and the cost of requests, before and after they are sent.

    Signals: `estimate_changed(Estimate)`; `sums_changed(SpendingTotals)`; `ready_to_edit(str)` with the path of the
    user's own prices.
    """

    estimate_changed = Signal(object)
    sums_changed = Signal(object)
    ready_to_edit = Signal(str)

    def __init__(
        self,
        tasks: TaskRunner,
        preferences: Preferences,
        notifications: Notifications,
        *,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        """Keep what is learned about models in `folder`, where the user's own prices lie too."""
        super().__init__(parent)
        self._tasks, self._preferences, self._notifications = tasks, preferences, notifications
        self._file, self._own_prices = folder / "tokens.json", folder / "prices.json"
        self._prices = PriceTable()
        self._calibration = _kept(self._file)
        self._sums, self._day = SpendingTotals(), _today()
        self._estimated: tuple[str, Calibration | None] = ("", None)
        self._guesses: TextCache[int] = TextCache(lambda _, text: len(text))
        self.read_prices()

    def read_prices(self) -> None:
        """Read the prices, which the user may have edited."""
        self._tasks.aside(partial(_table, self._own_prices), self._take_prices, otherwise=_log)

    def edit_prices(self) -> None:
        """Make the file of the user's own prices, with a sample in it, if there is none."""
        self._tasks.aside(partial(_made, self._own_prices), self.ready_to_edit.emit)

    def estimator(self, model: str) -> Callable[[str], int]:
        """Return what estimates the tokens of a text for a model, by the figures that came back until now."""
        if (model, self._calibration) != self._estimated:
            self._estimated = (model, self._calibration)
            estimate = partial(self._calibration.estimate, model=model)
            self._guesses = TextCache(lambda _, text: estimate(text))
        return partial(self._guesses, "")

    def weigh(self, prepared: PreparedRequest, model: str) -> None:
        """Tell what sending this would cost."""
        self.estimate_changed.emit(self.estimate(prepared, model))

    def leave_unweighed(self, why: str) -> None:
        """Tell why it is not known what sending this would cost, and that it cannot be sent."""
        self.estimate_changed.emit(Estimate(over_limit=why, is_weighed=False))

    def take_count(self, prepared: PreparedRequest, tokens: int) -> None:
        """Tell what sending this would cost, by the service's own count of its tokens."""
        self.estimate_changed.emit(self.estimate(prepared, self._preferences.now.model, counted=tokens))

    def estimate(self, prepared: PreparedRequest, model: str, *, counted: int | None = None) -> Estimate:
        """Return what sending this to a `service/model` would cost; `counted` are the tokens by the service's count."""
        parts = tuple(RequestPartSize(str(name), tokens) for name, tokens in prepared.sizes.items())
        if counted is not None:
            parts = _shared(parts, counted)
        tokens = sum(part.tokens for part in parts)
        money = self.cost(model, Usage(read=tokens))
        return Estimate(parts, money, is_counted=counted is not None, over_limit=self.over_limit(tokens, model))

    def over_limit(self, tokens: int, model: str) -> str:
        """Return in a sentence why the user's own limits forbid to send so much; empty when they do not."""
        now, money = self._preferences.now, self.cost(model, Usage(read=tokens))
        spent = self._sums.day if self._day == _today() else Spending()
        if now.day_limit and money != 0:  # what is free goes on
            limit = f"limit of ${now.day_limit:,.2f} a day"
            if over := _over(limit, spent.money, money or 0.0, now.day_limit):
                return over
        limit = f"limit of {now.day_tokens:,} tokens a day"
        return _over(limit, spent.tokens, tokens, now.day_tokens) if now.day_tokens else ""

    def cost(self, model: str, usage: Usage) -> float | None:
        """Return what this usage of a `service/model` costs in US dollars; None when that is not known."""
        service, _, name = model.partition("/")
        preset = preset_named(service)
        price = price_of(name, self._prices, is_local=preset is not None and preset.is_local)
        return cost(usage, price)

    def charged(self, turn: Turn, counted: Usage | None, *, before: Turn, sent: PreparedRequest | None) -> Turn:
        """Return an answer that ended with what it cost, added to what it cost `before` it was continued."""
        usage = counted
        said = turn.text[len(before.text) :] + turn.reasoning[len(before.reasoning) :]
        if turn.state is not State.DONE and sent is not None:
            sizes = sum(sent.sizes.values())
            usage = self.of_cut_off(counted, sent=sizes, said=said, model=sent.parts.model)
        if usage is None:
            return replace(turn, usage=before.usage, money=before.money)
        money = self.cost(turn.model, usage)
        if before.usage is not None:
            usage = _added(before.usage, usage)
            money = None if money is None or before.money is None else before.money + money
        return replace(turn, usage=usage, money=money)

    def of_cut_off(self, counted: Usage | None, *, sent: int, said: str, model: str) -> Usage | None:
        """Return the figures of what was cut off after the model `said` this, guessed where none came: it is charged.

        `sent` are the tokens of the request; None is returned where nothing came at all.
        """
        if not said:
            return counted
        usage = counted or Usage(read=sent)
        # Before the end a service tells none or a token of what it writes.
        return replace(usage, written=self.estimator(model)(said)) if usage.written <= 1 else usage

    def learn(self, prepared: PreparedRequest, usage: Usage) -> None:
        """Take the figures that came back as the truth about this model."""
        model = prepared.parts.model
        if PartName.PICTURES in prepared.sizes:
            return  # what pictures have tells nothing of texts
        guessed = round(sum(prepared.sizes.values()) / self._calibration.factor(model))
        self._calibration = self._calibration.learned(model, guessed=guessed, counted=usage.read)
        job = partial(_keep, self._file, self._calibration)
        # In the repository's worker only because its jobs keep their order: what was learned last is what stays.
        self._tasks.ask(job, lambda _: None)

    def _take_prices(self, prices: PriceTable) -> None:
        before, self._prices = self._prices.left_out, prices
        if prices.left_out and prices.left_out != before:
            self._notifications.show(_of_left_out(prices.left_out, self._own_prices))

    def take_sums(self, sums: SpendingTotals) -> None:
        """Take what was spent."""
        self._sums, self._day = sums, _today()
        self.sums_changed.emit(sums)


def _added(one: Usage, other: Usage) -> Usage:
    return Usage(
        one.read + other.read,
        one.written + other.written,
        one.from_cache + other.from_cache,
        one.into_cache + other.into_cache,
    )


def _today() -> date:
    return datetime.now().astimezone().date()


def _over(limit: str, spent: float, more: float, most: float) -> str:
    advice = "Raise it in the settings, or wait until tomorrow."
    if spent >= most:
        return f"Your {limit} is reached. {advice}"
    return f"This would go over your {limit}. {advice}" if spent + more > most else ""


def _log(error: Exception) -> None:
    log.warning("The prices of models cannot be read (%s); all of them are unknown.", error)


def _shared(parts: tuple[RequestPartSize, ...], tokens: int) -> tuple[RequestPartSize, ...]:
    """Return the parts with their sizes brought to this sum."""
    whole, left, shared = sum(part.tokens for part in parts), tokens, list[RequestPartSize]()
    for part in parts[:-1]:
        share = part.tokens * tokens // whole
        shared.append(RequestPartSize(part.name, share))
        left -= share
    return (*shared, *(RequestPartSize(part.name, left) for part in parts[-1:]))


def _kept(file: Path) -> Calibration:
    try:
        return Calibration.from_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Calibration()
    except (OSError, ValueError) as error:
        log.warning("What was learned about tokens in %s cannot be read (%s); learning starts again.", file, error)
        return Calibration()


def _table(own: Path) -> PriceTable:
    """Return the prices that come with the program, and before them the user's own."""
    table = bundled_prices()
    if not own.exists():
        return table
    try:
        return read_prices(own.read_text(encoding="utf-8")).before(table)
    except (OSError, ValueError) as error:
        return replace(table, left_out=(f"The table of prices cannot be read ({error}) and is left out.",))


def _of_left_out(reasons: Sequence[str], own: Path) -> Notice:
    some = "Something in your file of prices is" if len(reasons) == 1 else f"{len(reasons):,} rows of your prices are"
    return Notice(
        Level.WARN, f"{some} invalid.", f"Correct {own}; the details say what is ignored.", details="\n".join(reasons)
    )


def _made(own: Path) -> str:
    make_private_folder(own.parent)
    if not own.exists():
        write_private(own, SAMPLE.encode())
    return str(own)


def _keep(file: Path, calibration: Calibration) -> None:
    make_private_folder(file.parent)
    beside = file.with_suffix(f".{os.getpid()}.new")  # another window may write its own just now
    beside.unlink(missing_ok=True)
    write_private(beside, calibration.to_json().encode())
    beside.replace(file)
