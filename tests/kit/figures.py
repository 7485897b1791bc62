"""Prints the figures of the code base: `python -m tests.kit.figures`.

Size, complexity, signals, names, and how many functions and files three everyday tasks run through. The tasks are done
with a real session on a real repository; its work runs inline, and the model is a server on this computer.
"""

import ast
import os
import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from types import CodeType, FrameType

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "desktop" / "guillemet"
sys.path.insert(0, str(ROOT / "desktop"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEventLoop  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from guillemet.app.session import Session  # noqa: E402
from guillemet.settings import KeptService, ServiceKind, Settings  # noqa: E402
from tests.kit.model_server import ModelServer, said  # noqa: E402
from tests.kit.replies import guillemet_edit  # noqa: E402
from tests.kit.repositories import RepositoryBuilder  # noqa: E402

WORDS = {
    "told": ("told",),
    "anew": ("anew",),
    "whoever": ("whoever",),
    "nobody": ("nobody",),
    "wish": ("wish", "wishes", "wished"),
    "lane": ("lane", "lanes"),
    "door": ("door", "doors"),
    "desk": ("desk", "desks"),
}
MANY_MODULES = 15
_COMPREHENSIONS = frozenset({"<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})


def main() -> int:
    """Print one figure a line."""
    for name, value in (*sizes(), *names(), *packages(), *tasks()):
        print(f"{name:<52} {value}")  # noqa: T201
    return 0


def sizes() -> Iterator[tuple[str, str]]:
    """Yield what can be counted in the text of the package."""
    files = _sources()
    lines = {path: text.count("\n") for path, text in files.items()}
    longest = max(lines, key=lambda path: lines[path])
    yield "files under desktop/", f"{len(files):,}"
    yield "lines under desktop/", f"{sum(lines.values()):,}"
    yield "longest file", f"{lines[longest]:,} ({longest})"
    yield "files over 700 lines", f"{sum(count > 700 for count in lines.values())}"
    yield "files under 60 lines", f"{sum(count < 60 for count in lines.values())}"
    yield "median file, lines", f"{median(lines.values()):.0f}"
    yield "functions of complexity over 10", f"{_complex_functions(files)}"
    yield "signals", f"{sum(len(re.findall(r'= Signal[(]', text)) for text in files.values())}"
    yield "connects", f"{sum(text.count('.connect(') for text in files.values())}"


def names() -> Iterator[tuple[str, str]]:
    """Yield how often words of everyday speech occur, alone or as a part of a name, and class names used twice."""
    files = _sources()
    found = Counter(part.lower() for text in files.values() for part in re.findall(r"[A-Z]?[a-z]+", text))
    for word, forms in WORDS.items():
        yield f"word: {word}", f"{sum(found[form] for form in forms)}"
    classes = Counter(name for text in files.values() for name in re.findall(r"^class (\w+)", text, re.MULTILINE))
    yield "class names in two or more modules", f"{sum(count > 1 for count in classes.values())}"


def packages() -> Iterator[tuple[str, str]]:
    """Yield the packages of many modules, the largest first."""
    modules = Counter(Path(path).parent.as_posix() for path in _sources() if not path.endswith("__init__.py"))
    large = [(folder, count) for folder, count in modules.most_common() if count > MANY_MODULES]
    yield "packages", f"{len(modules)}, of which {len(large)} have more than {MANY_MODULES} modules"
    for folder, count in large:
        yield f"modules in {folder}", f"{count}"


def tasks() -> Iterator[tuple[str, str]]:
    """Yield the functions and files that each task runs through."""
    app = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as folder, traced() as record:
        server = ModelServer(said("Hello."))
        repository = RepositoryBuilder(Path(folder) / "project")
        repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
        settings = Settings(
            model="here/small", map_tokens=0, services=(KeptService("here", ServiceKind.COMPATIBLE, server.address),)
        )
        session = Session(
            settings,
            app,
            settings_file=Path(folder) / "settings.json",
            history_file=Path(folder) / "history.sqlite",
            inline=True,
        )
        try:
            session.open_repository(str(repository.root))
            reply = guillemet_edit("a.py", "x = 1", "x = 2")
            yield "pasting a one-line edit runs through", record(lambda: session.reception.take_text(reply, "Pasted"))
            assert session.review, "the edit was not proposed"
            yield "accepting it runs through", record(lambda: session.decisions.accept(["a.py"]))
            assert repository.read("a.py") == b"x = 2\n", "the edit was not accepted"
            yield 'sending "hi" to a model runs through', record(lambda: _say(session, "hi"))
        finally:
            session.close()
            server.close()


@contextmanager
def traced() -> Iterator[Callable[[Callable[[], object]], str]]:
    """Give what runs a task and returns the number of our functions and files that ran, on any thread."""
    ran: set[CodeType] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add(frame.f_code)

    def record(task: Callable[[], object]) -> str:
        ran.clear()
        task()
        # A copy made in one step, since other threads go on adding to the set.
        functions = [code for code in ran.copy() if code.co_name not in _COMPREHENSIONS]
        ours = [code for code in functions if code.co_filename.startswith(str(PACKAGE))]
        return f"{len(ours):,} functions in {len({code.co_filename for code in ours})} files"

    # Threads that start from here on are recorded too: the session's asyncio loop is one.
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield record
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _say(session: Session, message: str) -> None:
    ended: list[object] = []
    session.talk.conversation.turn_ended.connect(ended.append)
    session.talk.conversation.send(message)
    deadline = QDeadlineTimer(30_000)
    while not ended:
        assert not deadline.hasExpired(), "the model did not answer"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)


def _sources() -> dict[str, str]:
    paths = sorted((ROOT / "desktop").rglob("*.py"))
    return {path.relative_to(ROOT / "desktop").as_posix(): path.read_text(encoding="utf-8") for path in paths}


def _complex_functions(files: Mapping[str, str]) -> int:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = (node for text in files.values() for node in ast.walk(ast.parse(text)) if isinstance(node, functions))
    return sum(_complexity(node) > 10 for node in nodes)


def _complexity(function: ast.AST) -> int:
    """Return the ways through a function as radon counts them: ruff's C901 leaves out conditions and comprehensions."""
    ways = 1
    for node in ast.walk(function):
        match node:
            case ast.BoolOp(values=values):
                ways += len(values) - 1
            case ast.comprehension(ifs=ifs):
                ways += 1 + len(ifs)
            case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
                pass
            case (
                ast.If()
                | ast.IfExp()
                | ast.For()
                | ast.AsyncFor()
                | ast.While()
                | ast.ExceptHandler()
                | ast.match_case()
            ):
                ways += 1
    return ways


if __name__ == "__main__":
    raise SystemExit(main())
