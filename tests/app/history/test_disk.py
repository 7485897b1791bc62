"""A file that cannot be used is set aside or left alone, never lost; the conversation goes on in memory."""

import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from guillemet.app.history import DamagedError, History, HistoryBusyError, HistoryError, store
from guillemet.app.history.schema import VERSION
from guillemet.app.history.store import Store
from guillemet.app.turns import State
from tests.app.history.making import ROOT, answered, asked, awaited, talk, texts
from tests.kit.command import CommandLine

PAGE = 4096
FULL = """
import resource, sys
from pathlib import Path
from guillemet.app.history import History
from guillemet.app.turns import Turn
from guillemet.llm.messages import Role

history = History.open(Path(sys.argv[1]))
conversation = history.begin("/home/ada/project")
first = history.add_turn(conversation, parent=None, turn=Turn(1, Role.USER, "before the disk was full"))
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
second = history.add_turn(conversation, parent=first, turn=Turn(2, Role.ASSISTANT, "word " * 100_000))
print(history.take_notice())
print(history.is_kept, len(history.turns(conversation)), len(history.search("disk word full")), history.take_notice())
history.close()
"""


def aside(file: Path) -> list[Path]:
    return sorted(file.parent.glob("history-aside-*.sqlite"))


@pytest.mark.logs("is damaged")
@pytest.mark.parametrize(
    "damage", [b"no database at all, but long enough to be looked at" * 40, b"SQLite format 3\0" * 99]
)
def test_a_broken_file_is_set_aside_and_a_fresh_one_begun(file: Path, damage: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(damage)

    with closing(History.open(file)) as history:
        notice = history.take_notice()
        talk(history, "fresh")

        assert history.is_kept
        assert "is damaged. It was set aside as history-aside-" in notice
        assert history.take_notice() == ""
    assert [place.read_bytes() for place in aside(file)] == [damage]


@pytest.mark.logs("later version")
def test_a_file_of_a_later_version_is_set_aside_whole(file: Path) -> None:
    with closing(History.open(file)) as history:
        talk(history, "from the future")
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")

    with closing(History.open(file)) as history:
        assert history.heads() == ()
        assert "later version of Guillemet" in history.take_notice()
    with closing(sqlite3.connect(aside(file)[0])) as db:
        assert db.execute("SELECT text FROM turns").fetchall() == [("from the future",)]


@pytest.mark.logs("later version")
def test_a_later_version_that_is_open_keeps_its_file(history: History, file: Path) -> None:
    talk(history, "from the future")
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")

    with closing(History.open(file)) as other:
        assert not other.is_kept
        assert other.heads() == ()
        assert "later version" in other.take_notice()
    assert aside(file) == []
    assert history.heads()


@pytest.mark.logs("is not a conversation history")
def test_another_program_s_database_is_set_aside(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE turns (text)")

    with closing(History.open(file)) as history:
        assert "is not a conversation history" in history.take_notice()
    assert len(aside(file)) == 1


def test_a_file_that_was_begun_but_holds_nothing_yet_is_used(file: Path) -> None:
    file.parent.mkdir()
    file.touch()

    with closing(History.open(file)) as history:
        assert history.is_kept
    assert aside(file) == []


def test_whether_a_file_can_be_used_is_not_guessed_while_another_program_holds_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guillemet.app.history.store.PATIENCE", 0.0)
    store = Store(file)
    store.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("PRAGMA journal_mode = DELETE")
        holder.execute("BEGIN EXCLUSIVE")

        with pytest.raises(sqlite3.OperationalError, match="locked"):
            store._complaint(checks=False)


@pytest.mark.logs("is damaged")
def test_damage_found_as_the_file_is_opened_is_settled_at_once(file: Path) -> None:
    with closing(History.open(file)) as history:
        talk(history, "Hello", "Yes.")
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'turns_growing'").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * PAGE)
        opened.write(b"\xff" * PAGE)

    with closing(History.open(file)) as history:
        assert "is damaged. It was set aside as" in history.take_notice()
        assert history.is_kept
    assert len(aside(file)) == 1


@pytest.mark.logs("is damaged")
def test_two_broken_files_of_one_day_are_both_kept(file: Path) -> None:
    file.parent.mkdir()
    for content in (b"one" * 999, b"two" * 999):
        file.write_bytes(content)
        History.open(file).close()

    assert {place.read_bytes() for place in aside(file)} == {b"one" * 999, b"two" * 999}


@pytest.mark.logs("is damaged")
def test_damage_found_at_work_is_told_and_settled_at_the_next_start(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, *("word " * 2000 for _ in range(20)))
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(size - 40 * PAGE)
        opened.write(b"\xff" * 40 * PAGE)

    history = History.open(file)
    with pytest.raises(DamagedError, match="set aside at the next start"):
        history.turns(conversation)
    history.close()

    with closing(History.open(file)) as history:
        assert "is damaged" in history.take_notice()
        assert history.heads() == ()
    assert aside(file)[0].stat().st_size == size


@pytest.mark.logs("is damaged")
def test_damage_that_a_crash_left_is_found_at_the_next_start(file: Path) -> None:
    with closing(History.open(file)) as history:
        talk(history, *("word " * 2000 for _ in range(20)))
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size - 40 * PAGE)
        opened.write(b"\xff" * 40 * PAGE)
    file.with_name(f"{file.name}-window-of-the-crash").touch()

    with closing(History.open(file)) as history:
        assert "is damaged" in history.take_notice()
    assert len(aside(file)) == 1
    assert not list(file.parent.glob("*-window-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="no limit can be set there")
def test_on_a_full_disk_the_conversation_goes_on_in_memory(file: Path, command_line: CommandLine) -> None:
    ran = command_line.python(FULL, str(file))

    assert ran.code == 0, ran.err
    notice, after = ran.out.splitlines()
    assert notice.startswith("Conversations can no longer be saved (the disk ")
    assert notice.endswith("it is not saved when the program ends.")
    assert after.split() == ["False", "2", "0"]
    with closing(History.open(file)) as history:
        assert [texts(history, head.key) for head in history.heads()] == [["before the disk was full"]]


def test_a_broken_index_is_made_again_and_nothing_set_aside(file: Path) -> None:
    with closing(History.open(file)) as history:
        talk(history, "some words", "and more")
        history.add_turn(1, parent=2, turn=awaited())
    with closing(sqlite3.connect(file)) as db:
        db.execute("DELETE FROM words_data WHERE id > 10")
        db.commit()
    with closing(History.open(file)) as history, pytest.raises(DamagedError):
        history.search("words")

    with closing(History.open(file)) as history:
        assert [head.excerpt for head in history.search("words")] == ["some «words»"]
        assert history.take_notice() == ""
    assert aside(file) == []


@pytest.mark.logs("cannot be saved in")
def test_without_a_folder_the_conversation_goes_on_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")

    with closing(History.open(tmp_path / "file" / "history.sqlite")) as history:
        conversation, *_ = talk(history, "Hello", "Yes.")

        assert texts(history, conversation) == ["Hello", "Yes."]
        assert not history.is_kept
        notice = history.take_notice()
    with pytest.raises(OSError) as refused:  # noqa: PT011  each system has its own words
        (tmp_path / "file").mkdir(exist_ok=True)
    reason = f"{refused.value.strerror[:1].lower()}{refused.value.strerror[1:]}"
    assert notice.startswith(f"Conversations cannot be saved in {tmp_path / 'file'} ({reason}). ")


@pytest.mark.logs("cannot be saved in")
def test_in_a_folder_that_cannot_be_written_what_was_kept_can_be_read(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, "Hello", "Yes.")
    # A folder in the way of the lock stands for a folder without the right to write: root has every right.
    opening = file.with_name(f"{file.name}-opening")
    opening.unlink()
    opening.mkdir()

    with closing(History.open(file)) as history:
        history.add_turn(conversation, parent=None, turn=asked("more"))

        assert not history.is_kept
        assert history.next_branch(conversation) == 2
    opening.rmdir()
    with closing(History.open(file)) as history:
        assert texts(history, conversation) == ["Hello", "Yes."]


@pytest.mark.logs("cannot be saved in")
def test_what_was_kept_can_be_read_where_memory_cannot_be_shared_either(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, "Hello", "Yes.")
    file.with_name(f"{file.name}-shm").symlink_to(file.parent / "nowhere" / "shm")
    keep_out(file)

    with closing(History.open(file)) as history:
        assert texts(history, conversation) == ["Hello", "Yes."]


def keep_out(file: Path) -> None:
    """Let no window open the file to write from now on."""
    opening = file.with_name(f"{file.name}-opening")
    opening.unlink(missing_ok=True)
    opening.mkdir(parents=True)


@pytest.mark.logs("cannot be saved")
def test_in_memory_the_own_answer_goes_on_and_that_of_another_window_is_cut_off(file: Path) -> None:
    with closing(History.open(file)) as living:
        conversation, question = talk(living, "question")
        living.add_turn(conversation, parent=question, turn=awaited())
        keep_out(file)

        with closing(History.open(file)) as history:
            (_, answer) = history.turns(conversation)
            assert answer.turn.state is State.BROKEN
            history.add_turn(conversation, parent=question, turn=awaited())
            (_, answer) = history.turns(conversation)
            assert answer.turn.state is State.WAITING


@pytest.mark.logs("cannot be saved")
def test_what_does_not_fit_into_memory_either_is_told(file: Path) -> None:
    keep_out(file)
    with closing(History.open(file)) as history:
        history._store._db.execute("PRAGMA max_page_count = 1")

        with pytest.raises(HistoryError, match="cannot be saved"):
            talk(history, "word " * 100_000)


def test_what_fits_neither_on_the_disk_nor_into_memory_is_told_and_what_was_kept_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = sqlite3.connect(":memory:")
    memory.execute("PRAGMA max_page_count = 1")
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, "Hello")
        monkeypatch.setattr(store, "_connected", lambda _: memory)
        (pages,) = history._store._db.execute("PRAGMA page_count").fetchone()
        history._store._db.execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(HistoryError, match="cannot be saved"):
            history.add_turn(conversation, parent=None, turn=asked("word " * 100_000))

        assert texts(history, conversation) == ["Hello"]
        assert history.is_kept


@pytest.mark.logs("cannot be saved")
def test_damage_found_in_memory_leaves_no_mark_for_the_file(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, *("word " * 2000 for _ in range(20)))
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size - 40 * PAGE)
        opened.write(b"\xff" * 40 * PAGE)
    keep_out(file)

    with closing(History.open(file)) as history, pytest.raises(DamagedError):
        history.turns(conversation)

    assert not file.with_name(f"{file.name}-damaged").exists()


@pytest.mark.parametrize("is_new", [True, False])
def test_where_windows_cannot_share_memory_conversations_are_kept_all_the_same(file: Path, *, is_new: bool) -> None:
    if is_new:
        file.parent.mkdir()
    else:
        with closing(History.open(file)) as history:
            talk(history, "before", "Yes.")
    # A link to nowhere in the way of the shared memory stands for a network folder.
    file.with_name(f"{file.name}-shm").symlink_to(file.parent / "nowhere" / "shm")

    with closing(History.open(file)) as history, closing(History.open(file)) as other:
        talk(history, "here", "Yes.")
        talk(other, "there", "Yes.")

        assert history.is_kept
        assert other.is_kept
        assert history.take_notice() == ""
    with closing(History.open(file)) as history:
        begun = [texts(history, head.key)[0] for head in history.heads()]
        assert begun == ["there", "here"] + ["before"] * (not is_new)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_history_with_a_rollback_journal_gets_a_write_ahead_log_and_loses_nothing(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, "Hello", "Yes.")
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)

    with closing(History.open(file)) as history:
        assert texts(history, conversation) == ["Hello", "Yes."]
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_window_that_holds_the_file_for_too_long_is_named(
    history: History, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guillemet.app.history.store.PATIENCE", 0.0)
    with closing(History.open(file)) as impatient, closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")

        with pytest.raises(HistoryBusyError, match="Another window"):
            impatient.begin(ROOT)
        holder.execute("ROLLBACK")
    assert history.is_kept


def test_a_write_that_fails_leaves_nothing_half_done(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    conversation, first = talk(history, "Hello")
    monkeypatch.setattr("guillemet.app.history.history._note_cost", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        history.add_turn(conversation, parent=first, turn=answered("Yes."))

    assert texts(history, conversation) == ["Hello"]
    assert history.head(conversation).turns == 1


@pytest.mark.skipif(sys.platform == "win32", reason="rights are told in another way there")
def test_nobody_else_may_read_what_is_kept(history: History, file: Path) -> None:
    talk(history, "Hello")

    rights = {place.name: stat.S_IMODE(place.stat().st_mode) for place in (file.parent, *file.parent.iterdir())}

    assert rights.pop("data") == 0o700
    assert {f"{file.name}-wal", f"{file.name}-shm"} < set(rights)
    assert set(rights.values()) == {0o600}
