"""The whole window on the screen, written in by its keys, put away in the end, and shown again."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.settings import DiffLook, KeptService, ServiceKind, Settings, ThemeChoice
from guillemet.ui.shortcuts import announce_keys
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL
from tests.kit.model_server import ModelServer, Reply, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS

DESKTOP = QSize(1700, 900)
"""Wide enough for both sides."""
Start = Callable[..., AbstractContextManager[WindowController]]
"""Shows a window of the same repository, with the same settings and the same history, again and again."""
Open = Callable[..., tuple[WindowController, ModelServer]]
"""Shows a window on a repository, whose model answers with these scripts."""


@contextmanager
def desk_on_screen(
    app: QApplication, settings: Settings, settings_file: Path, *, size: QSize = DESKTOP
) -> Iterator[WindowController]:
    """Show a window, and end it with all that it began."""
    if settings.diff_look is DiffLook.BY_WIDTH:
        settings = replace(settings, diff_look=DiffLook.SIDE_BY_SIDE)  # however wide the letters of this machine are
    desk = WindowController(app, settings, settings_file=settings_file)
    desk.window.resize(size)
    if not desk.window.is_narrow:
        desk.window.show_conversation(is_shown=True)
    desk.window.show()
    QTest.qWaitForWindowExposed(desk.window)
    desk.window.activateWindow()
    try:
        yield desk
    finally:
        desk.window.close()
        desk.end()
        desk.window.deleteLater()
        desk.deleteLater()
        # First the widgets, then the style sheet: taking it from each of them takes longer than deleting them.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app.setStyleSheet("")
        announce_keys({})


@contextmanager
def starting_again(app: QApplication, qtbot: QtBot, repository: RepositoryBuilder, folder: Path) -> Iterator[Start]:
    """Yield what shows a window again and again; a model answers `a: make it two` in each of them."""
    with ModelServer(said("a: make it two")) as server:
        services = (KeptService("here", ServiceKind.COMPATIBLE, server.address),)
        settings = Settings(model="here/small", map_tokens=0, services=services)

        @contextmanager
        def start(meanwhile: Callable[[WindowController], object] = lambda _: None) -> Iterator[WindowController]:
            with desk_on_screen(app, settings, folder / "settings.json") as desk:
                open_in(qtbot, desk, repository, meanwhile)
                yield desk

        yield start


@contextmanager
def talking_desks(app: QApplication, qtbot: QtBot, repository: RepositoryBuilder, folder: Path) -> Iterator[Open]:
    """Yield what shows a window whose model answers, and end each with its server."""
    with ExitStack() as until_end:

        def open_window(*scripts: Reply) -> tuple[WindowController, ModelServer]:
            server = until_end.enter_context(ModelServer(*scripts))
            service = KeptService("here", ServiceKind.COMPATIBLE, server.address)
            settings = Settings(theme=ThemeChoice.LIGHT, model="here/small", services=(service,), map_tokens=0)
            desk = until_end.enter_context(desk_on_screen(app, settings, folder / "settings.json"))
            open_in(qtbot, desk, repository)
            return desk, server

        yield open_window


def open_in(
    qtbot: QtBot,
    desk: WindowController,
    repository: RepositoryBuilder,
    meanwhile: Callable[[WindowController], object] = lambda _: None,
) -> None:
    """Open a repository, do something meanwhile, and wait for its conversation."""
    with qtbot.waitSignal(desk.session.talk.ready, timeout=SECONDS):
        desk.session.open_repository(str(repository.root))
        meanwhile(desk)


def type_message(desk: WindowController, text: str) -> None:
    """Go to the message box by its key, and type."""
    QTest.keyClick(desk.window, Qt.Key.Key_L, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), text)


def write(desk: WindowController, text: str) -> None:
    """Type a message, and send it."""
    type_message(desk, text)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def kept_bytes(folder: Path) -> bytes:
    """Return all that the databases of a folder hold by now."""
    return b"".join(file.read_bytes() for file in folder.glob("*.sqlite*"))
