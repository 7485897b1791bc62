"""Promises of the line ending a new file takes."""

import os

import pytest

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git.repository import Repository
from tests.kit.repositories import RepositoryBuilder

CRLF = "\r\n"


def ending(builder: RepositoryBuilder, path: str) -> str:
    return Repository.open(builder.root).new_file_ending(path)


def test_a_lone_file_takes_the_line_feed(empty_repository: RepositoryBuilder) -> None:
    assert ending(empty_repository, "a/b.py") == "\n"


@pytest.mark.parametrize(
    ("rule", "expected"), [("*.bat eol=crlf", CRLF), ("*.bat eol=lf", "\n"), ("*.bat text eol=crlf", CRLF)]
)
def test_the_attribute_decides_first(empty_repository: RepositoryBuilder, rule: str, expected: str) -> None:
    other = "crlf" if expected == "\n" else "lf"
    empty_repository.write({".gitattributes": rule + "\n", ".editorconfig": f"[*]\nend_of_line={other}\n"})

    assert ending(empty_repository, "x/run.bat") == expected


def test_the_nearest_editorconfig_that_says_so_comes_next(empty_repository: RepositoryBuilder) -> None:
    empty_repository.git.config["core.autocrlf"] = "input"
    empty_repository.write(
        {
            ".editorconfig": "root = true\n[*]\nend_of_line = lf\n",
            "win/.editorconfig": "; ours\n[*.{txt,ini}]\nEnd_Of_Line = CRLF\n",
        },
    )

    assert ending(empty_repository, "win/deep/a.ini") == CRLF
    assert ending(empty_repository, "win/deep/a.py") == "\n"
    assert ending(empty_repository, "a.ini") == "\n"


def test_the_last_fitting_section_wins(empty_repository: RepositoryBuilder) -> None:
    empty_repository.write({".editorconfig": "[*]\nend_of_line=lf\n[*.txt]\nend_of_line=crlf\n"})

    assert ending(empty_repository, "a.txt") == CRLF


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*", "a/b/c.py", True),
        ("*.py", "a/b/c.py", True),
        ("/*.py", "a/c.py", False),
        ("/*.py", "c.py", True),
        ("a/*.py", "a/b/c.py", False),
        ("a/**.py", "a/b/c.py", True),
        ("a/**/c.py", "a/c.py", True),
        ("?.py", "c.py", True),
        ("?.py", "cc.py", False),
        ("[ab].py", "b.py", True),
        ("[!ab].py", "b.py", False),
        ("[!ab].py", "c.py", True),
        ("{c,d}.{py,pyi}", "d.pyi", True),
        ("{c,d}.{py,pyi}", "e.py", False),
        ("{c}.py", "{c}.py", True),
        ("v{1..9}.py", "v3.py", True),
        ("v{1..9}.py", "vx.py", False),
        ("a+b(c).py", "a+b(c).py", True),
        ("[", "x", False),
        ("\\*.py", "*.py", True),
        ("\\*.py", "x.py", False),
    ],
)
def test_sections_name_files_by_glob(
    empty_repository: RepositoryBuilder, pattern: str, path: str, *, fits: bool
) -> None:
    empty_repository.write({".editorconfig": f"[{pattern}]\nend_of_line=crlf\n"})

    assert (ending(empty_repository, path) == CRLF) is fits


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("core.autocrlf", "true", CRLF),
        ("core.autocrlf", "input", "\n"),
        ("core.eol", "crlf", CRLF),
        ("core.eol", "lf", "\n"),
    ],
)
def test_the_configuration_comes_before_the_neighbours(
    empty_repository: RepositoryBuilder, name: str, value: str, expected: str
) -> None:
    neighbour = "a\n" if expected == CRLF else "a\r\n"
    empty_repository.write({"n.txt": neighbour})
    empty_repository.git.config[name] = value

    assert ending(empty_repository, "b.txt") == expected


def test_most_neighbours_decide_else(empty_repository: RepositoryBuilder) -> None:
    empty_repository.write({"x/a.txt": "1\r\n2\r\n3\r\n", "x/b.txt": "1\n", "top.txt": "1\n" * 9})

    assert ending(empty_repository, "x/c.txt") == CRLF
    assert ending(empty_repository, "x/new/c.txt") == CRLF
    assert ending(empty_repository, "c.txt") == "\n"


def test_binary_files_and_links_are_no_neighbours(empty_repository: RepositoryBuilder) -> None:
    empty_repository.write({"x/a.bin": b"\0\r\n\r\n", "other.txt": "1\n"})
    (empty_repository.root.parent / "outside.txt").write_bytes(b"1\r\n2\r\n")
    (empty_repository.root / "x" / "link.txt").symlink_to(empty_repository.root.parent / "outside.txt")

    assert ending(empty_repository, "x/c.txt") == "\n"


def test_a_text_without_any_other_sign_takes_the_ending_of_the_system(empty_repository: RepositoryBuilder) -> None:
    empty_repository.write({".gitattributes": "* text=auto"})

    assert ending(empty_repository, "a.bat") == os.linesep


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes of a name")
def test_attributes_that_are_a_pipe_are_not_waited_for(empty_repository: RepositoryBuilder) -> None:
    opened = Repository.open(empty_repository.root)
    os.mkfifo(empty_repository.root / ".gitattributes")

    with pytest.raises(RepositoryError, match="is a pipe"):
        opened.new_file_ending("a.txt")
