"""Promises of the diff, all of them pure."""
