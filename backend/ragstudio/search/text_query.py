"""The schema of the text index, and questions and filters as its queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import tantivy

from ragstudio.search.analysis import QueryTerms, split_fields
from ragstudio.search.base import SearchFilter
from ragstudio.search.metadata import ChunkMetadata
from ragstudio.storage.chunk_fields import fold_section

# An identifier with a digit in it is asked for because that very one is meant.
NUMBERED_IDENTIFIER_BOOST = 3.0

_WORD_FIELDS = {"words": "freq", "identifiers": "freq", "characters": "position"}
_EXACT_FIELDS = ("group", "source_status", "block_type", "section_path")
_DAY_FIELDS = ("in_force_from", "in_force_until")


@dataclass(frozen=True, slots=True)
class HiddenEntries:
    """Entries no search finds, because their documents are not ready."""

    document_ids: Sequence[str] = ()
    chunk_ids: Sequence[str] = ()


_NOTHING_HIDDEN = HiddenEntries()
_Clause = tuple[tantivy.Occur, tantivy.Query]


@cache
def build_schema() -> tantivy.Schema:
    """Fields of an index entry; only the two ids are stored."""
    builder = tantivy.SchemaBuilder()
    for name in ("chunk_id", "document_id"):
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    for name in _EXACT_FIELDS:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in _DAY_FIELDS:
        builder.add_integer_field(name, indexed=True, fast=True)
    for name, option in _WORD_FIELDS.items():
        builder.add_text_field(name, tokenizer_name=name, index_option=option)
    return builder.build()


def build_document(chunk_id: str, text: str, metadata: ChunkMetadata) -> tantivy.Document:
    """One chunk as an index entry; `text` is already normalised."""
    return tantivy.Document(
        chunk_id=chunk_id,
        document_id=metadata.document_id,
        group=metadata.group,
        source_status=metadata.source_status,
        block_type=metadata.block_type,
        section_path=list(metadata.section_path),
        in_force_from=metadata.in_force_from,
        in_force_until=metadata.in_force_until,
        **split_fields(text),
    )


def build_query(
    terms: QueryTerms, where: SearchFilter, hidden: HiddenEntries = _NOTHING_HIDDEN
) -> tantivy.Query:
    """Any of the terms, scored by BM25; the filter limits what matches and adds no score."""
    schema = build_schema()
    should = [
        tantivy.Query.term_query(schema, "words", word, index_option="freq") for word in terms.words
    ]
    for identifier in terms.identifiers:
        exact = tantivy.Query.term_query(schema, "identifiers", identifier, index_option="freq")
        numbered = any(character.isdigit() for character in identifier)
        should.append(
            tantivy.Query.boost_query(exact, NUMBERED_IDENTIFIER_BOOST) if numbered else exact
        )
    should.extend(_match_characters(schema, pair) for pair in terms.character_pairs)
    question = tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in should])
    return tantivy.Query.boolean_query(
        [(tantivy.Occur.Must, question), *_compile_filter(schema, where, hidden)]
    )


def build_filter_query(
    where: SearchFilter, hidden: HiddenEntries = _NOTHING_HIDDEN
) -> tantivy.Query:
    """Everything that passes the filter, without a score."""
    everything = (tantivy.Occur.Must, tantivy.Query.all_query())
    return tantivy.Query.boolean_query(
        [everything, *_compile_filter(build_schema(), where, hidden)]
    )


def _match_characters(schema: tantivy.Schema, pair: str) -> tantivy.Query:
    if len(pair) == 1:
        return tantivy.Query.term_query(schema, "characters", pair)
    return tantivy.Query.phrase_query(schema, "characters", list(pair))


def _compile_filter(
    schema: tantivy.Schema, where: SearchFilter, hidden: HiddenEntries
) -> list[_Clause]:
    clauses: list[_Clause] = []

    def require(query: tantivy.Query) -> None:
        clauses.append((tantivy.Occur.Must, tantivy.Query.const_score_query(query, 0.0)))

    wanted: dict[str, tuple[str, ...]] = {
        "group": where.groups,
        "document_id": where.document_ids,
        "source_status": tuple(where.source_status),
        "block_type": tuple(where.block_types),
        "section_path": () if where.section is None else (fold_section(where.section),),
    }
    for name, values in wanted.items():
        if values:
            texts = [str(value) for value in values]
            require(tantivy.Query.term_set_query(schema, name, texts))
    left_out = {
        "document_id": [*where.excluded_document_ids, *hidden.document_ids],
        "chunk_id": list(hidden.chunk_ids),
    }
    for name, ids in left_out.items():
        if ids:
            excluded = tantivy.Query.term_set_query(schema, name, ids)
            clauses.append((tantivy.Occur.MustNot, excluded))
    if where.in_force_on is not None:
        day = where.in_force_on.toordinal()
        require(_match_days(schema, "in_force_from", highest=day))
        require(_match_days(schema, "in_force_until", lowest=day + 1))
    return clauses


def _match_days(
    schema: tantivy.Schema, name: str, lowest: int | None = None, highest: int | None = None
) -> tantivy.Query:
    return tantivy.Query.range_query(
        schema, name, tantivy.FieldType.Integer, lower_bound=lowest, upper_bound=highest
    )
