#!/usr/bin/python3
"""tools/python/heed_weights.py: numbers of every type go through a file and back, and heed reads it.

    heed_weights_test.py PATH_OF_HEED

Ends with status 77, which CTest takes for skipped, where Python has no PyTorch.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import torch
except ImportError:
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tools" / "python"))
from heed_weights import TYPES, load_file, load_with_metadata, save_file  # noqa: E402

HEED = sys.argv.pop()
# Both ends of each type, and an odd number of elements: what follows in the file must not move.
NUMBERS = {"I8": [-128, -1, 127], "I16": [-32768, -1, 32767], "I32": [-2**31, -1, 2**31 - 1],
           "I64": [-2**63, -1, 2**63 - 1], "U8": [0, 1, 255], "BOOL": [True, False, True],
           "F16": [-65504.0, 0.5, 2.0**-24], "BF16": [-1.5, 0.5, 2.0**100], "F32": [-1.5, 0.1, 2.0**-149],
           "F64": [-1.5, 0.1, 2.0**-1074]}


class Weights(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.file = pathlib.Path(scratch.name) / "all.safetensors"
        self.tensors = {name: torch.tensor(values, dtype=TYPES[name]) for name, values in NUMBERS.items()}
        self.tensors["empty"] = torch.empty((0, 2), dtype=torch.int8)
        self.tensors["turned"] = torch.arange(6, dtype=torch.int16).reshape(2, 3).t()  # not contiguous
        save_file(self.tensors, self.file, {"kind": "test", "heed.hash.I8": "of another file"})

    def test_every_type_comes_back(self):
        self.assertEqual(set(NUMBERS), set(TYPES))
        loaded = load_file(self.file)
        self.assertEqual(set(loaded), set(self.tensors))
        for name, tensor in self.tensors.items():
            with self.subTest(name):
                self.assertEqual((loaded[name].dtype, loaded[name].shape), (tensor.dtype, tensor.shape))
                self.assertTrue(torch.equal(loaded[name], tensor))

    def test_hashes_of_the_file_before_are_left_out(self):
        self.assertEqual(load_with_metadata(self.file)[1], {"format": "pt", "kind": "test"})

    def test_heed_reads_them(self):
        shown = subprocess.run([HEED, "show", self.file, "--tensors", "--lang", "en"], capture_output=True, text=True)
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        for name in NUMBERS:
            self.assertRegex(shown.stdout, rf"(?m)^\s*{name}\s.*\b{name}\b")


unittest.main()
