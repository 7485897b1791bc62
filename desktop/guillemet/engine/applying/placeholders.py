"""New lines that only say that code was left out: `...`, `// rest of the code`, `<!-- existing code -->`.

Dots alone are code in some languages, so there they count only where lines vanish for them.
"""

import re
from collections.abc import Sequence

from guillemet.engine.applying.omissions import left_out_phrase, stand_in_phrase, word_of_content, word_of_more
from guillemet.engine.diff.lines import changed_bytes

_LONGEST = 160
_MOST_WORDS = 8
_LIKELY = re.compile(
    r"\.\.\.|…|rest|exist|same|unchanged|remain|omit|snip|8<|keep|leave|previous|original|before|left out|not shown|"
    r"no change|elided|truncat|continue|code|unverändert|gleich|codice|kalan|省略|其|剩余|不变|有",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r"""
    (?:\{\s*(?=/\*))?
    (?:(?P<sign>//+!?|\#+|--+|;+|%+|/\*+|\*(?=\s)|<!--+|\(\*|\{\#|\{\{!--|@\*|'(?=\s)|rem\b|"{3}|\|\|)\s*)?
    (?P<text>.*?)
    \s*(?:\*+/\s*\}?|--+>|\*\)|\#\}|--\}\}|\*@|"{3})?
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_BRACKETS = {"[": "]", "(": ")", "<": ">", "{": "}"}
_DOTS = re.compile(r"\.{3,}|…+")
_LAST_DOTS = re.compile(r"(?:\.{3,}|…+)$")
_SIGNS = re.compile(r"[()\[\]`'\",;:]+")
_WORDS = re.compile(r"[^\W\d_][\w'-]*(?:[ /]+[\w'-]+)*")
_FIRST_DOTS = re.compile(r"^(?:\.{3,}|…+)")
_EMPHASIZED = re.compile(r"(?P<signs>\*{1,3}|_{1,3}|`)(?P<text>[^*`].*)(?P=signs)")
_CODE = re.compile(r"""["=;|$\\]|\w\(|\A(?:from|import|export|use|require|include)\b""")
_MOST_LINES = 4
"""Lines of a file that is nothing but what stands in its place."""
_FEW_WORDS = 2
_MANY_WORDS = 14
_AS_COMMENT = "#"
_LISPS = (".el", ".clj", ".cljs", ".cljc", ".edn", ".lisp", ".lsp", ".scm", ".rkt", ".ss", ".fnl", ".hy")
_DOTS_ARE_CODE = frozenset(
    "py pyi pyx ipynb yaml yml md markdown rst txt adoc tex c h cc cpp hpp jl r".split()  # noqa: SIM905 - one glance
)
_SAYS_NOTHING = re.compile(r"""pass|raise NotImplementedError.*|return NotImplemented|["']{3}.*|.*["']{3}|""")


def placeholder_in(new: Sequence[str], *, old: Sequence[str], path: str) -> str | None:
    """Return the first new line that only says that code was left out, None when there is none."""
    standing: frozenset[str] | None = None
    for index, line in enumerate(new):
        text = line.strip()
        if not text or len(text) > _LONGEST or not _LIKELY.search(text):
            continue
        if not (_DOTS.fullmatch(text) or says_left_out(text)):
            continue
        standing = standing if standing is not None else frozenset(map(str.strip, old))
        if text in standing or (_DOTS.fullmatch(text) and _is_code(path) and not _takes_away(new, old, index)):
            continue
        return line
    return None


def stand_in_of(lines: Sequence[str], path: str) -> str | None:
    """Return what stands in the place of a file's content, such as `[Paste the file here]`, if it says nothing else."""
    spoken = [line.strip() for line in lines if line.strip()]
    if not spoken or len(spoken) > _MOST_LINES or max(map(len, spoken)) > _LONGEST:
        return None
    found = ""
    for line in spoken:
        phrase, signs = _said(line)
        if _is_stand_in(phrase, signs, path):
            found = found or line
        elif any(map(str.isalnum, line)) and (signs != _AS_COMMENT or " " in phrase):
            return None
    return found or None


def says_left_out(line: str) -> bool:
    """Whether a line says nothing but that code was left out; dots alone do not say so, dots in a comment do."""
    found = _COMMENT.fullmatch(line.strip())
    if found is None:
        return False
    is_comment = bool(found["sign"])
    text, brackets = _unbracketed(found["text"].strip())
    first = _DOTS.match(text)
    rest = text[first.end() :] if first else text
    last = _LAST_DOTS.search(rest)
    phrase = " ".join(_SIGNS.sub(" ", rest[: last.start()] if last else rest).strip(" \t-–—=*#/\\.!").split())
    if not phrase:
        return is_comment and first is not None
    # Without comment signs `...rest` is code; words apart from the dots, or more than one of them, are not.
    is_said = (
        is_comment
        or (brackets[:1] in ("[", "<") and " " in phrase)
        or (first is not None and (rest[:1].isspace() or " " in phrase))
    )
    if not is_said:
        return False
    if left_out_phrase().fullmatch(phrase):
        return True
    if first is None or not _WORDS.fullmatch(phrase) or phrase.count(" ") >= _MOST_WORDS:
        return False
    return last is not None or word_of_more().search(phrase) is not None


def _unbracketed(text: str) -> tuple[str, str]:
    """Return the text without the brackets around all of it, and those that open."""
    brackets = ""
    while len(text) > 1 and _BRACKETS.get(text[0]) == text[-1]:
        brackets += text[0]
        text = text[1:-1].strip()
    return text, brackets


def _said(line: str) -> tuple[str, str]:
    """Return what a line says, its words one blank apart, and which signs around it tell that it is no code."""
    emphasized = _EMPHASIZED.fullmatch(line)
    found = _COMMENT.fullmatch(emphasized["text"] if emphasized else line)
    text, brackets = _unbracketed(found["text"].strip() if found else line)
    signs = _AS_COMMENT if found and found["sign"] else brackets[:1] or ("[" if emphasized else "")
    bare = _LAST_DOTS.sub("", _FIRST_DOTS.sub("", text))
    phrase = " ".join(_SIGNS.sub(" ", bare.replace("_", " ")).strip(" \t-–—=*#/\\.!").split())
    return ("" if _CODE.search(bare) else phrase), "…" if bare != text else signs


def _is_stand_in(phrase: str, signs: str, path: str) -> bool:
    """Whether the phrase, with these signs around it, is one for the content of a file."""
    if signs == "…" and (not phrase or word_of_content().search(phrase)):
        return not path.endswith(".pyi")
    words = phrase.count(" ") + 1 if phrase else 0
    if signs == "[" and words >= _FEW_WORDS and word_of_content().search(phrase):
        return True
    if signs in _BRACKETS and words > _FEW_WORDS and (signs != "(" or not path.endswith(_LISPS)):
        return True
    least = _FEW_WORDS if signs else _FEW_WORDS + 1
    return (
        words <= _MANY_WORDS
        and (words >= least or not phrase.isascii())
        and stand_in_phrase().fullmatch(phrase) is not None
    )


def _is_code(path: str) -> bool:
    """Whether dots alone on a line mean something in such a file."""
    name = path.rpartition("/")[2]
    return "." not in name or name.rpartition(".")[2].casefold() in _DOTS_ARE_CODE


def _takes_away(new: Sequence[str], old: Sequence[str], index: int) -> bool:
    """Whether more lines with something to say vanish around the line than come beside it."""
    before, after = ("".join(f"{line}\n" for line in side).encode("utf-8", "surrogatepass") for side in (old, new))
    for hunk in changed_bytes(before, after):
        if hunk.new_start <= index < hunk.new_start + hunk.new_count:
            gone = _telling(old[hunk.old_start : hunk.old_start + hunk.old_count])
            return gone > _telling(new[hunk.new_start : hunk.new_start + hunk.new_count])
    return False


def _telling(lines: Sequence[str]) -> int:
    stripped = map(str.strip, lines)
    return sum(not _SAYS_NOTHING.fullmatch(line) and not _DOTS.fullmatch(line) for line in stripped)
