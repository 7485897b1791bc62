"""Guillemet: review what a language model wants to do to the code of a git repository, and sign for it."""

__version__ = "0.2.0"
