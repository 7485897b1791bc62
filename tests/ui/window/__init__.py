"""Promises of the whole window on real repositories, driven as a user drives it."""
