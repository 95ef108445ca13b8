"""Text recognition (OCR) by RapidOCR's own models, loaded with the first picture."""

import os
from functools import lru_cache
from typing import Any

import numpy as np
import psutil
from PIL import Image

from ragstudio.parsing.page_layout import Segment

LONGEST_SIDE = 2000
DETECTION_SIDE = 1280
MOST_THREADS = 4
CERTAIN = 0.8

_loaded_bytes = 0


def loaded_bytes() -> int:
    """Address space that the models and their libraries take in this process."""
    return _loaded_bytes


def recognize_segments(picture: Image.Image) -> list[Segment]:
    """The pieces of text in an upright RGB picture, each with its place in pixels.

    Pictures longer than 2,000 pixels are scaled down for it. Pieces the model is less than 80 %
    certain of are left out. Raises `MemoryError` where the models need more than there is.
    """
    scale = min(1.0, LONGEST_SIDE / max(picture.size))
    if scale < 1.0:
        picture = picture.resize(
            (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        )
    # The models were trained on the channel order of OpenCV.
    pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
    found = _run_models(pixels)
    if found.boxes is None or found.txts is None:
        return []
    segments = []
    for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
        (left, top), (right, bottom) = box.min(axis=0) / scale, box.max(axis=0) / scale
        if score >= CERTAIN and any(map(str.isalnum, text)):
            size = float(bottom - top)
            segments.append(
                Segment(text.strip(), float(left), float(top), float(right), float(bottom), size)
            )
    return segments


def _run_models(pixels: Any) -> Any:
    try:
        return _load_engine()(pixels)
    except Exception as error:
        # ONNX Runtime reports memory that it cannot have as an error of its own.
        if "alloc" in str(error).lower():
            raise MemoryError from None
        raise


@lru_cache(maxsize=1)
def _load_engine() -> Any:
    """The models, read once a process."""
    global _loaded_bytes  # noqa: PLW0603
    before = psutil.Process().memory_info().vms
    # Both are read once, when the libraries are loaded: the runtime would report its use to its
    # maker, and OpenCV's own BLAS would reserve address space for every core.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from rapidocr import RapidOCR
    except ModuleNotFoundError:
        raise
    except ImportError:
        # A library that there is no room to map.
        raise MemoryError from None
    engine = RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,
            "Global.text_score": CERTAIN,
            "EngineConfig.onnxruntime.intra_op_num_threads": _count_threads(),
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Det.limit_type": "max",
            "Det.limit_side_len": DETECTION_SIDE,
            # Lines of one batch are padded to the longest of them: work for nothing on a CPU.
            "Rec.rec_batch_num": 1,
        }
    )
    engine(np.full((64, 64, 3), 255, dtype=np.uint8))
    _loaded_bytes = psutil.Process().memory_info().vms - before
    return engine


def _count_threads() -> int:
    """All cores but one, which is left to searches; at most four."""
    return max(1, min(MOST_THREADS, (os.cpu_count() or 1) - 1))
