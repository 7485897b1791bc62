"""The map of the rest."""
