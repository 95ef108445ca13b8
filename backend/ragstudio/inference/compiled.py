"""A PyTorch model compiled for this CPU by OpenVINO, and run over batches on every core.

Each core takes whole batches of its own: two cores that share each matrix product wait for one
another after every layer, and wait long when a third process wants a core.
"""

import logging
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstudio.inference.batches import count_cores


class CompiledModel:
    """A transformer from token tensors to one output. Safe to share between threads.

    `compute` gives the output of `module` for a batch by name: `input_ids`, `attention_mask` and,
    where the model knows it, `token_type_ids`. `example` is one small batch of them; batches of
    any size and length may follow. `threads` is the number of CPU threads; 0 means one for each
    core. `half_precision` computes in bfloat16, which only CPUs made for it do faster.

    Raises:
        ValueError: negative `threads`.
    """

    def __init__(
        self,
        module: Any,
        compute: Callable[[dict[str, Any]], Any],
        example: Mapping[str, Any],
        threads: int = 0,
        *,
        half_precision: bool,
    ) -> None:
        if threads < 0:
            raise ValueError(f"threads must be 0 or more, not {threads}")
        import openvino

        self.threads = threads or count_cores()
        self._names = list(example)
        self._compiled = openvino.Core().compile_model(
            _convert(module, compute, example),
            "CPU",
            {
                "INFERENCE_PRECISION_HINT": "bf16" if half_precision else "f32",
                "INFERENCE_NUM_THREADS": self.threads,
                "NUM_STREAMS": self.threads,
                # Worker, server and parsers share the cores; a pinned thread waits for its own.
                "ENABLE_CPU_PINNING": False,
            },
        )
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="inference")
        self._own = threading.local()

    def run(self, batches: Iterable[Mapping[str, Any]]) -> list[NDArray[np.float32]]:
        """The output for each batch of arrays (batch size, tokens), in order.

        The first are computed while the rest of `batches` is read.
        """
        return list(self._pool.map(self._infer, batches))

    def _infer(self, batch: Mapping[str, Any]) -> NDArray[np.float32]:
        if not hasattr(self._own, "request"):
            self._own.request = self._compiled.create_infer_request()
        outputs = self._own.request.infer({name: np.asarray(batch[name]) for name in self._names})
        return np.array(outputs[0], dtype=np.float32)


def _convert(
    module: Any, compute: Callable[[dict[str, Any]], Any], example: Mapping[str, Any]
) -> Any:
    """The module as an OpenVINO model.

    By the frontend itself: OpenVINO's `convert_model` around it reports its use to its makers.
    """
    import torch
    from openvino.frontend import FrontEndManager
    from openvino.frontend.pytorch.ts_decoder import TorchScriptPythonDecoder

    class NamedInputs(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.module = module

        def forward(
            self,
            input_ids: torch.Tensor,
            attention_mask: torch.Tensor,
            token_type_ids: torch.Tensor | None = None,
        ) -> torch.Tensor:
            features = {"input_ids": input_ids, "attention_mask": attention_mask}
            if token_type_ids is not None:
                features["token_type_ids"] = token_type_ids
            output: torch.Tensor = compute(features)
            return output

    frontend = FrontEndManager().load_by_framework("pytorch")
    with torch.inference_mode(), _without_warnings():
        decoder = TorchScriptPythonDecoder(NamedInputs().eval(), example_input=dict(example))
        return frontend.convert(frontend.load(decoder))


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Tracing reads every attribute, old ones too, and warns of each branch a shape decides."""
    loggers = [logging.getLogger(name) for name in ("transformers", "sentence_transformers")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
