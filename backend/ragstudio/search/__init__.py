"""Candidate engines behind one protocol (`base.py`): where a question finds its candidates."""
