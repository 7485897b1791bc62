"""Promises of ui/commit."""
