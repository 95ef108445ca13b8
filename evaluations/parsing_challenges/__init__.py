"""The writers of the documents that are hard to parse, by family."""
