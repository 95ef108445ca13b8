"""Extracted text becomes chunks: exact, ordered slices that together cover all of it."""
