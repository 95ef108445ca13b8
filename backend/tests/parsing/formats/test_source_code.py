from ragstudio.formats import Kind
from tests.parsing.sample_files import outline, parse_bytes

SOURCE = "import os\n\ndef f():\n    x = 1\n\n    return x\n\n\n# a comment\nclass A:\n    pass\n"


def test_what_stands_together_at_the_outermost_level_is_a_block(tmp_path):
    document = parse_bytes(tmp_path, Kind.CODE, SOURCE)
    assert document.text == SOURCE
    assert outline(document) == [
        ("code", "import os"),
        ("code", "def f():\n    x = 1\n\n    return x"),
        ("code", "# a comment\nclass A:\n    pass"),
    ]
    assert document.blocks[-1].section is None
