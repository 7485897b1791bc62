"""Which heads and folders of the list of changes are folded: what was decided is at first, unless it is committed."""

from collections.abc import Collection, Iterable, Sequence

from guillemet.ui.changes.file_rows import FileRow, Group, GroupRow

_ACCEPTED = GroupRow(Group.ACCEPTED, 0, is_open=False).key


class FoldedRows:
    """Holds the keys of what is folded; while files are filtered, those are remembered apart."""

    def __init__(self) -> None:
        self._unfiltered = {_ACCEPTED, GroupRow(Group.REJECTED, 0, is_open=False).key}
        self._now = self._unfiltered
        self._is_ready = False
        """Whether something that was accepted is to be committed."""
        self._is_by_user = False
        """Whether the user folded what was accepted, or unfolded it: then it stays so."""

    @property
    def keys(self) -> Collection[str]:
        """What is folded now."""
        return self._now

    def filter(self, *, is_filtered: bool, unfolds: bool) -> None:
        """Fold nothing at first while files are filtered, nor where another filter `unfolds` what was folded since."""
        if is_filtered is (self._now is self._unfiltered) or (is_filtered and unfolds):
            self._now = set() if is_filtered else self._unfiltered

    def follow(self, files: Sequence[FileRow], picked: str) -> None:
        """Unfold what was accepted once it is to be committed, so that it is seen what is; fold it when nothing is.

        It is not folded over the picked file.
        """
        accepted = [row for row in files if row.group is Group.ACCEPTED]
        was_ready, self._is_ready = self._is_ready, any(row.line is not None for row in accepted)
        self._is_by_user = self._is_by_user and bool(accepted)
        if self._is_ready is was_ready or self._is_by_user:
            return
        if self._is_ready:
            self._unfiltered.discard(_ACCEPTED)
        elif picked not in {row.key for row in accepted}:
            self._unfiltered.add(_ACCEPTED)

    def set(self, key: str, *, is_open: bool) -> None:
        """Fold a head or a folder, or unfold it, as the user asked."""
        self._is_by_user = self._is_by_user or key == _ACCEPTED
        (self._now.discard if is_open else self._now.add)(key)

    def unfold(self, keys: Iterable[str]) -> bool:
        """Unfold these, to show what is in them; return whether one of them was folded."""
        folded = self._now.intersection(keys)
        self._now.difference_update(folded)
        return bool(folded)
