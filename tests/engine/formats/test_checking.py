"""Promises of the warnings about a whole reply."""

import pytest

from guillemet.engine.formats.reply import Reply, ReplyContext

SEARCH_REPLACE = "a.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"
GUILLEMET = "a.py\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n"


def warnings_of(text: str) -> tuple[str, ...]:
    reply = Reply(ReplyContext(exists=lambda _path: False))
    reply.feed(text)
    reply.finish()
    return reply.warnings


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

    assert warnings_of(text) == ("The markers do not balance: 3 SEARCH, 2 REPLACE.",)


def test_a_stray_end_is_counted() -> None:
    assert warnings_of(SEARCH_REPLACE + ">>>>>>> REPLACE\n") == ("The markers do not balance: 1 SEARCH, 2 REPLACE.",)


def test_every_format_is_counted_by_itself() -> None:
    text = GUILLEMET + "b.py\n<<<<<<< SEARCH\na\n🟩🟩🟩 END\n"

    assert warnings_of(text)[0] == "The markers do not balance: 1 SEARCH, 0 REPLACE."


def test_blocks_without_separator_are_counted() -> None:
    text = SEARCH_REPLACE + "a.py\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n" * 2

    assert warnings_of(text) == ("2 blocks have no separator.",)


def test_markers_without_any_block_are_told() -> None:
    warnings = warnings_of("a.py\n<<<<<<< SEARCH\na\n")

    assert warnings[-1] == "No block was found, though markers were."


def test_a_line_that_is_nearly_a_marker_is_told() -> None:
    warnings = warnings_of("<<<<<<< SEARCH src/a.py\na\n=======\nb\n>>>>>>> REPLACE the end\n")

    assert warnings == (
        "2 lines look like a marker but with more on it, first line 1 of the reply.",
        "No block was found, though markers were.",
    )


def test_a_separator_that_becomes_content_is_told() -> None:
    warnings = warnings_of("a.py\n<<<<<<< SEARCH\na\n=======\nb\n=======\n>>>>>>> REPLACE\n")

    assert warnings == ("Block 1 puts a line `=======` into its file: maybe one separator too many.",)


def test_a_passage_that_never_ends_is_told() -> None:
    warnings = warnings_of(f"🟧🟧🟧 AGENT\n{SEARCH_REPLACE}")

    assert warnings == ("The line `🟩🟩🟩 AGEND` never came, so everything after the start of that passage is prose.",)
