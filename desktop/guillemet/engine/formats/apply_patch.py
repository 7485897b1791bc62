"""The patch format that names its operations: files are added, updated, moved and deleted.

    *** Begin Patch
    *** Add File: src/rates.py
    +all lines of the new file
    *** Update File: src/prices.py
    *** Move to: src/tax.py                 optional
    @@ class Prices:                        optional: a line above the place; several of them one below the other
     lines that stay
    -lines that go
    +lines that come
    *** End of File                         optional: the lines are the last ones of the file
    *** Delete File: src/old_prices.py
    *** End Patch

Every hunk is an edit of its own, every other operation a block; `hunk` tells what the lines of a hunk mean. A hunk
begins with `@@` lines; the first one may do without. Numbers in them, as in a unified diff, are a hint.

A marker is one when nothing but the patch's own indentation stands before it, and a blank may too before
`*** End Patch` where no line of the patch comes directly below; every line of content has a sign before
it, so content needs no escaping. Lines without any sign are taken for lines that stay, and in a new file for its lines
when none has a sign.

`*** Begin Patch` may be missing, and with it `*** End Patch`: such a patch ends with its fence, or without one at the
first line that is none of its own. A patch that begins with it and never ends is broken. What stands around a patch to
call a program with it, such as a here-document, is prose.
"""

from msgspec.structs import replace

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.formats.format import (
    WHOLE_INSTEAD,
    BlockFault,
    Deletion,
    Ended,
    FileMove,
    Format,
    OpenBlock,
    Step,
    Whole,
    never,
)
from guillemet.engine.formats.hunk import Hunk, OpenPatch, parts_of, read_numbers, unfinished
from guillemet.engine.formats.path_line import undecorate
from guillemet.engine.patterns import lazy_pattern

ADD, UPDATE, DELETE = "*** Add File:", "*** Update File:", "*** Delete File:"

_NO_NAME = lazy_pattern(r"\.{2,}|…|")
_MIXED = "Some lines of the new file begin with `+` and some do not, so it is not certain what it holds."
_NOTHING = "The block says nothing to do with its file: no line comes, and none goes."


class Operation:
    """What a patch does to one file: each hunk is a block, and so is everything else it may be."""

    __slots__ = ("_is_moved", "_within", "hunk", "is_last", "marker", "path", "target")

    def __init__(self, line: str) -> None:
        marker, _, name = line.partition(":")
        self.marker = f"{marker}:"
        self.path = path_in(name)
        self.target = ""
        """The path the file is to get."""
        self.hunk: Hunk | None = None
        self.is_last = False
        """Whether the hunk's lines are said to be the file's last ones."""
        self._within: list[str] = []
        self._is_moved = False
        """Whether the block that moves the file is done."""

    def begin(self, line: str) -> Ended | None:
        """Begin a hunk, or name one more line above it; return the block that is done by that, if one is."""
        done: Ended | None = None
        if self.target and not self._is_moved:
            done, self._is_moved, self.path = FileMove(self.target), True, self.target
        elif self.hunk and (self.hunk.lines or self.is_last):
            done = self.ended()
        if done or self.hunk is None:
            self.hunk, self._within, self.is_last = Hunk(read_numbers(line)), [], False
        name = line.removeprefix("@@").removesuffix("@@").strip()
        if self.hunk.numbers is None and not _NO_NAME.fullmatch(name):
            self._within.append(name)
        return done

    def add(self, line: str) -> Ended | None:
        """Take a line of content; return the block that is done by that, if one is."""
        done = self.begin("") if self.hunk is None or (self.is_last and line) else None
        if self.hunk:
            self.hunk.add(line)
        return done

    def ended(self) -> Ended:
        """Return what the current block amounts to."""
        if self.marker == DELETE:
            return Deletion()
        if self.marker == ADD:
            return self._added()
        if self.marker != UPDATE:
            return BlockFault(Breakage.UNSUPPORTED, f"Patches have no operation `{self.marker}`.")
        if self.hunk:
            parts = parts_of(self.hunk.signed(), hint=self.hunk.line, within=self._within)
            return replace(parts, at_end=self.is_last)
        return FileMove(self.target) if self.target else BlockFault(Breakage.UNSUPPORTED, _NOTHING)

    def _added(self) -> Ended:
        lines = list(self.hunk.lines) if self.hunk else []
        while lines and not lines[-1]:
            lines.pop()
        signed = [line[:1] == "+" for line in lines if line.strip()]
        if not any(signed):
            return Whole(tuple(lines), must_be_new=True)
        if not all(signed):
            return BlockFault(Breakage.UNSUPPORTED, _MIXED)
        return Whole(tuple(line[1:] for line in lines), must_be_new=True)


def path_in(text: str) -> str:
    """Return the path that stands behind a marker, without decoration."""
    name = text.strip().removesuffix(" ***").rstrip()
    return undecorate(name, lambda _path: False) or name


BEGIN = "*** Begin Patch"
END = "*** End Patch"
MOVE = "*** Move to:"
LAST = "*** End of File"

INSTRUCTIONS = """\
Propose every change as a patch in a fence. Between its first and its last line, say for each file what becomes of it:

```
*** Begin Patch
*** Update File: src/prices.py
@@ class Prices:
     def total(self):
-        return sum(self.prices)
+        return round(sum(self.prices), 2)
     # Rounded, as the law asks.
*** End Patch
```

Lines that stay begin with one blank, lines that go with `-`, lines that come with `+`: also empty ones. `@@` begins
each place that changes; behind it stands the head of the class or function around the place, if the lines stand
elsewhere too. Write `*** End of File` below lines that are the last ones of the file.

Rules:
1. Write the whole path as it was shown to you, from the root of the repository. Mind which files the user names, and
   give a new one that very name.
2. Copy the lines that stay and go from the file, letter by letter, with their whole indentation after the sign. Where
   the file holds code or data inside JSON, XML or strings, write all lines as they stand there, with escapes and tags.
3. Surround a change with about three lines that stay, and take so many that they stand only once below the `@@` line.
4. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
5. Put the places of one file in the order in which they stand there.
6. Edit only files that were given to you, and new ones. Ask for any other file first.

Sizing: one place for each logical change and for edits within a few lines of each other, another `@@` for every other
place; long runs of lines that stay do not belong in a patch. Each place sees the file as the ones before it left it.

To create a file, give all its lines:

```
*** Begin Patch
*** Add File: src/rates.py
+STANDARD = 19
+REDUCED = 7
*** End Patch
```

To delete a file, and to rename one, with edits or without:

```
*** Begin Patch
*** Delete File: src/old_prices.py
*** Update File: src/rates.py
*** Move to: src/tax_rates.py
@@
 STANDARD = 19
-REDUCED = 7
+REDUCED = 8
*** End Patch
```
"""

EXAMPLES = (
    """\
```
*** Begin Patch
*** Update File: src/basket.py
@@
 # Baskets and what they cost.
+import math
+
 from shop import Item
@@
-def show(items):
-    print(items)
-
-
 def total(items):
-    return sum(item.price for item in items)
+    return math.fsum(item.price for item in items)
*** End Patch
```
""",
    """\
```
*** Begin Patch
*** Add File: src/greeting.py
+def greet(name):
+    print("Hello", name)
*** Update File: src/main.py
@@
 import sys
-
-
-def greet(name):
-    print("Hello", name)
+
+from greeting import greet
*** End Patch
```
""",
)

COMMANDS = """\
Whole folders are beyond a patch. Suggest a command for them, `git rm -r src/old` or `git mv src/taxes src/rates`.
"""

_OPERATIONS = (ADD, UPDATE, DELETE)
_UNKNOWN_OPERATION = lazy_pattern(r"\*\*\* [A-Z][A-Za-z]{2,20} (?:File|to): ")
_STARTS_OF_OTHERS = frozenset("«<🟧")


class _Reading(OpenPatch):
    """A patch being read, one operation after the other."""

    awaits = END

    def __init__(self, line: str, *, indentation: str, has_lead: bool) -> None:
        super().__init__(indentation=indentation, has_lead=has_lead)
        self._operation = Operation(line)
        self.path = self._operation.path
        self._indented_end = ""
        """The last line, if it is the end of the patch or shows that line of the file."""

    def take(self, line: str, line_number: int) -> Step:  # noqa: ARG002 - the protocol's
        text = self._text_of(line)
        if self._indented_end:
            if not text.startswith((" ", "+", "-", "@@", "***")):
                self._done = self._operation.ended()
                return Step.BEFORE
            self._operation.add(self._indented_end)
        self._indented_end = text if text[:1] == " " and text.strip() == END else ""
        if self._indented_end:
            return Step.MORE
        step = self._take_marker(text) if text.startswith(("***", "@@", "`", "~", "<")) else None
        step = step or self._take_content(text)
        if step in (Step.BEFORE, Step.DONE):
            self._done = self._operation.ended()
        return step

    def _stopped(self) -> Ended:
        if self._indented_end:
            return self._operation.ended()
        if self.has_lead:
            return unfinished(f"the line `{END}` never came")
        return unfinished(f"no `{self.fence.run}` closed it") if self.fence else self._operation.ended()

    def _take_marker(self, text: str) -> Step | None:
        """Read a marker, or the fence the patch ends with; None for any other line."""
        marker = text.rstrip()
        if marker == END:
            return Step.DONE
        if marker == BEGIN:
            return Step.BEFORE
        if _is_operation(marker):
            return self._begin_operation(marker)
        if self._operation.marker == UPDATE and marker.startswith(("@@", MOVE, LAST)):
            return self._take_update(marker)
        fence = read_fence(marker)
        return Step.BEFORE if fence and (self.fence is None or fence.closes(self.fence)) else None

    def _take_update(self, marker: str) -> Step | None:
        """Read a marker that only a file which is edited can have."""
        if marker.startswith("@@"):
            return self._after(self._operation.begin(marker))
        if marker.startswith(MOVE):
            return self._take_move(marker)
        self._operation.is_last |= marker == LAST
        return Step.MORE if marker == LAST else None

    def _take_move(self, marker: str) -> Step:
        target = path_in(marker[len(MOVE) :])
        if self._operation.hunk is None:
            self._operation.target = target
            return Step.MORE
        # Below the hunks it is as plain, and they are done by then.
        step = self._begin_operation(f"{UPDATE} {self._operation.path}")
        self._operation.target = target
        return step

    def _begin_operation(self, marker: str) -> Step:
        done, self._operation = self._operation.ended(), Operation(marker)
        return self._after(done)

    def _after(self, done: Ended | None) -> Step:
        """Return what a line did that ended a block, if one is done."""
        self._done, self.path = done, self._operation.path
        return Step.NEXT if done else Step.MORE

    def _take_content(self, text: str) -> Step:
        operation = self._operation
        is_signed = not text or text[0] in " +-\\"
        if not is_signed and self.fence is None and not self.has_lead:
            return Step.BEFORE
        if operation.marker == DELETE or (operation.hunk is None and not text):
            return Step.MORE
        step = self._after(operation.add(text))
        return Step.RESTART if text[:1] in _STARTS_OF_OTHERS else step


def _is_operation(marker: str) -> bool:
    return marker.startswith(_OPERATIONS) or (
        _UNKNOWN_OPERATION.match(marker) is not None and not marker.startswith(MOVE)
    )


def _open(line: str, above: str) -> OpenBlock | None:
    text = line.strip()
    has_lead = _is_lead(above)
    if not text.startswith(_OPERATIONS) and not (has_lead and _UNKNOWN_OPERATION.match(text)):
        return None
    indentation = line[: len(line) - len(line.lstrip())]
    return _Reading(text, indentation=indentation, has_lead=has_lead)


def _is_lead(line: str) -> bool:
    return line.strip() == BEGIN


APPLY_PATCH = Format(
    name=FormatName.APPLY_PATCH,
    signs=("*** ",),
    open=_open,
    is_stray=never,
    is_sticky=False,
    instructions=f"{INSTRUCTIONS}\n{WHOLE_INSTEAD}",
    examples=EXAMPLES,
    reminder="a patch in a fence, from *** Begin Patch to *** End Patch",
    commands=COMMANDS,
    is_lead=_is_lead,
    is_diff=True,
    appends=True,
    needs_heads=True,
    takes_off_indentation=True,
    reports_leads=True,
)
