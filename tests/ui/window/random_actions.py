"""Acts on the window at random, and looks after each action whether list, diff, review and screen agree."""

import random
from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.changes.file_rows import FileRow, GroupRow, RowsOfFiles
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.unresolved_block import open_blocks
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import named
from tests.kit.replies import create, edit
from tests.ui.diff.hands import on_screen, painted_again, settle
from tests.ui.window.hands import file_list, paste, shown

_PATIENCE = 20_000
_SIZES = QSize(1024, 500), QSize(1440, 600), QSize(1700, 900)
"""Of the window; in the first ones the diff can be scrolled."""


def act_at_random(desk: WindowController, qtbot: QtBot, *, seed: int, steps: int) -> None:
    """Do so many random actions, and raise AssertionError where what is shown is not what is."""
    chance = random.Random(seed)  # noqa: S311  no secret
    actions = _actions(desk, chance)
    done: list[str] = []
    desk.window.resize(_SIZES[0])
    for _ in range(steps):
        name = chance.choice(sorted(actions))
        done.append(name)
        actions[name]()
        if chance.random() < 0.3:  # in the midst of it
            name = chance.choice([name for name in actions if name.startswith("scroll")])
            done.append(f"{name} at once")
            actions[name]()
        qtbot.waitUntil(lambda: desk.session.tasks.is_idle, timeout=_PATIENCE)
        trail = f"seed {seed}: {', '.join(done)}"
        qtbot.waitUntil(lambda: shown(desk) == desk.session.looking.path, timeout=_PATIENCE)
        _check(desk, trail)
        _check_screen(desk, trail)


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
        Act.NEXT_HUNK,
        Act.PREVIOUS_HUNK,
        Act.ACCEPT_PART,
        Act.REJECT_PART,
        Act.SWITCH_LOOK,
        Act.SWITCH_WRAP,
        Act.SHOW_CHANGES,
        Act.FOCUS_DIFF,
    )
    files = file_list(desk)
    bar = named(desk.diff, QScrollBar, "Scroll the diff")
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
        **{f"scroll {by}": lambda by=by: bar.setValue(bar.value() + by) for by in (1, 3, 12, 40, -1, -3, -12, -40)},
        "resize": lambda: desk.window.resize(chance.choice(_SIZES)),
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
        marked = view.current.file if hunk is None else view.document.file_of_hunk(hunk)
        assert [view.document.files[number].path for number in (view.current.file, marked)] == [looking] * 2, trail


def _check_screen(desk: WindowController, trail: str) -> None:
    """Check that diff and list are painted as they are; the conversation goes on laying out its cards."""
    window, panes = desk.window, (desk.diff, desk.proposal)
    settle()
    areas = [QRect(pane.mapTo(window, QPoint()), pane.size()) for pane in panes if pane.isVisible()]
    flash = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)  # a caret that blinks is no old picture
    seen, again = on_screen(window), painted_again(window)
    QApplication.setCursorFlashTime(flash)
    assert [seen.copy(area) == again.copy(area) for area in areas] == [True] * len(areas), trail
    unpainted = [part for part in window.findChildren(QWidget) if part.isVisible() and not part.updatesEnabled()]
    assert not unpainted, trail
