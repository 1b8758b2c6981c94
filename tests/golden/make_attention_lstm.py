"""Golden values for tests/models from PyTorch 1.13 (Debian's python3-torch): two LSTMs with Bahdanau's attention. Run by hand:

    /usr/bin/python3 tests/golden/make_attention_lstm.py

writes attention_lstm.safetensors (as make_nn.py says): logits, weights of attention, loss, gradients, and the losses of 100 steps.
"""

import math

import torch
from torch import nn

from nn_golden import Golden, put_gradients, put_losses, put_parameters, randomise

PAD, BOS, EOS = 0, 2, 3


class AdditiveAttention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.query, self.key = nn.Linear(d, d, bias=False), nn.Linear(2 * d, d, bias=False)
        self.score = nn.Linear(d, 1, bias=False)

    def forward(self, state, memory, allowed):
        scores = self.score(torch.tanh(self.query(state)[:, None] + self.key(memory)))[..., 0]
        weights = scores.masked_fill(~allowed, -math.inf).softmax(-1)
        return (weights[:, None] @ memory)[:, 0], weights


class AttentionLstm(nn.Module):
    def __init__(self, source, target, d):
        super().__init__()
        self.source_embedding = nn.Embedding(source, d, padding_idx=PAD)
        self.target_embedding = nn.Embedding(target, d, padding_idx=PAD)
        self.encoder = nn.LSTM(d, d, batch_first=True, bidirectional=True)
        self.bridge, self.attention = nn.Linear(d, d), AdditiveAttention(d)
        self.decoder = nn.LSTM(3 * d, d, batch_first=True)
        self.readout, self.generator = nn.Linear(4 * d, d), nn.Linear(d, target)
        randomise(self)

    def forward(self, source, target):
        allowed = source != PAD
        packed = nn.utils.rnn.pack_padded_sequence(self.source_embedding(source), allowed.sum(1), batch_first=True,
                                                   enforce_sorted=False)
        packed, (last, _) = self.encoder(packed)
        memory, _ = nn.utils.rnn.pad_packed_sequence(packed, batch_first=True, total_length=source.shape[1])
        h = torch.tanh(self.bridge(last[1]))[None]  # of the backward LSTM
        c = torch.zeros_like(h)
        logits, looks = [], []
        for t in range(target.shape[1]):
            y = self.target_embedding(target[:, t])
            context, weights = self.attention(h[0], memory, allowed)
            s, (h, c) = self.decoder(torch.cat([y, context], -1)[:, None], (h, c))
            logits.append(self.generator(torch.tanh(self.readout(torch.cat([s[:, 0], context, y], -1)))))
            looks.append(weights)
        return torch.stack(logits, 1), torch.stack(looks, 1)


def pairs(rows, longest, source, target):
    """Sources that end with <eos>, targets behind <bos>, both filled up with padding."""
    lengths = torch.randint(1, longest + 1, (rows,))
    lengths[0] = longest
    read, write = torch.zeros(rows, longest + 1, dtype=torch.long), torch.zeros(rows, longest + 2, dtype=torch.long)
    for row, n in enumerate(lengths.tolist()):
        words = torch.randint(4, min(source, target), (n,))
        read[row, :n], read[row, n] = words, EOS
        write[row, 0], write[row, 1:n + 1], write[row, n + 1] = BOS, words.flip(0), EOS
    return read, write


def loss_of(logits, written):
    return nn.functional.cross_entropy(logits.transpose(1, 2), written[:, 1:], ignore_index=PAD)


def parity(golden):
    for case, source, target, d, rows, longest in [("narrow", 7, 9, 4, 3, 4), ("wide", 12, 11, 17, 5, 6)]:
        model = AttentionLstm(source, target, d)
        put = golden.case(f"lstm/{case}", source_vocab=source, target_vocab=target, d_model=d)
        read, written = pairs(rows, longest, source, target)
        put("in", "source", read)
        put("in", "target", written)
        put_parameters(put, model)
        logits, looks = model(read, written[:, :-1])
        put("out", "logits", logits)
        put("out", "weights", looks[:, None])
        loss = loss_of(logits, written)
        loss.backward()
        put("out", "loss", loss)
        put_gradients(put, model)


def training(golden):
    """100 steps of Adam on words that are to be written the other way round."""
    vocabulary, d, rows, longest = 9, 16, 8, 4
    model = AttentionLstm(vocabulary, vocabulary, d)
    put = golden.case("lstm_training", source_vocab=vocabulary, target_vocab=vocabulary, d_model=d, lr=1e-2)
    put_parameters(put, model)
    batches = [pairs(rows, longest, vocabulary, vocabulary) for _ in range(100)]
    put("in", "source", torch.stack([read for read, _ in batches]))
    put("in", "target", torch.stack([written for _, written in batches]))
    put_losses(put, model, (loss_of(model(read, written[:, :-1])[0], written) for read, written in batches), lr=1e-2)


if __name__ == "__main__":
    torch.manual_seed(17)
    values = Golden()
    parity(values)
    training(values)
    values.write("attention_lstm.safetensors")
