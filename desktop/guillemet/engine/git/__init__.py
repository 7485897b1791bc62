"""pygit2 and the disk: the only room that opens repositories and writes user files."""
