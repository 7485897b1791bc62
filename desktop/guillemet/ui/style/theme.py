"""Colours of the window, light and dark; the one place where they are named."""

from msgspec import Struct


class Theme(Struct, frozen=True):
    """Every colour as #rrggbb; additions lean to blue and removals to orange, for colour-blind eyes.

    Text can be read (4.5:1) on whatever it is drawn on, a selected row included; the tests of the look hold us to it.
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
    accent_text: str
    """Text on `accent`."""
    selection: str
    good: str
    warn: str
    bad: str
    added: str
    """Behind an added line."""
    added_word: str
    removed: str
    removed_word: str
    filler: str
    """Behind the empty side of a row."""
    fold: str
    gutter: str
    gutter_text: str
    syntax: str
    """Name of the Pygments style."""


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
    good="#17703c",
    warn="#8a5a00",
    bad="#b3261e",
    added="#e2f1fb",
    added_word="#a9d8f5",
    removed="#fdeee0",
    removed_word="#f8cf9f",
    filler="#f1f2f4",
    fold="#eceff6",
    gutter="#f6f7f9",
    gutter_text="#606979",
    syntax="default",
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
    good="#63c98a",
    warn="#e2b45a",
    bad="#ff8a80",
    added="#192f40",
    added_word="#1f4d6d",
    removed="#3a2b1b",
    removed_word="#624019",
    filler="#212429",
    fold="#262c38",
    gutter="#20242a",
    gutter_text="#97a1b0",
    syntax="github-dark",
)
