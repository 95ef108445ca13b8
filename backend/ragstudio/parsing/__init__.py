"""Bytes become blocks of text with what the layout says about them, and source metadata."""
