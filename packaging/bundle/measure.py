"""Start to the shown window, of two programs in turns: command lines that open a window on the folder behind them.

    python packaging/bundle/measure.py [--rounds N] FOLDER 'COMMAND…' 'COMMAND…'

Runs under an X server of its own size with nothing else on it, such as `xvfb-run`; needs PySide6 for looking at the
screen. Prints for each command the median seconds until something was painted, and until the picture stayed as it is,
and how the second compares with the first.
"""

import argparse
import shlex
import statistics
import subprocess
import time
from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication, QImage

_GRID = 24
"""Every so many pixels one is looked at."""
_FEWEST_COLOURS = 4
_SETTLES = 1.5
"""Seconds without a change after which the picture is the final one."""
_LIMIT = 60.0
_SAME = 0.002
"""Share of the looked-at pixels that may differ: the text cursor blinks."""

Picture = tuple[int, ...]


def main() -> None:
    """Measure both commands and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("folder")
    parser.add_argument("commands", nargs=2)
    arguments = parser.parse_args()
    application = QGuiApplication([])
    commands = [[*shlex.split(command), arguments.folder] for command in arguments.commands]
    for command in commands:
        _start(application, command)  # fills the disk's cache, compiles what was not compiled yet
    times: list[list[tuple[float, float]]] = [[], []]
    for _ in range(arguments.rounds):
        for command, found in zip(commands, times, strict=True):
            found.append(_start(application, command))
    for command, found in zip(commands, times, strict=True):
        painted, settled = (statistics.median(values) for values in zip(*found, strict=True))
        print(f"{painted:.2f} s painted, {settled:.2f} s final picture: {shlex.join(command)}")
    ratios = [
        statistics.median(second[mark] for second in times[1]) / statistics.median(first[mark] for first in times[0])
        for mark in (0, 1)
    ]
    print(f"second to first: {ratios[0]:.2f} painted, {ratios[1]:.2f} final picture")


def _start(application: QGuiApplication, command: Sequence[str]) -> tuple[float, float]:
    """Return after how many seconds the screen showed a window, and its final picture."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    painted, seen = 0.0, [(0.0, _look(application))]
    while True:
        picture, now = _look(application), time.perf_counter() - begun
        if not painted and len(set(picture)) >= _FEWEST_COLOURS:
            painted = now
        if not _is_same(picture, seen[-1][1]):
            seen.append((now, picture))
        elif painted and now - seen[-1][0] > _SETTLES:
            break
        if now > _LIMIT or process.poll() is not None:
            raise SystemExit(f"No window was shown by: {shlex.join(command)}")
        time.sleep(0.002)
    process.terminate()
    process.wait()
    while len(set(_look(application))) >= _FEWEST_COLOURS:
        time.sleep(0.01)
    return painted, seen[-1][0]


def _look(application: QGuiApplication) -> Picture:
    screen = application.primaryScreen()
    image = screen.grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)
    size = image.size()
    return tuple(image.pixel(x, y) for y in range(0, size.height(), _GRID) for x in range(0, size.width(), _GRID))


def _is_same(one: Picture, other: Picture) -> bool:
    return sum(a != b for a, b in zip(one, other, strict=True)) <= _SAME * len(one)


if __name__ == "__main__":
    main()
