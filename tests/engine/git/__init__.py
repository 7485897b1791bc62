"""Tests of the room that touches repositories and the disk."""
