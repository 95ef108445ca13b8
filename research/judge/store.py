"""Writes trained weights as the package stores them (fp16), and says how much the logits move.

usage: store.py TRAINED TOKENIZER_FOLDER TARGET
"""

import json
import random
import shutil
import sys
from pathlib import Path

import torch
from model import encode, load, read_tokenizer, run

MAX_LENGTH = 256
TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json")


def main() -> None:
    trained, tokenizer_folder, target = (Path(a) for a in sys.argv[1:4])
    model = load(str(trained)).eval()
    target.mkdir(parents=True, exist_ok=True)
    for name in TOKENIZER_FILES:
        if (tokenizer_folder / name).resolve() != (target / name).resolve():
            shutil.copy(tokenizer_folder / name, target / name)
    words = (Path(__file__).parent / "everyday.txt").read_text(encoding="utf-8").split(" | ")
    rng = random.Random(1)
    pairs = [(rng.choice(words)[:120], " ".join(rng.sample(words, 6))[:700]) for _ in range(64)]
    encoded = encode(read_tokenizer(str(target)), pairs, MAX_LENGTH)
    with torch.no_grad():
        before = run(model, encoded)
    model.half().save_pretrained(target)
    file = target / "config.json"
    config = json.loads(file.read_text())
    config["sentence_transformers"] = {
        "activation_fn": "torch.nn.modules.activation.Sigmoid",
        "version": "6.2.0",
    }
    file.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")
    with torch.no_grad():
        after = run(load(str(target)).eval(), encoded)
    print("largest difference of a logit", float((before - after).abs().max()))
    print("bytes", sum(f.stat().st_size for f in target.iterdir()))


if __name__ == "__main__":
    main()
