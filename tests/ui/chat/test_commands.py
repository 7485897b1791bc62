"""Promises of slash commands: known ones are read, unknown ones are said so, and a path is no command."""

import pytest

from guillemet.ui.chat.commands import Command, Name, parse, problem


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/clear", Command(Name.CLEAR)),
        ("/CLEAR ", Command(Name.CLEAR)),
        ("/add src/a.py  b.py", Command(Name.ADD, "src/a.py  b.py")),
        ("/ask why\nis that?", Command(Name.ASK, "why\nis that?")),
        ("/ask\nwhy?", Command(Name.ASK, "why?")),
    ],
)
def test_a_command_is_its_name_and_what_follows(text: str, command: Command) -> None:
    assert parse(text) == command
    assert not problem(text)


@pytest.mark.parametrize("text", ["", "/", " /clear", "/usr/bin is full", "clear", "a /clear", "/1"])
def test_everything_else_is_a_message(text: str) -> None:
    assert parse(text) is None
    assert not problem(text)


def test_an_unknown_command_is_told_with_the_way_out() -> None:
    assert parse("/foo bar") is None
    assert problem("/foo bar").startswith("There is no command /foo.")


def test_what_may_not_follow_is_told() -> None:
    assert problem("/clear everything").startswith("Nothing can follow /clear.")


def test_every_command_says_what_it_does() -> None:
    assert all(name.sentence.endswith(".") for name in Name)
