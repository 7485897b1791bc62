"""Promises of what packages are made from."""
