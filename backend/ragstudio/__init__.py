"""A document-lifecycle RAG studio: retrieval first, and deletion that leaves nothing behind."""

__version__ = "0.1.0"
