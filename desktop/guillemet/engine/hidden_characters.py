"""Invisible characters: controls, bidi controls, zero width, odd blanks, fillers. What is shown names them."""

from guillemet.engine.patterns import lazy_pattern

_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
_FILLER = lazy_pattern(f"[{_FILLERS}]")


def has_unseen(text: str) -> bool:
    """Whether the text holds a character that shows as nothing or as a blank other than the space."""
    return not text.isprintable() or _FILLER.search(text) is not None


def escape_unseen(text: str) -> str:
    r"""Return the text with every unseen character written out, such as `\u202e`, so that all of it can be seen."""
    if not has_unseen(text):
        return text
    return "".join(_written_out(one) if has_unseen(one) else one for one in text)


def _written_out(character: str) -> str:
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def drop_unseen(text: str) -> str:
    """Return the text without every unseen character."""
    return "".join(one for one in text if not has_unseen(one)) if has_unseen(text) else text
