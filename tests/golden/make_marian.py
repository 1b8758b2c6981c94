"""Golden values for tests/models/formats/marian_test.cpp from PyTorch 1.13 (Debian's python3-torch): MarianMTModel with the names
and the arithmetic of Hugging Face's transformers, written anew. Run by hand:

    /usr/bin/python3 tests/golden/make_marian.py

writes marian.safetensors: for each case config.json as the case's options, the tensors of model.safetensors, ids, logits.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F

from nn_golden import Golden, put_parameters, randomise, single


def sinusoid(length, d):
    """All sines, then all cosines."""
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d, 2) / d)
    return torch.cat([angles.sin(), angles.cos()], -1)


class Attention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.k_proj, self.v_proj, self.q_proj, self.out_proj = (nn.Linear(d, d) for _ in range(4))

    def forward(self, x, memory, left_out):
        q, k, v = (y.reshape(*y.shape[:2], self.heads, -1).transpose(1, 2)
                   for y in (self.q_proj(x), self.k_proj(memory), self.v_proj(memory)))
        scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(left_out, -math.inf)
        return self.out_proj((scores.softmax(-1) @ v).transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    def __init__(self, d, heads, ff, activation, decoder):
        super().__init__()
        self.activation = activation
        self.self_attn, self.self_attn_layer_norm = Attention(d, heads), nn.LayerNorm(d)
        if decoder:
            self.encoder_attn, self.encoder_attn_layer_norm = Attention(d, heads), nn.LayerNorm(d)
        self.fc1, self.fc2, self.final_layer_norm = nn.Linear(d, ff), nn.Linear(ff, d), nn.LayerNorm(d)

    def forward(self, x, left_out, memory=None, memory_left_out=None):
        x = self.self_attn_layer_norm(x + self.self_attn(x, x, left_out))
        if memory is not None:
            x = self.encoder_attn_layer_norm(x + self.encoder_attn(x, memory, memory_left_out))
        return self.final_layer_norm(x + self.fc2(self.activation(self.fc1(x))))


class Stack(nn.Module):
    def __init__(self, embedding, layers, length, d, heads, ff, activation, decoder):
        super().__init__()
        self.embed_tokens, self.d = embedding, d
        self.embed_positions = nn.Embedding(length, d)
        self.layers = nn.ModuleList(Layer(d, heads, ff, activation, decoder) for _ in range(layers))

    def forward(self, ids, *rest):
        # not the stored table: that holds what float holds
        x = self.embed_tokens(ids) * math.sqrt(self.d) + sinusoid(ids.shape[1], self.d)
        for layer in self.layers:
            x = layer(x, *rest)
        return x


class Marian(nn.Module):
    def __init__(self, c):
        super().__init__()
        d = c["d_model"]
        shared = c["share_encoder_decoder_embeddings"]
        targets = c["vocab_size"] if shared else c["decoder_vocab_size"]
        self.model = nn.Module()
        if shared:
            self.model.shared = nn.Embedding(c["vocab_size"], d)
        source = self.model.shared if shared else nn.Embedding(c["vocab_size"], d)
        target = self.model.shared if shared else nn.Embedding(targets, d)
        activation = {"swish": F.silu, "relu": F.relu, "gelu": F.gelu}[c["activation_function"]]
        for name, table in (("encoder", source), ("decoder", target)):
            setattr(self.model, name, Stack(table, c[f"{name}_layers"], c["max_position_embeddings"], d,
                                            c[f"{name}_attention_heads"], c[f"{name}_ffn_dim"], activation, name == "decoder"))
        self.pad = c["pad_token_id"]
        self.final_logits_bias = nn.Parameter(torch.zeros(1, targets))
        self.lm_head = nn.Linear(d, targets, bias=False)
        if c["tie_word_embeddings"]:
            self.lm_head.weight = target.weight
        randomise(self)
        with torch.no_grad():
            for stack in (self.model.encoder, self.model.decoder):
                stack.embed_positions.weight.copy_(single(sinusoid(c["max_position_embeddings"], d)))

    def forward(self, source, target):
        padding = (source == self.pad)[:, None, None]
        memory = self.model.encoder(source, padding)
        later = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)
        return self.lm_head(self.model.decoder(target, later, memory, padding)) + self.final_logits_bias


def config(**changed):
    return dict(dict(model_type="marian", is_encoder_decoder=True, d_model=12, encoder_layers=1, decoder_layers=2,
                     encoder_attention_heads=3, decoder_attention_heads=3, encoder_ffn_dim=20, decoder_ffn_dim=20, dropout=0.0,
                     max_position_embeddings=9, scale_embedding=True, vocab_size=13, activation_function="swish",
                     share_encoder_decoder_embeddings=True, tie_word_embeddings=True, pad_token_id=12, eos_token_id=0,
                     decoder_start_token_id=12), **changed)


if __name__ == "__main__":
    torch.manual_seed(37)
    values = Golden()
    for name, c in [("opus", config()),
                    ("two vocabularies", config(share_encoder_decoder_embeddings=False, decoder_vocab_size=11,
                                                tie_word_embeddings=False, activation_function="relu", pad_token_id=0,
                                                eos_token_id=3, decoder_start_token_id=2)),
                    ("tied target", config(share_encoder_decoder_embeddings=False, decoder_vocab_size=11,
                                           activation_function="gelu", pad_token_id=0, eos_token_id=3,
                                           decoder_start_token_id=2))]:
        model = Marian(c)
        put = values.case(f"marian/{name}", **c)
        put_parameters(put, model)
        pad, end, start = c["pad_token_id"], c["eos_token_id"], c["decoder_start_token_id"]
        source = torch.tensor([[5, 6, 7, 8, end], [9, 10, end, pad, pad]])
        target = torch.tensor([[start, 4, 5, 6], [start, 8, 9, 10]])
        put("in", "source", source)
        put("in", "target", target)
        put("out", "logits", model(source, target))
    values.write("marian.safetensors")
