"""Every setting stands in `.env.example` and in the guide, with its default."""

import re
from pathlib import Path

from ragstudio.settings import Settings

_EXAMPLE_LINE = re.compile(r"^#([A-Z_]+)=(.*)$")


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, "get_secret_value"):
        return str(value.get_secret_value())
    if isinstance(value, Path):
        return f"./{value}"
    return str(value)


def test_env_example_shows_every_setting_with_its_default(repository_root: Path) -> None:
    lines = (repository_root / ".env.example").read_text().splitlines()
    shown = {match[1]: match[2] for line in lines if (match := _EXAMPLE_LINE.match(line))}
    expected = {
        name.upper(): _shown(field.default) for name, field in Settings.model_fields.items()
    }
    assert shown == expected


def test_configuration_guide_has_a_row_for_every_setting(repository_root: Path) -> None:
    guide = (repository_root / "docs" / "configuration.md").read_text()
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| `?([^|`]*)`? \|", guide, flags=re.MULTILINE))
    expected = {
        name.upper(): _shown(field.default) or "empty"
        for name, field in Settings.model_fields.items()
    }
    assert rows == expected
