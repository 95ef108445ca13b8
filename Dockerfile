# One image for the API and for the workers. Build it with `docker compose --profile studio build`.
#
# pip's own torch is the CUDA build on x86-64: PyTorch's index of CPU wheels has the same version,
# several gigabytes smaller. PIP_EXTRA_INDEX_URL names another index.

FROM node:24-slim AS interface
WORKDIR /studio/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY frontend/ ./
RUN npm run --silent build

FROM python:3.11-slim
# A build argument alone: an address may hold a password, and must not stay in the image.
ARG PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu
ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PYTHONUNBUFFERED=1 \
    HF_HUB_OFFLINE=1
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends libgomp1 libglib2.0-0 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 studio
WORKDIR /studio
COPY backend/requirements.lock backend/
RUN pip install -r backend/requirements.lock
COPY backend/pyproject.toml backend/
COPY backend/ragstudio backend/ragstudio
RUN pip install --no-deps -e backend
COPY evaluations evaluations
COPY sample-documents sample-documents
COPY --from=interface /studio/frontend/dist frontend/dist

USER studio
# The API asks for a token (API_TOKEN), because it listens beyond the container.
ENV HOST=0.0.0.0 PORT=8000 DATA_DIR=/tmp/studio WORKERS=0
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["python", "-c", "import sys, urllib.request; sys.exit(b'\"status\":\"ok\"' not in urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=4).read())"]
CMD ["ragstudio", "serve"]
