"""Golden values for tests/models from PyTorch 1.13 (Debian's python3-torch, python3-regex): GPT-2, and its byte-level BPE.
Run by hand:

    /usr/bin/python3 tests/golden/make_gpt.py

writes gpt.safetensors (as make_nn.py says), and gpt2_tiny/: a model as GPT-2's files have it (model.safetensors with the
names and masks that such files hold, vocab.json, merges.txt), and bpe.json, texts with their ids.
"""

import collections
import json
import math

import regex
import torch
from torch import nn

from nn_golden import HERE, Golden, put_losses, randomise


class Conv1D(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.zeros(inputs, outputs)), nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return x @ self.weight + self.bias


class Attention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads, self.c_attn, self.c_proj = heads, Conv1D(d, 3 * d), Conv1D(d, d)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = (y.reshape(b, t, self.heads, -1).transpose(1, 2) for y in self.c_attn(x).split(d, -1))
        scores = q @ k.transpose(-1, -2) / math.sqrt(d // self.heads)
        scores = scores.masked_fill(~torch.ones(t, t, dtype=torch.bool).tril(), -math.inf)
        return self.c_proj((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, d))


class Mlp(nn.Module):
    def __init__(self, d, ff):
        super().__init__()
        self.c_fc, self.c_proj = Conv1D(d, ff), Conv1D(ff, d)

    def forward(self, x):
        h = self.c_fc(x)
        return self.c_proj(0.5 * h * (1 + torch.tanh(math.sqrt(2 / math.pi) * (h + 0.044715 * h**3))))


class Layer(nn.Module):
    def __init__(self, d, heads, ff):
        super().__init__()
        self.ln_1, self.attn = nn.LayerNorm(d), Attention(d, heads)
        self.ln_2, self.mlp = nn.LayerNorm(d), Mlp(d, ff)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    def __init__(self, vocabulary, length, d, heads, layers, ff):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocabulary, d), nn.Embedding(length, d)
        self.h = nn.ModuleList(Layer(d, heads, ff) for _ in range(layers))
        self.ln_f = nn.LayerNorm(d)
        randomise(self)

    def forward(self, ids):
        x = self.wte(ids) + self.wpe(torch.arange(ids.shape[1]))
        for layer in self.h:
            x = layer(x)
        return self.ln_f(x) @ self.wte.weight.t()


def loss_of(model, ids):
    return nn.functional.cross_entropy(model(ids[:, :-1]).transpose(1, 2), ids[:, 1:])


def parity(golden):
    for case, vocabulary, length, d, heads, layers, ff in [("narrow", 11, 9, 8, 2, 1, 32), ("deep", 13, 12, 12, 3, 3, 20)]:
        model = Gpt(vocabulary, length, d, heads, layers, ff)
        put = golden.case(f"gpt/{case}", vocabulary=vocabulary, max_length=length, d_model=d, heads=heads, layers=layers,
                          dim_feedforward=ff)
        ids = torch.randint(0, vocabulary, (3, length))
        put("in", "ids", ids)
        for name, p in model.named_parameters():
            put("param", name, p)
        put("out", "logits", model(ids))
        loss = loss_of(model, ids)
        loss.backward()
        put("out", "loss", loss)
        for name, p in model.named_parameters():
            put("grad", name, p.grad)


def training(golden):
    """100 steps of Adam on rows that count up from a number by a step."""
    vocabulary, length, rows = 16, 8, 6
    model = Gpt(vocabulary, length, 16, 4, 2, 64)
    with torch.no_grad():
        for p in model.parameters():
            p.copy_((p * 0.5).float().double() if p.dim() > 1 else p)
    put = golden.case("gpt_training", vocabulary=vocabulary, max_length=length, d_model=16, heads=4, layers=2,
                      dim_feedforward=64, lr=1e-2)
    for name, p in model.named_parameters():
        put("param", name, p)
    first, step = torch.randint(0, vocabulary, (100, rows, 1)), torch.randint(1, 4, (100, rows, 1))
    ids = (first + step * torch.arange(length + 1)) % vocabulary
    put("in", "ids", ids)
    put_losses(put, model, (loss_of(model, batch) for batch in ids), lr=1e-2)


# ---- byte-level BPE -------------------------------------------------------------------------------------

PIECES = regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")


def byte_letters():
    """GPT-2's letter for each byte: printable ones stand for themselves, the others for letters from 256 on."""
    printable = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    letters, more = {}, 256
    for byte in range(256):
        letters[byte] = chr(byte if byte in printable else more)
        more += byte not in printable
    return letters, printable


LETTERS, PRINTABLE = byte_letters()


def letters(piece):
    return tuple(LETTERS[b] for b in piece.encode())


def joined(word, pair):
    out, i = [], 0
    while i < len(word):
        if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
            out.append(word[i] + word[i + 1])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return tuple(out)


def learn_merges(text, count):
    words = collections.Counter(letters(p) for p in PIECES.findall(text))
    merges = []
    for _ in range(count):
        pairs = collections.Counter()
        for word, n in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += n
        best = max(pairs, key=lambda p: (pairs[p], p))
        merges.append(best)
        words = collections.Counter({joined(w, best): n for w, n in words.items()})
    return merges


def encode(text, ranks, ids):
    out = []
    for piece in PIECES.findall(text):
        word = letters(piece)
        while len(word) > 1:
            best = min(zip(word, word[1:]), key=lambda p: ranks.get(p, math.inf))
            if best not in ranks:
                break
            word = joined(word, best)
        out += [ids[w] for w in word]
    return out


def bpe():
    text = ("The quick brown fox jumps over the lazy dog. The dog doesn't care, and the fox isn't sorry: they've done it 1000 "
            "times in 2019 and 2020.  나는 사과를 좋아한다. 소년은 사과를 먹었다. 나는 책을 읽는다.\n") * 2
    merges = learn_merges(text, 90)
    ranks = {pair: i for i, pair in enumerate(merges)}
    vocabulary = [LETTERS[b] for b in PRINTABLE] + [LETTERS[b] for b in range(256) if b not in PRINTABLE]
    vocabulary += [a + b for a, b in merges] + ["<|endoftext|>"]
    ids = {token: i for i, token in enumerate(vocabulary)}
    assert len(ids) == len(vocabulary)
    folder = HERE / "gpt2_tiny"
    (folder / "vocab.json").write_text(json.dumps(ids))
    (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges))
    texts = ["", "The dog", " the dog", "the  dog   sleeps", "tabs\tand\n\nlines \n", "don't DON'T we'll I'm they'd you're 's",
             "나는 사과를 좋아한다.", "naïve café ﬁ ǅ ª º", "1000 2019½ ²³ Ⅷ ٣", "emoji 🙂🙂 and \u200b\u00a0 spaces\u3000x",
             "...!!! \"quoted\" (a+b)^2", "a\u0301 e\u0301", "   ", " \n", "x  ", "中文 日本語 ไทย हिन्दी", "\x00\x01\x7f", "'''s 'S"]
    cases = [{"text": t, "pieces": PIECES.findall(t), "ids": encode(t, ranks, ids)} for t in texts]
    (folder / "bpe.json").write_text(json.dumps(cases, indent=0) + "\n")
    return len(vocabulary)


def checkpoint(vocabulary):
    """As the published files have it: F32, a mask in each attention, names with a prefix, the tied head twice."""
    model = Gpt(vocabulary, 16, 8, 2, 1, 32)
    golden = Golden()
    for name, p in model.named_parameters():
        golden.add(f"transformer.{name}", "param", p)
    golden.add("transformer.h.0.attn.bias", "param", torch.ones(16, 16).tril().reshape(1, 1, 16, 16))
    golden.add("transformer.h.0.attn.masked_bias", "param", torch.tensor(-1e4))
    golden.add("lm_head.weight", "param", model.wte.weight)
    golden.write("gpt2_tiny/model.safetensors")
    (HERE / "gpt2_tiny" / "config.json").write_text(json.dumps({"model_type": "gpt2", "n_head": 2, "layer_norm_epsilon": 1e-5,
                                                               "activation_function": "gelu_new"}) + "\n")


if __name__ == "__main__":
    torch.manual_seed(11)
    values = Golden()
    parity(values)
    training(values)
    values.write("gpt.safetensors")
    checkpoint(bpe())
