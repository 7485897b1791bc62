"""Promises of `guillemet accept` and `guillemet reject`."""

import pytest

from tests.cli.conftest import GREETING, REPLY
from tests.kit.command import CommandLine
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder


def decisions(command_line: CommandLine, project: RepositoryBuilder) -> dict[str, str]:
    files = command_line("review", "-C", project.root, "--json").json["files"]
    return {file["path"]: file["decision"] for file in files}


def test_accepting_a_file_writes_that_file_alone(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("accept", "-C", project.root, "src/greeting.py")

    assert ran.code == 0
    assert b"Hello, {name}!" in project.read("src/greeting.py")
    assert not (project.root / "src/farewell.py").exists()
    assert decisions(command_line, project)["README.md"] == "undecided"


def test_accepting_all_writes_every_file(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("accept", "-C", project.root, "--all")

    assert ran.code == 0
    assert project.read("src/farewell.py") == b"def leave():\n    return 'Bye'\n"
    assert project.read("README.md").startswith(b"# Greetings\n")


def test_rejecting_leaves_no_trace_in_the_files(project: RepositoryBuilder, command_line: CommandLine) -> None:
    before = project.snapshot()
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("reject", "-C", project.root, "--all")

    assert ran.code == 0
    assert project.snapshot() == before
    assert set(decisions(command_line, project).values()) == {"rejected"}


def test_rejecting_an_accepted_file_brings_it_back(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    command_line("accept", "-C", project.root, "src/greeting.py")

    command_line("reject", "-C", project.root, "src/greeting.py")

    assert project.read("src/greeting.py") == GREETING.encode()


def test_a_conflict_is_told_and_nothing_is_written(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    theirs = "def greet(name):\n    return 'Servus ' + name\n"
    project.write({"src/greeting.py": theirs})

    ran = command_line("accept", "-C", project.root, "--all")

    assert ran.code == 1
    assert "src/greeting.py was changed meanwhile" in ran.out
    assert project.read("src/greeting.py") == theirs.encode()
    assert b"# Greetings" in project.read("README.md")


@pytest.mark.parametrize(("side", "decision"), [("--mine", "rejected"), ("--proposal", "accepted")])
def test_a_conflict_is_settled_for_either_side_and_undone(
    project: RepositoryBuilder, command_line: CommandLine, side: str, decision: str
) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    mine = GREETING.replace("Hello", "Servus").encode()
    project.write({"src/greeting.py": mine})
    assert "--mine" in command_line("accept", "-C", project.root, "src/greeting.py").out

    ran = command_line("accept", "-C", project.root, "src/greeting.py", side, "--json")

    assert (ran.code, ran.json["refusals"]) == (0, [])
    assert decision in [file["decision"] for file in ran.json["files"] if file["path"] == "src/greeting.py"]
    assert (project.read("src/greeting.py") == mine) is (side == "--mine")
    command_line("undo", "-C", project.root)
    assert project.read("src/greeting.py") == mine


def test_the_sides_of_a_conflict_are_named_beside_a_file_that_is_refused_for_another_reason(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("apply", "-C", project.root, given=REPLY + create("lib/one.py", "one = 1"))
    project.write({"src/greeting.py": GREETING.replace("Hello", "Servus"), "lib": "a file by now\n"})

    ran = command_line("accept", "-C", project.root, "src/greeting.py", "lib/one.py")

    assert ran.code == 1
    assert "Take one of the two as it is with" in ran.out


def test_sides_of_a_conflict_are_taken_of_named_files_only(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    assert command_line("accept", "-C", project.root, "--all", "--proposal").code == 2
    assert command_line("accept", "-C", project.root, "README.md", "--proposal", "--mine").code == 2


def test_a_file_that_asks_is_left_out_of_accept_all(project: RepositoryBuilder, command_line: CommandLine) -> None:
    project.commit({"twice.txt": "a\nsame\nb\nsame\n"})
    command_line("apply", "-C", project.root, given=edit("twice.txt", "same", "other"))

    ran = command_line("accept", "-C", project.root, "--all")

    assert ran.code == 1
    assert "Left out" in ran.out
    assert project.read("twice.txt") == b"a\nsame\nb\nsame\n"


def test_json_tells_decisions_and_refusals(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    told = command_line("accept", "-C", project.root, "README.md", "--json").json

    assert {file["path"]: file["decision"] for file in told["files"]}["README.md"] == "accepted"
    assert told["refusals"] == []


def test_neither_paths_nor_all_is_wrong_use(project: RepositoryBuilder, command_line: CommandLine) -> None:
    assert command_line("accept", "-C", project.root).code == 2


def test_a_file_that_is_not_proposed_is_wrong_use(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("reject", "-C", project.root, "nowhere.py")

    assert ran.code == 2
    assert "guillemet review" in ran.err


@pytest.mark.parametrize("verb", ["accept", "reject"])
def test_deciding_on_nothing_says_that_nothing_is_proposed(
    verb: str, project: RepositoryBuilder, command_line: CommandLine
) -> None:
    ran = command_line(verb, "-C", project.root, "--all")

    assert (ran.code, ran.out[:20]) == (0, "Nothing is proposed.")


@pytest.fixture
def long(project: RepositoryBuilder, command_line: CommandLine) -> RepositoryBuilder:
    """Return a repository with three hunks proposed for long.txt."""
    project.commit({"long.txt": "".join(f"line {n}\n" for n in range(1, 13))})
    edits = [edit("long.txt", f"line {n}", f"LINE {n}\nmore") for n in (2, 6, 10)]
    command_line("apply", "-C", project.root, given="".join(edits))
    return project


def capitals(project: RepositoryBuilder) -> list[str]:
    return [line for line in project.read("long.txt").decode().split("\n") if line.startswith(("LINE", "more"))]


def test_hunks_are_accepted_and_rejected_by_number(long: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("accept", "-C", long.root, "long.txt", "--hunk", "1", "--hunk", "3")
    ran = command_line("reject", "-C", long.root, "long.txt", "--hunk", "2")

    assert capitals(long) == ["LINE 2", "more", "LINE 10", "more"]
    assert ran.code == 0
    assert "accepted" in ran.out
    assert ran.out.rstrip().endswith("1 hunk rejected")


def test_lines_are_accepted_with_what_they_replace(long: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("accept", "-C", long.root, "long.txt", "--lines", "2", "--lines", "8-11", "--json")

    assert capitals(long) == ["LINE 2", "more"]
    assert "line 2\n" not in long.read("long.txt").decode()
    assert [(file["hunks"], file["hunks_in_part"]) for file in ran.json["files"]] == [(3, 2)]


def test_hunks_are_listed_by_number(long: RepositoryBuilder, command_line: CommandLine) -> None:
    lines = command_line("diff", "-C", long.root, "--hunks").out.splitlines()

    assert lines[:9] == [
        "long.txt",
        *("  hunk 1, lines 2 to 3", "    -line 2", "    +LINE 2", "    +more"),
        *("  hunk 2, lines 7 to 8", "    -line 6", "    +LINE 6", "    +more"),
    ]


def test_hunks_keep_their_numbers_when_others_are_decided(long: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("accept", "-C", long.root, "long.txt", "--hunk", "1")
    command_line("accept", "-C", long.root, "long.txt", "--lines", "8")
    before = long.snapshot()

    lines = command_line("diff", "-C", long.root, "--hunks").out.splitlines()

    assert lines[:7] == [
        "long.txt",
        "  hunk 1, lines 2 to 3: accepted",
        *("  hunk 2, lines 7 to 8: accepted in part", "    -line 6", "    +LINE 6"),
        *("  hunk 3, lines 12 to 13", "    -line 10"),
    ]
    again = command_line("accept", "-C", long.root, "long.txt", "--hunk", "1")
    assert (again.code, long.snapshot()) == (2, before)
    assert "Hunk 1 of long.txt is decided already." in again.err
    command_line("reject", "-C", long.root, "long.txt", "--hunk", "2")
    command_line("accept", "-C", long.root, "long.txt", "--hunk", "3")
    assert capitals(long) == ["LINE 2", "more", "more", "LINE 10", "more"]


@pytest.mark.parametrize(
    "wrong",
    [
        ["--hunk", "1"],
        ["long.txt", "--hunk", "4"],
        ["long.txt", "--hunk", "1", "--mine"],
        ["long.txt", "--lines", "5-3"],
    ],
)
def test_a_part_that_cannot_be_meant_is_wrong_use(
    long: RepositoryBuilder, command_line: CommandLine, wrong: list[str]
) -> None:
    before = long.snapshot()

    assert command_line("accept", "-C", long.root, *wrong).code == 2
    assert long.snapshot() == before
