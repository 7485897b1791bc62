"""Promises of finding files: letters in their order are enough, and the likeliest file comes first."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile
from guillemet.ui import file_search
from guillemet.ui.file_search import FileFinder, FileMatch, read_place

pytestmark = pytest.mark.usefixtures("qapp")
PATHS = ("src/total.py", "src/grand_total.py", "src/subtotal.py", "totals/app.py", "t/o/t/a/l.py", "docs/tax.md")


def find(typed: str, paths: tuple[str, ...] = PATHS, most: int = 50) -> list[str]:
    owner = QObject()
    finder = FileFinder(owner, most=most)
    matches: list[FileMatch] = []
    finder.found.connect(matches.append)
    finder.set_files(FileListing(ListedFile(path) for path in paths))
    finder.look_for(typed)
    while not matches:  # on a busy machine the search goes on in its next turn
        QCoreApplication.processEvents()
    return [file.path for file in matches[0].files]


def test_the_likeliest_file_comes_first() -> None:
    assert find("total") == [
        "src/total.py",
        "src/grand_total.py",
        "src/subtotal.py",
        "totals/app.py",
        "t/o/t/a/l.py",
    ]


@pytest.mark.parametrize("typed", ["gtot", "GRAND", "srcgrand", "grand total", "src/grand_total.py"])
def test_scattered_letters_in_any_case_find_a_file(typed: str) -> None:
    assert find(typed)[0] == "src/grand_total.py"


@pytest.mark.parametrize("typed", ["latot", "zzz", "totalx.*"])
def test_letters_out_of_order_find_nothing(typed: str) -> None:
    assert find(typed) == []


def test_with_nothing_typed_changed_files_come_first(qtbot: QtBot) -> None:
    owner = QObject()
    finder = FileFinder(owner, most=2)
    finder.set_files(FileListing((ListedFile("a.py"), ListedFile("b.py"), ListedFile("c.py", "M"))))

    with qtbot.waitSignal(finder.found) as found:
        finder.look_for("")

    assert found.args == [FileMatch((ListedFile("c.py", "M"), ListedFile("a.py")), 3)]


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileFinder]:
    """Return what looks through five thousand files, a small slice at a time."""
    monkeypatch.setattr(file_search, "SLICE", 0.0)
    owner = QObject()
    finder = FileFinder(owner, most=10)
    finder.set_files(FileListing(ListedFile(f"src/file_{number}.py") for number in range(5_000)))
    yield finder
    owner.deleteLater()


@pytest.fixture
def told(finder: FileFinder) -> list[FileMatch]:
    """Return what the finder tells."""
    told: list[FileMatch] = []
    finder.found.connect(told.append)
    return told


def test_a_long_listing_is_searched_in_slices(qtbot: QtBot, finder: FileFinder, told: list[FileMatch]) -> None:
    finder.look_for("file4321")
    assert not told, "the first slice came to the end"

    qtbot.waitUntil(lambda: bool(told))
    assert [file.path for file in told[0].files] == ["src/file_4321.py"]


def test_a_new_search_takes_the_place_of_the_one_under_way(
    qtbot: QtBot, finder: FileFinder, told: list[FileMatch]
) -> None:
    finder.look_for("file12")
    finder.look_for("file4777")

    qtbot.waitUntil(lambda: bool(told))
    assert [[file.path for file in found.files] for found in told] == [["src/file_4777.py"]]


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("src/app.py", ("src/app.py", 0)),
        ("src/app.py:41", ("src/app.py", 41)),
        (" src/app.py:41:7 ", ("src/app.py", 41)),
        ("src/app.py:41: error", ("src/app.py:41: error", 0)),
        ("src/app.py#L41", ("src/app.py", 41)),
        ('  File "/work/here/src/app.py", line 41, in total', ("src/app.py", 41)),
        ('app.py", line', ('app.py", line', 0)),
        ("/elsewhere/app.py:3", ("/elsewhere/app.py", 3)),
        ("app.py:", ("app.py:", 0)),
    ],
)
def test_a_line_is_read_behind_a_path_as_compilers_and_tracebacks_write_it(typed: str, place: tuple[str, int]) -> None:
    assert read_place(typed, "/work/here") == place
