"""Promises of the tags format."""

import pytest

from guillemet.engine.blocks import FormatName, WholeFile
from tests.kit.reading import blocks_of, context, edits_of, prose_of, suggested_in
from tests.kit.replies import BARE_EDIT


@pytest.mark.parametrize("only", [None, FormatName.TAGS])
@pytest.mark.parametrize(
    "text",
    [
        f'<boltAction type="edit" filePath="src/a.py">\n{BARE_EDIT}</boltAction>\n',
        f"<boltAction filePath='src/a.py' type='edit'>\n{BARE_EDIT}</boltAction>\n",
        f'<boltAction type="edit">\nsrc/a.py\n{BARE_EDIT}</boltAction>\n',
    ],
)
def test_edits_in_an_action_are_read_with_their_path(text: str, only: FormatName | None) -> None:
    (block,) = edits_of(text, context(only=only))

    assert (block.path, block.old, block.new) == ("src/a.py", ("a",), ("b",))
    assert prose_of(text) == ""


def test_all_edits_in_an_action_are_of_its_file() -> None:
    blocks = blocks_of(
        f'x.py\n{BARE_EDIT}<boltAction type="edit" filePath="src/a.py">\n{BARE_EDIT}\n{BARE_EDIT}</boltAction>\n'
    )

    assert [block.path for block in blocks] == ["x.py", "src/a.py", "src/a.py"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('<boltAction type="file" filePath="a.json">\n{\n}\n</boltAction>\n', ("{", "}")),
        ('<boltAction type="file" filePath="a.json">{\n}</boltAction>\n', ("{", "}")),
        ('<boltAction type="file" filePath="a.json">{}</boltAction>\n', ("{}",)),
        ('  <boltAction filePath="a.json" type="file">\n```\n  </boltAction>  ', ("```",)),
        ("<AI_EDIT_CONTENT_START:a.json>\n<b>\n<AI_EDIT_CONTENT_END:a.json>\n", ("<b>",)),
    ],
)
def test_a_whole_file_is_read(text: str, lines: tuple[str, ...]) -> None:
    (file,) = blocks_of(text)

    assert isinstance(file, WholeFile)
    assert (file.path, file.new, file.must_be_new, file.format) == ("a.json", lines, False, FormatName.TAGS)


@pytest.mark.parametrize(
    "text",
    [
        '<boltAction type="shell">\ngit rm a.py\n</boltAction>\n',
        '<boltAction type="shell">git rm a.py</boltAction>\n',
        '<boltAction type="shell">git rm a.py\n</boltAction>\n',
    ],
)
def test_commands_in_an_action_are_suggested(text: str) -> None:
    assert suggested_in(text) == ["git rm a.py"]
    assert prose_of(text) == text


def test_prose_after_an_action_with_commands_holds_no_commands() -> None:
    text = '<boltAction type="shell">\ngit rm a.py\n</boltAction>\nAll files are right now.\n'

    assert suggested_in(text) == ["git rm a.py"]


def test_other_tags_are_prose() -> None:
    text = '<boltArtifact id="a" title="b">\n<boltAction type="start">npm run dev</boltAction>\n</boltArtifact>\n'

    assert prose_of(text) == text
    assert suggested_in(text) == []
