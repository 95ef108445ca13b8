"""From leading passages to readings: sections and table fields, each with the name it bears."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragstudio.records import Block, BlockType, Chunk
from ragstudio.retrieval.clarify.words import read_words

SECTION_SEPARATOR = " > "
# Less than this says nothing: a heading's remains, a line of metadata.
_SHORTEST = 20
_FIELD = re.compile(r"^([^:\n]{1,80}): *(\S.*)$", re.MULTILINE)
_HEADER_LINE = re.compile(r"^[A-Z][\w ]{1,30}: .{1,120}$", re.MULTILINE)
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*[.)]?|[A-Za-z][.)])\s+")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n+")
_PARAGRAPH = re.compile(r"\n\s*\n")
_NUMERIC = re.compile(r"[\d.,:/ %€$£-]+")


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of a passage that may answer a question, and what it is called.

    `label` is its heading or field name, `subject` what it is about: the document's title or the
    row's own name, which stands in the field `naming`. `context` are the words it inherits beside
    its `text`: the heading path, the names in its row.
    """

    chunk_id: str
    document_id: str
    label: str
    subject: str
    text: str
    context: str
    is_field: bool
    naming: str = ""


def split_readings(chunks: Sequence[Chunk], blocks: Mapping[str, Sequence[Block]]) -> list[Reading]:
    """The readings of the passages, in their order; text that two of them share counts once."""
    readings: list[Reading] = []
    seen: set[str] = set()
    for chunk in chunks:
        if chunk.block_type is BlockType.ROW:
            found = _split_row(chunk)
        else:
            found = _split_sections(chunk, blocks.get(chunk.id, ()))
        for reading in found:
            key = " ".join(reading.text.removeprefix(reading.label).split()).casefold()
            if key not in seen:
                seen.add(key)
                readings.append(reading)
    return readings


def _split_row(chunk: Chunk) -> Iterator[Reading]:
    """One reading a field; the first field with words in it names the row."""
    fields = [(match[1].strip(), match[2].strip()) for match in _FIELD.finditer(chunk.content)]
    names = [value for _, value in fields if not _NUMERIC.fullmatch(value)]
    if not names:
        return
    subject = names[0]
    naming = next(name for name, value in fields if value == subject)
    for name, value in fields:
        if name != naming:
            yield Reading(
                chunk_id=chunk.id,
                document_id=chunk.document_id,
                label=name,
                subject=subject,
                text=f"{naming}: {subject}\n{name}: {value}",
                context=" ".join(names),
                is_field=True,
                naming=naming,
            )


def _split_sections(chunk: Chunk, blocks: Sequence[Block]) -> Iterator[Reading]:
    """One reading a section that begins in the passage; none in code or without a heading, for
    what has no name cannot be offered.

    What stands before the first block is the end of a block that begins in the passage before.
    """
    for path, start, end in _gather(chunk, blocks):
        if not path or chunk.block_type is BlockType.CODE:
            continue
        headings = path.split(SECTION_SEPARATOR)
        body = chunk.content[chunk.context_length :][start:end]
        body = _HEADER_LINE.sub("", body).strip()
        if len(body) < _SHORTEST:
            continue
        label = strip_numbering(headings[-1])
        yield Reading(
            chunk_id=chunk.id,
            document_id=chunk.document_id,
            label=label,
            subject=strip_numbering(headings[0]),
            text=f"{label}\n{body}",
            context=" ".join(headings),
            is_field=False,
        )


def _gather(chunk: Chunk, blocks: Sequence[Block]) -> Iterator[tuple[str, int, int]]:
    """Heading path, start and end (in the passage's own characters) of each section."""
    body = [block for block in blocks if block.type is not BlockType.HEADING]
    if not body:
        yield chunk.section or "", 0, chunk.char_end - chunk.char_start
        return
    places: dict[str, tuple[int, int]] = {}
    for block in body:
        path = block.section or ""
        start, end = block.char_start - chunk.char_start, block.char_end - chunk.char_start
        before = places.get(path, (start, end))
        places[path] = (min(before[0], start), max(before[1], end))
    for path, (start, end) in places.items():
        yield path, start, end


def drop_repeated(readings: Iterable[Reading], asked: frozenset[str]) -> list[Reading]:
    """Of sections whose sentence with the most of the question's words is the same, the first."""
    kept: dict[str, Reading] = {}
    for reading in readings:
        if reading.is_field:
            kept[f"{reading.subject}\n{reading.label}\n{reading.chunk_id}"] = reading
            continue
        sentences = _SENTENCE.split(reading.text.removeprefix(reading.label).strip())
        best = max(sentences, key=lambda sentence: len(asked & read_words(sentence)))
        kept.setdefault(" ".join(best.split()).casefold(), reading)
    return list(kept.values())


def read_together(reading: Reading, asked: frozenset[str]) -> frozenset[str]:
    """The words of a reading's name and of the one paragraph that holds most of what is asked.

    Words that stand in different paragraphs, as in a glossary, say nothing together.
    """
    inherited = read_words(f"{reading.label}\n{reading.context}")
    paragraphs = [read_words(text) for text in _PARAGRAPH.split(reading.text)]
    return inherited | max(paragraphs, key=lambda words: len(asked & (words | inherited)))


def strip_numbering(heading: str) -> str:
    """A heading without its written number: `4.1 How many days` is `How many days`."""
    return _NUMBERING.sub("", heading).strip() or heading


def drop_older_versions(readings: Iterable[Reading], families: Mapping[str, str]) -> list[Reading]:
    """Of documents that are versions of one source, only the readings of the first met.

    `families` names the source of each document that shares one with another.
    """
    kept: list[Reading] = []
    chosen: dict[str, str] = {}
    for reading in readings:
        family = families.get(reading.document_id)
        if family is None or chosen.setdefault(family, reading.document_id) == reading.document_id:
            kept.append(reading)
    return kept
