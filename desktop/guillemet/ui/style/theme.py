"""Colours of the window, light and dark; the one place where they are named."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from guillemet.settings import DiffColours


class Theme(Struct, frozen=True):
    """Every colour as #rrggbb.

    Text can be read (4.5:1) on whatever it is drawn on, a selected row included; selected text, changed words and
    places found look different on every page. The tests of the look hold us to both.
    """

    name: str
    window: str
    pane: str
    """Behind lists, texts and diffs."""
    raised: str
    """Behind cards, banners and headers."""
    border: str
    text: str
    dim: str
    """Secondary text."""
    accent: str
    """Of the primary button of a pane, of links, and of what has the focus."""
    accent_text: str
    """Text on `accent`."""
    selection: str
    """Behind a selected row."""
    selected_text: str
    """Behind selected letters."""
    found: str
    """Behind a place that was searched for."""
    found_now: str
    """Behind the one of them that was gone to."""
    good: str
    warn: str
    bad: str
    added: str
    """Behind an added line."""
    added_word: str
    added_mark: str
    """Of a mark for added lines beside the text."""
    added_text: str
    """Of a count of added lines."""
    removed: str
    removed_word: str
    removed_mark: str
    removed_text: str
    moved_from: str
    """Behind a line that was moved away, and below, behind one that was moved here."""
    moved_to: str
    moved_mark: str
    """Of a mark for moved lines beside the text."""
    filler: str
    """Behind the empty side of a row."""
    fold: str
    gutter: str
    gutter_text: str
    syntax: tuple[tuple[str, str], ...]
    """Colours of code by the names of Pygments' tokens; a kind that is not there looks as the kind above it."""


def with_diff_colours(theme: Theme, colours: DiffColours) -> Theme:
    """Return the theme with this pair of colours for what is added and removed."""
    pair: dict[str, Any] = _PAIRS[colours, theme.name]
    return replace(theme, **pair)


def _pair(added: tuple[str, ...], removed: tuple[str, ...]) -> dict[str, str]:
    """Return the colours of a diff: behind the line, behind a word, of a mark beside it, and of a count."""
    names = ("", "_word", "_mark", "_text")
    return {
        **{f"added{name}": colour for name, colour in zip(names, added, strict=True)},
        **{f"removed{name}": colour for name, colour in zip(names, removed, strict=True)},
    }


def _syntax(comment: str, keyword: str, string: str, number: str, name: str) -> tuple[tuple[str, str], ...]:
    """Return the colours of code, by the kinds of Pygments."""
    names = ("Name.Class", "Name.Function", "Name.Decorator", "Name.Attribute", "Generic.Heading", "Generic.Subheading")
    return (
        *(("Comment", comment), ("Literal.String", string)),
        *((kind, keyword) for kind in ("Keyword", "Name.Tag")),
        *((kind, number) for kind in ("Literal.Number", "Keyword.Constant")),
        *((kind, name) for kind in names),
    )


_PAIRS = {
    (DiffColours.RED_GREEN, "light"): _pair(
        ("#e6f5e9", "#b2e3bd", "#2f9150", "#17703c"), ("#fcebea", "#f6c2be", "#cf4a40", "#b3261e")
    ),
    (DiffColours.RED_GREEN, "dark"): _pair(
        ("#1a3024", "#245a3a", "#4fae74", "#63c98a"), ("#3a2124", "#6d3036", "#e0685f", "#ff8a80")
    ),
    (DiffColours.BLUE_ORANGE, "light"): _pair(
        ("#e2f1fb", "#a3dbf2", "#2b86bd", "#1c6799"), ("#fdeee0", "#f8c893", "#cc7722", "#955000")
    ),
    (DiffColours.BLUE_ORANGE, "dark"): _pair(
        ("#152f3a", "#17536b", "#4aa3cf", "#6bbbe3"), ("#3a2b1b", "#6b4315", "#d68f3c", "#e3a157")
    ),
    (DiffColours.HIGH_CONTRAST, "light"): _pair(
        ("#c6efcd", "#71d288", "#00702b", "#17703c"), ("#ffd4d2", "#ff9d98", "#b00020", "#b3261e")
    ),
    (DiffColours.HIGH_CONTRAST, "dark"): _pair(
        ("#0f3d20", "#0a6b34", "#5ee08a", "#63c98a"), ("#561a20", "#982030", "#ff8a84", "#ff8a80")
    ),
}

LIGHT = Theme(
    name="light",
    window="#f3f4f6",
    pane="#ffffff",
    raised="#f8f9fb",
    border="#d5d9e0",
    text="#1b1f27",
    dim="#5a6372",
    accent="#2457c5",
    accent_text="#ffffff",
    selection="#d6e5ff",
    selected_text="#b5c8f8",
    found="#fff1b8",
    found_now="#ffd033",
    good="#17703c",
    warn="#8a5a00",
    bad="#b3261e",
    **_PAIRS[DiffColours.RED_GREEN, "light"],
    moved_from="#f4ebfb",
    moved_to="#e8e5fb",
    moved_mark="#8250c8",
    filler="#f1f2f4",
    fold="#eceff6",
    gutter="#f6f7f9",
    gutter_text="#606979",
    syntax=_syntax("#667080", "#54418f", "#2d6470", "#7c5220", "#2c4f8c"),
)

DARK = Theme(
    name="dark",
    window="#17191e",
    pane="#1d2026",
    raised="#24282f",
    border="#363c47",
    text="#e4e7ec",
    dim="#9aa4b3",
    accent="#6f9dff",
    accent_text="#0d1524",
    selection="#22355a",
    selected_text="#3b4f8f",
    found="#4b421c",
    found_now="#7b6200",
    good="#63c98a",
    warn="#e2b45a",
    bad="#ff8a80",
    **_PAIRS[DiffColours.RED_GREEN, "dark"],
    moved_from="#32263d",
    moved_to="#2b2947",
    moved_mark="#b48be8",
    filler="#212429",
    fold="#262c38",
    gutter="#20242a",
    gutter_text="#97a1b0",
    syntax=_syntax("#8f99a8", "#bfaeea", "#8fc5cf", "#d8b384", "#a2c0f2"),
)
