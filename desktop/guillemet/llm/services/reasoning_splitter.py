"""Tells apart what a model thinks aloud and what it answers, where a server sends both as one text.

    text     = [blank] [ "<think>" thoughts "</think>" [newlines] ] answer

Local servers pass on the tags as the model wrote them. Only a section at the very start counts: further down the tags
are part of the answer, which may well be about them.
"""

from enum import Enum, auto

from guillemet.llm.messages import ReasoningText, ReplyText

_TAGS = {"<think>": "</think>", "<thinking>": "</thinking>", "<thought>": "</thought>"}
_MOST_BLANK = 200
"""Characters of blank before a tag; what has more is an answer."""


class _Stage(Enum):
    START = auto()
    THOUGHTS = auto()
    BETWEEN = auto()
    ANSWER = auto()


class ReasoningSplitter:
    """Splits the text of one answer; cutting it anywhere gives the same two texts."""

    def __init__(self) -> None:
        self._stage = _Stage.START
        self._held = ""
        self._end = ""

    def feed(self, text: str) -> list[ReplyText | ReasoningText]:
        """Return what is decided with this much more text."""
        self._held += text
        reported: list[ReplyText | ReasoningText] = []
        if self._stage is _Stage.START:
            self._look_for_start()
        if self._stage is _Stage.THOUGHTS:
            thoughts = self._thoughts()
            reported += [ReasoningText(thoughts)] if thoughts else []
        if self._stage is _Stage.BETWEEN:
            self._held = self._held.lstrip("\r\n")
            self._stage = _Stage.ANSWER if self._held else _Stage.BETWEEN
        if self._stage is _Stage.ANSWER and self._held:
            reported.append(ReplyText(self._held))
            self._held = ""
        return reported

    def finish(self) -> list[ReplyText | ReasoningText]:
        """Return what was held back, now that nothing comes any more."""
        held, self._held = self._held, ""
        if not held:
            return []
        return [ReasoningText(held) if self._stage is _Stage.THOUGHTS else ReplyText(held)]

    def _look_for_start(self) -> None:
        text = self._held.lstrip()
        for tag, end in _TAGS.items():
            if text.startswith(tag):
                self._stage, self._end, self._held = _Stage.THOUGHTS, end, text.removeprefix(tag)
                return
        if not any(tag.startswith(text) for tag in _TAGS) or len(self._held) > _MOST_BLANK:
            self._stage = _Stage.ANSWER

    def _thoughts(self) -> str:
        """Return the thoughts that are surely none of the end tag."""
        thoughts, tag, rest = self._held.partition(self._end)
        if tag:
            self._stage, self._held = _Stage.BETWEEN, rest
            return thoughts
        kept = next((n for n in range(len(self._end) - 1, 0, -1) if thoughts.endswith(self._end[:n])), 0)
        self._held = thoughts[len(thoughts) - kept :]
        return thoughts[: len(thoughts) - kept]
