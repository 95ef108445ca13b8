"""Files read piece by piece, so that none is held whole."""

from collections.abc import Iterator
from typing import IO

PIECE_BYTES = 1024 * 1024


def read_pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """What is left of a stream, in pieces of at most a MiB."""
    while piece := stream.read(PIECE_BYTES):
        yield piece
