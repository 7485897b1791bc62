"""Characters in new text that a reader does not see, or takes for others.

Hidden ones reorder or hold text out of sight; look-alikes make two names that read the same, or are blanks to people
only. A character that an emoji or a script of its own needs is neither.
"""

import re
from collections import Counter
from collections.abc import Sequence

from guillemet.engine.diff.hidden import HIDDEN, has_hidden

_NAMED = 4
_FLAG_NAMES = ("gbeng", "gbsct", "gbwls")
_JOINERS = "\u200c\u200d"
# Blanks that are none to a compiler: at the start of a line, or beside a sign that only code has beside blanks.
_ODD_BLANK = "\u00a0\u2000-\u200a\u202f\u205f"
_IN_CODE = re.compile(
    f"(?m:^)[ \\t]*[{_ODD_BLANK}]+|(?<=[=+*/<>{{}}()|&])[{_ODD_BLANK}]|[{_ODD_BLANK}](?=[=+*/<>{{}}(|&])"
)
_LAYOUT = "\n\r\x0c"
"""Controls that end lines and pages."""
# The flags of England, Scotland and Wales, the only ones that are spelt with tag characters.
_FLAGS = re.compile(
    "|".join("\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in name + "\x7f") for name in _FLAG_NAMES)
)
_PICTURE = re.compile("[\u2190-\u2bff\u3030\u303d\ufe0f\U0001f000-\U0001faff]")
# Letters of scripts that join: Arabic to Tibetan, Myanmar, Khmer, Mongolian.
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0fff\u1000-\u109f\u1780-\u18af]")
_RUN = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"\w+")
_LATIN = re.compile("[A-Za-z]")
_CYRILLIC = "аеорсухіјѕһԁԛԝьАВЕКМНОРСТУХЅІЈ"
_GREEK = "οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_FULL_WIDTH = re.compile("[\uff21-\uff3a\uff41-\uff5a]")
_LOOKS_LATIN = frozenset(_CYRILLIC + _GREEK)


def hidden_in(new: Sequence[str], *, old: Sequence[str]) -> str | None:
    """Return in a sentence what the new lines hide that the old ones did not; None when there is nothing."""
    text = "\n".join(new)
    if text.isascii() and not has_hidden(text):
        return None
    before = "\n".join(old)
    characters = _hidden(text) - _hidden(before)
    if characters:
        codes = [f"U+{ord(one):04X}" for one in characters]
        named = ", ".join(codes[:_NAMED]) + (", …" if len(codes) > _NAMED else "")
        count = characters.total()
        return f"The new text holds {count:,} hidden character{'' if count == 1 else 's'} ({named})."
    blanks = _odd_blanks(text) - _odd_blanks(before)
    if blanks:
        code = ord(min(blanks))
        return (
            f"The new text holds blanks that are none to a compiler ({blanks.total():,} times U+{code:04X} or alike)."
        )
    words = _disguised(text) - _disguised(before)
    if words:
        word = min(words)
        odd = next(one for one in word if one in _LOOKS_LATIN or _FULL_WIDTH.match(one))
        return f"The new word {word[:40]!r} mixes alphabets: its {odd!r} is U+{ord(odd):04X}, not a Latin letter."
    return None


def _hidden(text: str) -> Counter[str]:
    """Return how often each hidden character stands in the text."""
    if not has_hidden(text):
        return Counter()
    text = _FLAGS.sub("", text)
    found = (one for one in HIDDEN.finditer(text) if one[0] not in _LAYOUT)
    return Counter(one[0] for one in found if not (one[0] in _JOINERS and _joins(text, one.start())))


def _odd_blanks(text: str) -> Counter[str]:
    """Return how often each blank that is none to a compiler stands where code has blanks."""
    if text.isascii():
        return Counter()
    return Counter(one for found in _IN_CODE.findall(text) for one in found if one not in " \t")


def _joins(text: str, at: int) -> bool:
    """Whether the joiner stands between two pictures, or after a letter of a script that joins."""
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if text[at] == "\u200d" and _PICTURE.match(before) and _PICTURE.match(after):
        return True
    return bool(_JOINING.match(before))


def _disguised(text: str) -> set[str]:
    """Return the words that read as Latin ones and are not."""
    if text.isascii():
        return set()
    words = (word[0] for line in text.split("\n") if not line.isascii() for word in _WORD.finditer(line))
    return {word for word in words if not word.isascii() and _is_disguised(word)}


def _is_disguised(word: str) -> bool:
    if not _LATIN.search(word):
        return False
    for run in _RUN.findall(word):
        strange = [letter for letter in run if not letter.isascii()]
        if not strange:
            continue
        is_mixed = len(strange) < len(run)
        if all(letter in _LOOKS_LATIN for letter in strange) and (is_mixed or strange[0] in _CYRILLIC):
            return True
        if is_mixed and all(_FULL_WIDTH.match(letter) for letter in strange):
            return True
    return False
