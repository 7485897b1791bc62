"""Tests of what is kept of a review while it is looked at."""
