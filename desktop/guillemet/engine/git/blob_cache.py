"""Contents read or written a moment ago, kept by id so that they are not unpacked again; bounded in bytes."""

from collections import OrderedDict

MOST_BYTES = 32 * 2**20


class BlobCache:
    """The contents used last, oldest let go first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, oid: str) -> bytes | None:
        """Return the content of this id, if it is still kept."""
        data = self._kept.get(oid)
        if data is not None:
            self._kept.move_to_end(oid)
        return data

    def keep(self, oid: str, data: bytes) -> None:
        """Remember a content; one larger than a quarter of the whole is not worth the others."""
        if oid in self._kept or len(data) > self._most // 4:
            return
        self._kept[oid] = data
        self._size += len(data)
        while self._size > self._most:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)

    def let_go(self, oid: str) -> None:
        """Remember this content no more."""
        self._size -= len(self._kept.pop(oid, b""))
