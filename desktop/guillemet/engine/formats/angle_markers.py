"""The start markers of the formats that begin with angle brackets: search-replace, anchored, new-file.

They are read as one family: in a block of one of them, the start marker of another begins the next block too, so that
an end that never came swallows no other block.
"""

import re

_START = re.compile(
    r"[ \t]*(?:<{5,9}(?!<)[ \t\xa0]*(?:SEARCH>?|NEW_FILE)|-{5,9}(?!-)[ \t\xa0]*SEARCH>?|<{7}[ ]EDIT)[ \t\xa0]*\Z",
    re.IGNORECASE | re.ASCII,
)


def is_angle_start(line: str) -> bool:
    """Whether the line is a start marker of the family."""
    return _START.match(line) is not None
