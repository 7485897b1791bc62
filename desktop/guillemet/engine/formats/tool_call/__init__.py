"""Edits as tools are called with them, pasted from a transcript or a log: JSON, XML, and the lists of chat programs."""
