"""Renders the main screens to PNG, for the README and for looking at: `python -m tests.kit.screenshots DIR`.

The demo's sample and recorded replies are shown in the real window, light and dark, wide and narrow.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "desktop"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QSize  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from guillemet.app.review.review_actions import CommitRequest  # noqa: E402
from guillemet.demo import Sample, make_sample  # noqa: E402
from guillemet.engine.outcomes import Status  # noqa: E402
from guillemet.engine.workspace import Workspace  # noqa: E402
from guillemet.settings import Look, Settings, ThemeChoice  # noqa: E402
from guillemet.ui.actions import Act  # noqa: E402
from guillemet.ui.window_controller import WindowController  # noqa: E402
from tests.kit.desks import desk_on_screen  # noqa: E402

SIZES = {"wide": QSize(1440, 900), "narrow": QSize(1024, 700)}
THEMES = {"light": ThemeChoice.LIGHT, "dark": ThemeChoice.DARK}
PATIENCE = 20.0
"""Seconds the window may take to come to rest."""


class Camera:
    """Takes pictures of one window into a folder."""

    def __init__(self, app: QApplication, desk: WindowController, folder: Path, *, suffix: str) -> None:
        self._app = app
        self._desk = desk
        self._folder = folder
        self._suffix = suffix
        self.taken: list[Path] = []

    def take(self, name: str) -> None:
        """Wait until the window is at rest, then save its picture."""
        self.rest()
        file = self._folder / f"{name}-{self._suffix}.png"
        if not self._desk.window.grab().save(str(file)):
            message = f"{file} cannot be written."
            raise OSError(message)
        self.taken.append(file)

    def rest(self) -> None:
        """Let the window work until nothing is under way, and a moment longer for what it paints then."""
        self.until(lambda: self._desk.session.tasks.is_idle and self._desk.conversation.is_settled)
        end = time.monotonic() + 0.3
        self.until(lambda: time.monotonic() > end)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Let the window work until this is so."""
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            self._app.processEvents()
            if time.monotonic() > deadline:
                message = "The window does not come to rest."
                raise TimeoutError(message)


def main(arguments: list[str] | None = None) -> int:
    """Render every screen in the wished themes and sizes; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--theme", choices=THEMES, action="append", help="light, dark (default: both)")
    parser.add_argument("--size", choices=SIZES, action="append", help="wide, narrow (default: both)")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    for theme in asked.theme or THEMES:
        for size in asked.size or SIZES:
            for file in render(app, asked.folder, theme=theme, size=size):
                sys.stdout.write(f"{file}\n")
    return 0


def render(app: QApplication, folder: Path, *, theme: str, size: str) -> list[Path]:
    """Render every screen in one theme and size; return the pictures."""
    with tempfile.TemporaryDirectory() as made, shown(app, Path(made), theme=theme, size=size) as desk:
        camera = Camera(app, desk, folder, suffix=f"{size}-{theme}")
        camera.take("1-empty")
        sample = make_sample(Path(made))
        _show_proposal(camera, desk, sample)
        _show_decisions(camera, desk, sample)
        return camera.taken


@contextmanager
def shown(app: QApplication, folder: Path, *, theme: str, size: str) -> Iterator[WindowController]:
    """Show a window with settings of its own, and close it in the end."""
    settings = Settings(theme=THEMES[theme], diff_look=Look.SIDE_BY_SIDE if size == "wide" else Look.UNIFIED)
    with desk_on_screen(app, settings, folder / "settings.json", size=SIZES[size]) as desk:
        yield desk
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _show_proposal(camera: Camera, desk: WindowController, sample: Sample) -> None:
    workspace = Workspace.open(sample.root)
    workspace.apply(_read(sample, 0))
    sample.save_as_other_program()
    desk.session.open_repository(str(sample.root))
    camera.until(lambda: desk.session.review is not None)
    camera.take("2-demo-opened")
    desk.session.reception.take_text(_read(sample, 1), "2-shopping.md")
    camera.until(lambda: desk.session.review is not None and len(desk.session.review.outcomes) == 15)
    camera.take("3-reply-taken")
    desk.proposal.files.pick("ladle/shop.py")
    camera.take("4-file-picked")
    # The failed block stands in the diff and in the conversation.
    desk.reviewing.show_block(_failed(desk))
    desk.reviewing.block_requested.emit(_failed(desk))
    camera.take("5-failed-block")
    desk.proposal.commands.preview_requested.emit("rm -rf scratch")
    camera.take("6-operation-shown")
    desk.proposal.commands.cancelled.emit()


def _show_decisions(camera: Camera, desk: WindowController, sample: Sample) -> None:
    desk.session.reception.take_text(_read(sample, 2), "3-mended.md")
    camera.rest()
    desk.do(Act.ACCEPT_ALL)
    camera.rest()
    desk.commit.set_draft("Keep amounts exact")
    camera.take("7-accepted")
    desk.commit.commit_requested.emit(CommitRequest("Keep amounts exact"))
    camera.take("8-committed")


def _failed(desk: WindowController) -> int:
    """Return the number of the first failed block."""
    outcomes = desk.session.review.outcomes if desk.session.review else ()
    return next(number for number, outcome in enumerate(outcomes, 1) if outcome.status is Status.FAILED)


def _read(sample: Sample, number: int) -> str:
    return sample.replies[number].read_text(encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
