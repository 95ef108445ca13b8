"""Training groups from public question-answering repositories (README.md lists them).

A group is one question with texts; each text has an evidence label (does it hold the answer?) and a
rank (1 the answer, 0 not, None not used for the order). Public text is written to the output folder only.

usage: public_data.py SNAPSHOTS OUTPUT
"""

import csv
import io
import json
import random
import re
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer
from surface import render_table, reword_lookup, roughen

Group = dict[str, Any]
RANDOM = random.Random(41)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(0-9])")
NAME = re.compile(r"\b(?:[A-Z][\w'-]+(?:\s+(?:of\s+)?[A-Z][\w'-]+)*)\b")
YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b")
NUMBER = re.compile(r"\b\d+(?:[.,]\d+)*\b")
HELD_BACK_PERCENT = 4


def is_held_back(document: str) -> bool:
    """Whether a document is kept for measuring."""
    return zlib.crc32(document.encode()) % 100 < HELD_BACK_PERCENT


class Snapshots:
    """Files of fetched bare repositories."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _git(self, repository: str) -> list[str]:
        root = self.folder / repository.replace("/", "+") / "repo"
        return ["git", "--git-dir", str(root / ".git" if (root / ".git").exists() else root)]

    def read(self, repository: str, path: str) -> str:
        """One file's text."""
        command = [*self._git(repository), "show", f"HEAD:{path}"]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")

    def read_all(self, repository: str, pattern: str, most: int) -> dict[str, str]:
        """Up to `most` random files whose path matches."""
        names = subprocess.run(
            [*self._git(repository), "ls-tree", "-r", "--name-only", "HEAD"],
            capture_output=True,
            check=True,
            text=True,
        ).stdout.split("\n")
        chosen = sorted(name for name in names if re.search(pattern, name))
        RANDOM.shuffle(chosen)
        texts = {}
        for name in chosen[:most]:
            try:
                texts[name] = self.read(repository, name)
            except (subprocess.CalledProcessError, UnicodeDecodeError):
                continue
        return texts


def window(sentences: list[str], gold: int, characters: int) -> str:
    """Sentences around `gold`, as many as fit; the answering one at a random place."""
    first = last = gold
    size = len(sentences[gold])
    while size < characters and (first > 0 or last < len(sentences) - 1):
        back = first > 0 and (last == len(sentences) - 1 or RANDOM.random() < 0.5)
        if back:
            first -= 1
            size += len(sentences[first])
        else:
            last += 1
            size += len(sentences[last])
    return " ".join(sentences[first : last + 1])


def size_of_window() -> int:
    return RANDOM.choice([0, 120, 180, 240, 320, 420])


def swap_in_question(question: str, gold: str, article: str) -> str | None:
    """The question about another name, year or number than the passage holds."""
    for pattern in RANDOM.sample([YEAR, NUMBER, NAME, NAME], 4):
        found = [m for m in pattern.finditer(question) if m.start() > 0 and m.group() in gold]
        if not found:
            continue
        match = RANDOM.choice(found)
        old = match.group()
        if pattern is NAME:
            others = {n for n in NAME.findall(article) if n not in gold and n not in question}
            others = {n for n in others if len(n.split()) == len(old.split()) and len(n) > 3}
            if not others:
                continue
            new = RANDOM.choice(sorted(others))
        else:
            digits = re.sub(r"\D", "", old)
            if not 0 < len(digits) < 7:
                continue
            value = int(digits)
            new = str(
                value + RANDOM.choice([-1, 1, 2, -3, 5, 10, 11])
                if pattern is YEAR
                else max(2, value + RANDOM.choice([1, 2, 3, 5, 7, 20, value]))
            )
            if new in gold:
                continue
        return question[: match.start()] + new + question[match.end() :]
    return None


def swap_in_passage(question: str, gold: str, article: str) -> str | None:
    """The passage about another name, year or number than the question asks about."""
    shared = [n for n in NAME.findall(question[1:]) + YEAR.findall(question) if n in gold]
    if not shared:
        return None
    old = RANDOM.choice(shared)
    if YEAR.fullmatch(old):
        return gold.replace(old, str(int(old) + RANDOM.choice([-2, -1, 1, 3, 10])))
    others = sorted(
        {n for n in NAME.findall(article) if n not in gold and n not in question and len(n) > 3}
    )
    return gold.replace(old, RANDOM.choice(others)) if others else None


def squad(snapshots: Snapshots) -> Iterator[tuple[str, Group]]:
    """SQuAD 2.0 (development part): answerable, and unanswerable ones written by people."""
    seen: set[str] = set()
    files = [
        ("SebastianHurubaru/cs224n_squad_2", "data/dev-v2.0.json"),
        ("chrischute/squad", "data/dev-v2.0.json"),
        ("chrischute/squad", "data/test-v2.0.json"),
    ]
    for repository, path in files:
        for article in json.loads(snapshots.read(repository, path))["data"]:
            title = article["title"]
            whole = " ".join(p["context"] for p in article["paragraphs"])
            contexts = [p["context"] for p in article["paragraphs"]]
            vectorizer = TfidfVectorizer(sublinear_tf=True, stop_words="english")
            matrix = vectorizer.fit_transform(contexts)
            for number, paragraph in enumerate(article["paragraphs"]):
                context = paragraph["context"]
                for item in paragraph["qas"]:
                    if item["id"] in seen:
                        continue
                    seen.add(item["id"])
                    group = _squad_group(item, context, contexts, whole, number, vectorizer, matrix)
                    if group:
                        yield title, group


def _squad_group(
    item: Any,
    context: str,
    contexts: list[str],
    whole: str,
    number: int,
    vectorizer: Any,
    matrix: Any,
) -> Group | None:
    question = item["question"].strip()
    sentences = SENTENCE.split(context)
    impossible = item.get("is_impossible", False)
    answers = item.get("plausible_answers" if impossible else "answers") or []
    start = answers[0]["answer_start"] if answers else 0
    gold, position = 0, 0
    for index, sentence in enumerate(sentences):
        position = context.find(sentence, position)
        if position <= start:
            gold = index
    passage = window(sentences, gold, size_of_window())
    similar = (matrix @ vectorizer.transform([question]).T).toarray().ravel()
    near = [i for i in similar.argsort()[::-1][:4] if i != number]
    other = RANDOM.choice(near[:3]) if near else None
    texts: list[Any] = []
    if impossible:
        texts.append([passage, 0, None])
        if other is not None:
            texts.append([_best_window(contexts[other], question), 0, None])
        return {"q": roughen(question, RANDOM), "texts": texts, "kind": "squad-none"}
    texts.append([passage, 1, 1])
    rest = [s for i, s in enumerate(sentences) if i != gold]
    answer = answers[0]["text"] if answers else ""
    if rest:
        removed = _best_window(" ".join(rest), question)
        if answer and answer not in removed:
            texts.append([removed, 0, 0])
    if other is not None:
        near_text = _best_window(contexts[other], question)
        if not answer or answer not in near_text:
            texts.append([near_text, 0, 0])
    swapped = swap_in_passage(question, passage, whole)
    if swapped and RANDOM.random() < 0.5:
        texts.append([swapped, 0, None])
    group = {"q": roughen(question, RANDOM), "texts": texts, "kind": "squad"}
    if RANDOM.random() < 0.35:
        wrong = swap_in_question(question, passage, whole)
        if wrong:
            group["twin"] = {
                "q": roughen(wrong, RANDOM),
                "texts": [[passage, 0, None]],
                "kind": "squad-swap",
            }
    return group


def _best_window(text: str, question: str) -> str:
    """The part of a text that shares most words with the question."""
    words = {w for w in re.findall(r"\w+", question.lower()) if len(w) > 3}
    sentences = SENTENCE.split(text)
    scores = [len(words & set(re.findall(r"\w+", s.lower()))) + RANDOM.random() for s in sentences]
    return window(sentences, max(range(len(scores)), key=scores.__getitem__), size_of_window())


def selqa(snapshots: Snapshots) -> Iterator[tuple[str, Group]]:
    """SelQA: sections as sentences, the answering ones marked."""
    for part in ("test", "dev"):
        for item in json.loads(snapshots.read("emorynlp/selqa", f"ass/selqa-ass-{part}.json")):
            sentences, gold = item["candidates"], item["answers"]
            if not gold:
                continue
            texts = [[window(sentences, gold[0], size_of_window()), 1, 1]]
            rest = [s for i, s in enumerate(sentences) if i not in gold]
            if rest:
                texts.append([_best_window(" ".join(rest), item["question"]), 0, 0])
                texts.append([window(rest, RANDOM.randrange(len(rest)), size_of_window()), 0, 0])
            yield (
                item["article"],
                {"q": roughen(item["question"], RANDOM), "texts": texts, "kind": "selqa"},
            )


def natural_questions(snapshots: Snapshots) -> Iterator[tuple[str, Group]]:
    """QED: questions typed into a search engine, with the paragraph that answers."""
    items = [
        json.loads(line)
        for line in snapshots.read("google-research-datasets/QED", "qed-dev.jsonlines").split("\n")
        if line.strip()
    ]
    tidy = [re.sub(r" ([,.;:')])", r"\1", i["paragraph_text"]).replace("( ", "(") for i in items]
    vectorizer = TfidfVectorizer(sublinear_tf=True, stop_words="english")
    matrix = vectorizer.fit_transform(tidy)
    whole = " ".join(tidy[:200])
    for index, item in enumerate(items):
        question = item["question_text"].strip()
        similar = (matrix @ vectorizer.transform([question]).T).toarray().ravel().argsort()[::-1]
        near = [i for i in similar[:6] if items[i]["title_text"] != item["title_text"]][:3]
        gold = tidy[index][:700]
        texts = [[gold, 1, 1], *([_best_window(tidy[i], question), 0, 0] for i in near[:2])]
        swapped = swap_in_passage(question, gold, whole)
        if swapped:
            texts.append([swapped, 0, None])
        yield item["title_text"], {"q": question, "texts": texts, "kind": "nq"}


def policies(snapshots: Snapshots) -> Iterator[tuple[str, Group]]:
    """PolicyQA: questions about privacy policies, in plain words; ConditionalQA: about GOV.UK."""
    for part in ("dev", "test"):
        for article in json.loads(snapshots.read("wasiahmad/PolicyQA", f"data/{part}.json"))[
            "data"
        ]:
            paragraphs = [p for p in article["paragraphs"] if len(p["context"]) > 60]
            for paragraph in paragraphs:
                asked = list(paragraph["qas"])
                if not asked:
                    continue
                item = RANDOM.choice(asked)
                question = item["question"]
                others = [
                    p["context"]
                    for p in paragraphs
                    if question not in {q["question"] for q in p["qas"]}
                ]
                texts = [[paragraph["context"][:500], 1, 1]]
                texts += [[t[:500], 0, 0] for t in RANDOM.sample(others, min(2, len(others)))]
                yield (
                    article["title"],
                    {"q": roughen(question, RANDOM), "texts": texts, "kind": "policyqa"},
                )
    by_page: dict[str, list[Any]] = defaultdict(list)
    for part in ("train", "dev"):
        for item in json.loads(snapshots.read("haitian-sun/ConditionalQA", f"v1_0/{part}.json")):
            clean = [re.sub(r"<[^>]+>", " ", e).strip() for e in item["evidences"]]
            item["clean"] = list(dict.fromkeys(clean))
            by_page[item["url"]].append(item)
    for url, items in by_page.items():
        for item in items:
            question = item["question"]
            if item["not_answerable"]:
                texts = [
                    ["\n".join(o["clean"])[:500], 0, None]
                    for o in RANDOM.sample(items, min(2, len(items)))
                    if o["clean"]
                ]
            else:
                if not item["clean"]:
                    continue
                others = [
                    "\n".join(o["clean"])[:500]
                    for o in items
                    if o["clean"] and not set(o["clean"]) & set(item["clean"])
                ]
                texts = [["\n".join(item["clean"])[:500], 1, 1]]
                texts += [[t, 0, 0] for t in RANDOM.sample(others, min(2, len(others)))]
            if texts:
                yield url, {"q": roughen(question, RANDOM), "texts": texts, "kind": "condqa"}


def wiki_tables(snapshots: Snapshots, most: int) -> Iterator[tuple[str, Group]]:
    """Lookups over real tables: the row, other rows, a row or a column that is not there."""
    files = snapshots.read_all("ppasupat/WikiTableQuestions", r"^csv/\d+-csv/\d+\.csv$", most)
    tables = []
    for name, text in files.items():
        try:
            rows = list(csv.reader(io.StringIO(text), escapechar="\\"))
        except csv.Error:
            continue
        if len(rows) < 6 or not 2 <= len(rows[0]) <= 9:
            continue
        width = len(rows[0])
        rows = [[c.replace("\n", " ").strip()[:60] for c in r] for r in rows if len(r) == width]
        if all(2 <= len(c) <= 40 for c in rows[0]) and len(set(rows[0])) == width:
            tables.append((name, rows[0], rows[1:]))
    names = [t[1] for t in tables]
    for name, header, rows in tables:
        keys = [
            c
            for c in range(len(header))
            if len({r[c] for r in rows}) == len(rows)
            and sum(bool(re.search("[A-Za-z]", r[c])) for r in rows) > len(rows) * 0.8
        ]
        if not keys:
            continue
        key = keys[0]
        for _ in range(4):
            yield name, _table_group(header, rows, key, names)


def _table_group(
    header: list[str], rows: list[list[str]], key: int, headers: list[list[str]]
) -> Group:
    style = RANDOM.randrange(6)
    column = RANDOM.choice([c for c in range(len(header)) if c != key])
    row = RANDOM.choice(rows)
    asked = header[column]
    chance = RANDOM.random()
    other_rows = [r for r in rows if r is not row]
    if chance < 0.55 and row[column]:
        question = reword_lookup(asked, row[key], RANDOM)
        block = [row] if RANDOM.random() < 0.6 else _neighbours(rows, row)
        texts = [[render_table(header, block, style), 1, 1]]
        texts += [
            [
                render_table(
                    header, [r] if RANDOM.random() < 0.7 else _neighbours(other_rows, r), style
                ),
                0,
                0,
            ]
            for r in RANDOM.sample(other_rows, 2)
        ]
        return {"q": question, "texts": texts, "kind": "table"}
    if chance < 0.8:  # the row is not there
        question = reword_lookup(asked, row[key], RANDOM)
        similar = sorted(
            other_rows,
            key=lambda r: -len(set(r[key].lower().split()) & set(row[key].lower().split())),
        )
        texts = [
            [render_table(header, [similar[0]], style), 0, None],
            [render_table(header, _neighbours(other_rows, similar[-1]), style), 0, None],
        ]
        return {"q": question, "texts": texts, "kind": "table-norow"}
    absent = [h for h in RANDOM.choice(headers) if h not in header and len(h) > 3]
    if absent:
        asked, shown, cells = RANDOM.choice(absent), header, [row]
    else:
        kept = [c for c in range(len(header)) if c != column]
        shown, cells = [header[c] for c in kept], [[row[c] for c in kept]]
    texts = [[render_table(shown, cells, style), 0, None]]
    return {"q": reword_lookup(asked, row[key], RANDOM), "texts": texts, "kind": "table-nocolumn"}


def _neighbours(rows: list[list[str]], row: list[str]) -> list[list[str]]:
    place = rows.index(row)
    first = max(0, place - RANDOM.randrange(3))
    return rows[first : first + 4] if row in rows[first : first + 4] else [row]


def free_form_tables(snapshots: Snapshots) -> Iterator[tuple[str, Group]]:
    """FeTaQA: questions by people about table cells, with the rows that answer."""
    for part in ("dev", "test"):
        lines = snapshots.read("Yale-LILY/FeTaQA", f"data/fetaQA-v1_{part}.jsonl").split("\n")
        for line in lines:
            if not line.strip():
                continue
            item = json.loads(line)
            header, rows = item["table_array"][0], item["table_array"][1:]
            used = sorted({c[0] for c in item["highlighted_cell_ids"] if c[0] > 0})
            others = [r for i, r in enumerate(rows, 1) if i not in used]
            if not used or len(used) > 3 or len(others) < 2 or len(header) > 8:
                continue
            style = RANDOM.randrange(6)
            title = (
                f"{item['table_page_title']}: {item['table_section_title']}\n"
                if RANDOM.random() < 0.6
                else ""
            )
            texts = [
                [
                    title
                    + render_table(header, [rows[i - 1] for i in used if i <= len(rows)], style),
                    1,
                    1,
                ]
            ]
            if not texts[0][0].strip() or len(texts[0][0]) > 500:
                continue
            texts += [
                [title + render_table(header, [r], style), 0, 0] for r in RANDOM.sample(others, 2)
            ]
            yield (
                item["table_page_title"],
                {"q": roughen(item["question"], RANDOM), "texts": texts, "kind": "fetaqa"},
            )


def main() -> None:
    snapshots, output = Snapshots(Path(sys.argv[1])), Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    sources = {
        "squad": squad(snapshots),
        "selqa": selqa(snapshots),
        "nq": natural_questions(snapshots),
        "policies": policies(snapshots),
        "tables": wiki_tables(snapshots, 900),
        "fetaqa": free_form_tables(snapshots),
    }
    held: list[Group] = []
    for name, groups in sources.items():
        kept: list[Group] = []
        for document, group in groups:
            (held if is_held_back(document) else kept).append(group)
        for group in list(kept):
            if "twin" in group:
                kept.append(group.pop("twin"))
        RANDOM.shuffle(kept)
        (output / f"{name}.json").write_text(json.dumps(kept))
        print(name, len(kept), sum(len(g["texts"]) for g in kept), flush=True)
    for group in held:
        group.pop("twin", None)
    (output / "held-back.public").write_text(json.dumps(held))


if __name__ == "__main__":
    main()
