"""The machine interface: requests and answers, one a line."""

import io
import json
from typing import Any

import pytest

from guillemet.engine.batch import answer, serve
from guillemet.engine.blocks import FormatName

REPLY = "a.py\n««« EDIT\na = 1\n═══════ REPL\na = 2\n»»» EDIT END\n"
FIELDS = {"path", "old", "new", "anchor", "action", "status", "how", "score", "reason", "error", "lines", "line_number"}


def served(*lines: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    serve([line + "\n" for line in lines], out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_apply_answers_files_blocks_and_suggestions() -> None:
    found = answer(
        {"id": 7, "op": "apply", "reply": REPLY + "\n`git rm b.py`\n", "files": {"a.py": "a = 1\n", "b.py": ""}}
    )

    assert found["id"] == 7
    assert found["error"] is None
    assert found["files"] == {"a.py": "a = 2\n", "b.py": ""}
    assert found["shell_suggestions"] == ["git rm b.py"]
    assert [block["status"] for block in found["blocks"]] == ["applied"]


def test_a_block_has_every_field_of_the_format() -> None:
    block = answer({"reply": REPLY, "files": {"a.py": "a = 1\n"}})["blocks"][0]

    assert block.keys() >= FIELDS | {"format"}
    assert (block["how"], block["lines"], block["action"], block["line_number"]) == ("exact", [1], "edit", 2)


def test_a_failed_block_has_a_typed_error_and_a_worded_reason() -> None:
    block = answer({"reply": REPLY, "files": {"a.py": "a = 1\na = 1\n"}})["blocks"][0]

    assert block["error"] == "ambiguous"
    assert block["reason"] == "Edit location is ambiguous (matches at lines 1 and 2)"


def test_parse_reads_blocks_and_applies_none() -> None:
    found = answer({"op": "parse", "reply": REPLY, "files": {"a.py": "a = 1\n"}})

    assert found["files"] == {"a.py": "a = 1\n"}
    assert (found["blocks"][0]["old"], found["blocks"][0]["new"]) == ("a = 1", "a = 2")
    assert found["blocks"][0]["status"] is None


def test_parse_reports_a_broken_block_as_failed() -> None:
    block = answer({"op": "parse", "reply": REPLY[:30]})["blocks"][0]

    assert (block["status"], block["error"]) == ("failed", "broken block")


def test_chunks_are_read_in_the_place_of_the_reply() -> None:
    chunks = [REPLY[:9], REPLY[9:22], REPLY[22:]]

    found = answer({"reply": "", "files": {"a.py": "a = 1\n"}, "options": {"chunks": chunks}})

    assert found["files"] == {"a.py": "a = 2\n"}


def test_one_format_can_be_chosen() -> None:
    assert answer({"reply": REPLY, "format": "search-replace", "files": {"a.py": "a = 1\n"}})["blocks"] == []


def test_unknown_options_are_left_aside() -> None:
    found = answer({"reply": REPLY, "files": {"a.py": "a = 1\n"}, "options": {"future": 1, "fence": ["````", "````"]}})

    assert found["files"] == {"a.py": "a = 2\n"}


@pytest.mark.parametrize(
    ("request_", "names"),
    [
        (["no object"], "object"),
        ({}, "reply"),
        ({"reply": 3}, "reply"),
        ({"reply": "", "op": "delete"}, "op"),
        ({"reply": "", "format": "poetry"}, "format"),
        ({"reply": "", "files": ["a.py"]}, "files"),
        ({"reply": "", "files": {"a.py": None}}, "files"),
        ({"reply": "", "options": "strict"}, "options"),
        ({"reply": "", "options": {"match": "loose"}}, "match"),
        ({"reply": "", "options": {"chat_files": "a.py"}}, "chat_files"),
        ({"reply": "", "options": {"chunks": [1]}}, "chunks"),
    ],
)
def test_a_bad_request_is_answered_with_what_is_wrong(request_: object, names: str) -> None:
    assert names in answer(request_)["error"]


def test_a_bad_line_is_answered_and_the_next_one_read() -> None:
    answers = served("{no json", "", "[" * 100_000, json.dumps({"id": 2, "reply": REPLY, "files": {"a.py": "a = 1\n"}}))

    assert [one["id"] for one in answers] == [None, None, 2]
    assert answers[0]["error"]
    assert answers[2]["error"] is None


def test_half_of_a_character_is_answered_as_plain_text() -> None:
    found = served('{"id": 1, "reply": "\\ud800", "files": {"a.py": "\\ud800", "b.py": "ü"}}')[0]

    assert found["files"]["b.py"] == "ü"


def test_text_that_no_file_can_hold_fails_its_block_only() -> None:
    reply = REPLY.replace("a = 2", "a = \ud800") + REPLY.replace("a.py", "b.py")

    found = answer({"reply": reply, "files": {"a.py": "a = 1\n", "b.py": "a = 1\n"}})

    assert [block["error"] for block in found["blocks"]] == ["encoding", None]


def test_a_deleted_or_moved_file_is_missing_afterwards() -> None:
    reply = (
        "*** Begin Patch\n*** Delete File: a.py\n*** Update File: b.py\n*** Move to: src/c.py\n@@\n-b = 1\n+b = 2\n"
        "*** End Patch\n"
    )

    found = answer({"reply": reply, "files": {"a.py": "a = 1\n", "b.py": "b = 1\n"}})

    assert found["files"] == {"src/c.py": "b = 2\n"}
    assert [block["action"] for block in found["blocks"]] == ["delete", "move", "edit"]
    assert found["blocks"][1]["target"] == "src/c.py"


def test_a_block_given_whole_has_its_new_text() -> None:
    found = answer({"reply": "a.py\n<<<<<<< NEW_FILE\na = 1\n>>>>>>> NEW_FILE\n", "files": {}})

    assert found["files"] == {"a.py": "a = 1\n"}
    assert (found["blocks"][0]["new"], found["blocks"][0]["action"]) == ("a = 1", "create")


def test_a_likely_place_has_its_score_and_asks() -> None:
    old = "def total(prices, tax):\n    result = sum(prices) * tax\n    log(result)\n    return result"
    reply = f"a.py\n<<<<<<< SEARCH\n{old}\n=======\nx = 1\n>>>>>>> REPLACE\n"
    text = old.replace("log(result)", "log(results)") + "\n"

    block = answer({"reply": reply, "files": {"a.py": text}})["blocks"][0]

    assert block["how"] == "fuzzy"
    assert 0.85 <= block["score"] < 1
    assert block["asks"] is True


def test_strict_takes_no_likely_place() -> None:
    reply = "a.py\n<<<<<<< SEARCH\n  a = 1\n=======\na = 2\n>>>>>>> REPLACE\n"
    request = {"reply": reply, "files": {"a.py": "a = 1\n"}}

    assert answer({**request, "options": {"match": "strict"}})["blocks"][0]["error"] == "not found"
    assert answer({**request, "options": {"match": "lenient"}})["blocks"][0]["how"] == "re-indented"


@pytest.mark.parametrize("name", list(FormatName))
def test_every_format_can_be_asked_for_by_name(name: str) -> None:
    assert answer({"reply": "Nothing to do.", "format": name})["blocks"] == []


def test_flags_and_warnings_are_told() -> None:
    found = answer({"reply": REPLY.replace("a.py", "Makefile"), "files": {"Makefile": "a = 1\n"}})

    assert found["blocks"][0]["flags"] == ["can run code"]
    assert "Makefile" in found["blocks"][0]["reason"]
    assert found["warnings"] == []


def test_a_block_goes_into_another_file_or_at_a_line() -> None:
    request = {"reply": REPLY, "files": {"b.py": "b = 1\n", "c.py": "c = 1\nanother line\n"}}
    assert answer(request)["blocks"][0]["error"] == "file not found"

    placed = answer({**request, "options": {"places": {"1": {"path": "c.py", "line": 2}}}})

    assert placed["files"] == {"b.py": "b = 1\n", "c.py": "c = 1\na = 2\n"}
    assert placed["blocks"][0]["flags"] == ["file chosen by hand", "placed by hand"]


def test_a_line_alone_is_one_of_the_file_that_the_block_names() -> None:
    request = {"reply": REPLY, "files": {"a.py": "x\ny\n"}, "options": {"places": {"1": {"line": 2, "count": 0}}}}

    assert answer(request)["files"] == {"a.py": "x\na = 2\ny\n"}


@pytest.mark.parametrize(
    "places", [{"one": {"line": 1}}, {"1": {}}, {"1": "a.py"}, {"1": {"line": "2"}}, {"1": {"path": 3}}, ["a.py"]]
)
def test_a_place_that_makes_no_sense_is_a_bad_request(places: object) -> None:
    assert answer({"id": 1, "reply": REPLY, "files": {}, "options": {"places": places}})["error"]
