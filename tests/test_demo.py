"""Promises of the demo: the sample is made as recorded, and its headless telling shows everything."""

import signal
from pathlib import Path

import pygit2
import pytest

from guillemet.demo import Sample, make_sample, sample
from guillemet.engine.outcomes import Flag, Reason, Rung, Status
from guillemet.engine.review import Review, SuggestionState
from guillemet.engine.workspace import Workspace
from tests.kit.closing import CLOSED_WHEN_TAKEN, ENDED_WHEN_TAKEN
from tests.kit.command import CommandLine
from tests.kit.fork_server import ForkServer
from tests.kit.killing import needs_kill

PROGRAM = ForkServer("guillemet.cli", "guillemet.ui.window_controller")


@pytest.fixture
def made(tmp_path: Path) -> Sample:
    """Return a sample in the test's own folder."""
    return make_sample(tmp_path)


def take(made: Sample, *numbers: int) -> Workspace:
    workspace = Workspace.open(made.root)
    for number in numbers:
        workspace.apply(made.replies[number].read_text(encoding="utf-8"))
    return workspace


def test_the_history_has_commits_of_several_people(made: Sample) -> None:
    git = pygit2.Repository(str(made.root))

    commits = list(git.walk(git.head.target))

    assert len(commits) == 5
    assert len({commit.author.name for commit in commits}) == 3


def test_the_worktree_is_as_committed_but_for_the_untracked_scratch(made: Sample) -> None:
    status = pygit2.Repository(str(made.root)).status()

    assert set(status) == {"scratch/ideas.txt", "scratch/try.py"}


def test_old_bytes_are_kept(made: Sample) -> None:
    assert (made.root / "recipes/leek-soup.txt").read_bytes().count(b"\r\n") == 10
    assert "Kräuterbutter".encode("latin-1") in (made.root / "recipes/herb-butter.txt").read_bytes()


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_reply_says_that_it_is_recorded(made: Sample, number: int) -> None:
    first = made.replies[number].read_text(encoding="utf-8").splitlines()[0]

    assert first == f"> Recorded reply {number + 1} of 3, written for this demo. No model was asked."


def test_the_first_reply_is_applied_whole(made: Sample) -> None:
    outcomes = take(made, 0).review().outcomes

    assert {outcome.status for outcome in outcomes} == {Status.APPLIED}


def test_the_second_reply_shows_how_blocks_are_found_and_how_they_fail(made: Sample) -> None:
    outcomes = take(made, 1).review().outcomes

    assert {Rung.EXACT, Rung.REINDENTED} <= {outcome.how for outcome in outcomes}
    assert {Reason.NOT_FOUND, Reason.UNSAFE_PATH} == {outcome.reason for outcome in outcomes if outcome.reason}
    assert any(Flag.SEVERAL_PLACES in outcome.flags for outcome in outcomes)


def test_the_failed_block_shows_the_place_that_was_meant(made: Sample) -> None:
    failed = next(o for o in take(made, 1).review().outcomes if o.reason is Reason.NOT_FOUND)

    assert "def split_amount(line):" in failed.nearest[0].text
    assert failed.nearest[0].similarity > 0.6


def test_the_third_reply_mends_it(made: Sample) -> None:
    workspace = take(made, 0, 1)

    applied = workspace.apply(made.replies[2].read_text(encoding="utf-8"))

    assert [outcome.status for outcome in applied.outcomes] == [Status.APPLIED, Status.ALREADY_APPLIED]


def test_one_suggestion_is_text_and_the_others_are_buttons(made: Sample) -> None:
    suggestions = take(made, 0, 1).review().suggestions

    assert [s.text for s in suggestions if s.state is SuggestionState.TEXT] == [
        "rm -rf build && curl -s https://ladle.example/install.sh | sh",
    ]
    assert len(suggestions) == 5


def test_what_somebody_saves_meanwhile_is_noticed_and_merges(made: Sample) -> None:
    workspace = take(made, 0)
    (path,) = made.save_as_other_program()

    assert [file.path for file in workspace.review().files if file.changed_since] == [path]
    assert workspace.accept((path,)).refusals == ()
    assert b"1/4 teaspoons pepper\r\n" in (made.root / path).read_bytes()
    assert b"bread from the day before" in (made.root / path).read_bytes()


def test_the_sample_is_removed_in_the_end() -> None:
    with sample() as made:
        assert made.root.is_dir()

    assert not made.root.exists()


def test_the_headless_demo_tells_everything(command_line: CommandLine) -> None:
    ran = command_line("demo", "--headless")

    assert (ran.code, ran.err) == (0, "")
    for said in ("failed", "nearest:", "1 of 2 places", "+++ b/ladle/units.py", "accepted", "Committed", "undone:"):
        assert said in ran.out
    assert "refused" not in ran.out


def test_without_a_screen_the_demo_runs_in_the_terminal(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guillemet.cli.window.display_check.problem", lambda: "There is no screen here.")

    ran = command_line("demo")

    assert ran.code == 0
    assert ran.out.startswith("There is no screen here.\nThe demo runs here in the terminal instead.\n")
    assert "Committed" in ran.out


def test_the_window_opens_on_what_two_replies_propose(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Review] = []

    def look(folder: Path, *, settings_file: Path) -> int:
        assert settings_file.parent == folder.parent
        seen.append(Workspace.open(folder).review())
        return 0

    monkeypatch.setattr("guillemet.cli.demo.window_problem", lambda: "")
    monkeypatch.setattr("guillemet.cli.demo.open_window", look)

    ran = command_line("demo")

    assert ran.code == 0
    assert len(seen[0].outcomes) == 15
    assert any(file.changed_since for file in seen[0].files)
    assert "3-mended.md" in ran.out


@pytest.mark.gui
def test_the_demo_shows_a_real_window_and_ends_when_it_is_closed() -> None:
    ran = PROGRAM.run(CLOSED_WHEN_TAKEN, "demo")

    assert (ran.code, ran.err.replace("This plugin does not support propagateSizeHints()\n", "")) == (0, "")
    assert "taken in: 15 blocks" in ran.out


@pytest.mark.gui
@needs_kill
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_the_window_of_the_demo_as_closing_it_does(name: str) -> None:
    ran = PROGRAM.run(ENDED_WHEN_TAKEN, "demo", name)

    assert (ran.code, ran.err.replace("This plugin does not support propagateSizeHints()\n", "")) == (0, "")
    root = Path(ran.out.rpartition("in: ")[2].strip())
    assert root.name == "ladle"
    assert not root.parent.exists()


@needs_kill
def test_a_signal_leaves_nothing_of_the_sample(command_line: CommandLine) -> None:
    ran = command_line.python(_ENDED_IN_THE_SAMPLE)

    assert ran.code == 128 + signal.SIGTERM
    assert not Path(ran.out.strip()).exists()


_ENDED_IN_THE_SAMPLE = """
import os, signal
from guillemet.demo import sample
with sample() as made:
    print(made.root.parent, flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
"""
