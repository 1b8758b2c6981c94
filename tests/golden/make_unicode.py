#!/usr/bin/env python3
"""Writes python_unicode.json: what Python makes of Unicode text. Run by hand; the tests read its output.

    python3 tests/golden/make_unicode.py
"""
import json
import pathlib
import random
import re
import sys
import unicodedata

rng = random.Random(7)
POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
ASSIGNED = [c for c in POINTS if unicodedata.category(chr(c)) != "Cn"]
MARKS = {c for c in ASSIGNED if unicodedata.category(chr(c))[0] == "M"}


def ranges(points):
    out = []
    for c in points:
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def where(condition):
    return ranges([c for c in ASSIGNED if condition(chr(c))])


def random_text(pool, length):
    return "".join(chr(rng.choice(pool)) for _ in range(rng.randint(0, length)))


def first_invalid(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def damaged_utf8():
    pieces = [b"a", "한".encode(), "é".encode(), "😀".encode(), b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xed\xbf\xbf",
              b"\xf0\x80\x80\x80", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xff", b"\x80", b"\xe0\xa0", b"\xc1\xbf",
              b"\xf4\x8f\xbf\xbf", b"\xed\x9f\xbf", b"\x00"]
    good = pieces[:4] + pieces[-3:]
    data = b"".join(rng.choice(pieces if rng.random() < 0.2 else good) for _ in range(rng.randint(0, 6)))
    return data[: rng.randint(0, len(data))] if rng.random() < 0.3 else data


NO_MARKS = [c for c in ASSIGNED if c not in MARKS and unicodedata.category(chr(c)) not in ("Co", "Cs")]
CASED = [ord(c) for c in "aAΣσςİIıßẞǅǈᾈ.'’·:ªⅧⓐʰ ,-1한\u0301\u200d\u00ad^"]
COMPOSING = [c for c in ASSIGNED if unicodedata.decomposition(chr(c)) or c in MARKS or 0x1100 <= c <= 0x11FF]

sigma = [random_text(CASED, 8) for _ in range(400)]
words = [random_text(NO_MARKS if i % 2 else [ord(c) for c in "ab Z9_.,'-\t한국어é½①\u00a0\u3000😀"], 14) for i in range(300)]
words = [w for w in words if unicodedata.normalize("NFC", w) == w and unicodedata.normalize("NFC", w.lower()) == w.lower()]
plain = [random_text(COMPOSING, 6) for _ in range(300)] + ["".join(unicodedata.normalize("NFD", "한글 각 éçñ"))]
damaged = [damaged_utf8() for _ in range(400)]

golden = {
    "source": f"Python {sys.version.split()[0]}, Unicode {unicodedata.unidata_version}, make_unicode.py",
    "assigned": ranges(ASSIGNED),
    "space": where(str.isspace),
    "letters_and_numbers": where(str.isalnum),
    "lower": [[c, [ord(x) for x in chr(c).lower()]] for c in ASSIGNED if chr(c).lower() != chr(c)],
    "final_sigma_after": where(lambda c: f" {c}Σ".lower().endswith("ς")),
    "final_sigma_through": where(lambda c: f"A{c}Σ".lower().endswith("ς")),
    "final_sigma_before": where(lambda c: f"AΣ{c}A".lower()[1] == "ς"),
    "lower_text": [[text, text.lower()] for text in sigma],
    "words": [[text, re.findall(r"\w+|[^\w\s]", text.lower())] for text in words],
    "nfc": [[text, unicodedata.normalize("NFC", text)] for text in plain],
    "utf8": [[list(data), first_invalid(data)] for data in damaged],
}
path = pathlib.Path(__file__).parent / "python_unicode.json"
path.write_text(json.dumps(golden, ensure_ascii=True, separators=(",", ":")).replace('],"', '],\n"') + "\n")
