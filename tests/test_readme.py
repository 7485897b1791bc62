"""Promises of the README: its two commands stand where `.ci/run` and people look for them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["run", "test"])
def test_each_command_is_one_line_under_its_mark(name: str) -> None:
    assert re.search(rf"<!-- command: {name} -->\n```sh\n[^\n]+\n```\n", README)


def test_every_command_of_the_program_is_named() -> None:
    for name in ("demo", "apply", "review", "diff", "accept", "reject", "undo", "redo", "commit", "batch"):
        assert re.search(rf"\b{name}\b", README)


def test_pictures_that_are_shown_are_there() -> None:
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture
