#!/usr/bin/env python3
"""Writes sacrebleu_*.json: scores of random text as sacreBLEU 2 computes them. Run by hand; the tests read its output.

    PYTHONPATH=<a clone of github.com/mjpost/sacrebleu> python3 tests/golden/make_sacrebleu.py

Needs NumPy before version 2 (python3-numpy of Debian 12), portalocker, tabulate, regex, lxml, colorama. In a clone
that was never installed, add sacrebleu/version.py with __version__ = "2.3.1": the version only shows in signatures.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest, _bootstrap_resample

HERE = pathlib.Path(__file__).parent
rng = random.Random(20240607)

ENGLISH = ("the dog bit the man . a small house , near the sea ! it wasn't 3.14 or 1,000 ; well-known 'quote' (see) "
           "U.S. e.g. don't 50% $20 2-3 -5 x=y a/b [1] {2} <skipped> &quot;hi&quot; &amp;lt; &lt;b&gt; &amp; ... ,, .5 5. 1. "
           "end- 9-").split()
KOREAN = "나는 사과를 좋아한다 . 그는 어제 학교에 갔다 ! 우리는 책을 읽지 않았다 , 서울 2.5 물을 마셨니 ? 「집」 100원".split()
OTHER = ("ΣΑΣ Οδυσσεύς ΌΣΟΣ İstanbul ISPARTA Straße GROẞ ǅungla Ａｂｃ ĳs été naïve Ω K Å "
         "привет МИР 你好 世界 。 日本 語 😀 👍🏽 ① ½ Ⅷ ⓐ ºª ـعربي नमस्ते é 각").split()
SPACES = [" "] * 30 + ["  ", "\t", "\u00a0", "\u3000", "\u2009", "\x1c", "\u200b", "\u0085", "\u2028"]


def words(pool, low, high):
    return [rng.choice(pool) for _ in range(rng.randint(low, high))]


def join(tokens):
    text = ""
    for token in tokens:
        text += (rng.choice(SPACES) if rng.random() < 0.9 else "") + token
    return text if rng.random() < 0.05 else text.strip(" ")


def corrupt(tokens, pool, strength):
    out = []
    for token in tokens:
        x = rng.random()
        if x < strength:
            out.append(rng.choice(pool))
        elif x < 1.3 * strength:
            continue
        elif x < 1.5 * strength:
            out += [token, token]
        elif x < 1.7 * strength:
            out.append(token.swapcase())
        else:
            out.append(token)
    if rng.random() < strength:
        rng.shuffle(out)
    return out


def corpus(sentences, references, strength=0.3, low=0, high=14):
    pool = rng.choice([ENGLISH, ENGLISH, KOREAN, OTHER, ENGLISH + KOREAN + OTHER])
    hypotheses, streams = [], [[] for _ in range(references)]
    for _ in range(sentences):
        truth = words(pool, low, high)
        hypotheses.append("" if rng.random() < 0.04 else join(corrupt(truth, pool, strength)))
        for stream in streams:
            stream.append("" if rng.random() < 0.03 else join(corrupt(truth, pool, strength / 2)))
    return hypotheses, streams


def bleu_options():
    method = rng.choice(["exp", "exp", "none", "floor", "add-k"])
    return {
        "tokenize": rng.choice(["13a", "13a", "none", "char"]),
        "smooth_method": method,
        "smooth_value": rng.choice([None, None, 0.5, 0.01, 2.0, 0.0]) if method in ("floor", "add-k") else None,
        "lowercase": rng.random() < 0.4,
        "effective_order": rng.random() < 0.4,
        "max_ngram_order": rng.choice([4, 4, 4, 1, 2, 3, 6]),
    }


def chrf_options():
    return {
        "char_order": rng.choice([6, 6, 6, 4, 1, 8]),
        "word_order": rng.choice([0, 0, 2, 2, 1, 3]),
        "beta": rng.choice([2, 2, 2, 1, 3]),
        "lowercase": rng.random() < 0.4,
        "whitespace": rng.random() < 0.3,
        "eps_smoothing": rng.random() < 0.4,
    }


def vary(streams):
    """Drops some references of some segments, which heed does not read: such a case is left out."""
    return [streams[0]] + [[None if rng.random() < 0.3 else line for line in stream] for stream in streams[1:]]


def known(options):
    """The options that heed has, or None where it lacks one that is set."""
    others = {"smooth_method": "exp", "max_ngram_order": 4, "char_order": 6, "beta": 2, "whitespace": False,
              "eps_smoothing": False}
    if any(options.get(name, usual) != usual for name, usual in others.items()):
        return None
    return {name: value for name, value in options.items() if name not in others and name != "smooth_value"}


def case(i, metric_of, options):
    sentences = 1 if i % 3 == 0 else rng.randint(1, 8)
    hypotheses, streams = corpus(sentences, rng.choice([1, 1, 1, 2, 3, 5]), rng.choice([0, 0.15, 0.3, 0.6]))
    if i % 10 == 9:
        streams = vary(streams)
    if known(options) is None or any(line is None for stream in streams for line in stream):
        return None
    metric = metric_of(**options)
    s = metric.corpus_score(hypotheses, streams)
    return {"options": known(options), "hypotheses": hypotheses, "references": streams, "score": s.score,
            "text": s.format(), "signature": metric.get_signature().format(), "width": i % 5,
            "json": s.format(width=i % 5, signature=metric.get_signature().format(), is_json=True)}


def run(*arguments, folder):
    return subprocess.run([sys.executable, "-m", "sacrebleu", *arguments], cwd=folder, check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def clean(lines):
    """What survives being read as lines of a file: no line breaks inside, no spaces at the end."""
    return [" ".join(line.replace("\n", " ").split()) for line in lines]


def bootstrap_case(i):
    hypotheses, streams = corpus(rng.choice([1, 2, 7, 25, 60]), rng.choice([1, 1, 2]), 0.35, 3, 14)
    other = [join(corrupt(line.split(), ENGLISH, 0.15 + 0.1 * (i % 3))) for line in streams[0]]
    samples = rng.choice([1000, 1000, 200, 39])
    options = {"BLEU": dict(bleu_options(), max_ngram_order=4), "chrF": chrf_options()}
    if i % 2 == 0:
        options = {"BLEU": {}, "chrF": {}}
    metrics = {name: metric_of(**options[name]) for name, metric_of in (("BLEU", BLEU), ("chrF", CHRF))
               if known(options[name]) is not None}
    if not metrics:
        return None
    case = {"options": {name: known(options[name]) for name in metrics}, "hypotheses": hypotheses,
            "references": streams, "samples": samples, "scores": {}}
    for name, metric in metrics.items():
        statistics = metric._extract_corpus_statistics(hypotheses, streams)
        resampled = [x.score for x in _bootstrap_resample(statistics, metric, samples)[1]]
        s = metric.corpus_score(hypotheses, streams, n_bootstrap=samples)
        case["scores"][name] = {
            "score": s.score, "mean": s._mean, "ci": s._ci, "first_resampled": resampled[:5],
            "text": s.format(width=2, signature=metric.get_signature().format()),
            "json": s.format(width=2, signature=metric.get_signature().format(), is_json=True)}
    if len(metrics) < 2:
        return case
    test = PairedTest([("a", hypotheses), ("b", other), ("a again", hypotheses)], metrics, streams, "bs", samples)
    signatures, results = test()
    names = results.pop("System")
    assert len(names) == 3
    case["other"] = other
    case["paired"] = {key: [dict(r.__dict__) for r in value] for key, value in results.items()}
    case["paired_signatures"] = {key: value.format() for key, value in signatures.items()}
    return case


def command_line_case(i):
    hypotheses, streams = corpus(12, 1 + i % 2, 0.3, 3, 12)
    systems = {"base.txt": clean(hypotheses), "second system.txt": clean(corrupt_lines(hypotheses)),
               "셋.txt" if i == 3 else "third.txt": clean(corrupt_lines(streams[0]))}
    streams = [clean(stream) for stream in streams]
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in systems.items():
            pathlib.Path(folder, name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        files = []
        for k, stream in enumerate(streams):
            files.append(f"ref{k}")
            pathlib.Path(folder, f"ref{k}").write_text("".join(line + "\n" for line in stream), encoding="utf-8")
        one = [*files, "-i", "base.txt", "-m", "bleu", "chrf"]
        all_systems = [*files, "-i", *systems, "-m", "bleu", "chrf", "--paired-bs", "--paired-bs-n", "200"]
        bleu_only = [*files, "-i", "base.txt"]
        return {
            "systems": [[name, lines] for name, lines in systems.items()], "references": streams,
            "text": run(*one, "-f", "text", folder=folder), "json": run(*one, folder=folder),
            "confidence_text": run(*one, "-f", "text", "--confidence", "-w", "3", folder=folder),
            "confidence_json": run(*one, "--confidence", folder=folder),
            "score_only": run(*one, "-f", "text", "--confidence", "-b", folder=folder),
            "bleu_text": run(*bleu_only, "-f", "text", folder=folder), "bleu_json": run(*bleu_only, folder=folder),
            "sentences": run(*bleu_only, "-sl", folder=folder),
            "paired_json": run(*all_systems, folder=folder)}


def corrupt_lines(lines):
    return [join(corrupt(line.split(), ENGLISH + KOREAN, 0.25)) for line in lines]


def write(name, content):
    import sacrebleu
    head = {"source": f"sacreBLEU {sacrebleu.__version__} (Apache-2.0) run on random text by make_sacrebleu.py",
            "numpy": numpy.__version__, "python": sys.version.split()[0]}
    cases = ",\n".join(json.dumps(case, ensure_ascii=False) for case in content if case)
    text = json.dumps(head)[:-1] + f', "cases": [\n{cases}\n]}}\n'
    (HERE / name).write_text(text, encoding="utf-8")


assert "SACREBLEU_SEED" not in os.environ
write("sacrebleu_bleu.json", [case(i, BLEU, bleu_options()) for i in range(300)])
write("sacrebleu_chrf.json", [case(i, CHRF, chrf_options()) for i in range(200)])
write("sacrebleu_bootstrap.json", [bootstrap_case(i) for i in range(16)])
write("sacrebleu_command_line.json", [command_line_case(i) for i in range(4)])
