"""What Prometheus may read. No label ever holds document text, a question or an id."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ragstudio.records import DocumentStatus
from ragstudio.retrieval.response import SearchResponse
from ragstudio.studio import Studio

_REQUEST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_STAGE_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "ragstudio_http_requests",
            "Requests answered.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "ragstudio_http_request_seconds",
            "Time until a request was answered in full; event streams left out.",
            ["method", "route"],
            buckets=_REQUEST_BUCKETS,
            registry=self.registry,
        )
        self._searches = Counter(
            "ragstudio_searches",
            "Searches by mode and decision.",
            ["mode", "decision"],
            registry=self.registry,
        )
        self._stages = Histogram(
            "ragstudio_search_stage_seconds",
            "Time of each stage of a search.",
            ["stage"],
            buckets=_STAGE_BUCKETS,
            registry=self.registry,
        )

    def observe_studio(self, studio: Studio) -> None:
        """Add what is counted when Prometheus asks."""
        self.registry.register(_CorpusCollector(studio))

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        self._requests.labels(method, route, str(status)).inc()
        if not route.endswith("/events"):
            self._seconds.labels(method, route).observe(seconds)

    def count_search(self, response: SearchResponse) -> None:
        """Count one search and the time of its stages."""
        self._searches.labels(response.mode.value, response.decision.value).inc()
        for stage, milliseconds in response.pipeline.timings_ms.model_dump().items():
            if milliseconds is not None:
                self._stages.labels(stage).observe(milliseconds / 1000)

    def expose(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self.registry)


class _CorpusCollector(Collector):
    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        database, engine = self._studio.database, self._studio.engine.state()
        by_status = database.documents.count_facets()["status"]
        documents = GaugeMetricFamily(
            "ragstudio_documents", "Documents by status.", labels=["status"]
        )
        for status in DocumentStatus:
            documents.add_metric([status.value], by_status.get(status.value, 0))
        yield documents
        yield GaugeMetricFamily("ragstudio_chunks", "Chunks stored.", database.chunks.total())
        entries = GaugeMetricFamily(
            "ragstudio_index_entries", "Entries the search engine holds.", labels=["index"]
        )
        entries.add_metric(["vector"], engine.vectors)
        entries.add_metric(["text"], engine.texts)
        yield entries
        yield GaugeMetricFamily(
            "ragstudio_search_engine_ready", "1 if searches are answered.", float(engine.ready)
        )
        yield GaugeMetricFamily(
            "ragstudio_workers", "Workers this server runs.", len(self._studio.workers.pids())
        )
