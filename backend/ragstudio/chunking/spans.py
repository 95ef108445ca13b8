"""From cuts to spans: white space goes with its neighbours, and blocks say what a span is."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ragstudio.chunking.base import Cut, Span, overlapping_blocks
from ragstudio.records import BlockType, ExtractedDocument


def describe_cuts(document: ExtractedDocument, cuts: Iterable[Cut]) -> Iterator[Span]:
    """The cuts, in order, as spans with what the blocks below them say."""
    previous_end = 0
    for cut in absorb_white_space(cuts, document.text):
        yield describe_cut(document, cut, previous_end)
        previous_end = cut.end


def absorb_white_space(cuts: Iterable[Cut], text: str) -> Iterator[Cut]:
    """Cuts that each add visible text: one that adds none joins the cut before it.

    At the beginning, where there is none, white space joins the cut after it.
    """
    held: Cut | None = None
    for cut in cuts:
        if held is None:
            held = cut
        elif not text[held.start : held.end].strip():
            held = _widen(cut, held.start, cut.end)
        elif not text[max(cut.start, held.end) : cut.end].strip():
            held = _widen(held, held.start, max(held.end, cut.end))
        else:
            yield held
            held = cut
    if held is not None and text[held.start : held.end].strip():
        yield held


def _widen(cut: Cut, start: int, end: int) -> Cut:
    parent = cut.parent and (min(start, cut.parent[0]), max(end, cut.parent[1]))
    return replace(cut, start=start, end=end, parent=parent)


def describe_cut(document: ExtractedDocument, cut: Cut, fresh_start: int) -> Span:
    """A cut as a span: section and block type hold most of its characters.

    A heading counts towards the section it opens, and as text. The page is that of the first
    character in a block.
    """
    sections: Counter[tuple[str | None, str | None]] = Counter()
    types: Counter[BlockType] = Counter()
    page: int | None = None
    for block in overlapping_blocks(document, cut.start, cut.end):
        shared = min(cut.end, block.char_end) - max(cut.start, block.char_start)
        page = block.page if not types else page
        sections[block.section, block.section_number] += shared
        types[BlockType.TEXT if block.type is BlockType.HEADING else block.type] += shared
    section, number = max(sections, key=sections.__getitem__, default=(None, None))
    return Span(
        char_start=cut.start,
        char_end=cut.end,
        fresh_start=fresh_start,
        block_type=max(types, key=types.__getitem__, default=BlockType.TEXT),
        page=page,
        section=section,
        section_number=number,
        context=cut.context,
        parent=cut.parent,
    )
