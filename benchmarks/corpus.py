"""What is measured on: the chunks of the sample documents, and the questions asked of them."""

import json
from pathlib import Path

from ragstudio.chunking.base import TokenCounter
from ragstudio.chunking.factory import build_strategy, choose_strategy
from ragstudio.lifecycle.samples import locate_samples
from ragstudio.parsing.detection import detect_content_type
from ragstudio.parsing.factory import parse_file

ROOT = Path(__file__).resolve().parents[1]


def read_chunks(tokens: TokenCounter) -> list[str]:
    """The content of every chunk of the sample documents, in order, cut as `tokens` counts."""
    chunks = []
    for path in sorted(path for path in locate_samples().rglob("*") if path.is_file()):
        with path.open("rb") as stream:
            content_type = detect_content_type(stream, path.name).content_type
        document = parse_file(path, path.name, content_type)
        strategy = build_strategy(choose_strategy(content_type), 1000, 180, tokens)
        chunks += [span.read(document.text) for span in strategy.split(document)]
    return chunks


def read_questions() -> list[str]:
    """The questions of the calibration set."""
    stored = json.loads((ROOT / "evaluations" / "calibration-questions.json").read_text())
    return [case["question"] for case in stored["cases"]]
