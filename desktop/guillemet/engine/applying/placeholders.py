"""New lines that only say that code was left out: `...`, `// rest of the code`, `<!-- existing code -->`.

So does a line in brackets for a text that belongs there, `[Full text of the license]`.

Dots alone are code in some languages, so there they count only where lines vanish for them. A phrase is compared whole,
without comment signs and dots, so that a remark that merely contains such words is not a placeholder.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from guillemet.engine.diff.lines import changed_lines
from guillemet.engine.patterns import lazy_pattern

_LONGEST = 160
_MOST_WORDS = 8
_AT_ONCE = 5_000
"""Lines that are looked at before it is asked whether to stop, in a tenth of a second at most."""
_LIKELY_PARTS = (
    r"\.\.\.|…|rest|exist|same|unchanged|remain|omit|snip|8<|keep|leave|previous|original|before|left out|not shown|"
    r"no change|elided|truncat|continue|code|stay|untouched|unmodified|intact|brevity|clarity|unverändert|gleich|"
    r"besteh|vorhanden|übrig|codice|kalan|mevcut|省略|其|剩余|不变|有"
)
"""Parts of which every phrase has one: only lines with one are compared with all of them."""
_LIKELY = lazy_pattern(_LIKELY_PARTS, re.IGNORECASE)
_LIKELY_IN_LOWER_CASE = lazy_pattern(_LIKELY_PARTS)
"""Takes an eighth of the time: without the flag, `re` passes over all characters that none of the parts begins with."""
_COMMENT = lazy_pattern(
    r"""
    (?:\{\s*(?=/\*))?
    (?:(?P<sign>//+!?|\#+|--+|;+|%+|/\*+|\*(?=\s)|<!--+|\(\*|\{\#|\{\{!--|@\*|'(?=\s)|rem\b|"{3}|\|\|)\s*)?
    (?P<text>.*?)
    \s*(?:\*+/\s*\}?|--+>|\*\)|\#\}|--\}\}|\*@|"{3})?
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_AROUND_NAME = "[](){}<>`'\" "
_BRACKETS = {"[": "]", "(": ")", "<": ">", "{": "}"}
_DOTS = lazy_pattern(r"\.{3,}|…+")
_LAST_DOTS = lazy_pattern(r"(?:\.{3,}|…+)$")
_SIGNS = lazy_pattern(r"[()\[\]`'\",;:]+")
_WORDS = lazy_pattern(r"[^\W\d_][\w'-]*(?:[ /]+[\w'-]+)*")
_FIRST_DOTS = lazy_pattern(r"^(?:\.{3,}|…+)")
_EMPHASIZED = lazy_pattern(r"(?P<signs>\*{1,3}|_{1,3}|`)(?P<text>[^*`].*)(?P=signs)")
_CODE = lazy_pattern(r"""["=;|$\\]|\w\(|\A(?:from|import|export|use|require|include)\b""")
_MOST_LINES = 4
"""Lines of a file that is nothing but what stands in its place."""
_FEW_WORDS = 2
_MANY_WORDS = 14
_AS_COMMENT = "#"
_LISPS = (".el", ".clj", ".cljs", ".cljc", ".edn", ".lisp", ".lsp", ".scm", ".rkt", ".ss", ".fnl", ".hy")
_DOTS_ARE_CODE = frozenset(
    "py pyi pyx ipynb yaml yml md markdown rst txt adoc tex c h cc cpp hpp jl r".split()  # noqa: SIM905 - one glance
)
_PYTHON = (".py", ".pyi", ".ipynb")
_SAYS_NOTHING = lazy_pattern(r"""pass|raise NotImplementedError.*|return NotImplemented|["']{3}.*|.*["']{3}|""")
_THING = (
    r"(?:code|contents?|files?|class(?:es)?|components?|module|script|implementations?|logic|body|functions?|methods?|"
    r"imports?|definitions?|declarations?|propert(?:y|ies)|props|fields|attributes|constants|variables|styles?|rules|css|"
    r"html|markup|template|tests?|routes|handlers|helpers|config(?:uration)?|settings|options|parts?|sections?|lines|"
    r"stuff|entries|items|elements|cases|hooks|types|interfaces|constructor|program|text|document|setup|dependencies|"
    r"endpoints|everything|page)"
)
_KEPT = r"(?:existing|remaining|other|previous|original|current|unchanged|old|earlier|same)"
_STAYS = (
    r"(?:(?:which |that |will )*(?:remains?|stays?|is|are|be|was|were|left|kept|goes|go)?\s*(?:exactly )?"
    r"(?:the same|unchanged|unmodified|untouched|intact|as[- ]is|as (?:before|it was|they were)|here|"
    r"omitted|not shown|same)(?: (?:as (?:before|above)|here|for (?:brevity|clarity)))?)"
)
_GOES = r"(?:goes|go|is|are) (?:here|above|below)"
_LEFT = r"(?:omitted|truncated|snipped|elided|skipped|left out|not shown|removed)"
_THE = r"(?:(?:all )?(?:of )?(?:the |your |my |this )?)"
_KEEP = r"(?:keep|leave|retain|preserve|include|insert|add|paste|copy)"
_PHRASES = (
    rf"(?:and )?(?:the )?rest (?:of )?{_THE}(?:{_KEPT} )?(?:\w+ ){{0,2}}{_THING}(?: {_STAYS})?",
    rf"(?:and )?(?:the )?rest (?:of )?{_THE}{_THING} {_GOES}|{_THE}{_KEPT} {_THING} {_GOES}",
    rf"(?:and )?(?:the )?rest(?: of (?:\w+ ){{1,5}}?)?\s*{_STAYS}",
    r"(?:and )?(?:the )?rest of (?:it|them)",
    rf"{_THE}(?:existing|remaining|unchanged) (?:\w+ ){{0,2}}{_THING}(?: {_STAYS})?",
    rf"{_THE}{_KEPT} (?:\w+ ){{0,3}}?(?:{_THING} )?{_STAYS}",
    rf"{_KEEP} {_THE}(?:rest|{_KEPT})(?: of)?(?: the| your| this)?(?: \w+){{0,3}}? {_THING}(?: {_STAYS})?",
    r"(?:keep|leave)(?: \w+){0,4} (?:the same|unchanged|as[- ]is|as (?:before|it was))",
    r"(?:keep|leave) the (?:same|rest)",
    rf"(?:the |this )?(?:code|implementation|imports|methods|functions|logic|everything else)(?: \w+)? {_STAYS}",
    r"unchanged|no changes?(?: here| needed)?|same as (?:before|original|existing|the original)|as before",
    rf"(?:some |the |more )?(?:\w+ ){{0,2}}(?:code|lines|content|implementation|rest|methods|parts?) {_LEFT}(?: here)?",
    rf"(?:\w+ ){{0,4}}{_LEFT} for (?:brevity|clarity)",
    r"snip|snipped|8< ?-+|code continues(?: here)?",
)
_CONTENT = (
    r"(?:code|contents?|files?|text|source|script|implementation|logic|module|component|class|document|page|data|"
    r"configuration|config|version|image|binary|base64|output|listing|everything|lines?|rest)"
)
_PUT = (
    r"(?:paste|insert|put|place|copy|your|full|entire|complete|whole|actual|same|existing|original|current|updated|"
    r"previous|unchanged|unmodified|omitted|truncated|above|below|here|goes|follows|remains?|stays?|placeholder)"
)
_STAND_INS = (
    rf"(?=.*\b{_CONTENT}\b)(?=.*\b{_PUT}\b).*",
    r"(?:the )?(?:\w+ )?(?:contents?|code|text) (?:of|for|from|goes) .*",
    r"(?:exactly )?(?:the )?same (?:as|content|file)\b.*|see (?:above|below|the)\b.*",
    r"(?:todo )?(?:add|insert|paste|put|write) .*\bhere",
    r"(?:no changes?|unchanged|not shown|omitted|truncated|placeholder|to be (?:added|done|filled in|written))\b.*",
    (
        r"(?=.*(?:inhalt|datei|code|contenu|fichier|contenido|archivo|código|contenuto|içeri[kğ]|dosya|kod))"
        r"(?=.*(?:hier|einfügen|gesamte|vollständig|unverändert|\bici|coller|complet|entier|aquí|\bpeg[au]|incolla|\bqui\b|"
        r"buraya|yapıştır|tüm|tamamı)).*"
    ),
    r".*(?:此处|这里|粘贴|完整|省略).*(?:内容|代码|文件).*|.*(?:内容|代码|文件).*(?:此处|这里|粘贴|完整|省略|不变).*",
)
"""What stands in the place of a file's content, as it is worded when it is all that the file says."""
_SLOT = lazy_pattern(r"\{\{[^{}<>]*\}\}|\{\{\{[^{}]*\}\}\}|<%[=-][^<>]*%>|[$#@%]\{[^{}]*\}")
"""What a template puts a text in for."""
_TEMPLATES = (
    *(".j2", ".jinja", ".jinja2", ".njk", ".twig", ".liquid", ".hbs", ".handlebars", ".mustache", ".tmpl", ".tpl"),
    *(".gotmpl", ".gohtml", ".template", ".erb", ".ejs", ".eex", ".heex", ".jsp", ".ftl", ".vm", ".cshtml"),
    *(".blade.php", ".vue", ".svelte", ".component.html"),
)
_FOLDERS_OF_TEMPLATES = lazy_pattern(r"(?:\A|/)_?(?:templates?|layouts?|partials?|includes?|views?)/", re.IGNORECASE)
_FOR_CONTENT = lazy_pattern(
    r"code|contents?|files?|text|source|data|document|page|body|script|output|implementation|logic|config(?:uration)?|"
    r"snippet|the|a|of|for|from|to|be|is|in|goes|your|my|new|old|full|entire|complete|whole|actual|current|updated|"
    r"previous|original|see|above|below|later"
)
_FOR_A_GAP = lazy_pattern(
    r"todo|tb[da]|fixme|pasted?|insert(?:ed)?|put|here|placeholder|unchanged|unmodified|omitted|truncated|same|rest|"
    r"existing|remaining|implemented|written|done"
)
"""Words of which all may consist that a file says, and those that only what stands in its place has."""
_NO_TEXT = frozenset(("undefined", "null", "none", "nil", "nan", "[object object]"))
"""What programs write in the place of a text that they do not have."""
_DATA = (".json", ".jsonc", ".yaml", ".yml", ".txt", ".md")
_SECTIONED = (".ini", ".toml", ".cfg", ".conf", ".service", ".desktop", ".editorconfig", ".gitignore", ".gitkeep")
_MARKUP = (".html", ".htm", ".xml", ".svg", *_TEMPLATES)
_NO_WORDS = lazy_pattern(r"""[\d"'=;]|[a-z][.:/][a-z]|[\w\]]\(|[^\x00-\x7f]""", re.IGNORECASE)
_LETTERS = lazy_pattern(r"[a-z]+")
_MARKS = lazy_pattern(r"(?P<open>[\[(<{%@_]|\$(?=\w)).*(?:[\])>}%@_]|(?<=\w))")
_OTHER_TONGUES = (
    r"(?:der )?rest (?:des|vom|der) \w+(?: (?:bleibt )?(?:unverändert|gleich))?",
    r"(?:hier )?(?:\w+ )?(?:bestehende|vorhandene|restliche|übrige)r? (?:code|methoden|funktionen|importe)(?: \w+)?",
    r"(?:bleib(?:t|en) )?unverändert|bleibt gleich",
    r"(?:le )?reste du (?:code|fichier)(?: \w+){0,2}|code existant(?: \w+){0,2}",
    r"(?:el |o )?resto (?:del?|do) (?:código|archivo|arquivo)(?: \w+){0,3}|código existente(?: \w+){0,2}",
    r"(?:il )?resto del codice(?: \w+){0,3}|codice esistente",
    r"(?:geri )?kalan (?:kod|kısım)\w*(?: \w+){0,2}|mevcut kod\w*(?: \w+){0,2}",
    r"(?:其余|其他|剩余|现有|原有).{0,8}(?:代码|部分|内容|方法).{0,8}|(?:代码)?(?:保持)?不变|(?:此处)?省略.{0,8}",
)
"""German, French, Spanish and Portuguese, Italian, Turkish, Chinese."""
_LEFT_OUT_PHRASE = lazy_pattern("|".join((*_PHRASES, *_OTHER_TONGUES)), re.IGNORECASE)
"""Matches a whole phrase, its words one blank apart."""
_STAND_IN_PHRASE = lazy_pattern("|".join(_STAND_INS), re.IGNORECASE)
"""Matches a phrase that is not a file, when it is all that a file says."""
_WORD_OF_CONTENT = lazy_pattern(rf"\b{_CONTENT}\b", re.IGNORECASE)
_WORD_OF_MORE = lazy_pattern(
    rf"\b(?:rest|more|etc|omitted|continued?|similar|likewise|{_KEPT}|{_THING})\b", re.IGNORECASE
)
"""Finds a word that says, after dots, that something was left out."""


def placeholder_in(
    new: Sequence[str], *, old: Sequence[str], path: str, check: Callable[[], None] = lambda: None
) -> str | None:
    """Return the first new line that only says that code was left out, None when there is none.

    `check` is called from time to time, and may raise to stop.
    """
    return next((new[row] for row in _left_out(new, old, are_dots_code=_is_code(path), check=check)), None)


def left_out_rows(new: Sequence[str], *, old: Sequence[str], path: str) -> list[int]:
    """Return all lines of a listing, counted from 0, that only say that code was left out."""
    return list(_left_out(new, old, are_dots_code=path.lower().endswith(_PYTHON)))


def _left_out(
    new: Sequence[str], old: Sequence[str], *, are_dots_code: bool, check: Callable[[], None] = lambda: None
) -> Iterator[int]:
    found: list[int] = []
    for start in range(0, len(new), _AT_ONCE):
        check()
        rows = range(start, min(start + _AT_ONCE, len(new)))
        found += [row for row in rows if _is_placeholder(new[row].strip())]
    standing = frozenset(map(str.strip, old)) if found else frozenset()
    kept = _dots_of_code(found, new, old) if are_dots_code else ()
    yield from (row for row in found if row not in kept and new[row].strip() not in standing)


def _dots_of_code(rows: Iterable[int], new: Sequence[str], old: Sequence[str]) -> set[int]:
    """Return those of these rows that hold nothing but dots, for which no line vanishes."""
    dots = {row for row in rows if _DOTS.fullmatch(new[row].strip())}
    for hunk in changed_lines(old, new) if dots else ():
        if _takes_away(old[hunk.old], new[hunk.new]):
            dots.difference_update(range(hunk.new.start, hunk.new.stop))
    return dots


def _is_placeholder(text: str) -> bool:
    if not 0 < len(text) <= _LONGEST:
        return False
    if text[0] == "[" and text[-1] == "]":
        phrase, _ = _said(text)
        if phrase.count(" ") >= _FEW_WORDS and _STAND_IN_PHRASE.fullmatch(phrase):
            return True
    return _is_likely(text) and (_DOTS.fullmatch(text) is not None or says_left_out(text))


def _is_likely(text: str) -> bool:
    """Whether a part of a phrase is in the text; beyond ASCII, lower case is not the same as case that is ignored."""
    found = _LIKELY_IN_LOWER_CASE.search(text.lower()) if text.isascii() else _LIKELY.search(text)
    return found is not None


def stand_in_of(lines: Sequence[str], path: str) -> str | None:
    """Return what stands in the place of a file's content, such as `[Paste the file here]`, if it says nothing else."""
    non_blank = list(islice(filter(None, map(str.strip, lines)), _MOST_LINES + 1))
    if len(non_blank) == 1 and non_blank[0].strip(_AROUND_NAME) in (path, path.rpartition("/")[2]):
        return non_blank[0]
    if len(non_blank) > _MOST_LINES or max(map(len, non_blank), default=0) > _LONGEST:
        return None
    said = {line: _said(line) for line in non_blank}
    found = [
        line for line, (phrase, signs) in said.items() if _is_stand_in(phrase, signs, path) or _is_slot(line, path)
    ]
    is_all = not any(_says_more(line, *said[line]) for line in said.keys() - found)
    return found[0] if found and is_all else None


def stands_for_content(lines: Sequence[str], path: str) -> str | None:
    """Return what stands in the place of a file's content as `stand_in_of` does, if it is all in brackets.

    A new file may well hold nothing but a comment or a sentence for now, but hardly `[Paste the file here]`.
    """
    found = stand_in_of(lines, path)
    is_comment, text = _uncommented(found or "")
    return found if not is_comment and _unbracketed(text)[1] and _is_stand_in(*_said(found or ""), path) else None


def says_left_out(line: str) -> bool:
    """Whether a line says nothing but that code was left out; dots alone do not say so, dots in a comment do."""
    is_comment, text = _uncommented(line.strip())
    text, brackets = _unbracketed(text)
    first = _DOTS.match(text)
    remaining = text[first.end() :] if first else text
    last = _LAST_DOTS.search(remaining)
    phrase = _phrase(remaining[: last.start()] if last else remaining)
    if not phrase:
        return is_comment and first is not None
    # Without comment signs `...rest` is code; words apart from the dots, or more than one of them, are not.
    is_said = (
        is_comment
        or (brackets[:1] in ("[", "<") and " " in phrase)
        or (first is not None and (remaining[:1].isspace() or " " in phrase))
    )
    return is_said and _means_left_out(phrase, is_after_dots=first is not None, is_before_dots=last is not None)


def _means_left_out(phrase: str, *, is_after_dots: bool, is_before_dots: bool) -> bool:
    """Whether the phrase is one for code that was left out; after dots a few words say so, if they do not go on."""
    if _LEFT_OUT_PHRASE.fullmatch(phrase):
        return True
    if not is_after_dots or not _WORDS.fullmatch(phrase) or phrase.count(" ") >= _MOST_WORDS:
        return False
    return is_before_dots or _WORD_OF_MORE.search(phrase) is not None


def _uncommented(line: str) -> tuple[bool, str]:
    """Return whether the line is a comment, and its text."""
    found = _COMMENT.fullmatch(line)
    return (bool(found["sign"]), found["text"].strip()) if found else (False, line)


def _phrase(text: str) -> str:
    """Return the words of a text, one blank apart, without the signs around them."""
    return " ".join(_SIGNS.sub(" ", text).strip(" \t-–—=*#/\\.!").split())


def _unbracketed(text: str) -> tuple[str, str]:
    """Return the text without the brackets around all of it, and those that open."""
    brackets = ""
    while len(text) > 1 and _BRACKETS.get(text[0]) == text[-1]:
        brackets += text[0]
        text = text[1:-1].strip()
    return text, brackets


def _is_markup(text: str, bracket: str) -> bool:
    """Whether the text between brackets is one of a markup, with brackets of its own or the signs of a template."""
    return bracket != "" and (text[:1] == "%" or bracket in text or _BRACKETS[bracket] in text)


def _said(line: str) -> tuple[str, str]:
    """Return what a line says, its words one blank apart, and which signs around it tell that it is not code."""
    emphasized = _EMPHASIZED.fullmatch(line)
    is_comment, text = _uncommented(emphasized["text"] if emphasized else line)
    text, brackets = _unbracketed(text)
    signs = _AS_COMMENT if is_comment else brackets[:1] or ("[" if emphasized else "")
    bare = _LAST_DOTS.sub("", _FIRST_DOTS.sub("", text))
    phrase = "" if _is_markup(text, brackets[:1]) or _CODE.search(bare) else _phrase(bare.replace("_", " "))
    return phrase, "…" if bare != text else signs


def _says_more(line: str, phrase: str, signs: str) -> bool:
    """Whether the line says more than one word in a comment does."""
    return any(map(str.isalnum, line)) and (signs != _AS_COMMENT or " " in phrase)


def _is_stand_in(phrase: str, signs: str, path: str) -> bool:
    """Whether the phrase, with these signs around it, is one for the content of a file."""
    if signs == "…" and (not phrase or _WORD_OF_CONTENT.search(phrase)):
        return not path.endswith(".pyi")
    words = len(phrase.split())
    if _is_in_brackets(phrase, words, signs, path):
        return True
    least = _FEW_WORDS if signs else _FEW_WORDS + 1
    is_worded = words >= least or not phrase.isascii()
    return is_worded and words <= _MANY_WORDS and _STAND_IN_PHRASE.fullmatch(phrase) is not None


def _is_in_brackets(phrase: str, words: int, signs: str, path: str) -> bool:
    """Whether brackets around the phrase tell that it is not code: it speaks of content, or has too many words."""
    if signs == "[" and words >= _FEW_WORDS and _WORD_OF_CONTENT.search(phrase):
        return True
    if any(map(str.isdecimal, phrase.split())):
        return False
    return signs in _BRACKETS and words > _FEW_WORDS and (signs != "(" or not path.endswith(_LISPS))


def _is_slot(line: str, path: str) -> bool:
    """Whether the line is where a template puts a text in, or consists of words for a text that is to come."""
    name = path.lower()
    is_template = name.endswith(_TEMPLATES) or _FOLDERS_OF_TEMPLATES.search(path) is not None
    if _SLOT.fullmatch(line):
        return not is_template
    if line.lower() in _NO_TEXT:
        return not name.endswith(_DATA)
    words = frozenset(_LETTERS.findall(line.lower()))
    of_a_gap = set(filter(_FOR_A_GAP.fullmatch, words))
    if not words or _NO_WORDS.search(line) or not all(map(_FOR_CONTENT.fullmatch, words - of_a_gap)):
        return False
    if of_a_gap:
        return not name.endswith(_SECTIONED)
    marks = _MARKS.fullmatch(line)
    return marks is not None and not _is_own_mark(marks["open"], name, is_one_word=len(words) == 1)


def _is_own_mark(mark: str, name: str, *, is_one_word: bool) -> bool:
    """Whether the sign before words is one of the language of the file, such as that of an element or a section."""
    match mark:
        case "(":
            return name.endswith(_LISPS)
        case "[":
            return name.endswith(_SECTIONED)
        case "<":
            return is_one_word and name.endswith(_MARKUP)
        case _:
            return name.endswith(_TEMPLATES)


def _is_code(path: str) -> bool:
    """Whether dots alone on a line mean something in such a file."""
    name = path.rpartition("/")[2]
    return "." not in name or name.rpartition(".")[2].casefold() in _DOTS_ARE_CODE


def _takes_away(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether more lines with something to say vanish than come in their place."""
    return _telling(old) > _telling(new)


def _telling(lines: Sequence[str]) -> int:
    stripped = map(str.strip, lines)
    return sum(not _SAYS_NOTHING.fullmatch(line) and not _DOTS.fullmatch(line) for line in stripped)
