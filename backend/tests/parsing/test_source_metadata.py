from datetime import date

import pytest

from ragstudio.parsing.formats.markdown import parse_blocks
from ragstudio.parsing.metadata_findings import find_front_matter
from ragstudio.parsing.source_metadata import read_source_metadata
from ragstudio.records import Block, BlockType, ExtractedDocument, SourceMetadata, SourceStatus


def read(text: str) -> tuple[SourceMetadata, list[str]]:
    stated = read_source_metadata(ExtractedDocument(text=text, blocks=parse_blocks(text)))
    return stated.source, stated.warnings


FULL = SourceMetadata(
    record_id="HR-101",
    owner="People Operations",
    status=SourceStatus.SUPERSEDED,
    effective_date=date(2024, 1, 1),
    superseded_date=date(2026, 1, 1),
    replaces="HR-050",
    replaced_by="HR-201",
)


@pytest.mark.parametrize(
    "text",
    [
        "# Leave\n\nPolicy ID: HR-101\nOwner: People Operations\nStatus: Superseded\n"
        "Effective date: 2024-01-01\nSuperseded date: 2026-01-01\nReplaces: HR-050\n"
        "Replaced by: HR-201\n",
        "# Leave\n\n**Document ID:** HR-101  \n**Owner**: People Operations  \n"
        "**Status:** Superseded on 1 January 2026  \n*Effective date:* 1 January 2024  \n"
        "__Supersedes:__ [HR-050](old.md)  \n**Superseded by:** `HR-201`\n",
        "# Leave\n\n- Record ID: HR-101\n- Policy owner: People Operations\n"
        "- Status: Superseded by HR-201 on January 1, 2026\n- Effective from: 1 Jan 2024\n"
        "- Replaces: HR-050\n",
        "# Leave\n\n| Field | Value |\n|---|---|\n| Policy ID | HR-101 |\n"
        "| **Owner** | People Operations |\n| Status | Superseded |\n"
        "| Effective | 2024-01-01 |\n| Superseded on | 2026-01-01 |\n| Replaces | HR-050 |\n"
        "| Replaced by | HR-201 |\n",
        "| Policy ID | Owner | Status | Effective date | Superseded on | Replaces | Replaced by |\n"
        "|---|---|---|---|---|---|---|\n"
        "| HR-101 | People Operations | Superseded | 2024-01-01 | 2026-01-01 | HR-050 | HR-201 |\n",
        "---\npolicy_id: HR-101\nowner: People Operations\nstatus: superseded\n"
        "effectiveDate: 2024-01-01\nsuperseded-date: 2026-01-01\nreplaces: [HR-050]\n"
        "replacedBy: HR-201\n---\n# Leave\n",
    ],
)
def test_every_common_form_is_read(text):
    source, warnings = read(text)
    assert source == FULL
    assert warnings == []


@pytest.mark.parametrize(
    ("stated", "status"),
    [
        ("Current", SourceStatus.CURRENT),
        ("Approved", SourceStatus.CURRENT),
        ("In force", SourceStatus.CURRENT),
        ("Current - replaces the draft of May", SourceStatus.CURRENT),
        ("DRAFT", SourceStatus.DRAFT),
        ("In review", SourceStatus.DRAFT),
        ("Obsolete", SourceStatus.SUPERSEDED),
        ("No longer valid", SourceStatus.SUPERSEDED),
        ("Not current", SourceStatus.SUPERSEDED),
    ],
)
def test_status_words(stated, status):
    assert read(f"Status: {stated}\n")[0].status is status


def test_a_document_that_says_nothing_is_current():
    assert read("# Leave\n\nTwenty-five days.\n") == (SourceMetadata(), [])


def test_a_date_of_supersession_alone_makes_it_superseded():
    assert read("Superseded on: 2026-01-01\n")[0].status is SourceStatus.SUPERSEDED
    assert read("Superseded on 1 January 2026\n")[0].superseded_date == date(2026, 1, 1)


def test_an_ambiguous_date_is_left_out_with_a_warning():
    source, warnings = read("Effective date: 01/07/2026\n")
    assert source.effective_date is None
    assert "01/07/2026" in warnings[0]


def test_an_unknown_status_is_said():
    source, warnings = read("Status: purple\n")
    assert source.status is SourceStatus.CURRENT
    assert "purple" in warnings[0]


@pytest.mark.parametrize("value", ["None", "n/a", "-", "—", "not applicable", "TBD"])
def test_words_for_nothing_are_nothing(value):
    assert read(f"Replaces: {value}\n")[0].replaces is None


def test_front_matter_wins_over_lines_and_the_first_line_over_later_ones():
    text = "---\nstatus: current\n---\nStatus: Draft\nOwner: First\n\nOwner: Second\n"
    source, _ = read(text)
    assert (source.status, source.owner) == (SourceStatus.CURRENT, "First")


def test_broken_front_matter_is_said_and_harms_nothing():
    source, warnings = read("---\na: [\nb: }\n---\nOwner: People\n")
    assert source.owner == "People"
    assert "front matter" in warnings[0]


def test_code_and_what_stands_far_down_are_not_read():
    assert read("```\nStatus: Draft\n```\n")[0] == SourceMetadata()
    assert read("# A\n\n" + "Some words.\n\n" * 50 + "Status: Draft\n")[0] == SourceMetadata()


def test_rows_are_not_read():
    text = "Status: Draft\nOwner: x"
    blocks = [Block(type=BlockType.ROW, char_start=0, char_end=len(text))]
    document = ExtractedDocument(text=text, blocks=blocks)
    assert read_source_metadata(document).source == SourceMetadata()


def test_prose_with_a_colon_is_not_metadata():
    assert read("The status of this: draft horses.\nNote: owner: nobody\n")[0] == SourceMetadata()


def test_front_matter_ends_at_its_second_rule():
    assert find_front_matter("---\na: 1\n---\nbody") == len("---\na: 1\n---\n")
    assert find_front_matter("---\n\nno keys\n\n---\nbody") == 0
    assert find_front_matter("body\n---\na: 1\n---\n") == 0


def test_where_each_field_was_found_is_told():
    text = (
        "---\nowner: People\n---\n# Leave\n\nStatus: Superseded by HR-201 on 1 January 2026\n\n"
        "| Field | Value |\n|---|---|\n| Policy ID | HR-101 |\n"
    )
    document = ExtractedDocument(
        text=text,
        blocks=parse_blocks(text),
        properties={"Author": "Ada", "Effective date": "2024-01-01", "Content status": "Draft"},
    )
    stated = read_source_metadata(document)
    assert stated.source.owner == "People"
    assert stated.origins == {
        "owner": "front matter, 'owner'",
        "status": "header line 'Status'",
        "superseded_date": "header line 'Status'",
        "replaced_by": "header line 'Status'",
        "record_id": "table at the head, 'Policy ID'",
        "effective_date": "document property 'Effective date'",
    }


@pytest.mark.parametrize(
    ("properties", "owner", "status"),
    [
        ({"Author": "Ada Lovelace", "Content status": "Draft"}, "Ada Lovelace", "draft"),
        ({"Author": "python-docx", "Content status": "Finished 7"}, None, "current"),
        ({"Author": "Microsoft Office User", "Status": "whatever"}, None, "current"),
    ],
)
def test_properties_count_where_they_say_something(properties, owner, status):
    stated = read_source_metadata(ExtractedDocument(text="", blocks=[], properties=properties))
    assert (stated.source.owner, stated.source.status.value) == (owner, status)
    assert stated.warnings == []
