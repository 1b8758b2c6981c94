"""The measurements of `heed bench`, made by eager PyTorch on the processor: one task, one line of JSON.

usage: peer_torch.py TASK THREADS STEPS
tasks: train:NAME (toy, small, medium, base), attention:LENGTH, decode:BATCH
The same model, sizes, batch and optimiser as heed's, with dropout 0.1 and clipping. Decoding is nn.Transformer's own,
which has no cache: the whole prefix goes through the decoder for each new token.
"""
import json
import math
import resource
import statistics
import sys
import time

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

CONFIGURATIONS = {  # d_model, heads, ff, layers, vocabulary, batch, length: as in tools/measure/bench_tasks.cpp
    "toy": (64, 4, 256, 2, 64, 64, 16),
    "small": (128, 8, 512, 2, 1000, 64, 24),
    "medium": (256, 8, 1024, 3, 8000, 64, 24),
    "base": (512, 8, 2048, 6, 8000, 32, 32),
}


def sinusoids(length, d_model):
    position = torch.arange(length, dtype=torch.float32)[:, None]
    rate = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    return torch.stack([torch.sin(position * rate), torch.cos(position * rate)], dim=2).reshape(length, d_model)


class Model(nn.Module):
    def __init__(self, d_model, heads, ff, layers, vocabulary, dropout):
        super().__init__()
        self.scale = math.sqrt(d_model)
        self.source_embedding = nn.Embedding(vocabulary, d_model)
        self.target_embedding = nn.Embedding(vocabulary, d_model)
        self.transformer = nn.Transformer(d_model, heads, layers, layers, ff, dropout, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.generator = nn.Linear(d_model, vocabulary)
        self.register_buffer("position", sinusoids(512, d_model))

    def embed(self, table, tokens):
        return self.dropout(table(tokens) * self.scale + self.position[: tokens.shape[1]])

    def forward(self, source, target):
        length = target.shape[1]
        causal = torch.ones(length, length, dtype=torch.bool).triu(1)
        padding = source == 0
        hidden = self.transformer(
            self.embed(self.source_embedding, source), self.embed(self.target_embedding, target), tgt_mask=causal,
            src_key_padding_mask=padding, tgt_key_padding_mask=target == 0, memory_key_padding_mask=padding)
        return self.generator(hidden)


def timed(work, repeats, warm_up=1):
    times = []
    for i in range(repeats + warm_up):
        start = time.perf_counter()
        work()
        if i >= warm_up:
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def train(name, steps):
    d_model, heads, ff, layers, vocabulary, batch, length = CONFIGURATIONS[name]
    model = Model(d_model, heads, ff, layers, vocabulary, 0.1)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4, betas=(0.9, 0.98), eps=1e-9)
    criterion = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.1)
    source, target, labels = (torch.randint(1, vocabulary, (batch, length)) for _ in range(3))
    source[:, -2:] = 0

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(model(source, target).reshape(-1, vocabulary), labels.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()

    ms = timed(step, steps, warm_up=2)
    return {"ms": ms, "tokens_per_second": batch * length / ms * 1e3}


def attention_rows(query, key, value, hidden):
    return ((query @ key.transpose(-2, -1)) / 8).masked_fill(hidden, -math.inf).softmax(-1) @ value


def attention(length):
    """Causal attention the ways that this PyTorch has (1.13 knows no fused one), the leanest first, since a process's
    largest memory only grows: queries in pieces of 256, each with the keys up to its end alone, computed again in
    backward; the same, kept; all at once. The fastest counts."""
    query, key, value = (torch.randn(1, 8, length, 64, requires_grad=True) for _ in range(3))
    hidden = torch.ones(length, length, dtype=torch.bool).triu(1)
    ones = torch.ones(1, 8, length, 64)

    def in_pieces(rows):
        pieces = [(i, min(i + 256, length)) for i in range(0, length, 256)]
        return torch.cat([rows(query[:, :, i:j], key[:, :, :j], value[:, :, :j], hidden[i:j, :j]) for i, j in pieces], 2)

    ways = (lambda: in_pieces(lambda *x: checkpoint(attention_rows, *x)),
            lambda: in_pieces(attention_rows),
            lambda: attention_rows(query, key, value, hidden))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    measured = []
    for way in ways:
        ms = timed(lambda: way().backward(ones), 1 if length >= 8192 else 3)
        extra = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        measured.append({"ms": ms, "extra_mib": extra})
        for x in (query, key, value):
            x.grad = None
    return min(measured, key=lambda m: m["ms"])


def decode(batch):
    d_model, heads, ff, layers, vocabulary, _, source_length = CONFIGURATIONS["medium"]
    model = Model(d_model, heads, ff, layers, vocabulary, 0.0).eval()
    source = torch.randint(1, vocabulary, (batch, source_length))
    length = 64

    def step():
        with torch.no_grad():
            memory = model.transformer.encoder(model.embed(model.source_embedding, source))
            target = torch.ones(batch, 1, dtype=torch.long)
            for _ in range(length):
                causal = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)
                hidden = model.transformer.decoder(model.embed(model.target_embedding, target), memory, tgt_mask=causal)
                target = torch.cat([target, model.generator(hidden[:, -1]).argmax(-1, keepdim=True)], dim=1)

    ms = timed(step, 3 if batch == 1 else 1)
    return {"ms": ms, "tokens_per_second": batch * length / ms * 1e3}


def main():
    task, threads, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    kind, what = task.split(":", 1)
    of_size = {"attention": attention, "decode": decode}
    result = train(what, steps) if kind == "train" else of_size[kind](int(what))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(result | {"task": task, "threads": threads, "torch": torch.__version__, "peak_mib": peak}))


main()
