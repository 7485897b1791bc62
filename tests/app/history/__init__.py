"""Tests of the kept conversations."""
