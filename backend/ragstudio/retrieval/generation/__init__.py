"""Answers written by the optional language model from the passages, and their checks."""
