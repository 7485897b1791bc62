"""Promises of `guillemet batch`."""

import json

from tests.cli.conftest import GREETING, REPLY
from tests.kit.command import CommandLine


def test_each_line_is_answered_and_a_bad_one_does_not_end_it(command_line: CommandLine) -> None:
    files = {"src/greeting.py": GREETING, "README.md": "# Project\n"}
    good = json.dumps({"id": 2, "op": "apply", "format": "auto", "reply": REPLY, "files": files})

    ran = command_line("batch", given=f"no json\n{good}\n")

    assert ran.code == 0
    first, second = (json.loads(line) for line in ran.out.splitlines())
    assert first["error"]
    assert second["id"] == 2
    assert second["files"]["README.md"] == "# Greetings\n"


def test_a_line_that_is_no_utf_8_is_answered_as_bad(command_line: CommandLine) -> None:
    ran = command_line("batch", given=b'{"id": 1, "reply": "caf\xe9"}\n{"id": 2, "reply": ""}\n')

    first, second = (json.loads(line) for line in ran.out.splitlines())
    assert "not JSON" in first["error"]
    assert second["id"] == 2
