"""Tests of outlines."""
