"""Promises of the engine; none needs Qt."""
