"""Golden values for tests/tools/run_module_test.cpp from PyTorch 1.13 (Debian's python3-torch). Run by hand:

    /usr/bin/python3 tests/golden/make_modules.py

writes NAME.model, NAME.inputs and NAME.expected.safetensors into tests/golden/modules: random configurations as
tools/python/compare_with_torch.py makes them, chosen so that each setting occurs. Weights and inputs are numbers that
float holds exactly (F32); what PyTorch makes of them in float64 is stored as F64.
"""

import pathlib
import random
import sys

import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools" / "python"))

from compare_with_torch import Example  # noqa: E402
from heed_weights import save_file, save_module  # noqa: E402

# Name, kind, and what the example must be.
WANTED = [
    ("attention_self", "MultiheadAttention", lambda e: e.inputs.keys() >= {"query", "attn_mask", "key_padding_mask"} and
     "key" not in e.inputs and e.heads == 4 and e.inputs["attn_mask"].dtype == torch.bool),
    ("attention_widths", "MultiheadAttention", lambda e: e.kdim != e.vdim and e.batch_first and e.heads > 1),
    ("attention_no_bias", "MultiheadAttention", lambda e: e.module.in_proj_bias is None and e.kdim == e.d and
     "value" in e.inputs and e.heads > 1),
    ("attention_extra_keys", "MultiheadAttention", lambda e: e.module.bias_k is not None and e.module.add_zero_attn and
     "attn_mask" in e.inputs and e.inputs["attn_mask"].dim() == 3 and e.inputs["attn_mask"].dtype == torch.bool),
    ("attention_floats", "MultiheadAttention", lambda e: "attn_mask" in e.inputs and e.module.add_zero_attn and
     (e.inputs["attn_mask"].dtype != torch.bool) and e.inputs["attn_mask"].clamp(-9, 9).unique().numel() > 3),
    ("attention_no_batch", "MultiheadAttention", lambda e: not e.batched and e.inputs.keys() >= {"key", "attn_mask",
     "key_padding_mask"} and e.inputs["attn_mask"].dim() == 3 and e.heads == 2),
    ("transformer_no_batch", "Transformer", lambda e: not e.batched and "tgt_key_padding_mask" in e.inputs
     and e.heads > 1),
    ("transformer_post", "Transformer", lambda e: e.batched and not e.norm_first and not e.batch_first and
     "tgt_mask" in e.inputs and
     "memory_key_padding_mask" in e.inputs and e.heads > 1),
    ("transformer_pre", "Transformer", lambda e: e.norm_first and e.batch_first and "src_mask" in e.inputs and
     "src_key_padding_mask" in e.inputs and e.activation == "gelu" and e.heads > 1),
    ("encoder", "TransformerEncoder", lambda e: e.module.norm is None and e.heads > 1 and e.batched and e.module.num_layers == 2),
    ("decoder", "TransformerDecoder", lambda e: e.module.norm is not None and e.heads > 1 and e.module.num_layers == 2 and
     "memory_mask" in e.inputs and e.inputs["memory_mask"].dtype != torch.bool),
    # tests/tools/run_module_test.cpp knows these sizes
    ("encoder_layer", "TransformerEncoderLayer", lambda e: e.d == 4 and e.heads == 2 and
     e.inputs["src"].shape == (2, 5, 4) and e.batch_first and "src_key_padding_mask" in e.inputs),
    ("decoder_layer", "TransformerDecoderLayer", lambda e: e.eps == 1e-6 and "tgt_mask" in e.inputs),
]


def small(t):
    return t.float() if t.is_floating_point() else t


def sizable(e):
    """Several sentences, if there is a batch, of several words."""
    lengths = [x.shape[0] if not e.batched else x.shape[1 if e.batch_first else 0] for n, x in e.inputs.items()
               if "mask" not in n]
    return min(lengths) >= 3 and (e.batch > 1 or not e.batched)


torch.set_default_dtype(torch.float64)
folder = HERE / "modules"
folder.mkdir(exist_ok=True)
for name, kind, wanted in WANTED:
    for seed in range(100000):
        torch.manual_seed(seed)
        example = Example(kind, random.Random(f"{name} {seed}"))
        if not 4 <= example.d <= 12:
            continue
        expected = example.expected()
        if sizable(example) and wanted(example):
            break
    else:
        raise RuntimeError(f"no example is as wanted: {name}")
    save_file({n: small(t) for n, t in example.inputs.items()}, folder / f"{name}.inputs.safetensors")
    save_file(expected, folder / f"{name}.expected.safetensors")
    save_module(example.module.float(), folder / f"{name}.model.safetensors")
    print(name, "seed", seed, "d_model", example.d, "heads", example.heads, {n: tuple(t.shape) for n, t in
                                                                           example.inputs.items()})
