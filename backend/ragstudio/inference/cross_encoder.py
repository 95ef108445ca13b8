"""A cross-encoder: reads the question and a passage together and gives a logit."""

import threading
from collections.abc import Sequence
from typing import Any

from ragstudio.errors import ModelUnavailable
from ragstudio.inference.base import Judgement, ModelInfo
from ragstudio.inference.batches import split_by_length
from ragstudio.inference.compiled import CompiledModel
from ragstudio.inference.precision import supports_fast_bfloat16
from ragstudio.inference.weights import ModelFiles

# As many tokens as keep a core busy and still lie in its cache.
BATCH_TOKENS = 768
LONGEST_PAIR_TOKENS = 512
OUTPUTS = ["order", "evidence"]


class CrossEncoderReranker:
    """Implements `Reranker` for any sequence classifier with one output, or with the two outputs
    `order` and `evidence`. Safe to share between threads.

    `max_length` is the longest pair in tokens (the passage is cut beyond it); None takes the
    model's own, at most 512. `half_precision` computes in bfloat16; None does so where the CPU is
    made for it. The same
    question and passages in the same order always give the same logits.
    """

    info: ModelInfo

    def __init__(
        self,
        name: str,
        files: ModelFiles,
        *,
        max_length: int | None = None,
        threads: int = 0,
        half_precision: bool | None = None,
    ) -> None:
        import torch
        from sentence_transformers import CrossEncoder
        from transformers.utils import logging

        from ragstudio.inference.first_token import compute_first_token_only

        logging.disable_progress_bar()
        half_precision = supports_fast_bfloat16() if half_precision is None else half_precision
        cross_encoder = CrossEncoder(
            str(files.path),
            device="cpu",
            local_files_only=True,
            max_length=max_length,
            model_kwargs={"dtype": torch.float32},
        )
        labels = cross_encoder.model.config.id2label
        outputs = [str(labels[place]).casefold() for place in sorted(labels)]
        if len(outputs) != 1 and outputs != OUTPUTS:
            raise ModelUnavailable(
                f"The model {name!r} has {len(outputs)} outputs; a reranker has one, or the two "
                f"that are named {' and '.join(OUTPUTS)}.",
                hint="Name a cross-encoder trained for ranking in RERANKER_MODEL.",
                details={"model": name},
            )
        compute_first_token_only(cross_encoder.model)
        self._tokenizer: Any = cross_encoder.tokenizer
        self._tokenizer_lock = threading.Lock()
        own_length = cross_encoder.max_seq_length or LONGEST_PAIR_TOKENS
        self.max_length = min(own_length, LONGEST_PAIR_TOKENS)
        self.info = files.describe(name)
        self._compiled = CompiledModel(
            cross_encoder.model,
            lambda features: cross_encoder.model(**features).logits,
            self._tokenizer(["a question"], ["a passage"], return_tensors="pt"),
            threads,
            half_precision=half_precision,
        )

    def judge(
        self, query: str, passages: Sequence[str], cosines: Sequence[float]
    ) -> list[Judgement]:
        """One judgement a passage: the model's raw logits. `cosines` are not used."""
        if not passages:
            return []
        with self._tokenizer_lock:
            encoded = self._tokenizer(
                [query] * len(passages),
                list(passages),
                truncation="only_second" if self._leaves_room(query) else "longest_first",
                max_length=self.max_length,
                verbose=False,
            )
            is_cut = [bool(encoding.overflowing) for encoding in encoded.encodings]
            lengths = [len(tokens) for tokens in encoded["input_ids"]]
            batches = split_by_length(lengths, BATCH_TOKENS, self._compiled.threads)
            padded = [
                self._tokenizer.pad(
                    {key: [values[i] for i in batch] for key, values in encoded.items()},
                    return_tensors="np",
                    verbose=False,
                )
                for batch in batches
            ]
        judged: dict[int, Judgement] = {}
        for batch, output in zip(batches, self._compiled.run(padded), strict=True):
            for position, logits in zip(batch, output.tolist(), strict=True):
                judged[position] = Judgement(logits[0], logits[-1], is_cut[position])
        return [judged[position] for position in range(len(passages))]

    def _leaves_room(self, query: str) -> bool:
        tokens = self._tokenizer(query, add_special_tokens=False, verbose=False)["input_ids"]
        return len(tokens) <= self.max_length // 2
