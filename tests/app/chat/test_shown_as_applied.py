"""Promises of an answer that is shown while it comes: every scenario's blocks are the very ones that are applied."""

from msgspec.structs import replace

from guillemet.app.chat.answer import AnswerReader
from guillemet.engine.applying import MemoryFiles, read_reply
from guillemet.engine.blocks import BlockBroken, BlockFinished
from tests.engine.test_scenarios import SCENARIOS, files_of, options_of, reply_of

CHUNK = 7
SAID = [one for one in SCENARIOS if not (options_of(one).path or options_of(one).root)]
"""Those with options that a conversation has."""


def test_an_answer_is_shown_with_the_blocks_that_are_applied() -> None:
    for scenario in SAID:
        reply, files, given = reply_of(scenario), files_of(scenario / "before"), options_of(scenario)
        options = replace(given, only=None, asked=given.only)  # a conversation asks for a format, and reads them all
        reader = AnswerReader(frozenset(files), options.chat_files, options.asked)

        events = [event for at in range(0, len(reply), CHUNK) for event in reader.feed(reply[at : at + CHUNK])]
        events += reader.finish()

        shown = [event.block for event in events if isinstance(event, BlockFinished | BlockBroken)]
        assert shown == list(read_reply(reply, MemoryFiles(files), options=options).blocks), scenario.name
