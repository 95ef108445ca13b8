"""What stands at `/`: the built user interface, or a page that says what is running."""

import base64
import hashlib
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ragstudio.api.studio_facts import describe_system
from ragstudio.settings import locate_resource
from ragstudio.studio import Studio

_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def find_frontend() -> Path | None:
    """The folder of the built user interface: in the package, or in the checkout around it."""
    folder = locate_resource("frontend/dist")
    return folder if folder is not None and (folder / "index.html").is_file() else None


def install_frontend(app: FastAPI, folder: Path | None) -> None:
    """Serve the interface in `folder`, or the start page where there is none."""
    if folder is not None:
        interface = _Interface(directory=folder, html=True)
        app.mount("/", GZipMiddleware(interface, minimum_size=1000), name="interface")
        return
    page = Template((files("ragstudio.api") / "start_page.html").read_text(encoding="utf-8"))

    @app.get("/", include_in_schema=False)
    async def show_start_page(request: Request) -> Response:
        return await run_in_threadpool(_render, page, request.app.state.studio)


class _Interface(StaticFiles):
    """A single-page application: an unknown path without a suffix is its own business."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at `path`, or the page. Raises a 404 below `/api` and for missing files."""
        # As it was asked for: `path` has `..` resolved already.
        if f"{scope['path']}/".startswith("/api/"):
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or Path(path).suffix:
                raise
            response = await super().get_response("index.html", scope)
        response.headers["Content-Security-Policy"] = _POLICY
        # Built assets carry a hash of their content in their name.
        response.headers["Cache-Control"] = (
            "max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        )
        return response


def _render(page: Template, studio: Studio) -> Response:
    """The start page; a studio that asks for a token tells nothing about the corpus here."""
    shown = {"documents": "", "chunks": "", "engine": "", "embedder": "", "reranker": ""}
    if not studio.settings.api_token.get_secret_value():
        facts = describe_system(studio)
        shown = {
            "documents": f"{facts.counts.documents:,}",
            "chunks": f"{facts.counts.chunks:,}",
            "engine": f"{facts.search_engine.name}, {facts.search_engine.detail}",
            "embedder": f"{facts.embedder.name} ({facts.embedder.dimensions} dimensions)",
            "reranker": facts.reranker.name if facts.reranker else "none",
        }
    text = page.substitute(
        {name: escape(value or "ask with the token") for name, value in shown.items()}
    )
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"
    return HTMLResponse(
        text, headers={"Content-Security-Policy": policy, "Cache-Control": "no-store"}
    )
