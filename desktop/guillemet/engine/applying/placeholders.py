"""New lines that only say that code was left out: `...`, `// rest of the code`, `<!-- existing code -->`.

A line counts when it is new, and when taking it as it stands would lose something: dots alone are code in some languages,
so there they count only where lines vanish for them.
"""

import re
from collections.abc import Sequence

from guillemet.engine.diff.lines import Hunk, changed_bytes

_LONGEST = 160
_LIKELY = re.compile(
    r"\.\.\.|…|rest|exist|same|unchanged|remain|omit|snip|keep|previous|original|left out|not shown|no changes?|elided"
    r"|truncat|bestehend|unverändert|übrig|restlich|gleich|mevcut|geri kalan|aynı|reste|resto|省略|其余|不变|现有",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r"""
    (?:\{\s*)?
    (?:(?P<sign>//+!?|\#+|--+|;+|%+|/\*+|\*(?=\s)|<!--+|\(\*|\{\#|\{\{!--|@\*|'(?=\s)|rem\b|"{3}|\|\|)\s*)?
    (?P<text>.*?)
    \s*(?:\*+/|--+>|\*\)|\#\}|--\}\}|\*@|"{3})?
    (?:\s*\})?
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_BRACKETS = {"[": "]", "(": ")", "<": ">", "{": "}"}
_DOTS = re.compile(r"(?:\.{3,}|…+)")
_THING = (
    r"(?:code|codes|content|contents|file|files|class|classes|component|components|module|script|implementation|"
    r"implementations|logic|body|function|functions|method|methods|import|imports|definition|definitions|declaration|"
    r"declarations|propert(?:y|ies)|props|fields|attributes|constants|variables|styles?|rules|css|html|markup|template|"
    r"tests?|routes|handlers|helpers|config|configuration|settings|options|parts?|sections?|lines|stuff|entries|items|"
    r"elements|cases|hooks|types|interfaces|constructor|program|text|document|setup|dependencies|endpoints|everything|page)"
)
_KEPT = r"(?:existing|remaining|other|previous|original|current|unchanged|old|earlier|same)"
_STAYS = (
    r"(?:(?:which |that |will )*(?:remains?|stays?|is|are|be|was|were|left|kept|goes|go)?\s*(?:exactly )?"
    r"(?:the same|unchanged|unmodified|untouched|intact|as[- ]is|as (?:before|it was|they were|above)|here|below|above|"
    r"omitted|not shown|same|the same as before)(?: (?:as before|as above|here|for (?:brevity|clarity)))?)"
)
_LEFT = r"(?:omitted|truncated|snipped|elided|skipped|left out|not shown|removed)"
_SAYS_LEFT_OUT = re.compile(
    "|".join(
        (
            rf"(?:and )?(?:the )?rest (?:of )?(?:the |this |your |my )?(?:{_KEPT} )?(?:\w+ ){{0,2}}{_THING}(?: {_STAYS})?",
            rf"(?:and )?(?:the )?rest(?: of (?:\w+ ){{1,5}}?)?\s*{_STAYS}",
            r"(?:and )?(?:the )?rest of (?:it|them|the (?:file|code))",
            rf"(?:all )?(?:of )?(?:the |your |my )?(?:existing|remaining|unchanged) (?:\w+ ){{0,2}}{_THING}(?: {_STAYS})?",
            rf"(?:all )?(?:of )?(?:the |your |my )?{_KEPT} (?:\w+ ){{0,3}}?(?:{_THING} )?{_STAYS}",
            rf"(?:keep|leave|retain|preserve|include|insert|add|paste|copy)(?: all)?(?: of)?(?: the| your| this)? "
            rf"(?:rest|{_KEPT})(?: of)?(?: the| your| this)?(?: \w+){{0,3}}?(?: {_THING})(?: {_STAYS})?",
            rf"(?:keep|leave)(?: \w+){{0,4}} (?:the same|unchanged|as[- ]is|as (?:before|it was))",
            r"(?:keep|leave) the (?:same|rest)",
            rf"(?:the |this )?(?:code|implementation|imports|methods|functions|logic|everything else)(?: \w+)? {_STAYS}",
            r"unchanged|no changes?(?: here| needed)?|same as (?:before|original|existing|the original)|as before",
            rf"(?:some |the |more )?(?:\w+ ){{0,2}}(?:code|lines|content|implementation|rest|methods|parts?) {_LEFT}"
            r"(?: for (?:brevity|clarity)| here)?",
            rf"(?:\w+ ){{0,4}}{_LEFT} for (?:brevity|clarity)",
            r"snip|snipped|8< ?-+|omitted|code continues(?: here)?",
            # German, French, Spanish, Portuguese, Italian, Turkish, Chinese.
            r"(?:der )?rest (?:des|vom|der) \w+(?: (?:bleibt )?(?:unverändert|gleich))?",
            r"(?:hier )?(?:\w+ )?(?:bestehender?|vorhandener?|restlicher?|übriger?) (?:code|methoden|funktionen|importe)"
            r"(?: \w+)?|(?:bleibt |bleiben )?unverändert|bleibt gleich",
            r"(?:le )?reste du (?:code|fichier)(?: \w+){0,2}|code existant(?: \w+){0,2}",
            r"(?:el |o )?resto (?:del?|do) (?:código|archivo|arquivo)(?: \w+){0,3}|código existente(?: \w+){0,2}",
            r"(?:il )?resto del codice(?: \w+){0,3}|codice esistente",
            r"(?:geri )?kalan (?:kod|kısım)\w*(?: \w+){0,2}|mevcut kod\w*(?: \w+){0,2}",
            r"(?:其余|其他|剩余|现有|原有).{0,8}(?:代码|部分|内容|方法).{0,8}|(?:代码)?(?:保持)?不变|(?:此处)?省略.{0,8}",
        )
    ),
    re.IGNORECASE,
)
_SPEAKS_OF_MORE = re.compile(
    rf"\b(?:rest|same|unchanged|more|etc|omitted|continued?|similar|likewise|{_KEPT[3:-1]}|{_THING[3:-1]})\b",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_][\w'-]*(?:[ ,/]+[\w'-]+)*[.:]?")
_DOTS_ARE_CODE = frozenset(
    {
        "py",
        "pyi",
        "pyx",
        "ipynb",
        "yaml",
        "yml",
        "md",
        "markdown",
        "rst",
        "txt",
        "adoc",
        "tex",
        "c",
        "h",
        "cc",
        "cpp",
        "hpp",
        "jl",
        "r",
    }
)
_SAYS_NOTHING = re.compile(r"""pass|raise NotImplementedError.*|return NotImplemented|["']{3}.*|.*["']{3}|""")


def placeholder_in(new: Sequence[str], *, old: Sequence[str], path: str) -> str | None:
    """Return the first new line that only says that code was left out, None when there is none."""
    standing = frozenset(map(str.strip, old))
    extension = path.rpartition("/")[2].rpartition(".")[2].casefold() if "." in path else "txt"
    for index, line in enumerate(new):
        text = line.strip()
        if not text or len(text) > _LONGEST or text in standing or not _LIKELY.search(text):
            continue
        if _DOTS.fullmatch(text):
            if extension not in _DOTS_ARE_CODE or _takes_away(new, old, index):
                return line
        elif says_left_out(text):
            return line
    return None


def says_left_out(line: str) -> bool:
    """Whether a line says nothing but that code was left out; dots alone do not say so, dots in a comment do."""
    found = _COMMENT.fullmatch(line.strip())
    if found is None:
        return False
    text, is_comment = found["text"].strip(), bool(found["sign"])
    while len(text) > 1 and _BRACKETS.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
        is_comment = is_comment or not _DOTS.fullmatch(text)
    inner = text
    leading, trailing = _DOTS.match(inner), re.search(r"(?:\.{3,}|…+)$", inner)
    if leading:
        inner = inner[leading.end() :]
    if trailing and trailing.start() >= (leading.end() if leading else 0):
        inner = inner[: trailing.start() - len(text)]
    is_open = bool(leading and inner[:1] in " \t") or bool(trailing and leading)
    inner = inner.strip(" \t:-–—=*#/\\.!")
    if not inner:
        return is_comment and bool(leading)
    if not _WORDS.fullmatch(inner) and not _SAYS_LEFT_OUT.fullmatch(inner):
        inner = re.sub(r"[()\[\]`'\",;:]+", " ", inner)
    inner = " ".join(inner.split())
    if not (is_comment or (leading and (is_open or " " in inner))):
        return False
    if _SAYS_LEFT_OUT.fullmatch(inner):
        return True
    if leading is None or not _WORDS.fullmatch(inner):
        return False
    is_framed = trailing is not None and trailing.end() == len(text) and leading.end() < len(text)
    return is_framed or (len(inner.split()) <= 8 and bool(_SPEAKS_OF_MORE.search(inner)))


def _takes_away(new: Sequence[str], old: Sequence[str], index: int) -> bool:
    """Whether more lines with something to say vanish around the line than come beside it."""
    for hunk in _hunks(old, new):
        if hunk.new_start <= index < hunk.new_start + hunk.new_count:
            gone = _telling(old[hunk.old_start : hunk.old_start + hunk.old_count])
            return gone > _telling(new[hunk.new_start : hunk.new_start + hunk.new_count])
    return False


def _telling(lines: Sequence[str]) -> int:
    return sum(not _SAYS_NOTHING.fullmatch(line.strip()) and not _DOTS.fullmatch(line.strip()) for line in lines)


def _hunks(old: Sequence[str], new: Sequence[str]) -> tuple[Hunk, ...]:
    before, after = ("".join(f"{line}\n" for line in side).encode("utf-8", "surrogatepass") for side in (old, new))
    return changed_bytes(before, after)
