"""Fit the evidence model of a reranker, and report it by cross-validation over corpora.

Reads what `collect_candidates.py` wrote. Every corpus is judged by a model fitted on all others;
corpora whose name begins with `held-` take part in nothing and are reported apart. `--write` puts
the model fitted on all others into `backend/ragstudio/retrieval/evidence.json`.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from judged_corpora import HELD_PREFIX
from measure_judge import compute_auc
from numpy.typing import NDArray
from scipy.optimize import minimize

from ragstudio.inference.offline_reranker import COSINE_ORIGIN
from ragstudio.retrieval.evidence import FEATURES, JudgedPassage, measure_evidence
from ragstudio.retrieval.terms import read_terms

Array = NDArray[np.float64]
MODEL = Path(__file__).resolve().parent.parent / "backend/ragstudio/retrieval/evidence.json"
# The higher, the less likely an answer.
COUNTS_AGAINST = {name for name in FEATURES if "missing" in name or "nowhere" in name}
PENALTIES = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
# Of the answerable questions whose fact is among what is returned, so many may be refused, measured
# on corpora a model has not seen.
MOST_REFUSED = 0.05
# Of the questions called found, so many may have no answer.
MOST_FALSE_FOUND = 0.15
SHOWN = 6
# Fewer than these say nothing of a share.
LEAST_FOUND = 20


@dataclass(frozen=True, slots=True)
class Labelled:
    """The questions with their features (questions, features), whether they can be answered, and
    whether the fact is `shown` among the passages returned."""

    corpora: NDArray[np.str_]
    features: Array
    answered: NDArray[np.bool_]
    reasons: NDArray[np.str_]
    shown: NDArray[np.bool_]
    entries: Sequence[dict[str, Any]]

    def choose(self, chosen: NDArray[np.bool_]) -> "Labelled":
        """A part of them."""
        entries = [entry for entry, is_in in zip(self.entries, chosen, strict=True) if is_in]
        return Labelled(
            self.corpora[chosen],
            self.features[chosen],
            self.answered[chosen],
            self.reasons[chosen],
            self.shown[chosen],
            entries,
        )


@dataclass(frozen=True, slots=True)
class Fit:
    """A logistic regression over standardised features."""

    means: Array
    scales: Array
    weights: Array
    bias: float

    def judge(self, features: Array) -> Array:
        """The probability of each row, 0 to 1."""
        logits = (features - self.means) / self.scales @ self.weights + self.bias
        return 1.0 / (1.0 + np.exp(-logits))


def main() -> None:
    """Fit, report, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=Path, required=True)
    parser.add_argument("--logits", type=Path, required=True)
    parser.add_argument("--reranker", default="ragstudio/offline-reranker")
    parser.add_argument(
        "--cosine-weight", type=float, default=0.0, help="what the cosine adds to raw logits"
    )
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", action="store_true", help="list what is judged wrong")
    arguments = parser.parse_args()
    labelled = read(arguments.candidates, arguments.logits, arguments.cosine_weight)
    is_held = np.array([name.startswith(HELD_PREFIX) for name in labelled.corpora])
    development, held = labelled.choose(~is_held), labelled.choose(is_held)
    penalty = choose_penalty(development)
    probabilities = cross_validate(development, penalty)
    weak_from, found_from = choose_limits(development, probabilities)
    fit = fit_logistic(development, penalty)
    lines = [f"penalty {penalty}, weak from {weak_from:.3f}, found from {found_from:.3f}", ""]
    lines += describe(development, probabilities, weak_from, found_from)
    if len(held.entries):
        lines += ["", "held out:"]
        lines += describe(held, fit.judge(held.features), weak_from, found_from)
    lines += [""] + [
        f"  {name:26} {weight:+.3f}"
        for name, weight in sorted(
            zip(FEATURES, fit.weights, strict=True), key=lambda pair: -abs(pair[1])
        )
    ]
    if arguments.show:
        lines += list_wrong(development, probabilities, weak_from, found_from)
    sys.stdout.write("\n".join(lines) + "\n")
    if arguments.write:
        write(arguments.reranker, fit, weak_from, found_from)


def read(candidates: Path, logits: Path, cosine_weight: float) -> Labelled:
    """All questions that are plainly answerable or not and have logits."""
    with logits.open(encoding="utf-8") as lines:
        scored = {(e["corpus"], e["id"]): e["logits"] for e in map(json.loads, lines)}
    kept: list[dict[str, Any]] = []
    features: list[list[float]] = []
    with candidates.open(encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            judged = scored.get((entry["corpus"], entry["id"]))
            if judged is None or entry["kind"] == "ambiguous" or not entry["hits"]:
                continue
            passages = order(entry["hits"], judged, cosine_weight)
            features.append(
                measure_evidence(entry["question"], [passage for passage, _ in passages])
            )
            entry["shown"] = any(hit["holds"] for _, hit in passages[:SHOWN])
            entry["leader"] = passages[0][1]["content"]
            kept.append(entry)
    return Labelled(
        np.array([entry["corpus"] for entry in kept]),
        np.array(features, dtype=float),
        np.array([entry["kind"] == "answerable" for entry in kept]),
        np.array([entry["reason"] for entry in kept]),
        np.array([entry["shown"] or not entry["facts"] for entry in kept]),
        kept,
    )


def order(
    hits: Sequence[dict[str, Any]], logits: Sequence[Sequence[float]], cosine_weight: float
) -> list[tuple[JudgedPassage, dict[str, Any]]]:
    """The candidates as the decision sees them, best first."""
    judged = [
        (
            JudgedPassage(
                content=hit["content"],
                heading=f"{hit['filename']}\n{hit['section'] or ''}",
                order=both[0] + cosine_weight * (hit["cosine"] - COSINE_ORIGIN),
                evidence=both[1],
                vector_rank=hit["ranks"]["vector"],
                text_rank=hit["ranks"]["text"],
            ),
            hit,
        )
        for hit, both in zip(hits, logits, strict=True)
    ]
    return sorted(judged, key=lambda pair: -pair[0].order)


def fit_logistic(labelled: Labelled, penalty: float) -> Fit:
    """Maximum likelihood with a quadratic penalty on the weights, whose signs are known before.

    More evidence, a higher rank and more of the question's terms never count against an answer:
    a weight of the other sign would only fit the corpora at hand. Labels count alike in a corpus.
    """
    means = labelled.features.mean(axis=0)
    scales = labelled.features.std(axis=0)
    scales[scales == 0] = 1.0
    rows = np.column_stack([(labelled.features - means) / scales, np.ones(len(labelled.answered))])
    signs = np.where(labelled.answered, 1.0, -1.0)
    # A question whose fact is not among what is returned teaches neither.
    shares = weigh(labelled) * (labelled.shown | ~labelled.answered)

    def measure_loss(weights: Array) -> tuple[float, Array]:
        margins = signs * (rows @ weights)
        loss = shares @ np.logaddexp(0.0, -margins) + penalty / 2 * weights[:-1] @ weights[:-1]
        slope = -rows.T @ (shares * signs / (1.0 + np.exp(margins)))
        slope[:-1] += penalty * weights[:-1]
        return float(loss), slope

    limits = [(None, 0.0) if name in COUNTS_AGAINST else (0.0, None) for name in FEATURES]
    found = minimize(
        measure_loss,
        np.zeros(rows.shape[1]),
        jac=True,
        bounds=[*limits, (None, None)],
        method="L-BFGS-B",
    )
    return Fit(means, scales, found.x[:-1], float(found.x[-1]))


def weigh(labelled: Labelled) -> Array:
    """One weight a question: the labels of a corpus count alike, and all add up to their number."""
    shares = np.zeros(len(labelled.answered))
    for name in np.unique(labelled.corpora):
        for label in (True, False):
            chosen = (labelled.corpora == name) & (labelled.answered == label)
            if chosen.any():
                size = (labelled.corpora == name).sum()
                shares[chosen] = size / chosen.sum() / 2
    return shares


def cross_validate(labelled: Labelled, penalty: float) -> Array:
    """Each question's probability from a model that has not seen its corpus."""
    probabilities = np.zeros(len(labelled.answered))
    for name in np.unique(labelled.corpora):
        is_left_out = labelled.corpora == name
        fit = fit_logistic(labelled.choose(~is_left_out), penalty)
        probabilities[is_left_out] = fit.judge(labelled.features[is_left_out])
    return probabilities


def choose_penalty(labelled: Labelled) -> float:
    """The penalty of the least cross-validated loss."""
    shares = weigh(labelled)

    def measure_loss(penalty: float) -> float:
        probabilities = np.clip(cross_validate(labelled, penalty), 1e-6, 1 - 1e-6)
        right = np.where(labelled.answered, probabilities, 1 - probabilities)
        return float(-(shares * np.log(right)).sum() / shares.sum())

    return min(PENALTIES, key=measure_loss)


def choose_limits(labelled: Labelled, probabilities: Array) -> tuple[float, float]:
    """Where weak and where found evidence begins.

    The first refuses at most `MOST_REFUSED` of the answerable; from the second on, at most
    `MOST_FALSE_FOUND` have no answer.
    """
    answered = np.sort(probabilities[labelled.answered & labelled.shown])
    weak_from = float(answered[int(MOST_REFUSED * len(answered))])
    found_from = 1.0
    for limit in np.sort(probabilities)[::-1]:
        found = probabilities >= limit
        if (
            found.sum() >= 20
            and (found & ~labelled.answered).sum() > MOST_FALSE_FOUND * found.sum()
        ):
            break
        found_from = float(limit)
    return round(weak_from, 3), round(max(found_from, weak_from), 3)


def describe(
    labelled: Labelled, probabilities: Array, weak_from: float, found_from: float
) -> list[str]:
    """One row a corpus, one for all, and the refusals by their reason."""
    lines = [
        "| corpus | answerable refused | found | fact among six | unanswerable refused | found "
        "| AUC |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    shown = labelled.shown
    for name in [*np.unique(labelled.corpora), "all"]:
        chosen = np.ones(len(shown), bool) if name == "all" else labelled.corpora == name
        yes, no = chosen & labelled.answered, chosen & ~labelled.answered
        cells = [
            (probabilities[yes] < weak_from).mean() if yes.any() else np.nan,
            (probabilities[yes] >= found_from).mean() if yes.any() else np.nan,
            shown[yes].mean() if yes.any() else np.nan,
            (probabilities[no] < weak_from).mean() if no.any() else np.nan,
            (probabilities[no] >= found_from).mean() if no.any() else np.nan,
            compute_auc(list(probabilities[yes]), list(probabilities[no])) or np.nan,
        ]
        lines.append(f"| {name} | " + " | ".join(f"{cell:.3f}" for cell in cells) + " |")
    for reason in np.unique(labelled.reasons[~labelled.answered]):
        chosen = ~labelled.answered & (labelled.reasons == reason)
        refused = (probabilities[chosen] < weak_from).mean()
        found = (probabilities[chosen] >= found_from).mean()
        lines.append(f"  {reason}: {refused:.2f} of {chosen.sum()} refused, {found:.2f} found")
    return lines


def list_wrong(
    labelled: Labelled, probabilities: Array, weak_from: float, found_from: float
) -> list[str]:
    """Answerable questions that are refused, and unanswerable ones that are called found."""
    lines = []
    for entry, row, answered, probability in zip(
        labelled.entries, labelled.features, labelled.answered, probabilities, strict=True
    ):
        is_wrong = probability < weak_from if answered else probability >= found_from
        if is_wrong:
            terms = " ".join(
                f"{term.text}/{term.kind[0]}" for term in read_terms(entry["question"])
            )
            lines += [
                f"{entry['corpus']} {entry['kind']} {entry['reason']} {probability:.3f}: "
                f"{entry['question']} [{terms}]",
                "    "
                + " ".join(
                    f"{name}={value:.2f}" for name, value in zip(FEATURES, row, strict=True)
                ),
                "    " + " ".join(entry["leader"].split())[:160],
            ]
    return lines


def write(reranker: str, fit: Fit, weak_from: float, found_from: float) -> None:
    """Put the model into the package, in place of the reranker's last one."""
    models = json.loads(MODEL.read_text(encoding="utf-8")) if MODEL.exists() else {}
    models[reranker] = {
        "features": list(FEATURES),
        "means": [round(value, 6) for value in fit.means],
        "scales": [round(value, 6) for value in fit.scales],
        "weights": [round(value, 6) for value in fit.weights],
        "bias": round(fit.bias, 6),
        "weak_from": weak_from,
        "found_from": found_from,
    }
    MODEL.write_text(json.dumps(models, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
