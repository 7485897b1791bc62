"""Promises of the reader of replies."""
