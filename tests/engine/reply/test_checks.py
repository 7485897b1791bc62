"""Promises of the warnings about a whole reply."""

import pytest

from guillemet.engine.blocks import BlockFinished
from guillemet.engine.reply.reader import Reply
from tests.kit.cases import each
from tests.kit.reading import context, warnings_of
from tests.kit.replies import BARE_EDIT

SEARCH_REPLACE = f"a.py\n{BARE_EDIT}"
GUILLEMET = "a.py\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nothing to do.\n",
        SEARCH_REPLACE * 3,
        f"{SEARCH_REPLACE}Then:\n\n{GUILLEMET}",
        "Title\n=======\n\n-------\n",
    ],
)
def test_a_sound_reply_gives_no_warning(text: str) -> None:
    assert warnings_of(text) == ()


def test_markers_that_do_not_balance_are_counted() -> None:
    text = SEARCH_REPLACE * 2 + "b.py\n<<<<<<< SEARCH\na\n=======\nb\n"

    assert warnings_of(text) == ("Unbalanced markers: 3 SEARCH, 2 REPLACE.",)


def test_a_stray_end_is_counted() -> None:
    assert warnings_of(SEARCH_REPLACE + ">>>>>>> REPLACE\n") == ("Unbalanced markers: 1 SEARCH, 2 REPLACE.",)


def test_every_format_is_counted_by_itself() -> None:
    text = GUILLEMET + "b.py\n<<<<<<< SEARCH\na\n🟩🟩🟩 END\n"

    assert warnings_of(text)[0] == "Unbalanced markers: 1 SEARCH, 0 REPLACE."


def test_blocks_without_separator_are_counted() -> None:
    text = SEARCH_REPLACE + "a.py\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n" * 2

    assert warnings_of(text) == ("2 blocks have no separator: 1 complete of 3 expected.",)


def test_a_reply_without_a_whole_block_says_so() -> None:
    warnings = warnings_of("a.py\n<<<<<<< SEARCH\na\n")

    assert warnings[-1] == "No block of the reply is whole."


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("<<<<<<< SEARCH src/a.py", ">>>>>>> REPLACE the end"),
        ("<<<< SEARCH", ">>>> REPLACE"),
        ("<<<<<<<<<< SEARCH", ">>>>>>>>>> REPLACE"),
        ("&lt;&lt;&lt;&lt;&lt; SEARCH", "&gt;&gt;&gt;&gt;&gt; REPLACE"),
        ("> <<<<<<< SEARCH", "> >>>>>>> REPLACE"),
        ("<<<<<<< ORIGINAL", ">>>>>>> UPDATED"),
        ("<<<<<<< NEW FILE", ">>>>>>> NEW FILE"),
        ("<<<<<<< CREATE", ">>>>>>> CREATE"),
    ],
)
def test_a_line_that_is_nearly_a_marker_is_told(start: str, end: str) -> None:
    assert warnings_of(f"{start}\na\n=======\nb\n{end}\n") == (
        "2 lines look like markers and are none, first line 1 of the reply.",
    )


@pytest.mark.parametrize(
    "line",
    [
        '<boltAction type="modify" filePath="a.py">',
        '<boltAction filePath="a.py">',
        "*** 1,2 ****",
    ],
)
def test_what_begins_in_a_way_that_no_format_has_is_told(line: str) -> None:
    assert "1 line looks like a marker and is none, first line 1 of the reply." in warnings_of(f"{line}\na\n")


@pytest.mark.parametrize("line", ["<<<<<<< create-prices", "*** 12 ***", '<boltAction type="start">'])
def test_what_a_conflict_or_prose_begins_with_is_not_told(line: str) -> None:
    assert warnings_of(f"{line}\na\n") == ()


@pytest.mark.parametrize("line", [">>> replace(text)", "> quoted", "<<<", "&lt;b&gt;", "<search>", "<<<EOF"])
def test_a_line_that_only_begins_as_a_marker_does_is_not_told(line: str) -> None:
    assert warnings_of(f"{line}\n") == ()


def test_blocks_above_the_end_of_a_thought_are_told() -> None:
    warnings = warnings_of(f"{SEARCH_REPLACE}No.\n</think>\n{SEARCH_REPLACE}")

    assert warnings == ("1 block stands above the line `</think>`, where the model was still thinking: maybe a draft.",)


@pytest.mark.parametrize(
    ("diffs", "count"), [("```diff\n-a\n+b\n```\n", "1 listing looks like a diff but names"), ("", "")]
)
def test_a_diff_that_names_no_file_is_told(diffs: str, count: str) -> None:
    assert [one.startswith(count) for one in warnings_of(f"Text.\n\n{diffs}")] == [True] * bool(diffs)


def test_a_diff_that_names_no_file_is_not_told_beside_blocks() -> None:
    assert warnings_of(f"{SEARCH_REPLACE}\nText.\n\n```diff\n-a\n+b\n```\n") == ()


def test_a_separator_that_becomes_content_is_told() -> None:
    warnings = warnings_of("a.py\n<<<<<<< SEARCH\na\n=======\nb\n=======\n>>>>>>> REPLACE\n")

    assert warnings == ("Block 1 puts a line `=======` into its file: maybe one separator too many.",)


def test_a_passage_that_never_ends_is_told() -> None:
    warnings = warnings_of(f"🟧🟧🟧 AGENT\n{SEARCH_REPLACE}")

    assert warnings == ("The line `🟩🟩🟩 AGEND` never came, so everything after the start of that passage is prose.",)


def test_a_listing_that_may_be_a_file_is_told() -> None:
    (warning,) = warnings_of("### a.py\n\n```python\nx = 1\n```\n", context("b.py"))

    assert warning.startswith("1 listing was not taken for a whole file")


@pytest.mark.parametrize(
    "text",
    ["Text:\n\n```python\nx\n```\n", "a.py\n\n```bash\nls\n```\n", f"{SEARCH_REPLACE}\n# a.py\n\n```c\nx\n```\n"],
)
def test_a_listing_that_only_shows_something_is_not_told(text: str) -> None:
    assert warnings_of(text) == ()


CODE = "```python\ndef f():\n    return 2\n```\n"
NOT_READ = {
    "a listing below the head of a file that is only shown": f"### a.py\n\nFor example:\n\n{CODE}",
    "a listing of a file that is not there": f"### sub/new_thing.py\n\n{CODE}",
    "a listing below a sentence that names two files": f"Update `a.py` and `b.py`:\n\n{CODE}",
    "a listing of a change that names no file": f"Here's the fixed function:\n\n{CODE}",
    "a listing whose comment names another file": "### a.py\n\n```python\n# b.py\nx = 1\n```\n",
    "a diff that names no file": "```diff\n-a\n+b\n```\n",
    "lines with signs": "Change it so:\n\n-    return x\n+    return y\n",
    "a diff without context": "2c2\n< x\n---\n> y\n",
    "an edit between tags": "<search>\na\n</search>\n<replace>\nb\n</replace>\n",
    "markers in back-ticks": "a.py\n\n`<<<<<<< SEARCH`\na\n`=======`\nb\n`>>>>>>> REPLACE`\n",
    "markers in other words without a file": "<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED\n",
    "escaped markers without a file": "&lt;&lt;&lt;&lt;&lt; SEARCH\na\n=======\nb\n&gt;&gt;&gt;&gt;&gt; REPLACE\n",
    "a patch without an operation": "*** Begin Patch\n@@\n-a\n+b\n*** End Patch\n",
    "a patch on one line": "*** Begin Patch\\n*** Update File: a.py\\n@@\\n-a\\n+b\\n*** End Patch\n",
    "an action for a database": '<boltAction type="supabase" operation="query">\nSELECT 1;\n</boltAction>\n',
    "an action of an unknown type": '<boltAction type="modify" filePath="a.py">\nx = 1\n</boltAction>\n',
    "a tool call that is cut off": '{"old_string": "a\\nb"\n',
    "a block that is never closed": "a.py\n<<<<<<< SEARCH\na\n",
    "an end marker alone": "a\n>>>>>>> REPLACE\n",
}
"""Replies in which something looks like an edit and is not read."""


@each("text", NOT_READ.values())
def test_what_looks_like_an_edit_and_is_not_read_is_never_passed_over(text: str) -> None:
    where = context("a.py", "b.py", chat_files=("a.py", "b.py"))
    reply = Reply(where)
    events = reply.feed(text) + reply.finish()

    assert not any(isinstance(event, BlockFinished) for event in events)
    assert reply.warnings


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            f"### a.py\n\nFor example:\n\n{CODE}",
            "the words around it do not say that the file is to change",
        ),
        (
            f"Update `a.py` and `b.py`:\n\n{CODE}",
            "1 listing, which seems to mean `a.py` or `b.py`, was not taken: the words around it name more than one",
        ),
        (
            f"Here's the fixed function:\n\n{CODE}\nHere's the updated caller:\n\n{CODE}",
            "2 listings were not taken: nothing around them names a file that is there",
        ),
    ],
)
def test_listings_that_are_not_read_are_named_with_the_reason(text: str, sentence: str) -> None:
    (warning,) = warnings_of(text, context("a.py", "b.py"))

    assert sentence in warning


@pytest.mark.parametrize("above", ["It works so:", "`a.py` calls it like this:", "This is the output of a test:"])
def test_a_listing_that_explains_is_not_told(above: str) -> None:
    assert warnings_of(f"{above}\n\n{CODE}", context("a.py")) == ()


PAGE = "Here is the file:\n\napp/a.py\npython\n{}\nEdit\ndef a():\n    return 1\nAnything else?\n"


@pytest.mark.parametrize("button", ["Copy", "Copy code"])
def test_a_page_copied_without_its_fences_is_told(button: str) -> None:
    *_, warning = warnings_of(PAGE.format(button), context("b.py"))

    assert warning.startswith("Line 5 of the reply is the label of a button")


def test_the_button_of_a_listing_that_was_read_is_not_told() -> None:
    assert warnings_of(f"Copy code\n{SEARCH_REPLACE}") == ()
