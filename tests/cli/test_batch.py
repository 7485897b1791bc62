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
