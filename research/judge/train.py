"""Trains the judge on groups (public_data.py, everyday.py): wall-clock schedule, checkpoints, a mixture read again as files come.

usage: train.py --start FOLDER --data FOLDER --out FOLDER --minutes 50 [--layers 0,1,2,5]

Loss of a step: binary cross-entropy of `evidence` over all texts (labels smoothed), and listwise cross-entropy of `order`
over the texts of each question that have a rank.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from model import encode, load, read_tokenizer, run

SMOOTH = 0.03


class Mixture:
    """Groups drawn from the files of a folder in proportion to weights.json; looked at again every minute."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng = folder, random.Random(seed)
        self.groups: dict[str, list[dict]] = {}
        self.places: dict[str, int] = {}
        self.weights: dict[str, float] = {}
        self.stamps: dict[str, float] = {}
        self.looked = 0.0

    def _look(self) -> None:
        if time.time() - self.looked < 60:
            return
        self.looked = time.time()
        self.weights = json.loads((self.folder / "weights.json").read_text())
        for file in self.folder.glob("*.json"):
            if file.stem in self.weights and self.stamps.get(file.stem) != file.stat().st_mtime:
                self.stamps[file.stem] = file.stat().st_mtime
                self.groups[file.stem] = json.loads(file.read_text())
                self.rng.shuffle(self.groups[file.stem])
                self.places[file.stem] = 0

    def draw(self, count: int) -> list[dict]:
        """The next groups of randomly chosen sources; a source that is used up starts over."""
        self._look()
        names = [n for n in self.groups if self.weights.get(n, 0) > 0]
        drawn = []
        for name in self.rng.choices(names, [self.weights[n] for n in names], k=count):
            drawn.append(self.groups[name][self.places[name]])
            self.places[name] = (self.places[name] + 1) % len(self.groups[name])
        return drawn


def step_loss(logits: torch.Tensor, groups: list[dict]) -> tuple[torch.Tensor, torch.Tensor]:
    """(evidence, order) losses."""
    labels = torch.tensor([t[1] for g in groups for t in g["texts"]], dtype=torch.float32)
    evidence = F.binary_cross_entropy_with_logits(logits[:, 1], labels * (1 - 2 * SMOOTH) + SMOOTH)
    order, start, count = logits.sum() * 0, 0, 0
    for group in groups:
        ranks = [t[2] for t in group["texts"]]
        used = [start + i for i, r in enumerate(ranks) if r is not None]
        if 1 in ranks and len(used) > 1:
            gold = next(i for i, p in enumerate(used) if ranks[p - start] == 1)
            order = order + F.cross_entropy(logits[used, 0][None], torch.tensor([gold]))
            count += 1
        start += len(ranks)
    return evidence, order / max(1, count)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--start", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--layers", default="")
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--tokens", type=int, default=144)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--save-minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--frozen", type=int, default=0)
    parser.add_argument("--order-weight", type=float, default=0.4)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    layers = [int(n) for n in arguments.layers.split(",")] if arguments.layers else None
    model, tokenizer = (
        load(arguments.start, layers, arguments.frozen),
        read_tokenizer(arguments.start),
    )
    model.train()
    trained = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    decay = [p for n, p in trained if p.dim() > 1 and "classifier" not in n]
    plain = [p for n, p in trained if p.dim() == 1 and "classifier" not in n]
    head = [p for n, p in trained if "classifier" in n]
    optimizer = torch.optim.AdamW(
        [
            {"params": decay, "weight_decay": 0.01, "times": 1},
            {"params": plain, "weight_decay": 0.0, "times": 1},
            {"params": head, "weight_decay": 0.0, "times": 5},
        ],
        lr=arguments.rate,
        betas=(0.9, 0.98),
        fused=True,
    )
    mixture = Mixture(Path(arguments.data), arguments.seed)
    started = saved = time.time()
    step = pairs = 0
    totals = torch.zeros(3)
    while (done := (time.time() - started) / 60 / arguments.minutes) < 1:
        block = mixture.draw(96)
        encoded = [
            encode(tokenizer, [(g["q"], t[0]) for t in g["texts"]], arguments.tokens) for g in block
        ]
        place = sorted(range(len(block)), key=lambda i: max(len(e[0]) for e in encoded[i]))
        steps, current, size = [], [], 0
        for i in place:
            current.append(i)
            size += len(encoded[i])
            if size >= arguments.pairs:
                steps.append(current)
                current, size = [], 0
        mixture.rng.shuffle(steps)
        for chosen in steps:
            done = (time.time() - started) / 60 / arguments.minutes
            if done >= 1:
                break
            rate = arguments.rate * min(1, done / 0.04 + 0.05) * max(0.02, 1 - done)
            for group in optimizer.param_groups:
                group["lr"] = rate * group["times"]
            logits = run(model, [e for i in chosen for e in encoded[i]])
            evidence, order = step_loss(logits, [block[i] for i in chosen])
            (evidence + arguments.order_weight * order).backward()
            torch.nn.utils.clip_grad_norm_([p for _, p in trained], 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step, pairs = step + 1, pairs + len(logits)
            totals += torch.tensor([evidence.item(), order.item(), 1.0])
            if step % 50 == 0:
                spent = time.time() - started
                print(
                    f"{time.strftime('%H:%M:%S')} step {step} pairs {pairs} {pairs / spent:.1f}/s"
                    f" evidence {totals[0] / totals[2]:.3f} order {totals[1] / totals[2]:.3f}",
                    flush=True,
                )
                totals.zero_()
            if time.time() - saved > arguments.save_minutes * 60:
                saved = time.time()
                model.save_pretrained(f"{arguments.out}/step-{step}")
    model.save_pretrained(f"{arguments.out}/final")
    print("saved", step, "steps", pairs, "pairs", flush=True)


if __name__ == "__main__":
    main()
