"""Promises of services while their keys are looked up and given, and while one of them is tried."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.preferences import Preferences
from guillemet.app.services import Services
from guillemet.app.task_runner import TaskRunner
from guillemet.llm import keys
from guillemet.llm.services.catalogue import ServiceChoice
from guillemet.llm.services.connection_test import ConnectionTest
from guillemet.settings import KeptService, Settings
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
        KeptService("anthropic", "anthropic", server.bare_address),
        KeptService("free", "compatible", server.address),
    )
    loop = AsyncLoop(qapp)
    preferences = Preferences(
        Settings(services=kept), TaskRunner(qapp, inline=True), file=tmp_path / "settings.json", parent=qapp
    )
    services = Services(loop, preferences, loop)
    yield services
    loop.close(services.end)


def choice(services: Services, name: str) -> ServiceChoice:
    found = services.choice_named(name)
    assert found is not None
    return found


def test_a_key_given_while_none_is_found_is_used_in_place_of_a_refusal(
    qtbot: QtBot, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, is_looking, goes_on = keys.key_for, threading.Event(), threading.Event()

    def look_slowly(service: str, variables: Sequence[str] = ()) -> keys.Key:
        found = look(service, variables)
        is_looking.set()
        goes_on.wait(SECONDS / 1_000)
        return found

    monkeypatch.setattr(keys, "key_for", look_slowly)
    notes = list[str]()
    services.offers_changed.connect(
        lambda offers: notes.extend(offer.note for offer in offers if offer.name == "anthropic")
    )

    services.list_models(choice(services, "anthropic"))
    wait(qtbot, is_looking.is_set)
    services.give_key(choice(services, "anthropic"), KEY, remember=False)
    wait(qtbot, lambda: any(services._changing.values()))
    goes_on.set()

    wait(qtbot, lambda: len(notes) > 1)
    assert not any("key" in note for note in notes)


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
