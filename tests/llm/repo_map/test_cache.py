"""Outlines are kept by blob, in memory and in a file."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from guillemet.llm.repo_map import OutlineCache, reader
from guillemet.llm.repo_map.cache import FILE_NAME
from tests.llm.repo_map.conftest import Shop, shown_files


def reopened(shop: Shop, kept: Path, *, most_kept: int = 100) -> OutlineCache:
    shop.cache = OutlineCache(kept, most_kept=most_kept, reader=shop.reader)
    return shop.cache


def with_own_reader(shop: Shop) -> OutlineCache:
    shop.cache = OutlineCache()
    return shop.cache


def test_nothing_is_read_twice(shop: Shop) -> None:
    shop.map(focus=("cart.py",))
    assert sorted(shop.read) == sorted(shop.texts)

    shop.map(focus=("till.py",))
    assert shop.read == []


def test_only_what_has_changed_is_read(shop: Shop) -> None:
    shop.map()
    shop.texts["prices.py"] = "class Cost:\n    pass\n"
    shop.texts["cart.py"] = "Cost()\n"

    made = shop.map(focus=("cart.py",))

    assert sorted(shop.read) == ["cart.py", "prices.py"]
    assert "class Cost" in made.text
    assert "class Price" not in made.text


def test_a_moved_file_costs_nothing(shop: Shop) -> None:
    shop.map()
    shop.texts["money/prices.py"] = shop.texts.pop("prices.py")

    made = shop.map(focus=("cart.py",))

    assert shop.read == []
    assert shown_files(made) == ("money/prices.py", "till.py")


def test_a_copied_file_costs_nothing(shop: Shop) -> None:
    shop.map()
    shop.texts["copy.py"] = shop.texts["weather.py"]

    shop.map()

    assert shop.read == []


def test_a_file_that_comes_back_costs_nothing(shop: Shop) -> None:
    shop.map()
    text = shop.texts.pop("prices.py")
    assert "Price" not in shop.map(focus=("cart.py",)).text
    shop.texts["prices.py"] = text

    assert "class Price" in shop.map(focus=("cart.py",)).text
    assert shop.read == []


def test_the_same_bytes_under_another_ending_are_another_outline(shop: Shop) -> None:
    shop.map()
    shop.texts["weather.js"] = shop.texts["weather.py"]

    shop.map()

    assert shop.read == ["weather.js"]


def test_the_index_forgets_what_is_gone(shop: Shop) -> None:
    shop.map(focus=("cart.py",))
    shop.texts.clear()

    shop.map()

    index = shop.cache.index
    assert not any((index.files, index.paths, index.users, index.definers, index.names_with, index.paths_with))
    assert not index.used_often()


def test_outlines_outlive_the_program(shop: Shop, kept: Path) -> None:
    with reopened(shop, kept):
        before = shop.map(focus=("cart.py",))

    with reopened(shop, kept):
        assert shop.map(focus=("cart.py",)) == before
        assert shop.read == []


def test_names_of_files_without_a_grammar_are_kept_too(shop: Shop, kept: Path) -> None:
    shop.texts["notes.md"] = "the forecast"
    with reopened(shop, kept):
        shop.map(focus=("notes.md",))

    with reopened(shop, kept):
        assert "forecast" in shop.map(focus=("notes.md",)).text
        assert shop.read == []


def test_a_cache_of_another_version_is_thrown_away(shop: Shop, kept: Path) -> None:
    with reopened(shop, kept):
        shop.map()
    with sqlite3.connect(kept / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()

    with reopened(shop, kept):
        assert "class Price" in shop.map(focus=("cart.py",)).text
        assert sorted(shop.read) == sorted(shop.texts)


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5_000])
def test_a_broken_cache_is_made_anew(shop: Shop, kept: Path, damage: bytes) -> None:
    kept.mkdir()
    (kept / FILE_NAME).write_bytes(damage)

    with reopened(shop, kept):
        before = shop.map(focus=("cart.py",))
    with reopened(shop, kept):
        assert shop.map(focus=("cart.py",)) == before
        assert shop.read == []


def test_broken_outlines_in_the_cache_are_read_again(shop: Shop, kept: Path) -> None:
    with reopened(shop, kept):
        before = shop.map(focus=("cart.py",))
    with sqlite3.connect(kept / FILE_NAME) as connection:
        connection.execute("UPDATE outlines SET outline = X'00'")
    connection.close()

    with reopened(shop, kept):
        assert shop.map(focus=("cart.py",)) == before
        assert sorted(shop.read) == sorted(shop.texts)


def test_without_a_folder_to_write_to_nothing_is_kept_and_nothing_fails(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with reopened(shop, tmp_path / "file" / "kept"):
        assert "class Price" in shop.map(focus=("cart.py",)).text


@pytest.mark.skipif(os.name == "nt", reason="files have no such rights there")
def test_the_file_is_for_its_user_alone(shop: Shop, kept: Path) -> None:
    with reopened(shop, kept):
        shop.map()
        modes = {path.stat().st_mode & 0o777 for path in kept.iterdir()}

    assert modes == {0o600}


def test_the_file_is_bounded(shop: Shop, kept: Path) -> None:
    for number in range(40):
        shop.texts[f"part_{number}.py"] = f"def measure_{number}():\n    pass\n"
    with reopened(shop, kept, most_kept=10):
        shop.map()

    with sqlite3.connect(kept / FILE_NAME) as connection:
        (count,) = connection.execute("SELECT count(*) FROM outlines").fetchone()
    connection.close()
    assert count == 10


def test_a_crash_leaves_a_cache_that_can_be_used(shop: Shop, kept: Path) -> None:
    code = """
import os, signal, sys
from pathlib import Path
from guillemet.llm.repo_map import OutlineCache, make_map
cache = OutlineCache(Path(sys.argv[1]))
files = {f"part_{number}.py": f"{number:040}" for number in range(300)}
make_map(files, lambda path: b"def f(): pass\\n", focus=(), words=(), budget=100, cache=cache)
cache._store.keep("unwritten", b"")
os.kill(os.getpid(), signal.SIGKILL)
"""
    root = Path(reader.guillemet.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code, str(kept)], cwd=root, check=False)
    assert done.returncode == -signal.SIGKILL

    with reopened(shop, kept):
        assert "class Price" in shop.map(focus=("cart.py",)).text
    with sqlite3.connect(kept / FILE_NAME) as connection:
        assert connection.execute("SELECT count(*) FROM outlines").fetchone()[0] == 100  # the bound
    connection.close()


@pytest.mark.skipif(os.name == "nt", reason="a process is ended by a signal")
def test_a_file_that_ends_the_process_it_is_read_in_harms_no_other(shop: Shop) -> None:
    for number in range(30):
        shop.texts[f"part_{number}.py"] = f"def measure_{number}():\n    pass\n"
    shop.texts["a.java"] = "a=>" * 4_000  # the grammar takes all memory there is
    shop.texts["cart.py"] = "measure_29(measure_3(Price))\n"

    with with_own_reader(shop):
        made = shop.map(focus=("cart.py",))

        assert made.is_whole
        assert {"part_29.py", "part_3.py", "prices.py"} <= set(shown_files(made))
        shop.map(focus=("cart.py",))
        assert shop.read == []


def test_where_no_process_can_be_started_the_map_has_only_names(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader.sys, "executable", "/nowhere/python")

    with with_own_reader(shop):
        made = shop.map(focus=("cart.py",))

    assert (made.text, made.is_whole) == ("Further files:\nprices.py\ntill.py\nweather.py\n", False)


def test_many_files_are_read_by_several_processes(shop: Shop) -> None:
    for number in range(200):
        shop.texts[f"part_{number:03}.py"] = f"def measure_{number:03}():\n    pass\n" + "x = 1\n" * 300
    shop.texts["cart.py"] = "\n".join(f"measure_{number:03}()" for number in range(200))
    mine = reader.OutlineReader(most=2)

    with OutlineCache(reader=mine) as shop.cache:
        made = shop.map(focus=("cart.py",), budget=20_000)
    mine.close()

    assert len(shown_files(made)) == 200


def test_files_larger_than_a_pipe_holds_are_read(shop: Shop) -> None:
    for number in range(6):
        shop.texts[f"large_{number}.py"] = f"def large_{number}():\n    pass\n" + "x = 1\n" * 30_000
    shop.texts["cart.py"] = "\n".join(f"large_{number}()" for number in range(6))

    assert {f"large_{number}.py" for number in range(6)} <= set(shown_files(shop.map(focus=("cart.py",))))
