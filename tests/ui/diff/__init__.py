"""Promises of the diff pane, kept to a user who clicks and types."""
