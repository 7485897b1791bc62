"""Accepting in the window: from the key pressed to the file written and the diff painted without the hunk."""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from benchmarks.frame_time import Heart, application, pause, until
from benchmarks.measuring import Row, at_most, beside
from benchmarks.staging import made_reply, make_repository
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.workspace import Workspace
from guillemet.process_settings import resume_garbage_collection
from guillemet.settings import Settings, ThemeChoice
from guillemet.ui.window_controller import WindowController

_KEYS = 12
"""Hunks that are accepted one after the other, and files."""


def rows() -> Iterator[Row]:
    """Measure in milliseconds, in the real window."""
    app = application()
    for files, blocks in ((60, 7), (1_000, 2)):
        yield from _decided(app, files=files, blocks=blocks)
    yield from _lock_file(app)


class _Painted(QObject):
    """Notices that the diff is painted while something is so."""

    def __init__(self, is_so: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self.is_painted = False
        self._is_so = is_so

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own name
        self.is_painted = self.is_painted or (event.type() is QEvent.Type.Paint and self._is_so())
        return super().eventFilter(watched, event)


def _decided(app: QApplication, *, files: int, blocks: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as made:
        root = Path(made) / "project"
        make_repository(root, files=files)
        Workspace.open(root).apply(made_reply(files=files, blocks=blocks))
        settings = Settings(theme=ThemeChoice.LIGHT)
        controller = WindowController(app, settings, settings_file=Path(made) / "settings.json")
        controller.window.show()
        controller.window.resize(1440, 900)  # where the conversation is folded, as it is while a proposal is reviewed
        controller.session.open_repository(str(root))
        until(app, lambda: controller.diff.splitter.rows.hunks != ())
        resume_garbage_collection()  # as the program does once the window stands
        controller.diff.setFocus()
        pause(1_000)
        what, walls = f"{files:,} files, {files * blocks:,} hunks", list[float]()
        for key, thing, limit in (("y", "hunk", 50), ("Y", "file", 115)):
            taken = [_accepted(app, controller, root, key) for _ in range(_KEYS)]
            wall, used, held = (statistics.median(of) for of in zip(*taken, strict=True))
            yield at_most(f"{what}, a {thing} accepted by its key, written and shown", wall, limit, unit="ms")
            yield beside(f"{what}, a {thing} accepted, processors' time until all is at rest", used, unit="ms")
            yield at_most(f"{what}, a {thing} accepted, GUI thread held", held, 50, unit="ms")
            walls.append(wall)
        review = controller.session.review
        controller.session.decisions.accept([file.path for file in review.to_decide][: -_KEYS // 2] if review else ())
        until(app, lambda: controller.session.tasks.is_idle and not controller.diff.decisions.is_under_way)
        pause(1_000)
        last = statistics.median(wall for wall, _, _ in (_accepted(app, controller, root, "y") for _ in range(_KEYS)))
        yield at_most(f"{what}, a hunk of the last files, against one of the first", last / walls[0], 1.5, unit="times")
        controller.window.close()
        controller.end()
        controller.window.deleteLater()


def _lock_file(app: QApplication) -> Iterator[Row]:
    """Measure 30,000 changed lines in one hunk, unfolded."""
    with tempfile.TemporaryDirectory() as made:
        root, path = Path(made) / "project", "package-lock.json"
        make_repository(root, files=1)
        before, after = (_locked(version) for version in (1, 2))
        (root / path).write_text(before, encoding="utf-8")
        Workspace.open(root).apply(f"{path}\n<<<<<<< SEARCH\n{before}=======\n{after}>>>>>>> REPLACE\n")
        settings = Settings(theme=ThemeChoice.LIGHT)
        controller = WindowController(app, settings, settings_file=Path(made) / "settings.json")
        controller.window.show()
        controller.window.resize(1440, 900)
        controller.session.open_repository(str(root))
        diff = controller.diff
        until(app, lambda: diff.content is not None and diff.content.path == path)
        resume_garbage_collection()  # as the program does once the window stands
        diff.set_continuous(is_continuous=False)  # where the file would be folded
        until(app, lambda: diff.splitter.main.blockCount() == len(diff.splitter.rows))
        diff.setFocus()

        def accept() -> None:
            QTest.keyClick(diff.splitter.main, Qt.Key.Key_Y)

        for name, act in (
            ("all selected", diff.splitter.main.selectAll),
            ("copied", diff.splitter.main.copy),
            ("accepted by its key", accept),
            ("undone", controller.session.decisions.undo),
        ):
            heart = Heart(controller)
            act()
            pause(2_000)
            heart.stop()
            what = f"a hunk of 30,000 changed lines, {name}, GUI thread held"
            yield at_most(what, heart.longest, 50, unit="ms")
            yield beside(f"{what}, processors' time in that pause", heart.worked, unit="ms")
        QApplication.clipboard().clear()  # Qt without a screen keeps it beyond the interpreter, and crashes at its end
        controller.window.close()
        controller.end()
        controller.window.deleteLater()


def _locked(version: int) -> str:
    lines = (
        f'  "package-{n}": {{"version": "{version}.{n % 17}", "integrity": "{n * version:x}"}},' for n in range(30_000)
    )
    return "{\n" + "\n".join(lines) + "\n}\n"


def _accepted(app: QApplication, controller: WindowController, root: Path, key: str) -> tuple[float, float, float]:
    """Return the milliseconds until a hunk, or with "Y" a file, is written and shown, those worked, and those held."""
    diff = controller.diff
    texts = (diff.content or DiffContent.nothing()).texts
    path = root / texts.path
    before = path.read_bytes()

    def is_shown() -> bool:
        now = diff.content
        return now is not None and now.texts != texts

    seen = _Painted(is_shown, controller)
    for editor in diff.splitter.editors:
        editor.viewport().installEventFilter(seen)
    heart, start, used = Heart(controller), time.perf_counter(), time.process_time()
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(diff.splitter.main, Qt.Key.Key_Y, modifiers if key == "Y" else Qt.KeyboardModifier.NoModifier)
    until(app, lambda: seen.is_painted and path.read_bytes() != before)
    wall = time.perf_counter() - start
    until(app, lambda: controller.session.tasks.is_idle and not diff.decisions.is_under_way)
    pause(300)
    heart.stop()
    seen.deleteLater()
    return wall * 1000, (time.process_time() - used) * 1000, heart.longest
