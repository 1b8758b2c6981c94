"""Golden values for tests/models from PyTorch 1.13 (Debian's python3-torch): a Vision Transformer, batch norm, a convolution net.
Run by hand:

    /usr/bin/python3 tests/golden/make_vit.py

writes vit.safetensors (as make_nn.py says).
"""

import torch
from torch import nn

from nn_golden import Golden, leaf, put_gradients, put_losses, put_parameters, randn, randomise, run, single


class Vit(nn.Module):
    def __init__(self, channels, height, width, patch, classes, d, heads, layers, ff):
        super().__init__()
        self.class_token = nn.Parameter(torch.zeros(1, 1, d))
        self.pos_embedding = nn.Parameter(torch.zeros(1, 1 + height // patch * (width // patch), d))
        self.conv_proj = nn.Conv2d(channels, d, patch, patch)
        layer = nn.TransformerEncoderLayer(d, heads, ff, 0.0, "gelu", 1e-6, batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, nn.LayerNorm(d, 1e-6))
        self.head = nn.Linear(d, classes)
        randomise(self)

    def forward(self, images):
        patches = self.conv_proj(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.class_token.expand(len(images), -1, -1), patches], 1) + self.pos_embedding
        return self.head(self.encoder(x)[:, 0])


def vits(golden):
    for case, channels, height, width, patch, classes, d, heads, layers, ff in [
            ("grey", 1, 6, 8, 2, 5, 8, 2, 2, 12), ("colour", 3, 6, 6, 3, 4, 12, 3, 1, 10)]:
        model = Vit(channels, height, width, patch, classes, d, heads, layers, ff)
        put = golden.case(f"vit/{case}", channels=channels, height=height, width=width, patch=patch, classes=classes,
                          d_model=d, heads=heads, layers=layers, dim_feedforward=ff)
        images, targets = leaf(3, channels, height, width), torch.randint(0, classes, (3,))
        put("in", "images", images)
        put("in", "targets", targets)
        put_parameters(put, model)
        logits = model(images)
        put("out", "logits", logits)
        loss = nn.functional.cross_entropy(logits, targets)
        loss.backward()
        put("out", "loss", loss)
        put_gradients(put, model, images=images)


def training(golden, name, model, **options):
    """50 steps of Adam: the class is where the brightest band of the image is."""
    rows, shape, classes, lr = 8, (1, 4, 4), 4, 1e-2
    put = golden.case(name, lr=lr, classes=classes, **options)
    for key, value in model.state_dict().items():
        put("param", key, value.double() if value.dtype == torch.int64 else value)
    targets = torch.randint(0, classes, (50, rows))
    images = single(0.3 * torch.randn(50, rows, *shape))
    for step in range(50):
        for row in range(rows):
            band = int(targets[step, row]) * shape[1] // classes
            images[step, row, :, band:band + shape[1] // classes] += 1
    images = single(images)
    put("in", "images", images)
    put("in", "targets", targets)
    put_losses(put, model, (nn.functional.cross_entropy(model(batch), wanted) for batch, wanted in zip(images, targets)), lr)
    model.eval()
    put("out", "logits", model(images[0]))
    for key, value in model.named_buffers():
        put("out", f"buffer.{key}", value.double() if value.dtype == torch.int64 else value)


def half(model):
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(single(p * 0.5) if p.dim() > 1 else p)
    return model


class Block(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv, self.bn = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs)

    def forward(self, x):
        return nn.functional.max_pool2d(torch.relu(self.bn(self.conv(x))), 2)


class ConvNet(nn.Module):
    def __init__(self, inputs, channels, blocks, classes):
        super().__init__()
        widths = [inputs] + [channels << i for i in range(blocks)]
        self.blocks = nn.ModuleList(Block(a, b) for a, b in zip(widths, widths[1:]))
        self.head = nn.Linear(widths[-1], classes)
        randomise(self)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean((2, 3)))


def batch_norms(golden):
    for i, (shape, eps, momentum, steps) in enumerate([((3, 2, 4, 5), 1e-5, 0.1, 3), ((1, 3, 2, 2), 1e-3, 0.5, 2)]):
        module = randomise(nn.BatchNorm2d(shape[1], eps, momentum))
        put = golden.case(f"batch_norm/{i}", eps=eps, momentum=momentum)
        earlier = single(2 * torch.randn(steps, *shape) + 1)
        put("in", "earlier", earlier)
        for x in earlier:
            module(x)
        x = leaf(*shape)
        run(put, module, module(x), x=x)
        for key, value in module.named_buffers():
            put("out", f"buffer.{key}", value.double())
        module.eval()
        put("out", "evaluated", module(x))


if __name__ == "__main__":
    torch.manual_seed(21)
    values = Golden()
    vits(values)
    batch_norms(values)
    training(values, "vit_training", half(Vit(1, 4, 4, 2, 4, 8, 2, 1, 16)), channels=1, height=4, width=4, patch=2,
             d_model=8, heads=2, layers=1, dim_feedforward=16)
    training(values, "conv_training", half(ConvNet(1, 3, 2, 4)), channels_in=1, channels=3, blocks=2)
    values.write("vit.safetensors")
