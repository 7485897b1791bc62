"""Promises of the editor, kept to a user who types."""
