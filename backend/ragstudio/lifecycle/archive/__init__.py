"""Archives: export and import of documents with their chunks and vectors."""
