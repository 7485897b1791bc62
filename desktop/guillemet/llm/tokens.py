"""How many tokens a text has, guessed from what it consists of, and corrected by what services counted.

No tokenizer is used: each family has its own, some are secret, and others fetch their tables from the network. A guess
is good to about a fifth; after a few answers of a model its figures make it better.
"""

import json
import re
from collections.abc import Mapping
from math import ceil
from types import MappingProxyType

from msgspec import Struct, field


def _bytes(*ranges: tuple[int, int]) -> bytes:
    return bytes(code for first, last in ranges for code in range(first, last + 1))


_WEIGHTS = (
    # Bytes of one kind, and the tokens of each. Of a sign beyond ASCII only the first byte counts. Set by what Gemma's
    # tokenizer makes of source text, prose and settings: within a fifth, minified code aside.
    (_bytes((0x41, 0x5A), (0x61, 0x7A)), 0.24),  # letters: a word is a token or two, the blank before it included
    (_bytes((0x30, 0x39)), 0.6),  # digits come in threes, or one by one
    (_bytes((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)), 0.7),  # signs, which code has in runs
    (b"\n", 0.7),
    (b" \t", 0.04),  # indentation: a run of blanks is one token
    (_bytes((0xC2, 0xDF)), 0.35),  # Latin with accents, Greek, Cyrillic, Hebrew, Arabic
    (_bytes((0xE0, 0xE1)), 0.7),  # Indic scripts, Thai
    (b"\xe2", 0.9),  # dashes, quotes, arrows, boxes
    (_bytes((0xE3, 0xEF)), 0.7),  # Chinese, Japanese, Korean
    (_bytes((0xF0, 0xF4)), 2.0),  # emoji
)

_DENSITY = (
    # Families whose tokenizers make more tokens of the same text.
    (re.compile(r"claude.*(?:fable|mythos|(?:opus|sonnet|haiku)-(?:4-[7-9]|[5-9]))"), 1.5),
    (re.compile(r"claude"), 1.15),
    (re.compile(r"llama|mi[sx]tral|codestral|devstral|deepseek|qwen|phi"), 1.05),
)


def estimate(text: str, model: str = "") -> int:
    """Return about how many tokens the model reads in the text, never less than one for a text that is not empty."""
    if not text:
        return 0
    data = text.encode("utf-8", "surrogatepass")
    tokens = sum((len(data) - len(data.translate(None, kind))) * weight for kind, weight in _WEIGHTS)
    return max(1, ceil(tokens * _density(model)))


def _density(model: str) -> float:
    name = model.lower()
    return next((factor for family, factor in _DENSITY if family.search(name)), 1.0)


_KEPT = 15
"""Figures kept of one model."""
_MODELS = 64
_SMALLEST = 200
"""Tokens below which a request tells more of its frame than of its text."""
_FURTHEST = 4.0
"""A figure that is this many times the guess, or this part of it, is about something else, such as pictures."""


class Calibration(Struct, frozen=True):
    """What the services' own counts say of the guesses, model by model."""

    ratios: Mapping[str, tuple[float, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Counted by guessed, the latest last; the model that was asked last stands last."""

    def factor(self, model: str) -> float:
        """Return by what a guess for the model is to be multiplied: the middle of the latest figures, 1 without any.

        Of two in the middle it is the larger one.
        """
        found = sorted(self.ratios.get(model) or (1.0,))
        return found[len(found) // 2]

    def estimate(self, text: str, model: str) -> int:
        """Return the corrected guess."""
        return ceil(estimate(text, model) * self.factor(model))

    def learned(self, model: str, *, guessed: int, counted: int) -> "Calibration":
        """Return the calibration that also knows of this request; `guessed` is the guess before any correction."""
        if guessed < _SMALLEST or not guessed / _FURTHEST <= counted <= guessed * _FURTHEST:
            return self
        rest = {name: ratios for name, ratios in self.ratios.items() if name != model}
        rest[model] = (*self.ratios.get(model, ()), round(counted / guessed, 4))[-_KEPT:]
        return Calibration(MappingProxyType(dict(list(rest.items())[-_MODELS:])))

    def to_json(self) -> str:
        """Return it as the app keeps it."""
        return json.dumps({name: list(ratios) for name, ratios in self.ratios.items()})

    @classmethod
    def from_json(cls, text: str) -> "Calibration":
        """Return what was kept; whatever in it makes no sense is left out."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return cls()
        if not isinstance(found, dict):
            return cls()
        kept = {name: _sound(ratios) for name, ratios in found.items()}
        return cls(MappingProxyType({name: ratios for name, ratios in list(kept.items())[-_MODELS:] if ratios}))


def _sound(ratios: object) -> tuple[float, ...]:
    if not isinstance(ratios, list):
        return ()
    numbers = (one for one in ratios if isinstance(one, int | float) and not isinstance(one, bool))
    return tuple(float(one) for one in numbers if 1 / _FURTHEST <= one <= _FURTHEST)[-_KEPT:]
