"""A run as one HTML page that needs nothing else: no script, no font, no network."""

from ragstudio.evaluation.comparison import RunComparison
from ragstudio.evaluation.runs import EvaluationRun

_TEMPLATE = "run_report.html"


def render_html(run: EvaluationRun, comparison: RunComparison | None = None) -> str:
    """The page, with the comparison to a baseline if one is given. Values are escaped."""
    # Imported late: only a report needs it.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("ragstudio.evaluation", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["figure"] = _format
    return environment.get_template(_TEMPLATE).render(run=run, comparison=comparison)


def _format(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
