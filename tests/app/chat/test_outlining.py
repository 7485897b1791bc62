"""Promises of the outline of other files: made only where it is wanted, and after what somebody waits for."""

from functools import partial
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat import context
from guillemet.llm.repo_map import MapOptions, RepositoryMap
from guillemet.settings import KeptService, ServiceKind, Settings
from tests.app.chat.conftest import FILES, Serving, Talking
from tests.kit.model_server import said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, wait


def test_without_room_for_an_outline_no_file_is_read_for_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    wait(qtbot, lambda: "a.py" in session.talk.conversation.files.known)

    with qtbot.waitSignal(session.talk.outlining.made, timeout=SECONDS) as made:
        session.talk.outlining.take_message("Where is x?")

    assert made.args[0] == RepositoryMap()
    assert session.talk.outlining._cache is None


def test_a_file_that_the_message_mentions_is_none_of_the_others(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES | {"c.py": "z = 1\n"})
    service = KeptService("here", ServiceKind.COMPATIBLE, serving(said("unused")).address)
    session = talking(settings=Settings(model="here/small", map_tokens=1_000, services=(service,)))
    made = list[RepositoryMap]()
    session.talk.outlining.made.connect(made.append)
    wait(qtbot, lambda: bool(made) and "b.py" in made[-1].text)

    session.talk.outlining.take_message("Look at @b.py, which has y.")
    wait(qtbot, lambda: "b.py" not in made[-1].text + made[-1].named)

    assert made[-1].text.endswith("\na.py\nc.py\n")


def test_no_outline_is_made_while_somebody_waits_for_the_repository(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    service = KeptService("here", ServiceKind.COMPATIBLE, serving(said("unused")).address)
    session = talking(settings=Settings(model="here/small", map_tokens=1_000, services=(service,)))
    outlining = session.talk.outlining
    with qtbot.waitSignal(outlining.made, timeout=SECONDS):
        wait(qtbot, lambda: "a.py" in session.talk.conversation.files.known)
    made: list[RepositoryMap] = []
    outlining.made.connect(made.append)
    goes_on = Event()
    session.tasks.ask(partial(goes_on.wait, SECONDS / 1000), bool, otherwise=session.notifications.show_error)

    with qtbot.waitSignal(outlining._pause.timeout, timeout=SECONDS):
        outlining.take_message("Where is x?")
    with qtbot.waitSignal(outlining._pause.timeout, timeout=SECONDS):
        pass
    made_meanwhile = tuple(made)
    goes_on.set()

    wait(qtbot, lambda: bool(made))
    assert made_meanwhile == ()


def test_an_outline_that_is_made_stops_for_a_later_one_and_for_what_somebody_waits_for(
    qtbot: QtBot,
    talking: Talking,
    repository: RepositoryBuilder,
    serving: Serving,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repository.commit(FILES)
    asked = list[MapOptions]()

    def make_map(*_: object, options: MapOptions, **__: object) -> RepositoryMap:
        asked.append(options)
        return RepositoryMap()

    monkeypatch.setattr(context, "make_map", make_map)
    service = KeptService("here", ServiceKind.COMPATIBLE, serving(said("unused")).address)
    session = talking(settings=Settings(model="here/small", map_tokens=1_000, services=(service,)))
    wait(qtbot, lambda: bool(asked) and session.tasks.is_quiet)
    assert not asked[-1].stop()
    first, count = asked[-1], len(asked)

    session.talk.outlining.take_message("Where is x?")
    wait(qtbot, lambda: len(asked) > count and session.tasks.is_quiet)

    assert first.stop()
    assert not asked[-1].stop()
    session.tasks.ask(bool, bool)
    assert asked[-1].stop()
