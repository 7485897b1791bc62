"""The instructions that a repository gives to models: which files hold them, and whether they go along.

`AGENTS.md` of the top folder and of the folders of the conversation's files, from the top down; where there is none,
the first of its kin. Only files that are listed count: no links, and nothing that git or `.guillemetignore` ignores,
also not when a link to it takes the file's place meanwhile. What a reader does not see in them is sent written out, as
it is shown.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.context import ContextFiles
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.turns import ContextEntry, Use
from guillemet.engine.diff.hidden import has_hidden, reveal
from guillemet.engine.workspace.file_views import PresentFile

_NAME = "AGENTS.md"
_KIN = ("CLAUDE.md", ".github/copilot-instructions.md", "CONVENTIONS.md")
LONGEST = 32_000
"""Characters of all of them together, about 8,000 tokens."""
_MOST_SEARCHED = 5_000
"""Files of a conversation up to which their folders are searched."""
_TOO_LONG = f"The project instructions are longer than {LONGEST:,} characters, so this file is not sent. Shorten it."
_LINK = "It has become a link to a file that is not sent unasked. Add that file to the conversation to send it."


class InstructionFiles(Struct, frozen=True):
    """The files that hold the instructions, and whether they are sent."""

    entries: tuple[ContextEntry, ...] = ()
    is_on: bool = True


def find_instructions(known: Container[str], paths: Iterable[str]) -> tuple[str, ...]:
    """Return the known files that hold the instructions for files at these paths, from the top folder down."""
    folders = {""}
    for folder in {path.rpartition("/")[0] for path in paths} - {""}:
        folders.update(accumulate(f"{name}/" for name in folder.split("/")))
    found = [folder + _NAME for folder in folders if folder + _NAME in known]
    first_kin = [path for path in _KIN if path in known][:1]
    return tuple(sorted(found, key=lambda path: (path.count("/"), path)) or first_kin)


def checked(files: Iterable[PresentFile], instructions: Container[str], known: Container[str]) -> list[PresentFile]:
    """Return the files, those that are instructions as they may be sent."""
    left = LONGEST
    found = list[PresentFile]()
    for file in files:
        if file.path not in instructions or file.problem:
            found.append(file)
        elif file.place not in known:
            found.append(PresentFile(file.path, problem=_LINK))
        elif len(file.text) > left:
            found.append(PresentFile(file.path, problem=_TOO_LONG))
        else:
            left -= len(file.text)
            found.append(_revealed(file))
    return found


def _revealed(file: PresentFile) -> PresentFile:
    if not has_hidden(file.text):
        return file
    return replace(file, text="\n".join(map(reveal, file.text.split("\n"))))


class ProjectInstructions(QObject):
    """Knows which files hold the instructions; that they are not sent is remembered for each repository.

    Signals: `changed(InstructionFiles)`.
    """

    changed = Signal(object)

    def __init__(
        self,
        workplace: RepositoryService,
        preferences: Preferences,
        files: ContextFiles,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workplace, self._preferences, self._files = workplace, preferences, files
        self._looks: dict[str, ContextEntry] = {}
        self.now = InstructionFiles()
        for signal in (files.changed, files.listed, preferences.changed):
            signal.connect(lambda _: self._update())

    def paths(self, uses: Mapping[str, Use]) -> tuple[str, ...]:
        """Return the files to be sent with these files of a conversation, which are not sent twice."""
        if not self._is_on():
            return ()
        searched: Sequence[str] = tuple(uses) if len(uses) <= _MOST_SEARCHED else ()
        return tuple(path for path in find_instructions(self._files.known, searched) if path not in uses)

    def choose(self, use: Use) -> None:
        """Let the instructions of the open repository be read, or leave them out."""
        self._preferences.send_instructions(self._workplace.root, is_on=use is not Use.OUT)

    def take_looks(self, looks: Mapping[str, ContextEntry]) -> None:
        """Take what was found out about files when they were read."""
        self._looks = dict(looks)
        self._update()

    def _is_on(self) -> bool:
        return self._workplace.root not in self._preferences.now.without_instructions

    def _update(self) -> None:
        entries = self._files.entries
        searched = [entry.path for entry in entries] if len(entries) <= _MOST_SEARCHED else []
        found = find_instructions(self._files.known, searched)
        sent = frozenset(searched)
        now = InstructionFiles(
            tuple(self._looks.get(path) or ContextEntry(path, Use.READ_ONLY) for path in found if path not in sent),
            self._is_on(),
        )
        if now != self.now:
            self.now = now
            self.changed.emit(now)
