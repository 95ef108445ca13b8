"""The operations that a model's work is counted as."""

from benchmarks.limits import Shape


def test_operations_are_two_for_each_weight_and_four_for_each_pair_of_tokens() -> None:
    shape = Shape(layers=1, hidden=2, intermediate=3)
    assert shape.count_operations([5]) == 2 * (16 + 12) * 5 + 4 * 2 * 25
    assert Shape(2, 2, 3).count_operations([5, 1]) == 2 * (2 * 28 * 6 + 4 * 2 * 26)


def test_a_classifiers_last_layer_writes_one_token() -> None:
    shape = Shape(layers=1, hidden=2, intermediate=3)
    only_last = 2 * (8 * 5 + 8 + 12) + 4 * 2 * 5
    assert shape.count_operations([5], is_classifier=True) == only_last
    before = shape.count_operations([5])
    assert Shape(3, 2, 3).count_operations([5], is_classifier=True) == 2 * before + only_last
