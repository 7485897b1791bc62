"""Kept conversations: opening a long one, searching many, and keeping a long reply while it comes."""

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from benchmarks.measuring import Row, at_most, median_seconds
from guillemet.app.history import ContextFile, History
from guillemet.app.turns import State, Turn, Use
from guillemet.llm.messages import Role, Usage

WORDS = 300
"""In a turn, about 2,000 characters."""
ROOT = "/home/ada/project"


def rows() -> Iterator[Row]:
    """Measure in milliseconds, on a history of 11,000 turns."""
    chance = random.Random(4)  # noqa: S311  the same text every time
    vocabulary = ["".join(chance.choices("abcdefghijklmnop", k=chance.randint(2, 9))) for _ in range(5000)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "history.sqlite"
        with closing(History.open(file)) as history:
            long = _fill(history, chance, vocabulary, conversations=1, turns=1000)
            _fill(history, chance, vocabulary, conversations=500, turns=20)
            yield at_most("opening a conversation of 1,000 turns", _ms(lambda: history.turns(long)), 300, unit="ms")
            for what, words in (
                ("a word of every turn", "repository"),
                ("a word begun", f"{vocabulary[7]} {vocabulary[8][:2]}"),
                ("an identifier", "compute_value"),
                ("letters inside of words, in the newest 5,000", "ositor"),
                ("letters that stand nowhere, in the newest 5,000", "zzzz"),
            ):
                took = _ms(partial(history.search, words))
                yield at_most(f"10,000 turns searched for {what}", took, 50, unit="ms")
            yield at_most("the list of 500 conversations", _ms(lambda: history.heads(ROOT, 500)), 50, unit="ms")
            yield at_most("keeping a reply of 480,000 characters once", _growing(history, long), 20, unit="ms")
        yield at_most("opening the file", _ms(lambda: History.open(file).close()), 100, unit="ms")


def _fill(history: History, chance: random.Random, vocabulary: list[str], *, conversations: int, turns: int) -> int:
    conversation = 0
    files = [ContextFile(f"part_{number}.py", Use.IN, f"{number:040x}") for number in range(20)]
    for _ in range(conversations):
        conversation, parent = history.begin(ROOT), None
        for number in range(1, turns + 1):
            text = " ".join(chance.choices(vocabulary, k=WORDS)) + " the common repository"
            text += " compute_value" if number == turns else ""
            role = Role.USER if number % 2 else Role.ASSISTANT
            usage, money = (None, None) if role is Role.USER else (Usage(9000, 500), 0.01)
            turn = Turn(number, role, text, usage=usage, money=money)
            parent = history.add_turn(conversation, parent=parent, turn=turn, files=files if role is Role.USER else ())
    return conversation


def _growing(history: History, conversation: int) -> float:
    parent = history.turns(conversation)[-1].key
    key = history.add_turn(conversation, parent=parent, turn=Turn(0, Role.ASSISTANT, "", state=State.WAITING))
    text = "so many words " * 34_000
    return _ms(lambda: history.grow(key, text))


def _ms(work: Callable[[], object]) -> float:
    return median_seconds(work) * 1000
