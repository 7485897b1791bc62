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


def test_every_module_of_the_architecture_is_there() -> None:
    plan = listing_below("Architecture").splitlines()
    package = ROOT / "desktop" / "guillemet"
    # Lines that are further in go on with what the one above says.
    names = {name for line in plan if not line.startswith(" " * 4) for name in named_first(line)}

    assert len(names) > 15
    for name in names:
        places = (package / name, package / f"{name}.py", package / "engine" / name, package / "engine" / f"{name}.py")
        assert any(place.exists() for place in places), name


def test_every_path_of_the_tables_below_the_layers_is_there() -> None:
    chapter = README.split("## Architecture\n")[1].rpartition("\n```\n")[2]
    paths = re.findall(r"`((?:app|cli|engine|llm|ui|tests|packaging)/[\w/.]*)`", chapter)

    assert len(paths) > 20
    for path in paths:
        places = (ROOT / path, ROOT / "desktop" / "guillemet" / path, ROOT / "desktop" / "guillemet" / f"{path}.py")
        assert any(place.exists() for place in places), path


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
