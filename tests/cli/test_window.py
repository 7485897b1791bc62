"""Promises of opening the window."""

import pytest

from tests.cli.conftest import REPLY
from tests.kit.closing import CLOSED_WHEN_TAKEN
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder


@pytest.mark.gui
def test_a_reply_piped_in_is_opened_in_the_window(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line.python(CLOSED_WHEN_TAKEN, str(project.root), given=REPLY.encode())

    assert (ran.code, ran.out) == (0, "taken in: 3 blocks\n"), ran.err
    assert len(command_line("review", "-C", project.root, "--json").json["files"]) == 3
