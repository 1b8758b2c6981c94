#!/usr/bin/env python3
"""Writes numpy_random.json: NumPy's default random stream. Run by hand; the tests read its output.

    python3 tests/golden/make_numpy_random.py
"""
import json
import pathlib

import numpy as np

SEEDS = [12345, 0, 1, 4294967295, 4294967296, 2**64 - 1]
SHAPES = [[1, 5], [2, 30], [3, 40], [7, 25], [500, 30], [1000, 20], [3_000_000_000, 40], [2**31 + 1, 40], [4_294_967_295, 10]]

golden = {
    "source": f"numpy {np.__version__}, make_numpy_random.py",
    "raw": [[seed, [int(x) for x in np.random.default_rng(seed).bit_generator.random_raw(8)]] for seed in SEEDS],
    # choice(n, size=(2, k), replace=True), as sacreBLEU draws its resamples
    "choice": [[seed, n, np.random.default_rng(seed).choice(n, size=(2, k), replace=True).ravel().tolist()]
               for seed in SEEDS[:3] for n, k in SHAPES],
    # one stream drawn from in turns: half-used draws carry over
    "mixed": [],
}
rng = np.random.default_rng(12345)
for n in [3, 10, 1, 7, 1000, 3]:
    golden["mixed"].append([n, rng.integers(0, n, size=3).tolist()])
path = pathlib.Path(__file__).parent / "numpy_random.json"
path.write_text(json.dumps(golden, separators=(",", ":")).replace("]],", "]],\n") + "\n")
