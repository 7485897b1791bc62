"""All edit formats, in the order in which the reader offers them a line."""

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.anchored import ANCHORED
from guillemet.engine.formats.apply_patch import APPLY_PATCH
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.guillemet import GUILLEMET
from guillemet.engine.formats.listing.naming import listing
from guillemet.engine.formats.new_file import NEW_FILE
from guillemet.engine.formats.search_replace import SEARCH_REPLACE
from guillemet.engine.formats.squares import SQUARES
from guillemet.engine.formats.tags import TAGS
from guillemet.engine.formats.tool_call.format import TOOL_CALL
from guillemet.engine.formats.unified_diff import UNIFIED_DIFF
from guillemet.engine.formats.whole_file import OtherMarkers, whole_file

_BLOCKS: tuple[Format, ...] = (GUILLEMET, SQUARES, SEARCH_REPLACE, ANCHORED, NEW_FILE)
"""Formats whose blocks have an end marker: they take precedence inside a fence that may hold a whole file."""

_OTHERS: tuple[Format, ...] = (TAGS, UNIFIED_DIFF, APPLY_PATCH)

FILE_MARKERS = OtherMarkers(_BLOCKS, _OTHERS)
"""Lines that are not content of a file given whole, unless a backslash precedes them."""

FORMATS: tuple[Format, ...] = (*_BLOCKS, *_OTHERS, whole_file(FILE_MARKERS), listing(FILE_MARKERS), TOOL_CALL)

_BY_NAME = {one.name: one for one in FORMATS}


def formats_for(only: FormatName | None) -> tuple[Format, ...]:
    """Return the formats to read where one was asked for, or all."""
    if only is None:
        return FORMATS
    return tuple(one for one in FORMATS if one.name in (only, _BY_NAME[only].holds))


def format_named(name: FormatName) -> Format:
    """Return the format of that name."""
    return _BY_NAME[name]


PROMPTED: tuple[FormatName, ...] = tuple(name for name in FormatName if format_named(name).instructions)
"""The formats that a model can be asked for; the others are only read."""


def are_files_wanted(*names: FormatName | None) -> bool:
    """Whether one of the formats has whole files for blocks."""
    return any(name is not None and format_named(name).is_fenced_file for name in names)
