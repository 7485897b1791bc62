"""The window at work: how long its thread is ever held while a long reply is taken in and a long file is coloured."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication

from benchmarks.frame_time import Heart, application, let_work, show_whole, until
from benchmarks.measuring import ROUNDS, Row, at_most
from benchmarks.staging import made_reply, make_repository
from guillemet.engine.review import FileTexts
from guillemet.process_settings import resume_garbage_collection
from guillemet.settings import Settings, ThemeChoice
from guillemet.ui.window_controller import WindowController


def rows() -> Iterator[Row]:
    """Measure in milliseconds."""
    app = application()
    yield at_most("GUI thread held, 200 blocks taken in, 10,000 lines coloured", _longest_beat(app), 50, unit="ms")


def made_texts(lines: int, changes: int) -> FileTexts:
    """Return a file of code before and after, with changes splitter evenly over it."""
    before = [
        f"def value_{line}(count): return compute(count, {line})  # a line like any other" for line in range(lines)
    ]
    after = list(before)
    for number in range(changes):
        line = number * lines // changes
        after[line] = after[line].replace("compute", "measure")
    return FileTexts("made.py", "\n".join(before) + "\n", "\n".join(after) + "\n")


def _longest_beat(app: QApplication) -> float:
    """Return the longest pause between two beats of a timer, in milliseconds, less the pause it should have."""
    return statistics.median(_longest_beat_once(app) for _ in range(ROUNDS))


def _longest_beat_once(app: QApplication) -> float:
    with tempfile.TemporaryDirectory() as made:
        root = Path(made) / "project"
        make_repository(root, files=20)
        large = made_texts(10_000, 192)
        (root / "made.py").write_text(large.before, encoding="utf-8")
        desk = WindowController(app, Settings(theme=ThemeChoice.LIGHT), settings_file=Path(made) / "settings.json")
        show_whole(desk.window)
        desk.session.open_repository(str(root))
        until(app, lambda: desk.session.review is not None)
        resume_garbage_collection()  # as the program does once the window stands
        whole = (
            f"made.py\n<<<<<<< SEARCH\n{_line(large.before, 7)}\n=======\n{_line(large.after, 0)}\n>>>>>>> REPLACE\n\n"
        )
        heart = Heart(desk)
        desk.session.reception.take_text(whole + made_reply(files=20, blocks=10), "benchmark")
        until(app, lambda: _count(desk) == 201 and desk.conversation.is_settled)
        desk.proposal.files.pick("made.py")
        let_work(app, 2)
        heart.stop()
        desk.window.close()
        desk.end()
        desk.window.deleteLater()
        return heart.longest


def _count(desk: WindowController) -> int:
    return len(desk.session.review.outcomes) if desk.session.review else 0


def _line(text: str, number: int) -> str:
    return text.split("\n", number + 1)[number]
