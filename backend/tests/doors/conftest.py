"""Servers whose doors are set otherwise than the shared one's, over the same studio."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import uvicorn
from pydantic import SecretStr

from ragstudio.api.app import create_app
from ragstudio.api.connection import limit_patience
from ragstudio.settings import Settings
from ragstudio.studio import Studio
from tests.running_server import wait_for

TOKEN = "correct-horse-battery-staple"
ORIGIN = "https://wiki.example"
PATIENCE = 1.0


@dataclass
class Door:
    """A server, by HTTP and by bare connections."""

    http: httpx.Client
    server: uvicorn.Server
    port: int

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


@contextmanager
def open_door(studio: Studio, settings: Settings) -> Iterator[Door]:
    """The server as `ragstudio serve` sets it up."""
    config = uvicorn.Config(
        create_app(settings, studio),
        port=0,
        log_config=None,
        ws="none",
        http=limit_patience(settings.client_timeout_seconds),
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        yield Door(http, server, port)
    server.should_exit = True
    thread.join()


def change(settings: Settings, **values: Any) -> Settings:
    return settings.model_copy(update=values)


@pytest.fixture(scope="session")
def narrow(studio: Studio, api_settings: Settings) -> Iterator[Door]:
    """A door with little patience, and one foreign origin listed."""
    settings = change(api_settings, client_timeout_seconds=PATIENCE, cors_origins=ORIGIN)
    with open_door(studio, settings) as door:
        yield door


@pytest.fixture(scope="session")
def guarded(studio: Studio, api_settings: Settings) -> Iterator[Door]:
    """A door that asks for a token."""
    with open_door(studio, change(api_settings, api_token=SecretStr(TOKEN))) as door:
        yield door
