"""Cold start to the painted window, against a bare PySide6 window, and what the window holds when idle."""

import ast
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import ROOT, ROUNDS, Row, at_most, beside, run_apart, seconds
from benchmarks.staging import made_reply, make_repository
from guillemet.engine.workspace import Workspace

FILES = 10


def rows() -> Iterator[Row]:
    """Measure whole processes, in turns: a bare window, then ours with a pending proposal of ten files."""
    with tempfile.TemporaryDirectory() as made:
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_STATE_HOME"] = made
        root = Path(made) / "project"
        make_repository(root, files=FILES)
        Workspace.open(root).apply(made_reply(files=FILES, blocks=1))
        run_apart(_OURS, str(root))  # compiles what was not compiled yet
        only_libraries = _AS_WE_LOAD_IT + _imports_of_others() + _BARE
        run_apart(only_libraries)
        run_apart(_EMPTY)
        ratios, floors, empty, ours = [], [], [], []
        for _ in range(ROUNDS):
            bare = seconds(lambda: run_apart(_BARE))
            floors.append(seconds(lambda: run_apart(only_libraries)) / bare)
            empty.append(seconds(lambda: run_apart(_EMPTY)) / bare)
            ours.append(seconds(lambda: run_apart(_OURS, str(root))))
            ratios.append(ours[-1] / bare)
        yield at_most("empty window painted, against a bare one", statistics.median(empty), 2.0, unit="times")
        yield at_most(
            "proposal of ten files painted, against a bare window", statistics.median(ratios), 3.0, unit="times"
        )
        yield beside("a bare window that has loaded others' code too", statistics.median(floors), unit="times")
        yield at_most("proposal of ten files painted", statistics.median(ours), 2.5, unit="s")
        if sys.platform == "linux":
            yield at_most("idle memory", float(run_apart(_IDLE, str(root))) / 1e6, 120, unit="MB")


def _imports_of_others() -> str:
    """Return the import statements of all that our window loads and that is not ours: the floor under its start."""
    loaded = run_apart("import sys, guillemet.cli, guillemet.ui.application\nprint(*sorted(sys.modules))").split()
    lines = [f"import {name}" for name in loaded if name.split(".")[0] in _OTHERS]
    # Qt's classes are made when they are first named.
    trees = (ast.parse(path.read_bytes()) for path in (ROOT / "desktop").rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    lines += [ast.unparse(node) for node in nodes if (node.module or "").startswith("PySide6")]
    return "\n".join(sorted(set(lines))) + "\n"


_OTHERS = frozenset(
    {"charset_normalizer", "filelock", "msgspec", "pathspec", "platformdirs", "pygit2", "pygments", "rapidfuzz"}
    | {"asyncio", "sqlite3"}
)

_AS_WE_LOAD_IT = """
from guillemet import process_settings
with process_settings.without_certificates():
    import pygit2
"""

_BARE = """
import os
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        os._exit(0)
window = Window()
window.resize(1440, 900)
window.show()
app.exec()
"""

_LOADED = """
import os, sys
from pathlib import Path
from guillemet import process_settings
with process_settings.loading():
    from guillemet.cli import main
process_settings.pause_garbage_collection()
from PySide6.QtCore import QTimer
process_settings.restore_import()
from guillemet.ui.window_controller import WindowController
begin = WindowController.begin
"""

_EMPTY = f"""{_LOADED}
from PySide6.QtCore import QEvent, QObject

class EndOnceItIsPainted(QObject):
    def eventFilter(self, watched, event):
        if event.type() is QEvent.Type.Paint:
            QTimer.singleShot(0, lambda: os._exit(0))  # what is in the window is painted after it
        return False

def begin_and_end(controller, folder):
    controller.window.resize(1440, 900)  # as the bare one; the screen of the offscreen platform is smaller
    begin(controller, folder)
    controller.window.installEventFilter(EndOnceItIsPainted(controller))

WindowController.begin = begin_and_end
main([])
"""

_OPENED = f"""{_LOADED}
def begin_and_listen(controller, folder):
    controller.window.resize(1440, 900)
    begin(controller, folder)
    # Nothing is shown at first; the first diff comes after the proposal.
    controller.session.looking.content_changed.connect(
        lambda content: content and QTimer.singleShot(0, lambda: painted(controller))
    )

WindowController.begin = begin_and_listen
"""

_OURS = f"""{_OPENED}
def painted(controller):
    controller.window.repaint()
    os._exit(0)

main([sys.argv[1]])
"""

_IDLE = f"""{_OPENED}
def painted(controller):
    QTimer.singleShot(1500, tell)

def tell():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    print(pages * os.sysconf("SC_PAGE_SIZE"), flush=True)
    os._exit(0)

main([sys.argv[1]])
"""
