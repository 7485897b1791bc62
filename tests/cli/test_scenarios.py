"""Scenarios of every kind, from the command line: the same outcomes, and the same files once everything is accepted.

The engine's tests run every scenario. A repository and two commands take fifty times as long, so that here they run for
a scenario of each kind; `GUILLEMET_SCENARIOS=all` runs all of them.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from pathlib import Path

import pytest

from tests.engine.test_scenarios import SCENARIOS, expected_of, files_of, reply_of
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder

ASKABLE = [one for one in SCENARIOS if expected_of(one).get("options", {}).keys() <= {"match"}]
"""Those whose options the command line has."""


def traits_of(scenario: Path) -> Iterator[object]:
    """Yield what a repository or the command line could treat in a way of its own."""
    expected, before, after = expected_of(scenario), files_of(scenario / "before"), files_of(scenario / "after")
    yield scenario.name.partition("-")[0]
    for one in expected["outcomes"]:
        yield from ((name, str(one.get(name))) for name in ("format", "status", "action", "how", "reason"))
        yield from (("flag", flag) for flag in one.get("flags") or ())
        yield one.get("format"), one.get("action"), one.get("status")
        yield one.get("status"), one.get("how"), one.get("reason"), bool(one.get("asks"))
    yield "outcomes", min(len(expected["outcomes"]), 4)
    yield "files", after.keys() > before.keys(), before.keys() > after.keys(), before.keys() == after.keys()
    yield "changed", sum(before[path] != after[path] for path in before.keys() & after.keys())
    yield from ((name, bool(expected.get(name))) for name in ("suggestions", "warnings"))
    yield str(expected.get("options"))
    for path, data in before.items():
        assert isinstance(data, bytes)
        yield "name", path.isascii(), " " in path, path.count("/"), Path(path).suffix
        yield "bytes", data[:2] in (b"\xef\xbb", b"\xff\xfe", b"\xfe\xff"), b"\r" in data, b"\0" in data
        yield "end", data.endswith(b"\n"), data.isascii(), data.decode(errors="replace").encode() == data


def kinds(scenarios: Iterable[Path]) -> list[Path]:
    """Return some that have every trait of these among them, none of which could be left out."""
    traits = {scenario: set(traits_of(scenario)) for scenario in scenarios}
    if os.environ.get("GUILLEMET_SCENARIOS") == "all":
        return list(traits)
    holders, chosen = Counter(chain.from_iterable(traits.values())), list[Path]()
    for scenario, its in sorted(traits.items(), key=lambda one: len(one[1])):  # who has few of them goes first
        if all(holders[trait] > 1 for trait in its):
            holders.subtract(its)
        else:
            chosen.append(scenario)
    return chosen


@pytest.mark.parametrize("scenario", kinds(ASKABLE), ids=lambda folder: folder.name)
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
