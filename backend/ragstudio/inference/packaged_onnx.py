"""Published models that an installed package carries as 8-bit ONNX files, run by onnxruntime.

Each text is computed alone: the scale of 8-bit activations is taken over a whole batch, so that a
text in company would get other numbers than alone.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstudio.inference.base import Judgement, ModelInfo
from ragstudio.inference.batches import count_cores
from ragstudio.inference.weights import ModelFiles
from ragstudio.records import EmbeddingSpace

LONGEST_TOKENS = 512
# Of BAAI/bge-small-en-v1.5: set before a question, never before a passage (its model card).
QUESTION_PREFIXES = {
    "BAAI/bge-small-en-v1.5": "Represent this sentence for searching relevant passages: "
}


class _OnnxModel:
    """A tokenizer and a graph; safe to share between threads."""

    def __init__(self, files: ModelFiles, threads: int) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(files.path / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self.tokenizer = Tokenizer.from_file(str(files.path / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.lock = threading.Lock()
        workers = threads or count_cores()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="packaged-model")

    def run(self, encodings: Sequence[Any]) -> list[NDArray[np.float32]]:
        """The first output of each encoding, in order."""
        return list(self._pool.map(self._compute, encodings))

    def _compute(self, encoding: Any) -> NDArray[np.float32]:
        outputs = self._session.run(
            None,
            {
                "input_ids": np.array([encoding.ids], dtype=np.int64),
                "attention_mask": np.array([encoding.attention_mask], dtype=np.int64),
                "token_type_ids": np.array([encoding.type_ids], dtype=np.int64),
            },
        )
        return np.asarray(outputs[0][0], dtype=np.float32)


class PackagedReranker:
    """Implements `Reranker` with the logit of a published cross-encoder, nothing added.

    Pairs of up to 512 tokens are read; the passage is cut beyond.
    """

    info: ModelInfo

    def __init__(self, name: str, files: ModelFiles, *, threads: int = 0) -> None:
        self._model = _OnnxModel(files, threads)
        self.info = files.describe(name)

    def judge(
        self, query: str, passages: Sequence[str], cosines: Sequence[float]
    ) -> list[Judgement]:
        """One judgement a passage: the model's raw logit, twice. `cosines` are not used."""
        if not passages:
            return []
        tokenizer = self._model.tokenizer
        with self._model.lock:
            tokenizer.no_truncation()
            longest = len(tokenizer.encode(query, add_special_tokens=False).ids)
            leaves_room = longest <= LONGEST_TOKENS // 2
            tokenizer.enable_truncation(
                LONGEST_TOKENS, strategy="only_second" if leaves_room else "longest_first"
            )
            encodings = tokenizer.encode_batch([(query, passage) for passage in passages])
        return [
            Judgement(float(output[0]), float(output[0]), bool(encoding.overflowing))
            for encoding, output in zip(encodings, self._model.run(encodings), strict=True)
        ]


class PackagedEmbedder:
    """Implements `Embedder` with the vector of the first token, as the model was trained."""

    info: ModelInfo
    space: EmbeddingSpace
    window_tokens: int = LONGEST_TOKENS - 2
    question_prefix: str

    def __init__(self, name: str, files: ModelFiles, threads: int = 0) -> None:
        self._model = _OnnxModel(files, threads)
        self.info = files.describe(name)
        self.question_prefix = QUESTION_PREFIXES.get(name, "")
        self.space = EmbeddingSpace(
            model=name, revision=files.revision, dimensions=len(self._compute(["an example"])[0])
        )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimensions), float32, each of length 1."""
        vectors = np.zeros((len(texts), self.space.dimensions), dtype=np.float32)
        for place, vector in enumerate(self._compute(texts)):
            vectors[place] = vector
        return vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens and truncation left aside."""
        return [len(encoding.ids) for encoding in self._encode_whole(texts)]

    def find_window_ends(self, texts: Sequence[str]) -> list[int]:
        """How many characters of each text the first `window_tokens` tokens cover."""
        return [
            len(text)
            if len(encoding.ids) <= self.window_tokens
            else int(encoding.offsets[self.window_tokens - 1][1])
            for text, encoding in zip(texts, self._encode_whole(texts), strict=True)
        ]

    def _encode_whole(self, texts: Sequence[str]) -> list[Any]:
        with self._model.lock:
            self._model.tokenizer.no_truncation()
            encodings: list[Any] = self._model.tokenizer.encode_batch(
                list(texts), add_special_tokens=False
            )
        return encodings

    def _compute(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        with self._model.lock:
            self._model.tokenizer.enable_truncation(LONGEST_TOKENS)
            encodings = self._model.tokenizer.encode_batch(list(texts))
        firsts = [output[0] for output in self._model.run(encodings)]
        return [first / np.linalg.norm(first) for first in firsts]
