"""A BERT classifier's last layer, computed for the one token its answer is read from.

The pooler of a sequence classifier reads the first token alone (Devlin et al., "BERT", 2019), so
that the last layer needs keys and values of every token and everything else of one: of twelve
equal parts of a layer's products, ten are left out, and the logits are the same.
"""

from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention
from transformers.models.bert.modeling_bert import BertForSequenceClassification, BertLayer


class FirstTokenLayer(torch.nn.Module):
    """Hidden states of shape (batch size, tokens, width) to those of the first token, (batch
    size, 1, width), as `layer` gives them."""

    def __init__(self, layer: BertLayer) -> None:
        super().__init__()
        self.layer = layer

    def forward(
        self,
        hidden_states: torch.Tensor,
        attention_mask: torch.Tensor | None = None,
        *_: Any,
        **__: Any,
    ) -> torch.Tensor:
        """The first token's output. What a decoder would also be given is not used."""
        attention = self.layer.attention
        first = hidden_states[:, :1]
        attended = scaled_dot_product_attention(
            self._split_heads(attention.self.query(first)),
            self._split_heads(attention.self.key(hidden_states)),
            self._split_heads(attention.self.value(hidden_states)),
            attn_mask=None if attention_mask is None else attention_mask[:, :, :1],
        )
        joined = attention.output(attended.transpose(1, 2).flatten(2), first)
        output: torch.Tensor = self.layer.feed_forward_chunk(joined)
        return output

    def _split_heads(self, states: torch.Tensor) -> torch.Tensor:
        size = self.layer.attention.self.attention_head_size
        return states.view(*states.shape[:2], -1, size).transpose(1, 2)


def compute_first_token_only(model: torch.nn.Module) -> None:
    """Replace the last layer of a BERT sequence classifier; any other model stays as it is."""
    if isinstance(model, BertForSequenceClassification):
        layers = model.bert.encoder.layer
        layers[-1] = FirstTokenLayer(layers[-1])
