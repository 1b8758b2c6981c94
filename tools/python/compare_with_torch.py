#!/usr/bin/python3
"""Random configurations of nn.Transformer, its layers and stacks, and nn.MultiheadAttention: PyTorch's numbers and
heed's side by side.

    tools/python/compare_with_torch.py [--count 50] [--seed 0] [--double] [--keep DIR]

exports each with random weights, inputs and masks, runs `./heed run-module`, and prints the largest deviations: of
outputs as a share of the largest output (or of 1, if that is less), of gradients as a share of the largest entry
of that gradient (or of 0.01). Needs PyTorch (apt-get install python3-torch). Ends with status 1 if a deviation is above
1e-5 and 1e-4 (float), 1e-12 and 1e-10 (double).

Stacks have a d_model of 4 or more: a layer norm of one or two numbers is nearly a step, whose slope of up to 1/√eps
makes any rounding large, PyTorch's first.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import torch
from torch import nn

from heed_weights import load_file, save_file, save_module

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ["MultiheadAttention", "Transformer", "TransformerEncoder", "TransformerDecoder", "TransformerEncoderLayer",
         "TransformerDecoderLayer"]


def single(t):
    """Rounded to what float holds, so that float and double start from the same numbers."""
    return t.float().to(torch.get_default_dtype())


def randn(*shape):
    return single(torch.randn(*shape))


def randomise(module):
    """Every parameter anew: no bias hides behind 0, no norm behind 1."""
    with torch.no_grad():
        for name, p in module.named_parameters():
            if p.dim() == 2:
                p.copy_(single(randn(*p.shape) * p.shape[1] ** -0.5))
            else:
                is_norm = "norm" in name and name.endswith("weight")
                p.copy_(single(randn(*p.shape) * 0.3 + (1.0 if is_norm else 0.0)))
    return module


def random_mask(pick, batch, heads, queries, keys):
    """None, causal or any other, of booleans or floats, for all or for each head. A query always sees key 0: without
    any key, PyTorch gives NaN and heed 0."""
    kind = pick.choice(["none", "none", "causal", "any", "any"])
    if kind == "none":
        return None
    shape = (batch * heads, queries, keys) if kind == "any" and pick.random() < 0.4 else (queries, keys)
    left_out = torch.ones(shape, dtype=torch.bool).triu(1) if kind == "causal" else torch.rand(shape) < 0.4
    left_out[..., 0] = False
    form = pick.choice(["bool", "inf", "float"])
    if form == "bool":
        return left_out
    floats = torch.zeros(shape) if form == "inf" else randn(*shape)
    return floats.masked_fill(left_out, float("-inf"))


def random_padding(pick, batch, keys, alone):
    """None, or of booleans or floats. PyTorch 1.13 ignores one of floats beside another mask of floats: only alone."""
    if pick.random() < 0.4:
        return None
    lengths = torch.tensor([pick.randint(1, keys) for _ in range(batch)])
    left_out = torch.arange(keys)[None, :] >= lengths[:, None]
    return randn(batch, keys).masked_fill(left_out, float("-inf")) if alone and pick.random() < 0.5 else left_out


class Example:
    """One random module, its inputs, and what PyTorch makes of them."""

    def __init__(self, kind, pick):
        self.pick, self.inputs = pick, {}
        self.heads = pick.choice([1, 1, 2, 3, 4, 8])
        least = 1 if kind == "MultiheadAttention" else -(-4 // self.heads)
        self.d = self.heads * pick.choice([n for n in (1, 2, 3, 4, 5, 8, 16) if n >= least])
        self.batched, self.batch_first = pick.random() < 0.85, pick.random() < 0.5
        self.batch = pick.randint(1, 4) if self.batched else 1
        self.module = randomise(self.attention() if kind == "MultiheadAttention" else self.stack(kind))
        # In training mode with dropout 0: in evaluation PyTorch's encoder puts 0 where there is padding.
        self.module.train()
        self.run = self.run_attention if kind == "MultiheadAttention" else getattr(self, "run_" + kind)

    def attention(self):
        pick = self.pick
        other = pick.random() < 0.4
        self.kdim, self.vdim = (pick.randint(1, 24), pick.randint(1, 24)) if other else (self.d, self.d)
        return nn.MultiheadAttention(self.d, self.heads, bias=pick.random() < 0.7, add_bias_kv=pick.random() < 0.25,
                                     add_zero_attn=pick.random() < 0.25, batch_first=self.batch_first,
                                     kdim=self.kdim if other else None, vdim=self.vdim if other else None)

    def stack(self, kind):
        pick = self.pick
        common = dict(d_model=self.d, nhead=self.heads, dim_feedforward=pick.randint(1, 40), dropout=0.0,
                      activation=pick.choice(["relu", "gelu"]), batch_first=self.batch_first,
                      norm_first=pick.random() < 0.5, layer_norm_eps=pick.choice([1e-5, 1e-6, 1e-3]))
        self.norm_first, self.activation = common["norm_first"], common["activation"]
        self.eps = common["layer_norm_eps"]
        norm = nn.LayerNorm(self.d, eps=self.eps) if pick.random() < 0.5 else None
        if kind == "Transformer":
            return nn.Transformer(num_encoder_layers=pick.randint(1, 4), num_decoder_layers=pick.randint(1, 4),
                                  **common)
        if kind.startswith("TransformerEncoder"):
            layer = nn.TransformerEncoderLayer(**common)
            return layer if kind.endswith("Layer") else nn.TransformerEncoder(layer, pick.randint(1, 4), norm)
        layer = nn.TransformerDecoderLayer(**common)
        return layer if kind.endswith("Layer") else nn.TransformerDecoder(layer, pick.randint(1, 4), norm)

    def sequence(self, name, length, width=None):
        shape = ((self.batch, length) if self.batch_first else (length, self.batch)) if self.batched else (length,)
        return self.put(name, randn(*shape, width or self.d).requires_grad_())

    def put(self, name, value):
        if value is not None:
            self.inputs[name] = value
        return value

    def masks(self, mask, padding, queries, keys):
        attention = random_mask(self.pick, self.batch, self.heads, queries, keys)
        left_out = random_padding(self.pick, self.batch, keys, alone=attention is None)
        if left_out is not None and not self.batched:
            left_out = left_out[0]
        return {mask: self.put(mask, attention), padding: self.put(padding, left_out)}

    def run_attention(self):
        queries, keys = self.pick.randint(1, 9), self.pick.randint(1, 9)
        form = self.pick.choice(["self", "cross", "three"]) if self.kdim == self.vdim == self.d else "three"
        keys = queries if form == "self" else keys
        query = self.sequence("query", queries)
        key = query if form == "self" else self.sequence("key", keys, self.kdim)
        value = self.sequence("value", keys, self.vdim) if form == "three" else key
        masks = self.masks("attn_mask", "key_padding_mask", queries, keys)
        y, weights = self.module(query, key, value, average_attn_weights=False, **masks)
        return {"output": y, "attn_weights_per_head": weights, "attn_weights": weights.mean(-3)}

    def source(self):
        length = self.pick.randint(1, 9)
        return self.sequence("src", length), length, self.masks("src_mask", "src_key_padding_mask", length, length)

    def target(self, keys):
        length = self.pick.randint(1, 9)
        masks = self.masks("tgt_mask", "tgt_key_padding_mask", length, length)
        return self.sequence("tgt", length), {**masks, **self.masks("memory_mask", "memory_key_padding_mask", length,
                                                                    keys)}

    def run_TransformerEncoderLayer(self):
        source, _, masks = self.source()
        return {"output": self.module(source, **masks)}

    def run_TransformerEncoder(self):
        source, _, masks = self.source()
        return {"output": self.module(source, mask=masks["src_mask"],
                                      src_key_padding_mask=masks["src_key_padding_mask"])}

    def run_TransformerDecoder(self):
        length = self.pick.randint(1, 9)
        memory = self.sequence("memory", length)
        target, masks = self.target(length)
        return {"output": self.module(target, memory, **masks)}

    run_TransformerDecoderLayer = run_TransformerDecoder

    def run_Transformer(self):
        source, length, masks = self.source()
        target, more = self.target(length)
        return {"output": self.module(source, target, **masks, **more)}

    def expected(self):
        results = self.run()
        self.inputs["grad_output"] = randn(*results["output"].shape)
        results["output"].backward(self.inputs["grad_output"])
        for name, p in self.module.named_parameters():
            results["grad." + name] = p.grad
        for name, x in self.inputs.items():
            if x.requires_grad:
                results["grad." + name] = x.grad
        return results


def deviation(name, mine, theirs):
    assert mine.shape == theirs.shape, (name, mine.shape, theirs.shape)
    if theirs.numel() == 0:
        return 0.0
    least = 0.01 if name.startswith("grad.") else 1.0
    return ((mine - theirs).abs().max() / max(theirs.abs().max().item(), least)).item()


def program():
    """The heed program, built if need be."""
    subprocess.run([ROOT / "heed", "run-module", "--help"], check=True, stdout=subprocess.DEVNULL)
    return ROOT / "build" / os.environ.get("HEED_PRESET", "release") / "tools" / "heed"


def compare(heed, kind, pick, folder):
    example = Example(kind, pick)
    expected = example.expected()
    paths = [str(folder / f"{part}.safetensors") for part in ("model", "inputs", "out", "expected")]
    save_module(example.module, paths[0])
    save_file(example.inputs, paths[1])
    save_file(expected, paths[3])
    subprocess.run([heed, "run-module", paths[0], paths[1], "--out", paths[2]], check=True,
                   stdout=subprocess.DEVNULL)
    got = load_file(paths[2])
    assert got.keys() == expected.keys(), got.keys() ^ expected.keys()
    worst = {"outputs": 0.0, "gradients": 0.0}
    for name, theirs in expected.items():
        group = "gradients" if name.startswith("grad.") else "outputs"
        d = deviation(name, got[name], theirs.detach())
        worst[group] = max(worst[group], d) if d == d else float("inf")
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="configurations of each kind [50]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--double", action="store_true", help="in double")
    parser.add_argument("--keep", type=pathlib.Path, help="keep all files in this folder")
    o = parser.parse_args()
    torch.set_default_dtype(torch.float64 if o.double else torch.float32)
    limits = {"outputs": 1e-12, "gradients": 1e-10} if o.double else {"outputs": 1e-5, "gradients": 1e-4}
    within, heed = True, program()
    print(f"{'module':26} {'outputs':>9} {'gradients':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        for kind in KINDS:
            worst = {"outputs": 0.0, "gradients": 0.0}
            for i in range(o.count):
                torch.manual_seed(o.seed * 1000003 + i)
                folder = (o.keep or pathlib.Path(scratch)) / f"{kind}-{i}"
                folder.mkdir(parents=True, exist_ok=True)
                for group, d in compare(heed, kind, random.Random(f"{o.seed} {kind} {i}"), folder).items():
                    worst[group] = max(worst[group], d)
                    if d > limits[group]:
                        within = False
                        print(f"  {kind} {i}: {group} deviate by {d:.1e}")
            print(f"{kind:26} {worst['outputs']:9.1e} {worst['gradients']:9.1e}", flush=True)
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
