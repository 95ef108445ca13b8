"""Configuration: every variable, its default, its unit and its check in one place.

Values come from the environment and from `.env` in the working directory; the environment wins.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Literal, Self

from pydantic import AliasChoices, Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

DEFAULT_EMBEDDING_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
AUTOMATIC = "auto"
SMALLEST_CHUNK = 50
LARGEST_CHUNK = 20_000
# As browsers write the header `Origin`.
_ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?")


Precision = Literal["auto", "float32", "bfloat16"]


class Settings(BaseSettings):
    """All settings. Raises `pydantic.ValidationError` when values make no sense together."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True
    )

    mongodb_uri: SecretStr = Field(
        SecretStr(""), description="MongoDB to use; empty starts the embedded one."
    )
    mongodb_database: str = Field(
        "ragstudio", pattern=r"^[A-Za-z0-9_-]{1,38}$", description="Name of the database."
    )
    data_dir: Path = Field(
        Path("./.data"), description="Where the embedded MongoDB keeps its files."
    )
    host: str = Field("127.0.0.1", description="Address the API listens on.")
    port: int = Field(8000, ge=0, le=65535, description="Port the API listens on; 0 takes any.")
    api_token: SecretStr = Field(
        SecretStr(""), description="Bearer token every API call must carry; empty asks for none."
    )
    cors_origins: str = Field(
        "",
        description="Origins whose pages may call the API, joined by commas; empty allows none.",
    )
    client_timeout_seconds: float = Field(
        30.0,
        gt=0,
        le=3600,
        description="Longest a client may take for its headers, and for each 64 KiB either way.",
    )
    workers: int = Field(
        1, ge=0, le=64, description="Worker processes that `ragstudio serve` starts."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Lowest level of the structured log."
    )

    search_engine: Literal["local", "atlas"] = Field(
        "local",
        description="Candidate engine: in this process, or MongoDB Atlas at `MONGODB_URI`.",
    )
    embedding_model: str = Field(
        DEFAULT_EMBEDDING_MODEL, min_length=1, description="Embedder: a model name or a folder."
    )
    embedding_precision: Precision = Field(
        "auto",
        description="Number format of the embedder; `auto` is bfloat16 where the processor is made "
        "for it.",
    )
    reranker_model: str = Field(
        "auto",
        min_length=1,
        description="Cross-encoder: `auto`, `offline`, `none`, a model name or a folder.",
    )
    inference_threads: int = Field(
        0, ge=0, le=256, description="CPU threads a model may use; 0 takes every core."
    )

    chunk_strategy: Literal[
        "auto", "recursive", "structure", "rows", "windows", "sentences", "parent"
    ] = Field("auto", description="How documents are cut; `auto` goes by the kind of file.")
    chunk_size: int = Field(
        1000, ge=SMALLEST_CHUNK, le=LARGEST_CHUNK, description="Chunk size in characters."
    )
    chunk_overlap: int = Field(180, ge=0, description="Overlap of chunks in characters.")
    candidates: int = Field(30, ge=1, le=500, description="Candidates per branch in a search.")
    rrf_k: int = Field(60, ge=1, le=10_000, description="Constant k of reciprocal rank fusion.")
    minimum_score: float | None = Field(
        None,
        ge=0.0,
        le=1.0,
        description="Abstention threshold on the reranker score (0 to 1); "
        "empty uses the reranker's own.",
    )

    clarify_gate: Literal["auto", "local", "off"] = Field(
        "auto",
        description="Who decides whether to ask back; `auto` is the OpenRouter gate where it has "
        "a key and consent, else the local one.",
    )
    ambiguity_max_passages: int = Field(
        6, ge=2, le=20, description="Most passages a clarify gate looks at."
    )
    ambiguity_margin: float = Field(
        0.05,
        ge=0.0,
        le=1.0,
        description="Largest gap of the two best scores for the OpenRouter gate to be asked.",
    )
    openrouter_api_key: SecretStr = Field(
        SecretStr(""), description="Key of the OpenRouter gate; empty: nothing leaves the machine."
    )
    openrouter_model: str = Field(
        "openai/gpt-4.1-mini", min_length=1, description="Model of the OpenRouter gate."
    )
    openrouter_base_url: str = Field(
        "https://openrouter.ai/api/v1",
        pattern=r"^https?://[^\s/]+",
        description="Where the OpenRouter gate's model answers.",
    )
    openrouter_timeout_seconds: float = Field(
        10.0, gt=0, le=120, description="Longest wait for the OpenRouter gate's model, in seconds."
    )

    llm_base_url: str = Field(
        "",
        pattern=r"^(https?://[^\s/]+\S*)?$",
        description="OpenAI-compatible address of a language model, such as "
        "http://127.0.0.1:11434/v1; empty: none is used.",
    )
    llm_model: str = Field("", description="Model to ask for at LLM_BASE_URL.")
    llm_api_key: SecretStr = Field(
        SecretStr(""), description="Key for LLM_BASE_URL; empty sends none."
    )
    llm_timeout_seconds: float = Field(
        60.0, gt=0, le=600, description="Longest a written answer may take, in seconds."
    )

    max_upload_mb: int = Field(50, ge=1, le=1024, description="Largest file, in MiB.")
    max_archive_mb: int = Field(
        4096, ge=1, le=1_048_576, description="Largest archive to import, in MiB."
    )
    minimum_free_disk_mb: int = Field(
        256, ge=0, description="Disk space that uploads leave free, in MiB."
    )
    max_upload_files: int = Field(200, ge=1, le=10_000, description="Most files in one upload.")
    uploads_per_minute: int = Field(
        3000, ge=1, le=1_000_000, description="Most files one address may upload in a minute."
    )
    max_queued_documents: int = Field(
        10_000,
        ge=1,
        le=10_000_000,
        description="Queued documents from which on uploads have to wait.",
    )
    parse_timeout_seconds: int = Field(
        120, ge=1, le=3600, description="Longest a file may take to parse, in seconds."
    )
    parse_memory_mb: int = Field(
        1024, ge=128, le=65_536, description="Memory a parser may take, in MiB."
    )
    include_hidden_content: bool = Field(
        False,
        description="Read what a file hides (sheets, rows, columns, slides, text) as evidence.",
    )
    lease_seconds: int = Field(
        30, ge=2, le=3600, description="How long a silent worker keeps its document, in seconds."
    )
    max_attempts: int = Field(
        3, ge=1, le=20, description="Attempts before a document is marked failed."
    )
    orphan_grace_minutes: int = Field(
        60, ge=0, description="Age at which leftovers of a broken upload are swept, in minutes."
    )
    hub_timeout_seconds: float = Field(
        5.0, gt=0, le=600, description="Longest wait for the model hub at start-up, in seconds."
    )
    hf_hub_offline: bool = Field(
        False,
        validation_alias=AliasChoices("hf_hub_offline"),
        description="Never ask the model hub for files.",
    )

    @field_validator("chunk_strategy", mode="before")
    @classmethod
    def _read_empty_as_automatic(cls, value: object) -> object:
        return AUTOMATIC if value == "" else value

    @field_validator("minimum_score", mode="before")
    @classmethod
    def _read_empty_as_unset(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("data_dir", mode="before")
    @classmethod
    def _refuse_no_directory(cls, value: object) -> object:
        # An empty path would be the working directory, which is not the studio's to take over.
        if isinstance(value, str) and not value.strip():
            raise ValueError("must name a directory")
        return value

    @field_validator("cors_origins")
    @classmethod
    def _refuse_all_but_origins(cls, value: str) -> str:
        for origin in _split(value):
            if _ORIGIN.fullmatch(origin) is None:
                raise ValueError(
                    f"{origin!r} is no origin: write it as https://name or http://name:port"
                )
        return value

    @model_validator(mode="after")
    def _check_overlap(self) -> Self:
        if self.chunk_overlap >= self.chunk_size:
            raise ValueError(
                f"CHUNK_OVERLAP ({self.chunk_overlap}) must be smaller than "
                f"CHUNK_SIZE ({self.chunk_size})"
            )
        return self

    @model_validator(mode="after")
    def _check_engine(self) -> Self:
        if self.search_engine == "atlas" and self.uses_embedded_database:
            raise ValueError(
                "SEARCH_ENGINE=atlas needs MONGODB_URI: the embedded MongoDB has no Atlas Search"
            )
        return self

    @model_validator(mode="after")
    def _check_language_model(self) -> Self:
        if self.llm_base_url and not self.llm_model:
            raise ValueError("LLM_BASE_URL needs LLM_MODEL: the name of the model there")
        return self

    @property
    def max_upload_bytes(self) -> int:
        """`MAX_UPLOAD_MB` in bytes."""
        return self.max_upload_mb * 1024 * 1024

    @property
    def max_archive_bytes(self) -> int:
        """`MAX_ARCHIVE_MB` in bytes."""
        return self.max_archive_mb * 1024 * 1024

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """`CORS_ORIGINS`, one by one."""
        return tuple(_split(self.cors_origins))

    @property
    def uses_embedded_database(self) -> bool:
        """Whether the studio starts its own `mongod`."""
        return not self.mongodb_uri.get_secret_value()


def _split(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()


def locate_resource(name: str) -> Path | None:
    """The folder `name` that comes with the studio, in the wheel or in the checkout.

    `name` is relative to the repository: `frontend/dist`, `sample-documents` or `evaluations`.
    None if neither place has it.
    """
    package = Path(__file__).resolve().parent
    candidates = (package / "resources" / name, package.parents[1] / name)
    return next((folder for folder in candidates if folder.is_dir()), None)
