"""Guillemet: the desk at which people review what a language model wants to do to their code."""

__version__ = "0.2.0"
