"""Obeying the slash commands of the message box, as far as the left pane can do that by itself."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from guillemet.app.composer_options import OptionPart
from guillemet.app.file_listing import FileListing
from guillemet.app.turns import Mode, Use
from guillemet.ui.chat.commands import Command, Name
from guillemet.ui.chat.model_picker import ModelPicker
from guillemet.ui.chat.path_arguments import named_files
from guillemet.ui.wording import seen


class SlashCommands(QObject):
    """Turns commands into wishes.

    send_requested(text, Mode): /ask or /edit with a message behind it.
    use_requested(paths, Use): files were named by /add and /drop.
    tree_requested: /add alone.
    command_requested(Command): one that is not for the left pane.
    told(sentence): why a command cannot be obeyed.
    models_requested: a model was named that is not listed yet; once it is, the command can be obeyed.
    """

    send_requested = Signal(str, object)
    use_requested = Signal(tuple, object)
    tree_requested = Signal()
    command_requested = Signal(object)
    told = Signal(str)
    models_requested = Signal()

    def __init__(self, picker: ModelPicker, parent: QObject) -> None:
        super().__init__(parent)
        self._picker = picker

    def obey(self, command: Command, files: FileListing) -> bool:
        """Obey the command; tell whether that is done, so that it need not stand in the box any longer."""
        match command.name:
            case Name.ASK | Name.EDIT:
                return self._choose_mode(Mode(command.name.value), command.argument)
            case Name.ADD | Name.DROP:
                return self._use_named(command, files)
            case Name.MODEL:
                return self._choose_model(command.argument)
            case Name.TOKENS:
                self._picker.open_estimate(back=QApplication.focusWidget())
            case _:
                self.command_requested.emit(command)
        return True

    def _choose_mode(self, mode: Mode, message: str) -> bool:
        if message:
            self.send_requested.emit(message, mode)
        else:
            self._picker.mode_requested.emit(mode)
        return not message

    def _use_named(self, command: Command, files: FileListing) -> bool:
        is_add = command.name is Name.ADD
        if is_add and not command.argument:
            self.tree_requested.emit()
            return True
        known = files.paths if is_add else files.used
        named = named_files(command.argument, known) if command.argument else None
        if named is not None and named.unknown:
            where = "the repository" if is_add else "the conversation"
            self.told.emit(f"No file of {where} is named {seen(', '.join(named.unknown))}.")
            return False
        paths = named.paths if named is not None else tuple(known)
        if not paths:
            self.told.emit("There is no file in the conversation.")
            return False
        self.use_requested.emit(paths, Use.IN if is_add else Use.OUT)
        return True

    def _choose_model(self, typed: str) -> bool:
        if not typed:
            self._picker.open_models()
            return True
        fitting = self._picker.fitting(typed)
        if not fitting and self._picker.is_listing:
            self.told.emit("Models are still being looked for. This one is chosen as soon as it is found.")
            self.models_requested.emit()
            return False
        if len(fitting) != 1:
            many = f"{len(fitting):,} models are" if fitting else "No model is"
            self.told.emit(f"{many} named like that. Type /model alone to see the list.")
            return False
        self._picker.model_requested.emit(OptionPart.MAIN, fitting[0])
        return True
