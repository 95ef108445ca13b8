"""The search engine that the settings name."""

from ragstudio.records import EmbeddingSpace
from ragstudio.search.atlas.engine import AtlasSearchEngine
from ragstudio.search.base import SearchEngine
from ragstudio.search.local.engine import LocalSearchEngine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database


def build_engine(settings: Settings, database: Database, space: EmbeddingSpace) -> SearchEngine:
    """The engine of `SEARCH_ENGINE` over the chunks of `database`; not yet started."""
    if settings.search_engine == "atlas":
        return AtlasSearchEngine(database.chunk_collection(), space.model, space.dimensions)
    return LocalSearchEngine(database.chunk_feed, space.model, space.dimensions)
