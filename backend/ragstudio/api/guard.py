"""Who may call: the bearer token, and no web page of another site."""

import hmac
import ipaddress

from starlette.datastructures import Headers
from starlette.types import Scope

from ragstudio.errors import StudioError, Unauthorized
from ragstudio.settings import Settings

# A browser cannot send a token with a page or its scripts, and whoever looks whether the process
# lives has none: these hold nothing of the corpus, and the description is not among them.
_OPEN_PATHS = ("/api/health", "/api/docs")
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class CrossSiteRequest(StudioError):
    """A web page of another site tried to change something, or reached a local studio by name."""

    code = "cross_site_request"
    status = 403


class Guard:
    """Checks every request before a route sees it."""

    def __init__(self, settings: Settings) -> None:
        self._token = settings.api_token.get_secret_value().encode()
        self._loopback_only = not self._token and is_loopback(settings.host)
        self._allowed_origins = settings.allowed_origins

    def check(self, scope: Scope) -> None:
        """Raises `Unauthorized` and `CrossSiteRequest`."""
        headers = Headers(scope=scope)
        self._check_site(scope["method"], headers)
        path: str = scope["path"]
        is_open = any(
            path == open_path or path.startswith(f"{open_path}/") for open_path in _OPEN_PATHS
        )
        if self._token and path.startswith("/api") and not is_open:
            self._check_token(headers.get("authorization", ""))

    def _check_token(self, authorization: str) -> None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(
            token.strip().encode("latin-1"), self._token
        ):
            raise Unauthorized(
                "This studio asks for a token, and the call did not carry the right one.",
                hint="Send the header `Authorization: Bearer` followed by the value of API_TOKEN.",
            )

    def _check_site(self, method: str, headers: Headers) -> None:
        if method not in _SAFE_METHODS and self._comes_from_another_site(headers):
            raise CrossSiteRequest(
                "A page of another site may not change this studio.",
                hint="Use the studio's own page, the API from a program, or the CLI; or list the "
                "page's origin in CORS_ORIGINS.",
            )
        # A foreign name that resolves to this machine (DNS rebinding) makes its page same-origin.
        if self._loopback_only and not is_loopback(_host_name(headers.get("host", ""))):
            raise CrossSiteRequest(
                "This studio answers under localhost only.",
                hint="Open it as http://127.0.0.1, or set API_TOKEN to use another name.",
            )

    def _comes_from_another_site(self, headers: Headers) -> bool:
        """Whether a browser says that the page behind the request is neither ours nor listed.

        Programs say nothing. A page of another port on this machine is another site's, too:
        whatever is served there did not come from the studio.
        """
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site in ("same-origin", "none") or (site is None and origin is None):
            return False
        if origin in self._allowed_origins:
            return False
        if origin is None or site == "cross-site":
            return True
        return origin.partition("://")[2].lower() != headers.get("host", "").lower()


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine alone."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host_name(host: str) -> str:
    """The host of a `Host` header, without port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
