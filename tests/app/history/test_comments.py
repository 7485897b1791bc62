"""Comments wait in the history for the message they become, each for its repository."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from guillemet.app.history import History, KeptComment
from tests.app.history.making import OLDER, ROOT, talk, texts

WHY = KeptComment('["a.py", 2, 2, ["y = 2"], false]', "Why two?")
NAME = KeptComment('["b.py", 1, 1, ["b = 1"], false]', "Better name.")


def as_of_version_1(file: Path) -> None:
    """Make the file what the first version left."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript(f"DROP TABLE comments; DROP TABLE drafts; {OLDER} PRAGMA user_version = 1;")


def test_comments_outlive_the_program(file: Path) -> None:
    with closing(History.open(file)) as history:
        history.change_comments(ROOT, keep=[WHY, NAME])

    with closing(History.open(file)) as history:
        assert history.comments(ROOT) == (WHY, NAME)


def test_what_is_said_anew_of_the_same_lines_replaces_what_was_said(history: History) -> None:
    history.change_comments(ROOT, keep=[WHY])
    anew = KeptComment(WHY.spot, "Three, please.", "Line 2 of `a.py`")

    history.change_comments(ROOT, keep=[anew])

    assert history.comments(ROOT) == (anew,)


def test_a_removed_comment_is_gone(file: Path) -> None:
    with closing(History.open(file)) as history:
        history.change_comments(ROOT, keep=[WHY, NAME])
        history.change_comments(ROOT, remove=[WHY.spot])

    with closing(History.open(file)) as history:
        assert history.comments(ROOT) == (NAME,)


def test_repositories_and_windows_keep_their_comments_apart(history: History, file: Path) -> None:
    history.change_comments(ROOT, keep=[WHY])
    with closing(History.open(file)) as other:
        other.change_comments(ROOT, keep=[NAME])
        other.change_comments("/elsewhere", keep=[WHY])
        other.change_comments("/elsewhere", remove=[WHY.spot])

    assert history.comments(ROOT) == (WHY, NAME)
    assert history.comments("/elsewhere") == ()


@pytest.mark.parametrize("said", ["Grüße \N{WAVING HAND SIGN}", "two\nlines", "half of a pair \ud83d"])
def test_whatever_is_said_is_kept(history: History, said: str) -> None:
    history.change_comments(ROOT, keep=[KeptComment(WHY.spot, said)])

    assert history.comments(ROOT)[0].said == said.replace("\ud83d", "\N{REPLACEMENT CHARACTER}")


def test_damaged_bytes_of_one_comment_keep_no_other_from_view(history: History, file: Path) -> None:
    history.change_comments(ROOT, keep=[WHY, NAME])
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE comments SET said = CAST(x'61eda08062' AS TEXT) WHERE spot = ?", (WHY.spot,))

    assert [one.said for one in history.comments(ROOT)] == ["a\ufffd\ufffd\ufffdb", NAME.said]


def test_a_file_of_the_first_version_is_brought_up_and_loses_nothing(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, "Hello", "Some words.")
        history.keep_draft(conversation, "not sent")
    as_of_version_1(file)

    with closing(History.open(file)) as history:
        history.change_comments(ROOT, keep=[WHY])

        assert texts(history, conversation) == ["Hello", "Some words."]
        assert history.context(conversation).draft == "not sent"
        assert [head.excerpt for head in history.search("words")] == ["Some «words»."]
        assert history.take_notice() == ""
        assert history.is_kept
    with closing(History.open(file)) as history:
        assert history.comments(ROOT) == (WHY,)
    assert not list(file.parent.glob("*aside*"))


def test_a_window_of_the_first_version_goes_on_beside_a_later_one(file: Path) -> None:
    with closing(History.open(file)) as earlier:
        conversation, first, *_ = talk(earlier, "Hello")
        as_of_version_1(file)

        with closing(History.open(file)) as later:
            later.change_comments(ROOT, keep=[WHY])
            earlier.rename(conversation, "Greetings")

            assert later.head(conversation).title == "Greetings"
            assert [kept.key for kept in later.turns(conversation)] == [first]


@pytest.mark.logs("cannot be saved in")
def test_a_file_of_the_first_version_that_cannot_be_written_is_read(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, "Hello", "Yes.")
    as_of_version_1(file)
    opening = file.with_name(f"{file.name}-opening")
    opening.unlink()
    opening.mkdir()

    with closing(History.open(file)) as history:
        history.change_comments(ROOT, keep=[WHY])

        assert texts(history, conversation) == ["Hello", "Yes."]
        assert history.comments(ROOT) == (WHY,)
        assert not history.is_kept
