import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstudio.retrieval.fusion import FusedCandidate, reciprocal_rank_fusion

branches = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=10), max_size=3)


def test_sums_reciprocal_ranks_counted_from_one() -> None:
    fused = reciprocal_rank_fusion([["a", "b", "c"], ["c", "a"]], k=60)
    assert [candidate.chunk_id for candidate in fused] == ["a", "c", "b"]
    # By hand: 1/61 + 1/62, 1/63 + 1/61, 1/62.
    assert [candidate.score for candidate in fused] == pytest.approx(
        [0.032522474881015335, 0.032266458495966696, 0.016129032258064516], abs=1e-15
    )
    assert [candidate.ranks for candidate in fused] == [(1, 2), (3, 1), (2, None)]


def test_k_is_used() -> None:
    assert reciprocal_rank_fusion([["a"]], k=1) == [FusedCandidate("a", 0.5, (1,))]


def test_an_absent_branch_adds_nothing() -> None:
    assert reciprocal_rank_fusion([["a"], []], k=60) == [FusedCandidate("a", 1 / 61, (1, None))]
    assert reciprocal_rank_fusion([[], []]) == []
    assert reciprocal_rank_fusion([]) == []


def test_a_duplicate_counts_once_where_it_stands_first() -> None:
    fused = reciprocal_rank_fusion([["a", "a", "b", "a"]], k=60)
    assert fused == [FusedCandidate("a", 1 / 61, (1,)), FusedCandidate("b", 1 / 62, (2,))]


def test_equal_scores_are_ordered_by_best_rank_then_by_id() -> None:
    # z and a mirror each other: same sum, same best rank, so the id decides.
    fused = reciprocal_rank_fusion([["z", "a"], ["a", "z"]])
    assert [candidate.chunk_id for candidate in fused] == ["a", "z"]
    # 1/(2+1) alone equals 1/(2+4) + 1/(2+4): the better best rank comes first.
    fused = reciprocal_rank_fusion([["x", "p", "q", "a"], ["y", "r", "s", "a"]], k=2)
    assert [candidate.chunk_id for candidate in fused][:3] == ["x", "y", "a"]


def test_order_does_not_depend_on_the_order_of_branches() -> None:
    one, other = ["a", "b", "c", "d"], ["d", "x", "b", "y"]
    forwards = reciprocal_rank_fusion([one, other])
    backwards = reciprocal_rank_fusion([other, one])
    assert [(c.chunk_id, c.score) for c in forwards] == [(c.chunk_id, c.score) for c in backwards]


def test_k_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        reciprocal_rank_fusion([["a"]], k=0)


@given(branches)
def test_every_candidate_appears_once_with_its_own_sum(lists: list[list[str]]) -> None:
    fused = reciprocal_rank_fusion(lists)
    ids = [candidate.chunk_id for candidate in fused]
    assert sorted(ids) == sorted({chunk_id for branch in lists for chunk_id in branch})
    for candidate in fused:
        expected = 0.0
        for branch in lists:
            distinct = list(dict.fromkeys(branch))
            if candidate.chunk_id in distinct:
                expected += 1 / (60 + distinct.index(candidate.chunk_id) + 1)
        assert candidate.score == pytest.approx(expected, abs=1e-15)
    assert [c.score for c in fused] == sorted((c.score for c in fused), reverse=True)
