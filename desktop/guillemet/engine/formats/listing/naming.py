"""Which file a listing is of, by the words around its fence, and what it holds."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.blocks import Addition, Breakage, FormatName
from guillemet.engine.errors import UnsafePathError
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.formats.format import BlockFault, Ended, Format, OpenBlock, Parts, never
from guillemet.engine.formats.listing.words import (
    ADDITION,
    ANSWER,
    BARE,
    BEFORE_SIDE,
    CHANGE,
    DOUBT,
    EXISTING_CODE,
    FINISHED,
    IMPERATIVE,
    METHOD,
    NAMED_TYPE,
    NEW,
    NEW_SIDE,
    OLD_SIDE,
    ORDER_OF_FILE,
    OTHER_PLACE,
    SAME_FILE,
    SECTION,
    SHOWN,
    WEIGHED,
)
from guillemet.engine.formats.path_line import BARE_NAMES, path_in_info, slashed, undecorate
from guillemet.engine.formats.whole_file import FencedFile, OtherMarkers
from guillemet.engine.paths import KnownPaths, endings
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import indent_of

MOST_ABOVE = 12
"""Lines above a fence in which a file may be named."""

_LONGEST = 600
"""Characters of a line above a fence that is looked at."""
_MOST_NAMES = 12
_MOST_BETWEEN = 2
"""Lines with text between the two listings of a pair."""
_SHORT = 60

_LINK = lazy_pattern(r"\[[^\[\]]{0,200}\]\(<?([^()\s<>]{1,500})>?(?:\s\"[^\"]*\")?\)")
_TICKED = lazy_pattern(r"`([^`]{1,300})`")
_WORD = lazy_pattern(r"(?<![\w/.@-])[\w./@+\[\]()~-]*[\w\]]")
_LINES = lazy_pattern(r"(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)\Z")
_EXTENSION = lazy_pattern(
    r"""\.(?:py[ix]?|m?[jt]sx?|c[jt]s|go|rs|java|kts?|c|h|cc|cpp|cxx|hpp|cs|rb|php|s?css|less|sass|html?|vue|svelte
    |json5?|ya?ml|toml|ini|cfg|conf|env|md|mdx|rst|txt|sql|sh|bash|zsh|ps1|bat|xml|svg|exs?|heex|erl|hs|lua|swift|scala|dart|r
    |jl|pl|gradle|cmake|proto|graphql|tf|dockerfile|ipynb|csv|lock|mk|nix|zig|m|mm|fs|vb|clj|elm|ml|csproj|sln)\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_TREE = lazy_pattern(r"\s*[│├└]")
_QUOTED_LINES = lazy_pattern(r"\d+:\d+:")
_HEAD = lazy_pattern(
    r"""\#{1,6}\s | (?:[-*+]\s+)?\**(?:file|path)\s*:
        | (?:[-*+]\s+|\d{1,3}[.)]\s+)? (?:\*\*.*(?<![.!?])\*\* | __.*(?<![.!?])__) :?\s*\Z""",
    re.VERBOSE | re.IGNORECASE,
)
"""A head, a label, or a bold line that is no sentence."""
_LABELLED = lazy_pattern(r"[\W\d_]*@[*_]*\s*(?:[–—:]|-\s)")
"""A line that begins with a name and a note on it."""
_PLAIN_NAME = lazy_pattern(r"[\w-]*[\w./-]*[./][\w./-]*\w")
_SENTENCES = lazy_pattern(r"(?<=[.!?])(?<!\d\.)\**\s+")
_COMMENT = lazy_pattern(
    r"""\s*(?: (?:\#|//|;;?|--|%)\s* (?P<line>.+?)
        | /\*+\s*(?P<star>.+?)\s*\*/ | <!--\s*(?P<tag>.+?)\s*--> | \{/\*\s*(?P<braces>.+?)\s*\*/\} )\s*\Z""",
    re.VERBOSE,
)
_FILEPATH = lazy_pattern(r"file\s?path\s*:", re.IGNORECASE)
"""The label that assistants in editors put before a file that they propose, also a new one."""
_LABEL = lazy_pattern(r"(?:file\s?path|file\s?name|file|path)\s*:\s*", re.IGNORECASE)

_IDENTIFIER = lazy_pattern(r"[^\W\d]\w*")
_NOTE = lazy_pattern(r"\s*\([^()]{0,60}\)")
_SIGNS = lazy_pattern(r"[*_#:`.,~>\s❌✅🔴🟢-]+")
_ITEM = lazy_pattern(r"[-*+]\s|\d{1,3}[.)]\s")
_BARE_HEAD = lazy_pattern(r"\A(?:\#{1,6}\s+|\*\*|\d{1,3}[.)]\s+|(?:file|path)\s*:\s*)+|[*:\s]+\Z", re.IGNORECASE)
_NEVER_NEW = lazy_pattern(r"[\s<>\"|?*{}=;,`()!$]")
_LONGEST_NEW = 200


class UnreadReason(Enum):
    """Why a listing that seems to be an edit is not read as one."""

    NO_FILE = "nothing around {them} names a file that is there"
    SEVERAL = "the words around {them} name more than one file"
    NOT_THERE = "there is no such file, and nothing calls it a new one"
    SHOWN = "the words around {them} do not say that the file is to change"
    NO_END = "no fence stands around {them}, and it is not certain which lines are code of that file"


class PairSide(Enum):
    """Which listing of a pair one is."""

    OLD = "old"
    NEW = "new"


class Naming(Struct, frozen=True):
    """The file that a listing is of."""

    path: str
    is_new: bool = False
    """Whether the words call it a new one, and it is not there."""
    addition: Addition | None = None
    """Set when it is there, and the words say that the lines are added to it."""


class ListingContext(Struct, frozen=True):
    """What the reply said so far that bears on whether a listing is meant as an edit."""

    opening: str
    """The first line of the reply with text."""
    heads: tuple[str, ...]
    """The heads of the section, the innermost last."""
    has_other_blocks: bool
    """Whether the reply holds blocks of other formats, beside which a listing mostly only shows."""
    last: str = ""
    """The file of the last listing."""


class NamedFiles:
    """Which file the words of a reply mean."""

    def __init__(self, known: Collection[str], chat_files: Collection[str], exists: Callable[[str], bool]) -> None:
        self.exists = exists
        self._names, self._known = known, KnownPaths(known)
        self._chat_files, self._chat = chat_files, KnownPaths(chat_files)

    def meant(self, written: str) -> str:
        """Return the one file that is there whose path, or the end of whose path, is written; nothing otherwise."""
        name = _plain_path(written)
        if not name or name[-1] in "/\\":
            return ""
        if self.exists(name):
            return slashed(name)
        try:
            ends = endings(name)
        except UnsafePathError:
            ends = (re.sub(r"\A(?:[ab]/|(?:\.\./)+)", "", slashed(name)), slashed(name))
        return next((found for end in ends if (found := self._by_end(end))), "")

    def _by_end(self, end: str) -> str:
        if self.exists(end):
            return end
        if "." not in end and "/" not in end and end not in BARE_NAMES:
            return ""
        for paths in (self._chat, self._known):
            if found := paths.ending_with(end):
                return found[0] if len(found) == 1 else ""
        return ""

    @property
    def are_none(self) -> bool:
        """Whether there are no files at all, so that every name is the one of a new file."""
        return not (self._names or self._chat_files)

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the files that are there which the text names, in order."""
        found = (self.meant(one) for one in _candidates(text))
        return tuple(dict.fromkeys(one for one in found if one))

    def new_in(self, text: str) -> tuple[str, ...]:
        """Return the paths of files that are not there which the text has in back-ticks, links or a head of its own."""
        found = (_plain_path(one) for one in _marked(text))
        return tuple(dict.fromkeys(slashed(one) for one in found if _may_be_new(one) and not self.meant(one)))


def listing(markers: OtherMarkers) -> Format:
    """Return the format, which gives way to these markers."""

    def open_fence(line: str, _above: str) -> OpenBlock | None:
        fence = read_fence(line.strip())
        return ListingBlock(fence, markers, indent=indent_of(line)) if fence else None

    return Format(
        name=FormatName.LISTING,
        signs=(),
        open=open_fence,
        is_stray=never,
        is_sticky=False,
        instructions="",
        reminder="",
        is_exact=True,
        matches_parts_of_lines=True,
        may_be_part=True,
    )


class ListingBlock(FencedFile):
    """A listing being read; what its words said of it is set by the reader."""

    is_called_new = False
    addition: Addition | None = None
    side: PairSide | None = None
    old: tuple[str, ...] = ()
    """The other listing of a pair of which this is the new one."""

    def end(self) -> Ended:
        """Return the listing, or the edit where it is the second one of a pair."""
        ended = self.whole()
        if isinstance(ended, BlockFault):
            return ended
        if _TREE.match("".join(ended.new[1:2])):
            return BlockFault(Breakage.NO_EDIT, "The listing shows folders and the files in them.")
        if self.side:
            ended = replace(ended, new=without_path_comment(ended.new, self.named))
        if self.side is PairSide.NEW:
            return Parts((), self.old, ended.new, format=FormatName.SEARCH_REPLACE)
        return replace(ended, is_called_new=self.is_called_new, addition=self.addition)


def is_old_side(reading: OpenBlock) -> bool:
    """Whether the listing is the first one of a pair."""
    return isinstance(reading, ListingBlock) and reading.side is PairSide.OLD


def named_above(above: Sequence[str], files: NamedFiles, context: ListingContext) -> Naming | None:
    """Return the one file that the paragraph above a fence, or the head above that, names with words of a change."""
    paragraph, rest = _last_paragraph(above)
    if not paragraph:
        return None
    if naming := _named_in_paragraph(paragraph, files, context):
        return naming
    if _names_any(paragraph, files):
        return None
    head = _head_of(rest)
    if not head or _leads_away(_last_sentence(paragraph)):
        return None
    return _named_in_head(head, paragraph, files, context)


class UnreadListing(Struct, frozen=True):
    """What a listing seems to mean that is not read as an edit."""

    paths: tuple[str, ...]
    why: UnreadReason


def unread(
    first: str, info: str, above: Sequence[str], files: NamedFiles, heads: Sequence[str]
) -> UnreadListing | None:
    """Return what a listing with this first line seems to mean; None where it only shows something.

    It seems to be an edit where its own head, info or first line names a file, or the words above speak of a change.
    """
    paragraph, rest = _last_paragraph(above)
    words = " ".join(paragraph)
    head = _head_of(rest) or (words if _is_head(words) else "")
    own = (_path_in_comment(first, files.exists), (info and path_in_info(info, files.exists)) or "")
    paths = tuple(filter(None, own)) or _names_in(head, files)
    is_change = FINISHED.search(words) or (CHANGE.search(_without_names(words)) and not _is_shown(words))
    if not paths and not is_change:
        return None
    paths = paths or next(filter(None, (_names_in(text, files) for text in (words, *reversed(heads)))), ())
    return UnreadListing(*_meant_by(paths, files))


def orders_are_meant(context: ListingContext) -> bool:
    """Whether an order in a sentence is one, and no answer to a question or one of several ways."""
    return not (_is_strict(context) or _is_weighed(context.heads))


def hands_over(above: Sequence[str], context: ListingContext) -> bool:
    """Whether the words above a listing hand over a change, whatever its file."""
    paragraph, _ = _last_paragraph(above)
    words = " ".join(paragraph)
    if context.has_other_blocks or not paragraph:
        return False
    if FINISHED.search(words):
        return True
    is_weighed = _is_strict(context) or _is_weighed(context.heads) or _is_shown(words)
    return not is_weighed and CHANGE.search(_without_names(words)) is not None


def _meant_by(paths: Sequence[str], files: NamedFiles) -> tuple[tuple[str, ...], UnreadReason]:
    """Return the files that the paths mean, and why a listing they are named above is not read."""
    meant = tuple(dict.fromkeys(files.meant(path) or slashed(_plain_path(path)) for path in paths))
    if len(meant) != 1:
        return meant, UnreadReason.SEVERAL if meant else UnreadReason.NO_FILE
    return meant, UnreadReason.SHOWN if files.meant(meant[0]) else UnreadReason.NOT_THERE


def _names_in(text: str, files: NamedFiles) -> tuple[str, ...]:
    return (*files.named_in(text), *files.new_in(text))


def quotes_lines(info: str) -> bool:
    """Whether the info of a fence says which lines of a file stand in it as they are."""
    return _QUOTED_LINES.match(info) is not None


def named_in_info(
    info: str, above: Sequence[str], files: NamedFiles, context: ListingContext, *, first: str
) -> Naming | None:
    """Return the file that the info of a fence names, unless the words above say that it is only shown.

    A first line that stands for existing code says that something is changed below it, whatever the words tell of it.
    """
    path = path_in_info(info, files.exists)
    if path is None:
        return None
    words = _last_words(above)
    said = " ".join(found[0] for found in WEIGHED.finditer(words)) if EXISTING_CODE.fullmatch(first) else words
    return None if _is_only_shown(said, context) else _naming(path, words, files)


def named_in_comment(
    line: str, above: Sequence[str], files: NamedFiles, context: ListingContext, *, side: PairSide | None
) -> Naming | None:
    """Return the file that the first line of a listing names in a comment, unless it is only shown."""
    path = _path_in_comment(line, files.exists)
    if not path:
        return None
    if side:
        return Naming(there) if (there := files.meant(path)) else None
    words = _last_words(above)
    if _is_only_shown(words, context):
        return None
    return _naming(path, words, files, is_new=_FILEPATH.search(line) is not None)


def side_of(above: Sequence[str], context: ListingContext, *, is_open: bool) -> PairSide | None:
    """Return which listing of a pair the last line above a fence announces; the new one only after the old one."""
    said = list(filter(None, above))
    words = _said_of_side(said[-1]) if said else ""
    sections = [head for head in context.heads if head != said[-1]] if words else []
    if not words or _is_strict(context) or _is_weighed(sections):
        return None
    if is_open and len(said) <= _MOST_BETWEEN and NEW_SIDE.fullmatch(words):
        return PairSide.NEW
    return PairSide.OLD if OLD_SIDE.fullmatch(words) else None


def _said_of_side(line: str) -> str:
    """Return what a line says without the path it names and the signs of a head; nothing when it names more."""
    if len(line) > _LONGEST or not all(map(_may_be_new, _TICKED.findall(line))):
        return ""
    bare = _without_names(_NOTE.sub("", _last_sentence([line])))
    words = "" if ORDER_OF_FILE.search(bare) else _SIGNS.sub(" ", bare.replace("@", " ")).strip()
    return BEFORE_SIDE.sub("", words).strip(" ,") if len(words) <= _SHORT else ""


def path_of_pair(above: Sequence[str], heads: Sequence[str], files: NamedFiles) -> str:
    """Return the one file that the words above the listings of a pair name, or the heads of their section."""
    scopes = (*reversed([line for line in above if line.strip()]), *reversed(heads))
    for line in scopes:
        if named := files.named_in(line):
            return named[0] if len(named) == 1 else ""
    return ""


def without_path_comment(lines: tuple[str, ...], path: str, *, there: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the lines of a listing without a first one that only names the file in a comment, unless it is there."""
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None or lines[first] in there or not _is_end_of(_path_in_comment(lines[first], path.__eq__), path):
        return lines
    rest = lines[first + 1 :]
    return rest[1:] if rest and not rest[0].strip() else rest


def _is_end_of(written: str, path: str) -> bool:
    """Whether what is written is the path, or one is the end of the other."""
    name = slashed(_plain_path(written))
    return name != "" and (f"/{path}".endswith(f"/{name.removeprefix('/')}") or f"/{name}".endswith(f"/{path}"))


def _named_in_paragraph(paragraph: list[str], files: NamedFiles, context: ListingContext) -> Naming | None:
    """Return the file that the last line names, or the paragraph, where its sentence has words of a change."""
    for text in (paragraph[-1], " ".join(paragraph)):
        path = _only_name(text, files)
        if path is None:
            return None
        if path := path or (context.last if SAME_FILE.search(text) else ""):
            sentence = next((one for one in _SENTENCES.split(text) if _is_in(path, one, files)), text)
            is_meant = _is_edit(sentence, _last_sentence(paragraph), context, is_there=files.meant(path) != "")
            return _naming(path, sentence, files, head=sentence) if is_meant else None
    return None


def _only_name(text: str, files: NamedFiles) -> str | None:
    """Return the one file that a text names, or the new one that it calls so; "" for none, None for several."""
    names, new = files.named_in(text), files.new_in(text)
    if len(names) + len(new) > 1:
        return new[0] if len(new) == 1 and _is_called_new(text, new[0]) else None
    return (*names, *new, "")[0]


def _is_edit(sentence: str, last: str, context: ListingContext, *, is_there: bool) -> bool:
    """Whether a sentence that names a file hands over a change of it; `last` is the one directly above the fence."""
    if FINISHED.search(sentence):
        return True
    if _is_strict(context) or _is_weighed(context.heads) or _is_shown(sentence) or _leads_away(last):
        return False
    bare = _without_names(sentence)
    if _is_head(sentence) or CHANGE.search(bare) or (not is_there and NEW.search(bare)):
        return True
    return _says_nothing_more(bare)


def _says_nothing_more(bare: str) -> bool:
    """Whether a sentence says nothing but a name, or begins with one and notes something on it."""
    item = _ITEM.match(bare)
    rest = _SIGNS.sub(" ", _PLAIN_NAME.sub("@", bare[item.end() :] if item else bare)).strip()
    return BARE.fullmatch(rest) is not None or _LABELLED.match(bare) is not None


def _named_in_head(head: str, paragraph: list[str], files: NamedFiles, context: ListingContext) -> Naming | None:
    if _is_strict(context) or _is_weighed(context.heads) or _is_shown(head):
        return None
    path = _only_name(head, files)
    return _naming(path, " ".join((head, *paragraph)), files, head=head) if path else None


def _naming(path: str, words: str, files: NamedFiles, *, is_new: bool = False, head: str = "") -> Naming | None:
    """Return the file as it is there, or as a new one if the words call it so.

    Where there are no files yet, a head that is nothing but a name calls it new as well.
    """
    if there := files.meant(path):
        return Naming(there, addition=_addition(words, files))
    name = _plain_path(path)
    is_new = is_new or NEW.search(_without_names(words)) is not None or (files.are_none and _is_name_alone(head))
    is_new = is_new and _may_be_new(name)
    return Naming(slashed(name), is_new=True) if is_new else None


def _is_name_alone(head: str) -> bool:
    """Whether a head says nothing but a name."""
    bare = _BARE_HEAD.sub("", head.strip())
    return _is_head(head) and bool(bare) and " " not in bare


def _addition(words: str, files: NamedFiles) -> Addition | None:
    """Return what the words say of lines that they add; None where they add none, or not at the end."""
    bare = _without_names(words)
    if ADDITION.search(bare) is None or OTHER_PLACE.search(bare):
        return None
    ticked = (one for one in _TICKED.findall(_LINK.sub(" ", words)) if "/" not in one and not files.meant(one))
    typed = (found[1] or found[2] for found in NAMED_TYPE.finditer(bare))
    names = (name for text in (*ticked, *typed) for name in _IDENTIFIER.findall(text))
    return Addition(tuple(dict.fromkeys(names)), is_method=METHOD.search(bare) is not None)


def _is_only_shown(words: str, context: ListingContext) -> bool:
    if _is_strict(context):
        return FINISHED.search(words) is None
    return FINISHED.search(words) is None and (_is_shown(words) or _is_weighed(context.heads))


def _is_strict(context: ListingContext) -> bool:
    """Whether only a sentence that hands over a finished file counts."""
    opening = context.opening[:_LONGEST]
    return context.has_other_blocks or any(one.search(opening) for one in (ANSWER, DOUBT))


def _is_weighed(heads: Iterable[str]) -> bool:
    """Whether one of the heads of a section says that it weighs or explains."""
    return any(SECTION.search(_without_names(head)) for head in heads)


def _is_shown(text: str) -> bool:
    """Whether a sentence asks, shows what is there or may be, or is an example."""
    words = _without_names(text)
    if words.rstrip("* ").endswith(("?", "？")):
        return True
    return WEIGHED.search(words) is not None or (SHOWN.search(words) is not None and not IMPERATIVE.match(words))


def _leads_away(last: str) -> bool:
    """Whether the sentence directly above a fence says that the code below is none of the file that is changed."""
    is_lead = last.rstrip("* ").endswith((":", "："))
    return _is_shown(last) if is_lead else WEIGHED.search(_without_names(last)) is not None


def _is_called_new(text: str, path: str) -> bool:
    """Whether a path is the first one behind a word that calls a file new."""
    found = NEW.search(text)
    first = next(iter(_candidates(text[found.end() :])), "") if found else ""
    return slashed(_plain_path(first)) == path


def _is_in(path: str, sentence: str, files: NamedFiles) -> bool:
    return path in files.named_in(sentence) or path in files.new_in(sentence)


def _names_any(paragraph: list[str], files: NamedFiles) -> bool:
    text = " ".join(paragraph)
    return bool(files.named_in(text) or files.new_in(text))


def _last_paragraph(above: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the last lines with text that no blank line and no head cuts, and the lines above them."""
    lines = [line.strip()[:_LONGEST] for line in above]
    while lines and not lines[-1]:
        lines.pop()
    start = len(lines)
    while start and lines[start - 1] and not (start < len(lines) and _is_head(lines[start - 1])):
        start -= 1
        if _is_head(lines[start]) or _ITEM.match(lines[start]):
            break
    return lines[start:], lines[:start]


def _head_of(rest: Sequence[str]) -> str:
    """Return the last line with text if it is a head."""
    line = next((line for line in reversed(rest) if line), "")
    return line if _is_head(line) else ""


def _is_head(line: str) -> bool:
    text = line.strip()
    return _HEAD.match(text) is not None or (" " not in text and _TICKED.fullmatch(text) is not None)


def _last_words(above: Sequence[str]) -> str:
    paragraph, rest = _last_paragraph(above)
    return " ".join((_head_of(rest), _last_sentence(paragraph))) if paragraph else ""


def _last_sentence(paragraph: Sequence[str]) -> str:
    return _SENTENCES.split(paragraph[-1])[-1] if paragraph else ""


def _candidates(text: str) -> list[str]:
    """Return what may be paths in a text, marked as such or words with a slash or a point."""
    marked = list(_marked(text))
    plain = _WORD.findall(_TICKED.sub(" ", _LINK.sub(" ", text)))
    words = (word.rstrip(".:,)").lstrip("(") for word in plain)
    return [*marked, *(word for word in words if "." in word or "/" in word or word in BARE_NAMES)][:_MOST_NAMES]


def _marked(text: str) -> Iterator[str]:
    for found in re.finditer(f"{_LINK.pattern}|{_TICKED.pattern}", text):
        yield (found[1] or found[2]).strip()
    head = _BARE_HEAD.sub("", text.strip())
    if head and " " not in head and "`" not in head and "(" not in head:
        yield head


def _without_names(text: str) -> str:
    """Return the text with a sign for each name in it."""
    return _TICKED.sub("@", _LINK.sub("@", text))


def _plain_path(written: str) -> str:
    return _LINES.sub("", written.strip().strip("*\"'")).removeprefix("@").replace("\\_", "_")


def _may_be_new(name: str) -> bool:
    last = slashed(name).rpartition("/")[2]
    has_form = _EXTENSION.search(last) is not None or last in BARE_NAMES
    return has_form and not _NEVER_NEW.search(name) and last[0] != "." and len(name) <= _LONGEST_NEW


def _path_in_comment(line: str, exists: Callable[[str], bool]) -> str:
    """Return the path that is all there is in a comment; nothing when the line is none such."""
    found = _COMMENT.match(line) if len(line) <= _LONGEST else None
    if found is None:
        return ""
    text = next(part for part in found.groups() if part is not None).strip()
    label = _LABEL.match(text)
    path = undecorate(text[label.end() :] if label else text, exists)
    return path if path and " " not in path and (label or _may_be_new(_plain_path(path))) else ""
