"""Characters in new text and new paths that a reader does not see, or mistakes for others.

Hidden characters reorder text or hide it; look-alikes make two different names read the same, or look like blanks
without being ones. A character that an emoji or a script requires is neither.

The table of look-alikes is Unicode's (confusables.txt of UTS #39, version 15.1), restricted to letters of the Basic
Multilingual Plane that NFKC keeps and that look like one ASCII character. Packages with the whole table load a megabyte
for pairs that no path of a program contains, and have no function for the comparison made here.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from guillemet.engine.diff.hidden import find_hidden, has_hidden
from guillemet.engine.hidden_characters import drop_unseen
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import counted

_LOOKS_LIKE = {
    "A": "ΑАᎪᗅꓮ",
    "B": "ΒВᏴᗷꓐꞴ",
    "C": "СᏟⲤꓚ",
    "D": "Ꭰᗞᗪꓓ",
    "E": "ΕЕᎬⴹꓰ",
    "F": "ϜᖴꓝꞘ",
    "G": "ԌᏀᏳꓖ",
    "H": "ΗНᎻᕼⲎꓧ",
    "J": "ͿЈᎫᒍꓙꞲ",
    "K": "ΚКᏦᛕⲔꓗ",
    "L": "ᏞᒪⳐꓡ",
    "M": "ΜϺМᎷᗰᛖⲘꓟ",
    "N": "ΝⲚꓠ",
    "O": "ΟОՕ০ଠ୦ዐⲞⵔꓳ",
    "P": "ΡРᏢᑭⲢꓑ",
    "Q": "ⵕ",
    "R": "ƦᎡᏒᖇꓣ",
    "S": "ЅՏᏕᏚꓢ",
    "T": "ΤТᎢⲦꓔ",
    "U": "Սሀᑌꓴ",
    "V": "Ѵ۷Ꮩᐯⴸꓦꛟ",
    "W": "ԜᎳᏔꓪ",
    "X": "ΧХᚷⲬⵝꓫꞳ",
    "Y": "ΥУҮᎩᎽⲨꓬ",
    "Z": "ΖᏃꓜ",
    "a": "ɑαа",
    "b": "ƄЬᏏᑲᖯ",
    "c": "сᴄⲥꮯ",
    "d": "ԁᏧᑯꓒ",
    "e": "еҽꬲ",
    "f": "քẝꞙꬵ",
    "g": "ƍɡցᶃ",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥꙇꭵ",
    "j": "ϳј",
    "l": "ƖǀΙІӀ۱ᛁⲒⵏꓲ",
    "n": "ոռ",
    "o": "οσоօ۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲟꬽ",
    "p": "ρрⲣ",
    "q": "ԛգզ",
    "r": "гᴦⲅꭇꭈꮁ",
    "s": "ƽѕꜱꮪ",
    "u": "ʋυսᴜꞟꭎꭒ",
    "v": "νѵᴠꮩ",
    "w": "ɯѡԝաᴡꮃ",
    "x": "хᕁᕽ᙮",
    "y": "ɣʏγуүყᶌỿꭚ",
    "z": "ᴢꮓ",
    "2": "ƧϨᒿꙄꛯꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ",
    "4": "Ꮞ",
    "5": "Ƽ",
    "6": "бᏮⳒ",
    "8": "Ȣȣ৪੪",
    "9": "৭੧୨൭ⳊꝮ",
    "-": "‐‒–⁃−Ⲻ",
    ".": "۰ꓸ꘎",
    "/": "᜵⁁∕Ⳇ",
}
LOOKS = {one: plain for plain, alike in _LOOKS_LIKE.items() for one in alike}
"""The sign of ASCII that each of these letters looks like."""
_TABLE = str.maketrans(LOOKS)
# Which of these is meant is seen in no common font.
_SAME = str.maketrans("il1|o0", "lllloo")
_NAMED = 4
# Blanks that are none to a compiler: at the start of a line, or beside a sign that only code has beside blanks.
_ODD_BLANK = "\u00a0\u2000-\u200a\u202f\u205f"
_IN_CODE = lazy_pattern(
    f"(?m:^)[ \\t]*[{_ODD_BLANK}]+|(?<=[=+*/<>{{}}()|&])[{_ODD_BLANK}]|[{_ODD_BLANK}](?=[=+*/<>{{}}(|&])"
)
_LAYOUT = "\n\r\x0c"
"""Controls that end lines and pages."""
_RUN = lazy_pattern(r"[^\W\d_]+")
_WORD = lazy_pattern(r"\w+")
_LATIN = lazy_pattern("[A-Za-z]")
_CYRILLIC = "аеорсухіјѕһԁԛԝьАВЕКМНОРСТУХЅІЈ"
_GREEK = "οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_STEPS_A_LINE = 1_000
"""What reading the words of a line takes."""
_FAR = 200
"""Blanks in a row."""
_TAB = 8
_BLANKS = lazy_pattern(rf"(?<![^\S\n])[^\S\n]{{{_FAR // _TAB},}}+(?=\S)")
_LONE_CR = lazy_pattern(r"\r(?=[^\r\n])")
# Where letters of full width belong: kana, Chinese characters, Korean. Compiled on first use, which takes 3 ms.
_WIDE_TEXT = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_FULL_WIDTH = lazy_pattern("[\uff21-\uff3a\uff41-\uff5a]")
# Beside those: Armenian, Cherokee, Canadian syllabics, Coptic, Lisu, whose letters no word shares with Latin ones.
_LOOKS_LATIN = frozenset(_CYRILLIC + _GREEK) | frozenset(
    one for one in LOOKS if re.match("[\u0530-\u058f\u13a0-\u167f\u2c80-\u2cff\ua4d0-\ua4ff\uab70-\uabbf]", one)
)


class LookAlikes:
    """The files and folders of a repository by what they look like."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._odd: dict[str, str] | None = None
        self._plain: dict[str, str] | None = None
        self._all: frozenset[str] | None = None

    def of(self, path: str) -> str:
        """Return the file or folder that a new path, or a folder it lies in, looks like; "" when there is none.

        Two ASCII names are distinguishable to a reader of code.
        """
        for place in _places(path):
            found = self._like(place)
            if found and not self._is_there(place):
                return found
        return ""

    def _like(self, place: str) -> str:
        if self._odd is None:
            self._odd = _by_look(path for path in self._known if not path.isascii())
        found = self._odd.get(look(place), "")
        if found or place.isascii():
            return found
        if self._plain is None:
            self._plain = _by_look(path for path in self._known if path.isascii())
        return self._plain.get(look(place), "")

    def _is_there(self, place: str) -> bool:
        if self._all is None:
            self._all = frozenset(each for path in self._known for each in _places(path))
        return place in self._all


def _by_look(paths: Iterable[str]) -> dict[str, str]:
    """Return the paths, and the folders they lie in, by what they look like."""
    return {look(place): place for place in {place for path in paths for place in _places(path)}}


def look(text: str) -> str:
    """Return what is the same for all texts that look alike, but for case."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", drop_unseen(text)).translate(_TABLE)
    return text.casefold().translate(_SAME)


def _places(path: str) -> Iterable[str]:
    """Yield the path and every folder it lies in, outermost first."""
    end = path.find("/")
    while end >= 0:
        yield path[:end]
        end = path.find("/", end + 1)
    yield path


def hidden_in(new: Sequence[str], *, old: Sequence[str]) -> str | None:
    """Return in a sentence what the new lines hide that the old ones did not; None when there is nothing."""
    text, before = "\n".join(new), "\n".join(old)
    layout = _hidden_by_layout(text, before)
    if layout or (text.isascii() and not has_hidden(text)):
        return layout
    return _hidden_characters(text, before) or _blanks_in_code(text, before) or _disguised_word(text, before)


def _hidden_characters(text: str, before: str) -> str | None:
    characters = _hidden(text) - _hidden(before)
    if not characters:
        return None
    codes = [f"U+{ord(one):04X}" for one in characters]
    named = ", ".join(codes[:_NAMED]) + (", …" if len(codes) > _NAMED else "")
    count = characters.total()
    return f"The new text holds {counted(count, 'hidden character')} ({named})."


def _blanks_in_code(text: str, before: str) -> str | None:
    blanks = _odd_blanks(text) - _odd_blanks(before)
    if not blanks:
        return None
    count, code = blanks.total(), ord(min(blanks))
    return f"The new text holds blanks that are none to a compiler ({count:,} times U+{code:04X} or alike)."


def _disguised_word(text: str, before: str) -> str | None:
    words = _disguised(text) - _disguised(before)
    if not words:
        return None
    word = min(words)
    plain = unicodedata.normalize("NFKC", word)
    if plain != word:
        return f"The new word {word[:40]!r} is the name {plain[:40]!r} to compilers that compare names by NFKC."
    odd = next(one for one in word if one in _LOOKS_LATIN or _FULL_WIDTH.match(one))
    return f"The new word {word[:40]!r} mixes alphabets: its {odd!r} is U+{ord(odd):04X}, not a Latin letter."


def look_alike_in(new: Sequence[str], *, old: Sequence[str], file: Sequence[str], effort: WorkBudget) -> str | None:
    """Return in a sentence which new word of another alphabet looks like one of ASCII in the same file.

    Nothing is found when no effort is left.
    """
    odd = {look(word): word for word in sorted(_odd_words(new).difference(_odd_words(old)))}
    if not odd or effort.is_spent:
        return None
    effort.take(_STEPS_A_LINE * len(file))
    for word in filter(str.isascii, chain.from_iterable(map(_WORD.findall, file))):
        if look(word) in odd:
            return f"The new word {odd[look(word)][:40]!a} looks like {word[:40]!r}, which stands in the same file."
    return None


def _odd_words(lines: Iterable[str]) -> set[str]:
    """Return the words of more than one character that are not of ASCII, and look as if they were."""
    odd = chain.from_iterable(_WORD.findall(line) for line in lines if not line.isascii())
    return {word for word in odd if len(word) > 1 and not word.isascii() and look(word).isascii()}


def _hidden_by_layout(text: str, before: str) -> str | None:
    """Return in a sentence what the text hides by where it stands, of which there is more than before."""
    if text.count("\r") > before.count("\r") and len(_LONE_CR.findall(text)) > len(_LONE_CR.findall(before)):
        return "A new line holds a carriage return: some programs begin another line there, others show none."
    # Line by line, for `re` does not let the interpreter turn to the window: all of 6 MB take 130 ms.
    far, far_before = (
        sum(len(blanks.expandtabs(_TAB)) >= _FAR for line in each.split("\n") for blanks in _BLANKS.findall(line))
        for each in (text, before)
    )
    if far > far_before:
        return f"In a new line, text stands behind {_FAR} blanks or more, where hardly any window shows it."
    return None


def _hidden(text: str) -> Counter[str]:
    """Return how often each hidden character stands in the text."""
    if text.isascii() and not has_hidden(text):
        return Counter()
    return Counter(found[0] for found in find_hidden(text) if found[0] not in _LAYOUT)


def _odd_blanks(text: str) -> Counter[str]:
    """Return how often each blank that is none to a compiler stands where code has blanks."""
    if text.isascii():
        return Counter()
    return Counter(one for found in _IN_CODE.findall(text) for one in found if one not in " \t")


def _disguised(text: str) -> set[str]:
    """Return the words that read as Latin ones and are not."""
    odd = (line for line in text.split("\n") if not line.isascii())
    words = ((word, line) for line in odd for word in _WORD.findall(line))
    return {
        word
        for word, line in words
        if not word.isascii() and (_is_disguised(word) or (_is_wide(word) and not re.search(_WIDE_TEXT, line)))
    }


def _is_disguised(word: str) -> bool:
    if _is_other_to_compilers(word):
        return True
    return _LATIN.search(word) is not None and any(map(_mixes_alphabets, _RUN.findall(word)))


def _mixes_alphabets(run: str) -> bool:
    """Whether letters look like Latin ones beside such, or are of another alphabet that is mistaken for it."""
    strange = [letter for letter in run if not letter.isascii()]
    is_mixed = 0 < len(strange) < len(run)
    if is_mixed and all(map(_FULL_WIDTH.match, strange)):
        return True
    return bool(strange) and _LOOKS_LATIN.issuperset(strange) and (is_mixed or strange[0] in _CYRILLIC)


def _is_other_to_compilers(word: str) -> bool:
    """Whether a name of ASCII letters is meant by other ones: compilers compare names as NFKC has them."""
    word = word.rstrip("ªº")  # ordinals, as in 1ª and nº
    odd = [letter for letter in word if not letter.isascii() and not _FULL_WIDTH.match(letter)]
    return word.isidentifier() and any(unicodedata.normalize("NFKC", one).isascii() for one in odd)


def _is_wide(word: str) -> bool:
    return all(_FULL_WIDTH.match(letter) for letter in word)
