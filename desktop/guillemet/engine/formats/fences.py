"""Code fences: three or more back-ticks or tildes, or an XML tag alone on its line, with what the opening one says.

A closing fence is the same run or longer and says nothing; a tag is closed by its own closing tag. A fence inside
another is content of it; the reader still keeps account of it, so that the fences around a block inside are told from
prose. The tags are those models put around code, `<diff>` of a tool they are used to, and the actions whose content is
edits or commands.
"""

import re

from msgspec import Struct

SHELLS = frozenset(("bash", "sh", "shell", "zsh", "console"))
"""Languages of a fence whose lines are commands."""

DIFFS = frozenset(("diff", "patch", "udiff"))
"""Languages of a fence whose lines have a sign before them."""

SIGNS = ("```", "~~~", "<")
"""What every fence begins with."""

_FENCE = re.compile(r"(?P<run>`{3,}(?=[^`]*\Z)|~{3,})(?P<info>.*)\Z", re.DOTALL)
_TAG = re.compile(
    r"<(?P<closing>/?)(?P<name>source|code|pre|codeblock|sourcecode|diff)>[ \t]*(?P<info>[\w+#.-]{0,40})\Z"
)
_ACTION = re.compile(r"<boltAction\b(?P<attributes>[^<>]*)>\Z|</boltAction>\Z")
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(["'])(.*?)\2""")


class Fence(Struct):
    """One line that opens or closes a fence."""

    run: str
    """The back-ticks or tildes, or the opening tag."""
    info: str
    """What stands after the run, such as the language."""
    is_closing_tag: bool = False
    is_hidden: bool = False
    """Whether it belongs to a block, and is not prose."""

    @property
    def language(self) -> str:
        """First word of the info, in lower case, without a path joined to it by a colon."""
        return self.info.split(maxsplit=1)[0].partition(":")[0].lower() if self.info else ""

    @property
    def is_tag(self) -> bool:
        """Whether it is an XML tag."""
        return self.run[0] == "<"

    def closes(self, opened: "Fence") -> bool:
        """Whether this line closes the fence: the same run or longer, without a word; or the closing tag."""
        if self.is_tag:
            return self.is_closing_tag and self.run == opened.run
        return not self.info and self.run.startswith(opened.run)


def read_fence(text: str) -> Fence | None:
    """Return the fence a line without outer blanks is."""
    if not text.startswith(SIGNS):
        return None
    if text[0] == "<":
        return _read_tag(text)
    found = _FENCE.match(text)
    return Fence(found["run"], found["info"].strip()) if found else None


def closed_by(line: Fence, opened: list[Fence]) -> int | None:
    """Return which of the open fences (outermost first) the line closes: the same run, else a shorter one."""
    if line.info or (line.is_tag and not line.is_closing_tag):
        return None
    for index in range(len(opened) - 1, max(len(opened) - _DEPTH, 0) - 1, -1):
        if opened[index].run == line.run:
            return index
    last = len(opened) - 1
    return last if opened and line.closes(opened[last]) else None


def action_attributes(text: str) -> dict[str, str] | None:
    """Return the attributes of the tag if the text is one that opens a `boltAction`."""
    found = _ACTION.match(text)
    if found is None or found["attributes"] is None:
        return None
    return {one[1].lower(): one[3] for one in _ATTRIBUTE.finditer(found["attributes"])}


def _read_tag(text: str) -> Fence | None:
    if text == "</boltAction>":
        return Fence("<boltAction>", "", is_closing_tag=True)
    if found := _TAG.match(text):
        if found["closing"] and found["info"]:
            return None
        info = found["info"] or ("diff" if found["name"] == "diff" and not found["closing"] else "")
        return Fence(f"<{found['name']}>", info, is_closing_tag=bool(found["closing"]))
    attributes = action_attributes(text) or {}
    match attributes.get("type"):
        case "shell":
            return Fence("<boltAction>", "shell")
        case "edit":
            path = attributes.get("filepath") or attributes.get("path")
            return Fence("<boltAction>", f'path="{path}"' if path else "")
    return None


_DEPTH = 40
"""How many open fences are looked at, so that a reply of nothing but fences takes linear time."""
