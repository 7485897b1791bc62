"""Promises of ui/notices."""
