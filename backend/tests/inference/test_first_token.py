"""The last layer for the first token alone gives the logits of the whole layer."""

import pytest
import torch
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    RobertaConfig,
    RobertaForSequenceClassification,
)

from ragstudio.inference.first_token import FirstTokenLayer, compute_first_token_only

SIZES = {
    "vocab_size": 50,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "num_labels": 1,
}
TOKENS = torch.tensor([[2, 7, 9, 11, 3], [2, 5, 3, 0, 0]])
MASK = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])


@pytest.mark.parametrize("attention", ["sdpa", "eager"])
def test_the_logits_are_the_same_padded_or_not(attention: str) -> None:
    torch.manual_seed(1)
    model = BertForSequenceClassification(BertConfig(**SIZES, attn_implementation=attention))
    model.eval()
    with torch.no_grad():
        whole = model(input_ids=TOKENS, attention_mask=MASK).logits
        alone = model(input_ids=TOKENS[:1], attention_mask=MASK[:1]).logits
        compute_first_token_only(model)
        assert isinstance(model.bert.encoder.layer[-1], FirstTokenLayer)
        first = model(input_ids=TOKENS, attention_mask=MASK).logits
        first_alone = model(input_ids=TOKENS[:1], attention_mask=MASK[:1]).logits
    assert abs(whole[0] - whole[1]) > 1e-4
    torch.testing.assert_close(first, whole)
    torch.testing.assert_close(first_alone, alone)


def test_a_model_that_is_no_bert_stays_as_it_is() -> None:
    model = RobertaForSequenceClassification(RobertaConfig(**SIZES))
    layers = list(model.roberta.encoder.layer)
    compute_first_token_only(model)
    assert list(model.roberta.encoder.layer) == layers
