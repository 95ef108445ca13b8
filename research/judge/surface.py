"""Surface forms: how tables are written, how people ask for a cell, how carelessly they type."""

import random
import re

STOP = {
    "what",
    "is",
    "are",
    "the",
    "a",
    "an",
    "of",
    "do",
    "does",
    "how",
    "i",
    "to",
    "in",
    "for",
    "can",
    "you",
    "be",
    "my",
    "it",
    "and",
    "or",
    "on",
    "with",
    "when",
    "where",
    "who",
    "why",
    "which",
    "should",
    "if",
    "there",
    "was",
    "were",
    "did",
    "that",
    "this",
    "at",
    "from",
    "by",
    "me",
    "we",
    "many",
    "much",
    "have",
    "has",
    "will",
}
LOOKUPS = [
    "What is the {c} of {k}?",
    "what is the {c} for {k}",
    "{k} {c}",
    "{c} {k}",
    "{c} of {k}?",
    "What's {k}'s {c}?",
    "what {c} does {k} have",
    "Which {c} goes with {k}?",
    "I need the {c} for {k}",
    "Tell me the {c} of {k}.",
    "Can you tell me {k}'s {c}?",
    "For {k}, what is the {c}?",
    "what does it say for {k} under {c}",
    "how about {k}, what {c}?",
    "Is there a {c} listed for {k}?",
    "do you know the {c} for {k}",
    "looking for {k} {c}",
    "What {c} is given for {k}?",
    "{k}: {c}?",
    "whats the {c} on {k}",
]
BY_KIND = [
    (
        r"price|cost|fee|fare|rate|charge|tariff|amount|rent|deposit|premium",
        [
            "How much is {k}?",
            "how much does {k} cost",
            "What do I pay for {k}?",
            "price {k}",
            "what would {k} set me back",
            "How much for {k}?",
            "whats the cost of {k}",
            "What do they charge for {k}?",
            "is {k} expensive, how much is it",
        ],
    ),
    (
        r"date|when|day|time|opens|closes|deadline|departs|starts|ends",
        [
            "When is {k}?",
            "when does {k} happen",
            "what time is {k}",
            "What day is {k}?",
            "{k} when",
            "When is {k} on?",
        ],
    ),
    (
        r"phone|email|contact|extension|mobile|tel",
        [
            "How do I reach {k}?",
            "number for {k}",
            "how can I contact {k}",
            "What do I dial for {k}?",
            "how to get hold of {k}",
        ],
    ),
    (
        r"owner|manager|contact person|leader|teacher|coach|supervisor|responsible|name|person|driver|instructor|supplier",
        [
            "Who is the {c} for {k}?",
            "who looks after {k}",
            "Who runs {k}?",
            "who do I ask about {k}",
            "Who is in charge of {k}?",
        ],
    ),
    (
        r"room|place|location|venue|site|address|hall|office|where|building",
        [
            "Where is {k}?",
            "where do I find {k}",
            "Where does {k} take place?",
            "which place is {k} in",
            "where do I go for {k}",
        ],
    ),
    (
        r"capacity|seats|places|spaces|size|people",
        [
            "How many people fit in {k}?",
            "how big is {k}",
            "How many can {k} take?",
            "what's the maximum for {k}",
        ],
    ),
    (r"year", ["Which year was {k}?", "When was {k}?", "what year {k}"]),
]


def reword_lookup(column: str, key: str, rng: random.Random) -> str:
    """A question for the cell of `column` in the row of `key`."""
    column = re.sub(r"[_\s]+", " ", column).strip()
    shown = column if rng.random() < 0.3 else column.lower()
    for pattern, forms in BY_KIND:
        if re.search(rf"\b(?:{pattern})", column.lower()) and rng.random() < 0.45:
            return _case(rng.choice(forms).format(c=shown, k=key), rng)
    return _case(rng.choice(LOOKUPS).format(c=shown, k=key), rng)


def render_table(header: list[str], rows: list[list[str]], style: int) -> str:
    """Rows as text: 0 lines `Column: value`, 1 and 2 on one line, 3 Markdown, 4 CSV, 5 pairs with `|`."""
    pairs = [[(h, c) for h, c in zip(header, row, strict=False)] for row in rows]
    if style == 0:
        return "\n\n".join("\n".join(f"{h}: {c}" for h, c in p) for p in pairs)
    if style == 1:
        return "\n".join("; ".join(f"{h}: {c}" for h, c in p) for p in pairs)
    if style == 2:
        return "\n".join(", ".join(f"{h}: {c}" for h, c in p if c) for p in pairs)
    if style == 3:
        lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
        return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
    if style == 4:
        return "\n".join([",".join(header), *(",".join(row) for row in rows)])
    return "\n".join(" | ".join(f"{h}: {c}" for h, c in p) for p in pairs)


def roughen(question: str, rng: random.Random) -> str:
    """As people type: now and then no question mark, no capitals, or key words alone."""
    chance = rng.random()
    if chance < 0.12:
        words = [w for w in re.findall(r"[\w\-./'€$£%]+", question) if w.lower() not in STOP]
        if len(words) >= 3:
            return " ".join(words).lower() if rng.random() < 0.7 else " ".join(words)
    if chance < 0.3:
        return question.rstrip("?. ").lower()
    if chance < 0.4:
        return question.rstrip("?. ")
    return question


def _case(question: str, rng: random.Random) -> str:
    return question[0].upper() + question[1:] if rng.random() < 0.45 else question
