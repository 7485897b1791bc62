"""Promises of ui/style."""
