"""The window over a repository of 50,000 files: how long its thread is held by what touches all of them."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pygit2
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTreeView

from benchmarks.frame_time import application, held, show_whole, until
from benchmarks.measuring import Row, at_most
from guillemet.app.turns import Use
from guillemet.process_settings import resume_garbage_collection
from guillemet.settings import Settings, ThemeChoice
from guillemet.ui.window_controller import WindowController

FOLDERS, EACH = 400, 100
FLAT = 10_000
"""Files of one folder."""
_REST = 0.5
"""Seconds that are waited after each act, for what comes of it later."""


def rows() -> Iterator[Row]:
    """Measure in milliseconds, each act once."""
    app = application()
    with tempfile.TemporaryDirectory() as made:
        root = Path(made) / "project"
        _make(root)
        desk = WindowController(
            app, Settings(theme=ThemeChoice.LIGHT, map_tokens=0), settings_file=Path(made) / "settings.json"
        )
        show_whole(desk.window)
        resume_garbage_collection()
        for what, act, is_done in _acts(desk, root):
            yield at_most(f"50,000 files: {what}, GUI thread held", _held(app, desk, act, is_done), 50, unit="ms")
        desk.window.close()
        desk.end()
        desk.window.deleteLater()


def _make(root: Path) -> None:
    git = pygit2.init_repository(str(root))
    git.config["user.name"], git.config["user.email"] = "Ada Example", "ada@example.org"
    for folder in range(FOLDERS):
        place = root / "src" / f"part_{folder % 20}" / f"room_{folder}"
        place.mkdir(parents=True)
        for number in range(EACH):
            (place / f"file_{number}.py").write_text(f"value = {folder}, {number}\n")
    (root / "data").mkdir()
    for number in range(FLAT):
        (root / "data" / f"case_{number}.txt").write_text(f"{number}\n")
    git.index.add_all()
    git.index.write()
    who = git.default_signature
    git.create_commit("HEAD", who, who, "Start", git.index.write_tree(), [])


_Act = tuple[str, Callable[[], object], Callable[[], bool]]


def _acts(desk: WindowController, root: Path) -> Iterator[_Act]:
    """Yield what a user does, one after the other, and what tells that it is done."""
    files, listed = desk.session.talk.conversation.files, list[object]()
    files.listed.connect(lambda _: listed.append(None))
    panel, tree = desk.talk.files, desk.talk.files.findChild(QTreeView)
    field, box = panel.findChild(QLineEdit), desk.talk.composer.findChild(QPlainTextEdit)
    count = FOLDERS * EACH + FLAT

    def is_all() -> bool:
        return len(files.found) == count

    yield "listed first", lambda: desk.session.open_repository(str(root)), lambda: bool(listed) and is_all()
    # What is looked through once more finds nothing new, and nothing is told of it.
    yield "list opened", lambda: _open_list(desk), lambda: tree.isVisible() and tree.model().rowCount() == 2
    yield "folder of 10,000 unfolded", lambda: tree.expand(_row(tree, "data")), lambda: True
    yield "folder folded", lambda: tree.collapse(_row(tree, "data")), lambda: True
    yield (
        "1,000 files put in",
        lambda: files.set_use([f"data/case_{n}.txt" for n in range(1_000)], Use.IN),
        lambda: True,
    )
    for letter in "room7file":
        QTest.keyClick(field, letter)
    yield "filtered", lambda: QTest.keyClick(field, "9"), lambda: tree.model().rowCount() > 2
    yield "filter emptied", lambda: QTest.keyClick(field, Qt.Key.Key_Escape), lambda: tree.model().rowCount() == 2
    listed.clear()
    (root / "new.py").write_text("new = 1\n")
    (root / "data" / "case_7.txt").write_text("other\n")
    yield "listed again after a change", files.list_files, lambda: bool(listed)
    desk.talk.composer.focus_message()
    QTest.keyClicks(box, "see ")
    yield "@ completed", lambda: QTest.keyClick(box, "@"), lambda: True
    yield "@r completed", lambda: QTest.keyClick(box, "r"), lambda: True
    every = [file.path for file in files.found]
    yield "all of them put in", lambda: files.set_use(every, Use.IN), lambda: len(files.entries) >= count
    yield "one of all taken out", lambda: files.set_use(every[:1], Use.OUT), lambda: len(files.entries) < len(every)


def _open_list(desk: WindowController) -> None:
    desk.talk.show_files()
    desk.session.talk.conversation.files.list_files()


def _row(tree: QTreeView, name: str) -> QModelIndex:
    model = tree.model()
    return next(model.index(row, 0) for row in range(model.rowCount()) if model.index(row, 0).data() == name)


def _held(app: QApplication, desk: WindowController, act: Callable[[], object], is_done: Callable[[], bool]) -> float:
    def act_to_the_end() -> None:
        act()
        until(app, is_done)

    return held(app, desk, act_to_the_end, rest=_REST)
