#!/usr/bin/python3
"""Writes ops.json: inputs, upstream gradient, output and gradients of every op of tests/autograd/op_table*.cpp,
computed by PyTorch in double (Debian's python3-torch 1.13). Run by hand; the tests read the committed file.

    /usr/bin/python3 tests/golden/make_ops.py
"""
import json
import math
import pathlib
import zlib

import numpy as np
import torch
import torch.nn.functional as F

CASES = {}
UNARY = [("scalar", ()), ("one", (1,)), ("ones", (1, 1)), ("empty", (0, 3)), ("odd", (7,)), ("matrix", (3, 5))]


def draw(random, shape, positive):
    """Multiples of 1/64 with 1/8 <= |x| <= 2: exact in float, away from kinks and poles, no two equal."""
    n = int(np.prod(shape))
    grid = np.arange(8, 129)
    if not positive:
        grid = np.concatenate([grid, -grid])
    assert n <= len(grid), shape
    return (random.choice(grid, size=n, replace=False) / 64).reshape(shape)


def listed(x):
    return [float(v) for v in x.reshape(-1)]


def case(key, shapes, f, positive=False):
    random = np.random.RandomState(zlib.crc32(key.encode()))
    inputs = [torch.tensor(draw(random, s, positive), dtype=torch.float64, requires_grad=True) for s in shapes]
    y = f(*inputs)
    upstream = torch.tensor(random.randint(-128, 129, size=tuple(y.shape)) / 64, dtype=torch.float64)
    gradients = torch.autograd.grad(y, inputs, upstream, allow_unused=True)
    gradients = [torch.zeros_like(x) if g is None else g for x, g in zip(inputs, gradients)]
    assert key not in CASES, key
    CASES[key] = {
        "shapes": [list(x.shape) for x in inputs],
        "inputs": [listed(x.detach()) for x in inputs],
        "upstream": listed(upstream),
        "output_shape": list(y.shape),
        "output": listed(y.detach()),
        "gradients": [listed(g) for g in gradients],
    }


def unary(op, f, positive=False, suffix=""):
    for name, shape in UNARY:
        case(f"{op}/{name}{suffix}", [shape], f, positive)


def tokens(shape, step, first, bound):
    n = int(np.prod(shape))
    return torch.tensor([(step * i + first) % bound for i in range(n)], dtype=torch.int64).reshape(shape)


def mask(shape):
    n = int(np.prod(shape))
    return torch.tensor([i * 5 % 3 == 0 for i in range(n)], dtype=torch.bool).reshape(shape)


def pointwise():
    unary("power", lambda x: x ** 3)
    for p in [-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 2.5]:
        case(f"power/to_{p:g}", [(3, 5)], lambda x: x ** p, positive=p % 1 != 0)
    unary("exp", torch.exp)
    unary("log", torch.log, positive=True)
    unary("sqrt", torch.sqrt, positive=True)
    unary("tanh", torch.tanh)
    unary("sigmoid", torch.sigmoid)
    unary("relu", torch.relu)
    unary("gelu", F.gelu)
    unary("gelu", lambda x: F.gelu(x, approximate="tanh"), suffix="_tanh")
    unary("softplus", F.softplus)
    unary("silu", F.silu)
    operators = {"operator+": lambda a, b: a + b, "operator-": lambda a, b: a - b,
                 "operator*": lambda a, b: a * b, "operator/": lambda a, b: a / b}
    for op, f in operators.items():
        case(f"{op}/same", [(3, 5), (3, 5)], f)
        case(f"{op}/bias", [(2, 3, 5), (5,)], f)
        case(f"{op}/empty", [(0, 3), (3,)], f)
        case(f"{op}/constant_right", [(7,)], lambda x: f(x, 1.5))
        case(f"{op}/constant_left", [(7,)], lambda x: f(1.5, x))
        case(f"{op}/scalar", [()], lambda x: f(1.5, x))
    case("operator-/unary", [(3, 5)], lambda x: -x)

    for name, c, a, b in [("scalar", (), (), ()), ("one", (1,), (1,), (1,)), ("same", (3, 5), (3, 5), (3, 5)),
                          ("mask_row", (5,), (3, 5), (3, 5)), ("mask_column", (3, 1), (3, 5), (3, 5)),
                          ("all_broadcast", (3, 1, 1), (2, 1), (5,)), ("empty", (0, 3), (3,), (0, 3))]:
        case(f"where/{name}", [a, b], lambda x, y: torch.where(mask(c), x, y))
    for name, m, x in [("scalar", (), ()), ("one", (1,), (1,)), ("same", (3, 5), (3, 5)),
                       ("mask_row", (5,), (2, 3, 5)), ("mask_column", (3, 1), (3, 5)), ("empty", (3,), (0, 3))]:
        case(f"masked_fill/{name}", [x], lambda v: v.masked_fill(mask(m), 7.0))


def layout():
    for name, a, b in [("scalar", (), (1, 1)), ("to_scalar", (1, 1), ()), ("one", (1,), (1, 1, 1)),
                       ("split", (15,), (3, 5)), ("regroup", (2, 3, 5), (5, 6)), ("empty", (0, 3), (3, 0, 2)),
                       ("open", (2, 3, 5), (2, -1))]:
        case(f"reshape/{name}", [a], lambda x: x.reshape(b))
    for name, a, order in [("scalar", (), ()), ("one", (1, 1), (1, 0)), ("identity", (3, 5), (0, 1)),
                           ("three", (2, 3, 5), (2, 0, 1)), ("heads", (2, 3, 2, 5), (0, 2, 1, 3)),
                           ("negative", (2, 3, 5), (-1, 0, -2)), ("empty", (0, 3, 2), (2, 0, 1))]:
        case(f"permute/{name}", [a], lambda x: x.permute(order))
    for name, a, i, j in [("one", (1, 1), -2, -1), ("matrix", (3, 5), -2, -1), ("outer", (2, 3, 5), 0, 2),
                          ("same_axis", (3, 5), 1, 1), ("vector", (5,), 0, 0), ("empty", (0, 3), 0, 1)]:
        case(f"transpose/{name}", [a], lambda x: x.transpose(i, j))
    for name, a, axis, begin, end in [("one", (1,), 0, 0, 1), ("middle", (7,), 0, 2, 5), ("rows", (5, 3), 0, 1, 4),
                                      ("columns", (3, 7), -1, 2, 5), ("inner", (2, 5, 3), 1, 3, 4),
                                      ("all", (3, 5), 1, 0, 5), ("none", (3, 5), 1, 2, 2), ("empty", (0, 5), 1, 1, 3)]:
        case(f"slice/{name}", [a], lambda x: x.narrow(axis, begin, end - begin))
    for name, parts, axis in [("single", [(3,)], 0), ("ones", [(1,), (1,)], 0), ("rows", [(1, 3), (4, 3)], 0),
                              ("columns", [(3, 1), (3, 2), (3, 4)], -1), ("middle", [(2, 1, 3), (2, 4, 3)], 1),
                              ("with_nothing", [(0, 3), (2, 3)], 0)]:
        case(f"concat/{name}", parts, lambda *x: torch.cat(x, axis))
    case("concat/twice_the_same", [(2, 3)], lambda x: torch.cat([x, x], 1))
    for name, parts, axis in [("scalar", [(), (), ()], 0), ("single", [(3,)], 0), ("front", [(3, 5)] * 2, 0),
                              ("back", [(3, 5)] * 2, -1), ("middle", [(3, 5)] * 3, 1), ("empty", [(0, 3)] * 2, 1)]:
        case(f"stack/{name}", parts, lambda *x: torch.stack(x, axis))

    for name, w, ids, options in [("scalar", (4, 3), (), {}), ("one", (1, 1), (1,), {}), ("row", (7, 3), (4,), {}),
                                  ("repeated", (2, 3), (5,), {}), ("batch", (5, 3), (2, 4), {}),
                                  ("padding", (4, 3), (2, 3), {"padding_idx": 0}), ("empty", (5, 3), (0,), {})]:
        case(f"embedding/{name}", [w], lambda x: F.embedding(tokens(ids, 3, 1, w[0]), x, **options))
    case("embedding/scaled", [(5, 3)], lambda x: 1.75 * F.embedding(tokens((2, 3), 3, 1, 5), x))


def reductions():
    rows = [("scalar", (), (), False), ("one", (1, 1), (1,), False), ("all", (3, 5), (0, 1), False),
            ("all_kept", (3, 5), (0, 1), True), ("rows", (3, 5), (0,), False), ("last_kept", (2, 3, 7), (-1,), True),
            ("middle", (2, 3, 7), (1,), False), ("outer_two", (2, 3, 5), (0, 2), False), ("empty", (0, 3), (1,), False)]
    # A reduction of a scalar over no axes is the scalar.
    functions = {
        "sum": lambda x, axes, keep: x.sum(axes, keepdim=keep) if x.dim() else x + 0,
        "mean": lambda x, axes, keep: x.mean(axes, keepdim=keep) if x.dim() else x + 0,
    }
    for op, f in functions.items():
        for name, shape, axes, keep in rows:
            case(f"{op}/{name}", [shape], lambda x: f(x, axes, keep))
    case("sum/of_nothing", [(0, 3)], lambda x: x.sum(0))
    for op, f in [("softmax", torch.softmax), ("log_softmax", torch.log_softmax)]:
        for name, shape, axis in [("scalar", (), -1), ("one", (1,), 0), ("row", (7,), -1), ("last", (3, 5), -1),
                                  ("first", (3, 5), 0), ("middle", (2, 3, 4), 1), ("long", (2, 37), -1),
                                  ("empty", (0, 5), -1)]:
            case(f"{op}/{name}", [shape], lambda x: f(x, axis))


def products():
    for name, a, b in [("one", (1, 1), (1, 1)), ("matrix", (3, 4), (4, 5)), ("dot", (4,), (4,)),
                       ("vector_left", (4,), (4, 5)), ("vector_right", (3, 4), (4,)), ("vector_batch", (4,), (2, 4, 3)),
                       ("batch_vector", (2, 3, 4), (4,)), ("batch", (2, 3, 4), (2, 4, 5)),
                       ("batch_matrix", (2, 3, 4), (4, 5)), ("matrix_batch", (3, 4), (2, 4, 5)),
                       ("broadcast", (2, 1, 3, 4), (3, 4, 2)), ("batch_of_one", (1, 3, 4), (2, 4, 2)),
                       ("empty_sum", (3, 0), (0, 5)), ("empty_sum_batch", (2, 3, 0), (0, 4)),
                       ("no_columns_batch", (2, 3, 4), (4, 0)), ("no_rows", (0, 4), (4, 5)),
                       ("no_batch", (0, 3, 4), (0, 4, 2))]:
        case(f"matmul/{name}", [a, b], torch.matmul)
    case("matmul/with_itself", [(3, 3)], lambda a: a @ a)
    for name, x, w in [("one", (1, 1), (1, 1)), ("vector", (4,), (5, 4)), ("rows", (3, 4), (5, 4)),
                       ("batch", (2, 3, 7), (5, 7)), ("no_rows", (0, 4), (5, 4)), ("no_inputs", (3, 0), (5, 0)),
                       ("no_outputs", (3, 4), (0, 4))]:
        case(f"linear/{name}", [x, w, w[:1]], lambda v, weight, bias: v @ weight.t() + bias)
    case("linear/no_bias", [(3, 4), (5, 4)], F.linear)
    case("linear/some_rows", [(3, 4), (7, 4), (7,)], lambda x, w, b: F.linear(x, w[2:5], b[2:5]))
    case("linear/two_parts", [(3, 4), (7, 4), (7,)],
         lambda x, w, b: torch.cat([F.linear(x, w[3:], b[3:]), F.linear(x, w[:3], b[:3])], -1))
    case("linear/in_out", [(2, 3, 4), (4, 5), (5,)], lambda x, w, b: x @ w + b)
    case("linear/in_out_no_bias", [(3, 4), (4, 1)], lambda x, w: x @ w)


def attend(q, k, v, allowed=None, scale=None):
    """softmax(scale q kT) v by the formula; a row that may attend to nothing gives 0."""
    scores = q @ k.transpose(-2, -1) * (scale or 1 / math.sqrt(q.shape[-1]))
    if allowed is None:
        allowed = torch.ones(scores.shape[-2:], dtype=torch.bool)
    allowed = allowed.expand(scores.shape)
    some = allowed.any(-1, keepdim=True)
    p = torch.softmax(scores.masked_fill(~allowed & some, -math.inf), -1) * some
    return p @ v


def attend_relative(q, k, v, key, value, allowed=None, first=0):
    """The same with a table of keys and one of values, by clipped distance (Shaw et al. 2018), written down in full."""
    distance = torch.arange(k.shape[-2])[None, :] - torch.arange(q.shape[-2])[:, None] - first

    def rows(table):
        clip = (len(table) - 1) // 2
        return table[distance.clamp(-clip, clip) + clip]
    scores = (q @ k.transpose(-2, -1) + torch.einsum("...id,ijd->...ij", q, rows(key))) / math.sqrt(q.shape[-1])
    if allowed is None:
        allowed = torch.ones(scores.shape[-2:], dtype=torch.bool)
    p = torch.softmax(scores.masked_fill(~allowed, -math.inf), -1)
    return p @ v + torch.einsum("...ij,ijd->...id", p, rows(value))


def attend_linearly(q, k, v, allowed=None):
    """Linear attention (Katharopoulos et al. 2020) pair by pair; a row that may attend to nothing gives 0."""
    pairs = (F.elu(q) + 1) @ (F.elu(k) + 1).transpose(-2, -1)
    pairs = pairs if allowed is None else pairs.masked_fill(~allowed, 0)
    total = pairs.sum(-1, keepdim=True)
    return pairs @ v / torch.where(total == 0, torch.ones_like(total), total)


def causal(queries, keys, offset=0):
    return torch.ones(queries, keys, dtype=torch.bool).tril(offset)


def padding(ids, batch):
    return (torch.tensor(ids) != 0).reshape(batch, 1, 1, -1)


def heads(q, k, v, n, d, allowed=None):
    def split(x):
        return x.reshape(x.shape[0], x.shape[1], n, d).transpose(1, 2)
    y = attend(split(q), split(k), split(v), allowed)
    return y.transpose(1, 2).reshape(q.shape[0], q.shape[1], n * d)


def network():
    for name, x, w, eps in [("one", (3, 1), (1,), 1e-5), ("vector", (5,), (5,), 1e-5), ("rows", (3, 7), (7,), 1e-5),
                            ("batch", (2, 3, 5), (5,), 1e-5), ("wide", (2, 35), (35,), 1e-5),
                            ("two_axes", (2, 3, 4), (3, 4), 1e-5), ("eps", (3, 5), (5,), 0.5),
                            ("empty", (0, 5), (5,), 1e-5)]:
        case(f"layer_norm/{name}", [x, w, w], lambda v, a, b: F.layer_norm(v, w, a, b, eps))
    for name, x, eps in [("rows", (5, 3), 1e-5), ("sequences", (3, 2, 5), 1e-5), ("images", (2, 3, 3, 4), 1e-5),
                         ("one_channel", (4, 1, 2, 3), 1e-5), ("one_example", (1, 4, 2, 3), 1e-5), ("eps", (3, 4), 0.5)]:
        case(f"batch_norm/{name}", [x, x[1:2], x[1:2]],
             lambda v, a, b: F.batch_norm(v, None, None, a, b, training=True, eps=eps))
    mean, variance = torch.tensor([0.5, -1, 0, 2], dtype=torch.float64), torch.tensor([1, 0.25, 2, 4], dtype=torch.float64)
    case("batch_norm/constants", [(3, 4, 2), (4,), (4,)], lambda v, a, b: F.batch_norm(v, mean, variance, a, b))

    for name, shape, options in [
            ("one_row", (4,), {}), ("one_class", (3, 1), {}), ("rows", (3, 5), {}), ("batch", (2, 3, 7), {}),
            ("wide", (2, 37), {"label_smoothing": 0.1}), ("smoothing", (3, 5), {"label_smoothing": 0.25}),
            ("ignored", (2, 3, 4), {"ignore_index": 2}),
            ("smoothing_ignored", (2, 3, 4), {"ignore_index": 2, "label_smoothing": 0.25}),
            ("sum", (3, 5), {"reduction": "sum"}), ("each", (2, 3, 5), {"reduction": "none"}),
            ("each_smoothing_ignored", (2, 3, 4), {"ignore_index": 2, "label_smoothing": 0.25, "reduction": "none"}),
            ("empty", (0, 5), {"reduction": "sum"})]:
        targets = tokens(shape[:-1], 5, 2, shape[-1])

        def loss(x):
            y = F.cross_entropy(x.reshape(-1, shape[-1]), targets.reshape(-1), **options)
            return y.reshape(shape[:-1]) if options.get("reduction") == "none" else y
        case(f"cross_entropy/{name}", [shape], loss)

    op = "scaled_dot_product_attention"
    ids = [4, 5, 0, 0, 1, 2, 3, 0]
    for name, q, k, v, allowed, scale in [
            ("one", (1, 1), (1, 1), (1, 1), None, None), ("two_axes", (3, 4), (5, 4), (5, 2), None, None),
            ("three_axes", (2, 3, 4), (2, 5, 4), (2, 5, 3), None, None),
            ("four_axes", (2, 2, 3, 4), (2, 2, 5, 4), (2, 2, 5, 3), None, None),
            ("causal", (2, 2, 4, 3), (2, 2, 4, 3), (2, 2, 4, 3), causal(4, 4), None),
            ("causal_offset", (2, 3), (5, 3), (5, 3), causal(2, 5, 2), None),
            ("causal_blind", (3, 2), (3, 2), (3, 2), causal(3, 3, -1), None),
            ("padding", (2, 1, 3, 4), (2, 1, 4, 4), (2, 1, 4, 4), padding(ids, 2), None),
            ("sparse", (2, 2, 4, 3), (2, 2, 3, 3), (2, 2, 3, 2), mask((2, 2, 4, 3)), None),
            ("sparse_causal", (2, 1, 4, 3), (2, 1, 4, 3), (2, 1, 4, 3), mask((4, 4)) & causal(4, 4), None),
            ("nothing_allowed", (3, 2), (2, 2), (2, 2), torch.zeros(1, 1, dtype=torch.bool), None),
            ("scale", (3, 4), (5, 4), (5, 2), None, 0.75), ("no_keys", (3, 4), (0, 4), (0, 2), None, None),
            ("no_queries", (0, 4), (5, 4), (5, 2), None, None)]:
        case(f"{op}/{name}", [q, k, v], lambda a, b, c: attend(a, b, c, allowed, scale))
    case(f"{op}/self", [(3, 4)], lambda x: attend(x, x, x))

    for name, q, k, v, key, value, allowed, first in [
            ("clipped", (2, 2, 5, 3), (2, 2, 5, 3), (2, 2, 5, 2), (3, 3), (5, 2), None, 0),
            ("later", (2, 3), (5, 3), (5, 2), (5, 3), (3, 2), causal(2, 5, 3), 3),
            ("no_keys", (3, 4), (0, 4), (0, 2), (3, 4), (3, 2), None, 0)]:
        case(f"{op}/relative_{name}", [q, k, v, key, value], lambda *x: attend_relative(*x, allowed, first))
    for name, q, k, v, allowed in [
            ("causal", (2, 2, 4, 3), (2, 2, 4, 3), (2, 2, 4, 3), causal(4, 4)),
            ("no_keys", (3, 4), (0, 4), (0, 2), None), ("no_queries", (0, 4), (5, 4), (5, 2), None)]:
        case(f"{op}/linear_{name}", [q, k, v], lambda a, b, c: attend_linearly(a, b, c, allowed))

    op = "multi_head_attention"
    ids = [4, 0, 0, 1, 2, 0]
    for name, b, tq, tk, n, d, allowed in [
            ("one", 1, 1, 1, 1, 1, None), ("one_head", 2, 3, 5, 1, 4, None), ("heads", 2, 3, 5, 3, 2, None),
            ("causal", 2, 4, 4, 2, 3, causal(4, 4)), ("padding", 2, 4, 3, 2, 2, padding(ids, 2) & causal(4, 3)),
            ("empty", 0, 3, 3, 2, 2, None)]:
        case(f"{op}/{name}", [(b, tq, n * d), (b, tk, n * d), (b, tk, n * d)],
             lambda q, k, v: heads(q, k, v, n, d, allowed))
    case(f"{op}/self_columns", [(2, 3, 12)], lambda x: heads(x[..., :4], x[..., 4:8], x[..., 8:], 2, 2))
    case(f"{op}/cross_columns", [(2, 3, 6), (2, 5, 12)], lambda q, x: heads(q, x[..., :6], x[..., 6:], 3, 2))
    case(f"{op}/same_columns", [(2, 3, 4)], lambda x: heads(x, x, x, 2, 2))
    case(f"{op}/overlapping_columns", [(1, 3, 7)], lambda x: heads(x[..., :4], x[..., 2:6], x[..., 3:], 2, 2))


def recurrent(cell, reverse, lengths, bias, x, w_ih, w_hh, *rest):
    """PyTorch's layer, each row of the batch by itself and for its length; behind the outputs the final states."""
    bias, states = (rest[:2], rest[2:]) if bias else ([], rest)
    count, h = 2 if cell == "lstm" else 1, w_hh.shape[1]
    rows = []
    for b, length in enumerate(lengths or [x.shape[1]] * x.shape[0]):
        row = x[b:b + 1, :length]
        state = [s[b].reshape(1, 1, h) for s in states] or [x.new_zeros(1, 1, h)] * count
        y = x.new_zeros(1, 0, h)
        if length:
            run = {"tanh": torch.rnn_tanh, "relu": torch.rnn_relu, "lstm": torch.lstm, "gru": torch.gru}[cell]
            y, *state = run(row.flip(1) if reverse else row, tuple(state) if cell == "lstm" else state[0],
                            [w_ih, w_hh, *bias], bool(bias), 1, 0.0, True, False, True)
            y = y.flip(1) if reverse else y
        rows.append(torch.cat([y, x.new_zeros(1, x.shape[1] - length, h), *state], 1))
    return torch.cat(rows) if rows else x.new_zeros(0, x.shape[1] + count, h) + sum(v.sum() for v in (x, w_ih, w_hh))


def sequences():
    for cell, gates in [("tanh", 1), ("relu", 1), ("lstm", 4), ("gru", 3)]:
        for name, batch, steps, c, h, bias, states, reverse, lengths in [
                ("one", 1, 1, 1, 1, True, False, False, None), ("plain", 2, 3, 4, 5, True, False, False, None),
                ("no_bias", 1, 4, 2, 3, False, False, False, None), ("reverse", 2, 3, 2, 3, True, False, True, None),
                ("states", 3, 4, 2, 3, True, True, False, [4, 1, 3]),
                ("reverse_states", 3, 4, 2, 3, True, True, True, [2, 4, 0]),
                ("many_rows", 19, 2, 2, 1, True, True, False, None), ("empty", 0, 2, 3, 2, True, True, False, None)]:
            if (cell, name) == ("relu", "many_rows"):
                continue
            shapes = [(batch, steps, c), (gates * h, c), (gates * h, h)] + [(gates * h,)] * (2 * bias)
            shapes += [(batch, h)] * ((2 if cell == "lstm" else 1) * states)
            case(f"recurrent/{cell}_{name}", shapes, lambda *v: recurrent(cell, reverse, lengths, bias, *v))

    for name, x, w, bias, stride, dilation, before, after in [
            ("one", (1, 1, 1, 1), (1, 1, 1, 1), True, (1, 1), (1, 1), (0, 0), (0, 0)),
            ("plain", (2, 2, 4, 5), (3, 2, 2, 3), True, (1, 1), (1, 1), (0, 0), (0, 0)),
            ("no_bias", (1, 3, 3, 3), (2, 3, 3, 1), False, (1, 1), (1, 1), (0, 0), (0, 0)),
            ("padded", (2, 1, 3, 3), (2, 1, 3, 3), True, (1, 1), (1, 1), (1, 1), (1, 1)),
            ("strided", (1, 2, 5, 7), (2, 2, 2, 3), True, (2, 3), (1, 1), (1, 0), (0, 2)),
            ("dilated", (1, 2, 5, 6), (2, 2, 2, 2), True, (1, 2), (3, 2), (2, 1), (0, 3)),
            ("many", (19, 1, 2, 2), (1, 1, 2, 1), True, (1, 1), (1, 1), (0, 0), (0, 0)),
            ("far_padding", (1, 1, 2, 2), (1, 1, 2, 2), True, (1, 1), (1, 1), (3, 3), (3, 3)),
            ("empty", (0, 2, 3, 3), (2, 2, 2, 2), True, (1, 1), (1, 1), (0, 0), (0, 0))]:
        case(f"conv2d/{name}", [x, w] + [w[:1]] * bias,
             lambda v, weight, b=None: F.conv2d(F.pad(v, (before[1], after[1], before[0], after[0])), weight, b,
                                                stride, 0, dilation))
    for name, x, w, bias, stride, dilation, before, after in [
            ("one", (1, 1, 1), (1, 1, 1), True, 1, 1, 0, 0), ("plain", (2, 3, 7), (4, 3, 3), True, 1, 1, 0, 0),
            ("causal", (2, 2, 5), (3, 2, 3), True, 1, 2, 4, 0), ("strided", (1, 2, 9), (2, 2, 3), True, 2, 1, 1, 1),
            ("no_bias", (3, 1, 4), (2, 1, 2), False, 1, 1, 0, 0), ("longer_than_x", (1, 2, 3), (2, 2, 2), True, 1, 5, 5, 0),
            ("empty", (0, 2, 4), (1, 2, 2), True, 1, 1, 0, 0)]:
        case(f"conv1d/{name}", [x, w] + [w[:1]] * bias,
             lambda v, weight, b=None: F.conv1d(F.pad(v, (before, after)), weight, b, stride, 0, dilation))
    for name, x, k in [("one", (1, 1, 1), 1), ("plain", (2, 5, 3), 4), ("one_tap", (2, 3, 4), 1), ("long", (1, 2, 3), 4),
                       ("wide", (1, 3, 35), 3), ("many", (19, 2, 2), 2), ("empty", (0, 3, 2), 2)]:
        case(f"causal_depthwise_conv1d/{name}", [x, (x[2], k), (x[2],)],
             lambda v, w, b: F.conv1d(F.pad(v.transpose(1, 2), (k - 1, 0)), w[:, None], b, groups=len(w)).transpose(1, 2))
    for op, f in [("max_pool2d", F.max_pool2d)]:
        for name, x, size, stride, padding in [
                ("one", (1, 1, 1, 1), (1, 1), None, 0), ("plain", (2, 2, 4, 6), (2, 2), None, 0),
                ("left_over", (1, 2, 5, 7), (2, 3), None, 0), ("overlapping", (1, 1, 6, 6), (3, 2), (1, 1), 0),
                ("padded", (2, 1, 4, 5), (3, 3), (2, 2), (1, 1)), ("gaps", (1, 1, 7, 7), (2, 2), (3, 3), (1, 0))]:
            case(f"{op}/{name}", [x], lambda v: f(v, size, stride, padding))

    def rms_norm(v, w, eps):
        return w * v / (v.square().mean(-1, keepdim=True) + eps).sqrt()
    for name, x, eps in [("one", (3, 1), 1e-5), ("vector", (5,), 1e-5), ("rows", (3, 7), 1e-5), ("batch", (2, 3, 5), 1e-5),
                         ("wide", (2, 35), 1e-5), ("eps", (3, 5), 0.5), ("empty", (0, 5), 1e-5)]:
        case(f"rms_norm/{name}", [x, x[-1:]], lambda v, w: rms_norm(v, w, eps))

    def scan(x, delta, a, b, c, skip):
        """The recurrence written out as a sum over all earlier tokens: e^(A (Δ_(s+1) + … + Δ_t)) Δ_s B_s x_s, seen by C_t."""
        total = delta.cumsum(1)
        y = skip * x
        for t in range(x.shape[1]):
            for s in range(t + 1):
                decay = torch.exp((total[:, t] - total[:, s])[..., None] * a)
                kept = decay * (delta[:, s] * x[:, s])[..., None] * b[:, s, None]
                y = torch.cat([y[:, :t], y[:, t:t + 1] + (kept * c[:, t, None]).sum(-1)[:, None], y[:, t + 1:]], 1)
        return y
    for name, batch, steps, d, n in [("one", 1, 1, 1, 1), ("plain", 2, 4, 3, 2), ("one_state", 1, 5, 2, 1),
                                     ("wide", 1, 3, 19, 2), ("long", 1, 70, 1, 1), ("many_states", 1, 2, 2, 17),
                                     ("empty", 0, 3, 2, 2)]:
        shapes = [(batch, steps, d)] * 2 + [(d, n)] + [(batch, steps, n)] * 2 + [(d,)]
        # steps and decays as a model has them: Δ > 0, A < 0
        case(f"selective_scan/{name}", shapes, lambda x, delta, a, *rest: scan(x, delta.square() / 8, -a.square(), *rest))


pointwise()
layout()
reductions()
products()
network()
sequences()
path = pathlib.Path(__file__).with_name("ops.json")
with open(path, "w") as file:
    file.write("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}"
                                   for k, v in sorted(CASES.items())) + "\n}\n")
print(f"{len(CASES)} cases, {path.stat().st_size} bytes, torch {torch.__version__}")
