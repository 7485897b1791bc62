"""Promises of services while their keys are looked up and given, and while one of them is tried."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app import services as app_services
from guillemet.app.async_loop import AsyncLoop
from guillemet.app.preferences import Preferences
from guillemet.app.services import Services
from guillemet.app.task_runner import TaskRunner
from guillemet.llm import keys
from guillemet.llm.errors import ServiceError
from guillemet.llm.messages import ModelInfo
from guillemet.llm.services import local_servers
from guillemet.llm.services.catalogue import key_name
from guillemet.llm.services.connection_test import ConnectionTest
from guillemet.llm.services.presets import Kind
from guillemet.llm.services.recorded import RecordedService
from guillemet.llm.services.service import Service
from guillemet.settings import KeptService, ServiceKind, Settings, load
from tests.kit.model_server import ModelServer, Silence, said
from tests.kit.talks import SECONDS, wait

KEY = "sk-ant-test-0000000000"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(Silence(), said("Yes.")) as server:
        yield server


@pytest.fixture
def services(
    qapp: QApplication, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Services]:
    """Return one service that needs a key, which is not known, and one that needs none."""
    monkeypatch.setattr(keys, "_of_this_run", {})
    monkeypatch.setattr(keys, "_known", set())
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    kept = (
        KeptService("anthropic", ServiceKind.ANTHROPIC, server.bare_address),
        KeptService("free", ServiceKind.COMPATIBLE, server.address),
    )
    loop = AsyncLoop(qapp)
    preferences = Preferences(
        Settings(services=kept), TaskRunner(qapp, inline=True), file=tmp_path / "settings.json", parent=qapp
    )
    services = Services(loop, preferences, loop)
    yield services
    loop.close(services.end)


class OpenedService(RecordedService):
    """A service whose only model is named as the key it was opened with."""

    def __init__(self, key: str) -> None:
        super().__init__(Path())
        self.key = key
        self.times_asked = 0
        self.fails = False

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return one model, named as the key."""
        self.times_asked += 1
        if self.fails:
            raise ServiceError("It does not answer.")
        return (ModelInfo(self.key),)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[OpenedService]:
    """Return the list of what is opened, none of which is connected to anything."""
    opened = list[OpenedService]()

    def open_service(choice: KeptService, *, key: str, timeout: float) -> OpenedService:
        assert timeout or choice.kind is Kind.EMBEDDED
        opened.append(OpenedService(key))
        return opened[-1]

    monkeypatch.setattr(app_services, "open_service", open_service)
    return opened


@contextmanager
def first_look_held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold back the result of the first look for a key until the end of the block; the event is set once it has it."""
    look, is_looking, goes_on = keys.key_for, threading.Event(), threading.Event()

    def look_slowly(service: str, variables: Sequence[str] = ()) -> keys.Key:
        found = look(service, variables)
        is_looking.set()
        goes_on.wait(SECONDS / 1_000)
        return found

    monkeypatch.setattr(keys, "key_for", look_slowly)
    yield is_looking
    goes_on.set()


def choice(services: Services, name: str) -> KeptService:
    found = services.choice_named(name)
    assert found is not None
    return found


def test_a_key_given_while_none_is_found_is_used_in_place_of_a_refusal(
    qtbot: QtBot, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = list[str]()
    services.offers_changed.connect(
        lambda offers: notes.extend(offer.note for offer in offers if offer.name == "anthropic")
    )

    with first_look_held(monkeypatch) as is_looking:
        services.list_models(choice(services, "anthropic"))
        wait(qtbot, is_looking.is_set)
        services.give_key(choice(services, "anthropic"), KEY, remember=False)
        wait(qtbot, lambda: any(services._changing.values()))

    wait(qtbot, lambda: len(notes) > 1)
    assert not any("key" in note for note in notes)


@pytest.mark.parametrize("requests", [1, 2], ids=["a request", "a request that waits for another"])
def test_a_key_taken_out_while_it_is_read_is_not_used(
    qtbot: QtBot,
    services: Services,
    opened: list[OpenedService],
    monkeypatch: pytest.MonkeyPatch,
    requests: int,
) -> None:
    anthropic, used = choice(services, "anthropic"), list[str]()
    keys.remember_key(key_name(anthropic), KEY, for_run_only=True)
    services.offers_changed.connect(lambda offers: used.extend(one.name for one in offers[0].models))
    is_changed, open_service = threading.Event(), app_services.open_service

    def open_slowly(*what: Any, key: str, **more: Any) -> Service:
        if key:
            is_changed.wait(SECONDS / 1_000)
        return open_service(*what, key=key, **more)

    monkeypatch.setattr(app_services, "open_service", open_slowly)

    with first_look_held(monkeypatch) as is_looking:
        for _ in range(requests):
            services.list_models(anthropic)
        wait(qtbot, is_looking.is_set)
        services.forget_key(anthropic)
        wait(qtbot, lambda: any(services._changing.values()))
    wait(qtbot, lambda: not any(services._changing.values()))
    is_changed.set()

    wait(qtbot, lambda: len(used) == requests)
    assert set(used) == {""}
    assert {one.key for one in opened if one.times_asked} == {""}


def test_a_key_given_while_it_is_looked_up_is_the_only_one_reported(
    qtbot: QtBot, services: Services, opened: list[OpenedService], monkeypatch: pytest.MonkeyPatch
) -> None:
    anthropic, origins = choice(services, "anthropic"), list[keys.KeySource]()
    services.key_looked_up.connect(lambda _, origin: origins.append(origin.where))

    with first_look_held(monkeypatch) as is_looking:
        services.look_up_key(anthropic)
        wait(qtbot, is_looking.is_set)
        services.give_key(anthropic, KEY, remember=False)
        wait(qtbot, lambda: any(services._changing.values()))

    wait(qtbot, lambda: len(origins) > 1 and bool(opened))
    assert set(origins) == {keys.KeySource.RUN}


def test_of_two_keys_that_are_given_the_later_one_stays(
    qtbot: QtBot, services: Services, opened: list[OpenedService], monkeypatch: pytest.MonkeyPatch
) -> None:
    anthropic, goes_on, remember = choice(services, "anthropic"), threading.Event(), keys.remember_key
    remembered = list[str]()

    def remember_slowly(service: str, value: str, *, for_run_only: bool) -> keys.KeySource:
        if value == "the first":
            goes_on.wait(SECONDS / 1_000)
        remembered.append(value)
        return remember(service, value, for_run_only=for_run_only)

    monkeypatch.setattr(keys, "remember_key", remember_slowly)

    services.give_key(anthropic, "the first", remember=False)
    services.give_key(anthropic, KEY, remember=False)
    wait(qtbot, lambda: services._changing[key_name(anthropic)] == 2)
    goes_on.set()

    wait(qtbot, lambda: len(remembered) == 2 and not services.is_listing and bool(opened))
    assert remembered == ["the first", KEY]


def test_two_requests_at_once_share_one_service(
    qtbot: QtBot, services: Services, opened: list[OpenedService], monkeypatch: pytest.MonkeyPatch
) -> None:
    both, open_service = threading.Barrier(2, timeout=SECONDS / 1_000), app_services.open_service

    def open_together(*what: Any, **more: Any) -> Service:
        both.wait()
        return open_service(*what, **more)

    monkeypatch.setattr(app_services, "open_service", open_together)
    listing = list[bool]()
    services.listing_changed.connect(listing.append)

    services.list_models(choice(services, "free"))
    services.list_models(choice(services, "free"))

    wait(qtbot, lambda: not services.is_listing)
    assert sorted(one.times_asked for one in opened) == [0, 2]
    assert listing == [True, False]


def test_a_key_given_to_one_service_leaves_the_others_open(
    qtbot: QtBot, services: Services, opened: list[OpenedService]
) -> None:
    services.list_models(choice(services, "free"))
    wait(qtbot, lambda: not services.is_listing)

    services.give_key(choice(services, "anthropic"), KEY, remember=False)
    wait(qtbot, lambda: len(opened) == 2 and not services.is_listing)
    services.list_models(choice(services, "free"))

    wait(qtbot, lambda: not services.is_listing)
    assert [one.times_asked for one in opened] == [2, 1]


def test_a_trial_that_fails_leaves_the_models_that_were_listed(
    qtbot: QtBot, services: Services, opened: list[OpenedService]
) -> None:
    services.list_models(choice(services, "free"))
    wait(qtbot, lambda: not services.is_listing)
    (listed,) = services.offers
    opened[0].fails = True

    with qtbot.waitSignal(services.tried, timeout=SECONDS) as tried:
        services.try_out(choice(services, "free"), "small")

    assert not tried.args[1].ok
    assert services.offers == (listed,)


def test_a_trial_of_a_service_that_cannot_be_opened_fails_and_says_why(qtbot: QtBot, services: Services) -> None:
    offers = list[object]()
    services.offers_changed.connect(offers.append)

    with qtbot.waitSignal(services.tried, timeout=SECONDS) as tried:
        services.try_out(KeptService("mine", Kind.COMPATIBLE))

    assert not tried.args[1].ok
    assert tried.args[1].sentence.startswith("mine has no address. Give one in the settings")
    assert offers == []


@pytest.mark.usefixtures("opened")
def test_a_service_that_is_forgotten_is_kept_and_offered_no_more(
    qtbot: QtBot, services: Services, tmp_path: Path
) -> None:
    services.list_models(choice(services, "free"))
    wait(qtbot, lambda: bool(services.offers))

    services.forget("free")

    assert (services.choice_named("free"), services.offers) == (None, ())
    assert [kept.name for kept in load(tmp_path / "settings.json").services] == ["anthropic"]


@pytest.mark.usefixtures("opened")
def test_only_services_that_were_chosen_or_found_are_asked_for_their_models(
    qtbot: QtBot, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find() -> tuple[KeptService, ...]:
        return (KeptService("ollama", Kind.COMPATIBLE),)

    monkeypatch.setattr(local_servers, "find_local_servers", find)
    services._preferences.choose(replace(services._preferences.now, model="mistral/large"))

    services.look_around()

    wait(qtbot, lambda: len(services.offers) == 4 and not services.is_listing)
    assert {offer.name for offer in services.offers} == {"anthropic", "free", "ollama", "mistral"}


@pytest.mark.usefixtures("opened")
def test_models_are_listed_again_after_a_look_for_local_servers_that_failed(
    qtbot: QtBot, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> tuple[KeptService, ...]:
        raise ServiceError("It cannot be looked for.")

    failures, listing = list[Exception](), list[bool]()
    monkeypatch.setattr(local_servers, "find_local_servers", fail)
    monkeypatch.setattr(services._loop, "report_failure", failures.append)
    services.listing_changed.connect(listing.append)
    services.look_around()
    wait(qtbot, lambda: listing == [True, False])

    services.list_models(choice(services, "free"))

    wait(qtbot, lambda: listing == [True, False, True, False])
    assert len(failures) == 1


@pytest.mark.parametrize(("name", "models"), [("anthropic", ["claude-sonnet-5-5"]), ("deepseek", []), ("free", [])])
def test_where_models_cannot_be_listed_the_one_that_is_known_of_the_service_is_offered(
    qtbot: QtBot, services: Services, opened: list[OpenedService], name: str, models: list[str]
) -> None:
    services.list_models(choice(services, name))
    wait(qtbot, lambda: bool(services.offers) and not services.is_listing)
    opened[0].fails = True

    services.list_models(choice(services, name))

    wait(qtbot, lambda: bool(services.offers[0].note))
    assert [model.name for model in services.offers[0].models] == models


def test_a_model_in_memory_is_loaded_once_whatever_silence_is_chosen(
    qtbot: QtBot, services: Services, opened: list[OpenedService]
) -> None:
    in_memory = KeptService("mine", Kind.EMBEDDED, model_file="small.gguf")
    services.list_models(in_memory)
    wait(qtbot, lambda: not services.is_listing)
    now = services._preferences.now
    services._preferences.choose(replace(now, seconds_of_silence=now.seconds_of_silence + 1))

    services.list_models(in_memory)

    wait(qtbot, lambda: not services.is_listing)
    assert [one.times_asked for one in opened] == [2]


def test_another_trial_ends_the_one_before(qtbot: QtBot, services: Services, server: ModelServer) -> None:
    tried = list[ConnectionTest]()
    services.tried.connect(lambda _, result: tried.append(result))
    services.try_out(choice(services, "free"), "small")
    assert server.wait_for(asked=1)
    silent = services._trial

    services.try_out(choice(services, "free"), "small")

    wait(qtbot, lambda: bool(tried))
    assert silent is not None
    assert silent.cancelled()
    assert [result.ok for result in tried] == [True]
