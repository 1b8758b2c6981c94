#!/usr/bin/env python3
"""Writes torch/*.pt: files as torch.save writes them, without PyTorch. Run by hand; the tests read its output.

    python3 tests/golden/make_torch_files.py

A pickle names functions and classes by their modules: here modules of these names stand in for PyTorch's.
"""
import argparse
import collections
import io
import pathlib
import pickle
import struct
import sys
import types
import zipfile

OUT = pathlib.Path(__file__).parent / "torch"
torch, utils = types.ModuleType("torch"), types.ModuleType("torch._utils")
sys.modules.update({"torch": torch, "torch._utils": utils})


def stand_in(module, name, thing):
    thing.__module__, thing.__qualname__, thing.__name__ = module.__name__, name, name
    setattr(module, name, thing)
    return thing


FloatStorage = stand_in(torch, "FloatStorage", type("FloatStorage", (), {}))
ByteStorage = stand_in(torch, "ByteStorage", type("ByteStorage", (), {}))
LongStorage = stand_in(torch, "LongStorage", type("LongStorage", (), {}))
rebuild_tensor = stand_in(utils, "_rebuild_tensor_v2", lambda *parts: None)
rebuild_parameter = stand_in(utils, "_rebuild_parameter", lambda *parts: None)


class Made:
    """An object whose pickle calls torch.NAME(*arguments)."""

    def __init__(self, name, *arguments):
        self.reduced = stand_in(torch, name, lambda *parts: None), arguments

    def __reduce__(self):
        return self.reduced


class Storage:
    def __init__(self, numbers, kind=FloatStorage):
        self.kind, self.count = kind, len(numbers)
        self.bytes = struct.pack(f"<{len(numbers)}{ {FloatStorage: 'f', LongStorage: 'q', ByteStorage: 'B'}[kind]}", *numbers)


class Tensor:
    def __init__(self, storage, shape, offset=0, stride=None):
        self.storage, self.shape, self.offset = storage, tuple(shape), offset
        self.stride = stride or tuple(self.count(shape[i + 1:]) for i in range(len(shape)))

    @staticmethod
    def count(shape):
        return shape[0] * Tensor.count(shape[1:]) if shape else 1

    def __reduce__(self):
        return rebuild_tensor, (self.storage, self.offset, self.shape, self.stride, False, collections.OrderedDict())


class Parameter(Tensor):
    def __reduce__(self):
        data = Tensor(self.storage, self.shape, self.offset, self.stride)
        return rebuild_parameter, (data, True, collections.OrderedDict())


def tensor(*shape, first=0, of=Tensor):
    return of(Storage([first + i / 8 for i in range(Tensor.count(shape))]), shape)


def save(thing, path):
    storages, text = [], io.BytesIO()
    pickler = pickle.Pickler(text, protocol=2)

    def persistent_id(value):
        if not isinstance(value, Storage):
            return None
        if value not in storages:
            storages.append(value)
        return "storage", value.kind, str(storages.index(value)), "cpu", value.count

    pickler.persistent_id = persistent_id
    pickler.dump(thing)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        def add(name, data):
            archive.writestr(zipfile.ZipInfo(f"{path.stem}/{name}", (1980, 1, 1, 0, 0, 0)), data)
        add("data.pkl", text.getvalue())
        add("byteorder", "little")
        for i, storage in enumerate(storages):
            add(f"data/{i}", storage.bytes)
        add("version", "3\n")


def state_dict(of=Tensor):
    weights = collections.OrderedDict()
    weights["embed.weight"] = tensor(5, 4, of=of)
    for layer in range(2):
        weights[f"layers.{layer}.weight"] = tensor(4, 4, first=layer, of=of)
        weights[f"layers.{layer}.bias"] = tensor(4, of=of)
    weights["norm.running_mean"] = tensor(4)
    weights["norm.num_batches_tracked"] = Tensor(Storage([7], LongStorage), ())
    # a column of the embedding, and the tied head
    weights["column"] = Tensor(weights["embed.weight"].storage, (5,), 1, (4,))
    weights["head.weight"] = weights["embed.weight"]
    weights._metadata = collections.OrderedDict({"": {"version": 1}})
    return weights


OUT.mkdir(exist_ok=True)
save(state_dict(), OUT / "state_dict.pt")
# what people keep beside their weights
save({"model": {"weight": tensor(2, 2)}, "rng": Tensor(Storage(range(8), ByteStorage), (8,)),
      "counts": collections.Counter("aab"), "size": Made("Size", (2, 3)), "device": Made("device", "cpu"),
      "dtype": stand_in(torch, "float32", lambda: None), "seen": {1, 2}, "seed": 2 ** 63, "getter": Made("get").reduced[0],
      "options": argparse.Namespace(lr=0.1, sizes=[2, 3]), "lists": collections.defaultdict(list, {"a": [1]}),
      "net": Made("Net", tensor(3)), "keys": {(1, 2): "pair", None: "none", 2.5: "real"}}, OUT / "objects.pt")
zipfile.ZIP64_LIMIT = 0  # as where it is larger than 4 GiB
adam = {"state": {i: {"step": tensor(), "exp_avg": tensor(4), "exp_avg_sq": tensor(4)} for i in range(2)},
        "param_groups": [{"lr": 0.001, "betas": (0.9, 0.999), "amsgrad": False, "params": [0, 1]}]}
save({"model": state_dict(Parameter), "optimizer": adam, "epoch": 3, "loss": 0.25, "name": "누구", "best": None,
      "seed": 2 ** 40, "done": True}, OUT / "checkpoint.pt")
