"""Local models: the embedder, the rerankers, and where their weights come from.

Importing this package loads no model and no PyTorch; that happens when a model is constructed.
"""

import os

# The libraries read these once, when they are first imported.
for _variable in ("DO_NOT_TRACK", "SCARF_NO_ANALYTICS", "HF_HUB_DISABLE_TELEMETRY"):
    os.environ.setdefault(_variable, "1")
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
