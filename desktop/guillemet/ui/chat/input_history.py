"""Messages sent before, brought back one by one."""

from collections.abc import Sequence


class InputHistory:
    """Walks through sent messages from the newest to the oldest, as long as nothing else is written."""

    def __init__(self) -> None:
        self._sent: list[str] = []
        self._at: int | None = None

    def set_sent(self, texts: Sequence[str]) -> None:
        """Know these messages, oldest first."""
        self._sent = list(texts)
        self._at = None

    def add(self, text: str) -> None:
        """Know one more message, the newest."""
        if not self._sent or self._sent[-1] != text:
            self._sent.append(text)
        self._at = None

    def step(self, by: int, written: str) -> str | None:
        """Return the message before (-1) or after (1) the one that is written; None where there is no such step."""
        if not written:
            self._at = len(self._sent)
        elif self._at is None or self._at >= len(self._sent) or written != self._sent[self._at]:
            return None
        wanted = self._at + by
        if not 0 <= wanted <= len(self._sent) or (not written and by > 0):
            return None
        self._at = wanted
        return self._sent[wanted] if wanted < len(self._sent) else ""
