"""The diff pane: from a file picked to it painted, beside two bare text widgets, and the GUI thread meanwhile."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QScrollBar, QWidget

from benchmarks.frame_time import let_work
from benchmarks.measuring import ROUNDS, Row, at_most, median_ratio, median_seconds, run_apart, seconds
from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.moves import changed_file, find_moves
from guillemet.engine.review import Decision, FileReview, FileTexts, Kind
from guillemet.process_settings import resume_garbage_collection, switch_threads_often
from guillemet.settings import DiffLook, Look, WhiteSpace
from guillemet.ui.diff.highlighter import HighlightWorker, windows_of
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style import style
from guillemet.ui.style.theme import LIGHT

SIZE = (1400, 900)
_MEMORY = "import os\nfrom benchmarks.diff import memory\nprint(memory(1_000, 10), flush=True)\nos._exit(0)"
OTHER = prepare(FileTexts("other.txt", "one\ntwo\n", "one\nthree\n"))
STEPS = {10_000: 52, 100_000: 51}
"""Lines of a text, and every how many one is changed."""


FRAMES = 100
"""Steps of the wheel that are measured."""
PATIENCE = 30
"""Seconds until a window that paints nothing is given up."""


def rows() -> Iterator[Row]:
    """Measure in milliseconds and in ratios."""
    switch_threads_often()  # as the program does
    yield from compared()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    if isinstance(application, QApplication):
        style.apply(application, style.Style(LIGHT, 10))
    for lines, limit in ((10_000, 60), (100_000, 200)):
        pair = texts(lines)
        what = f"{lines:,} lines, {len(changed(*pair)):,} changes"
        pane, bare = Shown(DiffPane()), Shown(BareEditors())
        resume_garbage_collection()  # as the program does once the window stands
        for kind in Look:
            pane.widget.look.set(DiffLook(kind))
            picked = median(pick(pane, pair) for _ in range(ROUNDS))
            yield at_most(f"{what}, picked to painted, {kind}", picked * 1000, limit, unit="ms")
        pane.widget.look.set(DiffLook.SIDE_BY_SIDE)
        ratio = median(pick(pane, pair) / fill_bare(bare, pair) for _ in range(ROUNDS))
        yield at_most(f"{what}, against xdiff and two bare editors", ratio, 2, unit="times")
        if lines == 10_000:
            longest = median(held(pane, pair) for _ in range(ROUNDS))
            yield at_most("longest hold of the GUI thread while 10,000 lines are coloured", longest, 50, unit="ms")
            seen = median(coloured(pane, pair) for _ in range(ROUNDS))
            yield at_most("10,000 lines, picked until those in view are painted in colours", seen, 100, unit="ms")
        else:
            for name, one_side in (("new", ("", pair[1])), ("deleted", (pair[0], ""))):
                what = f"{lines:,} lines of a {name} file"
                picked = median(pick(pane, one_side) for _ in range(ROUNDS))
                yield at_most(f"{what}, picked to painted", picked * 1000, limit, unit="ms")
                longest = median(held(pane, one_side) for _ in range(ROUNDS))
                yield at_most(f"{what}, longest hold of the GUI thread", longest, 50, unit="ms")
        for shown in (pane, bare):
            shown.close()
    yield from long_line_rows()
    yield from document_rows()


def long_line_rows() -> Iterator[Row]:
    """Measure a line of 5 MB: opened, wrapped, and in a pane of another width."""
    content = prepare(FileTexts("app.min.js", *long_line()))
    pane = Shown(DiffPane())
    pane.until_painted(lambda: pane.widget.show_content(OTHER))
    for name, act in (
        ("opened", lambda: pane.widget.show_content(content)),
        ("wrapped", lambda: pane.widget.look.set_wrap(wraps=True)),
        ("in a narrower pane", lambda: pane.widget.resize(SIZE[0] - 100, SIZE[1])),
    ):
        for took, of in zip(worked(partial(pane.until_painted, act)), ("", ", processor's time alone"), strict=True):
            yield at_most(f"a line of 5 MB, {name}{of}", took, 50, unit="ms")
    pane.close()


def compared() -> Iterator[Row]:
    """Measure what needs no window: white space that does not count, and moved blocks."""
    pair = texts(100_000)
    for way in WhiteSpace:
        if way is not WhiteSpace.ALL:
            ratio = median_ratio(
                partial(changed, *pair, white_space=way), partial(changed, *pair), clock=time.process_time
            )
            yield at_most(f"100,000 lines compared, {way}, against all of it", ratio, 3, unit="times")
    long = long_line()
    taken = median_seconds(partial(changed, *long), clock=time.process_time) * 1000
    yield at_most("5 MB compared, one line of which one place is changed", taken, 10, unit="ms")
    files = [changed_file(moving(number)) for number in range(1_000)]
    what = f"moved blocks of 1,000 files, {sum(len(file.hunks) for file in files):,} hunks"
    yield at_most(what, median_seconds(partial(find_moves, files), clock=time.process_time) * 1000, 300, unit="ms")


def long_line() -> tuple[str, str]:
    """Return a file like one that was minified, of one line of 5 MB, and the same with one place changed."""
    before = "".join(f'function f{n}(a){{return a*{n}+b.q("t{n}")}}var v{n}=f{n}({n});' for n in range(70_000))
    return f"{before}\n", before.replace("return a*40000+", "return a*40000+tax+") + "\n"


def moving(number: int) -> FileTexts:
    """Return a file with eleven changes: it loses a block to the next file, and has one of the file before."""
    before = [f"value_{number}_{line} = compute({line})" for line in range(200)]
    after = list(before)
    for line in range(0, 200, 20):
        after[line : line + 3] = [f"other_{number}_{line + more} = compute({line})" for more in range(3)]
    after[50:50] = [f"value_{number - 1}_{line} = compute({line})" for line in range(3)]
    return FileTexts(f"src/file_{number}.py", "\n".join(before) + "\n", "\n".join(after) + "\n")


def document_rows() -> Iterator[Row]:
    """Measure proposals of many files in one document, in milliseconds."""
    yield from one_document(60, 7, opened=150, next_hunk=16)
    yield from one_document(1_000, 10, opened=500, next_hunk=33)
    if sys.platform == "linux":
        used = float(run_apart(_MEMORY))
        yield at_most("1,000 files, 10,000 hunks in one document, memory of the process", used, 500, unit="MB")


def memory(files: int, hunks: int) -> float:
    """Show a proposal in this process, and return the megabytes it holds then."""
    application = QApplication(sys.argv[:1])
    reviews, contents = proposal(files, hunks)
    pane = Shown(DiffPane())
    pane.widget.set_continuous(is_continuous=True)
    pane.widget.set_files(reviews)
    pane.until_painted(lambda: pane.widget.show_content(contents[reviews[0].path]))
    pane.until_painted(lambda: pane.widget.set_contents(contents))
    let_work(application, 2)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def one_document(files: int, hunks: int, *, opened: int, next_hunk: int) -> Iterator[Row]:
    """Measure how so many files with so many hunks each are opened, scrolled, and gone through."""
    reviews, contents = proposal(files, hunks)
    what = f"{files:,} files, {files * hunks:,} hunks in one document"
    pane = Shown(DiffPane())
    pane.widget.set_continuous(is_continuous=True)
    resume_garbage_collection()

    def open_first() -> None:
        pane.widget.set_files(reviews)
        pane.widget.show_content(contents[reviews[0].path])

    taken = seconds(lambda: pane.until_painted(open_first))
    yield at_most(f"{what}, first file painted", taken * 1000, opened, unit="ms")
    taken = seconds(lambda: pane.until_painted(lambda: pane.widget.set_contents(contents)))
    yield at_most(f"{what}, all of them read", taken * 1000, 500, unit="ms")
    bar = next(one for one in pane.widget.findChildren(QScrollBar) if one.accessibleName() == "Scroll the diff")

    def scroll() -> None:
        bar.setValue(bar.value() + 3)

    frames = [worked(lambda: pane.until_painted(scroll)) for _ in range(FRAMES)]
    for took, of in zip(zip(*frames, strict=True), ("", ", processor's time alone"), strict=True):
        yield at_most(f"{what}, scrolled, 99th percentile{of}", sorted(took)[-FRAMES // 100 - 1], 33, unit="ms")
    steps = [seconds(lambda: pane.until_painted(pane.widget.next_hunk)) * 1000 for _ in range(ROUNDS)]
    yield at_most(f"{what}, next hunk", median(steps), next_hunk, unit="ms")
    pane.close()


def worked(work: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds a run takes, and those for which this thread had a processor."""
    used = 0.0

    def work_alone() -> None:  # without the search for garbage before it
        nonlocal used
        start = time.thread_time()
        work()
        used = time.thread_time() - start

    return seconds(work_alone) * 1000, used * 1000


def proposal(files: int, hunks: int) -> tuple[list[FileReview], dict[str, DiffContent]]:
    """Return so many files with so many hunks each, and what is shown of them."""
    reviews: list[FileReview] = []
    contents: dict[str, DiffContent] = {}
    for number in range(files):
        before = [f"value_{number}_{line} = {line}" for line in range(hunks * 30)]
        after = [f"{line}  # changed" if at % 30 == 9 else line for at, line in enumerate(before)]
        path = f"src/module_{number}.py"
        contents[path] = prepare(FileTexts(path, "\n".join(before), "\n".join(after)))
        reviews.append(FileReview(path, Kind.CHANGED, Decision.UNDECIDED, hunks, hunks, hunks))
    return reviews, contents


def texts(lines: int) -> tuple[str, str]:
    """Return a text that looks like a program, and the same with some lines changed."""
    before = [
        f"def value_{n}(amount: int) -> int:" if n % 4 == 0 else
        f'    """Return the value of number {n}, in cents."""' if n % 4 == 1 else
        f"    return amount * {n} + offset({n!r})  # rounded down" if n % 4 == 2 else ""
        for n in range(lines)
    ]  # fmt: skip
    after = list(before)
    for n in range(7, lines, STEPS[lines]):
        after[n] = f"{before[n]}  + tax({n})"
    return "\n".join(before) + "\n", "\n".join(after) + "\n"


class BareEditors(QWidget):
    """Two text widgets side by side, and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.editors = (QPlainTextEdit(self), QPlainTextEdit(self))
        layout = QHBoxLayout(self)
        for editor in self.editors:
            editor.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            editor.setFont(style.current().code_font())
            layout.addWidget(editor)


class Shown(QObject):
    """A window that knows when the text in it has been painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.widget = widget
        self._is_painted = False
        widget.resize(*SIZE)
        widget.show()
        QApplication.processEvents()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own name
        """Notice that a text is painted."""
        self._is_painted = self._is_painted or event.type() is QEvent.Type.Paint
        return super().eventFilter(watched, event)

    def until_painted(self, act: Callable[[], object]) -> None:
        """Do it, and return once the outcome is on the screen."""
        self._is_painted = False
        act()
        for editor in self.widget.findChildren(QPlainTextEdit):
            # Asked each time: a look makes its texts when it is first shown. Watching twice is watching once.
            editor.viewport().installEventFilter(self)
        # What is still to be painted is painted by the events that are waiting.
        QApplication.processEvents()
        end = time.monotonic() + PATIENCE
        while not self._is_painted:
            if time.monotonic() > end:
                raise TimeoutError(f"nothing was painted for {PATIENCE} seconds")
            QApplication.processEvents()

    def close(self) -> None:
        """Take the window away."""
        self.widget.close()
        self.widget.deleteLater()
        QApplication.processEvents()


def pick(pane: Shown, pair: tuple[str, str]) -> float:
    """Return how long a file takes from being picked, while another one is shown, to being painted, in seconds."""
    pane.until_painted(lambda: pane.widget.show_content(OTHER))
    return seconds(lambda: pane.until_painted(lambda: pane.widget.show_content(prepare(file(pair)))))


def fill_bare(bare: Shown, pair: tuple[str, str]) -> float:
    """Return how long comparing and showing both texts takes without any of what makes a diff, in seconds."""

    def fill() -> None:
        changed(*pair)
        for editor, text in zip(bare.widget.editors, pair, strict=True):
            editor.setPlainText(text)

    for editor in bare.widget.editors:
        editor.setPlainText("")
    return seconds(lambda: bare.until_painted(fill))


def file(pair: tuple[str, str]) -> FileTexts:
    """Return the pair as a file of the proposal."""
    return FileTexts("src/values.py", *pair)


def coloured(pane: Shown, pair: tuple[str, str]) -> float:
    """Return how long a file takes from being picked until the lines in view have their colours, in milliseconds."""
    worker, content = pane.widget.findChild(HighlightWorker), prepare(file(pair))
    loop = QEventLoop()

    def look() -> None:
        rows = [visible.shown for visible in pane.widget.splitter.visible_rows()]
        wanted = [(window.is_old, window.last) for window in windows_of(rows, has_old=True)]
        if all(worker.colours.spans(*one) is not None for one in wanted):
            loop.quit()

    pane.until_painted(lambda: pane.widget.show_content(OTHER))
    worker.arrived.connect(look)
    start = time.perf_counter()
    pane.widget.show_content(content)
    loop.exec()
    pane.until_painted(pane.widget.update)
    taken = (time.perf_counter() - start) * 1000
    worker.arrived.disconnect(look)
    return taken


def held(pane: Shown, pair: tuple[str, str]) -> float:
    """Return for how many milliseconds at most a timer of 1 ms did not come while a file was shown and coloured."""
    colours = pane.widget.findChild(HighlightWorker)
    content = prepare(file(pair))
    beats: list[float] = []
    loop = QEventLoop()
    heart = QTimer(interval=1)

    def beat() -> None:
        beats.append(time.perf_counter())
        if len(beats) == 5:
            pane.widget.show_content(content)
        if len(beats) > 20 and not colours.is_running:
            loop.quit()

    pane.until_painted(lambda: pane.widget.show_content(OTHER))
    heart.timeout.connect(beat)
    heart.start()
    loop.exec()
    heart.stop()
    return max(later - earlier for earlier, later in pairwise(beats)) * 1000
