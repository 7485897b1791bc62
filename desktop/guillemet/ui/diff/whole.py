"""Prepares a file with very long lines once more, in pieces, away from the GUI thread."""

from threading import Thread

from guillemet.engine.diff.content import DiffContent, prepare


class Preparing:
    """One run; `content` is None until it has ended."""

    def __init__(self, content: DiffContent) -> None:
        """Start at once."""
        self.content: DiffContent | None = None
        self._cut = content
        Thread(target=self._run, name=f"pieces of {content.path}", daemon=True).start()

    def _run(self) -> None:
        cut = self._cut
        self.content = prepare(
            cut.texts,
            kind=cut.kind,
            headline=cut.headline,
            moved_from=cut.moved_from,
            whole=True,
            is_proposed=cut.is_proposed,
        )
