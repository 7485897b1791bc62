"""The bar in which the window tells what happened and what to do."""

from guillemet.ui.notices.bar import NoticeBar

__all__ = ["NoticeBar"]
