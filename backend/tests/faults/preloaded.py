"""What the processes of a studio import: imported once, then forked, so that a restart is quick.

The embedder is read once as well, and a parser is a fork of its worker: nothing else differs from
`ragstudio serve` and `ragstudio worker`.
"""

import multiprocessing
from functools import lru_cache

import pebble
import sentence_transformers
import torch

import ragstudio.api.app
import ragstudio.inference.cross_encoder
import ragstudio.inference.offline_reranker
from ragstudio import studio
from ragstudio.commands import processes, server
from ragstudio.inference.factory import load_embedder
from ragstudio.logs import configure_logs
from ragstudio.parsing import sandbox
from ragstudio.parsing.factory import load_parsers
from ragstudio.settings import Settings

__all__ = [
    "configure_logs",
    "processes",
    "ragstudio",
    "sentence_transformers",
    "server",
    "torch",
]

# Threads do not survive a fork.
torch.set_num_threads(1)
read_embedder = lru_cache(maxsize=1)(
    lambda: load_embedder(Settings(_env_file=None, inference_threads=1, hf_hub_offline=True))
)
read_embedder()
studio.load_embedder = lambda settings: read_embedder()
processes.load_embedder = lambda settings: read_embedder()

load_parsers()
sandbox._start_pool = lambda: pebble.ProcessPool(
    max_workers=1,
    max_tasks=sandbox.FILES_PER_CHILD,
    initializer=sandbox._start_child,
    context=multiprocessing.get_context("fork"),
)
