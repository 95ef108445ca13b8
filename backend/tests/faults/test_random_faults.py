"""Killed at random points while clients work, a studio loses, doubles and leaves nothing.

A round is made of its seed alone: `RAGSTUDIO_FAULT_SEED=123 pytest tests/faults`
plays the one round of that seed.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.faults.actions import ACTIONS
from tests.faults.invariants import bring_to_rest, check_clients, check_gone, check_storage
from tests.faults.ledger import Ledger, Told
from tests.faults.processes import StudioProcesses

VICTIMS = [
    (("worker",), 8),
    (("mongod",), 5),
    (("api",), 2),
    (("worker", "mongod"), 2),
    (("api", "worker"), 1),
    (("api", "worker", "mongod"), 2),
]
MOST_KEPT = 8


def play_round(studio: StudioProcesses, ledger: Ledger, seed: int) -> None:
    """Some actions from two clients, a kill in the middle, a restart, and every check."""
    random = Random(seed)
    victims = random.choices(*zip(*VICTIMS, strict=True))[0]
    actions = random.choices(*zip(*ACTIONS, strict=True), k=random.randint(3, 8))
    seeds = [random.randrange(2**32) for _ in actions]
    delay = random.uniform(0.0, 0.6)
    steps: list[str] = []
    try:
        with ThreadPoolExecutor(2) as pool:
            done = [
                pool.submit(action, studio.http, ledger, Random(each))
                for action, each in zip(actions, seeds, strict=True)
            ]
            time.sleep(delay)
            studio.kill(*victims)
            steps += [each.result() for each in done]
        studio.start()
        documents = bring_to_rest(studio.http)
        check_clients(studio.http, ledger, documents)
        check_storage(studio.http, studio.database(), documents)
        _thin_out(studio, ledger)
    except Exception as error:
        known = f"round of seed {seed}: killed {victims} after {delay:.3f} s; steps: {steps}"
        raise AssertionError(known) from error


def _thin_out(studio: StudioProcesses, ledger: Ledger) -> None:
    """Delete the oldest, so that a round stays short, and look that no word of them is found."""
    kept = [entry for entry in ledger.entries if entry.told is Told.ACCEPTED]
    for entry in kept[:-MOST_KEPT]:
        answer = studio.http.delete(f"/api/documents/{entry.document_id}")
        assert answer.status_code == 200, answer.text
        check_gone(studio.http, entry.token)
        entry.told = Told.GONE


def _play(studio: StudioProcesses, seeds: range) -> None:
    ledger = Ledger()
    for seed in seeds:
        play_round(studio, ledger, seed)


@pytest.mark.timeout(300)
def test_twenty_rounds(studio_processes: StudioProcesses) -> None:
    seed = os.environ.get("RAGSTUDIO_FAULT_SEED")
    _play(studio_processes, range(int(seed), int(seed) + 1) if seed else range(20))


@pytest.mark.slow
def test_two_hundred_rounds(studio_processes: StudioProcesses) -> None:
    _play(studio_processes, range(1000, 1200))
