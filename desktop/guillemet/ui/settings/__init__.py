"""The settings page: shows `Settings` and tells of every change at once."""
