"""Training groups in everyday words, from the hand-written bank everyday.txt; everything here is invented.

A line of the bank is `value type; qualifiers :: statements :: questions`; `??` lines are questions that a topic does not answer.
Built from it: passages with one answering sentence among others, the same passage without it, the same rule for another qualifier
or in another year, superseded and amended rules, tables of all qualifiers with a row missing, and questions not answered at all.

usage: everyday.py OUTPUT COUNT
"""

import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from surface import render_table, roughen

RNG = random.Random(77)
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
PEOPLE = [
    f"{a} {b}"
    for a in [
        "Ana",
        "Ben",
        "Carla",
        "Dev",
        "Edith",
        "Farid",
        "Gwen",
        "Henk",
        "Ida",
        "Joel",
        "Kim",
        "Lars",
        "Mina",
        "Otto",
        "Rosa",
    ]
    for b in [
        "Alder",
        "Brandt",
        "Castle",
        "Doyle",
        "Ekman",
        "Frost",
        "Gill",
        "Holt",
        "Ivers",
        "Keane",
        "Lund",
    ]
]
SITES = [
    "Northgate",
    "Southend",
    "Westbrook",
    "Easton",
    "Millfield",
    "Harbour",
    "Riverside",
    "Oakley",
    "Kingsmead",
    "Longley",
    "Fairview",
    "Ashby",
]


def make_value(kind: str) -> str:
    """A random value of a type, as text."""
    n = RNG.randint
    whole = n(2, 60)
    return {
        "eur": lambda: RNG.choice(
            [
                f"€{n(1, 90)}",
                f"{n(1, 90)}.{RNG.choice(['50', '00', '20'])} euros",
                f"£{n(1, 300)}",
                f"EUR {n(5, 400)}",
                f"${n(3, 200)}",
            ]
        ),
        "num": lambda: str(whole),
        "days": lambda: RNG.choice([f"{n(2, 30)} days", f"{n(2, 15)} working days"]),
        "weeks": lambda: f"{n(2, 12)} weeks",
        "months": lambda: f"{n(2, 24)} months",
        "years": lambda: f"{n(2, 10)} years",
        "hours": lambda: f"{n(2, 72)} hours",
        "minutes": lambda: f"{n(5, 90)} minutes",
        "sec": lambda: f"{n(2, 90)} seconds",
        "time": lambda: RNG.choice(
            [
                f"{n(7, 22)}:{RNG.choice(['00', '15', '30', '45'])}",
                f"{n(1, 11)} pm",
                f"{n(1, 11)}.30 pm",
            ]
        ),
        "age": lambda: str(n(5, 25)),
        "temp": lambda: f"{n(-30, 95)} °C",
        "day": lambda: RNG.choice(DAYS),
        "gb": lambda: f"{n(2, 500)} GB",
        "mb": lambda: f"{n(2, 900)} MB",
        "ver": lambda: f"{n(1, 9)}.{n(0, 20)}",
        "bar": lambda: f"{n(2, 8)}.{n(0, 9)} bar",
        "phone": lambda: f"0{n(20, 99)} {n(100, 999)} {n(1000, 9999)}",
        "kg": lambda: f"{n(1, 900)} kg",
        "km": lambda: f"{n(50, 3000)} km",
        "pct": lambda: f"{n(30, 80)} per cent",
        "colour": lambda: RNG.choice(
            ["red", "blue", "green", "yellow", "grey", "brown", "white", "black"]
        ),
        "person": lambda: RNG.choice(PEOPLE),
        "place": lambda: RNG.choice([f"room {n(1, 40)}", f"hall {RNG.choice('ABCDEF')}"]),
        "date": lambda: f"{n(1, 28)} {RNG.choice(MONTHS)}",
        "no": lambda: "",
    }[kind]()


@dataclass
class Fact:
    """One rule of a topic, its ways to be written, and its ways to be asked for."""

    kind: str
    qualifiers: list[str]
    statements: list[str]
    questions: list[str]

    def write(self, qualifier: str, value: str) -> str:
        """The rule as a sentence."""
        text = RNG.choice(self.statements).format(v=value, w=qualifier, n=RNG.randint(2, 6))
        return text[0].upper() + text[1:]

    def ask(self, qualifier: str, value: str) -> str:
        """A question it answers."""
        return RNG.choice(self.questions).format(v=value, w=qualifier)


def read_bank(text: str) -> dict[str, tuple[list[Fact], list[str]]]:
    """Topic: its facts and the questions nothing in it answers."""
    topics: dict[str, tuple[list[Fact], list[str]]] = {}
    facts: list[Fact] = []
    absent: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        if line.startswith("# "):
            facts, absent = [], []
            topics[line[2:]] = (facts, absent)
        elif line.startswith("?? "):
            absent += [q.strip() for q in line[3:].split(" | ")]
        else:
            head, statements, questions = line.split(" :: ")
            kind, _, qualifiers = head.partition(";")
            facts.append(
                Fact(
                    kind.strip(),
                    [q.strip() for q in qualifiers.split("/")] if qualifiers else [""],
                    statements.split(" | "),
                    questions.split(" | "),
                )
            )
    return topics


Line = tuple[Fact, str, str, str]  # fact, qualifier, value, sentence


def shape(title: str, sentences: list[str]) -> str:
    """Sentences as a passage: prose, list or paragraphs, with or without a heading."""
    body = RNG.choice(
        [
            " ".join,
            " ".join,
            "\n".join,
            lambda s: "\n".join(f"- {x}" for x in s),
            "\n\n".join,
        ]
    )(sentences)
    head = RNG.choice(
        ["", "", f"## {title.capitalize()}\n", f"{title.capitalize()}\n\n", f"# Rules ({title})\n"]
    )
    return head + body


def write_world(title: str, facts: list[Fact]) -> list[Line]:
    """Every rule of a topic with a value for most of its qualifiers."""
    lines = []
    for fact in facts:
        kept = RNG.sample(fact.qualifiers, max(1, len(fact.qualifiers) - RNG.randrange(3)))
        for qualifier in kept:
            value = make_value(fact.kind)
            lines.append((fact, qualifier, value, fact.write(qualifier, value)))
    return lines


def make_groups(
    title: str, facts: list[Fact], absent: list[str], foreign: list[str]
) -> list[dict[str, Any]]:
    """Groups over one invented world of a topic."""
    lines = write_world(title, facts)
    groups = []

    def texts_of(chosen):
        return [c[3] for c in chosen]

    for fact, qualifier, value, sentence in RNG.sample(lines, min(9, len(lines))):
        question = fact.ask(qualifier, value)
        others = [x for x in lines if x[0] is not fact]
        same = [x for x in lines if x[0] is fact and x[1] != qualifier]
        company = RNG.sample(others, RNG.choice([0, 0, 1, 1, 2, 3, 5]) if len(others) > 5 else 1)
        mixed = texts_of(company) + (
            texts_of(RNG.sample(same, min(2, len(same)))) if RNG.random() < 0.3 else []
        )
        whole = [*mixed, sentence]
        RNG.shuffle(whole)
        texts: list[list[Any]] = [[shape(title, whole), 1, 1]]
        without = [s for s in whole if s != sentence and s not in texts_of(same)] or texts_of(
            RNG.sample(others, 2)
        )
        texts.append([shape(title, without), 0, 0])
        chance = RNG.random()
        if same:
            texts.append(
                [
                    shape(
                        title,
                        texts_of(company[:2])
                        + texts_of(RNG.sample(same, min(len(same), RNG.choice([1, 1, 2])))),
                    ),
                    0,
                    0,
                ]
            )
        if chance < 0.15:  # the same place has the rule, another asks
            here, there = RNG.sample(SITES, 2)
            question = RNG.choice(
                [
                    f"{question.rstrip('?')} at {here}?",
                    f"{question.rstrip('?')} in {here}",
                    f"{here}: {question}",
                ]
            )
            texts = [
                [f"{here}. {texts[0][0]}", 1, 1],
                [f"{there}. {RNG.choice([texts[0][0], sentence])}", 0, 0],
                *texts[1:2],
            ]
        elif chance < 0.3:
            year = RNG.randint(2018, 2027)
            near = year + RNG.choice([-1, 1, 2, -2])
            form = RNG.choice(
                [
                    "Valid for {y}: {s}",
                    "Rules {y}\n{s}",
                    "{s} (as of {y})",
                    "{s} Effective 1 January {y}.",
                ]
            )
            question = RNG.choice(
                [
                    f"{question.rstrip('?')} in {year}?",
                    f"{year} {question}",
                    f"{question.rstrip('?')} under the {year} rules",
                ]
            )
            other = fact.write(qualifier, make_value(fact.kind))
            texts = [
                [form.format(y=year, s=texts[0][0]), 1, 1],
                [form.format(y=near, s=other), 0, 0],
                *texts[1:2],
            ]
        elif (
            chance < 0.36 and fact.kind != "no"
        ):  # superseded: both speak of it, the amended one is first
            old = fact.write(qualifier, make_value(fact.kind))
            texts = [
                [
                    f"Amendment: with immediate effect, {sentence[0].lower() + sentence[1:]} This replaces the earlier rule.",
                    1,
                    1,
                ],
                [
                    shape(title, [old, *texts_of(company[:1])])
                    + "\n(No longer in force, replaced by an amendment.)",
                    0,
                    0,
                ],
                *texts[1:2],
            ]
        elif chance < 0.46:
            texts.append([RNG.choice(foreign), 0, 0])
        groups.append({"q": roughen(question, RNG), "texts": texts[:4], "kind": "everyday"})
        if RNG.random() < 0.45:  # nothing answers
            if RNG.random() < 0.5 and len(fact.qualifiers) > 1:
                gone = RNG.choice([w for w in fact.qualifiers if w != qualifier])
                wrong = fact.ask(gone, value)
                groups.append(
                    {
                        "q": roughen(wrong, RNG),
                        "texts": [[shape(title, [sentence, *texts_of(company[:3])]), 0, None]],
                        "kind": "everyday-swap",
                    }
                )
            else:
                groups.append(
                    {
                        "q": roughen(RNG.choice(absent), RNG),
                        "kind": "everyday-absent",
                        "texts": [[shape(title, whole), 0, None], [shape(title, without), 0, None]][
                            : RNG.randint(1, 2)
                        ],
                    }
                )
    return groups


ITEMS = {
    "class": "beginners ballet/advanced ballet/street dance/salsa/tap/jazz/ballroom/tango/parent and child/over 60s",
    "room": "Blue Room/Green Room/Red Room/Garden Suite/Attic/Long Gallery/Cellar/Studio 1/Studio 2/Studio 3",
    "activity": "canoeing/archery/climbing wall/orienteering/raft building/night walk/pottery/beekeeping/judo/fencing",
    "item": "ladder/drill/pressure washer/projector/gazebo/tent/trailer/sander/chainsaw/stage light",
    "service": "nail trim/haircut/oil change/tyre swap/eye test/key cutting/shoe repair/screen repair/dry cleaning/alterations",
    "route": "Line 1/Line 2/Line 4/Line 7/Airport shuttle/Night bus/School bus/Harbour line/Line 12/Line 14",
    "product": "AX-100/AX-110/AX-200/BX-100/BX-120/CR-7/CR-8/D450/D455/E12",
    "member": "Tom Reed/Sue Park/Ali Shah/Eva Holm/Max Lind/Jo Bell/Ida Wood/Sam Cole/Liv Berg/Ray Dunn",
    "server": "db-01/db-02/web-01/web-02/cache-1/cache-2/build-3/build-4/mail-1/mail-2",
    "plant": "tomato/basil/leek/carrot/fennel/chard/pea/radish/beet/kale",
    "country": "Norway/Spain/Chile/Japan/Kenya/Canada/Greece/Latvia/Ireland/Portugal",
    "team": "under 9/under 11/under 13/under 15/ladies/first team/reserves/veterans/walking football/trialists",
}
COLUMNS = {
    "price": (
        "eur",
        [
            "how much is {k}",
            "what does {k} cost",
            "What would I pay for {k}?",
            "{k} price",
            "is {k} expensive",
        ],
    ),
    "day": (
        "day",
        ["which day is {k}", "When is {k} on?", "what day do I come for {k}", "{k} day"],
    ),
    "starts": (
        "time",
        [
            "what time does {k} start",
            "When do I need to be there for {k}?",
            "{k} start time",
            "how early is {k}",
        ],
    ),
    "duration": (
        "minutes",
        [
            "how long does {k} take",
            "how many minutes is {k}?",
            "{k} how long",
            "How much time should I plan for {k}?",
        ],
    ),
    "minimum age": (
        "age",
        [
            "how old do you have to be for {k}",
            "is my 8 year old too young for {k}",
            "What's the youngest for {k}?",
            "age limit {k}",
        ],
    ),
    "places": (
        "num",
        [
            "how many people can do {k}",
            "How many fit in {k}?",
            "size of {k}",
            "what's the limit on numbers for {k}",
        ],
    ),
    "contact": (
        "person",
        ["who do I ask about {k}", "Who is responsible for {k}?", "who runs {k}", "{k} who"],
    ),
    "phone": (
        "phone",
        [
            "number for {k}",
            "how do I ring someone about {k}",
            "What's the phone for {k}?",
            "call about {k}",
        ],
    ),
    "deposit": (
        "eur",
        [
            "do I leave a deposit for {k}",
            "How much is the deposit on {k}?",
            "{k} deposit",
            "security money for {k}",
        ],
    ),
    "room": (
        "place",
        ["where is {k}", "Which room is {k} in?", "where do I go for {k}", "{k} location"],
    ),
    "weight": ("kg", ["how heavy is {k}", "What does {k} weigh?", "{k} weight"]),
    "warranty": (
        "months",
        ["how long is {k} guaranteed", "Is there a guarantee on {k}?", "{k} warranty"],
    ),
    "notice": (
        "days",
        ["how early do I have to ask for {k}", "How much notice for {k}?", "{k} notice"],
    ),
    "colour": ("colour", ["what colour is {k}", "{k} colour", "Which colour does {k} have?"]),
    "last checked": (
        "date",
        ["when was {k} last checked", "Date of the last check of {k}?", "{k} checked when"],
    ),
    "temperature": ("temp", ["how warm is {k}", "What temperature does {k} need?", "{k} degrees"]),
    "storage": ("gb", ["how much space does {k} have", "How big is {k}?", "{k} disk"]),
    "season": ("date", ["when does the season start for {k}", "{k} season", "From when is {k}?"]),
}


def make_table_groups() -> list[dict[str, Any]]:
    """Groups over one invented table: the row, other rows, a missing row, a missing column."""
    kind = RNG.choice(list(ITEMS))
    items = ITEMS[kind].split("/")
    RNG.shuffle(items)
    shown, gone = items[:7], items[7:]
    names = RNG.sample(list(COLUMNS), 5)
    columns, missing = names[: RNG.randint(2, 4)], names[4:]
    head = [
        RNG.choice([kind, kind.capitalize(), "name", "Name"]),
        *(RNG.choice([c, c.capitalize(), c.replace(" ", "_")]) for c in columns),
    ]
    rows = {item: [item, *(make_value(COLUMNS[c][0]) for c in columns)] for item in shown}
    style = RNG.choice([0, 0, 0, 1, 2, 3, 4, 5])

    def ask(column, item):
        return RNG.choice(
            [*COLUMNS[column][1], f"{column} of {{k}}", f"What is the {column} for {{k}}?"]
        ).format(k=item)

    def draw(chosen):
        return render_table(head, [rows[i] for i in chosen], style)

    groups = []
    for _ in range(4):
        column, item = RNG.choice(columns), RNG.choice(shown)
        others = [i for i in shown if i != item]
        words = set(item.lower().replace("-", " ").split())
        others.sort(
            key=lambda i: (-len(words & set(i.lower().replace("-", " ").split())), RNG.random())
        )
        block = [item] if RNG.random() < 0.6 else RNG.sample([item, *RNG.sample(others, 2)], 3)
        several = draw(RNG.sample(others, 3)) if len(block) > 1 else draw([RNG.choice(others)])
        groups.append(
            {
                "q": roughen(ask(column, item), RNG),
                "kind": "rows",
                "texts": [[draw(block), 1, 1], [draw([others[0]]), 0, 0], [several, 0, 0]],
            }
        )
    item = RNG.choice(gone)
    words = set(item.lower().replace("-", " ").split())
    near = max(
        shown, key=lambda i: (len(words & set(i.lower().replace("-", " ").split())), RNG.random())
    )
    groups.append(
        {
            "q": roughen(ask(RNG.choice(columns), item), RNG),
            "kind": "rows-missing",
            "texts": [[draw([near]), 0, None], [draw(RNG.sample(shown, 3)), 0, None]],
        }
    )
    item = RNG.choice(shown)
    groups.append(
        {
            "q": roughen(ask(missing[0], item), RNG),
            "kind": "rows-nocolumn",
            "texts": [[draw([item]), 0, None]],
        }
    )
    return groups


def main() -> None:
    topics = read_bank((Path(__file__).parent / "everyday.txt").read_text(encoding="utf-8"))
    count, groups = int(sys.argv[2]), []
    while len(groups) < count:
        title = RNG.choice(list(topics))
        other = RNG.choice([t for t in topics if t != title])
        foreign = [shape(other, [x[3] for x in write_world(other, topics[other][0])[:2]])]
        groups += make_groups(title, *topics[title], foreign)
        groups += make_table_groups()
    RNG.shuffle(groups)
    Path(sys.argv[1]).write_text(json.dumps(groups))
    print(len(groups), "groups")


if __name__ == "__main__":
    main()
