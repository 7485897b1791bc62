"""Conflicts as places of the document: what happened stands below the head of the file, each conflict at its lines.

head      src/app.py   2 conflicts
          The file was changed since …               Take mine for the whole file  Take the proposal for the whole file
lines     88  x = mine                │  88  x = 2
conflict  Conflict 1 of 2                            Take mine  Take proposed  Edit  Open in editor
          mine, on disk  │  before  │  proposed

So does a place where lines that the user edited were kept and a later reply has others; nothing lies there on the disk.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from guillemet.app.review.edit_drafts import file_of_key, part_key
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.review import ConflictChoice, ConflictRegion, FileTexts, OwnLines
from guillemet.engine.text import counted
from guillemet.ui.actions import Act
from guillemet.ui.diff.insets.diff_insets import DiffInsets, InsetCard, InsetSource
from guillemet.ui.editor.code_editor import CodeEditor
from guillemet.ui.shortcuts import is_pressed, show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import CodeBox, CodeLine, compared, framed
from guillemet.ui.widgets.controls import Remark, button, label, on_escape, set_caption
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.wording import MINUS, seen

Lines = tuple[str, ...]
_SHOWN = "The old side is the file on disk, the new side is the proposal."
_FEW = 12
"""Lines of each version that are shown until all are asked for."""
_LEAST_COLUMNS = 32
"""Of each version that is shown beside the others; with fewer they stand below each other."""
_EDITOR_LINES = 3, 16
"""Lines of the editor, at least and at most."""
_SAVE_AFTER = 500
"""Milliseconds after which what was typed is saved, also while typing goes on."""


class ShownConflict(Struct, frozen=True):
    """A conflict of a file, or what is to be said of the whole file."""

    texts: FileTexts
    place: Place
    """Below which line it stands."""
    number: int = 0
    """Counted from 1, those on the disk first; 0 for the whole file."""
    versions: tuple[Lines, Lines, Lines] = ((), (), ())
    """The lines of the user, before, and proposed."""

    @property
    def first_line(self) -> int:
        """The number of the first proposed line, as the new side counts."""
        texts = self.texts
        place = texts.kept[self._index].mine if self.is_kept else texts.conflicts[self.number - 1].proposed
        return place[0] + 1

    @property
    def is_kept(self) -> bool:
        """Whether the user's lines are in the proposal, and not on the disk."""
        return self.number > len(self.texts.conflicts)

    @property
    def _index(self) -> int:
        """Which of the places it is where the user's lines were kept, counted from 0."""
        return self.number - len(self.texts.conflicts) - 1

    @property
    def there(self) -> Lines:
        """The lines that the proposal has there."""
        return self.versions[0] if self.is_kept else self.versions[2]

    @property
    def words(self) -> str:
        """Such as "Conflict 1 of 2"; for the whole file what happened."""
        texts = self.texts
        if self.is_kept:
            which = f" ({self._index + 1:,} of {len(texts.kept):,})" if len(texts.kept) > 1 else ""
            return f"Your lines were kept: the reply has others here{which}"
        if self.number:
            return f"Conflict {self.number:,} of {len(texts.conflicts):,}"
        shown = "" if texts.is_gone or texts.note else _SHOWN
        return " ".join(part for part in (texts.conflict, seen(texts.note), shown) if part)


def conflicts_of(content: DiffContent) -> Iterator[tuple[str, ShownConflict]]:
    """Yield what is in conflict in a file, by keys that stay while what is proposed does, whatever the user writes."""
    texts = content.texts
    mine, proposed = split_lines(texts.before), split_lines(texts.after)
    alike: Counter[object] = Counter()
    if texts.conflict:
        yield f"conflict of {texts.path}", ShownConflict(texts, Place(texts.path, is_old=False, line=-1))
    for number, region in enumerate(texts.conflicts, start=1):
        versions = mine[slice(*region.mine)], split_lines(region.before), proposed[slice(*region.proposed)]
        alike[versions[1:]] += 1
        key = part_key(texts.path, f"{alike[versions[1:]]} {_hash_of(versions)}")
        yield key, ShownConflict(texts, _place_of(content, region), number, versions)
    for number, kept in enumerate(texts.kept, start=len(texts.conflicts) + 1):
        versions = proposed[slice(*kept.mine)], split_lines(kept.before), split_lines(kept.proposed)
        alike["kept", versions[1:]] += 1
        key = part_key(texts.path, f"kept {alike['kept', versions[1:]]} {_hash_of(versions)}")
        place = Place(texts.path, is_old=False, line=content.new.first_shown(kept.mine[1]))
        yield key, ShownConflict(texts, place, number, versions)


def _hash_of(versions: tuple[Lines, Lines, Lines]) -> str:
    """Return what stands for the lines before and those proposed."""
    return hashlib.sha256(repr(versions[1:]).encode()).hexdigest()


def _place_of(content: DiffContent, region: ConflictRegion) -> Place:
    """Return the last line of a conflict, as both sides are shown: with its hunk above it, wherever that begins."""
    mine, proposed = content.old.first_shown(region.mine[1]), content.new.first_shown(region.proposed[1])
    if region.proposed[0] == region.proposed[1]:
        return Place(content.path, is_old=True, line=mine)
    goes = (hunk for hunk in content.hunks if hunk.old_start <= mine < hunk.old_start + hunk.old_count)
    is_old = region.mine[0] < region.mine[1] and any(proposed < hunk.new_start for hunk in goes)
    return Place(content.path, is_old, mine if is_old else proposed)


class FileConflict(InsetCard):
    """What happened to a file in conflict, and the verbs for all of it.

    Signals: `mine_requested()`; `proposal_requested()`; `editor_requested()`.
    """

    mine_requested = Signal()
    proposal_requested = Signal()
    editor_requested = Signal()

    def __init__(self, conflict: ShownConflict, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = Remark("error", "bad", parent=self)
        mine = button(
            "Take mine for the whole file",
            parent=self,
            tip="Leaves the file as it is on disk, and rejects the proposal",
            clicked=self.mine_requested,
        )
        proposal = button(
            "Take the proposal for the whole file",
            parent=self,
            tip="Accepts the file, and writes the proposal over the lines in conflict; undo brings yours back",
            clicked=self.proposal_requested,
        )
        self._editor = _editor_button(self, self.editor_requested.emit)
        fill(
            QVBoxLayout(self.card),
            self._words,
            FlowLayout(mine, proposal, self._editor, gap=style.TIGHT),
            margins=(style.WIDE, style.GAP),
            gap=style.TIGHT,
        )
        self.show_conflict(conflict)

    def show_conflict(self, conflict: ShownConflict) -> None:
        """Say what happened."""
        self._words.say(conflict.words)
        self.setAccessibleName(conflict.words)
        self._editor.setVisible(not conflict.texts.is_gone)


class LineConflict(InsetCard):
    """One conflict: mine, before and proposed beside each other, and an editor for lines of the user's own.

    Signals: `settle_requested(choice)`; `editor_requested()`; `draft_changed(str)` with the text in the editor, empty
    when there is none.
    """

    settle_requested = Signal(object)
    editor_requested = Signal()
    draft_changed = Signal(str)

    def __init__(self, conflict: ShownConflict, parent: QWidget, *, draft: str) -> None:
        super().__init__(parent)
        self._conflict = conflict
        self._title = QLabel(self)
        self._title.setProperty("role", "warn" if conflict.is_kept else "bad")
        self._title.setContentsMargins(0, 0, style.TIGHT, 0)
        names = _KEPT_NAMES if conflict.is_kept else tuple(name for name, _ in _NAMES)
        self._boxes = [CodeBox(parent=self, name=name) for name in names]
        self._editor: CodeEditor | None = None
        self._actions = self._made_actions()
        self._all = button("", "quiet", parent=self, clicked=lambda: self._show_lines(most=None))
        self._keep = button("Keep", "primary", parent=self)
        show_keys(self._keep, "Proposes these lines instead; they are written when you accept them ({KEEP_EDIT})")
        self._cancel = button("Cancel", tip="Drops what was written here", parent=self, clicked=self._stop_editing)
        self._keep.clicked.connect(self._keep_lines)
        self._versions = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._versions.setSpacing(style.GAP)
        for name, box in zip(names, self._boxes, strict=True):
            self._versions.addLayout(fill(QVBoxLayout(), label(name, "dim"), framed(box), 1, gap=2), 1)
        self._column = QVBoxLayout(self.card)
        verbs = FlowLayout(self._title, *self._actions, self._keep, self._cancel, self._all, gap=style.TIGHT)
        fill(self._column, verbs, self._versions, margins=(style.WIDE, style.GAP), gap=style.TIGHT)
        self.show_conflict(conflict)
        self._show_lines(most=_FEW)
        self._show_verbs()
        self.offer_draft(draft)

    def offer_draft(self, draft: str) -> None:
        """Show what was written in an earlier run, if anything, unless something is being written."""
        if draft and self._editor is None:
            self._edit(draft)

    def show_conflict(self, conflict: ShownConflict) -> None:
        """Take the number and the lines that the conflict has now."""
        is_other = conflict.versions != self._conflict.versions
        self._conflict = conflict
        if is_other:
            self._show_lines(most=_FEW)
        if self._editor is not None:
            self._editor.count_from(conflict.first_line)
        self._title.setText(conflict.words)
        self.setAccessibleName(conflict.words)
        for control, (name, _) in zip(self._actions, _VERBS, strict=False):
            control.setAccessibleName(f"{name} for conflict {conflict.number:,}")

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        columns = width / len(_NAMES) / max(self._boxes[0].fontMetrics().horizontalAdvance("0"), 1)
        is_wide = columns >= _LEAST_COLUMNS
        ways = QBoxLayout.Direction
        self._versions.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)
        return super().heightForWidth(width)

    def event(self, event: QEvent) -> bool:
        # The keys that keep an edit keep the lines, whatever else the window has them for.
        if isinstance(event, QKeyEvent) and self._editor is not None and _keeps(event):
            if event.type() is QEvent.Type.KeyPress:
                self._keep_lines()
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and hasattr(self, "_editor") and self._editor is not None:
            self._editor.set_look(style.current().theme, style.current().font_size)

    def _made_actions(self) -> list[QWidget]:
        does = (
            lambda: self.settle_requested.emit(ConflictChoice.MINE),
            lambda: self.settle_requested.emit(ConflictChoice.PROPOSED),
            self.edit,
        )
        is_kept = self._conflict.is_kept
        verbs = _KEPT_VERBS if is_kept else _VERBS
        made: list[QWidget] = [
            button(name, parent=self, clicked=do) for (name, _), do in zip(verbs, does, strict=False)
        ]
        for control, (_, tip) in zip(made, verbs, strict=False):
            show_keys(control, tip)
        return made if is_kept else [*made, _editor_button(self, self.editor_requested.emit)]

    def _show_lines(self, *, most: int | None) -> None:
        versions = self._conflict.versions
        for box, lines in zip(self._boxes, _coded(*versions), strict=True):
            box.set_lines(lines[:most] or [CodeLine("no lines")], more=len(lines[most:]) if most else 0)
        longest = max(map(len, versions))
        set_caption(self._all, f"Show all {counted(longest, 'line')}")
        self._all.setVisible(most is not None and longest > most)

    def _show_verbs(self) -> None:
        is_editing = self._editor is not None
        for control in self._actions:
            control.setVisible(not is_editing)
        self._keep.setVisible(is_editing)
        self._cancel.setVisible(is_editing)

    def edit(self) -> None:
        """Edit the proposed lines, or go on with what is being written."""
        if self._editor is None:
            self._edit("\n".join(self._conflict.there))
        else:
            self._editor.setFocus()

    def _edit(self, text: str) -> None:
        """Edit the proposed lines, or go on with what was written."""
        if self._editor is None:
            self._editor = CodeEditor(f"Lines for conflict {self._conflict.number:,}", self)
            style.set_role(self._editor, "code")
            self._editor.set_look(style.current().theme, style.current().font_size)
            self._editor.document().blockCountChanged.connect(self._fit_editor)
            self._editor.document().contentsChanged.connect(self._notice_text)
            self._written = label(_WHAT_EDITING_DOES, "dim", parent=self)
            self._column.addWidget(self._written)
            self._column.addWidget(self._editor)
            self._escape = on_escape(self._editor, self._stop_editing)
        self._editor.load(self._conflict.texts.path, text)
        self._escape.setEnabled(self._is_unchanged)
        self._editor.count_from(self._conflict.first_line)
        self._fit_editor()
        self._show_verbs()
        if self.isVisible():
            self._editor.setFocus()

    def _fit_editor(self) -> None:
        if self._editor is not None:
            least, most = _EDITOR_LINES
            lines = max(least, min(self._editor.blockCount() + 1, most))
            self._editor.setFixedHeight(lines * self._editor.fontMetrics().lineSpacing() + 2 * style.TIGHT)

    def _notice_text(self) -> None:
        if self._editor is not None and not self._editor.is_filling:
            self._escape.setEnabled(self._is_unchanged)
            self.draft_changed.emit("" if self._is_unchanged else self._editor.text)

    @property
    def _is_unchanged(self) -> bool:
        """Whether the editor holds the lines that are there: Escape closes it then, and else leaves it as it is."""
        return self._editor is not None and self._editor.text == "\n".join(self._conflict.there)

    def _keep_lines(self) -> None:
        if self._editor is not None and not self._editor.is_filling:
            text = self._editor.text
            self.settle_requested.emit(OwnLines(f"{text}\n" if text and not text.endswith("\n") else text))

    def _stop_editing(self) -> None:
        if self._editor is not None:
            for part in (self._written, self._editor):
                part.deleteLater()
                self._column.removeWidget(part)
                part.hide()
            self._editor = None
        self._show_verbs()
        self.draft_changed.emit("")
        self._actions[2].setFocus()


class ConflictInsets(QObject):
    """The conflicts of the files that are shown.

    Signals: `mine_requested(path)`; `proposal_requested(path)`; `editor_requested(path, line)`, counted from 1, 0 for
    none; `settle_requested(path, number, choice, identity)`, the number counted from 1, the choice a `ConflictChoice`
    or `OwnLines`; `draft_changed(key, text)` with what was written for a conflict, a while after it was; empty when
    nothing is to be kept.
    """

    mine_requested = Signal(str)
    proposal_requested = Signal(str)
    editor_requested = Signal(str, int)
    settle_requested = Signal(str, int, object, str)
    draft_changed = Signal(str, str)

    def __init__(self, insets: DiffInsets, parent: QObject) -> None:
        super().__init__(parent)
        self._conflicts: dict[str, ShownConflict] = {}
        self._known: dict[int, tuple[DiffContent, dict[str, ShownConflict]]] = {}
        """What is in conflict in each content that is shown, by its identity."""
        self._drafts: dict[str, str] = {}
        """What the user wrote for conflicts and did not keep yet, by their keys."""
        self._unsaved: set[str] = set()
        """The keys of conflicts whose draft is to be saved, or removed."""
        self._settled: set[str] = set()
        """The keys of conflicts that were settled, whose drafts go with them and come back with them."""
        self._save = QTimer(self, singleShot=True, interval=_SAVE_AFTER)
        self._save.timeout.connect(self.save)
        self._source = InsetSource(self._make, self)
        self._current = ""
        insets.current_changed.connect(self._follow_current)
        insets.add(self._source)

    def show_files(self, contents: Iterable[DiffContent | None]) -> None:
        """Show the conflicts of these files."""
        known, self._known = self._known, {}
        for content in contents:
            if content is not None and (content.texts.conflict or content.texts.kept):
                self._known[id(content)] = known.get(id(content)) or (content, dict(conflicts_of(content)))
        self._conflicts = {key: one for _, found in self._known.values() for key, one in found.items()}
        for key, conflict in self._conflicts.items():
            widget = self._source.widget(key)
            if isinstance(widget, FileConflict | LineConflict):
                widget.show_conflict(conflict)
        self._source.set_insets(self._inset(key, conflict) for key, conflict in self._conflicts.items())
        paths = {content.path for content, _ in self._known.values()}
        self._note_drafts(key for key in self._settled & self._drafts.keys() if file_of_key(key) in paths)

    def offer_drafts(self, drafts: Mapping[str, str]) -> None:
        """Show what was written for conflicts in an earlier run, by their keys."""
        for key in drafts.keys() - self._drafts.keys() - self._settled:
            self._drafts[key] = drafts[key]
            widget = self._source.widget(key)
            if isinstance(widget, LineConflict):
                widget.offer_draft(drafts[key])

    def save(self) -> None:
        """Emit what was written and is not saved yet."""
        self._save.stop()
        unsaved, self._unsaved = self._unsaved, set()
        for key in unsaved:
            is_settled = key in self._settled and key not in self._conflicts
            self.draft_changed.emit(key, "" if is_settled else self._drafts.get(key, ""))

    def leave(self) -> None:
        """Emit what was written, and forget it."""
        self.save()
        self._drafts.clear()
        self._settled.clear()

    @property
    def is_current(self) -> bool:
        """Whether the keys of the diff are at a conflict."""
        return self._current in self._conflicts

    @property
    def keys(self) -> Collection[str]:
        """The keys of all conflicts that are shown."""
        return self._conflicts.keys()

    def paths_in_view(self) -> set[str]:
        """Return the files of which a conflict is in view, at least its title and verbs."""
        steps = ((inset.key, self._source.widget(inset.key)) for inset in self._source.insets if inset.is_step)
        shown = ((key, widget) for key, widget in steps if widget is not None and widget.isVisible())
        least = 2 * style.current().font_size + 2 * style.WIDE
        return {
            self._conflicts[key].texts.path
            for key, widget in shown
            if widget.visibleRegion().boundingRect().height() >= min(least, widget.height())
        }

    @property
    def how_to_settle(self) -> str:
        """Which keys settle the current conflict, and whether they mean all of its file; empty where there is none."""
        conflict = self._conflicts.get(self._current)
        if conflict is None:
            return ""
        if conflict.is_kept:
            return f"{_KEYS}: a later reply has other lines here"
        return f"{_KEYS}: {'in conflict' if conflict.number else 'all of the file is in conflict'}"

    def take(self, choice: ConflictChoice, key: str = "") -> None:
        """Settle this conflict, by default the current one, if there is one, by one of its sides."""
        key = key or self._current
        conflict = self._conflicts.get(key)
        if conflict is not None and conflict.number:
            self._settle(key, choice)
        elif conflict is not None:
            is_mine = choice is ConflictChoice.MINE
            (self.mine_requested if is_mine else self.proposal_requested).emit(conflict.texts.path)

    def edit(self, key: str = "") -> bool:
        """Edit the lines of this conflict, by default the current one; return whether there is one that is in view."""
        widget = self._source.widget(key or self._current)
        if not isinstance(widget, LineConflict):
            return False
        widget.edit()
        return True

    def key_of(self, path: str, number: int) -> str:
        """Return the key of a conflict of a file, or, without it, of what is said of the whole file; empty for none."""
        keys = [key for key, conflict in self._conflicts.items() if conflict.texts.path == path]
        return keys[number if number < len(keys) else 0] if keys else ""

    def key_of_first(self, path: str) -> str:
        """Return the key of the conflict of a file for which lines are being written, else of its first one."""
        begun = (key for key in self._conflicts if key in self._drafts and file_of_key(key) == path)
        return next(begun, "") or self.key_of(path, 1)

    def key_of_hunks(self, document: DiffDocument, hunks: Iterable[int]) -> str:
        """Return the key of the first conflict of these hunks; empty unless all of them are in conflict."""
        found = [document.hunk_of_file(hunk) for hunk in hunks]
        if not found or not all(content.is_in_conflict(hunk) for content, hunk in found):
            return ""
        content, hunk = found[0]
        return self.key_of(content.path, content.conflict_of(hunk))

    def _inset(self, key: str, conflict: ShownConflict) -> Inset:
        is_whole = not conflict.number
        is_step = not is_whole or not conflict.texts.conflicts
        height = 4 if is_whole else 5 + min(max(map(len, conflict.versions)), _FEW)
        return Inset(key, conflict.place, conflict.words, is_step=is_step, is_kept=key in self._drafts, height=height)

    def _follow_current(self, current: str) -> None:
        self._current = current

    def _make(self, inset: Inset, parent: QWidget) -> QWidget:
        key, conflict = inset.key, self._conflicts[inset.key]
        path = conflict.texts.path
        if not conflict.number:
            whole = FileConflict(conflict, parent)
            whole.mine_requested.connect(lambda: self.mine_requested.emit(path))
            whole.proposal_requested.connect(lambda: self.proposal_requested.emit(path))
            whole.editor_requested.connect(lambda: self.editor_requested.emit(path, 0))
            return whole
        made = LineConflict(conflict, parent, draft=self._drafts.get(key, ""))
        made.settle_requested.connect(lambda choice: self._settle(key, choice))
        made.editor_requested.connect(lambda: self._open_editor(key))
        made.draft_changed.connect(lambda text: self._keep_draft(key, text))
        return made

    def _settle(self, key: str, choice: ConflictChoice | OwnLines) -> None:
        conflict = self._conflicts[key]
        self._source.finished.add(key)
        self._settled.add(key)
        self.settle_requested.emit(conflict.texts.path, conflict.number, choice, conflict.texts.identity)

    def _open_editor(self, key: str) -> None:
        texts, number = self._conflicts[key].texts, self._conflicts[key].number
        self.editor_requested.emit(texts.path, texts.conflicts[number - 1].mine[0] + 1)

    def _keep_draft(self, key: str, text: str) -> None:
        self._source.finished.discard(key)
        self._settled.discard(key)
        if text:
            self._drafts[key] = text
        else:
            self._drafts.pop(key, None)
        self._note_drafts([key])

    def _note_drafts(self, keys: Iterable[str]) -> None:
        self._unsaved.update(keys)
        if self._unsaved and not self._save.isActive():
            self._save.start()


_KEYS = "{TAKE_MINE} mine, {TAKE_PROPOSED} proposed, {EDIT_PROPOSAL} edit"
TAKE_MINE, TAKE_PROPOSED = "Take mine", "Take proposed"
_WHAT_EDITING_DOES = "What is to stand there. Keep proposes it; it is written when you accept it."
_NAMES = (("Mine, on disk", "+"), ("Before", MINUS), ("Proposed", "+"))
_VERBS = (
    (TAKE_MINE, "Leaves your lines as they are on disk, and rejects the proposed ones ({TAKE_MINE})"),
    (TAKE_PROPOSED, "Accepts the proposed lines, and writes them over yours; undo brings yours back ({TAKE_PROPOSED})"),
    ("Edit", "Edits the proposed lines here; what you keep is written when you accept it ({EDIT_PROPOSAL})"),
    ("Open in editor", ""),
)
_KEPT_NAMES = ("Mine, proposed now", "Before", "Proposed by the later reply")
_KEPT_VERBS = (
    (TAKE_MINE, "Leaves your lines in the proposal, and drops those of the reply ({TAKE_MINE})"),
    (TAKE_PROPOSED, "Proposes the reply's lines in place of yours; undo brings yours back ({TAKE_PROPOSED})"),
    ("Edit", "Edits your lines here; what you keep is written when you accept it ({EDIT_PROPOSAL})"),
)


def _keeps(event: QKeyEvent) -> bool:
    return event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) and is_pressed(Act.KEEP_EDIT, event)


def _editor_button(parent: QWidget, clicked: Callable[[], object]) -> QWidget:
    tip = "Opens the file in your editor: VISUAL, EDITOR, or what the system opens it with"
    return button("Open in editor", "quiet", tip=tip, parent=parent, clicked=clicked)


def _coded(mine: Sequence[str], before: Sequence[str], proposed: Sequence[str]) -> tuple[list[CodeLine], ...]:
    """Return the three versions with what differs from the lines before, and of these what either side changes."""
    mine, before, proposed = ([seen(line) for line in lines] for lines in (mine, before, proposed))
    _, of_before, of_proposed = compared(before, proposed)
    _, by_mine, of_mine = compared(before, mine)
    of_before = by_mine | of_before
    signs = zip((mine, before, proposed), (of_mine, of_before, of_proposed), _NAMES, strict=True)
    return tuple(
        [CodeLine(line, sign if at in marks else " ", marks.get(at, ())) for at, line in enumerate(lines)]
        for lines, marks, (_, sign) in signs
    )
