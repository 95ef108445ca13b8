"""One module a format; each has `parse(path) -> ExtractedDocument`."""
