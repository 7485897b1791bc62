"""One file per edit format: its grammar, what the model is told, the reader, the writer."""
