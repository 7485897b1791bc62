"""Promises of an answer that is staged while it comes: it ends as the same reply does that is applied at once."""

from pathlib import Path

import pytest

from guillemet.app.chat.answer import AnswerReader
from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import FileReview
from guillemet.engine.workspace import Workspace
from tests.cli.test_scenarios import kinds
from tests.engine.test_scenarios import SCENARIOS, expected_of, files_of, options_of, reply_of
from tests.kit.repositories import RepositoryBuilder

MANY = [one for one in SCENARIOS if len(expected_of(one)["outcomes"]) > 1]
"""Those with blocks that can find what others of the same reply did; some of each kind are tried, as from the command
line."""
CHUNK = 200


@pytest.mark.parametrize("scenario", kinds(MANY), ids=lambda folder: folder.name)
def test_an_answer_staged_block_by_block_ends_as_when_it_is_applied_at_once(
    scenario: Path, empty_repository: RepositoryBuilder
) -> None:
    reply, files, options = reply_of(scenario), files_of(scenario / "before"), options_of(scenario)
    empty_repository.commit(files)
    workspace = Workspace.open(empty_repository.root)
    workspace.apply(reply, options=options)
    at_once = proposal(workspace)
    workspace.undo()
    reader, staged = AnswerReader(frozenset(files), options.chat_files, options.only), 0

    for start in range(0, len(reply), CHUNK):
        reader.feed(reply[start : start + CHUNK])
        if reader.finished_length > staged:
            stage = workspace.grow if staged else workspace.go_on
            staged = reader.finished_length
            stage("streamed", reader.text, options=options, finished=staged)
    stage = workspace.grow if staged else workspace.go_on
    stage("streamed", reply, options=options)

    assert proposal(workspace) == at_once


def proposal(workspace: Workspace) -> tuple[list[tuple[FileReview, str]], tuple[Outcome, ...], tuple[object, ...]]:
    """Return all that a reply proposed, with the text of each file."""
    review = workspace.review()
    texts = [(file, workspace.texts(file.path).after) for file in review.files]
    return texts, review.outcomes, (*review.suggestions, *review.warnings, workspace.replies())
