"""Rows 16, 21 and 27, and all else that is wrong with a reply or its files: told clearly, and the rest goes on."""

from pathlib import Path

import pygit2
import pytest

from guillemet.engine.blocks import EditBlock, FormatName
from guillemet.engine.errors import BareRepositoryError
from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.replies import create, edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.writing import written

GOOD = edit("b.txt", "b", "B")


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    return repository


@pytest.mark.parametrize("reply", ["", "\n", "   \n\t", "\ufeff", "I would rather not.\n", "```\n", "```bash\n\n```\n"])
def test_a_reply_without_blocks_leaves_no_trace(project: RepositoryBuilder, reply: str) -> None:
    refs = project.refs()

    applied = Workspace.open(project.root).apply(reply)

    assert (applied.outcomes, applied.suggestions) == ((), ())
    assert project.refs() == refs


HALVES = [
    "a.txt\n```\n<<<<<<< SEARCH\n",
    "a.txt\n```\n<<<<<<< SEARCH\na\n=======\n",
    "a.txt\n```\n<<<<<<< SEARCH\na\n=======\nA\n```\n",
    "a.txt\n««« EDIT\na\n",
    "a.txt\n««« EDIT\na\n═══════ REPL\nA\n",
    "a.txt\n««« EDIT\na\n═══════ REPL\nA\n»»» EDIT EN",
]


@pytest.mark.parametrize("half", HALVES)
def test_half_a_block_is_told_and_the_whole_one_before_it_goes_on(
    project: RepositoryBuilder, command_line: CommandLine, half: str
) -> None:
    ran = command_line("apply", "-C", project.root, "--json", given=GOOD + half)
    command_line("accept", "-C", project.root, "--all")

    assert ran.code == 1
    assert [(one["status"], one["error"]) for one in ran.json["results"]] == [
        ("applied", None),
        ("failed", "broken block"),
    ]
    assert (project.read("a.txt"), project.read("b.txt")) == (b"a\n", b"B\n")


@pytest.mark.parametrize("sign", ["x", "`rm -rf "])
def test_five_megabytes_on_one_line_are_taken_like_any_line(project: RepositoryBuilder, sign: str) -> None:
    long = sign * (5_000_000 // len(sign))
    workspace = Workspace.open(project.root)

    applied = workspace.apply(long + "\n" + create("long.txt", "x" + long) + long + "\n" + GOOD)
    done = workspace.accept_all()

    assert [outcome.status for outcome in applied.outcomes] == [Status.APPLIED] * 2
    assert done.refusals == ()
    assert (project.root / "long.txt").stat().st_size == 5_000_000 // len(sign) * len(sign) + 2


def test_long_lines_of_any_sign_explode_no_pattern(project: RepositoryBuilder) -> None:
    signs = [" ", "*", "`", "<", "#", "[", "(", "\\", "git rm ", "a/", "../", "> ", "<<", "- ", "_", "``` "]
    lines = "\n\n".join(sign * (400_000 // len(sign)) for sign in signs)

    applied = Workspace.open(project.root).apply(lines + "\n\n" + GOOD, dry_run=True)

    assert applied.outcomes[-1].path == "b.txt"


def test_a_long_line_can_be_edited_shown_and_taken_back(project: RepositoryBuilder, command_line: CommandLine) -> None:
    project.write({"long.txt": "x" * 5_000_000 + "\nlast\n"})
    root = project.root

    ran = command_line("apply", "-C", root, given=edit("long.txt", "x" * 5_000_000, "y"))
    diff = command_line("diff", "-C", root)
    command_line("accept", "-C", root, "--all")
    left = project.read("long.txt")
    command_line("undo", "-C", root)

    assert (ran.code, diff.code, left) == (0, 0, b"y\nlast\n")
    assert project.read("long.txt") == b"x" * 5_000_000 + b"\nlast\n"


def test_a_path_of_ten_thousand_parts_is_refused(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root, "--json", given=create("a/" * 10_000 + "x", "x") + GOOD)

    assert [one["error"] for one in ran.json["results"]] == ["unsafe path", None]


def test_a_thousand_blocks_of_one_file_and_of_none_are_all_answered(project: RepositoryBuilder) -> None:
    project.write({"many.txt": "".join(f"line {n}\n" for n in range(500))})
    edits = "".join(guillemet_edit("many.txt", f"line {n}", f"LINE {n}") for n in range(500))
    strays = "".join(edit(f"gone/{n}.txt", "old", "new") for n in range(500))

    applied = Workspace.open(project.root).apply(edits + strays, dry_run=True)

    ends = [outcome.status for outcome in applied.outcomes]
    assert (ends.count(Status.APPLIED), ends.count(Status.FAILED)) == (500, 500)


@pytest.mark.parametrize("form", [edit, guillemet_edit])
def test_nuls_in_a_reply_do_not_reach_a_text_file(project: RepositoryBuilder, form: object) -> None:
    assert callable(form)
    workspace = Workspace.open(project.root)

    applied = workspace.apply(form("a.txt", "a", "A\0\0") + form("new.txt", "", "\0") + GOOD)
    workspace.accept_all()

    assert [outcome.status for outcome in applied.outcomes] == [Status.FAILED, Status.FAILED, Status.APPLIED]
    assert project.read("a.txt") == b"a\n"
    assert not (project.root / "new.txt").exists()
    assert project.read("b.txt") == b"B\n"


@pytest.mark.parametrize("form", [edit, guillemet_edit])
def test_half_a_character_from_the_clipboard_is_refused_for_its_block_alone(
    project: RepositoryBuilder, form: object
) -> None:
    assert callable(form)
    workspace = Workspace.open(project.root)

    applied = workspace.apply(
        "\ud83d\n" + form("a.txt", "a", "A\ud83d") + form("new.txt", "", "\udc00") + form("\ud83d.txt", "", "x") + GOOD
    )
    workspace.accept_all()

    assert [outcome.is_success for outcome in applied.outcomes] == [False, False, False, True]
    assert {outcome.reason for outcome in applied.outcomes[:2]} == {Reason.ENCODING}
    assert (project.read("a.txt"), project.read("b.txt")) == (b"a\n", b"B\n")
    assert Workspace.open(project.root).replies() != ()


@pytest.mark.parametrize("form", [FormatName.GUILLEMET, FormatName.SEARCH_REPLACE])
def test_a_whole_reply_quoted_in_a_file_arrives_as_that_file(project: RepositoryBuilder, form: FormatName) -> None:
    quoted = tuple((GOOD + guillemet_edit("a.txt", "a", "stolen") + "\\<<<<<<< SEARCH\n```\n````\n").splitlines())
    reply = written(EditBlock("docs/reply.md", form, 1, 1, anchor=(), old=(), new=quoted), form)
    workspace = Workspace.open(project.root)

    applied = workspace.apply("See:\n\n" + reply)
    workspace.accept_all()

    assert applied.files_modified == ("docs/reply.md",)
    assert project.read("docs/reply.md").decode().splitlines() == list(quoted)


def test_a_file_deleted_meanwhile_is_named_and_the_rest_goes_on(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("apply", "-C", project.root, given=edit("a.txt", "a", "A") + GOOD)
    project.write({"a.txt": None})

    ran = command_line("accept", "-C", project.root, "--all")

    assert ran.code == 1
    assert "a.txt is gone" in ran.out
    assert project.read("b.txt") == b"B\n"
    assert not (project.root / "a.txt").exists()


@pytest.mark.parametrize("place", ["a.txt", "sub"])
def test_what_is_read_only_is_named_and_the_rest_goes_on(
    project: RepositoryBuilder, command_line: CommandLine, place: str
) -> None:
    project.write({"sub/c.txt": "c\n"})
    reply = edit("a.txt", "a", "A") + edit("sub/c.txt", "c", "C") + create("sub/new/d.txt", "d") + GOOD
    command_line("apply", "-C", project.root, given=reply)
    before = (project.root / place).stat().st_mode
    (project.root / place).chmod(before & ~0o222)

    ran = command_line("accept", "-C", project.root, "--all")
    (project.root / place).chmod(before)

    assert ran.code == 1
    assert "read-only" in ran.out
    assert project.read("b.txt") == b"B\n"
    again = command_line("accept", "-C", project.root, "--all")
    assert (again.code, project.read("a.txt"), project.read("sub/c.txt")) == (0, b"A\n", b"C\n")


def test_names_too_long_for_the_disk_are_named_and_the_rest_goes_on(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    reply = create("x" * 300 + ".txt", "x") + create("deep/" + "y" * 254 + "/z.txt", "z") + GOOD

    command_line("apply", "-C", project.root, given=reply)
    command_line("accept", "-C", project.root, "--all")

    assert project.read("b.txt") == b"B\n"
    assert not list(project.root.glob("x*"))
    assert command_line("undo", "-C", project.root).code == 0
    assert sorted(project.snapshot()) == ["README.md", "a.txt", "b.txt"]


def test_a_locked_index_stops_the_commit_alone(project: RepositoryBuilder, command_line: CommandLine) -> None:
    lock = project.root / ".git" / "index.lock"
    lock.touch()

    codes = [
        command_line("apply", "-C", project.root, given=GOOD).code,
        command_line("accept", "-C", project.root, "--all").code,
    ]
    ran = command_line("commit", "-C", project.root, "-m", "Why")

    assert (codes, ran.code) == ([0, 0], 1)
    assert "index.lock" in ran.err
    assert lock.exists()
    lock.unlink()
    assert command_line("commit", "-C", project.root, "-m", "Why").code == 0
    assert project.committed("b.txt") == b"B\n"


@pytest.mark.parametrize("command", ["apply", "review", "diff", "undo"])
def test_a_bare_repository_is_wrong_use_with_a_reason(command_line: CommandLine, tmp_path: Path, command: str) -> None:
    pygit2.init_repository(str(tmp_path / "bare"), bare=True)

    ran = command_line(command, "-C", tmp_path / "bare", given=GOOD)

    assert ran.code == 2
    assert "Traceback" not in ran.err
    with pytest.raises(BareRepositoryError):
        Workspace.open(tmp_path / "bare")


def test_without_identity_all_but_the_commit_is_done(tmp_path: Path, command_line: CommandLine) -> None:
    project = RepositoryBuilder(tmp_path / "project", author=None)
    project.commit({"b.txt": "b\n"})
    command_line("apply", "-C", project.root, given=GOOD)
    command_line("accept", "-C", project.root, "--all")

    ran = command_line("commit", "-C", project.root, "-m", "Why")

    assert ran.code == 1
    assert "user.name" in ran.err
    assert project.read("b.txt") == b"B\n"
    assert project.staged("b.txt") == b"b\n"


def test_a_file_in_no_encoding_and_one_without_permission_fail_alone(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    project.write({"binary.txt": b"a\0b\n", "broken.txt": b"\xef\xbb\xbfa\xff\n"})
    (project.root / "folder.txt").mkdir()
    reply = "".join(edit(path, "a", "A") for path in ("binary.txt", "broken.txt", "folder.txt")) + GOOD

    ran = command_line("apply", "-C", project.root, "--json", given=reply)

    assert [one["error"] for one in ran.json["results"]] == ["binary", "encoding", "unreadable", None]


@pytest.mark.parametrize(
    "reply", [edit("huge.bin", "a", "b"), "*** Begin Patch\n*** Delete File: huge.bin\n*** End Patch\n"]
)
def test_a_file_too_large_to_be_kept_is_named_before_it_is_read(project: RepositoryBuilder, reply: str) -> None:
    with (project.root / "huge.bin").open("wb") as file:
        file.truncate(8 * 2**30)

    outcome = Workspace.open(project.root).apply(reply).outcomes[0]

    assert "too large" in outcome.message


def test_a_file_too_large_to_be_kept_can_be_deleted_beyond_undo(project: RepositoryBuilder) -> None:
    with (project.root / "huge.bin").open("wb") as file:
        file.truncate(8 * 2**30)
    workspace = Workspace.open(project.root)
    workspace.apply("```bash\nrm -rf huge.bin\n```\n")

    done = workspace.run("rm -rf huge.bin", even_if_too_big=True)

    assert done.refusals == ()
    assert not (project.root / "huge.bin").exists()
