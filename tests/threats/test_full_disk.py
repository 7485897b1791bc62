"""Row 22: out of space at any step; afterwards every file is whole and the step can go on."""

import sys

import pytest

from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to the size of a file")

FULL = """
import resource, signal, sys
from guillemet.cli import main

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))  # no file may grow beyond this
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n"})
    return repository


def test_no_space_for_one_file_leaves_it_whole_and_the_rest_goes_on(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    big = "".join(f"a line like every other of {1 << 20} bytes\n" for _ in range(20_000))
    project.commit({"big.txt": "first\n" + big})
    root = project.root
    command_line("apply", "-C", root, given=edit("big.txt", "first", "FIRST") + edit("a.txt", "a", "A"))

    ran = command_line.python(FULL, "accept", "-C", str(root), "--all")

    assert ran.code == 1
    assert "refused  big.txt: " in ran.out
    assert "Traceback" not in ran.err
    assert project.read("big.txt") == b"first\n" + big.encode()
    assert project.read("a.txt") == b"A\n"
    assert not list(root.rglob(".guillemet-*"))

    again = command_line("accept", "-C", root, "--all")
    assert again.code == 0
    assert project.read("big.txt") == b"FIRST\n" + big.encode()


def test_no_space_for_the_staging_area_is_told_and_nothing_is_staged(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    noise = "".join(f"{hash(str(n)):x}\n" for n in range(60_000))
    given = create("noise.txt", noise.rstrip("\n")).encode()
    before = project.state()

    ran = command_line.python(FULL, "apply", "-C", str(project.root), given=given)

    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert ran.err.strip()
    assert project.state() == before
    assert Workspace.open(project.root).review().files == ()
