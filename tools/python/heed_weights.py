"""Weights between PyTorch and heed: safetensors files without the safetensors package. docs/weights.md shows the use."""

import json
import struct

import torch

TYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16,
         "I64": torch.int64, "I32": torch.int32, "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8, "BOOL": torch.bool}
NAMES = {dtype: name for name, dtype in TYPES.items()}


def save_file(tensors, path, metadata=None):
    """As safetensors.torch.save_file: 8 bytes of length, a header in JSON, the bytes of all tensors.
    Hashes that heed had put into the metadata are left out: they belong to the file that they came from."""
    kept = {key: text for key, text in (metadata or {}).items() if not key.startswith("heed.hash.")}
    header, parts, end = {"__metadata__": {"format": "pt", **kept}}, [], 0
    for name, t in sorted(tensors.items(), key=lambda item: (-item[1].element_size(), item[0])):
        data = t.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes() if t.numel() else b""
        header[name] = {"dtype": NAMES[t.dtype], "shape": list(t.shape), "data_offsets": [end, end + len(data)]}
        parts.append(data)
        end += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(parts))


def load_file(path):
    """As safetensors.torch.load_file: {name: tensor}."""
    return load_with_metadata(path)[0]


def load_with_metadata(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = bytearray(file.read())
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        flat = torch.frombuffer(data[begin:end], dtype=TYPES[entry["dtype"]]) if end > begin else \
            torch.empty(0, dtype=TYPES[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors, metadata


def settings(module):
    """What the weights of a torch.nn module do not show, for `heed run-module`: {"nhead": "4", …}."""
    kind = type(module).__name__
    found = {"module": kind}
    if kind == "MultiheadAttention":
        return {**found, "nhead": str(module.num_heads), "batch_first": str(module.batch_first),
                "add_zero_attn": str(module.add_zero_attn)}
    layer = next(m for m in module.modules() if type(m).__name__ in
                 ("TransformerEncoderLayer", "TransformerDecoderLayer"))
    activation = getattr(layer.activation, "__name__", type(layer.activation).__name__).lower()
    return {**found, "nhead": str(layer.self_attn.num_heads), "batch_first": str(layer.self_attn.batch_first),
            "norm_first": str(layer.norm_first), "activation": activation, "layer_norm_eps": repr(layer.norm1.eps)}


def save_module(module, path):
    """The state dict of a torch.nn module, and its settings in the metadata."""
    save_file(module.state_dict(), path, settings(module))
