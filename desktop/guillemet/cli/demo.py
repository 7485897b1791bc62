"""`guillemet demo`: the sample in the window, or all of it reported in the terminal."""

import argparse
import sys

from msgspec.structs import replace

from guillemet import settings
from guillemet.cli.output import (
    command_lines,
    commit_lines,
    count_line,
    file_lines,
    outcome_lines,
    preview_lines,
    refusal_lines,
    undecided_line,
)
from guillemet.cli.terminal import Colour, coloured, paint_diff, say
from guillemet.cli.window import open_window, window_problem
from guillemet.demo import Sample, sample
from guillemet.engine.review import Decision, SuggestionState
from guillemet.engine.workspace import Workspace

_REJECTED = "recipes/herb-butter.txt"
_MESSAGE = "Keep amounts exact\n\nFrom two recorded replies, and one that mends what failed."


def demo(asked: argparse.Namespace) -> int:
    """Show the sample in a window where there is a screen, else in the terminal."""
    problem = "" if asked.headless else window_problem()
    if problem:
        say(problem, "The demo runs here in the terminal instead.", "")
    with sample() as made:
        if asked.headless or problem:
            return _tell(made)
        workspace = Workspace.open(made.root)
        workspace.apply(_read(made, 0))
        made.save_as_other_program()
        workspace.apply(_read(made, 1))
        say(
            f"The sample repository lies in {made.root} until the window is closed.",
            f"Two recorded replies are added already; one more to drop on the window: {made.replies[2]}",
        )
        sys.stdout.flush()
        # A copy of the user's settings: a repository that is gone tomorrow is not to stay among the recent ones.
        own = made.root.parent / "settings.json"
        settings.save(replace(settings.load(), model="recorded/recorded", mode="edit"), own)
        return open_window(made.root, settings_file=own)


def _tell(made: Sample) -> int:
    workspace = Workspace.open(made.root)
    say(f"A sample repository, made just now in {made.root} and removed in the end. Its replies are recorded:")
    say("they were written for this demo, and no model was asked.")
    _take(workspace, made, 0)
    saved = made.save_as_other_program()
    _head("Meanwhile")
    say(f"  Another program saves {', '.join(saved)} with another line at its end.")
    _take(workspace, made, 1)
    _take(workspace, made, 2)
    _show_proposal(workspace)
    _decide(workspace)
    _operate(workspace)
    _sign(workspace)
    _go_back(workspace)
    _head("That was it")
    say("Open a repository of yours with: guillemet FOLDER")
    return 0


def _take(workspace: Workspace, made: Sample, number: int) -> None:
    _head(f"guillemet apply {made.replies[number].name}")
    applied = workspace.apply(_read(made, number))
    say(*outcome_lines(applied.outcomes, proposed=applied.review.file_at), "", count_line(applied.outcomes) + ".")
    if applied.suggestions:
        say("", "Suggested:", *command_lines(applied))


def _show_proposal(workspace: Workspace) -> None:
    _head("guillemet review")
    review = workspace.review()
    say(*file_lines(review.files), "", undecided_line(review))
    _head("guillemet diff")
    say(*paint_diff(workspace.unified()))


def _decide(workspace: Workspace) -> None:
    _head(f"guillemet reject {_REJECTED}")
    say(*file_lines(workspace.reject((_REJECTED,)).review.files))
    _head("guillemet accept --all")
    done = workspace.accept_all()
    say(*file_lines(done.review.files), *refusal_lines(done.refusals))
    asking = [file.path for file in done.review.decided(Decision.UNDECIDED)]
    if asking:
        say("", "What asks for a look of its own was left out. It was looked at, so:")
        _head(f"guillemet accept {' '.join(asking)}")
        done = workspace.accept(asking)
        say(*file_lines(done.review.files), *refusal_lines(done.refusals))


def _operate(workspace: Workspace) -> None:
    _head("Suggested operations: what each would touch, then the same, done without a shell")
    for suggestion in workspace.review().suggestions:
        if suggestion.state is not SuggestionState.OPEN:
            continue
        say(f"  {suggestion.text}", *(f"  {line}" for line in preview_lines(workspace.preview(suggestion.text))))
        say(*refusal_lines(workspace.run(suggestion.text).refusals))


def _sign(workspace: Workspace) -> None:
    _head("guillemet commit -m …")
    listed = workspace.review().commit
    done = workspace.commit(_MESSAGE)
    say(f"Committed {done.commit[:10]}:", *commit_lines(listed))


def _go_back(workspace: Workspace) -> None:
    _head("guillemet undo, until everything is as it was")
    while title := workspace.review().undo:
        done = workspace.undo()
        say(f"  undone: {title}", *refusal_lines(done.refusals))
        if done.refusals:
            break


def _head(text: str) -> None:
    say("", coloured(f"── {text}", Colour.STRONG))


def _read(made: Sample, number: int) -> str:
    return made.replies[number].read_text(encoding="utf-8")
