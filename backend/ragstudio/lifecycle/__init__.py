"""The document's path: intake, stages, ready; replaced, retried, deleted, recovered, audited."""
