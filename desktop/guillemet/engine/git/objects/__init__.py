"""The objects of one repository: git's own, written loose, and contents that are kept apart from them."""
