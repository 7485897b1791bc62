"""Every scenario, from the command line: the same outcomes, and the same files once everything is accepted."""

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.engine.test_scenarios import SCENARIOS, expected_of, files_of, reply_of
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder

ASKABLE = frozenset(("match",))
"""The options of a reply that the command line has."""


@pytest.mark.parametrize(
    "scenario",
    [one for one in SCENARIOS if expected_of(one).get("options", {}).keys() <= ASKABLE],
    ids=lambda folder: folder.name,
)
def test_a_scenario_ends_in_a_repository_as_it_says(
    scenario: Path, empty_repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    root, expected = empty_repository.root, expected_of(scenario)
    before = files_of(scenario / "before")
    if before:
        empty_repository.commit(before)

    match = ("--match", expected.get("options", {}).get("match", "lenient"))
    ran = command_line("apply", "-C", root, "--json", *match, given=reply_of(scenario))
    untouched = empty_repository.snapshot()
    accepted = command_line("accept", "-C", root, "--all", "--json")
    asking = [file["path"] for file in accepted.json["files"] if file["decision"] == "undecided"]
    if asking:
        command_line("accept", "-C", root, *asking)

    named = zip_longest(ran.json["results"], expected["outcomes"], fillvalue={})
    shown = [{name: record.get(name) for name in wanted or record} for record, wanted in named]
    assert shown == expected["outcomes"]
    assert untouched == before
    assert empty_repository.snapshot() == files_of(scenario / "after")
    assert ran.json["shell_suggestions"] == expected.get("suggestions", ran.json["shell_suggestions"])
    is_done = all(one["status"] in ("applied", "already applied") for one in ran.json["results"])
    assert ran.code == (0 if is_done and (ran.json["results"] or ran.json["shell_suggestions"]) else 1)
