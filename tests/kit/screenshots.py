"""Renders the main screens to PNG, for the README and for looking at: `python -m tests.kit.screenshots DIR`.

The demo's sample and recorded replies are shown in the real window, light and dark, wide and narrow. With `--every`
every state there is, in a third size, too: 2560x1440 pixels at a scale of 200 %. `--scene NAME` shows only some of
them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "desktop"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QSize  # noqa: E402
from PySide6.QtGui import QCursor  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from guillemet.app.review.review_actions import CommitRequest  # noqa: E402
from guillemet.demo import Sample, make_sample  # noqa: E402
from guillemet.engine.outcomes import Status  # noqa: E402
from guillemet.engine.workspace import Workspace  # noqa: E402
from guillemet.settings import DiffLook, Settings, ThemeChoice  # noqa: E402
from guillemet.ui.actions import Act  # noqa: E402
from guillemet.ui.window_controller import WindowController  # noqa: E402
from tests.kit.camera import Camera  # noqa: E402
from tests.kit.desks import desk_on_screen  # noqa: E402
from tests.kit.screen_stage import Stage  # noqa: E402
from tests.kit.screen_states import SCENES  # noqa: E402

SIZES = {"wide": QSize(1440, 900), "narrow": QSize(1024, 700), "scaled": QSize(1280, 720)}
"""In the pixels of Qt, of which the last is scaled by two."""
THEMES = {"light": ThemeChoice.LIGHT, "dark": ThemeChoice.DARK}
SCALE = "QT_SCALE_FACTOR"


def main(arguments: list[str] | None = None) -> int:
    """Render the screens in the themes and sizes that are asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--theme", choices=THEMES, action="append", help="light, dark (default: both)")
    parser.add_argument("--size", choices=SIZES, action="append", help="wide, narrow, scaled (default: wide, narrow)")
    parser.add_argument("--every", action="store_true", help="every state, not only the main ones")
    parser.add_argument("--scene", choices=SCENES, action="append", help="only these states")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    scenes = asked.scene or (list(SCENES) if asked.every else [])
    themes = asked.theme or list(THEMES)
    sizes = asked.size or (list(SIZES) if scenes else ["wide", "narrow"])
    return max(_render_size(asked.folder, scenes, themes=themes, size=size) for size in sizes)


def _render_size(folder: Path, scenes: list[str], *, themes: list[str], size: str) -> int:
    """Render these scenes, or without any the main screens; return the exit code."""
    if size == "scaled" and SCALE not in os.environ:
        return _render_scaled(folder, scenes, themes=themes)
    app = QApplication.instance() or _application()
    assert isinstance(app, QApplication)
    failed = 0
    for theme in themes:
        for name in scenes:
            failed += not render_scene(app, folder, name, theme=theme, size=size)
        for file in [] if scenes else render(app, folder, theme=theme, size=size):
            sys.stdout.write(f"{file}\n")
    return min(failed, 1)


def _application() -> QApplication:
    """Return an application on a screen with room for the windows, which Qt's own without pictures does not have."""
    with tempfile.TemporaryDirectory() as made:
        platform = Path(made) / "platform.json"
        scale = int(os.environ.get(SCALE, "1"))
        size = {"width": 1600 * scale, "height": 1000 * scale}
        screen = {"name": "pictures", "x": 0, "y": 0, **size, "logicalDpi": 96}
        platform.write_text(json.dumps({"screens": [screen], "windowFrameMargins": False}))
        app = QApplication([*sys.argv[:1], "-platform", f"offscreen:configfile={platform}"])
    QCursor.setPos(app.primaryScreen().geometry().bottomRight())  # no button looks as under the mouse
    return app


def _render_scaled(folder: Path, scenes: list[str], *, themes: list[str]) -> int:
    """Render in a process of its own, for Qt takes its scale only once; return the exit code."""
    options = [*(f"--scene={name}" for name in scenes), *(f"--theme={theme}" for theme in themes), "--size=scaled"]
    command = [sys.executable, "-m", "tests.kit.screenshots", str(folder), *options]
    return subprocess.run(command, check=False, env={**os.environ, SCALE: "2"}).returncode


def render_scene(app: QApplication, folder: Path, name: str, *, theme: str, size: str) -> bool:
    """Render the states of a scene in one theme and size; return whether it came to its end."""
    with tempfile.TemporaryDirectory() as made, shown(app, Path(made), theme=theme, size=size) as desk:
        camera = Camera(app, desk, folder, suffix=f"{size}-{theme}")
        stage = Stage(camera, desk, Path(made))
        try:
            SCENES[name](stage)
        except (LookupError, StopIteration, TimeoutError):  # the other scenes are to be seen, too
            sys.stderr.write(f"{name}, {size}, {theme}:\n{traceback.format_exc()}\n")
            return False
        finally:
            stage.close()
        return True


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
    settings = Settings(theme=THEMES[theme], diff_look=DiffLook.SIDE_BY_SIDE if size == "wide" else DiffLook.UNIFIED)
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
    camera.rest()
    desk.notices.dismiss()  # what it says was read by now
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
    desk.notices.dismiss()
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
