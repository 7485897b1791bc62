"""What every scene of the pictures begins with: a fresh window, and the ways a scene uses it."""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from guillemet.demo import make_sample
from guillemet.ui.actions import Act
from guillemet.ui.window_controller import WindowController
from tests.kit.camera import Camera
from tests.kit.hands import buttons
from tests.kit.repositories import Content, RepositoryBuilder


class Stage:
    """A window, its camera, and a folder in which repositories are made."""

    def __init__(self, camera: Camera, desk: WindowController, folder: Path) -> None:
        self.camera, self.desk, self.folder = camera, desk, folder
        self.take, self.until, self.rest = camera.take, camera.until, camera.rest

    def open(self, files: dict[str, Content] | None) -> RepositoryBuilder:
        """Make a repository with one commit of these files, or with none, and open it."""
        made = RepositoryBuilder(self.folder / "parcel")
        if files is not None:
            made.commit(files, message="Begin")
        self.open_folder(made.root)
        return made

    def open_folder(self, root: Path) -> None:
        """Open a repository."""
        self.desk.session.open_repository(str(root))
        self.until(lambda: self.desk.session.review is not None)
        self.rest()

    def propose(self, *blocks: str, source: str = "reply.md") -> None:
        """Take in a reply."""
        self.desk.session.reception.take_text("\n".join(blocks), source)
        self.until(lambda: bool(self.desk.session.review and self.desk.session.review.outcomes))
        self.rest()

    def demo(self, *numbers: int) -> None:
        """Open the demo's repository, with these of its replies taken in."""
        sample = make_sample(self.folder)
        self.open_folder(sample.root)
        for number in numbers:
            self.propose(sample.replies[number].read_text(encoding="utf-8"), source=sample.replies[number].name)

    def choose(self, **settings: object) -> None:
        """Change settings."""
        preferences = self.desk.session.preferences
        preferences.choose(replace(preferences.now, **settings))
        self.rest()

    def do(self, *acts: Act) -> None:
        """Do these, one after the other."""
        for act in acts:
            self.desk.do(act)
            self.rest()

    def show(self, path: str) -> None:
        """Go to a file, with the keyboard in the diff."""
        self.desk.proposal.files.pick(path)
        self.rest()
        self.desk.diff.setFocus()
        self.rest()

    def key(self, *keys: Qt.Key | str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press keys where the focus is."""
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.desk.window, key, modifier)
            self.rest()

    def type(self, text: str) -> None:
        """Type where the focus is."""
        QTest.keyClicks(QApplication.focusWidget(), text)
        self.rest()

    def ask(self, message: str) -> None:
        """Send a message, and wait until its answer has ended."""
        conversation = self.desk.session.talk.conversation
        conversation.send(message)
        self.until(lambda: conversation.answering.is_flowing)
        self.until(lambda: not conversation.answering.is_flowing)
        self.rest()

    def press(self, name: str, parent: QWidget | None = None) -> None:
        """Press a button by its accessible name."""
        self.until(lambda: name in buttons(parent or self.desk.window))
        buttons(parent or self.desk.window)[name].click()
        self.rest()

    def menu(self, widget: QWidget, spot: QPoint, name: str) -> None:
        """Take a picture of the context menu at a spot."""
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, widget.mapToGlobal(spot))
        QApplication.sendEvent(widget, event)
        self.take(name)
        self.close()

    def drop_down(self, name: str, picture: str) -> None:
        """Take a picture of the menu of a button."""
        button = buttons(self.desk.window).get(name)
        menu = button.menu() if button is not None and hasattr(button, "menu") else None
        if menu is not None:
            menu.popup(button.mapToGlobal(QPoint(0, button.height())))
            self.take(picture)
            self.close()

    def close(self) -> None:
        """Close menus and dialogs."""
        for top in QApplication.topLevelWidgets():
            if top.isVisible() and top is not self.desk.window:
                top.close()
        self.rest()
        self.desk.window.activateWindow()
        self.rest()
