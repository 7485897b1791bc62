"""Shrink libicudata, the largest library of Qt on Linux, to what Qt's widgets ask of ICU: collation and case.

    python packaging/bundle/icu.py LIBRARY OUTPUT

The library holds nothing but ICU's table of data items (format CmnD: a header, a count, pairs of offsets of name and
data, the names, the data). The items kept are put into a table of their own and linked again under the same name and
symbol, with `as` and `ld` (binutils).
"""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path

_FORMAT_AT = 12
_FOLDERS = {"brkitr", "curr", "lang", "rbnf", "region", "translit", "unit", "zone"}
"""Not used by Qt: it has its own breaks of lines and words, names and number formats."""
_LOCALE_FREE = {"root.res", "pool.res", "res_index.res", "keyTypeData.res", "likelySubtags.res", "supplementalData.res"}


def main(library: Path, output: Path) -> None:
    """Write the smaller library."""
    data = library.read_bytes()
    start = data.index(b"CmnD") - _FORMAT_AT
    (header,) = struct.unpack_from("<H", data, start)
    items = _items(data, start + header)
    kept = {name: content for name, content in items.items() if _is_needed(name)}
    with tempfile.TemporaryDirectory() as place:
        table = Path(place, "table")
        table.write_bytes(data[start : start + header] + _table(kept))
        _link(table, symbol=f"icudt{library.name.rpartition('.')[2]}_dat", soname=library.name, output=output)


def _items(data: bytes, table: int) -> dict[str, bytes]:
    (count,) = struct.unpack_from("<I", data, table)
    places = [struct.unpack_from("<II", data, table + 4 + 8 * number) for number in range(count)]
    # The length of an item is not written down: it ends where the next one begins, and the last is only a short one.
    ends = [place for _, place in places[1:]] + [places[-1][1] + 65536]
    items = {}
    for (name_at, begin), end in zip(places, ends, strict=True):
        name = data[table + name_at : data.index(b"\0", table + name_at)]
        items[name.decode()] = data[table + begin : table + end]
    return items


def _is_needed(name: str) -> bool:
    _, _, place = name.partition("/")
    folder, _, file = place.rpartition("/")
    if folder:
        return folder not in _FOLDERS
    return not file.endswith((".cnv", ".res")) or file in _LOCALE_FREE


def _table(items: dict[str, bytes]) -> bytes:
    names, contents, places = b"", b"", []
    names_at = 4 + 8 * len(items)
    contents_at = names_at + sum(len(name) + 1 for name in items)
    contents_at += -contents_at % 16
    for name, content in items.items():
        places.append((names_at + len(names), contents_at + len(contents)))
        names += name.encode() + b"\0"
        contents += content + b"\0" * (-len(content) % 16)
    head = struct.pack("<I", len(items)) + b"".join(struct.pack("<II", *place) for place in places) + names
    return head + b"\0" * (contents_at - len(head)) + contents


def _link(table: Path, *, symbol: str, soname: str, output: Path) -> None:
    source, object_file = table.with_suffix(".s"), table.with_suffix(".o")
    source.write_text(
        f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, %object\n{symbol}:\n.incbin "{table}"\n'
        f".size {symbol}, . - {symbol}\n"
        '.section .note.GNU-stack,"",%progbits\n'
    )
    subprocess.run(["as", "-o", object_file, source], check=True)
    subprocess.run(
        ["ld", "-shared", "-z", "noseparate-code", f"-soname={soname}", "-o", output, object_file], check=True
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
