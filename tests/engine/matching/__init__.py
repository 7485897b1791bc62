"""Tests of the matching ladder."""
