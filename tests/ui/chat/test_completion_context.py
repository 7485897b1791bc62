"""Promises of what is completed: the part of the text at the cursor, and only where it is meant."""

import pytest

from guillemet.app.chat.context import mentioned
from guillemet.ui.chat.commands import CompletionContext, CompletionKind, named_files, wanted_at


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("/|", CompletionContext(CompletionKind.COMMAND, 0, 1, "")),
        ("/co|mmit", CompletionContext(CompletionKind.COMMAND, 0, 7, "co")),
        ("/add src/a|", CompletionContext(CompletionKind.FILE, 5, 10, "src/a")),
        ("/add a.py b|", CompletionContext(CompletionKind.FILE, 10, 11, "b")),
        ("/drop |", CompletionContext(CompletionKind.FILE_IN, 6, 6, "")),
        ("see @|", CompletionContext(CompletionKind.MENTION, 4, 5, "")),
        ("see @to|tal, and", CompletionContext(CompletionKind.MENTION, 4, 10, "to")),
        ("(@a|)", CompletionContext(CompletionKind.MENTION, 1, 3, "a")),
        ("two\n@a|", CompletionContext(CompletionKind.MENTION, 4, 6, "a")),
        ("/ask why @a|", CompletionContext(CompletionKind.MENTION, 9, 11, "a")),
    ],
)
def test_the_part_at_the_cursor_is_completed(text: str, wanted: CompletionContext) -> None:
    assert wanted_at(text.replace("|", ""), text.index("|")) == wanted


@pytest.mark.parametrize("text", ["|", "word|", "me@home|", " /co|", "/usr/bi|", "@a b|", "/clear x|", "a /co|"])
def test_nothing_else_is_completed(text: str) -> None:
    assert wanted_at(text.replace("|", ""), text.index("|")) is None


KNOWN = ("a.py", "docs/a guide.md", "src/b.py", "src/c.py", "src/deep/d.py")


@pytest.mark.parametrize(
    ("argument", "paths"),
    [
        ("a.py src/c.py", ("a.py", "src/c.py")),
        ("docs/a guide.md", ("docs/a guide.md",)),
        ('"docs/a guide.md" @a.py', ("a.py", "docs/a guide.md")),
        ("src", ("src/b.py", "src/c.py", "src/deep/d.py")),
        ("src/*.py", ("src/b.py", "src/c.py", "src/deep/d.py")),
        ("./a.py", ("a.py",)),
    ],
)
def test_files_are_named_by_path_folder_or_pattern(argument: str, paths: tuple[str, ...]) -> None:
    named = named_files(argument, KNOWN)

    assert (named.paths, named.unknown) == (paths, ())


def test_words_that_name_no_file_are_told() -> None:
    assert named_files("a.py nope *.go", KNOWN).unknown == ("nope", "*.go")


def test_mentions_are_found_whatever_stands_around_them() -> None:
    text = 'See @src/b.py, (@a.py) and @"docs/a guide.md"; not me@a.py or @nope. Again @a.py.'

    assert mentioned(text, KNOWN) == ("src/b.py", "a.py", "docs/a guide.md")
