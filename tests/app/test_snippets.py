"""Promises of saved snippets: a line with a slash and a name begins one, and everything else is its text."""

from guillemet.app.saved_snippets import SAMPLE, read_snippets
from guillemet.app.turns import Snippet


def test_a_line_with_slash_and_name_begins_a_snippet() -> None:
    text = "A remark.\n/tests\n\nWrite tests.\n\n## One promise each\n/usr/bin is no name\n\n/Explain\nStep by step.\n"

    assert read_snippets(text) == (
        Snippet("tests", "Write tests.\n\n## One promise each\n/usr/bin is no name"),
        Snippet("explain", "Step by step."),
    )


def test_a_name_without_text_is_left_out() -> None:
    assert read_snippets("/empty\n\n/full\nText\n") == (Snippet("full", "Text"),)


def test_of_two_with_one_name_the_later_counts() -> None:
    assert read_snippets("/a\nfirst\n/a\nsecond\n") == (Snippet("a", "second"),)


def test_the_sample_holds_snippets() -> None:
    assert [snippet.name for snippet in read_snippets(SAMPLE)] == ["explain", "tests"]
