"""Changed lines, changed words, the rows both looks of a diff are made of, and unified text; all pure."""
