"""Swagger UI from an installed package: nothing is loaded from another origin."""

from importlib.resources import as_file, files
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import FileResponse, HTMLResponse, Response

_ASSETS = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "favicon.png": "image/png",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; font-src 'self' data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" href="/api/docs/favicon.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
"""
# The description asks for the token, as every call does: that of the interface in this tab, or
# one that is asked for once.
_START = """const KEY = "studio-api-token";

async function load() {
  const token = sessionStorage.getItem(KEY);
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch("/api/openapi.json", { headers });
  if (answer.status !== 401) return answer.json();
  const given = window.prompt("This studio asks for the value of API_TOKEN.");
  if (!given) throw new Error("no token");
  sessionStorage.setItem(KEY, given.trim());
  return load();
}

load().then((spec) => {
  const page = SwaggerUIBundle({
    spec,
    dom_id: "#swagger-ui",
    deepLinking: true,
    persistAuthorization: false,
    validatorUrl: null,
    onComplete: () => {
      const token = sessionStorage.getItem(KEY);
      if (token) page.preauthorizeApiKey("bearer", token);
    },
  });
});
"""


def install_api_docs(app: FastAPI) -> None:
    """Serve `/api/docs` and what it loads."""
    with as_file(files("fastapi_offline") / "static") as folder:
        assets = {name: Path(folder, name) for name in _ASSETS}

    @app.get("/api/docs", include_in_schema=False)
    async def show_api_docs() -> Response:
        page = _PAGE.format(title=f"{app.title}: API")
        return HTMLResponse(page, headers={"Content-Security-Policy": _POLICY})

    @app.get("/api/docs/start.js", include_in_schema=False)
    async def start_api_docs() -> Response:
        return Response(_START, media_type="text/javascript")

    def serve(name: str) -> None:
        @app.get(f"/api/docs/{name}", include_in_schema=False, name=name)
        async def load_asset() -> Response:
            return FileResponse(
                assets[name],
                media_type=_ASSETS[name],
                headers={"Cache-Control": "max-age=86400"},
            )

    for name in _ASSETS:
        serve(name)
