"""Promises of the README: its two commands stand where `.ci/run` looks for them, and it names what there is."""

import re
from pathlib import Path

import pytest

from tests.kit.command import CommandLine

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["run", "test"])
def test_each_command_is_one_line_under_its_mark(name: str) -> None:
    assert re.search(rf"<!-- command: {name} -->\n```sh\n[^\n]+\n```\n", README)


def test_every_command_of_the_program_is_listed_and_no_other(command_line: CommandLine) -> None:
    words = re.findall(r"^guillemet ([a-z|]+)|· guillemet ([a-z]+)", listing_below("The command line"), re.MULTILINE)
    listed = {name for pair in words for word in pair for name in word.split("|") if name}

    assert listed == set(re.findall(r"^ {4}([a-z]+) ", command_line("--help").out, re.MULTILINE))


def test_every_room_of_the_house_is_there() -> None:
    plan = listing_below("The house").splitlines()
    package = ROOT / "desktop" / "guillemet"
    # Lines that are further in go on with what the one above says.
    rooms = {room for line in plan if not line.startswith(" " * 4) for room in named_first(line)}

    assert len(rooms) > 15
    for room in rooms:
        places = (package / room, package / f"{room}.py", package / "engine" / room, package / "engine" / f"{room}.py")
        assert any(place.exists() for place in places), room


def listing_below(title: str) -> str:
    """Return what the first fence below a heading holds."""
    found = re.search(rf"^## {title}\n.*?^```\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def named_first(line: str) -> list[str]:
    """Return the names of the first column of a plan."""
    return re.findall(r"[a-z_]+", re.split(r"\s{2,}", line.strip())[0])


def test_pictures_that_are_shown_are_there() -> None:
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture
