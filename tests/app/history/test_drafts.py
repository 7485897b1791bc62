"""Drafts that belong to a repository wait in the history until they served their purpose."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from guillemet.app.history import History, KeptComment, Purpose
from tests.app.history.making import OLDER, ROOT

WHY = KeptComment('["a.py", 2, 2, ["y = 2"], false]', "Why two?")


@pytest.mark.parametrize("purpose", Purpose)
def test_a_draft_outlives_the_program_for_its_purpose_alone(file: Path, purpose: Purpose) -> None:
    with closing(History.open(file)) as history:
        history.keep_repository_draft(ROOT, purpose, "Make it\n\ntwo")

    with closing(History.open(file)) as history:
        found = {each: history.repository_draft(ROOT, each) for each in Purpose}
        assert found == dict.fromkeys(Purpose, "") | {purpose: "Make it\n\ntwo"}
        assert history.repository_draft("/elsewhere", purpose) == ""


def test_the_last_draft_is_the_one_and_an_empty_one_is_none(history: History) -> None:
    history.keep_repository_draft(ROOT, Purpose.COMMIT, "Make it")
    history.keep_repository_draft(ROOT, Purpose.COMMIT, "Make it two")
    assert history.repository_draft(ROOT, Purpose.COMMIT) == "Make it two"

    history.keep_repository_draft(ROOT, Purpose.COMMIT, "")

    assert history.repository_draft(ROOT, Purpose.COMMIT) == ""


def test_a_file_of_the_second_version_keeps_drafts_and_loses_nothing(file: Path) -> None:
    with closing(History.open(file)) as history:
        history.change_comments(ROOT, keep=[WHY])
    with closing(sqlite3.connect(file)) as db:
        db.executescript(f"DROP TABLE drafts; {OLDER} PRAGMA user_version = 2;")

    with closing(History.open(file)) as history:
        history.keep_repository_draft(ROOT, Purpose.COMMIT, "Make it two")

        assert history.comments(ROOT) == (WHY,)
        assert history.repository_draft(ROOT, Purpose.COMMIT) == "Make it two"
        assert history.is_kept
