"""Whole replies as data: each folder of tests/scenarios holds files, a reply, and what must become of both.

before/          the files the reply is applied to
reply.md         the reply
expected.json    {"outcomes": [fields of each block], "options": {…}, "suggestions": […],
                "warnings": […]}; only named fields count
after/           every file afterwards

Those of listings, of tool calls, and of replies that look like some are also given as a page or a mail holds them.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

import pytest

from guillemet.engine.applying import ApplyOptions, ApplyResult, apply_reply
from guillemet.engine.batch import outcome_record
from guillemet.engine.blocks import FormatName
from guillemet.engine.outcomes import Status
from guillemet.settings import Strictness

FOLDER = Path(__file__).parent.parent / "scenarios"
LONGEST_IN_CHARACTERS = 600
"""Characters of a reply that is also given one by one."""
COPIED: dict[str, Callable[[str], str]] = {
    "with CRLF": lambda reply: reply.replace("\n", "\r\n"),
    "indented with blanks that no browser breaks at": lambda reply: re.sub(
        r"^ {2,}", lambda found: "\u00a0" * len(found[0]), reply, flags=re.MULTILINE
    ),
    "in a quote": lambda reply: "".join(
        f"> {line}" if line.strip() else f">{line}" for line in reply.splitlines(keepends=True)
    ),
}
"""A reply as it arrives by other ways."""
NOT_FROM_PAGES = ("listing-that-never-ends-is-broken", "prose-documentation-of-edit-blocks")
"""What needs its fences to be what it is."""
SCENARIOS = sorted(file.parent for file in FOLDER.glob("*/expected.json"))
KINDS = {kind: tuple(group) for kind, group in groupby(SCENARIOS, key=lambda folder: folder.name.partition("-")[0])}
"""The scenarios by the first word of their names."""


def files_of(folder: Path) -> dict[str, str | bytes]:
    return dict(_read(folder))


@cache
def _read(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@cache
def reply_of(scenario: Path) -> str:
    return (scenario / "reply.md").read_bytes().decode()


@cache
def expected_of(scenario: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((scenario / "expected.json").read_text(encoding="utf-8"))
    return found


def options_of(scenario: Path) -> ApplyOptions:
    chosen = expected_of(scenario).get("options", {})
    return ApplyOptions(
        match=Strictness(chosen.get("match", "lenient")),
        chat_files=tuple(chosen.get("chat_files", ())),
        path=chosen.get("path", ""),
        root=chosen.get("root", ""),
        only=FormatName(chosen["format"]) if "format" in chosen else None,
    )


@cache
def written_of(scenario: Path) -> ApplyResult:
    return apply_reply(reply_of(scenario), files_of(scenario / "before"), options=options_of(scenario))


def bytes_of(result: ApplyResult) -> dict[str, bytes]:
    return {path: text.encode() if isinstance(text, str) else text for path, text in result.files.items()}


def test_every_reply_ends_in_outcomes_for_files_that_hold_blank_lines_alone() -> None:
    for scenario in SCENARIOS:
        text = random.choice((b"", b"\n", b"\t\n\n  \n"))  # noqa: S311  no secret; each of them in every third run
        files: dict[str, str | bytes] = dict.fromkeys(files_of(scenario / "before"), text)

        assert apply_reply(reply_of(scenario), files, options=options_of(scenario)) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_a_reply_ends_as_its_scenario_says_however_it_is_cut(kind: str) -> None:
    for scenario in KINDS[kind]:
        with named(scenario):
            check(scenario)


@contextmanager
def named(scenario: Path) -> Iterator[None]:
    try:
        yield
    except BaseException as failure:
        failure.add_note(f"in tests/scenarios/{scenario.name}")
        raise


def check(scenario: Path) -> None:
    reply, expected, files = reply_of(scenario), expected_of(scenario), files_of(scenario / "before")
    options = options_of(scenario)

    result = apply_reply(reply, files, options=options)

    records = [outcome_record(outcome) for outcome in result.results]
    named = zip_longest(records, expected["outcomes"], fillvalue={})
    shown = [{name: record.get(name) for name in wanted or record} for record, wanted in named]
    assert shown == expected["outcomes"]
    assert bytes_of(result) == files_of(scenario / "after")
    assert files == files_of(scenario / "before")  # those that were given are left alone
    if "suggestions" in expected:
        assert list(result.shell_suggestions) == expected["suggestions"]
    if "warnings" in expected:
        assert list(result.warnings) == expected["warnings"]
    assert apply_reply(pieces_of(reply), files, options=options) == result
    if len(reply) <= LONGEST_IN_CHARACTERS:
        assert apply_reply(list(reply), files, options=options) == result


def pieces_of(reply: str) -> list[str]:
    """Return a reply cut at random."""
    cuts = sorted(random.sample(range(len(reply) + 1), k=min(12, len(reply))))
    return [reply[a:b] for a, b in zip([0, *cuts], [*cuts, len(reply)], strict=True)]


def may_be_copied(scenario: Path) -> bool:
    formats = {outcome.get("format") for outcome in expected_of(scenario)["outcomes"]}
    return bool(formats & {"listing", "tool-call"}) or scenario.name.startswith(("listing-", "prose-", "tool-call-"))


@pytest.mark.parametrize("way", COPIED)
def test_a_reply_that_was_copied_ends_the_same(way: str) -> None:
    for scenario in filter(may_be_copied, SCENARIOS):
        reply, files, options = reply_of(scenario), files_of(scenario / "before"), options_of(scenario)
        written = written_of(scenario)

        result = apply_reply(COPIED[way](reply), files, options=options)

        assert bytes_of(result) == bytes_of(written), scenario.name
        assert [one.status for one in result.results] == [one.status for one in written.results], scenario.name


def page_of(reply: str, *, has_labels: bool) -> str:
    """Return a reply as it is copied with the mouse from the page that shows it."""
    lines: list[str] = []
    run = ""
    for line in reply.split("\n"):
        found = re.match(r"\s*(`{3,}|~{3,})(.*)$", line)
        if found and not run:
            run = found[1]
            lines += [found[2].partition(":")[0].partition(" ")[0], "Copy code"] if has_labels else []
        elif found and found[1].startswith(run) and not found[2].strip():
            run = ""
        else:
            lines.append(line if run else re.sub(r"^#{1,6}\s+|\*\*|`|\[(?=[^\]]*\]\()|\]\([^)]*\)", "", line))
    return "\n".join(lines)


@pytest.mark.parametrize("has_labels", [True, False], ids=["with labels", "without labels"])
def test_a_page_copied_without_its_fences_ends_the_same_or_changes_nothing(*, has_labels: bool) -> None:
    for scenario in SCENARIOS:
        if scenario.name in NOT_FROM_PAGES or not scenario.name.startswith(("listing-", "prose-")):
            continue
        reply, files, after = reply_of(scenario), files_of(scenario / "before"), files_of(scenario / "after")

        result = apply_reply(page_of(reply, has_labels=has_labels), files, options=options_of(scenario))

        name = scenario.name
        assert all(data in (files.get(path), after.get(path)) for path, data in bytes_of(result).items()), name
        applied = [outcome_record(one) for one in result.results if one.status is Status.APPLIED]
        assert all(one["asks"] for one in applied if one["format"] == "listing"), name
