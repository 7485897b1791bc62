"""Reviewing a proposal: the files shown, what is decided on them, and what is kept of it."""
