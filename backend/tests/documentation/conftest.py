from pathlib import Path

import pytest

from tests.documentation.markdown import Page, read_pages


@pytest.fixture
def pages(repository_root: Path) -> list[Page]:
    """The readme and the guides."""
    return read_pages(repository_root)


@pytest.fixture
def guides(pages: list[Page]) -> dict[str, Page]:
    """The guides by name, without the ending."""
    return {page.path.stem: page for page in pages if page.path.parent.name == "docs"}
