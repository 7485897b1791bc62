"""Acts on the window at random, and looks after each action whether list, diff and review agree."""

import random
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.changes.file_rows import FileRow, GroupRow, RowsOfFiles
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.unresolved_block import open_blocks
from guillemet.ui.window_controller import WindowController
from tests.kit.replies import create, edit
from tests.ui.window.hands import file_list, paste, shown

_PATIENCE = 20_000


def act_at_random(desk: WindowController, qtbot: QtBot, *, seed: int, steps: int) -> None:
    """Do so many random actions, and raise AssertionError where what is shown is not what is."""
    chance = random.Random(seed)  # noqa: S311  no secret
    actions = _actions(desk, chance)
    done: list[str] = []
    for _ in range(steps):
        name = chance.choice(sorted(actions))
        done.append(name)
        actions[name]()
        qtbot.waitUntil(lambda: desk.session.tasks.is_idle, timeout=_PATIENCE)
        trail = f"seed {seed}: {', '.join(done)}"
        qtbot.waitUntil(lambda: shown(desk) == desk.session.looking.path, timeout=_PATIENCE)
        _check(desk, trail)


def _actions(desk: WindowController, chance: random.Random) -> dict[str, Callable[[], object]]:
    acts = (
        Act.UNDO,
        Act.REDO,
        Act.NEXT_UNDECIDED,
        Act.NEXT_FILE,
        Act.PREVIOUS_FILE,
        Act.ACCEPT_FILE,
        Act.REJECT_FILE,
        Act.RECONSIDER_FILE,
        Act.ACCEPT_ALL,
        Act.MARK_REVIEWED,
    )
    files = file_list(desk)
    keys = {
        "Space": Qt.Key.Key_Space,
        "Delete": Qt.Key.Key_Delete,
        "Left": Qt.Key.Key_Left,
        "Right": Qt.Key.Key_Right,
        "Down": Qt.Key.Key_Down,
        "Up": Qt.Key.Key_Up,
    }
    return {
        **{str(act): lambda act=act: desk.window.actions_table[act].trigger() for act in acts},
        **{name: lambda key=key: QTest.keyClick(files, key) for name, key in keys.items()},
        "tree": lambda: desk.proposal.tree_requested.emit(not desk.proposal.files.as_tree),
        "paste": lambda: paste(desk, _reply(chance)),
    }


def _reply(chance: random.Random) -> str:
    path = f"src/f{chance.randrange(4)}.txt"
    line = chance.randrange(1, 61)
    wanted = f"line {line}" if chance.random() < 0.8 else "nowhere"
    return "\n".join((edit(path, wanted, f"changed {line}"), create(f"new/{chance.randrange(99)}.txt", "new")))


def _check(desk: WindowController, trail: str) -> None:
    review = desk.session.review
    assert review is not None
    listed = desk.proposal.files.model().rows
    blocks = [block for block in open_blocks(review) if not block.is_dismissed]
    rows = RowsOfFiles().of(review, blocks, desk.session.talk.reviewed_files.paths)
    known = {row.key: row for row in rows}
    counts = [row.count for row in listed if isinstance(row, GroupRow)]
    assert sum(counts) == len(known), trail
    for row in listed:
        if isinstance(row, FileRow):
            same = known[row.key]
            assert (row.file, row.group, row.marks, row.is_reviewed) == (
                same.file,
                same.group,
                same.marks,
                same.is_reviewed,
            ), trail
    current, looking = desk.proposal.files.current_path, desk.session.looking.path
    if current and looking in known:
        assert current == looking, trail
    view = desk.diff.findChild(DiffView)
    if looking in known and view.has_lines and len(view.document.files) > 1:
        hunk = view.stops.hunk
        marked = view.current_file if hunk is None else view.document.file_of_hunk(hunk)
        assert [view.document.files[number].path for number in (view.current_file, marked)] == [looking] * 2, trail
