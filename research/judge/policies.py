"""Training groups about invented organisations: rules by role and edition, permissions, and documents known by identifier.

usage: policies.py OUTPUT
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from surface import roughen

RNG = random.Random(5)
ROLES = [
    "full-time employees",
    "part-time employees",
    "contractors",
    "interns",
    "managers",
    "shift workers",
    "field engineers",
    "new joiners",
]
TEAMS = [
    "Finance",
    "Legal",
    "Facilities",
    "IT Operations",
    "Procurement",
    "Platform",
    "Quality",
    "Logistics",
]
FILLERS = [
    "It applies to all staff and temporary workers.",
    "Exceptions need written approval from the document owner.",
    "The document is reviewed every {k} months.",
    "Records are kept for {k} years.",
    "Training is completed within {k} days of joining.",
    "Questions go to the {t} service desk.",
    "A register of approved cases is maintained by {t}.",
]
RULES = [
    (
        "{k} days",
        [
            "{role} are entitled to {v} of study leave a year.",
            "{role} may take up to {v} off for exams.",
        ],
        ["How much study leave do {role} get?", "time off for exams {role}"],
    ),
    (
        "EUR {k}00",
        ["The yearly training budget for {role} is {v}.", "{role} can spend up to {v} on courses."],
        ["What is the training budget for {role}?", "how much can {role} spend on courses"],
    ),
    (
        "{k} months",
        [
            "Laptops of {role} are replaced every {v}.",
            "The refresh cycle of notebooks for {role} is {v}.",
        ],
        ["How often do {role} get a new laptop?", "laptop replacement {role}"],
    ),
    (
        "{k} weeks",
        ["{role} must give {v} of notice when leaving.", "The notice period for {role} is {v}."],
        ["What notice do {role} have to give?", "how long before leaving must {role} tell you"],
    ),
    (
        "{k} days",
        [
            "Expense claims from {role} are submitted within {v} of the trip.",
            "{role} have {v} to file travel expenses.",
        ],
        ["When is it too late for {role} to claim costs?", "deadline expenses {role}"],
    ),
    (
        "EUR {k}5",
        [
            "On-call weeks are compensated with {v} for {role}.",
            "{role} are paid {v} for a week of standby.",
        ],
        ["What do {role} earn on call?", "standby pay {role}"],
    ),
    (
        "{k} hours",
        [
            "{role} report a lost badge within {v}.",
            "A missing card must be notified by {role} in {v}.",
        ],
        ["My badge is gone, how fast must {role} report it?", "lost badge {role}"],
    ),
]
ACTIONS = [
    "install unlicensed software",
    "approve purchase orders",
    "sign customer contracts",
    "share an access card",
    "speak to the press",
    "book business-class flights",
]
TITLES = [
    "Acceptable Use",
    "Vendor Onboarding",
    "Clean Desk",
    "Data Retention",
    "Badge Access",
    "Change Control",
    "Fire Safety",
    "Mobile Devices",
    "Release Approval",
    "Lone Working",
    "Waste Sorting",
    "Refunds",
]
PREFIXES = ["HR", "FIN", "OPS", "LEG", "QA", "ENG", "SOP", "KB", "POL", "REQ"]


def capitalise(text: str) -> str:
    return text[0].upper() + text[1:]


def filler() -> str:
    return " ".join(
        RNG.choice(FILLERS).format(k=RNG.randint(2, 36), t=RNG.choice(TEAMS))
        for _ in range(RNG.randint(1, 3))
    )


def make_rules() -> list[dict[str, Any]]:
    """The same rules for two roles and, for some, two editions."""
    years = RNG.sample(range(2019, 2027), 2)
    passages: list[tuple[int, str, int | None, str]] = []
    for number in RNG.sample(range(len(RULES)), 4):
        value, statements, _ = RULES[number]
        dated = RNG.random() < 0.4
        for role in RNG.sample(ROLES, 2):
            for year in years if dated else [None]:
                text = capitalise(
                    RNG.choice(statements).format(role=role, v=value.format(k=RNG.randint(2, 40)))
                )
                if year:
                    text = RNG.choice(
                        [f"Effective 1 January {year}: {text}", f"{year} edition. {text}"]
                    )
                passages.append(
                    (number, role, year, RNG.choice([f"{text} {filler()}", f"{filler()} {text}"]))
                )
    groups = []
    for number, role, year, text in RNG.sample(passages, 4):
        question = RNG.choice(RULES[number][2]).format(role=role)
        if year:
            question = f"{question.rstrip('?')} in {year}?"
        same = [p[3] for p in passages if p[0] == number and p[3] != text]
        rest = [p[3] for p in passages if p[0] != number]
        texts = [
            [text, 1, 1],
            *([t, 0, 0] for t in [*RNG.sample(same, min(2, len(same))), RNG.choice(rest)]),
        ]
        groups.append({"q": roughen(question, RNG), "texts": texts[:3], "kind": "policy"})
    other = RNG.choice([r for r in ROLES if all(p[1] != r for p in passages)] or ["apprentices"])
    number, _, _, text = RNG.choice(passages)
    groups.append(
        {
            "q": roughen(RNG.choice(RULES[number][2]).format(role=other), RNG),
            "texts": [[text, 0, None]],
            "kind": "policy-swap",
        }
    )
    action, other_action = RNG.sample(ACTIONS, 2)
    role, role_2 = RNG.sample(ROLES, 2)
    rule = RNG.choice(["{r} may not {a}.", "{r} are allowed to {a} if their manager agrees."])

    def write(r, a):
        return capitalise(rule.format(r=r, a=a)) + " " + filler()

    groups.append(
        {
            "q": roughen(f"{RNG.choice(['Can', 'May'])} {role} {action}?", RNG),
            "kind": "policy",
            "texts": [
                [write(role, action), 1, 1],
                [write(role_2, action), 0, 0],
                [write(role, other_action), 0, 0],
            ],
        }
    )
    return groups


def make_registers() -> list[dict[str, Any]]:
    """Documents by identifier: the right one, neighbours, and one that does not exist."""
    separator = RNG.choice(["-", "-", " ", "_", ""])
    documents = []
    for title in RNG.sample(TITLES, 5):
        code = f"{RNG.choice(PREFIXES)}{separator}{RNG.randint(100, 999)}"
        head = RNG.choice(
            [
                f"{code} {title} Policy",
                f"# {title} Policy\nDocument ID: {code}",
                f"Title: {title}\nCode: {code}",
            ]
        )
        documents.append(
            (
                code,
                title,
                f"{head}\nThis policy sets out the rules for {title.lower()}. Owner: {RNG.choice(TEAMS)}. {filler()}",
            )
        )
    groups = []
    for place in (0, 1, 2):
        code, title, text = documents[place]
        question = RNG.choice(
            [
                f"What is {code} about?",
                code,
                f"Who owns {code}?",
                f"Which document covers {title.lower()}?",
                f"what does {code} say",
            ]
        )
        near = RNG.sample([d[2] for i, d in enumerate(documents) if i != place], 2)
        if code in question:
            number = "".join(c for c in code if c.isdigit())
            near[0] = text.replace(number, str(int(number) + RNG.choice([-1, 1, 10])))
        groups.append(
            {
                "q": question,
                "texts": [[text, 1, 1], [near[0], 0, 0], [near[1], 0, 0]],
                "kind": "register",
            }
        )
    code, _, text = documents[3]
    number = "".join(c for c in code if c.isdigit())
    fake = code.replace(number, str(int(number) + RNG.choice([-1, 1, 10, 100])))
    groups.append(
        {
            "q": RNG.choice([fake, f"Who owns {fake}?", f"What is {fake} about?"]),
            "texts": [[text, 0, None]],
            "kind": "register-missing",
        }
    )
    return groups


def main() -> None:
    groups = [group for _ in range(250) for group in [*make_rules(), *make_registers()]]
    RNG.shuffle(groups)
    Path(sys.argv[1]).write_text(json.dumps(groups))
    print(len(groups), "groups")


if __name__ == "__main__":
    main()
