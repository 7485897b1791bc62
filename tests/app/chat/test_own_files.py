"""Promises of the user's own files of prices and snippets: what is wrong in one is told once, with what to do."""

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice
from guillemet.app.session import Session
from guillemet.llm.messages import Usage
from tests.app.chat.conftest import Talking
from tests.kit.model_server import said
from tests.kit.talks import SECONDS, wait


@pytest.fixture
def session(talking: Talking) -> Session:
    return talking(said("unused"))


@pytest.fixture
def told(session: Session) -> list[Notice]:
    """Return what is told from now on."""
    notices: list[Notice] = []
    session.notifications.noticed.connect(notices.append)
    return notices


def write_prices(folder: Path, *rows: object) -> None:
    """Write the user's own prices."""
    (folder / "data" / "prices.json").write_text(json.dumps({"prices": rows}), encoding="utf-8")


def test_prices_that_make_no_sense_are_told_once_until_they_change(
    qtbot: QtBot, session: Session, told: list[Notice], tmp_path: Path
) -> None:
    spending, million = session.talk.conversation.spending, Usage(read=1_000_000)
    write_prices(tmp_path, {"model": "small", "read": "much"})
    spending.read_prices()
    wait(qtbot, lambda: len(told) == 1)
    assert told[0].level is Level.WARN
    assert "prices.json" in told[0].todo
    assert "much" in told[0].details

    write_prices(tmp_path, {"model": "small", "read": "much"}, {"model": "small", "read": 3, "written": 1})
    spending.read_prices()
    wait(qtbot, lambda: spending.cost("here/small", million) == 3.0)
    assert len(told) == 1

    write_prices(tmp_path, 1, 2)
    spending.read_prices()
    wait(qtbot, lambda: len(told) == 2)
    assert told[1].what == "2 rows of your prices are invalid."

    write_prices(tmp_path, {"model": "small", "read": 4, "written": 1})
    spending.read_prices()
    wait(qtbot, lambda: spending.cost("here/small", million) == 4.0)
    assert len(told) == 2


def test_prices_that_cannot_be_read_are_told(
    qtbot: QtBot, session: Session, told: list[Notice], tmp_path: Path
) -> None:
    (tmp_path / "data" / "prices.json").write_bytes(b"\xff\xff")
    session.talk.conversation.spending.read_prices()

    wait(qtbot, lambda: len(told) == 1)


def test_snippets_that_are_no_text_are_told_once_and_read_as_far_as_they_can(
    qtbot: QtBot, session: Session, told: list[Notice], tmp_path: Path
) -> None:
    snippets = session.talk.snippets
    (tmp_path / "snippets.txt").write_bytes(b"/greet\nSay h\xe9llo.\n")
    with qtbot.waitSignal(snippets.changed):
        snippets.read()
    (tmp_path / "snippets.txt").write_bytes(b"/greet\nSay h\xe9llo.\n/more\nMore.\n")
    with qtbot.waitSignal(snippets.changed):
        snippets.read()

    assert [notice.what for notice in told] == ["Line 2 of your snippets is not in UTF-8."]
    assert "snippets.txt" in told[0].todo


def test_a_folder_in_the_place_of_the_snippets_is_told(
    qtbot: QtBot, session: Session, told: list[Notice], tmp_path: Path
) -> None:
    (tmp_path / "snippets.txt").mkdir()

    session.talk.snippets.read()

    wait(qtbot, lambda: len(told) == 1)
    assert "snippets" in told[0].what
    assert "snippets.txt" in told[0].todo


@pytest.mark.parametrize("what", ["prices", "snippets"])
def test_a_file_of_the_user_is_begun_with_a_sample_and_left_as_it_is_from_then_on(
    qtbot: QtBot, session: Session, tmp_path: Path, what: str
) -> None:
    spending, snippets = session.talk.conversation.spending, session.talk.snippets
    file = tmp_path / "snippets.txt" if what == "snippets" else tmp_path / "data" / "prices.json"
    edit = snippets.edit if what == "snippets" else spending.edit_prices
    is_ready = snippets.ready_to_edit if what == "snippets" else spending.ready_to_edit
    with qtbot.waitSignal(is_ready, timeout=SECONDS) as ready:
        edit()
    assert ready.args == [str(file)]
    assert file.read_bytes()
    file.write_text("mine", encoding="utf-8")

    with qtbot.waitSignal(is_ready, timeout=SECONDS):
        edit()

    assert file.read_text(encoding="utf-8") == "mine"


def test_of_snippets_nothing_is_told_where_there_are_none_or_the_same_as_before(
    qtbot: QtBot, session: Session, told: list[Notice], tmp_path: Path
) -> None:
    snippets, changes = session.talk.snippets, list[object]()
    snippets.changed.connect(changes.append)
    snippets.read()
    wait(qtbot, lambda: session.tasks.is_quiet)
    assert (changes, told) == ([], [])
    (tmp_path / "snippets.txt").write_text("/greet\nSay hello.\n", encoding="utf-8")

    for _ in range(2):
        snippets.read()
        wait(qtbot, lambda: session.tasks.is_quiet)

    assert len(changes) == 1
