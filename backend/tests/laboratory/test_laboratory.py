from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import pytest

from ragstudio.errors import InvalidRequest, UnsupportedMediaType
from ragstudio.laboratory.laboratory import MOST_CALLERS, LaboratoryBusy
from ragstudio.laboratory.report import LaboratoryReport
from ragstudio.laboratory.request import LaboratoryRequest
from ragstudio.studio import Studio

COUNTRIES = [
    "Austria", "Belgium", "Croatia", "Denmark", "Estonia", "Finland", "Germany", "Hungary",
    "Ireland", "Japan", "Kenya", "Latvia", "Malta", "Norway", "Oman", "Poland", "Qatar", "Romania",
    "Spain", "Turkey", "Uganda", "Vietnam", "Wales", "Yemen", "Zambia",
]  # fmt: skip
HEADER = "Country,Annual leave days,Notice period weeks,Probation months"
ROWS = [f"{name},{20 + n},{n % 9 + 1},{n % 5 + 1}" for n, name in enumerate(COUNTRIES)]
TABLE = "\n".join([HEADER, *ROWS])
LATE_FACT = ["Zambia", "Annual leave days", "44"]
QUESTION = "How many annual leave days does Zambia have?"
CHARACTERS = {"strategy": "windows", "size": 300, "overlap": 40, "read_as": "plain_text"}
RECORDS = {"strategy": "rows", "read_as": "parsed"}


def compare(studio: Studio, **body: Any) -> LaboratoryReport:
    return studio.laboratory.compare(LaboratoryRequest.model_validate(body))


@pytest.fixture(scope="module")
def report(studio: Studio) -> LaboratoryReport:
    """The classic failure: one table as characters and as records."""
    return compare(
        studio,
        text=TABLE,
        content_type="text/csv",
        sides=[CHARACTERS, RECORDS],
        evidence={"facts": [LATE_FACT, ["Austria", "20"]], "question": QUESTION, "limit": 3},
    )


def test_a_table_cut_as_characters_loses_the_column_names_of_its_late_rows(
    report: LaboratoryReport,
) -> None:
    evidence = report.sides[0].evidence
    assert evidence is not None and evidence.search is not None
    late, early = evidence.facts
    assert late.chunks == []
    assert late.missing == ["Annual leave days"]
    assert late.nearest == report.sides[0].statistics.chunks - 1
    assert late.found is False
    assert early.chunks == [0]
    assert evidence.search.holds_every_fact is False


def test_records_keep_the_column_names_and_the_search_finds_them(
    report: LaboratoryReport,
) -> None:
    side = report.sides[1]
    assert side.evidence is not None and side.evidence.search is not None
    late = side.evidence.facts[0]
    assert late.chunks == [len(COUNTRIES) - 1]
    assert (late.nearest, late.missing, late.found) == (None, [], True)
    first = side.evidence.search.results[0]
    assert first.content == side.chunks[first.chunk_index].content
    assert first.content.startswith("Country: Zambia\nAnnual leave days: 44\n")
    assert first.facts == [0]
    assert first.scores.reranker is not None
    assert side.evidence.search.embedder.endswith("all-MiniLM-L6-v2")
    assert side.evidence.search.reranker


def test_chunks_and_figures_agree_with_the_text(report: LaboratoryReport) -> None:
    assert report.sides[0].text == TABLE
    for side in report.sides:
        for chunk in side.chunks:
            own = side.text[chunk.char_start : chunk.char_end]
            assert chunk.content[chunk.context_length :] == own
        sizes = [len(chunk.content) for chunk in side.chunks]
        figures = side.statistics
        assert figures.chunks == len(side.chunks)
        assert (figures.characters.minimum, figures.characters.maximum) == (min(sizes), max(sizes))
        assert figures.tokens.maximum == max(chunk.token_count for chunk in side.chunks)
        assert figures.truncated == 0


def test_nothing_is_stored(studio: Studio, report: LaboratoryReport) -> None:
    before = studio.database.documents.total(), studio.database.chunks.total()
    compare(studio, text="A text.", sides=[{}], evidence={"question": "What?"})
    assert (studio.database.documents.total(), studio.database.chunks.total()) == before


def test_what_is_beyond_the_window_is_counted(studio: Studio) -> None:
    side = compare(
        studio,
        text="leave days " * 300,
        sides=[{"strategy": "windows", "size": 4000, "overlap": 0}],
    ).sides[0]
    assert side.statistics.truncated == 1
    chunk = side.chunks[0]
    assert chunk.truncated_tokens == 600 - 254
    assert chunk.content[: chunk.window_end].split() == ["leave", "days"] * 127


def test_sections_are_found_by_their_small_chunks(studio: Studio) -> None:
    text = "# Leave\n\n" + "An employee has 25 days. " * 10 + "\n\n# Food\n\n" + "Soup. " * 60
    side = compare(
        studio,
        text=text,
        content_type="text/markdown",
        sides=[{"strategy": "parent", "size": 100}],
        evidence={"question": "How many days has an employee?", "facts": [["Leave", "25 days"]]},
    ).sides[0]
    assert side.evidence is not None and side.evidence.search is not None
    first = side.evidence.search.results[0]
    assert first.content.startswith("# Leave") or first.content.startswith("Leave")
    assert len(first.content) > 200
    assert first.facts == [0]


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        ({"text": "word " * 20_000, "sides": [{"size": 50, "overlap": 0}]}, "limit_chunks"),
        ({"text": "a", "sides": [{"strategy": "magic"}]}, None),
        ({"text": "a", "sides": [{"size": 100, "overlap": 100}]}, None),
        ({"text": "{", "content_type": "application/json", "sides": [{}]}, "code"),
    ],
)
def test_senseless_requests_are_refused_with_the_limit(
    studio: Studio, body: dict[str, Any], limit: str | None
) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        compare(studio, **body)
    assert limit is None or limit in refusal.value.details


def test_a_pasted_text_is_of_a_text_format(studio: Studio) -> None:
    with pytest.raises(UnsupportedMediaType):
        compare(studio, text="%PDF-1.7", content_type="application/pdf", sides=[{}])


def test_callers_beyond_those_that_may_wait_are_turned_away(studio: Studio) -> None:
    laboratory = studio.laboratory
    with ThreadPoolExecutor(MOST_CALLERS + 1) as callers:
        # No one gets a turn until all have asked.
        with laboratory._turn:
            asked = [
                callers.submit(compare, studio, text="Some words.", sides=[CHARACTERS])
                for _ in range(MOST_CALLERS + 1)
            ]
            first = next(as_completed(asked, timeout=60))
            assert isinstance(first.exception(), LaboratoryBusy)
        served = [future.result(60) for future in asked if future is not first]
    assert len(served) == MOST_CALLERS
