"""All edit formats, in the order in which the reader offers them a line."""

from guillemet.engine.formats.format import Format
from guillemet.engine.formats.guillemet import GUILLEMET
from guillemet.engine.formats.search_replace import SEARCH_REPLACE

_BLOCKS: tuple[Format, ...] = (GUILLEMET, SEARCH_REPLACE)
"""Formats whose blocks have an end marker."""

_OTHERS: tuple[Format, ...] = ()

FORMATS: tuple[Format, ...] = (*_BLOCKS, *_OTHERS)
