"""`guillemet place`: where one block goes, or that it goes nowhere; and the blocks as they are numbered for it."""

import argparse

from guillemet.app.notices import ALL_DONE
from guillemet.cli.commands import DONE, UNDONE, open_workspace, say_json
from guillemet.cli.output import count_line, outcome_lines
from guillemet.cli.terminal import say
from guillemet.engine.applying.options import Append, Choice, PlaceAt, ReplaceFile, Skip
from guillemet.engine.batch import outcome_record
from guillemet.engine.workspace import Workspace


def place(asked: argparse.Namespace) -> int:
    """Put one block where the user says; blocks after it are tried again."""
    workspace: Workspace = open_workspace(asked)
    done = workspace.choose(asked.block, _choice(asked))
    outcomes = done.review.outcomes
    if asked.json:
        say_json({"results": [outcome_record(outcome) for outcome in outcomes]})
    elif outcomes:
        say(*outcome_lines(outcomes, numbered_from=1, review=done.review), "", count_line(outcomes) + ".")
    else:
        say(ALL_DONE.what)
    return DONE if not outcomes or outcomes[asked.block - 1].is_success or asked.skip else UNDONE


def _choice(asked: argparse.Namespace) -> Choice | None:
    if asked.line is not None:
        return PlaceAt(asked.line, asked.count)
    if asked.skip:
        return Skip()
    if asked.replace_file:
        return ReplaceFile()
    return Append() if asked.append else None
