"""New paths that a reader takes for one that is there: other letters of the same look, hidden characters, other forms.

The table is Unicode's (confusables.txt of UTS #39, version 15.1), as far as one letter of the Basic Multilingual Plane
that NFKC keeps looks like one sign of ASCII. The packages that hold all of it load a megabyte for pairs that no path of
a program has, and have no function for what is compared here.
"""

import unicodedata
from collections.abc import Collection, Iterable

from guillemet.engine.hidden_characters import drop_unseen

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


class LookAlikes:
    """The files and folders of a repository by what they look like."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._odd: dict[str, str] | None = None
        self._plain: dict[str, str] | None = None
        self._all: frozenset[str] | None = None

    def of(self, path: str) -> str:
        """Return the file or folder that a new path, or a folder it lies in, looks like; "" when there is none.

        Two names of ASCII alone are told apart by whoever reads code.
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
