"""The headers every answer carries, whoever writes it."""

SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# For all that is no page of the studio's own.
API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
