"""Tool calls: hostile JSON, what is shown while one comes, and what its blocks know of the reply."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.applying import applier, apply_reply
from guillemet.engine.blocks import EditBlock, FormatName, WholeFile
from guillemet.engine.formats.tool_call.json_value import LONGEST, MOST_DEEP, JsonReading, read_json
from guillemet.engine.reply.reader import Reply
from tests.kit.reading import blocks_of, context, edits_of, events_of, prose_of

CALL = {"file_path": "a.py", "old_string": "x = 1", "new_string": "x = 2"}


@pytest.mark.parametrize(
    "value", [[], {}, "text", [1, -2.5e3, True, None], {"a": {"b": ["c", {"d": "\u20ac\n\\"}]}, "": [[]]}]
)
def test_a_value_of_json_is_read_as_it_is_defined(value: object) -> None:
    def plain(one: object) -> object:
        return json.dumps(one) if one is None or isinstance(one, bool | int | float) else one

    wanted = json.loads(json.dumps(value), parse_int=str, parse_float=str)

    for text in (json.dumps(value), json.dumps(value, indent=2), json.dumps(value, ensure_ascii=False, indent="\t")):
        assert json.dumps(read_json(text)) == json.dumps(_with_words(wanted, plain))


def _with_words(value: object, word: object) -> object:
    if isinstance(value, list):
        return [_with_words(one, word) for one in value]
    if isinstance(value, dict):
        return {key: _with_words(one, word) for key, one in value.items()}
    return json.dumps(value) if value is None or isinstance(value, bool) else value


@pytest.mark.parametrize(
    "text", ["{", '{"a"}', '{"a":}', "[1 2]", "{1: 2}", '["\\q"]', '["\\ud800"]', "[}", "{]", "]", "nul"]
)
def test_what_is_no_json_is_no_value(text: str) -> None:
    assert read_json(text) is None


def test_brackets_deeper_than_anybody_nests_them_are_prose() -> None:
    call = json.dumps(CALL)

    assert len(blocks_of("[" * (MOST_DEEP - 1) + call + "]" * (MOST_DEEP - 1) + "\n")) == 1
    assert blocks_of("[" * 100_000 + call + "]" * 100_000 + "\n") == []


def test_a_value_longer_than_any_call_is_given_up() -> None:
    reading = JsonReading()

    assert reading.feed("[")
    assert reading.feed(f'"{"x" * (LONGEST - 100)}",')
    assert not reading.feed(f'"{"x" * 100}"')


@pytest.mark.parametrize("line", ['{"a": [\n', "[\n", '{"path": "a",\n', "[[[[\n", '["a",\n[1],\n', "{\n"])
def test_json_that_never_ends_is_prose_as_written(line: str) -> None:
    count = 20_000 // len(line)

    assert prose_of(line * count) == line * count


def test_a_call_that_comes_is_shown_while_it_is_held_back() -> None:
    reply = Reply(context("a.py"))
    reply.feed('Now:\n{"file_path": "a.py",\n "old_string":')

    assert reply.tail == 'Now:\n{"file_path": "a.py",\n "old_string":'


def test_every_call_of_an_array_knows_its_lines_of_the_reply() -> None:
    text = json.dumps([CALL, {**CALL, "old_string": "y"}], indent=1)

    first, second = edits_of(f"Intro\n\n{text}\nEnd.\n", context("a.py"))

    assert (first.line_number, second.line_number) == (3, 9)
    assert "\n".join((*first.written, *second.written)) == text


def test_json_without_a_call_is_prose_as_written() -> None:
    text = json.dumps({"a": [1, {"b": "c\nd"}]}, indent=2) + "\n[link](there)\n{\n}\n[\n"

    assert prose_of(text) == text


def test_a_call_without_a_path_means_the_file_named_above() -> None:
    text = json.dumps({"old_string": "x = 1", "new_string": "x = 2"})

    block = edits_of(f"### `a.py`\n\n{text}\n", context("a.py", "b.py"))[0]

    assert (block.path, block.format) == ("a.py", FormatName.TOOL_CALL)


def test_calls_are_not_read_where_another_format_alone_is_asked_for() -> None:
    assert events_of(json.dumps(CALL), context("a.py", only=FormatName.SQUARES)) == events_of(
        json.dumps(CALL), context("a.py", only=FormatName.ANCHORED)
    )


def test_a_call_in_a_text_of_json_is_read() -> None:
    reply = json.dumps({"content": f"I change it.\n\n{json.dumps(CALL)}\n"})

    assert [block.old for block in blocks_of(reply, context("a.py")) if isinstance(block, EditBlock)] == [("x = 1",)]


texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)


@given(old=texts, new=texts, indent=st.sampled_from((None, 0, 2, "\t")), is_ascii=st.booleans())
def test_any_two_texts_in_json_are_read_as_they_are(
    old: str, new: str, *, indent: str | int | None, is_ascii: bool
) -> None:
    call = {"file_path": "a.py", "old_string": f"x{old}", "new_string": f"y{new}"}

    block = edits_of(f"{json.dumps(call, indent=indent, ensure_ascii=is_ascii)}\n", context("a.py"))[0]

    assert "\n".join(block.old) == f"x{old}".replace("\r\n", "\n")
    assert "\n".join(block.new) == f"y{new}".replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("a\nb\n", ("a", "b")),
        ("\na\n\nb\n\n", ("", "a", "", "b", "")),
        ("<content>\nx\n</content>\n", ("<content>", "x", "</content>")),
        ("</content> is a tag\n", ("</content> is a tag",)),
        ("<path>b.py</path>\n", ("<path>b.py</path>",)),
        ("&lt;b&gt;\n", ("&lt;b&gt;",)),
    ],
)
def test_a_content_between_tags_is_read_as_it_is(content: str, wanted: tuple[str, ...]) -> None:
    reply = f"<write_to_file>\n<path>a.py</path>\n<content>\n{content}</content>\n</write_to_file>\n"

    (block,) = blocks_of(reply, context("a.py"))

    assert isinstance(block, WholeFile)
    assert (block.path, block.new) == ("a.py", wanted)


def test_more_calls_than_a_large_file_can_be_searched_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applier, "MOST_LINES_SEARCHED", 50_000)
    calls = [{**CALL, "old_string": f"{number} = {number}", "new_string": f"{number} is"} for number in range(30)]
    file = "".join(f"{number} = {number}\n" for number in range(30)) + "".join(f"{number}\n" for number in range(1_000))

    result = apply_reply(json.dumps(calls), {"a.py": file})

    assert "too many blocks" in result.results[-1].message
