"""The embedder: texts to unit vectors with a sentence-transformers model."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstudio.inference.base import ModelInfo
from ragstudio.inference.batches import split_by_length
from ragstudio.inference.compiled import CompiledModel
from ragstudio.inference.weights import ModelFiles
from ragstudio.records import EmbeddingSpace

# As much text as keeps a core busy and still lies in its cache.
BATCH_CHARACTERS = 3072


class SentenceTransformerEmbedder:
    """Implements `Embedder` on the CPU. Safe to share between threads.

    `threads` is the number of CPU threads; 0 means one for each core. `half_precision` computes in
    bfloat16: a vector then turns by an angle whose cosine is above 0.9999, and the cosine of two
    vectors moves by about 0.0005, 0.004 at most. Vectors are float32 all the same.
    """

    info: ModelInfo
    space: EmbeddingSpace
    window_tokens: int
    question_prefix: str = ""

    def __init__(
        self, name: str, files: ModelFiles, threads: int = 0, *, half_precision: bool = False
    ) -> None:
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()
        self._model = SentenceTransformer(
            str(files.path),
            device="cpu",
            local_files_only=True,
            model_kwargs={"dtype": torch.float32},
        )
        # A tokenizer carries its padding and truncation as state: one thread at a time.
        self._tokenizer_lock = threading.Lock()
        self._compiled = CompiledModel(
            self._model,
            self._compute_unit_vectors,
            self._encode(["an example"]),
            threads,
            half_precision=half_precision,
        )
        self.info = files.describe(name)
        # The window also holds the marks at both ends of a text.
        marks = self._model.tokenizer.num_special_tokens_to_add()
        self.window_tokens = int(self._model.max_seq_length) - int(marks)
        self.space = EmbeddingSpace(
            model=name,
            revision=files.revision,
            dimensions=int(self._model.get_embedding_dimension()),
        )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimensions), float32, each of length 1.

        What lies beyond `window_tokens` does not shape the vector. The same texts in the same
        order always give the same vectors; a text gives the same vector alone and in company to
        about 1e-6 in float32, and to about 1e-3 in bfloat16.
        """
        vectors = np.zeros((len(texts), self.space.dimensions), dtype=np.float32)
        lengths = [len(text) for text in texts]
        batches = split_by_length(lengths, BATCH_CHARACTERS, self._compiled.threads)
        encoded = (self._encode([texts[position] for position in batch]) for batch in batches)
        for batch, output in zip(batches, self._compiled.run(encoded), strict=True):
            vectors[batch] = output
        return vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens and truncation left aside."""
        if not texts:
            return []
        with self._tokenizer_lock:
            encoded = self._model.tokenizer(
                list(texts), add_special_tokens=False, truncation=False, verbose=False
            )
        return [len(tokens) for tokens in encoded["input_ids"]]

    def find_window_ends(self, texts: Sequence[str]) -> list[int]:
        """How many characters of each text the first `window_tokens` tokens cover.

        All of a text that the window holds whole.
        """
        if not texts:
            return []
        with self._tokenizer_lock:
            encoded = self._model.tokenizer(
                list(texts),
                add_special_tokens=False,
                truncation=False,
                verbose=False,
                return_offsets_mapping=True,
            )
        last = self.window_tokens - 1
        return [
            len(text) if len(places) <= self.window_tokens else int(places[last][1])
            for text, places in zip(texts, encoded["offset_mapping"], strict=True)
        ]

    def _encode(self, texts: list[str]) -> dict[str, Any]:
        import torch

        with self._tokenizer_lock:
            features = self._model.preprocess(texts)
        return {name: value for name, value in features.items() if torch.is_tensor(value)}

    def _compute_unit_vectors(self, features: dict[str, Any]) -> Any:
        import torch

        return torch.nn.functional.normalize(self._model(features)["sentence_embedding"], dim=1)
