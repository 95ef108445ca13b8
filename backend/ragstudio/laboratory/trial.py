"""Cutting a text one way, without storing anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median

from ragstudio.chunking.base import Span
from ragstudio.chunking.factory import build_strategy
from ragstudio.errors import InvalidRequest
from ragstudio.inference.base import Embedder
from ragstudio.laboratory.report import ChunkStatistics, Distribution, LaboratoryChunk
from ragstudio.laboratory.request import MOST_CHUNKS
from ragstudio.records import ChunkingConfiguration, ExtractedDocument


@dataclass(frozen=True, slots=True)
class Trial:
    """The chunks one way of cutting gives, with the tokens of each."""

    extracted: ExtractedDocument
    configuration: ChunkingConfiguration
    spans: Sequence[Span]
    contents: Sequence[str]
    tokens: Sequence[int]
    window_ends: Sequence[int]
    window_tokens: int

    @classmethod
    def cut(
        cls, extracted: ExtractedDocument, configuration: ChunkingConfiguration, embedder: Embedder
    ) -> "Trial":
        """Cut a text. Raises `InvalidRequest` for more than 1,000 chunks."""
        strategy = build_strategy(
            configuration.strategy, configuration.size, configuration.overlap, embedder
        )
        spans = list(islice(strategy.split(extracted), MOST_CHUNKS + 1))
        if len(spans) > MOST_CHUNKS:
            raise InvalidRequest(
                f"{configuration.strategy} with a size of {configuration.size} gives more than "
                f"{MOST_CHUNKS} chunks.",
                hint="Choose a larger size, or paste a part of the text.",
                details={"limit_chunks": MOST_CHUNKS},
            )
        contents = [span.read(extracted.text) for span in spans]
        tokens = embedder.count_tokens(contents)
        window_ends = embedder.find_window_ends(contents)
        return cls(
            extracted, configuration, spans, contents, tokens, window_ends, embedder.window_tokens
        )

    def describe(self, held_facts: Sequence[list[int]]) -> list[LaboratoryChunk]:
        """The chunks as reported; `held_facts` are the facts each of them holds."""
        rows = zip(
            self.spans, self.contents, self.tokens, self.window_ends, held_facts, strict=True
        )
        return [
            LaboratoryChunk(
                chunk_index=index,
                content=content,
                **span.list_fields(),
                token_count=count,
                truncated_tokens=max(0, count - self.window_tokens),
                window_end=window_end,
                facts=facts,
            )
            for index, (span, content, count, window_end, facts) in enumerate(rows)
        ]

    def measure(self) -> ChunkStatistics:
        """The figures of the chunks."""
        return ChunkStatistics(
            chunks=len(self.spans),
            truncated=sum(count > self.window_tokens for count in self.tokens),
            characters=_distribute([len(content) for content in self.contents]),
            tokens=_distribute(self.tokens),
        )


def _distribute(values: Sequence[int]) -> Distribution:
    return Distribution(
        minimum=min(values, default=0),
        median=median(values) if values else 0,
        maximum=max(values, default=0),
    )
