"""What the embedded model promises, against its real process with a scripted llama.cpp in it."""

import asyncio
from pathlib import Path

import pytest

import guillemet
from guillemet.llm.errors import (
    BrokenStreamError,
    MissingPackageError,
    ServiceError,
    ServiceFaultError,
    TooLongError,
    UnknownModelError,
)
from guillemet.llm.messages import Ending, Message, ModelInfo, Picture, Request, Role, Usage
from guillemet.llm.services import model_process
from guillemet.llm.services.embedded import EmbeddedService, usual_threads
from tests.kit.asking import PATIENCE, Heard, ask, ask_and_stop
from tests.kit.leaks import child_processes
from tests.kit.scripted_llama import command

SECONDS = 10.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file that looks like a model from outside."""
    file = tmp_path / "tiny ½.gguf"
    file.write_bytes(b"GGUF" + bytes(60))
    return file


def scripted(file: Path, mode: str = "", *, patience: float = SECONDS, threads: int | None = None) -> EmbeddedService:
    return EmbeddedService(file, threads=threads, room=512, command=command(mode), patience=patience)


def says(text: str) -> Request:
    return Request("tiny", (Message(Role.USER, text),))


def test_an_answer_arrives_with_its_figures(file: Path) -> None:
    heard = ask(scripted(file), says("Äpfel und «½» 🥧"))

    assert (heard.text, heard.ending, heard.error) == ("Äpfel und «½» 🥧 ", Ending.COMPLETE, None)
    assert heard.usage == Usage(read=27, written=60, from_cache=20)


def test_an_answer_that_reached_its_limit_says_so(file: Path) -> None:
    assert ask(scripted(file), says("long story")).ending is Ending.TOO_LONG


def test_thoughts_are_no_part_of_the_answer(file: Path) -> None:
    heard = ask(scripted(file), says("think ««« EDIT"))

    assert (heard.text, heard.thoughts) == ("done", "««« EDIT")


def test_thoughts_between_tags_are_no_part_of_the_answer(file: Path) -> None:
    heard = ask(scripted(file), says("<think> ««« EDIT </think> done"))

    assert "EDIT" in heard.thoughts
    assert heard.text.strip() == "done"


def test_the_file_the_room_and_the_threads_are_the_chosen_ones(file: Path) -> None:
    assert ask(scripted(file, threads=3), says("order")).text == f"{file}|512|3"


def test_the_model_leaves_a_core_to_the_window() -> None:
    assert [usual_threads(processors) for processors in (1, 2, 4, 6, 8, 16)] == [1, 1, 3, 3, 4, 8]


def test_what_libraries_write_to_the_standard_output_does_no_harm(file: Path) -> None:
    assert ask(scripted(file), says("noise and music")).text == "and music"


def test_the_process_is_kept_for_later_requests(file: Path) -> None:
    service = scripted(file)

    first, second = asyncio.run(in_turn(service, "process", "process"))

    assert first.text == second.text


def test_listing_the_model_starts_no_process(file: Path) -> None:
    before = child_processes()

    models = asyncio.run(scripted(file).models())

    assert models == (ModelInfo("tiny ½", room=512),)
    assert child_processes() == before


def test_a_stopped_answer_leaves_the_process_for_the_next_request(file: Path) -> None:
    first, stopped, after = asyncio.run(in_turn(scripted(file), "process", "count", "process", stopping="count"))

    assert stopped.text.startswith("0 ")
    assert (after.text, after.error) == (first.text, None)


def test_a_model_that_hears_no_stop_is_ended_and_started_anew(file: Path) -> None:
    service = scripted(file, patience=0.05)

    first, stopped, after = asyncio.run(in_turn(service, "process", "hang", "process", stopping="hang"))

    assert stopped.text == "before"
    assert after.text != first.text
    assert after.ending is Ending.COMPLETE


def test_a_request_is_stopped_at_once_while_the_model_loads(file: Path) -> None:
    before = child_processes()

    heard = ask_and_stop(scripted(file, "slow"), lambda _: child_processes() != before)

    assert heard.events == []


def test_a_process_killed_midway_breaks_the_answer_and_keeps_what_came(file: Path) -> None:
    heard = ask(scripted(file), says("die early"))

    assert heard.text == "early"
    assert isinstance(heard.error, BrokenStreamError)


def test_a_process_killed_before_its_answer_is_told(file: Path) -> None:
    heard = ask(scripted(file), says("die"))

    assert type(heard.error) is ServiceFaultError
    assert "ended by itself" in str(heard.error)


def test_a_process_that_was_killed_is_started_anew(file: Path) -> None:
    _, after = asyncio.run(in_turn(scripted(file), "die early", "hello"))

    assert after.text == "hello "


def test_a_request_longer_than_the_room_names_both_figures(file: Path) -> None:
    heard = ask(scripted(file), says("refuse"))

    assert isinstance(heard.error, TooLongError)
    assert "20,024" in str(heard.error)
    assert "16,384" in str(heard.error)


def test_a_fault_of_llama_is_told_and_the_next_request_answered(file: Path) -> None:
    failed, after = asyncio.run(in_turn(scripted(file), "fail", "hello"))

    assert "image input is not supported" in str(failed.error)
    assert after.text == "hello "


def test_a_file_that_cannot_be_loaded_is_told(file: Path) -> None:
    heard = ask(scripted(file, "fails"), says("hello"))

    assert "could not be loaded" in str(heard.error)


def test_a_model_the_system_ends_while_loading_is_told_to_be_too_large(file: Path) -> None:
    heard = ask(scripted(file, "killed"), says("hello"))

    assert "memory" in str(heard.error)


def test_a_missing_package_is_told_with_how_to_install_it(file: Path) -> None:
    heard = ask(scripted(file, "missing"), says("hello"))

    assert isinstance(heard.error, MissingPackageError)
    assert "pip install xllamacpp" in str(heard.error)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    heard = ask(scripted(tmp_path / "gone.gguf"), says("hello"))

    assert isinstance(heard.error, UnknownModelError)


def test_a_file_that_is_no_model_is_told(tmp_path: Path) -> None:
    file = tmp_path / "notes.gguf"
    file.write_text("notes", encoding="utf-8")

    heard = ask(scripted(file), says("hello"))

    assert "not a GGUF file" in str(heard.error)


def test_a_file_larger_than_the_memory_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_process, "memory_of_computer", lambda: 63)

    heard = ask(scripted(file), says("hello"))

    assert "smaller model" in str(heard.error)


def test_pictures_are_refused(file: Path) -> None:
    shown = Message(Role.USER, "Look.", pictures=(Picture("image/png", b"\x89PNG"),))

    assert "pictures" in str(ask(scripted(file), Request("tiny", (shown,))).error)


def test_a_command_that_does_not_exist_is_told(file: Path, tmp_path: Path) -> None:
    heard = ask(EmbeddedService(file, command=(str(tmp_path / "nothing"),)), says("hello"))

    assert "cannot be started" in str(heard.error)


def test_a_broken_model_file_is_told_by_the_real_llama(file: Path) -> None:
    pytest.importorskip("xllamacpp")

    heard = ask(EmbeddedService(file, room=512), says("hello"))

    assert isinstance(heard.error, ServiceError)
    assert "could not be loaded" in str(heard.error)


def test_the_process_looks_for_modules_in_no_repository(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xllamacpp.py").write_text("raise SystemExit('run by a repository')", encoding="utf-8")
    (tmp_path / "guillemet").mkdir()
    monkeypatch.chdir(tmp_path)

    assert ask(scripted(file), says("hello")).text == "hello "
    assert Path(guillemet.__file__).parents[1] != tmp_path


async def in_turn(service: EmbeddedService, *texts: str, stopping: str = "") -> list[Heard]:
    """Ask one after the other, stopping the answer to one of them after its first text."""
    heard = []
    try:
        for text in texts:
            async with asyncio.timeout(PATIENCE):
                heard.append(await _hear(service, text, stops=text == stopping))
    finally:
        await service.close()
    return heard


async def _hear(service: EmbeddedService, text: str, *, stops: bool) -> Heard:
    heard = Heard()
    has_begun = asyncio.Event()

    async def listen() -> None:
        try:
            async for event in service.stream(says(text)):
                heard.events.append(event)
                has_begun.set()
        except ServiceError as error:
            heard.error = error

    task = asyncio.create_task(listen())
    if stops:
        await has_begun.wait()
        task.cancel()
    await asyncio.wait([task])
    return heard
