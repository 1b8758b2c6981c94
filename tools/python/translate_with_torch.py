#!/usr/bin/python3
"""A translator that heed trained, run by PyTorch: the same weights in nn.Transformer, the same greedy translation.

    tools/python/translate_with_torch.py runs/toy-ko-en/model.safetensors "나는 사과를 좋아한다"

Needs PyTorch (apt-get install python3-torch). For models with sinusoidal positions and words as tokens; the words
are given with spaces between, punctuation too.
"""

import json
import math
import sys

import torch
from torch import nn
from torch.nn import functional as F

from heed_weights import load_with_metadata

PAD, UNKNOWN, BOS, EOS = range(4)


class Translator(nn.Module):
    def __init__(self, o):
        super().__init__()
        self.d_model = o["d_model"]
        self.source_embedding = nn.Embedding(o["source_vocab"], self.d_model)
        self.target_embedding = nn.Embedding(o["target_vocab"], self.d_model)
        self.transformer = nn.Transformer(
            self.d_model, o["heads"], o["encoder_layers"], o["decoder_layers"], o["dim_feedforward"],
            activation=F.silu if o["activation"] == "silu" else o["activation"],
            layer_norm_eps=o["layer_norm_eps"], norm_first=o["norm"] == "pre", batch_first=True)
        if o.get("final_norm", "yes") == "no":
            self.transformer.encoder.norm = self.transformer.decoder.norm = None
        self.generator = nn.Linear(self.d_model, o["target_vocab"])

    def embed(self, embedding, ids):
        """√d_model · embedding + sin and cos, interleaved."""
        position = torch.arange(ids.shape[1])[:, None]
        frequency = torch.exp(torch.arange(0, self.d_model, 2) * (-math.log(10000.0) / self.d_model))
        angles = torch.stack([torch.sin(position * frequency), torch.cos(position * frequency)], -1).flatten(1)
        return embedding(ids) * math.sqrt(self.d_model) + angles[:, :self.d_model]

    def forward(self, source, target):
        later = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)  # True: left out
        return self.generator(self.transformer(
            self.embed(self.source_embedding, source), self.embed(self.target_embedding, target), tgt_mask=later,
            src_key_padding_mask=source == PAD, tgt_key_padding_mask=target == PAD,
            memory_key_padding_mask=source == PAD))


def load(path):
    weights, metadata = load_with_metadata(path)
    model = Translator(json.loads(metadata["heed.transformer"]))
    # heed has the two stacks at the top, here they are inside of nn.Transformer; all other names are equal.
    model.load_state_dict({"transformer." + name if name.startswith(("encoder.", "decoder.")) else name: w
                           for name, w in weights.items()})
    return model.eval(), json.loads(metadata["heed.source_vocabulary"]), json.loads(metadata["heed.target_vocabulary"])


def translate(model, source_words, target_words, sentence):
    known = {word: i for i, word in enumerate(source_words)}
    source = torch.tensor([[known.get(word, UNKNOWN) for word in sentence.lower().split()] + [EOS]])
    target = torch.tensor([[BOS]])
    while target.shape[1] < 60 and target[0, -1] != EOS:
        logits = model(source, target)[0, -1]
        logits[[PAD, BOS]] = -math.inf
        target = torch.cat([target, logits.argmax().reshape(1, 1)], 1)
    return " ".join(target_words[i] for i in target[0, 1:] if i != EOS)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with torch.no_grad():
        translator = load(sys.argv[1])
        for text in sys.argv[2:]:
            print(translate(*translator, text))
