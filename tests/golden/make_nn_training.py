"""Golden values for tests/nn from PyTorch 1.13 (Debian's python3-torch): whole models, training runs and optimisers. Run by hand:

    /usr/bin/python3 tests/golden/make_nn_training.py

writes nn_models, nn_training and nn_optimizers.safetensors into tests/golden. Inputs and parameters are numbers that
float holds exactly (stored as F32); outputs and gradients are computed and stored in float64. A tensor is
called "case|kind.name"; what else a case needs stands as JSON in the metadata under the case's name. Masks
are stored as heed's: 1 = may attend.
"""

import copy
import math

import torch
from torch import nn

from nn_golden import Golden, causal, leaf, left_out, randn, randomise


# ---- the whole model ------------------------------------------------------------------------------------


class Translator(nn.Module):
    """Names as in heed's Transformer."""

    def __init__(self, source_vocab, target_vocab, d, heads, ff, layers, norm_first, tie, activation="relu"):
        super().__init__()
        self.d, self.tie = d, tie
        self.source_embedding = nn.Embedding(source_vocab, d, padding_idx=0)
        self.target_embedding = nn.Embedding(target_vocab, d, padding_idx=0)
        self.transformer = nn.Transformer(d, heads, layers, layers, ff, dropout=0.0, activation=activation,
                                          batch_first=True, norm_first=norm_first)
        self.generator = nn.Linear(d, target_vocab)
        randomise(self)
        with torch.no_grad():
            for e in (self.source_embedding, self.target_embedding):
                e.weight[0] = 0
        if tie != "none":
            self.generator.weight = self.target_embedding.weight
        if tie == "all":
            self.source_embedding.weight = self.target_embedding.weight

    def positions(self, length):
        position = torch.arange(length)[:, None]
        div = torch.exp(torch.arange(0, self.d, 2) * (-math.log(10000.0) / self.d))
        pe = torch.zeros(length, self.d)
        pe[:, 0::2] = torch.sin(position * div)
        pe[:, 1::2] = torch.cos(position * div)
        return pe

    def embed(self, embedding, ids):
        return embedding(ids) * math.sqrt(self.d) + self.positions(ids.shape[1])

    def forward(self, source, target):
        h = self.transformer(self.embed(self.source_embedding, source), self.embed(self.target_embedding, target),
                             tgt_mask=left_out(causal(target.shape[1])), src_key_padding_mask=source == 0,
                             tgt_key_padding_mask=target == 0, memory_key_padding_mask=source == 0)
        return self.generator(h)

    def heed_names(self, values):
        return {name.replace("transformer.", ""): v for name, v in values}


def sentences(count, longest, vocab):
    """Rows of ids from 4 on, closed by 3, filled up with 0."""
    ids = torch.zeros(count, longest, dtype=torch.int64)
    for row in range(count):
        n = longest if row == 0 else int(torch.randint(1, longest + 1, ()))
        ids[row, :n - 1] = torch.randint(4, vocab, (n - 1,))
        ids[row, n - 1] = 3
    return ids


def shifted(target):
    """<bos> w1 … wn for w1 … wn <eos>."""
    target_in = torch.cat([torch.full((target.shape[0], 1), 2), target[:, :-1]], 1)
    return torch.where(target == 0, torch.zeros_like(target), target_in)


def models():
    golden = Golden()
    for case, source_vocab, target_vocab, d, heads, ff, layers, order, tie, smoothing in [
            ("post", 11, 9, 8, 2, 12, 1, "post", "none", 0.0), ("pre", 9, 11, 12, 3, 10, 2, "pre", "none", 0.1),
            ("target", 10, 8, 8, 4, 12, 1, "post", "target", 0.1), ("all", 10, 10, 8, 1, 12, 1, "pre", "all", 0.0)]:
        model = Translator(source_vocab, target_vocab, d, heads, ff, layers, order == "pre", tie)
        source, target_out = sentences(3, 7, source_vocab), sentences(3, 5, target_vocab)
        target_in = shifted(target_out)
        logits = model(source, target_in)
        loss = nn.functional.cross_entropy(logits.transpose(1, 2), target_out, ignore_index=0,
                                           label_smoothing=smoothing)
        loss.backward()
        put = golden.case(f"whole_transformer/{case}", d_model=d, heads=heads, ff=ff, layers=layers, norm=order, tie=tie,
                          smoothing=smoothing)
        for name, t in (("source", source), ("target_in", target_in), ("target_out", target_out)):
            put("in", name, t)
        for name, p in model.heed_names(model.state_dict().items()).items():
            put("param", name, p)
        put("out", "logits", logits)
        put("out", "loss", loss)
        for name, p in model.heed_names(model.named_parameters()).items():
            put("grad", name, p.grad)
    golden.write("nn_models.safetensors")


def losses_of(model, weights, sources, factor, dtype):
    """Losses and gradient norms of a step for each batch of sources, from these weights, in this precision."""
    torch.set_default_dtype(dtype)
    model.to(torch.float64).load_state_dict(weights)
    model.to(dtype)
    optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: factor * model.d ** -0.5 * min((n + 1) ** -0.5, (n + 1) * 30 ** -1.5))
    losses, norms = [], []
    for source in sources:
        target_out = to_be_learnt(source)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(source, shifted(target_out)).transpose(1, 2), target_out,
                                           ignore_index=0, label_smoothing=0.1)
        loss.backward()
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0))
        optimizer.step()
        rate.step()
        losses.append(loss.detach())
    torch.set_default_dtype(torch.float64)
    return torch.stack(losses).double(), torch.stack(norms).double()


def to_be_learnt(source):
    return torch.where(source > 3, 17 - source, source)


def training():
    """100 steps of a small Transformer with Adam (0.9, 0.98), the paper's schedule and clipping; and again with five times
    the learning rate, where rounding grows: in float64 and in float32."""
    golden = Golden()
    for case, order, tie in [("post", "post", "none"), ("pre", "pre", "all")]:
        vocab, d, steps, count = 14, 16, 100, 8
        model = Translator(vocab, vocab, d, 4, 24, 2, order == "pre", tie)
        put = golden.case(case, d_model=d, heads=4, ff=24, layers=2, norm=order, tie=tie, smoothing=0.1,
                          warmup=30, factor=0.1, clip=1.0)
        for name, p in model.heed_names(model.state_dict().items()).items():
            put("param", name, p)
        weights = copy.deepcopy(model.state_dict())
        sources = [sentences(count, 6, vocab) for _ in range(steps)]
        put("in", "source", torch.stack(sources))
        put("in", "target_in", torch.stack([shifted(to_be_learnt(s)) for s in sources]))
        put("in", "target_out", torch.stack([to_be_learnt(s) for s in sources]))
        losses, norms = losses_of(model, weights, sources, 0.1, torch.float64)
        put("out", "losses", losses)
        put("out", "norms", norms)
        put("out", "steep_losses", losses_of(model, weights, sources, 0.5, torch.float64)[0])
        put("out", "steep_losses_in_float", losses_of(model, weights, sources, 0.5, torch.float32)[0])
        print(case, float(losses[0]), float(losses[-1]))
    golden.write("nn_training.safetensors")


# ---- optimisers -----------------------------------------------------------------------------------------


def optimizers():
    golden = Golden()
    kinds = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW}
    for case, kind, options in [
            ("sgd", "sgd", dict(lr=0.1)), ("sgd_momentum", "sgd", dict(lr=0.05, momentum=0.9)),
            ("sgd_decay", "sgd", dict(lr=0.05, weight_decay=0.1)),
            ("sgd_momentum_decay", "sgd", dict(lr=0.02, momentum=0.8, weight_decay=0.05)),
            ("adam", "adam", dict(lr=0.01)), ("adam_paper", "adam", dict(lr=0.02, betas=(0.9, 0.98), eps=1e-9)),
            ("adam_decay", "adam", dict(lr=0.01, weight_decay=0.1)),
            ("adam_eps", "adam", dict(lr=0.01, eps=0.1)), ("adamw", "adamw", dict(lr=0.01, weight_decay=0.01)),
            ("adamw_strong", "adamw", dict(lr=0.03, weight_decay=0.3)),
            ("adam_sparse", "adam", dict(lr=0.01, weight_decay=0.1)), ("sgd_sparse", "sgd", dict(lr=0.1, momentum=0.9)),
            ("adam_rates", "adam", dict(lr=0.01)), ("adamw_rates", "adamw", dict(lr=0.01, weight_decay=0.1))]:
        parameters = [leaf(5, 3), leaf(7), leaf(1)]
        put = golden.case(case, kind=kind, sparse=case.endswith("sparse"), rates=case.endswith("rates"), **options)
        for i, p in enumerate(parameters):
            put("param", str(i), p)
        optimizer = kinds[kind](parameters, **options)
        gradients = [[], [], []]
        values = [[], [], []]
        for step in range(20):
            if case.endswith("rates"):
                optimizer.param_groups[0]["lr"] = 0.01 / (step + 1)
            for i, p in enumerate(parameters):
                g = randn(*p.shape, factor=10.0 ** (i - 1))
                # Parameter 1 is now and then not part of the graph: not in the first steps either.
                p.grad = None if case.endswith("sparse") and i == 1 and step % 3 != 2 else g.clone()
                gradients[i].append(g)
            optimizer.step()
            for i, p in enumerate(parameters):
                values[i].append(p.detach().clone())
        for i in range(3):
            put("in", str(i), torch.stack(gradients[i]))
            put("out", str(i), torch.stack(values[i]))

    for i, (factor, max_norm) in enumerate([(1, 1.0), (1e-3, 1.0), (100, 0.5), (1, 1e-4), (1e-8, 1e-6), (1, 1e3)]):
        parameters = [leaf(4, 3), leaf(5)]
        put = golden.case(f"clip/{i}", max_norm=max_norm)
        for j, p in enumerate(parameters):
            p.grad = randn(*p.shape, factor=factor)
            put("in", str(j), p.grad)
        put("out", "norm", nn.utils.clip_grad_norm_(parameters, max_norm))
        for j, p in enumerate(parameters):
            put("out", str(j), p.grad)

    def rates(schedule, base, steps=200):
        optimizer = torch.optim.SGD([leaf(1)], lr=base)
        scheduler = schedule(optimizer)
        values = []
        for _ in range(steps):
            values.append(optimizer.param_groups[0]["lr"])
            optimizer.step()
            scheduler.step()
        return torch.tensor(values)

    S = torch.optim.lr_scheduler
    put = golden.case("schedules")
    # A scheduler counts from 0, heed from 1: its value n is heed's step n + 1 unless said otherwise.
    put("out", "noam", rates(lambda o: S.LambdaLR(o, lambda n: 512 ** -0.5 * min((n + 1) ** -0.5, (n + 1) * 40 ** -1.5)), 2.0))
    put("out", "inverse_sqrt", rates(lambda o: S.LambdaLR(o, lambda n: min((n + 1) / 30, math.sqrt(30 / (n + 1)))), 0.003))
    put("out", "cosine", rates(lambda o: S.CosineAnnealingLR(o, 150, eta_min=0.001), 0.01, 151))  # heed's step n
    put("out", "warmup_cosine", rates(  # heed's step n + 1
        lambda o: S.SequentialLR(o, [S.LinearLR(o, 1 / 20, 1.0, 19), S.CosineAnnealingLR(o, 100)], [19]), 0.01, 119))
    golden.write("nn_optimizers.safetensors")


for number, make in enumerate([models, training, optimizers]):
    torch.manual_seed(1010 + number)
    make()
