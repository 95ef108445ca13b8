"""The engine in memory: exact cosine and BM25."""
