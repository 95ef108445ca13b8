from ragstudio.formats import Kind
from ragstudio.records import SourceStatus
from tests.parsing.sample_files import outline, parse_bytes, sections_of

DOCUMENT = """.. a comment

============
Leave policy
============

:Status: superseded
:Owner: People

Days
----

Staff get 25 days [1]_.

.. include:: /etc/passwd

.. list-table:: Rates
   :header-rows: 1

   * - Country
     - Rate
   * - Norway
     - 50

::

   # no heading

.. [1] Pro rata.
"""


def test_structure_without_comments_and_included_files(tmp_path):
    document = parse_bytes(tmp_path, Kind.RST, DOCUMENT)
    assert outline(document) == [
        ("heading", "Leave policy"),
        ("text", "Status: superseded\nOwner: People"),
        ("heading", "Days"),
        ("text", "Staff get 25 days [1]."),
        ("text", "Rates"),
        ("table", "| Country | Rate |\n| --- | --- |\n| Norway | 50 |"),
        ("code", "# no heading"),
        ("list", "1. Pro rata."),
    ]
    assert sections_of(document) == [("1", "Leave policy"), ("1.1", "Leave policy > Days")]
    assert document.source.status is SourceStatus.SUPERSEDED
