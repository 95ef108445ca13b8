"""The corpora that are ingested: files for the studio, and the same chunks for everyone else.

The chunks are cut once, by the studio's own parser and strategy, and handed to the plain loop and
to the peers ready-made: every side embeds the same texts, and only the studio pays for reading,
parsing and cutting.
"""

import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

from ragstudio.chunking.base import TokenCounter
from ragstudio.chunking.factory import build_strategy, choose_strategy
from ragstudio.evaluation.generated_cases import write_corpus
from ragstudio.inference.factory import load_embedder
from ragstudio.lifecycle.samples import locate_samples
from ragstudio.parsing.detection import detect_content_type
from ragstudio.parsing.factory import parse_file
from ragstudio.records import ExtractedDocument
from ragstudio.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAGE_CHARACTERS = 3000
PAGES_A_FILE = 50
SENTENCES_A_PARAGRAPH = 5
CHUNK_SIZE, CHUNK_OVERLAP = 1000, 180
_SENTENCE = re.compile(r"[A-Z][^.!?|\n]{30,300}[.!?](?=\s)")


def measure(kind: str, folder: str, size: int, seed: int = 1) -> dict[str, Any]:
    """Write a corpus (`samples`, `rows` or `pages`) to a folder: `files/` and `chunks.json`.

    `size` is the number of rows or pages. Returns how many files, chunks and characters there are.
    """
    files = Path(folder) / "files"
    files.mkdir(parents=True, exist_ok=True)
    if kind == "samples":
        shutil.copytree(locate_samples(), files, dirs_exist_ok=True)
    elif kind == "rows":
        shutil.copy(write_corpus(Path(folder) / "generated", size, seed)[0], files)
    else:
        write_pages(files, size, seed)
    tokens = load_embedder(Settings(_env_file=None, hf_hub_offline=True))
    paths = list_files(files)
    chunks = [chunk for path in paths for chunk in cut_file(path, tokens)]
    (Path(folder) / "chunks.json").write_text(json.dumps(chunks), encoding="utf-8")
    return {
        "files": len(paths),
        "chunks": len(chunks),
        "bytes": sum(len(chunk.encode()) for chunk in chunks),
    }


def list_files(folder: Path) -> list[Path]:
    """Every file below a folder, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def read_chunks(tokens: TokenCounter) -> list[str]:
    """The content of every chunk of the sample documents, in order, cut as `tokens` counts."""
    return [chunk for path in list_files(locate_samples()) for chunk in cut_file(path, tokens)]


def read_questions() -> list[str]:
    """The questions of the calibration set."""
    stored = json.loads((ROOT / "evaluations" / "calibration-questions.json").read_text())
    return [case["question"] for case in stored["cases"]]


def cut_file(path: Path, tokens: TokenCounter) -> list[str]:
    """The chunks of one file, as the studio cuts it by default."""
    document, content_type = _parse(path)
    strategy = build_strategy(choose_strategy(content_type), CHUNK_SIZE, CHUNK_OVERLAP, tokens)
    return [span.read(document.text) for span in strategy.split(document)]


def read_sentences() -> list[str]:
    """The English sentences of the sample documents, each once, in order."""
    found: dict[str, None] = {}
    for path in list_files(locate_samples()):
        if path.suffix in {".md", ".txt", ".html", ".docx"}:
            document, _ = _parse(path)
            found |= dict.fromkeys(_SENTENCE.findall(document.text))
    return list(found)


def write_pages(folder: Path, pages: int, seed: int) -> None:
    """Plain text of about 3,000 characters a page, `PAGES_A_FILE` pages a file."""
    sentences, generator = read_sentences(), random.Random(seed)  # noqa: S311
    for first in range(0, pages, PAGES_A_FILE):
        count = min(PAGES_A_FILE, pages - first)
        text = "\n\n".join(_write_page(sentences, generator) for _ in range(count))
        (folder / f"pages-{first // PAGES_A_FILE:04d}.txt").write_text(text, encoding="utf-8")


def _write_page(sentences: list[str], generator: random.Random) -> str:
    paragraphs: list[str] = []
    while sum(map(len, paragraphs)) < PAGE_CHARACTERS:
        paragraphs.append(" ".join(generator.choices(sentences, k=SENTENCES_A_PARAGRAPH)))
    return "\n\n".join(paragraphs)


def _parse(path: Path) -> tuple[ExtractedDocument, str]:
    with path.open("rb") as stream:
        content_type = detect_content_type(stream, path.name).content_type
    return parse_file(path, path.name, content_type), content_type
