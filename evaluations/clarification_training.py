"""Fitting and cross-validating the clarify gate's logistic regression; no models, no documents."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

PENALTIES = (3.0, 10.0, 30.0)
# The share of the clear questions of the training corpora the chosen threshold may ask back on.
FALSE_SHARE = 0.01
NO_PAIR = -np.inf


@dataclass(frozen=True)
class Fit:
    """A logistic regression over standardised features."""

    means: Array
    scales: Array
    weights: Array
    bias: float

    def score(self, features: Array) -> Array:
        """The log-odds of each row."""
        standard = (features - self.means) / self.scales
        scores: Array = standard @ self.weights + self.bias
        return scores


@dataclass(frozen=True)
class Questions:
    """One entry a question; `asked_by_rule` is what the rules in front decide."""

    corpus: npt.NDArray[np.str_]
    ambiguous: Flags
    one_section: Flags
    asked_by_rule: Flags
    weighable: Flags


@dataclass(frozen=True)
class Pairs:
    """One row a pair of readings; `question` is the place of its question.

    `equal` holds where the two answer different readings of an ambiguous question; the other
    pairs of ambiguous questions are not used.
    """

    features: Array
    question: npt.NDArray[np.int64]
    equal: Flags


def fit(features: Array, equal: Flags, penalty: float) -> Fit:
    """Minimise the log loss, both classes of equal weight, with an L2 penalty on the weights."""
    means, scales = features.mean(0), features.std(0) + 1e-6
    standard = np.c_[(features - means) / scales, np.ones(len(features))]
    weight = np.where(equal, 0.5 / max(1, equal.sum()), 0.5 / max(1, (~equal).sum())) * len(equal)
    ridge = np.r_[np.full(features.shape[1], penalty), 1e-6]

    def loss(beta: Array) -> tuple[float, Array]:
        odds = standard @ beta
        chance = 1 / (1 + np.exp(-odds))
        value = (weight * (np.logaddexp(0, odds) - equal * odds)).sum()
        return value + 0.5 * (ridge * beta**2).sum(), standard.T @ (
            weight * (chance - equal)
        ) + ridge * beta

    beta = minimize(loss, np.zeros(standard.shape[1]), jac=True, method="L-BFGS-B").x
    return Fit(means, scales, beta[:-1], float(beta[-1]))


def fit_on(questions: Questions, pairs: Pairs, corpora: Sequence[str], penalty: float) -> Fit:
    """Fit on the pairs of these corpora's questions."""
    usable = pairs.equal | ~questions.ambiguous[pairs.question]
    usable &= ~questions.one_section[pairs.question]
    usable &= np.isin(questions.corpus[pairs.question], list(corpora))
    return fit(pairs.features[usable], pairs.equal[usable], penalty)


def score_questions(questions: Questions, pairs: Pairs, model: Fit) -> Array:
    """The log-odds of each question's best pair; none where the gate would not weigh it."""
    best = np.full(len(questions.corpus), NO_PAIR)
    np.maximum.at(best, pairs.question, model.score(pairs.features))
    best[~questions.weighable] = NO_PAIR
    return best


def choose(questions: Questions, pairs: Pairs, corpora: Sequence[str]) -> tuple[float, float]:
    """Penalty and threshold (log-odds) of the highest recall, each corpus scored by the others."""
    inside = np.isin(questions.corpus, list(corpora))
    wanted = inside & questions.ambiguous & ~questions.one_section
    clear = inside & ~questions.ambiguous
    best = (-1.0, 0.0, 0.0)
    for penalty in PENALTIES:
        scores = np.full(len(questions.corpus), NO_PAIR)
        for left_out in corpora:
            others = [corpus for corpus in corpora if corpus != left_out]
            found = score_questions(questions, pairs, fit_on(questions, pairs, others, penalty))
            scores[questions.corpus == left_out] = found[questions.corpus == left_out]
        ranked = np.sort(scores[clear & ~questions.asked_by_rule])[::-1]
        threshold = float(max(ranked[int(FALSE_SHARE * clear.sum())], -20.0))
        recall = float(((scores > threshold) | questions.asked_by_rule)[wanted].mean())
        if recall > best[0]:
            best = (recall, penalty, threshold)
    return best[1], best[2]


def train(questions: Questions, pairs: Pairs, corpora: Sequence[str]) -> tuple[Fit, float]:
    """A model of these corpora and its threshold (log-odds), which none of their clear questions
    exceeds."""
    penalty, threshold = choose(questions, pairs, corpora)
    model = fit_on(questions, pairs, corpora, penalty)
    clear = ~questions.ambiguous & np.isin(questions.corpus, list(corpora))
    highest = float(score_questions(questions, pairs, model)[clear].max())
    return model, max(threshold, highest)


def cross_validate(questions: Questions, pairs: Pairs) -> Flags:
    """Whether each question is asked back by a model that has seen nothing of its corpus."""
    asked = questions.asked_by_rule.copy()
    corpora = sorted(set(questions.corpus.tolist()))
    for left_out in corpora:
        others = [corpus for corpus in corpora if corpus != left_out]
        model, threshold = train(questions, pairs, others)
        here = questions.corpus == left_out
        asked[here] |= score_questions(questions, pairs, model)[here] > threshold
    return asked
