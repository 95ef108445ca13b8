"""The documentation is true: what it names is what the code has."""
