"""What every search engine must do. An engine's test module subclasses `EngineContract`.

The subclass provides the fixture `make_engine`: a function that returns a new, started engine over
the fixture `database`, for vectors of `DIMENSIONS` numbers by `MODEL`.
"""

from collections.abc import Callable

import numpy as np
import pytest

from ragstudio.search.base import IndexCounts, SearchEngine, SearchFilter
from tests.search.corpus import Corpus
from tests.search.entries import FILTERS, VARIED_FIELDS, entry, passes, random_vectors

ANY = SearchFilter()
MakeEngine = Callable[[], SearchEngine]


class EngineContract:
    """Tests over a real MongoDB; each waits by `settle` and by nothing else."""

    def settle(self, engine: SearchEngine) -> None:
        """Return when the engine holds all that was written."""
        engine.catch_up()

    @pytest.fixture
    def engine(self, make_engine: MakeEngine) -> SearchEngine:
        return make_engine()

    def test_scores_are_exact_cosines_best_first(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        vectors = random_vectors(200)
        stored = corpus.put_all(
            [entry("", f"passage {i}", vector=v) for i, v in enumerate(vectors)]
        )
        query = random_vectors(1, seed=3)[0]
        self.settle(engine)
        found = engine.search_vectors(query, 200, ANY)
        cosines = vectors.astype(np.float64) @ query.astype(np.float64)
        expected = {one.chunk_id: cosine for one, cosine in zip(stored, cosines, strict=True)}
        assert {hit.chunk_id for hit in found} == set(expected)
        assert [hit.score for hit in found] == pytest.approx(
            sorted(cosines, reverse=True), abs=2e-6
        )
        for hit in found:
            assert hit.score == pytest.approx(expected[hit.chunk_id], abs=2e-6)

    def test_every_filter_holds_in_both_branches(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        vectors = random_vectors(len(VARIED_FIELDS))
        stored = corpus.put_all(
            [
                entry("", f"vacation passage {i}", vector=vector, **fields)
                for i, (vector, fields) in enumerate(zip(vectors, VARIED_FIELDS, strict=True))
            ]
        )
        self.settle(engine)
        for where in FILTERS:
            expected = {one.chunk_id for one in stored if passes(one, where)}
            nearest = engine.search_vectors(vectors[0], 500, where)
            matches = engine.search_text("vacation", 500, where)
            assert {hit.chunk_id for hit in nearest} == expected, where
            assert {hit.chunk_id for hit in matches} == expected, where
            assert engine.count_matching(where) == len(expected), where

    def test_filter_comes_before_the_limit(self, engine: SearchEngine, corpus: Corpus) -> None:
        query = random_vectors(1)[0]
        corpus.put_all(
            [entry("", "leave leave leave", vector=query, group="noise") for _ in range(60)]
        )
        corpus.put_all(
            [
                entry("", f"long text about leave and other matters {i}", vector=vector)
                for i, vector in enumerate(random_vectors(12, seed=5))
            ]
        )
        self.settle(engine)
        where = SearchFilter(groups=("policies",))
        assert len(engine.search_vectors(query, 10, where)) == 10
        assert len(engine.search_text("leave", 10, where)) == 10

    def test_ties_are_ordered_by_id_also_at_the_cut(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        vector = random_vectors(1)[0]
        corpus.put_all([entry("", "better leave leave", vector=random_vectors(1, seed=9)[0])])
        same = corpus.put_all([entry("", "annual leave", vector=vector) for _ in range(150)])
        corpus.remove(same[3].chunk_id)
        ids = sorted(one.chunk_id for one in same if one is not same[3])
        self.settle(engine)
        nearest = engine.search_vectors(vector, 7, ANY)
        matches = engine.search_text("annual", 7, ANY)
        assert [hit.chunk_id for hit in nearest] == ids[:7]
        assert [hit.chunk_id for hit in matches] == ids[:7]
        assert len({hit.score for hit in nearest}) == len({hit.score for hit in matches}) == 1

    def test_limit_is_honoured(self, engine: SearchEngine, corpus: Corpus) -> None:
        vectors = random_vectors(5)
        corpus.put_all([entry("", f"leave passage {i}", vector=v) for i, v in enumerate(vectors)])
        self.settle(engine)
        for limit, expected in ((1, 1), (3, 3), (5, 5), (100, 5)):
            assert len(engine.search_vectors(vectors[0], limit, ANY)) == expected
            assert len(engine.search_text("leave", limit, ANY)) == expected

    def test_an_empty_corpus_finds_nothing(self, engine: SearchEngine) -> None:
        self.settle(engine)
        assert engine.search_vectors(random_vectors(1)[0], 5, ANY) == []
        assert engine.search_text("leave", 5, ANY) == []
        assert engine.count_matching(ANY) == engine.count_all().texts == 0
        assert engine.state().ready

    def test_a_document_is_found_when_it_is_ready_and_counted_before(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        vector = random_vectors(1)[0]
        document_id, other = "a" * 24, "b" * 24
        corpus.put_all(
            [entry("", "leave", vector=vector, document_id=document_id, searchable=False)] * 3
        )
        corpus.put("leave", vector, document_id=other)
        self.settle(engine)
        assert engine.count_held([document_id, other]) == {
            document_id: IndexCounts(3, 3),
            other: IndexCounts(1, 1),
        }
        assert engine.count_matching(ANY) == 1
        assert engine.count_all().texts == 4
        assert len(engine.search_vectors(vector, 9, ANY)) == 1
        assert len(engine.search_text("leave", 9, ANY)) == 1
        corpus.make_ready(document_id)
        self.settle(engine)
        assert engine.count_matching(ANY) == 4
        assert len(engine.search_vectors(vector, 9, ANY)) == 4
        assert len(engine.search_text("leave", 9, ANY)) == 4

    def test_facets_count_what_can_be_found(self, engine: SearchEngine, corpus: Corpus) -> None:
        vector = random_vectors(1)[0]
        corpus.put_all(
            [
                entry("", "leave", vector=vector, section="Leave > Carry-over"),
                entry("", "leave", vector=vector, section="Leave", group="noise"),
                entry("", "leave", vector=vector, source_status="draft", block_type="table"),
                entry("", "leave", vector=vector, group="hidden", searchable=False),
            ]
        )
        self.settle(engine)
        assert engine.count_facets() == {
            "group": {"policies": 2, "noise": 1},
            "source_status": {"current": 2, "draft": 1},
            "block_type": {"text": 2, "table": 1},
            "section": {"Leave": 1, "Leave > Carry-over": 1},
        }

    def test_a_deleted_document_is_gone_at_once_and_leaves_no_gap(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        vector = random_vectors(1)[0]
        gone, stays = "a" * 24, "b" * 24
        for document_id in (gone, stays):
            corpus.put_all([entry("", "annual leave", vector=vector, document_id=document_id)] * 6)
        self.settle(engine)
        assert (engine.count(gone).vectors, engine.count(gone).texts) == (6, 6)
        corpus.remove_document(gone)
        self.settle(engine)
        assert (engine.count(gone).vectors, engine.count(gone).texts) == (0, 0)
        for found in (engine.search_vectors(vector, 6, ANY), engine.search_text("leave", 6, ANY)):
            assert [hit.document_id for hit in found] == [stays] * 6

    def test_an_edit_by_hand_shows_in_the_next_search(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        vector = random_vectors(1)[0]
        kept = corpus.put("holiday", vector)
        removed = corpus.put("holiday", vector)
        self.settle(engine)
        assert len(engine.search_text("holiday", 5, ANY)) == 2
        corpus.remove(removed.chunk_id)
        self.settle(engine)
        assert [hit.chunk_id for hit in engine.search_vectors(vector, 5, ANY)] == [kept.chunk_id]
        corpus.edit(kept.chunk_id, content="sabbatical", group="moved")
        self.settle(engine)
        assert engine.search_text("holiday", 5, ANY) == []
        assert engine.search_vectors(vector, 5, SearchFilter(groups=("policies",))) == []
        moved = SearchFilter(groups=("moved",))
        assert [hit.chunk_id for hit in engine.search_text("sabbatical", 5, moved)] == [
            kept.chunk_id
        ]

    def test_every_acknowledged_write_is_seen(self, engine: SearchEngine, corpus: Corpus) -> None:
        vectors = random_vectors(25)
        for number, vector in enumerate(vectors):
            stored = corpus.put(f"passage number{number}", vector)
            self.settle(engine)
            [match] = engine.search_text(f"number{number}", 1, ANY)
            [nearest] = engine.search_vectors(vector, 1, ANY)
            assert match.chunk_id == nearest.chunk_id == stored.chunk_id

    def test_order_and_scores_are_the_same_after_a_restart(
        self, engine: SearchEngine, make_engine: MakeEngine, corpus: Corpus
    ) -> None:
        words = ["leave", "travel", "device", "receipt", "hotline", "allowance"]
        rng = np.random.default_rng(1)
        vectors = random_vectors(120)
        stored = corpus.put_all(
            [
                entry("", " ".join(rng.choice(words, size=1 + i % 9)), vector=vector)
                for i, vector in enumerate(vectors)
            ]
        )
        self.settle(engine)
        for one in stored[::3]:
            corpus.remove(one.chunk_id)
        corpus.edit(stored[1].chunk_id, content="receipt receipt")
        self.settle(engine)
        restarted = make_engine()
        self.settle(restarted)
        for query in ("leave", "travel device receipt", "allowance hotline"):
            before = engine.search_text(query, 30, ANY)
            assert before and before == restarted.search_text(query, 30, ANY)
            assert all(before == engine.search_text(query, 30, ANY) for _ in range(50))
        for vector in vectors[:5]:
            before = engine.search_vectors(vector, 30, ANY)
            assert len(before) == 30 and before == restarted.search_vectors(vector, 30, ANY)

    @pytest.mark.parametrize(
        ("query", "exact"),
        [
            ("SEC-104", "Report the theft as SEC-104 says."),
            ("What does sec-104 require?", "Report the theft as SEC-104 says."),
            ("P1", "A P1 is acknowledged within ten minutes of the report."),
            ("HR-201", "The form (HR-201) is kept with the others."),
            ("2.1.3", "See section 2.1.3."),
            ("file_name.txt", "It is stored in file_name.txt, which is read."),
        ],
    )
    def test_an_identifier_finds_the_passage_that_holds_it(
        self, engine: SearchEngine, corpus: Corpus, query: str, exact: str
    ) -> None:
        vector = random_vectors(1)[0]
        wanted = corpus.put(exact, vector)
        for decoy in (
            "sec sec sec 104 104 104",
            "SEC-105 and SEC-1040 require a report; so does 104 sec.",
            "p 1 and P2, P11",
            "hr 201 hr 201",
            "2.1.30 and 1.2.1.3 and 2 1 3",
            "file name txt file name txt",
        ):
            corpus.put(decoy, vector)
        self.settle(engine)
        assert engine.search_text(query, 5, ANY)[0].chunk_id == wanted.chunk_id

    def test_the_parts_of_an_identifier_find_it_too(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        wanted = corpus.put("Report the theft as SEC-104 says.", random_vectors(1)[0])
        self.settle(engine)
        for part in ("104", "sec", "SEC 104", "SEC\u2011104"):
            assert [hit.chunk_id for hit in engine.search_text(part, 5, ANY)] == [wanted.chunk_id]

    def test_words_are_found_in_other_forms(self, engine: SearchEngine, corpus: Corpus) -> None:
        wanted = corpus.put("Employees are reporting stolen devices.", random_vectors(1)[0])
        self.settle(engine)
        for query in ("employee", "report", "DEVICE", "the employee's reports"):
            assert [hit.chunk_id for hit in engine.search_text(query, 5, ANY)] == [wanted.chunk_id]

    @pytest.mark.parametrize(
        ("text", "query"),
        [
            ("Le congé payé est de 25 jours.", "conge paye"),
            ("El café cuesta dos euros.", "cafe\u0301"),
            ("年次有給休暇は25日です。", "有給休暇"),
            ("员工每年享有二十五天年假。", "年假"),
            ("연차 휴가는 25일입니다", "휴가"),
            ("พนักงานมีวันลาพักร้อนยี่สิบห้าวัน", "ลาพักร้อน"),
            ("Сотрудники имеют отпуск.", "отпуск"),
            ("東京都の休暇", "休暇"),
            ("يحق للموظفين الحصول على إجازة سنوية", "إجازة سنوية"),
            ("העובדים זכאים לחופשה שנתית", "לחופשה"),
        ],
    )
    def test_text_in_other_languages_is_found(
        self, engine: SearchEngine, corpus: Corpus, text: str, query: str
    ) -> None:
        vector = random_vectors(1)[0]
        corpus.put("天気がいい。Nothing of the kind 天气 날씨 погода อากาศ temps", vector)
        wanted = corpus.put(text, vector)
        self.settle(engine)
        assert engine.search_text(query, 5, ANY)[0].chunk_id == wanted.chunk_id

    def test_no_character_of_a_query_is_an_operator(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        wanted = corpus.put("annual leave", random_vectors(1)[0])
        self.settle(engine)
        for query in (
            '"leave',
            "leave AND",
            "-leave",
            "group:leave",
            "leave~2 ^5 [a TO",
            "(leave))",
            "+leave -annual",
            "leave*",
            "\\leave/",
            "leave\x00",
        ):
            found = engine.search_text(query, 5, ANY)
            assert [hit.chunk_id for hit in found] == [wanted.chunk_id], query
        for query in ("", "   ", '"*?()[]', "the of and", "\u0301"):
            assert engine.search_text(query, 5, ANY) == [], query

    def test_vectors_of_another_space_are_left_out(
        self, engine: SearchEngine, corpus: Corpus
    ) -> None:
        vector = random_vectors(1)[0]
        kept = corpus.put("leave", vector)
        corpus.put("leave", vector, embedding_model="test/other")
        corpus.put("leave", random_vectors(1, dimensions=5)[0])
        bare = corpus.put("leave", vector)
        corpus.edit(bare.chunk_id, embedding=None)
        self.settle(engine)
        assert [hit.chunk_id for hit in engine.search_vectors(vector, 9, ANY)] == [kept.chunk_id]
        assert len(engine.search_text("leave", 9, ANY)) == engine.count_matching(ANY) == 4
        counts = engine.count("d" * 24)
        assert (counts.vectors, counts.texts) == (1, 4)
