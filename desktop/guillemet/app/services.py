"""The services of this user: presets, those of the settings, and local servers that were found; their models and keys.

Keys are asked of the operating system in a thread beside, services are opened and asked in the loop thread.
"""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.async_loop import AsyncLoop, in_thread, make_lock
from guillemet.app.preferences import Preferences
from guillemet.app.turns import ServiceOffer
from guillemet.engine.errors import GuillemetError
from guillemet.llm import keys
from guillemet.llm.errors import ServiceError
from guillemet.llm.keys import KeySource
from guillemet.llm.messages import ModelInfo
from guillemet.llm.services.catalogue import choice_of, counts_tokens, key_name, key_variables, open_service, title_of
from guillemet.llm.services.connection_test import ConnectionTest, try_service
from guillemet.llm.services.presets import PRESETS, Kind, preset_named
from guillemet.llm.services.service import Service
from guillemet.settings import KeptService

if TYPE_CHECKING:
    import asyncio

Opener = Callable[[], Awaitable[Service]]


class KeyOrigin(Struct, frozen=True):
    """Where the key of a service comes from; never the key."""

    where: KeySource
    variable: str
    """The environment variable that holds it, if one does."""
    has_keyring: bool
    """Whether the operating system keeps keys for this program."""


class Services(QObject):
    """Knows where models answer.

    Signals: `offers_changed(tuple[ServiceOffer, ...])`; `found_changed(tuple[KeptService, ...])` with the local
    servers that answer; `listing_changed(bool)` with whether lists of models are awaited; `tried(str, Trial)` with the
    service's name; `key_looked_up(str, KeyOrigin)` with the service's name.
    """

    offers_changed = Signal(object)
    found_changed = Signal(object)
    listing_changed = Signal(bool)
    key_looked_up = Signal(str, object)
    tried = Signal(str, object)

    def __init__(self, loop: AsyncLoop, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loop = loop
        self._preferences = preferences
        self._found: dict[str, KeptService] = {}
        self._offers: dict[str, ServiceOffer] = {}
        self._opened: dict[tuple[KeptService, float], Service] = {}
        """By the silence too that each is given, so that another one in the settings counts from then on."""
        self._retired: list[Service] = []
        """Those whose key was changed: what was asked of them ends by itself, nothing more is."""
        self._locks = defaultdict[str, "asyncio.Lock"](make_lock)
        """By the name of a key: it is read and changed by one at a time. Used in the loop thread alone."""
        self._key_changes: Counter[str] = Counter()
        """How often each key was changed, counted when that is done: what is read before may be the old one."""
        self._changing: Counter[str] = Counter()
        """How many of these changes are under way."""
        self._trial: Future[ConnectionTest] | None = None
        self._awaited = 0
        """Lists of models, and looks for local servers, that are under way."""

    @property
    def offers(self) -> tuple[ServiceOffer, ...]:
        """What can be chosen from, as far as it is known."""
        return tuple(self._offers.values())

    @property
    def found(self) -> tuple[KeptService, ...]:
        """The local servers that answered."""
        return tuple(self._found.values())

    @property
    def is_listing(self) -> bool:
        """Whether lists of models are awaited."""
        return self._awaited > 0

    def choices(self) -> tuple[KeptService, ...]:
        """Return the services of the settings, then local servers that were found, then the presets."""
        chosen = {kept.name: kept for kept in self._preferences.now.services}
        presets = {one.name: choice_of(one) for one in PRESETS if one.address or one.kind is Kind.RECORDED}
        return tuple(({**presets, **self._found} | chosen).values())

    def choice_named(self, name: str) -> KeptService | None:
        """Return the service of this name."""
        return next((one for one in self.choices() if one.name == name), None)

    def look_around(self) -> None:
        """Find local servers, and list the models of every service that can be asked."""
        # Loads asyncio, which the first painted window does not need.
        from guillemet.llm.services.local_servers import find_local_servers  # noqa: PLC0415

        def take(found: Iterable[KeptService]) -> None:
            self._take_found(found)
            self._await(-1)

        def fail(error: Exception) -> None:
            self._loop.report_failure(error)
            self._await(-1)

        self._await(1)
        self._loop.ask(find_local_servers(), take, otherwise=fail)

    def list_models(self, choice: KeptService) -> None:
        """Ask a service for its models, and offer them."""

        def tell(models: tuple[ModelInfo, ...], note: str = "") -> None:
            self._offer(choice, models, note)
            self._await(-1)

        self._await(1)
        self._loop.ask(self._models(choice), tell, otherwise=lambda error: tell((), str(error)))

    def try_out(self, choice: KeptService, model: str = "") -> None:
        """Find out whether a service answers, with this model if one is named; an earlier trial is ended."""

        async def trial() -> ConnectionTest:
            try:
                limit = float(self._preferences.now.seconds_of_silence)
                return await try_service(await self._open(choice), model=model, limit=limit)
            except GuillemetError as error:
                return ConnectionTest(ok=False, sentence=str(error), models=())

        def tell(result: ConnectionTest) -> None:
            self.tried.emit(choice.name, result)
            if result.ok:
                self._offer(choice, result.models)

        self.stop_trial()
        self._trial = self._loop.ask(trial(), tell)

    def stop_trial(self) -> None:
        """End the trial that is under way, of which nothing is reported then."""
        if self._trial is not None:
            self._trial.cancel()

    def keep(self, choice: KeptService) -> None:
        """Put a service into the settings, in place of the one of its name."""
        services = {one.name: one for one in self._preferences.now.services} | {
            choice.name: choice
        }  # as they were added
        self._preferences.change(services=tuple(services.values()))
        self.list_models(choice)

    def forget(self, name: str) -> None:
        """Take a service out of the settings."""
        services = self._preferences.now.services
        self._preferences.change(services=tuple(one for one in services if one.name != name))
        self._offers.pop(name, None)
        self.offers_changed.emit(self.offers)

    def give_key(self, choice: KeptService, value: str, *, remember: bool) -> None:
        """Use this key from now on; in the operating system's keyring when it is to be remembered."""
        remember_key = partial(keys.remember_key, key_name(choice), value, for_run_only=not remember)

        def tell(_: object) -> None:
            self.look_up_key(choice)
            self.list_models(choice)

        self._change_key(choice, remember_key, tell)

    def forget_key(self, choice: KeptService) -> None:
        """Take the key of a service out of the keyring, and use it no more."""
        self._change_key(choice, partial(keys.forget_key, key_name(choice)), lambda _: self.look_up_key(choice))

    def look_up_key(self, choice: KeptService) -> None:
        """Find out where the key of a service comes from."""
        name = key_name(choice)

        async def look_up() -> KeyOrigin:
            while True:
                async with self._locks[name]:
                    changes = self._key_changes[name]
                    origin = await in_thread(look)
                if self._is_settled(name, changes):  # else another key is being given, and that is reported
                    return origin

        def look() -> KeyOrigin:
            key = keys.key_for(name, key_variables(choice))
            return KeyOrigin(key.where, key.variable, keys.has_keyring())

        tell = partial(self.key_looked_up.emit, choice.name)
        self._loop.ask(look_up(), tell)

    def opener(self, model: str) -> tuple[Opener, str]:
        """Return how to open the service of a `service/model`, and the model as the service names it."""
        name, _, model_of_service = model.partition("/")
        choice = self.choice_named(name)

        async def open_chosen() -> Service:
            if choice is None:
                raise ServiceError(f"There is no service named {name}. Choose another model.")
            return await self._open(choice)

        return open_chosen, model_of_service

    async def end(self) -> None:
        """End every connection; in the loop thread."""
        for service in (*self._opened.values(), *self._retired):
            await service.close()
        self._opened.clear()
        self._retired.clear()

    async def _open(self, choice: KeptService) -> Service:
        # A model in memory is there once: it knows of no silence.
        patience = 0.0 if choice.kind is Kind.EMBEDDED else float(self._preferences.now.seconds_of_silence)
        name, way = key_name(choice), (choice, patience)
        while way not in self._opened:
            async with self._locks[name]:
                changes = self._key_changes[name]
                key = await in_thread(partial(keys.key_for, name, key_variables(choice)))
            try:
                # Loading an SDK takes seconds; in a thread beside, what is cancelled meanwhile ends at once.
                opened = await in_thread(partial(open_service, choice, key=key.value, timeout=patience))
            except GuillemetError:
                if self._is_settled(name, changes):
                    raise
                continue
            # With a key that was changed meanwhile it is made again. Another request may have opened it, too: a service
            # that is never closed must not be used.
            if self._is_settled(name, changes):
                self._opened.setdefault(way, opened)
        return self._opened[way]

    async def _models(self, choice: KeptService) -> tuple[ModelInfo, ...]:
        return await (await self._open(choice)).models()

    def _is_settled(self, name: str, changes: int) -> bool:
        """Whether a key that was read after so many changes is the one there is."""
        return not self._changing[name] and changes == self._key_changes[name]

    def _change_key(self, choice: KeptService, change: Callable[[], object], then: Callable[[object], None]) -> None:
        """Change the key of a service beside, and open it again for what is asked from then on."""
        name = key_name(choice)

        async def make_change() -> None:
            # First: what is asked from now on waits for the change. An answer may still come through the one before.
            self._changing[name] += 1
            self._retired += [self._opened.pop(way) for way in list(self._opened) if way[0] == choice]
            try:
                async with self._locks[name]:
                    await in_thread(change)
            finally:
                self._changing[name] -= 1
                self._key_changes[name] += 1

        def fail(error: Exception) -> None:
            self._loop.report_failure(error)
            self.look_up_key(choice)

        self._loop.ask(make_change(), then, otherwise=fail)

    def _await(self, more: int) -> None:
        was_listing = self.is_listing
        self._awaited += more
        if self.is_listing is not was_listing:
            self.listing_changed.emit(self.is_listing)

    def _take_found(self, found: Iterable[KeptService]) -> None:
        self._found = {choice.name: choice for choice in found}
        self.found_changed.emit(self.found)
        for choice in self._worth_asking():
            self.list_models(choice)

    def _worth_asking(self) -> tuple[KeptService, ...]:
        """Return the services that were chosen or found; asking all presets would tell each of them of this user."""
        wanted = {kept.name for kept in self._preferences.now.services} | self._found.keys()
        wanted |= {self._preferences.now.model.partition("/")[0]}
        return tuple(choice for choice in self.choices() if choice.name in wanted)

    def _offer(self, choice: KeptService, models: tuple[ModelInfo, ...], note: str = "") -> None:
        preset = preset_named(choice.name)
        if not models and preset and preset.default_model:
            models = (ModelInfo(preset.default_model),)
        self._offers[choice.name] = ServiceOffer(
            choice.name, title_of(choice), models, note, counts=counts_tokens(choice)
        )
        self.offers_changed.emit(self.offers)
