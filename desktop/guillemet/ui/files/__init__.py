"""The files of the repository: a tree with a filter, and what each file is to the conversation."""
