"""Promises of the workspace, on real repositories."""
