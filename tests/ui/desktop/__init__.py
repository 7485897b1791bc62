"""Promises of the settings page."""
