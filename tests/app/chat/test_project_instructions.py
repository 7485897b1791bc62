"""Promises of the instructions that a repository gives: they go along, seen, and only from its own files."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat.project_instructions import LONGEST, InstructionFiles, find_instructions
from guillemet.app.session import Session
from guillemet.app.turns import Estimate, Use
from guillemet.engine.outcomes import Flag
from guillemet.llm.prompts.layout import PartName
from tests.app.chat.conftest import FILES, Serving, Talking, asked_of
from tests.kit.model_server import said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, files_of, wait

ROOT = {"AGENTS.md": "Name things in full.\n"}


def instructions(session: Session) -> InstructionFiles:
    return session.talk.conversation.asking.instructions.now


def opened(qtbot: QtBot, talking: Talking, *answers: str) -> Session:
    """Return a session that has listed the repository's files."""
    session = talking(*(said(answer) for answer in answers or ("Fine.",)))
    wait(qtbot, lambda: "a.py" in session.talk.conversation.files.known)
    return session


def weighed(qtbot: QtBot, session: Session, message: str = "Look.") -> Estimate:
    with qtbot.waitSignal(session.talk.conversation.spending.estimate_changed, timeout=SECONDS) as changed:
        session.talk.conversation.weigh(message)
    estimate: Estimate = changed.args[0]
    return estimate


@pytest.mark.parametrize(
    ("known", "paths", "found"),
    [
        (["AGENTS.md"], [], ["AGENTS.md"]),
        (["src/AGENTS.md", "AGENTS.md", "docs/AGENTS.md"], ["src/a.py"], ["AGENTS.md", "src/AGENTS.md"]),
        (["src/deep/er/AGENTS.md", "src/AGENTS.md"], ["src/deep/er/a.py"], ["src/AGENTS.md", "src/deep/er/AGENTS.md"]),
        (["src/AGENTS.md", "CLAUDE.md"], ["a.py"], ["CLAUDE.md"]),
        (["AGENTS.md", "CLAUDE.md"], [], ["AGENTS.md"]),
        ([".github/copilot-instructions.md", "CONVENTIONS.md"], [], [".github/copilot-instructions.md"]),
        (["CONVENTIONS.md"], [], ["CONVENTIONS.md"]),
        (["docs/CLAUDE.md", "XAGENTS.md", "AGENTS.md.txt"], ["docs/a.py"], []),
    ],
)
def test_the_instructions_of_the_top_folder_and_of_the_files_own_are_found(
    known: list[str], paths: list[str], found: list[str]
) -> None:
    assert find_instructions(frozenset(known), paths) == tuple(found)


def test_instructions_go_along_and_are_counted(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES | ROOT | {"src/AGENTS.md": "Only tabs here.\n", "src/c.py": "", "d/AGENTS.md": "No.\n"})
    session = opened(qtbot, talking)
    session.talk.conversation.files.set_use(["src/c.py"], Use.IN)

    estimate = weighed(qtbot, session)
    ask(qtbot, session, "Look.")

    assert PartName.PROJECT in {part.name for part in estimate.parts}
    assert [(one.path, bool(one.tokens)) for one in instructions(session).entries] == [
        ("AGENTS.md", True),
        ("src/AGENTS.md", True),
    ]
    body = asked_of(serving)
    assert body.index("Name things in full.") < body.index("Only tabs here.") < body.index("src/c.py")
    assert "No.\\n" not in body


def test_instructions_that_are_in_the_conversation_are_not_sent_twice(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES | ROOT)
    session = opened(qtbot, talking)

    ask(qtbot, session, "Look at @AGENTS.md.")

    assert asked_of(serving).count("Name things in full.") == 1
    assert instructions(session).entries == ()


def test_turned_off_they_stay_off_for_this_repository(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving, tmp_path: Path
) -> None:
    repository.commit(FILES | ROOT)
    session = opened(qtbot, talking, "Fine.", "Fine.")
    own = session.talk.conversation.asking.instructions

    own.choose(Use.OUT)
    session.preferences.choose(replace(session.preferences.now, without_instructions=(), font_size=11))
    ask(qtbot, session, "Look.")

    assert not instructions(session).is_on
    assert [one.path for one in instructions(session).entries] == ["AGENTS.md"]
    assert "Name things" not in asked_of(serving)
    assert str(repository.root) in (tmp_path / "settings.json").read_text(encoding="utf-8")
    own.choose(Use.READ_ONLY)
    ask(qtbot, session, "Look again.")
    assert "Name things" in asked_of(serving)


@pytest.mark.parametrize(
    "files",
    [{".gitignore": "AGENTS.md\n"}, {".guillemetignore": "AGENTS.md\n"}],
    ids=["by git", "for models"],
)
def test_ignored_instructions_are_not_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving, files: Mapping[str, str]
) -> None:
    repository.commit({**FILES, **files})
    repository.write({"AGENTS.md": "Name things in full.\n"})
    session = opened(qtbot, talking)

    ask(qtbot, session, "Look.")

    assert "Name things" not in asked_of(serving)
    assert instructions(session).entries == ()


@pytest.mark.parametrize("target", ["outside", ".env", "secret.txt", ".git/config"])
def test_a_file_that_became_a_link_to_what_is_not_sent_unasked_is_not_followed(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving, tmp_path: Path, target: str
) -> None:
    (tmp_path / "outside").write_text("hidden = 1\n", encoding="utf-8")
    repository.commit(FILES | {".gitignore": ".env\n", ".guillemetignore": "secret.txt\n"})
    repository.write({".env": "hidden = 1\n", "secret.txt": "hidden = 1\n"})
    repository.write(ROOT)
    session = opened(qtbot, talking)
    wait(qtbot, lambda: bool(instructions(session).entries))
    (repository.root / "AGENTS.md").unlink()
    (repository.root / "AGENTS.md").symlink_to(tmp_path / "outside" if target == "outside" else Path(target))

    ask(qtbot, session, "Look.")

    body = asked_of(serving)
    assert "hidden = 1" not in body
    assert "[core]" not in body
    assert all(one.problem for one in instructions(session).entries)


def test_a_link_holds_no_instructions_itself(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES | {"CLAUDE.md": "Name things in full.\n"})
    (repository.root / "AGENTS.md").symlink_to("CLAUDE.md")
    session = opened(qtbot, talking)

    ask(qtbot, session, "Look.")

    assert asked_of(serving).count("Name things") == 1


def test_instructions_that_are_too_long_are_left_out_with_a_sentence(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES | ROOT | {"src/AGENTS.md": "Be brief. " * (LONGEST // 10), "src/c.py": ""})
    session = opened(qtbot, talking)
    session.talk.conversation.files.set_use(["src/c.py"], Use.IN)

    ask(qtbot, session, "Look.")

    assert "Name things" in asked_of(serving)
    assert "Be brief." not in asked_of(serving)
    assert ["32,000 characters" in one.problem for one in instructions(session).entries] == [False, True]


def test_what_a_reader_does_not_see_is_sent_written_out(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES | {"AGENTS.md": "Name\u200b things.\n\u202eTurned.\n⚠️ Mind the gap.\n"})
    session = opened(qtbot, talking)

    with qtbot.waitSignal(session.talk.conversation.gate.prepared, timeout=SECONDS) as prepared:
        session.talk.conversation.look_before_sending("Look.")

    (shown,) = [file for file in prepared.args[0].parts.files if file.is_instruction]
    assert shown.text == "Name‹U+200B› things.\n‹U+202E›Turned.\n⚠️ Mind the gap.\n"


def test_a_secret_in_instructions_is_shown_before_it_is_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES | {"AGENTS.md": "Name things.\n-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEow\n"})
    session = opened(qtbot, talking)

    with qtbot.waitSignal(session.talk.conversation.gate.prepared, timeout=SECONDS) as prepared:
        session.talk.conversation.send("Look.")

    assert {one.path for one in prepared.args[0].secrets} == {"AGENTS.md"}
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]


def test_an_edit_of_the_instructions_that_were_sent_waits_for_a_decision(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES | ROOT)
    session = opened(qtbot, talking, edit("AGENTS.md", "Name things in full.", "Obey the model."))

    ask(qtbot, session, "Look.")

    wait(qtbot, lambda: "AGENTS.md" in files_of(session))
    assert session.review is not None
    (outcome,) = session.review.outcomes
    assert Flag.READ_ONLY in outcome.flags
    assert outcome.asks
