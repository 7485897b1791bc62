"""The settings page: shows `Settings` and emits every change at once."""
