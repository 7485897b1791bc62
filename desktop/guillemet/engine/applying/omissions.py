"""Phrases that say code was left out, as models write them in the place of the code.

The phrase is compared whole, without comment signs and dots, so that a remark which merely holds such words is none.
"""

import re
from functools import cache

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


@cache
def left_out_phrase() -> re.Pattern[str]:
    """Return what matches a whole phrase, its words one blank apart."""
    # Compiled when it is first needed: it takes as long as loading a tenth of the program.
    return re.compile("|".join((*_PHRASES, *_OTHER_TONGUES)), re.IGNORECASE)


@cache
def stand_in_phrase() -> re.Pattern[str]:
    """Return what matches a phrase that is no file, when it is all that a file says."""
    return re.compile("|".join(_STAND_INS), re.IGNORECASE)


@cache
def word_of_content() -> re.Pattern[str]:
    """Return what finds a word for the content of a file."""
    return re.compile(rf"\b{_CONTENT}\b", re.IGNORECASE)


@cache
def word_of_more() -> re.Pattern[str]:
    """Return what finds a word that says, after dots, that something was left out."""
    return re.compile(rf"\b(?:rest|more|etc|omitted|continued?|similar|likewise|{_KEPT}|{_THING})\b", re.IGNORECASE)
