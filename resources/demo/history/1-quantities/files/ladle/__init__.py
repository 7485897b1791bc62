"""Ladle scales recipes."""
