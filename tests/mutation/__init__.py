"""Mutation testing: changes one place of the program at a time and looks whether a test near it fails."""
