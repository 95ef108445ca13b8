from ragstudio.parsing.layout import DocumentBuilder, SectionTree
from ragstudio.records import BlockType


def test_numbers_are_places_in_the_tree_whatever_is_typed():
    tree = SectionTree()
    assert (tree.path, tree.number) == (None, None)
    seen = []
    for title, level in [("7. A", 1), ("B", 2), ("C", 4), ("D", 2), ("E", 1), ("F", 3)]:
        tree.open(title, level)
        seen.append((tree.number, tree.path))
    assert seen == [
        ("1", "7. A"),
        ("1.1", "7. A > B"),
        ("1.1.1", "7. A > B > C"),
        ("1.2", "7. A > D"),
        ("2", "E"),
        ("2.1", "E > F"),
    ]


def test_the_builder_joins_blocks_and_keeps_their_places():
    builder = DocumentBuilder()
    builder.add_heading("Leave", 1, page=1)
    builder.add(BlockType.TEXT, "  \n ")
    builder.add(BlockType.TEXT, "  Five days.\r\n", page=2)
    document = builder.build(page_count=2)
    assert document.text == "Leave\n\nFive days."
    assert [(b.char_start, b.char_end, b.page, b.level) for b in document.blocks] == [
        (0, 5, 1, 1),
        (7, 17, 2, None),
    ]
    assert {(b.section, b.section_number) for b in document.blocks} == {("Leave", "1")}
