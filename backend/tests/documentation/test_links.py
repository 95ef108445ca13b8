"""Every link and every path in the readme and the guides leads somewhere."""

import re
from pathlib import Path

import pytest

from tests.documentation.markdown import Page

_FOLDERS = ("backend/", "frontend/", "docs/", "evaluations/", "sample-documents/", ".ci/")
_GUIDE_TOPIC = re.compile(r'^ {2}\w+: "([\w-]+)(?:#([\w-]+))?",$', re.MULTILINE)


def _is_external(target: str) -> bool:
    return target.startswith(("https://", "http://127.0.0.1:"))


def test_relative_links_and_anchors_resolve(pages: list[Page]) -> None:
    anchors = {page.path: {anchor for _, _, anchor in page.headings} for page in pages}
    broken = []
    for page in pages:
        for target in page.links:
            if _is_external(target):
                continue
            name, _, anchor = target.partition("#")
            path = (page.path.parent / name).resolve() if name else page.path
            if not path.exists() or (anchor and anchor not in anchors.get(path, set())):
                broken.append(f"{page.path.name}: {target}")
    assert broken == []


def test_guides_link_to_guides_alone(guides: dict[str, Page]) -> None:
    """The interface shows the guides, and a guide only: it has no other files to link to."""
    strangers = [
        f"{page.path.name}: {target}"
        for page in guides.values()
        for target in page.links
        if not _is_external(target) and not re.fullmatch(r"(?:[\w-]+\.md)?(?:#[\w-]+)?", target)
    ]
    assert strangers == []


def test_links_between_guides_never_lead_to_a_title(guides: dict[str, Page]) -> None:
    """The interface gives anchors to the headings below a page's title."""
    titles = {f"{name}.md#{page.headings[0][2]}" for name, page in guides.items()}
    targets = {target for page in guides.values() for target in page.links}
    assert not titles & targets


def test_readme_links_to_every_guide(pages: list[Page], guides: dict[str, Page]) -> None:
    readme = next(page for page in pages if page.path.name == "README.md")
    assert {f"docs/{name}.md" for name in guides} <= set(readme.links)


def test_places_the_interface_links_to_exist(
    repository_root: Path, guides: dict[str, Page]
) -> None:
    source = (repository_root / "frontend" / "src" / "lib" / "guide.ts").read_text()
    topics = _GUIDE_TOPIC.findall(source)
    assert len(topics) > 10
    missing = [
        f"{page}#{anchor}"
        for page, anchor in topics
        if page not in guides
        or (anchor and anchor not in {found for _, _, found in guides[page].headings})
    ]
    assert missing == []


def test_paths_of_the_repository_exist(repository_root: Path, pages: list[Page]) -> None:
    named = {code for page in pages for code in page.code if code.startswith(_FOLDERS)}
    assert named
    missing = [path for path in sorted(named) if not (repository_root / path).exists()]
    assert missing == []


@pytest.mark.parametrize("unwanted", ["TODO", "FIXME", "coming soon", "/home/", "/root/", "/tmp/"])
def test_pages_hold_no_leftovers(pages: list[Page], unwanted: str) -> None:
    holders = [page.path.name for page in pages if unwanted in page.path.read_text()]
    assert holders == []
