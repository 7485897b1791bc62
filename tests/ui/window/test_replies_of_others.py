"""Promises of replies that the command line took in, shown in a window that is open on the same repository."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.ui.chat.edit_card import EditCard
from guillemet.ui.window_controller import WindowController
from tests.kit.command import CommandLine
from tests.kit.replies import edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import review

LISTING = "### a.py\n\n```python\nx = 2\n```\n"
MIXED = f"{guillemet_edit('b.py', 'y = 1', 'y = 2')}\n{edit('a.py', 'x = 1', 'x = 2')}"


def cards(desk: WindowController) -> list[str]:
    """Return what the block cards in the conversation are called."""
    return [card.accessibleName() for card in desk.window.findChildren(EditCard)]


@pytest.mark.parametrize("is_open", [False, True])
def test_a_whole_file_that_the_command_line_was_told_to_read_has_its_card(
    desk: WindowController, project: RepositoryBuilder, command_line: CommandLine, qtbot: QtBot, *, is_open: bool
) -> None:
    def open_window() -> None:
        desk.session.open_repository(str(project.root))
        qtbot.waitUntil(lambda: desk.session.review is not None)

    if is_open:
        open_window()
    command_line("apply", "-C", project.root, "--format", "whole-file", "-", given=LISTING)
    if not is_open:
        open_window()
    qtbot.waitUntil(lambda: len(review(desk).files) == 1)

    qtbot.waitUntil(lambda: len(cards(desk)) == 1)


def test_blocks_of_formats_that_were_not_to_be_read_have_no_card(
    opened: WindowController, project: RepositoryBuilder, command_line: CommandLine, qtbot: QtBot
) -> None:
    command_line("apply", "-C", project.root, "--format", "search-replace", "-", given=MIXED)

    qtbot.waitUntil(lambda: any("a.py" in card for card in cards(opened)))

    assert len(cards(opened)) == 1
