"""Measured speed and memory. `python -m benchmarks [NAME]` runs them and prints a table, row by row."""
