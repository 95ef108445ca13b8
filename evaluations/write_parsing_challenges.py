"""Write the generated documents of `sample-documents/parsing-challenges` anew.

Each holds one thing that parsers get wrong, and a fact that only good parsing keeps whole; the
suite `parsing-challenge-questions.json` asks for it. The files are kept in the repository: run
this only to change one of them. Needs the development packages.
"""

import sys
from pathlib import Path

from parsing_challenges import data_files, office_files, page_files, text_files

FOLDER = Path(__file__).resolve().parents[1] / "sample-documents" / "parsing-challenges"


def main() -> None:
    """Write every file, into the folder named or into the sample documents."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for module in (data_files, office_files, page_files, text_files):
        for filename, write in module.FILES.items():
            write(folder / filename)


if __name__ == "__main__":
    main()
