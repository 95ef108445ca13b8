"""The optional language model, behind any address that speaks OpenAI's chat completions."""
