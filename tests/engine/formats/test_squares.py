"""Promises of the squares format."""

from guillemet.engine.blocks import FormatName, Prose
from tests.kit.reading import edits_of, events_of

BLOCK = "a.py\n🟧🟧🟧 EDIT\none\ntwo\n🟨🟨🟨 REPL\none\n2\n🟩🟩🟩 END\n"


def test_all_old_lines_are_searched_for() -> None:
    (block,) = edits_of(BLOCK)

    assert block.format is FormatName.SQUARES
    assert (block.path, block.anchor, block.old, block.new) == ("a.py", (), ("one", "two"), ("one", "2"))


def test_a_task_for_an_agent_is_prose_with_all_that_is_in_it() -> None:
    task = f"🟧🟧🟧 AGENT\nid: 1\n{BLOCK}🟩🟩🟩 AGEND\n"

    assert events_of(task) == [Prose(line) for line in task.splitlines(keepends=True)]


def test_blocks_after_a_task_are_read() -> None:
    blocks = edits_of(f"🟧🟧🟧 AGENT\ntask\n🟩🟩🟩 AGEND\n{BLOCK}")

    assert [block.number for block in blocks] == [1]
