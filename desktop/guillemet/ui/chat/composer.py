"""The composer: the box a message is written in, what is attached, and under it mode, model, cost and Send.

    ┌ picture.png × ──────────────────────────┐
    │ Why is the tax left out in @src/tax.py? │
    └─────────────────────────────────────────┘
    Edit ▾  Claude ▾  1,204 tokens, about $0.01       Send

What is written stays until `take_sent`, so that nothing is lost when it cannot be sent.
"""

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import Mode, OptionPart, Snippet, Use
from guillemet.llm.messages import Picture
from guillemet.ui.chat import commands
from guillemet.ui.chat.commands import Command, Name, PathArguments, named_files
from guillemet.ui.chat.completion import Completer
from guillemet.ui.chat.message_box import MessageBox, local_files
from guillemet.ui.chat.model_picker import ModelPicker
from guillemet.ui.shortcuts import show_keys, with_keys_in_force
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import Chip, button, label
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.wording import seen

_HINT = "Ask, or say what to change. @ adds a file, / lists commands."
_HINT_FLOWING = "The answer is coming. Stop it ({STOP_WHILE_WRITING}), or write on."
_STILL_COMING = "An answer is still coming. Wait for its end, or stop it ({STOP_WHILE_WRITING})."
_HINT_DROP = "Drop to add to the conversation"


class Composer(QFrame):
    """Takes a message, commands, and files for the conversation.

    `box`, `attachments` and `picker` have signals of their own; `show_note` says why something was refused.

    send_requested(text, Mode): send this, as the picker says or as /ask or /edit; it stays until `take_sent`.
    stop_requested: stop the answer that flows.
    command_requested(Command): /clear, /commit or /retry was typed.
    use_requested(paths, Use): files were chosen from those offered, or named by /add and /drop.
    tree_requested: show the list of files.
    models_requested: find out which models there are; one was named that is not known yet.
    draft_changed: something was written; `draft` is looked at after a pause, for it may be long.
    """

    send_requested = Signal(str, object)
    stop_requested = Signal()
    command_requested = Signal(object)
    use_requested = Signal(tuple, object)
    tree_requested = Signal()
    models_requested = Signal()
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = FileListing()
        self._snippets: dict[str, str] = {}
        self._recall = InputHistory()
        self._is_flowing = False
        self._obstacle = ""
        self._remark = ""
        self._sent = ""
        self._awaited = ""
        """The command that waits for the model it names."""
        self.picker = ModelPicker()
        self._build()
        self._connect_signals()
        self._show_state()

    @property
    def draft(self) -> str:
        return self.box.text

    @property
    def is_blank(self) -> bool:
        return self.box.is_blank

    def set_files(self, files: FileListing) -> None:
        """Know these files of the repository, for completion and commands."""
        self._files = files
        self._completer.set_files(files)

    def set_snippets(self, snippets: Sequence[Snippet]) -> None:
        """Offer these texts by their names."""
        self._snippets = {snippet.name: snippet.text for snippet in snippets}
        self._completer.set_snippets(snippets)

    def set_sent(self, texts: Sequence[str]) -> None:
        """Know the user's messages of this conversation, oldest first, for the Up key."""
        self._recall.set_sent(texts)

    def set_flowing(self, is_flowing: bool) -> None:
        """Offer Stop instead of Send while an answer flows."""
        self._is_flowing = is_flowing
        if not is_flowing and self._note.text() == with_keys_in_force(_STILL_COMING):
            self._show_standing_note()
        self._show_state()

    def set_obstacle(self, sentence: str) -> None:
        """Say why nothing can be sent now, and what to do; empty when it can."""
        self._obstacle = sentence
        self._show_standing_note()
        self._show_state()

    def set_remark(self, sentence: str) -> None:
        """Say what sending would do besides, as long as nothing keeps from it; empty when there is nothing to say."""
        self._remark = sentence
        self._show_standing_note()

    def show_note(self, sentence: str) -> None:
        """Say under the box what could not be done, until something else is written."""
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))

    def set_draft(self, text: str) -> None:
        """Put a message into the box; Ctrl+Z brings back what was there."""
        self._completer.replace_all(text)

    def add_to_draft(self, text: str) -> None:
        """Put text behind what is written."""
        self.set_draft(f"{self.draft.rstrip()}\n\n{text}" if self.draft.strip() else text)

    def take_sent(self, message: str) -> None:
        """Empty the box if it holds just this message, which was sent; what was written since stays."""
        sent, self._sent = self._sent if message in self._sent else message, ""
        self._recall.add(sent)
        if self.draft.strip() in (sent.strip(), message.strip()):
            self.clear_draft()

    def clear_draft(self) -> None:
        """Empty the box, so that Ctrl+Z brings nothing back."""
        self._completer.replace_all("")
        self.box.forget()

    def focus_message(self) -> None:
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def take_drops_of(self, place: QWidget) -> None:
        """Take the files and pictures that are dropped on this widget, too."""
        zone = DropZone(place)
        zone.hovered.connect(lambda is_near: self.show_note(_HINT_DROP) if is_near else self._show_standing_note())
        zone.dropped.connect(self._take_drop)

    def _build(self) -> None:
        self.setProperty("role", "footer")
        self.box = MessageBox()
        self._completer = Completer(self.box)
        self.attachments = Attachments()
        self._note = label("", "warn")
        self._note.hide()
        self._send = button("Send", "primary")
        self.picker.end_with(self._send)
        fill(QVBoxLayout(self), self.attachments, self.box, self._note, self.picker, margins=style.GAP, gap=style.TIGHT)

    def _connect_signals(self) -> None:
        self.take_drops_of(self)
        box = self.box
        box.submitted.connect(self._submit)
        box.escaped.connect(self.stop_requested)
        box.recall_requested.connect(self._bring_back)
        box.textChanged.connect(self._written)
        self.picker.services_changed.connect(self._run_awaited)
        self._completer.file_chosen.connect(lambda path: self._use([path]))
        self._send.clicked.connect(self._press)
        for chosen in (self.picker.mode_requested, self.picker.model_requested):
            chosen.connect(lambda *_: self.focus_message())

    def _run_awaited(self) -> None:
        """Obey the command that waits for its model, as long as nothing else is written."""
        if self._awaited:
            focused, self._awaited = QApplication.focusWidget(), ""
            self._submit()
            if focused is not None:
                focused.setFocus()  # the focus stays where the user waits

    def _written(self) -> None:
        self._awaited = ""
        self._show_standing_note()
        self._show_state()
        self.draft_changed.emit()

    def _show_standing_note(self) -> None:
        self.show_note(self._obstacle or self._remark)

    def _show_state(self) -> None:
        flows = self._is_flowing
        self.box.takes_escape = flows
        self.box.setPlaceholderText(with_keys_in_force(_HINT_FLOWING) if flows else _HINT)
        self.box.viewport().update()  # Qt paints the new hint over the old one as far as the cursor reaches
        self._send.setText("Stop" if flows else "Send")
        self._send.setAccessibleName("Stop the answer" if flows else "Send")
        show_keys(self._send, "Stop ({STOP_WHILE_WRITING})" if flows else "Send ({SEND}), new line ({NEW_LINE})")
        style.set_role(self._send, "" if flows else "primary")
        self._send.setEnabled(flows or not self.box.is_blank)

    def _take_drop(self, data: QMimeData) -> None:
        self._show_standing_note()
        self.box.insertFromMimeData(data)
        self.focus_message()

    def _press(self) -> None:
        self.stop_requested.emit() if self._is_flowing else self._submit()
        self.focus_message()

    def _submit(self) -> None:
        """Obey the command that is written, or ask to send the message; say why neither can be."""
        text = self.draft
        if not text.strip():
            return
        self._completer.close()
        snippet = self._snippets.get(text[1:].strip().casefold()) if text.startswith("/") else None
        command = commands.parse(text)
        if command is None and snippet is not None:
            self.set_draft(snippet)
        elif problem := commands.problem(text):
            self.show_note(problem)
        elif command is None:
            self._request_send(text.strip(), self.picker.mode)
        elif self._run(command):
            self._completer.replace_all("")

    def _run(self, command: Command) -> bool:
        """Run the command; return whether it was done and its text can be removed from the box."""
        match command.name:
            case Name.ASK | Name.EDIT:
                return self._choose_mode(Mode(command.name.value), command.argument)
            case Name.ADD | Name.DROP:
                return self._use_named(command)
            case Name.MODEL:
                return self._choose_model(command.argument)
            case Name.TOKENS:
                self.picker.open_estimate(back=QApplication.focusWidget())
            case _:
                self._completer.replace_all("")  # first: what is left with the box is not a draft of a conversation
                self.command_requested.emit(command)
        return True

    def _choose_mode(self, mode: Mode, message: str) -> bool:
        if message:
            self._request_send(message, mode)
        else:
            self.picker.mode_requested.emit(mode)
        return not message

    def _use_named(self, command: Command) -> bool:
        is_add = command.name is Name.ADD
        if is_add and not command.argument:
            self.tree_requested.emit()
            return True
        known, where, use = (
            (self._files.paths, "the repository", Use.IN) if is_add else (self._files.used, "the conversation", Use.OUT)
        )
        named = named_files(command.argument, known) if command.argument else PathArguments(tuple(known), ())
        if named.unknown:
            self.show_note(f"No file of {where} is named {seen(', '.join(named.unknown))}.")
            return False
        if not named.paths:
            self.show_note("There is no file in the conversation.")
            return False
        self.use_requested.emit(named.paths, use)
        return True

    def _choose_model(self, typed: str) -> bool:
        if not typed:
            self.picker.open_models()
            return True
        fitting = self.picker.fitting(typed)
        if not fitting and self.picker.is_listing:
            self.show_note("Models are still being looked for. This one is chosen as soon as it is found.")
            self._awaited = self.draft
            self.models_requested.emit()
            return False
        if len(fitting) != 1:
            many = f"{len(fitting):,} models are" if fitting else "No model is"
            self.show_note(f"{many} named like that. Type /model alone to see the list.")
            return False
        self.picker.model_requested.emit(OptionPart.MAIN, fitting[0])
        return True

    def _request_send(self, text: str, mode: Mode) -> None:
        if self._is_flowing:
            self.show_note(with_keys_in_force(_STILL_COMING))
        elif self._obstacle:
            self._show_standing_note()
            self.picker.open_models()
        else:
            self._sent = self.draft
            self.send_requested.emit(text, mode)

    def _use(self, paths: Sequence[str]) -> None:
        """Ask for files in the conversation that are not in it yet."""
        wanted = tuple(path for path in paths if path in self._files and self._files.use_of(path) is Use.OUT)
        if wanted:
            self.use_requested.emit(wanted, Use.IN)

    def _bring_back(self, step: int) -> None:
        text = self._recall.step(step, self.draft)
        if text is not None:
            self._completer.replace_all(text)


class InputHistory:
    """Walks through sent messages from the newest to the oldest, as long as nothing else is written."""

    def __init__(self) -> None:
        self._sent: list[str] = []
        self._at: int | None = None

    def set_sent(self, texts: Sequence[str]) -> None:
        """Know these messages, oldest first."""
        self._sent = list(texts)
        self._at = None

    def add(self, text: str) -> None:
        """Know one more message, the newest."""
        if not self._sent or self._sent[-1] != text:
            self._sent.append(text)
        self._at = None

    def step(self, by: int, written: str) -> str | None:
        """Return the message before (-1) or after (1) the one that is written; None where there is no such step."""
        if not written:
            self._at = len(self._sent)
        elif self._at is None or self._at >= len(self._sent) or written != self._sent[self._at]:
            return None
        wanted = self._at + by
        if not 0 <= wanted <= len(self._sent) or (not written and by > 0):
            return None
        self._at = wanted
        return self._sent[wanted] if wanted < len(self._sent) else ""


class DropZone(QObject):
    """Lets a widget take files and pictures that are dropped on it; dropped text is a reply, and for the window.

    hovered(bool): something that would be taken came over the widget, or left it.
    dropped(QMimeData): it was let go there.
    """

    hovered = Signal(bool)
    dropped = Signal(QMimeData)

    def __init__(self, place: QWidget) -> None:
        super().__init__(place)
        place.setAcceptDrops(True)
        place.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QDragEnterEvent() if event.type() is QEvent.Type.DragEnter:
                self._enter(event)
            case QDropEvent() if event.type() is QEvent.Type.Drop:
                _copy(event)
                self.dropped.emit(event.mimeData())
            case _ if event.type() is QEvent.Type.DragLeave:
                self.hovered.emit(False)  # noqa: FBT003  a signal
            case _:
                return super().eventFilter(watched, event)
        return True

    def _enter(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if local_files(data) or (data.hasImage() and not data.hasText()):
            _copy(event)
            self.hovered.emit(True)  # noqa: FBT003  a signal
        else:
            event.ignore()


def _copy(event: QDropEvent) -> None:
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


class Attachments(QWidget):
    """Shown only while there are any.

    detach_requested(number): one is to be taken away, counted from 0.
    """

    detach_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(parent=self, gap=style.TIGHT)
        self.hide()

    def set_pictures(self, pictures: Sequence[Picture]) -> None:
        while (item := self._flow.takeAt(0)) is not None:
            if (chip := item.widget()) is not None:
                chip.hide()
                chip.deleteLater()
        for number, picture in enumerate(pictures):
            self._flow.addWidget(self._chip(number, picture))
        self.setVisible(bool(pictures))

    def _chip(self, number: int, picture: Picture) -> Chip:
        chip = Chip(self)
        kind = "PDF" if picture.media_type == "application/pdf" else "Picture"
        name = seen(PurePath(picture.path).name or f"{kind} {number + 1}")
        size = f"{max(1, len(picture.data) // 1000):,} kB" if picture.data else "not read yet"
        tip = f"{seen(picture.path) or 'From the clipboard'}\n{kind}, {size}"
        chip.set_name(name, spoken=f"Attached: {name}", removes=f"Take {name} away", tip=tip)
        chip.removed.connect(lambda: self.detach_requested.emit(number))
        return chip
