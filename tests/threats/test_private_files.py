"""Row 38: what this program keeps for its user is nothing for other users of the computer."""

import logging
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from guillemet import settings
from guillemet.app.history.store import Store
from guillemet.app.notices import Notifications
from guillemet.app.saved_snippets import SavedSnippets
from guillemet.app.task_runner import TaskRunner
from guillemet.llm.repo_map.cache import OutlineStore
from guillemet.private_files import kept_once, make_private_folder
from guillemet.settings import Settings
from guillemet.ui.logging_setup import LARGEST, logbook

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


def keep_settings(folder: Path) -> None:
    settings.save(Settings(font_size=12), folder / "settings.json")


def keep_conversations(folder: Path) -> None:
    store = Store(folder / "history.sqlite")
    store.close()


def keep_outlines(folder: Path) -> None:
    store = OutlineStore(folder)
    store.keep("a", b"x")
    store.close()


def keep_log(folder: Path) -> None:
    with logbook(folder / "guillemet.log"):
        for _ in range(3):  # so that one file is full and put aside
            logging.getLogger("guillemet").info("x" * LARGEST)


def keep_snippets(folder: Path) -> None:
    tasks = TaskRunner()
    SavedSnippets(tasks, Notifications(), folder / "snippets.txt")._make()
    tasks.close()


def keep_secret(folder: Path) -> None:
    assert kept_once(folder / "secret", b"x") == kept_once(folder / "secret", b"y") == b"x"


KEEPERS = (keep_settings, keep_conversations, keep_outlines, keep_log, keep_snippets, keep_secret)


def modes(folder: Path) -> set[tuple[str, int]]:
    return {(one.name, stat.S_IMODE(one.stat().st_mode)) for one in folder.iterdir()}


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """Give new files to everybody, as some systems do."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.gui
@pytest.mark.parametrize("keep", KEEPERS)
def test_what_is_kept_is_its_owners_alone(tmp_path: Path, keep: Callable[[Path], None]) -> None:
    folder = tmp_path / "guillemet"

    keep(folder)

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {mode for _, mode in modes(folder)} == {0o600}


@pytest.mark.gui
@pytest.mark.parametrize("keep", KEEPERS)
def test_what_earlier_versions_kept_for_all_is_taken_from_them(tmp_path: Path, keep: Callable[[Path], None]) -> None:
    folder = tmp_path / "guillemet"
    keep(folder)
    folder.chmod(0o755)
    for one in folder.iterdir():
        one.chmod(0o644)
    (folder / "older").touch(0o644)

    keep(folder)

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {mode for _, mode in modes(folder)} == {0o600}


def test_a_file_that_goes_while_a_folder_is_made_private_leaves_the_others_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("gone", "left"):
        (tmp_path / name).touch(mode=0o644)
        (tmp_path / name).chmod(0o644)
    listed = list(os.scandir(tmp_path))
    (tmp_path / "gone").unlink()
    monkeypatch.setattr(os, "scandir", lambda _: nullcontext(listed))

    make_private_folder(tmp_path)

    assert (tmp_path / "left").stat().st_mode & 0o777 == 0o600
