"""Colours, sizes and icons of the window, light and dark."""
