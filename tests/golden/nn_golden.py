"""What make_nn.py and make_nn_training.py share: a writer of golden files, and numbers for tests."""

import json
import math
import pathlib
import struct

import torch
from torch import nn

torch.set_default_dtype(torch.float64)
HERE = pathlib.Path(__file__).parent


class Golden:
    def __init__(self):
        self.tensors, self.options = {}, {}

    def case(self, case, **options):
        self.options[case] = options
        return lambda kind, name, value: self.add(f"{case}|{kind}.{name}", kind, value)

    def add(self, name, kind, value):
        value = value.detach().clone()
        if value.dtype == torch.bool:
            value = value.to(torch.uint8)
        elif value.dtype == torch.int64:
            value = value.to(torch.int32)
        elif kind in ("in", "param"):
            assert torch.equal(value.float().double(), value), name
            value = value.float()
        assert name not in self.tensors, name
        self.tensors[name] = value.contiguous()

    def write(self, path):
        types = {torch.float64: "F64", torch.float32: "F32", torch.int32: "I32", torch.uint8: "U8"}
        header = {"__metadata__": {case: json.dumps(o) for case, o in self.options.items()}}
        data = b""
        for name, t in sorted(self.tensors.items(), key=lambda item: (-item[1].element_size(), item[0])):
            raw = t.numpy().tobytes()
            header[name] = {"dtype": types[t.dtype], "shape": list(t.shape),
                            "data_offsets": [len(data), len(data) + len(raw)]}
            data += raw
        text = json.dumps(header, ensure_ascii=False).encode()
        text += b" " * (-len(text) % 8)
        (HERE / path).write_bytes(struct.pack("<Q", len(text)) + text + data)
        print(path, 8 + len(text) + len(data), "bytes,", len(self.options), "cases")


def single(t):
    """Rounded to what float holds."""
    return t.float().double()


def randn(*shape, factor=1.0):
    return single(torch.randn(shape) * factor)


def leaf(*shape, factor=1.0):
    return randn(*shape, factor=factor).requires_grad_()


def randomise(module):
    """Every parameter anew, biases and layer norms too, so that none hides behind 0 or 1."""
    with torch.no_grad():
        for name, p in module.named_parameters():
            if p.dim() > 1:
                p.copy_(randn(*p.shape, factor=p.shape[1] ** -0.5))
            else:
                is_norm_weight = "norm" in name and name.endswith("weight")
                p.copy_(single(torch.randn(p.shape) * 0.3 + (1 if is_norm_weight else 0)))
    return module


def put_parameters(put, module):
    for name, p in module.named_parameters():
        put("param", name, p)


def put_gradients(put, module, **inputs):
    for name, p in module.named_parameters():
        put("grad", name, p.grad)
    for name, x in inputs.items():
        put("grad_in", name, x.grad)


def put_losses(put, module, losses, lr):
    """Trains by Adam on what `losses` gives one after the other, each computed when its step has come."""
    optimizer = torch.optim.Adam(module.parameters(), lr=lr)
    seen = []
    for loss in losses:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.append(loss.detach())
    put("out", "losses", torch.stack(seen))
    print("training", float(seen[0]), float(seen[-1]))


def run(put, module, y, **inputs):
    """Backward with a random upstream gradient; everything is stored."""
    g = randn(*y.shape)
    y.backward(g)
    for name, x in inputs.items():
        put("in", name, x)
    put("in", "upstream", g)
    put_parameters(put, module)
    put("out", "y", y)
    put_gradients(put, module, **inputs)


def lengths_mask(lengths, longest):
    """(B, T), True where there is a token."""
    return torch.arange(longest)[None, :] < torch.tensor(lengths)[:, None]


def left_out(allowed):
    """heed's mask -> PyTorch's."""
    return None if allowed is None else ~allowed


def causal(n):
    return torch.ones(n, n, dtype=torch.bool).tril()
