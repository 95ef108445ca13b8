"""Collect what the judge sees of labelled questions, so that a fit needs no search and no model.

    collect_candidates.py --candidates FILE [corpora]     writes each question's 30 candidates
    collect_candidates.py --candidates FILE --logits FILE writes a reranker's logits for them

The first needs a MongoDB of its own and the embedder, the second the reranker alone.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from clarification_corpora import open_scratch
from judged_corpora import JudgedCorpus, add_corpus_options, choose_corpora
from measure_judge import build_request

from ragstudio.evaluation.scratch import ScratchCorpora
from ragstudio.inference.factory import load_reranker
from ragstudio.logs import configure_logs
from ragstudio.retrieval.request import SearchMode
from ragstudio.settings import Settings

CANDIDATES = 30


def main() -> None:
    """Collect candidates, or logits for those collected before."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_corpus_options(parser)
    parser.add_argument("--candidates", required=True, type=Path)
    parser.add_argument("--logits", type=Path)
    parser.add_argument("--reranker", default="offline", help="as RERANKER_MODEL")
    arguments = parser.parse_args()
    configure_logs("error")
    if arguments.logits:
        score(arguments.candidates, arguments.logits, arguments.reranker)
        return
    with open_scratch("none", "off") as scratch, arguments.candidates.open("a") as lines:
        for corpus in choose_corpora(arguments):
            for entry in collect(scratch, corpus):
                lines.write(json.dumps(entry) + "\n")
            lines.flush()
            sys.stdout.write(f"{corpus.name}: {len(corpus.questions)} questions\n")


def collect(scratch: ScratchCorpora, corpus: JudgedCorpus) -> list[dict[str, Any]]:
    """One entry a question: its labels, its candidates in fused order, and which hold the fact."""
    with scratch.open() as opened:
        opened.load(corpus.files)
        entries = []
        for question in corpus.questions:
            request = build_request(question, SearchMode.HYBRID, limit=CANDIDATES)
            hits = opened.search(request).results
            stored = opened.database.chunks.fetch_passages([hit.id for hit in hits])
            asked = scratch.embedder.embed([question.question])[0]
            entries.append(
                {
                    "corpus": corpus.name,
                    **question.describe(),
                    "hits": [
                        {
                            **hit.model_dump(mode="json", exclude={"highlights", "source"}),
                            "cosine": float(np.dot(stored[hit.id].vector, asked)),
                            "holds": question.is_held_by([(hit.filename, hit.content)]),
                        }
                        for hit in hits
                    ],
                }
            )
        return entries


def score(candidates: Path, logits: Path, reranker_name: str) -> None:
    """Write one line a question: `id`, `corpus`, and each candidate's two logits."""
    reranker = load_reranker(
        Settings(_env_file=None, reranker_model=reranker_name, hf_hub_offline=True)
    )
    if reranker is None:
        raise SystemExit("a reranker is needed")
    done = set()
    if logits.exists():
        done = {(entry["corpus"], entry["id"]) for entry in map(json.loads, logits.open())}
    with logits.open("a") as lines:
        for line in candidates.open():
            entry = json.loads(line)
            if (entry["corpus"], entry["id"]) in done:
                continue
            judged = reranker.judge(
                entry["question"],
                [hit["content"] for hit in entry["hits"]],
                [hit["cosine"] for hit in entry["hits"]],
            )
            scored = {
                "corpus": entry["corpus"],
                "id": entry["id"],
                "logits": [[j.order, j.evidence] for j in judged],
            }
            lines.write(json.dumps(scored) + "\n")
            lines.flush()


if __name__ == "__main__":
    main()
