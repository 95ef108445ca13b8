"""Who may call: the bearer token, and no web page of another site."""

import hmac
import ipaddress

from starlette.datastructures import Headers
from starlette.types import Scope

from ragstudio.errors import StudioError, Unauthorized
from ragstudio.settings import Settings

# A browser cannot send a token with a page or its scripts; they hold nothing of the corpus.
_OPEN_PATHS = ("/api/health", "/api/openapi.json", "/api/docs")
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
        if method not in _SAFE_METHODS and _comes_from_another_site(headers):
            raise CrossSiteRequest(
                "A page of another site may not change this studio.",
                hint="Use the studio's own page, the API from a program, or the CLI.",
            )
        # A foreign name that resolves to this machine (DNS rebinding) makes its page same-origin.
        if self._loopback_only and not is_loopback(_host_name(headers.get("host", ""))):
            raise CrossSiteRequest(
                "This studio answers under localhost only.",
                hint="Open it as http://127.0.0.1, or set API_TOKEN to use another name.",
            )


def _comes_from_another_site(headers: Headers) -> bool:
    """Whether a browser says that the page behind the request is not the studio's own.

    Browsers without Fetch Metadata still name the page's origin; programs send neither.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None or origin is None:
        return site == "cross-site"
    name = origin.partition("://")[2].lower()
    return name != headers.get("host", "").lower() and not is_loopback(_host_name(name))


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
