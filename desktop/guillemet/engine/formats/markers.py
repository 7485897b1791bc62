"""Which lines outside blocks may be markers: told by what they begin with, so that few are looked at closely."""

from collections.abc import Iterator

from msgspec import Struct

from guillemet.engine.formats.format import Format
from guillemet.engine.formats.reply_checks import LOOKED_AT


class _Offered(Struct, frozen=True):
    """The formats one of whose markers begins with a certain character."""

    formats: tuple[Format, ...] = ()
    signs: tuple[str, ...] = ()


class Markers:
    """The markers of some formats, by their first character."""

    def __init__(self, formats: tuple[Format, ...]) -> None:
        self._offered: dict[str, _Offered] = {}
        for sign, one in ((sign, form) for form in formats for sign in form.signs):
            before = self._offered.get(sign[0], _Offered())
            chosen = before.formats if one in before.formats else (*before.formats, one)
            self._offered[sign[0]] = _Offered(chosen, (*before.signs, sign))
        for sign in LOOKED_AT:
            before = self._offered.get(sign[0], _Offered())
            self._offered[sign[0]] = _Offered(before.formats, (*before.signs, sign))

    def __iter__(self) -> Iterator[str]:
        """Return the first characters."""
        return iter(self._offered)

    def formats_of(self, text: str) -> tuple[Format, ...] | None:
        """Return the formats a line without blanks before it is offered to; None when it is to be offered to nobody."""
        offered = self._offered.get(text[:1])
        return offered.formats if offered is not None and text.startswith(offered.signs) else None
