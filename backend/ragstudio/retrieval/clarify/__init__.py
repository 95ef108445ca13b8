"""When a question is ambiguous: gates that ask back."""
