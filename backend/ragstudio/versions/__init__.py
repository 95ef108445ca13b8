"""Versions of one source: their order and their differences."""
