"""Cases run in processes of their own; one that fails does not end the others."""

from benchmarks.processes import Case, run_interleaved, take_median


def test_a_median_is_taken_figure_by_figure() -> None:
    results = [{"seconds": seconds, "name": "a", "right": True} for seconds in (3.0, 1.0, 2.0)]
    assert take_median(results) == {"seconds": 2.0, "name": "a", "right": True}


def test_a_failure_is_told_and_the_others_go_on() -> None:
    found = run_interleaved(
        [
            Case("absent", "benchmarks.no_such_module"),
            Case("present", "backend.tests.benchmarks.echo", {"value": 7}),
        ],
        repetitions=1,
    )
    assert "no_such_module" in found["absent"]["error"]
    assert found["present"] == {"value": 7}
