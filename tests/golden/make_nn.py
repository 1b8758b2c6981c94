"""Golden values for tests/nn from PyTorch 1.13 (Debian's python3-torch): attention, encoder and decoder, recurrent nets, a state
space. Run by hand:

    /usr/bin/python3 tests/golden/make_nn.py

writes nn_attention, nn_stacks, nn_recurrent, nn_state_space and nn_recall.safetensors into tests/golden. Inputs and parameters are numbers that
float holds exactly (stored as F32); outputs and gradients are computed and stored in float64. A tensor is
called "case|kind.name"; what else a case needs stands as JSON in the metadata under the case's name. Masks
are stored as heed's: 1 = may attend.
"""

import torch
from torch import nn

from nn_golden import (Golden, causal, leaf, left_out, lengths_mask, put_gradients, put_parameters, randn, randomise, run)


# ---- attention ------------------------------------------------------------------------------------------


def attention():
    golden = Golden()

    def attend(case, b, tq, tk, d, heads, inputs, mask=None):
        """inputs: self, cross (key is value) or three. mask: heed's (B, H, Tq, Tk), 1 = may attend."""
        module = randomise(nn.MultiheadAttention(d, heads, batch_first=True))
        put = golden.case(f"attention/{case}", heads=heads, inputs=inputs)
        named = {"query": leaf(b, tq, d)}
        query = key = value = named["query"]
        if inputs != "self":
            key = value = named["key"] = leaf(b, tk, d)
        if inputs == "three":
            value = named["value"] = leaf(b, tk, d)
        torch_mask = None
        if mask is not None:
            put("in", "mask", mask)
            torch_mask = left_out(mask.expand(b, heads, tq, tk)).reshape(b * heads, tq, tk)
        y, weights = module(query, key, value, attn_mask=torch_mask, average_attn_weights=False)
        put("out", "weights", weights)
        run(put, module, y, **named)

    for heads in (1, 2, 4, 8):
        attend(f"self_heads{heads}", 2, 5, 5, 8, heads, "self")
    attend("cross", 2, 4, 6, 8, 2, "cross")
    attend("cross_one_query", 3, 1, 7, 6, 3, "cross")
    attend("cross_one_key", 2, 3, 1, 6, 2, "cross")
    attend("three", 2, 4, 3, 8, 4, "three")
    attend("three_equal_lengths", 1, 5, 5, 9, 3, "three")
    attend("causal", 2, 6, 6, 8, 2, "self", causal(6)[None, None])
    padding = lengths_mask([7, 3, 1], 7)
    attend("padding", 3, 7, 7, 8, 4, "self", padding[:, None, None, :])
    attend("causal_and_padding", 3, 7, 7, 8, 2, "self", padding[:, None, None, :] & causal(7)[None, None])
    attend("cross_padding", 3, 4, 7, 6, 2, "cross", padding[:, None, None, :])
    attend("odd", 1, 13, 13, 15, 5, "self", causal(13)[None, None])
    attend("wide", 2, 19, 19, 24, 3, "self", lengths_mask([19, 11], 19)[:, None, None, :])
    for i in range(12):
        b, tq, tk = (int(torch.randint(1, 5, ())) for _ in range(3))
        heads, width = int(torch.randint(1, 5, ())), int(torch.randint(1, 5, ()))
        inputs = ["self", "cross", "three"][i % 3]
        tk = tq if inputs == "self" else tk
        mask = torch.rand(b, heads, tq, tk) < 0.6
        mask[..., 0] |= ~mask.any(-1)  # PyTorch gives NaN for a row in which nothing may be attended to
        attend(f"random{i}", b, tq, tk, heads * width, heads, inputs, mask)

    # The same masks as PyTorch's users give them: key_padding_mask and a square attn_mask.
    module = randomise(nn.MultiheadAttention(8, 2, batch_first=True))
    x = leaf(3, 7, 8)
    y, weights = module(x, x, x, key_padding_mask=left_out(padding), attn_mask=left_out(causal(7)),
                        average_attn_weights=False)
    put = golden.case("attention/key_padding_mask", heads=2, inputs="self")
    put("in", "mask", padding[:, None, None, :] & causal(7)[None, None])
    put("out", "weights", weights)
    run(put, module, y, query=x)
    golden.write("nn_attention.safetensors")


# ---- stacks --------------------------------------------------------------------------------------------


def stacks():
    golden = Golden()
    for case, d, heads, ff, encoders, decoders, order, activation in [
            ("one", 8, 1, 16, 1, 1, "post", "relu"), ("post", 12, 3, 20, 2, 3, "post", "relu"),
            ("pre", 12, 4, 20, 3, 2, "pre", "gelu"), ("wide", 16, 8, 7, 2, 2, "post", "gelu")]:
        module = randomise(nn.Transformer(d, heads, encoders, decoders, ff, dropout=0.0, activation=activation,
                                          batch_first=True, norm_first=order == "pre"))
        source, target = lengths_mask([6, 2, 4], 6), lengths_mask([3, 5, 1], 5)
        x, y = leaf(3, 6, d), leaf(3, 5, d)
        put = golden.case(f"transformer/{case}", d_model=d, heads=heads, ff=ff, norm=order,
                          activation=activation, encoder_layers=encoders, decoder_layers=decoders)
        put("in", "source_tokens", source)
        put("in", "target_tokens", target)
        run(put, module,
            module(x, y, tgt_mask=left_out(causal(5)), src_key_padding_mask=left_out(source),
                   tgt_key_padding_mask=left_out(target), memory_key_padding_mask=left_out(source)),
            source=x, target=y)
    golden.write("nn_stacks.safetensors")


# ---- recurrent nets -------------------------------------------------------------------------------------


def recurrents():
    golden = Golden()
    kinds = {"tanh": nn.RNN, "relu": lambda *a, **o: nn.RNN(*a, nonlinearity="relu", **o), "LSTM": nn.LSTM, "GRU": nn.GRU}
    for kind, make_module in kinds.items():
        for name, batch, steps, c, h, layers, both, bias, states, lengths in [
                ("one", 1, 1, 1, 1, 1, False, True, False, []), ("plain", 3, 5, 4, 6, 1, False, True, False, []),
                ("no_bias", 2, 4, 3, 5, 2, True, False, False, []), ("layers", 2, 4, 3, 4, 3, False, True, True, []),
                ("both", 2, 5, 3, 4, 2, True, True, True, []), ("lengths", 4, 6, 3, 4, 2, False, True, True, [3, 6, 1, 4]),
                ("both_lengths", 4, 6, 3, 4, 2, True, True, True, [3, 6, 1, 4]),
                ("wide", 2, 5, 17, 19, 1, False, True, False, []), ("many", 21, 4, 2, 3, 1, False, True, False, [])]:
            put = golden.case(f"{kind}/{name}", kind=kind, layers=layers, bidirectional=both, bias=bias, lengths=lengths)
            module = make_module(c, h, layers, bias=bias, bidirectional=both, batch_first=True)
            randomise(module)
            x = leaf(batch, steps, c)
            shape = (layers * (2 if both else 1), batch, h)
            inputs = [leaf(*shape) for _ in range(2 if kind == "LSTM" else 1)] if states else []
            given = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False) if lengths else x
            y, last = module(given, (tuple(inputs) if kind == "LSTM" else inputs[0]) if states else None)
            if lengths:
                y, _ = nn.utils.rnn.pad_packed_sequence(y, batch_first=True, total_length=steps)
            outputs = {"y": y, "h": last[0], "c": last[1]} if kind == "LSTM" else {"y": y, "h": last}
            upstream = {key: randn(*value.shape) for key, value in outputs.items()}
            torch.autograd.backward(list(outputs.values()), list(upstream.values()))
            for key, value in outputs.items():
                put("out", key, value)
                put("in", "upstream" if key == "y" else f"upstream_{key}", upstream[key])
            named = dict(zip(["x", "h0", "c0"], [x, *inputs]))
            for key, value in named.items():
                put("in", key, value)
            put_parameters(put, module)
            put_gradients(put, module, **named)
    golden.write("nn_recurrent.safetensors")


# ---- state space ----------------------------------------------------------------------------------------


class StateSpace(nn.Module):
    """Mamba's layer by equations 2 and 4 and section 3.4 of its paper (Gu & Dao 2023), a token at a time; x before z
    and Δ before B before C, as the files of Mamba have them."""

    def __init__(self, d, n, taps, expand, rank):
        super().__init__()
        e = expand * d
        self.n, self.rank = n, rank
        self.in_proj = nn.Linear(d, 2 * e, bias=False)
        self.conv1d = nn.Conv1d(e, e, taps, groups=e, padding=taps - 1)
        self.x_proj = nn.Linear(e, rank + 2 * n, bias=False)
        self.dt_proj = nn.Linear(rank, e)
        self.A_log = nn.Parameter(torch.zeros(e, n))
        self.D = nn.Parameter(torch.zeros(e))
        self.out_proj = nn.Linear(e, d, bias=False)

    def forward(self, u):
        steps = u.shape[1]
        x, z = self.in_proj(u).chunk(2, dim=-1)
        x = nn.functional.silu(self.conv1d(x.transpose(1, 2))[:, :, :steps].transpose(1, 2))
        delta, b, c = self.x_proj(x).split([self.rank, self.n, self.n], dim=-1)
        delta = nn.functional.softplus(self.dt_proj(delta))
        state, outputs = torch.zeros(len(u), *self.A_log.shape), []
        for t in range(steps):
            decay = torch.exp(delta[:, t, :, None] * -torch.exp(self.A_log))
            state = decay * state + (delta[:, t] * x[:, t])[..., None] * b[:, t, None, :]
            outputs.append((state * c[:, t, None, :]).sum(-1) + self.D * x[:, t])
        return self.out_proj(torch.stack(outputs, 1) * nn.functional.silu(z))


def state_spaces():
    golden = Golden()
    for case, batch, steps, d, n, taps, expand, rank in [("plain", 2, 7, 6, 5, 4, 2, 3), ("narrow", 3, 5, 3, 2, 2, 1, 1),
                                                         ("one", 1, 1, 4, 3, 3, 2, 2)]:
        put = golden.case(f"state_space/{case}", d_model=d, d_state=n, d_conv=taps, expand=expand, dt_rank=rank)
        module = randomise(StateSpace(d, n, taps, expand, rank))
        u = leaf(batch, steps, d)
        run(put, module, module(u), u=u)
    golden.write("nn_state_space.safetensors")


# ---- nets that recall -----------------------------------------------------------------------------------


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * self.weight


class RotaryAttention(nn.MultiheadAttention):
    """Causal; neighbours (0, 1), (2, 3), … of queries and keys of a head turn by position · 10000^(-2m / head_dim)."""

    def forward(self, x):
        batch, steps, d = x.shape
        q, k, v = nn.functional.linear(x, self.in_proj_weight, self.in_proj_bias).view(
            batch, steps, 3, self.num_heads, self.head_dim).permute(2, 0, 3, 1, 4)
        rate = 10000.0 ** (-torch.arange(0, self.head_dim, 2) / self.head_dim)
        turn = torch.polar(torch.ones(()), torch.arange(steps)[:, None] * rate)
        q, k = (torch.view_as_real(torch.view_as_complex(t.reshape(*t.shape[:-1], -1, 2)) * turn).flatten(-2)
                for t in (q, k))
        scores = (q @ k.transpose(-1, -2)) / self.head_dim ** 0.5
        y = scores.masked_fill(~causal(steps).bool().view(steps, steps), -torch.inf).softmax(-1) @ v
        return self.out_proj(y.transpose(1, 2).reshape(batch, steps, d))


class CausalConv(nn.Conv1d):
    def forward(self, x):
        past = (self.kernel_size[0] - 1) * self.dilation[0]
        return torch.relu(super().forward(nn.functional.pad(x.transpose(1, 2), (past, 0)))).transpose(1, 2)


class RecallNet(nn.Module):
    def __init__(self, d, vocabulary, layers):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, d)
        self.norm, self.head = RMSNorm(d), nn.Linear(d, vocabulary)
        self.norms = nn.ModuleList(RMSNorm(d) for _ in layers)
        self.layers = nn.ModuleList(layers)

    def forward(self, ids, last):
        x = self.embedding(ids)
        for norm, layer in zip(self.norms, self.layers):
            y = layer(norm(x))
            x = x + (y[0] if isinstance(y, tuple) else y)
        return self.head(self.norm(x[:, -last:]))


def recall_nets():
    golden = Golden()
    d, vocabulary = 8, 7
    for number, (kind, layer) in enumerate([
            ("attention", lambda i: RotaryAttention(d, 4)),
            ("convolution", lambda i: CausalConv(d, d, 4, dilation=4**i)),
            ("state_space", lambda i: StateSpace(d, 16, 4, 2, 1)),
            ("lstm", lambda i: nn.LSTM(d, d, batch_first=True)),
            ("rnn", lambda i: nn.RNN(d, d, batch_first=True))]):
        put = golden.case(f"recall/{kind}", kind=number, width=d, vocabulary=vocabulary, last=2, reach=16)
        module = randomise(RecallNet(d, vocabulary, [layer(i) for i in range(2)]))
        with torch.no_grad():  # sums whose parts cancel would show how floats round
            for name, p in module.layers.named_parameters():
                p.copy_(p / 2)
        ids = torch.randint(0, vocabulary, (3, 9))
        put("in", "ids", ids)
        run(put, module, module(ids, 2))
    golden.write("nn_recall.safetensors")


for number, make in enumerate([attention, stacks, recurrents, state_spaces, recall_nets], 1):
    torch.manual_seed(1000 + number)
    make()
