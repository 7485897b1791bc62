"""Promises of the JSON by which the staging area holds a reply: what is read back is what was stored."""

from pathlib import Path

import pytest

from guillemet.engine.applying import MemoryFiles, ReplyApplier, read_reply
from guillemet.engine.staging.snapshot import TakenReply, reply_from_json, reply_to_json
from tests.engine.test_scenarios import SCENARIOS, files_of, options_of, reply_of


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda folder: folder.name)
def test_a_reply_is_read_back_as_it_was_stored(scenario: Path) -> None:
    text, files, options = reply_of(scenario), MemoryFiles(files_of(scenario / "before")), options_of(scenario)
    read, applier = read_reply(text, files, options=options), ReplyApplier(files, options=options)
    outcomes = tuple(applier.apply(block) for block in read.blocks)
    reply = TakenReply(outcomes, read.suggestions, text, options, warnings=read.warnings, flow="1", id="2")

    assert reply_from_json(reply_to_json(reply)) == reply
