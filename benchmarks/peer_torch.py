"""The measurements of `heed bench`, made by eager PyTorch on the processor: one task, one line of JSON.

usage: peer_torch.py TASK THREADS STEPS
tasks: train:NAME (toy, small, medium, base), step:NAME (gpt128, gpt256, gpt512, lstm, vit), attention:LENGTH,
decode:BATCH, sample:BATCH
The same model, sizes, batch and optimiser as heed's; train:NAME with dropout 0.1 and clipping, step:NAME with neither,
and with the sum of its outputs for the loss of the LSTM. Decoding is nn.Transformer's own, which has no
cache: the whole prefix goes through the decoder for each new token.
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
GPTS = {  # d_model, heads, layers, vocabulary, batch: as in tools/measure/bench_models.cpp
    "gpt128": (128, 4, 4, 512, 32),
    "gpt256": (256, 8, 4, 1024, 16),
    "gpt512": (512, 8, 6, 8192, 8),
}
GPT_TOKENS = 128


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


class GptLayer(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.ln_1, self.ln_2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.c_attn, self.attn_proj = nn.Linear(d_model, 3 * d_model), nn.Linear(d_model, d_model)
        self.c_fc, self.mlp_proj = nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model)
        self.register_buffer("hidden", torch.ones(GPT_TOKENS, GPT_TOKENS, dtype=torch.bool).triu(1), persistent=False)

    def forward(self, x, cache=None):
        batch, length, d_model = x.shape
        q, k, v = (y.view(batch, length, self.heads, -1).transpose(1, 2)
                   for y in self.c_attn(self.ln_1(x)).split(d_model, 2))
        if cache is not None:
            if cache:
                k, v = torch.cat([cache[0], k], 2), torch.cat([cache[1], v], 2)
            cache[:] = [k, v]
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if length > 1:
            scores = scores.masked_fill(self.hidden[:length, :length], -math.inf)
        x = x + self.attn_proj((scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, length, d_model))
        return x + self.mlp_proj(nn.functional.gelu(self.c_fc(self.ln_2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self, d_model, heads, layers, vocabulary):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocabulary, d_model), nn.Embedding(GPT_TOKENS, d_model)
        self.h = nn.ModuleList(GptLayer(d_model, heads) for _ in range(layers))
        self.ln_f = nn.LayerNorm(d_model)

    def forward(self, tokens, caches=None, start=0):
        x = self.wte(tokens) + self.wpe.weight[start : start + tokens.shape[1]]
        for i, layer in enumerate(self.h):
            x = layer(x, None if caches is None else caches[i])
        return self.ln_f(x) @ self.wte.weight.T


def gpt_loss(name):
    d_model, heads, layers, vocabulary, batch = GPTS[name]
    model = Gpt(d_model, heads, layers, vocabulary)
    tokens, labels = (torch.randint(0, vocabulary, (batch, GPT_TOKENS)) for _ in range(2))
    return (model, batch * GPT_TOKENS,
            lambda: nn.functional.cross_entropy(model(tokens).reshape(-1, vocabulary), labels.reshape(-1)))


def lstm_loss():
    lstm = nn.LSTM(256, 256, batch_first=True)
    x = torch.randn(32, 64, 256, requires_grad=True)

    def loss():
        x.grad = None
        return lstm(x)[0].sum()

    return lstm, 32 * 64, loss


class Vit(nn.Module):
    def __init__(self):
        super().__init__()
        self.class_token = nn.Parameter(torch.zeros(1, 1, 128))
        self.pos_embedding = nn.Parameter(torch.randn(1, 17, 128) * 0.02)
        self.conv_proj = nn.Conv2d(1, 128, 7, 7)
        layer = nn.TransformerEncoderLayer(128, 4, 512, 0.0, "gelu", 1e-6, batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, 4, nn.LayerNorm(128, 1e-6))
        self.head = nn.Linear(128, 10)

    def forward(self, images):
        patches = self.conv_proj(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.class_token.expand(len(images), -1, -1), patches], 1) + self.pos_embedding
        return self.head(self.encoder(x)[:, 0])


def vit_loss():
    model = Vit()
    images, labels = torch.randn(64, 1, 28, 28), torch.randint(0, 10, (64,))
    return model, 64 * 17, lambda: nn.functional.cross_entropy(model(images), labels)


def model_step(name, steps):
    model, tokens, loss = gpt_loss(name) if name in GPTS else {"lstm": lstm_loss, "vit": vit_loss}[name]()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss().backward()
        optimizer.step()

    ms = timed(step, steps, warm_up=2)
    return {"ms": ms, "tokens_per_second": tokens / ms * 1e3}


def sample(batch):
    """64 tokens behind 16, temperature 0.8 and the 40 most probable, with caches of keys and values."""
    d_model, heads, layers, vocabulary, _ = GPTS["gpt256"]
    model = Gpt(d_model, heads, layers, vocabulary).eval()
    prompt = torch.randint(0, vocabulary, (batch, 16))

    def work():
        with torch.no_grad():
            caches, tokens, start = [[] for _ in model.h], prompt, 0
            for _ in range(64):
                logits = model(tokens, caches, start)[:, -1] / 0.8
                start += tokens.shape[1]
                best, which = logits.topk(40)
                tokens = which.gather(1, torch.multinomial(best.softmax(-1), 1))

    ms = timed(work, 9 if batch == 1 else 3)
    return {"ms": ms, "tokens_per_second": batch * 64 / ms * 1e3}


def attention_rows(query, key, value, hidden):
    return ((query @ key.transpose(-2, -1)) / 8).masked_fill(hidden, -math.inf).softmax(-1) @ value


def attention(length):
    """Causal attention the ways that this PyTorch has (1.13 knows no fused one), the leanest first, since a process's
    largest memory only grows: queries in pieces of 256, each with the keys up to its end alone, computed again in
    backward; the same, kept; all at once."""
    query, key, value = (torch.randn(1, 8, length, 64, requires_grad=True) for _ in range(3))
    hidden = torch.ones(length, length, dtype=torch.bool).triu(1)
    ones = torch.ones(1, 8, length, 64)

    def in_pieces(rows):
        pieces = [(i, min(i + 256, length)) for i in range(0, length, 256)]
        return torch.cat([rows(query[:, :, i:j], key[:, :, :j], value[:, :, :j], hidden[i:j, :j]) for i, j in pieces], 2)

    ways = {"checkpointed pieces": lambda: in_pieces(lambda *x: checkpoint(attention_rows, *x)),
            "pieces": lambda: in_pieces(attention_rows),
            "at once": lambda: attention_rows(query, key, value, hidden)}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    measured = []
    for name, way in ways.items():
        ms = timed(lambda: way().backward(ones), 1 if length >= 8192 else 3)
        extra = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        measured.append({"ms": ms, "extra_mib": extra, "way": name})
        for x in (query, key, value):
            x.grad = None
    return min(measured, key=lambda m: m["ms"]) | {"ways": measured}


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
    in_steps = {"train": train, "step": model_step}
    of_size = {"attention": attention, "decode": decode, "sample": sample}
    result = in_steps[kind](what, steps) if kind in in_steps else of_size[kind](int(what))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(result | {"task": task, "threads": threads, "torch": torch.__version__, "peak_mib": peak}))


main()
