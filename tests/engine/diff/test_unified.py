"""Unified text, judged by `git apply`."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.unified import PatchEntry, unified

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git judges these patches")

EXECUTABLE = 0o100755


def apply(folder: Path, patch: bytes, *, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-c", "core.fsmonitor=false", "apply", "--whitespace=nowarn", "-"]
    return subprocess.run(command, cwd=folder, input=patch, capture_output=True, check=check)


def put(folder: Path, path: str, data: bytes) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that lies in no repository, so that `git apply` takes its files as they are."""
    return tmp_path


CHANGES = {
    "in the middle": (b"a\nb\nc\n", b"a\nB\nc\n"),
    "far apart": (
        b"\n".join(b"%d" % n for n in range(60)) + b"\n",
        b"\n".join(b"%d" % (n or 7) for n in range(59)) + b"\n",
    ),
    "CRLF": (b"a\r\nb\r\n", b"a\r\nB\r\n"),
    "mixed endings": (b"a\r\nb\nc\r", b"a\nb\r\nc\r\n"),
    "newline at the end came": (b"a\nb", b"a\nb\n"),
    "newline at the end went": (b"a\nb\n", b"a\nb"),
    "no newline on both sides": (b"a\nb", b"a\nc"),
    "not UTF-8": (b"caf\xe9\n\xff\xfe\n", b"caf\xe9!\n\xff\xfe\n"),
    "a NUL": (b"\x89PNG\0\0\n" * 40, bytes(range(256)) * 30),
    "a NUL on one side": (b"text\n", b"te\0xt\n"),
    "emptied": (b"a\n", b""),
    "filled": (b"", b"a\n"),
    "looks like a patch": (b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n", b"--- a/x\n+++ b/y\n@@ -1 +1 @@\n"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_git_makes_the_new_bytes_of_a_changed_file(folder: Path, case: str) -> None:
    before, after = CHANGES[case]
    file = put(folder, "src/a.txt", before)

    apply(folder, unified(PatchEntry("src/a.txt", before), PatchEntry("src/a.txt", after)))

    assert file.read_bytes() == after


@pytest.mark.parametrize("data", [b"", b"a\nb\n", b"no end", b"\0\1\2"])
def test_git_creates_a_file(folder: Path, data: bytes) -> None:
    apply(folder, unified(PatchEntry("new/a.txt", None), PatchEntry("new/a.txt", data)))

    assert (folder / "new/a.txt").read_bytes() == data


@pytest.mark.parametrize("data", [b"", b"a\nb\n", b"no end", b"\0\1\2"])
def test_git_deletes_a_file(folder: Path, data: bytes) -> None:
    file = put(folder, "a.txt", data)

    apply(folder, unified(PatchEntry("a.txt", data), PatchEntry("a.txt", None)))

    assert not file.exists()


def test_git_moves_a_file_and_changes_it(folder: Path) -> None:
    before, after = b"a\nb\nc\n", b"a\nB\nc\n"
    put(folder, "old.txt", before)

    apply(folder, unified(PatchEntry("old.txt", before), PatchEntry("new name.txt", after)))

    assert not (folder / "old.txt").exists()
    assert (folder / "new name.txt").read_bytes() == after


def test_git_moves_a_file_without_changing_it(folder: Path) -> None:
    put(folder, "old.txt", b"a\n")

    apply(folder, unified(PatchEntry("old.txt", b"a\n"), PatchEntry("new.txt", b"a\n")))

    assert (folder / "new.txt").read_bytes() == b"a\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
def test_git_makes_a_file_executable(folder: Path) -> None:
    file = put(folder, "run", b"a\n")

    apply(folder, unified(PatchEntry("run", b"a\n"), PatchEntry("run", b"a\n", EXECUTABLE)))

    assert os.access(file, os.X_OK)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
def test_git_creates_an_executable_file(folder: Path) -> None:
    apply(folder, unified(PatchEntry("run", None), PatchEntry("run", b"#!/bin/sh\n", EXECUTABLE)))

    assert os.access(folder / "run", os.X_OK)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("path", ["with blank.txt", "ünïcode.txt", 'quote".txt', "back\\slash", "tab\there", "-dash"])
def test_git_finds_a_file_with_an_odd_name(folder: Path, path: str) -> None:
    file = put(folder, path, b"a\n")

    apply(folder, unified(PatchEntry(path, b"a\n"), PatchEntry(path, b"b\n")))

    assert file.read_bytes() == b"b\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("path", ["with blank.txt", "ünï code.txt"])
def test_git_creates_an_empty_file_with_an_odd_name(folder: Path, path: str) -> None:
    apply(folder, unified(PatchEntry(path, None), PatchEntry(path, b"")))

    assert (folder / path).read_bytes() == b""


def test_several_patches_can_be_joined(folder: Path) -> None:
    put(folder, "a", b"a\n")
    put(folder, "b", b"\0a")
    patches = (
        unified(PatchEntry("a", b"a\n"), PatchEntry("a", b"A")),
        unified(PatchEntry("b", b"\0a"), PatchEntry("b", b"\0b")),
        unified(PatchEntry("c", None), PatchEntry("c", b"c\n")),
    )

    apply(folder, b"".join(patches))

    assert [(folder / name).read_bytes() for name in "abc"] == [b"A", b"\0b", b"c\n"]


def test_equal_sides_need_no_patch() -> None:
    assert unified(PatchEntry("a", b"a\n"), PatchEntry("a", b"a\n")) == b""


def test_git_refuses_the_patch_where_the_file_says_something_else(folder: Path) -> None:
    put(folder, "a", b"other\n")

    result = apply(folder, unified(PatchEntry("a", b"a\n"), PatchEntry("a", b"b\n")), check=False)

    assert result.returncode != 0


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\r\n", b"\n", b" \n"]), max_size=30).map(b"".join)


@given(LINES, LINES)
def test_any_change_is_applied_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, before: bytes, after: bytes
) -> None:
    folder = tmp_path_factory.mktemp("patched")
    file = put(folder, "a", before)
    patch = unified(PatchEntry("a", before), PatchEntry("a", after))

    if patch:
        apply(folder, patch)

    assert file.read_bytes() == after
