"""Promises of the moved blocks of a proposal: found for all files, and again when one of them changes."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.engine.diff.moves import Move
from tests.kit.repositories import RepositoryBuilder

TOTAL = "def total(prices, tax):\n    net = sum(prices)\n    return net + net * tax\n"
REPLY = f"""I moved the sum.

shop.py
««« EDIT
{TOTAL}═══════ REPL
from sums import total
»»» EDIT END

sums.py
««« EDIT
═══════ REPL
import math


{TOTAL}»»» EDIT END
"""


@pytest.fixture
def moving(session: Session, empty_repository: RepositoryBuilder) -> Session:
    """Return a session on a proposal that moves a function."""
    empty_repository.commit({"shop.py": f"import os\n\n\n{TOTAL}"})
    session.open_repository(str(empty_repository.root))
    session.reception.take_text(REPLY, "Pasted text")
    return session


def test_a_block_that_moves_between_two_proposed_files_is_found(moving: Session) -> None:
    assert moving.moving.moves == (Move("shop.py", 3, "sums.py", 3, 3),)


def test_moves_are_found_again_when_the_proposal_is_another(qtbot: QtBot, moving: Session) -> None:
    with qtbot.waitSignal(moving.moving.moves_changed):
        moving.undo()

    assert moving.moving.moves == ()
