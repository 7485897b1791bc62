"""Promises of ui/widgets."""
