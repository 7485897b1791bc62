"""Tests of applying blocks to files."""
