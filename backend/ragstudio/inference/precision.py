"""Which number format a model computes in."""

from ragstudio.settings import Precision


def supports_fast_bfloat16() -> bool:
    """Whether this CPU multiplies bfloat16 matrices in hardware (AVX512-BF16 or AMX)."""
    import torch

    capabilities = torch.cpu.get_capabilities()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))


def chooses_bfloat16(precision: Precision) -> bool:
    """Whether to compute in bfloat16; `auto` does where the CPU is made for it."""
    return supports_fast_bfloat16() if precision == "auto" else precision == "bfloat16"
