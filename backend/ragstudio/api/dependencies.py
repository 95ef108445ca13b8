"""What routes ask for, as typed aliases."""

from typing import Annotated

from fastapi import Depends, Path, Request

from ragstudio.api.admission import check_queue
from ragstudio.api.evaluation_jobs import EvaluationJobs
from ragstudio.api.metrics import Metrics
from ragstudio.api.readiness import ReadinessMonitor
from ragstudio.api.search_slots import SlotsByMode
from ragstudio.api.server_sent_events import Streams
from ragstudio.storage.client import Database
from ragstudio.studio import Studio


def get_studio(request: Request) -> Studio:
    """The running studio."""
    studio: Studio = request.app.state.studio
    return studio


def get_database(request: Request) -> Database:
    """The studio's database."""
    return get_studio(request).database


def get_metrics(request: Request) -> Metrics:
    """The metrics of this application."""
    metrics: Metrics = request.app.state.metrics
    return metrics


def get_readiness(request: Request) -> ReadinessMonitor:
    """What is ready, looked at in the background."""
    monitor: ReadinessMonitor = request.app.state.readiness
    return monitor


def get_evaluation_jobs(request: Request) -> EvaluationJobs:
    """The evaluations that run."""
    jobs: EvaluationJobs = request.app.state.evaluation_jobs
    return jobs


def get_search_slots(request: Request) -> SlotsByMode:
    """The searches that may run at once."""
    slots: SlotsByMode = request.app.state.search_slots
    return slots


def get_streams(request: Request) -> Streams:
    """The event streams that are open."""
    streams: Streams = request.app.state.streams
    return streams


def admit_upload(request: Request) -> None:
    """Let an upload begin. Raises `UploadRateExceeded` and `QueueFull`."""
    studio, rate = get_studio(request), request.app.state.upload_rate
    rate.admit(_client_address(request))
    check_queue(studio.database, studio.settings)


def count_files(request: Request, files: int) -> None:
    """Count the files of an admitted upload, once they are known."""
    request.app.state.upload_rate.charge(_client_address(request), files - 1)


def _client_address(request: Request) -> str:
    return request.client.host if request.client else "an unknown address"


StudioDependency = Annotated[Studio, Depends(get_studio)]
DatabaseDependency = Annotated[Database, Depends(get_database)]
MetricsDependency = Annotated[Metrics, Depends(get_metrics)]
ReadinessDependency = Annotated[ReadinessMonitor, Depends(get_readiness)]
SearchSlotsDependency = Annotated[SlotsByMode, Depends(get_search_slots)]
StreamsDependency = Annotated[Streams, Depends(get_streams)]
EvaluationJobsDependency = Annotated[EvaluationJobs, Depends(get_evaluation_jobs)]
DocumentId = Annotated[str, Path(description="Id of a document.")]
