"""What the desktop does for the window: it opens files elsewhere, and tells of what ended in the background."""
