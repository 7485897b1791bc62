"""Discounts."""

RATE = 0.1
