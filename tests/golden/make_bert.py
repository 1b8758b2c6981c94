"""Golden values for tests/models from PyTorch 1.13 (Debian's python3-torch): BERT.
Run by hand:

    /usr/bin/python3 tests/golden/make_bert.py

writes bert.safetensors (as make_nn.py says).
"""

import math
import re

import torch
from torch import nn

from nn_golden import Golden, put_gradients, put_losses, put_parameters, randomise, single

EPS = 1e-12


class Named(nn.Module):
    """A module whose parts have the names that are given."""

    def __init__(this, /, **parts):
        super().__init__()
        for name, part in parts.items():
            setattr(this, name, part)


def dense_norm(inputs, d):
    return Named(dense=nn.Linear(inputs, d), LayerNorm=nn.LayerNorm(d, EPS))


class Layer(nn.Module):
    def __init__(self, d, heads, ff):
        super().__init__()
        self.heads = heads
        self.attention = Named(self=Named(query=nn.Linear(d, d), key=nn.Linear(d, d), value=nn.Linear(d, d)),
                               output=dense_norm(d, d))
        self.intermediate = Named(dense=nn.Linear(d, ff))
        self.output = dense_norm(ff, d)

    def forward(self, x, allowed):
        b, t, d = x.shape
        inner = getattr(self.attention, "self")
        q, k, v = (f(x).reshape(b, t, self.heads, -1).transpose(1, 2) for f in (inner.query, inner.key, inner.value))
        scores = (q @ k.transpose(-1, -2) / math.sqrt(d // self.heads)).masked_fill(~allowed[:, None, None, :], -math.inf)
        y = (scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, d)
        x = self.attention.output.LayerNorm(x + self.attention.output.dense(y))
        return self.output.LayerNorm(x + self.output.dense(nn.functional.gelu(self.intermediate.dense(x))))


class Bert(nn.Module):
    def __init__(self, vocabulary, length, classes, d, heads, layers, ff):
        super().__init__()
        self.bert = Named(
            embeddings=Named(word_embeddings=nn.Embedding(vocabulary, d), position_embeddings=nn.Embedding(length, d),
                             token_type_embeddings=nn.Embedding(2, d), LayerNorm=nn.LayerNorm(d, EPS)),
            encoder=Named(layer=nn.ModuleList(Layer(d, heads, ff) for _ in range(layers))),
            pooler=Named(dense=nn.Linear(d, d)))
        self.cls = Named(predictions=Named(transform=dense_norm(d, d)))
        self.cls.predictions.bias = nn.Parameter(torch.zeros(vocabulary))
        self.classifier = nn.Linear(d, classes)
        randomise(self)

    def forward(self, ids, segments):
        table = self.bert.embeddings
        x = table.word_embeddings(ids) + table.position_embeddings.weight[:ids.shape[1]] + table.token_type_embeddings(segments)
        x = table.LayerNorm(x)
        for layer in self.bert.encoder.layer:
            x = layer(x, ids != 0)
        return x

    def words(self, x):
        p = self.cls.predictions
        y = p.transform.LayerNorm(nn.functional.gelu(p.transform.dense(x)))
        return y @ self.bert.embeddings.word_embeddings.weight.t() + p.bias

    def classes(self, x):
        return self.classifier(torch.tanh(self.bert.pooler.dense(x[:, 0])))


def loss_of(model, ids, segments, places, words, kinds):
    x = model(ids, segments)
    f = nn.functional.cross_entropy
    return f(model.words(x.flatten(0, 1)[places]), words) + f(model.classes(x), kinds)


def texts(rows, length, vocabulary):
    """<bos> first, some rows shorter than others, two segments."""
    ids = torch.randint(4, vocabulary, (rows, length))
    ids[:, 0] = 2
    for row in range(1, rows, 2):
        ids[row, length - 1 - row % 3:] = 0
    segments = (torch.arange(length)[None] >= length // 2).long().expand(rows, -1) * (ids != 0)
    return ids, segments


def parity(golden):
    for case, vocabulary, length, classes, d, heads, layers, ff in [("narrow", 11, 9, 2, 8, 2, 1, 16), ("deep", 13, 7, 3, 12, 3, 3, 20)]:
        model = Bert(vocabulary, length, classes, d, heads, layers, ff)
        put = golden.case(f"bert/{case}", vocabulary=vocabulary, max_length=length, classes=classes, d_model=d, heads=heads,
                          layers=layers, dim_feedforward=ff)
        ids, segments = texts(3, length, vocabulary)
        places, words, kinds = torch.tensor([1, 3, length + 2, 2 * length + 1]), torch.randint(4, vocabulary, (4,)), torch.randint(0, classes, (3,))
        for name, value in dict(ids=ids, segments=segments, places=places, words=words, kinds=kinds).items():
            put("in", name, value)
        put_parameters(put, model)
        x = model(ids, segments)
        put("out", "words", model.words(x.flatten(0, 1)[places]))
        put("out", "classes", model.classes(x))
        loss = loss_of(model, ids, segments, places, words, kinds)
        loss.backward()
        put("out", "loss", loss)
        put_gradients(put, model)


def training(golden):
    """50 steps of Adam: rows count up, one number is hidden (3 stands for it), and the class is the step."""
    vocabulary, length, rows = 16, 6, 6
    model = Bert(vocabulary, length, 3, 16, 4, 2, 32)
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(single(p * 0.5) if p.dim() > 1 else p)
    put = golden.case("bert_training", vocabulary=vocabulary, max_length=length, classes=3, d_model=16, heads=4, layers=2,
                      dim_feedforward=32, lr=1e-2)
    put_parameters(put, model)
    kinds = torch.randint(0, 3, (50, rows))
    ids = 4 + (torch.randint(0, 12, (50, rows, 1)) + (kinds[..., None] + 1) * torch.arange(length)) % 12
    at = torch.randint(1, length, (50, rows))
    words = ids.gather(2, at[..., None])[..., 0]
    ids.scatter_(2, at[..., None], 3)
    places = at + length * torch.arange(rows)
    for name, value in dict(ids=ids, places=places, words=words, kinds=kinds).items():
        put("in", name, value)
    put_losses(put, model, (loss_of(model, ids[i], torch.zeros_like(ids[i]), places[i], words[i], kinds[i])
                            for i in range(50)), lr=1e-2)


OURS = {"attention.output.dense": "self_attn.out_proj", "attention.output.LayerNorm": "norm1",
        "intermediate.dense": "linear1", "output.dense": "linear2", "output.LayerNorm": "norm2"}


def with_our_names(tensors):
    """Layers have the names of nn.TransformerEncoderLayer, in which query, key and value are one matrix."""
    ours = {}
    for full, value in tensors.items():
        name = re.sub(r"\|(param|grad)\.bert\.", r"|\1.", full).replace("encoder.layer.", "encoder.layers.")
        for theirs, mine in OURS.items():
            name = re.sub(rf"(layers\.\d+)\.{theirs}\.", rf"\1.{mine}.", name)
        if ".attention.self.query." in name:
            value = torch.cat([tensors[full.replace("query", part)] for part in ("query", "key", "value")])
            name = name.replace("attention.self.query.", "self_attn.in_proj_")
        if ".attention.self." not in name:
            ours[name] = value
    return ours


if __name__ == "__main__":
    torch.manual_seed(31)
    values = Golden()
    parity(values)
    training(values)
    values.tensors = with_our_names(values.tensors)
    values.write("bert.safetensors")
