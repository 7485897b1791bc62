"""The listing format: code in a fence, of a file that the words right above name.

    Update `src/rates.py`:

    ```python
    def standard():
        return 19
    ```

The listing may be the whole file, some of its definitions, or pieces of it with lines between them that only say that
code was left out. Models write it when nothing else is asked for, so there are no instructions.
"""

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.format import Format, OpenBlock, never


def _open(_line: str, _above: str) -> OpenBlock | None:
    return None


LISTING = Format(
    name=FormatName.LISTING,
    signs=(),
    open=_open,
    is_stray=never,
    is_sticky=False,
    instructions="",
    reminder="",
    may_be_part=True,
)
