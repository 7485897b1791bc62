"""Promises of opening the window."""

import os
from pathlib import Path

import pytest

from guillemet.cli.arguments import parse
from guillemet.cli.commands import WRONG_USE
from tests.cli.conftest import REPLY
from tests.kit.closing import CLOSED_WHEN_TAKEN
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder


@pytest.mark.gui
def test_a_reply_piped_in_is_opened_in_the_window_of_the_repository_that_a_uri_names(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    ran = command_line.python(CLOSED_WHEN_TAKEN, project.root.as_uri(), given=REPLY.encode())

    assert (ran.code, ran.out) == (0, "taken in: 3 blocks\n"), ran.err
    assert len(command_line("review", "-C", project.root, "--json").json["files"]) == 3


@pytest.mark.skipif(os.name == "nt", reason="paths have drives there")
@pytest.mark.parametrize(
    "uri", ["file:///home/zoe/my%20code", "file://localhost/home/zoe/my%20code", "FILE:/home/zoe/my code"]
)
def test_a_folder_may_be_given_as_file_managers_do(uri: str) -> None:
    assert parse([uri]).folder == Path("/home/zoe/my code")


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_folder_whose_name_is_no_text_may_be_given_as_uri() -> None:
    assert os.fsencode(parse(["file:///tmp/caf%E9"]).folder) == b"/tmp/caf\xe9"


def test_a_folder_of_another_computer_is_wrong_use(command_line: CommandLine) -> None:
    ran = command_line("file://server/home/zoe")

    assert ran.code == WRONG_USE
    assert "another computer" in ran.err


def test_a_folder_named_file_is_a_folder() -> None:
    assert parse(["file"]).folder == Path("file")
