"""Word files: blocks, running text, and the numbers that Word counts."""
