"""A small transformer-shaped module, compiled and run in batches."""

from typing import Any

import numpy as np
import pytest
import torch

from ragstudio.inference.compiled import CompiledModel


class Sums(torch.nn.Module):
    """The sum of the embeddings of the tokens that the mask lets in, and of their types."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(10, 3)

    def forward(self, features: dict[str, Any]) -> torch.Tensor:
        tokens = self.embedding(features["input_ids"]) + features.get(
            "token_type_ids", torch.zeros(1, dtype=torch.long)
        ).unsqueeze(-1)
        return (tokens * features["attention_mask"].unsqueeze(-1)).sum(1)


def make_batch(rows: int, tokens: int, *names: str) -> dict[str, Any]:
    random = np.random.default_rng(rows)
    batch = {"input_ids": random.integers(0, 10, (rows, tokens))}
    batch |= {name: random.integers(0, 2, (rows, tokens)) for name in ("attention_mask", *names)}
    return batch


@pytest.mark.parametrize("names", [(), ("token_type_ids",)])
def test_batches_of_any_shape_give_what_the_module_gives(names: tuple[str, ...]) -> None:
    module = Sums()
    example = {name: torch.from_numpy(values) for name, values in make_batch(1, 4, *names).items()}
    compiled = CompiledModel(module, module, example, threads=2, half_precision=False)
    batches = [make_batch(rows, tokens, *names) for rows, tokens in [(3, 7), (1, 2), (5, 1)] * 3]
    with torch.no_grad():
        expected = [
            module({name: torch.from_numpy(values) for name, values in batch.items()}).numpy()
            for batch in batches
        ]
    for output, wanted in zip(compiled.run(batches), expected, strict=True):
        assert output.dtype == np.float32
        np.testing.assert_allclose(output, wanted, atol=1e-6)
    assert compiled.run([]) == []


def test_an_error_reaches_the_caller() -> None:
    module = Sums()
    example = {name: torch.from_numpy(values) for name, values in make_batch(1, 4).items()}
    compiled = CompiledModel(module, module, example, half_precision=False)
    with pytest.raises(KeyError, match="attention_mask"):
        compiled.run([{"input_ids": np.zeros((1, 2), dtype=np.int64)}])


def test_a_negative_number_of_threads_is_refused() -> None:
    with pytest.raises(ValueError, match="threads"):
        CompiledModel(Sums(), Sums(), {}, threads=-1, half_precision=False)
