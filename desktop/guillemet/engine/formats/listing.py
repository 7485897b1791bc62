r"""The listing format: code in a fence, of the one file that the words right above name.

    Update `src/rates.py`:

    ```python
    def standard():
        return 19
    ```

The listing may be the whole file, some of its definitions, or pieces of it between lines that only say that code was
left out. Models write it when nothing else is asked for, so there are no instructions. The file is named, in this order

    in the info of the fence             ```python src/rates.py        ```ts:src/rates.ts
    in the paragraph above it            Here is the updated `src/rates.py`:
    in the head above that               ### src/rates.py   **`src/rates.py`**   [rates.py](file:///home/me/src/rates.py
            in the head above that               ### src/rates.py   **`src/rates.py`**   [rates.py](file:///home/me/src/rates.py)
    in a comment in its first line       # src/rates.py     // filepath: src/rates.ts

by a path, or the end of one, that means one file which is there; a new file is named by a whole path that the words
call new. A pair of listings headed Before and After, Old and New, Find and Replace with is one edit.

Code that only explains something must stay prose: a proposal that was not meant is worse than one that is missed. So a
sentence names a file only with words of a change, and words of an example, a question or a choice above the fence, in
the head of the section or at the start of the reply take precedence.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.errors import UnsafePathError
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.formats.format import Ended, Format, OpenBlock, Parts, Trouble, Whole, never
from guillemet.engine.formats.path_line import BARE_NAMES, path_in_info, slashed, undecorate
from guillemet.engine.formats.search_replace import indent_of
from guillemet.engine.formats.whole_file import FencedFile, OtherMarkers
from guillemet.engine.paths import KnownPaths, endings

MOST_ABOVE = 12
"""Lines above a fence in which a file may be named."""

_LONGEST = 600
"""Characters of a line above a fence that is looked at."""
_MOST_NAMES = 12
_MOST_BETWEEN = 2
"""Lines with text between the two listings of a pair."""
_SHORT = 60

_LINK = re.compile(r"\[[^\[\]]{0,200}\]\(<?([^()\s<>]{1,500})>?(?:\s\"[^\"]*\")?\)")
_TICKED = re.compile(r"`([^`]{1,300})`")
_WORD = re.compile(r"(?<![\w/.@-])[\w./@+\[\]()~-]*[\w\]]")
_LINES = re.compile(r"(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)\Z")
_EXTENSION = re.compile(
    r"""\.(?:py[ix]?|m?[jt]sx?|c[jt]s|go|rs|java|kts?|c|h|cc|cpp|cxx|hpp|cs|rb|php|s?css|less|sass|html?|vue|svelt
        e|json5?
    |ya?ml|toml|ini|cfg|conf|env|md|mdx|rst|txt|sql|sh|bash|zsh|ps1|bat|xml|svg|exs?|heex|erl|hs|lua|swift|scala|dart|r
    |jl|pl|gradle|cmake|proto|graphql|tf|dockerfile|ipynb|csv|lock|mk|nix|zig|m|mm|fs|vb|clj|elm|ml|csproj|sln)\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_TREE = re.compile(r"\s*[│├└]")
_QUOTED_LINES = re.compile(r"\d+:\d+:")
_HEAD = re.compile(r"\#{1,6}\s|(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:\*\*.*(?<![.!?])\*\*|__.*(?<![.!?])__):?\s*\Z")
_SENTENCES = re.compile(r"(?<=[.!?])\**\s+")
_COMMENT = re.compile(
    r"""\s*(?: (?:\#|//|;;?|--|%)\s* (?P<line>.+?)
        | /\*+\s*(?P<star>.+?)\s*\*/ | <!--\s*(?P<tag>.+?)\s*--> | \{/\*\s*(?P<braces>.+?)\s*\*/\} )\s*\Z""",
    re.VERBOSE,
)
_FILEPATH = re.compile(r"file\s?path\s*:", re.IGNORECASE)
"""The label that assistants in editors put before a file that they propose, also a new one."""
_LABEL = re.compile(r"(?:file\s?path|file\s?name|file|path)\s*:\s*", re.IGNORECASE)

_NEW = re.compile(
    r"""\b(?: creat(?:e|es|ed|ing) | add(?:s|ed|ing)? | new | make\s+a | write\s+a | introduc(?:e|es|ed|ing)
        | crea(?:r|mos|do|te)? | nuev[oa] | agreg(?:a|ar|amos|ue) | añad(?:e|ir)
        | erstell(?:e|t|en|ung)? | neue[srn]? | leg(?:e|en)\s.{0,60}\ban
        | cr[ée]e[rz]? | nouve(?:au|lle|l) | ajoute[rz]? | cri(?:ar|e|ando) | nov[oa] | adicion(?:ar|e)
        | nuov[oa] | aggiung(?:i|ere|iamo) | utwórz | stwórz | now[yea] | dodaj | oluştur\w* | yeni | ekle\w*
    )\b | созда\w+ | нов(?:ый|ая|ое|ого) | добав\w+ | 新建 | 创建 | 新增 | 添加 | 新しい | 作成 | 追加""",
    re.VERBOSE | re.IGNORECASE,
)
_VERBS = r"""(?: (?:re)?writ | updat | chang | modif[yi] | replac | edit | fix | correct | refactor | improv | insert
    | remov | delet
    | renam | mov | extend | adjust | simplif[yi] | convert | implement | revis | amend | swap | wrap | append
        | prepend | put\b
    | paste | restor | creat | add(?:s|ed|ing)?\b | set\b | make\b | rework | enabl )\w*"""
_CHANGE = re.compile(
    rf"""\b(?: {_VERBS}
        | (?:full|complete|entire|whole|final|finished|cleaned|optimi[sz]ed|working)\s.{0, 60}
            \b(?:file|code|version|contents?|module|script|implementation)
        | (?:new|improved|better)\s+version | should\s+(?:now\s+)?(?:be|become|read|look|contain|have)
        | agreg\w+ | añad\w+ | crear | ajoute[rz]? | dodaj | ekle\w* | adicion\w+ | aggiung\w+ | ergänz\w+ | füge?n?\b
        | becomes | now\s+(?:looks|reads|becomes|contains|is)
        | actuali[zs]\w+ | cambi(?:a|ar|o|os|amos|e) | modific\w+ | reempla[zc]\w+ | corri?g\w+ | correg\w+ | sustitu\w+
        | erstell\w* | ge?änder[etnrs]* | änder[etn]* | ersetz[etn]* | aktualisier\w+ | korrigier\w+
        | pass[etn]*\s.{0, 60}\ban
        | angepasste[rsn]?
        | modifie[rz]? | modifié\w* | remplace[rz]? | met(?:s|tre|tez)\s+à\s+jour | mise?\s+à\s+jour
        | atuali[zs]\w+ | alter(?:e|ar|ado|ada) | substitu\w+ | corrij\w+ | aggiorn\w+ | sostitui\w+
        | zaktualiz\w+ | zmie[nń]\w* | zamie[nń]\w* | popraw\w* | güncel\w* | değiştir\w* | düzelt\w*
    )\b | добав\w+ | 添加 | 追加 | обнов\w+ | измен\w+ | замен\w+ | исправ\w+
    | 更新 | 修改 | 替换 | 修正 | 変更 | 置き換え""",
    re.VERBOSE | re.IGNORECASE,
)
_FINISHED = re.compile(
    r"""\bhere(?:'s|’s|\s+is|\s+are)\s+(?:(?:the|your|a|an|my)\s+)?(?:\w+\s+){0,3}?
        (?:updated|corrected|fixed|complete|full|modified|revised|refactored|improved|new|final|rewritten|change
        d|entire)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""A sentence that hands over a file as it is to be."""
_IMPERATIVE = re.compile(
    rf"""[\W\d_]* (?:(?:step\s+\d+|now|next|then|first|second|third|finally|also|and|please|lastl
        y|to\s+do\s+so)\b[\s,:.–—-]*)*
        (?: in\s+[^,:]{{1,80}}[,:]\s* )? [*_]* (?: i(?:[’']ve|\s+have|[’']ll|\s+will)?\s+(?:also\s
        +|now\s+)? )? (?:{_VERBS} | us(?:e|ing)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
"""A sentence that begins with what is to be done, or was done."""
_BARE = re.compile(
    r"""(?:(?:and|then|now|next|finally|first|also|so)\b[\s,]*)* (?:in|inside|within|for|to|here[’']?s|here\s+is|e
        n|dans|em|für)?
        \s*(?:the|your|my|our)?\s* (?:file)? \s* @? \s* (?:itself|file|module)?""",
    re.VERBOSE | re.IGNORECASE,
)
"""What is left of a sentence without the name when it says nothing else."""
_WEIGHED = re.compile(
    r"""\b(?: examples? | e\.?g\b | usage | for\s+(?:instance|reference) | could | might | may\s+(?:want|wish|like)
        | would | (?:you|we|i|one)\s+can | wouldn[’']t | shouldn[’']t | alternativ\w* | option(?:s|al|ally)?
        | approach | either
        | how\s+(?:we|you|i|it|they|this|that|the|to)\b | what\s+(?:we|you|i|it|they|this|that)\b
        | suppose | imagin\w* | assum(?:e|ing) | hypothetical\w*
        | (?:if|in\s+case)\s+(?:you|we|i|it|there|this|that|needed|necessary|not) | or,\s
        | before\s+(?:you|we|i|any|making|the)
        | currently | at\s+the\s+moment | right\s+now | not\s+recommended
        | let[’']s\s+(?:look|see|say|start|consider|assume)
        | explain\w* | explanation | illustrat\w* | demonstrat\w* | sketch | pseudo\s?-?code | conceptual\w*
        | excerpt | relevant | proposal | propos(?:e|ed|ing) | suggestion | why
        | propuesta | ejemplo | podr[ií]as? | alternativa | opci[oó]n | si\s+(?:quieres|necesitas) | actualmente
        | beispiel | könnte[nst]* | derzeit | falls | wenn\s+du | vorschlag | momentan
        | exemple | pourrai[ts]\w* | actuellement | si\s+vous | exemplo | poderia\w* | atualmente | se\s+você
        | esempio | potrest\w*
        | attualmente | przykład\w* | mógłby\w* | obecnie | örne[kğ]\w* | şu\s+an
    )\b | например | сейчас | пример | можно | 例如 | 当前 | 例えば | 現在""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words of an example, of a choice, of what is so far: nothing next to them is an edit."""
_SHOWN = re.compile(
    r"""\b(?: current | existing | today | originally | as[\s-]is | already | previous(?:ly)? | used\s+to
        | instead\s+of | rather\s+than
        | don[’']t | do\s+not | never | avoid | snippet | looks?(?:ing)? | see | notice | note | simplified
        | defin(?:es|ed|ition) | declare[sd]? | contains? | handles? | handled | lives
        | is\s+(?:where|called|used|found|located)
        | found\s+in | comes?\s+from | taken\s+from | quot\w+ | says | reads | prints? | output | returns? | logs?
        | traceback
        | stack\s?trace | errors? | fail(?:s|ed|ing)? | broken | wrong | bugs? | issue | problem | anti-?pattern
        | bad | incorrect
        | run(?:s|ning)? | execut\w+ | test(?:s|ed|ing)? | verify | try | call(?:s|ed|ing)? | import(?:s|ed)?
        | use(?:d|s)? | like
        | documentation | (?:is|are|was|were|gets?|being)\s+\w+ed | lines?\s+\d+ | l[ií]neas?\s+\d+ | zeilen?\s+\d+
        | lignes?\s+\d+
        | there\s+(?:is|are) | here[’']s\s+(?:how|what|why|where) | this\s+(?:is|shows|means) | actual | muestra
        | problema
        | aktuelle[rsnm]? | bestehende[rsn]? | bisherige[rsn]? | actuel\w* | atual | attuale | mevcut
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words of what is there, is done with it, or goes wrong: they count unless the sentence begins with what to do."""
_SECTION = re.compile(
    r"""\b(?: option | approach | alternativ\w* | examples? | usage | proposals? | plan | propos\w+ | current | existing
        | how\s+(?:it|this|to) | explanation | why | comparison | pros | cons | testing | verification | output
        | before\s+you
        | opci[oó]n | propuesta | ejemplo
        | vorschlag | beispiel | variante | möglichkeit | exemple | przykład
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words of the head of a section that weighs or explains."""
_DOUBT = re.compile(
    r"\A[^.:]{0,80}\b(?:might|could|may|maybe|perhaps|probably|possibly)\b|\bask\s+mode\b", re.IGNORECASE
)
"""The first line of a reply that is not sure, or says that the assistant is only asked."""
_ANSWER = re.compile(
    r"""\A\W*(?: (?:yes|no|nope|yep|yeah|exactly|correct|right)\b(?:[,.!;:—–-]|\s+[-–—])
        | (?:ah|oh)?[,\s]*(?:that[’']s\s+)?(?:an?\s+)?(?:good|great|excellent|fair)\s+(?:question|point|catch)
        | it\s+depends | short\s+answer | you(?:[’']re|\s+are)\s+(?:absolutely\s+|completely\s+)?(?:right|correct)\s+to
        | let[’']s\s+(?:look|see|break|walk|go\s+through) | to\s+understand | the\s+(?:difference|reason)\b
        | this\s+(?:is|means|happens|works)\b | think\s+of
        | (?:s[ií]|exacto|buena\s+pregunta|excelente\s+(?:pregunta|enfoque|idea))\b
        | (?:ja|nein|oui|non|sim|não|tak|nie|evet|hayır)[,.!]
        | gute\s+frage | bonne\s+question | boa\s+pergunta | (?:да|нет)[,.!] )
        | \b(?:propuesta|proposal)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""The first line of a reply that answers a question."""

_OLD_SIDE = re.compile(
    r"""(?: before | old | original | current | existing | find | search(?:\s+for)? | look\s+for | replace | change
        | from | remove )
        (?:\s+(?:this|these|the|code|version|block|lines?|section|part|following|existing|current|old|function|metho
        d|snippet
            |text|implementation|content|it|exact)){0,5}""",
    re.VERBOSE | re.IGNORECASE,
)
_NEW_SIDE = re.compile(
    r"""(?:(?:and|then)\s+)* (?: after(?:wards)? | new | updated | fixed | corrected | modified | replacement
        | replace(?:d)?(?:\s+(?:it|this|that|them|those|these))?(?:\s+(?:with|by))? | with | to | by | into | becomes
        | should\s+be(?:come)? | change(?:\s+(?:it|this))?\s+to )
        (?:\s+(?:this|these|the|code|version|block|lines?|section|part|following|new|updated|function|method|snippet
            |text|implementation|content|one)){0,4}""",
    re.VERBOSE | re.IGNORECASE,
)
_IN = re.compile(r"\A(?:\d+[.)]?\s+)?(?:step\s+\d+\s+)?(?:in\s*,?\s*)?|\s+in\Z", re.IGNORECASE)
_ORDER = re.compile(r"(?:find|search|replace|change|remove)", re.IGNORECASE)
"""What does not announce the old lines when its object is a file."""
_NOTE = re.compile(r"\s*\([^()]{0,60}\)")
_SIGNS = re.compile(r"[*_#:`.,~>\s❌✅🔴🟢-]+")
_ITEM = re.compile(r"[-*+]\s|\d{1,3}[.)]\s")
_BARE_HEAD = re.compile(r"\A(?:\#{1,6}\s+|\*\*|\d{1,3}[.)]\s+|(?:file|path)\s*:\s*)+|[*:\s]+\Z", re.IGNORECASE)
_NEVER_NEW = re.compile(r"[\s<>\"|?*{}=;,`()!$]")
_LONGEST_NEW = 200


class Why(Enum):
    """Why a listing that seems to be an edit is not read as one."""

    NO_FILE = "nothing around {them} names a file that is there"
    SEVERAL = "the words around {them} name more than one file"
    NOT_THERE = "there is no such file, and nothing calls it a new one"
    SHOWN = "the words around {them} do not say that the file is to change"


class Side(Enum):
    """Which listing of a pair one is."""

    OLD = "old"
    NEW = "new"


class Naming(Struct, frozen=True):
    """The file that a listing is of."""

    path: str
    is_new: bool = False
    """Whether the words call it a new one, and it is not there."""


class ListingContext(Struct, frozen=True):
    """What the reply said so far that bears on whether a listing is meant as an edit."""

    opening: str
    """The first line of the reply with text."""
    heads: tuple[str, ...]
    """The heads of the section, the innermost last."""
    has_other_blocks: bool
    """Whether the reply holds blocks of other formats, beside which a listing mostly only shows."""


class NamedFiles:
    """Which file the words of a reply mean."""

    def __init__(self, known: Collection[str], chat_files: Collection[str], exists: Callable[[str], bool]) -> None:
        self.exists = exists
        self._known = KnownPaths(known)
        self._chat = KnownPaths(chat_files)

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
        may_be_part=True,
    )


class ListingBlock(FencedFile):
    """A listing being read; what its words said of it is set by the reader."""

    is_called_new = False
    side: Side | None = None
    old: tuple[str, ...] = ()
    """The other listing of a pair of which this is the new one."""

    def end(self) -> Ended:
        """Return the listing, or the edit where it is the second one of a pair."""
        ended = self.whole()
        if isinstance(ended, Trouble):
            return ended
        if _TREE.match("".join(ended.new[1:2])):
            return Trouble(Breakage.UNSUPPORTED, "The listing shows folders and the files in them.")
        if self.side:
            ended = replace(ended, new=without_path_comment(ended.new, self.named))
        if self.side is Side.NEW:
            return Parts((), self.old, ended.new, format=FormatName.SEARCH_REPLACE)
        return Whole(ended.new, is_end_guessed=ended.is_end_guessed, is_called_new=self.is_called_new)


def is_old_side(reading: OpenBlock) -> bool:
    """Whether the listing is the first one of a pair."""
    return isinstance(reading, ListingBlock) and reading.side is Side.OLD


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


class Unread(Struct, frozen=True):
    """What a listing seems to mean that is not read as an edit."""

    paths: tuple[str, ...]
    why: Why


def unread(first: str, info: str, above: Sequence[str], files: NamedFiles, heads: Sequence[str]) -> Unread | None:
    """Return what a listing with this first line seems to mean; None where it only shows something.

    It seems to be an edit where its own head, info or first line names a file, or the words above speak of a change.
    """
    paragraph, rest = _last_paragraph(above)
    words = " ".join(paragraph)
    head = _head_of(rest) or (words if _is_head(words) else "")
    own = (_path_in_comment(first, files.exists), (info and path_in_info(info, files.exists)) or "")
    paths = tuple(filter(None, own)) or _names_in(head, files)
    is_change = _FINISHED.search(words) or (_CHANGE.search(_without_names(words)) and not _is_shown(words))
    if not paths and not is_change:
        return None
    paths = paths or next(filter(None, (_names_in(text, files) for text in (words, *reversed(heads)))), ())
    return Unread(*_meant_by(paths, files))


def _meant_by(paths: Sequence[str], files: NamedFiles) -> tuple[tuple[str, ...], Why]:
    """Return the files that the paths mean, and why a listing they are named above is not read."""
    meant = tuple(dict.fromkeys(files.meant(path) or slashed(_plain_path(path)) for path in paths))
    if len(meant) != 1:
        return meant, Why.SEVERAL if meant else Why.NO_FILE
    return meant, Why.SHOWN if files.meant(meant[0]) else Why.NOT_THERE


def _names_in(text: str, files: NamedFiles) -> tuple[str, ...]:
    return (*files.named_in(text), *files.new_in(text))


def quotes_lines(info: str) -> bool:
    """Whether the info of a fence says which lines of a file stand in it as they are."""
    return _QUOTED_LINES.match(info) is not None


def named_in_info(info: str, above: Sequence[str], files: NamedFiles, context: ListingContext) -> Naming | None:
    """Return the file that the info of a fence names, unless the words above say that it is only shown."""
    path = path_in_info(info, files.exists)
    if path is None:
        return None
    words = _last_words(above)
    return None if _is_only_shown(words, context) else _naming(path, words, files)


def named_in_comment(
    line: str, above: Sequence[str], files: NamedFiles, context: ListingContext, *, side: Side | None
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


def side_of(above: Sequence[str], context: ListingContext, *, is_open: bool) -> Side | None:
    """Return which listing of a pair the last line above a fence announces; the new one only after the old one."""
    said = list(filter(None, above))
    words = _words_of_side(said[-1]) if said else ""
    if not words or _is_strict(context) or _is_weighed(context):
        return None
    if is_open and len(said) <= _MOST_BETWEEN and _NEW_SIDE.fullmatch(words):
        return Side.NEW
    return Side.OLD if _OLD_SIDE.fullmatch(words) else None


def _words_of_side(line: str) -> str:
    """Return what a line says without the path it names and the signs of a head; nothing when it names more."""
    if len(line) > _LONGEST or not all(map(_may_be_new, _TICKED.findall(line))):
        return ""
    words = _SIGNS.sub(" ", _without_names(_NOTE.sub("", line)).replace("@", " ")).strip()
    words = _IN.sub("", words).strip(" ,") if len(words) <= _SHORT else ""
    return "" if "`" in line and _ORDER.fullmatch(words) else words


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
        if path:
            sentence = next((one for one in _SENTENCES.split(text) if _is_in(path, one, files)), text)
            is_meant = _is_edit(sentence, _last_sentence(paragraph), context, is_there=files.meant(path) != "")
            return _naming(path, sentence, files) if is_meant else None
    return None


def _only_name(text: str, files: NamedFiles) -> str | None:
    """Return the one file that a text names, or the new one that it calls so; "" for none, None for several."""
    names, new = files.named_in(text), files.new_in(text)
    if len(names) + len(new) > 1:
        return new[0] if len(new) == 1 and _is_called_new(text, new[0]) else None
    return (*names, *new, "")[0]


def _is_edit(sentence: str, last: str, context: ListingContext, *, is_there: bool) -> bool:
    """Whether a sentence that names a file hands over a change of it; `last` is the one directly above the fence."""
    if _FINISHED.search(sentence):
        return True
    if _is_strict(context) or _is_weighed(context) or _is_shown(sentence) or _leads_away(last):
        return False
    bare = _without_names(sentence)
    says_nothing = _BARE.fullmatch(_SIGNS.sub(" ", bare).strip()) is not None
    is_new = not is_there and _NEW.search(bare) is not None
    return says_nothing or is_new or _CHANGE.search(bare) is not None or _is_head(sentence)


def _named_in_head(head: str, paragraph: list[str], files: NamedFiles, context: ListingContext) -> Naming | None:
    if _is_strict(context) or _is_weighed(context) or _is_shown(head):
        return None
    path = _only_name(head, files)
    return _naming(path, " ".join((head, *paragraph)), files) if path else None


def _naming(path: str, words: str, files: NamedFiles, *, is_new: bool = False) -> Naming | None:
    """Return the file as it is there, or as a new one if the words call it so."""
    if there := files.meant(path):
        return Naming(there)
    name = _plain_path(path)
    is_new = _may_be_new(name) and (is_new or _NEW.search(_without_names(words)) is not None)
    return Naming(slashed(name), is_new=True) if is_new else None


def _is_only_shown(words: str, context: ListingContext) -> bool:
    if _is_strict(context):
        return _FINISHED.search(words) is None
    return _FINISHED.search(words) is None and (_is_shown(words) or _is_weighed(context))


def _is_strict(context: ListingContext) -> bool:
    """Whether only a sentence that hands over a finished file counts."""
    opening = context.opening[:_LONGEST]
    return context.has_other_blocks or any(one.search(opening) for one in (_ANSWER, _DOUBT))


def _is_weighed(context: ListingContext) -> bool:
    """Whether the head of the section says that it weighs or explains."""
    return any(_SECTION.search(_without_names(head)) for head in context.heads)


def _is_shown(text: str) -> bool:
    """Whether a sentence shows what is there, may be, or is an example."""
    words = _without_names(text)
    return _WEIGHED.search(words) is not None or (_SHOWN.search(words) is not None and not _IMPERATIVE.match(words))


def _leads_away(last: str) -> bool:
    """Whether the sentence directly above a fence says that the code below is none of the file that is changed."""
    is_lead = last.rstrip("* ").endswith((":", "："))
    return _is_shown(last) if is_lead else _WEIGHED.search(_without_names(last)) is not None


def _is_called_new(text: str, path: str) -> bool:
    """Whether a path is the first one behind a word that calls a file new."""
    found = _NEW.search(text)
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
