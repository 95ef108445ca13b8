"""The body of a request, no larger than allowed."""

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

from ragstudio.api.errors import LimitExceeded
from ragstudio.settings import Settings

MOST_BODY_BYTES = 1024 * 1024
# Where a whole archive is the body; its own reader knows its limit.
ARCHIVE_PATH = "/api/archive"


class BoundedBody:
    """`receive` that refuses a body over the limit.

    An upload may hold as many files as `MAX_UPLOAD_FILES`, each of `MAX_UPLOAD_MB`, and 1 MiB of
    all else; the upload's own reader knows its files.
    """

    def __init__(self, scope: Scope, receive: Receive, settings: Settings) -> None:
        headers = Headers(scope=scope)
        self._receive = receive
        self._received = 0
        is_upload = headers.get("content-type", "").lower().startswith("multipart/")
        files = settings.max_upload_files * settings.max_upload_bytes if is_upload else 0
        archive = settings.max_archive_bytes if scope["path"] == ARCHIVE_PATH else 0
        self._limit = MOST_BODY_BYTES + files + archive
        length = headers.get("content-length", "")
        self._announced = int(length) if length.isdecimal() else 0

    async def __call__(self) -> Message:
        """The next message. Raises a 413 once the body is, or says it will be, too large."""
        if self._announced > self._limit:
            raise self._refuse()
        message = await self._receive()
        if message["type"] == "http.request":
            self._received += len(message.get("body", b""))
            if self._received > self._limit:
                raise self._refuse()
        return message

    def _refuse(self) -> LimitExceeded:
        return LimitExceeded(413, {"limit_bytes": self._limit})
