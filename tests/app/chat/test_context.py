"""Promises of the files of a conversation: what is sent of them, and what becomes of edits to them."""

from collections.abc import Iterable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat import request_builder
from guillemet.app.chat.context import (
    WORKER,
    Change,
    ContextFiles,
    Entries,
    FileLister,
    ListedFiles,
    ReportScope,
    entries_of,
    mentioned,
)
from guillemet.app.session import Session
from guillemet.app.turns import Estimate, Use
from guillemet.engine.errors import GuillemetError
from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Done, Workspace
from guillemet.engine.workspace.file_views import PresentFile
from guillemet.llm.messages import Picture
from tests.app.chat.conftest import FILES, FIRST, SECOND, Serving, Talking, asked_of, worker_waits
from tests.kit.model_server import said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, errors_of, files_of, wait, wait_for_files


def test_files_of_the_conversation_are_sent_as_they_are_now(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)
    (repository.root / "a.py").write_text("x = 77\n", encoding="utf-8")

    ask(qtbot, session, "Look.")

    assert "x = 77" in asked_of(serving)
    assert "y = 1" not in asked_of(serving)


def test_a_file_that_changed_between_two_messages_is_marked_and_sent_anew(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    conversation.files.set_use(["a.py"], Use.IN)
    ask(qtbot, session, "Look.")
    (repository.root / "a.py").write_text("x = 77\n", encoding="utf-8")

    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS):
        conversation.weigh("Again.")

    assert conversation.files.entries[0].changed_since_shown
    ask(qtbot, session, "Again.")
    assert "x = 77" in asked_of(serving)


def test_what_is_ignored_for_models_is_never_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES | {".guillemetignore": "b.*\n"})
    session = talking(said("Fine."))
    files = session.talk.conversation.files
    qtbot.waitUntil(lambda: "a.py" in files.known, timeout=SECONDS)

    with qtbot.waitSignal(files.refused) as refused:
        files.set_use(["b.py"], Use.IN)

    assert "b.py" in refused.args[0]
    assert not files.entries
    assert "b.py" not in files.known


def test_a_dropped_folder_brings_its_listed_files(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    repository.commit({"src/b.py": "y = 1\n", "src/deep/c.py": "z = 1\n", "srcs.py": "", ".guillemetignore": "*.key\n"})
    (repository.root / "src/own.key").write_text("k", encoding="utf-8")
    (repository.root / "keys").mkdir()
    (repository.root / "keys/a.key").write_text("k", encoding="utf-8")
    files = talking(said("Fine.")).talk.conversation.files
    wait(qtbot, lambda: "srcs.py" in files.known)
    link = tmp_path / "link"
    link.symlink_to(repository.root)

    with qtbot.waitSignal(files.refused, timeout=SECONDS) as refused:
        files.take_dropped([str(link / "src"), str(repository.root / "keys"), str(tmp_path)])

    assert files.editable == ("src/deep/c.py", "src/b.py")
    assert refused.args[0].startswith("Only files of the open repository")
    assert refused.args[0].endswith("keys/ holds no file that may be sent.")


def test_an_edit_of_a_read_only_file_is_told_as_one_and_waits(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST + SECOND))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)
    session.talk.conversation.files.set_use(["b.py"], Use.READ_ONLY)
    ask(qtbot, session, "Change both.")
    wait_for_files(qtbot, session, "a.py", "b.py")

    session.decisions.accept_all()

    wait(qtbot, lambda: files_of(session)["a.py"].decision is Decision.ACCEPTED)
    assert [set(outcome.flags) for outcome in session.review.outcomes] == [set(), {Flag.READ_ONLY}]
    assert files_of(session)["b.py"].decision is Decision.UNDECIDED
    assert repository.read("b.py") == b"y = 1\n"


MANY = tuple(f"gone/{number}.py" for number in range(2_500))


def test_a_message_takes_along_very_many_files_put_in_right_before(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    files = session.talk.conversation.files
    files.set_use([*MANY, "a.py"], Use.IN)

    ask(qtbot, session, "Look.")

    assert "x = 1" in asked_of(serving)
    assert len(files.editable) == len(MANY) + 1


def test_wishes_about_very_many_files_are_carried_out_in_their_order(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    files = talking(said("Fine.")).talk.conversation.files
    wait_for_list(qtbot, files)
    told = list[tuple[str, ...]]()
    files.changed.connect(lambda entries: told.append(tuple(entry.path for entry in entries)))

    files.set_use([*MANY, "a.py"], Use.IN)
    files.set_use(["a.py"], Use.READ_ONLY)
    files.set_use(MANY, Use.OUT)
    files.set_use(["b.py"], Use.IN)

    is_settled = Event()
    files.once_settled(is_settled.set)
    wait(qtbot, is_settled.is_set)
    assert told[-1] == ("a.py", "b.py")
    assert (files.read_only, files.editable) == (("a.py",), ("b.py",))


def fails(_: Entries) -> Entries:
    raise GuillemetError("It cannot be done.")


@pytest.mark.parametrize("change", [fails, lambda _: entries_of(dict.fromkeys(MANY, Use.IN))])
def test_what_was_wished_for_in_the_repository_before_is_not_done_in_the_next(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, change: Change
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    files = session.talk.conversation.files
    wait_for_list(qtbot, files)
    told, settled = list[int](), list[str]()
    files.changed.connect(lambda entries: told.append(len(entries)))
    files._change(change, len(MANY), reports=ReportScope.ALL)
    files.once_settled(lambda: settled.append("before"))

    files.begin()
    files.set_use([*MANY[:3], *MANY], Use.READ_ONLY)
    files.once_settled(lambda: settled.append("after"))

    wait(qtbot, lambda: session.tasks.is_quiet and bool(settled))
    assert settled == ["after"]
    assert told == [0, len(MANY)]
    assert not files.editable


def test_a_file_that_was_put_in_before_it_was_ignored_can_be_taken_out(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    files = talking(said("Fine.")).talk.conversation.files
    wait_for_list(qtbot, files)
    files.set_use(["b.py"], Use.IN)
    repository.write({".guillemetignore": "b.*\n"})
    files.list_files()
    wait(qtbot, lambda: "b.py" not in files.known)

    files.set_use(["b.py"], Use.OUT)

    assert files.entries == ()


def wait_for_list(qtbot: QtBot, files: ContextFiles) -> None:
    wait(qtbot, lambda: "a.py" in files.known)


def test_files_are_listed_once_more_however_often_that_is_wished_for_while_they_are_listed(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    files = session.talk.conversation.files
    wait_for_list(qtbot, files)
    listed: list[str] = []
    look = FileLister.list

    def note(lister: FileLister, root: str) -> ListedFiles:
        listed.append(root)
        return look(lister, root)

    monkeypatch.setattr(FileLister, "list", note)
    with worker_waits(session, WORKER):
        for _ in range(5):
            files.list_files()
        repository.write({"made.py": "z = 3\n"})

    wait(qtbot, lambda: "made.py" in files.known and len(listed) > 1)
    with qtbot.waitSignal(files.refused, timeout=SECONDS):  # behind all that waits in that worker
        files.take_dropped(["/"])
    assert len(listed) == 2


def test_without_a_repository_no_files_are_listed(session: Session) -> None:
    failures = errors_of(session)

    session.talk.conversation.files.list_files()

    assert (session.talk.conversation.files.known, failures) == (frozenset(), [])


def test_a_picture_too_large_to_be_sent_is_refused(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    conversation.choose(model="here/gpt-4o")
    with (tmp_path / "cat.png").open("wb") as file:
        file.truncate(5_000_001)

    with qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS) as failed:
        conversation.asking.attach(Picture("image/png", b"", str(tmp_path / "cat.png")))

    assert failed.args[0].what == "cat.png is too large to be sent. Make it smaller than 5 MB."


def test_what_the_user_decides_waits_for_no_more_than_a_slice_of_the_files_that_are_weighed(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = {f"many/{number}.py": f"{number}\n" for number in range(450)}
    repository.commit(FILES | many)
    session = talking(said(FIRST))
    ask(qtbot, session, "Make it two.")
    wait_for_files(qtbot, session, "a.py")
    session.talk.conversation.files.set_use(many, Use.IN)
    done: list[str] = []
    present, accept = Workspace.present, Workspace.accept

    def read(workspace: Workspace, paths: Iterable[str]) -> tuple[PresentFile, ...]:
        files = present(workspace, paths)
        done.append(f"{len(files)} read")
        return files

    def decide(workspace: Workspace, *paths: Any, **more: Any) -> Done:
        done.append("accepted")
        return accept(workspace, *paths, **more)

    monkeypatch.setattr(Workspace, "present", read)
    monkeypatch.setattr(Workspace, "accept", decide)
    with qtbot.waitSignal(session.talk.conversation.spending.estimate_changed, timeout=SECONDS):
        session.talk.conversation.weigh("And now?")
        session.decisions.accept(["a.py"])

    assert done == ["200 read", "accepted", "200 read", "50 read"]


def test_too_many_files_are_neither_weighed_nor_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_builder, "MOST_FILES", 1)
    repository.commit(FILES)
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    conversation.files.set_use(FILES, Use.IN)

    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS) as weighed:
        conversation.weigh("Look.")
    with qtbot.waitSignal(conversation.asking.refused, timeout=SECONDS) as refused:
        conversation.send("Look.")

    assert refused.args[0].startswith("2 files are in the conversation, more than 1")
    assert weighed.args[0] == Estimate(over_limit=refused.args[0], is_weighed=False)
    assert conversation.turns == ()
    conversation.files.set_use(["b.py"], Use.OUT)
    ask(qtbot, session, "Look.")
    assert "x = 1" in asked_of(serving)


def test_why_a_picture_is_not_sent_is_told_without_its_name_which_stands_before_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES | {"cat.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"})
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    conversation.files.set_use(["cat.png"], Use.IN)

    ask(qtbot, session, "Look.")

    (entry,) = conversation.files.entries
    assert entry.problem.startswith("It is a picture or a PDF, which this model does not take.")


def test_a_mentioned_file_is_known_before_a_full_stop_and_where_its_name_ends_like_a_sentence() -> None:
    assert mentioned("Mind @notes! and look at @a.py.", {"notes!", "a.py"}) == ("notes!", "a.py")


def test_a_file_given_to_read_stays_so_when_a_message_mentions_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    files = session.talk.conversation.files
    wait_for_list(qtbot, files)
    files.set_use(["b.py"], Use.READ_ONLY)

    ask(qtbot, session, "Look at @a.py and @b.py.")

    assert (files.editable, files.read_only) == (("a.py",), ("b.py",))
