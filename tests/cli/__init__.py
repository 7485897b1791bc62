"""Promises of the command line."""
