"""Promises of the kit itself: what it should notice, it notices."""

import inspect
import os
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import pygit2
import pytest

from tests.kit.cases import each
from tests.kit.command import Ran
from tests.kit.fork_server import ForkServer
from tests.kit.leaks import Belongings
from tests.kit.loud_log import verdict
from tests.kit.masking import NetworkUsedError
from tests.kit.repositories import RepositoryBuilder


def test_a_thread_that_does_not_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.leaks.PATIENCE", 0.05)
    before, over = Belongings(), threading.Event()
    thread = threading.Thread(target=over.wait, name="lingering")
    thread.start()

    left = before.left_behind()

    over.set()
    thread.join()
    assert left == ["thread: lingering"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the children of a process")
def test_a_child_process_that_does_not_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.leaks.PATIENCE", 0.05)
    before = Belongings()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        left = before.left_behind()
        child.communicate(b"\n")

    assert len(left) == 1
    assert left[0].startswith("child process: ")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_forked_code_runs_by_itself_and_says_what_it_printed_and_how_it_ended() -> None:
    server = ForkServer("json")
    code = "import os, sys; os.environ['A'] = sys.argv[1]; print(*sys.argv[1:], flush=True); {}"

    assert server.run(code.format("sys.exit(3)"), "a", "é") == Ran(3, "a é\n", "")
    assert server.run(code.format("os.kill(os.getpid(), 9)"), "b").code == -9
    assert server.run("import os; print(os.environ.get('A'))").out == "None\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_forked_code_ends_with_the_test_that_fails_before_it() -> None:
    server = ForkServer("json")

    code = "import time; print('runs', flush=True); time.sleep(50)"
    with suppress(ZeroDivisionError), server.started(code) as run:
        while not run.printed():
            assert run.is_running()
        _ = 1 / 0

    for _ in range(500):
        if not Path("/proc", str(run.pid)).exists():
            break
        threading.Event().wait(0.01)
    with pytest.raises(ProcessLookupError):
        os.kill(run.pid, 0)


def test_a_temporary_file_that_stays_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.leaks.PATIENCE", 0.05)
    before = Belongings()
    handle, name = tempfile.mkstemp()
    os.close(handle)

    left = before.left_behind()

    Path(name).unlink()
    assert left == [f"temporary file: {name}"]


@pytest.mark.gui
def test_a_timer_that_runs_on_is_noticed_once(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    from PySide6.QtCore import QTimer  # noqa: PLC0415  the other tests of this file do without Qt

    monkeypatch.setattr("tests.kit.leaks.PATIENCE", 0.05)
    before, timer = Belongings(shows_windows=qapp is not None), QTimer()
    timer.start(100_000)

    left = before.left_behind()
    next_test = Belongings(shows_windows=True).left_behind()

    timer.stop()
    assert left == ["running timer: QTimer of None"]
    assert next_test == []


def test_an_unwanted_warning_in_the_log_is_a_complaint() -> None:
    assert "not expected: WARNING a: lost" in verdict(["WARNING a: lost"], [])


def test_a_wanted_warning_that_never_came_is_a_complaint() -> None:
    assert "missing: lost" in verdict([], ["lost"])


def test_a_wanted_warning_is_no_complaint() -> None:
    assert not verdict(["WARNING a: lost"], ["lost"])


def test_another_machine_cannot_be_reached() -> None:
    with socket.socket() as plug, pytest.raises(NetworkUsedError):
        plug.connect(("192.0.2.1", 80))


def test_the_hosts_home_is_hidden() -> None:
    assert Path.home().name.startswith("guillemet-tests-")


def test_the_hosts_git_configuration_is_hidden(tmp_path: Path) -> None:
    git = RepositoryBuilder(tmp_path / "r", author=None).git

    assert "user.name" not in git.config


def test_a_built_repository_holds_what_was_committed(repository: RepositoryBuilder) -> None:
    repository.commit({"a/b.txt": "one\r\n", "README.md": None})

    assert repository.committed("a/b.txt") == b"one\r\n"
    assert repository.committed("README.md") is None
    assert repository.status() == {}
    assert isinstance(repository.git[repository.head], pygit2.Commit)


def test_all_cases_of_one_test_are_tried_until_one_fails_and_that_one_is_named() -> None:
    tried = []

    @each(("left", "right"), [(1, 1), (2, 3), (4, 4)])
    @each("more", "ab")
    def check(left: int, right: int, more: str, *, fixture: str) -> None:
        tried.append((left, more, fixture))
        assert left == right

    with pytest.raises(AssertionError) as failed:
        check(fixture="given")

    assert list(inspect.signature(check).parameters) == ["fixture"]
    assert tried == [(1, "a", "given"), (1, "b", "given"), (2, "a", "given")]
    assert failed.value.__notes__ == ["in the case 'a'", "in the case (2, 3)"]
