"""Controllers: each connects widgets of the window with services of the session."""
