"""Hides the host, fails on any warning, and lets no test leave anything behind."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from tests.kit.masking import mask_environment, mask_git, refuse_network

HOME = mask_environment()  # before anything loads Qt or libgit2
gc.set_threshold(10_000)  # before the program notes it: there is little garbage, and it is searched for all the same

import logging  # noqa: E402

import hypothesis  # noqa: E402
import pytest  # noqa: E402
from hypothesis.configuration import set_hypothesis_home_dir  # noqa: E402

from tests.kit.command import CommandLine  # noqa: E402
from tests.kit.leaks import Belongings, clear_clipboard, release_keys  # noqa: E402
from tests.kit.loud_log import Collector, verdict, wanted_patterns  # noqa: E402
from tests.kit.repositories import RepositoryBuilder  # noqa: E402
from tests.kit.screenless import GUI_PACKAGES, missing_gui, needs_qt  # noqa: E402

mask_git(HOME)
refuse_network()
# What a file of the program has for constants is kept, by the file's content: to find it takes seconds in every worker.
set_hypothesis_home_dir(Path(__file__).parents[1] / ".pytest_cache" / "hypothesis")
hypothesis.settings.register_profile(
    "house",
    deadline=None,  # a promise about values, not about the speed of the machine
    database=None,  # a run depends on nothing an earlier run left
    max_examples=int(os.environ.get("GUILLEMET_EXAMPLES", "20")),
    print_blob=True,
)
hypothesis.settings.load_profile("house")

NO_GUI = missing_gui()
collect_ignore = ["scenarios"]  # its files are those of the scenarios' repositories


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Keep pytest-qt from stopping the whole run where Qt's system libraries are missing."""
    if not NO_GUI:
        return
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(f"The window cannot be tested: {NO_GUI}. Install {GUI_PACKAGES}.")
    pluginmanager.unregister(name="pytest-qt")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Let `-n auto` start three workers on two processors: many a test waits, for a process or a timer."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors * 3 // 2


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    config.addinivalue_line("markers", "logs(pattern): the test wants a warning like this in the log")
    config.addinivalue_line("markers", "gui: the test shows widgets")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what cannot even be imported."""
    return True if NO_GUI and needs_qt(collection_path) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for no garbage while the tests are loaded: there is next to none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Leave what was loaded out of every later search for garbage: it stays."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Leave nothing that outlives the interpreter."""
    clear_clipboard()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs widgets where there can be none."""
    if not NO_GUI:
        return
    for item in items:
        if "gui" in item.keywords or "qtbot" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason="Qt's system libraries are missing"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write out what was logged of names that are no Unicode: a worker that has to send them breaks the whole run."""
    report = yield
    report.sections = [(title, text.encode(errors="backslashreplace").decode()) for title, text in report.sections]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that the window was not tested."""
    if NO_GUI:
        terminalreporter.write_line(
            f"THE WINDOW WAS NOT TESTED: {NO_GUI}. On Debian or Ubuntu: apt-get install {GUI_PACKAGES}",
            red=True,
            bold=True,
        )


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test that leaves a thread, process, window, timer or temporary file, or logs an unwanted warning."""
    collector = Collector()
    logging.getLogger().addHandler(collector)
    before = Belongings(shows_windows="qapp" in request.fixturenames)
    yield
    release_keys()
    left = before.left_behind()
    logging.getLogger().removeHandler(collector)
    assert not left, "left behind by the test:\n" + "\n".join(left)
    complaint = verdict(collector.lines, wanted_patterns(request.node))
    assert not complaint, complaint


@pytest.fixture
def make_repository(tmp_path: Path) -> Callable[[str], RepositoryBuilder]:
    """Return a function that makes an empty repository in the test's folder."""
    return lambda name="project": RepositoryBuilder(tmp_path / name)


@pytest.fixture
def empty_repository(tmp_path: Path) -> RepositoryBuilder:
    """Return a repository before its first commit."""
    return RepositoryBuilder(tmp_path / "project")


@pytest.fixture
def repository(empty_repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with one commit that holds README.md."""
    empty_repository.commit({"README.md": "# Project\n\nA sample.\n"}, message="Start")
    return empty_repository


@pytest.fixture
def command_line() -> CommandLine:
    """Return what runs `guillemet` in this process or in one of its own."""
    return CommandLine()
