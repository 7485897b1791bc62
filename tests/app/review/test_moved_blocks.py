"""Promises of the moved blocks of a proposal: found for all files, and again when one of them changes."""

from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.review import moved_blocks
from guillemet.app.session import Session
from guillemet.engine.diff.moves import ChangedFile, Move, find_moves
from tests.app.review.conftest import propose
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, wait

TOTAL = "def total(prices, tax):\n    net = sum(prices)\n    return net + net * tax\n"
SHOP = f"import os\n\n\n{TOTAL}"
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
    empty_repository.commit({"shop.py": SHOP})
    session.open_repository(str(empty_repository.root))
    session.reception.take_text(REPLY, "Pasted text")
    return session


def test_a_block_that_moves_between_two_proposed_files_is_found(moving: Session) -> None:
    assert moving.moving.moves == (Move("shop.py", 3, "sums.py", 3, 3),)


def test_moves_are_found_again_when_the_proposal_is_another(qtbot: QtBot, moving: Session) -> None:
    with qtbot.waitSignal(moving.moving.moves_changed):
        moving.decisions.undo()

    assert moving.moving.moves == ()


def test_moves_are_found_again_when_a_file_of_the_proposal_changes(moving: Session) -> None:
    moving.reception.take_text(edit("sums.py", "import math", "import math\nimport sys"), "Pasted text")

    assert moving.moving.moves == (Move("shop.py", 3, "sums.py", 4, 3),)


def test_moves_found_for_an_earlier_proposal_are_dropped(
    qtbot: QtBot, working: Session, empty_repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_repository.commit({"shop.py": SHOP})
    review = propose(qtbot, working, empty_repository, REPLY)
    working.moving.begin()
    begun, goes_on = Event(), Event()

    def find(files: list[ChangedFile]) -> tuple[Move, ...]:
        begun.set()
        goes_on.wait(SECONDS / 1000)
        return find_moves(files)

    monkeypatch.setattr(moved_blocks, "find_moves", find)
    working.moving.follow(review)
    working.contents.begin()
    working.contents.follow(review)
    wait(qtbot, begun.is_set)
    working.moving.begin()
    goes_on.set()

    wait(qtbot, lambda: working.tasks.is_quiet)
    assert working.moving.moves == ()


def test_the_moves_of_a_file_that_changed_are_gone_until_they_are_found_again(
    qtbot: QtBot, working: Session, empty_repository: RepositoryBuilder
) -> None:
    empty_repository.commit({"shop.py": SHOP, "other.py": "a = 1\n"})
    propose(qtbot, working, empty_repository, REPLY + "\n" + edit("other.py", "a = 1", "a = 2"))
    found, seen = working.moving.moves, list[tuple[Move, ...]]()
    working.review_changed.connect(lambda _: seen.append(working.moving.moves))
    working.moving.moves_changed.connect(lambda: seen.append(working.moving.moves))

    working.decisions.accept(["other.py"])
    working.reception.take_text(edit("sums.py", "import math", "import math\nimport sys"), "Pasted text")

    wait(qtbot, lambda: len(seen) == 4 and working.tasks.is_quiet)
    assert seen == [found, found, (), (Move("shop.py", 3, "sums.py", 4, 3),)]
