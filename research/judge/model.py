"""The judge in float32: a BERT body, its pooler, and a linear head with two outputs.

The word and position embeddings stay as they are, so that the backward pass ends at the first layer; of the last layer only
the first token is computed, as the pooler reads no other.
"""

from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from transformers import AutoModelForSequenceClassification, BertForSequenceClassification


def load(
    folder: str, layers: list[int] | None = None, frozen: int = 0
) -> BertForSequenceClassification:
    """A two-output model from a one- or two-output one; `layers` are those to keep, the first `frozen` of them unchanged."""
    source = AutoModelForSequenceClassification.from_pretrained(folder, dtype=torch.float32)
    body, head = source.bert, source.classifier
    if layers is not None:
        body.encoder.layer = torch.nn.ModuleList(body.encoder.layer[i] for i in layers)
        source.config.num_hidden_layers = len(layers)
    if head.out_features == 1:
        both = torch.nn.Linear(head.in_features, 2)
        both.weight.data = head.weight.data.repeat(2, 1).clone()
        both.bias.data = head.bias.data.repeat(2).clone()
        source.classifier = both
        source.config.num_labels = source.num_labels = 2
    source.config.id2label = {0: "order", 1: "evidence"}
    source.config.label2id = {"order": 0, "evidence": 1}
    for part in (body.embeddings, *body.encoder.layer[:frozen]):
        for parameter in part.parameters():
            parameter.requires_grad_(False)
    return source


def read_tokenizer(folder: str) -> Tokenizer:
    """The tokenizer without padding or truncation."""
    tokenizer = Tokenizer.from_file(str(Path(folder) / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def encode(
    tokenizer: Tokenizer, pairs: list[tuple[str, str]], most: int
) -> list[tuple[list[int], list[int]]]:
    """Token and type ids of question and passage; the passage is cut."""
    tokenizer.enable_truncation(most, strategy="only_second")
    try:
        return [(e.ids, e.type_ids) for e in tokenizer.encode_batch(pairs)]
    except Exception:
        tokenizer.enable_truncation(most, strategy="longest_first")
        return [(e.ids, e.type_ids) for e in tokenizer.encode_batch(pairs)]


def pad(
    encoded: list[tuple[list[int], list[int]]],
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Ids, attention mask and type ids, (batch, tokens) each."""
    longest = max(len(ids) for ids, _ in encoded)
    ids = torch.zeros(len(encoded), longest, dtype=torch.long)
    mask, types = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (tokens, kinds) in enumerate(encoded):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        types[row, : len(kinds)] = torch.tensor(kinds)
        mask[row, : len(tokens)] = 1
    return ids, mask, types


def forward(
    model: BertForSequenceClassification, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor
) -> torch.Tensor:
    """Logits, (batch, outputs)."""
    body = model.bert
    heads = body.config.num_attention_heads
    with torch.no_grad():
        hidden = body.embeddings(input_ids=ids, token_type_ids=types)
    bias = None if bool(mask.all()) else (1 - mask)[:, None, None, :].to(hidden.dtype) * -10000.0
    last = len(body.encoder.layer) - 1
    for number, layer in enumerate(body.encoder.layer):
        asking = hidden[:, :1] if number == last else hidden
        attention, output = layer.attention.self, layer.attention.output
        query, key, value = (
            linear(states).view(*states.shape[:2], heads, -1).transpose(1, 2)
            for linear, states in (
                (attention.query, asking),
                (attention.key, hidden),
                (attention.value, hidden),
            )
        )
        scores = query @ key.transpose(2, 3) * query.shape[-1] ** -0.5
        weights = torch.softmax(scores if bias is None else scores + bias, -1)
        attended = output.LayerNorm(
            asking + output.dense((weights @ value).transpose(1, 2).flatten(2))
        )
        hidden = layer.output.LayerNorm(
            attended + layer.output.dense(F.gelu(layer.intermediate.dense(attended)))
        )
    return model.classifier(torch.tanh(body.pooler.dense(hidden[:, 0])))


def run(
    model: BertForSequenceClassification,
    encoded: list[tuple[list[int], list[int]]],
    tokens: int = 1024,
) -> torch.Tensor:
    """Logits in the given order; batches of similar length, at most `tokens` long when padded."""
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    parts, start = [], 0
    while start < len(order):
        end = start + 1
        while end < len(order) and len(encoded[order[end]][0]) * (end + 1 - start) <= tokens:
            end += 1
        parts.append(forward(model, *pad([encoded[i] for i in order[start:end]])))
        start = end
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(parts)[back]
