"""The bar in which the window tells what happened and what to do, and where it lies."""

from guillemet.ui.notices.bar import NoticeBar
from guillemet.ui.notices.place import NoticePlace

__all__ = ["NoticeBar", "NoticePlace"]
