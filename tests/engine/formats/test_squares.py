"""Promises of the squares format."""

from guillemet.engine.blocks import BlockFinished, EditBlock, FormatName, Prose, ReplyEvent
from guillemet.engine.formats.reply import Reply, ReplyContext

BLOCK = "a.py\n🟧🟧🟧 EDIT\none\ntwo\n🟨🟨🟨 REPL\none\n2\n🟩🟩🟩 END\n"


def events_of(text: str) -> list[ReplyEvent]:
    reply = Reply(ReplyContext(exists=lambda _path: False))
    return reply.feed(text) + reply.finish()


def test_all_old_lines_are_searched_for() -> None:
    (block,) = [event.block for event in events_of(BLOCK) if isinstance(event, BlockFinished)]

    assert isinstance(block, EditBlock)
    assert block.format is FormatName.SQUARES
    assert (block.path, block.anchor, block.old, block.new) == ("a.py", (), ("one", "two"), ("one", "2"))


def test_a_task_for_an_agent_is_prose_with_all_that_is_in_it() -> None:
    task = f"🟧🟧🟧 AGENT\nid: 1\n{BLOCK}🟩🟩🟩 AGEND\n"

    assert events_of(task) == [Prose(line) for line in task.splitlines(keepends=True)]


def test_blocks_after_a_task_are_read() -> None:
    events = events_of(f"🟧🟧🟧 AGENT\ntask\n🟩🟩🟩 AGEND\n{BLOCK}")

    assert [event.block.number for event in events if isinstance(event, BlockFinished)] == [1]
