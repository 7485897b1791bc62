"""Promises of ui/files."""
