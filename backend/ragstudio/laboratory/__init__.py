"""Trying out how a text is cut, two ways side by side; nothing is stored."""
