"""Evaluations over collections that bring their own documents."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from ragstudio.api.dependencies import EvaluationJobsDependency, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.api.multipart import receive_files
from ragstudio.api.studio_facts import describe_configuration
from ragstudio.errors import InvalidRequest
from ragstudio.evaluation.document_collections import read_collection
from ragstudio.evaluation.runner import BOTH_MODES, Plan
from ragstudio.evaluation.runs import EvaluationRun
from ragstudio.retrieval.request import SearchMode

router = APIRouter(
    prefix="/api/evaluations", tags=["evaluations"], responses=document_errors(400, 413, 503)
)

_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "additionalProperties": False,
                    "properties": {
                        "files": {
                            "type": "array",
                            "items": {"type": "string", "format": "binary"},
                            "minItems": 1,
                            "description": "A test_cases.json, or a BEIR-style folder's files.",
                        },
                        "name": {"type": "string", "maxLength": 200, "default": "collection"},
                        "modes": {
                            "type": "string",
                            "description": "`vector`, `hybrid` or both, joined by a comma.",
                        },
                    },
                }
            }
        },
    }
}


@router.post("/collections/runs", status_code=202, summary="Run a collection", openapi_extra=_BODY)
async def start_collection_run(
    request: Request, studio: StudioDependency, jobs: EvaluationJobsDependency
) -> EvaluationRun:
    """Load the collection into a scratch database, ask its questions, and drop the database."""
    names = frozenset({"name", "modes"})
    async with receive_files(request, studio.settings, field_names=names) as form:
        contents = {}
        for received in form.files:
            if received.error is not None:
                raise received.error
            contents[received.upload.filename] = received.upload.stream.read()
        fields = form.fields
    modes = _read_modes(fields.get("modes", ""))

    def start() -> EvaluationRun:
        collection = read_collection(fields.get("name", "collection"), contents)
        plan = Plan(suites=[collection.suite], modes=modes)
        return jobs.start_collection(collection, plan, describe_configuration(studio))

    return await run_in_threadpool(start)


def _read_modes(written: str) -> tuple[SearchMode, ...]:
    try:
        chosen = [SearchMode(name.strip()) for name in written.split(",") if name.strip()]
    except ValueError:
        raise InvalidRequest(
            "modes must be `vector`, `hybrid` or both, joined by a comma.",
            hint="Leave it out for both.",
        ) from None
    return tuple(dict.fromkeys(chosen)) or BOTH_MODES
