"""Promises of the edit formats."""
