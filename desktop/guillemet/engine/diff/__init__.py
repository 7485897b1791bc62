"""Changed lines, changed words, side-by-side rows and unified text."""
